"""Variants that take abilities away: what they say of themselves."""

from __future__ import annotations

from simcore.dogs.ablation import ablation
from simcore.dogs.variant_file import load_varied


def test_abilities_that_are_taken_away_have_their_own_names() -> None:
    dogs = {dog.name: dog for dog in load_varied("base", ["dog_engineer"]).ruleset.dogs}
    assert 'title = "Sir Blackmane without Spoils of War"\n' in ablation(dogs["blackmane"], "base")
    names = "War Machine discount, Arquebuser strength and Lower conditions"
    text = ablation(dogs["engineer"], "base")
    assert f'title = "The Engineer without {names}"\n' in text
    assert f"What are {names} worth to The Engineer" in text
