"""`shareholder`: Influence first, then those Houses' victories.

========================  ==================================================================================
influence_weight          An Influence token counts for more than it may come to.
own_stake                 The Houses it has bought into must win...
stake_growth              ...and the more so the earlier, as it will hold more of them.
========================  ==================================================================================
"""

from __future__ import annotations

from strategies.dogs.archetype import archetype

shareholder = archetype(
    "shareholder",
    """
    Takes Influence first, then makes those Houses win. It goes for the spaces, Bonus tokens and Envoys that give
    Influence, of Houses that have Years to rise yet, and once it holds shares it fights for their House's victory, best
    of all a Glorious one, since each token earns by it.
    """,
    {
        "influence_weight": 1.2,
        "own_stake": 1.2,
        "stake_growth": 0.4,
    },
)
