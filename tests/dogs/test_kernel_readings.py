"""I1 to I16 on the kernels: every switch of the ruleset both ways, and the readings without one.

I1 is in test_kernel_scoring, I8 in test_kernel_tactics, I11 in test_kernel_setup.
"""

from __future__ import annotations

import pytest

from simcore.dogs.ruleset import Ruleset
from tests.dogs.kernel_table import KernelTable
from tests.reference.choices import IllegalMove, Push
from tests.reference.situations import (
    ARQUEBUSER,
    FOOTMAN,
    base,
    bonus,
    empty_deck,
    give,
    post,
    push,
    table,
    tactic,
    variant,
)
from tests.reference.state import Game


def reading(**switches: object) -> Ruleset:
    """Return the base rules with other readings."""
    return variant(readings=switches)


def stood(rules: Ruleset | None = None, *, tracker: int = 0, sides: tuple[int, ...] = (0,)) -> Game:
    """Return a table whose seat 0 has Last Stand 2 and a Captain on `sides` of the first battle."""
    game = table(rules, abilities={0: {"last_stand": 2}})
    game.battles[0].tracker = tracker
    for side in sides:
        post(game, 0, 0, side, "footman")
    return game


@pytest.mark.parametrize("scope", ["each", "one"])
def test_i2_last_stand_in_each_battle_or_in_one(scope: str) -> None:
    game = stood(reading(last_stand_scope=scope))
    post(game, 0, 1, 0, "footman")
    kernel = KernelTable(game)
    if scope == "each":
        kernel.stand(0, [Push(0, 0, 1), Push(1, 0, 2)])
        assert kernel.public["tracker"].tolist() == [1, 2, 0]
    else:
        with pytest.raises(IllegalMove, match="I2"):
            kernel.stand(0, [Push(0, 0, 1), Push(1, 0, 2)])
        assert not kernel.public["tracker"].any()
        kernel.stand(0, [Push(0, 0, 0), Push(1, 0, 2)])  # naming a battle without moving it is nothing
        assert kernel.public["tracker"].tolist() == [0, 2, 0]


@pytest.mark.parametrize(
    ("glory", "before", "after"),
    [(True, 13, 15), (True, 14, 15), (False, 12, 14), (False, 13, 14), (False, 14, 14), (False, 15, 15)],
)
@pytest.mark.parametrize("side", [0, 1])
def test_i3_last_stand_may_push_onto_fifteen_or_not(glory: bool, before: int, after: int, side: int) -> None:
    sign = -1 if side else 1
    kernel = KernelTable(stood(reading(last_stand_to_glory=glory), tracker=sign * before, sides=(side,)))
    kernel.stand(0, push(0, side, 2))
    assert kernel.public.tracker[0] == sign * after
    assert len(kernel.events) == (before != after)


@pytest.mark.parametrize(
    ("strict", "winning", "seats"),
    [
        (True, {1: 1}, [1]),
        (True, {}, []),
        (False, {1: 1}, [0, 1]),
        (False, {1: 2}, [1]),
        (False, {}, [0]),
    ],
)
def test_i4_upstage_needs_a_captain_or_counts_everywhere(
    strict: bool, winning: dict[int, int], seats: list[int]
) -> None:
    """Seat 0 has Upstage and stands on the losing side; `winning` stand on the other."""
    game = table(reading(upstage_needs_captain=strict), abilities={0: {"upstage": 1}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 1, "footman")
    for seat, captains in winning.items():
        post(game, seat, 0, 0, *["footman"] * captains)
    assert KernelTable(game).settle(0)["bonus"] == seats


def test_i4_bonus_without_a_captain_brings_spoils_but_neither_vp_nor_profit() -> None:
    rules = reading(upstage_needs_captain=False)
    game = table(rules, abilities={0: {"upstage": 1, "spoils_of_war": 1, "profiteer": 1}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 1, "footman")
    bonus(game, 0, coins=2)
    line = KernelTable(game).settle(0)
    assert (line["bonus_gained"][0], line["spoils"]) == ({"coins": 2}, {"0": "footman"})
    assert (line["vp"][0], line["profit"][0]) == (0, 0)


@pytest.mark.parametrize("strict", [True, False])
def test_i4_undecided_battle_has_no_bonus_either_way(strict: bool) -> None:
    game = table(reading(upstage_needs_captain=strict), abilities={0: {"upstage": 1}})
    post(game, 0, 0, 0, "footman")
    assert KernelTable(game).settle(0)["bonus"] == []


@pytest.mark.parametrize(("own", "vp"), [(True, 3), (False, 1)])
def test_i5_own_captains_on_the_losing_side_score_or_not(own: bool, vp: int) -> None:
    game = table(reading(own_captains_score=own))
    game.battles[0].tracker = 4
    post(game, 0, 0, 0, "footman")
    post(game, 0, 0, 1, "footman", "footman")
    post(game, 1, 0, 1, "footman")
    assert KernelTable(game).settle(0)["vp"] == [vp, 0, 0, 0]


@pytest.mark.parametrize(("limited", "coins"), [(True, [9, 9, 50]), (False, [9, 9, 53])])
def test_i6_coins_are_limited_or_not(limited: bool, coins: list[int]) -> None:
    game = table(reading(limited_coins=limited), players=3)
    for seat, more in enumerate((1, 1, 45)):  # 6 are left for an income of 9
        give(game, seat, coins=more)
    kernel = KernelTable(game)
    kernel.collect()
    assert [kernel.own(seat).coins for seat in range(3)] == coins


@pytest.mark.parametrize("limited", [True, False])
def test_i6_other_supplies_are_limited_either_way(limited: bool) -> None:
    game = table(reading(limited_coins=limited))
    post(game, 0, 0, 0, "footman")
    game.battles[0].tracker = 1
    bonus(game, 0, coins=60, knight=11, influence=11)
    gained = KernelTable(game).settle(0)["bonus_gained"][0]
    assert gained == {"coins": 48 if limited else 60, "knight": 10, "influence": 10}


@pytest.mark.parametrize(
    ("tracker", "before", "after"),
    [(15, (6, 0), (7, -1)), (15, (7, 0), (7, -1)), (3, (7, 0), (7, 0)), (15, (0, -3), (2, -3)), (15, (0, 0), (2, -1))],
)
def test_i7_house_tokens_stop_at_the_ends(tracker: int, before: tuple[int, int], after: tuple[int, int]) -> None:
    game = table()
    game.house_position[:2] = [base().house_track.index(value) for value in before]
    game.battles[0].tracker = tracker
    assert tuple(KernelTable(game).settle(0)["track"].values()) == after


@pytest.mark.parametrize(("side", "to"), [(0, 2), (1, -2)])
def test_i9_on_both_sides_he_chooses_whom_to_favour(side: int, to: int) -> None:
    assert KernelTable(stood(sides=(0, 1))).stand(0, push(0, side, 2))["to"] == to


def test_i10_short_income_goes_clockwise_from_the_first_player() -> None:
    game = table()
    game.first = 2
    give(game, 0, coins=game.bank - 4)
    kernel = KernelTable(game)
    kernel.collect()
    assert [kernel.own(seat).coins - game.coins[seat] for seat in range(4)] == [0, 0, 3, 1]


def test_i10_short_bonus_goes_clockwise_from_the_first_player() -> None:
    game = table()
    game.first = 3
    game.battles[0].tracker = 2
    for seat in (0, 1, 3):
        post(game, seat, 0, 0, "footman")
    bonus(game, 0, knight=2)
    give(game, 2, knight=7)
    line = KernelTable(game).settle(0)
    assert line["bonus"] == [0, 1, 3]
    assert line["bonus_gained"] == [{"knight": 1}, {}, {}, {"knight": 2}]


def test_i10_short_profits_go_clockwise() -> None:
    game = table(abilities={0: {"profiteer": 1}, 3: {"profiteer": 1}})
    game.first = 2
    game.battles[0].tracker = 2
    for seat in (0, 3):
        post(game, seat, 0, 0, "footman")
    give(game, 1, coins=game.bank - 1)
    assert KernelTable(game).settle(0)["profit"] == [0, 0, 0, 1]


def test_i12_vp_count_after_retreat_and_spoils_take_his_soldiers() -> None:
    game = table(abilities={0: {"spoils_of_war": 1}, 1: {"retreat": 100}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 1, "knight")
    line = KernelTable(game).settle(0)
    assert (line["vp"][0], line["spoils"]) == (0, {"0": "knight"})


def test_i12_retreat_frees_figures_for_the_bonus() -> None:
    """He stands on both sides with six Captains; three retreat, so three more can be taken."""
    game = table(abilities={0: {"retreat": 100}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 0, "footman", "footman", "footman")
    post(game, 0, 0, 1, "footman", "footman", "footman")
    bonus(game, 0, captain=4)
    assert KernelTable(game).settle(0)["bonus_gained"][0] == {"captain": 3}


@pytest.mark.parametrize("percent", [100, 50])
@pytest.mark.parametrize("own", [True, False])
def test_i12_own_losers_of_a_dog_with_retreat_never_score(percent: int, own: bool) -> None:
    game = table(reading(own_captains_score=own), abilities={0: {"retreat": percent}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 0, "footman")
    post(game, 0, 0, 1, "footman", "footman")
    assert KernelTable(game).settle(0)["vp"] == [0, 1 if percent == 50 else 0, 0, 0]


def test_i12_profit_comes_before_the_bonus_where_coins_run_out() -> None:
    game = table(abilities={1: {"profiteer": 1}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 0, "footman")
    bonus(game, 0, coins=3)
    give(game, 3, coins=game.bank - 2)
    line = KernelTable(game).settle(0)
    assert (line["profit"], line["bonus_gained"][:2]) == ([0, 1, 0, 0], [{"coins": 1}, {}])


def test_i12_nobody_on_the_winning_side_takes_the_bonus() -> None:
    game = table()
    game.battles[0].tracker = 1
    post(game, 1, 0, 1, "footman")
    bonus(game, 0, coins=3)
    line = KernelTable(game).settle(0)
    assert (line["winner"], line["vp"], line["bonus"]) == ("harlow", [0, 0, 0, 0], [])


def test_i13_any_price_is_paid_exactly() -> None:
    kernel = KernelTable(table())
    kernel.buy(0, [0, 1, 1, 0])
    assert (kernel.own(0).coins, kernel.public.coins_left) == (0, 68 - 15)


def test_i14_last_stand_counts_where_his_captains_stand() -> None:
    game = stood(sides=(1,))
    post(game, 1, 1, 0, "footman")
    kernel = KernelTable(game)
    for battle, side in ((0, 0), (1, 0), (2, 1)):
        with pytest.raises(IllegalMove, match="I14"):
            kernel.stand(0, push(battle, side, 1))
    assert kernel.stand(0, push(0, 1, 1))["to"] == -1


@pytest.mark.parametrize("tracker", [15, -15])
@pytest.mark.parametrize("glory", [True, False])
def test_i14_at_fifteen_only_the_winning_side_without_effect(tracker: int, glory: bool) -> None:
    winning = int(tracker < 0)
    kernel = KernelTable(stood(reading(last_stand_to_glory=glory), tracker=tracker, sides=(0, 1)))
    assert kernel.stand(0, push(0, winning, 2)) == {}
    with pytest.raises(IllegalMove, match=r"R8\.4"):
        kernel.stand(0, push(0, 1 - winning, 1))
    assert kernel.public.tracker[0] == tracker


def test_i15_plunder_doubles_and_the_supply_cuts_once() -> None:
    game = table()
    give(game, 0, "plunder", captains=1, arquebuser=1)
    give(game, 3, knight=9)
    line = KernelTable(game).place(0, 0, 1, 4, ARQUEBUSER, tactic(game, "plunder"))  # tile 2: 1 Knight, 1 is left
    assert line["gained"] == {"knight": 1}


def test_i15_envoys_token_comes_after_the_placements() -> None:
    game = table()
    give(game, 0, "envoy", captains=1, footman=1)
    game.influence[3][0], game.influence_supply[0] = 9, 1
    line = KernelTable(game).place(0, 0, 0, 0, FOOTMAN, tactic(game, "envoy"))
    assert (line["gained"], line["drawn_by_tactic"]) == ({"influence": 1}, {})


@pytest.mark.parametrize("tracker", [15, -15])
def test_i15_sabotage_at_fifteen_has_no_effect(tracker: int) -> None:
    game = table()
    give(game, 0, "sabotage", captains=1, footman=1)
    game.battles[1].tracker = tracker
    kernel = KernelTable(game)
    kernel.place(0, 0, 0, 2, FOOTMAN, tactic(game, "sabotage", 1, int(tracker < 0)))
    assert kernel.public.tracker[1] == tracker


def test_i16_rewards_stop_at_the_supply_too() -> None:
    game = table()
    post(game, 0, 0, 0, "footman")
    game.battles[0].tracker = 1
    bonus(game, 0, war_machine=1, influence=2)
    give(game, 3, war_machine=5)
    game.influence[3][0], game.influence_supply[0] = 10, 0
    assert KernelTable(game).settle(0)["bonus_gained"][0] == {}


def test_i16_nothing_is_drawn_from_nothing() -> None:
    game = table()
    post(game, 0, 0, 0, "footman")
    game.battles[0].tracker = 1
    bonus(game, 0, tactics=2)
    empty_deck(game)
    line = KernelTable(game).settle(0)
    assert (line["bonus_gained"][0], line["cards"][0]) == ({}, [])
