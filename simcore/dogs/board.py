"""The table as a game's log leaves it, line by line: what lies where, and who holds what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simcore.dogs.ruleset import SOLDIERS, Ruleset, Space

Line = dict[str, Any]
"""One line of the game log; `event` names its kind."""


@dataclass
class Fight:
    """A battle of the Year, as far as everybody sees it.

    Parameters
    ----------
    houses : list of str
        The House of side 0, for which the tracker is positive, and that of side 1.
    tiles : list of int
        The tile of each side, from 1.
    bonus : dict
        The Bonus, as a reward of the log.
    spaces : tuple of two lists
        Seat that stands on each space of each side, None where a space is free.
    tracker : int
    """

    houses: list[str]
    tiles: list[int]
    bonus: dict[str, int]
    spaces: tuple[list[int | None], list[int | None]]
    tracker: int = 0

    def captains(self, side: int) -> Counter[int]:
        """Return the number of Captains on a side by seat, for the seats that have any."""
        return Counter(seat for seat in self.spaces[side] if seat is not None)


class Board:
    """Follows a game through the lines of its log.

    Lists have one entry a seat: `vp`, `coins`, `soldiers` (by type), `cards` (names in the order drawn), `influence`
    (by House), `captains` (unplaced), `reserve` (Captains won for next Year), `passed`. `track` is the value of each
    House. All of a seat's own is told in the log, so nothing here is hidden.

    Parameters
    ----------
    ruleset : Ruleset
        The rules that the game was played by.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.effects = {card.name: card for card in ruleset.tactic_cards}
        self.fights: list[Fight] = []
        self.year = 0
        self.first = 0
        self.players = 0
        self._readers: dict[str, Callable[[Line], None]] = {
            "setup": self._set_up,
            "year": self._begin_year,
            "muster": self._muster,
            "turn": self._turn,
            "pass": self._pass,
            "last_stand": self._last_stand,
            "outcome": self._outcome,
        }

    def read(self, line: Line) -> None:
        """Carry out one line; those that change nothing on the table are skipped."""
        if line["event"] in self._readers:
            self._readers[line["event"]](line)

    def space(self, battle: int, side: int, space: int) -> Space:
        """Return what is printed on a space."""
        return self.ruleset.tiles[self.fights[battle].tiles[side] - 1][space]

    def abilities(self, seat: int) -> dict[str, int]:
        """Return a seat's special abilities: kind -> amount (R8, A)."""
        return {ability.kind: ability.amount for ability in self.dogs[seat].abilities}

    def house_abilities(self, house: str) -> dict[str, int]:
        """Return a House's abilities: kind -> amount (H)."""
        return {ability.kind: ability.amount for ability in self.ruleset.house_abilities.get(house, ())}

    def clipped(self, tracker: int) -> int:
        """Return where a tracker stops that would move to `tracker` (R4.5)."""
        end = self.ruleset.battle.track_end
        return max(-end, min(end, tracker))

    def _set_up(self, line: Line) -> None:
        players = line["players"]
        by_name = {dog.name: dog for dog in self.ruleset.dogs}
        self.players = players
        self.dogs = [by_name[name] for name in line["dogs"]]
        self.support: list[str] = line["support"]
        self.track = dict.fromkeys(line["houses"], self.ruleset.setup.house_value)
        self.vp = [0] * players
        self.coins = self._starting_coins()
        self.soldiers: list[Counter[str]] = [Counter() for _ in range(players)]
        self.cards: list[list[str]] = [list(hand) for hand in line["hands"]]
        self.influence: list[Counter[str]] = [Counter() for _ in range(players)]
        self.captains = [0] * players
        self.reserve = [0] * players
        self.passed = [False] * players

    def _starting_coins(self) -> list[int]:
        """Return every seat's coins before the first Year (R1.1, A2, I6)."""
        coins = self.ruleset.setup.coins
        bank = self.ruleset.components.coins - self.players * coins
        held = []
        for seat in range(self.players):
            more = self.abilities(seat).get("starting_coins", 0)
            taken = min(more, bank) if self.ruleset.readings.limited_coins else more
            bank -= taken
            held.append(coins + taken)
        return held

    def _begin_year(self, line: Line) -> None:
        spaces = self.ruleset.components.spaces
        self.year = line["year"]
        self.first = line["first"]
        self.passed = [False] * self.players
        self.fights = [
            Fight(battle["houses"], battle["tiles"], battle["bonus"], ([None] * spaces, [None] * spaces))
            for battle in line["battles"]
        ]

    def _muster(self, line: Line) -> None:
        seat = line["seat"]
        self.captains[seat] = line["captains"]
        self.reserve[seat] = 0
        self.coins[seat] = line["coins_left"]
        self.soldiers[seat].update(line["bought"])

    def _turn(self, line: Line) -> None:
        seat, side = line["seat"], line["side"]
        fight = self.fights[line["battle"]]
        if line["tactic"]:
            self._play(seat, line["tactic"])
        fight.spaces[side][line["space"]] = seat
        fight.tracker = line["tracker"]
        self.captains[seat] -= 1
        self.soldiers[seat][line["soldier"]] -= 1
        for reward in (line["drawn_by_tactic"], line["gained"]):
            self._give(seat, reward, fight.houses[side], self.captains)
        self.cards[seat] += line["cards"]

    def _play(self, seat: int, tactic: Line) -> None:
        """Take a Tactic card from the hand; Sabotage moves a tracker."""
        self.cards[seat].remove(tactic["card"])
        if "side" in tactic:
            fight = self.fights[tactic["battle"]]
            fight.tracker = self.after_sabotage(tactic)

    def after_sabotage(self, tactic: Line) -> int:
        """Return where a card that moves a tracker moves it to."""
        towards = 1 if tactic["side"] == 0 else -1
        return self.clipped(self.fights[tactic["battle"]].tracker + towards * self.effects[tactic["card"]].amount)

    def _give(self, seat: int, reward: dict[str, int], house: str, captains: list[int]) -> None:
        """Give a reward of the log, without the cards drawn, which the log names; Captains go to `captains`."""
        self.vp[seat] += reward.get("vp", 0)
        self.coins[seat] += reward.get("coins", 0)
        self.influence[seat][house] += reward.get("influence", 0)
        captains[seat] += reward.get("captain", 0)
        self.soldiers[seat].update({kind: reward[kind] for kind in SOLDIERS if kind in reward})

    def _pass(self, line: Line) -> None:
        self.captains[line["seat"]] = 0
        self.cards[line["seat"]] += line.get("cards", [])  # A8
        self.passed[line["seat"]] = True

    def _last_stand(self, line: Line) -> None:
        self.fights[line["battle"]].tracker = line["to"]

    def _outcome(self, line: Line) -> None:
        fight = self.fights[line["battle"]]
        self.track.update(line["track"])
        for seat in range(self.players):
            self.vp[seat] += line["vp"][seat]
            self.coins[seat] += line["profit"][seat]
            self._give(seat, line["bonus_gained"][seat], line["winner"], self.reserve)
            self.cards[seat] += line["cards"][seat]
            self.soldiers[seat].update(captured(line, seat))
        for side in fight.spaces:
            side[:] = [None] * len(side)
        fight.tracker = 0


def captured(outcome: Line, seat: int) -> list[str]:
    """Return the Soldiers that a seat captured in a battle's outcome (R8.1), the strongest first."""
    taken: str | list[str] = outcome["spoils"].get(str(seat), [])
    return [taken] if isinstance(taken, str) else taken
