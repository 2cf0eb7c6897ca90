"""What the free spaces give: the last of the notes of a decision (`survey.py`)."""

from __future__ import annotations

from simcore.dogs.limits import MAX_SIDES, MAX_SPACES, N_SOLDIERS
from simcore.dogs.state import INFLUENCE
from simcore.dogs.views import lowered_for, lowest
from simcore.jit import jit_inline, nonnegative
from strategies.dogs.notes import KIND_OF_BIT, LANE_OF_KIND, LANES, TAKEN, UNITS
from strategies.dogs.parameters import REWARD_WEIGHT
from strategies.dogs.worth import NOTHING


@jit_inline
def note_rewards(rules, public, own, settings, notes, sides):
    """Note the reward of each free space of `sides` (mask), and the best that each Soldier type can take."""
    reward = notes.reward
    for row in range(TAKEN + 1):
        for side in range(LANES):
            reward[row, side] = NOTHING
    for side in range(MAX_SIDES):
        if (sides >> side) & 1:
            note_spaces(rules, public, settings.value[REWARD_WEIGHT], notes, side)
            for _ in range(lowered_for(public, nonnegative(own.seat))):
                lower_conditions(reward, side)
            for soldier in range(1, N_SOLDIERS):
                reward[soldier, side] = max(reward[soldier, side], reward[soldier - 1, side])


@jit_inline
def note_spaces(rules, public, weight, notes, side):
    """Note the reward of each space of a side, and the best of those free for each condition.

    In plain form `weight * worth_of(gains, notes, notes.token[side])`. Most rewards are of one kind only, which is
    reckoned without taking its amount out of its lane: a lane's place is a power of 2, so that nothing is rounded.
    """
    tile = nonnegative(public.tile[side])
    free = public.free[side]
    notes.unit[INFLUENCE] = notes.token[side] * UNITS[INFLUENCE]
    for space in range(MAX_SPACES):
        gains = rules.space_gains[tile, space]
        kind = nonnegative(KIND_OF_BIT[lowest(gains)])
        first = gains & LANE_OF_KIND[kind]
        worth = first * notes.unit[kind]
        if first != gains:
            worth = worth_with_others(worth, gains ^ first, notes)
        worth *= weight
        needs = nonnegative(rules.space_needs[tile, space])
        row = needs if (free >> space) & 1 else TAKEN
        notes.reward[row, side] = max(notes.reward[row, side], worth)
        notes.space[LANES * side + space] = worth


@jit_inline
def worth_with_others(worth, gains, notes):
    """Return the worth of the first kind of a reward and, one after the other, of the rest (`gains`)."""
    while gains:
        kind = nonnegative(KIND_OF_BIT[lowest(gains)])
        first = gains & LANE_OF_KIND[kind]
        worth += first * notes.unit[kind]
        gains ^= first
    return worth


@jit_inline
def lower_conditions(reward, side):
    """Lower the conditions of a side's spaces by a type: open to the first type is what asked for the second (A7)."""
    reward[0, side] = max(reward[0, side], reward[1, side])
    for soldier in range(1, N_SOLDIERS - 1):
        reward[soldier, side] = reward[soldier + 1, side]
    reward[N_SOLDIERS - 1, side] = NOTHING
