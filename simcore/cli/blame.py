"""Finding the line of a strategy that raised an error or never answered: the game again, in plain Python.

Compiled code does not say where it fails. The same game is the same without compilation (and very slow), and there
Python knows the line. That takes a process of its own: `python -m simcore.cli.blame COMMAND ...`.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import traceback
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from simcore.files import from_here
from simcore.patience import VARIABLE

if TYPE_CHECKING:
    from simcore.dogs.play import StrategyFault

_LONGEST_SECONDS = 90.0
_PATIENCE = "10"
"""Seconds after which a decision in plain Python is taken for one that never ends."""


def with_line(fault: StrategyFault) -> str:
    """Return what is to be said of a fault, with file and line where they can be found out."""
    words = str(fault)
    if fault.kind == "illegal" or not fault.replay:
        return words
    print("Playing the game again without compilation, to find the line ...", file=sys.stderr, flush=True)
    first, _, rest = words.partition("\n")
    line = _line_of(fault)
    return f"{first}\n{line}\n{rest}" if line else words


def _line_of(fault: StrategyFault) -> str:
    command = [sys.executable, "-m", "simcore.cli.blame", *shlex.split(fault.replay)[1:]]
    settings = {**os.environ, "NUMBA_DISABLE_JIT": "1", VARIABLE: _PATIENCE}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=_LONGEST_SECONDS, env=settings
        )
        found = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError):
        return ""
    assert fault.asked is not None
    same = [fault.asked.strategy, fault.asked.seat, fault.asked.game, fault.asked.decision]
    return str(found["line"]) if found["asked"] == same else ""


def blame(arguments: Sequence[str]) -> dict[str, object]:
    """Run a `simcore` command that plays one game without compilation, and say who fails where."""
    import numpy as np
    from typer.main import get_command

    from simcore.cli.main import app
    from simcore.dogs.play import StrategyFault

    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        try:
            with np.errstate(divide="raise", invalid="raise"):  # compiled scripts raise ZeroDivisionError here
                get_command(app).main(args=list(arguments), prog_name="simcore", standalone_mode=False)
        except StrategyFault as fault:
            asked = fault.asked
            assert asked is not None
            return {
                "asked": [asked.strategy, asked.seat, asked.game, asked.decision],
                "line": _innermost(fault, Path(asked.function.__code__.co_filename)),
            }
    return {"asked": None, "line": ""}


def _innermost(fault: StrategyFault, file: Path) -> str:
    """Return the innermost line in the files of a strategy at which it failed, or is at work still."""
    if fault.__cause__ is not None:
        stacks = [traceback.extract_tb(fault.__cause__.__traceback__)]
    else:
        stacks = [traceback.extract_stack(frame) for frame in sys._current_frames().values()]
    files = _files_of_strategy(file)
    for stack in stacks:
        for frame in reversed(stack):
            if Path(frame.filename).resolve() in files:
                return f"{from_here(frame.filename)}, line {frame.lineno}:\n    {frame.line}"
    return ""


def _files_of_strategy(file: Path) -> set[Path]:
    """Return the file that a strategy is in and those that it imports, but for those of the simulator."""
    from simcore.sources import files_of

    simulator = Path(__file__).resolve().parent.parent
    return {other for other in files_of([file]) if not other.is_relative_to(simulator)}


if __name__ == "__main__":
    print(json.dumps(blame(sys.argv[1:])), flush=True)
    os._exit(0)  # a strategy may still be at work
