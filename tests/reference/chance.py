"""Random numbers of the reference game: named splitmix64 streams in plain Python integers."""

from __future__ import annotations

from collections.abc import Sequence

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15

LINE_UP = 0
SETUP = 1
DECK = 2
FIRST_SEAT = 8
FIRST_YEAR = 16


def mix64(z: int) -> int:
    """Scramble 64 bits into 64 bits, one to one."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def mix_gamma(z: int) -> int:
    """Derive an odd increment whose bits change often enough (Steele, Lea and Flood 2014)."""
    z = ((z ^ (z >> 33)) * 0xFF51AFD7ED558CCD) & MASK
    z = ((z ^ (z >> 33)) * 0xC4CEB9FE1A85EC53) & MASK
    z = (z ^ (z >> 33)) | 1
    if (z ^ (z >> 1)).bit_count() < 24:
        z ^= 0xAAAAAAAAAAAAAAAA
    return z


def game_key(seed: int, game: int) -> int:
    """Return the key from which all streams of game `game` of an experiment with `seed` derive."""
    return mix64((mix64((seed + GOLDEN) & MASK) + game * GOLDEN) & MASK)


class Stream:
    """A splitmix64 generator with its own increment.

    Parameters
    ----------
    seed : int
        Seed of the experiment, 0 to 2^64 - 1.
    game : int
        Index of the game in the experiment, from 0.
    identifier : int
        Which stream of that game: LINE_UP, SETUP, DECK, FIRST_SEAT + seat, FIRST_YEAR + year.
    """

    __slots__ = ("gamma", "state")

    def __init__(self, seed: int, game: int, identifier: int) -> None:
        key = mix64((game_key(seed, game) + (identifier + 1) * GOLDEN) & MASK)
        self.state = key
        self.gamma = mix_gamma((key + GOLDEN) & MASK)

    def next(self) -> int:
        """Return the next 64 random bits."""
        self.state = (self.state + self.gamma) & MASK
        return mix64(self.state)

    def below(self, n: int) -> int:
        """Return a uniform integer from 0 to n - 1 (Lemire 2019, on the upper 32 bits); n from 1 to 2^32 - 1."""
        m = (self.next() >> 32) * n
        if (m & 0xFFFFFFFF) < n:
            rejected = (2**32 - n) % n
            while (m & 0xFFFFFFFF) < rejected:
                m = (self.next() >> 32) * n
        return m >> 32

    def pick(self, items: Sequence[int], k: int) -> list[int]:
        """Return `k` of the items in random order, by a partial Fisher-Yates shuffle that starts in their order."""
        rest = list(items)
        for i in range(k):
            j = i + self.below(len(rest) - i)
            rest[i], rest[j] = rest[j], rest[i]
        return rest[:k]
