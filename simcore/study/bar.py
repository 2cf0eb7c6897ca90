"""Showing how far a run is: a bar in a notebook, and what the command line shows elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from markupsafe import Markup

from simcore.batch import Progress
from simcore.cli.progress import progress as terminal_progress


@contextmanager
def progress(what: str) -> Iterator[Progress]:
    """Give a function that shows the games of `what` that are done and wanted."""
    shell = _notebook()
    if shell is None:
        with terminal_progress() as show:
            yield show
        return
    yield _Bar(what)


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
        self._shown = display(self._html(0, 0), display_id=True)

    def __call__(self, done: int, total: int) -> None:
        self._shown.update(self._html(done, total))

    def _html(self, done: int, total: int) -> Any:
        from IPython.display import HTML

        seconds = time.monotonic() - self._start
        far = f"{done:,} of {total:,} games, {seconds:.1f} s" if total else "getting ready"
        bar = Markup('<progress value="{}" max="{}"></progress> ').format(done, max(total, 1))
        return HTML(str((bar if done < max(total, 1) else Markup("")) + f"{self._what}: {far}"))
