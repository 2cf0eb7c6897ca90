"""From a run to what its games tell about components and their course, and what the components are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from reports.component_counts import Uses, count_uses, families
from reports.course import Course, columns_of, course_of
from reports.runs import Run
from simcore.dogs.ruleset import REWARDS, Ruleset, ruleset_hash
from simcore.dogs.ruleset_words import (
    effect_words,
    house_ability_words,
    name_words,
    number_of,
    reward_words,
    space_words,
)
from simcore.dogs.variant_file import load_varied
from simcore.errors import UserError

ALWAYS = ("dog", "strategy", "support", "win_share", "total")
"""Columns that are read for components, beside their own."""

PLACED = "placements"
"""Captains placed, which is held equal where rewards are compared."""


def rules_of(run: Run) -> Ruleset | None:
    """Return the rules that a run was played with, if their files are still there and say the same."""
    experiment, about = run.manifest["experiment"], run.manifest["ruleset"]
    for name in dict.fromkeys((str(experiment.get("ruleset", "")), str(about["name"]))):
        try:
            rules = load_varied(name, experiment.get("variants", ())).ruleset
        except (UserError, OSError):
            continue
        if ruleset_hash(rules) == about["hash"]:
            return rules
    return None


def uses_of(run: Run, rules: Ruleset | None) -> Uses:
    """Count how often components were used in a run; the games are read part by part."""
    there = run.results.columns
    read = [each for members in families(there).values() for each in members]
    read += [PLACED] if PLACED in there else []
    rewards = reward_spaces(rules, there)
    frames = _with_rewards(run.results.batches([*ALWAYS, *read]), rewards)
    return count_uses(frames, run.layout, [*read, *rewards], run.results.games)


def course_in(run: Run) -> Course:
    """Add up the course of a run's games; the games are read part by part."""
    columns = columns_of(run.results.columns, run.years)
    frames = run.results.batches(columns)
    return course_of(frames, run.players, tuple(run.manifest["strategies"]), run.results.games)


def reward_spaces(rules: Ruleset | None, columns: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return what each kind of reward is counted from: "reward_KIND" -> column of a space -> amount printed there."""
    if rules is None:
        return {}
    found: dict[str, dict[str, int]] = {}
    for tile, spaces in enumerate(rules.tiles, 1):
        for number, space in enumerate(spaces, 1):
            column = f"space_{tile}_{number}"
            for kind, amount in zip(REWARDS, space.reward.amounts(), strict=True):
                if amount and column in columns:
                    found.setdefault(f"reward_{kind}", {})[column] = amount
    return {f"reward_{kind}": found[f"reward_{kind}"] for kind in REWARDS if f"reward_{kind}" in found}


def _with_rewards(frames: Iterator[pd.DataFrame], rewards: dict[str, dict[str, int]]) -> Iterator[pd.DataFrame]:
    for frame in frames:
        counted = {
            name: np.sum([frame[column].to_numpy() * np.int16(amount) for column, amount in spaces.items()], axis=0)
            for name, spaces in rewards.items()
        }
        yield frame.assign(**counted)


def names_of(columns: Sequence[str], rules: Ruleset | None, short: bool = False) -> dict[str, str]:
    """Return what each component is called, in short for figures; with the rules at hand, also what it gives."""
    return {column: _name(column, rules, short) for column in columns}


_FIXED = {
    "years_first": "A Year as first player",
    "first_passes": "A Year first to pass",
    "captains_lost": "A Captain left when passing",
    "battles_won": "A battle won",
    "battles_lost": "A battle lost",
    "glories": "A Glorious Victory, beside the battle won",
    "token_dealt": "The First Player token of Year 1",
    PLACED: "A Captain placed, whatever for",
    "footmen": "Footman",
    "arquebusers": "Arquebuser",
    "knights": "Knight",
    "war_machines": "War Machine",
}


def _name(column: str, rules: Ruleset | None, short: bool) -> str:
    if column in _FIXED:
        return _FIXED[column]
    stem, _, rest = column.partition("_")
    if stem == "space":
        return _space(rest, rules, short)
    if stem == "bonus":
        return _bonus(rest, rules)
    if stem == "reward":
        return number_of(1, rest)
    if stem in ("played", "dealt") and rules is not None and not short:
        effects = {card.name: effect_words(card) for card in rules.tactic_cards}
        return f"{name_words(rest)} ({effects[rest]})" if rest in effects else name_words(rest)
    if stem in ("backed", "held") and rules is not None and not short:
        able = "; ".join(map(house_ability_words, rules.house_abilities.get(rest, ())))
        return f"{name_words(rest)} ({able})" if able else name_words(rest)
    return name_words(rest)


def _space(rest: str, rules: Ruleset | None, short: bool) -> str:
    tile, space = (int(number) for number in rest.split("_"))
    place = f"{tile}.{space}" if short else f"tile {tile}, space {space}"
    if rules is None:
        return place
    words = space_words(rules.tiles[tile - 1][space - 1]).replace("\n", ": ")
    return f"{place}  {words}" if short else f"{place} ({words})"


def _bonus(rest: str, rules: Ruleset | None) -> str:
    if rest == "last":
        return "last Year" if rules is None else f"last Year ({reward_words(rules.years.last_bonus)})"
    return f"token {rest}" if rules is None else f"token {rest} ({reward_words(rules.bonus_tokens[int(rest) - 1])})"
