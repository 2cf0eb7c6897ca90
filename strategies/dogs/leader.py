"""Who leads on what everybody sees, and what the battles would give to that rival."""

from __future__ import annotations

from simcore.dogs.state import INFLUENCE
from simcore.dogs.views import lowest
from simcore.jit import jit, nonnegative
from strategies.dogs.abilities import vp_of_victory
from strategies.dogs.worth import worth_of


@jit
def note_leader(rules, public, seat, spite, notes):
    """Note where the leading rival stands and what each side's victory would give to it, times `spite`.

    That is: the House's step for each Influence token that it took there this Year, VP for Captains (R5.4), and the
    Bonus where nobody has more Captains (R5.5). What a defeat costs its Houses counts the other way. Reads what
    `survey.py` noted of prices, Captains, Houses, Bonuses.
    """
    leader = leading_rival(rules, public, seat, notes)
    if leader < 0:
        return
    for side in range(2 * public.battles):
        tokens = 0
        tile = nonnegative(public.tile[side])
        for space in range(rules.spaces):
            if public.occupant[side, space] == leader:
                tokens += rules.space_reward[tile, space, INFLUENCE]
        notes.envied[side] += spite * (tokens * notes.step[side] + spoils_of_battle(public, leader, side, notes))
        notes.envied[side ^ 1] -= spite * (tokens * notes.fall[side])
        notes.foe[side] = spite if public.captains_on[side, leader] > 0 else 0.0


@jit
def leading_rival(rules, public, seat, notes):
    """Return the rival who gains most this Year as things stand, of equal ones the next clockwise; -1 if nobody does.

    Counted are the rewards of the spaces taken, the battles that would be won, and Captains won for the next Year.
    """
    for other in range(public.players):
        notes.standing[other] = public.reserve[other]
    for side in range(2 * public.battles):
        if public.all_captains_on[side] > 0:
            add_side(rules, public, side, notes)
    best = 0.0
    found = -1
    other = seat
    for _ in range(public.players - 1):
        other = other + 1 if other + 1 < public.players else 0
        if notes.standing[other] > best:
            best, found = notes.standing[other], other
    return found


@jit
def add_side(rules, public, side, notes):
    """Add to each seat's standing what a side has given to it, and would give if its battle ended as it stands."""
    note_rewards_taken(rules, public, side, notes)
    tracker = public.tracker[side >> 1]
    winning = (-tracker if side & 1 else tracker) > 0
    for other in range(public.players):
        if public.captains_on[side, other] > 0:
            notes.standing[other] += notes.taken[other]
            if winning:
                notes.standing[other] += spoils_of_battle(public, other, side, notes)


@jit
def note_rewards_taken(rules, public, side, notes):
    """Note what a side's spaces gave to each seat that took them, Influence at what its House may come to."""
    for other in range(public.players):
        notes.taken[other] = 0.0
    tile = nonnegative(public.tile[side])
    token = notes.value[side] + (0.5 + notes.wins) * notes.step[side]
    taken = ((1 << rules.spaces) - 1) & ~public.free[side]
    while taken:
        space = lowest(taken)
        taken &= taken - 1
        seat = nonnegative(public.occupant[side, space])
        notes.taken[seat] += worth_of(rules.space_gains[tile, space], notes, token)


@jit
def spoils_of_battle(public, seat, side, notes):
    """Return what a side's victory gives to a seat that stands there: VP for Captains (R5.4, A9, A12), the Bonus."""
    mine = public.captains_on[side, seat]
    if mine == 0:
        return 0.0
    worth = notes.trophy[side] * public.all_captains_on[side ^ 1] + vp_of_victory(public, seat, side)
    ahead = True
    for other in range(public.players):
        ahead &= public.captains_on[side, other] <= mine
    return worth + notes.bonus[side] if ahead else worth
