"""`simcore balance --retune`: scripts learn each candidate before it is judged, and what that changes is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from simcore.cli import retuning
from simcore.cli.main import main
from simcore.cli.retuning import Retuner, asked_of
from simcore.cli.room import Room
from simcore.dogs.tuning import DogsProblem
from simcore.dogs.variant_file import load_varied
from simcore.prepare.arms import Arm, arm_of
from simcore.prepare.prepared import prepare
from simcore.results import open_results
from simcore.weights import read_weights
from strategies.dogs.greedy import greedy
from tests.cli.arguments import replaced

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


def test_the_weights_name_the_command_that_made_them() -> None:
    text = Path("study/weights/shy.toml").read_text()
    assert 'command = "simcore balance ' in text
    assert "simcore tune" not in text
    assert "--resume" not in text


def test_a_strategy_of_the_command_line_is_tuned_like_an_entry() -> None:
    small = ["--games-per-point", "24", "--confirm", "24", "--retune-games", "1000"]
    Path("plain.toml").write_text(TRIAL.replace(', entries.shy.file = "shy.py"', "").replace('"trial"', '"plain"'))
    assert main(replaced(RETUNE, *small, "--out", "by_entry")) == 0
    plain = replaced(RETUNE, *small, "--experiment", "plain.toml", "--strategy", "shy=shy.py")
    assert main([*plain, "--out", "by_option"]) == 0
    entry, option = (
        read_weights(Path(study, "weights", "shy.toml"), "shy", {"boldness"}, prepare("trial.toml").dogs)
        for study in ("by_entry", "by_option")
    )
    assert [block.dogs for block in option.blocks] == [block.dogs for block in entry.blocks]
    assert option.blocks[0].command.endswith(" --strategy shy=shy.py")


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
        (["--retune", "--retune-games", "7"], "--retune-games: found 7; allowed: a whole number from 1,000"),
        (["--retune", "--retune-strategies", "shi"], 'found "shi"; did you mean "shy"?'),
        (["--retune", "--retune-strategies", "shy,uniform"], 'found "uniform"; allowed: "shy"'),
        (["--retune", "--experiment", "uniform_4"], "no strategy of uniform_4 has parameters"),
    ],
)
def test_faulty_requests(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(replaced(ARGUMENTS, "--out", "faulty", *arguments)) == 2
    said = capsys.readouterr().err
    assert message in said and "Traceback" not in said
    assert not Path("faulty").exists()


MIXED = """
name = "mixed"
question = "Who is tuned, from what?"
players = 3
games = 60
seed = 3

[strategies]
pool = ["greedy", "uniform", "rich"]

[strategies.entries.rich]
strategy = "greedy"
weights = "greedy"

[strategies.params.rich]
vp_per_coin = 0.9
"""


@pytest.fixture(scope="module")
def mixed(room: Path) -> tuple[Retuner, Arm]:
    """Return what tunes the strategies of an experiment by very few games, and the experiment by dearer Knights."""
    (room / "mixed.toml").write_text(MIXED)
    prepared = prepare(str(room / "mixed.toml"))
    itself = arm_of(prepared, load_varied("base"), "base", [])
    asked = asked_of(True, None, None, prepared)
    assert asked is not None and asked.names == ("greedy", "rich"), "uniform has nothing to tune"
    retuner = Retuner(replace(asked, games=1_000), itself, Room(room / "mixed", 1, False, False, "simcore balance"), 2)
    return retuner, arm_of(prepared, load_varied("base", ["dear_knights"]), "base", ["dear_knights"])


def test_a_tuning_begins_with_what_the_experiment_gives_and_keeps_what_it_fixes(mixed: tuple[Retuner, Arm]) -> None:
    retuner, dear = mixed
    shipped = prepare("mixed.toml").experiment.tuned["rich"]
    assert shipped["macbeth"], "the entry has weights to begin with"
    for found in (retuner.start["rich"], retuner.of(dear)["rich"]):
        assert set(found.tuned) == set(shipped)
        assert all(found.tuned[dog]["vp_per_coin"] == shipped[dog].get("vp_per_coin") for dog in shipped)
    _, names, identity = retuner._problem(dear, {}, "rich")
    start = dict(zip(names, identity["strategy"][2][1], strict=True))
    assert "vp_per_coin" not in names and start.items() <= {**greedy.parameters, **shipped["macbeth"]}.items()
    assert "vp_per_coin" in retuner._problem(dear, {}, "greedy")[1]


def test_candidates_are_tuned_against_tuned_and_untuned_alike(mixed: tuple[Retuner, Arm]) -> None:
    retuner, dear = mixed
    start = {name: found.tuned for name, found in retuner.start.items()}
    field = retuner._problem(dear, start, "greedy")[2]["field"]
    names = ["greedy", "uniform", "rich", "greedy (before)", "uniform (before)", "rich (before)"]
    assert [name for name, _ in field[0]] == names
    settings, tuned = field[1:]
    assert settings["rich (before)"] == settings["rich"] == {"vp_per_coin": 0.9}
    assert tuned["greedy (before)"] == tuned["greedy (tuned)"] == start["greedy"]
    assert "greedy" not in tuned, "the experiment gives it nothing"


def test_an_arm_plays_by_what_was_tuned_for_it_under_the_experiments_names(mixed: tuple[Retuner, Arm]) -> None:
    retuner, dear = mixed
    arm = retuner.applied(dear)
    asked = arm.prepared.experiment
    assert asked.strategy_names == ("greedy", "uniform", "rich")
    assert asked.tuned == {name: found.tuned for name, found in retuner.of(dear).items()}
    params = arm.prepared.plan("", "").strategy_params
    assert params["rich"]["vp_per_coin"] == 0.9
    assert params["uniform"] == dear.prepared.plan("", "").strategy_params["uniform"]
    of_greedy, of_rich = retuner.save(dear)
    assert (of_greedy.name, of_rich.name) == ("greedy.toml", "rich.toml")
    dogs = list(dear.prepared.dogs)
    for path, name in ((of_greedy, "greedy"), (of_rich, "rich")):
        kept = read_weights(path, "greedy", greedy.parameters, dogs)
        assert {dog: kept.values(3, dog) for dog in dogs} == asked.tuned[name]
