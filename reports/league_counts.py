"""Exact counts of a league's games: what each strategy of each mix won, and a sample of games for ratings.

A mix is named by its strategies, the most seats last: "greedy, uniform ×3".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from reports.counts import WIN, Layout, histogram

COLUMNS = ("strategy", "win_share", "total")
"""The columns of the results that are read."""

SAMPLE = 20_000
"""Most games that a rating goes through one after the other."""


@dataclass(frozen=True)
class Games:
    """Some games, in the order in which a rating takes them.

    Parameters
    ----------
    strategies : int64[n, players]
        The strategy on each seat, as a position in the layout's strategies.
    totals : int64[n, players]
        Final score of each seat, VP.
    """

    strategies: npt.NDArray[np.int64]
    totals: npt.NDArray[np.int64]


@dataclass(frozen=True)
class LeagueCounts:
    """A league's counted games.

    Parameters
    ----------
    outcomes : pandas.DataFrame
        mix, strategy, seats (that it had in one game), sixtieths (of a win, that they won together), games.
    sample : Games
        At most SAMPLE games, drawn and shuffled in an order that is always the same.
    """

    outcomes: pd.DataFrame
    sample: Games


def count_league(batches: Iterable[pd.DataFrame], layout: Layout, n_games: int) -> LeagueCounts:
    """Count the games of a league, one batch in memory at a time.

    Parameters
    ----------
    batches : iterable of pandas.DataFrame
        Whole games in seat order, with the columns COLUMNS; strategies as categories.
    layout : Layout
        Players and words of the run.
    n_games : int
        Games in all batches together.
    """
    order = np.random.default_rng(n_games).permutation(n_games)[:SAMPLE]
    picked, frames, games = np.sort(order), [], []
    first = 0
    for batch in batches:
        seated = _codes(batch["strategy"], layout.strategies).reshape(-1, layout.players)
        won = np.rint(batch["win_share"].to_numpy() * np.float32(WIN)).astype(np.int64).reshape(seated.shape)
        frames.append(_outcomes(seated, won, len(layout.strategies)))
        here = picked[(picked >= first) & (picked < first + len(seated))] - first
        totals = batch["total"].to_numpy().astype(np.int64).reshape(seated.shape)
        games.append((seated[here], totals[here]))
        first += len(seated)
    strategies, totals = (np.concatenate([part[i] for part in games]) for i in (0, 1))
    places = np.searchsorted(picked, order)
    return LeagueCounts(_named(pd.concat(frames), layout), Games(strategies[places], totals[places]))


def _codes(words: pd.Series[Any], names: Sequence[str]) -> npt.NDArray[np.int64]:
    """Return each row's position in `names`."""
    places = np.array([names.index(word) for word in words.cat.categories], np.int64)
    return places[words.cat.codes.to_numpy()]


def _outcomes(seated: npt.NDArray[np.int64], won: npt.NDArray[np.int64], n_strategies: int) -> pd.DataFrame:
    """Count one batch: `key` names the mix (its strategies, sorted, as digits) and `code` the strategy."""
    players = seated.shape[1]
    keys = np.sort(seated, axis=1) @ n_strategies ** np.arange(players)[::-1]
    mixes, mix = np.unique(keys, return_inverse=True)
    cells, together = [], []
    for seat in range(players):
        same = seated == seated[:, [seat]]
        first = ~same[:, :seat].any(axis=1)
        cells.append((mix * n_strategies + seated[:, seat])[first])
        together.append((won * same).sum(axis=1)[first])
    known = pd.DataFrame({"key": np.repeat(mixes, n_strategies), "code": np.tile(np.arange(n_strategies), len(mixes))})
    counted = histogram(np.concatenate(cells), np.concatenate(together), len(known))
    return counted.frame(known, "sixtieths", "games")


def _named(counted: pd.DataFrame, layout: Layout) -> pd.DataFrame:
    """Add up the batches and put names in the place of keys and codes."""
    summed = counted.groupby(["key", "code", "sixtieths"], sort=True)["games"].sum().reset_index()
    keys = summed["key"].unique()
    digits = {key: np.array(np.unravel_index(key, (len(layout.strategies),) * layout.players)) for key in keys}
    seats = [int((digits[key] == code).sum()) for key, code in zip(summed["key"], summed["code"], strict=True)]
    names = {key: mix_name([layout.strategies[code] for code in digits[key]]) for key in keys}
    return pd.DataFrame(
        {
            "mix": summed["key"].map(names),
            "strategy": pd.Categorical(
                [layout.strategies[code] for code in summed["code"]], categories=list(layout.strategies), ordered=True
            ),
            "seats": seats,
            "sixtieths": summed["sixtieths"],
            "games": summed["games"],
        }
    )


def mix_name(strategies: Sequence[Any]) -> str:
    """Return the name of a mix.

    Examples
    --------
    >>> mix_name(["uniform", "greedy", "uniform"])
    'greedy, uniform ×2'
    """
    seats = sorted(Counter(strategies).items(), key=lambda item: (item[1], item[0]))
    return ", ".join(name if number == 1 else f"{name} ×{number}" for name, number in seats)
