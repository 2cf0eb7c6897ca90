"""`banker`: saves coins, Soldiers and cards for the end.

========================  ==================================================================================
hand_weight               What it has in the hand counts for more, so less of it is played.
vp_per_coin               It takes coins rather than other rewards, and plays the Soldier that cost least.
soldiers_in_store         It buys Footmen with all coins left over, each Year: a coin is half a VP at the end, a
                          Footman a whole one, and the others find fewer of them.
vp_to_keep_card           Tactic cards are played only for a good gain.
========================  ==================================================================================
"""

from __future__ import annotations

from strategies.dogs.archetype import archetype

banker = archetype(
    "banker",
    """
    Saves coins, Soldiers and cards for the end. It takes coins, Soldiers and Tactic cards from the spaces, plays the
    cheapest Soldier that will do, keeps Tactic cards unless they give much, and lays its spare coins out in Footmen
    each Year, which are worth twice as much at the end and which the others then lack. In the last Year it passes as
    soon as a Soldier is worth more in the hand than on the board.
    """,
    {
        "hand_weight": 1.15,
        "vp_per_coin": 1.1,
        "soldiers_in_store": 6.0,
        "vp_to_keep_card": 0.5,
    },
)
