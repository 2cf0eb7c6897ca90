"""`majority`: packs one or two battles to win their Bonus tokens.

========================  ==================================================================================
bonus_weight              A Bonus counts for more than it brings.
vp_per_comrade            Captains go where its own stand already, as long as more of them may win the Bonus.
vp_per_front              Each further battle costs it something to enter.
========================  ==================================================================================
"""

from __future__ import annotations

from strategies.dogs.archetype import archetype

majority = archetype(
    "majority",
    """
    Packs one or two battles to win their Bonus tokens. It sends its Captains where its own stand already until nobody
    can have more there, then sees to it that they win; it enters a further battle only for something good. With Upstage
    it needs one Captain less for it, with Spoils of War each Bonus brings a Soldier besides.
    """,
    {
        "bonus_weight": 1.7,
        "vp_per_comrade": 0.3,
        "vp_per_front": 0.5,
    },
)
