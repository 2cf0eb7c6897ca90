"""`template`: a strategy of my own, in one function. Every line of it may be changed.

Try it:    simcore strategy check template.py
Play it:   simcore run baseline --games 20000 --strategy template=template.py
Watch it:  simcore replay baseline --game 1 --strategy template=template.py

It is asked whenever it is its turn (R4): place a Captain with a Soldier, or pass. What it is not asked here is decided
as `greedy` decides it: who starts a Year, which Soldiers are bought, how far Last Stand pushes. To decide that as well,
write functions and name them: @strategy(muster=my_muster), see strategies/base.py.

The function is compiled, so that it is fast: numbers, if, for, while and functions with @jit above them are fine;
lists of lists, dictionaries, files and print are not. It is given six records (all fields: simcore/dogs/state.py):

rules     the tables of the rules: soldier_strength[type], space_needs[tile, space], space_reward[tile, space, kind]
public    what everybody sees: year, tracker[battle], tile[side], occupant[side, space], captains[seat], house[side]
own       what you alone know: seat, coins, vp, soldiers[type], influence[house], support, cards
settings  settings.value[0], [1], ... are the parameters declared below, so that experiments can change them
chance    your own dice: below(chance, 6) from simcore.rng gives 0 to 5; never use numpy.random
choice    your answer, the only thing you may write to; it comes empty

Sides are counted 0 to 5: battle b has the sides 2 * b and 2 * b + 1. Soldier types are 0 Footman, 1 Arquebuser,
2 Knight, 3 War Machine. The tracker of a battle is positive where its first side is ahead.
"""

from simcore.dogs.state import ARQUEBUSER, COINS, FOOTMAN, INFLUENCE, KNIGHT, TACTICS, VP, WAR_MACHINE
from simcore.jit import jit
from strategies.base import strategy


@jit
def worth_of_space(rules, public, side, space):
    """Return about how many VP the reward of a space is worth."""
    reward = rules.space_reward[public.tile[side], space]
    house_value = rules.house_values[public.track[public.house[side]]]
    soldiers = reward[FOOTMAN] + reward[ARQUEBUSER] + reward[KNIGHT] + reward[WAR_MACHINE]
    return reward[VP] + reward[COINS] + reward[TACTICS] + 1.5 * soldiers + (house_value + 1.0) * reward[INFLUENCE]


@jit
def worth_of_victory(rules, public, own, side):
    """Return about how many VP it is worth that a side wins its battle: for its House, and for Captains there."""
    house = public.house[side]
    tokens = own.influence[house]
    if own.support == house:
        tokens += rules.support_tokens
    beaten = public.all_captains_on[side ^ 1] - public.captains_on[side ^ 1, own.seat]
    return tokens + 0.5 * rules.vp_per_captain * beaten


@strategy(parameters={"vp_per_space_moved": 0.2, "vp_to_place": 0.5})
def template(rules, public, own, settings, chance, choice):
    """Take the space with the best reward on the side that it wants to win, with the Soldier that fits it best."""
    vp_per_space_moved = settings.value[0]
    best = settings.value[1]  # what a placement must be worth: a Soldier kept counts at the end as well
    choice.passes = 1  # unless something better is found
    if public.captains[own.seat] == 0:
        return  # no Captain is left to place
    for side in range(2 * public.battles):
        if (public.closed[own.seat] >> side) & 1:
            continue  # the other House of that battle is supported already (R4.3)
        victory = worth_of_victory(rules, public, own, side)
        for space in range(rules.spaces):
            if public.occupant[side, space] >= 0:
                continue  # somebody stands there
            reward = worth_of_space(rules, public, side, space)
            for soldier in range(rules.space_needs[public.tile[side], space], 4):
                if own.soldiers[soldier] == 0:
                    continue  # none of that type in hand
                worth = reward + vp_per_space_moved * victory * rules.soldier_strength[soldier]
                worth -= 0.2 * soldier  # a better Soldier may be wanted later
                if worth > best:
                    best = worth
                    choice.passes = 0
                    choice.battle = side // 2
                    choice.side = side % 2
                    choice.space = space
                    choice.soldier = soldier
