"""`spoiler`: hurts whoever leads.

========================  ==================================================================================
spite                     What the leading rival gets out of a battle (steps of the Houses it took Influence of, VP
                          for beaten Captains, the Bonus) counts this much more against it...
rival_share               ...and what all rivals gain counts more, too: who leads in Influence is hidden.
========================  ==================================================================================
"""

from __future__ import annotations

from strategies.dogs.archetype import archetype

spoiler = archetype(
    "spoiler",
    """
    Hurts the Houses of whoever leads on what is visible. It counts what each rival has taken this Year, would get out
    of the battles as they stand, and has won for the next Year; then it fights where the first of them would gain, with
    its Soldiers, Sabotage and Last Stand: it turns battles against that rival's Houses, beats its Captains and stays
    away from where its own would be beaten by it. Of hidden holdings it knows what is no longer in the supply, and so
    fights the Houses that the others have most of.
    """,
    {
        "spite": 0.3,
        "rival_share": 1.4,
    },
)
