"""The threads of a run: each takes the next range of games, draws its line-ups, plays it and writes its part."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from simcore.files import OutputFailure, cannot_write
from simcore.lineups import draw_line_ups
from simcore.parts import PartWriter
from simcore.plan import Plan

STOP, DONE = range(2)
"""Places in a player's control array: set STOP to end after the game in hand; DONE counts games."""

Range = tuple[int, int]
"""Games from the first number to the second, exclusive."""


class Crew:
    """Threads that play ranges of games until all are done, one of them fails, or they are told to stop.

    They are daemons: a strategy that never answers cannot keep the program from ending.

    Parameters
    ----------
    plan : Plan
        What to play.
    out : Path
        Results folder.
    ranges : iterable of (int, int)
        What is to be played, in order; each becomes a part.
    threads : int
        Number of threads.
    """

    def __init__(self, plan: Plan, out: Path, ranges: Iterable[Range], threads: int) -> None:
        self._plan = plan
        self._waiting = deque(ranges)
        self._workers = [Worker(self, plan, out) for _ in range(max(1, min(threads, len(self._waiting))))]
        self._at_work = len(self._workers)
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self.stopping = False
        self.error: BaseException | None = None

    def start(self) -> None:
        """Start the threads; one that the system refuses counts as failed."""
        for worker in self._workers:
            try:
                worker.start()
            except RuntimeError as error:
                self.leave(error)

    def stop(self) -> None:
        """Ask all threads to end after the game in hand; what they have played is written."""
        self.stopping = True
        self._waiting.clear()
        for worker in self._workers:
            worker.control[STOP] = 1

    def wait(self, seconds: float) -> bool:
        """Wait until all threads have ended, but not longer than `seconds`; say whether they have."""
        return self._ended.wait(seconds)

    def find_stuck(self, seconds: float) -> bool:
        """Say whether a thread has stood still for so long; keep its error, and stop all others."""
        for worker in self._workers:
            error = self._plan.player.stuck(worker.control, seconds)
            if error is not None:
                self.error = self.error or error
                self.stop()
                return True
        return False

    @property
    def games_done(self) -> int:
        """Games played so far, written or not; while threads work it may miss a part for a moment."""
        return sum(worker.written + int(worker.control[DONE]) for worker in self._workers)

    @property
    def parts(self) -> list[dict[str, Any]]:
        """Entries of the manifest for the parts written so far."""
        return [part for worker in self._workers for part in worker.parts]

    @property
    def writing(self) -> bool:
        """Whether any thread is writing a part."""
        return any(worker.writing for worker in self._workers)

    def next_range(self) -> Range | None:
        """Return the next range to play, or None where nothing is left to do."""
        with suppress(IndexError):
            return self._waiting.popleft()
        return None

    def leave(self, error: BaseException | None) -> None:
        """Let a thread say that it ends; with an error, all others stop too and the first error is kept."""
        with self._lock:
            if error is not None and self.error is None:
                self.error = error
            self._at_work -= 1
            ended = self._at_work == 0
        if error is not None:
            self.stop()
        if ended:
            self._ended.set()


class Worker(threading.Thread):
    """One thread of a crew. Its working space is used for one range after the other, so memory does not grow."""

    def __init__(self, crew: Crew, plan: Plan, out: Path) -> None:
        super().__init__(daemon=True)
        self._crew = crew
        self._plan = plan
        self._out = out
        self._writer = PartWriter(plan.layout, plan.run_hash)
        self._rows = np.zeros(0, plan.layout.row_dtype)
        self._line_ups = _no_line_ups(plan, 0)
        self.control = np.zeros(2, np.int64)
        self.written = 0
        self.writing = False
        self.parts: list[dict[str, Any]] = []

    def run(self) -> None:
        """Play ranges until none is left; whatever goes wrong is told to the crew."""
        try:
            while (games := self._crew.next_range()) is not None:
                self._play(*games)
        except BaseException as error:
            self._crew.leave(error)
        else:
            self._crew.leave(None)

    def _play(self, first: int, end: int) -> None:
        plan, n = self._plan, end - first
        self._make_space(n)
        dogs, strategies = draw_line_ups(plan.design, plan.experiment.seed, first, n, self._line_ups)
        rows = self._rows[: n * plan.layout.rows_per_game]
        self.control[DONE] = 0
        try:
            played = plan.player.play(first, dogs, strategies, rows, self.control)
        except Exception:
            with suppress(OutputFailure):
                self._keep(first, int(self.control[DONE]))
            raise
        self._keep(first, played)

    def _make_space(self, n: int) -> None:
        n_rows = n * self._plan.layout.rows_per_game
        if len(self._rows) < n_rows:
            self._rows = np.zeros(n_rows, self._plan.layout.row_dtype)
            self._line_ups = _no_line_ups(self._plan, n)

    def _keep(self, first: int, played: int) -> None:
        """Write the games played as a part; they may be fewer than were asked for."""
        if played:
            self.writing = True
            try:
                self.parts.append(self._writer.write(self._rows, first, first + played, self._out))
            except OSError as error:
                raise OutputFailure(f"{self._out}: {cannot_write(error)}.") from error
            finally:
                self.writing = False
        self.control[DONE] = 0
        self.written += played


def _no_line_ups(plan: Plan, n: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    shape = (n, plan.experiment.players)
    return np.zeros(shape, np.int64), np.zeros(shape, np.int64)
