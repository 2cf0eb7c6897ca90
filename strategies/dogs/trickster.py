"""`trickster`: lives off Tactic cards and Betrayal.

========================  ==================================================================================
vp_per_draw               It takes Tactic cards from spaces and as a Bonus...
vp_to_keep_card           ...and plays them as soon as they do any good, turn after turn.
vp_of_betrayal            It likes to have Captains on both sides.
========================  ==================================================================================
"""

from __future__ import annotations

from strategies.dogs.archetype import archetype

trickster = archetype(
    "trickster",
    """
    Lives off Tactic cards and Betrayal. It takes the spaces and Bonus tokens that give cards and plays one in most
    turns, for what it brings there and then rather than for its VP at the end: Sabotage and guns to turn battles,
    Plunder and Envoys on the best spaces, and Betrayal to take from both sides of a battle and to beat Captains
    whichever wins.
    """,
    {
        "vp_per_draw": 1.5,
        "vp_to_keep_card": -0.2,
        "vp_of_betrayal": 0.5,
    },
)
