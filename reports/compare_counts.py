"""Exact counts of games that two rulesets played on the same seeds: what a group got under the one and the other.

A group is everybody with the same Dog, seat, House of the Support card or strategy. Its wins (in sixtieths) and its
score are added up within each game, since a game is what is compared with itself; then games in which the same
happened are counted together. Everything that a comparison says is computed from these few numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from reports.counts import WIN
from simcore.errors import UserError

FAMILIES: dict[str, tuple[str, ...]] = {
    "dog": ("dog",),
    "house": ("support_house",),
    "seat": ("seat",),
    "strategy": ("strategy",),
    "strategy_and_dog": ("strategy", "dog"),
}
"""Ways to group seats -> the columns of the results that make a group."""

MEASURES = {"win_share": WIN, "total": 1}
"""What is compared -> how many of the units that are counted make one: sixtieths of a win, VP."""

BLOCKS = 50
"""Consecutive games are parted into so many blocks, for the jackknife."""

_LABELS = ("dog", "strategy", "support_house")
_NEEDED = ("game", "seat", *_LABELS, *MEASURES)

Integers = npt.NDArray[np.integer[Any]]
Words = Mapping[str, Sequence[str]]
"""Column of words -> the words that it may hold, in order."""


@dataclass(frozen=True)
class Pairs:
    """The counts of one comparison.

    Parameters
    ----------
    counts : dict of (str, str) to pandas.DataFrame
        (family of FAMILIES, measure of MEASURES) -> a row for each group, block and outcome: the columns of the
        family, block (0 to BLOCKS - 1; always 0 for scores), base and variant (what the group's seats of a game got
        together, in the units of MEASURES), seats_base and seats_variant (how many they were), games.
    games, same_games, same_results : int
        Games compared; those in which nothing at all differed; those in which all scores and wins were the same.
    """

    counts: dict[tuple[str, str], pd.DataFrame]
    games: int
    same_games: int
    same_results: int


def count_pairs(base: Iterable[pa.Table], variant: Iterable[pa.Table], words: Words, players: int, games: int) -> Pairs:
    """Compare the same games under two rulesets.

    Parameters
    ----------
    base, variant : iterable of pyarrow.Table
        Rows of the same games, `players` a game, in order of games and seats; cut into tables anyhow.
    words : mapping
        "dog", "strategy" and "support_house" -> the words that occur in either.
    players : int
        Players a game.
    games : int
        Number of games.

    Raises
    ------
    UserError
        If the two do not hold the same games.
    """
    found: dict[tuple[str, str], list[pd.DataFrame]] = {}
    same_games = same_results = total = 0
    for one, other in aligned(base, variant):
        total += one.num_rows // players
        same_games += _same(one, other, [n for n in one.column_names if n in other.column_names], players)
        same_results += _same(one, other, list(MEASURES), players)
        for key, frame in _count(one, other, words, players, games).items():
            found.setdefault(key, []).append(frame)
    if total != games:
        raise UserError(f"the results hold {total:,} games in common, not {games:,}; play them again with --overwrite")
    return Pairs({key: _added(frames) for key, frames in found.items()}, games, same_games, same_results)


def aligned(base: Iterable[pa.Table], variant: Iterable[pa.Table]) -> Iterator[tuple[pa.Table, pa.Table]]:
    """Yield pieces of the same rows of two runs, however each is cut into parts."""
    ones, others = iter(base), iter(variant)
    one, other = next(ones, None), next(others, None)
    while one is not None and other is not None:
        n = min(one.num_rows, other.num_rows)
        left, right = one.slice(0, n), other.slice(0, n)
        if not np.array_equal(_numbers(left, "game"), _numbers(right, "game")):
            raise UserError("the results do not hold the same games; play them again with --overwrite")
        yield left, right
        one = one.slice(n) if n < one.num_rows else next(ones, None)
        other = other.slice(n) if n < other.num_rows else next(others, None)


def _same(one: pa.Table, other: pa.Table, columns: Sequence[str], players: int) -> int:
    """Return the number of games that have the same values in all columns."""
    same = np.ones(one.num_rows, bool)
    for name in columns:
        same &= _plain(one, name) == _plain(other, name)
    return int(same.reshape(-1, players).all(axis=1).sum())


def _plain(table: pa.Table, name: str) -> npt.NDArray[Any]:
    column = table.column(name)
    if pa.types.is_dictionary(column.type):
        words = sorted({word for chunk in column.chunks for word in chunk.dictionary.to_pylist()})
        return _codes(table, name, words)
    return _numbers(table, name)


def _count(one: pa.Table, other: pa.Table, words: Words, players: int, games: int) -> dict[Any, pd.DataFrame]:
    n = one.num_rows // players
    game = _numbers(one, "game").reshape(n, players)[:, 0]
    block = (game * min(BLOCKS, games) // games).astype(np.int64)
    found = {}
    for family, columns in FAMILIES.items():
        groups = _groups(columns, words, players)
        codes = [_group_codes(table, columns, words, players) for table in (one, other)]
        for measure in MEASURES:
            blocks = block if measure == "win_share" else np.zeros_like(block)
            sums = [_sums(_values(t, measure), c, n, len(groups)) for t, c in zip((one, other), codes, strict=True)]
            found[family, measure] = _counted(groups, blocks, *sums)
    return found


def _groups(columns: Sequence[str], words: Words, players: int) -> pd.DataFrame:
    """Return a row for every group that there may be, with its columns."""
    index = pd.MultiIndex.from_product([_known(name, words, players) for name in columns], names=list(columns))
    return index.to_frame(index=False)


def _known(name: str, words: Words, players: int) -> list[Any]:
    return list(range(players)) if name == "seat" else list(words[name])


def _group_codes(table: pa.Table, columns: Sequence[str], words: Words, players: int) -> Integers:
    code: Integers = np.zeros(table.num_rows, np.int64)
    for name in columns:
        own = _numbers(table, name) if name == "seat" else _codes(table, name, words[name])
        code = code * len(_known(name, words, players)) + own
    return code


def _sums(values: Integers, group: Integers, n: int, n_groups: int) -> tuple[Integers, Integers]:
    """Return what each group got in each game, and on how many seats: int64[n * n_groups] each."""
    cell = np.repeat(np.arange(n, dtype=np.int64), len(group) // n) * n_groups + group
    got = np.bincount(cell, weights=values, minlength=n * n_groups)
    return np.rint(got).astype(np.int64), np.bincount(cell, minlength=n * n_groups)


def _counted(
    groups: pd.DataFrame, block: Integers, base: tuple[Integers, Integers], variant: tuple[Integers, Integers]
) -> pd.DataFrame:
    """Count games by group, block and what happened; games in which a group does not occur are left out."""
    there = np.flatnonzero(base[1] + variant[1])
    n_groups = len(groups)
    columns = {
        "group": there % n_groups,
        "block": block[there // n_groups],
        "base": base[0][there],
        "seats_base": base[1][there],
        "variant": variant[0][there],
        "seats_variant": variant[1][there],
    }
    frame = _unique(columns)
    return pd.concat([groups.iloc[frame.pop("group")].reset_index(drop=True), frame], axis=1)


def _unique(columns: Mapping[str, Integers]) -> pd.DataFrame:
    """Return the different rows of whole-numbered columns, and how many there are of each, as `games`."""
    key = np.zeros(len(next(iter(columns.values()))), np.int64)
    spans = {}
    for name, values in columns.items():
        low = int(values.min()) if len(values) else 0
        spans[name] = (low, int(values.max()) - low + 1 if len(values) else 1)
        key = key * spans[name][1] + (values - low)
    found, games = np.unique(key, return_counts=True)
    taken = {}
    for name, (low, span) in reversed(spans.items()):
        taken[name] = found % span + low
        found = found // span
    return pd.DataFrame({name: taken[name] for name in columns}).assign(games=games)


def _added(frames: Sequence[pd.DataFrame]) -> pd.DataFrame:
    keys = [name for name in frames[0].columns if name != "games"]
    return pd.concat(frames).groupby(keys, sort=False)["games"].sum().reset_index()


def _values(table: pa.Table, measure: str) -> npt.NDArray[Any]:
    values = _numbers(table, measure)
    return np.rint(values * MEASURES[measure]) if measure == "win_share" else values


def _numbers(table: pa.Table, name: str) -> npt.NDArray[Any]:
    values: npt.NDArray[Any] = table.column(name).to_numpy()
    return values


def _codes(table: pa.Table, name: str, words: Sequence[str]) -> Integers:
    """Return the place of each row's word in `words`; each piece of a column has a dictionary of its own."""
    place = {word: number for number, word in enumerate(words)}
    pieces = [
        np.array([place[word] for word in chunk.dictionary.to_pylist()], np.int64)[chunk.indices.to_numpy(False)]
        for chunk in table.column(name).chunks
    ]
    return np.concatenate(pieces) if pieces else np.zeros(0, np.int64)
