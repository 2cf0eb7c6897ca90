"""The rulebook's two worked examples, on the reference game's scoring and outcome."""

from __future__ import annotations

from tests.reference.outcome import settle
from tests.reference.scoring import score
from tests.reference.situations import base, bonus, give, post, table

HOUSES = {name: index for index, name in enumerate(base().houses)}


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
    assert score(game, 0) == {"tokens": 11, "influence": 8, "support": 2, "coins": 2, "cards": 5, "total": 28}


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
    result = settle(game, 0)
    assert result.vp == [2, 2, 0, 0]
    assert result.bonus == [pink]
    assert result.bonus_gained == [{"captain": 1}, {}, {}, {}]
    assert game.reserve == [1, 0, 0, 0]
    assert [game.house_value(HOUSES[name]) for name in ("mallory", "bastiani")] == [0, -1]


def test_r8_worked_example_without_retreat_gives_four() -> None:
    game = table()
    game.battles[0].tracker = 5
    post(game, 0, 0, 0, "footman", "knight")
    post(game, 1, 0, 0, "arquebuser")
    post(game, 2, 0, 1, "footman", "footman")
    post(game, 3, 0, 1, "footman", "footman")
    assert settle(game, 0).vp == [4, 4, 0, 0]
