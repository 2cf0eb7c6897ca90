"""The shared evaluator reckons with abilities beyond the rulebook: prices, strengths, conditions, gains."""

from __future__ import annotations

import pytest

from simcore.dogs.ruleset import Ability
from tests.reference.situations import FOOTMAN, give, post, table, variant
from tests.strategies.positions import NOTHING, THREE_VP, decide, leave_free, muster_of, turn_of

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
