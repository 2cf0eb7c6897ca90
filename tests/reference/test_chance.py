"""The reference game's random numbers: against published values, and where they are rejected."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.reference.chance import GOLDEN, MASK, Stream, game_key, mix_gamma
from tests.reference.lineups import random_line_up


class Given(Stream):
    """A stream whose 64-bit numbers are given."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(0, 0, 0)
        self.numbers = numbers

    def next(self) -> int:
        return self.numbers.pop(0)


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423]),
    ],
)
def test_numbers_are_those_of_splitmix64(seed: int, numbers: list[int]) -> None:
    """Published outputs of splitmix64 with its usual increment."""
    stream = Stream(0, 0, 0)
    stream.state, stream.gamma = seed, GOLDEN
    assert [stream.next() for _ in numbers] == numbers


def test_increments_are_odd_and_change_often() -> None:
    for z in range(2000):
        gamma = mix_gamma(z * GOLDEN & MASK)
        assert gamma % 2 == 1
        assert (gamma ^ (gamma >> 1)).bit_count() >= 24


def test_streams_of_seeds_games_and_purposes_differ() -> None:
    streams = [
        Stream(seed, game, purpose).next() for seed in (0, 1, MASK) for game in (0, 1, 10**6) for purpose in range(22)
    ]
    assert len(set(streams)) == len(streams)
    assert game_key(1, 2) != game_key(2, 1)


def test_below_rejects_what_would_favour_some_numbers() -> None:
    """Of 2^32 values one is too many for n = 3: that of which the lower word of the product is 0."""
    assert Given([0, 5 << 32]).below(3) == 0
    stream = Given([0, (2**32 - 1) << 32])
    assert stream.below(3) == 2
    assert stream.numbers == []
    assert Given([0, 7]).below(4) == 0  # a power of two rejects nothing


def test_below_one_takes_a_number() -> None:
    stream = Given([9, 10])
    assert stream.below(1) == 0
    assert stream.numbers == [10]


def test_below_is_uniform() -> None:
    """6,000 throws of a die: each face 1,000 times, standard deviation 29; five of them allowed."""
    stream = Stream(11, 0, 3)
    faces = Counter(stream.below(6) for _ in range(6000))
    assert all(abs(faces[face] - 1000) < 145 for face in range(6))


def test_pick_is_a_partial_shuffle_with_a_draw_an_item() -> None:
    numbers = [(2**32 - 1) << 32, 1 << 32, 0, 99]
    stream = Given(numbers)
    assert stream.pick([10, 11, 12, 13], 3) == [13, 11, 12]
    assert stream.numbers == [99]


def test_u0_line_up_has_different_dogs_and_depends_on_the_game_alone() -> None:
    line_ups = [random_line_up(5, game, 4, 5, 3) for game in range(300)]
    assert line_ups == [random_line_up(5, game, 4, 5, 3) for game in range(300)]
    assert all(len(set(dogs)) == 4 for dogs, _ in line_ups)
    assert {dog for dogs, _ in line_ups for dog in dogs} == set(range(5))
    assert {strategy for _, strategies in line_ups for strategy in strategies} == set(range(3))
    assert len({tuple(dogs) for dogs, _ in line_ups}) > 90  # of 120; 300 draws miss about ten
