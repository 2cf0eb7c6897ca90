"""I1 to I16 on the reference game: every switch of the ruleset both ways, and the readings without one."""

from __future__ import annotations

import pytest

from simcore.dogs.ruleset import Ruleset
from tests.reference import last_stand, mustering, tactics
from tests.reference.choices import IllegalMove, Push
from tests.reference.outcome import settle
from tests.reference.scoring import winners
from tests.reference.scripted import Scripted
from tests.reference.setup import begin_year, new_game
from tests.reference.situations import (
    ARQUEBUSER,
    FOOTMAN,
    KNIGHT,
    base,
    bonus,
    card_index,
    empty_deck,
    give,
    place,
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


def test_i1_tied_winners_share() -> None:
    assert base().readings.tied_winners == "shared"
    assert winners([{"total": 9}, {"total": 9}, {"total": 8}]) == [0, 1]


def test_i2_last_stand_in_each_battle_or_in_one() -> None:
    pushes = [Push(0, 0, 1), Push(1, 0, 2)]
    for scope in ("each", "one"):
        game = stood(reading(last_stand_scope=scope))
        post(game, 0, 1, 0, "footman")
        if scope == "each":
            last_stand.stand(game, 0, pushes)
            assert [battle.tracker for battle in game.battles] == [1, 2, 0]
        else:
            with pytest.raises(IllegalMove, match="I2"):
                last_stand.stand(game, 0, pushes)
            last_stand.stand(game, 0, [Push(0, 0, 0), Push(1, 0, 2)])  # naming a battle without moving it is nothing
            assert [battle.tracker for battle in game.battles] == [0, 2, 0]


@pytest.mark.parametrize(
    ("glory", "before", "after"),
    [(True, 13, 15), (True, 14, 15), (False, 12, 14), (False, 13, 14), (False, 14, 14), (False, 15, 15)],
)
@pytest.mark.parametrize("side", [0, 1])
def test_i3_last_stand_may_push_onto_fifteen_or_not(glory: bool, before: int, after: int, side: int) -> None:
    sign = -1 if side else 1
    game = stood(reading(last_stand_to_glory=glory), tracker=sign * before, sides=(side,))
    last_stand.stand(game, 0, push(0, side, 2))
    assert game.battles[0].tracker == sign * after
    assert len(game.events) == (before != after)


def upstaged(*, strict: bool, winning: dict[int, int]) -> list[int]:
    """Return who gets the Bonus; seat 0 has Upstage, stands on the losing side, and seats stand on the winning one."""
    game = table(reading(upstage_needs_captain=strict), abilities={0: {"upstage": 1}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 1, "footman")
    for seat, captains in winning.items():
        post(game, seat, 0, 0, *["footman"] * captains)
    return settle(game, 0).bonus


def test_i4_upstage_needs_a_captain_on_the_winning_side() -> None:
    assert upstaged(strict=True, winning={1: 1}) == [1]
    assert upstaged(strict=True, winning={}) == []


def test_i4_or_counts_one_more_in_every_decided_battle() -> None:
    assert upstaged(strict=False, winning={1: 1}) == [0, 1]
    assert upstaged(strict=False, winning={1: 2}) == [1]
    assert upstaged(strict=False, winning={}) == [0]


def test_i4_bonus_without_a_captain_brings_spoils_but_neither_vp_nor_profit() -> None:
    rules = reading(upstage_needs_captain=False)
    game = table(rules, abilities={0: {"upstage": 1, "spoils_of_war": 1, "profiteer": 1}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 1, "footman")
    bonus(game, 0, coins=2)
    result = settle(game, 0)
    assert (result.bonus_gained[0], result.spoils) == ({"coins": 2}, {0: [0]})
    assert (result.vp[0], result.profit[0]) == (0, 0)


def test_i4_undecided_battle_has_no_bonus_either_way() -> None:
    for strict in (True, False):
        game = table(reading(upstage_needs_captain=strict), abilities={0: {"upstage": 1}})
        post(game, 0, 0, 0, "footman")
        assert settle(game, 0).bonus == []


@pytest.mark.parametrize(("own", "vp"), [(True, 3), (False, 1)])
def test_i5_own_captains_on_the_losing_side_score_or_not(own: bool, vp: int) -> None:
    game = table(reading(own_captains_score=own))
    game.battles[0].tracker = 4
    post(game, 0, 0, 0, "footman")
    post(game, 0, 0, 1, "footman", "footman")
    post(game, 1, 0, 1, "footman")
    assert settle(game, 0).vp == [vp, 0, 0, 0]


@pytest.mark.parametrize(("limited", "coins", "bank"), [(True, [9, 9, 50], 0), (False, [9, 9, 53], -3)])
def test_i6_coins_are_limited_or_not(limited: bool, coins: list[int], bank: int) -> None:
    game = table(reading(limited_coins=limited), players=3)
    for seat, more in enumerate((1, 1, 45)):  # 6 are left for an income of 9
        give(game, seat, coins=more)
    mustering.muster(game, [Scripted() for _ in range(3)])
    assert (game.coins, game.bank) == (coins, bank)


@pytest.mark.parametrize(
    ("tracker", "before", "after"),
    [(15, (6, 0), (7, -1)), (15, (7, 0), (7, -1)), (3, (7, 0), (7, 0)), (15, (0, -3), (2, -3)), (15, (0, 0), (2, -1))],
)
def test_i7_house_tokens_stop_at_the_ends(tracker: int, before: tuple[int, int], after: tuple[int, int]) -> None:
    game = table()
    game.house_position[:2] = [base().house_track.index(value) for value in before]
    game.battles[0].tracker = tracker
    settle(game, 0)
    assert (game.house_value(0), game.house_value(1)) == after


def test_i8_card_needs_a_legal_placement_after_it() -> None:
    """See test_reference_tactics for each effect."""
    game = table()
    give(game, 0, "levy", captains=1)
    levy = game.box.cards[card_index(game, "levy")]
    assert tactics.playable(game, 0, levy, None)
    place(game, 0, 0, 0, 3, ARQUEBUSER, tactic(game, "levy"))
    give(game, 0, "levy", captains=0)
    assert not tactics.playable(game, 0, levy, None)  # no Captain left


@pytest.mark.parametrize(("side", "to"), [(0, 2), (1, -2)])
def test_i9_on_both_sides_he_chooses_whom_to_favour(side: int, to: int) -> None:
    game = stood(sides=(0, 1))
    assert last_stand.may_favour(game, game.battles[0], 0) == [0, 1]
    last_stand.stand(game, 0, push(0, side, 2))
    assert game.battles[0].tracker == to


def test_i10_short_income_goes_clockwise_from_the_first_player() -> None:
    game = table()
    game.first = 2
    give(game, 0, coins=game.bank - 4)
    before = list(game.coins)
    mustering.muster(game, [Scripted() for _ in range(4)])
    assert [now - then for now, then in zip(game.coins, before, strict=True)] == [0, 0, 3, 1]


def test_i10_short_bonus_goes_clockwise_from_the_first_player() -> None:
    game = table()
    game.first = 3
    game.battles[0].tracker = 2
    for seat in (0, 1, 3):
        post(game, seat, 0, 0, "footman")
    bonus(game, 0, knight=2)
    give(game, 2, knight=7)
    result = settle(game, 0)
    assert result.bonus == [0, 1, 3]
    assert result.bonus_gained == [{"knight": 1}, {}, {}, {"knight": 2}]


def test_i10_last_stands_and_profits_go_clockwise() -> None:
    game = table(abilities={0: {"last_stand": 1, "profiteer": 1}, 3: {"last_stand": 1, "profiteer": 1}})
    game.first = 2
    for seat in (0, 3):
        post(game, seat, 0, 0, "footman")
    last_stand.last_stands(game, [Scripted(stands=[push(0, 0, 1)]) for _ in range(4)])
    assert [event["seat"] for event in game.events] == [3, 0]
    give(game, 1, coins=game.bank - 1)
    assert settle(game, 0).profit == [0, 0, 0, 1]


def test_i11_token_stays_with_the_first_who_passed() -> None:
    game = new_game(base(), players=4, seed=1, game=0, dogs=[0, 1, 2, 3])
    nobody = [Scripted() for _ in range(4)]
    begin_year(game, nobody)
    game.first_passed = 2
    begin_year(game, nobody)
    assert [game.holder, game.first, game.first_passed] == [2, 2, None]


def test_i12_vp_count_after_retreat_and_spoils_take_his_soldiers() -> None:
    game = table(abilities={0: {"spoils_of_war": 1}, 1: {"retreat": 100}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 1, "knight")
    result = settle(game, 0)
    assert (result.vp[0], result.spoils) == (0, {0: [KNIGHT]})


def test_i12_retreat_frees_figures_for_the_bonus() -> None:
    """Stormcrow stands on both sides with six Captains; three retreat, so three more can be taken."""
    game = table(abilities={0: {"retreat": 100}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 0, "footman", "footman", "footman")
    post(game, 0, 0, 1, "footman", "footman", "footman")
    bonus(game, 0, captain=4)
    assert settle(game, 0).bonus_gained[0] == {"captain": 3}


@pytest.mark.parametrize("percent", [100, 50])
def test_i12_own_losers_of_a_dog_with_retreat_never_score(percent: int) -> None:
    game = table(abilities={0: {"retreat": percent}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 0, "footman")
    post(game, 0, 0, 1, "footman", "footman")
    assert settle(game, 0).vp == [0, 1 if percent == 50 else 0, 0, 0]


def test_i12_profit_comes_before_the_bonus_where_coins_run_out() -> None:
    game = table(abilities={1: {"profiteer": 1}})
    game.battles[0].tracker = 4
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 0, "footman")
    bonus(game, 0, coins=3)
    give(game, 3, coins=game.bank - 2)
    result = settle(game, 0)
    assert (result.profit, result.bonus_gained[:2]) == ([0, 1, 0, 0], [{"coins": 1}, {}])


def test_i12_nobody_on_the_winning_side_takes_the_bonus() -> None:
    game = table()
    game.battles[0].tracker = 1
    post(game, 1, 0, 1, "footman")
    bonus(game, 0, coins=3)
    result = settle(game, 0)
    assert (result.winner, result.vp, result.bonus) == (0, [0, 0, 0, 0], [])


def test_i13_any_price_is_paid_exactly() -> None:
    game = table()
    mustering.buy(game, 0, [0, 1, 1, 0])
    assert (game.coins[0], game.bank) == (0, 68 - 15)


def test_i14_last_stand_counts_where_his_captains_stand() -> None:
    game = stood(sides=(1,))
    post(game, 1, 1, 0, "footman")
    assert [last_stand.may_favour(game, battle, 0) for battle in game.battles] == [[1], [], []]


@pytest.mark.parametrize(("tracker", "sides", "may"), [
    (15, (0, 1), [0]),
    (-15, (0, 1), [1]),
    (15, (1,), []),
    (15, (0,), [0]),
    (14, (1,), [1]),
])  # fmt: skip
def test_i14_at_fifteen_only_the_winning_side(tracker: int, sides: tuple[int, ...], may: list[int]) -> None:
    game = stood(tracker=tracker, sides=sides)
    assert last_stand.may_favour(game, game.battles[0], 0) == may
    for side in may:
        last_stand.stand(game, 0, push(0, side, 1))
    assert game.battles[0].tracker == (13 if tracker == 14 else tracker)


def test_i15_plunder_doubles_and_the_supply_cuts_once() -> None:
    game = table()
    give(game, 0, "plunder", captains=1, arquebuser=1)
    give(game, 3, knight=9)
    line = place(game, 0, 0, 1, 4, ARQUEBUSER, tactic(game, "plunder"))  # tile 2: 1 Knight, of which 1 is left
    assert line["gained"] == {"knight": 1}


def test_i15_envoys_token_comes_after_the_placements() -> None:
    game = table()
    give(game, 0, "envoy", captains=1, footman=1)
    game.influence[3][0], game.influence_supply[0] = 9, 1
    line = place(game, 0, 0, 0, 0, FOOTMAN, tactic(game, "envoy"))
    assert (line["gained"], line["drawn_by_tactic"]) == ({"influence": 1}, {})


def test_i15_sabotage_at_fifteen_has_no_effect() -> None:
    game = table()
    give(game, 0, "sabotage", captains=1, footman=1)
    game.battles[1].tracker = -15
    place(game, 0, 0, 0, 2, FOOTMAN, tactic(game, "sabotage", 1, 1))
    assert game.battles[1].tracker == -15


def test_i16_rewards_stop_at_the_supply_too() -> None:
    game = table()
    post(game, 0, 0, 0, "footman")
    game.battles[0].tracker = 1
    bonus(game, 0, war_machine=1, influence=2)
    give(game, 3, war_machine=5)
    game.influence[3][0], game.influence_supply[0] = 10, 0
    assert settle(game, 0).bonus_gained[0] == {}


def test_i16_nothing_is_drawn_from_nothing() -> None:
    game = table()
    post(game, 0, 0, 0, "footman")
    game.battles[0].tracker = 1
    bonus(game, 0, tactics=2)
    empty_deck(game)
    result = settle(game, 0)
    assert (result.bonus_gained[0], result.cards[0]) == ({}, [])
