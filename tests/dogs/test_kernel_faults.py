"""Strategies that break a rule: the run stops with an error that says all, and the games before are unharmed."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from simcore.dogs import faults
from simcore.dogs.faults import FAULTS
from simcore.dogs.game import DONE
from simcore.dogs.play import DogsPlay, StrategyFault
from simcore.dogs.rows import ROW
from simcore.dogs.ruleset import Ruleset
from strategies.dogs.uniform import uniform
from tests.dogs.rogue import RAISED, WROTE_TO_BOARD, WROTE_TO_OWN, WROTE_TO_RULES, rogue
from tests.reference.situations import base, variant

SEED = 5
SEAT = 2
"""The rogue's."""
GOOD, GAMES = 5, 60
"""Games at the start in which he behaves, and games in all."""
CONQUEROR = 3
"""His Dog of War when he misbehaves: with Last Stand."""

GUARDED = 1024
"""A game after which the engine looks whether strategies have written to what they may only read."""

DOGS = np.array([[CONQUEROR, 0, 1, 2]] * GOOD + [[0, 1, CONQUEROR, 2]] * (GAMES - GOOD), np.int64)
STRATEGIES = np.array([[int(seat == SEAT) for seat in range(4)]] * GAMES, np.int64)


@cache
def rules_for(fault: int) -> Ruleset:
    """Return rules by which a fault is possible, or frequent."""
    if fault == faults.PUSHES_DECIDED:
        return variant(battle={"track_end": 1})
    if fault == faults.PUSHES_TWICE:
        return variant(readings={"last_stand_scope": "one"})
    return base()


def player(fault: int) -> DogsPlay:
    return DogsPlay(rules_for(fault), 4, False, SEED, [uniform, rogue], {"rogue": {"fault": fault, "dog": CONQUEROR}})


def play_to_fault(fault: int, first_game: int = 0) -> tuple[NDArray[np.void], int, str]:
    """Return the rows, the games done before the fault, and what the error says."""
    rows = np.zeros(GAMES * 4, ROW)
    control = np.zeros(2, np.int64)
    with pytest.raises(StrategyFault) as caught:
        player(fault).play(first_game, DOGS, STRATEGIES, rows.view(np.recarray), control)
    return rows, int(control[DONE]), str(caught.value)


def lawful_rows(fault: int, first_game: int, games: int) -> NDArray[np.void]:
    """Return the rows of the same games with `uniform` in the rogue's place."""
    rows = np.zeros(games * 4, ROW)
    play = DogsPlay(rules_for(fault), 4, False, SEED, [uniform])
    play.play(first_game, DOGS[:games], np.zeros((games, 4), np.int64), rows.view(np.recarray), np.zeros(2, np.int64))
    return rows


def assert_stopped(fault: int, rows: NDArray[np.void], done: int, first_game: int = 0) -> None:
    """Assert that the games before the fault are what they should be, and that nothing was kept of later ones."""
    assert GOOD <= done < GAMES
    expected = lawful_rows(fault, first_game, done)
    expected["strategy"] = rows["strategy"][: 4 * done]
    assert rows[: 4 * done].tobytes() == expected.tobytes()
    assert not np.any(rows[4 * done :].view(np.int16))


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - {faults.CHANGED_THE_GAME}))
def test_illegal_choice_names_strategy_game_seat_and_rule(fault: int) -> None:
    rows, done, text = play_to_fault(fault)
    rule, words = FAULTS[fault]
    assert f"'rogue' broke {rule}: {words}" in text
    assert f"Seat {SEAT}, game {done}, seed {SEED}" in text
    assert "rogue.py" in text
    assert f"--seed {SEED} --game {done}" in text
    assert_stopped(fault, rows, done)


def test_decision_that_went_wrong_is_named() -> None:
    named = {
        faults.FIRST_IS_NO_SEAT: "first_player",
        faults.CANNOT_PAY: "muster",
        faults.SPACE_TAKEN: "turn",
        faults.PUSHES_TOO_FAR: "last_stand",
    }
    for fault, decision in named.items():
        assert f"decision {decision}" in play_to_fault(fault)[2]


def test_error_inside_a_strategy_stops_the_game_too() -> None:
    rows, done, text = play_to_fault(RAISED)
    assert "'rogue' raised ZeroDivisionError" in text
    assert f"Seat {SEAT}, game {done}, seed {SEED}, decision turn" in text
    assert_stopped(RAISED, rows, done)


@pytest.mark.parametrize("fault", [WROTE_TO_OWN, WROTE_TO_BOARD, WROTE_TO_RULES])
def test_r4_9_writing_to_what_is_only_shown_is_found_in_guarded_games(fault: int) -> None:
    rows, done, text = play_to_fault(fault, first_game=GUARDED - GOOD)
    rule, words = FAULTS[faults.CHANGED_THE_GAME]
    assert done == GOOD
    assert f"'rogue' broke {rule}: {words}" in text
    assert f"game {GUARDED}," in text
    assert_stopped(fault, rows, done, GUARDED - GOOD)


@pytest.mark.parametrize("fault", [faults.SIDE_CLOSED, WROTE_TO_OWN, RAISED])
def test_replay_of_the_game_meets_the_same_fault(fault: int) -> None:
    """A replayed game is always guarded."""
    game = GOOD if fault == WROTE_TO_OWN else play_to_fault(fault)[1]
    for _ in range(2):
        with pytest.raises(StrategyFault, match=f"Seat {SEAT}, game {game}"):
            player(fault).replay(game, DOGS[game].tolist(), STRATEGIES[game].tolist())


def test_player_can_go_on_after_a_fault() -> None:
    """Nothing of a game that was broken off is left in the games played next."""
    play = player(faults.SPACE_TAKEN)
    rows = np.zeros(GAMES * 4, ROW)
    with pytest.raises(StrategyFault):
        play.play(0, DOGS, STRATEGIES, rows.view(np.recarray), np.zeros(2, np.int64))
    again = np.zeros(GOOD * 4, ROW)
    play.play(0, DOGS[:GOOD], STRATEGIES[:GOOD], again.view(np.recarray), np.zeros(2, np.int64))
    assert again.tobytes() == rows[: GOOD * 4].tobytes()
