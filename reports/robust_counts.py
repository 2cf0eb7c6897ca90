"""Exact counts of who won, by Dog or by seat, with the products that the errors of differences need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from reports.compare_counts import aligned
from reports.counts import WIN

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Tally:
    """The counts of some games; those of different games add up.

    Parameters
    ----------
    outcomes : pandas.DataFrame
        group, sixtieths (of a win that the group got in a game), seats (that it had there), games: what
        `reports.summaries.win_shares` takes.
    moments : pandas.DataFrame
        A row for every ordered pair of groups: group, other, won_won, won_seats (wins of group times seats of other),
        seats_seats: sums over games, wins in sixtieths.
    """

    outcomes: pd.DataFrame
    moments: pd.DataFrame

    def __add__(self, more: Tally) -> Tally:
        """Return the counts of the games of both."""
        keys = ["group", "sixtieths", "seats"]
        outcomes = pd.concat([self.outcomes, more.outcomes]).groupby(keys, sort=False)["games"].sum().reset_index()
        pairs = ["group", "other"]
        moments = pd.concat([self.moments, more.moments]).groupby(pairs, sort=False).sum().reset_index()
        return Tally(outcomes, moments)


def tally(tables: Iterable[pa.Table], column: str, groups: Sequence[Any], players: int) -> Tally:
    """Count who won.

    Parameters
    ----------
    tables : iterable of pyarrow.Table
        Rows of whole games, `players` a game, with the columns win_share and `column`.
    column : str
        "dog" or "seat".
    groups : sequence
        The values that it may have, in order.
    players : int
        Players a game.
    """
    pieces = [_piece(table, column, groups, players) for table in tables]
    whole = pieces[0]
    for piece in pieces[1:]:
        whole = whole + piece
    return whole


def paired_tally(base: Iterable[pa.Table], variant: Iterable[pa.Table], dogs: Sequence[str], players: int) -> Tally:
    """Count who won the same games by two rulesets; the groups are ("base", Dog) and ("variant", Dog).

    Parameters
    ----------
    base, variant : iterable of pyarrow.Table
        Rows of the same whole games, with the columns game, dog and win_share.
    dogs : sequence of str
        The Dogs that play in either, in order.
    players : int
        Players a game.

    Raises
    ------
    UserError
        If the two do not hold the same games.
    """
    groups = [(side, dog) for side in ("base", "variant") for dog in dogs]
    whole: Tally | None = None
    for one, other in aligned(base, variant):
        sides = [_wins(table, "dog", dogs, players) for table in (one, other)]
        won, seats = (np.concatenate(matrices, axis=1) for matrices in zip(*sides, strict=True))
        piece = Tally(_outcomes(won, seats, groups), _moments(won, seats, groups))
        whole = piece if whole is None else whole + piece
    assert whole is not None, "a run has games"
    return whole


def _piece(table: pa.Table, column: str, groups: Sequence[Any], players: int) -> Tally:
    won, seats = _wins(table, column, groups, players)
    return Tally(_outcomes(won, seats, groups), _moments(won, seats, groups))


def _wins(table: pa.Table, column: str, groups: Sequence[Any], players: int) -> tuple[Integers, Integers]:
    """Return what each group won in each game (sixtieths), and on how many seats: int64[games, groups] each."""
    k, n = len(groups), table.num_rows // players
    values = table.column(column).to_pandas()
    place = pd.Categorical(values.astype(str) if column == "dog" else values, categories=list(groups)).codes
    cell = np.repeat(np.arange(n, dtype=np.int64), players) * k + place.astype(np.int64)
    sixtieths = np.rint(table.column("win_share").to_numpy() * WIN)
    won = np.rint(np.bincount(cell, weights=sixtieths, minlength=n * k)).astype(np.int64).reshape(n, k)
    return won, np.bincount(cell, minlength=n * k).astype(np.int64).reshape(n, k)


def _outcomes(won: Integers, seats: Integers, groups: Sequence[Any]) -> pd.DataFrame:
    frames = []
    for place, group in enumerate(groups):
        there = seats[:, place] > 0
        rows = pd.DataFrame({"sixtieths": won[there, place], "seats": seats[there, place]})
        counted = rows.groupby(["sixtieths", "seats"]).size().reset_index(name="games")
        counted.insert(0, "group", [group] * len(counted))
        frames.append(counted)
    return pd.concat(frames, ignore_index=True)


def _moments(won: Integers, seats: Integers, groups: Sequence[Any]) -> pd.DataFrame:
    pairs = pd.DataFrame(list(product(groups, groups)), columns=["group", "other"])
    products = {"won_won": won.T @ won, "won_seats": won.T @ seats, "seats_seats": seats.T @ seats}
    return pairs.assign(**{name: matrix.ravel() for name, matrix in products.items()})
