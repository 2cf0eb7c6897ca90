"""R7: final scores and winners."""

from __future__ import annotations

from tests.reference import log
from tests.reference.state import Game

Score = dict[str, int]


def finish(table: Game) -> None:
    """R7: score every seat and end the log."""
    scores = [score(table, seat) for seat in range(table.players)]
    log.end(table, scores, winners(scores))


def score(table: Game, seat: int) -> Score:
    """Return a seat's score by its parts (R7.1 to R7.4) and in total."""
    rules = table.ruleset.scoring
    cards = sum(table.hands[seat]) + sum(table.soldiers[seat])
    parts = {
        "tokens": table.vp[seat],
        "influence": sum(number * final_value(table, house) for house, number in enumerate(table.influence[seat])),
        "support": rules.support_tokens * final_value(table, table.support[seat]),
        "coins": table.coins[seat] // rules.coins_per_vp,
        "cards": cards * rules.vp_per_card,
    }
    return {**parts, "total": sum(parts.values())}


def final_value(table: Game, house: int) -> int:
    """R7.2, H6: what a token of a House counts at the end."""
    return table.house_value(house) + table.house_ability(house, "influence_value")


def winners(scores: list[Score]) -> list[int]:
    """R7.5, I1: the seats with the highest total share the win."""
    most = max(score["total"] for score in scores)
    return [seat for seat, score in enumerate(scores) if score["total"] == most]
