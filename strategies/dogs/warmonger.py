"""`warmonger`: War Machines, and the last move in a battle.

========================  ==================================================================================
vp_per_war_machine        It buys War Machines before anything else, and takes them from spaces and as a Bonus...
vp_per_coin               ...and the coins for the next ones...
vp_per_strength           ...rather than Knights, for which it does not spend them.
vp_to_wait                Strong Soldiers are kept until few can answer them, weak ones go first.
crowd_to_be_first         It hands the token to the left, so as to be last, unless spaces are very scarce.
========================  ==================================================================================
"""

from __future__ import annotations

from strategies.dogs.archetype import archetype

warmonger = archetype(
    "warmonger",
    """
    Buys War Machines and decides battles with the last move. It saves for War Machines and gives its other Captains
    cheap Soldiers, takes the spaces and Bonus tokens that bring more of them, opens with Footmen, and keeps its guns
    until few Captains are left that could answer; so it likes to be last in the turn order.
    """,
    {
        "vp_per_war_machine": 1.0,
        "vp_per_coin": 1.1,
        "vp_per_strength": 0.1,
        "vp_to_wait": 0.03,
        "crowd_to_be_first": 0.5,
    },
)
