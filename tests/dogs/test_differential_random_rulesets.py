"""Kernels against the reference game by random rules: other tiles, decks, tracks, prices, abilities, readings."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simcore.dogs.ruleset import Ruleset
from strategies.base import Strategy
from strategies.dogs import registry
from strategies.dogs.uniform import uniform
from tests.differential.comparison import Comparison, Table
from tests.differential.matches import SIZES
from tests.differential.wild import wild
from tests.dogs.random_rulesets import rulesets
from tests.reference.conservation import check_log

SEEDS = st.integers(0, 2**63 - 1)
PATIENT = settings(suppress_health_check=list(HealthCheck))


def compare(rules: Ruleset, seed: int, scripts: list[Strategy], games: int) -> None:
    """Compare games of every table size and check their logs from the log alone."""
    for players, short in SIZES.values():
        comparison = Comparison(Table(rules, players, short), seed, scripts)
        for game in range(games):
            check_log(comparison.check(game), rules)


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
    compare(rules, seed, [*registry().values(), wild], 1)
