"""`greedy`: the shared evaluator with all ideas switched off; the yardstick of the other archetypes."""

from __future__ import annotations

from strategies.dogs.archetype import archetype

greedy = archetype(
    "greedy",
    """
    Takes the turn that is worth most at once, as a sensible beginner does who counts well. A placement is worth its
    reward and what it does to the battle (its chances to be won times what the seat gets out of either outcome), less
    the Soldier played. A Tactic card is played if the turn with it is worth more than the turn without it and the card
    kept. Where nothing is worth more than the Soldier in the hand, or than to be the first to pass, it passes. It buys
    a Soldier for each Captain, and spends its last coins on Soldiers that count more than they cost.
    """,
    {},
)
