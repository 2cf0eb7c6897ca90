"""`opportunist`: joins the side that is winning, late.

========================  ==================================================================================
vp_of_winning             It wants to stand on the winning side whoever that is; how sure that is grows as fewer
                          Captains may still come, so this draws it most late in a Year.
vp_to_wait                Strong Soldiers are kept until little can be answered.
crowd_to_be_first         It hands the token to the left, so as to be last, unless spaces are very scarce...
vp_of_token               ...and does not pass early for it.
========================  ==================================================================================
"""

from __future__ import annotations

from strategies.dogs.archetype import archetype

opportunist = archetype(
    "opportunist",
    """
    Joins the side that is winning, late. It has no colours: it likes to be last in the turn order, plays its weak
    Soldiers first and waits how the battles turn, then stands with the winners for the VP of the beaten Captains, a
    share of the Bonus and the rewards there. It leaves lost battles alone (unless its Captains Retreat, which need not
    fear to lose), and seldom passes while there is a winner to join.
    """,
    {
        "vp_of_winning": 1.2,
        "vp_to_wait": 0.02,
        "crowd_to_be_first": 0.5,
        "vp_of_token": 0.0,
    },
)
