"""The log checker: it passes every game of the reference and refuses logs that were tampered with."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.dogs.ruleset import Ruleset
from tests.dogs.random_rulesets import rulesets
from tests.reference import placements, tactics
from tests.reference.choices import IllegalMove, Strategy, Turn, View
from tests.reference.conservation import FIELDS, check_log
from tests.reference.game import play
from tests.reference.golden import golden_game
from tests.reference.ledger import LogError
from tests.reference.log import to_json
from tests.reference.situations import base
from tests.reference.state import Event, Game
from tests.reference.uniform import Uniform
from tests.reference.wild import Wild, every_tactic

TABLES = [(3, False), (4, False), (5, False), (3, True)]


def played(rules: Ruleset, players: int, short: bool, game: int, strategy: Strategy) -> list[Event]:
    """Play a game and return its log as it comes back from JSON."""
    dogs = [(game + seat) % len(rules.dogs) for seat in range(players)]
    log = play(
        rules,
        players=players,
        short=short,
        seed=20,
        game=game,
        dogs=dogs,
        strategies=[strategy] * players,
        names=["test"] * players,
        ruleset_hash="",
    )
    return [json.loads(line) for line in to_json(log).splitlines()]


@pytest.mark.parametrize(("players", "short"), TABLES)
@pytest.mark.parametrize("strategy", [Uniform(), Wild(), Wild(30)])
def test_games_by_the_base_rules_pass(players: int, short: bool, strategy: Strategy) -> None:
    for game in range(15):
        check_log(played(base(), players, short, game, strategy), base())


@settings(max_examples=60, deadline=None, derandomize=True)
@given(rulesets(), st.sampled_from(TABLES), st.integers(0, 10**6), st.sampled_from([Uniform(), Wild(), Wild(30)]))
def test_games_by_random_rules_pass(rules: Ruleset, seats: tuple[int, bool], game: int, strategy: Strategy) -> None:
    check_log(played(rules, *seats, game, strategy), rules)


class Prying(Wild):
    """Wild, but he looks at all his possibilities first and compares two ways to know them."""

    def turn(self, view: View) -> Turn | None:
        check_legal(view)
        check_prospects(view)
        return super().turn(view)


def check_legal(view: View) -> None:
    """The list of legal placements holds exactly those that are not refused (R4.2 to R4.4)."""
    table, seat = view.game, view.seat
    means = placements.means(table, seat)
    passed = [
        (battle, side, space, soldier)
        for battle in range(len(table.battles))
        for side in (0, 1)
        for space in range(len(table.battles[battle].occupant[side]))
        for soldier in range(4)
        if is_legal(table, seat, Turn(battle, side, space, soldier), means)
    ]
    assert placements.legal(table, seat, means) == passed


def is_legal(table: Game, seat: int, turn: Turn, means: placements.Means) -> bool:
    try:
        placements.check(table, seat, turn, means)
    except IllegalMove:
        return False
    return True


def check_prospects(view: View) -> None:
    """I8: what a card would make possible is what it makes possible once played."""
    for tactic in every_tactic(view):
        card = view.game.box.cards[tactic.card]
        foreseen = placements.legal(
            view.game, view.seat, tactics.means_after(view.game, view.seat, card, tactic.battle)
        )
        table = copy.deepcopy(view.game)
        tactics.play(table, view.seat, tactic)
        now = placements.means(table, view.seat)._replace(any_space=card.effect == "ignore_condition")
        assert placements.legal(table, view.seat, now) == foreseen


@pytest.mark.parametrize(("players", "short"), TABLES)
def test_i8_what_a_card_makes_possible_is_foreseen(players: int, short: bool) -> None:
    check_log(played(base(), players, short, 0, Prying(20)), base())


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all numbers in a line."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from leaves(inner, (*path, key))
    if isinstance(value, int) and not isinstance(value, bool):
        yield path


def nudged(event: Event, path: tuple[Any, ...], by: int) -> Event:
    """Return a line with one number changed."""
    changed = copy.deepcopy(event)
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] += by
    return changed


def test_every_number_of_a_log_is_checked() -> None:
    """One number changed anywhere is noticed, but where the line would be as good: seed and game, tiles nobody went to,
    a battle for Betrayal that makes no difference, a space with the same reward.
    """
    log = golden_game()
    seen: dict[tuple[str, Any], int] = {}
    for number, event in enumerate(log):
        for path in leaves(event):
            kind = (event["event"], path[0])
            seen[kind] = seen.get(kind, 0) + 1
            if path[0] in ("seed", "game", "tactic", "space") or "tiles" in path or seen[kind] > 8:
                continue
            for by in (1, -1):
                with pytest.raises(LogError):
                    check_log([*log[:number], nudged(event, path, by), *log[number + 1 :]], base())
    assert len(seen) > 25


def test_every_line_of_a_log_is_needed_in_its_place() -> None:
    log = golden_game()
    for number in range(len(log)):
        with pytest.raises(LogError):
            check_log([*log[:number], *log[number + 1 :]], base())
    for number in range(len(log) - 1):
        with pytest.raises(LogError):
            check_log([*log[:number], log[number + 1], log[number], *log[number + 2 :]], base())


def first(log: list[Event], kind: str, where: Callable[[Event], bool] = lambda event: True) -> Event:
    return next(event for event in log if event["event"] == kind and where(event))


def tampered() -> dict[str, Callable[[list[Event]], None]]:
    """Return changes to the golden log, by the rule whose number the checker must give."""

    def change(kind: str, key: str, value: Any, where: Callable[[Event], bool] = lambda event: True) -> Any:
        return lambda log: first(log, kind, where).update({key: value})

    return {
        "R1.1": lambda log: log[0]["dogs"].__setitem__(0, log[0]["dogs"][1]),
        "R1.4": change("setup", "players", 6),
        "R1.5": lambda log: log[0]["houses"].pop(),
        "R2.1": lambda log: log[1]["battles"][0].update(bonus={"vp": 1}),
        "R2.2": lambda log: log[1]["battles"][0]["tiles"].__setitem__(0, log[1]["battles"][1]["tiles"][0]),
        "R2.3": lambda log: (
            log[1]["battles"][0]["houses"].reverse() or log[1]["battles"][0]["houses"].__setitem__(0, "x")
        ),
        "R2.5": change("year", "first", 4),
        "R3.1": change("muster", "captains", 4),
        "R3.2": change("muster", "coins", 9),
        "R3.3": change("muster", "bought", {"war_machine": 3}),
        "R4.1": change("turn", "tactic", {"card": "plunder"}),
        "R4.4": change("turn", "space", 5, lambda event: event["soldier"] == "footman" and event["space"] < 3),
        "R4.5": change("turn", "moved", 0),
        "R4.6": change("turn", "gained", {"vp": 9}),
        "R4.7": change("pass", "captains_lost", 7),
        "R5.2": change("outcome", "winner", "nobody", lambda event: event["tracker"] != 0),
        "R5.3": change("outcome", "glorious", 0, lambda event: event["tracker"] not in (0, 15, -15)),
        "R5.4": change("outcome", "vp", [9, 9, 9, 9], lambda event: event["tracker"] != 0),
        "R5.5": change("outcome", "bonus", [0, 1, 2, 3], lambda event: event["tracker"] != 0),
        "R6.1": change("turn", "cards", ["renown"]),
        "R7.5": change("end", "winners", []),
        "R8.1": change("outcome", "spoils", {"0": "footman"}, lambda event: event["tracker"] != 0),
        "R8.3": change("outcome", "profit", [9, 9, 9, 9], lambda event: event["tracker"] != 0),
        "R8.4": change("last_stand", "to", -15),
        "C3": change("turn", "drawn_by_tactic", {"vp": 1}),
        "L": change("turn", "extra", 1),
    }


@pytest.mark.parametrize("rule", tampered())
def test_the_rule_broken_is_named(rule: str) -> None:
    log = copy.deepcopy(golden_game())
    tampered()[rule](log)
    with pytest.raises(LogError) as caught:
        check_log(log, base())
    assert caught.value.rule == rule
    assert "line " in caught.value.text


def test_l_lines_have_the_fields_of_the_log_in_order() -> None:
    for event in golden_game():
        assert list(event) == ["event", *FIELDS[event["event"]].split()]


def test_a_log_that_stops_early_is_refused() -> None:
    with pytest.raises(LogError, match="ends where"):
        check_log(golden_game()[:-1], base())
