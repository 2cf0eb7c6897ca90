"""What a seat may ask about its position: legal placements, playable cards, without building lists.

Legal placements are pairs of a free space and a Soldier type, ordered by battle, side, space, type. Counting them is
the hot spot of every strategy, so the number of free spaces of a side is kept by condition in 16-bit lanes of one
integer (`public.free_lanes`), and the number of Soldier types in hand that satisfy each condition in the lanes, in
reverse order, of another (`PAIR_WEIGHTS`): the top lane of the product is the sum, over the conditions, of the
product of both, that is the number of legal pairs of that side. In plain form::

    sum(free_spaces[needs] * types_in_hand_from[needs] for needs in range(4))
"""

from __future__ import annotations

import numpy as np

from simcore.dogs.limits import MAX_SIDES, N_SOLDIERS
from simcore.dogs.state import BETRAYAL, GAIN_CAPTAIN, GAIN_SOLDIER, IGNORE_CONDITION
from simcore.jit import jit

_TOP_LANE = 48


def _pair_weights() -> np.ndarray:
    """Return, for each set of Soldier types, the number of its types from each condition on, in reversed lanes."""
    weights = np.zeros(1 << N_SOLDIERS, np.int64)
    for types in range(1 << N_SOLDIERS):
        for needs in range(N_SOLDIERS):
            weights[types] += (types >> needs).bit_count() << (_TOP_LANE - 16 * needs)
    return weights


PAIR_WEIGHTS = _pair_weights()
_ALL_LANES = np.int64(0x0001000100010001)
N_TYPES = np.array([types.bit_count() for types in range(1 << N_SOLDIERS)], np.int64)
"""Number of Soldier types in each set of types."""


@jit
def bit_count(mask):
    """Return the number of members of a set given as a mask (of up to 32 bits)."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) >> 24) & 0xFF


@jit
def lowest(mask):
    """Return the smallest member of a non-empty set given as a mask."""
    return bit_count((mask & -mask) - 1)


@jit
def member(mask, k):
    """Return the k-th smallest member (k from 0) of a set given as a mask with more than k members."""
    for _ in range(k):
        mask &= mask - 1
    return lowest(mask)


@jit
def pairs_on_side(public, side, types, ignore):
    """Count the pairs of a free space of `side` and a Soldier type of `types`; `ignore` waives conditions."""
    weights = N_TYPES[types] * _ALL_LANES if ignore else PAIR_WEIGHTS[types]
    return (public.free_lanes[side] * weights) >> _TOP_LANE


@jit
def count_pairs(public, closed, types):
    """Count the legal pairs for Soldier types `types` on all sides not in `closed`."""
    weights = PAIR_WEIGHTS[types]
    n = 0
    for side in range(MAX_SIDES):
        if not (closed >> side) & 1:
            n += (public.free_lanes[side] * weights) >> _TOP_LANE
    return n


@jit
def count_all_pairs(public, closed, types):
    """Count the pairs as `count_pairs` does, with the spaces' conditions waived."""
    weights = N_TYPES[types] * _ALL_LANES
    n = 0
    for side in range(MAX_SIDES):
        if not (closed >> side) & 1:
            n += (public.free_lanes[side] * weights) >> _TOP_LANE
    return n


@jit
def n_placements(public, own):
    """Count the seat's legal placements without a Tactic card."""
    if public.captains[own.seat] == 0:
        return 0
    return count_pairs(public, public.closed[own.seat], own.types)


@jit
def take_pair(rules, public, closed, types, ignore, k, choice):
    """Write the k-th legal pair (k from 0) into `choice`; `closed`, `types` and `ignore` as they are by then."""
    side = 0
    for side in range(MAX_SIDES):
        if not (closed >> side) & 1:
            n = pairs_on_side(public, side, types, ignore)
            if k < n:
                break
            k -= n
    free = public.free[side]
    tile = public.tile[side]
    space = 0
    usable = 0
    while True:
        space = lowest(free)
        free &= free - 1
        usable = types
        if not ignore:
            usable &= -(1 << rules.space_needs[tile, space])
        n = N_TYPES[usable]
        if k < n:
            break
        k -= n
    choice.battle = side >> 1
    choice.side = side & 1
    choice.space = space
    choice.soldier = member(usable, k)


@jit
def closed_after_betrayal(public, seat, battle):
    """Return the seat's closed sides once it has played Betrayal on `battle` (R6.2)."""
    return public.closed[seat] & ~(3 << (2 * battle))


@jit
def betrayable(public, seat):
    """Return the battles (mask) in which the seat supports exactly one House and has not played Betrayal."""
    mask = 0
    supported = public.supported[seat]
    for battle in range(public.battles):
        sides = (supported >> (2 * battle)) & 3
        if sides == 1 or sides == 2:
            mask |= 1 << battle
    return mask & ~public.betrayed[seat]


@jit
def may_have_captain(rules, public, seat, amount):
    """Tell whether the seat would have a Captain to place after gaining up to `amount` (R0.5)."""
    if public.captains[seat] > 0:
        return True
    spare = rules.figures - public.on_board[seat] - public.captains[seat] - public.reserve[seat]
    return amount > 0 and spare > 0


@jit
def opens_a_placement(rules, public, own, card):
    """Tell whether a seat without any legal placement has one once `card` has taken effect (I8).

    For Betrayal the battle is left open: `betrayal_opens` tells it battle by battle.
    """
    seat = own.seat
    effect = rules.card_effect[card]
    if effect == GAIN_CAPTAIN:
        if not may_have_captain(rules, public, seat, rules.card_amount[card]):
            return False
        return count_pairs(public, public.closed[seat], own.types) > 0
    if public.captains[seat] == 0:
        return False
    if effect == GAIN_SOLDIER:
        soldier = rules.card_amount[card]
        if public.soldiers_left[soldier] == 0:
            return False
        return count_pairs(public, public.closed[seat], own.types | (1 << soldier)) > 0
    if effect == IGNORE_CONDITION:
        return count_all_pairs(public, public.closed[seat], own.types) > 0
    if effect == BETRAYAL:
        return betrayal_opens(public, own) != 0
    return False


@jit
def betrayal_opens(public, own):
    """Return the battles (mask) of `betrayable` in which Betrayal gives a seat without any placement one."""
    seat = own.seat
    mask = betrayable(public, seat)
    opened = 0
    if public.captains[seat] == 0:
        return 0
    for battle in range(public.battles):
        if (mask >> battle) & 1 and count_pairs(public, closed_after_betrayal(public, seat, battle), own.types) > 0:
            opened |= 1 << battle
    return opened
