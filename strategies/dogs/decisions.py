"""The four decisions that all archetypes share, compiled once for all of them.

They price everything by the notes of `survey.py` and `worth.py`; what sets one archetype apart from another are its
parameters (`parameters.py`). Nothing is drawn by chance.
"""

from __future__ import annotations

import numpy as np

from simcore.dogs.limits import N_SOLDIERS
from simcore.dogs.state import (
    BETRAYAL,
    CAPTAIN,
    COINS,
    DOUBLE_REWARD,
    DRAW_CARDS,
    FOOTMAN,
    GAIN_CAPTAIN,
    GAIN_COINS,
    GAIN_INFLUENCE,
    GAIN_SOLDIER,
    GAIN_VP,
    IGNORE_CONDITION,
    LAST_STAND,
    MORE_CAPTAINS,
    MOVE_TRACKER,
    STRENGTH,
    TACTICS,
)
from simcore.dogs.views import betrayable, cost_of, free_spaces, lowered_for, lowest, may_have_captain
from simcore.jit import jit, nonnegative, script
from strategies.dogs.abilities import strength_to_buy
from strategies.dogs.notes import new_notes
from strategies.dogs.parameters import (
    CROWD_TO_BE_FIRST,
    HAND_WEIGHT,
    SOLDIERS_IN_STORE,
    VP_OF_BETRAYAL,
    VP_OF_TOKEN,
    VP_OFF_ANOTHER,
    VP_PER_CHOICE,
    VP_PER_COIN_SPENT,
    VP_PER_STRENGTH,
    VP_PER_WAR_MACHINE,
    VP_TO_KEEP_CARD,
)
from strategies.dogs.rewards import note_rewards
from strategies.dogs.survey import survey
from strategies.dogs.worth import (
    NOTHING,
    best_cell,
    best_space,
    cells_of,
    note_effects,
    placement_effect,
    plain_effect,
    push_effect,
    tracker_effect,
)

_LANE = 16
_LANE_MASK = (1 << _LANE) - 1
_ALL_CONDITIONS = sum(1 << (_LANE * needs) for needs in range(N_SOLDIERS))


@script
def first_player(rules, public, own, settings, chance):
    """Keep the token where spaces are scarce, else hand it to the left, so as to be last.

    The first player has the choice of all spaces, the last one the last word in the battles. In play among greedy
    players the last word was worth more with three players, and in Year 1 with any number: who kept the token there won
    11% less often with three players. In the later Years with four or five players the first choice was.
    """
    captains = public.players * rules.captains[public.year - 1]
    for seat in range(public.players):
        captains += public.abilities[seat, MORE_CAPTAINS]
    if captains < settings.value[CROWD_TO_BE_FIRST] * (2 * public.battles * rules.spaces):
        return own.seat + 1 if own.seat + 1 < public.players else 0
    return own.seat


@jit
def all_sides(public):
    """Return the sides of the battles fought (mask)."""
    return (1 << (2 * public.battles)) - 1


@script
def muster(rules, public, own, settings, chance, choice):
    """Buy a Soldier for each Captain without one, the best for its price that leaves coins for the others.

    What a type is worth is seen from its strength and from the spaces that this Year's tiles have for it. Soldiers in
    store are beyond those for the Captains; coins left over buy them. In the last Year coins are spent to the end on
    Soldiers that count more in the hand than their price does (R7.3, R7.4): a Footman for a coin.
    """
    last = public.year == rules.years
    price = 1.0 / rules.coins_per_vp if last else settings.value[VP_PER_COIN_SPENT]
    store = whole(settings.value[SOLDIERS_IN_STORE])
    coins = own.coins
    held = 0
    for soldier in range(N_SOLDIERS):
        held += own.soldiers[soldier]
    lacking = public.captains[own.seat] - max(held - store, 0)
    spaces = 0
    for needs in range(N_SOLDIERS):
        spaces += free_spaces(public, needs) << (_LANE * needs)
    for _ in range(lowered_for(public, own.seat)):  # what asks for the second type is open to the first, and so on
        spaces = (spaces >> _LANE) + (spaces & _LANE_MASK)
    while lacking > 0:
        soldier = best_purchase(rules, public, own.seat, settings, choice, coins, lacking, price, spaces)
        if soldier < 0:
            break
        choice.buy[soldier] += 1
        coins -= cost_of(rules, public, own.seat, soldier)
        lacking -= 1
        held += 1
    hoard(rules, public, own.seat, choice, coins, coins if last else store - max(held - public.captains[own.seat], 0))


@jit
def whole(number):
    """Return a parameter as a number of things, 0 to 99."""
    return np.int64(min(max(number, 0.0), 99.0))


@jit
def best_purchase(rules, public, seat, settings, choice, coins, lacking, price, spaces):
    """Return the Soldier type to buy next of those that leave coins for `lacking` - 1 cheap ones, -1 for none.

    `price` is the worth of a coin, `spaces` are this Year's spaces by condition, in lanes of 16 bits.
    """
    cheapest = coins + 1
    for soldier in range(N_SOLDIERS):
        if choice.buy[soldier] < public.soldiers_left[soldier]:
            cheapest = min(cheapest, cost_of(rules, public, seat, soldier))
    best = 0.0
    found = -1
    choices = 0
    strongest = nonnegative(rules.by_strength[0])
    n_spaces = max((spaces * _ALL_CONDITIONS >> (_LANE * (N_SOLDIERS - 1))), 1)
    for soldier in range(N_SOLDIERS):
        choices += (spaces >> (_LANE * soldier)) & _LANE_MASK
        cost = cost_of(rules, public, seat, soldier)
        affordable = cost <= coins and (cost <= coins - (lacking - 1) * cheapest or cost == cheapest)
        if affordable and choice.buy[soldier] < public.soldiers_left[soldier]:
            worth = settings.value[VP_PER_STRENGTH] * strength_to_buy(rules, public, seat, soldier) - price * cost
            worth += settings.value[VP_PER_CHOICE] * choices / n_spaces
            worth -= settings.value[VP_OFF_ANOTHER] * choice.buy[soldier]
            worth += settings.value[VP_PER_WAR_MACHINE] * np.float64(soldier == strongest)
            if worth > best:
                best, found = worth, soldier
    return found


@jit
def hoard(rules, public, seat, choice, coins, most):
    """Buy up to `most` Soldiers, the cheapest first, as long as they count more at the end than their coins do."""
    for _ in range(most):
        found = -1
        cheapest = min(coins + 1, rules.vp_per_card * rules.coins_per_vp)
        for soldier in range(N_SOLDIERS):
            cost = cost_of(rules, public, seat, soldier)
            if choice.buy[soldier] < public.soldiers_left[soldier] and cost < cheapest:
                cheapest, found = cost, soldier
        if found < 0:
            return
        choice.buy[found] += 1
        coins -= cheapest


@script
def last_stand(rules, public, own, settings, chance, choice):
    """Push each battle, towards either side where he may, to where it is worth most; the best one only if I2 says so.

    All Captains are placed by now, so that the prospects noted are what each outcome really gives.
    """
    notes = new_notes()
    survey(rules, public, own, settings, notes)
    best = 0.0
    best_battle = -1
    for battle in range(public.battles):
        gain = choose_push(rules, public, own, notes, battle, choice)
        if gain > best:
            best, best_battle = gain, battle
    if rules.last_stand_one:
        for battle in range(public.battles):
            choice.push[battle] *= battle == best_battle


@jit
def choose_push(rules, public, own, notes, battle, choice):
    """Write the best push of a battle into `choice`, as short as it may be; return what it gains."""
    best = 0.0
    for half in range(2):
        side = 2 * battle + half
        tracker = -public.tracker[battle] if half else public.tracker[battle]
        if public.captains_on[side, own.seat] > 0 and tracker > -rules.track_end:
            end = rules.track_end if rules.last_stand_to_glory else rules.track_end - 1
            for spaces in range(1, public.abilities[own.seat, LAST_STAND] + 1):
                after = max(tracker, min(tracker + spaces, end))
                gain = push_effect(rules, notes, side, tracker, after)
                if gain > best:
                    best = gain
                    choice.push[battle] = spaces
                    choice.push_side[battle] = half
    return best


@script
def turn(rules, public, own, settings, chance, choice):
    """Take the turn that is worth most at once.

    A placement is worth its reward and what it does to the battle (its chances to be won times what the seat gets out
    of either outcome), less the Soldier played, and what the parameters add for other reasons. A Tactic card is played
    if the turn with it is worth more than the turn without it and the card kept. Where nothing is worth more than the
    Soldier in the hand, or than to be the first to pass, it passes.
    """
    seat = own.seat
    useful = own.card_names if public.captains[seat] > 0 else own.card_names & rules.cards_by_effect[GAIN_CAPTAIN]
    if useful == 0 and (public.captains[seat] == 0 or own.types == 0):
        choice.passes = 1
        return
    sides = all_sides(public) & ~public.closed[seat]
    crossing = 0
    if useful & rules.cards_by_effect[BETRAYAL]:
        crossing = 3 * betrayable(public, seat) & public.closed[seat]
    notes = new_notes()
    survey(rules, public, own, settings, notes)
    note_rewards(rules, public, own, settings, notes, sides | crossing)
    note_effects(rules, notes, own.types)
    cells = cells_of(public, sides, own.types)
    plain, cell = best_cell(notes, cells, 0, 1.0, 0.0)
    if public.captains[seat] == 0:
        plain, cell = NOTHING, -1
    best = settings.value[VP_OF_TOKEN] if public.next_holder < 0 and public.year < rules.years else 0.0
    found = -1
    if plain > best:
        best, found = plain, cell
    keep = settings.value[VP_TO_KEEP_CARD] + settings.value[HAND_WEIGHT] * rules.vp_per_card
    while useful:
        card = lowest(useful)
        useful &= useful - 1
        worth, place, target = turn_with_card(rules, public, own, notes, card, sides, crossing, plain, cell)
        if rules.card_effect[card] == BETRAYAL:
            worth += settings.value[VP_OF_BETRAYAL]
        if worth - keep > best:
            best, found = worth - keep, place
            choice.card = card
            choice.card_battle = target >> 1
            choice.card_side = target & 1
    choose(rules, public, seat, notes, found, choice)


@jit
def choose(rules, public, seat, notes, cell, choice):
    """Write the placement of `cell` on its best space into `choice`; pass where it is -1."""
    if cell < 0:
        choice.passes = 1
        return
    side = cell & 7
    soldier = cell >> 3
    waived = choice.card >= 0 and rules.card_effect[choice.card] == IGNORE_CONDITION
    choice.battle = side >> 1
    choice.side = side & 1
    choice.soldier = soldier
    choice.space = best_space(rules, public, notes, side, N_SOLDIERS if waived else soldier + lowered_for(public, seat))


@jit
def turn_with_card(rules, public, own, notes, card, sides, crossing, plain, cell):
    """Return the worth of the best turn with a Tactic card, its placement's cell, and the side the card names.

    `plain` and `cell` are the worth and cell of the best placement without a card. A card that does nothing for the
    placement goes with that one.
    """
    effect = rules.card_effect[card]
    amount = rules.card_amount[card]
    types = own.types
    if effect == GAIN_CAPTAIN:
        if public.captains[own.seat] > 0:
            return plain + amount * notes.price[CAPTAIN], cell, -1
        if not may_have_captain(rules, public, own.seat, amount):
            return NOTHING, -1, -1
        best, cell = best_cell(notes, cells_of(public, sides, types), 0, 1.0, 0.0)
        return best, cell, -1
    if effect == GAIN_SOLDIER:
        gain = notes.price[FOOTMAN + amount]
        if public.soldiers_left[amount] > 0:
            types |= 1 << amount
            note_effects(rules, notes, types & ~own.types)
        best, cell = best_cell(notes, cells_of(public, sides, types), 0, 1.0, 0.0)
        return best + gain, cell, -1
    if effect == BETRAYAL:
        best, cell = best_cell(notes, cells_of(public, crossing, types), 0, 1.0, 0.0)
        return best, cell, cell & 7
    if effect == IGNORE_CONDITION:
        best, cell = best_cell(notes, cells_of(public, sides, types), 3, 1.0, 0.0)
        return best, cell, -1
    if cell < 0:
        return NOTHING, -1, -1
    if effect == DOUBLE_REWARD or effect == GAIN_INFLUENCE:
        times, tokens = (2.0, 0.0) if effect == DOUBLE_REWARD else (1.0, np.float64(amount))
        best, cell = best_cell(notes, cells_of(public, sides, types), 0, times, tokens)
        return best, cell, -1
    gain, target = card_gain(rules, public, notes, effect, amount, cell)
    return plain + gain, cell, target


@jit
def card_gain(rules, public, notes, effect, amount, cell):
    """Return what a card adds to the best placement, `cell`, and the side that it names."""
    if effect == STRENGTH:
        strength = max(notes.strength[cell >> 3, cell & 7] + amount, 0.0)
        return placement_effect(rules, notes, cell & 7, strength) - plain_effect(rules, notes, cell), -1
    if effect == MOVE_TRACKER:
        return best_sabotage(rules, public, notes, amount, cell)
    if effect == GAIN_COINS:
        return amount * notes.price[COINS], -1
    if effect == DRAW_CARDS:
        return amount * notes.price[TACTICS], -1
    return np.float64(amount) if effect == GAIN_VP else 0.0, -1


@jit
def best_sabotage(rules, public, notes, spaces, cell):
    """Return what moving a tracker besides the placement `cell` adds at best, and towards which side."""
    best = 0.0
    side = cell & 7
    found = side
    strength = max(notes.strength[cell >> 3, side], 0.0)
    plain = plain_effect(rules, notes, cell)
    for other in range(2 * public.battles):
        if other >> 1 == side >> 1:
            moved = strength + spaces if other == side else strength - spaces
            gain = placement_effect(rules, notes, side, moved) - plain
        else:
            gain = tracker_effect(rules, notes, other, spaces)
        if gain > best:
            best, found = gain, other
    return best, found
