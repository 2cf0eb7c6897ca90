"""How long a decision may take before it is taken for one that never ends."""

from __future__ import annotations

import os

from simcore.errors import UserError

VARIABLE = "SIMCORE_PATIENCE"
"""Variable of the environment that sets it, in seconds."""

_SECONDS = 30.0


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
