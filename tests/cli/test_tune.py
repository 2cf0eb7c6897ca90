"""`simcore tune`: what it finds, keeps and says, how it goes on, and what it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simcore import progress, tuning
from simcore.cli import tunable
from simcore.cli.main import main
from simcore.tuning import Step
from simcore.weights import Weights, read_weights
from simcore.wording import counted
from strategies.dogs import WEIGHTS
from strategies.dogs.greedy import greedy
from strategies.loading import find_strategy
from tests.cli.test_run import fails
from tests.reference.situations import base

DOGS = [dog.name for dog in base().dogs]
QUICK = ["--players", "3", "--games", "4000", "--parameters", "vp_per_coin,vp_per_strength", "--seed", "5"]
TUNE = ["tune", "greedy", *QUICK]
CHECKPOINT = Path("runs/weights/greedy.toml.3-all.checkpoint")

TRIAL = """
name = "trial"
question = "Does tuning help?"
players = 3
games = 60
seed = 1
strategies.pool = ["greedy", "tuned"]
strategies.entries.tuned = { strategy = "greedy", weights = "weights.toml" }
"""
BY_HAND = """
strategy = "greedy"
[[tuned]]
players = 3
command = "by hand"
dogs.macbeth = { vp_per_strength = 2.0 }
"""


@pytest.fixture(autouse=True)
def _few_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder of its own, and let tunings be short."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tunable, "LEAST_GAMES", 1_000)


def weights(path: str = "runs/weights/greedy.toml") -> Weights:
    return read_weights(Path(path), "greedy", greedy.parameters, DOGS)


def test_tuning_says_what_it_found_and_keeps_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(TUNE) == 0
    said = capsys.readouterr()
    assert "greedy: tuning 2 parameters for blackmane, macbeth" in said.err
    assert "The objective is the share of wins, and 0.01 for each VP of lead over the best opponent." in said.err
    assert "tuning all, generation 1 of" in said.err
    assert "on games not seen before" in said.out
    assert "confirmed" in said.out.lower()
    assert "Weights: runs/weights/greedy.toml" in said.out
    (block,) = weights().blocks
    command = "simcore tune greedy --players 3 --parameters vp_per_coin,vp_per_strength --games 4000 --seed 5"
    assert block.command == command
    assert block.provenance["field"] == ["greedy"]
    assert set(block.gains) == {"all", *DOGS}
    assert not CHECKPOINT.exists()


def test_the_same_command_gives_the_same_file_whatever_the_threads() -> None:
    for threads in ("1", "2"):
        assert main([*TUNE, "--threads", threads, "--out", f"{threads}.toml"]) == 0
    assert Path("1.toml").read_bytes() == Path("2.toml").read_bytes()


def test_ideas_that_are_switched_off_stay_off_unless_they_are_named() -> None:
    asked = tunable.Request("greedy", 3, "all", None, None, None, None, None, 1)
    assert set(tunable.make_tunable(asked, 1).names) == {name for name, value in greedy.parameters.items() if value}
    named = tunable.make_tunable(replace(asked, parameters="spite"), 1)
    assert named.names == ("spite",)
    assert named.start.tolist() == [0.0]


def test_one_dog_alone_is_tuned_and_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TUNE, "--dog", "stormcrow", "--out", "one.toml"]) == 0
    (block,) = weights("one.toml").blocks
    assert (list(block.dogs), block.default, list(block.gains)) == (["stormcrow"], None, ["stormcrow"])
    assert set(block.dogs["stormcrow"]) == {"vp_per_coin", "vp_per_strength"}
    assert "blackmane" not in capsys.readouterr().out


def test_other_weights_in_the_file_stay_and_the_same_ones_are_kept_or_replaced(
    capsys: pytest.CaptureFixture[str],
) -> None:
    four = BY_HAND.replace("players = 3", "players = 4").replace("macbeth", "omalley")
    Path("mine.toml").write_text(BY_HAND + four.replace('strategy = "greedy"', ""))
    assert main([*TUNE, "--dog", "stormcrow", "--out", "mine.toml"]) == 0
    assert [(block.players, list(block.dogs)) for block in weights("mine.toml").blocks] == [
        (3, ["macbeth"]),
        (3, ["stormcrow"]),
        (4, ["omalley"]),
    ]
    before = Path("mine.toml").read_bytes()
    assert "holds weights for 3 players and such Dogs already" in fails([*TUNE, "--out", "mine.toml"], capsys)
    assert Path("mine.toml").read_bytes() == before
    assert main([*TUNE, "--dog", "stormcrow", "--out", "mine.toml", "--overwrite"]) == 0
    assert Path("mine.toml").read_bytes() == before


@pytest.mark.parametrize("stop_after", [0, 2, 7])
def test_ctrl_c_leaves_a_checkpoint_and_the_command_that_goes_on_exactly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, stop_after: int
) -> None:
    main([*TUNE, "--out", "whole.toml"])
    with monkeypatch.context() as patched:
        patched.setattr(progress, "tuning_progress", pressed_after(stop_after))
        said = fails(TUNE, capsys, code=130)
    assert f"{CHECKPOINT} keeps {counted(1 + stop_after, 'step')};" in said
    assert f"\n  simcore tune greedy {' '.join(sorted_options())} --resume\n" in said
    assert "go on with it by --resume" in fails(TUNE, capsys)
    assert main([*TUNE, "--resume"]) == 0
    assert Path("runs/weights/greedy.toml").read_bytes() == Path("whole.toml").read_bytes()
    assert not CHECKPOINT.exists()


def sorted_options() -> list[str]:
    """Return QUICK in the order in which the command is told."""
    return [*QUICK[:2], *QUICK[4:6], *QUICK[2:4], *QUICK[6:]]


def pressed_after(steps: int) -> Any:
    @contextmanager
    def pressed() -> Iterator[Any]:
        told = 0

        def show(step: Step) -> None:
            nonlocal told
            told += 1
            if told > steps:
                raise KeyboardInterrupt

        yield show

    return pressed


def test_another_tuning_does_not_go_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(progress, "tuning_progress", pressed_after(1))
        fails(TUNE, capsys, code=130)
    said = fails([*TUNE[:-1], "6", "--resume"], capsys)
    assert "what differs is the seed" in said


def test_minutes_become_a_number_of_games_that_reproduces_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tunable, "_MEASURED_SECONDS", 0.01)
    monkeypatch.setattr(tunable, "_ROUND", 1_000)
    options = [word for word in QUICK if word not in ("--games", "4000")]
    assert main(["tune", "greedy", *options, "--dog", "macbeth", "--budget-minutes", "0.001", "--out", "a.toml"]) == 0
    (block,) = weights("a.toml").blocks
    assert "--games" in block.command
    assert "minutes" not in block.command
    assert main([*block.command.split()[1:], "--out", "b.toml"]) == 0
    assert Path("a.toml").read_bytes() == Path("b.toml").read_bytes()


def test_the_field_of_an_experiment_has_its_weights(capsys: pytest.CaptureFixture[str]) -> None:
    Path("trial.toml").write_text(TRIAL)
    Path("weights.toml").write_text(BY_HAND)
    command = ["tune", "greedy", "--experiment", "trial.toml", *QUICK[2:], "--dog", "omalley"]
    assert main([*command, "--out", "one.toml"]) == 0
    assert "against greedy, tuned, seed 5" in capsys.readouterr().err
    Path("weights.toml").write_text(BY_HAND.replace("2.0", "0.0"))
    assert main([*command, "--out", "other.toml"]) == 0
    assert weights("one.toml").blocks[0].gains != weights("other.toml").blocks[0].gains


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gredy", "--players", "3"], 'STRATEGY: found "gredy"; did you mean "greedy"? allowed: "uniform", "greedy", '),
        (["uniform", "--players", "3"], "uniform has no parameters; there is nothing to tune"),
        (["greedy"], "--players: missing; allowed: a whole number from 3 to 5, or an --experiment"),
        (["greedy", "--players", "6"], "--players: found 6; allowed: a whole number from 3 to 5"),
        (["greedy", "--players", "3", "--dog", "macbet"], '--dog: found "macbet"; did you mean "macbeth"?'),
        (
            ["greedy", "--players", "3", "--field", "greedy,unifrom"],
            '--field: found "unifrom"; did you mean "uniform"?',
        ),
        (["greedy", "--players", "3", "--field", "greedy,greedy"], "--field: found greedy,greedy; allowed: each name"),
        (["greedy", "--players", "3", "--parameters", "vp"], '--parameters: found "vp"'),
        (["greedy", "--players", "3", "--games", "999"], "--games: found 999; allowed: a whole number from 1,000"),
        (["greedy", "--players", "3", "--budget-minutes", "0"], "--budget-minutes: found 0; allowed: more than 0"),
        (["greedy", "--players", "3", "--budget-minutes", "nan"], "--budget-minutes: found nan"),
        (["greedy", "--players", "3", "--games", "5000", "--budget-minutes", "1"], "found both; allowed: one of them"),
        (["greedy", "--field", "greedy", "--experiment", "baseline"], "--field and --experiment: found both"),
        (["greedy", "--players", "3", "--experiment", "baseline"], "--players: found 3; baseline says 4"),
        (["greedy", "--experiment", "baselin"], 'did you mean "baseline"?'),
        (["greedy", "--players", "3", "--seed", "-1"], "--seed: found -1"),
        (["greedy", "--players", "3", "--resume"], "there is nothing to go on with; leave out --resume"),
    ],
)
def test_bad_input_is_told_and_ends_with_2(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in fails(["tune", *words], capsys)


def test_a_file_that_is_no_weights_file_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.toml").write_text("strategy = 'meek'\n")
    said = fails([*TUNE, "--out", "notes.toml"], capsys)
    assert "notes.toml: 2 faults" in said
    assert Path("notes.toml").read_text() == "strategy = 'meek'\n"
    Path("taken").write_text("")
    assert "taken: cannot be made" in fails([*TUNE, "--out", "taken/greedy.toml"], capsys)


def test_an_experiment_plays_entries_with_their_numbers() -> None:
    """Tuned numbers of one Dog: games without it are as with the script itself, and some with it are not."""
    from simcore.results import open_results

    Path("trial.toml").write_text(TRIAL.replace("strategies.pool", 'strategies.draw = "fixed"\nstrategies.pool'))
    Path("weights.toml").write_text(BY_HAND)
    text = Path("trial.toml").read_text()
    tables = []
    for pool in ('["tuned", "tuned", "tuned"]', '["greedy", "greedy", "greedy"]'):
        changed = text.replace('["greedy", "tuned"]', pool)
        kept = [line for line in changed.splitlines() if "tuned" in pool or "entries" not in line]
        Path("trial.toml").write_text("\n".join(kept))
        assert main(["run", "trial.toml", "--overwrite"]) == 0
        tables.append(open_results("runs/trial").table().to_pandas().drop(columns="strategy"))
        if "tuned" in pool:
            manifest = open_results("runs/trial").manifest
    tuned, plain = tables
    with_macbeth = tuned.groupby("game")["dog"].transform(lambda dogs: (dogs == "macbeth").any())
    assert tuned[~with_macbeth].equals(plain[~with_macbeth])
    assert not tuned[with_macbeth].equals(plain[with_macbeth])
    strength = manifest["strategy_params"]["tuned"]["vp_per_strength"]
    assert strength == {dog: 2.0 if dog == "macbeth" else greedy.parameters["vp_per_strength"] for dog in DOGS}
    assert manifest["strategy_params"]["tuned"]["vp_per_coin"] == greedy.parameters["vp_per_coin"]


def test_a_strategy_in_a_file_is_tuned_and_takes_part_with_its_weights() -> None:
    from simcore.results import open_results

    assert main(["strategy", "new", "mine.py"]) == 0
    mine = find_strategy("mine.py")
    chosen = ",".join(list(mine.parameters)[:2])
    options = ["--players", "3", "--games", "4000", "--dog", "macbeth", "--parameters", chosen]
    assert main(["tune", "mine.py", *options, "--out", "weights.toml"]) == 0
    text = TRIAL.replace('strategy = "greedy"', 'file = "mine.py"')
    Path("trial.toml").write_text(text)
    assert main(["run", "trial.toml"]) == 0
    manifest = open_results("runs/trial").manifest
    assert manifest["strategies"] == ["greedy", "tuned"]
    assert manifest["strategy_files"]["tuned"]["path"].endswith("mine.py")
    assert manifest["experiment"]["strategies"]["entries"]["tuned"]["file"] == "mine.py"


def test_an_entry_is_named_where_its_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("trial.toml").write_text(TRIAL)
    Path("weights.toml").write_text(BY_HAND)
    assert main(["replay", "trial.toml", "--game", "3"]) == 0
    assert "tuned" in capsys.readouterr().out


@pytest.mark.parametrize("file", sorted(WEIGHTS.glob("*.toml")), ids=lambda file: str(file.stem))
def test_shipped_weights_are_sound_and_their_gain_is_confirmed(file: Path) -> None:
    from strategies.dogs import load_strategy

    shipped = read_weights(file, file.stem, load_strategy(file.stem).parameters, DOGS)
    assert shipped.sizes == (3, 4, 5)
    for block in shipped.blocks:
        assert block.command.startswith(f"simcore tune {file.stem} --players {block.players} ")
        assert block.gains["all"].confirmed
        assert block.gains["all"].games >= 20_000


def test_the_least_number_of_games_is_enough_for_every_part() -> None:
    assert tuning.LEAST_GAMES >= 100_000
