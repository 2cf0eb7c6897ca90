"""Alpha-rank on the paper's examples and against plain computations; mixtures of known games."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.evolution import (
    MOST_STATES,
    alpha_rank,
    alpha_rank_of,
    alpha_rank_of_mixes,
    fixation,
    has_all_mixes,
    nash_mixture,
    solve_zero_sum,
    stationary,
)
from reports.league import mix_shares, pay_offs
from reports.league_counts import mix_name
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


def game_of(share: Callable[[tuple[int, ...], int], float], players: int, names: str) -> pd.DataFrame:
    """Return the shares of a symmetric game without uncertainty; those of one strategy's own tables are left out."""
    rows = [
        {"mix": mix_name([names[code] for code in state]), "strategy": names[code], "win_share": share(state, code)}
        for state in itertools.combinations_with_replacement(range(len(names)), players)
        if len(set(state)) > 1
        for code in set(state)
    ]
    return pd.DataFrame(rows).assign(ci_low=lambda f: f["win_share"], ci_high=lambda f: f["win_share"])


def against_the_last(state: tuple[int, ...], code: int) -> float:
    """Return a made-up share: weights that depend on the whole mix, so that no table of two would tell the game."""
    weight = [1.0 + 0.3 * c + 0.5 * state.count((c + 1) % 3) for c in state]
    return weight[state.index(code)] / sum(weight)


def test_mixes_have_the_masses_of_all_profiles_of_the_players() -> None:
    """The plain form: every player a population of his own, 27 profiles, one deviating at a time."""
    shares = game_of(against_the_last, 3, "abc")
    array = np.zeros((3, 3, 3))
    for profile in itertools.product(range(3), repeat=3):
        array[profile] = against_the_last(tuple(sorted(profile)), profile[0])
    mass = alpha_rank(gains_of(array, array.transpose(1, 0, 2), array.transpose(2, 1, 0)))
    profiles = list(itertools.product(range(3), repeat=3))
    expected = [sum(m * p.count(code) for m, p in zip(mass, profiles, strict=True)) / 3 for code in range(3)]
    found = alpha_rank_of_mixes(shares, 3, list("abc"), draws=3)
    np.testing.assert_allclose(found["estimate"], expected, rtol=1e-6)
    np.testing.assert_allclose(found["mass"], found["estimate"])


def test_mixed_tables_that_last_are_seen_where_the_pay_off_table_cannot() -> None:
    """Each strategy does well while it is rare, so that a table of both lasts: half of the seats each."""

    def rare_wins(state: tuple[int, ...], code: int) -> float:
        weight = [1.0 / state.count(c) ** 2 for c in state]
        return weight[state.index(code)] / sum(weight)

    found = alpha_rank_of_mixes(game_of(rare_wins, 4, "ab"), 4, ["a", "b"], draws=3)
    np.testing.assert_allclose(found["estimate"], 0.5)


def test_a_dominated_strategy_has_no_seats_among_all_mixes() -> None:
    found = alpha_rank_of_mixes(game_of(lambda s, c: (3 - c) / sum(3 - x for x in s), 4, "abc"), 4, list("abc"))
    np.testing.assert_allclose(found["estimate"], [1.0, 0.0, 0.0], atol=1e-9)


def test_whether_all_mixes_were_played() -> None:
    shares = game_of(against_the_last, 3, "abc")
    assert has_all_mixes(shares, 3, 3)
    assert not has_all_mixes(shares[shares["mix"] != shares["mix"].iloc[0]], 3, 3)
    table = mix_shares(outcomes_of(RPS, 100, 4, np.random.default_rng(1)), 4)
    assert not has_all_mixes(table, 4, 3)
    many = pd.DataFrame({"mix": [str(i) for i in range(MOST_STATES + 100)] * 2})
    assert not has_all_mixes(many, 4, 10)
