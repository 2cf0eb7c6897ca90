"""A1 to A12 and H1 to H10, the abilities beyond the rulebook, each on the kernels and on the reference game.

Battle 0 of the tables laid out here is Harlow's (side 0, tile 1) against Tornborn's (side 1, tile 2).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

import pytest

from simcore.dogs.ruleset import Ability, Dog, Ruleset
from strategies.dogs.uniform import uniform
from tests.differential.comparison import Comparison, Table
from tests.dogs.kernel_table import KernelTable
from tests.reference import action, mustering, outcome, scoring
from tests.reference.choices import IllegalMove, Tactic
from tests.reference.situations import (
    ARQUEBUSER,
    FOOTMAN,
    KNIGHT,
    WAR_MACHINE,
    base,
    bonus,
    empty_deck,
    give,
    place,
    post,
    table,
    tactic,
    variant,
)
from tests.reference.state import Event, Game


class Played(Protocol):
    """A table on which a test acts: of the kernels, or of the reference game."""

    def place(
        self, seat: int, battle: int, side: int, space: int, soldier: int = 0, card: Tactic | None = None
    ) -> Event:
        """Take a turn and return its line."""

    def pass_out(self, seat: int) -> Event:
        """Pass and return the line."""

    def settle(self, battle: int) -> Event:
        """Settle a battle and return its line."""

    def coins_after(self, seat: int, bought: list[int]) -> int:
        """Buy Soldiers and return the coins left."""

    def scores(self) -> list[dict[str, int]]:
        """Return the final scores by seat."""

    def captains(self, seat: int) -> int:
        """Return how many Captains a seat has to place."""


class OnKernels(KernelTable):
    """The kernels' table."""

    def coins_after(self, seat: int, bought: list[int]) -> int:
        return int(self.buy(seat, bought)["coins_left"])

    def scores(self) -> list[dict[str, int]]:
        return self.score()

    def captains(self, seat: int) -> int:
        return int(self.public.captains[seat])


class OnReference:
    """The reference game's table."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def place(
        self, seat: int, battle: int, side: int, space: int, soldier: int = 0, card: Tactic | None = None
    ) -> Event:
        return place(self.game, seat, battle, side, space, soldier, card)

    def pass_out(self, seat: int) -> Event:
        action.take_turn(self.game, seat, None)
        return self.game.events[-1]

    def settle(self, battle: int) -> Event:
        outcome.settle(self.game, battle)
        return self.game.events[-1]

    def coins_after(self, seat: int, bought: list[int]) -> int:
        mustering.buy(self.game, seat, bought)
        return self.game.coins[seat]

    def scores(self) -> list[dict[str, int]]:
        return [scoring.score(self.game, seat) for seat in range(self.game.players)]

    def captains(self, seat: int) -> int:
        return self.game.unplaced[seat]


On = Callable[[Game], Played]


@pytest.fixture(params=[OnKernels, OnReference], ids=["kernel", "reference"])
def on(request: pytest.FixtureRequest) -> On:
    """Lay out a situation on the one and on the other."""
    found: On = request.param
    return found


def house(name: str = "harlow", **amounts: int) -> Ruleset:
    """Return the base rules, in which a House has abilities."""
    return variant(house_abilities={name: tuple(Ability(kind, amount) for kind, amount in amounts.items())})


def armed(rules: Ruleset | None = None, **abilities: int) -> Game:
    """Return a table whose seat 0 has abilities, three Captains and Soldiers of every type."""
    game = table(rules, abilities={0: abilities})
    give(game, 0, captains=3, footman=2, arquebuser=2, knight=2, war_machine=2)
    return game


def fought(rules: Ruleset | None = None, *, tracker: int = 4, **abilities: int) -> Game:
    """Return a table on which Harlow, with 2 Captains of seat 0 and 1 of seat 1, beats 3 of seat 2, 1 of seat 3."""
    game = table(rules, abilities=dict.fromkeys(range(4), abilities))
    game.battles[0].tracker = tracker
    for seat, side, captains in ((0, 0, 2), (1, 0, 1), (2, 1, 3), (3, 1, 1)):
        post(game, seat, 0, side, *["footman"] * captains)
    return game


def dogs_with(**abilities: int) -> Ruleset:
    """Return the base rules, in which every Dog has abilities."""
    every = tuple(Ability(kind, amount) for kind, amount in abilities.items())
    return variant(dogs=tuple(Dog(dog.name, dog.title, every) for dog in base().dogs))


@cache
def first_lines(kind: str, log: str, **abilities: int) -> list[Event]:
    """Return the first four lines of a kind of a game among Dogs with abilities, as `log` has them."""
    comparison = Comparison(Table(dogs_with(**abilities)), 3, [uniform])
    events = getattr(comparison, log)(0)
    return [event for event in events if event["event"] == kind][:4]


LOGS = pytest.mark.parametrize("log", ["kernel_log", "reference_log"])


# Dogs.


@LOGS
def test_a1_income_adds_to_that_of_every_year(log: str) -> None:
    assert [line["coins"] for line in first_lines("muster", log, income=2)] == [10] * 4


@LOGS
def test_a2_starting_coins_come_from_the_bank_as_far_as_it_has_any(log: str) -> None:
    """68 coins less 4 times 5 are 48: enough for two who start with 20 more; the third in seat order gets the rest."""
    coins = {line["seat"]: line["coins"] for line in first_lines("muster", log, starting_coins=20)}
    assert [coins[seat] for seat in range(4)] == [25, 25, 13, 5]  # and nothing is left for anybody's income


@LOGS
def test_a3_starting_cards_are_dealt_with_the_others(log: str) -> None:
    assert [len(hand) for hand in first_lines("setup", log, starting_cards=3)[0]["hands"]] == [5] * 4


@LOGS
def test_a3_cards_end_with_the_deck(log: str) -> None:
    assert [len(hand) for hand in first_lines("setup", log, starting_cards=8)[0]["hands"]] == [10, 10, 10, 2]


@LOGS
@pytest.mark.parametrize(("more", "captains"), [(1, 4), (5, 6)])
def test_a4_more_captains_every_year_within_the_figures(log: str, more: int, captains: int) -> None:
    assert [line["captains"] for line in first_lines("muster", log, more_captains=more)] == [captains] * 4


def test_a5_discount_takes_off_the_price_but_not_below_nothing(on: On) -> None:
    abilities = {"knight_discount": 1, "footman_discount": 3}
    assert on(table(abilities={0: abilities})).coins_after(0, [4, 1, 1, 0]) == 5 - 2 - 2
    with pytest.raises(IllegalMove, match=r"R3\.3"):
        on(table(abilities={1: abilities})).coins_after(0, [4, 1, 1, 0])


@pytest.mark.parametrize("side", [0, 1])
def test_a6_strength_of_a_type_moves_the_tracker_further(on: On, side: int) -> None:
    played = on(armed(knight_strength=2))
    sign = 1 - 2 * side
    assert played.place(0, 0, side, 0, KNIGHT)["moved"] == sign * 7
    assert played.place(0, 0, side, 1, ARQUEBUSER)["moved"] == sign * 3
    assert played.place(0, 0, side, 2, KNIGHT)["moved"] == sign * 5  # the track's end


def test_a6_strength_adds_to_a_strength_card(on: On) -> None:
    game = armed(footman_strength=2)
    give(game, 0, "reinforcements")
    assert on(game).place(0, 0, 0, 0, FOOTMAN, tactic(game, "reinforcements"))["moved"] == 1 + 2 + 2


@pytest.mark.parametrize(
    ("lowered", "admitted"), [(1, [ARQUEBUSER, KNIGHT, WAR_MACHINE]), (2, range(4)), (3, range(4)), (0, [2, 3])]
)
@pytest.mark.parametrize("soldier", range(4))
def test_a7_conditions_are_lowered_for_his_soldiers(on: On, lowered: int, admitted: list[int], soldier: int) -> None:
    """Space 6 of tile 1 asks for a Knight."""
    played = on(armed(lower_conditions=lowered))
    if soldier in admitted:
        assert played.place(0, 0, 0, 5, soldier)["gained"] == {"vp": 3}
    else:
        with pytest.raises(IllegalMove, match=r"R4\.4"):
            played.place(0, 0, 0, 5, soldier)


def test_a8_cards_are_drawn_on_passing_and_told(on: On) -> None:
    line = on(armed(pass_cards=2)).pass_out(0)
    assert (line["captains_lost"], len(line["cards"])) == (3, 2)
    assert "cards" not in on(armed()).pass_out(0)


def test_a8_passing_may_need_a_reshuffle_before_it(on: On) -> None:
    game = armed(pass_cards=2)
    empty_deck(game, into_discards=True)
    played = on(game)
    line = played.pass_out(0)
    log = played.events if isinstance(played, OnKernels) else game.events
    assert len(line["cards"]) == 2
    assert [event["event"] for event in log] == ["reshuffle", "pass"]


def test_a9_vp_for_a_battle_won_however_many_captains(on: On) -> None:
    assert on(fought(victory_vp=5)).settle(0)["vp"] == [9, 9, 0, 0]
    assert on(fought(victory_vp=5, tracker=0)).settle(0)["vp"] == [0] * 4


def test_a10_coins_for_a_battle_lost_come_with_the_profit(on: On) -> None:
    assert on(fought(defeat_coins=2, profiteer=1)).settle(0)["profit"] == [1, 1, 2, 2]
    assert on(fought(defeat_coins=2, tracker=0)).settle(0)["profit"] == [0] * 4


def test_a10_captains_withdrawn_have_lost_too_but_not_those_on_both_sides(on: On) -> None:
    game = fought(defeat_coins=2, retreat=100)
    post(game, 3, 0, 0, "footman")
    assert on(game).settle(0)["profit"] == [0, 0, 2, 0]


def test_a10_coins_stop_with_the_bank(on: On) -> None:
    game = fought(defeat_coins=2)
    give(game, 1, coins=game.bank - 3)
    assert on(game).settle(0)["profit"] == [0, 0, 2, 1]


def test_a11_coins_for_each_placement_come_with_the_reward(on: On) -> None:
    played = on(armed(placement_coins=2))
    assert played.place(0, 0, 0, 0)["gained"] == {"coins": 2, "influence": 1}
    assert played.place(0, 0, 0, 4, KNIGHT)["gained"] == {"coins": 4}


def test_a11_plunder_does_not_double_what_abilities_give(on: On) -> None:
    game = armed(placement_coins=1)
    give(game, 0, "plunder")
    assert on(game).place(0, 0, 0, 4, KNIGHT, tactic(game, "plunder"))["gained"] == {"coins": 5}


def test_a11_space_is_paid_before_the_ability(on: On) -> None:
    game = armed(placement_coins=2)
    give(game, 1, coins=game.bank - 3)
    assert on(game).place(0, 0, 0, 4, KNIGHT)["gained"] == {"coins": 3}


def test_a12_vp_for_each_own_captain_on_the_winning_side(on: On) -> None:
    assert on(fought(captain_vp=3)).settle(0)["vp"] == [4 + 6, 4 + 3, 0, 0]


# Houses.


@pytest.mark.parametrize(("more", "moved"), [(2, 7), (-3, 2), (-5, 0), (-9, 0)])
def test_h1_strength_on_its_side_and_no_other(on: On, more: int, moved: int) -> None:
    played = on(armed(house(knight_strength=more)))
    assert played.place(0, 0, 0, 0, KNIGHT)["moved"] == moved
    assert played.place(0, 1, 1, 0, KNIGHT)["moved"] == -5


def test_h1_all_that_changes_strength_adds_up_before_it_is_cut(on: On) -> None:
    game = armed(house(footman_strength=-5), footman_strength=1)
    give(game, 0, "heavy_guns")
    assert on(game).place(0, 0, 0, 0, FOOTMAN, tactic(game, "heavy_guns"))["moved"] == 1 - 5 + 1 + 4


def test_h2_coins_for_each_placement_for_it(on: On) -> None:
    played = on(armed(house("tornborn", placement_coins=2), placement_coins=1))
    assert played.place(0, 0, 1, 0)["gained"] == {"coins": 3, "influence": 1}
    assert played.place(0, 1, 1, 0)["gained"] == {"coins": 1, "influence": 1}


def test_h3_cards_for_each_placement_for_it(on: On) -> None:
    line = on(armed(house("tornborn", placement_cards=2))).place(0, 0, 1, 1)
    assert line["gained"] == {"tactics": 3}
    assert len(line["cards"]) == 3


@pytest.mark.parametrize(("tracker", "track"), [(4, [1, -1]), (15, [2, -2]), (-4, [-1, 0]), (0, [-1, -1])])
def test_h4_more_steps_when_it_wins(on: On, tracker: int, track: list[int]) -> None:
    line = on(fought(house(victory_steps=1), tracker=tracker)).settle(0)
    assert line["track"] == {"harlow": track[0], "tornborn": track[1]}


@pytest.mark.parametrize(("tracker", "track"), [(4, [0, -2]), (15, [1, -3]), (-4, [-1, 0]), (0, [-1, -1])])
def test_h5_steps_down_when_it_is_beaten(on: On, tracker: int, track: list[int]) -> None:
    line = on(fought(house("tornborn", defeat_steps=1), tracker=tracker)).settle(0)
    assert line["track"] == {"harlow": track[0], "tornborn": track[1]}


@pytest.mark.parametrize("more", [2, -1])
def test_h6_value_of_its_influence_and_support_card(on: On, more: int) -> None:
    game = table(house(influence_value=more))
    game.house_position[0] = base().house_track.index(3)
    game.influence[0][0], game.influence_supply[0] = 4, 6
    game.support = [1, 0, 2, 3]
    scores = on(game).scores()
    assert (scores[0]["influence"], scores[0]["support"]) == (4 * (3 + more), -2)
    assert (scores[1]["influence"], scores[1]["support"]) == (0, 2 * (3 + more))


def test_h7_more_vp_for_each_captain_that_it_beats(on: On) -> None:
    assert on(fought(house(beaten_vp=2))).settle(0)["vp"] == [12, 12, 0, 0]
    assert on(fought(house(beaten_vp=2), tracker=-4)).settle(0)["vp"] == [0, 0, 3, 3]


def test_h8_more_vp_for_each_of_its_captains_that_is_beaten(on: On) -> None:
    rules = variant(house("tornborn", fallen_vp=1), house_abilities={"harlow": (Ability("beaten_vp", 1),)})
    assert on(fought(rules)).settle(0)["vp"] == [12, 12, 0, 0]
    assert on(fought(rules, retreat=100)).settle(0)["vp"] == [0] * 4


@pytest.mark.parametrize(("lowered", "fewest"), [(1, ARQUEBUSER), (2, FOOTMAN), (3, FOOTMAN)])
@pytest.mark.parametrize("soldier", range(4))
def test_h9_conditions_of_its_tile_are_lowered(on: On, lowered: int, fewest: int, soldier: int) -> None:
    game = armed(house(lower_conditions=lowered))
    if soldier >= fewest:
        assert on(game).place(0, 0, 0, 5, soldier)["gained"] == {"vp": 3}
    else:
        with pytest.raises(IllegalMove, match=r"R4\.4"):
            on(game).place(0, 0, 0, 5, soldier)
    with pytest.raises(IllegalMove, match=r"R4\.4"):
        on(game).place(0, 1, 0, 5, FOOTMAN)


def test_h9_adds_to_what_his_dog_takes_off(on: On) -> None:
    game = armed(house(lower_conditions=1), lower_conditions=1)
    assert on(game).place(0, 0, 0, 5, FOOTMAN)["gained"] == {"vp": 3}


@LOGS
def test_h9_tiles_keep_their_numbers_in_the_log(log: str) -> None:
    rules = variant(house_abilities={name: (Ability("lower_conditions", 3),) for name in base().houses})
    lowered, printed = (Comparison(Table(which), 3, [uniform]) for which in (rules, base()))
    years = [[event for event in getattr(game, log)(0) if event["event"] == "year"] for game in (lowered, printed)]
    assert years[0][0]["battles"] == years[1][0]["battles"]


def test_h10_bonus_is_given_more_often(on: On) -> None:
    game = fought(house(more_bonus=1))
    bonus(game, 0, vp=3, coins=2, captain=1, influence=1)
    line = on(game).settle(0)
    assert line["bonus_gained"][0] == {"vp": 6, "coins": 4, "captain": 2, "influence": 2}


def test_h10_one_seat_takes_all_before_the_next(on: On) -> None:
    game = fought(house(more_bonus=2))
    post(game, 1, 0, 0, "footman")
    bonus(game, 0, war_machine=1)
    game.soldier_supply[WAR_MACHINE] = 4
    game.soldiers[3][WAR_MACHINE] = 1
    gained = on(game).settle(0)["bonus_gained"]
    assert gained[:2] == [{"war_machine": 3}, {"war_machine": 1}]


# More than five Dogs, and rules without any ability.


@pytest.mark.parametrize("number", [5, 9, 12])
def test_up_to_twelve_dogs_play_alike_on_both(number: int) -> None:
    kinds: tuple[Any, ...] = ("income", "pass_cards", "captain_vp", "knight_strength", "lower_conditions", "upstage")
    dogs = tuple(Dog(f"dog_{letter}", letter, (Ability(kinds[place % 6], 1),)) for place, letter in
                 enumerate("abcdefghijkl"[:number]))  # fmt: skip
    comparison = Comparison(Table(variant(dogs=dogs), 5), 8, [uniform])
    seen = {name for game in range(12) for name in comparison.check(game)[0]["dogs"]}
    assert len(seen) == number
