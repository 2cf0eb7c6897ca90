"""What was done in the games, added up: for Dogs, for strategies, and for winners against losers.

Only sums are kept, of values and of their squares by game, since a game is the independent unit: a strategy may sit on
several of its seats, and its winner is chosen by what all of them did. The sums are of whole numbers and thus exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.integer[Any]]

CHUNK = 4_096
"""Games whose values are put in order of seats at once."""

BLOCK = 512
"""Games that are multiplied at once. Small matrices stay in the processor's cache, and are multiplied several times as
fast as large ones; sums over so few games mostly fit into 32 bits."""

GROUP_SUMS = ("n_games", "n_seats", "seats_seats", "sum", "squares", "sum_seats")
"""Sums of a group: games with it, seats, squares of its seats in a game, values, squares of its values' sum in a game,
that sum times its seats in the game."""

OUTCOME_SUMS = ("won", "all", "won_won", "won_all", "all_all")
"""Sums over games of: values times sixtieths of the win, values of all seats, and their products."""


@dataclass(frozen=True)
class Moments:
    """Sums over some games; those of different games add up.

    Parameters
    ----------
    n_games : int
        Number of games.
    groups : float64[n_groups, n_measures, 6]
        `GROUP_SUMS` of every Dog, then of every strategy.
    outcomes : float64[n_measures, 5]
        `OUTCOME_SUMS`.
    """

    n_games: int
    groups: Floats
    outcomes: Floats

    def __add__(self, other: Moments) -> Moments:
        """Return the sums over the games of both."""
        return Moments(self.n_games + other.n_games, self.groups + other.groups, self.outcomes + other.outcomes)


def nothing(n_groups: int, n_measures: int) -> Moments:
    """Return the moments of no games."""
    zeros = np.zeros((n_groups, n_measures, len(GROUP_SUMS)))
    return Moments(0, zeros, np.zeros((n_measures, len(OUTCOME_SUMS))))


def moments(
    dog: Integers, strategy: Integers, won: Integers, values: Sequence[Integers], sizes: tuple[int, int]
) -> Moments:
    """Add up what was done in games.

    Parameters
    ----------
    dog, strategy : int[n, players]
        Who sits where, as positions in lists of `sizes` Dogs and strategies.
    won : int[n, players]
        Sixtieths of the win.
    values : sequence of int[n, players]
        One array a measure.
    sizes : (int, int)
        Number of Dogs and of strategies.
    """
    total = nothing(sum(sizes), len(values))
    for first in range(0, len(dog), CHUNK) if values else ():
        part = slice(first, first + CHUNK)
        stacked = by_seat([each[part] for each in values], np.result_type(*values))
        total += moments_of(dog[part], strategy[part], won[part], stacked, sizes)
    return total


def by_seat(values: Sequence[npt.NDArray[Any]], kind: npt.DTypeLike = np.float64) -> npt.NDArray[Any]:
    """Return arrays of a value for each game and seat, [n, players], as one of a kind: [n_values, players, n].

    Games come last, where sums over the seats of a game are sums of whole rows, which is many times as fast.
    """
    stacked = np.empty((len(values), *values[0].shape[::-1]), kind)
    for into, each in zip(stacked, values, strict=True):
        into[:] = each.T
    return stacked


def moments_of(
    dog: Integers, strategy: Integers, won: Integers, values: npt.NDArray[Any], sizes: tuple[int, int]
) -> Moments:
    """Add up what was done in some games; as `moments`, but for the values, which are as `by_seat` returns them."""
    n_dogs, n_groups = sizes[0], sum(sizes)
    dogs, members = _marks(dog, sizes[0]), _marks(strategy, sizes[1])
    seats = members.sum(axis=1, dtype=np.int8)
    present = n_dogs + np.flatnonzero(seats.any(axis=1))
    alone = len(present) == 1  # what everyone has is then what the strategy has
    weights = np.concatenate([dogs, members, members * seats[:, None], won.T[None]], dtype=np.int16)
    sums, squares, products = _weighted(values, weights, n_dogs, present[:0] if alone else present)

    groups = np.zeros((n_groups, len(values), len(GROUP_SUMS)))
    groups[:n_dogs, :, :3] = np.bincount(dog.ravel(), minlength=n_dogs)[:, None, None]
    groups[n_dogs:, :, :3] = np.stack(
        [np.count_nonzero(seats, axis=1), seats.sum(axis=1), (seats**2).sum(axis=1)], axis=1
    )[:, None]
    groups[:, :, 3] = sums[:n_groups]
    groups[:n_dogs, :, 4], groups[present, :, 4] = squares, products[2 if alone else 3 :]
    groups[:n_dogs, :, 5], groups[n_dogs:, :, 5] = sums[:n_dogs], sums[n_groups:-1]
    outcomes = np.stack([sums[-1], sums[:n_dogs].sum(axis=0), *products[:3]], axis=1)
    return Moments(len(dog), groups, outcomes)


def _marks(codes: Integers, size: int) -> npt.NDArray[np.int8]:
    """Return 1 where each of so many codes stands, else 0: int8[size, players, n] for int[n, players]."""
    of_seat = codes.T.astype(np.int16, order="C")
    marks: npt.NDArray[np.bool_] = of_seat == np.arange(size, dtype=np.int16)[:, None, None]
    return marks.view(np.int8)


def _weighted(
    values: npt.NDArray[Any], weights: npt.NDArray[Any], n_dogs: int, strategies: Integers
) -> tuple[Floats, Floats, Floats]:
    """Add up values with weights.

    Parameters
    ----------
    values : whole numbers, [measures, players, n]
        As `by_seat` returns them.
    weights : whole numbers, [k, players, n]
        The first `n_dogs` mark the seats of each Dog; the last are the sixtieths of the win.
    n_dogs : int
        Number of Dogs.
    strategies : int[m]
        Which weights mark the seats of strategies whose squares are wanted.

    Returns
    -------
    sums : float64[k, measures]
        Over all seats, of values times each weight.
    squares : float64[n_dogs, measures]
        Over all seats of each Dog, of squares.
    products : float64[3 + m, measures]
        Over all games: the products of `OUTCOME_SUMS`, then the squares of what each of the strategies has.
    """
    kind = exact_type(values)
    weights = weights.astype(kind, order="C")
    sums, squares = np.zeros((len(weights), len(values))), np.zeros((n_dogs, len(values)))
    products = np.zeros((3 + len(strategies), len(values)))
    space = np.empty((*values.shape[:2], BLOCK), kind)
    for first in range(0, values.shape[2], BLOCK):
        weight = np.ascontiguousarray(weights[:, :, first : first + BLOCK])
        block = space[:, :, : weight.shape[2]]
        block[:] = values[:, :, first : first + BLOCK]
        products += _products(block, weight[-1], weight[strategies])
        flat, rows = block.reshape(len(block), -1), weight.reshape(len(weight), -1)
        sums += rows @ flat.T
        flat *= flat
        squares += rows[:n_dogs] @ flat.T
    return sums, squares, products


def exact_type(values: npt.NDArray[Any]) -> type[np.float32 | np.float64]:
    """Return the type in which the squares of `BLOCK` such whole numbers add up exactly: 32 bits where they suffice.

    A Dog has one seat of a game at most, and all other sums over a block are smaller.

    Examples
    --------
    >>> exact_type(np.array([-181, 90])), exact_type(np.array([-182, 90]))
    (<class 'numpy.float32'>, <class 'numpy.float64'>)
    """
    largest = max(int(values.max()), -int(values.min()))
    return np.float32 if BLOCK * max(largest, 60) * largest <= 2**24 else np.float64


def _products(values: npt.NDArray[Any], won: npt.NDArray[Any], strategies: npt.NDArray[Any]) -> Floats:
    """Return the sums over games of products of what winners, everyone and each strategy have in a game."""
    everyone = values.sum(axis=1).astype(np.float64)
    winners, *of_it = (np.einsum("msn,sn->mn", values, weight).astype(np.float64) for weight in (won, *strategies))
    pairs = [(winners, winners), (winners, everyone), (everyone, everyone), *((each, each) for each in of_it)]
    return np.array([np.vecdot(one, other) for one, other in pairs])


def group_frame(moments: Moments, groups: dict[str, tuple[str, ...]], measures: tuple[str, ...]) -> pd.DataFrame:
    """Return the sums of all groups that took part: factor (dog or strategy), group, measure, then `GROUP_SUMS`."""
    names = [(factor, name) for factor, words in groups.items() for name in words]
    index = pd.MultiIndex.from_tuples(
        [(*name, measure) for name in names for measure in measures], names=["factor", "group", "measure"]
    )
    frame = pd.DataFrame(moments.groups.reshape(-1, len(GROUP_SUMS)), index, list(GROUP_SUMS)).reset_index()
    return frame[frame["n_games"] > 0].reset_index(drop=True)


def outcome_frame(moments: Moments, measures: tuple[str, ...]) -> pd.DataFrame:
    """Return the sums for winners and losers: measure, n_games, then `OUTCOME_SUMS`."""
    frame = pd.DataFrame(moments.outcomes, columns=list(OUTCOME_SUMS)).assign(n_games=moments.n_games)
    return frame.assign(measure=list(measures))[["measure", "n_games", *OUTCOME_SUMS]]
