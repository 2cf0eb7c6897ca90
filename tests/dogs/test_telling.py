"""The telling of a game: what its sentences say, how battles are drawn, and that any game can be told."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from simcore.dogs.board import Board, Line
from simcore.dogs.ruleset import Ability, Ruleset
from simcore.dogs.sentences import Said, say
from simcore.dogs.telling import tell, tracker_bar
from tests.dogs.random_rulesets import rulesets
from tests.reference.game import play
from tests.reference.situations import base, with_abilities
from tests.reference.uniform import Uniform
from tests.reference.wild import Wild

GOLDEN = Path(__file__).parents[1] / "golden" / "uniform_4p_seed1_game0.jsonl"
TABLES = [(3, False), (4, False), (5, False), (3, True)]
WIDTH = 100


def golden() -> list[Line]:
    return [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]


def told(log: list[Line], rules: Ruleset | None = None, only_year: int | None = None, **options: Any) -> str:
    """Return what is printed of a log."""
    console = Console(file=io.StringIO(), width=WIDTH, **options)
    tell(log, rules or base(), console, "Game 0", only_year)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def reference_log(rules: Ruleset, players: int, short: bool, game: int, strategy: Uniform) -> list[Line]:
    return play(
        rules,
        players=players,
        short=short,
        seed=20,
        game=game,
        dogs=[(game + seat) % len(rules.dogs) for seat in range(players)],
        strategies=[strategy] * players,
        names=["test"] * players,
        ruleset_hash="",
    )


@settings(max_examples=20)
@given(rulesets(), st.sampled_from(TABLES), st.integers(0, 10**6), st.sampled_from([Uniform(), Wild(), Wild(30)]))
def test_any_game_can_be_told_and_its_board_agrees_with_the_scores(
    rules: Ruleset, seats: tuple[int, bool], game: int, strategy: Uniform
) -> None:
    log = reference_log(rules, *seats, game, strategy)
    text = told(log, rules)
    assert max(len(line) for line in text.splitlines()) <= WIDTH
    board = Board(rules)
    for line in log:
        board.read(line)
    for seat, score in enumerate(log[-1]["score"]):
        values = {
            house: value + board.house_abilities(house).get("influence_value", 0)
            for house, value in board.track.items()
        }
        influence = sum(number * values[house] for house, number in board.influence[seat].items() if number)
        cards = len(board.cards[seat]) + board.soldiers[seat].total()
        assert board.vp[seat] == score["tokens"]
        assert influence == score["influence"]
        assert board.coins[seat] // rules.scoring.coins_per_vp == score["coins"]
        assert cards * rules.scoring.vp_per_card == score["cards"]


def test_a_pipe_gets_plain_text_in_ascii() -> None:
    text = told(golden())
    assert "\x1b" not in text
    assert text.isascii()


def test_in_a_terminal_a_seat_has_its_colour_everywhere() -> None:
    text = told(golden(), force_terminal=True, color_system="standard")
    assert "\x1b[1;36m0 Macbeth\x1b[0m" in text
    assert "hands it to \x1b[1;33mO'Malley\x1b[0m, who starts" in text
    assert "\x1b[1;33m2\x1b[0m...\x1b[1;35m1\x1b[0m." in text


def test_the_parts_of_a_game_come_in_order() -> None:
    text = told(golden())
    parts = ["Game 0", "YEAR 1", "Mustering", "Action, round 1", "Action, round 2", "Outcome", "After Year 1", "YEAR 2"]
    places = [text.index(part) for part in parts] + [text.index("YEAR 4"), text.index("SCORES")]
    assert places == sorted(places)
    assert text.endswith("VP each.\n")


def test_battles_are_drawn_as_they_stand_after_a_round() -> None:
    lines = told(golden()).splitlines()
    start = next(number for number, line in enumerate(lines) if line.strip().startswith("-15"))
    assert lines[start : start + 5] == [
        "                    -15            0             15",
        "   Hackett  2...1.  -------O-------|---------------  ......  Harlow    -8",
        "  Bastiani  .0....  ----------O----|---------------  ......  Talbot    -5",
        "  Tornborn  ..3...  ----------O----|---------------  ......  Mallory   -5",
        "Captains left: Macbeth 2, Nameless Conqueror 2, O'Malley 2, Stormcrow 3",
    ]


def test_one_year_alone() -> None:
    text = told(golden(), only_year=2)
    assert "YEAR 2" in text
    assert "decided by uniform" in text, "who plays is always told"
    for other in ("YEAR 1", "YEAR 3", "After Year 1", "SCORES"):
        assert other not in text
    assert "SCORES" in told(golden(), only_year=4)


def test_a_game_broken_off_is_told_as_far_as_it_went() -> None:
    def lines() -> Any:
        yield from golden()[:7]
        yield {"event": "reshuffle", "cards": 9}
        raise RuntimeError("the strategy failed")

    console = Console(file=io.StringIO(), width=WIDTH)
    with pytest.raises(RuntimeError, match="the strategy failed"):
        tell(lines(), base(), console, "Game 0")
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert "plays Muster of Knights (1 Knight), then places a Knight for Hackett" in text
    assert text.endswith("The deck is empty: 9 Tactic cards from the discards become a new one.\n")


@pytest.mark.parametrize(
    ("tracker", "end", "drawn"),
    [
        (0, 15, "-" * 15 + "O" + "-" * 15),
        (15, 15, "-" * 15 + "|" + "-" * 14 + "O"),
        (-1, 3, "--O|---"),
        (1, 100, "-" * 15 + "|O" + "-" * 14),
        (99, 100, "-" * 15 + "|" + "-" * 13 + "O-"),
        (-100, 100, "O" + "-" * 14 + "|" + "-" * 15),
        (1, 1, "-|O"),
    ],
)
def test_r4_5_the_battle_track_is_drawn_to_scale_with_its_ends_kept_for_glory(
    tracker: int, end: int, drawn: str
) -> None:
    assert tracker_bar(tracker, end) == drawn


def board_of(rules: Ruleset | None = None, *lines: Line) -> Board:
    """Return the golden game's table with its first Year laid out and everybody mustered, after some more lines."""
    board = Board(rules or base())
    for line in [*golden()[:6], *lines]:
        board.read(line)
    return board


def turn(seat: int, tactic: Line | None = None, **changes: Any) -> Line:
    """Return a turn: a Knight for Harlow (battle 0, side 0, tile 3) on its third space, which gives nothing."""
    line: Line = {
        "event": "turn",
        "seat": seat,
        "tactic": tactic,
        "drawn_by_tactic": {},
        "battle": 0,
        "side": 0,
        "space": 2,
        "soldier": "knight",
        "moved": 5,
        "tracker": 5,
        "gained": {},
        "cards": [],
    }
    return line | changes


def sentence(line: Line, board: Board | None = None) -> str:
    """Return the one sentence that a line says."""
    ((_, text),) = say(board or board_of(), line)
    return text


PLACED = "places a Knight for Harlow on space 3: tracker from 0 to 5"


@pytest.mark.parametrize(
    ("card", "changes", "said"),
    [
        ({"card": "betrayal", "battle": 2}, {}, "Betrayal (Tornborn against Mallory: both may be supported)"),
        ({"card": "heavy_guns"}, {}, "Heavy Guns (4 more strength)"),
        ({"card": "war_chest"}, {"drawn_by_tactic": {"coins": 2}}, "War Chest (2 coins)"),
        ({"card": "war_chest"}, {}, "War Chest (nothing)"),
        (
            {"card": "sabotage", "battle": 1, "side": 0},
            {},
            "Sabotage (Bastiani against Talbot: tracker from 0 to 2, towards Talbot)",
        ),
        ({"card": "envoy"}, {"drawn_by_tactic": {"influence": 1}}, "Envoy (1 Influence of Harlow)"),
        ({"card": "forced_march"}, {}, "Forced March (the space admits any Soldier)"),
        ({"card": "plunder"}, {}, "Plunder (the space's reward twice)"),
    ],
)
def test_c3_a_tactic_card_is_told_with_what_it_did(card: Line, changes: Line, said: str) -> None:
    assert sentence(turn(0, card, **changes)) == f"plays {said}, then {PLACED}"


def test_sabotage_of_the_battle_supported_is_told_before_the_placement() -> None:
    line = turn(0, {"card": "sabotage", "battle": 0, "side": 1}, tracker=3)
    assert sentence(line) == (
        "plays Sabotage (Hackett against Harlow: tracker from 0 to -2, towards Hackett),"
        " then places a Knight for Harlow on space 3: tracker from -2 to 3"
    )


def test_r4_6_a_reward_is_told_with_house_and_cards() -> None:
    line = turn(0, space=4, gained={"tactics": 2}, cards=["levy", "levy"])
    assert sentence(line).endswith(", gains 2 Tactic cards (Levy, Levy)")
    line = turn(0, space=3, gained={"influence": 2})
    assert sentence(line).endswith(", gains 2 Influence of Harlow")


def test_r4_6_a_reward_that_was_cut_is_told_with_what_is_printed() -> None:
    line = turn(0, space=3, gained={"influence": 1})
    assert sentence(line).endswith(", gains 1 Influence of Harlow (not 2 Influence: no more to be had)")
    line = turn(0, {"card": "plunder"}, space=3, gained={"influence": 3})
    assert sentence(line).endswith(", gains 3 Influence of Harlow (not 4 Influence: no more to be had)")


def test_a_tracker_at_its_end_stays() -> None:
    assert "tracker stays at 15" in sentence(turn(0, moved=0, tracker=15, soldier="arquebuser"))
    assert "places an Arquebuser" in sentence(turn(0, soldier="arquebuser"))


def test_r4_8_the_first_pass_is_told() -> None:
    passing = {"event": "pass", "seat": 2, "captains_lost": 1}
    assert sentence(passing) == (
        "passes first and gets the First Player token for the next Year; loses 1 Captain not placed"
    )
    later = board_of(None, passing)
    assert sentence({"event": "pass", "seat": 1, "captains_lost": 0}, later) == "passes"


def outcome(**changes: Any) -> Line:
    """Return the outcome of the first battle, won by Harlow with two of seat 0's Captains against one of seat 3's."""
    line: Line = {
        "event": "outcome",
        "battle": 0,
        "tracker": 4,
        "winner": "harlow",
        "glorious": False,
        "track": {"harlow": 0, "hackett": -1},
        "vp": [1, 0, 0, 0],
        "profit": [0, 0, 0, 0],
        "bonus": [0],
        "bonus_gained": [{"war_machine": 1}, {}, {}, {}],
        "cards": [[], [], [], []],
        "spoils": {},
    }
    return line | changes


def fought(rules: Ruleset | None = None) -> Board:
    return board_of(rules, turn(0), turn(3, side=1, space=0, tracker=-1), turn(0, space=0, tracker=4))


def outcome_said(board: Board, **changes: Any) -> list[Said]:
    return say(board, outcome(**changes))


def test_r5_outcome_is_told_with_its_reasons() -> None:
    board = fought(with_abilities(base(), {}))
    assert outcome_said(board) == [
        (None, "Harlow beats Hackett (tracker at 4). House values: Hackett stays at -1, Harlow from -1 to 0."),
        (None, "Captains for Harlow: Macbeth 2; for Hackett: Stormcrow 1."),
        (None, "Bonus, 1 War Machine: Macbeth with 2 Captains, the most."),
        (0, "gets 1 VP for Captains on the losing side; 1 War Machine as Bonus"),
    ]


def test_r5_1_no_winner() -> None:
    said = outcome_said(fought(), winner=None, tracker=0, track={"harlow": -1, "hackett": -1}, bonus=[])
    assert said == [
        (
            None,
            "Hackett and Harlow are both defeated (tracker at 0), and nobody gets anything."
            " House values: Hackett stays at -1, Harlow stays at -1.",
        )
    ]


def test_r5_3_glorious_victory() -> None:
    said = outcome_said(fought(), tracker=15, glorious=True, track={"harlow": 1, "hackett": -2})
    assert said[0][1].startswith("Harlow wins a Glorious Victory over Hackett (tracker at 15).")


def test_r5_5_shared_and_cut_bonus() -> None:
    board = fought(with_abilities(base(), {}))
    board.read(turn(1, space=1))
    board.read(turn(1, space=3))
    said = outcome_said(board, bonus=[0, 1])
    assert (None, "Bonus, 1 War Machine: Macbeth and Nameless Conqueror with 2 Captains each, the most.") in said
    assert (1, "gets nothing as Bonus (not 1 War Machine: no more to be had)") in said


def test_r5_5_nobody_stands_for_the_winner() -> None:
    board = board_of(None, turn(3, side=1, space=0))
    said = outcome_said(board, vp=[0] * 4, bonus=[], bonus_gained=[{}] * 4)
    assert said[1:3] == [
        (None, "Captains for Harlow: none; for Hackett: Stormcrow 1."),
        (3, "withdraws 1 Captain from the losing side (Retreat)"),
    ]
    assert said[3] == (None, "Bonus, 1 War Machine: nobody stands for the winner.")


def test_r8_abilities_are_told_where_they_act() -> None:
    said = outcome_said(fought(), vp=[0] * 4, profit=[2, 0, 0, 0], spoils={"0": ["knight", "footman"]})
    assert said[2:] == [
        (3, "withdraws 1 Captain from the losing side (Retreat)"),
        (None, "Bonus, 1 War Machine: Macbeth (1 by Upstage) with 3 Captains, the most."),
        (0, "gets 2 coins (Profiteer); 1 War Machine as Bonus; 1 Footman, 1 Knight captured (Spoils of War)"),
    ]


def test_abilities_beyond_the_rulebook_are_told_where_they_act() -> None:
    kinds = {"pass_cards": 1, "defeat_coins": 2, "victory_vp": 3, "placement_coins": 1, "starting_coins": 2}
    rules = with_abilities(base(), dict.fromkeys(range(5), kinds))
    rules = replace(rules, house_abilities={"harlow": (Ability("placement_cards", 1), Ability("more_bonus", 1))})
    text = " ".join(told(reference_log(rules, 4, False, 3, Uniform()), rules).split())
    assert "Harlow: Placement cards: 1 Tactic card for each Captain placed for it" in text
    assert "More Bonus: given 2 times when it wins" in text
    assert "Captains, 10 coins: buys" in text
    for said in (
        r"passes.*?; draws 1 Tactic card \([A-Z][a-z ]+\)",
        r"2 coins \(for the defeat\)",
        r"gets \d+ VP for the victory",
        r"for Harlow on space 1: tracker [a-z0-9 -]+, gains (?:1 coin, )?1 Tactic card \(",
    ):
        assert re.search(said, text), said
    assert "no more to be had" not in text.split("YEAR 2")[0]


def test_r8_4_last_stand_is_told_with_the_side_it_favours() -> None:
    line = {"event": "last_stand", "seat": 1, "battle": 1, "from": 1, "to": -1}
    assert say(board_of(), line) == [(1, "makes a Last Stand for Bastiani against Talbot: tracker from 1 to -1")]


def test_r2_5_the_token_kept() -> None:
    line = golden()[1] | {"holder": 3, "first": 3}
    assert say(board_of(), line) == [(3, "holds the First Player token, keeps it and starts")]


def test_r7_5_shared_wins_and_the_winner_are_told() -> None:
    log = golden()
    assert "Nameless Conqueror and O'Malley share the win with 21 VP each." in told(log)
    log[-1] = log[-1] | {"winners": [2]}
    assert told(log).endswith("O'Malley wins with 21 VP.\n")
