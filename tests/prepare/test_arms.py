"""The same experiment by other rules, and how these are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.dogs.variant_file import load_varied
from simcore.errors import FaultyInput, UserError
from simcore.prepare.arms import arm_of, own_value, split_names
from simcore.prepare.prepared import prepare


def test_plus_joins_names_unless_a_file_is_called_so(tmp_path: Path) -> None:
    assert split_names("base+three_years+no_upstage") == ["base", "three_years", "no_upstage"]
    file = tmp_path / "a+b.toml"
    file.touch()
    assert split_names(str(file)) == [str(file)]


def test_own_value_is_that_of_the_ruleset_with_its_variants() -> None:
    assert own_value("soldiers.knight.cost", ["base"]) == 3
    assert own_value("soldiers.knight.cost", ["base", "soldiers.knight.cost=5"]) == 5
    assert own_value("dogs.blackmane.abilities.income.coins", ["base"]) == 0, "so a sweep may give him the ability"


@pytest.mark.parametrize(
    ("name", "said"),
    [("soldiers.knigt.cost", "names nothing in base"), ("dogs.omalley.title", "is not a whole number")],
)
def test_only_numbers_of_the_ruleset_have_a_value_to_vary(name: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        own_value(name, ["base"])


def test_own_value_tells_every_fault_of_the_variants() -> None:
    with pytest.raises(FaultyInput) as caught:
        own_value("soldiers.knight.cost", ["base", "soldiers.knigt.cost=5", "setup.coins=99"])
    assert len(caught.value.faults) == 2


def test_an_arm_is_named_and_replayed_by_its_variants() -> None:
    variant = "soldiers.knight.cost=4"
    arm = arm_of(prepare("baseline"), load_varied("base", [variant]), "base", [variant])
    assert arm.name == f"base+{variant}" == arm.prepared.ruleset.name
    assert (arm.prepared.experiment.ruleset, arm.prepared.experiment.variants) == ("base", (variant,))
    assert arm.prepared.replayed_by == f"simcore replay baseline --variant {variant}"
    assert arm.prepared.ruleset.soldiers["knight"].cost == 4
