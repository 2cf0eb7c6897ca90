"""Entries of an experiment: scripts under names of its own, with weights, and every fault in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from simcore.entries import FileStrategy, Shelf
from simcore.errors import FaultyInput, UserError
from simcore.experiment import Experiment, load_experiment

DOGS = ("blackmane", "macbeth", "omalley", "nameless_conqueror", "stormcrow")
STRATEGIES = {"greedy": {"vp_per_coin": 0.5, "patience": 1.0}, "uniform": {}}

GOOD = """
name = "trial"
question = "Does tuning help?"
players = 3
games = 10
seed = 0

[strategies]
pool = ["greedy", "tuned", "mine"]

[strategies.entries.tuned]
strategy = "greedy"
weights = "greedy"

[strategies.entries.mine]
strategy = "greedy"
weights = "own/mine.toml"

[strategies.params.tuned]
patience = 3.0
"""

WEIGHTS = """
strategy = "greedy"
[[tuned]]
players = 3
command = "by hand"
default = { patience = 2.0 }
dogs = { macbeth = { vp_per_coin = 0.75 } }
"""

Load = Callable[..., Experiment]


def read_strategy(path: Path) -> FileStrategy:
    if path.name != "bold.py":
        raise UserError(f"{path}: there is no such file")
    return FileStrategy("bold", {"nerve": 1.0})


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Return a function that loads a text as experiment "trial", with shipped and own weights beside it."""
    for folder, name in (("shipped", "greedy"), ("own", "mine")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.toml").write_text(WEIGHTS)

    def load(text: str = GOOD, files: bool = True) -> Experiment:
        (tmp_path / "trial.toml").write_text(text)
        shelf = Shelf(tmp_path / "shipped", read_strategy if files else None)
        return load_experiment(tmp_path / "trial.toml", STRATEGIES, lambda ruleset, folder: DOGS, shelf)

    return load


def faults(load: Load, text: str) -> list[str]:
    with pytest.raises(FaultyInput) as caught:
        load(text)
    return caught.value.faults


def test_entries_take_part_under_their_own_names(load: Load) -> None:
    experiment = load()
    assert experiment.strategy_names == ("greedy", "tuned", "mine")
    assert experiment.entries["tuned"].strategy == "greedy"
    assert experiment.tuned["mine"] == {
        dog: {"vp_per_coin": 0.75} if dog == "macbeth" else {"patience": 2.0} for dog in DOGS
    }
    assert experiment.params == {"tuned": {"patience": 3.0}}


def test_an_entry_needs_no_weights(load: Load) -> None:
    experiment = load(GOOD.replace('weights = "greedy"\n', ""))
    assert experiment.tuned["tuned"] == {}
    assert "weights" not in experiment.content()["strategies"]["entries"]["tuned"]


def test_a_strategy_may_come_from_a_file(load: Load, tmp_path: Path) -> None:
    text = GOOD.replace('strategy = "greedy"\nweights = "own/mine.toml"', 'file = "bold.py"').replace(
        "params.tuned]\npatience", "params.mine]\nnerve"
    )
    experiment = load(text)
    assert experiment.entries["mine"].from_file
    assert experiment.params == {"mine": {"nerve": 3.0}}
    assert experiment.content()["strategies"]["entries"]["mine"] == {"file": "bold.py"}


def test_hash_follows_the_numbers_in_the_weights(load: Load, tmp_path: Path) -> None:
    before = load().hash()
    assert load(GOOD).hash() == before
    (tmp_path / "own" / "mine.toml").write_text(WEIGHTS.replace("0.75", "0.76"))
    assert load().hash() != before


def test_weights_for_other_tables_do_not_count(load: Load, tmp_path: Path) -> None:
    more = WEIGHTS + '\n[[tuned]]\nplayers = 4\ncommand = "by hand"\ndefault = { patience = 9.0 }\n'
    before = load().hash()
    (tmp_path / "own" / "mine.toml").write_text(more)
    assert load().hash() == before


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            'strategy = "greedy"',
            'strategy = "gredy"',
            'strategies.entries.tuned.strategy: found "gredy"; did you mean "greedy"?',
        ),
        ('strategy = "greedy"\n', "", "strategies.entries.tuned.strategy: missing"),
        ('strategy = "greedy"\n', 'strategy = "greedy"\nwait = 1\n', "strategies.entries.tuned.wait: unknown key"),
        ('weights = "greedy"', 'weights = "gredy"', 'weights: found "gredy"; did you mean "greedy"? allowed: "greedy"'),
        ('weights = "greedy"', "weights = 3", "strategies.entries.tuned.weights: found 3"),
        ('"own/mine.toml"', '"own/none.toml"', "strategies.entries.mine.weights: "),
        ("players = 3", "players = 4", "for 3 players; allowed: weights for 4 players"),
        ("entries.mine", "entries.uniform", "strategies.entries.uniform: is the name of a known strategy"),
        ("entries.mine", 'entries."My own"', "is not a possible name; allowed: made of a-z, 0-9 and _"),
        (', "mine"]', "]", "strategies.entries.mine: takes no part; allowed: entries that are in the pool"),
        (
            ', "mine"]',
            ', "mein"]',
            'strategies.pool[3]: found "mein"; did you mean "mine"? allowed: "greedy", "uniform", "tuned", "mine"',
        ),
        ("patience = 3.0", "nerve = 3.0", "strategies.params.tuned.nerve: unknown parameter"),
        ("params.tuned", "params.tund", "strategies.params.tund: unknown strategy of the pool"),
        ('strategy = "greedy"\n', 'file = "bald.py"\n', "bald.py: there is no such file"),
        (
            'strategy = "greedy"\n',
            'file = "bold.txt"\n',
            'found "bold.txt"; allowed: text in quotation marks, the path',
        ),
        ('weights = "greedy"\n', 'file = "bold.py"\n', 'tuned.strategy: found "file" and "strategy"; allowed: one'),
    ],
)
def test_every_fault_is_told(load: Load, old: str, new: str, fault: str) -> None:
    assert old in GOOD
    assert any(fault in found for found in faults(load, GOOD.replace(old, new, 1)))


def test_an_entry_with_the_name_of_a_known_strategy_is_one_fault_and_lists_that_name_once(load: Load) -> None:
    (fault,) = faults(load, GOOD.replace("entries.mine", "entries.uniform").replace(', "mine"]', "]"))
    assert "entries.uniform: is the name of a known strategy" in fault
    both = faults(load, GOOD.replace("entries.mine", "entries.uniform").replace('"mine"]', '"mein"]'))
    assert len(both) == 2
    assert both[0].endswith('strategies.pool[3]: found "mein"; allowed: "greedy", "uniform", "tuned"')


def test_an_entry_is_a_table(load: Load) -> None:
    text = GOOD[: GOOD.index("[strategies.entries.mine]")] + '[strategies.entries]\nmine = "greedy"\n'
    (fault,) = faults(load, text)
    assert 'strategies.entries.mine: found "greedy"; allowed: a table' in fault


def test_all_faults_are_told_at_once(load: Load) -> None:
    text = GOOD.replace('strategy = "greedy"', 'strategy = "gredy"', 1).replace("own/mine", "own/none")
    assert len(faults(load, text.replace("patience = 3.0", "patience = nan"))) == 3


def test_faulty_weights_speak_for_themselves(load: Load, tmp_path: Path) -> None:
    (tmp_path / "own" / "mine.toml").write_text(WEIGHTS.replace("macbeth", "macbet").replace("patience", "patienc"))
    with pytest.raises(FaultyInput, match=r"mine\.toml: 2 faults"):
        load()


def test_weights_are_of_the_entrys_strategy(load: Load, tmp_path: Path) -> None:
    (tmp_path / "own" / "mine.toml").write_text(WEIGHTS.replace('"greedy"', '"uniform"'))
    with pytest.raises(FaultyInput, match='strategy: found "uniform"; allowed: "greedy"'):
        load()


def test_files_are_unknown_where_nobody_reads_them(load: Load) -> None:
    with pytest.raises(FaultyInput, match=r"strategies\.entries\.tuned\.file: unknown key"):
        load(GOOD.replace('strategy = "greedy"\n', 'strategy = "greedy"\nfile = "bold.py"\n', 1), files=False)
