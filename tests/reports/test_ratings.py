"""Ratings of strategies: known strengths are recovered, intervals cover, order and seats do what is said."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

from reports.counts import WIN
from reports.league_counts import Games, mix_name
from reports.ratings import openskill_ratings, strengths

TRUE = np.array([1.0, 0.3, 0.0, -1.3])
NAMES = list("abcd")


def played(rng: np.random.Generator, n: int) -> pd.DataFrame:
    """Return the counts of `n` games of each mix of three seats, won with the chances that TRUE gives."""
    rows: list[dict[str, Any]] = []
    for mix in itertools.combinations_with_replacement(range(4), 3):
        chance = np.exp(TRUE[list(mix)])
        wins = rng.multinomial(n, chance / chance.sum())
        for code in set(mix):
            won = sum(int(w) for seat, w in zip(mix, wins, strict=True) if seat == code)
            known = {"mix": mix_name([NAMES[c] for c in mix]), "strategy": NAMES[code], "seats": mix.count(code)}
            rows += [known | {"sixtieths": WIN, "games": won}, known | {"sixtieths": 0, "games": n - won}]
    return pd.DataFrame(rows)


def test_strengths_are_recovered() -> None:
    found = strengths(played(np.random.default_rng(1), 20_000), NAMES)
    np.testing.assert_allclose(found["strength"], TRUE - TRUE.mean(), atol=0.02)
    assert (found["se"] < 0.01).all()


LEAGUES = 150
"""So many tell a chance of 95% to three standard errors of `ERROR`."""
ERROR = np.sqrt(0.05 * 0.95 / LEAGUES)


def small_leagues(seed: int) -> Iterator[pd.DataFrame]:
    """Yield the strengths that leagues of few games find."""
    rng = np.random.default_rng(seed)
    for _ in range(LEAGUES):
        yield strengths(played(rng, 60), NAMES)


@pytest.mark.slow
def test_intervals_of_strengths_cover() -> None:
    """Stated: 95% of intervals; the four of a league hang together."""
    true = TRUE - TRUE.mean()
    hits = [((found["ci_low"] <= true) & (true <= found["ci_high"])).mean() for found in small_leagues(2)]
    assert abs(np.mean(hits) - 0.95) < 3 * ERROR


@pytest.mark.slow
def test_what_others_lack_of_the_strongest_is_told_with_intervals_that_cover_all_differences() -> None:
    """Stated: all at once in 95% of leagues at least, whoever came out strongest."""
    hits = []
    for found in small_leagues(4):
        behind = TRUE[found["strength"].argmax()] - TRUE
        hits.append(((found["behind_low"] <= behind + 1e-9) & (behind <= found["behind_high"] + 1e-9)).all())
        assert (found["behind"].min(), found["behind_high"].min()) == (0.0, 0.0), "the strongest lacks nothing"
    assert np.mean(hits) > 0.95 - 3 * ERROR


def test_what_the_second_lacks_is_told_better_than_its_strength_is() -> None:
    found = strengths(played(np.random.default_rng(1), 20_000), NAMES)
    np.testing.assert_allclose(found["behind"], TRUE.max() - TRUE, atol=0.03)
    assert found["behind_low"][1] > 0.0, "b is certainly weaker than a"


def test_strengths_of_those_who_never_meet_are_unknown() -> None:
    rows = [{"mix": f"{name} ×3", "strategy": name, "seats": 3, "sixtieths": WIN, "games": 100} for name in ("a", "b")]
    found = strengths(pd.DataFrame(rows), ["a", "b"])
    assert found[["strength", "se", "ci_low", "behind", "behind_low"]].isna().all(axis=None)


def test_who_always_wins_has_a_finite_strength_and_a_wide_interval() -> None:
    rows = [
        {"mix": "a, b ×2", "strategy": name, "seats": seats, "sixtieths": won, "games": 100}
        for name, seats, won in (("a", 1, WIN), ("b", 2, 0))
    ]
    found = strengths(pd.DataFrame(rows), ["a", "b"])
    assert np.isfinite(found[["strength", "se"]]).all(axis=None) and 2.0 < found["strength"][0] < 6.0
    assert found["ci_high"][0] - found["ci_low"][0] > 1.0


def test_strengths_count_ties_and_more_seats() -> None:
    rows = [
        {"mix": "a, b ×2", "strategy": name, "seats": seats, "sixtieths": won, "games": 6_000}
        for name, seats, won in (("a", 1, 20), ("b", 2, 40))
    ]
    np.testing.assert_allclose(strengths(pd.DataFrame(rows), ["a", "b"])["strength"], 0.0, atol=1e-6)


def games(rng: np.random.Generator, n: int) -> Games:
    """Return games of four seats whose totals lie around 50, and 3 more for each number of a strategy."""
    seated = rng.integers(0, 3, (n, 4))
    return Games(seated, 50 + 3 * seated + rng.integers(-8, 9, (n, 4)))


def test_openskill_ranks_the_stronger_higher() -> None:
    found = openskill_ratings(games(np.random.default_rng(3), 1_500), ["weak", "fair", "strong"])
    assert found["mu"].is_monotonic_increasing
    assert (found["ci_low"].iloc[2] > found["ci_high"].iloc[0]) and (found["sigma"] < 25 / 3).all()
    assert (found["n_games"] > 1_100).all() and (found["n_games"] < 1_300).all()


def test_openskill_is_the_same_for_the_same_games() -> None:
    some = games(np.random.default_rng(4), 200)
    assert openskill_ratings(some, list("abc")).equals(openskill_ratings(some, list("abc")))


def test_places_behind_a_tie_are_worse_than_it() -> None:
    tied = Games(np.tile([0, 0, 1, 2], (400, 1)), np.tile([9, 9, 5, 1], (400, 1)))
    found = openskill_ratings(tied, ["tied", "third", "last"])
    assert (found["ci_low"].to_numpy()[:2] > found["ci_high"].to_numpy()[1:]).all()


def test_openskill_says_nothing_about_games_against_oneself() -> None:
    alike = Games(np.zeros((200, 4), int), np.random.default_rng(5).integers(0, 9, (200, 4)))
    assert openskill_ratings(alike, ["a"])["mu"].item() == pytest.approx(25.0, abs=0.5)
