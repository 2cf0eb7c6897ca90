"""`simcore balance --retune`: scripts learn each candidate before it is judged, and what that changes is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from simcore.cli import retuning
from simcore.cli.main import main
from simcore.cli.prepare import prepare
from simcore.dogs.tuning import DogsProblem
from simcore.results import open_results

pytestmark = pytest.mark.slow

SHY = """
from simcore.rng import below
from strategies.base import strategy


@strategy(parameters={"boldness": 1.0})
def shy(rules, public, own, settings, chance, choice):
    \"\"\"Goes on placing with a chance of a quarter a boldness, where its first fitting Soldier fits.\"\"\"
    choice.passes = 1
    if public.captains[own.seat] > 0 and below(chance, 1000) < 250 * settings.value[0]:
        side = below(chance, 2 * public.battles)
        if (public.closed[own.seat] >> side) & 1:
            return
        for space in range(rules.spaces):
            for soldier in range(rules.space_needs[public.tile[side], space], 4):
                if own.soldiers[soldier] > 0 and public.occupant[side, space] < 0:
                    choice.passes = 0
                    choice.battle, choice.side, choice.space, choice.soldier = side // 2, side % 2, space, soldier
"""
RULES = """
name = "paid"
title = "O'Malley is paid for what he places, the others beforehand"
why = "A script that seldom places seldom gets what O'Malley is paid for: is it tuned?"
dogs.omalley.abilities = [{ kind = "placement_coins", coins = 4 }]
dogs.blackmane.abilities = [{ kind = "starting_coins", coins = 10 }]
dogs.macbeth.abilities = [{ kind = "starting_coins", coins = 10 }]
dogs.nameless_conqueror.abilities = [{ kind = "starting_coins", coins = 10 }]
dogs.stormcrow.abilities = [{ kind = "starting_coins", coins = 10 }]
"""
TRIAL = """
name = "trial"
question = "Is it fair?"
players = 3
games = 480
seed = 1
strategies = { pool = ["shy"], entries.shy.file = "shy.py" }
"""
COINS = "dogs.omalley.abilities.placement_coins.coins"
ARGUMENTS = [
    *("balance", f"{COINS}=0:4", "--dogs", "omalley", "--ruleset", "base+paid.toml", "--experiment", "trial.toml"),
    *("--games-per-point", "1200", "--budget", "100000", "--confirm", "2400", "--threads", "1"),
]
RETUNE = [*ARGUMENTS, "--retune", "--retune-games", "20000"]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = tmp_path_factory.mktemp("room")
    for name, text in (("shy.py", SHY), ("paid.toml", RULES), ("trial.toml", TRIAL)):
        (room / name).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(room)
        patch.setattr(retuning, "LEAST_GAMES", 1_000)
        assert main([*RETUNE, "--out", "study"]) == 0
    return room


@pytest.fixture(autouse=True)
def there(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(room)
    monkeypatch.setattr(retuning, "LEAST_GAMES", 1_000)


def table(name: str, study: str = "study") -> pd.DataFrame:
    return pd.read_csv(Path(study, "report", "tables", f"{name}.csv"))


def test_scripts_that_ignore_the_change_would_give_another_answer() -> None:
    """Who places is paid 1 coin a time: over a game that makes up for the others' 10 coins, but not for the shy."""
    assert table("tried")[COINS].iloc[0] == 1
    page = Path("study/report/index.html").read_text()
    assert "Confirmed: on 2,400 fresh games" in page
    assert "Without tuning" in page and "placement_coins.coins = 4 would seem best" in page
    by = {(row[COINS], row["scripts"]): row for row in table("scripts").to_dict("records")}
    assert set(by) == {(1, "tuned"), (1, "plain"), (4, "tuned"), (4, "plain")}
    assert all(row["n_games"] == 2_400 for row in by.values())
    assert by[1, "tuned"]["ci_high"] < 0.05 < by[1, "plain"]["ci_low"]
    assert by[4, "tuned"]["ci_low"] > 0.3
    assert "shy tuned for every point, 20,000 games each" in page


def test_what_tuning_gained_is_told_for_the_ruleset_itself_and_for_the_best_values() -> None:
    gains = {(row["rules"], row["dog"]): row for row in table("gains").to_dict("records")}
    assert {rules for rules, _ in gains} == {"start", "itself", "best"}
    assert gains["start", "all"]["ci_low"] > 0.3
    assert gains["itself", "all"]["gain"] < 0.05, "the first tuning has found what there is"
    assert all(row["n_games"] > 0 for row in gains.values())


def test_the_weights_at_the_chosen_values_can_be_named_by_an_experiment() -> None:
    entry = 'shy = { file = "shy.py", weights = "study/weights/shy.toml" }'
    Path("again.toml").write_text(
        TRIAL.replace('"trial"', '"again"').replace('entries.shy.file = "shy.py"', f"entries.{entry}")
    )
    tuned = prepare("again.toml").experiment.tuned["shy"]
    fresh = open_results(f"study/fresh/runs/base+paid+{COINS}=1").manifest["strategy_params"]["shy"]["boldness"]
    of_dog = fresh if isinstance(fresh, dict) else dict.fromkeys(tuned, fresh)
    assert {dog: values["boldness"] for dog, values in tuned.items()} == of_dog
    assert min(of_dog.values()) > 2


def test_tunings_play_seeds_of_their_own() -> None:
    measured = {open_results(path.parent).manifest["seed"] for path in Path("study").rglob("runs/*/manifest.json")}
    journals = [json.loads(path.read_bytes())["identity"]["seed"] for path in Path("study/retuned").rglob("*.json")]
    assert len(journals) == 6 and len(set(journals)) == 1, "the ruleset itself to begin with, then every candidate"
    assert min(abs(seed - journals[0]) for seed in measured) > 1_000_000


def test_a_search_that_was_stopped_goes_on_to_the_same_answer_whatever_the_threads(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = [*RETUNE, "--out", "stopped"]
    play, calls = DogsProblem.play, 0

    def interrupted(*asked: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 60:
            raise KeyboardInterrupt
        return play(*asked)

    with monkeypatch.context() as patch:
        patch.setattr(DogsProblem, "play", interrupted)
        assert main(begin) == 130
    said = capsys.readouterr().err
    assert "kept in stopped/retuned" in said and "--retune --dogs omalley" in said and "--resume" in said
    assert main(begin) == 2
    assert "--resume" in capsys.readouterr().err
    begin[begin.index("--threads") + 1] = "2"
    assert main([*begin, "--resume"]) == 0
    for name in ("tried", "index", "scripts", "gains", "win_share"):
        assert (
            Path(f"stopped/report/tables/{name}.csv").read_bytes()
            == Path(f"study/report/tables/{name}.csv").read_bytes()
        )


def test_what_is_replaced_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop after --overwrite leaves no journal of the study before that --resume would stumble over."""
    begin = [*RETUNE, "--out", "stopped", "--overwrite"]
    begin[begin.index("20000")] = "10000"

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(DogsProblem, "play", interrupted)
        assert main(begin) == 130
    assert not list(Path("stopped/retuned").rglob("*.json"))
    assert main([*begin[:-1], "--resume"]) == 0
    assert "shy tuned for every point, 10,000 games each" in Path("stopped/report/index.html").read_text()


def test_a_tuning_by_other_options_is_not_taken_for_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    other = [*RETUNE, "--out", "study", "--resume"]
    other[other.index("20000")] = "30000"
    assert main(other) == 2
    assert "what differs is the number of games" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--retune-games", "20000"], "--retune-games: found without --retune"),
        (["--retune-strategies", "shy"], "--retune-strategies: found without --retune"),
        (["--retune", "--retune-games", "7"], "--retune-games: found 7; allowed: a whole number from 1_000"),
        (["--retune", "--retune-strategies", "shi"], 'found "shi"; did you mean "shy"?'),
        (["--retune", "--retune-strategies", "shy,uniform"], 'found "uniform"; allowed: "shy"'),
        (["--retune", "--experiment", "uniform_4"], "no strategy of uniform_4 has parameters"),
    ],
)
def test_faulty_requests(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main([*ARGUMENTS, "--out", "faulty", *arguments]) == 2
    said = capsys.readouterr().err
    assert message in said and "Traceback" not in said
    assert not Path("faulty").exists()
