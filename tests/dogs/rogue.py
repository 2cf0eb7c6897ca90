"""A compiled player who plays like `uniform` until he sits there as a certain Dog of War, and then breaks one rule."""

from __future__ import annotations

from typing import Any

from simcore.dogs import faults
from simcore.dogs.limits import N_SOLDIERS
from simcore.dogs.state import LAST_STAND, MOVE_TRACKER
from simcore.jit import jit
from strategies.base import strategy
from strategies.dogs.uniform import uniform

_first_player, _muster, _turn, _last_stand = uniform.decisions

WROTE_TO_OWN, WROTE_TO_BOARD, WROTE_TO_RULES, RAISED = range(101, 105)
"""What no kernel gives a number to: what he writes to, and that he fails."""


@jit
def _lowest(members: Any) -> Any:
    """Return the smallest member of a set given as a mask; 63 for none."""
    for member in range(63):
        if (members >> member) & 1:
            return member
    return 63


@jit
def _fault(public: Any, own: Any, settings: Any) -> Any:
    """Return the fault to commit, 0 for none."""
    return int(settings.value[0]) if public.dog[own.seat] == int(settings.value[1]) else 0


def first_player(rules: Any, public: Any, own: Any, settings: Any, chance: Any) -> Any:
    """Hand the token to nobody."""
    first = _first_player(rules, public, own, settings, chance)
    if _fault(public, own, settings) == faults.FIRST_IS_NO_SEAT:
        return public.players
    return first


def muster(rules: Any, public: Any, own: Any, settings: Any, chance: Any, choice: Any) -> None:
    """Buy what cannot be bought."""
    _muster(rules, public, own, settings, chance, choice)
    fault = _fault(public, own, settings)
    if fault == faults.BUYS_LESS_THAN_NONE:
        choice.buy[0] = -1
    elif fault == faults.BUYS_TOO_MANY:
        choice.buy[3] = public.soldiers_left[3] + 1
    elif fault == faults.CANNOT_PAY:
        choice.buy[:] = 0
        choice.buy[1] = own.coins // rules.soldier_cost[1] + 1


@jit
def _misplay(rules: Any, public: Any, own: Any, choice: Any, fault: Any) -> None:
    """Spoil the Tactic card or the placement chosen."""
    if fault == faults.CARD_WITHOUT_PLACEMENT:
        choice.passes = 1
        choice.card = _lowest(own.card_names) if own.card_names else 0
    elif fault == faults.CARD_NOT_IN_HAND:
        choice.passes = 0
        choice.card = _lowest(~own.card_names)
    elif fault == faults.NO_SUCH_CARD_BATTLE or fault == faults.NO_SUCH_CARD_SIDE:
        held = own.card_names & rules.cards_by_effect[MOVE_TRACKER]
        if held:
            choice.passes = 0
            choice.card = _lowest(held)
            choice.card_battle = public.battles if fault == faults.NO_SUCH_CARD_BATTLE else 0
            choice.card_side = 2
    elif fault == faults.NO_SUCH_SPACE:
        choice.space = rules.spaces
    elif fault == faults.NO_SUCH_SOLDIER:
        choice.soldier = N_SOLDIERS
    elif fault == faults.NO_CAPTAIN and public.captains[own.seat] == 0:
        choice.passes = 0
        choice.card = -1
    elif fault == faults.SOLDIER_NOT_IN_HAND and public.captains[own.seat] > 0 and own.types != 0b1111:
        choice.passes = 0
        choice.card = -1
        choice.soldier = _lowest(~own.types)
    elif public.captains[own.seat] > 0 and own.types:
        _misplace(rules, public, own, choice, fault)


@jit
def _misplace(rules: Any, public: Any, own: Any, choice: Any, fault: Any) -> None:
    """Place on a side or a space where the fault asked for is met, if there is one."""
    weakest = _lowest(own.types)
    for side in range(2 * public.battles):
        closed = (public.closed[own.seat] >> side) & 1
        for space in range(rules.spaces):
            free = (public.free[side] >> space) & 1
            weak = rules.space_needs[public.tile[side], space] > weakest
            if (
                (fault == faults.SIDE_CLOSED and closed)
                or (fault == faults.SPACE_TAKEN and not closed and not free)
                or (fault == faults.SOLDIER_TOO_WEAK and not closed and free and weak)
            ):
                choice.passes = 0
                choice.card = -1
                choice.battle = side >> 1
                choice.side = side & 1
                choice.space = space
                choice.soldier = weakest
                return


@jit
def _meddle(rules: Any, public: Any, own: Any, fault: Any) -> None:
    """Write to what may only be read, or fail."""
    if fault == WROTE_TO_OWN:
        own.coins += 1
    elif fault == WROTE_TO_BOARD:
        public.tracker[0] += 1
    elif fault == WROTE_TO_RULES:
        rules.income += 1


def last_stand(rules: Any, public: Any, own: Any, settings: Any, chance: Any, choice: Any) -> None:
    """Push where nobody may."""
    _last_stand(rules, public, own, settings, chance, choice)
    fault = _fault(public, own, settings)
    for battle in range(public.battles):
        for half in range(2):
            captains = public.captains_on[2 * battle + half, own.seat]
            against = -rules.track_end if half == 0 else rules.track_end
            decided = public.tracker[battle] == against
            if (
                fault == faults.PUSHES_TOO_FAR
                or fault == faults.NO_SUCH_PUSH_SIDE
                or (fault == faults.PUSHES_WITHOUT_CAPTAIN and captains == 0)
                or (fault == faults.PUSHES_DECIDED and captains > 0 and decided)
                or (fault == faults.PUSHES_TWICE and captains > 0 and not decided)
            ):
                too_far = public.abilities[own.seat, LAST_STAND] + 1
                choice.push[battle] = too_far if fault == faults.PUSHES_TOO_FAR else 1
                choice.push_side[battle] = 2 if fault == faults.NO_SUCH_PUSH_SIDE else half


@strategy(
    "rogue",
    first_player=first_player,
    muster=muster,
    last_stand=last_stand,
    parameters={"fault": 0.0, "dog": -1.0},
)
def rogue(rules: Any, public: Any, own: Any, settings: Any, chance: Any, choice: Any) -> None:
    """Plays like `uniform`; as Dog number `dog` commits the fault number `fault` as soon as he can."""
    fault = _fault(public, own, settings)
    _meddle(rules, public, own, fault)
    if fault == RAISED:
        choice.space = 1 // (public.players - public.players)
    _turn(rules, public, own, settings, chance, choice)
    _misplay(rules, public, own, choice, fault)
