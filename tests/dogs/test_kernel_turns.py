"""R4 on the kernels: the turns of the action phase."""

from __future__ import annotations

import pytest

from simcore.dogs.ruleset import REWARDS, SOLDIERS, Reward, Space
from tests.dogs.kernel_table import KernelTable
from tests.reference.choices import IllegalMove
from tests.reference.situations import (
    ARQUEBUSER,
    FOOTMAN,
    KNIGHT,
    WAR_MACHINE,
    empty_deck,
    give,
    place,
    post,
    table,
    tactic,
    variant,
)
from tests.reference.state import Game


def test_r4_1_tactic_card_is_optional_and_discarded() -> None:
    game = table()
    give(game, 0, "renown", captains=2, footman=2)
    kernel = KernelTable(game)
    assert kernel.place(0, 0, 0, 2)["tactic"] is None
    assert kernel.own(0).n_cards == 1
    assert kernel.place(0, 1, 0, 2, FOOTMAN, tactic(game, "renown"))["tactic"] == {"card": "renown"}
    assert kernel.public["discards"].tolist()[:12] == [0] * 11 + [1]
    assert (kernel.own(0).n_cards, kernel.own(0).card_names) == (0, 0)


@pytest.mark.parametrize("card", [11, 12, 10**6])
def test_r4_1_card_not_in_hand_is_refused(card: int) -> None:
    game = table()
    give(game, 0, captains=1, footman=1)
    with pytest.raises(IllegalMove, match=r"R4\.1"):
        KernelTable(game).place(0, 0, 0, 2, FOOTMAN, tactic(game, "renown")._replace(card=card))


def test_r4_2_captain_and_soldier_leave_the_hand_together() -> None:
    game = table()
    give(game, 0, captains=1, footman=1)
    kernel = KernelTable(game)
    kernel.place(0, 0, 0, 2)
    public = kernel.public
    assert (public.captains[0], public.on_board[0], kernel.own(0).types) == (0, 1, 0)
    assert kernel.own(0)["soldiers"].tolist() == [0, 0, 0, 0]
    assert (public.occupant[0, 2], public.free[0]) == (0, 0b111011)
    assert public["soldiers_on"][0].tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("captains", "footmen", "turn"),
    [
        (0, 1, (0, 0, 2, FOOTMAN)),  # no Captain
        (1, 0, (0, 0, 2, FOOTMAN)),  # no Soldier
        (1, 1, (0, 1, 0, FOOTMAN)),  # space taken
        (1, 1, (0, 0, 6, FOOTMAN)),  # no such space
        (1, 1, (0, 0, -1, FOOTMAN)),
        (1, 1, (3, 0, 0, FOOTMAN)),  # no such battle
        (1, 1, (-1, 0, 0, FOOTMAN)),
        (1, 1, (0, 2, 0, FOOTMAN)),  # no such side
        (1, 1, (0, -1, 0, FOOTMAN)),
        (1, 1, (0, 0, 0, 4)),  # no such Soldier
        (1, 1, (0, 0, 0, -1)),
    ],
)
def test_r4_2_without_captain_soldier_or_free_space_no_turn(
    captains: int, footmen: int, turn: tuple[int, int, int, int]
) -> None:
    game = table()
    post(game, 1, 0, 1, "footman")
    give(game, 0, captains=captains, footman=footmen)
    kernel = KernelTable(game)
    with pytest.raises(IllegalMove, match=r"R4\.2"):
        kernel.place(0, *turn)
    assert (kernel.public.captains[0], kernel.own(0).soldiers[FOOTMAN], kernel.events) == (captains, footmen, [])


def test_r4_3_not_against_a_house_supported_in_the_same_battle() -> None:
    game = table()
    give(game, 0, captains=3, footman=3)
    kernel = KernelTable(game)
    kernel.place(0, 0, 0, 0)
    kernel.place(0, 1, 1, 0)  # another battle is free
    kernel.place(0, 0, 0, 1)  # and so is the same side
    assert kernel.public.closed[0] == 0b000110
    give(game, 0, captains=1, footman=1)
    place(game, 0, 0, 0, 0)
    with pytest.raises(IllegalMove, match=r"R4\.3"):
        KernelTable(game).place(0, 0, 1, 0)


@pytest.mark.parametrize(
    ("space", "admitted"), [(0, [0, 1, 2, 3]), (3, [ARQUEBUSER, KNIGHT, WAR_MACHINE]), (5, [KNIGHT, WAR_MACHINE])]
)
@pytest.mark.parametrize("soldier", range(4))
def test_r4_4_conditions_of_spaces(space: int, admitted: list[int], soldier: int) -> None:
    game = table()
    give(game, 0, captains=1, **{SOLDIERS[soldier]: 1})
    kernel = KernelTable(game)
    if soldier in admitted:
        assert kernel.place(0, 0, 0, space, soldier)["space"] == space
    else:
        with pytest.raises(IllegalMove, match=r"R4\.4"):
            kernel.place(0, 0, 0, space, soldier)


@pytest.mark.parametrize(("soldier", "spaces"), [(0, 1), (1, 3), (2, 5), (3, 7)])
@pytest.mark.parametrize("side", [0, 1])
def test_r4_5_tracker_moves_by_strength_to_the_house_supported(soldier: int, spaces: int, side: int) -> None:
    game = table()
    give(game, 0, captains=1, **{SOLDIERS[soldier]: 1})
    line = KernelTable(game).place(0, 0, side, 0, soldier)
    assert line["moved"] == line["tracker"] == (-spaces if side else spaces)


@pytest.mark.parametrize(("before", "side", "after"), [(11, 0, 15), (-11, 1, -15), (15, 0, 15), (-2, 0, 5), (2, 1, -5)])
def test_r4_5_tracker_stops_at_fifteen(before: int, side: int, after: int) -> None:
    game = table()
    game.battles[0].tracker = before
    give(game, 0, captains=1, war_machine=1)
    line = KernelTable(game).place(0, 0, side, 0, WAR_MACHINE)
    assert (line["moved"], line["tracker"]) == (after - before, after)


def one_space(**reward: int) -> Game:
    """Return a table whose spaces all give one reward; seat 0 has a Captain and a Footman."""
    space = Space(None, Reward(**reward))
    game = table(variant(tiles=tuple((space,) * 6 for _ in range(8))))
    give(game, 0, captains=1, footman=1)
    return game


@pytest.mark.parametrize("kind", REWARDS)
def test_r4_6_every_kind_of_reward_is_taken_at_once(kind: str) -> None:
    kernel = KernelTable(one_space(**{kind: 2}))
    line = kernel.place(0, 2, 1, 0)
    own = kernel.own(0)
    assert line["gained"] == {kind: 2}
    assert len(line["cards"]) == (2 if kind == "tactics" else 0)
    holdings = {
        "vp": own.vp,
        "coins": own.coins - 5,
        "tactics": own.n_cards,
        "captain": kernel.public.captains[0],
        "influence": own.influence[5],  # of the House supported
        **dict(zip(SOLDIERS, own["soldiers"].tolist(), strict=True)),
    }
    assert holdings == {**dict.fromkeys(holdings, 0), kind: 2}


@pytest.mark.parametrize("kind", [kind for kind in REWARDS if kind != "vp"])
def test_r4_6_what_the_supply_lacks_is_not_taken(kind: str) -> None:
    game = one_space(**{kind: 3})
    if kind == "coins":
        give(game, 3, coins=game.bank - 1)
    elif kind == "tactics":
        empty_deck(game, leave=1)
    elif kind == "captain":
        give(game, 0, captains=4)
    elif kind == "influence":
        game.influence[3][5], game.influence_supply[5] = 9, 1
    else:
        give(game, 3, **{kind: game.soldier_supply[SOLDIERS.index(kind)] - 1})
    assert KernelTable(game).place(0, 2, 1, 0)["gained"] == {kind: 1}


def test_r4_6_reward_of_a_soldier_comes_after_the_one_played_lies_on_the_board() -> None:
    game = one_space(footman=1)
    give(game, 3, footman=19)
    assert KernelTable(game).place(0, 0, 0, 0)["gained"] == {}


def test_r4_7_passing_loses_captains_and_keeps_soldiers_cards_and_coins() -> None:
    game = table()
    give(game, 0, "renown", captains=2, knight=1)
    kernel = KernelTable(game)
    assert kernel.pass_out(0) == {"event": "pass", "seat": 0, "captains_lost": 2}
    own = kernel.own(0)
    assert (own["soldiers"].tolist(), own.n_cards, own.coins) == ([0, 0, 1, 0], 1, 5)
    assert kernel.public.captains[0] == 0
    assert kernel.public["passed"].tolist() == [1, 0, 0, 0, 0]


def test_r4_8_first_to_pass_gets_the_token() -> None:
    kernel = KernelTable(table())
    assert kernel.public.next_holder == -1
    for seat in (2, 0, 1):
        kernel.pass_out(seat)
    assert kernel.public.next_holder == 2
