"""Weights files: what they hold, whom it is for, and one error that lists every fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.errors import FaultyInput, UserError
from simcore.weights import Block, Gain, Weights, read_weights, write_weights

DOGS = ("ajax", "bello", "caro")
PARAMETERS = ("nerve", "greed")

GOOD = """
strategy = "bold"

[[tuned]]
players = 3
command = "simcore tune bold --players 3"
ruleset = "base"
field = ["bold", "meek"]
seed = 1
games = 1_000

[tuned.gain]
all = { gain = 0.02, ci_low = 0.01, ci_high = 0.03, games = 500 }

[tuned.default]
nerve = 1.5

[tuned.dogs.ajax]
nerve = 2.0
greed = -0.5

[[tuned]]
players = 4
command = "by hand"
[tuned.dogs.bello]
greed = 3
"""


def read(tmp_path: Path, text: str) -> Weights:
    path = tmp_path / "bold.toml"
    path.write_text(text)
    return read_weights(path, "bold", PARAMETERS, DOGS)


def faults(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(FaultyInput) as caught:
        read(tmp_path, text)
    return caught.value.faults


def test_values_are_those_of_the_dog_else_the_default_else_the_scripts_own(tmp_path: Path) -> None:
    weights = read(tmp_path, GOOD)
    assert weights.sizes == (3, 4)
    assert weights.values(3, "ajax") == {"nerve": 2.0, "greed": -0.5}
    assert weights.values(3, "bello") == {"nerve": 1.5}
    assert weights.values(4, "bello") == {"greed": 3.0}
    assert weights.values(4, "ajax") == {}
    assert weights.values(5, "ajax") == {}


def test_provenance_and_gain_are_read(tmp_path: Path) -> None:
    block, by_hand = read(tmp_path, GOOD).blocks
    assert block.command == "simcore tune bold --players 3"
    assert block.provenance == {"ruleset": "base", "field": ["bold", "meek"], "seed": 1, "games": 1_000}
    assert block.gains == {"all": Gain(0.02, 0.01, 0.03, 500)}
    assert by_hand.provenance == by_hand.gains == {}


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    weights = read(tmp_path, GOOD)
    write_weights(tmp_path / "again.toml", weights)
    assert read_weights(tmp_path / "again.toml", "bold", PARAMETERS, DOGS) == weights


def test_a_dog_may_be_said_to_have_the_scripts_own_values(tmp_path: Path) -> None:
    weights = Weights("bold", (Block(3, "by hand", {"ajax": {}}, {"nerve": 2.0}),))
    write_weights(tmp_path / "again.toml", weights)
    again = read_weights(tmp_path / "again.toml", "bold", PARAMETERS, DOGS)
    assert (again.values(3, "ajax"), again.values(3, "caro")) == ({}, {"nerve": 2.0})


def test_a_new_block_takes_the_place_of_those_for_the_same_dogs_only(tmp_path: Path) -> None:
    weights = read(tmp_path, GOOD)
    other_dog = Block(3, "one", {"caro": {"nerve": 9.0}})
    same_dog = Block(3, "two", {"ajax": {"nerve": 8.0}})
    assert [block.command for block in weights.with_block(other_dog).blocks][:2] == [
        "simcore tune bold --players 3",
        "one",
    ]
    changed = weights.with_block(same_dog)
    assert [block.command for block in changed.blocks] == ["two", "by hand"]
    assert changed.values(3, "ajax") == {"nerve": 8.0}


@pytest.mark.parametrize(("low", "confirmed"), [(0.001, True), (0.0, False), (-0.001, False)])
def test_a_gain_is_confirmed_where_its_whole_interval_is_above_zero(low: float, confirmed: bool) -> None:
    assert Gain(0.01, low, 0.02, 100).confirmed == confirmed


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('strategy = "bold"', 'strategy = "meek"', 'strategy: found "meek"; allowed: "bold"'),
        ('strategy = "bold"', "", "strategy: missing"),
        ("players = 3\n", "players = 6\n", "tuned[1].players: found 6; allowed: a whole number from 3 to 5"),
        ("players = 3\n", "", "tuned[1].players: missing"),
        ("players = 3\n", "players = 3\ndogs_of_war = 1\n", "tuned[1].dogs_of_war: unknown key"),
        ('command = "by hand"', "", "tuned[2].command: missing"),
        ("nerve = 1.5", "nerv = 1.5", 'tuned[1].default.nerv: unknown parameter; did you mean "nerve"?'),
        ("nerve = 2.0", "nerve = inf", "tuned[1].dogs.ajax.nerve: found inf; allowed: a number"),
        ("nerve = 2.0", 'nerve = "much"', "tuned[1].dogs.ajax.nerve: found"),
        ("dogs.ajax", "dogs.ajaks", 'tuned[1].dogs.ajaks: unknown Dog; did you mean "ajax"?'),
        ("[tuned.dogs.bello]\ngreed = 3", "", 'tuned[2]: found neither a table "default" nor a Dog'),
        ("ci_low = 0.01", "ci_low = -3", "tuned[1].gain.all.ci_low: found -3; allowed: a number from -1 to 1"),
        ("ci_low = 0.01, ", "", "tuned[1].gain.all.ci_low: missing"),
        ("seed = 1", "seed = -1", "tuned[1].seed: found -1"),
        ("players = 4", "players = 3", ""),
    ],
)
def test_every_fault_is_told(tmp_path: Path, old: str, new: str, fault: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    if fault:
        assert any(fault in found for found in faults(tmp_path, text))
    else:
        assert read(tmp_path, text).values(3, "bello") == {"greed": 3.0}  # two blocks, of different Dogs


def test_the_same_dog_twice_is_a_fault(tmp_path: Path) -> None:
    text = GOOD.replace("players = 4", "players = 3").replace("dogs.bello", "dogs.ajax")
    assert "tuned[2]: found values for 3 players and a Dog that an earlier block has" in faults(tmp_path, text)[0]


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace('"bold"', '"meek"', 1).replace("players = 4", "players = 9").replace("nerve = 1.5", "nerv = 1")
    assert len(faults(tmp_path, text)) == 3


def test_missing_and_malformed_files(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such file"):
        read_weights(tmp_path / "none.toml", "bold", PARAMETERS, DOGS)
    with pytest.raises(UserError, match="not valid TOML"):
        read(tmp_path, "strategy = bold")
