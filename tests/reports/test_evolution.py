"""Alpha-rank on the paper's examples and against plain computations; mixtures of known games."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.evolution import alpha_rank, alpha_rank_of, fixation, nash_mixture, solve_zero_sum, stationary
from reports.league import pay_offs
from tests.reports.made_leagues import RPS, outcomes_of

BIASED_RPS = np.array([[0.0, -0.5, 1.0], [0.5, 0.0, -0.1], [-1.0, 0.1, 0.0]])
"""Pay-off of row against column in the paper's biased rock, paper, scissors."""


def gains_of(*pay_offs: np.ndarray) -> np.ndarray:
    """Return the gains between the profiles of a game with a pay-off array for each player: one deviates at a time."""
    profiles = list(itertools.product(*map(range, pay_offs[0].shape)))
    gains = np.full((len(profiles), len(profiles)), np.nan)
    for (i, old), (j, new) in itertools.permutations(enumerate(profiles), 2):
        deviating = [player for player in range(len(old)) if old[player] != new[player]]
        if len(deviating) == 1:
            gains[i, j] = pay_offs[deviating[0]][new] - pay_offs[deviating[0]][old]
    return gains


@given(
    gain=st.floats(-0.5, 0.5),
    intensity=st.floats(0.1, 3.0),
    population=st.integers(2, 20),
)
def test_fixation_is_that_of_the_birth_and_death_process(gain: float, intensity: float, population: int) -> None:
    steps = np.exp(-intensity * gain * np.arange(1, population))
    assert fixation(np.array(gain), intensity, population) == pytest.approx(1.0 / (1.0 + steps.sum()), rel=1e-6)


def test_without_a_gain_chance_alone_decides() -> None:
    assert fixation(np.array([0.0]), 100.0, 50).tolist() == pytest.approx([1 / 50])


@given(seed=st.integers(0, 10_000), n=st.integers(2, 7))
def test_the_stationary_distribution_solves_its_equations(seed: int, n: int) -> None:
    rates = np.random.default_rng(seed).random((n, n)) / n
    np.fill_diagonal(rates, 0.0)
    chain = rates + np.diag(1.0 - rates.sum(axis=1))
    mass = stationary(rates)
    np.testing.assert_allclose(mass @ chain, mass, rtol=1e-9)
    assert mass.sum() == pytest.approx(1.0)


def test_rare_steps_keep_their_digits() -> None:
    assert stationary(np.array([[0.0, 1e-120], [0.5, 0.0]])).tolist() == pytest.approx([1.0, 2e-120], rel=1e-12)


@pytest.mark.parametrize("intensity", [0.01, 1.0, 100.0])
def test_rock_paper_scissors_is_shared_equally(intensity: float) -> None:
    against = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
    np.testing.assert_allclose(alpha_rank(against.T - np.diag(against)[:, None], intensity), 1 / 3)


def test_biased_rock_paper_scissors_is_shared_equally_when_selection_is_strong() -> None:
    """The paper: its Nash equilibrium is uneven, but alpha-rank visits the cycle's members alike."""
    np.testing.assert_allclose(alpha_rank(BIASED_RPS.T, 100.0), 1 / 3, atol=1e-4)


def test_battle_of_the_sexes_ends_in_either_equilibrium_equally_often() -> None:
    first, second = np.array([[3.0, 0.0], [0.0, 2.0]]), np.array([[2.0, 0.0], [0.0, 3.0]])
    np.testing.assert_allclose(alpha_rank(gains_of(first, second), 10.0), [0.5, 0.0, 0.0, 0.5], atol=1e-6)


def test_a_dominated_strategy_dies_out() -> None:
    prisoners = np.array([[-1.0, -3.0], [0.0, -2.0]])
    gains = np.array([[0.0, prisoners[1, 0] - prisoners[0, 0]], [prisoners[0, 1] - prisoners[1, 1], 0.0]])
    mass = alpha_rank(gains, 1.0)
    assert mass[1] > 1 - 1e-9


def test_without_selection_all_are_alike() -> None:
    np.testing.assert_allclose(alpha_rank(BIASED_RPS.T, 1e-9), 1 / 3, atol=1e-6)


def test_matching_pennies_has_an_even_mixture_and_biased_rps_its_known_one() -> None:
    np.testing.assert_allclose(solve_zero_sum(BIASED_RPS), [1 / 16, 10 / 16, 5 / 16], atol=1e-9)
    np.testing.assert_allclose(solve_zero_sum(np.array([[0.0, 1.0], [-1.0, 0.0]])), [1.0, 0.0], atol=1e-12)


def test_a_cycle_of_strategies_is_shared_and_a_dominated_one_gets_nothing() -> None:
    pay = (*((*row, 0.5) for row in RPS), (0.1, 0.1, 0.1, 0.25))
    table = pay_offs(outcomes_of(pay, 20_000, 4, np.random.default_rng(4)), 4)
    ranked = alpha_rank_of(table, 4, list("abcd"))
    np.testing.assert_allclose(ranked["mass"], [1 / 3, 1 / 3, 1 / 3, 0.0], atol=0.02)
    assert (ranked["mass_low"] <= ranked["mass"]).all() and (ranked["mass"] <= ranked["mass_high"]).all()
    np.testing.assert_allclose(nash_mixture(table, list("abcd"))["weight"], [1 / 3, 1 / 3, 1 / 3, 0.0], atol=0.03)


def test_the_range_of_alpha_rank_is_broad_where_games_do_not_tell() -> None:
    table = pay_offs(outcomes_of(((0.25, 0.25), (0.25, 0.25)), 200, 4, np.random.default_rng(5)), 4)
    ranked = alpha_rank_of(table, 4, ["a", "b"])
    assert (ranked["mass_low"] < 0.01).all() and (ranked["mass_high"] > 0.99).all()
    assert alpha_rank_of(table, 4, ["a", "b"]).equals(ranked)
