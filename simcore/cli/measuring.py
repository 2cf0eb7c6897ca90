"""What `simcore bench` measures: the kernels in this process, whole commands as processes of their own."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simcore.dogs.play import DogsPlay
from simcore.dogs.rows import ROW
from simcore.dogs.ruleset import Ruleset
from simcore.errors import RunFailure
from simcore.experiment import Design
from simcore.lineups import draw_line_ups
from strategies.dogs import load_strategy

RUNS = 5
"""Each measurement is made so often; the median is told."""

_SEED = 1


@dataclass(frozen=True)
class Speed:
    """Speed of the kernels at one table: games and placements a second of CPU time, and placements a game."""

    games: float
    placements: float
    placements_a_game: float


class Table:
    """One strategy at all seats, with its games' line-ups and space for its rows, ready to be played over and over."""

    def __init__(self, ruleset: Ruleset, strategy: str, players: int, n_games: int) -> None:
        self._player = DogsPlay(ruleset, players, False, _SEED, [load_strategy(strategy)])
        dogs = tuple(range(len(ruleset.dogs)))
        design = Design(players, "random", dogs, "random", (0,))
        self._line_ups = draw_line_ups(design, _SEED, 0, n_games)
        self._n_games = n_games
        self._players = players

    def play(self) -> int:
        """Play all games once and return the number of placements."""
        rows = np.zeros(self._n_games * self._players, ROW)
        self._player.play(0, *self._line_ups, rows, np.zeros(2, np.int64))
        return int(rows["placements"].sum(dtype=np.int64))

    def speed(self) -> Speed:
        """Measure one thread's speed in CPU time."""
        placements = self.play()
        seconds = median_of(self.play, time.process_time)
        n = self._n_games
        return Speed(n / seconds, placements / seconds, placements / n)

    def seconds(self) -> float:
        """Return the CPU time that a game takes, in seconds, measured once."""
        return _timed(self.play, time.process_time) / self._n_games

    def gain_of_two_threads(self) -> tuple[float, float]:
        """Measure how many times faster two threads get twice the games played than one, and how many cores they had.

        Both are medians. Where others use the machine too, two threads have less than two cores.
        """

        def both() -> None:
            with ThreadPoolExecutor(2) as pool:
                for done in [pool.submit(self.play) for _ in range(2)]:
                    done.result()

        gains, cores = [], []
        for _ in range(RUNS):
            alone = _timed(self.play)
            used = time.process_time()
            together = _timed(both)
            gains.append(2 * alone / together)
            cores.append((time.process_time() - used) / together)
        return statistics.median(gains), statistics.median(cores)


def _timed(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    start = clock()
    work()
    return clock() - start


def median_of(work: Callable[[], object], clock: Callable[[], float]) -> float:
    """Return the median of the seconds that `work` takes by `clock`."""
    return statistics.median(_timed(work, clock) for _ in range(RUNS))


@dataclass(frozen=True)
class Process:
    """A command that has ended: seconds by the wall and of CPU time, and its largest memory in bytes."""

    wall: float
    cpu: float
    memory: int


def run_simcore(arguments: list[str], environment: Mapping[str, str] | None = None) -> Process:
    """Run a `simcore` command as a process and measure it as a whole.

    Raises
    ------
    RunFailure
        If the command fails.
    """
    command = [sys.executable, "-m", "simcore.cli.watched", *arguments]
    told = subprocess.run(command, env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE, check=True)
    used = json.loads(told.stdout)
    if used["code"] != 0:
        raise RunFailure(f"simcore {' '.join(arguments)} failed; run it by hand to see why")
    return Process(used["wall"], used["cpu"], used["memory"])


@dataclass(frozen=True)
class WholeRun:
    """A run of `uniform_4` on one thread: CPU time beyond start-up, in seconds, by what it was spent on.

    `share` is the kernel's own CPU time for as many games, measured just before and after, by all of it.
    """

    played: float
    counted: float
    share: float
    memory: int

    @property
    def all(self) -> float:
        """Seconds of playing, writing and counting."""
        return self.played + self.counted


def whole_runs(kernel: Table, games: int, out: Path, times: int = RUNS) -> list[WholeRun]:
    """Measure whole runs, each beside the kernel alone: a machine's speed may change from minute to minute.

    Parameters
    ----------
    kernel : Table
        Plays games of the same kind.
    games : int
        Games of each run.
    out : Path
        Folder of the results, which are left there.
    times : int
        How often to measure.
    """
    return [_whole_run(kernel, games, out) for _ in range(times)]


def _whole_run(kernel: Table, games: int, out: Path) -> WholeRun:
    from reports.runs import open_runs

    command = ["run", "uniform_4", "--threads", "1", "--overwrite", "--out", str(out), "--games"]
    start = run_simcore([*command, "1000"]).cpu
    before = kernel.seconds()
    run = run_simcore([*command, str(games)])
    counted = _timed(lambda: open_runs([out])[0].counts, time.process_time)
    alone = games * (before + kernel.seconds()) / 2.0
    played = run.cpu - start
    return WholeRun(played, counted, alone / (played + counted), run.memory)


def cold_and_warm(folder: Path) -> tuple[float, float]:
    """Measure a whole run of one game, in seconds: with nothing compiled yet, and the median of later runs."""
    environment = {"SIMCORE_CACHE_DIR": str(folder / "kernels")}

    def first_game() -> float:
        arguments = ["run", "uniform_4", "--games", "1", "--overwrite", "--out", str(folder / "first")]
        return run_simcore(arguments, environment).wall

    cold = first_game()
    return cold, statistics.median(first_game() for _ in range(RUNS))
