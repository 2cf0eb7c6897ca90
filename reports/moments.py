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

BLOCK = 8_192
"""Games in memory at once as float64."""

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
    dog: Integers, strategy: Integers, won: Integers, values: list[Integers], sizes: tuple[int, int]
) -> Moments:
    """Add up what was done in games.

    Parameters
    ----------
    dog, strategy : int[n, players]
        Who sits where, as positions in lists of `sizes` Dogs and strategies.
    won : int[n, players]
        Sixtieths of the win.
    values : list of int[n, players]
        One array a measure.
    sizes : (int, int)
        Number of Dogs and of strategies.
    """
    total = nothing(sum(sizes), len(values))
    for first in range(0, len(dog), BLOCK) if values else ():
        part = slice(first, first + BLOCK)
        total += moments_of(dog[part], strategy[part], won[part], by_seat([each[part] for each in values]), sizes)
    return total


def by_seat(values: Sequence[npt.NDArray[Any]]) -> Floats:
    """Return arrays of a value for each game and seat, [n, players], as one: float64[n_values, players, n].

    Games come last, where sums over the seats of a game are sums of whole rows, which is many times as fast.
    """
    stacked = np.empty((len(values), *values[0].shape[::-1]))
    for into, each in zip(stacked, values, strict=True):
        into[:] = each.T
    return stacked


def moments_of(dog: Integers, strategy: Integers, won: Integers, values: Floats, sizes: tuple[int, int]) -> Moments:
    """Add up what was done in some games; as `moments`, but for the values, which are as `by_seat` returns them."""
    everyone = values.sum(axis=1)
    winners = np.einsum("msn,sn->mn", values, won.T.astype(np.float64))
    pairs = ((winners, winners), (winners, everyone), (everyone, everyone))
    products = [np.einsum("mn,mn->m", one, other) for one, other in pairs]
    outcomes = np.stack([winners.sum(axis=1), everyone.sum(axis=1), *products], axis=1)
    groups = np.concatenate([_dogs(dog, values, sizes[0]), _strategies(strategy, values, everyone, sizes[1])])
    return Moments(len(dog), groups, outcomes)


def _dogs(dog: Integers, values: Floats, n_dogs: int) -> Floats:
    """Return `GROUP_SUMS` of every Dog, which sits at most once at a table: float64[dogs, measures, 6]."""
    member = (dog.T.ravel() == np.arange(n_dogs)[:, None]).astype(np.float64)
    flat = values.reshape(len(values), -1)
    sums, squares = member @ flat.T, member @ (flat**2).T
    seats = np.broadcast_to(member.sum(axis=1)[:, None], sums.shape)
    return np.stack([seats, seats, seats, sums, squares, sums], axis=2)


def _strategies(strategy: Integers, values: Floats, everyone: Floats, n_strategies: int) -> Floats:
    """Return `GROUP_SUMS` of every strategy: float64[strategies, measures, 6]."""
    groups = np.zeros((n_strategies, len(values), len(GROUP_SUMS)))
    for place in np.unique(strategy):
        member = (place == strategy.T).astype(np.float64)
        seats = member.sum(axis=0)
        sums = everyone if member.all() else np.einsum("msn,sn->mn", values, member)
        groups[place, :, :3] = (seats > 0).sum(), seats.sum(), (seats**2).sum()
        groups[place, :, 3:] = np.stack([sums.sum(axis=1), np.einsum("mn,mn->m", sums, sums), sums @ seats], axis=1)
    return groups


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
