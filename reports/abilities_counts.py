"""Exact counts of how often a Dog's ability fired, with what the Dog got in the same games without it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
import pyarrow as pa

from reports.compare_counts import aligned
from reports.counts import WIN

COUNTED = ("strategy", "fired", "gain", "vp", "wins")
"""Columns of a count: who played the Dog, times its ability fired in the game, what these gave together (in the
ability's units), and what the Dog had more with the ability than without: VP, sixtieths of a win."""

_READ = ("game", "dog", "strategy", "total", "win_share", "ability_fired", "ability_gain")


def count_firings(ability: Iterable[pa.Table], without: Iterable[pa.Table], dog: str) -> pd.DataFrame:
    """Count the games of a Dog by what its ability did.

    Parameters
    ----------
    ability, without : iterable of pyarrow.Table
        Rows of the same games, in order of games and seats, by the ruleset with the ability and the one without.
    dog : str
        The Dog; games in which another sits on its seat in the other ruleset are left out.

    Returns
    -------
    pandas.DataFrame
        `COUNTED` and games, a row for each different outcome.
    """
    found = [
        _count(one.select(list(_READ)).to_pandas(), other.select(list(_READ)).to_pandas(), dog)
        for one, other in aligned(ability, without)
    ]
    whole = pd.concat(found) if found else pd.DataFrame(columns=[*COUNTED, "games"])
    return whole.groupby([*COUNTED], sort=True)["games"].sum().reset_index()


def _count(one: pd.DataFrame, other: pd.DataFrame, dog: str) -> pd.DataFrame:
    there = (one["dog"].to_numpy() == dog) & (other["dog"].to_numpy() == dog)
    one, other = one[there], other[there]
    wins = one["win_share"].to_numpy(float) - other["win_share"].to_numpy(float)
    rows = pd.DataFrame(
        {
            "strategy": one["strategy"].astype(str).to_numpy(),
            "fired": one["ability_fired"].to_numpy(np.int64),
            "gain": one["ability_gain"].to_numpy(np.int64),
            "vp": one["total"].to_numpy(np.int64) - other["total"].to_numpy(np.int64),
            "wins": np.rint(wins * WIN).astype(np.int64),
        }
    )
    return rows.groupby([*COUNTED], sort=False).size().reset_index(name="games")
