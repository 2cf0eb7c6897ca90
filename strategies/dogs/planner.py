"""`planner`: looks ahead, by playing the rest of the Year out many times before it takes a turn.

It lists the turns that `greedy` thinks best and tries each in the same imagined worlds, in which `greedy` plays all
seats. What is hidden from it is drawn anew for each world, from what it may know (R4.9); it sees no other hand. What
it holds when the Year has ended is valued by `standing.py`. Its parameters are those of `greedy`, which also say how
the others are thought to play, and

========================  ==================================================================================
playouts                  Worlds in which each turn is tried; with 0 it plays as `greedy` does.
turns                     Turns that are tried at most: passing, the best one with a Tactic card, placements.
trust                     Playouts for which `greedy`'s own opinion of a turn counts.
rival_weight              VP that all rivals together gain count so many times the average rival's.
best_rival                Share of that which is the best rival's.
vp_of_win                 VP that it is worth to be first in the end, after the last Year.
========================  ==================================================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.dogs.limits import MAX_SIDES, N_SOLDIERS
from simcore.dogs.state import BETRAYAL, CHOICE, GAIN_CAPTAIN
from simcore.dogs.views import betrayable, lowest
from simcore.dogs.worlds import WORLD, deal_world, play_out
from simcore.jit import jit
from simcore.rng import game_key, next_number
from strategies.base import strategy
from strategies.dogs.greedy import PARAMETERS as GREEDY_PARAMETERS
from strategies.dogs.greedy import (
    VP_OF_TOKEN,
    VP_TO_KEEP_CARD,
    all_sides,
    choose,
    first_player,
    greedy,
    last_stand,
    muster,
    turn_with_card,
)
from strategies.dogs.notes import new_notes
from strategies.dogs.standing import standing
from strategies.dogs.survey import survey
from strategies.dogs.worth import NOTHING, best_cell, cells_of, note_effects
from strategies.scratch import scratch_record

PARAMETERS = {
    **GREEDY_PARAMETERS,
    "playouts": 16.0,
    "turns": 6.0,
    "trust": 1.0,
    "rival_weight": 1.0,
    "best_rival": 0.0,
    "vp_of_win": 0.0,
}
PLAYOUTS, TURNS, TRUST, RIVAL_WEIGHT, BEST_RIVAL, VP_OF_WIN = range(len(GREEDY_PARAMETERS), len(PARAMETERS))

MAX_TURNS = 2 + MAX_SIDES * N_SOLDIERS
"""Turns that can be tried: each type on each side, one with a Tactic card, and passing."""
MAX_PLAYOUTS = 1 << 20

PLAN = np.dtype(
    [
        ("n", np.int64),
        ("turn", CHOICE, (MAX_TURNS,)),
        ("worth", np.float64, (MAX_TURNS,)),
    ],
    align=True,
)
"""The turns that come into question, and what they are worth in VP: by `greedy`, then summed
up over the playouts."""

new_plan: Any = scratch_record(PLAN)
new_world: Any = scratch_record(WORLD)


@strategy(
    "planner", first_player=first_player, muster=muster, last_stand=last_stand, parameters=PARAMETERS, helper=greedy
)
def planner(rules, public, own, settings, chance, choice):
    """Try out the turns that `greedy` thinks best, and take the one after which the Year ends best on average.

    The rest of the Year is played by `greedy` on all seats, in worlds that differ in what is hidden. Musters, chooses
    the first player and makes its Last Stand as `greedy` does.
    """
    plan = new_plan()
    list_turns(rules, public, own, settings, plan)
    if plan.n > 1 and settings.value[PLAYOUTS] >= 1.0:
        try_out(rules, public, own, settings, next_number(chance), plan)
    answer = plan.turn[best_turn(plan)]
    choice.passes = answer.passes
    choice.card = answer.card
    choice.card_battle = answer.card_battle
    choice.card_side = answer.card_side
    choice.battle = answer.battle
    choice.side = answer.side
    choice.space = answer.space
    choice.soldier = answer.soldier


@jit
def list_turns(rules, public, own, settings, plan):
    """Fill `plan` with up to `turns` turns, always with passing and with the best one with a Tactic card, if any."""
    seat = own.seat
    plan.n = 0
    useful = own.card_names if public.captains[seat] > 0 else own.card_names & rules.cards_by_effect[GAIN_CAPTAIN]
    if useful != 0 or (public.captains[seat] > 0 and own.types != 0):
        list_placements(rules, public, own, settings, useful, plan)
    token = public.next_holder < 0 and public.year < rules.years
    turn = add_turn(plan, settings.value[VP_OF_TOKEN] if token else 0.0)
    turn.passes = 1


@jit
def list_placements(rules, public, own, settings, useful, plan):
    """Add the best placements without and the best one with a card of `useful` (mask) to the plan."""
    seat = own.seat
    sides = all_sides(public) & ~public.closed[seat]
    crossing = 0
    if useful & rules.cards_by_effect[BETRAYAL]:
        crossing = 3 * betrayable(public, seat) & public.closed[seat]
    notes = new_notes()
    survey(rules, public, own, settings, notes, sides | crossing)
    note_effects(rules, notes, own.types)
    cells = cells_of(public, sides, own.types) if public.captains[seat] > 0 else 0
    plain, cell = best_cell(notes, cells, 0, 1.0, 0.0)
    add_turn_with_card(rules, public, own, settings, notes, useful, sides, crossing, plain, cell, plan)
    room = min(max(settings.value[TURNS], 2.0), 1.0 * MAX_TURNS) - 1.0
    while plan.n < room:
        worth, cell = best_cell(notes, cells, 0, 1.0, 0.0)
        if cell < 0:
            break
        choose(rules, public, notes, cell, add_turn(plan, worth))
        cells &= ~(1 << cell)


@jit
def add_turn_with_card(rules, public, own, settings, notes, useful, sides, crossing, plain, cell, plan):
    """Add the best turn with a Tactic card to the plan, if there is one; for the arguments see `turn_with_card`."""
    best = NOTHING
    found = -1
    placement = -1
    target = -1
    while useful:
        card = lowest(useful)
        useful &= useful - 1
        worth, place, named = turn_with_card(rules, public, own, notes, card, sides, crossing, plain, cell)
        if place >= 0 and worth > best:
            best, found, placement, target = worth, card, place, named
    if found >= 0:
        turn = add_turn(plan, best - settings.value[VP_TO_KEEP_CARD] - rules.vp_per_card)
        turn.card = found
        turn.card_battle = target >> 1
        turn.card_side = target & 1
        choose(rules, public, notes, placement, turn)


@jit
def add_turn(plan, worth):
    """Add an empty turn to the plan and return it (a CHOICE)."""
    turn = plan.turn[plan.n]
    plan.worth[plan.n] = worth
    plan.n += 1
    turn.passes = 0
    turn.card = -1
    turn.card_battle = -1
    turn.card_side = -1
    turn.battle = -1
    turn.side = -1
    turn.space = -1
    turn.soldier = -1
    return turn


@jit
def best_turn(plan):
    """Return the place of the turn that is worth most."""
    best = 0
    for i in range(1, plan.n):
        if plan.worth[i] > plan.worth[best]:
            best = i
    return best


@jit
def try_out(rules, public, own, settings, key, plan):
    """Add up what each turn of the plan is worth in every world; each world is the same for all turns."""
    world = new_world()
    playouts = np.int64(min(settings.value[PLAYOUTS], 1.0 * MAX_PLAYOUTS))
    for i in range(plan.n):
        plan.worth[i] *= settings.value[TRUST]
    for playout in range(playouts):
        deal_world(rules, public, own, settings, game_key(key, playout), world)
        for i in range(plan.n):
            play_out(settings, plan.turn[i], world)
            plan.worth[i] += outcome(rules, world.memory.game, own.seat, settings)


@jit
def outcome(rules, game, seat, settings):
    """Return how well a Year has ended for `seat`, in VP: what it has beyond what its rivals have."""
    token = settings.value[VP_OF_TOKEN]
    mine = standing(rules, game.public, game.private[seat], settings, token)
    total = 0.0
    best = NOTHING
    for other in range(game.public.players):
        if other != seat:
            worth = standing(rules, game.public, game.private[other], settings, token)
            total += worth
            best = max(best, worth)
    share = settings.value[BEST_RIVAL]
    rivals = share * best + (1.0 - share) * total / (game.public.players - 1)
    win = settings.value[VP_OF_WIN] if game.public.year == rules.years and mine >= best else 0.0
    return mine - settings.value[RIVAL_WEIGHT] * rivals + win
