"""`loyalist`: backs the Houses it has a share in.

========================  ==================================================================================
vp_per_token_backed       Each token in a House draws it there, each in the opposite House keeps it away.
own_stake                 A step of a House it holds Influence in counts for more than it brings today...
support_stake             ...and one of the House on its Support card for more still.
========================  ==================================================================================
"""

from __future__ import annotations

from strategies.dogs.archetype import archetype

loyalist = archetype(
    "loyalist",
    """
    Backs the Houses it holds Influence in, and above all that of its Support card, for the whole game. It seldom
    fights against a House of its own, brings its strongest Soldiers where most of its tokens are at stake, pushes its
    Houses' trackers with Last Stand and Sabotage, and takes a poorer space for the right colours.
    """,
    {
        "own_stake": 1.2,
        "support_stake": 1.4,
        "vp_per_token_backed": 0.15,
    },
)
