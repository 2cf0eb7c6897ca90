"""`simcore league`: what it plays, says and leaves, and what it refuses."""

from __future__ import annotations

import errno
import json
import re
from pathlib import Path

import pytest

from simcore.cli.main import main
from simcore.results import open_results
from tests.strategies.own_files import GOOD, write

LEAGUE = """
name = "trial"
question = "Who beats whom?"
players = 3
games_per_mix = 180
seed = 1
strategies = { draw = "mixes", mixes = "one_against" }
"""


@pytest.fixture(autouse=True)
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of its own, with a league of two strategies."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trial.toml").write_text(LEAGUE.replace('"one_against"', '"one_against", pool = ["uniform", "greedy"]'))
    return tmp_path / "trial.toml"


def test_a_league_is_played_reported_and_gone_on_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["league", "trial.toml"]) == 0
    said = capsys.readouterr()
    first, *rest = said.out.splitlines()
    assert first.split() == ["strategy", "strength", "95%", "interval", "wins", "alone", "alpha-rank"]
    assert re.fullmatch(r"greedy +\d\.\d\d +\d\.\d\d to \d\.\d\d +\d+\.\d% +\d+\.\d%", rest[0])
    assert rest[1].startswith("uniform")
    assert "Results: runs/trial (360 games)" in said.out and "Report: reports/out/trial/index.html" in said.out
    assert "trial: 360 games with 3 players" in said.err
    frame = open_results("runs/trial").frame(["game", "strategy", "dog", "seat"])
    mixes = frame.groupby("game")["strategy"].agg(lambda seats: (seats == "greedy").sum())
    assert mixes.value_counts().to_dict() == {1: 180, 2: 180}
    assert Path("reports/out/trial/tables/league_pay_offs.csv").is_file()

    assert main(["league", "trial.toml"]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main(["league", "trial.toml", "--resume", "--games-per-mix", "200", "--report", "elsewhere"]) == 0
    assert open_results("runs/trial").games == 400
    assert (
        open_results("runs/trial").manifest["command"]
        == "simcore league trial.toml --games-per-mix 200 --report elsewhere"
    )
    assert Path("elsewhere/index.html").is_file()


def test_run_plays_a_league_too() -> None:
    assert main(["run", "trial.toml", "--out", "by_run"]) == 0
    assert main(["league", "trial.toml", "--out", "by_league"]) == 0
    assert open_results("by_run").table().equals(open_results("by_league").table())


def test_a_strategy_of_the_users_joins_every_mix(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(trial.parent, GOOD)
    assert main(["league", "trial.toml", "--strategy", "bold=mine.py"]) == 0
    assert "bold" in capsys.readouterr().out
    results = open_results("runs/trial")
    assert results.games == 6 * 180, "each of three strategies alone at a table of each other one"
    assert results.manifest["command"].endswith(" --strategy bold=mine.py")
    tables = results.frame(["game", "strategy"]).groupby("game")["strategy"].agg(lambda seats: " ".join(sorted(seats)))
    assert tables.value_counts().tolist() == [180] * 6


def test_mixes_that_are_listed_have_no_place_for_another(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(trial.parent, GOOD)
    listed = '[["uniform", "greedy", "greedy"]], pool = ["uniform", "greedy"]'
    trial.write_text(LEAGUE.replace('"one_against"', listed))
    assert main(["league", "trial.toml", "--strategy", "bold=mine.py"]) == 2
    assert '"bold" is in none of the mixes that trial lists' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("mixes", "said"),
    [
        ([["greedy", "uniform", "uniform"]], "greedy is strongest by all games: alone at the others' tables"),
        ([["greedy", "greedy", "uniform"]], "greedy is strongest by all games."),
        ([["greedy", "majority", "uniform"]], "greedy and majority are strongest by all games and cannot be told"),
        ([["greedy"] * 3, ["uniform"] * 3], "Who is strongest in the league cannot be told: not all of them met"),
    ],
)
def test_any_list_of_mixes_is_reported(trial: Path, mixes: list[list[str]], said: str) -> None:
    pool = sorted({name for mix in mixes for name in mix})
    trial.write_text(LEAGUE.replace('"one_against"', f"{json.dumps(mixes)}, pool = {json.dumps(pool)}"))
    assert main(["league", "trial.toml"]) == 0
    assert said in Path("reports/out/trial/report.md").read_text(encoding="utf-8")


def test_a_report_that_cannot_be_written_is_told_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(**where: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(where["dir"]))

    monkeypatch.setattr("reports.report.tempfile.TemporaryFile", refuse)
    assert main(["league", "trial.toml", "--report", "closed/page"]) == 2
    assert "closed/page: cannot be written (Permission denied); name another folder with --report" in (
        capsys.readouterr().err
    )
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('["uniform", "greedy"]', '["uniform", "gredy"]', 'did you mean "greedy"?'),
        ('["uniform", "greedy"]', '["uniform"]', "pool: found 1 entry;"),
        ('"one_against"', '[["uniform", "greedy"]]', "found 2 entries; allowed: a list of 3 words"),
        ('"one_against"', '"everything"', 'found "everything"; allowed: "one_against", "pairs", "all"'),
        ('"one_against", pool = ["uniform", "greedy"]', '"all", pool = ["uniform"]', "'mixes' of 1 strategy;"),
    ],
)
def test_what_is_no_league_is_told(
    trial: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, message: str
) -> None:
    text = trial.read_text()
    assert old in text
    trial.write_text(text.replace(old, new))
    assert main(["league", "trial.toml"]) == 2
    said = capsys.readouterr().err
    assert message in said and "Traceback" not in said
    assert not Path("runs").exists()


def test_other_experiments_are_no_leagues(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["league", "baseline"]) == 2
    assert 'a league needs draw = "mixes" of at least 2' in capsys.readouterr().err


def test_a_report_folder_that_is_none_is_refused_before_the_first_game(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    Path("mine/letter.txt").write_text("dear")
    assert main(["league", "trial.toml", "--report", "mine"]) == 2
    assert "mine: exists and is not a report" in capsys.readouterr().err
    assert not Path("runs").exists()
