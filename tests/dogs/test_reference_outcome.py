"""R5, R7 and R8 on the reference game: battle outcomes, scores, the Dogs' special abilities."""

from __future__ import annotations

import pytest

from simcore.dogs.ruleset import SoldierType
from tests.reference.choices import IllegalMove, Push
from tests.reference.last_stand import last_stands, stand
from tests.reference.outcome import outcome_phase, settle
from tests.reference.scoring import finish, score, winners
from tests.reference.scripted import Scripted
from tests.reference.situations import bonus, empty_deck, give, post, push, table, tactic, variant
from tests.reference.state import Game


def fought(tracker: int, *, winners: dict[int, int], losers: dict[int, int], **laid: object) -> Game:
    """Return a table whose first battle stands at `tracker`, with Captains (and Footmen) by seat on each side."""
    game = table(**laid)  # type: ignore[arg-type]
    game.battles[0].tracker = tracker
    ahead = 0 if tracker >= 0 else 1
    for side, seats in ((ahead, winners), (1 - ahead, losers)):
        for seat, number in seats.items():
            post(game, seat, 0, side, *["footman"] * number)
    return game


def values(game: Game) -> list[int]:
    return [game.house_value(house) for house in game.battles[0].houses]


# Battle outcome, R5.


def test_r5_1_tracker_at_nought_gives_nobody_anything() -> None:
    game = fought(0, winners={0: 2}, losers={1: 1}, abilities={0: {"profiteer": 1, "upstage": 1, "spoils_of_war": 1}})
    bonus(game, 0, vp=3)
    result = settle(game, 0)
    assert (result.winner, result.glorious, result.bonus, result.spoils) == (None, False, [], {})
    assert result.vp == result.profit == [0, 0, 0, 0]
    assert values(game) == [-1, -1]
    assert game.events[-1]["winner"] is None
    assert game.events[-1]["track"] == {"harlow": -1, "tornborn": -1}


@pytest.mark.parametrize(("tracker", "after"), [(1, [0, -1]), (14, [0, -1]), (-1, [-1, 0]), (-14, [-1, 0])])
def test_r5_2_victory_moves_the_house_up_one(tracker: int, after: list[int]) -> None:
    game = fought(tracker, winners={0: 1}, losers={})
    assert settle(game, 0).winner == (0 if tracker > 0 else 1)
    assert values(game) == after


@pytest.mark.parametrize(("tracker", "after"), [(15, [1, -2]), (-15, [-2, 1])])
def test_r5_3_glorious_victory_moves_two_and_the_loser_down(tracker: int, after: list[int]) -> None:
    game = fought(tracker, winners={0: 1}, losers={})
    assert settle(game, 0).glorious
    assert values(game) == after


def test_r5_4_one_vp_for_each_captain_of_the_losing_side() -> None:
    game = fought(-3, winners={0: 3, 1: 1}, losers={2: 2, 3: 1})
    assert settle(game, 0).vp == [3, 3, 0, 0]
    assert game.vp == [3, 3, 0, 0]


def test_r5_5_most_captains_on_the_winning_side_take_the_bonus() -> None:
    game = fought(2, winners={0: 1, 1: 2}, losers={2: 3})
    bonus(game, 0, coins=3)
    result = settle(game, 0)
    assert (result.bonus, result.bonus_gained) == ([1], [{}, {"coins": 3}, {}, {}])


def test_r5_5_all_tied_players_take_the_whole_bonus() -> None:
    game = fought(2, winners={0: 1, 1: 2, 3: 2}, losers={})
    bonus(game, 0, knight=1, influence=2)
    result = settle(game, 0)
    assert result.bonus == [1, 3]
    assert result.bonus_gained[1] == result.bonus_gained[3] == {"knight": 1, "influence": 2}
    assert game.influence[1][game.battles[0].houses[0]] == 2  # of the winning House


def test_r5_5_bonus_captain_waits_for_the_next_year() -> None:
    game = fought(2, winners={0: 1}, losers={})
    bonus(game, 0, captain=1)
    settle(game, 0)
    assert (game.reserve[0], game.unplaced[0]) == (1, 0)


def test_r5_5_bonus_tactics_are_drawn_and_named() -> None:
    game = fought(2, winners={0: 1}, losers={})
    bonus(game, 0, tactics=2)
    result = settle(game, 0)
    assert result.bonus_gained[0] == {"tactics": 2}
    assert len(result.cards[0]) == 2
    assert sum(game.hands[0]) == 2


def test_r5_6_captains_soldiers_and_tracker_return_battle_by_battle() -> None:
    """The supply holds no Knight until the first battle's go back; the second battle's Bonus can then be paid."""
    game = table()
    for index in range(2):
        post(game, index, index, 0, "knight")
        game.battles[index].tracker = 1
        bonus(game, index, knight=2)
    give(game, 3, knight=8)
    outcome_phase(game)
    assert game.events[-3]["bonus_gained"] == [{}, {}, {}, {}]
    assert game.events[-2]["bonus_gained"] == [{}, {"knight": 1}, {}, {}]  # his own is still out
    assert [game.on_board(seat) for seat in range(4)] == [0, 0, 0, 0]
    assert [battle.tracker for battle in game.battles] == [0, 0, 0]
    assert game.soldier_supply == [20, 15, 1, 5]


# The final score, R7.


def test_r7_1_tokens_count_as_they_are() -> None:
    game = table()
    game.vp[0] = 7
    assert score(game, 0)["tokens"] == 7


def test_r7_2_influence_and_support_count_by_the_track_negative_too() -> None:
    game = table()
    game.support[0] = 1
    game.influence[0][:3] = [3, 1, 2]
    game.house_position[0] += 4  # from -1 to 3
    game.house_position[2] += 1  # to 0
    assert score(game, 0)["influence"] == 3 * 3 + 1 * -1 + 2 * 0
    assert score(game, 0)["support"] == -2


@pytest.mark.parametrize(("coins", "vp"), [(0, 0), (1, 0), (2, 1), (5, 2), (8, 4)])
def test_r7_3_two_coins_for_one_vp(coins: int, vp: int) -> None:
    game = table()
    game.coins[0] = coins
    assert score(game, 0)["coins"] == vp


def test_r7_4_each_card_in_hand_is_worth_one_vp() -> None:
    game = table()
    give(game, 0, "betrayal", "betrayal", "envoy", footman=2, war_machine=1)
    assert score(game, 0)["cards"] == 6


def test_r7_5_most_vp_wins() -> None:
    game = table()
    game.vp[2] = 30
    finish(game)
    assert game.events[-1]["winners"] == [2]
    scores = game.events[-1]["score"]
    assert list(scores[2]) == ["tokens", "influence", "support", "coins", "cards", "total"]
    assert scores[2]["total"] == sum(list(scores[2].values())[:-1])


def test_r7_5_tied_players_all_win() -> None:
    assert winners([{"total": 5}, {"total": -1}, {"total": 5}]) == [0, 2]


# The Dogs of War, R8.


def test_r8_1_spoils_takes_the_strongest_soldier_of_the_losing_side() -> None:
    game = table(abilities={0: {"spoils_of_war": 1}})
    game.battles[0].tracker = 2
    post(game, 0, 0, 0, "war_machine")
    post(game, 1, 0, 1, "arquebuser", "knight", "footman")
    result = settle(game, 0)
    assert game.soldiers[0] == [0, 0, 1, 0]
    assert game.events[-1]["spoils"] == {"0": "knight"}
    assert result.spoils == {0: [2]}
    assert game.soldier_supply == [20, 15, 9, 5]


def test_r8_1_no_bonus_no_spoils() -> None:
    game = fought(2, winners={0: 1, 1: 2}, losers={2: 1}, abilities={0: {"spoils_of_war": 1}})
    assert settle(game, 0).spoils == {}


def test_r8_1_tied_for_the_bonus_still_takes_spoils() -> None:
    game = fought(2, winners={0: 1, 1: 1}, losers={2: 1}, abilities={0: {"spoils_of_war": 1}})
    assert settle(game, 0).spoils == {0: [0]}


def test_r8_1_nothing_lies_there_nothing_is_taken() -> None:
    game = fought(2, winners={0: 1}, losers={}, abilities={0: {"spoils_of_war": 2}})
    settle(game, 0)
    assert game.events[-1]["spoils"] == {}


def test_r8_1_more_soldiers_and_more_takers_share_in_turn_order() -> None:
    game = table(abilities={0: {"spoils_of_war": 2}, 1: {"spoils_of_war": 2}})
    game.first = 1
    game.battles[0].tracker = 2
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 0, "footman")
    post(game, 2, 0, 1, "footman", "war_machine", "knight")
    settle(game, 0)
    assert game.events[-1]["spoils"] == {"0": "footman", "1": ["war_machine", "knight"]}


def test_r8_1_of_equal_strength_the_later_type() -> None:
    rules = variant(soldiers={"footman": SoldierType(cards=20, strength=5, cost=1)})
    game = table(rules, abilities={0: {"spoils_of_war": 1}})
    game.battles[0].tracker = 2
    post(game, 0, 0, 0, "arquebuser")
    post(game, 1, 0, 1, "footman", "arquebuser", "knight")
    settle(game, 0)
    assert game.events[-1]["spoils"] == {"0": "knight"}


@pytest.mark.parametrize(
    ("captains", "bonus_seats"),
    [({0: 1, 1: 1}, [0]), ({0: 1, 1: 2}, [0, 1]), ({0: 1, 1: 3}, [1]), ({0: 2, 1: 1, 2: 2}, [0])],
)
def test_r8_2_upstage_counts_one_captain_more(captains: dict[int, int], bonus_seats: list[int]) -> None:
    game = fought(2, winners=captains, losers={}, abilities={0: {"upstage": 1}})
    assert settle(game, 0).bonus == bonus_seats


def test_r8_2_upstage_is_for_the_bonus_only() -> None:
    game = fought(2, winners={1: 1}, losers={0: 2}, abilities={0: {"upstage": 1}})
    assert settle(game, 0).vp == [0, 2, 0, 0]


def test_r8_3_profiteer_gets_a_coin_for_each_winning_battle_he_is_in() -> None:
    game = table(abilities={2: {"profiteer": 1}})
    for index, side in ((0, 0), (1, 1), (2, 0)):
        post(game, 2, index, side, "footman")
        game.battles[index].tracker = 4
    outcome_phase(game)
    assert [event["profit"] for event in game.events[:3]] == [[0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    assert game.coins == [5, 5, 7, 5]


@pytest.mark.parametrize(
    ("before", "side", "spaces", "after"),
    [(0, 0, 2, 2), (-1, 0, 2, 1), (-2, 0, 2, 0), (-14, 0, 2, -12), (13, 0, 2, 15), (14, 0, 2, 15), (3, 1, 1, 2)],
)
def test_r8_4_last_stand_moves_up_to_two_spaces(before: int, side: int, spaces: int, after: int) -> None:
    game = table(abilities={1: {"last_stand": 2}})
    game.battles[0].tracker = before
    post(game, 1, 0, side, "footman")
    last_stands(game, [Scripted(stands=[push(0, side, spaces)]) for _ in range(4)])
    assert game.battles[0].tracker == after
    assert game.events == [{"event": "last_stand", "seat": 1, "battle": 0, "from": before, "to": after}]


def test_r8_4_last_stand_comes_before_every_outcome() -> None:
    game = table(abilities={1: {"last_stand": 2}})
    for index in range(3):
        post(game, 1, index, 0, "footman")
    stand(game, 1, [*push(2, 0, 1), *push(0, 0, 2)])
    assert [(event["battle"], event["to"]) for event in game.events] == [(0, 2), (2, 1)]


@pytest.mark.parametrize("pushes", [push(0, 1, 1), push(1, 0, 1), push(0, 0, 3), push(3, 0, 1), push(0, 0, 1) * 2])
def test_r8_4_only_where_he_has_a_captain_in_his_favour_up_to_two(pushes: list[Push]) -> None:
    game = table(abilities={1: {"last_stand": 2}})
    post(game, 1, 0, 0, "footman")
    with pytest.raises(IllegalMove, match=r"R8\.4"):
        stand(game, 1, pushes)
    assert game.events == []


def test_r8_4_not_against_a_tracker_at_fifteen() -> None:
    game = table(abilities={1: {"last_stand": 2}})
    post(game, 1, 0, 0, "footman")
    game.battles[0].tracker = -15
    with pytest.raises(IllegalMove, match=r"R8\.4"):
        stand(game, 1, push(0, 0, 2))


def test_r8_4_no_spaces_is_no_line_in_the_log() -> None:
    game = table(abilities={1: {"last_stand": 2}})
    post(game, 1, 0, 0, "footman")
    stand(game, 1, push(0, 0, 0))
    game.battles[0].tracker = 15
    stand(game, 1, push(0, 0, 2))
    assert game.events == []


def test_r8_4_only_for_dogs_with_the_ability() -> None:
    game = table()
    post(game, 1, 0, 0, "footman")
    last_stands(game, [Scripted(stands=[push(0, 0, 1)]) for _ in range(4)])
    assert game.battles[0].tracker == 0


def test_r8_5_retreat_takes_losing_captains_away_before_vp() -> None:
    game = fought(6, winners={0: 1}, losers={1: 2, 2: 1}, abilities={1: {"retreat": 100}})
    assert settle(game, 0).vp == [1, 0, 0, 0]


@pytest.mark.parametrize(("percent", "captains", "vp"), [(50, 3, 2), (50, 2, 1), (34, 3, 2), (33, 3, 3), (100, 3, 0)])
def test_r8_5_retreat_of_a_share_is_rounded_down(percent: int, captains: int, vp: int) -> None:
    game = fought(6, winners={0: 1}, losers={1: captains}, abilities={1: {"retreat": percent}})
    assert settle(game, 0).vp[0] == vp


def test_r8_5_retreat_leaves_winning_captains_and_undecided_battles_alone() -> None:
    game = fought(6, winners={1: 2}, losers={2: 1}, abilities={1: {"retreat": 100}})
    bonus(game, 0, coins=1)
    result = settle(game, 0)
    assert (result.vp, result.bonus) == ([0, 1, 0, 0], [1])


def test_r8_a_dog_may_have_all_abilities_at_once() -> None:
    every = {"spoils_of_war": 1, "upstage": 2, "profiteer": 3, "last_stand": 4, "retreat": 100}
    game = table(abilities={0: every})
    game.battles[0].tracker = -2
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 0, "footman", "footman", "footman")
    post(game, 2, 0, 1, "knight")
    stand(game, 0, push(0, 0, 4))
    result = settle(game, 0)
    assert (result.vp, result.profit, result.bonus) == ([1, 1, 0, 0], [3, 0, 0, 0], [0, 1])
    assert result.spoils == {0: [2]}


def test_r6_1_bonus_reshuffle_is_told_before_the_outcome() -> None:
    game = fought(2, winners={0: 1}, losers={})
    empty_deck(game, into_discards=True)
    bonus(game, 0, tactics=1)
    settle(game, 0)
    assert [event["event"] for event in game.events] == ["reshuffle", "outcome"]
    assert game.events[0]["cards"] == 32
    assert tactic(game, game.events[1]["cards"][0][0]).card >= 0
