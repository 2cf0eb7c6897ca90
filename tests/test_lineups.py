"""Line-ups: exactly balanced by block, uniform where random, the same for a game in every range."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from simcore.errors import UserError
from simcore.experiment import DRAWS, MAX_BLOCK, MAX_SEED, Design
from simcore.lineups import draw_line_ups, permuted


def design(players: int, dogs: int, dog_draw: str, strategies: int, strategy_draw: str) -> Design:
    return Design(players, dog_draw, tuple(range(dogs)), strategy_draw, tuple(range(strategies)))


def line_ups(asked: Design, seed: int, first: int, n: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    dogs, strategies = draw_line_ups(asked, seed, first, n)
    return [(tuple(d), tuple(s)) for d, s in zip(dogs.tolist(), strategies.tolist(), strict=True)]


def assert_uniform(counts: list[int]) -> None:
    """Fail where a chi-square test finds the counts uneven at 1 in 100,000 (the draws are fixed by their seeds)."""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    assert chi2.sf(statistic, len(counts) - 1) > 1e-5


@pytest.mark.parametrize(("players", "n_dogs", "n_strategies"), [(3, 5, 1), (3, 3, 2), (4, 5, 2), (5, 5, 1), (3, 4, 3)])
def test_every_block_holds_every_line_up_once(players: int, n_dogs: int, n_strategies: int) -> None:
    asked = design(players, n_dogs, "balanced", n_strategies, "balanced")
    orders = list(itertools.permutations(range(n_dogs), players))
    assignments = list(itertools.product(range(n_strategies), repeat=players))
    assert asked.block == len(orders) * len(assignments)
    for block in (0, 1, 7):
        drawn = line_ups(asked, 1, block * asked.block, asked.block)
        assert sorted(drawn) == sorted(itertools.product(orders, assignments))


def test_blocks_seat_dogs_and_strategies_equally_often() -> None:
    asked = design(4, 5, "balanced", 2, "balanced")
    dogs, strategies = draw_line_ups(asked, 3, 2 * asked.block, 3 * asked.block)
    seats = np.broadcast_to(np.arange(4), dogs.shape)
    for columns in ((dogs, seats), (strategies, seats), (dogs, strategies), (dogs, strategies, seats)):
        counts = Counter(zip(*(column.ravel().tolist() for column in columns), strict=True))
        assert len(set(counts.values())) == 1


def test_balanced_dogs_with_random_strategies() -> None:
    asked = design(3, 4, "balanced", 2, "random")
    assert asked.block == 24
    drawn = line_ups(asked, 1, 0, 24 * 400)
    assert set(Counter(dogs for dogs, _ in drawn).values()) == {400}
    counts = Counter(strategies for _, strategies in drawn)
    assert len(counts) == 8
    assert_uniform(list(counts.values()))


def test_balanced_strategies_with_fixed_dogs() -> None:
    asked = design(3, 3, "fixed", 2, "balanced")
    drawn = line_ups(asked, 1, 8, 8)
    assert {dogs for dogs, _ in drawn} == {(0, 1, 2)}
    assert len({strategies for _, strategies in drawn}) == 8


def test_blocks_have_different_orders_and_so_have_seeds() -> None:
    asked = design(4, 5, "balanced", 1, "balanced")
    blocks = [line_ups(asked, seed, block * 120, 120) for seed in (1, 2) for block in (0, 1)]
    assert all(one != other for one, other in itertools.combinations(blocks, 2))


@given(
    dog_draw=st.sampled_from(DRAWS),
    strategy_draw=st.sampled_from(DRAWS),
    seed=st.integers(0, MAX_SEED),
    first=st.integers(0, 10**10),
    cut=st.tuples(st.integers(0, 60), st.integers(0, 60)).map(sorted),
)
def test_a_game_has_the_same_line_up_in_every_range(
    dog_draw: str, strategy_draw: str, seed: int, first: int, cut: list[int]
) -> None:
    asked = design(3, 4 if dog_draw != "fixed" else 3, dog_draw, 3, strategy_draw)
    whole = line_ups(asked, seed, first, 60)
    start, end = cut
    assert line_ups(asked, seed, first + start, end - start) == whole[start:end]


def test_random_line_ups_are_uniform_and_independent() -> None:
    n = 60 * 8 * 100
    drawn = line_ups(design(3, 5, "random", 2, "random"), 11, 0, n)
    counts = Counter(drawn)
    assert len(counts) == 60 * 8
    assert_uniform(list(counts.values()))
    orders = [dogs for dogs, _ in drawn]
    pairs = Counter(itertools.pairwise(orders))
    assert_uniform([pairs[one, other] for one in set(orders) for other in set(orders)])


def test_fixed_line_ups_repeat_the_pools() -> None:
    asked = Design(4, "fixed", (4, 0, 2, 1), "fixed", (0, 1, 1, 0))
    assert line_ups(asked, 1, 10**9, 3) == [((4, 0, 2, 1), (0, 1, 1, 0))] * 3


def test_given_arrays_are_filled() -> None:
    asked = design(3, 5, "balanced", 2, "balanced")
    space = (np.full((50, 3), -1), np.full((50, 3), -1))
    dogs, strategies = draw_line_ups(asked, 1, 7, 20, space)
    assert np.shares_memory(dogs, space[0])
    assert [(tuple(d), tuple(s)) for d, s in zip(dogs.tolist(), strategies.tolist(), strict=True)] == line_ups(
        asked, 1, 7, 20
    )
    assert (space[0][20:] == -1).all()


def test_line_ups_of_a_seed_never_change() -> None:
    """A change here is a change of behaviour: it belongs into the version history."""
    assert line_ups(design(4, 5, "balanced", 2, "balanced"), 20260101, 0, 2) == BALANCED
    assert line_ups(design(4, 5, "random", 2, "random"), 20260101, 0, 2) == RANDOM


BALANCED = [((3, 4, 1, 0), (1, 0, 1, 0)), ((3, 2, 0, 1), (0, 0, 0, 1))]
RANDOM = [((4, 2, 1, 0), (1, 1, 0, 1)), ((3, 4, 0, 1), (0, 0, 0, 1))]


@given(size=st.integers(1, 3_000), key=st.integers(0, 2**64 - 1))
def test_permutation_of_any_size_holds_every_number_once(size: int, key: int) -> None:
    places = [permuted(position, size, np.uint64(key)) for position in range(size)]
    assert sorted(places) == list(range(size))


@pytest.mark.parametrize("size", [MAX_BLOCK, MAX_BLOCK - 1, 46_340**2, 46_340**2 + 1, 2**30])
def test_permutation_of_the_largest_blocks_stays_in_range(size: int) -> None:
    places = [
        permuted(position, size, np.uint64(key))
        for key in range(50)
        for position in (0, 1, size // 2, size - 2, size - 1)
    ]
    assert 0 <= min(places) < size / 10
    assert size * 0.9 < max(places) < size


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_small_permutations_are_all_equally_likely(size: int) -> None:
    n = 200 * math.factorial(size)
    keys = np.random.default_rng(size).integers(0, 2**63, n, dtype=np.uint64)
    counts = Counter(tuple(permuted(position, size, key) for position in range(size)) for key in keys)
    assert len(counts) == math.factorial(size)
    assert_uniform(list(counts.values()))


@pytest.mark.parametrize("size", [60, 120, 1_920])
def test_every_place_of_a_block_gets_every_rank_equally_often(size: int) -> None:
    keys = np.random.default_rng(size).integers(0, 2**63, 50 * size, dtype=np.uint64)
    for position in (0, 1, size // 2, size - 1):
        assert_uniform(np.bincount([permuted(position, size, key) for key in keys], minlength=size).tolist())
    steps = [(permuted(1, size, key) - permuted(0, size, key)) % size for key in keys]
    assert_uniform(np.bincount(steps, minlength=size)[1:].tolist())


def test_too_large_a_block_is_an_error() -> None:
    with pytest.raises(UserError, match=r"9,504,000,000.*2,147,483,647"):
        draw_line_ups(design(5, 12, "balanced", 10, "balanced"), 1, 0, 1)


def test_uncompiled_code_draws_the_same(root: Path) -> None:
    code = """
        from simcore.experiment import Design
        from simcore.lineups import draw_line_ups
        for draw in ("balanced", "random"):
            dogs, strategies = draw_line_ups(Design(4, draw, (0, 1, 2, 3, 4), draw, (0, 1)), 20260101, 0, 2)
            print([(tuple(d), tuple(s)) for d, s in zip(dogs.tolist(), strategies.tolist())])
    """
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        cwd=root,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"{BALANCED}\n{RANDOM}\n"
