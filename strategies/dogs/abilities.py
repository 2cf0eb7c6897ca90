"""What abilities beyond the rulebook change in the notes of a decision, where any Dog or House has them.

`survey.py` takes the notes for the rulebook's abilities, and asks here only where there is more: none of this costs a
base game anything. What moves trackers or gives something with each placement is noted in `survey.py` itself. Codes are
those of `simcore/dogs/README.md`.
"""

from __future__ import annotations

import numpy as np

from simcore.dogs.state import (
    BEATEN_VP,
    CAPTAIN_VP,
    COINS,
    DEFEAT_COINS,
    DEFEAT_STEPS,
    FALLEN_VP,
    HOUSE_STRENGTH,
    INFLUENCE_VALUE,
    MORE_BONUS,
    VICTORY_STEPS,
    VICTORY_VP,
)
from simcore.dogs.views import lowest
from simcore.jit import jit, jit_inline, nonnegative


@jit_inline
def is_able(rules, house):
    """Tell (0 is no) whether a House has an ability that `note_able_houses` reckons with."""
    abilities = rules.house_abilities[house]
    able = abilities[VICTORY_STEPS] | abilities[DEFEAT_STEPS] | abilities[INFLUENCE_VALUE]
    return able | abilities[BEATEN_VP] | abilities[FALLEN_VP] | abilities[MORE_BONUS]


@jit
def note_able_houses(rules, public, notes):
    """Correct what was noted of Houses and Bonuses for the Houses' abilities (H4 to H8, H10).

    Reads what was noted for Houses without any, and the worth of each Bonus given once.
    """
    values = rules.house_values
    last = nonnegative(rules.n_track - 1)
    for side in range(2 * public.battles):
        house = nonnegative(public.house[side])
        abilities = rules.house_abilities[house]
        opposite = rules.house_abilities[nonnegative(public.house[side ^ 1])]
        track = nonnegative(public.track[house])
        up = track + abilities[VICTORY_STEPS]
        down = track - abilities[DEFEAT_STEPS]
        now = values[track]
        won = values[nonnegative(min(up + rules.victory_steps, last))]
        beaten = values[nonnegative(max(down, 0))]
        step = won - now
        notes.value[side] += abilities[INFLUENCE_VALUE]
        notes.top[side] += abilities[INFLUENCE_VALUE]
        notes.step[side] = step
        notes.rise[side] = values[nonnegative(min(up + rules.glorious_steps, last))] - won
        notes.fall[side] = now - beaten
        later = min(notes.value[side] + notes.wins * step, notes.top[side])
        lasting = min(later + step, notes.top[side]) - later  # long steps soon end at the top
        notes.beating[side] += (lasting - step) * notes.tokens[side]
        notes.beating[side ^ 1] += (beaten - now) * notes.tokens[side]
        crushed = values[nonnegative(max(down - rules.crushing_steps, 0))]
        notes.crushing[side ^ 1] = (crushed - beaten) * notes.tokens[side]
        notes.trophy[side] += abilities[BEATEN_VP] + opposite[FALLEN_VP]
        notes.bonus[side] *= 1 + abilities[MORE_BONUS]
        notes.bonus_tokens[side] *= 1 + abilities[MORE_BONUS]


@jit_inline
def dogs_are_able(public):
    """Tell (0 is no) whether any Dog has an ability that `note_able_dogs` reckons with."""
    return public.able[VICTORY_VP] | public.able[CAPTAIN_VP] | public.able[DEFEAT_COINS]


@jit
def note_able_dogs(rules, public, seat, notes):
    """Correct what each side's victory was noted to be worth for what it gives to Dogs (A9, A10, A12).

    VP of rivals are counted against it, as those for beaten Captains are. Coins for lost battles may be many at once,
    more than buy Soldiers, so they count half as the price says and half at what they bring at the end (R7.3).
    """
    abilities = public.abilities[seat]
    vp = np.float64(abilities[VICTORY_VP])
    each = np.float64(abilities[CAPTAIN_VP])
    comfort = abilities[DEFEAT_COINS] * 0.5 * (notes.price[COINS] + 1.0 / rules.coins_per_vp)
    for side in range(2 * public.battles):
        mine = notes.mine[side]
        rivals = notes.rival * vp_of_rivals(public, seat, side)
        notes.stay[side] += (vp + each * mine if mine > 0.0 else 0.0) - rivals
        notes.win[side] += vp + each * (mine + 1.0) - rivals
        if mine == 0.0:  # who has supported the opposite House only is paid for this one's victory
            if notes.losers[side] > 0.0:
                notes.stay[side] += comfort
            else:
                notes.further[side] += comfort


@jit
def vp_of_rivals(public, seat, side):
    """Return what all rivals together get for themselves if a side wins (A9, A12), in VP."""
    worth = 0.0
    seats = (public.able[VICTORY_VP] | public.able[CAPTAIN_VP]) & ~(1 << seat)
    while seats:
        other = lowest(seats)
        seats &= seats - 1
        worth += vp_of_victory(public, other, side)
    return worth


@jit
def vp_of_victory(public, seat, side):
    """Return what a seat gets for itself if a side wins (A9, A12), in VP."""
    n = public.captains_on[side, seat]
    vp = public.abilities[seat, VICTORY_VP] + n * public.abilities[seat, CAPTAIN_VP]
    return np.float64(vp if n > 0 else 0)


@jit
def strength_to_buy(rules, public, seat, soldier):
    """Return how far a Soldier of a type moves a tracker on the average of this Year's Houses (R0.6, A6, H1)."""
    strength = np.float64(rules.dog_strength[nonnegative(public.dog[seat]), soldier])
    if rules.placement_abilities:
        more = 0
        for side in range(2 * public.battles):
            more += rules.house_abilities[nonnegative(public.house[side]), nonnegative(HOUSE_STRENGTH + soldier)]
        strength += more / (2 * public.battles)
    return strength
