"""What a seat may ask about its position: legal placements, playable cards, without building lists.

Legal placements are pairs of a free space and a Soldier type, ordered by battle, side, space, type. Counting and
picking them is the hot spot of every strategy, and unpredictable branches are what costs there, so it is done with
small numbers packed into *lanes* of one integer:

- `public.open_spaces[needs]` has the number of free spaces with a condition, in a lane of 10 bits for each side.
  Multiplied by the number of Soldier types in hand that satisfy it and added up over the conditions it becomes the
  number of legal pairs of every side: in plain form
  `sum(free_spaces[side, needs] * types_from[needs] for needs in range(4))`.
- A product with ones in all lanes has the running sums of the lanes, and comparing all running sums with k at once
  (by subtracting them from k with a guard bit set in each lane) tells in which lane the k-th pair lies: in plain form
  `sum(k >= running_sum for running_sum in running_sums)`.
"""

from __future__ import annotations

import numpy as np

from simcore.dogs.limits import MAX_SIDES, MAX_SPACES, N_SOLDIERS
from simcore.dogs.state import (
    BETRAYAL,
    GAIN_CAPTAIN,
    GAIN_SOLDIER,
    HOUSE_STRENGTH,
    IGNORE_CONDITION,
    INFLUENCE_VALUE,
    LOWER_CONDITIONS,
)
from simcore.jit import jit, jit_inline, nonnegative, opaque
from simcore.rng import bit_count_64

SIDE_LANE = 10
"""Bits of a lane that holds a side's spaces or pairs: all six together are at most 6 * 6 * 4."""


def _ones(lanes: int, bits: int) -> np.int64:
    return np.int64(sum(1 << (lane * bits) for lane in range(lanes)))


_SIDE_ONES = _ones(MAX_SIDES, SIDE_LANE)
_SIDE_GUARDS = np.int64(int(_SIDE_ONES) << (SIDE_LANE - 1))
SIDE_MASK = (1 << SIDE_LANE) - 1
_SPACE_ONES = _ones(MAX_SPACES, 8)
_SPACE_GUARDS = np.int64(int(_SPACE_ONES) << 7)

OPENING_EFFECTS = (GAIN_CAPTAIN, GAIN_SOLDIER, IGNORE_CONDITION, BETRAYAL)
"""Effects of Tactic cards that can make a placement possible where there was none (I8)."""

_TYPE_SETS = range(1 << N_SOLDIERS)
N_TYPES = np.array([types.bit_count() for types in _TYPE_SETS], np.int64)
"""Number of Soldier types in each set of types."""
WAIVED = N_SOLDIERS - 1
"""Types by which conditions are lowered where they do not count at all."""
TYPES_FROM = np.array(
    [
        [[(types >> max(0, needs - lowered)).bit_count() for needs in range(N_SOLDIERS)] for types in _TYPE_SETS]
        for lowered in range(WAIVED + 1)
    ],
    np.int64,
)
"""Number of types in each set that satisfy each condition, by the number of types by which conditions are lowered."""
_MEMBERS = [[soldier for soldier in range(N_SOLDIERS) if types >> soldier & 1] for types in _TYPE_SETS]
NTH_TYPE = np.array([[*members, *[-1] * (N_SOLDIERS - len(members))] for members in _MEMBERS], np.int64)
"""The k-th smallest type of each set, -1 where there is none."""
OPEN_LANES = np.array(
    [
        sum(SIDE_MASK << (SIDE_LANE * side) for side in range(MAX_SIDES) if not closed >> side & 1)
        for closed in range(1 << MAX_SIDES)
    ],
    np.int64,
)
"""All bits of the lanes of the sides that are not in a set of closed sides."""
_FREE_BYTES = np.array(
    [sum(0xFF << (8 * space) for space in range(MAX_SPACES) if free >> space & 1) for free in range(1 << MAX_SPACES)],
    np.int64,
)


@jit_inline
def bit_count(mask):
    """Return the number of members of a set given as a mask (int64)."""
    return nonnegative(np.int64(bit_count_64(np.uint64(mask))))


@jit_inline
def lowest(mask):
    """Return the smallest member of a non-empty set given as a mask."""
    return bit_count((mask & -mask) - 1)


@jit_inline
def member(mask, k):
    """Return the k-th smallest member (k from 0) of a set given as a mask with more than k members."""
    # The first steps without a branch; more are seldom.
    mask &= (mask - 1) | opaque(-np.int64(k < 1))
    mask &= (mask - 1) | opaque(-np.int64(k < 2))
    for _ in range(2, k):
        mask &= mask - 1
    return lowest(mask)


@jit_inline
def free_spaces(public, needs):
    """Return the number of free spaces whose condition is the type `needs`, 0 being none (R4.4)."""
    return ((public.open_spaces[needs] * _SIDE_ONES) >> (SIDE_LANE * (MAX_SIDES - 1))) & SIDE_MASK


@jit_inline
def cost_of(rules, public, seat, soldier):
    """Return what a Soldier of a type costs the seat (R0.6, A5), in coins."""
    return rules.dog_cost[nonnegative(public.dog[seat]), soldier]


@jit_inline
def strength_of(rules, public, seat, side, soldier):
    """Return the strength of the seat's Soldier on a side (R0.6, A6, H1), in spaces; below 0 it counts as 0.

    What a Tactic card adds comes on top before that.
    """
    house = nonnegative(public.house[side])
    return (
        rules.dog_strength[nonnegative(public.dog[seat]), soldier]
        + rules.house_abilities[house, nonnegative(HOUSE_STRENGTH + soldier)]
    )


@jit_inline
def value_of(rules, public, house):
    """Return what an Influence token of a House counts, were the game to end now (R7.2, H6), in VP."""
    return rules.house_values[nonnegative(public.track[house])] + rules.house_abilities[house, INFLUENCE_VALUE]


@jit_inline
def lowered_for(public, seat):
    """Return by how many Soldier types the conditions of all spaces are lowered for the seat (A7)."""
    return nonnegative(public.abilities[seat, LOWER_CONDITIONS])


@jit_inline
def pair_sums(public, closed, types, lowered):
    """Return the running sums, side by side in lanes, of the legal pairs on all sides but `closed` (mask).

    `types` (mask) are the Soldier types to place. The conditions of spaces are `lowered` by so many types: see
    `lowered_for`, and WAIVED. See `n_pairs`, `take_pair`.
    """
    types = nonnegative(types)
    lowered = nonnegative(lowered)
    pairs = 0
    for needs in range(N_SOLDIERS):
        pairs += public.open_spaces[needs] * TYPES_FROM[lowered, types, needs]
    return (pairs & OPEN_LANES[nonnegative(closed)]) * _SIDE_ONES


@jit_inline
def n_pairs(sums):
    """Return the number of legal pairs: the last of the running sums."""
    return (sums >> (SIDE_LANE * (MAX_SIDES - 1))) & SIDE_MASK


@jit_inline
def count_pairs(public, closed, types, lowered):
    """Count the legal pairs; the arguments are those of `pair_sums`."""
    return n_pairs(pair_sums(public, closed, types, lowered))


@jit_inline
def placement_sums(public, own):
    """Return the running sums of the seat's legal placements without a Tactic card."""
    seat = nonnegative(own.seat)
    has_captain = np.int64(public.captains[seat] > 0)
    return pair_sums(public, public.closed[seat], own.types, lowered_for(public, seat)) & -has_captain


@jit_inline
def take_pair(rules, public, sums, types, lowered, k, choice):
    """Write the k-th (k from 0) of the legal pairs into `choice`.

    `sums` are their running sums as made by `pair_sums` for the same `types` and `lowered`.
    """
    side = bit_count((((k * _SIDE_ONES) | _SIDE_GUARDS) - (sums & ~_SIDE_GUARDS)) & _SIDE_GUARDS)
    k -= ((sums << SIDE_LANE) >> (SIDE_LANE * side)) & SIDE_MASK
    usable = _types_by_space(rules, public, side, types, lowered)
    sums = usable * _SPACE_ONES
    space = bit_count((((k * _SPACE_ONES) | _SPACE_GUARDS) - (sums & ~_SPACE_GUARDS)) & _SPACE_GUARDS)
    k -= ((sums << 8) >> (8 * space)) & 0xFF
    needs = max(0, rules.space_needs[nonnegative(public.tile[side]), space] - lowered)
    choice.battle = side >> 1
    choice.side = side & 1
    choice.space = space
    choice.soldier = NTH_TYPE[nonnegative(types & -(1 << needs)), nonnegative(k)]


@jit_inline
def _types_by_space(rules, public, side, types, lowered):
    """Return how many Soldier types of `types` each free space of a side admits, in lanes of a byte."""
    tile = nonnegative(public.tile[side])
    types = nonnegative(types)
    lowered = nonnegative(lowered)
    numbers = 0
    for needs in range(N_SOLDIERS):
        numbers += rules.tile_bytes[tile, needs] * TYPES_FROM[lowered, types, needs]
    return numbers & _FREE_BYTES[nonnegative(public.free[side])]


@jit
def closed_after_betrayal(public, seat, battle):
    """Return the seat's closed sides once it has played Betrayal on `battle` (R6.2)."""
    return public.closed[seat] & ~(3 << (2 * battle))


@jit_inline
def betrayable(public, seat):
    """Return the first sides (mask) of the battles in which the seat supports exactly one House, unbetrayed."""
    supported = public.supported[seat]
    return nonnegative((supported ^ (supported >> 1)) & 0x15 & ~public.betrayed[seat])


@jit
def may_have_captain(rules, public, seat, amount):
    """Tell whether the seat would have a Captain to place after gaining up to `amount` (R0.5)."""
    if public.captains[seat] > 0:
        return True
    spare = rules.figures - public.on_board[seat] - public.captains[seat] - public.reserve[seat]
    return amount > 0 and spare > 0


@jit_inline
def opening_cards(rules, public, own):
    """Return the Tactic cards (mask) that could open a placement to a seat without any, as far as is quickly seen (I8).

    Without a Captain only a Captain helps, without a Soldier only a Soldier.
    """
    has_captain = opaque(-np.int64(public.captains[nonnegative(own.seat)] > 0))
    has_soldier = opaque(-np.int64(own.types > 0))
    names = rules.cards_by_effect[GAIN_CAPTAIN] | has_captain
    names &= rules.cards_by_effect[GAIN_SOLDIER] | has_soldier
    return names & rules.opening_cards


@jit
def opens_a_placement(rules, public, own, card):
    """Tell whether a seat without any legal placement has one once `card` has taken effect (I8)."""
    seat = own.seat
    effect = rules.card_effect[card]
    closed = public.closed[seat]
    lowered = lowered_for(public, seat)
    if effect == GAIN_CAPTAIN:
        has_captain = may_have_captain(rules, public, seat, rules.card_amount[card])
        return has_captain and count_pairs(public, closed, own.types, lowered) > 0
    if public.captains[seat] == 0:
        return False
    if effect == GAIN_SOLDIER:
        soldier = rules.card_amount[card]
        in_supply = public.soldiers_left[soldier] > 0
        return in_supply and count_pairs(public, closed, own.types | (1 << soldier), lowered) > 0
    if effect == IGNORE_CONDITION:
        return count_pairs(public, closed, own.types, WAIVED) > 0
    if effect == BETRAYAL:
        return betrayal_opens(public, own) != 0
    return False


@jit
def betrayal_opens(public, own):
    """Return the battles of `betrayable` in which Betrayal gives a seat without any placement one."""
    seat = own.seat
    lowered = lowered_for(public, seat)
    mask = betrayable(public, seat)
    opened = 0
    if public.captains[seat] == 0:
        return 0
    for battle in range(public.battles):
        closed = closed_after_betrayal(public, seat, battle)
        if (mask >> (2 * battle)) & 1 and count_pairs(public, closed, own.types, lowered) > 0:
            opened |= 1 << (2 * battle)
    return opened
