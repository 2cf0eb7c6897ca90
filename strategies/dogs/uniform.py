"""`uniform`: every choice uniformly at random, exactly as section U of the rules defines it.

It plays badly on purpose: independent programs can be compared with it, and it shows what the rules alone do.
The order of the options and of the draws is part of its definition.
"""

from __future__ import annotations

import numpy as np

from simcore.dogs.limits import N_SOLDIERS
from simcore.dogs.state import BETRAYAL, GAIN_SOLDIER, IGNORE_CONDITION, LAST_STAND, MOVE_TRACKER
from simcore.dogs.views import (
    N_TYPES,
    NTH_TYPE,
    WAIVED,
    betrayable,
    betrayal_opens,
    bit_count,
    closed_after_betrayal,
    cost_of,
    lowered_for,
    lowest,
    member,
    n_pairs,
    opening_cards,
    opens_a_placement,
    pair_sums,
    placement_sums,
    take_pair,
)
from simcore.jit import jit, jit_inline, nonnegative, opaque
from simcore.rng import below, below_or_none
from strategies.base import strategy

_LANE = 15
"""Bits of a lane that holds a number of coins or Soldier cards of one type, a guard bit on top."""
_MOST = (1 << (_LANE - 1)) - 1
_ONES = sum(1 << (_LANE * soldier) for soldier in range(N_SOLDIERS))
_GUARDS = _ONES << (_LANE - 1)
_GATHER = sum(1 << ((_LANE - 1) * soldier) for soldier in range(N_SOLDIERS))
"""A product with it has the bits at the lanes' ends side by side."""


def first_player(rules, public, own, settings, chance):
    """Hand the token to any player, himself included (U1)."""
    return below(chance, public.players)


def muster(rules, public, own, settings, chance, choice):
    """Buy one Soldier after another of a type chosen uniformly, "stop" among the options (U2)."""
    coins = min(own.coins, _MOST)
    costs = 0
    left = 0
    for soldier in range(N_SOLDIERS):
        costs |= cost_of(rules, public, nonnegative(own.seat), soldier) << (_LANE * soldier)
        left |= public.soldiers_left[soldier] << (_LANE * soldier)
    while True:
        # All types at once: a guard bit survives where `cost <= coins`, and where `1 <= left`.
        options = ((coins * _ONES) | _GUARDS) - costs
        options &= (left | _GUARDS) - _ONES
        options = _as_types(options & _GUARDS)
        # Equals `0 if options == 0 else below(...)`, with one branch that cannot be foreseen instead of two.
        k = below_or_none(chance, N_TYPES[options] + 1)
        if k == 0:
            return
        soldier = nonnegative(NTH_TYPE[options, nonnegative(k - 1)])
        choice.buy[soldier] += 1
        left -= 1 << (_LANE * soldier)
        coins -= (costs >> (_LANE * soldier)) & _MOST


@jit_inline
def _as_types(guards):
    """Return the Soldier types (mask) whose guard bits are set."""
    return nonnegative(((guards >> (_LANE - 1)) * _GATHER >> (N_SOLDIERS - 1) * (_LANE - 1)) & ((1 << N_SOLDIERS) - 1))


@jit_inline
def playable_cards(rules, public, own, n):
    """Return the Tactic cards in hand (mask) that U3 counts as playable; without one there are `n` placements."""
    if n > 0:
        nowhere = opaque(-np.int64(betrayable(public, nonnegative(own.seat)) == 0))
        return own.card_names & ~(rules.cards_by_effect[BETRAYAL] & nowhere)
    names = own.card_names & opening_cards(rules, public, own)
    playable = 0
    while names:
        card = lowest(names)
        names &= names - 1
        playable |= np.int64(opens_a_placement(rules, public, own, card)) << card
    return playable


@jit
def choose_parameters(rules, public, own, chance, choice, n):
    """Choose the battle of a Betrayal, or the battle and direction of a Sabotage, uniformly (U3)."""
    effect = rules.card_effect[nonnegative(choice.card)]
    if effect == BETRAYAL:
        battles = betrayable(public, own.seat) if n > 0 else betrayal_opens(public, own)
        choice.card_battle = member(battles, below(chance, bit_count(battles))) >> 1
    elif effect == MOVE_TRACKER:
        k = below(chance, 2 * public.battles)
        choice.card_battle = k >> 1
        choice.card_side = k & 1


@jit
def choose_pair_after_card(rules, public, own, chance, choice):
    """Choose uniformly among the legal pairs as they are once the chosen card has taken effect (U3)."""
    seat = nonnegative(own.seat)
    card = nonnegative(choice.card)
    effect = rules.card_effect[card]
    # Which card it is cannot be foreseen, so masks stand for branches.
    betrays = opaque(-np.int64(effect == BETRAYAL))
    gives = opaque(-np.int64(effect == GAIN_SOLDIER))
    waives = opaque(-np.int64(effect == IGNORE_CONDITION))
    after = closed_after_betrayal(public, seat, choice.card_battle & betrays)
    closed = (after & betrays) | (public.closed[seat] & ~betrays)
    soldier = nonnegative(rules.card_amount[card] & gives)
    types = own.types | ((np.int64(public.soldiers_left[soldier] > 0) << soldier) & gives)
    lowered = (WAIVED & waives) | (lowered_for(public, seat) & ~waives)
    sums = pair_sums(public, closed, types, lowered)
    take_pair(rules, public, sums, types, lowered, below(chance, n_pairs(sums)), choice)


@jit_inline
def favourable_sides(rules, public, seat, battle):
    """Return the sides (mask of 1 and 2) of a battle that a Last Stand may favour (I9, I14)."""
    tracker = public.tracker[battle]
    first = (public.captains_on[2 * battle, seat] > 0) & (tracker > -rules.track_end)
    second = (public.captains_on[2 * battle + 1, seat] > 0) & (tracker < rules.track_end)
    return np.int64(first) | (np.int64(second) << 1)


@jit
def choose_push(rules, public, seat, battle, chance, choice):
    """Choose side (where he stands on both) and number of spaces of a Last Stand in one battle (U4)."""
    sides = favourable_sides(rules, public, seat, battle)
    if public.captains_on[2 * battle, seat] > 0 and public.captains_on[2 * battle + 1, seat] > 0:
        half = member(sides, below(chance, bit_count(sides)))
    else:
        half = lowest(sides)
    choice.push[battle] = below(chance, public.abilities[seat, LAST_STAND] + 1)
    choice.push_side[battle] = half


def last_stand(rules, public, own, settings, chance, choice):
    """Push each eligible battle, or one of them, by 0 to 2 spaces (U4)."""
    eligible = 0
    for battle in range(public.battles):
        eligible |= np.int64(favourable_sides(rules, public, own.seat, battle) != 0) << battle
    if eligible and rules.last_stand_one:
        eligible = 1 << member(eligible, below(chance, bit_count(eligible)))
    for battle in range(public.battles):
        if (eligible >> battle) & 1:
            choose_push(rules, public, own.seat, battle, chance, choice)


@strategy("uniform", first_player=first_player, muster=muster, last_stand=last_stand)
def uniform(rules, public, own, settings, chance, choice):
    """Chooses uniformly among all that is legal; never passes while a placement is possible (U1 to U4)."""
    sums = placement_sums(public, own)
    n = n_pairs(sums)
    playable = playable_cards(rules, public, own, n)
    without = np.int64(n > 0)
    n_options = bit_count(playable) + without
    if n_options == 0:
        choice.passes = 1
        return
    k = below(chance, n_options)
    if k >= without:
        choice.card = member(playable, k - without)
        choose_parameters(rules, public, own, chance, choice, n)
        choose_pair_after_card(rules, public, own, chance, choice)
    else:
        take_pair(rules, public, sums, own.types, lowered_for(public, nonnegative(own.seat)), below(chance, n), choice)
