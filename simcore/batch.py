"""Playing an experiment's games in parts on several threads, so that any stop keeps what is done."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from simcore.crew import Crew, Range
from simcore.errors import RunFailure, SimcoreError, UserError
from simcore.files import OutputFailure, cannot_write
from simcore.manifest import read_manifest, write_manifest
from simcore.patience import patience
from simcore.plan import Plan
from simcore.results import Results, open_results
from simcore.runfolder import Note, Part, check_target, claimed, kept_parts, remove_results, size_of_results
from simcore.wording import counted

MOST_GAMES_OF_A_PART, LEAST_GAMES_OF_A_PART = 50_000, 5_000
"""Large parts are quick to write and to read, small ones keep all threads busy to the end of a short run."""

_PARTS_WANTED = 20
_POLL_SECONDS = 0.1
_MOMENT_SECONDS = 1.0
_LEAST_BYTES_A_ROW = 10
"""No results are smaller; a disk with less room is certainly too full."""

Progress = Callable[[int, int], None]
"""Told how many games are done, and how many there will be."""


class Interrupted(RunFailure):
    """The user stopped the run; what was played is kept (exit code 130)."""

    exit_code = 130


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    plan: Plan,
    out: str | Path,
    *,
    threads: int = 1,
    overwrite: bool = False,
    resume: bool = False,
    on_progress: Progress | None = None,
    on_note: Note | None = None,
) -> Results:
    """Play all games of a plan and keep their results.

    The results do not depend on the number of threads, on how games are split into parts, or on interruptions.

    Parameters
    ----------
    plan : Plan
        What to play.
    out : str or Path
        Folder for the results; made where it is missing.
    threads : int
        Threads that play, >= 1.
    overwrite, resume : bool
        What to do with results that are there: replace them, or play the games that are missing.
    on_progress : callable, optional
        Called about ten times a second with the games done and the games wanted. If it raises KeyboardInterrupt the
        run stops as with Ctrl-C.
    on_note : callable, optional
        Called with a line that the user should read, such as on a damaged part.

    Returns
    -------
    Results
        The complete results.

    Raises
    ------
    UserError
        If the folder cannot be used; nothing in it was changed.
    OutputFailure
        If results cannot be written; finished parts are kept.
    Interrupted
        After Ctrl-C or SIGTERM; the games done are kept.
    RunFailure
        If a strategy did what it may not; finished games are kept.
    """
    out = Path(out)
    check_target(out, overwrite, resume)
    with claimed(out):
        check_target(out, overwrite, resume)
        kept = [] if overwrite else kept_parts(out, plan, on_note or _ignore)
        missing = missing_ranges(kept, plan.experiment.games)
        _check_room(out, plan, missing, size_of_results(out) if overwrite else 0)
        if overwrite:
            remove_results(out)
        session = _Session(plan, out, kept)
        if missing:
            session.play(split(missing, part_size(plan.experiment.games)), threads, on_progress or _ignore)
        elif not session.is_saved():
            session.save()
    return open_results(out)


def _ignore(*_: object) -> None:
    pass


def part_size(games: int) -> int:
    """Return the number of games of a part, which depends on nothing but the number of games of the run."""
    return max(LEAST_GAMES_OF_A_PART, min(MOST_GAMES_OF_A_PART, -(-games // _PARTS_WANTED)))


def missing_ranges(kept: Sequence[Part], games: int) -> list[Range]:
    """Return the ranges of games that the parts, in order and without overlaps, do not hold."""
    edges = [0, *(edge for part in kept for edge in (part["first"], part["end"])), games]
    return [(first, end) for first, end in zip(edges[::2], edges[1::2], strict=True) if first < end]


def split(ranges: Sequence[Range], size: int) -> list[Range]:
    """Cut ranges of games at the multiples of `size`.

    Examples
    --------
    >>> split([(0, 25), (37, 40)], 10)
    [(0, 10), (10, 20), (20, 25), (37, 40)]
    """
    cut = []
    for first, end in ranges:
        inner = range((first // size + 1) * size, end, size)
        cut += list(zip([first, *inner], [*inner, end], strict=True))
    return cut


def _check_room(out: Path, plan: Plan, missing: Sequence[Range], freed: int) -> None:
    """Raise where the disk, with `freed` bytes more, certainly has no room for the missing games."""
    rows = plan.layout.rows_per_game * sum(end - first for first, end in missing)
    free = shutil.disk_usage(out).free + freed
    if free < rows * _LEAST_BYTES_A_ROW:
        raise OutputFailure(
            f"{out}: the disk has {free / 1e6:,.0f} MB left, and {counted(rows, 'row')} would need more than"
            f" {rows * _LEAST_BYTES_A_ROW / 1e6:,.0f} MB; make room, choose another --out or fewer --games"
        )


class _Session:
    """A run from its start, or from where an earlier session ended, to the end of this one."""

    def __init__(self, plan: Plan, out: Path, kept: Sequence[Part]) -> None:
        self._plan = plan
        self._out = out
        self._parts = list(kept)
        self._kept_games = _games_of(kept)
        self._threads = 0
        self._started = datetime.now(UTC)
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def is_saved(self) -> bool:
        """Say whether the manifest on disk tells of exactly these parts and this experiment."""
        new = self._plan.manifest(self._parts, {})
        try:
            old = read_manifest(self._out)
        except UserError:
            return False
        return all(old[key] == new[key] for key in ("complete", "parts", "games", "experiment"))

    def save(self) -> None:
        """Write the manifest of what there is by now."""
        wall = time.perf_counter() - self._wall
        played = _games_of(self._parts) - self._kept_games
        timing = {
            "started": self._started.isoformat(timespec="seconds"),
            "seconds_wall": round(wall, 3),
            "seconds_cpu": round(time.process_time() - self._cpu, 3),
            "games_per_second": round(played / wall, 1),
            "threads": self._threads,
        }
        try:
            write_manifest(self._out, self._plan.signed(self._plan.manifest(self._parts, timing)))
        except OSError as error:
            raise OutputFailure(f"{self._out}: {cannot_write(error)}. {self._how_to_go_on()}") from error

    def play(self, ranges: Sequence[Range], threads: int, on_progress: Progress) -> None:
        """Play the ranges and write the manifest, whatever happens meanwhile."""
        self.save()
        crew = Crew(self._plan, self._out, ranges, threads)
        self._threads = threads
        try:
            with _stopped_by_signals(crew):
                self._watch(crew, on_progress, patience())
        except KeyboardInterrupt:  # a second one
            _leave(crew)
        self._parts += crew.parts
        if crew.error is not None:
            self._fail(crew.error)
        self.save()
        if _games_of(self._parts) < self._plan.experiment.games:
            raise Interrupted(f"Stopped. {self._how_to_go_on()}")

    def _watch(self, crew: Crew, on_progress: Progress, longest: float) -> None:
        """Report progress until the crew has ended; where the report asks for it or fails, the crew stops.

        A thread that stands still for `longest` seconds cannot be stopped: it is left alone.
        """
        total, done = self._plan.experiment.games, self._kept_games
        crew.start()
        try:
            while True:
                done = max(done, self._kept_games + crew.games_done)
                on_progress(done, total)
                if crew.wait(_POLL_SECONDS):
                    break
                if crew.find_stuck(longest):
                    _leave(crew)
                    return
            on_progress(self._kept_games + crew.games_done, total)
        except KeyboardInterrupt:
            if crew.stopping:
                raise
            _end(crew)
        except BaseException as error:
            _end(crew)
            crew.error = crew.error or error

    def _fail(self, error: BaseException) -> None:
        """Save what is done and raise the error of a thread, with what the user can do."""
        if isinstance(error, SimcoreError):
            anew = "\nA strategy that was changed since plays anew: --overwrite instead of --resume."
            error.args = (f"{error}\n{self._how_to_go_on()}{anew if isinstance(error, RunFailure) else ''}",)
        with suppress(OutputFailure):  # the parts are there and will be found again
            self.save()
        raise error

    def _how_to_go_on(self) -> str:
        done, games = _games_of(self._parts), self._plan.experiment.games
        return f"{self._out} keeps {done:,} of {counted(games, 'game')}; go on with:\n  {self._plan.go_on}"


def _end(crew: Crew) -> None:
    """Stop a crew and wait until its threads have written what they have."""
    crew.stop()
    while not crew.wait(_POLL_SECONDS):
        pass


def _leave(crew: Crew) -> None:
    """Stop a crew without waiting longer than a moment for the games in hand; what is being written is finished."""
    crew.stop()
    crew.wait(_MOMENT_SECONDS)
    while crew.writing and not crew.wait(_POLL_SECONDS):
        pass


def _games_of(parts: Sequence[Part]) -> int:
    return sum(part["end"] - part["first"] for part in parts)


@contextmanager
def _stopped_by_signals(crew: Crew) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM stop the crew; a second one acts as it would anywhere else."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) or signal.SIG_DFL for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def stop(number: int, frame: FrameType | None) -> None:
        restore()
        crew.stop()

    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        restore()
