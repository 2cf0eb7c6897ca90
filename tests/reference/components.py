"""R0: the components of a ruleset, laid out as the reference game handles them."""

from __future__ import annotations

from functools import cache

from simcore.dogs.ruleset import REWARDS, SOLDIERS, Reward, Ruleset, TacticCard

Gains = tuple[tuple[str, int], ...]
"""A reward as (kind, amount) pairs without the zeros, in the log's order of kinds."""


@cache
def gains(reward: Reward) -> Gains:
    """Return the kinds and amounts that a reward really holds."""
    amounts = zip(REWARDS, reward.amounts(), strict=True)
    return tuple((kind, amount) for kind, amount in amounts if amount)


class Box:
    """What the game box holds, by index; shared by all games of a ruleset and never changed.

    Attributes
    ----------
    strengths, costs, soldier_cards : list of int
        R0.3 and R0.6, by Soldier type.
    needs : list of list of int
        By tile and space: the least Soldier type admitted (R4.4); 0 where anybody may stand.
    space_gains : list of list of Gains
        By tile and space: the reward (R4.6).
    bonus_tokens : list of Gains
        C2.
    last_bonus : Gains
        Bonus of every battle of the last Year (R2.1).
    cards : tuple of TacticCard
        C3; a card's index is its place here.
    copies : list of int
        By card: how many there are.
    """

    __slots__ = (
        "bonus_tokens",
        "cards",
        "copies",
        "costs",
        "last_bonus",
        "needs",
        "soldier_cards",
        "space_gains",
        "strengths",
    )

    def __init__(self, ruleset: Ruleset) -> None:
        types = [ruleset.soldiers[name] for name in SOLDIERS]
        self.strengths = [soldier.strength for soldier in types]
        self.costs = [soldier.cost for soldier in types]
        self.soldier_cards = [soldier.cards for soldier in types]
        self.needs = [
            [0 if space.needs is None else SOLDIERS.index(space.needs) for space in tile] for tile in ruleset.tiles
        ]
        self.space_gains = [[gains(space.reward) for space in tile] for tile in ruleset.tiles]
        self.bonus_tokens = [gains(token) for token in ruleset.bonus_tokens]
        self.last_bonus = gains(ruleset.years.last_bonus)
        self.cards: tuple[TacticCard, ...] = ruleset.tactic_cards
        self.copies = [card.copies for card in self.cards]
