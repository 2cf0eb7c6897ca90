"""`simcore balance` on real games: a planted fault is undone, and what cannot be bettered is said so."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from simcore.cli.main import main
from simcore.dogs.ruleset import ruleset_hash
from simcore.dogs.variant_file import load_varied
from simcore.results import open_results
from tests.strategies.own_files import GOOD, write

pytestmark = pytest.mark.slow

TRIAL = """
name = "trial"
question = "Is it fair?"
players = 3
games = 480
seed = 1
strategies = { pool = ["greedy"] }
"""
COINS = "dogs.omalley.abilities.profiteer.coins"
PLANTED = [
    *("balance", f"{COINS}=0:5", "--dogs", "omalley", "--ruleset", "base+rich_omalley", "--experiment", "trial.toml"),
    *("--games-per-point", "240", "--confirm", "960", "--threads", "1", "--out", "study"),
]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = tmp_path_factory.mktemp("room")
    (room / "trial.toml").write_text(TRIAL)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(room)
        assert main(PLANTED) == 0
    return room


@pytest.fixture(autouse=True)
def there(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(room)


def table(name: str, study: str = "study") -> pd.DataFrame:
    return pd.read_csv(Path(study, "report", "tables", f"{name}.csv"))


def test_the_planted_fault_is_undone_and_confirmed() -> None:
    tried = table("tried")
    assert tried[COINS].iloc[0] in (0, 1, 2), "in the game as it is Profiteer gives 1"
    [row] = table("index").to_dict("records")
    assert row["verdict"] == "more balanced"
    assert row["base"] > 0.1 > row["variant"]
    assert row["n_games"] == 960
    assert "Confirmed: on 960 fresh games" in Path("study/report/index.html").read_text()


def test_halving_leaves_the_better_half_and_adds_up_fresh_games() -> None:
    tried = table("tried")
    assert sorted(tried["rounds"]) == [1, 1, 1, 2, 3, 3]
    assert tried.set_index("rounds")["n_games"].to_dict() == {1: 240, 2: 240 + 480, 3: 240 + 480 + 960}
    seeds = {open_results(path.parent).manifest["seed"] for path in Path("study").glob("*/runs/*/manifest.json")}
    assert seeds == {1, 2, 3, 4}, "every round, and the confirmation, on seeds of their own"


def test_the_variant_is_written_and_sets_what_was_confirmed(capsys: pytest.CaptureFixture[str]) -> None:
    best = int(table("tried")[COINS].iloc[0])
    varied = load_varied("base", ["rich_omalley", "study/balanced.toml"])
    coins = {dog.name: dog.abilities for dog in varied.ruleset.dogs}["omalley"]
    assert [ability.amount for ability in coins] == ([best] if best else [])
    capsys.readouterr()
    assert main(["variant", "check", "study/balanced.toml"]) == 0, "it says what it changes"
    assert "has no effect" not in capsys.readouterr().err, "the variants that it was made for belong to it"
    fresh = open_results(f"study/fresh/runs/base+rich_omalley+{COINS}={best}").manifest
    assert fresh["ruleset"]["hash"] == ruleset_hash(varied.ruleset)


def test_a_search_goes_on_where_it_was_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    page = Path("study/report/index.html").read_bytes()
    assert main(PLANTED) == 2
    assert "holds complete results already" in capsys.readouterr().err
    assert main([*PLANTED, "--resume"]) == 0
    assert Path("study/report/index.html").read_bytes() == page
    assert "Variant: study/balanced.toml" in capsys.readouterr().out


def test_a_number_without_effect_is_left_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["balance", "short_game.houses_removed=1:2", "--experiment", "trial.toml", "--out", "idle"]
    Path("idle").mkdir()
    Path("idle/balanced.toml").write_text("of a search that is replaced")
    small = ["--games-per-point", "120", "--confirm", "120", "--threads", "1", "--overwrite"]
    assert main([*arguments, *small]) == 0
    said = capsys.readouterr().out
    assert "short_game.houses_removed = 2, the ruleset's own" in said
    assert "Variant: none written, since the best values are those of the ruleset itself" in said
    assert not Path("idle/balanced.toml").exists()
    [row] = table("index", "idle").to_dict("records")
    assert row["verdict"] == "the same in every game"
    assert row["change"] == row["change_low"] == row["change_high"] == 0.0, "rules do not differ from themselves"
    differences = table("difference", "idle")
    ends = ["ci_low", "ci_high", "family_low", "family_high"]
    assert len(differences) == 5 and (differences[["difference", *ends]] == 0.0).all(axis=None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([f"{COINS}=0"], "allowed: PARAMETER=LOW:HIGH in whole numbers"),
        ([f"{COINS}=5:1"], "with LOW below HIGH"),
        (["soldiers.knigt.cost=1:3"], 'did you mean "knight"?'),
        (["soldiers.knight.cost=0:3"], "soldiers.knight.cost: found 0; allowed: a whole number from 1 to 50"),
        ([f"{COINS}=0:2", f"{COINS}=0:3"], "twice"),
        ([f"years.income={n}:9" for n in range(5)], "found 5; allowed: one to 4"),
        ([f"{COINS}=0:5", "--dogs", "macbet"], 'did you mean "macbeth"?'),
        ([f"{COINS}=0:5", "--budget", "1000"], "--budget: found 1,000 games; allowed: at least 40,000"),
        ([f"{COINS}=0:5", "--margin", "-1"], "--margin: found -1"),
    ],
)
def test_faulty_requests(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["balance", "--experiment", "trial.toml", "--out", "faulty", *arguments]) == 2
    said = capsys.readouterr().err
    assert message in said and "Traceback" not in said
    assert not Path("faulty").exists()


def test_a_strategy_of_the_users_takes_part_in_every_round(room: Path) -> None:
    write(room, GOOD)
    begin = ["balance", f"{COINS}=0:3", "--experiment", "trial.toml", "--games-per-point", "24", "--confirm", "24"]
    assert main([*begin, "--strategy", "bold=mine.py", "--threads", "1", "--out", "own"]) == 0
    played = [open_results(path.parent).manifest for path in Path("own").glob("*/runs/*/manifest.json")]
    assert {manifest["seed"] for manifest in played} == {1, 2, 3}, "two rounds, and the confirmation"
    assert all(manifest["strategies"] == ["greedy", "bold"] for manifest in played)
    assert all(manifest["command"].endswith(" --strategy bold=mine.py") for manifest in played)
