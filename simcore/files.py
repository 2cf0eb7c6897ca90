"""Writing files so that nothing half-written is ever taken for a whole one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from simcore.errors import UserError

TEMPORARY = ".tmp"
"""How the names of files end that are not finished."""


class OutputFailure(UserError):
    """Results could not be written: the disk is full, or the folder was taken away (exit code 2)."""


def cannot_write(error: OSError) -> str:
    """Return the words for results that could not be written."""
    return f"the results cannot be written ({error.strerror or error})"


def write_atomically(path: Path, pieces: Iterable[bytes | memoryview]) -> None:
    """Write a file so that it is there whole or not at all, whatever happens meanwhile.

    Parameters
    ----------
    path : Path
        The file.
    pieces : iterable of bytes-like
        Its content, one piece after the other.

    Raises
    ------
    OSError
        If that is not possible; the unfinished file is removed, and what was there before stays.
    """
    unfinished = path.with_name(path.name + TEMPORARY)
    try:
        with unfinished.open("wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def from_here(path: str | Path) -> str:
    """Return a path as one would type it: relative to the present folder where it is below."""
    path = Path(path)
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
