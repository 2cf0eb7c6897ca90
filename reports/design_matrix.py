"""Games added up by line-up, and the design matrix of what sits where in them, for the models (`reports.models`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from reports.counts import WIN
from reports.lineups import pairs

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.intp]

BLOCK = 4_096
"""Line-ups in memory at once as rows of a design matrix."""


@dataclass(frozen=True)
class Games:
    """Games added up by line-up.

    Parameters
    ----------
    levels : dict of str to list
        Factor (dog, strategy, seat) -> its values, those that took part.
    codes : dict of str to intp[n, players]
        Factor -> position in its levels, for every line-up and seat.
    n : float64[n]
        Games of each line-up.
    sums : float64[n, players]
        Sum of a seat's results (wins or VP).
    products : float64[n, players, players]
        Sum of the products of two seats' results.
    """

    levels: dict[str, list[Any]]
    codes: dict[str, Codes]
    n: Floats
    sums: Floats
    products: Floats

    @property
    def players(self) -> int:
        """Seats of a game."""
        return int(self.sums.shape[1])

    def take(self, rows: slice | npt.NDArray[np.intp]) -> Games:
        """Return some of the line-ups."""
        codes = {factor: values[rows] for factor, values in self.codes.items()}
        return replace(self, codes=codes, n=self.n[rows], sums=self.sums[rows], products=self.products[rows])

    def blocks(self) -> Iterator[Games]:
        """Yield the line-ups in blocks."""
        for first in range(0, len(self.n), BLOCK):
            yield self.take(slice(first, first + BLOCK))


def games_of(line_ups: pd.DataFrame, players: int, response: str) -> Games:
    """Return the games of a frame of line-ups (`reports.counts.Counts.line_ups`) for the response "won" or "total"."""
    levels: dict[str, list[Any]] = {"seat": list(range(players))}
    codes: dict[str, Codes] = {"seat": np.tile(np.arange(players, dtype=np.intp), (len(line_ups), 1))}
    for factor in ("dog", "strategy"):
        columns = [line_ups[f"{factor}_{seat}"] for seat in range(players)]
        given = np.stack([column.cat.codes.to_numpy(np.intp) for column in columns], axis=1)
        used, position = np.unique(given, return_inverse=True)
        levels[factor] = [columns[0].cat.categories[code] for code in used]
        codes[factor] = position.reshape(given.shape)
    scale = WIN if response == "won" else 1
    sums = np.stack([line_ups[f"{response}_{seat}"].to_numpy(float) for seat in range(players)], axis=1)
    products = np.empty((len(line_ups), players, players))
    for i, j in pairs(players):
        products[:, i, j] = products[:, j, i] = line_ups[f"{response}_{i}_{j}"].to_numpy(float)
    return Games(levels, codes, line_ups["games"].to_numpy(float), sums / scale, products / scale**2)


def matrix(games: Games, terms: Sequence[str]) -> Floats:
    """Return the design matrix, [line-ups, players, k]: effects coded to sum to zero over a factor's levels."""
    coded = [_coded(games, term) for term in terms]
    return np.concatenate(coded, axis=2) if coded else np.zeros((*games.sums.shape, 0))


def _coded(games: Games, term: str) -> Floats:
    one, *others = term.split(":")
    rows = _contrasts(len(games.levels[one]))[games.codes[one]]
    for other in others:
        more = _contrasts(len(games.levels[other]))[games.codes[other]]
        rows = (rows[..., :, None] * more[..., None, :]).reshape(*rows.shape[:2], -1)
    return rows


def _contrasts(levels: int) -> Floats:
    """Return the code of each level; a column's levels sum to zero."""
    return np.concatenate([np.eye(levels - 1), -np.ones((1, levels - 1))])


def places(games: Games, terms: Sequence[str]) -> dict[str, slice]:
    """Return where each term's coefficients are."""
    found, first = {}, 0
    for term in terms:
        columns = int(np.prod([len(games.levels[factor]) - 1 for factor in term.split(":")]))
        found[term] = slice(first, first + columns)
        first += columns
    return found


def width(games: Games, terms: Sequence[str]) -> int:
    """Return the number of columns of the design matrix."""
    return max((place.stop for place in places(games, terms).values()), default=0)


def within(x: Floats) -> Floats:
    """Return the rows relative to their game's mean."""
    relative: Floats = x - x.mean(axis=1, keepdims=True)
    return relative
