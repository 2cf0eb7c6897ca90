"""How a seat stands when a Year has ended, in VP: its score by R7, what it holds counted at what that is yet to bring.

After the last Year that is the final score itself. Of the parameters those on prices and on Houses count.
"""

from __future__ import annotations

import numpy as np

from simcore.dogs.limits import N_SOLDIERS
from simcore.dogs.state import DEFEAT_STEPS, INFLUENCE_VALUE, VICTORY_STEPS
from simcore.dogs.views import cost_of, value_of
from simcore.jit import jit
from strategies.dogs.parameters import STAKE_GROWTH, VP_PER_CAPTAIN_LATER, VP_PER_COIN, VP_PER_DRAW, WINS_PER_YEAR


@jit
def standing(rules, public, hand, settings, vp_of_token):
    """Return what a seat has, in VP (float64).

    Parameters
    ----------
    rules, public, hand : RULES, PUBLIC, PRIVATE
        The game when a Year's battles are settled, and what the seat holds.
    settings : PARAMETERS
    vp_of_token : float64
        VP of the First Player token for the next Year.
    """
    cards = hand.n_cards
    for soldier in range(N_SOLDIERS):
        cards += hand.soldiers[soldier]
    worth = np.float64(hand.vp + cards * rules.vp_per_card)
    if public.year == rules.years:
        return worth + hand.coins // rules.coins_per_vp + influence(rules, public, hand, 0.0, 0.0)
    coin = settings.value[VP_PER_COIN]
    for soldier in range(N_SOLDIERS):
        saved = coin * cost_of(rules, public, hand.seat, soldier) - rules.vp_per_card
        worth += max(saved, 0.0) * hand.soldiers[soldier]
    worth += coin * hand.coins + settings.value[VP_PER_DRAW] * hand.n_cards
    worth += settings.value[VP_PER_CAPTAIN_LATER] * public.reserve[hand.seat]
    worth += vp_of_token if public.next_holder == hand.seat else 0.0
    wins = settings.value[WINS_PER_YEAR] * (rules.years - public.year)
    return worth + influence(rules, public, hand, wins, settings.value[STAKE_GROWTH] * wins)


@jit
def influence(rules, public, hand, wins, growth):
    """Return the worth of a seat's Influence and Support card (R7.2), in VP.

    Each House may expect `wins` more victories, and as many defeats (H4, H5). Whoever has most of a House will win more
    of it: by `growth` the tokens become more, and count what their House is worth above the average one.
    """
    top = np.float64(rules.house_values[rules.n_track - 1])
    average = 0.0
    houses = 0
    for house in range(rules.n_houses):
        if (public.houses_in_play >> house) & 1:
            average += value_of(rules, public, house)
            houses += 1
    average /= houses
    worth = 0.0
    for house in range(rules.n_houses):
        tokens = hand.influence[house] + (rules.support_tokens if hand.support == house else 0)
        value = np.float64(value_of(rules, public, house))
        abilities = rules.house_abilities[house]
        steps = rules.victory_steps + abilities[VICTORY_STEPS] - abilities[DEFEAT_STEPS]
        most = top + abilities[INFLUENCE_VALUE]
        worth += tokens * (min(value + wins * steps, most) + growth * (value - average))
    return worth
