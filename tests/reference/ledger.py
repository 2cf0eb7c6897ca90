"""Accounts that the log checker keeps while it reads a log: who has what, and what lies where.

Everything goes by the names of the log. Nothing here is shared with the reference game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from simcore.dogs.ruleset import REWARDS, SOLDIERS, Reward, Ruleset, TacticCard

Event = dict[str, Any]


class LogError(Exception):
    """A log that breaks a rule.

    Parameters
    ----------
    rule : str
        Number of the rule, such as "R4.5"; "L" for the form of the log.
    text : str
        What was found and what was expected.
    """

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


def demand(rule: str, holds: object, text: str) -> None:
    """Raise LogError unless something holds."""
    if not holds:
        raise LogError(rule, text)


def expect(rule: str, what: str, found: object, wanted: object) -> None:
    """Raise LogError unless a value, its type and the order of its keys are as they must be."""
    same = type(found) is type(wanted) and found == wanted
    if same and isinstance(found, dict) and isinstance(wanted, dict):
        same = list(found) == list(wanted)
    if not same:
        raise LogError(rule, f"{what} is {found!r}, expected {wanted!r}")


def printed(reward: Reward, times: int = 1) -> dict[str, int]:
    """Return a reward as the log writes it."""
    return {kind: times * getattr(reward, kind) for kind in REWARDS if getattr(reward, kind)}


@dataclass
class Fight:
    """One battle of the Year; `standing` maps (side, space) to a seat, `lying` counts Soldiers by side."""

    houses: list[str]
    tiles: list[int]
    bonus: dict[str, int]
    tracker: int = 0
    standing: dict[tuple[int, int], int] = field(default_factory=dict)
    lying: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    supporters: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))
    traitors: set[int] = field(default_factory=set)

    def captains(self, side: int, seat: int) -> int:
        """Count a seat's Captains on a side."""
        return sum(where[0] == side and who == seat for where, who in self.standing.items())


class Ledger:
    """All accounts after the lines read so far."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.cards: dict[str, TacticCard] = {card.name: card for card in rules.tactic_cards}
        self.bank = rules.components.coins
        self.supply = Counter({name: soldier.cards for name, soldier in rules.soldiers.items()})
        self.deck = Counter({card.name: card.copies for card in rules.tactic_cards})
        self.discards: Counter[str] = Counter()
        self.reshuffled: int | None = None
        self.fights: list[Fight] = []
        self.short: bool | None = None
        self.players = self.year = self.holder = self.first = 0

    def seat_players(self, players: int, dogs: list[str], houses: list[str]) -> None:
        """Open an account for each seat and each House in play."""
        by_name = {dog.name: dog for dog in self.rules.dogs}
        self.players = players
        self.houses = houses
        self.support: list[str] = []
        self.abilities = [{ability.kind: ability.amount for ability in by_name[dog].abilities} for dog in dogs]
        self.house_abilities = {
            house: {ability.kind: ability.amount for ability in self.rules.house_abilities.get(house, ())}
            for house in houses
        }
        self.coins = [0] * players
        self.vp = [0] * players
        self.soldiers: list[Counter[str]] = [Counter() for _ in range(players)]
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.influence: list[Counter[str]] = [Counter() for _ in range(players)]
        self.tokens = Counter(dict.fromkeys(houses, self.rules.components.influence_tokens[players]))
        self.to_place = [0] * players
        self.reserve = [0] * players
        start = self.rules.house_track.index(self.rules.setup.house_value)
        self.track = dict.fromkeys(houses, start)
        self.passed: list[int] = []

    def clockwise(self) -> list[int]:
        """Return the seats from this Year's first player on (I10)."""
        return [*range(self.first, self.players), *range(self.first)]

    def dog(self, seat: int, kind: str) -> int:
        """Return the amount of an ability of a seat's Dog, 0 where he has not got it."""
        return self.abilities[seat].get(kind, 0)

    def of_house(self, house: str, kind: str) -> int:
        """Return the amount of an ability of a House, 0 where it has not got it."""
        return self.house_abilities[house].get(kind, 0)

    def value(self, house: str) -> int:
        """Return what a token of a House is worth now."""
        return self.rules.house_track[self.track[house]]

    def figures(self, seat: int) -> int:
        """Count a seat's Captains in use (R0.5)."""
        standing = sum(fight.captains(0, seat) + fight.captains(1, seat) for fight in self.fights)
        return self.to_place[seat] + self.reserve[seat] + standing

    def pay_out(self, seat: int, coins: int) -> int:
        """Move coins from the bank to a seat, as far as I6 allows; return how many."""
        paid = max(0, min(coins, self.bank)) if self.rules.readings.limited_coins else coins
        self.bank -= paid
        self.coins[seat] += paid
        return paid

    def draw(self, seat: int, number: int, named: list[str]) -> int:
        """R6.1: draw cards, taking their names off the front of `named`; return how many there were."""
        for drawn in range(number):
            if not self.deck.total() and not self._reshuffle():
                return drawn
            demand("R6.1", named, f"seat {seat} draws no card, but {self.deck.total()} are left")
            name = named.pop(0)
            demand("R6.1", self.deck[name] > 0, f"{name} drawn, which is not in the deck")
            self.deck[name] -= 1
            self.hands[seat][name] += 1
        return number

    def _reshuffle(self) -> bool:
        """Make the discards the deck, if there are any; the log must have said so."""
        number = self.discards.total()
        if not number:
            return False
        demand("R6.1", self.reshuffled is not None, "deck empty, no reshuffle line before")
        expect("R6.1", "cards reshuffled", self.reshuffled, number)
        self.deck, self.discards, self.reshuffled = self.discards, Counter(), None
        return True

    def drawn_all(self, named: list[str]) -> None:
        """Check that a line named no more cards and needed the reshuffle before it."""
        expect("R6.1", "further cards drawn", named, [])
        expect("R6.1", "reshuffle without need", self.reshuffled, None)

    def give(
        self, seat: int, reward: dict[str, int], house: str, named: list[str], *, keep: bool = False
    ) -> dict[str, int]:
        """Give a reward, each kind cut to what is left (R4.6, R0.5, R6.1, I6); return what was given.

        `named` are the cards the log says were drawn; `keep` puts Captains into the reserve (R5.5).
        """
        given = {}
        for kind, number in reward.items():
            amount = number
            if kind == "vp":
                self.vp[seat] += amount
            elif kind == "coins":
                amount = self.pay_out(seat, amount)
            elif kind in SOLDIERS:
                amount = _move(self.supply, self.soldiers[seat], kind, amount)
            elif kind == "influence":
                amount = _move(self.tokens, self.influence[seat], house, amount)
            elif kind == "tactics":
                amount = self.draw(seat, amount, named)
            else:
                amount = min(amount, self.rules.components.captain_figures - self.figures(seat))
                where = self.reserve if keep else self.to_place
                where[seat] += amount
            given[kind] = amount
        return {kind: amount for kind, amount in given.items() if amount}


def _move(source: Counter[str], goal: Counter[str], key: str, amount: int) -> int:
    """Move as many of a kind as there are, up to `amount`; return the number."""
    amount = min(amount, source[key])
    source[key] -= amount
    goal[key] += amount
    return amount
