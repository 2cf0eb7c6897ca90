"""L: the game log of the kernels, against an independent checker of logs, and line by line on made-up records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.dogs import events
from simcore.dogs.log import GameLog, Line, to_json
from simcore.dogs.play import DogsPlay
from simcore.dogs.ruleset import Ability, Ruleset, ruleset_hash
from simcore.dogs.state import EVENT
from strategies.dogs import load_strategy
from tests.dogs.conservation_of_kernel import check_conserved
from tests.reference.conservation import check_log
from tests.reference.lineups import random_line_up
from tests.reference.situations import base, variant, with_abilities

GOLDEN = Path(__file__).parents[1] / "golden" / "uniform_4p_seed1_game0.jsonl"
TABLES = [(3, False), (4, False), (5, False), (3, True)]
EVERYTHING = {"spoils_of_war": 2, "upstage": 1, "profiteer": 2, "last_stand": 3, "retreat": 50}


@cache
def unusual() -> Ruleset:
    """Return rules with every ability on every seat, a card that draws cards, a short track and no end of coins."""
    cards = [replace(card, effect="draw", amount=3) if card.effect == "coins" else card for card in base().tactic_cards]
    rules = variant(
        battle={"track_end": 9},
        readings={"limited_coins": False, "upstage_needs_captain": False, "last_stand_scope": "one"},
        tactic_cards=tuple(cards),
    )
    return with_abilities(rules, dict.fromkeys(range(5), EVERYTHING))


def played(rules: Ruleset, players: int, short: bool, game: int) -> tuple[Any, list[Line]]:
    """Play a game on the kernels and return its records and its log as it comes back from JSON."""
    dogs, strategies = random_line_up(1, game, players, len(rules.dogs), 1)
    player = DogsPlay(rules, players, short, 1, [load_strategy("uniform")])
    records, rows = player.replay(game, dogs, strategies)
    log = GameLog(rules, players, short, 1, ["uniform"]).lines(game, dogs, strategies, records, rows)
    return records, [json.loads(to_json(line)) for line in log]


def test_the_kernels_write_the_golden_log() -> None:
    assert "".join(map(to_json, played(base(), 4, False, 0)[1])) == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("rules", [base, unusual])
@pytest.mark.parametrize(("players", "short"), TABLES)
def test_every_line_obeys_the_rules_and_all_components_add_up(rules: Any, players: int, short: bool) -> None:
    for game in range(25):
        records, log = played(rules(), players, short, game)
        check_log(log, rules())
        check_conserved(records, rules(), players)


@pytest.mark.parametrize(
    ("field", "what"),
    [
        ("all_coins", "coins"),
        ("all_soldiers", "Soldiers"),
        ("all_influence", "Influence"),
        ("all_cards", "Tactic cards"),
        ("all_captains", "Captains"),
    ],
)
def test_r0_a_component_too_many_is_noticed(field: str, what: str) -> None:
    records, _ = played(base(), 4, False, 0)
    records[field][7] += 10
    with pytest.raises(AssertionError, match=rf"event 7: .*{what}"):
        check_conserved(records, base(), 4)


def lines_of(*records: Any, rules: Ruleset | None = None, short: bool = False) -> list[Line]:
    """Return the lines of records made by `record`, in a game with three seats."""
    log = GameLog(rules or base(), 3, short, 7, ["uniform", "greedy"])
    return list(log.lines(5, [4, 0, 1], [1, 0, 0], np.concatenate(records)))


def record(kind: int, **fields: Any) -> Any:
    """Return an array of one EVENT record with some fields set; a shorter sequence fills the beginning of a field."""
    made = np.zeros(1, EVENT)
    made["kind"] = kind
    for name, value in fields.items():
        array = np.asarray(value)
        made[name][(slice(1), *(slice(length) for length in array.shape))] = array
    return made


def test_setup_line() -> None:
    (line,) = lines_of(
        record(
            events.SETUP,
            support=[5, 0, 2],
            n_drawn=[2, 1, 0],
            drawn=[[4, 0], [1, 0], [0, 0]],
            houses_in_play=0b100111,
            first=2,
        )
    )
    assert list(line.items()) == [
        ("event", "setup"),
        ("ruleset", {"name": "base", "hash": ruleset_hash(base())}),
        ("seed", 7),
        ("game", 5),
        ("players", 3),
        ("dogs", ["stormcrow", "blackmane", "macbeth"]),
        ("strategies", ["greedy", "uniform", "uniform"]),
        ("support", ["mallory", "harlow", "bastiani"]),
        ("hands", [["levy", "betrayal"], ["reinforcements"], []]),
        ("houses", ["harlow", "tornborn", "bastiani", "mallory"]),
        ("first", 2),
    ]


def test_r2_year_line_numbers_tiles_from_1_and_the_last_bonus_is_the_rules_own() -> None:
    layout = {"house": [0, 3, 1, 5, 2, 4], "tile": [7, 0, 1, 2, 3, 4]}
    first, last = lines_of(
        record(events.YEAR, year=1, holder=1, first=0, bonus=[1, 0, 5], **layout),
        record(events.YEAR, year=4, holder=0, first=2, bonus=[-1, 12, 0], **layout),
    )
    assert first == {
        "event": "year",
        "year": 1,
        "holder": 1,
        "first": 0,
        "battles": [
            {"bonus": {"coins": 3}, "houses": ["harlow", "hackett"], "tiles": [8, 1]},
            {"bonus": {"captain": 1}, "houses": ["tornborn", "mallory"], "tiles": [2, 3]},
            {"bonus": {"war_machine": 1}, "houses": ["bastiani", "talbot"], "tiles": [4, 5]},
        ],
    }
    assert [battle["bonus"] for battle in last["battles"]] == [{"vp": 3}] * 3


def test_r1_5_short_game_has_two_battles() -> None:
    (line,) = lines_of(record(events.YEAR, year=1, house=[0, 1, 2, 3], tile=[0, 1, 2, 3]), short=True)
    assert [battle["houses"] for battle in line["battles"]] == [["harlow", "tornborn"], ["bastiani", "hackett"]]


def test_r3_muster_line_leaves_out_what_was_not_bought() -> None:
    (line,) = lines_of(record(events.MUSTER, seat=1, captains=3, coins=8, bought=[2, 0, 0, 1], coins_left=2))
    assert to_json(line) == (
        '{"event": "muster", "seat": 1, "captains": 3, "coins": 8,'
        ' "bought": {"footman": 2, "war_machine": 1}, "coins_left": 2}\n'
    )


TURN = {"seat": 2, "battle": 1, "side": 1, "space": 4, "soldier": 2, "moved": -5, "tracker": -8}


@pytest.mark.parametrize(
    ("card", "tactic"),
    [
        (-1, None),
        (0, {"card": "betrayal", "battle": 2}),
        (1, {"card": "reinforcements"}),
        (6, {"card": "sabotage", "battle": 2, "side": 1}),
    ],
)
def test_r6_turn_line_names_only_the_parameters_that_a_card_has(card: int, tactic: Line | None) -> None:
    (line,) = lines_of(record(events.TURN, **TURN, card=card, card_battle=2, card_side=1))
    assert line["tactic"] == tactic


def test_r4_turn_line() -> None:
    gained = np.zeros((3, 9), int)
    gained[2] = [0, 1, 0, 0, 0, 0, 2, 0, 3]
    (line,) = lines_of(
        record(
            events.TURN,
            **TURN,
            card=1,
            by_tactic=[0, 0, 0, 1],
            gained=gained,
            n_drawn=[0, 0, 2],
            drawn=[[0, 0], [0, 0], [3, 4]],
        )
    )
    assert list(line.items()) == [
        ("event", "turn"),
        ("seat", 2),
        ("tactic", {"card": "reinforcements"}),
        ("drawn_by_tactic", {"arquebuser": 1}),
        ("battle", 1),
        ("side", 1),
        ("space", 4),
        ("soldier", "knight"),
        ("moved", -5),
        ("tracker", -8),
        ("gained", {"coins": 1, "tactics": 2, "influence": 3}),
        ("cards", ["war_chest", "levy"]),
    ]


def test_small_lines() -> None:
    passing, reshuffle, last_stand = lines_of(
        record(events.PASS, seat=1, captains=2),
        record(events.RESHUFFLE, seat=-1, reshuffled=17),
        record(events.LAST_STAND, seat=0, battle=2, tracker_before=-1, tracker=1),
    )
    assert passing == {"event": "pass", "seat": 1, "captains_lost": 2}
    assert reshuffle == {"event": "reshuffle", "cards": 17}
    assert list(last_stand.items()) == [("event", "last_stand"), ("seat", 0), ("battle", 2), ("from", -1), ("to", 1)]


def outcome(**fields: Any) -> Any:
    return record(events.OUTCOME, battle=1, house=[4, 2], track=[-1, 0, 3, 0, 1, 0], **fields)


def test_r5_outcome_line() -> None:
    (line,) = lines_of(
        outcome(
            tracker=-15,
            winner=2,
            glorious=1,
            vp=[2, 0, 2],
            profit=[0, 0, 1],
            got_bonus=0b101,
            gained=[[0, 3], [0, 0], [0, 1]],
            n_drawn=[0, 0, 1],
            drawn=[[0], [0], [3]],
        )
    )
    assert list(line.items()) == [
        ("event", "outcome"),
        ("battle", 1),
        ("tracker", -15),
        ("winner", "bastiani"),
        ("glorious", True),
        ("track", {"talbot": 1, "bastiani": 3}),
        ("vp", [2, 0, 2]),
        ("profit", [0, 0, 1]),
        ("bonus", [0, 2]),
        ("bonus_gained", [{"coins": 3}, {}, {"coins": 1}]),
        ("cards", [[], [], ["war_chest"]]),
        ("spoils", {}),
    ]


def test_r5_1_outcome_without_winner() -> None:
    (line,) = lines_of(outcome(winner=-1))
    assert line["winner"] is None
    assert line["glorious"] is False
    assert list(line["track"]) == ["talbot", "bastiani"]


@pytest.mark.parametrize(
    ("strengths", "taken"),
    [
        ([1, 3, 5, 7], ["war_machine", "knight", "knight", "footman"]),
        ([9, 3, 5, 5], ["footman", "war_machine", "knight", "knight"]),
    ],
)
def test_r8_1_spoils_are_a_name_or_a_list_with_the_strongest_first(strengths: Sequence[int], taken: list[str]) -> None:
    soldiers = zip(base().soldiers.items(), strengths, strict=True)
    rules = replace(base(), soldiers={name: replace(kind, strength=strength) for (name, kind), strength in soldiers})
    spoils = [[0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 2, 1]]
    (line,) = lines_of(outcome(tracker=1, winner=4, spoils=spoils), rules=rules)
    assert list(line["spoils"].items()) == [("0", "knight"), ("2", taken)]


def test_a_game_broken_off_has_no_end() -> None:
    assert [line["event"] for line in lines_of(record(events.PASS, seat=1))] == ["pass"]


def test_r7_end_line_comes_from_the_rows() -> None:
    _, log = played(base(), 4, False, 0)
    assert log[-1]["event"] == "end"
    assert list(log[-1]["score"][0]) == ["tokens", "influence", "support", "coins", "cards", "total"]
    assert all(score["total"] == sum(score.values()) - score["total"] for score in log[-1]["score"])


def test_abilities_used_in_these_tests_are_all_there_are() -> None:
    assert {Ability(kind, amount) for kind, amount in EVERYTHING.items()} == set(unusual().dogs[0].abilities)
