"""A single game: every command comes to its end, in the singular, and says of what it cannot tell that it cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simcore.cli.main import main

pytestmark = pytest.mark.slow

TRIAL = """
name = "trial"
question = "Does it show?"
players = 3
games = 1
seed = 1
details = true
strategies = { pool = ["greedy", "uniform"] }
"""
COST = "soldiers.knight.cost"
NOUNS = (
    "game row draw point reading ruleset player Year pair time seat Dog value fault duel line-up thread space battle"
)
ODD = re.compile(
    rf"\b1 (fresh |other |more )?({'|'.join(f'{noun}s' for noun in NOUNS.split())})\b|\? to|to \?|\bnan\b|-1 more"
)
"""A plural of one, half an interval, a number that is none."""


@pytest.fixture(autouse=True)
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("trial.toml").write_text(TRIAL)


def said(arguments: list[str], out: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command and return what it prints and what its page says, once neither says anything odd."""
    assert main(arguments) == 0
    printed = capsys.readouterr()
    page = Path(out, "index.html").read_text()
    words = re.sub(r"<(style|script|svg)\b.*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    titles = " ".join(re.findall(r'title="([^"]*)"', page))
    whole = f"{printed.err}\n{printed.out}\n{words}\n{titles}"
    assert [whole[max(0, odd.start() - 60) : odd.end() + 20] for odd in ODD.finditer(whole)] == []
    return whole


def study(command: str, *arguments: str) -> list[str]:
    return [command, *arguments, "--experiment", "trial.toml", "--games", "1", "--threads", "1", "--out", "study"]


def test_a_run_and_its_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "trial.toml", "--threads", "1"]) == 0
    told = capsys.readouterr()
    assert "trial: 1 game with 3 players" in told.err and "1 of 1 game (100%)" in told.err
    assert "(1 game, 3 rows" in told.out
    whole = said(["report", "runs/trial", "--out", "page"], "page", capsys)
    assert "Reading trial: 1 game\n" in whole and "no interval" in whole
    assert main(["run", "trial.toml"]) == 2
    assert "complete results already (1 game)" in capsys.readouterr().err


def test_a_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = study("compare", "base", "three_years", f"{COST}=4", "soldiers.knight.cards=11")
    whole = said(arguments, "study/report", capsys)
    assert "\nThree Years leaves the balance" in whole
    assert f"\n{COST} = 4 leaves the balance" in whole, "names of keys keep their case"
    assert "Something differs in every game." in whole and "differs in 0 of" not in whole
    assert "plays like the base: scores and wins are the same in the only game." in whole


def test_a_sweep(capsys: pytest.CaptureFixture[str]) -> None:
    whole = said(study("sweep", f"{COST}=3:4:2"), "study/report", capsys)
    assert "root mean square, no interval for that point alone." in whole
    assert "wins 0.0% (0.0 to 99.6) at every point." in whole


def test_abilities_of_dogs_that_did_not_play(capsys: pytest.CaptureFixture[str]) -> None:
    whole = said(study("abilities"), "study/report", capsys)
    assert "Sir Blackmane did not play." in whole
    assert "VP (no interval) with three players, n = 1" in whole


def test_robustness(capsys: pytest.CaptureFixture[str]) -> None:
    whole = said(study("robustness", "--draws", "1"), "study/report", capsys)
    assert "undecided in the one draw too; undecided in all 5 other readings too" in whole


def test_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["balance", f"{COST}=3:4", "--experiment", "trial.toml", "--games-per-point", "1", "--budget", "20"]
    whole = said([*arguments, "--confirm", "1", "--threads", "1", "--out", "study"], "study/report", capsys)
    assert "the chosen Dogs lie 36.51 (no interval) percentage points from fair" in whole
