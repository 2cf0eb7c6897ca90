"""L: the game log; each function adds one line, and the components are counted after every line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from simcore.dogs.ruleset import REWARDS, SOLDIERS
from tests.reference import totals
from tests.reference.choices import Turn
from tests.reference.components import Gains
from tests.reference.state import Event, Game

if TYPE_CHECKING:
    from tests.reference.outcome import Outcome


def to_json(events: list[Event]) -> str:
    """Return a log as JSON lines."""
    return "".join(json.dumps(event) + "\n" for event in events)


def _add(table: Game, event: Event) -> None:
    table.events.append(event)
    totals.check(table)


def setup(table: Game, strategies: list[str], ruleset_hash: str, hands: list[list[str]]) -> None:
    """The game as it lies on the table before the first Year (R1)."""
    names = table.ruleset.houses
    _add(
        table,
        {
            "event": "setup",
            "ruleset": {"name": table.ruleset.name, "hash": ruleset_hash},
            "seed": table.seed,
            "game": table.game,
            "players": table.players,
            "dogs": [table.ruleset.dogs[dog].name for dog in table.dogs],
            "strategies": list(strategies),
            "support": [names[house] for house in table.support],
            "hands": hands,
            "houses": [names[house] for house in table.houses],
            "first": table.holder,
        },
    )


def year(table: Game) -> None:
    """R2: the battles of a Year and who starts."""
    battles = [
        {
            "bonus": reward(battle.bonus),
            "houses": [table.ruleset.houses[house] for house in battle.houses],
            "tiles": [tile + 1 for tile in battle.tiles],
        }
        for battle in table.battles
    ]
    event = {"event": "year", "year": table.year, "holder": table.holder, "first": table.first, "battles": battles}
    _add(table, event)


def reward(gains: Gains) -> dict[str, int]:
    """Return a reward as the log writes it."""
    return dict(gains)


def muster(table: Game, seat: int, coins: int, bought: list[int]) -> None:
    """R3: a seat's Captains and purchases; `coins` before buying."""
    event = {
        "event": "muster",
        "seat": seat,
        "captains": table.unplaced[seat],
        "coins": coins,
        "bought": {SOLDIERS[soldier]: number for soldier, number in enumerate(bought) if number},
        "coins_left": table.coins[seat],
    }
    _add(table, event)


def turn(
    table: Game, seat: int, turn: Turn, given: dict[str, int], moved: int, gained: dict[str, int], cards: list[str]
) -> None:
    """R4: a placement, with the Tactic card before it."""
    tactic: Event | None = None
    if turn.tactic is not None:
        tactic = {"card": table.box.cards[turn.tactic.card].name}
        tactic |= {} if turn.tactic.battle is None else {"battle": turn.tactic.battle}
        tactic |= {} if turn.tactic.side is None else {"side": turn.tactic.side}
    event = {
        "event": "turn",
        "seat": seat,
        "tactic": tactic,
        "drawn_by_tactic": given,
        "battle": turn.battle,
        "side": turn.side,
        "space": turn.space,
        "soldier": SOLDIERS[turn.soldier],
        "moved": moved,
        "tracker": table.battles[turn.battle].tracker,
        "gained": gained,
        "cards": cards,
    }
    _add(table, event)


def added(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    """Return two rewards of the log as one."""
    both = {kind: one.get(kind, 0) + other.get(kind, 0) for kind in REWARDS}
    return {kind: amount for kind, amount in both.items() if amount}


def passing(table: Game, seat: int, lost: int, cards: list[str]) -> None:
    """R4.7: a seat is out until the next Year; the cards it drew are told where there are any (A8)."""
    drawn = {"cards": cards} if cards else {}
    _add(table, {"event": "pass", "seat": seat, "captains_lost": lost, **drawn})


def reshuffle(table: Game, number: int) -> None:
    """R6.1: the discards become the deck; written before the line whose draw needed it."""
    _add(table, {"event": "reshuffle", "cards": number})


def last_stand(table: Game, seat: int, battle: int, before: int, after: int) -> None:
    """R8.4: a tracker moved."""
    _add(table, {"event": "last_stand", "seat": seat, "battle": battle, "from": before, "to": after})


def outcome(table: Game, index: int, tracker: int, result: Outcome) -> None:
    """R5: a battle settled; `tracker` where it stood. A capture of several Soldiers is written as a list."""
    names = table.ruleset.houses
    houses = table.battles[index].houses
    spoils: dict[str, str | list[str]] = {}
    for seat, types in sorted(result.spoils.items()):
        captured = [SOLDIERS[soldier] for soldier in types]
        spoils[str(seat)] = captured[0] if len(captured) == 1 else captured
    event = {
        "event": "outcome",
        "battle": index,
        "tracker": tracker,
        "winner": None if result.winner is None else names[houses[result.winner]],
        "glorious": result.glorious,
        "track": {names[house]: table.house_value(house) for house in houses},
        "vp": list(result.vp),
        "profit": list(result.profit),
        "bonus": list(result.bonus),
        "bonus_gained": result.bonus_gained,
        "cards": result.cards,
        "spoils": spoils,
    }
    _add(table, event)


def end(table: Game, scores: list[dict[str, int]], winners: list[int]) -> None:
    """R7: the scores and who won."""
    _add(table, {"event": "end", "score": scores, "winners": winners})
