"""Verdicts against a margin: given at the stated rates, and the games asked for decide with the stated chance.

Simulated rates r of R replications have a standard error of sqrt(r (1 - r) / R); tolerances are four of these.
"""

from __future__ import annotations

import doctest
import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest

import reports.equivalence
from reports.equivalence import (
    BALANCED,
    ERROR,
    MARGIN,
    POWER,
    STRONG,
    UNDECIDED,
    WEAK,
    chance_to_decide,
    equivalence,
    games_needed,
)
from reports.summaries import win_shares

REPLICATIONS = 2_000
DOGS = 4
LEVEL = ERROR / DOGS


def tolerance(rate: float) -> float:
    return 4.0 * math.sqrt(max(rate * (1.0 - rate), 1.0 / REPLICATIONS) / REPLICATIONS)


def simulated(shares: Sequence[float], games: int, seed: int) -> pd.DataFrame:
    """Return the verdicts of REPLICATIONS runs of `games` games among four Dogs with these chances to win."""
    wins = np.random.default_rng(seed).multinomial(games, shares, size=REPLICATIONS)
    run, dog = np.indices(wins.shape)
    frame = pd.DataFrame({"run": run.ravel(), "dog": dog.ravel(), "won": wins.ravel()})
    outcomes = pd.concat(
        [frame.assign(sixtieths=60, games=frame["won"]), frame.assign(sixtieths=0, games=games - frame["won"])]
    ).assign(seats=1)
    found = win_shares(outcomes, ["run", "dog"], players=DOGS)
    return equivalence(found, games, error=ERROR * REPLICATIONS)  # each run is a family of its own


def rate(table: pd.DataFrame, dog: int, verdict: str) -> float:
    return float((table.loc[table["dog"] == dog, "verdict"] == verdict).mean())


def deviation(share: float) -> float:
    return math.sqrt(share * (1.0 - share))


def test_a_dog_two_points_too_strong_is_called_so_with_the_stated_power() -> None:
    games = math.ceil(games_needed(0.02, deviation(0.27), MARGIN, LEVEL)[()])
    table = simulated([0.27, 0.25, 0.245, 0.235], games, seed=1)
    assert games == 18_735, "(0.444 (2.241 + 0.842) / 0.01)^2"
    assert rate(table, 0, STRONG) == pytest.approx(POWER, abs=tolerance(POWER) + 0.01)
    assert rate(table, 0, BALANCED) == rate(table, 0, WEAK) == 0.0


def test_a_dog_two_points_too_weak_is_called_so_with_the_stated_power() -> None:
    games = math.ceil(games_needed(-0.02, deviation(0.23), MARGIN, LEVEL)[()])
    table = simulated([0.23, 0.25, 0.255, 0.265], games, seed=2)
    assert rate(table, 0, WEAK) == pytest.approx(POWER, abs=tolerance(POWER) + 0.01)


@pytest.mark.parametrize("difference", [0.0, 0.004, -0.006])
def test_a_balanced_dog_is_called_so_with_the_stated_power(difference: float) -> None:
    share = 0.25 + difference
    games = math.ceil(games_needed(difference, deviation(share), MARGIN, LEVEL)[()])
    table = simulated([share, *[(1.0 - share) / 3] * 3], games, seed=3)
    assert rate(table, 0, BALANCED) == pytest.approx(POWER, abs=tolerance(POWER) + 0.01)


@pytest.mark.parametrize("games", [500, 20_000])
def test_a_fair_dog_is_called_unfair_no_more_often_than_stated(games: int) -> None:
    table = simulated([0.25] * 4, games, seed=games)
    wrong = table["verdict"].isin([STRONG, WEAK]).groupby(table["run"]).any().mean()
    assert wrong <= ERROR + tolerance(ERROR)
    assert table["verdict"].isin([STRONG, WEAK]).mean() <= LEVEL + tolerance(LEVEL)


def test_dogs_just_inside_the_margin_are_called_unfair_no_more_often_than_stated() -> None:
    shares = np.array([0.2599, 0.2599, 0.2401, 0.2401])
    table = simulated(shares.tolist(), 10_000, seed=4)
    wrong = table["verdict"].isin([STRONG, WEAK])
    assert wrong.mean() <= LEVEL + tolerance(LEVEL)
    assert wrong.groupby(table["run"]).any().mean() <= ERROR + tolerance(ERROR)
    assert wrong.any(), "so that the test can fail"


def test_dogs_just_outside_the_margin_are_called_balanced_no_more_often_than_stated() -> None:
    table = simulated([0.2601, 0.2601, 0.2399, 0.2399], 60_000, seed=5)
    wrong = table["verdict"] == BALANCED
    assert wrong.any() and wrong.mean() <= LEVEL + tolerance(LEVEL)
    assert wrong.groupby(table["run"]).any().mean() <= ERROR + tolerance(ERROR)


def test_the_interval_that_decides_covers_at_its_stated_rate() -> None:
    shares = np.array([0.30, 0.25, 0.25, 0.20])
    table = simulated(shares.tolist(), 3_000, seed=6)
    true = shares[table["dog"]] - 0.25
    covered = float(((table["low"] <= true) & (true <= table["high"])).mean())
    assert covered == pytest.approx(1.0 - 2.0 * LEVEL, abs=tolerance(1.0 - 2.0 * LEVEL))


def test_the_games_asked_for_decide_with_the_stated_chance() -> None:
    share, games = 0.267, 15_000
    outcomes = pd.DataFrame({"dog": 0, "sixtieths": [60, 0], "seats": 1, "games": [share * games, (1 - share) * games]})
    [row] = equivalence(win_shares(outcomes, ["dog"], players=DOGS), games, error=LEVEL).to_dict("records")
    assert row["verdict"] == UNDECIDED
    table = simulated([share, *[(1.0 - share) / 3] * 3], games + int(row["more_games"]), seed=7)
    assert rate(table, 0, STRONG) == pytest.approx(POWER, abs=tolerance(POWER) + 0.01)


def test_games_more_are_counted_for_the_whole_run() -> None:
    outcomes = pd.DataFrame({"dog": 0, "sixtieths": [60, 0], "seats": 1, "games": [2_670, 7_330]})
    shares = win_shares(outcomes, ["dog"], players=DOGS)
    [half], [whole] = (equivalence(shares, total)["more_games"] for total in (20_000, 10_000))
    assert half == pytest.approx(2 * whole, abs=2)


def test_what_is_detectable_is_detected_with_the_stated_power() -> None:
    games = 30_000
    detectable = float(simulated([0.25] * 4, games, seed=8)["detectable"].mean())
    share = 0.25 + detectable
    table = simulated([share, *[(1.0 - share) / 3] * 3], games, seed=9)
    assert rate(table, 0, STRONG) == pytest.approx(POWER, abs=0.03)  # the deviation at 25% and at 27% differ a little


def test_verdicts_follow_the_interval_and_the_margin() -> None:
    shares = pd.DataFrame(
        {
            "dog": list("abcd"),
            "n_games": 1_000_000,
            "n_effective": 1_000_000.0,
            "win_share": [0.27, 0.25, 0.23, 0.2595],
            "fair": 0.25,
            "difference": [0.02, 0.0, -0.02, 0.0095],
        }
    )
    assert equivalence(shares, 1_000_000)["verdict"].tolist() == [STRONG, BALANCED, WEAK, UNDECIDED]
    assert equivalence(shares, 1_000_000, margin=0.03)["verdict"].tolist() == [BALANCED] * 4
    decided = equivalence(shares, 1_000_000)["more_games"]
    assert decided.tolist()[:3] == [0.0, 0.0, 0.0] and decided.tolist()[3] > 1_000_000


def test_the_margin_itself_is_never_decided() -> None:
    assert games_needed(np.array([MARGIN, -MARGIN]), 0.4, MARGIN, LEVEL).tolist() == [math.inf, math.inf]


@pytest.mark.parametrize("difference", [0.0, 0.002, -0.0093, 0.011, -0.2])
def test_games_needed_have_just_the_wanted_chance(difference: float) -> None:
    games = float(games_needed(difference, 0.43, MARGIN, LEVEL)[()])
    assert chance_to_decide(difference, 0.43 / math.sqrt(games), MARGIN, LEVEL) == pytest.approx(POWER, abs=1e-9)


def test_few_games_without_a_win_are_undecided_and_ask_for_more() -> None:
    outcomes = pd.DataFrame({"dog": 0, "sixtieths": [0], "seats": 1, "games": [5]})
    [row] = equivalence(win_shares(outcomes, ["dog"], players=DOGS), 5).to_dict("records")
    assert row["verdict"] == UNDECIDED and row["more_games"] >= 1


def test_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(reports.equivalence).failed == 0
