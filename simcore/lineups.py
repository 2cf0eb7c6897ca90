"""Line-ups: which Dog and which strategy sits where in each game, from the design, the seed and the game's index alone.

Balanced factors (Dogs, strategies or both) go through all their line-ups block by block: game `g` is at position
`g % block` of block `g // block`, and takes the line-up whose rank a keyed permutation of the block gives for that
position. So each block holds every line-up exactly once, in an order that nobody can tell from the seed's other
blocks, and no game needs the ones before it. The permutation is a Feistel network on pairs of digits of unequal
size, walked until it falls into the block (Black and Rogaway 2002, "Ciphers with arbitrary finite domains", CT-RSA,
for walking in cycles; Bellare, Ristenpart, Rogaway and Stegers 2009, "Format-preserving encryption", SAC, for Feistel
networks that alternate between digits of any base). Sixteen rounds make even the orders of six line-ups equally
likely, as far as a chi-square test over 144,000 keys can tell; this is not meant to keep secrets.

Mixes are played in rounds: each round holds every mix once, in an order permuted in the same way, and round `r` is the
`r`-th game of each mix, which goes through its own line-ups (seatings times orders of Dogs) block by block. So after
any number of whole rounds every mix was played equally often, however many line-ups the mixes have.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from simcore.errors import UserError
from simcore.experiment import MAX_BLOCK, STRATEGY_DRAWS, Design
from simcore.jit import entry, jit
from simcore.mixes import seatings
from simcore.rng import STREAM, below, game_key, mix64, next_number, open_stream, pick

LINE_UP = 0
"""Stream of line-ups: of the game itself for random draws, of the game with the block's index for balanced ones."""

MIX = 3
"""Stream of a mix's own blocks; no game has another use for its number."""

_BALANCED, _RANDOM, _FIXED, _MIXES = range(len(STRATEGY_DRAWS))
assert STRATEGY_DRAWS == ("balanced", "random", "fixed", "mixes")
_ROUNDS = 16
_S32 = np.uint64(32)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)

LineUps = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Dogs and strategies of consecutive games, int64[n, players] each, as positions in the lists of the ruleset and of
`Experiment.strategy_names`."""


def draw_line_ups(design: Design, seed: int, first_game: int, n: int, out: LineUps | None = None) -> LineUps:
    """Draw the line-ups of `n` games from `first_game` on.

    Parameters
    ----------
    design : Design
        What to draw from, and how.
    seed : int
        Seed of the experiment, 0 to 2**63 - 1.
    first_game, n : int
        The games.
    out : tuple of arrays, optional
        Arrays with at least `n` rows to fill, which saves making new ones.

    Returns
    -------
    dogs, strategies : numpy.ndarray
        int64[n, players] each; column `i` is seat `i`.

    Raises
    ------
    UserError
        If a balanced block would have more than MAX_BLOCK line-ups.

    Examples
    --------
    >>> dogs, strategies = draw_line_ups(Design(3, "balanced", (0, 1, 2), "fixed", (0, 0, 1)), 1, 0, 6)
    >>> sorted(map(tuple, dogs.tolist()))
    [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    >>> strategies[0].tolist()
    [0, 0, 1]
    """
    if design.block > MAX_BLOCK:
        raise UserError(f"a balanced block has {design.block:,} line-ups; allowed: {MAX_BLOCK:,}; shorten a pool")
    shape = (n, design.players)
    dogs, strategies = (np.empty(shape, np.int64), np.empty(shape, np.int64)) if out is None else out
    orders = math.perm(len(design.dogs), design.players) if design.dog_draw == "balanced" else 1
    mixed = design.strategy_draw == "mixes"
    seated, starts = seatings(design.mixes) if mixed else (np.zeros(shape, np.int64)[:0], np.zeros(1, np.int64))
    methods = (STRATEGY_DRAWS.index(design.dog_draw), STRATEGY_DRAWS.index(design.strategy_draw))
    with np.errstate(over="ignore"):  # wanted in the streams where nothing is compiled
        _draw(
            np.array((*methods, orders, design.block), np.int64),
            np.array(design.dogs, np.int64),
            np.array(design.strategies, np.int64),
            seated,
            starts,
            np.array((seed, first_game), np.int64),
            np.zeros(1, STREAM).view(np.recarray),
            dogs[:n],
            strategies[:n],
        )
    return dogs[:n], strategies[:n]


@entry
def _draw(plan, dog_pool, strategy_pool, seated, starts, start, streams, dogs, strategies):
    """Fill `dogs` and `strategies` (int64[n, players]) for the games from `start` = (seed, first game) on.

    `plan` holds the methods for Dogs and strategies, the number of orders of Dogs in a block and the block's size.
    `seated` and `starts` are the seatings of the mixes (`simcore.mixes.seatings`); without mixes they are not read.
    `streams` (STREAM[1]) is working space, owned by the caller: a record does not keep its array alive.
    """
    dog_draw, strategy_draw, orders, block_size = plan
    seed, first_game = start
    stream = streams[0]
    pool = dog_pool.copy()
    block, position = first_game // block_size, first_game % block_size
    block_key = _block_key(stream, seed, block)
    dog_rank = strategy_rank = np.int64(0)
    for i in range(len(dogs)):
        if strategy_draw == _MIXES:
            rank, strategy_rank = _seating_of_game(stream, seed, first_game + i, orders, starts)
            dog_rank = rank % orders
        elif block_size > 1:
            if position == block_size:
                block, position = block + 1, np.int64(0)
                block_key = _block_key(stream, seed, block)
            rank = permuted(position, block_size, block_key)
            dog_rank, strategy_rank = rank % orders, rank // orders
            position += 1
        if dog_draw == _RANDOM or strategy_draw == _RANDOM:
            open_stream(stream, game_key(seed, first_game + i), LINE_UP)
        _seat_dogs(dog_draw, dog_pool, dog_rank, stream, pool, dogs, i)
        if strategy_draw == _MIXES:
            strategies[i] = seated[strategy_rank]
        else:
            _seat_strategies(strategy_draw, strategy_pool, strategy_rank, stream, strategies, i)


@jit
def _seating_of_game(stream, seed, game, orders, starts):
    """Return the rank of a game's line-up among those of its mix, and the row of its seating in `seated`."""
    n_mixes = len(starts) - 1
    in_round, slot = game // n_mixes, game % n_mixes
    mix = permuted(slot, n_mixes, _block_key(stream, seed, in_round))
    size = orders * (starts[mix + 1] - starts[mix])
    open_stream(stream, game_key(seed, in_round // size * n_mixes + mix), MIX)
    rank = permuted(in_round % size, size, next_number(stream))
    return rank, starts[mix] + rank // orders


@jit
def _block_key(stream, seed, block):
    """Return the key (uint64) of a block's permutation; leaves `stream` anywhere."""
    open_stream(stream, game_key(seed, block), LINE_UP)
    return next_number(stream)


@jit
def _seat_dogs(method, given, rank, stream, pool, dogs, i):
    """Write the Dogs of one game to `dogs[i]`; `pool` is working space."""
    players = dogs.shape[1]
    for j in range(len(given)):
        pool[j] = given[j]
    if method == _RANDOM:
        pick(stream, pool, len(pool), players)
    elif method == _BALANCED:
        _order_of_rank(rank, pool, players)
    for seat in range(players):
        dogs[i, seat] = pool[seat]


@jit
def _order_of_rank(rank, items, n_picked):
    """Move the `rank`-th ordered choice of `n_picked` items to the front: `pick` with digits of `rank` for chance."""
    for i in range(n_picked):
        left = len(items) - i
        j = i + rank % left
        rank = rank // left
        item = items[j]
        items[j] = items[i]
        items[i] = item


@jit
def _seat_strategies(method, pool, rank, stream, strategies, i):
    """Write the strategies of one game to `strategies[i]`."""
    for seat in range(strategies.shape[1]):
        if method == _FIXED:
            strategies[i, seat] = pool[seat]
        elif method == _RANDOM:
            strategies[i, seat] = pool[below(stream, len(pool))]
        elif len(pool) == 1:
            strategies[i, seat] = pool[0]
        else:
            strategies[i, seat] = pool[rank % len(pool)]
            rank = rank // len(pool)


@jit
def permuted(position, size, key):
    """Return the place of `position` in the permutation of range(size) that `key` (uint64) names.

    `position` is written as two digits, `low` of base `n_low` and `high` of base `n_high`, that hardly cover more
    than `size`; in each round one digit is shifted by a hash of the other. What ends beyond `size` goes round again.
    """
    n_low = np.int64(math.ceil(math.sqrt(size)))
    n_high = (size + n_low - 1) // n_low
    while True:
        low, high = position % n_low, position // n_low
        for step in range(0, _ROUNDS, 2):
            low += _shift(key, high, step, n_low)
            low -= n_low if low >= n_low else 0
            high += _shift(key, low, step + 1, n_high)
            high -= n_high if high >= n_high else 0
        position = high * n_low + low
        if position < size:
            return position


@jit
def _shift(key, digit, step, n):
    """Return a number below `n` (< 2**32) hashed from `digit` and the round's number."""
    counter = np.uint64(digit * _ROUNDS + step + 1)
    return np.int64(((mix64(key + counter * _GOLDEN) >> _S32) * np.uint64(n)) >> _S32)
