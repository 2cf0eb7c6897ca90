"""`template`: a strategy of my own. Every line of it may be changed.

As it comes it weighs rewards, trackers, Influence, Captains and the Bonus in the simplest way, and plays somewhat worse
than the scripts: of 2,000 games each against them it won 29% with three players (fair share 33%), 19% with four (25%)
and 13% with five (20%). It does not think of glory, Betrayal, Sabotage and abilities.

Try it:    simcore strategy check template.py
Play it:   simcore run baseline --games 20000 --strategy template=template.py
Watch it:  simcore replay baseline --game 1 --strategy template=template.py

It is asked whenever it is its turn (R4): place a Captain with a Soldier, or pass. What it is not asked here is decided
as `greedy` decides it: who starts a Year, which Soldiers are bought, how far Last Stand pushes. To decide that as well,
write functions and name them: @strategy(muster=my_muster), see strategies/base.py.

It is compiled, so that it is fast: numbers, if, for, while and functions with @jit above them are fine; lists of
lists, dictionaries, files and print are not. It is given six records (all fields: simcore/dogs/state.py):

rules     the tables of the rules: soldier_strength[type], space_needs[tile, space], space_reward[tile, space, kind]
public    what everybody sees: year, tracker[battle], tile[side], occupant[side, space], captains[seat], house[side]
own       what you alone know: seat, coins, vp, soldiers[type], influence[house], support, cards
settings  settings.value[0], [1], ... are the parameters declared below, so that experiments can change them
chance    your own dice: below(chance, 6) from simcore.rng gives 0 to 5; never use numpy.random
choice    your answer, the only thing you may write to; it comes empty

Sides are counted 0 to 5: battle b has the sides 2 * b and 2 * b + 1. Soldier types are 0 Footman, 1 Arquebuser,
2 Knight, 3 War Machine. The tracker of a battle is positive where its first side is ahead.
"""

from simcore.dogs.state import CAPTAIN, COINS, DOUBLE_REWARD, FOOTMAN, INFLUENCE, STRENGTH, TACTICS, VP
from simcore.jit import jit
from strategies.base import strategy

COIN, CARD, WINS, REACH, PLACING, CARD_KEPT = range(6)  # the parameters below, in their order


@jit
def chance_to_win(public, settings, side, moved):
    """Return about how likely a side wins its battle once the tracker is moved so many spaces towards it."""
    ahead = moved + (public.tracker[side // 2] if side % 2 == 0 else -public.tracker[side // 2])
    captains = 0.0  # that are yet to be placed, for each battle: they move the tracker, partly against each other
    for seat in range(public.players):
        captains += public.captains[seat] / public.battles
    reach = 0.5 + settings.value[REACH] * captains / (1.0 + 0.3 * captains)
    return min(max(0.5 + 0.5 * ahead / reach, 0.0), 1.0)


@jit
def worth_of_soldier(rules, public, settings, soldier):
    """Return about how many VP a Soldier in the hand is worth: his price, and in the last Year what R7.4 says."""
    return 1.0 * rules.vp_per_card if public.year == rules.years else settings.value[COIN] * rules.soldier_cost[soldier]


@jit
def worth_of_reward(rules, public, settings, reward, side, chance):
    """Return about how many VP a reward is worth on a side that wins with this chance; what has run out is nothing."""
    house, years_left = public.house[side], rules.years - public.year
    token = rules.house_values[public.track[house]] + chance + settings.value[WINS] * years_left
    coin = settings.value[COIN] if years_left > 0 else 1.0 / rules.coins_per_vp
    worth = reward[VP] + coin * reward[COINS] + settings.value[CARD] * reward[TACTICS] + 0.3 * reward[CAPTAIN]
    worth += token * min(reward[INFLUENCE], public.influence_left[house])
    for soldier in range(4):
        if public.soldiers_left[soldier] > 0:
            worth += reward[FOOTMAN + soldier] * (worth_of_soldier(rules, public, settings, soldier) + 0.5)
    return worth


@jit
def worth_of_victory(rules, public, own, settings, side, captains):
    """Return about how many VP it is worth that a side wins, with so many Captains of mine on it."""
    house = public.house[side]
    rivals = rules.influence_tokens - public.influence_left[house] - own.influence[house]
    worth = own.influence[house] - rivals / (public.players - 1.0)  # a step for all alike would be no gain
    if own.support == house:
        worth += rules.support_tokens
    if captains == 0:
        return worth
    most = 0  # Captains of a rival there: the Bonus is for who has most (R5.5)
    for seat in range(public.players):
        if seat != own.seat:
            most = max(most, public.captains_on[side, seat])
    bonus = worth_of_reward(rules, public, settings, rules.bonus_reward[public.bonus[side // 2]], side, 1.0)
    worth += bonus * min(max(0.5 + 0.25 * (captains - most), 0.0), 1.0)
    beaten = public.all_captains_on[side ^ 1] - public.captains_on[side ^ 1, own.seat]
    return worth + rules.vp_per_captain * beaten  # R5.4


@jit
def worth_of_battle(rules, public, own, settings, side, moved, more):
    """Return about how many VP a battle is worth once it is moved towards a side, with more Captains of mine there."""
    chance = chance_to_win(public, settings, side, moved)
    won = worth_of_victory(rules, public, own, settings, side, public.captains_on[side, own.seat] + more)
    lost = worth_of_victory(rules, public, own, settings, side ^ 1, public.captains_on[side ^ 1, own.seat])
    return chance * won + (1.0 - chance) * lost


@jit
def worth_of_card(rules, public, own, settings, choice, card):
    """Return about how many VP a Tactic card adds to the placement in `choice`; 0 for those not thought of here."""
    side, strength = 2 * choice.battle + choice.side, rules.soldier_strength[choice.soldier]
    if rules.card_effect[card] == STRENGTH:
        before = worth_of_battle(rules, public, own, settings, side, strength, 1)
        return worth_of_battle(rules, public, own, settings, side, strength + rules.card_amount[card], 1) - before
    if rules.card_effect[card] == DOUBLE_REWARD:
        reward = rules.space_reward[public.tile[side], choice.space]
        return worth_of_reward(rules, public, settings, reward, side, chance_to_win(public, settings, side, strength))
    return 2.0 if rules.card_gains[card] > 0 else 0.0  # it gives coins, a Soldier, a Captain or VP


@strategy(
    parameters={
        "vp_per_coin": 1.0,
        "vp_per_card": 1.5,
        "wins_per_year": 0.38,  # victories that a House may expect in each later Year
        "reach": 6.0,  # spaces that a Captain yet to be placed may move the tracker
        "vp_to_place": -0.5,  # what a placement must be worth
        "vp_to_keep_card": 1.4,  # what playing a Tactic card must be worth
    }
)
def template(rules, public, own, settings, chance, choice):
    """Take the placement with the best reward and the best prospects of its battle, with a Tactic card that helps."""
    best = settings.value[PLACING]
    choice.passes = 1  # unless something better is found
    if public.captains[own.seat] == 0:
        return  # no Captain is left to place
    for side in range(2 * public.battles):
        if (public.closed[own.seat] >> side) & 1:
            continue  # the other House of that battle is supported already (R4.3)
        before = worth_of_battle(rules, public, own, settings, side, 0, 0)
        for soldier in range(4):
            if own.soldiers[soldier] == 0:
                continue  # none of that type in hand
            strength = rules.soldier_strength[soldier]
            gain = worth_of_battle(rules, public, own, settings, side, strength, 1) - before
            gain -= worth_of_soldier(rules, public, settings, soldier)
            likely = chance_to_win(public, settings, side, strength)
            for space in range(rules.spaces):
                if public.occupant[side, space] >= 0 or soldier < rules.space_needs[public.tile[side], space]:
                    continue  # somebody stands there, or a better Soldier is asked for (R4.4)
                reward = rules.space_reward[public.tile[side], space]
                worth = gain + worth_of_reward(rules, public, settings, reward, side, likely)
                if worth > best:
                    best = worth
                    choice.passes = 0
                    choice.battle, choice.side = side // 2, side % 2
                    choice.space, choice.soldier = space, soldier
    best = settings.value[CARD_KEPT]
    for card in range(rules.n_cards):
        if choice.passes == 0 and own.cards[card] > 0:
            worth = worth_of_card(rules, public, own, settings, choice, card)
            if worth > best:
                best = worth
                choice.card = card
