"""Variants written for single values: what is read back sets these and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.dogs.ruleset_file import read_ruleset
from simcore.dogs.variant_file import load_varied
from simcore.overlay import parse_path
from simcore.tomllines import KeyPath
from simcore.tomltext import shown_path
from simcore.variant_text import settings_text

ABOUT = {"name": "mine", "title": 'a "title"', "of": "base", "why": "Why not?"}


def key_path(text: str) -> KeyPath:
    path = parse_path(text)
    assert path is not None
    return path


@pytest.mark.parametrize(
    "settings",
    [
        {"soldiers.knight.cost": 4},
        {"dogs.omalley.abilities.profiteer.coins": 3, "setup.coins": 6},
        {"years.captains[1]": 2, "years.captains[4]": 6},
        {"tiles.2[6].reward.influence": 1, "bonus_tokens.2.coins": 2},
    ],
)
def test_what_is_written_sets_exactly_these_values(tmp_path: Path, settings: dict[str, int]) -> None:
    paths = {key_path(name): value for name, value in settings.items()}
    file = tmp_path / "mine.toml"
    file.write_text(settings_text(ABOUT, read_ruleset("base")[0], paths))
    varied = load_varied("base", [file])
    assert varied.variants[0].title == 'a "title"'
    changed = load_varied("base", [f"{name}={value}" for name, value in settings.items()])
    assert [(change.path, change.new) for change in varied.changes] == [(c.path, c.new) for c in changed.changes]
    assert {shown_path(change.path).split("[")[0] for change in varied.changes} == {
        name.split("[")[0] for name in settings
    }


def test_a_path_that_names_nothing_is_refused() -> None:
    with pytest.raises(KeyError, match=r"soldiers\.knigt\.cost"):
        settings_text(ABOUT, read_ruleset("base")[0], {key_path("soldiers.knigt.cost"): 4})


def test_an_ability_not_there_yet_is_written_too(tmp_path: Path) -> None:
    names = ("dogs.blackmane.abilities.income.coins", "houses.harlow.abilities.victory_steps.steps")
    file = tmp_path / "mine.toml"
    file.write_text(settings_text(ABOUT, read_ruleset("base")[0], {key_path(name): 2 for name in names}))
    changed = [load_varied("base", given).changes for given in ([file], [f"{name}=2" for name in names])]
    assert len(changed[0]) == 2
    assert [(one.path, one.new) for one in changed[0]] == [(one.path, one.new) for one in changed[1]]
