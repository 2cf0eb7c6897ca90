"""Counter-based random streams: any game's chance can be drawn again alone from (seed, game, stream).

Each stream is a splitmix64 generator with its own odd gamma (Steele, Lea and Flood 2014, "Fast splittable
pseudorandom number generators", OOPSLA). Bounded integers follow Lemire 2019 ("Fast random integer generation in an
interval", ACM TOMACS 29(1)), on the upper 32 bits, and are exactly unbiased.
"""

from __future__ import annotations

import numpy as np

from simcore.jit import jit, jit_inline, nonnegative

STREAM = np.dtype([("state", np.uint64), ("gamma", np.uint64)], align=True)
"""A stream: `state` moves on by `gamma` with every number drawn."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_GAMMA_1 = np.uint64(0xFF51AFD7ED558CCD)
_GAMMA_2 = np.uint64(0xC4CEB9FE1A85EC53)
_ALTERNATING = np.uint64(0xAAAAAAAAAAAAAAAA)
_ONE = np.uint64(1)
_S1, _S2, _S4, _S27, _S30, _S31 = (np.uint64(n) for n in (1, 2, 4, 27, 30, 31))
_S32, _S33, _S56 = (np.uint64(n) for n in (32, 33, 56))
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(0x100000000)
_EVEN_BITS = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)


@jit_inline
def mix64(z):
    """Return splitmix64's output function of `z` (uint64 -> uint64)."""
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@jit
def bit_count_64(z):
    """Return the number of bits set in `z` (uint64 -> uint64)."""
    z = z - ((z >> _S1) & _EVEN_BITS)
    z = (z & _PAIRS) + ((z >> _S2) & _PAIRS)
    z = (z + (z >> _S4)) & _NIBBLES
    return (z * _BYTES) >> _S56


@jit
def _mix_gamma(z):
    z = (z ^ (z >> _S33)) * _GAMMA_1
    z = (z ^ (z >> _S33)) * _GAMMA_2
    z = (z ^ (z >> _S33)) | _ONE
    if bit_count_64(z ^ (z >> _S1)) < np.uint64(24):
        z = z ^ _ALTERNATING
    return z


@jit
def game_key(seed, game):
    """Return the key (uint64) from which all streams of game `game` of `seed` derive."""
    return mix64(mix64(np.uint64(seed) + _GOLDEN) + np.uint64(game) * _GOLDEN)


@jit
def open_stream(stream, key, identifier):
    """Set `stream` (a STREAM record) to the start of the stream `identifier` (>= 0) of a game's `key`."""
    state = mix64(key + np.uint64(identifier + 1) * _GOLDEN)
    stream.state = state
    stream.gamma = _mix_gamma(state + _GOLDEN)


@jit_inline
def next_number(stream):
    """Draw the next 64-bit number (uint64) of `stream`."""
    stream.state = stream.state + stream.gamma
    return mix64(stream.state)


@jit_inline
def below(stream, n):
    """Draw an integer uniformly from 0 to n - 1 (int64), for 1 <= n < 2**32; draws at least one number."""
    bound = np.uint64(n)
    product = (next_number(stream) >> _S32) * bound
    if (product & _LOW_32) < bound:
        threshold = (_TWO_32 - bound) % bound
        while (product & _LOW_32) < threshold:
            product = (next_number(stream) >> _S32) * bound
    return np.int64(product >> _S32)


@jit_inline
def below_or_none(stream, n):
    """Draw as `below` does where `n` is 2 or more; for n = 1 return 0 and draw nothing, without a branch."""
    before = stream.state
    drawn = below(stream, n)
    stream.state = before if n == 1 else stream.state
    return drawn


@jit
def pick(stream, items, n_items, n_picked):
    """Move a uniformly random ordered choice of `n_picked` of the first `n_items` items to the front of `items`."""
    for i in range(n_picked):
        j = nonnegative(i + below(stream, n_items - i))
        item = items[j]
        items[j] = items[i]
        items[i] = item
