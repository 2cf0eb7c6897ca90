"""R5 and R8 on the kernels: battle outcomes and the Dogs' special abilities."""

from __future__ import annotations

import pytest

from simcore.dogs.ruleset import SoldierType
from simcore.dogs.state import RETREAT
from tests.dogs.kernel_table import KernelTable
from tests.reference.choices import IllegalMove, Push
from tests.reference.situations import base, bonus, empty_deck, give, post, push, table, variant
from tests.reference.state import Game

HOUSES = base().houses


def fought(tracker: int, *, winners: dict[int, int], losers: dict[int, int], **laid: object) -> Game:
    """Return a table whose first battle stands at `tracker`, with Captains (and Footmen) by seat on each side."""
    game = table(**laid)  # type: ignore[arg-type]
    game.battles[0].tracker = tracker
    ahead = 0 if tracker >= 0 else 1
    for side, seats in ((ahead, winners), (1 - ahead, losers)):
        for seat, number in seats.items():
            post(game, seat, 0, side, *["footman"] * number)
    return game


def settle(game: Game) -> dict[str, object]:
    return KernelTable(game).settle(0)


# Battle outcome, R5.


def test_r5_1_tracker_at_nought_gives_nobody_anything() -> None:
    abilities = {0: {"profiteer": 1, "upstage": 1, "spoils_of_war": 1, "retreat": 100}}
    game = fought(0, winners={0: 2}, losers={1: 1}, abilities=abilities)
    bonus(game, 0, vp=3)
    line = settle(game)
    assert (line["winner"], line["glorious"], line["bonus"], line["spoils"]) == (None, False, [], {})
    assert line["vp"] == line["profit"] == [0, 0, 0, 0]
    assert line["track"] == {"harlow": -1, "tornborn": -1}


@pytest.mark.parametrize("tracker", [1, 14, -1, -14])
def test_r5_2_victory_moves_the_house_up_one(tracker: int) -> None:
    line = settle(fought(tracker, winners={0: 1}, losers={}))
    assert (line["winner"], line["glorious"]) == (HOUSES[tracker < 0], False)
    assert line["track"] == {"harlow": 0 if tracker > 0 else -1, "tornborn": 0 if tracker < 0 else -1}


@pytest.mark.parametrize(("tracker", "track"), [(15, [1, -2]), (-15, [-2, 1])])
def test_r5_3_glorious_victory_moves_two_and_the_loser_down(tracker: int, track: list[int]) -> None:
    line = settle(fought(tracker, winners={0: 1}, losers={}))
    assert line["glorious"] is True
    assert line["track"] == dict(zip(HOUSES, track, strict=False))


def test_r5_4_one_vp_for_each_captain_of_the_losing_side() -> None:
    kernel = KernelTable(fought(-3, winners={0: 3, 1: 1}, losers={2: 2, 3: 1}))
    assert kernel.settle(0)["vp"] == [3, 3, 0, 0]
    assert [kernel.own(seat).vp for seat in range(4)] == [3, 3, 0, 0]


def test_r5_5_most_captains_on_the_winning_side_take_the_bonus() -> None:
    game = fought(2, winners={0: 1, 1: 2}, losers={2: 3})
    bonus(game, 0, coins=3)
    line = settle(game)
    assert (line["bonus"], line["bonus_gained"]) == ([1], [{}, {"coins": 3}, {}, {}])


def test_r5_5_all_tied_players_take_the_whole_bonus() -> None:
    game = fought(-2, winners={0: 1, 1: 2, 3: 2}, losers={})
    bonus(game, 0, knight=1, influence=2)
    kernel = KernelTable(game)
    line = kernel.settle(0)
    assert line["bonus"] == [1, 3]
    assert line["bonus_gained"] == [{}, {"knight": 1, "influence": 2}, {}, {"knight": 1, "influence": 2}]
    assert kernel.own(1)["influence"][1] == kernel.own(3)["influence"][1] == 2  # of the winning House


def test_r5_5_bonus_captain_waits_for_the_next_year() -> None:
    game = fought(2, winners={0: 1}, losers={})
    bonus(game, 0, captain=1)
    kernel = KernelTable(game)
    kernel.settle(0)
    assert (kernel.public.reserve[0], kernel.public.captains[0]) == (1, 0)


def test_r5_5_bonus_tactics_are_drawn_and_named() -> None:
    game = fought(2, winners={0: 1}, losers={})
    bonus(game, 0, tactics=2)
    kernel = KernelTable(game)
    line = kernel.settle(0)
    assert line["bonus_gained"][0] == {"tactics": 2}
    assert len(line["cards"][0]) == 2
    assert (kernel.own(0).n_cards, kernel.public.deck_left) == (2, 30)


def test_r5_6_captains_soldiers_and_tracker_return_battle_by_battle() -> None:
    """The supply holds no Knight until the first battle's go back; the second battle's Bonus can then be paid."""
    game = table()
    for index in range(2):
        post(game, index, index, 0, "knight")
        game.battles[index].tracker = 1
        bonus(game, index, knight=2)
    give(game, 3, knight=8)
    kernel = KernelTable(game)
    gained = [kernel.settle(index)["bonus_gained"] for index in range(3)]
    assert gained == [[{}] * 4, [{}, {"knight": 1}, {}, {}], [{}] * 4]  # his own is still out
    public = kernel.public
    assert not public["on_board"].any() and not public["captains_on"].any() and not public["all_captains_on"].any()
    assert not public["tracker"].any() and not public["soldiers_on"].any()
    assert public["soldiers_left"].tolist() == [20, 15, 1, 5]


def test_r6_1_bonus_reshuffle_is_told_before_the_outcome() -> None:
    game = fought(2, winners={0: 1}, losers={})
    empty_deck(game, into_discards=True)
    bonus(game, 0, tactics=1)
    kernel = KernelTable(game)
    kernel.settle(0)
    assert [event["event"] for event in kernel.events] == ["reshuffle", "outcome"]
    assert kernel.events[0]["cards"] == 32


# The Dogs of War, R8.


def test_r8_1_spoils_takes_the_strongest_soldier_of_the_losing_side() -> None:
    game = table(abilities={0: {"spoils_of_war": 1}})
    game.battles[0].tracker = 2
    post(game, 0, 0, 0, "war_machine")
    post(game, 1, 0, 1, "arquebuser", "knight", "footman")
    kernel = KernelTable(game)
    assert kernel.settle(0)["spoils"] == {"0": "knight"}
    assert kernel.own(0)["soldiers"].tolist() == [0, 0, 1, 0]
    assert kernel.own(0).types == 0b0100
    assert kernel.public["soldiers_left"].tolist() == [20, 15, 9, 5]


@pytest.mark.parametrize(("captains", "spoils"), [({0: 1, 1: 2}, {}), ({0: 1, 1: 1}, {"0": "footman"})])
def test_r8_1_spoils_come_with_the_bonus_only_a_shared_one_too(captains: dict[int, int], spoils: object) -> None:
    game = fought(2, winners=captains, losers={2: 1}, abilities={0: {"spoils_of_war": 1}})
    assert settle(game)["spoils"] == spoils


def test_r8_1_nothing_lies_there_nothing_is_taken() -> None:
    assert settle(fought(2, winners={0: 1}, losers={}, abilities={0: {"spoils_of_war": 2}}))["spoils"] == {}


def test_r8_1_more_soldiers_and_more_takers_share_in_turn_order() -> None:
    game = table(abilities={0: {"spoils_of_war": 2}, 1: {"spoils_of_war": 2}})
    game.first = 1
    game.battles[0].tracker = 2
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 0, "footman")
    post(game, 2, 0, 1, "footman", "war_machine", "knight")
    assert settle(game)["spoils"] == {"0": "footman", "1": ["war_machine", "knight"]}


def test_r8_1_of_equal_strength_the_later_type() -> None:
    rules = variant(soldiers={"footman": SoldierType(cards=20, strength=5, cost=1)})
    game = table(rules, abilities={0: {"spoils_of_war": 1}})
    game.battles[0].tracker = 2
    post(game, 0, 0, 0, "arquebuser")
    post(game, 1, 0, 1, "footman", "arquebuser", "knight")
    assert settle(game)["spoils"] == {"0": "knight"}


@pytest.mark.parametrize(
    ("captains", "seats"),
    [({0: 1, 1: 1}, [0]), ({0: 1, 1: 2}, [0, 1]), ({0: 1, 1: 3}, [1]), ({0: 2, 1: 1, 2: 2}, [0])],
)
def test_r8_2_upstage_counts_one_captain_more(captains: dict[int, int], seats: list[int]) -> None:
    assert settle(fought(2, winners=captains, losers={}, abilities={0: {"upstage": 1}}))["bonus"] == seats


@pytest.mark.parametrize(
    ("captains", "seats"),
    [({0: 1, 1: 2, 2: 3}, [0, 1]), ({0: 1, 1: 1, 2: 3}, [0]), ({1: 2, 2: 4}, [1, 2]), ({0: 1, 2: 4}, [0, 2])],
)
def test_r8_2_several_dogs_may_have_upstage(captains: dict[int, int], seats: list[int]) -> None:
    abilities = {0: {"upstage": 3}, 1: {"upstage": 2}}
    assert settle(fought(-2, winners=captains, losers={}, abilities=abilities))["bonus"] == seats


def test_r8_2_upstage_is_for_the_bonus_only() -> None:
    assert settle(fought(2, winners={1: 1}, losers={0: 2}, abilities={0: {"upstage": 1}}))["vp"] == [0, 2, 0, 0]


def test_r8_3_profiteer_gets_a_coin_for_each_winning_battle_he_is_in() -> None:
    game = table(abilities={2: {"profiteer": 1}})
    for index, side in ((0, 0), (1, 1), (2, 0)):
        post(game, 2, index, side, "footman")
        game.battles[index].tracker = 4
    kernel = KernelTable(game)
    assert [kernel.settle(index)["profit"] for index in range(3)] == [[0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    assert [kernel.own(seat).coins for seat in range(4)] == [5, 5, 7, 5]


@pytest.mark.parametrize(
    ("before", "side", "spaces", "after"),
    [(0, 0, 2, 2), (-1, 0, 2, 1), (-2, 0, 2, 0), (-14, 0, 2, -12), (13, 0, 2, 15), (14, 0, 2, 15), (3, 1, 1, 2)],
)
def test_r8_4_last_stand_moves_up_to_two_spaces(before: int, side: int, spaces: int, after: int) -> None:
    game = table(abilities={1: {"last_stand": 2}})
    game.battles[0].tracker = before
    post(game, 1, 0, side, "footman")
    kernel = KernelTable(game)
    line = kernel.stand(1, push(0, side, spaces))
    assert line == {"event": "last_stand", "seat": 1, "battle": 0, "from": before, "to": after}
    assert kernel.public.tracker[0] == after


def test_r8_4_last_stand_is_told_battle_by_battle() -> None:
    game = table(abilities={1: {"last_stand": 2}})
    for index in range(3):
        post(game, 1, index, 0, "footman")
    kernel = KernelTable(game)
    kernel.stand(1, [*push(2, 0, 1), *push(0, 0, 2)])
    assert [(event["battle"], event["to"]) for event in kernel.events] == [(0, 2), (2, 1)]


@pytest.mark.parametrize("pushes", [push(0, 1, 1), push(1, 0, 1), push(0, 0, 3), push(0, 0, -1), push(0, 2, 1)])
def test_r8_4_only_where_he_has_a_captain_in_his_favour_up_to_two(pushes: list[Push]) -> None:
    game = table(abilities={1: {"last_stand": 2}})
    post(game, 1, 0, 0, "footman")
    kernel = KernelTable(game)
    with pytest.raises(IllegalMove, match=r"R8\.4"):
        kernel.stand(1, pushes)
    assert kernel.events == []
    assert not kernel.public["tracker"].any()


def test_r8_4_not_against_a_tracker_at_fifteen() -> None:
    game = table(abilities={1: {"last_stand": 2}})
    post(game, 1, 0, 0, "footman")
    game.battles[0].tracker = -15
    with pytest.raises(IllegalMove, match=r"R8\.4"):
        KernelTable(game).stand(1, push(0, 0, 2))


def test_r8_4_no_spaces_is_no_line_in_the_log() -> None:
    game = table(abilities={1: {"last_stand": 2}})
    post(game, 1, 0, 0, "footman")
    assert KernelTable(game).stand(1, push(0, 0, 0)) == {}
    game.battles[0].tracker = 15
    assert KernelTable(game).stand(1, push(0, 0, 2)) == {}


def test_r8_5_retreat_takes_losing_captains_away_before_vp() -> None:
    game = fought(6, winners={0: 1}, losers={1: 2, 2: 1}, abilities={1: {"retreat": 100}})
    assert settle(game)["vp"] == [1, 0, 0, 0]


@pytest.mark.parametrize(("percent", "captains", "vp"), [(50, 3, 2), (50, 2, 1), (34, 3, 2), (33, 3, 3), (100, 3, 0)])
def test_r8_5_retreat_of_a_share_is_rounded_down(percent: int, captains: int, vp: int) -> None:
    game = fought(6, winners={0: 1}, losers={1: captains}, abilities={1: {"retreat": percent}})
    kernel = KernelTable(game)
    assert kernel.settle(0)["vp"][0] == vp
    assert kernel.game["tally"]["ability_gain"][1] == captains - vp
    assert kernel.public.abilities[1, RETREAT] == percent


def test_r8_5_retreat_leaves_winning_captains_alone() -> None:
    game = fought(6, winners={1: 2}, losers={2: 1}, abilities={1: {"retreat": 100}})
    bonus(game, 0, coins=1)
    line = settle(game)
    assert (line["vp"], line["bonus"]) == ([0, 1, 0, 0], [1])


def test_r8_a_dog_may_have_all_abilities_at_once() -> None:
    every = {"spoils_of_war": 1, "upstage": 2, "profiteer": 3, "last_stand": 4, "retreat": 100}
    game = table(abilities={0: every})
    game.battles[0].tracker = -2
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 0, "footman", "footman", "footman")
    post(game, 2, 0, 1, "knight")
    kernel = KernelTable(game)
    kernel.stand(0, push(0, 0, 4))
    line = kernel.settle(0)
    assert (line["vp"], line["profit"], line["bonus"]) == ([1, 1, 0, 0], [3, 0, 0, 0], [0, 1])
    assert line["spoils"] == {"0": "knight"}
