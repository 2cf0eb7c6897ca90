"""What must hold of the kernels whatever is played: the same games however they are split, replayed or compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from simcore.dogs.play import DogsPlay
from simcore.dogs.rows import ROW
from strategies.base import Strategy
from strategies.dogs.uniform import uniform
from tests.differential.comparison import Comparison, Table
from tests.differential.wild import wild
from tests.dogs.uncompiled import GAMES_UNCOMPILED, digests
from tests.reference.situations import base, variant
from tests.reference.state import Event

SEED, FIRST, GAMES = 77, 1_000, 200
SIZES = [(3, False), (4, False), (5, False), (3, True)]


def played(table: Table, parts: Iterable[tuple[int, int]], seed: int = SEED) -> dict[int, bytes]:
    """Return the rows of each game, as bytes, where games are played in parts (first, end)."""
    play = DogsPlay(table.ruleset, table.players, table.short, seed, [uniform, wild])
    found: dict[int, bytes] = {}
    for first, end in parts:
        found.update(play_part(play, table, first, end))
    return found


def play_part(play: DogsPlay, table: Table, first: int, end: int) -> dict[int, bytes]:
    dogs, strategies = line_ups(table, range(first, end))
    rows = np.zeros((end - first) * table.players, ROW).view(np.recarray)
    assert play.play(first, dogs, strategies, rows, np.zeros(2, np.int64)) == end - first
    by_game = np.asarray(rows).reshape(-1, table.players)
    return {first + i: by_game[i].tobytes() for i in range(end - first)}


def line_ups(table: Table, games: Iterable[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return Dogs and strategies (`uniform` and `wild` in turn) by game and seat."""
    dogs = [table.dogs(SEED, game) for game in games]
    strategies = [[(game + seat) % 2 for seat in range(table.players)] for game in games]
    return np.array(dogs, np.int64), np.array(strategies, np.int64)


@pytest.mark.parametrize(("players", "short"), SIZES)
def test_rows_do_not_depend_on_how_games_are_split(players: int, short: bool) -> None:
    table = Table(base(), players, short)
    end = FIRST + GAMES
    whole = played(table, [(FIRST, end)])
    assert len(set(whole.values())) == GAMES
    assert played(table, [(game, game + 1) for game in range(FIRST, end)]) == whole
    assert played(table, [(first, min(first + 7, end)) for first in range(FIRST, end, 7)][::-1]) == whole


def test_rows_do_not_depend_on_threads() -> None:
    """Four parts at once, on one player and on players of their own."""
    table = Table(base(), 4)
    parts = [(FIRST + part * 50, FIRST + (part + 1) * 50) for part in range(4)]
    shared = DogsPlay(base(), 4, False, SEED, [uniform, wild])
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda part: play_part(shared, table, *part), parts))
        apart = list(pool.map(lambda part: played(table, [part]), parts))
    for found in (together, apart):
        assert {game: row for part in found for game, row in part.items()} == played(table, [(FIRST, FIRST + GAMES)])


@pytest.mark.parametrize(("players", "short"), SIZES)
def test_replay_gives_the_same_rows(players: int, short: bool) -> None:
    table = Table(base(), players, short)
    play = DogsPlay(base(), players, short, SEED, [uniform, wild])
    whole = played(table, [(FIRST, FIRST + 40)])
    for game in reversed(range(FIRST, FIRST + 40)):
        dogs, strategies = line_ups(table, [game])
        _, rows = play.replay(game, dogs[0].tolist(), strategies[0].tolist())
        assert rows.tobytes() == whole[game]


def test_other_seeds_are_other_games() -> None:
    table = Table(base(), 4)
    assert not set(played(table, [(0, 50)], 1).values()) & set(played(table, [(0, 50)], 2).values())


def test_stop_ends_after_the_game_in_hand() -> None:
    table = Table(base(), 4)
    play = DogsPlay(base(), 4, False, SEED, [uniform, wild])
    rows = np.zeros(GAMES * 4, ROW).view(np.recarray)
    assert play.play(0, *line_ups(table, range(GAMES)), rows, np.array([1, 0], np.int64)) == 0
    assert not rows.view(np.int16).any()


def battles(table: Table, script: Strategy, game: int) -> list[Event]:
    """Return what chance laid out in a game: the setup, and every Year's battles."""
    log = Comparison(table, SEED, [script]).kernel_log(game)
    setup = {key: log[0][key] for key in ("dogs", "support", "hands", "houses", "first")}
    return [setup, *(event["battles"] for event in log if event["event"] == "year")]


def test_chance_outside_the_players_hands_is_common_to_all_variants_and_strategies() -> None:
    """Common random numbers: the same setup and battles, whatever is played by whatever readings."""
    tables = [Table(base()), Table(variant(readings={"own_captains_score": False}, years={"income": 5}))]
    for game in range(10):
        found = [battles(table, script, game) for table in tables for script in (uniform, wild)]
        assert all(other == found[0] for other in found)


# Without compilation.


@pytest.mark.slow
def test_uncompiled_play_is_the_same(root: Path) -> None:
    """Every strategy, with its log, in a process of its own in which numba compiles nothing."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-m", "tests.dogs.uncompiled"]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == digests()
    assert len(digests()) == 4 * GAMES_UNCOMPILED
