"""What a placement is worth to a seat, in VP, by the notes that it took (`survey.py`).

A placement is worth its space's reward and the change that it makes in the prospects of its battle, less the Soldier
that it costs. Only + - * / and comparisons are used, so that results do not depend on the machine.
"""

from __future__ import annotations

import numpy as np

from simcore.dogs.limits import MAX_SIDES, N_SOLDIERS
from simcore.dogs.state import GAIN_LANE, INFLUENCE
from simcore.dogs.views import lowest
from simcore.jit import jit_inline, nonnegative
from strategies.dogs.notes import LANES

NOTHING = -np.inf
"""Worth of what cannot be done."""

_LANE_MASK = (1 << GAIN_LANE) - 1
_TYPES_AS_BYTES = np.array(
    [
        sum(0xFF << (8 * soldier) for soldier in range(N_SOLDIERS) if types >> soldier & 1)
        for types in range(1 << N_SOLDIERS)
    ],
    np.int64,
)


@jit_inline
def worth_of(gains, notes, token):
    """Return the worth of a reward in its packed form; `token` is that of one Influence token.

    In plain form `sum(amount * price[kind] for kind, amount in gains)`. Most rewards are of one kind only; where there
    is nothing, the kind comes out as NO_REWARD.
    """
    notes.price[INFLUENCE] = token
    kind = lowest(gains) // GAIN_LANE
    amount = (gains >> (GAIN_LANE * kind)) & _LANE_MASK
    worth = amount * notes.price[kind]
    gains ^= amount << (GAIN_LANE * kind)
    while gains:
        kind = lowest(gains) // GAIN_LANE
        amount = (gains >> (GAIN_LANE * kind)) & _LANE_MASK
        worth += amount * notes.price[kind]
        gains ^= amount << (GAIN_LANE * kind)
    return worth


@jit_inline
def smooth(x):
    """Return a chance that rises smoothly from 0 at -1 to 1 at 1."""
    t = min(max(x, -1.0), 1.0)
    return 0.5 + t * (0.75 - 0.25 * t * t)


@jit_inline
def ramp(x):
    """Return a chance that rises evenly from 0 at -1 to 1 at 1."""
    return min(max(0.5 + 0.5 * x, 0.0), 1.0)


@jit_inline
def outlook(notes, side, end, margin, win, loss):
    """Return the worth of a battle whose tracker stands `margin` towards `side`.

    `win` and `loss` are worth if the side wins and if the opposite one does; a draw is worth nothing (R5.1). With
    nothing more to come the outcome is sure: 0.5 either way is where it turns.
    """
    narrow = notes.narrow[side]
    x = min(max(margin, -end), end)
    worth = win * smooth((x - 0.5) * narrow) + loss * smooth((-x - 0.5) * narrow)
    glory = notes.glory[side] * ramp((x - end + 0.5) * narrow)
    return worth + glory + notes.shame[side] * ramp((-x - end + 0.5) * narrow)


@jit_inline
def haste_of(rules, notes, soldier):
    """Return what it costs to play a Soldier, for each Captain that may still answer it."""
    weakest = rules.soldier_strength[nonnegative(rules.by_strength[N_SOLDIERS - 1])]
    return notes.patience * (rules.soldier_strength[soldier] - weakest)


@jit_inline
def note_effects(rules, notes, types):
    """Note what each Soldier type of `types` (mask), placed on each side, does to the battle and is worth as a move."""
    end = np.float64(rules.track_end)
    while types:
        soldier = lowest(types)
        types &= types - 1
        haste = haste_of(rules, notes, soldier)
        for side in range(LANES):
            margin = notes.margin[side] + notes.stand[side] + max(notes.strength[soldier, side], 0.0)
            worth = outlook(notes, side, end, margin, notes.win[side], notes.loss[side])
            notes.effect[soldier, side] = worth - notes.before[side] - haste * notes.coming[side]


@jit_inline
def placement_effect(rules, notes, side, strength):
    """Return what a placement on `side` does to the battle if it moves the tracker by `strength`."""
    end = np.float64(rules.track_end)
    margin = notes.margin[side] + notes.stand[side] + strength
    return outlook(notes, side, end, margin, notes.win[side], notes.loss[side]) - notes.before[side]


@jit_inline
def plain_effect(rules, notes, cell):
    """Return `placement_effect` of a cell (8 * type + side), the Soldier's own strength, from the notes."""
    soldier = cell >> 3
    side = cell & 7
    return notes.effect[soldier, side] + haste_of(rules, notes, soldier) * notes.coming[side]


@jit_inline
def tracker_effect(rules, notes, side, spaces):
    """Return what it does to the battle to move the tracker `spaces` towards `side`, without a placement."""
    end = np.float64(rules.track_end)
    margin = notes.margin[side] + spaces
    return outlook(notes, side, end, margin, notes.stay[side], notes.lost[side]) - notes.now[side]


@jit_inline
def push_effect(rules, notes, side, before, after):
    """Return what moving the tracker from `before` to `after` towards `side` is worth when nothing else is to come."""
    end = np.float64(rules.track_end)
    win, loss = notes.stay[side], notes.lost[side]
    gain = outlook(notes, side, end, np.float64(after), win, loss)
    return gain - outlook(notes, side, end, np.float64(before), win, loss)


@jit_inline
def cells_of(public, sides, types):
    """Return the pairs of one of `sides` with a free space and one of `types` (masks): bits 8 * type + side."""
    cells = 0
    for side in range(MAX_SIDES):
        cells |= np.int64(public.free[side] != 0) << side
    cells &= sides
    cells |= cells << 8
    cells |= cells << 16
    return cells & _TYPES_AS_BYTES[types]


@jit_inline
def best_cell(notes, cells, waived, times, tokens):
    """Return the worth and cell (8 * type + side) of the best placement.

    Parameters
    ----------
    cells : int64
        Cells allowed (mask).
    waived : int64
        3 where the spaces' conditions are waived, else 0.
    times : float64
        How often the reward is taken.
    tokens : float64
        Influence tokens taken besides.
    """
    best = NOTHING
    found = -1
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        soldier = cell >> 3
        side = cell & 7
        worth = times * notes.reward[soldier | waived, side] + tokens * notes.token[side]
        worth += notes.effect[soldier, side] - notes.keep[soldier]
        if worth > best:
            best, found = worth, cell
    return best, found


@jit_inline
def best_space(rules, public, notes, side, soldier):
    """Return the free space of a side with the best reward that `soldier` may take."""
    tile = nonnegative(public.tile[side])
    best = NOTHING
    found = -1
    free = public.free[side]
    while free:
        space = lowest(free)
        free &= free - 1
        worth = notes.space[LANES * side + space]
        if rules.space_needs[tile, space] <= soldier and (found < 0 or worth > best):
            best, found = worth, space
    return found
