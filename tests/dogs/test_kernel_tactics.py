"""R6, C3 and I8 on the kernels: Tactic cards."""

from __future__ import annotations

import pytest

from simcore.dogs.ruleset import TacticCard
from tests.dogs.kernel_table import KernelTable
from tests.reference.choices import IllegalMove
from tests.reference.situations import (
    ARQUEBUSER,
    FOOTMAN,
    KNIGHT,
    base,
    empty_deck,
    give,
    place,
    post,
    table,
    tactic,
    variant,
)
from tests.reference.state import Event, Game


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


def play(
    game: Game, name: str, battle: int, side: int, space: int, *, soldier: int = FOOTMAN, on: tuple[int, ...] = ()
) -> Event:
    """Let seat 0 play a card (on a battle, and towards a side of it) and place; return the line."""
    return KernelTable(game).place(0, battle, side, space, soldier, tactic(game, name, *on))


def test_r6_1_empty_deck_is_made_of_the_discards_the_card_just_played_among_them() -> None:
    """Tile 2, space 1 gives a Tactic card; the deck is empty, and the card played is the only discard."""
    game = holding("renown")
    empty_deck(game)
    kernel = KernelTable(game)
    line = kernel.place(0, 0, 1, 1, FOOTMAN, tactic(game, "renown"))
    assert kernel.events[0] == {"event": "reshuffle", "cards": 1}
    assert line["cards"] == ["renown"]
    assert (kernel.public.deck_left, kernel.public["discards"].any()) == (0, False)


def test_r6_1_reshuffle_waits_until_a_draw_needs_it() -> None:
    game = holding("renown")
    empty_deck(game, leave=1)
    kernel = KernelTable(game)
    kernel.place(0, 0, 1, 1)  # takes the last card
    assert [event["event"] for event in kernel.events] == ["turn"]
    assert kernel.public.deck_left == 0


def test_r6_1_nothing_is_drawn_where_deck_and_discards_are_empty() -> None:
    game = holding()
    empty_deck(game)
    kernel = KernelTable(game)
    line = kernel.place(0, 0, 1, 1)
    assert (line["gained"], line["cards"], len(kernel.events)) == ({}, [], 1)


def test_r6_1_a_draw_may_cross_the_reshuffle() -> None:
    game = holding("scouts", game=with_draw_card(3))
    empty_deck(game, leave=1)
    last = game.box.cards[game.deck[0]].name
    line = play(game, "scouts", 0, 0, 2)
    assert line["drawn_by_tactic"] == {"tactics": 2}
    assert line["cards"] == [last, "scouts"]


def test_r6_2_betrayal_lets_both_houses_be_supported_this_year() -> None:
    game = holding("betrayal", captains=3, footman=3)
    kernel = KernelTable(game)
    kernel.place(0, 0, 0, 0)
    line = kernel.place(0, 0, 1, 0, FOOTMAN, tactic(game, "betrayal", 0))
    assert line["tactic"] == {"card": "betrayal", "battle": 0}
    kernel.place(0, 0, 0, 1)  # and again on the first side


@pytest.mark.parametrize(("seat", "battle"), [(0, 1), (1, 0)])
def test_r6_2_betrayal_holds_for_its_own_battle_and_player_only(seat: int, battle: int) -> None:
    game = holding("betrayal", captains=4, footman=4)
    give(game, 1, captains=2, footman=2)
    place(game, 0, 0, 0, 0)
    place(game, 0, 1, 0, 0)
    place(game, 1, 0, 0, 1)
    kernel = KernelTable(game)
    kernel.place(0, 0, 1, 0, FOOTMAN, tactic(game, "betrayal", 0))
    with pytest.raises(IllegalMove, match=r"R4\.3"):
        kernel.place(seat, battle, 1, 1)


def test_r6_2_betrayal_may_be_played_before_either_house_is_supported() -> None:
    game = holding("betrayal", captains=3, footman=3)
    kernel = KernelTable(game)
    kernel.place(0, 1, 1, 2, FOOTMAN, tactic(game, "betrayal", 0))
    assert kernel.public.betrayed[0] == 0b000011
    kernel.place(0, 0, 0, 0)
    kernel.place(0, 0, 1, 0)


@pytest.mark.parametrize("name", ["betrayal", "sabotage"])
@pytest.mark.parametrize("battle", [-1, 3])
def test_r6_3_battle_cards_need_a_battle_that_is_fought(name: str, battle: int) -> None:
    game = holding(name)
    with pytest.raises(IllegalMove, match="R6"):
        play(game, name, 0, 0, 2, on=(battle, 0))


@pytest.mark.parametrize("side", [-1, 2])
def test_r6_3_sabotage_needs_a_direction(side: int) -> None:
    with pytest.raises(IllegalMove, match="C3"):
        play(holding("sabotage"), "sabotage", 0, 0, 2, on=(0, side))


def test_r6_3_the_short_game_has_no_third_battle() -> None:
    game = holding("sabotage", game=table(players=3, short=True))
    with pytest.raises(IllegalMove, match="R6"):
        play(game, "sabotage", 0, 0, 2, on=(2, 0))


@pytest.mark.parametrize(("name", "moved"), [("reinforcements", 3), ("heavy_guns", 5)])
def test_c3_strength_adds_to_this_turns_soldier(name: str, moved: int) -> None:
    game = holding(name)
    kernel = KernelTable(game)
    assert kernel.place(0, 0, 1, 0, FOOTMAN, tactic(game, name))["moved"] == -moved
    assert kernel.place(0, 0, 1, 1)["moved"] == -1


def test_c3_strength_stops_at_fifteen_with_the_soldier() -> None:
    game = holding("heavy_guns")
    game.battles[0].tracker = 12
    line = play(game, "heavy_guns", 0, 0, 0)
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
    kernel = KernelTable(game)
    line = kernel.place(0, 0, 0, 2, FOOTMAN, tactic(game, name))
    own = kernel.own(0)
    assert (line["drawn_by_tactic"], line["gained"]) == (reward, {})
    assert (own.coins, own.vp) == (5 + reward.get("coins", 0), reward.get("vp", 0))
    assert own["soldiers"].tolist() == [1, reward.get("arquebuser", 0), reward.get("knight", 0), 0]
    assert kernel.public.captains[0] == 1 + reward.get("captain", 0)


def test_c3_cards_stop_at_the_supply() -> None:
    game = holding("war_chest", "levy", "muster_of_knights", captains=3, footman=3)
    give(game, 3, coins=game.bank - 1, arquebuser=15, knight=10)
    kernel = KernelTable(game)
    for battle, (name, given) in enumerate({"war_chest": {"coins": 1}, "levy": {}, "muster_of_knights": {}}.items()):
        assert kernel.place(0, battle, 0, 2, FOOTMAN, tactic(game, name))["drawn_by_tactic"] == given


def test_c3_sabotage_moves_any_tracker_either_way_before_the_soldier() -> None:
    game = holding("sabotage", "sabotage")
    game.battles[1].tracker = 14
    kernel = KernelTable(game)
    line = kernel.place(0, 0, 0, 2, FOOTMAN, tactic(game, "sabotage", 2, 1))
    assert line["tactic"] == {"card": "sabotage", "battle": 2, "side": 1}
    assert (line["moved"], line["tracker"], kernel.public.tracker[2]) == (1, 1, -2)
    line = kernel.place(0, 1, 0, 2, FOOTMAN, tactic(game, "sabotage", 1, 1))
    assert (line["moved"], line["tracker"]) == (1, 13)


def test_c3_envoy_gives_influence_of_the_house_supported() -> None:
    game = holding("envoy")
    kernel = KernelTable(game)
    line = kernel.place(0, 2, 1, 2, FOOTMAN, tactic(game, "envoy"))  # tile 6, space without reward
    assert (line["drawn_by_tactic"], line["gained"]) == ({"influence": 1}, {})
    assert kernel.own(0)["influence"].tolist() == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("space", [3, 5])
def test_c3_forced_march_ignores_the_condition_this_turn(space: int) -> None:
    game = holding("forced_march")
    kernel = KernelTable(game)
    assert kernel.place(0, 0, 0, space, FOOTMAN, tactic(game, "forced_march"))["gained"] != {}
    with pytest.raises(IllegalMove, match=r"R4\.4"):
        kernel.place(0, 0, 0, 8 - space, FOOTMAN)


def test_c3_plunder_doubles_the_space_reward() -> None:
    line = play(holding("plunder"), "plunder", 2, 1, 1)  # tile 6: 2 coins
    assert (line["gained"], line["drawn_by_tactic"]) == ({"coins": 4}, {})


def test_c3_plunder_doubles_captains_and_cards() -> None:
    game = holding("plunder", "plunder")
    give(game, 0, knight=1, arquebuser=1)
    assert play(game, "plunder", 1, 0, 5, soldier=KNIGHT)["gained"] == {"captain": 2}
    line = play(game, "plunder", 1, 0, 4, soldier=ARQUEBUSER)
    assert line["gained"] == {"tactics": 4}
    assert len(line["cards"]) == 4


def test_c3_draw_cards_come_before_those_of_the_space() -> None:
    line = play(holding("scouts", game=with_draw_card(2)), "scouts", 0, 1, 1)
    assert (line["drawn_by_tactic"], line["gained"]) == ({"tactics": 2}, {"tactics": 1})
    assert len(line["cards"]) == 3


# When a card may be played, I8.


def test_i8_soldier_card_makes_a_placement_possible_where_the_supply_has_one() -> None:
    game = holding("muster_of_knights", footman=0)
    assert play(game, "muster_of_knights", 0, 0, 5, soldier=KNIGHT)["gained"] == {"vp": 3}
    give(game, 3, knight=10)
    with pytest.raises(IllegalMove, match=r"R4\.2"):
        play(game, "muster_of_knights", 0, 0, 5, soldier=KNIGHT)


def test_i8_adjutant_makes_a_placement_possible_while_there_are_figures() -> None:
    game = holding("adjutant", captains=0)
    assert play(game, "adjutant", 0, 0, 2)["drawn_by_tactic"] == {"captain": 1}
    post(game, 0, 0, 0, *["footman"] * 6)
    with pytest.raises(IllegalMove, match=r"R4\.2"):
        play(game, "adjutant", 1, 0, 2)


def cornered(*cards: str) -> Game:
    """Return a table at which seat 0 has supported side 0 everywhere, where only spaces for Knights are left."""
    game = table()
    for index in range(3):
        post(game, 0, index, 0, "footman")
        for space in range(1, 6):
            game.battles[index].occupant[0][space] = 1 if game.box.needs[2 * index][space] < KNIGHT else None
    return holding(*cards, game=game)


def test_i8_betrayal_and_forced_march_make_a_placement_possible() -> None:
    game = cornered("betrayal", "forced_march")
    assert play(game, "betrayal", 2, 1, 0, on=(2,))["side"] == 1
    assert play(game, "forced_march", 0, 0, 5)["space"] == 5


@pytest.mark.parametrize("name", ["reinforcements", "war_chest", "sabotage", "envoy", "plunder", "renown"])
def test_i8_other_cards_never_make_a_placement_possible(name: str) -> None:
    with pytest.raises(IllegalMove, match=r"R4\.4"):
        play(cornered(name), name, 0, 0, 5, on=(0, 0) if name == "sabotage" else ())


def test_i8_no_card_in_a_turn_that_passes() -> None:
    game = holding("renown")
    with pytest.raises(IllegalMove, match="I8"):
        KernelTable(game).pass_out(0, tactic(game, "renown").card)
