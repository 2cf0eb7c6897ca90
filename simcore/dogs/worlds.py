"""Looking ahead, as strategies see it: the record to do it in, and the calls to the engine that plays a Year out.

A strategy that names a `helper` (see `strategies.base`) may, in its turn,

1. `deal_world`: imagine how all that is hidden from it may lie, drawn anew from what it may know (R4.9);
2. `play_out`: take a turn of its choice in that world and have the helper play the Year on for all seats.

`world.memory.game` then holds the game as the Year ended, hands and all, for the strategy to value. The engine is
called by address, so that an edit of neither compiles the other again (see playout.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from simcore.dogs.state import CHOICE, LOG, MEMORY, PARAMETERS, PRIVATE, PUBLIC, RULES
from simcore.jit import call_by_address, jit

SILENT_LOG = np.dtype(
    [(name, LOG[name].base, (1,) if name == "line" else LOG[name].shape) for name in LOG.names or ()], align=True
)
"""A log in which nothing is written, so that it has room for nothing: `on` and `detailed` stay 0."""

WORLD = np.dtype([("memory", MEMORY), ("log", SILENT_LOG)], align=True)
"""An imagined game: `memory.game_copy` as it was dealt, `memory.game` as it was played out last."""


def _views(*dtypes: np.dtype) -> list[Any]:
    return [from_dtype(dtype) for dtype in dtypes]


DEAL = types.void(*_views(RULES, PUBLIC, PRIVATE, PARAMETERS), types.uint64, *_views(WORLD))
PLAY_OUT = types.void(*_views(PARAMETERS, CHOICE, WORLD))
"""Signatures of what is lent."""

_call_deal = call_by_address(DEAL)
_call_play_out = call_by_address(PLAY_OUT)


@jit
def deal_world(rules, public, own, settings, key, world):
    """Deal all that is hidden from the seat anew into `world.memory.game_copy`; `key` (uint64) says how it falls.

    Raises
    ------
    RuntimeError
        If the strategy has not named a helper.
    """
    if settings.deal == 0:
        raise RuntimeError("a strategy that looks ahead must name a helper")
    _call_deal(settings.deal, (rules, public, own, settings, key, world))


@jit
def play_out(settings, turn, world):
    """Take `turn` (a CHOICE) in the world as it was dealt and play the Year to its end in `world.memory.game`.

    Raises
    ------
    RuntimeError
        If `turn`, or a choice of the helper, breaks a rule.
    """
    _call_play_out(settings.play_out, (settings, turn, world))
