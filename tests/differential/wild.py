"""A compiled player who does any legal nonsense, so that both games meet rare situations.

Passes at any time, plays Betrayal where it is useless, pushes beyond the end of the track, and leaves rubbish in the
fields of the answer that do not matter. Everything he may see goes into his random stream, so a single field of the
records that is not the same in both games makes him choose differently.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import literal_unroll

from simcore.dogs.limits import N_SOLDIERS
from simcore.dogs.state import (
    BETRAYAL,
    GAIN_CAPTAIN,
    GAIN_SOLDIER,
    IGNORE_CONDITION,
    LAST_STAND,
    LOWER_CONDITIONS,
    MOVE_TRACKER,
    PRIVATE,
    PUBLIC,
)
from simcore.jit import jit
from simcore.rng import below, mix64
from strategies.base import strategy

_TRIES = 8
"""Tactic cards that he tries before he passes."""
_RUBBISH = 99

# The same memory by another name; and Influence, of which only that in play counts.
_NOT_READ = {"supply", "stock", "influence_left"}


def _fields(dtype: np.dtype[Any], dimensions: int) -> tuple[str, ...]:
    names = dtype.names or ()
    return tuple(name for name in names if len(dtype[name].shape) == dimensions and name not in _NOT_READ)


_PUBLIC_NUMBERS, _PUBLIC_LISTS, _PUBLIC_TABLES = (_fields(PUBLIC, dimensions) for dimensions in range(3))
_OWN_NUMBERS, _OWN_LISTS = (_fields(PRIVATE, dimensions) for dimensions in range(2))


@jit
def _stir(digest: Any, number: Any) -> Any:
    return mix64(digest + np.uint64(number))


@jit
def _stir_all(digest: Any, numbers: Any) -> Any:
    for number in numbers:
        digest = _stir(digest, number)
    return digest


@jit
def digest_of_all(public: Any, own: Any) -> Any:
    """Return a number (uint64) that depends on every field of both records."""
    digest = np.uint64(0)
    for name in literal_unroll(_PUBLIC_NUMBERS):
        digest = _stir(digest, public[name])
    for name in literal_unroll(_PUBLIC_LISTS):
        digest = _stir_all(digest, public[name])
    for name in literal_unroll(_PUBLIC_TABLES):
        for numbers in public[name]:
            digest = _stir_all(digest, numbers)
    for house in range(public.influence_left.shape[0]):
        if (public.houses_in_play >> house) & 1:
            digest = _stir(digest, public.influence_left[house])
    for name in literal_unroll(_OWN_NUMBERS):
        digest = _stir(digest, own[name])
    for name in literal_unroll(_OWN_LISTS):
        digest = _stir_all(digest, own[name])
    return digest


@jit
def _look(public: Any, own: Any, chance: Any) -> None:
    chance.state ^= digest_of_all(public, own)


def first_player(rules: Any, public: Any, own: Any, settings: Any, chance: Any) -> Any:
    """Hand the token to anybody."""
    _look(public, own, chance)
    return below(chance, public.players)


def muster(rules: Any, public: Any, own: Any, settings: Any, chance: Any, choice: Any) -> None:
    """Buy any number of each type, from a type chosen at random on."""
    _look(public, own, chance)
    coins = own.coins
    start = below(chance, N_SOLDIERS)
    for step in range(N_SOLDIERS):
        soldier = (start + step) % N_SOLDIERS
        cost = rules.dog_cost[public.dog[own.seat], soldier]
        most = public.soldiers_left[soldier]
        if cost > 0:
            most = min(most, coins // cost)
        choice.buy[soldier] = below(chance, most + 1)
        coins -= choice.buy[soldier] * cost
    choice.card = _RUBBISH


@jit
def _pairs(rules: Any, public: Any, closed: Any, types: Any, lowered: Any, wanted: Any, choice: Any) -> Any:
    """Count the pairs of space and Soldier type open to the seat; write the one wanted (from 0) into `choice`."""
    pairs = 0
    for side in range(2 * public.battles):
        for space in range(rules.spaces):
            if (closed >> side) & 1 or not (public.free[side] >> space) & 1:
                continue
            for soldier in range(N_SOLDIERS):
                strong = soldier + lowered >= rules.space_needs[public.tile[side], space]
                if strong and (types >> soldier) & 1:
                    if pairs == wanted:
                        choice.battle, choice.side, choice.space, choice.soldier = side >> 1, side & 1, space, soldier
                    pairs += 1
    return pairs


@jit
def _random_card(rules: Any, own: Any, chance: Any) -> Any:
    """Return a card in hand, or -1."""
    names = 0
    for card in range(rules.n_cards):
        names += (own.card_names >> card) & 1
    k = below(chance, names + 1)
    for card in range(rules.n_cards):
        if (own.card_names >> card) & 1:
            if k == 0:
                return card
            k -= 1
    return -1


@jit
def _try_card(rules: Any, public: Any, own: Any, chance: Any, choice: Any) -> Any:
    """Choose a card or none, its parameters, and a placement after it; return whether there is one."""
    seat = own.seat
    closed = public.closed[seat]
    types = own.types
    lowered = public.abilities[seat, LOWER_CONDITIONS]
    captains = public.captains[seat]
    choice.card = _random_card(rules, own, chance)
    choice.card_battle = below(chance, public.battles)
    choice.card_side = below(chance, 2)
    if choice.card >= 0:
        effect = rules.card_effect[choice.card]
        amount = rules.card_amount[choice.card]
        if effect == BETRAYAL:
            closed &= ~(3 << (2 * choice.card_battle))
        elif effect == GAIN_SOLDIER and public.soldiers_left[amount] > 0:
            types |= 1 << amount
        elif effect == GAIN_CAPTAIN:
            captains += min(amount, rules.figures - captains - public.on_board[seat] - public.reserve[seat])
        elif effect == IGNORE_CONDITION:
            lowered = N_SOLDIERS
        if effect != BETRAYAL and effect != MOVE_TRACKER:
            choice.card_battle = _RUBBISH
        if effect != MOVE_TRACKER:
            choice.card_side = _RUBBISH
    pairs = _pairs(rules, public, closed, types, lowered, -1, choice)
    if pairs == 0 or captains == 0:
        return False
    _pairs(rules, public, closed, types, lowered, below(chance, pairs), choice)
    return True


def last_stand(rules: Any, public: Any, own: Any, settings: Any, chance: Any, choice: Any) -> None:
    """Push in any battles, as far as the ability goes, wherever a Captain stands and the battle is not lost."""
    _look(public, own, chance)
    pushed = False
    for battle in range(public.battles):
        half = below(chance, 2)
        against = -rules.track_end if half == 0 else rules.track_end
        may = public.captains_on[2 * battle + half, own.seat] > 0 and public.tracker[battle] != against
        spaces = below(chance, public.abilities[own.seat, LAST_STAND] + 1)
        choice.push_side[battle] = _RUBBISH
        if may and spaces > 0 and not (pushed and rules.last_stand_one):
            choice.push[battle] = spaces
            choice.push_side[battle] = half
            pushed = True


@strategy("wild", first_player=first_player, muster=muster, last_stand=last_stand, parameters={"patience": 8.0})
def wild(rules: Any, public: Any, own: Any, settings: Any, chance: Any, choice: Any) -> None:
    """Passes once in `patience` turns; else plays any card or none, then makes any placement."""
    _look(public, own, chance)
    choice.passes = 1
    if below(chance, np.int64(settings.value[0])) > 0:
        for _ in range(_TRIES):
            if _try_card(rules, public, own, chance, choice):
                choice.passes = 0
                return
    choice.card = -1
    choice.soldier = _RUBBISH
