"""The details of a game, each counted again from the game's log; keeping them changes nothing else."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from simcore.dogs.details import ROW_AND_DETAILS, detail_columns, values_with_details
from simcore.dogs.log import GameLog
from simcore.dogs.play import DogsPlay
from simcore.dogs.rows import ROW
from simcore.dogs.ruleset import REWARDS
from strategies.dogs.uniform import uniform
from tests.differential.comparison import Table
from tests.differential.wild import wild
from tests.reference import placements
from tests.reference.choices import Turn, View
from tests.reference.game import new_game, play_year
from tests.reference.scoring import score
from tests.reference.setup import deal
from tests.reference.situations import base
from tests.reference.state import Event
from tests.reference.uniform import Uniform

SEED, GAMES = 29, 25
SIZES = [(3, False), (4, False), (5, False), (3, True)]
RULES = base()
CARDS = [card.name for card in RULES.tactic_cards]
COLUMNS = detail_columns(
    len(RULES.tiles), RULES.components.spaces, CARDS, len(RULES.bonus_tokens), RULES.houses, RULES.years.number
)
NAMES = [column.name for column, _ in COLUMNS]


@cache
def played(players: int, short: bool) -> tuple[list[list[Event]], dict[str, Any], bool]:
    """Return the logs of games of `uniform` and `wild`, their details, and whether the rows are the same without."""
    scripts = [uniform, wild]
    plain, detailed = (DogsPlay(RULES, players, short, SEED, scripts, None, kept) for kept in (False, True))
    log = GameLog(RULES, players, short, SEED, [script.name for script in scripts])
    dogs = np.array([Table(RULES, players, short).dogs(SEED, game) for game in range(GAMES)], np.int64)
    strategies = np.array([[(game + seat) % 2 for seat in range(players)] for game in range(GAMES)], np.int64)
    logs = []
    for game in range(GAMES):
        records, rows = plain.replay(game, dogs[game].tolist(), strategies[game].tolist())
        logs.append(list(log.lines(game, dogs[game].tolist(), strategies[game].tolist(), records, rows)))
    tables = [np.zeros(GAMES * players, play.row_dtype) for play in (plain, detailed)]
    for play, table in zip((plain, detailed), tables, strict=True):
        assert play.play(0, dogs, strategies, table, np.zeros(2, np.int64)) == GAMES
    values = values_with_details({column.name: place for column, place in COLUMNS})
    details = {name: values(tables[1], name).reshape(GAMES, players) for name in NAMES}
    return logs, details, bool((tables[1].view(ROW_AND_DETAILS)["row"] == tables[0]).all())


def counted(log: list[Event], seat: int) -> dict[str, int]:
    """Count what the log tells of a seat."""
    found: Counter[str] = Counter()
    year: Event = {}
    stands: set[tuple[int, int, int]] = set()
    for event in log:
        if event["event"] == "setup":
            found.update(f"dealt_{card}" for card in event["hands"][seat])
            found["token_dealt"] += event["first"] == seat
        elif event["event"] == "year":
            year = event
            stands = set()
        elif event["event"] in ("turn", "pass") and event["seat"] == seat:
            found["turns"] += 1
            if event["event"] == "turn":
                stands.add((seat, event["battle"], event["side"]))
                laid = year["battles"][event["battle"]]
                found[f"space_{laid['tiles'][event['side']]}_{event['space'] + 1}"] += 1
                found[f"backed_{laid['houses'][event['side']]}"] += 1
                if event["tactic"]:
                    found[f"played_{event['tactic']['card']}"] += 1
        elif event["event"] == "outcome":
            found["drawn"] += event["winner"] is None
            found["glorious"] += event["glorious"]
            battle, side = event["battle"], int(event["tracker"] < 0)
            found["glories"] += event["glorious"] and (seat, battle, side) in stands
        if event["event"] == "outcome" and seat in event["bonus"]:
            last = year["year"] == RULES.years.number
            reward = year["battles"][event["battle"]]["bonus"]
            found["bonus_last" if last else f"bonus of {sorted(reward.items())}"] += 1
    return {name: number for name, number in found.items() if number}


def by_reward(details: dict[str, int]) -> dict[str, int]:
    """Add up the Bonus tokens of the same reward: the log does not tell them apart."""
    found: Counter[str] = Counter()
    for name, number in details.items():
        stem, _, token = name.rpartition("_")
        if stem == "bonus" and token.isdigit():
            amounts = RULES.bonus_tokens[int(token) - 1].amounts()
            reward = {kind: amount for kind, amount in zip(REWARDS, amounts, strict=True) if amount}
            found[f"bonus of {sorted(reward.items())}"] += number
        else:
            found[name] += number
    return found


COUNTED = [name for name in NAMES if not name.startswith(("held_", "score_y", "options"))]


@pytest.mark.parametrize(("players", "short"), SIZES)
def test_every_count_is_that_of_the_log(players: int, short: bool) -> None:
    logs, details, _ = played(players, short)
    seen: Counter[str] = Counter()
    for game, log in enumerate(logs):
        for seat in range(players):
            expected = counted(log, seat)
            kept = by_reward({name: int(details[name][game, seat]) for name in COUNTED})
            assert {name: number for name, number in kept.items() if number} == expected
            seen.update(kept)
    assert len([name for name in seen if seen[name]]) > 0.9 * len(seen)


@pytest.mark.parametrize(("players", "short"), SIZES)
def test_scores_by_year_end_in_the_score_and_tokens_held_in_its_influence(players: int, short: bool) -> None:
    logs, details, _ = played(players, short)
    last = f"score_y{RULES.years.number}"
    for game, log in enumerate(logs):
        end = log[-1]["score"]
        assert details[last][game].tolist() == [seat["total"] for seat in end]
        for seat in range(players):
            held = sum(int(details[f"held_{house}"][game, seat]) for house in RULES.houses)
            assert held == held_by_log(log, seat)


def held_by_log(log: list[Event], seat: int) -> int:
    held = 0
    for event in log:
        if event["event"] == "turn" and event["seat"] == seat:
            held += event["gained"].get("influence", 0) + event["drawn_by_tactic"].get("influence", 0)
        if event["event"] == "outcome" and seat in event["bonus"]:
            held += event["bonus_gained"][seat].get("influence", 0)
    return held


@pytest.mark.parametrize(("players", "short"), SIZES)
def test_score_by_year_is_what_the_reference_game_scores_then(players: int, short: bool) -> None:
    """R7, as if the game ended after each Year."""
    play = DogsPlay(RULES, players, short, SEED, [uniform], None, True)
    rows = np.zeros(players, play.row_dtype)
    dogs = Table(RULES, players, short).dogs(SEED, 0)
    play.play(0, np.array([dogs], np.int64), np.zeros((1, players), np.int64), rows, np.zeros(2, np.int64))
    table = new_game(RULES, players=players, short=short, seed=SEED, game=0, dogs=dogs)
    deal(table)
    for year in range(RULES.years.number):
        play_year(table, [Uniform()] * players)
        assert rows["details"]["score_y"][:, year].tolist() == [score(table, seat)["total"] for seat in range(players)]


def test_options_are_the_legal_placements_of_every_turn() -> None:
    """R4.2 to R4.4: counted by the reference game, turn by turn."""
    counts = [0] * 4

    class Counting(Uniform):
        def turn(self, view: View) -> Turn | None:
            counts[view.seat] += len(placements.legal(view.game, view.seat, placements.means(view.game, view.seat)))
            return super().turn(view)

    play = DogsPlay(RULES, 4, False, SEED, [uniform], None, True)
    rows = np.zeros(4, play.row_dtype)
    dogs = Table(RULES, 4, False).dogs(SEED, 0)
    play.play(0, np.array([dogs], np.int64), np.zeros((1, 4), np.int64), rows, np.zeros(2, np.int64))
    table = new_game(RULES, players=4, short=False, seed=SEED, game=0, dogs=dogs)
    deal(table)
    for _ in range(RULES.years.number):
        play_year(table, [Counting()] * 4)
    assert rows["details"]["options"].tolist() == counts


@pytest.mark.parametrize(("players", "short"), SIZES)
def test_details_change_nothing_else(players: int, short: bool) -> None:
    assert played(players, short)[2]
    assert ROW_AND_DETAILS["row"] == ROW
