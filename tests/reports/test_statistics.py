"""Intervals: formulas against published values, and coverage at the stated rate in simulated games.

Simulated coverage c of R replications has a standard error of sqrt(c (1 - c) / R); the tolerance is four of these, so
that a right formula fails by chance once in 16,000 seeds, plus `LATTICE`, since wins are whole numbers and no interval
for them covers exactly 95% for every true share (Brown, Cai and DasGupta 2001).
"""

from __future__ import annotations

import doctest
import math

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from scipy.stats import binomtest

import reports.statistics
from reports.statistics import design_effect, mean_interval, share_interval, sidak, verdicts
from reports.summaries import win_shares

REPLICATIONS = 4_000
LATTICE = 0.006

SOLE = np.array([0.30, 0.25, 0.20, 0.10])
"""Four Dogs' probabilities to win alone; else the first two tie (0.10) or all four do (0.05)."""
TRUE = SOLE + np.array([0.05, 0.05, 0.0, 0.0]) + 0.05 / 4


def tolerance(rate: float, replications: int = REPLICATIONS) -> float:
    return 4.0 * math.sqrt(rate * (1.0 - rate) / replications) + LATTICE


def tied_games(games: int, seed: int) -> pd.DataFrame:
    """Return counted outcomes of REPLICATIONS runs of `games` games among four Dogs with probabilities `SOLE`."""
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(games, [*SOLE, 0.10, 0.05], size=REPLICATIONS)
    frames = []
    for dog in range(4):
        halves = drawn[:, 4] if dog < 2 else np.zeros(REPLICATIONS, np.int64)
        won = {60: drawn[:, dog], 30: halves, 15: drawn[:, 5]}
        won[0] = games - drawn[:, dog] - halves - drawn[:, 5]
        frames += [
            pd.DataFrame({"run": np.arange(REPLICATIONS), "dog": dog, "sixtieths": share, "seats": 1, "games": number})
            for share, number in won.items()
        ]
    return pd.concat(frames, ignore_index=True)


@pytest.mark.parametrize("games", [30, 200, 5_000])
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_intervals_of_dogs_cover_at_the_stated_rate_although_games_are_tied(games: int, confidence: float) -> None:
    table = win_shares(tied_games(games, seed=games), ["dog", "run"], players=4, confidence=confidence)
    true = TRUE[table["dog"]]
    covered = (table["ci_low"] <= true) & (true <= table["ci_high"])
    slack = 0.02 if games == 30 else 0.0  # ties leave few values at 30 games, and the interval errs on the safe side
    for dog, rate in covered.groupby(table["dog"]).mean().items():
        assert confidence - tolerance(confidence) <= rate <= confidence + tolerance(confidence) + slack, dog


def test_intervals_that_ignored_ties_would_be_too_wide() -> None:
    table = win_shares(tied_games(5_000, seed=1), ["dog", "run"], players=4)
    plain_low, plain_high = share_interval(table["win_share"], table["n_games"].astype(float), 0.95)
    first = table["dog"] == 0
    width = (table["ci_high"] - table["ci_low"])[first].mean() / (plain_high - plain_low)[first].mean()
    values, weights = np.array([1.0, 0.5, 0.25, 0.0]), np.array([0.30, 0.10, 0.05, 0.55])
    variance = (weights * values**2).sum() - (weights * values).sum() ** 2
    assert width == pytest.approx(math.sqrt(variance / (TRUE[0] * (1 - TRUE[0]))), rel=0.01)


def strategy_games(games: int, seed: int) -> tuple[pd.DataFrame, float]:
    """Return games of a strategy on 0 to 4 of 4 seats, each twice as strong as a rival, and its true share."""
    rng = np.random.default_rng(seed)
    seats = np.arange(5)
    p_seats = np.array([1, 4, 6, 4, 1]) / 16
    p_win = 2 * seats / (2 * seats + (4 - seats))
    drawn = rng.multinomial(games, np.concatenate([p_seats * p_win, p_seats * (1 - p_win)]), size=REPLICATIONS)
    frames = [
        pd.DataFrame(
            {
                "run": np.arange(REPLICATIONS),
                "seats": seats[column % 5],
                "sixtieths": 60 if column < 5 else 0,
                "games": drawn[:, column],
            }
        )
        for column in range(10)
        if column % 5
    ]
    return pd.concat(frames, ignore_index=True), float((p_seats * p_win).sum() / (p_seats * seats).sum())


@pytest.mark.parametrize("games", [100, 2_000])
def test_intervals_of_a_strategy_on_several_seats_cover_at_the_stated_rate(games: int) -> None:
    outcomes, true = strategy_games(games, seed=games)
    table = win_shares(outcomes, ["run"], players=4)
    rate = ((table["ci_low"] <= true) & (true <= table["ci_high"])).mean()
    assert rate == pytest.approx(0.95, abs=tolerance(0.95))


def test_corrected_intervals_hold_all_at_once_at_the_stated_rate() -> None:
    outcomes = tied_games(400, seed=9)
    table = win_shares(outcomes, ["dog", "run"], players=4, confidence=sidak(0.95, 4))
    covered = (table["ci_low"] <= TRUE[table["dog"]]) & (TRUE[table["dog"]] <= table["ci_high"])
    rate = covered.groupby(table["run"]).all().mean()
    assert 0.95 - tolerance(0.95) <= rate <= 0.975


def test_a_fair_game_is_called_unfair_no_more_often_than_stated() -> None:
    rng = np.random.default_rng(5)
    wins = rng.multinomial(1_000, [0.25] * 4, size=REPLICATIONS)
    share = wins / 1_000
    low, high = share_interval(share, np.full(wins.shape, 1_000.0), sidak(0.95, 4))
    called = verdicts(low, high, 0.25) != "not distinguishable"
    assert called.any(axis=1).mean() <= 0.05 + tolerance(0.05)


def test_student_intervals_of_means_cover_at_the_stated_rate() -> None:
    values = np.random.default_rng(6).normal(30.0, 6.0, size=(REPLICATIONS, 8))
    low, high = mean_interval(values.mean(axis=1), values.std(axis=1, ddof=1), 8.0, 0.95)
    rate = float(np.mean((low <= 30.0) & (high >= 30.0)))
    assert rate == pytest.approx(0.95, abs=tolerance(0.95))


def test_one_value_has_no_interval() -> None:
    low, high = mean_interval(30.0, 0.0, 1.0, 0.95)
    assert math.isnan(low) and math.isnan(high)


@pytest.mark.parametrize(("wins", "games"), [(0, 7), (7, 7), (3, 10), (250, 1_000), (70_123, 250_000)])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_without_ties_the_interval_is_wilsons(wins: int, games: int, confidence: float) -> None:
    outcomes = pd.DataFrame({"dog": "a", "sixtieths": [60, 0], "seats": 1, "games": [wins, games - wins]})
    [row] = win_shares(outcomes, ["dog"], players=4, confidence=confidence).to_dict("records")
    expected = binomtest(wins, games).proportion_ci(confidence, method="wilson")
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_the_design_effect_is_that_of_the_linearised_ratio() -> None:
    rng = np.random.default_rng(8)
    seats = rng.integers(1, 4, 10_000)
    won = (rng.random(10_000) < seats / 4).astype(float)
    n, share = seats.sum(), won.sum() / seats.sum()
    residual_squares = ((won - share * seats) ** 2).sum()
    variance = residual_squares / n**2
    assert design_effect(share, n, residual_squares, 10_000) == pytest.approx(
        variance / (share * (1 - share) / n), 1e-3
    )


def test_nobody_winning_counts_as_independent_losses() -> None:
    assert design_effect(0.0, 20.0, 0.0, 20.0) == 1.0


@pytest.mark.parametrize("comparisons", [1, 5, 40])
def test_sidak_is_exact_for_independent_intervals_and_beats_bonferroni(comparisons: int) -> None:
    single = sidak(0.95, comparisons)
    assert single**comparisons == pytest.approx(0.95)
    assert single <= 1 - 0.05 / comparisons + 1e-12


def test_verdicts_ask_the_whole_interval() -> None:
    ends: npt.NDArray[np.float64] = np.array([[0.26, 0.30], [0.2, 0.24], [0.25, 0.3], [0.2, 0.25]])
    found = verdicts(ends[:, 0], ends[:, 1], 0.25)
    assert found.tolist() == ["above", "below", "not distinguishable", "not distinguishable"]


def test_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(reports.statistics).failed == 0
