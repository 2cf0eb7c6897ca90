"""Section U: which draws `uniform` makes, among how many, in which order."""

from __future__ import annotations

from simcore.dogs.ruleset import Ruleset
from tests.reference.chance import Stream
from tests.reference.choices import Push, Turn, View
from tests.reference.situations import card_index, give, post, table, variant
from tests.reference.state import Game
from tests.reference.uniform import Uniform


class Told(Stream):
    """A stream that answers `below` as told and notes among how many it was asked."""

    def __init__(self, *answers: int) -> None:
        super().__init__(0, 0, 0)
        self.answers = list(answers)
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        answer = self.answers.pop(0)
        assert answer < n
        return answer


def turn(game: Game, *answers: int) -> tuple[Turn | None, list[int]]:
    """Return seat 0's turn and among how many it chose each time."""
    told = Told(*answers)
    return Uniform().turn(View(game, 0, told)), told.asked


def test_u1_token_goes_to_anybody() -> None:
    told = Told(3)
    assert Uniform().first_player(View(table(players=5), 0, told)) == 3
    assert told.asked == [5]


def test_u2_buys_until_stop_among_what_can_be_paid_and_is_there() -> None:
    game = table()  # 5 coins
    give(game, 3, arquebuser=15)
    told = Told(3, 1, 0)  # of stop, footman, knight, war machine: the War Machine; then a Footman; nothing to pay with
    assert Uniform().muster(View(game, 0, told)) == [1, 0, 0, 1]
    assert told.asked == [4, 2]


def test_u2_stop() -> None:
    told = Told(2, 0)
    assert Uniform().muster(View(table(), 0, told)) == [0, 1, 0, 0]
    assert told.asked == [5, 4]


def test_u2_supply_counts_what_is_being_bought() -> None:
    game = table()
    give(game, 3, footman=19, arquebuser=15, knight=10, war_machine=5)
    told = Told(1)
    assert Uniform().muster(View(game, 0, told)) == [1, 0, 0, 0]
    assert told.asked == [2]


def test_u3_no_card_no_placement_passes_without_a_draw() -> None:
    assert turn(table()) == (None, [])


def test_u3_without_cards_a_draw_for_none_and_one_for_the_placement() -> None:
    game = table()
    give(game, 0, captains=1, footman=1)
    assert turn(game, 0, 17)[1] == [1, 18]  # spaces without condition on six tiles
    assert turn(game, 0, 0)[0] == Turn(0, 0, 0, 0)
    assert turn(game, 0, 17)[0] == Turn(2, 1, 2, 0)


def test_u3_placements_are_ordered_by_battle_side_space_soldier() -> None:
    game = table()
    give(game, 0, captains=1, footman=1, knight=1)
    found = [turn(game, 0, index)[0] for index in range(4)]
    assert found == [Turn(0, 0, 0, 0), Turn(0, 0, 0, 2), Turn(0, 0, 1, 0), Turn(0, 0, 1, 2)]


def test_u3_cards_are_options_by_name_in_file_order_after_none() -> None:
    game = table()
    give(game, 0, "levy", "levy", "reinforcements", captains=1, footman=1)
    chosen, asked = turn(game, 2, 0)
    assert asked[0] == 3
    assert chosen is not None
    assert chosen.tactic is not None
    assert chosen.tactic.card == card_index(game, "levy")
    assert asked[1] == 6 * 3 + 6 * 5  # of the Footman, and of the Arquebuser, on six tiles


def test_u3_without_placement_no_option_none() -> None:
    game = table()
    give(game, 0, "levy", "war_chest", captains=1)
    chosen, asked = turn(game, 0, 0)
    assert asked[0] == 1
    assert chosen is not None
    assert chosen.tactic is not None
    assert chosen.tactic.card == card_index(game, "levy")


def test_u3_betrayal_only_where_exactly_one_house_is_supported() -> None:
    game = table()
    give(game, 0, "betrayal", captains=1, footman=1)
    assert turn(game, 0, 0)[1][0] == 1  # nowhere yet
    post(game, 0, 0, 0, "footman")
    post(game, 0, 2, 1, "footman")
    chosen, asked = turn(game, 1, 1, 0)
    assert asked[:2] == [2, 2]
    assert chosen is not None
    assert chosen.tactic == (0, 2, None)
    game.battles[2].betrayal[0] = True
    assert turn(game, 1, 0, 0)[1][1] == 1


def test_u3_sabotage_takes_one_draw_for_battle_and_direction() -> None:
    game = table()
    give(game, 0, "sabotage", captains=1, footman=1)
    chosen, asked = turn(game, 1, 5, 0)
    assert asked[:2] == [2, 6]
    assert chosen is not None
    assert chosen.tactic == (card_index(game, "sabotage"), 2, 1)


def test_u5_cards_without_effect_are_playable_while_a_placement_is_possible() -> None:
    game = table()
    give(game, 0, "war_chest", "levy", "muster_of_knights", "adjutant", captains=6, footman=1)
    give(game, 3, coins=game.bank, arquebuser=15, knight=10)
    assert turn(game, 4, 0)[1][0] == 5


def pushes(game: Game, *answers: int) -> tuple[list[Push], list[int]]:
    told = Told(*answers)
    return Uniform().last_stand(View(game, 0, told)), told.asked


def standing(rules: Ruleset | None = None) -> Game:
    """Return a table at which seat 0 stands on side 0 of battle 0, on both of 1, on side 1 of 2 (lost at 15)."""
    game = table(rules, abilities={0: {"last_stand": 2}})
    for battle, side in ((0, 0), (1, 0), (1, 1), (2, 1)):
        post(game, 0, battle, side, "footman")
    game.battles[2].tracker = 15
    return game


def test_u4_each_eligible_battle_side_first_then_spaces() -> None:
    found, asked = pushes(standing(), 2, 1, 0)
    assert asked == [3, 2, 3]
    assert found == [Push(0, 0, 2), Push(1, 1, 0)]


def test_u4_on_both_sides_at_fifteen_one_side_is_a_draw_among_one() -> None:
    game = standing()
    game.battles[1].tracker = -15
    found, asked = pushes(game, 0, 0, 1)
    assert asked == [3, 1, 3]
    assert found[1] == Push(1, 1, 1)


def test_u4_scope_one_draws_the_battle_first() -> None:
    rules = variant(readings={"last_stand_scope": "one"})
    found, asked = pushes(standing(rules), 1, 0, 2)
    assert asked == [2, 2, 3]
    assert found == [Push(1, 0, 2)]


def test_u4_scope_one_without_eligible_battle_draws_nothing() -> None:
    rules = variant(readings={"last_stand_scope": "one"})
    assert pushes(table(rules, abilities={0: {"last_stand": 2}})) == ([], [])
