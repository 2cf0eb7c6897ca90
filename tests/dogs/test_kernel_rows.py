"""The rows kept of a game, each column counted again from the game's log."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from simcore.dogs.log import GameLog
from simcore.dogs.play import DogsPlay
from simcore.dogs.rows import column_values, columns
from simcore.dogs.ruleset import SOLDIERS
from strategies.dogs.uniform import uniform
from tests.differential.comparison import Table
from tests.differential.wild import wild
from tests.reference.situations import base
from tests.reference.state import Event

SEED, GAMES = 23, 25
SIZES = [(3, False), (4, False), (5, False), (3, True)]
YEARS = base().years.number
SOLDIER_COLUMNS = ("footmen", "arquebusers", "knights", "war_machines")

Log = list[Event]
Counter = Callable[[Log, int], int]
"""Counts something in a log for a seat."""


@cache
def games(players: int, short: bool) -> list[tuple[Log, dict[str, list[int]]]]:
    """Return logs and columns of games of `uniform` and `wild`."""
    scripts = [uniform, wild]
    play = DogsPlay(base(), players, short, SEED, scripts)
    log = GameLog(base(), players, short, SEED, [script.name for script in scripts])
    names = [column.name for column in columns(YEARS) if column.name not in ("game", "win_share")]
    played = []
    for game in range(GAMES):
        line_up = (Table(base(), players, short).dogs(SEED, game), [(game + seat) % 2 for seat in range(players)])
        records, rows = play.replay(game, *line_up)
        kept = {name: column_values(rows, name).tolist() for name in names}
        played.append((list(log.lines(game, *line_up, records, rows)), {**kept, "winners": rows["winners"].tolist()}))
    return played


def of_kind(log: Log, kind: str, seat: int | None = None) -> Log:
    return [event for event in log if event["event"] == kind and seat in (None, event.get("seat"))]


def years(log: Log) -> list[Log]:
    """Return the lines of each Year."""
    starts = [index for index, event in enumerate(log) if event["event"] == "year"]
    return [log[start:end] for start, end in zip(starts, [*starts[1:], len(log)], strict=True)]


def turns(log: Log, seat: int) -> Log:
    return of_kind(log, "turn", seat)


def fights(log: Log) -> list[tuple[Event, list[Event], int | None]]:
    """Return every battle's outcome, the turns taken in it, and the side that won it."""
    found = []
    for year in years(log):
        for outcome in of_kind(year, "outcome"):
            here = [turn for turn in of_kind(year, "turn") if turn["battle"] == outcome["battle"]]
            side = None if outcome["winner"] is None else int(outcome["tracker"] < 0)
            found.append((outcome, here, side))
    return found


def stood(here: list[Event], seat: int, side: int) -> int:
    return sum(turn["seat"] == seat and turn["side"] == side for turn in here)


def battles_won(log: Log, seat: int) -> int:
    return sum(side is not None and stood(here, seat, side) > 0 for _, here, side in fights(log))


def battles_lost(log: Log, seat: int) -> int:
    return sum(
        side is not None and not stood(here, seat, side) and stood(here, seat, 1 - side) > 0
        for _, here, side in fights(log)
    )


def first_passes(log: Log, seat: int) -> int:
    return sum(of_kind(year, "pass")[0]["seat"] == seat for year in years(log))


def tokens_until(log: Log, seat: int, year: int) -> int:
    """VP taken in play up to the end of a Year."""
    return sum(vp_spaces(lines, seat) + vp_tactics(lines, seat) + vp_won(lines, seat) for lines in years(log)[:year])


def vp_spaces(log: Log, seat: int) -> int:
    return sum(turn["gained"].get("vp", 0) for turn in turns(log, seat))


def vp_tactics(log: Log, seat: int) -> int:
    return sum(turn["drawn_by_tactic"].get("vp", 0) for turn in turns(log, seat))


def vp_battles(log: Log, seat: int) -> int:
    return sum(outcome["vp"][seat] for outcome in of_kind(log, "outcome"))


def vp_bonus(log: Log, seat: int) -> int:
    return sum(outcome["bonus_gained"][seat].get("vp", 0) for outcome in of_kind(log, "outcome"))


def vp_won(log: Log, seat: int) -> int:
    return vp_battles(log, seat) + vp_bonus(log, seat)


def influence_tokens(log: Log, seat: int) -> int:
    rewards = [reward for turn in turns(log, seat) for reward in (turn["gained"], turn["drawn_by_tactic"])]
    rewards += [outcome["bonus_gained"][seat] for outcome in of_kind(log, "outcome")]
    return sum(reward.get("influence", 0) for reward in rewards)


def ability(log: Log, seat: int) -> list[int]:
    """Return what the seat's ability brought, each time it changed something (base rules: one ability a Dog)."""
    dog = log[0]["dogs"][seat]
    if dog == "nameless_conqueror":
        return [abs(event["to"] - event["from"]) for event in of_kind(log, "last_stand", seat)]
    if dog == "blackmane":
        return [1 for outcome in of_kind(log, "outcome") if str(seat) in outcome["spoils"]]
    if dog == "omalley":
        return [outcome["profit"][seat] for outcome in of_kind(log, "outcome") if outcome["profit"][seat]]
    decided = [(outcome, here, side) for outcome, here, side in fights(log) if side is not None]
    if dog == "stormcrow":
        return [number for _, here, side in decided if (number := stood(here, seat, 1 - side))]
    return [1 for outcome, here, side in decided if seat in outcome["bonus"] and outcome["bonus"] != plain(here, side)]


def plain(here: list[Event], side: int) -> list[int]:
    """Return who would get the Bonus without Upstage."""
    captains = [stood(here, seat, side) for seat in range(5)]
    return [seat for seat, number in enumerate(captains) if number and number == max(captains)]


def scored(part: str) -> Counter:
    return lambda log, seat: int(log[-1]["score"][seat][part])


def played(soldier: str) -> Counter:
    return lambda log, seat: sum(turn["soldier"] == soldier for turn in turns(log, seat))


def placements_in(year: int) -> Counter:
    return lambda log, seat: len(turns(years(log)[year - 1], seat))


def tokens_held(year: int) -> Counter:
    return lambda log, seat: tokens_until(log, seat, year)


COUNTERS: dict[str, Counter] = {
    **{part: scored(part) for part in ("influence", "support", "coins", "cards", "total")},
    "tokens": lambda log, seat: tokens_until(log, seat, YEARS),
    "seat": lambda log, seat: seat,
    "dog": lambda log, seat: [dog.name for dog in base().dogs].index(log[0]["dogs"][seat]),
    "strategy": lambda log, seat: ["uniform", "wild"].index(log[0]["strategies"][seat]),
    "support_house": lambda log, seat: base().houses.index(log[0]["support"][seat]),
    "rank": lambda log, seat: 1 + sum(s["total"] > log[-1]["score"][seat]["total"] for s in log[-1]["score"]),
    "winners": lambda log, seat: len(log[-1]["winners"]),
    "placements": lambda log, seat: len(turns(log, seat)),
    "tactics_played": lambda log, seat: sum(turn["tactic"] is not None for turn in turns(log, seat)),
    "influence_tokens": influence_tokens,
    "vp_spaces": vp_spaces,
    "vp_battles": vp_battles,
    "vp_bonus": vp_bonus,
    "vp_tactics": vp_tactics,
    "battles_won": battles_won,
    "battles_lost": battles_lost,
    "bonuses": lambda log, seat: sum(seat in outcome["bonus"] for outcome in of_kind(log, "outcome")),
    "years_first": lambda log, seat: sum(year["first"] == seat for year in of_kind(log, "year")),
    "first_passes": first_passes,
    "captains_lost": lambda log, seat: sum(event["captains_lost"] for event in of_kind(log, "pass", seat)),
    "ability_fired": lambda log, seat: len(ability(log, seat)),
    "ability_gain": lambda log, seat: sum(ability(log, seat)),
    **{column: played(soldier) for column, soldier in zip(SOLDIER_COLUMNS, SOLDIERS, strict=True)},
    **{f"placements_y{year}": placements_in(year) for year in range(1, YEARS + 1)},
    **{f"tokens_y{year}": tokens_held(year) for year in range(1, YEARS + 1)},
}


@pytest.mark.parametrize("column", COUNTERS)
def test_column_is_what_the_log_says(column: str) -> None:
    seen = set()
    for players, short in SIZES:
        for log, kept in games(players, short):
            expected = [COUNTERS[column](log, seat) for seat in range(players)]
            assert kept[column] == expected, log[0]
            seen.update(expected)
    assert len(seen) > 1 or column == "winners"


def test_every_column_is_counted() -> None:
    follow = {"game", "win_share"}  # from the rest: see tests/test_results.py
    assert {column.name for column in columns(YEARS)} - follow == COUNTERS.keys() - {"winners"}
