"""Searching whole numbers for the least of a criterion that is only measured with noise, by playing games.

Where there is budget for it every point is tried; otherwise differential evolution looks for the most promising ones,
all on the same seed, so that the criterion is a function without noise (a sample average). Then successive halving: the
better half of the points plays twice as many games, fresh ones, until one point is left. In each round all points play
the same seeds, so that most of the luck is common and cancels.

References
----------
Glasserman and Yao (1992), Some guidelines and guarantees for common random numbers, Management Science 38, 884-908.
Karnin, Koren and Somekh (2013), Almost optimal exploration in multi-armed bandits, ICML 30 (successive halving).
Kleywegt, Shapiro and Homem-de-Mello (2002), The sample average approximation method for stochastic discrete
optimization, SIAM Journal on Optimization 12, 479-502.
Storn and Price (1997), Differential evolution, Journal of Global Optimization 11, 341-359.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

Point = tuple[int, ...]
Range = tuple[int, int]
"""Least and greatest value of a number."""

Measure = Callable[[Sequence[Point], int], Mapping[Point, float]]
"""Plays the games of a round at some points and returns the criterion of each, over all its games: the less the better.
Round r is to play 2^r times as many games as round 0."""

FINALISTS = 8
"""Points that differential evolution hands on to successive halving."""

_IDLE = 20
"""Generations without a new point after which there is nothing more to find."""


def points_of(ranges: Sequence[Range]) -> list[Point]:
    """Return all points of a grid, in order."""
    return list(product(*(range(low, high + 1) for low, high in ranges)))


def size_of(ranges: Sequence[Range]) -> int:
    """Return the number of points of a grid, without making it."""
    size = 1
    for low, high in ranges:
        size *= high - low + 1
    return size


def halving_cost(points: int, first: int = 0) -> int:
    """Return what successive halving costs, in games of round 0 at one point.

    Examples
    --------
    >>> halving_cost(6)  # 6 points at 1, 3 at 2, 2 at 4
    20
    """
    cost, number = 0, first
    while points > 1:
        cost += points * 2**number
        points, number = (points + 1) // 2, number + 1
    return cost


def least_budget(ranges: Sequence[Range]) -> int:
    """Return the least budget that a search makes do with, in games of round 0 at one point."""
    return min(halving_cost(size_of(ranges)), 2 * FINALISTS + halving_cost(FINALISTS, 1))


def most_points(ranges: Sequence[Range], budget: int) -> int:
    """Return how many different points a search may try at most; see `search`."""
    if halving_cost(size_of(ranges)) <= budget:
        return size_of(ranges)
    return budget - halving_cost(FINALISTS, 1)


def search(ranges: Sequence[Range], own: Point, measure: Measure, budget: int, seed: int) -> Point:
    """Return the point that seems best.

    Parameters
    ----------
    ranges : sequence of (int, int)
        Least and greatest value of each number.
    own : tuple of int
        Where the search starts, if it lies within; of equally good points the nearest to it is taken.
    measure : callable
        See `Measure`.
    budget : int
        Games that may be played, in those of round 0 at one point; at least `least_budget`.
    seed : int
        Of differential evolution's choices.
    """
    if halving_cost(size_of(ranges)) <= budget:
        return halve(points_of(ranges), own, measure, 0)
    finalists = explore(ranges, own, measure, most_points(ranges, budget), seed)
    return halve(finalists, own, measure, 1)


def halve(points: Sequence[Point], own: Point, measure: Measure, first: int) -> Point:
    """Return the best of some points by successive halving; the first round has the number `first`."""
    left, number = list(points), first
    while len(left) > 1:
        found = measure(left, number)
        left = _ordered(left, found, own)[: (len(left) + 1) // 2]
        number += 1
    return left[0]


def explore(ranges: Sequence[Range], own: Point, measure: Measure, points: int, seed: int) -> list[Point]:
    """Return the most promising of at most `points` different points, which differential evolution chooses."""
    import numpy as np
    from scipy.optimize import differential_evolution

    found: dict[Point, float] = {}
    idle = 0

    def criterion(columns: Any) -> Any:
        nonlocal idle
        asked = [tuple(round(float(value)) for value in column) for column in np.atleast_2d(columns.T)]
        new = [point for point in dict.fromkeys(asked) if point not in found][: points - len(found)]
        idle = 0 if new else idle + 1
        if new:
            found.update(measure(new, 0))
        return np.array([found.get(point, np.inf) for point in asked])

    differential_evolution(
        criterion,
        bounds=[(low, high) for low, high in ranges],
        integrality=[True] * len(ranges),
        x0=[min(max(value, low), high) for value, (low, high) in zip(own, ranges, strict=True)],
        init="sobol",
        popsize=8,
        maxiter=10_000,
        tol=0.0,
        polish=False,
        vectorized=True,
        updating="deferred",
        rng=seed,
        callback=lambda intermediate_result: len(found) >= points or idle > _IDLE,
    )
    return _ordered(list(found), found, own)[:FINALISTS]


def _ordered(points: Sequence[Point], found: Mapping[Point, float], own: Point) -> list[Point]:
    """Return points in order of the criterion, then of their distance from `own`."""

    def rank(point: Point) -> tuple[float, int, Point]:
        return found[point], sum(abs(one - other) for one, other in zip(point, own, strict=True)), point

    return sorted(points, key=rank)
