"""R6 and C3 on the reference game: Tactic cards."""

from __future__ import annotations

import pytest

from simcore.dogs.ruleset import TacticCard
from tests.reference import placements, tactics
from tests.reference.choices import IllegalMove
from tests.reference.situations import (
    ARQUEBUSER,
    FOOTMAN,
    KNIGHT,
    base,
    card_index,
    empty_deck,
    give,
    place,
    post,
    table,
    tactic,
    variant,
)
from tests.reference.state import Game


def holding(*cards: str, captains: int = 2, footman: int = 2, game: Game | None = None) -> Game:
    """Return a table at which seat 0 holds Tactic cards, Captains and Footmen."""
    game = game or table()
    give(game, 0, *cards, captains=captains, footman=footman)
    return game


def with_draw_card(amount: int = 2) -> Game:
    """Return a table whose Renown cards draw cards instead."""
    cards = tuple(
        TacticCard("scouts", card.copies, "draw", amount) if card.name == "renown" else card
        for card in base().tactic_cards
    )
    return table(variant(tactic_cards=cards))


def test_r6_1_empty_deck_is_made_of_the_discards_the_card_just_played_among_them() -> None:
    """Tile 2, space 1 gives a Tactic card; the deck is empty, and the card played is the only discard."""
    game = holding("renown")
    empty_deck(game)
    line = place(game, 0, 0, 1, 1, FOOTMAN, tactic(game, "renown"))
    assert game.events[-2] == {"event": "reshuffle", "cards": 1}
    assert line["cards"] == ["renown"]
    assert game.discards == [0] * 12


def test_r6_1_reshuffle_waits_until_a_draw_needs_it() -> None:
    game = holding("renown")
    empty_deck(game, leave=1)
    place(game, 0, 0, 1, 1)  # takes the last card
    assert [event["event"] for event in game.events] == ["turn"]
    assert game.deck == []


def test_r6_1_nothing_is_drawn_where_deck_and_discards_are_empty() -> None:
    game = holding()
    empty_deck(game)
    line = place(game, 0, 0, 1, 1)
    assert (line["gained"], line["cards"], len(game.events)) == ({}, [], 1)


def test_r6_1_a_draw_may_cross_the_reshuffle() -> None:
    game = holding("scouts", game=with_draw_card(3))
    empty_deck(game, leave=1)
    last = game.deck[0]
    line = place(game, 0, 0, 0, 2, FOOTMAN, tactic(game, "scouts"))
    assert game.events[-2] == {"event": "reshuffle", "cards": 1}
    assert line["drawn_by_tactic"] == {"tactics": 2}
    assert line["cards"] == [game.box.cards[last].name, "scouts"]


def test_r6_2_betrayal_lets_both_houses_be_supported_this_year() -> None:
    game = holding("betrayal", captains=3, footman=3)
    place(game, 0, 0, 0, 0)
    line = place(game, 0, 0, 1, 0, FOOTMAN, tactic(game, "betrayal", 0))
    assert line["tactic"] == {"card": "betrayal", "battle": 0}
    place(game, 0, 0, 0, 1)  # and again on the first side


def test_r6_2_betrayal_holds_for_its_own_battle_and_player_only() -> None:
    game = holding("betrayal", captains=3, footman=3)
    give(game, 1, captains=2, footman=2)
    place(game, 0, 0, 0, 0)
    place(game, 0, 1, 0, 0)
    place(game, 1, 0, 0, 1)
    place(game, 0, 0, 1, 0, FOOTMAN, tactic(game, "betrayal", 0))
    give(game, 0, captains=1, footman=1)
    with pytest.raises(IllegalMove, match=r"R4\.3"):
        place(game, 0, 1, 1, 0)
    with pytest.raises(IllegalMove, match=r"R4\.3"):
        place(game, 1, 0, 1, 1)


def test_r6_2_betrayal_may_be_played_before_either_house_is_supported() -> None:
    game = holding("betrayal")
    place(game, 0, 1, 1, 2, FOOTMAN, tactic(game, "betrayal", 0))
    assert game.battles[0].betrayal == [True, False, False, False]


def test_r6_3_c3_card_without_its_parameters_is_refused() -> None:
    game = holding("betrayal", "sabotage", "renown")
    wrong = [("betrayal", None, None), ("betrayal", 3, None), ("betrayal", 0, 1), ("sabotage", 0, None)]
    for name, battle, side in [*wrong, ("sabotage", 0, 2), ("renown", 0, None)]:
        with pytest.raises(IllegalMove, match="C3"):
            place(game, 0, 0, 0, 2, FOOTMAN, tactic(game, name, battle, side))


@pytest.mark.parametrize(("name", "moved"), [("reinforcements", 3), ("heavy_guns", 5)])
def test_c3_strength_adds_to_this_turns_soldier(name: str, moved: int) -> None:
    game = holding(name)
    assert place(game, 0, 0, 1, 0, FOOTMAN, tactic(game, name))["moved"] == -moved
    assert place(game, 0, 0, 1, 1)["moved"] == -1


def test_c3_strength_stops_at_fifteen_with_the_soldier() -> None:
    game = holding("heavy_guns")
    game.battles[0].tracker = 12
    line = place(game, 0, 0, 0, 0, FOOTMAN, tactic(game, "heavy_guns"))
    assert (line["moved"], line["tracker"]) == (3, 15)


@pytest.mark.parametrize(
    ("name", "reward"),
    [
        ("war_chest", {"coins": 2}),
        ("levy", {"arquebuser": 1}),
        ("muster_of_knights", {"knight": 1}),
        ("adjutant", {"captain": 1}),
        ("renown", {"vp": 2}),
    ],
)
def test_c3_cards_that_give_something_at_once(name: str, reward: dict[str, int]) -> None:
    game = holding(name)
    line = place(game, 0, 0, 0, 2, FOOTMAN, tactic(game, name))
    assert (line["drawn_by_tactic"], line["gained"]) == (reward, {})
    assert game.coins[0] == 5 + reward.get("coins", 0)
    assert game.soldiers[0] == [1, reward.get("arquebuser", 0), reward.get("knight", 0), 0]
    assert game.unplaced[0] == 1 + reward.get("captain", 0)
    assert game.vp[0] == reward.get("vp", 0)


def test_c3_cards_stop_at_the_supply() -> None:
    game = holding("war_chest", "levy", "muster_of_knights", captains=3, footman=3)
    give(game, 3, coins=game.bank - 1, arquebuser=15, knight=10)
    assert place(game, 0, 0, 0, 2, FOOTMAN, tactic(game, "war_chest"))["drawn_by_tactic"] == {"coins": 1}
    assert place(game, 0, 1, 0, 2, FOOTMAN, tactic(game, "levy"))["drawn_by_tactic"] == {}
    assert place(game, 0, 2, 0, 2, FOOTMAN, tactic(game, "muster_of_knights"))["drawn_by_tactic"] == {}


def test_c3_a_soldier_taken_by_a_card_may_be_played_at_once() -> None:
    game = holding("muster_of_knights", footman=0)
    assert place(game, 0, 0, 0, 5, KNIGHT, tactic(game, "muster_of_knights"))["gained"] == {"vp": 3}


def test_c3_sabotage_moves_any_tracker_either_way_before_the_soldier() -> None:
    game = holding("sabotage", "sabotage")
    line = place(game, 0, 0, 0, 2, FOOTMAN, tactic(game, "sabotage", 2, 1))
    assert line["tactic"] == {"card": "sabotage", "battle": 2, "side": 1}
    assert (line["moved"], line["tracker"], game.battles[2].tracker) == (1, 1, -2)
    game.battles[1].tracker = 14
    line = place(game, 0, 1, 0, 2, FOOTMAN, tactic(game, "sabotage", 1, 1))
    assert (line["moved"], line["tracker"]) == (1, 13)


def test_c3_envoy_gives_influence_of_the_house_supported() -> None:
    game = holding("envoy")
    line = place(game, 0, 2, 1, 2, FOOTMAN, tactic(game, "envoy"))  # tile 6, space without reward
    assert (line["drawn_by_tactic"], line["gained"]) == ({"influence": 1}, {})
    assert game.influence[0] == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("space", [3, 5])
def test_c3_forced_march_ignores_the_condition(space: int) -> None:
    game = holding("forced_march", footman=1)
    assert place(game, 0, 0, 0, space, FOOTMAN, tactic(game, "forced_march"))["gained"] != {}


def test_c3_plunder_doubles_the_space_reward() -> None:
    game = holding("plunder")
    line = place(game, 0, 2, 1, 1, FOOTMAN, tactic(game, "plunder"))  # tile 6: 2 coins
    assert (line["gained"], line["drawn_by_tactic"]) == ({"coins": 4}, {})


def test_c3_plunder_doubles_captains_and_cards() -> None:
    game = holding("plunder", "plunder")
    give(game, 0, knight=1, arquebuser=1)
    assert place(game, 0, 1, 0, 5, KNIGHT, tactic(game, "plunder"))["gained"] == {"captain": 2}
    line = place(game, 0, 1, 0, 4, ARQUEBUSER, tactic(game, "plunder"))
    assert line["gained"] == {"tactics": 4}
    assert len(line["cards"]) == 4


def test_c3_draw_cards_come_before_those_of_the_space() -> None:
    game = holding("scouts", game=with_draw_card(2))
    line = place(game, 0, 0, 1, 1, FOOTMAN, tactic(game, "scouts"))
    assert (line["drawn_by_tactic"], line["gained"]) == ({"tactics": 2}, {"tactics": 1})
    assert len(line["cards"]) == 3
    assert sum(game.hands[0]) == 3


# When a card may be played at all, I8.


def playable(game: Game, name: str, battle: int | None = None) -> bool:
    return tactics.playable(game, 0, game.box.cards[card_index(game, name)], battle)


def test_i8_soldier_card_makes_a_placement_possible_where_the_supply_has_one() -> None:
    game = holding(footman=0)
    assert playable(game, "levy")
    assert not playable(game, "war_chest")
    give(game, 3, arquebuser=15)
    assert not playable(game, "levy")
    assert playable(game, "muster_of_knights")


def test_i8_adjutant_makes_a_placement_possible_while_there_are_figures() -> None:
    game = holding(captains=0)
    assert playable(game, "adjutant")
    post(game, 0, 0, 0, *["footman"] * 6)
    assert not playable(game, "adjutant")


def cornered(*cards: str) -> Game:
    """Return a table at which seat 0 has supported side 0 everywhere, where only spaces for Knights are left."""
    game = table()
    for index in range(3):
        post(game, 0, index, 0, "footman")
        for space in range(1, 6):
            game.battles[index].occupant[0][space] = 1 if game.box.needs[2 * index][space] < KNIGHT else None
    return holding(*cards, game=game)


def test_i8_betrayal_makes_a_placement_possible_on_its_battle() -> None:
    game = cornered("betrayal")
    assert placements.legal(game, 0, placements.means(game, 0)) == []
    assert [playable(game, "betrayal", battle) for battle in range(3)] == [True, True, True]
    game.battles[1].occupant[1] = [1] * 6
    assert [playable(game, "betrayal", battle) for battle in range(3)] == [True, False, True]
    place(game, 0, 2, 1, 0, FOOTMAN, tactic(game, "betrayal", 2))


def test_i8_forced_march_makes_a_placement_possible() -> None:
    game = cornered("forced_march")
    assert playable(game, "forced_march")
    place(game, 0, 0, 0, 5, FOOTMAN, tactic(game, "forced_march"))


@pytest.mark.parametrize("name", ["reinforcements", "war_chest", "sabotage", "envoy", "plunder", "renown"])
def test_i8_other_cards_never_make_a_placement_possible(name: str) -> None:
    game = cornered(name)
    assert not playable(game, name, 0 if name == "sabotage" else None)
    ways = {"sabotage": (0, 0)}.get(name, (None, None))
    with pytest.raises(IllegalMove, match=r"R4\.4"):
        place(game, 0, 0, 0, 5, FOOTMAN, tactic(game, name, *ways))
    assert game.events == []
    assert game.hands[0][card_index(game, name)] == 1  # nothing has changed


def test_i8_draw_card_never_makes_a_placement_possible() -> None:
    game = holding("scouts", footman=0, game=with_draw_card())
    assert not playable(game, "scouts")
