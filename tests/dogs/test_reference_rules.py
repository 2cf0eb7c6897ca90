"""R3 and R4 on the reference game: mustering and the turns of the action phase."""

from __future__ import annotations

from collections import Counter

import pytest

from simcore.dogs.ruleset import REWARDS, SOLDIERS, Reward, Space
from tests.reference import mustering, totals
from tests.reference.action import action_phase, pass_out, take_turn
from tests.reference.choices import IllegalMove, Turn
from tests.reference.game import play
from tests.reference.outcome import clean_up
from tests.reference.scripted import Scripted, quiet
from tests.reference.setup import begin_year
from tests.reference.situations import (
    ARQUEBUSER,
    FOOTMAN,
    KNIGHT,
    WAR_MACHINE,
    base,
    empty_deck,
    give,
    place,
    post,
    table,
    tactic,
    variant,
)
from tests.reference.state import Event, Game
from tests.reference.uniform import Uniform


def uniform_game(game: int = 0, players: int = 4, short: bool = False) -> list[Event]:
    return play(
        base(),
        players=players,
        short=short,
        seed=7,
        game=game,
        dogs=list(range(players)),
        strategies=[Uniform()] * players,
        names=["uniform"] * players,
        ruleset_hash="",
    )


# Captains, income and purchases, R3.


@pytest.mark.parametrize(("year", "captains"), [(1, 3), (2, 4), (3, 4), (4, 5)])
def test_r3_1_captains_by_year_and_those_in_reserve(year: int, captains: int) -> None:
    game = table(year=year)
    game.reserve[2] = 1
    for seat in range(4):
        mustering.call_captains(game, seat)
    assert game.unplaced == [captains, captains, captains + 1, captains]


def test_r3_2_income_comes_before_anybody_buys() -> None:
    game = table()
    mustering.muster(game, [Scripted(musters=[[8, 0, 0, 0]]), *quiet(3)])
    assert [event["coins"] for event in game.events] == [8, 8, 8, 8]
    assert [event["coins_left"] for event in game.events] == [0, 8, 8, 8]


def test_r3_3_purchases_go_clockwise_and_pay_the_bank() -> None:
    game = table()
    game.first = 2
    mustering.muster(game, [Scripted(musters=[[1, 2, 1, 0]]) for _ in range(4)])
    assert [event["seat"] for event in game.events] == [2, 3, 0, 1]
    assert game.events[0]["bought"] == {"footman": 1, "arquebuser": 2, "knight": 1}
    assert game.coins == [0, 0, 0, 0]
    assert game.bank == 68
    assert game.soldier_supply == [16, 7, 6, 5]


@pytest.mark.parametrize("bought", [[9, 0, 0, 0], [0, 0, 0, 3], [-1, 0, 0, 0], [1, 1]])
def test_r3_3_what_is_not_paid_for_is_refused(bought: list[int]) -> None:
    game = table()
    give(game, 0, coins=3)  # eight in all
    with pytest.raises(IllegalMove, match=r"R3\.3"):
        mustering.buy(game, 0, bought)
    assert (game.coins[0], game.soldiers[0]) == (8, [0, 0, 0, 0])


def test_r3_3_supply_bounds_purchases() -> None:
    game = table()
    give(game, 1, war_machine=4)
    give(game, 0, coins=3)
    mustering.buy(game, 0, [0, 0, 0, 1])
    with pytest.raises(IllegalMove, match=r"R3\.3"):
        mustering.buy(game, 0, [0, 0, 0, 1])


# The turns of the action phase, R4.


def test_r4_turns_go_round_until_all_have_passed() -> None:
    game = table()
    game.first = 3
    give(game, 3, captains=2, footman=2)
    give(game, 1, captains=1, footman=1)
    three = [Turn(0, 0, 0, FOOTMAN), Turn(0, 0, 1, FOOTMAN)]
    action_phase(game, [Scripted(), Scripted(turns=[Turn(1, 0, 0, FOOTMAN)]), Scripted(), Scripted(turns=three)])
    told = [(event["event"], event["seat"]) for event in game.events]
    assert told == [("turn", 3), ("pass", 0), ("turn", 1), ("pass", 2), ("turn", 3), ("pass", 1), ("pass", 3)]


def test_r4_1_tactic_card_is_optional_and_discarded() -> None:
    game = table()
    give(game, 0, "renown", captains=2, footman=2)
    assert place(game, 0, 0, 0, 2)["tactic"] is None
    assert sum(game.discards) == 0
    line = place(game, 0, 1, 0, 2, FOOTMAN, tactic(game, "renown"))
    assert line["tactic"] == {"card": "renown"}
    assert game.discards[11] == 1
    assert sum(game.hands[0]) == 0


def test_r4_1_card_not_in_hand_is_refused() -> None:
    game = table()
    give(game, 0, captains=1, footman=1)
    with pytest.raises(IllegalMove, match=r"R4\.1"):
        place(game, 0, 0, 0, 2, FOOTMAN, tactic(game, "renown"))


def test_r4_2_captain_and_soldier_leave_the_hand_together() -> None:
    game = table()
    give(game, 0, captains=1, footman=1)
    place(game, 0, 0, 0, 2)
    assert (game.unplaced[0], game.soldiers[0]) == (0, [0, 0, 0, 0])
    assert game.battles[0].occupant[0][2] == 0
    assert game.battles[0].soldiers[0] == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("captains", "footmen", "turn"),
    [
        (0, 1, Turn(0, 0, 2, FOOTMAN)),  # no Captain
        (1, 0, Turn(0, 0, 2, FOOTMAN)),  # no Soldier
        (1, 1, Turn(0, 1, 0, FOOTMAN)),  # space taken
        (1, 1, Turn(0, 0, 6, FOOTMAN)),  # no such space
        (1, 1, Turn(3, 0, 0, FOOTMAN)),  # no such battle
        (1, 1, Turn(0, 2, 0, FOOTMAN)),  # no such side
        (1, 1, Turn(0, 0, 0, -1)),  # no such Soldier
    ],
)
def test_r4_2_without_captain_soldier_or_free_space_no_turn(captains: int, footmen: int, turn: Turn) -> None:
    game = table()
    post(game, 1, 0, 1, "footman")
    give(game, 0, captains=captains, footman=footmen)
    with pytest.raises(IllegalMove, match=r"R4\.2"):
        take_turn(game, 0, turn)
    assert (game.unplaced[0], game.soldiers[0][FOOTMAN], game.events) == (captains, footmen, [])


def test_r4_3_not_against_a_house_supported_in_the_same_battle() -> None:
    game = table()
    give(game, 0, captains=3, footman=3)
    place(game, 0, 0, 0, 0)
    place(game, 0, 1, 1, 0)  # another battle is free
    with pytest.raises(IllegalMove, match=r"R4\.3"):
        place(game, 0, 0, 1, 0)


@pytest.mark.parametrize(
    ("space", "admitted"), [(0, [0, 1, 2, 3]), (3, [ARQUEBUSER, KNIGHT, WAR_MACHINE]), (5, [KNIGHT, WAR_MACHINE])]
)
def test_r4_4_conditions_of_spaces(space: int, admitted: list[int]) -> None:
    for soldier in range(4):
        game = table()
        give(game, 0, captains=1, **{SOLDIERS[soldier]: 1})
        if soldier in admitted:
            place(game, 0, 0, 0, space, soldier)
        else:
            with pytest.raises(IllegalMove, match=r"R4\.4"):
                place(game, 0, 0, 0, space, soldier)


@pytest.mark.parametrize(("soldier", "spaces"), [(0, 1), (1, 3), (2, 5), (3, 7)])
@pytest.mark.parametrize("side", [0, 1])
def test_r4_5_tracker_moves_by_strength_to_the_house_supported(soldier: int, spaces: int, side: int) -> None:
    game = table()
    give(game, 0, captains=1, **{SOLDIERS[soldier]: 1})
    line = place(game, 0, 0, side, 0, soldier)
    assert line["moved"] == line["tracker"] == (-spaces if side else spaces)


@pytest.mark.parametrize(("before", "side", "after"), [(11, 0, 15), (-11, 1, -15), (15, 0, 15), (-2, 0, 5), (2, 1, -5)])
def test_r4_5_tracker_stops_at_fifteen(before: int, side: int, after: int) -> None:
    game = table()
    game.battles[0].tracker = before
    give(game, 0, captains=1, war_machine=1)
    line = place(game, 0, 0, side, 0, WAR_MACHINE)
    assert (line["moved"], line["tracker"]) == (after - before, after)


def one_space(**reward: int) -> Game:
    """Return a table whose spaces all give one reward; seat 0 has a Captain and a Footman."""
    space = Space(None, Reward(**reward))
    game = table(variant(tiles=tuple((space,) * 6 for _ in range(8))))
    give(game, 0, captains=1, footman=1)
    return game


@pytest.mark.parametrize("kind", REWARDS)
def test_r4_6_every_kind_of_reward_is_taken_at_once(kind: str) -> None:
    game = one_space(**{kind: 2})
    line = place(game, 0, 2, 1, 0)
    assert line["gained"] == {kind: 2}
    assert len(line["cards"]) == (2 if kind == "tactics" else 0)
    holdings = {
        "vp": game.vp[0],
        "coins": game.coins[0] - 5,
        "tactics": sum(game.hands[0]),
        "captain": game.unplaced[0],
        "influence": game.influence[0][5],  # of the House supported
        **dict(zip(SOLDIERS, game.soldiers[0], strict=True)),
    }
    assert holdings == {**dict.fromkeys(holdings, 0), kind: 2}
    totals.check(game)


@pytest.mark.parametrize("kind", [kind for kind in REWARDS if kind != "vp"])
def test_r4_6_what_the_supply_lacks_is_not_taken(kind: str) -> None:
    game = one_space(**{kind: 3})
    if kind == "coins":
        give(game, 3, coins=game.bank - 1)
    elif kind == "tactics":
        empty_deck(game, leave=1)
    elif kind == "captain":
        give(game, 0, captains=4)
    elif kind == "influence":
        game.influence[3][5], game.influence_supply[5] = 9, 1
    else:
        give(game, 3, **{kind: game.soldier_supply[SOLDIERS.index(kind)] - 1})
    line = place(game, 0, 2, 1, 0)
    assert line["gained"] == {kind: 1}


def test_r4_6_reward_of_a_soldier_comes_after_the_one_played_lies_on_the_board() -> None:
    game = one_space(footman=1)
    give(game, 3, footman=19)
    assert place(game, 0, 0, 0, 0)["gained"] == {}


def test_r4_7_passing_loses_captains_and_keeps_soldiers_cards_and_coins() -> None:
    game = table()
    give(game, 0, "renown", captains=2, knight=1)
    pass_out(game, 0)
    assert game.events[-1] == {"event": "pass", "seat": 0, "captains_lost": 2}
    assert (game.unplaced[0], game.soldiers[0], sum(game.hands[0]), game.coins[0]) == (0, [0, 0, 1, 0], 1, 5)
    assert game.passed == [True, False, False, False]


def test_r4_8_first_to_pass_holds_the_token_next_year() -> None:
    game = table()
    give(game, 0, captains=1, footman=1)
    action_phase(game, [Scripted(turns=[Turn(0, 0, 0, FOOTMAN)]), *quiet(3)])
    assert game.first_passed == 1
    for battle in game.battles:
        clean_up(game, battle)
    begin_year(game, [Scripted(firsts=[3]) for _ in range(4)])
    assert (game.holder, game.first) == (1, 3)


def test_r4_9_uniform_choices_do_not_depend_on_what_is_hidden() -> None:
    """Other coins, Soldiers, cards, Influence, VP and Support of the others, and another deck: the same turn."""

    def choice(*, other: bool) -> Turn | None:
        game = table()
        give(game, 0, "sabotage", "levy", captains=2, footman=1, knight=1)
        if other:
            give(game, 1, "renown", "envoy", coins=7, war_machine=2)
            game.vp[2], game.support[3] = 9, game.support[2]
            game.influence[1][0], game.influence_supply[0] = 4, 6
        return Uniform().turn(game.views[0])

    assert choice(other=False) == choice(other=True)


def test_whole_games_keep_the_components() -> None:
    """Every event of the reference game is followed by a count of all components."""
    for players, short in ((3, False), (4, False), (5, False), (3, True)):
        events = uniform_game(players=players, short=short)
        assert Counter(event["event"] for event in events)["year"] == 4
        assert events[-1]["event"] == "end"
