"""Random streams: published values, agreement with plain Python integers bit by bit, no bias."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from simcore.jit import entry
from simcore.rng import STREAM, below, bit_count_64, game_key, next_number, open_stream, pick
from tests.reference import chance

WORDS = st.integers(0, chance.MASK)
SEEDS = st.integers(0, 2**63 - 1)
IDENTIFIERS = st.integers(0, 40)


@entry
def open_kernel(streams: Any, seed: Any, game: Any, identifier: Any) -> None:
    open_stream(streams[0], game_key(seed, game), identifier)


@entry
def numbers_kernel(streams: Any, numbers: Any) -> None:
    for i in range(numbers.shape[0]):
        numbers[i] = next_number(streams[0])


@entry
def below_kernel(streams: Any, n: Any, found: Any) -> None:
    for i in range(found.shape[0]):
        found[i] = below(streams[0], n)


@entry
def pick_kernel(streams: Any, items: Any, n_items: Any, n_picked: Any) -> None:
    pick(streams[0], items, n_items, n_picked)


@entry
def bits_kernel(z: Any) -> Any:
    return bit_count_64(z)


def opened(seed: int, game: int, identifier: int) -> Any:
    streams = np.zeros(1, STREAM).view(np.recarray)
    open_kernel(streams, seed, game, identifier)
    return streams


def at(state: int, gamma: int) -> Any:
    streams = np.zeros(1, STREAM).view(np.recarray)
    streams[0] = (state, gamma)
    return streams


def numbers(streams: Any, n: int) -> list[int]:
    found = np.zeros(n, np.uint64)
    numbers_kernel(streams, found)
    return [int(number) for number in found]


def draws(streams: Any, n: int, bound: int) -> list[int]:
    found = np.zeros(n, np.int64)
    below_kernel(streams, bound, found)
    return [int(number) for number in found]


@pytest.mark.parametrize(
    ("seed", "published"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423]),
    ],
)
def test_numbers_are_those_of_splitmix64(seed: int, published: list[int]) -> None:
    """Published outputs of splitmix64 with its usual increment."""
    assert numbers(at(seed, chance.GOLDEN), 3) == published


@given(SEEDS, st.integers(0, 2**40), IDENTIFIERS)
@settings(max_examples=200)
def test_streams_are_the_references_bit_by_bit(seed: int, game: int, identifier: int) -> None:
    streams, reference = opened(seed, game, identifier), chance.Stream(seed, game, identifier)
    assert (int(streams[0].state), int(streams[0].gamma)) == (reference.state, reference.gamma)
    assert int(streams[0].gamma) % 2 == 1
    assert numbers(streams, 5) == [reference.next() for _ in range(5)]


@given(WORDS, WORDS, st.one_of(st.integers(1, 100), st.integers(1, 2**32 - 1), st.integers(2**31, 2**31 + 9)))
@settings(max_examples=200)
def test_below_is_the_references_and_draws_as_often(state: int, gamma: int, bound: int) -> None:
    """Just above 2^31 half of all numbers are rejected, so that a miscount would show."""
    streams, reference = at(state, gamma | 1), chance.Stream(0, 0, 0)
    reference.state, reference.gamma = state, gamma | 1
    assert draws(streams, 8, bound) == [reference.below(bound) for _ in range(8)]
    assert int(streams[0].state) == reference.state


@given(WORDS, st.lists(st.integers(-9, 9), min_size=1, max_size=12), st.data())
@settings(max_examples=100)
def test_pick_is_the_references(state: int, items: list[int], data: st.DataObject) -> None:
    n_picked = data.draw(st.integers(0, len(items)))
    streams, reference = at(state, chance.GOLDEN), chance.Stream(0, 0, 0)
    reference.state, reference.gamma = state, chance.GOLDEN
    found = np.array([*items, 99], np.int64)
    pick_kernel(streams, found, len(items), n_picked)
    assert found[:n_picked].tolist() == reference.pick(items, n_picked)
    assert sorted(found.tolist()) == sorted([*items, 99])
    assert found[-1] == 99
    assert int(streams[0].state) == reference.state


@given(WORDS)
def test_bits_are_counted(z: int) -> None:
    assert int(bits_kernel(np.uint64(z))) == z.bit_count()


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 36, 100, 1000])
def test_below_is_uniform(bound: int) -> None:
    """Pearson's chi-square of 200,000 draws; a fair stream fails one seed in a million, and the seed is fixed."""
    n = 200_000
    counts = np.bincount(draws(opened(2024, 5, 3), n, bound), minlength=bound)
    statistic = float(np.sum((counts - n / bound) ** 2) / (n / bound))
    assert statistic < chi2.isf(1e-6, bound - 1)
    assert len(counts) == bound


def test_streams_do_not_resemble_each_other() -> None:
    """First bits of streams of neighbouring games, seats and seeds: each of 64 bits is set in half of 4,000.

    Five standard deviations (of 31.6) are allowed for each.
    """
    firsts = [
        numbers(opened(seed, game, identifier), 1)[0]
        for seed in range(5)
        for game in range(40)
        for identifier in range(20)
    ]
    assert len(set(firsts)) == len(firsts)
    set_bits = [sum(first >> bit & 1 for first in firsts) for bit in range(64)]
    assert all(abs(number - 2000) < 158 for number in set_bits)


def test_pick_gives_every_order_equally_often() -> None:
    """60,000 ordered choices of 2 of 4: 12 of them, each 5,000 times, standard deviation 68; five of them allowed."""
    streams = opened(7, 7, 7)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(60_000):
        items = np.arange(4)
        pick_kernel(streams, items, 4, 2)
        found = tuple(items[:2].tolist())
        counts[found] = counts.get(found, 0) + 1
    assert len(counts) == 12
    assert all(abs(number - 5000) < 340 for number in counts.values())
