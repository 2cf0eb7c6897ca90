"""The flow of a game, and the entry kernel that plays many.

Strategies come as the addresses of compiled functions, one a decision, so a new one never compiles the engine again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from simcore.dogs.action import take_turn
from simcore.dogs.details import ROW_AND_DETAILS
from simcore.dogs.faults import CHANGED_THE_GAME, FIRST_IS_NO_SEAT, NO_FAULT
from simcore.dogs.limits import MAX_BATTLES, N_SOLDIERS
from simcore.dogs.mustering import buy_soldiers, collect, next_seat
from simcore.dogs.outcome import clockwise, make_last_stand, resolve_battle, seat_of
from simcore.dogs.rows import ROW
from simcore.dogs.scoring import keep_placements, keep_year, score_game
from simcore.dogs.state import (
    CHOICE,
    COPY_OFFSET,
    GAME_WORDS,
    GUARDED_WORDS,
    LAST_STAND,
    LOG,
    MEMORY,
    N_DECISIONS,
    PARAMETERS,
    PRIVATE,
    PUBLIC,
    RULES,
    RULES_WORDS,
)
from simcore.dogs.views import lowest
from simcore.dogs.year_setup import set_up_game, set_up_year, start_year
from simcore.jit import address_of_record, call_by_address, entry, jit, jit_inline, nonnegative, opaque, record_at
from simcore.rng import STREAM, game_key

STOP, DONE = range(2)
"""Places in the control array: set STOP to end after the game in hand; DONE counts games."""

FIRST_PLAYER, MUSTER, TURN, LAST_STAND_PUSH = range(4)
"""Kinds of decision, in the order of the tuples of strategies."""
DECISIONS = ("first_player", "muster", "turn", "last_stand")

_view = [from_dtype(dtype) for dtype in (RULES, PUBLIC, PRIVATE, PARAMETERS, STREAM)]
FIRST_PLAYER_SIGNATURE = types.int64(*_view)
CHOICE_SIGNATURE = types.void(*_view, from_dtype(CHOICE))
SIGNATURES = (FIRST_PLAYER_SIGNATURE, CHOICE_SIGNATURE, CHOICE_SIGNATURE, CHOICE_SIGNATURE)

_call_first_player = call_by_address(FIRST_PLAYER_SIGNATURE)
_call_with_choice = call_by_address(CHOICE_SIGNATURE)
_parameters_at = record_at(PARAMETERS)

_GUARDED_GAMES = 1023
"""Games whose index has none of these bits are guarded: after each decision the engine checks what was changed."""


@jit
def ask_first_player(memory):
    """Ask the holder of the First Player token who shall be first (R2.5)."""
    game = memory.game
    seat = nonnegative(game.public.holder)
    game.asked = seat
    game.decision = FIRST_PLAYER
    if game.guarded:
        _keep_copy(memory)
    first = _call_first_player(
        game.script[seat, FIRST_PLAYER],
        (
            memory.rules,
            game.public,
            game.private[seat],
            _parameters_at(game.settings[seat]),
            game.stream[seat],
        ),
    )
    if game.guarded:
        _compare_copy(memory)
    return first


@jit_inline
def ask(memory, seat, decision):
    """Ask a seat for a decision other than the first player; the answer is left in the game's cleared `choice`."""
    game = memory.game
    game.asked = seat
    game.decision = decision
    if game.guarded:
        _keep_copy(memory)
    _call_with_choice(
        game.script[seat, decision],
        (
            memory.rules,
            game.public,
            game.private[seat],
            _parameters_at(game.settings[seat]),
            game.stream[seat],
            game.choice,
        ),
    )
    if game.guarded:
        _compare_copy(memory)


@jit
def _keep_copy(memory):
    for i in range(GUARDED_WORDS):
        memory.words[COPY_OFFSET + i] = memory.words[i]


@jit
def _compare_copy(memory):
    """Note a fault where the strategy wrote to the game or the rules, which it may only read (R4.9)."""
    for i in range(GUARDED_WORDS):
        if memory.words[COPY_OFFSET + i] != memory.words[i]:
            memory.game.fault = CHANGED_THE_GAME
    for i in range(RULES_WORDS[0], RULES_WORDS[1]):
        if memory.words[COPY_OFFSET + i] != memory.words[i]:
            memory.game.fault = CHANGED_THE_GAME


@jit_inline
def _clear_turn(choice):
    choice.passes = 0
    choice.card = -1
    choice.card_battle = -1
    choice.card_side = -1
    choice.battle = -1
    choice.side = -1
    choice.space = -1
    choice.soldier = -1


@jit
def _clear_purchases(choice):
    for soldier in range(N_SOLDIERS):
        choice.buy[soldier] = 0


@jit
def _clear_pushes(choice):
    for battle in range(MAX_BATTLES):
        choice.push[battle] = 0
        choice.push_side[battle] = 0


@jit
def play_game(memory, log, key):
    """Play one game from its setup to its scores (R1 to R8); `game.fault` tells whether it had to be broken off."""
    rules, game = memory.rules, memory.game
    public = game.public
    set_up_game(rules, game, log, key)
    for year in range(1, rules.years + 1):
        set_up_year(rules, game, log, key, year)
        _choose_first_player(memory, log)
        if game.fault == NO_FAULT:
            _muster(memory, log)
        if game.fault == NO_FAULT:
            finish_year(memory, log, nonnegative(public.first))
        if game.fault != NO_FAULT:
            return
        public.holder = public.next_holder
        keep_year(rules, game, log)
    score_game(rules, game, log)


@jit
def _choose_first_player(memory, log):
    game = memory.game
    first = ask_first_player(memory)
    if game.fault != NO_FAULT:
        return
    if first < 0 or first >= game.public.players:
        game.fault = FIRST_IS_NO_SEAT
    else:
        start_year(game, log, first)


@jit
def _muster(memory, log):
    rules, game = memory.rules, memory.game
    collect(rules, game)
    seat = nonnegative(game.public.first)
    for _ in range(game.public.players):
        _clear_purchases(game.choice)
        ask(memory, seat, MUSTER)
        if game.fault == NO_FAULT:
            game.fault = buy_soldiers(rules, game, log, seat)
        if game.fault != NO_FAULT:
            return
        seat = next_seat(game.public, seat)


@jit
def finish_year(memory, log, seat):
    """Play a Year on from the turn of `seat`: turns, Last Stands, the battles' outcomes (R4, R5, R8.4)."""
    game = memory.game
    _fight(memory, log, seat)
    if game.fault == NO_FAULT:
        _last_stands(memory, log)
    if game.fault == NO_FAULT:
        keep_placements(game)
        for battle in range(game.public.battles):
            resolve_battle(memory.rules, game, log, battle)


@jit_inline
def active_seats(public):
    """Return the seats (mask) that have not passed this Year."""
    active = 0
    for seat in range(public.players):
        active |= (1 - public.passed[seat]) << seat
    return active


@jit_inline
def next_active(active, seat):
    """Return the next one clockwise after `seat` of a set of seats that is not empty."""
    later = active & -(2 << seat)
    return lowest(later | (active & opaque(-np.int64(later == 0))))


@jit
def _fight(memory, log, seat):
    """Let the seats take turns, clockwise from `seat`, until all have passed (R4)."""
    rules, game = memory.rules, memory.game
    public = game.public
    active = active_seats(public)
    while active:
        _clear_turn(game.choice)
        ask(memory, seat, TURN)
        if game.fault == NO_FAULT:
            game.fault = take_turn(rules, game, log, seat)
        if game.fault != NO_FAULT:
            return
        active &= ~(public.passed[seat] << seat)
        seat = next_active(active, seat)


@jit
def _last_stands(memory, log):
    """Ask the seats that have Last Stand, clockwise from the first player (R8.4)."""
    rules, game = memory.rules, memory.game
    public = game.public
    seats = clockwise(public, public.able[LAST_STAND])
    while seats:
        seat = seat_of(public, lowest(seats))
        seats &= seats - 1
        _clear_pushes(game.choice)
        ask(memory, seat, LAST_STAND_PUSH)
        if game.fault == NO_FAULT:
            game.fault = make_last_stand(rules, game, log, seat)
        if game.fault != NO_FAULT:
            return


@entry
def play_games(
    memories,
    start,
    parameters,
    logs,
    scripts,
    line_up_dogs,
    line_up_strategies,
    seed,
    first_game,
    rows,
    detailed_rows,
    control,
):
    """Play consecutive games and keep their rows.

    Parameters
    ----------
    memories : ndarray of MEMORY, shape (1,)
        Where to play; it holds the rules, twice.
    start : int64 ndarray, shape (GAME_WORDS,)
        What each game starts from: the memory of a GAME record.
    parameters : ndarray of PARAMETERS, shape (strategies * rows_per_strategy,)
        Each strategy's parameters, a row for each Dog that may play it.
    logs : ndarray of LOG, shape (1,)
        Takes the game log where it is on, and the details where they are.
    scripts : int64 ndarray, shape (strategies, N_DECISIONS)
        Addresses of each strategy's compiled decisions.
    line_up_dogs, line_up_strategies : int64 ndarray, shape (n, players)
        Dog and strategy of each seat of each game.
    seed, first_game : int64
        Seed, and index of the first game.
    rows : ndarray of ROW, shape (n * players,)
        Filled, game by game, where the log's `detailed` is 0.
    detailed_rows : ndarray of ROW_AND_DETAILS, shape (n * players,)
        Filled where it is 1. The other one may be empty.
    control : int64 ndarray, shape (2,)
        See STOP and DONE. Play also ends where a strategy's fault is left in the game.
    """
    memory = memories[0]
    game = memory.game
    log = logs[0]
    players = memory.rules.players
    rows_per_strategy = parameters.shape[0] // scripts.shape[0]
    for i in range(line_up_dogs.shape[0]):
        if control[STOP] != 0:
            break
        for word in range(GAME_WORDS):
            memory.words[word] = start[word]
        for seat in range(players):
            strategy = line_up_strategies[i, seat]
            game.public.dog[seat] = line_up_dogs[i, seat]
            row = nonnegative(strategy * rows_per_strategy + line_up_dogs[i, seat])
            game.settings[seat] = address_of_record(parameters[row])
            game.tally[seat].strategy = strategy
            for decision in range(N_DECISIONS):
                game.script[seat, decision] = scripts[strategy, decision]
        index = first_game + i
        game.guarded = (index & _GUARDED_GAMES) == 0 or log.on
        play_game(memory, log, game_key(seed, index))
        if game.fault != NO_FAULT:
            break
        for seat in range(players):
            if log.detailed:
                detailed_rows[i * players + seat].row = game.tally[seat]
                detailed_rows[i * players + seat].details = log.details[seat]
            else:
                rows[i * players + seat] = game.tally[seat]
        control[DONE] = i + 1


def _array(dtype: np.dtype) -> Any:
    return types.Array(from_dtype(dtype), 1, "C")


PLAY_SIGNATURE = types.void(
    _array(MEMORY),
    types.int64[::1],
    _array(PARAMETERS),
    _array(LOG),
    types.int64[:, ::1],
    types.int64[:, ::1],
    types.int64[:, ::1],
    types.int64,
    types.int64,
    _array(ROW),
    _array(ROW_AND_DETAILS),
    types.int64[::1],
)
