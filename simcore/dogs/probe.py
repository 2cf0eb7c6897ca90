"""Asking a strategy every question several times, so as to see what its answer depends on.

The engine plays as ever, but in place of the strategy's decisions it is given the addresses of functions of ours. They
have the whole game before them, and ask the strategy on copies of it: as it is, with all that is hidden blanked or made
up, and once more as it is. An honest answer follows from what the seat may see (R4.9) and its own random stream alone.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from simcore.dogs.faults import CHANGED_THE_GAME
from simcore.dogs.game import DECISIONS, FIRST_PLAYER
from simcore.dogs.limits import MAX_PLAYERS
from simcore.dogs.play import DogsPlay, Script, StrategyFault
from simcore.dogs.questions import put_question
from simcore.dogs.ruleset import Ruleset
from simcore.dogs.state import CHOICE, GAME, MEMORY, PRIVATE, PUBLIC, RULES
from simcore.rng import STREAM

_POINTER = ctypes.c_void_p
_CALLBACKS = [ctypes.CFUNCTYPE(ctypes.c_int32, *[_POINTER] * (2 + n)) for n in (5, 6, 6, 6)]
"""How compiled code calls a decision: places for its result and its error, then a pointer to each record."""

_USED = {
    "first_player": (),
    "muster": ("buy",),
    "turn": ("passes", "card", "card_battle", "card_side", "battle", "side", "space", "soldier"),
    "last_stand": ("push", "push_side"),
}
"""Fields of the answer that each decision fills."""

PEEKS, DIFFERS, WRITES = "peeks", "differs", "writes"
"""What can come to light: an answer that follows what is hidden, one that chance alone changes, a write."""


_TIMES = 50
"""How often it is asked the same once more, where answers differ, to tell chance from a peek."""


class Suspicion(Exception):
    """What came to light at a decision: `kind` of fault, seat and decision, and words."""

    def __init__(self, kind: str, seat: int, decision: str, words: str) -> None:
        self.kind, self.seat, self.decision, self.words = kind, seat, decision, words
        super().__init__(words)


class Probe(DogsPlay):
    """Plays single games in which one of the strategies is asked everything several times.

    Parameters
    ----------
    ruleset, players, short, seed, strategies
        As for DogsPlay.
    suspect : int
        The strategy's place in `strategies`.
    replayed_by : str
        As for DogsPlay.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        short: bool,
        seed: int,
        strategies: Sequence[Script],
        suspect: int,
        replayed_by: str = "simcore replay EXPERIMENT",
    ) -> None:
        super().__init__(ruleset, players, short, seed, strategies, replayed_by=replayed_by)
        self._values = self._parameters[suspect : suspect + 1].copy().view(np.recarray)
        self._chance = np.random.default_rng(seed)
        self._found: BaseException | None = None
        self.asked = dict.fromkeys(DECISIONS, 0)
        self._callbacks = [make(self._stand_in) for make in _CALLBACKS]  # alive as long as the engine has addresses
        self._addresses = self._scripts[suspect].copy()
        self._scripts[suspect] = [ctypes.cast(callback, _POINTER).value for callback in self._callbacks]

    def probe(self, game: int, dogs: Sequence[int], strategies: Sequence[int]) -> None:
        """Play game `game`.

        Raises
        ------
        Suspicion
            Where an answer depends on what it may not.
        StrategyFault
            As `replay` does, where the strategy is not to blame for it here.
        """
        self._found = None
        try:
            self.replay(game, dogs, strategies)
        except StrategyFault:
            if self._found is None:
                raise
        if self._found is not None:
            raise self._found

    def _stand_in(self, result: int, error: int, rules: int, public: int, *_: int) -> int:
        """Answer for the strategy: the engine's call. `public` begins the game, and that the memory of the thread."""
        buffer: Any = (ctypes.c_char * MEMORY.itemsize).from_address(public)
        memory: Any = np.ndarray(1, MEMORY, buffer).view(np.recarray)
        try:
            first = self._ask_again_and_again(memory)
            if memory[0].game.decision == FIRST_PLAYER:
                ctypes.c_int64.from_address(result).value = first
        except BaseException as failure:  # nothing can be raised through compiled code
            self._found = failure
            memory[0].game.fault = CHANGED_THE_GAME
        return 0

    def _ask_again_and_again(self, memory: Any) -> int:
        """Compare the answers to the same question; write the right one into the game and return the first player."""
        seat, decision = int(memory[0].game.asked), int(memory[0].game.decision)
        name = DECISIONS[decision]
        truth = self._answer(memory, seat, decision, _as_it_is)
        for disguise, hidden in ((_blank, "is blank"), (self._made_up, "is something else")):
            if self._answer(memory, seat, decision, disguise) != truth:
                if any(self._answer(memory, seat, decision, _as_it_is) != truth for _ in range(_TIMES)):
                    raise Suspicion(DIFFERS, seat, name, "asked the same twice, it answered differently")
                raise Suspicion(PEEKS, seat, name, f"its answer changes where what is hidden from it {hidden}")
        self.asked[name] += 1
        first, choice, stream = truth
        game = memory["game"]
        game["choice"][0] = np.frombuffer(choice, CHOICE)[0]
        game["stream"][0, seat] = np.frombuffer(stream, STREAM)[0]
        return first

    def _answer(
        self, memory: Any, seat: int, decision: int, disguise: Callable[[Any, int], None]
    ) -> tuple[int, bytes, bytes]:
        """Ask on a disguised copy of the game; return the first player, the choice and where the stream then stands."""
        copy = memory.copy()
        disguise(copy, seat)
        values = self._values.copy()
        name = DECISIONS[decision]
        before = copy.copy()
        first = int(put_question(copy, values, self._addresses[decision], seat, decision))
        if np.any((before["words"][0] != copy["words"][0]) & _READ_ONLY[seat]):
            raise Suspicion(WRITES, seat, name, _what_was_written(before, copy, seat))
        if values.tobytes() != self._values.tobytes():
            raise Suspicion(WRITES, seat, name, "it writes to `settings`, which it may only read")
        answer = np.zeros(1, CHOICE)
        for field in _USED[name]:
            answer[field] = copy["game"]["choice"][field]
        return first, answer.tobytes(), copy["game"]["stream"][0, seat].tobytes()

    def _made_up(self, memory: Any, seat: int) -> None:
        _write_hidden(memory, seat, lambda n: self._chance.integers(-(2**62), 2**62, n))


def _as_it_is(memory: Any, seat: int) -> None:
    pass


def _blank(memory: Any, seat: int) -> None:
    _write_hidden(memory, seat, lambda n: np.zeros(n, np.int64))


def _words(field: str, dtype: np.dtype, place: int) -> slice:
    assert GAME.fields is not None
    start = int(GAME.fields[field][1]) + place * dtype.itemsize
    return slice(start // 8, (start + dtype.itemsize) // 8)


def _mask(parts: Sequence[slice]) -> np.ndarray:
    """Return which words of a memory belong to any of the parts."""
    mask = np.zeros(MEMORY.itemsize // 8, bool)
    for part in parts:
        mask[part] = True
    return mask


_SEATS = range(MAX_PLAYERS)
_RULES = slice(GAME.itemsize // 8, (GAME.itemsize + RULES.itemsize) // 8)
_READ_ONLY = [_mask([_words("public", PUBLIC, 0), _words("private", PRIVATE, seat), _RULES]) for seat in _SEATS]
"""Words that a seat is shown, and may not write to."""
_OWN = [_mask([_words("stream", STREAM, seat), _words("choice", CHOICE, 0)]) for seat in _SEATS]
_HIDDEN = [~(_READ_ONLY[seat] | _OWN[seat]) for seat in _SEATS]
"""Words that a seat may not see: other hands and streams, the deck, scores, the engine's own notes."""


def _write_hidden(memory: Any, seat: int, numbers: Callable[[int], np.ndarray]) -> None:
    memory["words"][0][_HIDDEN[seat]] = numbers(int(_HIDDEN[seat].sum()))


def _what_was_written(before: Any, after: Any, seat: int) -> str:
    """Return in words which field of what it may only read a decision has changed."""
    for name, held, now in zip(("rules", "public", "own"), _shown(before, seat), _shown(after, seat), strict=True):
        for field in held.dtype.names:
            if not np.array_equal(held[field], now[field]):
                return f"it writes to `{name}.{field}`, which it may only read"
    return "it writes to what it may only read"


def _shown(memory: Any, seat: int) -> tuple[Any, Any, Any]:
    return memory[0].rules, memory[0].game.public, memory[0].game.private[seat]
