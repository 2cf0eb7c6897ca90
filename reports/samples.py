"""Intervals for whatever can be computed from sums: games are put into blocks, and each block is left out once.

Games are independent, and so are blocks of them, whatever the seats of one game do to each other. How much an estimate
changes when a block is left out says how much it varies by chance: no formula of its own is needed for a ratio, a
correlation or an entropy. Only the blocks' sums are kept, so a million games need no more memory than a thousand.

References
----------
Kott (2001), The delete-a-group jackknife, Journal of Official Statistics 17, 521-526.
Cameron and Miller (2015), A practitioner's guide to cluster-robust inference, Journal of Human Resources 50, 317-372
(clusters may be put together into larger ones).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

BLOCKS = 256
"""Blocks of games; a standard error from so many is itself known to within 1 / sqrt(2 * 255), some 4%."""


def n_blocks(games: int) -> int:
    """Return the number of blocks of so many games."""
    return max(1, min(BLOCKS, games))


def blocks_of(first: int, n: int, games: int) -> Iterator[tuple[int, slice]]:
    """Yield each block that has some of the games first to first + n - 1 of all `games`, and which of the n they are.

    Examples
    --------
    >>> list(blocks_of(0, 3, 512))
    [(0, slice(0, 2, None)), (1, slice(2, 3, None))]
    """
    blocks = n_blocks(games)
    block = first * blocks // games
    start = first
    while start < first + n:
        end = min(-(-(block + 1) * games // blocks), first + n)
        yield block, slice(start - first, end - first)
        block, start = block + 1, end


def replicates(sums: Floats) -> Floats:
    """Return the sums over all blocks, then without each: float64[blocks, ...] to float64[1 + blocks, ...].

    What is computed from these row by row goes into `estimate`.
    """
    total = sums.sum(axis=0, keepdims=True)
    return np.concatenate([total, total - sums])


def estimate(values: Floats) -> tuple[Any, Any]:
    """Return the estimate and its standard error from the values of `replicates`: float64[1 + blocks, ...].

    The error is not a number where there is but one block.
    """
    others = values[1:]
    n = len(others)
    if n < 2:
        return values[0], np.full_like(values[0], np.nan)
    return values[0], np.sqrt((n - 1) / n * ((others - others.mean(axis=0)) ** 2).sum(axis=0))
