"""`planner`: looks ahead, by playing the rest of the Year out many times before it takes a turn.

It lists the turns that `greedy` thinks best and tries each in the same imagined worlds, in which `greedy` plays all
seats. What is hidden from it is drawn anew for each world, from what it may know (R4.9); it sees no other hand. What
it holds when the Year has ended is valued by `standing.py`. Its parameters are those of `greedy`, which also say how
the others are thought to play, and

========================  ==================================================================================
playouts                  Playouts on average of each turn that it tries; with 0 it plays as `greedy` does.
placements                Placements that are tried at most, besides the best one with each Tactic card, and passing.
trust                     Playouts for which `greedy`'s own opinion of a turn counts.
========================  ==================================================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.dogs.limits import MAX_CARDS, MAX_SIDES, N_SOLDIERS
from simcore.dogs.state import BETRAYAL, CHOICE, GAIN_CAPTAIN
from simcore.dogs.views import betrayable, lowest
from simcore.dogs.worlds import WORLD, deal_world, play_out
from simcore.jit import jit
from simcore.rng import game_key, next_number
from strategies.base import strategy
from strategies.dogs.decisions import all_sides, choose, first_player, last_stand, muster, turn_with_card
from strategies.dogs.greedy import greedy
from strategies.dogs.notes import new_notes
from strategies.dogs.parameters import HAND_WEIGHT, RIVAL_SHARE, VP_OF_BETRAYAL, VP_OF_TOKEN, VP_TO_KEEP_CARD
from strategies.dogs.parameters import PARAMETERS as GREEDY_PARAMETERS
from strategies.dogs.rewards import note_rewards
from strategies.dogs.standing import standing
from strategies.dogs.survey import survey
from strategies.dogs.worth import best_cell, cells_of, note_effects
from strategies.scratch import scratch_record

PARAMETERS = {
    **GREEDY_PARAMETERS,
    "playouts": 16.0,
    "placements": 12.0,
    "trust": 1.0,
}
PLAYOUTS, PLACEMENTS, TRUST = range(len(GREEDY_PARAMETERS), len(PARAMETERS))

MAX_TURNS = MAX_SIDES * N_SOLDIERS + MAX_CARDS + 1
"""Turns that can be tried: each Soldier type on each side, one with each Tactic card, and passing."""
MAX_PLAYOUTS = 1e6

PLAN = np.dtype(
    [
        ("n", np.int64),
        ("turn", CHOICE, (MAX_TURNS,)),
        ("worth", np.float64, (MAX_TURNS,)),
        ("order", np.int64, (MAX_TURNS,)),
    ],
    align=True,
)
"""The `n` turns that come into question, what each is worth in VP (summed up over the playouts), and their places in
`turn` in the order of that."""

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
    put_best_first(plan, plan.n)
    if plan.n > 1 and settings.value[PLAYOUTS] >= 1.0:
        choose_by_playouts(rules, public, own, settings, next_number(chance), plan)
    answer = plan.turn[plan.order[0]]
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
    """Fill `plan` with passing, the best placements, and the best turn with each Tactic card in the hand."""
    seat = own.seat
    plan.n = 0
    token = public.next_holder < 0 and public.year < rules.years
    turn = add_turn(plan, settings.value[VP_OF_TOKEN] if token else 0.0)
    turn.passes = 1
    useful = own.card_names if public.captains[seat] > 0 else own.card_names & rules.cards_by_effect[GAIN_CAPTAIN]
    if useful != 0 or (public.captains[seat] > 0 and own.types != 0):
        list_placements(rules, public, own, settings, useful, plan)


@jit
def list_placements(rules, public, own, settings, useful, plan):
    """Add the best placements, and the best one with each card of `useful` (mask), to the plan."""
    seat = own.seat
    sides = all_sides(public) & ~public.closed[seat]
    crossing = 0
    if useful & rules.cards_by_effect[BETRAYAL]:
        crossing = 3 * betrayable(public, seat) & public.closed[seat]
    notes = new_notes()
    survey(rules, public, own, settings, notes)
    note_effects(rules, notes, own.types)
    note_rewards(rules, public, own, settings, notes, sides | crossing)
    cells = cells_of(public, sides, own.types) if public.captains[seat] > 0 else 0
    plain, best = best_cell(notes, cells, 0, 1.0, 0.0)
    while cells and plan.n <= settings.value[PLACEMENTS]:
        worth, cell = best_cell(notes, cells, 0, 1.0, 0.0)
        choose(rules, public, own.seat, notes, cell, add_turn(plan, worth))
        cells &= ~(1 << cell)
    keep = settings.value[VP_TO_KEEP_CARD] + settings.value[HAND_WEIGHT] * rules.vp_per_card
    while useful:
        card = lowest(useful)
        useful &= useful - 1
        worth, cell, target = turn_with_card(rules, public, own, notes, card, sides, crossing, plain, best)
        if rules.card_effect[card] == BETRAYAL:
            worth += settings.value[VP_OF_BETRAYAL]
        if cell >= 0:
            turn = add_turn(plan, worth - keep)
            turn.card = card
            turn.card_battle = target >> 1
            turn.card_side = target & 1
            choose(rules, public, own.seat, notes, cell, turn)


@jit
def add_turn(plan, worth):
    """Add an empty turn to the plan and return it (a CHOICE)."""
    turn = plan.turn[plan.n]
    plan.worth[plan.n] = worth
    plan.order[plan.n] = plan.n
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
def put_best_first(plan, n):
    """Put the first `n` turns of the plan's order in order of their worth; of equal ones the earlier stays first."""
    for i in range(1, n):
        turn = plan.order[i]
        place = i
        while place > 0 and plan.worth[plan.order[place - 1]] < plan.worth[turn]:
            plan.order[place] = plan.order[place - 1]
            place -= 1
        plan.order[place] = turn


@jit
def choose_by_playouts(rules, public, own, settings, key, plan):
    """Put the turn first that does best in playouts, by sequential halving (Karnin, Koren and Somekh 2013, figure 2).

    All turns are tried in a few worlds, then the better half of them in twice as many, and so on until two are left;
    each round has the same share of the playouts. Turns that are compared have been tried in the same worlds, with the
    same chance, so that they differ by what they bring.
    """
    world = new_world()
    left = np.int64(min(settings.value[PLAYOUTS], MAX_PLAYOUTS)) * plan.n
    kept = plan.n
    rounds = 1
    while (2 << rounds) <= kept:
        rounds += 1
    a_round = left // rounds
    first = 0
    for i in range(plan.n):
        plan.worth[i] *= settings.value[TRUST]
    while left >= kept:
        worlds = min(max(a_round // kept, 1), left // kept)
        try_out(rules, public, own, settings, key, plan, kept, first, worlds, world)
        put_best_first(plan, kept)
        first += worlds
        left -= kept * worlds
        kept = max((kept + 1) // 2, 2)


@jit
def try_out(rules, public, own, settings, key, plan, n, first, worlds, world):
    """Play out the first `n` turns of the plan's order in each of `worlds` worlds; add up what comes of them."""
    for number in range(first, first + worlds):
        deal_world(rules, public, own, settings, game_key(key, number), world)
        for i in range(n):
            turn = plan.order[i]
            play_out(settings, plan.turn[turn], world)
            plan.worth[turn] += outcome(rules, world.memory.game, own.seat, settings)


@jit
def outcome(rules, game, seat, settings):
    """Return how well a Year has ended for `seat`, in VP: what it has, less what its rivals have on average."""
    token = settings.value[VP_OF_TOKEN]
    rivals = 0.0
    other = seat
    for _ in range(game.public.players - 1):  # clockwise, so that sums are the same wherever the seat is
        other = other + 1 if other + 1 < game.public.players else 0
        rivals += standing(rules, game.public, game.private[other], settings, token)
    share = settings.value[RIVAL_SHARE] / (game.public.players - 1)
    return standing(rules, game.public, game.private[seat], settings, token) - share * rivals
