"""R0 to R3 on the kernels: components, setup, the battles of each Year, mustering."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from simcore.dogs.log import reward_entries
from simcore.dogs.play import DogsPlay
from simcore.dogs.ruleset import SOLDIERS
from strategies.dogs.uniform import uniform
from tests.differential.comparison import Comparison, Table
from tests.dogs.kernel_table import KernelTable
from tests.reference.choices import IllegalMove
from tests.reference.situations import FOOTMAN, KNIGHT, base, bonus, give, post, table, tactic, variant
from tests.reference.state import Event

SIZES = [(3, False), (4, False), (5, False), (3, True)]
GAMES = 30


@cache
def logs(players: int = 4, short: bool = False) -> list[list[Event]]:
    """Return the logs of whole games of the kernels; components are counted at every event."""
    comparison = Comparison(Table(base(), players, short), 11, [uniform])
    return [comparison.kernel_log(game) for game in range(GAMES)]


def lines(kind: str, players: int = 4, short: bool = False) -> list[Event]:
    """Return all lines of a kind."""
    return [event for log in logs(players, short) for event in log if event["event"] == kind]


# What is in the box, R0.


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r0_1_box_holds_68_coins(players: int) -> None:
    kernel = KernelTable(table(players=players))
    assert kernel.public.coins_left + sum(kernel.own(seat).coins for seat in range(players)) == 68


@pytest.mark.parametrize(("players", "tokens"), [(3, 8), (4, 10), (5, 12)])
def test_r0_2_influence_tokens_follow_the_number_of_players(players: int, tokens: int) -> None:
    """Of a House whose every space gives Influence, so many can be taken and no more."""
    game = table(players=players)
    game.influence[1][0] = tokens - 1
    game.influence_supply[0] = 1
    give(game, 0, captains=1, arquebuser=1)
    assert KernelTable(game).place(0, 0, 0, 3, 1)["gained"] == {"influence": 1}  # tile 1: 2 Influence
    play = DogsPlay(base(), players, False, 11, [uniform])
    records, _ = play.replay(0, list(range(players)), [0] * players)
    assert (records["all_influence"] == tokens).all()


def test_r0_3_soldier_cards() -> None:
    assert KernelTable(table()).public["soldiers_left"].tolist() == [20, 15, 10, 5]


def test_r0_4_cards_houses_battles() -> None:
    kernel = KernelTable(table())
    assert kernel.public.deck_left == 32
    assert all(len(event["battles"]) == 3 for event in lines("year"))
    assert all(event["houses"] == list(base().houses) for event in lines("setup"))


def test_r0_5_muster_is_cut_to_six_captains() -> None:
    game = table(year=4)  # five Captains
    game.reserve = [0, 1, 2, 3]
    kernel = KernelTable(game)
    kernel.collect()
    assert kernel.public["captains"].tolist() == [5, 6, 6, 6, 0]
    assert not kernel.public["reserve"].any()


@pytest.mark.parametrize(("unplaced", "gained"), [(4, {"captain": 1}), (5, {})])
def test_r0_5_space_captain_beyond_six_is_not_taken(unplaced: int, gained: dict[str, int]) -> None:
    game = table()
    post(game, 0, 0, 0, "footman")
    give(game, 0, captains=unplaced, knight=1)
    kernel = KernelTable(game)
    assert kernel.place(0, 1, 0, 5, KNIGHT)["gained"] == gained  # tile 3: 1 Captain for a Knight
    assert kernel.public.captains[0] == unplaced - 1 + bool(gained)


def test_r0_5_adjutant_beyond_six_gives_nothing() -> None:
    game = table()
    give(game, 0, "adjutant", captains=6, footman=1)
    kernel = KernelTable(game)
    assert kernel.place(0, 0, 0, 2, FOOTMAN, tactic(game, "adjutant"))["drawn_by_tactic"] == {}
    assert kernel.public.captains[0] == 5


def test_r0_5_bonus_captain_counts_those_still_on_the_board_and_in_reserve() -> None:
    game = table()
    post(game, 0, 0, 0, "footman", "footman", "footman")
    post(game, 0, 1, 0, "footman", "footman")
    post(game, 0, 2, 0, "footman")
    for index in range(3):
        game.battles[index].tracker = 3
        bonus(game, index, captain=3)
    kernel = KernelTable(game)
    gained = [kernel.settle(index)["bonus_gained"][0] for index in range(3)]
    assert gained == [{}, {"captain": 3}, {"captain": 2}]  # six on the board; three came home; two more, three reserved
    assert kernel.public.reserve[0] == 5


def test_r0_5_victory_points_are_unlimited() -> None:
    game = table(variant(battle={"vp_per_captain": 300}))
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 1, "footman")
    game.battles[0].tracker = 1
    assert KernelTable(game).settle(0)["vp"] == [300, 0, 0, 0]


@pytest.mark.parametrize(("soldier", "strength", "cost"), [(0, 1, 1), (1, 3, 2), (2, 5, 3), (3, 7, 4)])
def test_r0_6_strengths_and_costs(soldier: int, strength: int, cost: int) -> None:
    game = table()
    give(game, 0, captains=1)
    kernel = KernelTable(game)
    bought = [int(kind == soldier) for kind in range(4)]
    assert kernel.buy(0, bought)["coins_left"] == 5 - cost
    assert kernel.place(0, 0, 0, 0, soldier)["moved"] == strength


# Laying out the game, R1.


@pytest.mark.parametrize(("players", "short"), SIZES)
def test_r1_1_each_player_has_a_dog_coins_cards_and_a_support_card(players: int, short: bool) -> None:
    for event in lines("setup", players, short):
        assert len(set(event["dogs"])) == len(set(event["support"])) == players
        assert [len(hand) for hand in event["hands"]] == [2] * players
    first_musters = [event for log in logs(players, short) for event in log[2 : 2 + players]]
    assert {event["coins"] for event in first_musters} == {5 + 3}


def test_r1_2_houses_start_at_minus_one() -> None:
    """Where the first battle of a game is a draw, both Houses are still there."""
    firsts = [next(event for event in log if event["event"] == "outcome") for log in logs()]
    draws = [event for event in firsts if event["winner"] is None]
    assert draws
    assert all(set(event["track"].values()) == {-1} for event in draws)


def test_r1_3_first_holder_of_the_token_is_random() -> None:
    holders = Counter(event["first"] for event in lines("setup"))
    assert set(holders) == {0, 1, 2, 3}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r1_4_three_to_five_players(players: int) -> None:
    for log in logs(players):
        assert log[0]["players"] == len(log[-1]["score"]) == players
        assert {event["seat"] for event in log if event["event"] == "muster"} == set(range(players))


def test_r1_5_short_game_leaves_two_houses_out_and_fights_two_battles() -> None:
    left_out: Counter[str] = Counter()
    for log in logs(3, True):
        houses = log[0]["houses"]
        assert len(houses) == 4
        left_out.update(set(base().houses) - set(houses))
        assert set(log[0]["support"]) <= set(houses)
        years = [event for event in log if event["event"] == "year"]
        assert len(years) == 4
        for year in years:
            assert [set(battle["houses"]) <= set(houses) for battle in year["battles"]] == [True, True]
    assert set(left_out) == set(base().houses)


# The battles of a Year, R2.


@pytest.mark.parametrize(("players", "short"), SIZES)
def test_r2_1_bonus_tokens_are_different_and_three_vp_in_the_last_year(players: int, short: bool) -> None:
    tokens = Counter(str(reward_entries(token.amounts())) for token in base().bonus_tokens)
    for event in lines("year", players, short):
        drawn = Counter(str(battle["bonus"]) for battle in event["battles"])
        if event["year"] == 4:
            assert set(drawn) == {"{'vp': 3}"}
        else:
            assert drawn <= tokens


@pytest.mark.parametrize(("players", "short"), SIZES)
def test_r2_2_every_side_has_a_tile_of_its_own(players: int, short: bool) -> None:
    seen: set[int] = set()
    for event in lines("year", players, short):
        tiles = [tile for battle in event["battles"] for tile in battle["tiles"]]
        assert len(set(tiles)) == len(tiles) == (4 if short else 6)
        seen |= set(tiles)
    assert seen == set(range(1, 9))


@pytest.mark.parametrize(("players", "short"), SIZES)
def test_r2_3_every_side_has_a_house_of_its_own(players: int, short: bool) -> None:
    for event in lines("year", players, short):
        houses = [house for battle in event["battles"] for house in battle["houses"]]
        assert len(set(houses)) == len(houses) == (4 if short else 6)


def test_r2_4_trackers_stand_at_nought_and_the_board_is_empty() -> None:
    game = table()
    give(game, 0, captains=2, footman=2)
    kernel = KernelTable(game)
    kernel.place(0, 0, 1, 0)
    kernel.pass_out(0)
    for battle in range(3):
        kernel.settle(battle)
    kernel.begin_year(2)
    public = kernel.public
    assert not public["tracker"].any() and not public["captains_on"].any()
    assert not any(public[name].any() for name in ("passed", "supported", "closed", "betrayed"))
    assert (public["free"] == 0b111111).all() and (public["occupant"] == -1).all()
    assert public.next_holder == -1


def test_r2_5_holder_may_hand_the_token_to_anybody_who_then_starts() -> None:
    handed = Counter((event["first"] - event["holder"]) % 4 for event in lines("year"))
    assert set(handed) == {0, 1, 2, 3}
    for log in logs():
        for index, event in enumerate(log):
            if event["event"] == "year":
                clockwise = [(event["first"] + step) % 4 for step in range(4)]
                assert [muster["seat"] for muster in log[index + 1 : index + 5]] == clockwise


# Captains, income and purchases, R3.


@pytest.mark.parametrize(("year", "captains"), [(1, 3), (2, 4), (3, 4), (4, 5)])
def test_r3_1_captains_by_year_and_those_in_reserve(year: int, captains: int) -> None:
    game = table(year=year)
    game.reserve[2] = 1
    kernel = KernelTable(game)
    kernel.collect()
    assert kernel.public["captains"].tolist() == [captains, captains, captains + 1, captains, 0]


def test_r3_2_income_comes_before_anybody_buys() -> None:
    """Where the bank is short, what the first buyer pays comes too late for the others' income."""
    game = table()
    give(game, 3, coins=game.bank - 6)
    kernel = KernelTable(game)
    kernel.collect()
    assert [kernel.own(seat).coins for seat in range(3)] == [8, 8, 5]
    kernel.buy(0, [8, 0, 0, 0])
    assert kernel.buy(2, [0, 0, 0, 0])["coins"] == 5


def test_r3_3_purchases_pay_the_bank() -> None:
    game = table()
    give(game, 0, coins=3)
    kernel = KernelTable(game)
    line = kernel.buy(0, [1, 2, 1, 0])
    assert line["bought"] == {"footman": 1, "arquebuser": 2, "knight": 1}
    assert (line["coins"], line["coins_left"], kernel.own(0).types) == (8, 0, 0b0111)
    assert kernel.own(0)["soldiers"].tolist() == [1, 2, 1, 0]
    assert kernel.public.coins_left == 68 - 15
    assert kernel.public["soldiers_left"].tolist() == [19, 13, 9, 5]


@pytest.mark.parametrize("bought", [[9, 0, 0, 0], [0, 0, 0, 3], [-1, 0, 0, 0], [-4, 0, 0, 1], [2**62, 0, 0, 2**60]])
def test_r3_3_what_is_not_paid_for_is_refused(bought: list[int]) -> None:
    game = table()
    give(game, 0, coins=3)  # eight in all
    kernel = KernelTable(game)
    with pytest.raises(IllegalMove, match=r"R3\.3"):
        kernel.buy(0, bought)
    assert (kernel.own(0).coins, kernel.own(0)["soldiers"].any()) == (8, False)


@pytest.mark.parametrize("soldier", range(4))
def test_r3_3_supply_bounds_purchases(soldier: int) -> None:
    game = table()
    give(game, 0, coins=3)
    give(game, 1, **{SOLDIERS[soldier]: game.soldier_supply[soldier] - 1})
    kernel = KernelTable(game)
    one = [int(kind == soldier) for kind in range(4)]
    kernel.buy(0, one)
    with pytest.raises(IllegalMove, match=r"R3\.3"):
        kernel.buy(0, one)


def test_r4_turns_go_round_until_all_have_passed() -> None:
    for log in logs():
        waiting: list[int] = []
        for event in log:
            if event["event"] == "year":
                waiting = [(event["first"] + step) % 4 for step in range(4)]
            elif event["event"] in ("turn", "pass"):
                assert event["seat"] == waiting.pop(0)
                if event["event"] == "turn":
                    waiting.append(event["seat"])
            elif event["event"] == "outcome":
                assert not waiting


def test_r4_8_i11_token_goes_to_the_first_who_passed() -> None:
    for log in logs():
        first_to_pass = log[0]["first"]
        for event in log:
            if event["event"] == "year":
                assert event["holder"] == first_to_pass
                first_to_pass = None
            elif event["event"] == "pass" and first_to_pass is None:
                first_to_pass = event["seat"]
