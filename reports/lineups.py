"""Games added up by line-up: games with the same Dogs and strategies on the same seats differ by chance alone.

All that the models (`reports.models`) need of such games is how often each seat won and what it scored, and the
products of these between seats, which say how seats of one game depend on each other. So a million games become a few
thousand rows, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

Integers = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True)
class Sums:
    """Sums of whole numbers by key; sums of different games add up.

    Parameters
    ----------
    keys : int64[n]
        Ascending, each once.
    values : int64[n, m]
        The sums of each key.
    """

    keys: npt.NDArray[np.int64]
    values: npt.NDArray[np.int64]

    def __add__(self, other: Sums) -> Sums:
        """Return the sums of both."""
        if np.array_equal(self.keys, other.keys):
            return Sums(self.keys, self.values + other.values)
        keys = np.union1d(self.keys, other.keys)
        values = np.zeros((len(keys), self.values.shape[1]), np.int64)
        for each in (self, other):
            values[np.searchsorted(keys, each.keys)] += each.values
        return Sums(keys, values)


def no_line_ups(players: int) -> Sums:
    """Return the sums over no games."""
    return Sums(np.zeros(0, np.int64), np.zeros((0, len(value_names(players))), np.int64))


def sums_by(keys: npt.NDArray[np.int64], values: Iterable[npt.NDArray[Any]]) -> Sums:
    """Add up whole numbers that have the same key (int64[n]); `values` are columns of n numbers each.

    Notes
    -----
    `numpy.bincount` adds up as float64, which is exact for whole numbers below 2**53.
    """
    found, places = np.unique(keys, return_inverse=True)
    sums = [np.bincount(places, column, len(found)) for column in values]
    return Sums(found, np.stack(sums, axis=1).astype(np.int64))


def line_up_sums(dog: Integers, strategy: Integers, won: Integers, total: Integers, sizes: tuple[int, int]) -> Sums:
    """Add up games by line-up.

    Parameters
    ----------
    dog, strategy : int[n, players]
        Who sits where, as positions in lists of `sizes` Dogs and strategies.
    won, total : int[n, players]
        Each seat's sixtieths of the win, and its score in VP.
    sizes : (int, int)
        Number of Dogs and of strategies.

    Returns
    -------
    Sums
        Key: dogs and strategies as digits, seat 0 first; values: as `value_names` says.
    """
    n, players = dog.shape
    key = np.zeros(n, np.int64)
    for codes, size in ((dog, sizes[0]), (strategy, sizes[1])):
        for seat in range(players):
            key *= size
            key += codes[:, seat]
    columns = [np.ones(n)]
    for numbers in (won.T.astype(np.float64, order="C"), total.T.astype(np.float64, order="C")):
        columns += [*numbers, *(numbers[i] * numbers[j] for i, j in pairs(players))]
    return sums_by(key, columns)


def pairs(players: int) -> list[tuple[int, int]]:
    """Return all pairs of seats (i, j) with i <= j, in the order in which their products are kept."""
    return list(combinations_with_replacement(range(players), 2))


def value_names(players: int) -> list[str]:
    """Return the names of the sums of a line-up.

    Examples
    --------
    >>> value_names(2)[:6]
    ['games', 'won_0', 'won_1', 'won_0_0', 'won_0_1', 'won_1_1']
    """
    names = ["games"]
    for stem in ("won", "total"):
        names += [f"{stem}_{seat}" for seat in range(players)]
        names += [f"{stem}_{i}_{j}" for i, j in pairs(players)]
    return names


def line_up_frame(sums: Sums, players: int, dogs: tuple[str, ...], strategies: tuple[str, ...]) -> pd.DataFrame:
    """Return the sums as a frame, a row a line-up: dog_0, ..., strategy_0, ... (categories), then `value_names`."""
    rest, digits = sums.keys.copy(), {}
    for name, words in (("strategy", strategies), ("dog", dogs)):
        for seat in reversed(range(players)):
            digits[f"{name}_{seat}"] = pd.Categorical.from_codes(rest % len(words), pd.Index(words), ordered=True)
            rest = rest // len(words)
    values = dict(zip(value_names(players), sums.values.T, strict=True))
    names = [f"{name}_{seat}" for name in ("dog", "strategy") for seat in range(players)]
    return pd.DataFrame({name: digits[name] for name in names} | values)
