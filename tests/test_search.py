"""Searching whole numbers: the least of a noisy criterion is found, within the budget, and again the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from simcore.search import (
    FINALISTS,
    Measure,
    Point,
    explore,
    halve,
    halving_cost,
    least_budget,
    points_of,
    search,
    size_of,
)


class Bowl:
    """A bowl with its bottom at `best`, measured with noise that shrinks with the games; counts what is played."""

    def __init__(self, best: Point, noise: float) -> None:
        self.best, self.noise = best, noise
        self.played: dict[int, list[Point]] = {}
        self.cost = 0
        self.sums: dict[Point, tuple[float, float]] = {}

    def __call__(self, points: Sequence[Point], number: int) -> dict[Point, float]:
        self.played.setdefault(number, []).extend(points)
        games = 2.0**number
        self.cost += len(points) * 2**number
        found = {}
        for point in points:
            common = np.random.default_rng(number).normal()
            own = np.random.default_rng([number, *(value + 1_000 for value in point)]).normal()
            true = sum((one - other) ** 2 for one, other in zip(point, self.best, strict=True))
            seen = true + common + self.noise * own / np.sqrt(games)
            total, n = self.sums.get(point, (0.0, 0.0))
            self.sums[point] = total + games * seen, n + games
            found[point] = self.sums[point][0] / self.sums[point][1]
        return found


def test_points_are_those_of_the_grid() -> None:
    assert points_of([(0, 1), (3, 4)]) == [(0, 3), (0, 4), (1, 3), (1, 4)]
    assert size_of([(0, 1), (3, 4)]) == 4


@pytest.mark.parametrize("points", [1, 2, 5, 6, 40])
def test_halving_costs_what_it_says(points: int) -> None:
    bowl = Bowl((0,), 0.1)
    halve([(value,) for value in range(points)], (0,), bowl, 0)
    assert bowl.cost == halving_cost(points)


def test_a_small_grid_is_tried_whole_and_the_best_point_found() -> None:
    bowl = Bowl((3,), 0.5)
    assert search([(0, 6)], (5,), bowl, 1_000, 1) == (3,)
    assert bowl.played[0] == [(value,) for value in range(7)]
    assert [len(points) for points in bowl.played.values()] == [7, 4, 2]


def test_a_large_grid_is_explored_within_the_budget() -> None:
    bowl = Bowl((17, 4, 31), 1.0)
    ranges, budget = [(0, 40), (0, 40), (0, 40)], 400
    found = search(ranges, (0, 0, 0), bowl, budget, 1)
    assert sum(abs(one - other) for one, other in zip(found, bowl.best, strict=True)) <= 4
    assert bowl.cost <= budget
    assert len(set(bowl.played[0])) == len(bowl.played[0]), "no point is played twice in a round"
    assert all(0 <= value <= 40 for point in bowl.played[0] for value in point)
    assert len(bowl.played[1]) == FINALISTS


def test_one_large_range_is_explored_too() -> None:
    bowl = Bowl((700,), 1.0)
    [value] = search([(0, 1_000)], (0,), bowl, 200, 1)
    assert abs(value - 700) <= 10


def test_the_same_seed_searches_the_same() -> None:
    one, other = Bowl((5, 6), 1.0), Bowl((5, 6), 1.0)
    for bowl in (one, other):
        search([(0, 30), (0, 30)], (0, 0), bowl, 200, 3)
    assert one.played == other.played


def test_of_equally_good_points_the_one_nearest_to_the_start_is_taken() -> None:
    flat: Measure = lambda points, number: dict.fromkeys(points, 1.0)  # noqa: E731
    assert halve([(0,), (4,), (6,), (9,)], (5,), flat, 0) == (4,)
    assert explore([(0, 50)], (20,), flat, 30, 1)[0] == (20,)


def test_the_least_budget_is_enough() -> None:
    for ranges in ([(0, 3)], [(0, 100), (0, 100)]):
        bowl = Bowl(tuple(low for low, _ in ranges), 0.1)
        search(ranges, tuple(low for low, _ in ranges), bowl, least_budget(ranges), 1)
        assert bowl.cost <= least_budget(ranges)
