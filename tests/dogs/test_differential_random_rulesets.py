"""Kernels against the reference game by random rules: other tiles, decks, tracks, prices, abilities, readings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simcore.dogs.ruleset import EFFECTS, SOLDIERS, Ability, Dog, Reward, Ruleset, SoldierType, Space, TacticCard
from simcore.dogs.ruleset_file import _ABILITY_RANGES, _HOUSE_RANGES
from strategies.base import Strategy
from strategies.dogs.uniform import uniform
from tests.differential.comparison import Comparison, Table
from tests.differential.matches import SIZES
from tests.differential.wild import wild
from tests.dogs.random_rulesets import rulesets
from tests.reference.conservation import check_log
from tests.reference.situations import base, variant
from tests.stable import quick_registry

SEEDS = st.integers(0, 2**63 - 1)
PATIENT = settings(suppress_health_check=list(HealthCheck))


def compare(rules: Ruleset, seed: int, scripts: list[Strategy], games: int) -> None:
    """Compare games of every table size and check their logs from the log alone."""
    for players, short in SIZES.values():
        comparison = Comparison(Table(rules, players, short), seed, scripts)
        for game in range(games):
            check_log(comparison.check(game), rules)


EVERY_ABILITY = tuple(
    Ability(kind, 50 if kind == "retreat" else most)
    for kind, (_, most) in _ABILITY_RANGES.items()
    if not kind.endswith("_discount")  # all would be for nothing
)
EVERY_HOUSE_ABILITY = tuple(Ability(kind, most) for kind, (_, most) in _HOUSE_RANGES.items())


def largest() -> Ruleset:
    """Return rules in which everything is as large as a ruleset file may make it."""
    plenty = Reward(*[20] * 9)
    cards = [TacticCard(f"{effect}_card", 8, effect, 20, "war_machine") for effect in EFFECTS]
    return variant(
        components={"coins_of_1": 500, "coins_of_3": 500, "influence_tokens": dict.fromkeys((3, 4, 5), 50)}
        | {"captain_figures": 12},
        soldiers={name: SoldierType(cards=100, strength=100, cost=1) for name in SOLDIERS},
        tactic_cards=tuple(replace(card, soldier=card.soldier if card.effect == "soldier" else None) for card in cards),
        years={"captains": (12,) * 6, "income": 50, "last_bonus": plenty},
        tiles=tuple((Space(None, plenty),) * 6 for _ in range(16)),
        bonus_tokens=(plenty,) * 12,
        battle={"track_end": 100, "victory_steps": 5, "glorious_steps": 5, "vp_per_captain": 10},
        scoring={"support_tokens": 20, "coins_per_vp": 1, "vp_per_card": 10},
        dogs=tuple(Dog(dog.name, dog.title, EVERY_ABILITY) for dog in base().dogs),
        house_abilities=dict.fromkeys(base().houses, EVERY_HOUSE_ABILITY),
    )


def test_the_largest_rules_are_played_alike() -> None:
    """Nothing overflows: packed rewards, lanes of free spaces, rows of 16 bits, lines of the log."""
    compare(largest(), 1, [uniform, wild], 4)
    compare(replace(largest(), readings=replace(largest().readings, limited_coins=False)), 2, [uniform, wild], 4)


@given(rulesets(), SEEDS)
@settings(PATIENT, max_examples=6)
def test_a_few_random_rules_are_played_alike(rules: Ruleset, seed: int) -> None:
    compare(rules, seed, [uniform, wild], 1)


@pytest.mark.slow
@given(rulesets(), SEEDS)
@settings(PATIENT, max_examples=60)
def test_random_rules_are_played_alike_by_uniform(rules: Ruleset, seed: int) -> None:
    compare(rules, seed, [uniform], 2)


@pytest.mark.slow
@given(rulesets(), SEEDS)
@settings(PATIENT, max_examples=60)
def test_random_rules_are_played_alike_by_wild_players(rules: Ruleset, seed: int) -> None:
    """Wild players look at every field of their records: see tests/differential/wild.py."""
    compare(rules, seed, [wild], 1)


@pytest.mark.slow
@given(rulesets(), SEEDS)
@settings(PATIENT, max_examples=30)
def test_random_rules_are_played_alike_by_all_strategies(rules: Ruleset, seed: int) -> None:
    compare(rules, seed, [*quick_registry().values(), wild], 1)
