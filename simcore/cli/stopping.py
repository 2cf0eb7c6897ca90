"""How a study ends that is stopped between its games: with the command that goes on with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stoppable(command: str) -> Iterator[None]:
    """Say how to go on where the user stops a study that reads its results, or writes its report.

    What stops games says so itself (`simcore.batch`); the rest would end without a word on what is kept.

    Parameters
    ----------
    command : str
        The command that plays the study from nothing.

    Raises
    ------
    Interrupted
        In place of KeyboardInterrupt.
    """
    try:
        yield
    except KeyboardInterrupt:
        from simcore.batch import Interrupted
        from simcore.cli.run import resumed

        raise Interrupted(f"Stopped. What was played is kept; go on with:\n  {resumed(command)}") from None
