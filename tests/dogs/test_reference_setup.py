"""R0 to R2 on the reference game: components, setup, the battles of each Year."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.reference import mustering, setup
from tests.reference.choices import IllegalMove
from tests.reference.outcome import settle
from tests.reference.scripted import Scripted, quiet
from tests.reference.setup import begin_year, deal, new_game
from tests.reference.situations import (
    FOOTMAN,
    KNIGHT,
    base,
    bonus,
    give,
    place,
    post,
    table,
    tactic,
    variant,
)
from tests.reference.state import Game

# What is in the box, R0.


def test_r0_1_box_holds_68_coins() -> None:
    game = new_game(base(), players=5, seed=1, game=0, dogs=[0, 1, 2, 3, 4])
    assert base().components.coins == 68
    assert game.bank == 68 - 5 * 5


@pytest.mark.parametrize(("players", "tokens"), [(3, 8), (4, 10), (5, 12)])
def test_r0_2_influence_tokens_follow_the_number_of_players(players: int, tokens: int) -> None:
    game = new_game(base(), players=players, seed=1, game=0, dogs=list(range(players)))
    assert game.influence_supply == [tokens] * 6


def test_r0_3_soldier_cards() -> None:
    assert table().soldier_supply == [20, 15, 10, 5]


def test_r0_4_cards_tiles_bonus_tokens_houses_battles() -> None:
    game = new_game(base(), players=4, seed=1, game=0, dogs=[0, 1, 2, 3])
    assert len(game.deck) == 32
    assert len(game.box.needs) == 8
    assert len(game.box.bonus_tokens) == 6
    assert base().houses == ("harlow", "tornborn", "bastiani", "hackett", "talbot", "mallory")
    begin_year(game, quiet())
    assert len(game.battles) == 3


def test_r0_5_muster_is_cut_to_six_captains() -> None:
    game = table(year=4)  # five Captains
    game.reserve = [0, 1, 2, 3]
    for seat in range(4):
        mustering.call_captains(game, seat)
    assert game.unplaced == [5, 6, 6, 6]
    assert game.reserve == [0, 0, 0, 0]


def test_r0_5_space_captain_beyond_six_is_not_taken() -> None:
    for unplaced, gained in ((4, {"captain": 1}), (5, {})):
        game = table()
        post(game, 0, 0, 0, "footman")
        give(game, 0, captains=unplaced, knight=1)
        assert place(game, 0, 1, 0, 5, KNIGHT)["gained"] == gained  # tile 3: 1 Captain for a Knight
        assert game.figures(0) == 6
        assert game.unplaced[0] == unplaced - 1 + bool(gained)


def test_r0_5_adjutant_beyond_six_gives_nothing() -> None:
    game = table()
    give(game, 0, "adjutant", captains=6, footman=1)
    assert place(game, 0, 0, 0, 2, FOOTMAN, tactic(game, "adjutant"))["drawn_by_tactic"] == {}
    assert game.unplaced[0] == 5


def test_r0_5_bonus_captain_counts_those_still_on_the_board() -> None:
    game = table()
    post(game, 0, 0, 0, "footman", "footman", "footman")
    post(game, 0, 1, 0, "footman", "footman")
    post(game, 0, 2, 0, "footman")
    for index in range(3):
        game.battles[index].tracker = 3
        bonus(game, index, captain=2)
    assert settle(game, 0).bonus_gained[0] == {}  # six on the board
    assert settle(game, 1).bonus_gained[0] == {"captain": 2}  # three came home
    assert settle(game, 2).bonus_gained[0] == {"captain": 2}
    assert game.reserve[0] == 4


def test_r0_5_captains_in_reserve_count_for_the_bonus() -> None:
    game = table()
    game.reserve[0] = 4
    post(game, 0, 0, 0, "footman")
    game.battles[0].tracker = 1
    bonus(game, 0, captain=3)
    assert settle(game, 0).bonus_gained[0] == {"captain": 1}


def test_r0_5_victory_points_are_unlimited() -> None:
    game = table(variant(battle={"vp_per_captain": 300}))
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 1, "footman")
    game.battles[0].tracker = 1
    settle(game, 0)
    assert game.vp == [300, 0, 0, 0]


def test_r0_6_strengths_and_costs() -> None:
    game = table()
    assert game.box.strengths == [1, 3, 5, 7]
    assert game.box.costs == [1, 2, 3, 4]


# Laying out the game, R1.


def test_r1_1_each_player_has_coins_cards_and_a_support_card() -> None:
    game = new_game(base(), players=5, seed=3, game=9, dogs=[4, 3, 2, 1, 0])
    hands = deal(game)
    assert game.coins == [5] * 5
    assert [len(hand) for hand in hands] == [2] * 5
    assert [sum(hand) for hand in game.hands] == [2] * 5
    assert len(set(game.support)) == 5
    assert game.abilities[0] == {"retreat": 100}


def test_r1_1_two_players_with_one_dog_are_refused() -> None:
    with pytest.raises(IllegalMove, match=r"R1\.1"):
        new_game(base(), players=3, seed=1, game=0, dogs=[0, 1, 1])


def test_r1_2_houses_start_at_minus_one() -> None:
    game = table()
    assert [game.house_value(house) for house in range(6)] == [-1] * 6


def test_r1_3_first_first_player_is_random() -> None:
    holders = Counter(new_game(base(), players=4, seed=1, game=game, dogs=[0, 1, 2, 3]).holder for game in range(400))
    assert set(holders) == {0, 1, 2, 3}
    assert min(holders.values()) > 60  # 100 expected, standard deviation 8.7


@pytest.mark.parametrize("players", [2, 6])
def test_r1_4_three_to_five_players(players: int) -> None:
    with pytest.raises(IllegalMove, match=r"R1\.4"):
        new_game(base(), players=players, seed=1, game=0, dogs=list(range(players)))


def test_r1_5_short_game_leaves_two_houses_and_one_battle_out() -> None:
    gone = set()
    for index in range(20):
        game = new_game(base(), players=3, short=True, seed=1, game=index, dogs=[0, 1, 2])
        assert len(game.houses) == 4
        assert set(game.support) <= set(game.houses)
        gone |= set(range(6)) - set(game.houses)
        for _ in range(4):
            begin_year(game, quiet(3))
            assert sorted(house for battle in game.battles for house in battle.houses) == game.houses
            game.first_passed = 0
        assert sum(game.influence_supply) == 4 * 8
    assert gone == {0, 1, 2, 3, 4, 5}


def test_r1_5_is_for_three_players_only() -> None:
    with pytest.raises(IllegalMove, match=r"R1\.4"):
        new_game(base(), players=4, short=True, seed=1, game=0, dogs=[0, 1, 2, 3])


# The battles of a Year, R2.


def years(game: Game) -> list[list[tuple[dict[str, int], list[int], list[int]]]]:
    """Lay out all Years; return Bonus, Houses and tiles of each battle."""
    laid = []
    for _ in range(game.ruleset.years.number):
        begin_year(game, quiet(game.players))
        laid.append([(dict(battle.bonus), battle.houses, battle.tiles) for battle in game.battles])
        game.first_passed = 0
    return laid


def test_r2_1_bonus_tokens_differ_and_the_last_year_gives_three_vp() -> None:
    laid = years(new_game(base(), players=4, seed=1, game=0, dogs=[0, 1, 2, 3]))
    for year in laid[:3]:
        bonuses = [tuple(battle[0].items()) for battle in year]
        assert len(set(bonuses)) == 3
        assert set(bonuses) <= set(new_game(base(), players=3, seed=1, game=0, dogs=[0, 1, 2]).box.bonus_tokens)
    assert [battle[0] for battle in laid[3]] == [{"vp": 3}] * 3


def test_r2_2_six_different_tiles_each_year() -> None:
    for year in years(new_game(base(), players=4, seed=2, game=0, dogs=[0, 1, 2, 3])):
        assert len({tile for battle in year for tile in battle[2]}) == 6


def test_r2_3_every_house_fights_once_each_year() -> None:
    for year in years(new_game(base(), players=4, seed=2, game=0, dogs=[0, 1, 2, 3])):
        assert sorted(house for battle in year for house in battle[1]) == [0, 1, 2, 3, 4, 5]


def test_r2_4_trackers_stand_at_nought_when_a_year_begins() -> None:
    game = table()
    game.battles[1].tracker = 9
    begin_year(game, quiet())
    assert [battle.tracker for battle in game.battles] == [0, 0, 0]
    assert not any(any(battle.betrayal) or any(battle.supported[0]) for battle in game.battles)


@pytest.mark.parametrize("goal", [0, 1, 2, 3])
def test_r2_5_holder_hands_the_token_to_anybody(goal: int) -> None:
    game = new_game(base(), players=4, seed=1, game=0, dogs=[0, 1, 2, 3])
    begin_year(game, [Scripted(firsts=[goal]) for _ in range(4)])
    assert game.first == goal
    assert game.clockwise()[0] == goal


def test_r2_5_token_to_an_empty_seat_is_refused() -> None:
    with pytest.raises(IllegalMove, match=r"R2\.5"):
        setup.choose_first(table(), 4)
