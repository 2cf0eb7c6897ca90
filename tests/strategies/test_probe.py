"""The probe: what comes to light when a strategy is asked the same with other secrets, and once more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from numba import types
from numba.extending import intrinsic

from simcore.dogs.play import DogsPlay
from simcore.dogs.probe import DIFFERS, PEEKS, WRITES, Probe, Suspicion
from simcore.dogs.state import PRIVATE
from strategies.base import Strategy, strategy
from strategies.dogs import load_strategy
from strategies.loading import find_strategy
from tests.reference.situations import base
from tests.strategies.own_files import CHANCE, WRITES_TO_BOARD, ZERO, broken, write

SEED = 3
DOGS = [3, 0, 1]
"""The first has Last Stand."""


def probed(suspect: Strategy) -> Probe:
    return Probe(base(), 3, False, SEED, [suspect, load_strategy("uniform")], 0)


def suspicion_of(suspect: Strategy) -> Suspicion:
    """Return what comes to light in the first game."""
    with pytest.raises(Suspicion) as caught:
        probed(suspect).probe(0, DOGS, [0, 1, 0])
    return caught.value


def test_honest_strategies_are_asked_everything_and_nothing_comes_to_light() -> None:
    for name in ("uniform", "greedy"):
        probe = probed(load_strategy(name))
        for game in range(2):
            probe.probe(game, DOGS, [0, 1, 0])
        assert min(probe.asked.values()) > 0


def test_probed_games_are_the_games_that_are_played() -> None:
    probe = probed(load_strategy("greedy"))
    plain = DogsPlay(base(), 3, False, SEED, [load_strategy("greedy"), load_strategy("uniform")])
    lines, rows = probe.replay(0, DOGS, [0, 1, 0])
    expected, expected_rows = plain.replay(0, DOGS, [0, 1, 0])
    assert lines.tobytes() == expected.tobytes()
    assert rows.tobytes() == expected_rows.tobytes()


def test_r4_9_an_answer_that_follows_another_hand_is_a_peek() -> None:
    found = suspicion_of(peeker)
    assert (found.kind, found.decision) == (PEEKS, "turn")
    assert "its answer changes where what is hidden from it is" in found.words


def test_chance_that_is_not_the_seats_own_is_found_and_not_taken_for_a_peek(tmp_path: Path) -> None:
    found = suspicion_of(find_strategy(write(tmp_path, broken(CHANCE))))
    assert (found.kind, found.decision) == (DIFFERS, "turn")


def test_r4_9_writing_is_found_with_the_field(tmp_path: Path) -> None:
    found = suspicion_of(find_strategy(write(tmp_path, broken(WRITES_TO_BOARD))))
    assert (found.kind, found.words) == (WRITES, "it writes to `public.tracker`, which it may only read")


def test_what_it_raises_is_passed_on(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        probed(find_strategy(write(tmp_path, broken(ZERO)))).probe(0, DOGS, [0, 1, 0])


@intrinsic
def _word_behind(typing_context: Any, record: Any, place: Any) -> Any:
    """Read a word of memory behind a record: what no strategy could with honest means."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        words = builder.bitcast(values[0], context.get_value_type(types.int64).as_pointer())
        return builder.load(builder.gep(words, [values[1]]))

    return types.int64(record, types.int64), generate


_NEXT_HAND = PRIVATE.itemsize // 8 + 1
"""Words from the beginning of a hand to the coins of the next seat's."""


@strategy
def peeker(rules: Any, public: Any, own: Any, settings: Any, chance: Any, choice: Any) -> None:
    """Pass; the number of spaces, of no account then, tells the next seat's coins."""
    choice.passes = 1
    choice.space = _word_behind(own, _NEXT_HAND)
