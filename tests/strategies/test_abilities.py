"""The shared evaluator reckons with abilities beyond the rulebook: prices, strengths, conditions, gains, outcomes."""

from __future__ import annotations

import pytest

from simcore.dogs.ruleset import Ability, Reward
from tests.reference.choices import Turn
from tests.reference.situations import FOOTMAN, KNIGHT, base, give, post, table, variant
from tests.reference.state import Game
from tests.strategies.positions import NOTHING, THREE_VP, decide, leave_free, muster_of, seat_of, turn_of, view

EVALUATED = ("greedy", "warmonger")


@pytest.mark.parametrize("strategy", EVALUATED)
def test_a5_buys_at_its_own_price(strategy: str) -> None:
    """Two Knights for the 2 coins that are left, where they cost 1 each."""
    for discount, bought in ((0, 0), (2, 2)):
        game = table(abilities={0: {"knight_discount": discount}})
        game.bank += 3
        game.coins[0] = 2
        game.soldier_supply[1] = game.soldier_supply[3] = 0
        give(game, 0, captains=2)
        assert muster_of(strategy, game)[2] == bought


@pytest.mark.parametrize("strategy", EVALUATED)
@pytest.mark.parametrize("lowered", [0, 2])
def test_a7_takes_a_space_that_is_open_to_it_alone(strategy: str, lowered: int) -> None:
    game = leave_free(decide(table(abilities={0: {"lower_conditions": lowered}})), NOTHING, THREE_VP)
    give(game, 0, captains=1, footman=1)
    turn = turn_of(strategy, game)
    if lowered:
        assert turn is not None
        assert (turn.space, turn.soldier) == (5, FOOTMAN)
    else:
        assert turn is None or turn.space == 2


def test_h9_takes_a_space_that_the_house_opens() -> None:
    rules = variant(house_abilities={"harlow": (Ability("lower_conditions", 2),)})
    game = leave_free(decide(table(rules)), NOTHING, THREE_VP)
    give(game, 0, captains=1, footman=1)
    turn = turn_of("greedy", game)
    assert turn is not None
    assert turn.space == 5


@pytest.mark.parametrize("by_house", [False, True])
def test_a6_h1_turns_a_battle_where_strength_suffices(by_house: bool) -> None:
    """A Footman who moves the tracker from -3 to 3 beats three Captains there."""
    abilities = {"footman_strength": 5}
    for strong in (True, False):
        houses = {"harlow": (Ability("footman_strength", 5),)} if by_house and strong else {}
        game = table(variant(house_abilities=houses), abilities={0: {} if by_house or not strong else abilities})
        post(game, 1, 0, 1, "footman", "footman", "footman")
        leave_free(decide(game, -3, -15, -15), NOTHING, (2, 0, 2))
        give(game, 0, captains=1, footman=1)
        turn = turn_of("greedy", game)
        if strong:
            assert turn is not None
            assert (turn.battle, turn.side) == (0, 0)
        else:
            assert turn is None or turn.battle != 0


def test_h2_goes_where_the_house_pays() -> None:
    rules = variant(house_abilities={"talbot": (Ability("placement_coins", 3),)})
    game = leave_free(decide(table(rules)), NOTHING, (2, 0, 2))  # both spaces give nothing
    give(game, 0, captains=1, footman=1)
    turn = turn_of("greedy", game)
    assert turn is not None
    assert turn.battle == 2


def test_h1_buys_what_is_strong_with_this_years_houses() -> None:
    arquebusers = []
    for strength in (0, 9):
        abilities = (Ability("arquebuser_strength", strength),) if strength else ()
        game = table(variant(house_abilities=dict.fromkeys(base().houses, abilities)))
        give(game, 0, captains=3, coins=9)
        arquebusers.append(muster_of("greedy", game)[1])
    assert arquebusers[0] < arquebusers[1] == 3


def test_a4_counts_the_captains_to_come_when_it_chooses_who_is_first() -> None:
    """12 Captains for 36 spaces are few, 16 many."""
    for more, first in ((0, 3), (2, 2)):
        game = table(abilities={seat: {"more_captains": more} for seat in (0, 1)})
        game.holder = 2
        assert seat_of("greedy", game).first_player(view(game, 2)) == first


def last_footman(tracker: int, abilities: dict[str, int]) -> Game:
    """Return seat 0's last placement, for no reward and no chance of a Bonus, with a Footman who is worth 1 VP."""
    game = table(year=4, abilities={0: abilities})
    post(game, 1, 0, 0, "footman", "footman", "footman")
    game.battles[0].occupant[0][2] = None
    leave_free(decide(game, tracker, -15, -15), NOTHING)
    game.support[0] = 5
    game.passed[1:] = [True] * 3
    give(game, 0, captains=1, footman=1)
    return game


@pytest.mark.parametrize(
    ("kind", "tracker"), [("victory_vp", 5), ("captain_vp", 5), ("defeat_coins", -5)], ids=["A9", "A12", "A10"]
)
def test_a9_a10_a12_joins_a_battle_for_what_its_outcome_gives(kind: str, tracker: int) -> None:
    """4 VP, or 4 coins, for a Footman; nothing where the battle goes the other way."""
    assert turn_of("greedy", last_footman(tracker, {kind: 4})) == Turn(*NOTHING, FOOTMAN)
    assert turn_of("greedy", last_footman(-tracker, {kind: 4})) is None
    assert turn_of("greedy", last_footman(tracker, {})) is None


def test_a10_brings_no_second_captain_to_a_battle_that_is_lost_already() -> None:
    game = last_footman(-5, {"defeat_coins": 4})
    game.battles[0].captains[0][0] = 1
    game.battles[0].supported[0][0] = True
    assert turn_of("greedy", game) is None


def test_a9_takes_a_battle_from_rivals_who_would_get_something_for_it() -> None:
    """It gains nothing by that, and a Knight in the hand is worth 1 VP."""
    rules = variant(battle={"vp_per_captain": 0}, years={"last_bonus": Reward()})
    for vp, answer in ((0, None), (9, Turn(*NOTHING, KNIGHT))):
        game = table(rules, year=4, abilities={seat: {"victory_vp": vp} for seat in (1, 2)})
        for seat in (1, 2):
            post(game, seat, 0, 1, "footman")
        leave_free(decide(game, -2, -15, -15), NOTHING)
        game.support[0] = 5
        game.passed[1:] = [True] * 3
        give(game, 0, captains=1, knight=1)
        assert turn_of("greedy", game) == answer


HOUSES = ("harlow", "tornborn", "bastiani", "hackett")


def two_alike(kind: str, amount: int, house: str, tracker: int) -> Game:
    """Return seat 0's last placement in one of two battles that are alike but for the ability of one House."""
    game = table(variant(house_abilities={house: (Ability(kind, amount),)}), year=4)
    for battle in range(2):
        post(game, 1, battle, 0, "footman")
        post(game, 2, battle, 1, "footman", "footman")
        game.influence[0][2 * battle] += 2
        game.influence_supply[2 * battle] -= 2
    game.support[0] = 5
    leave_free(decide(game, tracker, tracker, -15), NOTHING, (1, 0, 2))
    game.passed[1:] = [True] * 3
    give(game, 0, captains=1, knight=1)
    return game


@pytest.mark.parametrize(
    ("kind", "amount", "opposite", "tracker"),
    [
        ("victory_steps", 2, 0, -1),
        ("defeat_steps", 2, 0, -1),
        ("beaten_vp", 2, 0, -1),
        ("fallen_vp", 2, 1, -1),
        ("more_bonus", 1, 0, -1),
    ],
    ids=["H4", "H5", "H7", "H8", "H10"],
)
@pytest.mark.parametrize("battle", [0, 1])
def test_h4_h5_h7_h8_h10_wins_the_battle_in_which_a_house_makes_more_of_it(
    kind: str, amount: int, opposite: int, tracker: int, battle: int
) -> None:
    game = two_alike(kind, amount, HOUSES[2 * battle + opposite], tracker)
    assert turn_of("greedy", game) == Turn(battle, 0, 2, KNIGHT)


def test_h5_turns_against_a_house_that_rivals_hold() -> None:
    for steps, battle in ((0, 0), (2, 1)):
        game = table(variant(house_abilities={"hackett": (Ability("defeat_steps", steps),) if steps else ()}), year=4)
        leave_free(decide(game, -1, -1, -15), NOTHING, (1, 0, 2))
        for house in (1, 3):
            game.influence[1][house] += 6
            game.influence_supply[house] -= 6
        game.support[0] = 5
        give(game, 0, captains=1, knight=1)
        turn = turn_of("greedy", game)
        assert turn is not None
        assert turn.battle == battle


def test_h6_takes_influence_of_the_house_that_counts_more() -> None:
    """A token each, of Houses that stand at the top of the track."""
    for house, place in ((0, (0, 0, 0)), (4, (2, 0, 0))):
        rules = variant(house_abilities={base().houses[house]: (Ability("influence_value", 3),)})
        game = leave_free(decide(table(rules), 15, 15, 15), (0, 0, 0), (2, 0, 0))
        for able in (0, 4):
            game.house_position[able] = len(rules.house_track) - 1
        game.support[0] = 5
        give(game, 0, captains=1, footman=1)
        assert turn_of("greedy", game) == Turn(*place, FOOTMAN)
