"""Showing how far a run is: a bar in a notebook, and what the command line shows elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from markupsafe import Markup

from simcore.batch import Progress
from simcore.progress import progress as terminal_progress
from simcore.wording import counted


@contextmanager
def progress(what: str) -> Iterator[Progress]:
    """Give a function that shows the games of `what` that are done and wanted."""
    shell = _notebook()
    if shell is None:
        with terminal_progress() as show:
            yield show
        return
    bar = _Bar(what)
    try:
        yield bar
    finally:
        bar.close()


def _notebook() -> Any:
    """Return IPython's shell where its outputs are those of a notebook; it is there only if something has loaded it."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell if shell is not None and hasattr(shell, "kernel") else None


class _Bar:
    """A bar that replaces itself, and in the end says how long it took."""

    def __init__(self, what: str) -> None:
        from IPython.display import display

        self._what = what
        self._start = time.monotonic()
        self._last: tuple[int, int] | None = None
        self._shown = display(self._html("getting ready", True), display_id=True)

    def __call__(self, done: int, total: int) -> None:
        self._last = (done, total)
        self._show(self._words(done, total), done < total)

    def close(self) -> None:
        """Take the bar away, whether all games were played, none had to be, or something went wrong."""
        self._show(self._words(*self._last) if self._last else "the results are there already", False)

    def _show(self, words: str, bar: bool) -> None:
        self._shown.update(self._html(words, bar))

    def _words(self, done: int, total: int) -> str:
        return f"{done:,} of {counted(total, 'game')}, {time.monotonic() - self._start:.1f} s"

    def _html(self, words: str, bar: bool) -> Any:
        from IPython.display import HTML

        done, total = self._last or (0, 1)
        drawn = Markup('<progress value="{}" max="{}"></progress> ').format(done, total) if bar else Markup("")
        return HTML(str(drawn + f"{self._what}: {words}"))
