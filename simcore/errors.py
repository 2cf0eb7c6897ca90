"""Errors that are meant for people: the command line prints their message and nothing else."""

from __future__ import annotations


class SimcoreError(Exception):
    """Base of the errors whose message a user can act on; `exit_code` is what the command ends with."""

    exit_code = 1

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows of the error: the message alone, as the command line does."""
        return [f"{type(self).__name__}: {self}"]


class UserError(SimcoreError):
    """Bad input: a file, key or value that the user can correct (exit code 2)."""

    exit_code = 2


class FaultyInput(UserError):
    """Several faults found in one file, reported together.

    Parameters
    ----------
    source : str
        The file in which the faults are, as the user named it.
    faults : list of str
        One line a fault: key, value found, what is allowed.
    """

    def __init__(self, source: str, faults: list[str]) -> None:
        self.source = source
        self.faults = list(faults)
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__("\n".join([f"{source}: {count}", *(f"  - {fault}" for fault in faults)]))


class UnreadableVariant(UserError):
    """A variant is not there, or its file is not TOML (exit code 2)."""


class RunFailure(SimcoreError):
    """The input was fine, but the work could not be completed (exit code 1)."""
