"""`tempo`: first to pass, first to choose.

========================  ==================================================================================
vp_of_token               A turn must be worth this much for it not to pass instead, as long as nobody has passed.
crowd_to_be_first         It keeps the token whenever it has it.
reward_weight             Spaces' rewards are what it plays for: being first gives the choice of them.
========================  ==================================================================================
"""

from __future__ import annotations

from strategies.dogs.archetype import archetype

tempo = archetype(
    "tempo",
    """
    Passes early for the First Player token and takes the best spaces next Year. It places where the rewards are best
    and gives up its last Captains when what is left is not worth much, as long as nobody has passed; with the token it
    is always first itself, and having begun, it is also the first to be done. In the last Year, when there is no next
    one, it plays to the end.
    """,
    {
        "vp_of_token": 1.5,
        "crowd_to_be_first": 0.0,
        "reward_weight": 1.15,
    },
)
