"""What was done in the games, added up: for Dogs, for strategies, and for winners against losers.

Only sums are kept, of values and of their squares by game, since a game is the independent unit: a strategy may sit on
several of its seats, and its winner is chosen by what all of them did. The sums are of whole numbers and thus exact.
"""

from __future__ import annotations

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
        stacked = np.stack([each[part] for each in values], axis=2).astype(np.float64)
        total += _block(dog[part], strategy[part], won[part].astype(np.float64), stacked, sizes)
    return total


def _block(dog: Integers, strategy: Integers, won: Floats, values: Floats, sizes: tuple[int, int]) -> Moments:
    member = np.concatenate([np.eye(sizes[0])[dog], np.eye(sizes[1])[strategy]], axis=2).transpose(0, 2, 1)
    seats = member.sum(axis=2)  # [games, groups]
    sums = member @ values  # [games, groups, measures]
    groups = np.empty((sum(sizes), values.shape[2], len(GROUP_SUMS)))
    groups[:, :, :3] = np.stack([(seats > 0).sum(axis=0), seats.sum(axis=0), (seats**2).sum(axis=0)], axis=1)[:, None]
    groups[:, :, 3] = sums.sum(axis=0)
    groups[:, :, 4] = np.einsum("ngm,ngm->gm", sums, sums)
    groups[:, :, 5] = np.einsum("ngm,ng->gm", sums, seats)
    winners, everyone = (won[:, None, :] @ values)[:, 0, :], values.sum(axis=1)
    products = [winners, everyone, winners**2, winners * everyone, everyone**2]
    return Moments(len(dog), groups, np.stack([each.sum(axis=0) for each in products], axis=1))


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
