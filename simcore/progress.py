"""What is told on the error stream while something goes on: a bar in a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from simcore.wording import counted

if TYPE_CHECKING:
    from rich.console import Console

    from simcore.batch import Progress
    from simcore.tuning import Step

_STEPS = 10
"""Lines that tell the progress of a whole run where there is no terminal."""


def tell(line: str) -> None:
    """Say a line on the error stream."""
    print(line, file=sys.stderr, flush=True)


@contextmanager
def progress() -> Iterator[Progress]:
    """Give a function that shows, on the error stream, the games done and wanted."""
    if not sys.stderr.isatty():
        yield plain_progress(sys.stderr)
        return
    from rich.console import Console

    with bar_progress(Console(stderr=True)) as show:
        yield show


def plain_progress(stream: TextIO) -> Progress:
    """Return a function that writes a line for every tenth of the games that is done."""
    shown = -1

    def show(done: int, total: int) -> None:
        nonlocal shown
        step = done * _STEPS // total
        if step > shown and (shown >= 0 or done == total):
            print(f"{done:,} of {counted(total, 'game')} ({done / total:.0%})", file=stream, flush=True)
        shown = max(step, shown)

    return show


@contextmanager
def bar_progress(console: Console) -> Iterator[Progress]:
    """Give a function that shows a bar with games, games a second and the time that is left."""
    from rich import progress as rich

    columns = (
        rich.BarColumn(bar_width=None),
        rich.TaskProgressColumn(),
        rich.TextColumn("{task.fields[games]}"),
        rich.TimeRemainingColumn(compact=True),
    )
    with rich.Progress(*columns, console=console, transient=True) as bar:
        began: list[tuple[float, int]] = []
        task: list[rich.TaskID] = []

        def show(done: int, total: int) -> None:
            if not task:
                began.append((time.monotonic(), done))
                task.append(bar.add_task("", total=total, completed=done, games=""))
            start, kept = began[0]
            rate = (done - kept) / max(time.monotonic() - start, 1e-9)
            bar.update(task[0], completed=done, games=f"{done:,} of {counted(total, 'game')}, {rate:,.0f} games/s")

        yield show


@contextmanager
def tuning_progress() -> Iterator[Callable[[Step], None]]:
    """Give a function that shows, on the error stream, how far a tuning is."""
    if not sys.stderr.isatty():
        yield plain_tuning_progress(sys.stderr)
        return
    from rich.console import Console

    with bar_tuning_progress(Console(stderr=True)) as show:
        yield show


def plain_tuning_progress(stream: TextIO) -> Callable[[Step], None]:
    """Return a function that writes a line when another task begins, and at every tenth of the games."""
    shown: tuple[str, int] = ("", 0)

    def show(step: Step) -> None:
        nonlocal shown
        now = (step.task, step.done * _STEPS // step.total)
        if now != shown:
            print(f"{_words(step)} ({min(step.done / step.total, 1):.0%})", file=stream, flush=True)
        shown = now

    return show


@contextmanager
def bar_tuning_progress(console: Console) -> Iterator[Callable[[Step], None]]:
    """Give a function that shows a bar with the task, its generation, how well that did and the time left."""
    from rich import progress as rich

    columns = (
        rich.TextColumn("{task.description}"),
        rich.BarColumn(bar_width=None),
        rich.TaskProgressColumn(),
        rich.TimeRemainingColumn(compact=True),
    )
    with rich.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(step: Step) -> None:
            bar.update(task, description=_words(step), total=step.total, completed=min(step.done, step.total))

        yield show


def _words(step: Step) -> str:
    level = "" if step.level is None else f", objective {step.level:.3f}"
    return f"{step.task} {step.part} of {step.parts}{level}"
