"""How long a decision, or an import, may take before it is taken for one that never ends, and who looks at it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextvars import copy_context
from threading import Thread

from simcore.errors import UserError

VARIABLE = "SIMCORE_PATIENCE"
"""Variable of the environment that sets it, in seconds."""

_SECONDS = 30.0
_POLL_SECONDS = 0.1


def patience() -> float:
    """Return the seconds to wait for one decision.

    Raises
    ------
    UserError
        If the environment asks for what is no time.
    """
    text = os.environ.get(VARIABLE, "")
    try:
        seconds = float(text) if text else _SECONDS
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds < float("inf"):
        raise UserError(f"{VARIABLE}: found {text!r}; allowed: a number of seconds above 0")
    return seconds


def in_a_thread(work: Callable[[], None], look: Callable[[], None]) -> None:
    """Do something in a thread of its own, with a look at it now and then; pass on what either raises.

    The thread does not keep the program from ending. Ctrl-C is heard meanwhile.
    """
    errors: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=copy_context().run, args=(guarded,), daemon=True)  # with numpy's settings of here
    thread.start()
    while thread.is_alive():
        thread.join(_POLL_SECONDS)
        if thread.is_alive():
            look()
    if errors:
        raise errors[0]
