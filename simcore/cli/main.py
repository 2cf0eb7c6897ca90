"""The `simcore` command itself: options before the subcommand, and how every command ends.

Exit codes: 0 good, 1 failure, 2 bad input, 130 Ctrl-C. What a person can act on is said in a few lines on the error
stream; only a bug shows a traceback.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.main import get_command

from simcore.cli.commands import LazyGroup
from simcore.errors import SimcoreError

_FILE_TROUBLE = frozenset(
    {
        errno.EACCES,
        errno.EDQUOT,
        errno.EFBIG,
        errno.EIO,
        errno.EISDIR,
        errno.ENAMETOOLONG,
        errno.ENOSPC,
        errno.ENOTDIR,
        errno.EPERM,
        errno.EROFS,
    }
)
"""Faults of a disk or folder that the user can mend; any other OSError that gets here is a bug."""

_BUG = """
This is a bug in simcore, not in your input. Please report it to the authors with the traceback above, the command
that you typed, the files that it names and the output of `simcore --version`."""

app = typer.Typer(
    cls=LazyGroup,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"simcore {version('simcore')} (Python {sys.version.split()[0]}, numba {version('numba')})")
        raise typer.Exit


@app.callback(epilog="`simcore COMMAND --help` explains a command.")
def simcore(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play tabletop games by the million from files of rules and experiments, and report what they show."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the `simcore` command.

    Parameters
    ----------
    arguments : sequence of str, optional
        What stands after `simcore` on the command line; by default what was typed.

    Returns
    -------
    int
        Exit code.
    """
    # Read when numpy is first imported: on matrices as small as ours threads of its own only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        return _run(sys.argv[1:] if arguments is None else list(arguments))
    except SimcoreError as error:
        return _say(_words_of(error), error.exit_code)
    except KeyboardInterrupt:
        return _say("Interrupted.", 130)
    except BrokenPipeError:
        return _leave_closed_pipe()
    except OSError as error:
        if error.errno in _FILE_TROUBLE:
            return _say(_describe(error), 2)
        return _report_bug()
    except Exception:
        return _report_bug()


def _run(arguments: list[str]) -> int:
    """Run a command to its end, its output flushed, and return the exit code that Typer chose."""
    try:
        get_command(app).main(args=arguments, prog_name="simcore")
    except SystemExit as end:
        if isinstance(getattr(end.__context__, "__cause__", None), KeyboardInterrupt):
            raise KeyboardInterrupt from end  # Typer had turned it into an exit without a word
        code = end.code
    sys.stdout.flush()
    return code if isinstance(code, int) else 0


def _words_of(error: SimcoreError) -> str:
    """Return the message of an error; where a strategy failed, with the line that did it."""
    if not hasattr(error, "replay"):
        return str(error)
    from simcore.cli.blame import with_line
    from simcore.dogs.play import StrategyFault

    assert isinstance(error, StrategyFault)
    return with_line(error)


def _say(message: str, exit_code: int) -> int:
    print(message, file=sys.stderr)
    return exit_code


def _describe(error: OSError) -> str:
    """Name the file, what is wrong with it and what to do."""
    if error.filename is None:
        return f"A file could not be written or read: {error}. Nothing half-written is taken for a result."
    return f"{os.fsdecode(error.filename)}: {error.strerror}. Check that the folder exists, is yours and has room."


def _leave_closed_pipe() -> int:
    """End without a word when the reader of our output has left (`simcore log … | head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _report_bug() -> int:
    traceback.print_exc()
    return _say(_BUG, 1)
