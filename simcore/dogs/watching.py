"""Noticing that a strategy never answers: compiled code cannot be interrupted, only looked at from another thread."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from simcore.dogs.game import DONE


class GameInHand:
    """The game that a thread is playing, seen from other threads.

    Parameters
    ----------
    memory : ndarray of MEMORY, shape (1,)
        Where it is played.
    first_game : int
        The first game of those that are played one after the other.
    control : int64 ndarray, shape (2,)
        Counts the games done.
    """

    def __init__(self, memory: Any, first_game: int, control: np.ndarray) -> None:
        self.state: Any = memory[0].game
        self._public = memory["game"]["public"]
        self._first_game = first_game
        self._control = control
        self._seen = b""
        self._since = time.monotonic()

    @property
    def game(self) -> int:
        """Index of the game."""
        return self._first_game + int(self._control[DONE])

    def stands_still(self, seconds: float) -> bool:
        """Say whether the same seat has been asked the same for so long, as far as the looks so far can tell."""
        asked = np.array([self.state.asked, self.state.decision, self._control[DONE]], np.int64)
        seen = asked.tobytes() + bytes(self._public.tobytes())
        if seen != self._seen:
            self._seen, self._since = seen, time.monotonic()
        return time.monotonic() - self._since >= seconds
