"""What was done in games, added up in matrices: exactly what plain loops over games and seats add up."""

from __future__ import annotations

import doctest
from collections import defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import reports.moments
from reports.moments import BLOCK, Moments, by_seat, exact_type, moments, moments_of

SIZES = (6, 3)
N_GAMES = 700

Games = tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]


def games(players: int, strategies: tuple[int, ...], seed: int = 1) -> Games:
    """Draw who sits where and who wins, ties among them: dog, strategy, sixtieths of the win."""
    rng = np.random.default_rng(seed)
    dog = rng.permuted(np.tile(np.arange(SIZES[0]), (N_GAMES, 1)), axis=1)[:, :players]
    strategy = rng.choice(strategies, (N_GAMES, players))
    best = rng.integers(0, 3, (N_GAMES, players))
    wins = best == best.max(axis=1, keepdims=True)
    return dog, strategy, (60 // wins.sum(axis=1))[:, None] * wins


def in_plain_loops(dog: Any, strategy: Any, won: Any, values: list[Any]) -> Moments:
    groups = np.zeros((sum(SIZES), len(values), 6))
    outcomes = np.zeros((len(values), 5))
    for game in range(len(dog)):
        for measure, numbers in enumerate(values):
            of_game = [int(number) for number in numbers[game]]
            seats: dict[int, list[int]] = defaultdict(list)
            for seat, value in enumerate(of_game):
                seats[dog[game, seat]].append(value)
                seats[SIZES[0] + strategy[game, seat]].append(value)
            for group, its in seats.items():
                k, total = len(its), sum(its)
                groups[group, measure] += [1, k, k * k, total, total * total, total * k]
            winners = sum(int(share) * value for share, value in zip(won[game], of_game, strict=True))
            everyone = sum(of_game)
            outcomes[measure] += [winners, everyone, winners * winners, winners * everyone, everyone * everyone]
    return Moments(len(dog), groups, outcomes)


def assert_same(found: Moments, expected: Moments) -> None:
    assert found.n_games == expected.n_games
    np.testing.assert_array_equal(found.groups, expected.groups)
    np.testing.assert_array_equal(found.outcomes, expected.outcomes)


@pytest.mark.parametrize("largest", [1, 181, 182, 30_000])
@pytest.mark.parametrize(("players", "strategies"), [(3, (0, 2)), (4, (1,)), (5, (0, 1, 2))])
def test_moments_are_those_of_plain_loops(players: int, strategies: tuple[int, ...], largest: int) -> None:
    """The largest numbers on all seats of a Dog are those that 32 bits can and cannot add up."""
    who = games(players, strategies)
    rng = np.random.default_rng(2)
    one, other = (rng.integers(-largest, largest, who[0].shape, endpoint=True).astype(np.int16) for _ in range(2))
    values = [one, other, np.full_like(one, largest), np.full_like(one, -largest)]
    assert_same(moments(*who, values, SIZES), in_plain_loops(*who, values))


def test_moments_do_not_depend_on_how_games_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    who = games(4, (0, 1))
    values = [np.random.default_rng(3).integers(0, 90, who[0].shape).astype(np.int16)]
    expected = in_plain_loops(*who, values)
    for chunk, block in ((N_GAMES, N_GAMES), (100, 7), (7, 100)):
        monkeypatch.setattr("reports.moments.CHUNK", chunk)
        monkeypatch.setattr("reports.moments.BLOCK", block)
        assert_same(moments(*who, values, SIZES), expected)


def test_moments_take_values_of_any_type() -> None:
    who = games(3, (0, 1))
    whole = np.random.default_rng(4).integers(0, 50, who[0].shape)
    expected = in_plain_loops(*who, [whole, who[2]])
    assert_same(moments(*who, [whole, who[2].astype(np.int16)], SIZES), expected)
    assert_same(moments_of(*who, by_seat([whole, who[2]]), SIZES), expected)


def test_32_bits_hold_the_sums_of_a_block() -> None:
    for largest in (1, 60, 181):
        values = np.full((1, 4, BLOCK), largest)
        assert exact_type(values) is exact_type(-values) is np.float32
        assert BLOCK * max(60, largest) * largest <= 2**24
    assert exact_type(np.full((1, 4, BLOCK), 182)) is np.float64


def test_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(reports.moments).failed == 0
