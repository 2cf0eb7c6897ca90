"""R7 on the kernels: final scores; and the rulebook's two worked examples as golden tests."""

from __future__ import annotations

import pytest

from tests.dogs.kernel_table import KernelTable
from tests.reference.situations import base, bonus, give, post, table, variant
from tests.reference.state import Game

HOUSES = {name: index for index, name in enumerate(base().houses)}


def score(game: Game, seat: int = 0) -> dict[str, int]:
    return KernelTable(game).score()[seat]


def test_r7_1_tokens_count_as_they_are() -> None:
    game = table()
    game.vp[0] = 7
    assert score(game)["tokens"] == 7


def test_r7_2_influence_and_support_count_by_the_track_negative_too() -> None:
    game = table()
    game.support[0] = 1
    game.influence[0][:3] = [3, 1, 2]
    game.house_position[0] += 4  # from -1 to 3
    game.house_position[2] += 1  # to 0
    assert score(game)["influence"] == 3 * 3 + 1 * -1 + 2 * 0
    assert score(game)["support"] == -2


@pytest.mark.parametrize(("coins", "vp"), [(0, 0), (1, 0), (2, 1), (5, 2), (8, 4)])
def test_r7_3_two_coins_for_one_vp(coins: int, vp: int) -> None:
    game = table()
    game.coins[0] = coins
    assert score(game)["coins"] == vp


def test_r7_4_each_card_in_hand_is_worth_one_vp() -> None:
    game = table()
    give(game, 0, "betrayal", "betrayal", "envoy", footman=2, war_machine=1)
    assert score(game)["cards"] == 6


def test_r7_numbers_are_the_rulesets() -> None:
    game = table(variant(scoring={"support_tokens": 3, "coins_per_vp": 3, "vp_per_card": 4}))
    give(game, 0, "envoy", knight=1)
    scores = score(game)
    assert (scores["support"], scores["coins"], scores["cards"]) == (-3, 1, 8)


def test_r7_5_most_vp_wins_and_the_parts_add_up() -> None:
    game = table()
    game.vp[:] = [3, 9, 30, 3]
    scores = KernelTable(game).score()
    assert [seat["rank"] for seat in scores] == [3, 2, 1, 3]
    assert [seat["winners"] for seat in scores] == [1] * 4
    for seat in scores:
        parts = ("tokens", "influence", "support", "coins", "cards")
        assert seat["total"] == sum(seat[part] for part in parts)


def test_r7_5_i1_tied_players_all_win() -> None:
    game = table()
    game.vp[:] = [5, -1, 5, 4]
    scores = KernelTable(game).score()
    assert [seat["rank"] for seat in scores] == [1, 4, 1, 3]
    assert [seat["winners"] for seat in scores] == [2] * 4


# The worked examples.


def test_r7_worked_example_scores_28() -> None:
    """R7: 11 VP tokens, 5 coins, 3 Tactic cards, 2 Soldiers, Influence of four Houses, Support of Harlow."""
    game = table()
    for name, value in {"talbot": -1, "bastiani": 0, "harlow": 1, "hackett": 5}.items():
        game.house_position[HOUSES[name]] = base().house_track.index(value)
    game.vp[0] = 11
    give(game, 0, "betrayal", "levy", "envoy", footman=1, war_machine=1)  # and the five starting coins
    for name, tokens in {"talbot": 2, "bastiani": 2, "harlow": 5, "hackett": 1}.items():
        game.influence[0][HOUSES[name]] = tokens
    game.support[0] = HOUSES["harlow"]
    parts = {"tokens": 11, "influence": 8, "support": 2, "coins": 2, "cards": 5, "total": 28}
    assert score(game).items() >= parts.items()


def test_r8_worked_example_stormcrow_halves_the_victory_points() -> None:
    """R8: Mallory beats Bastiani by 5; of four losing Captains two are Stormcrow's; Pink has most of the others."""
    pink, brown, stormcrow, other = range(4)
    game = table(abilities={stormcrow: {"retreat": 100}})
    battle = game.battles[0]
    battle.houses = [HOUSES["mallory"], HOUSES["bastiani"]]
    battle.tracker = 5
    bonus(game, 0, captain=1)
    post(game, pink, 0, 0, "footman", "knight")
    post(game, brown, 0, 0, "arquebuser")
    post(game, stormcrow, 0, 1, "footman", "footman")
    post(game, other, 0, 1, "footman", "footman")
    kernel = KernelTable(game)
    assert kernel.settle(0) == {
        "event": "outcome",
        "battle": 0,
        "tracker": 5,
        "winner": "mallory",
        "glorious": False,
        "track": {"mallory": 0, "bastiani": -1},
        "vp": [2, 2, 0, 0],
        "profit": [0, 0, 0, 0],
        "bonus": [pink],
        "bonus_gained": [{"captain": 1}, {}, {}, {}],
        "cards": [[], [], [], []],
        "spoils": {},
    }
    assert kernel.public["reserve"].tolist() == [1, 0, 0, 0, 0]


def test_r8_worked_example_without_retreat_gives_four() -> None:
    game = table()
    game.battles[0].tracker = 5
    post(game, 0, 0, 0, "footman", "knight")
    post(game, 1, 0, 0, "arquebuser")
    post(game, 2, 0, 1, "footman", "footman")
    post(game, 3, 0, 1, "footman", "footman")
    assert KernelTable(game).settle(0)["vp"] == [4, 4, 0, 0]
