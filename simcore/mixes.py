"""Mixes: which strategies sit at one table together, whoever sits where; a league plays every mix equally often.

A mix of n players is a multiset of n strategies. Its seatings are the different orders in which they can sit down: one
for four alike, four for one against three, 24 for four different ones.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.tomlfile import Table

KINDS = ("one_against", "pairs", "all")
"""Mixes that can be asked for by name: one strategy alone against a table of another, every division of a table between
two strategies, every multiset."""

MAX_MIXES = 10_000
"""Most mixes of one experiment."""

T = TypeVar("T")

Mixes = tuple[tuple[T, ...], ...]
"""Mixes, each with one entry a player."""


def mixes_of(kind: str, pool: Sequence[T], players: int) -> Mixes[T]:
    """Return the mixes of a kind.

    Parameters
    ----------
    kind : str
        One of KINDS.
    pool : sequence
        The different strategies.
    players : int
        Players a game.

    Returns
    -------
    tuple of tuples
        In the order of the pool.

    Examples
    --------
    >>> mixes_of("one_against", "ab", 3)
    (('a', 'b', 'b'), ('b', 'a', 'a'))
    >>> len(mixes_of("all", "abcdefghijk", 4))
    1001
    """
    if kind == "all":
        return tuple(combinations_with_replacement(pool, players))
    if kind == "one_against":
        return tuple((one, *[other] * (players - 1)) for one in pool for other in pool if other != one)
    return tuple(
        (one,) * ones + (other,) * (players - ones)
        for one, other in combinations(pool, 2)
        for ones in range(players - 1, 0, -1)
    )


def n_mixes(kind: str, strategies: int, players: int) -> int:
    """Return how many mixes there are of a kind, without making them."""
    if kind == "all":
        return math.comb(strategies + players - 1, players)
    return math.comb(strategies, 2) * (2 if kind == "one_against" else players - 1)


def n_seatings(mix: Sequence[T]) -> int:
    """Return in how many different orders a mix can sit down.

    Examples
    --------
    >>> n_seatings("abbb"), n_seatings("aabb"), n_seatings("abcd")
    (4, 6, 24)
    """
    alike = math.prod(math.factorial(number) for number in Counter(mix).values())
    return math.factorial(len(mix)) // alike


@lru_cache(maxsize=8)
def seatings(mixes: Mixes[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all seatings of all mixes, as the line-ups' kernel takes them.

    Parameters
    ----------
    mixes : tuple of tuples of int
        At least one; all of the same length.

    Returns
    -------
    seated : numpy.ndarray
        int64[seatings of all mixes, players]: the strategy on each seat.
    starts : numpy.ndarray
        int64[mixes + 1]: the seatings of mix `i` are the rows from starts[i] to starts[i + 1] - 1.
    """
    rows = [sorted(set(permutations(mix))) for mix in mixes]
    starts = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return np.array([row for of_mix in rows for row in of_mix], np.int64), starts


def read_mixes(table: Table, known: Sequence[str], players: int) -> tuple[str | Mixes[str], tuple[str, ...]]:
    """Take the keys `mixes` and `pool` of a table of strategies.

    Parameters
    ----------
    table : Table
        The table; it notes what is wrong.
    known : sequence of str
        Strategies that there are.
    players : int
        Players a game.

    Returns
    -------
    mixes : str or tuple of tuples of str
        One of KINDS, or the mixes listed.
    pool : tuple of str
        The strategies that take part: by default all known ones, or those of the mixes listed.
    """
    if not table.holds_list("mixes"):
        kind = table.choice("mixes", KINDS)
        pool = table.choices("pool", tuple(known), default=tuple(known), shortest=1 if kind == "all" else 2)
        _check_number(table, kind, pool, players)
        return kind, pool
    pool = table.choices("pool", tuple(known)) if "pool" in table else tuple(known)
    listed = table.choice_lists("mixes", pool, players, MAX_MIXES)
    _check_different(table, listed)
    return listed, pool if "pool" in table else tuple(dict.fromkeys(name for mix in listed for name in mix))


def _check_number(table: Table, kind: str, pool: Sequence[str], players: int) -> None:
    found = n_mixes(kind, len(pool), players)
    if found > MAX_MIXES:
        table.fault(
            f'"{kind}" of {len(pool)} strategies with {players} players are {found:,} mixes; allowed: {MAX_MIXES:,};'
            ' shorten the pool, ask for "one_against" or list the mixes that you want',
            "mixes",
        )


def _check_different(table: Table, mixes: Mixes[str]) -> None:
    seen: dict[tuple[str, ...], int] = {}
    for position, mix in enumerate(mixes):
        first = seen.setdefault(tuple(sorted(mix)), position)
        if mix and first != position:
            table.fault(
                f"the same mix as entry {first + 1}; each is played equally often, so name it once", "mixes", position
            )
