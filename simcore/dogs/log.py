"""The game log: EVENT records of a replayed game as the dictionaries of section L, and those as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.dogs import events
from simcore.dogs.ruleset import REWARDS, SOLDIERS, Ruleset, ruleset_hash
from simcore.dogs.state import EVENT

Line = dict[str, Any]
"""One line of the game log; `event` names its kind."""

_SCORE = ("tokens", "influence", "support", "coins", "cards", "total")
_PARAMETERS = {"betrayal": ("battle",), "tracker": ("battle", "side")}
"""What a player of a Tactic card names beside it, by the card's effect."""


def to_json(line: Line) -> str:
    r"""Return a line of the game log as JSON, with its line break.

    Examples
    --------
    >>> to_json({"event": "pass", "seat": 2, "captains_lost": 0})
    '{"event": "pass", "seat": 2, "captains_lost": 0}\n'
    """
    return json.dumps(line) + "\n"


def reward_entries(amounts: Sequence[int]) -> dict[str, int]:
    """Return amounts by kind of reward as the log writes them: named, in order, without zeros.

    Examples
    --------
    >>> reward_entries([0, 2, 0, 0, 0, 0, 0, 0, 1])
    {'coins': 2, 'influence': 1}
    """
    return {kind: amount for kind, amount in zip(REWARDS, amounts, strict=True) if amount}


class GameLog:
    """Writes the logs of games that were played by one ruleset with one seed.

    Parameters
    ----------
    ruleset : Ruleset
        The rules played by.
    players : int
        Number of seats.
    short : bool
        Whether it was the optional three-player setup (R1.5).
    seed : int
        Seed of all chance.
    strategies : sequence of str
        Names of the strategies, in the order in which line-ups number them.
    """

    def __init__(self, ruleset: Ruleset, players: int, short: bool, seed: int, strategies: Sequence[str]) -> None:
        self._ruleset = ruleset
        self._hash = ruleset_hash(ruleset)
        self._players = players
        self._battles = ruleset.short_game.battles if short else ruleset.battle.number
        self._seed = seed
        self._strategies = tuple(strategies)
        self._cards = [card.name for card in ruleset.tactic_cards]
        self._parameters = [_PARAMETERS.get(card.effect, ()) for card in ruleset.tactic_cards]
        strengths = [ruleset.soldiers[name].strength for name in SOLDIERS]
        self._by_strength = sorted(range(len(SOLDIERS)), key=lambda kind: (-strengths[kind], -kind))

    def lines(
        self,
        game: int,
        dogs: Sequence[int],
        strategies: Sequence[int],
        records: NDArray[Any],
        rows: NDArray[Any] | None = None,
    ) -> Iterator[Line]:
        """Yield the lines of one game's log.

        Parameters
        ----------
        game : int
            Index of the game.
        dogs, strategies : sequence of int
            The line-up, by seat.
        records : ndarray of EVENT, shape (lines,)
            What the kernels noted, in order.
        rows : ndarray of ROW, shape (players,), optional
            The game's results, for the last line; leave them out for a game that was broken off.

        Yields
        ------
        dict
            Lines with the keys and the order of keys of section L, made of plain Python values.
        """
        line_up = {
            "dogs": [self._ruleset.dogs[dog].name for dog in dogs],
            "strategies": [self._strategies[strategy] for strategy in strategies],
        }
        for record in records.view(EVENT, np.ndarray):
            kind = int(record["kind"])
            yield self._setup(record, game, line_up) if kind == events.SETUP else _WRITERS[kind](self, record)
        if rows is not None:
            yield _end(rows)

    def _setup(self, record: Any, game: int, line_up: Line) -> Line:
        seats = range(self._players)
        in_play = int(record["houses_in_play"])
        houses = self._ruleset.houses
        return {
            "event": "setup",
            "ruleset": {"name": self._ruleset.name, "hash": self._hash},
            "seed": self._seed,
            "game": game,
            "players": self._players,
            **line_up,
            "support": [houses[house] for house in record["support"][: self._players].tolist()],
            "hands": [self._drawn(record, seat) for seat in seats],
            "houses": [name for house, name in enumerate(houses) if in_play >> house & 1],
            "first": int(record["first"]),
        }

    def _drawn(self, record: Any, seat: int) -> list[str]:
        """Return the names of the Tactic cards that a seat drew, in order."""
        return [self._cards[card] for card in record["drawn"][seat, : record["n_drawn"][seat]].tolist()]

    def _year(self, record: Any) -> Line:
        return {
            "event": "year",
            "year": int(record["year"]),
            "holder": int(record["holder"]),
            "first": int(record["first"]),
            "battles": [self._battle(record, battle) for battle in range(self._battles)],
        }

    def _battle(self, record: Any, battle: int) -> Line:
        sides = slice(2 * battle, 2 * battle + 2)
        years = self._ruleset.years
        last = int(record["year"]) == years.number  # R2.1: then no token is drawn
        bonus = years.last_bonus if last else self._ruleset.bonus_tokens[int(record["bonus"][battle])]
        return {
            "bonus": reward_entries(bonus.amounts()),
            "houses": [self._ruleset.houses[house] for house in record["house"][sides].tolist()],
            "tiles": [tile + 1 for tile in record["tile"][sides].tolist()],
        }

    def _muster(self, record: Any) -> Line:
        bought = zip(SOLDIERS, record["bought"].tolist(), strict=True)
        return {
            "event": "muster",
            "seat": int(record["seat"]),
            "captains": int(record["captains"]),
            "coins": int(record["coins"]),
            "bought": {soldier: number for soldier, number in bought if number},
            "coins_left": int(record["coins_left"]),
        }

    def _turn(self, record: Any) -> Line:
        seat = int(record["seat"])
        return {
            "event": "turn",
            "seat": seat,
            "tactic": self._tactic(record),
            "drawn_by_tactic": reward_entries(record["by_tactic"].tolist()),
            "battle": int(record["battle"]),
            "side": int(record["side"]),
            "space": int(record["space"]),
            "soldier": SOLDIERS[int(record["soldier"])],
            "moved": int(record["moved"]),
            "tracker": int(record["tracker"]),
            "gained": reward_entries(record["gained"][seat].tolist()),
            "cards": self._drawn(record, seat),
        }

    def _tactic(self, record: Any) -> Line | None:
        card = int(record["card"])
        if card < 0:
            return None
        return {"card": self._cards[card]} | {key: int(record[f"card_{key}"]) for key in self._parameters[card]}

    def _pass(self, record: Any) -> Line:
        seat = int(record["seat"])
        line: Line = {"event": "pass", "seat": seat, "captains_lost": int(record["captains"])}
        cards = self._drawn(record, seat)  # A8
        return line | {"cards": cards} if cards else line

    def _reshuffle(self, record: Any) -> Line:
        return {"event": "reshuffle", "cards": int(record["reshuffled"])}

    def _last_stand(self, record: Any) -> Line:
        return {
            "event": "last_stand",
            "seat": int(record["seat"]),
            "battle": int(record["battle"]),
            "from": int(record["tracker_before"]),
            "to": int(record["tracker"]),
        }

    def _outcome(self, record: Any) -> Line:
        seats = range(self._players)
        houses = self._ruleset.houses
        winner = int(record["winner"])
        track = record["track"].tolist()
        got_bonus = int(record["got_bonus"])
        spoils = [(str(seat), self._captured(record["spoils"][seat].tolist())) for seat in seats]
        return {
            "event": "outcome",
            "battle": int(record["battle"]),
            "tracker": int(record["tracker"]),
            "winner": None if winner < 0 else houses[winner],
            "glorious": bool(record["glorious"]),
            "track": {houses[house]: track[house] for house in record["house"][:2].tolist()},
            "vp": record["vp"][: self._players].tolist(),
            "profit": record["profit"][: self._players].tolist(),
            "bonus": [seat for seat in seats if got_bonus >> seat & 1],
            "bonus_gained": [reward_entries(record["gained"][seat].tolist()) for seat in seats],
            "cards": [self._drawn(record, seat) for seat in seats],
            "spoils": {seat: taken[0] if len(taken) == 1 else taken for seat, taken in spoils if taken},
        }

    def _captured(self, numbers: Sequence[int]) -> list[str]:
        """Return captured Soldiers one by one, the strongest first (R8.1)."""
        return [SOLDIERS[soldier] for soldier in self._by_strength for _ in range(numbers[soldier])]


_WRITERS = {
    events.YEAR: GameLog._year,
    events.MUSTER: GameLog._muster,
    events.TURN: GameLog._turn,
    events.PASS: GameLog._pass,
    events.RESHUFFLE: GameLog._reshuffle,
    events.LAST_STAND: GameLog._last_stand,
    events.OUTCOME: GameLog._outcome,
}
"""Kind of event -> what makes its line; a setup needs the line-up too."""


def _end(rows: NDArray[Any]) -> Line:
    """Return the last line, from the rows of the results (R7)."""
    return {
        "event": "end",
        "score": [{part: int(row[part]) for part in _SCORE} for row in rows],
        "winners": np.flatnonzero(rows["rank"] == 1).tolist(),
    }
