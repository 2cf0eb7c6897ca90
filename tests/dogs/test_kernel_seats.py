"""The rules know seats only by their order from the first player: turn the table, and everything turns with it."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from simcore.dogs.ruleset import ABILITIES, SOLDIERS
from tests.dogs.kernel_table import KernelTable
from tests.reference.situations import bonus, empty_deck, give, post, table

KINDS = st.sampled_from(("vp", "coins", "knight", "tactics", "captain", "influence"))
CAPTAINS = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(SOLDIERS)), max_size=6)


class Situation(NamedTuple):
    """A battle about to be settled: everything by seat, so that it can be laid out for a table that is turned."""

    players: int
    first: int
    tracker: int
    sides: tuple[list[tuple[int, str]], list[tuple[int, str]]]
    abilities: dict[int, dict[str, int]]
    bonus: dict[str, int]
    coins_left: int
    deck_left: int


@st.composite
def situations(draw: DrawFn) -> Situation:
    players = draw(st.integers(3, 5))
    seats = st.integers(0, players - 1)
    kinds = st.dictionaries(st.sampled_from(tuple(ABILITIES)), st.integers(1, 3), max_size=3)
    return Situation(
        players,
        draw(seats),
        draw(st.sampled_from((-15, -3, 2, 15))),
        (draw(CAPTAINS), draw(CAPTAINS)),
        draw(st.dictionaries(seats, kinds)),
        draw(st.dictionaries(KINDS, st.integers(1, 4), max_size=3)),
        draw(st.integers(0, 12)),
        draw(st.integers(0, 6)),
    )


def settled(situation: Situation, turned: int) -> tuple[dict[str, Any], list[Any]]:
    """Settle the battle on a table turned by some seats; return the line, and each seat's holdings, as if unturned."""

    def place(seat: int) -> int:
        return (seat + turned) % situation.players

    game = table(
        players=situation.players,
        abilities={place(seat): dict(kinds) for seat, kinds in situation.abilities.items()},
    )
    game.first = place(situation.first)
    game.battles[0].tracker = situation.tracker
    for side, captains in enumerate(situation.sides):
        for seat, soldier in captains:
            if game.on_board(place(seat % situation.players)) < 6 and game.soldier_supply[SOLDIERS.index(soldier)]:
                post(game, place(seat % situation.players), 0, side, soldier)
    bonus(game, 0, **situation.bonus)
    give(game, place(0), coins=game.bank - situation.coins_left)
    empty_deck(game, leave=situation.deck_left, into_discards=True)
    kernel = KernelTable(game)
    line = kernel.settle(0)
    seats = [place(seat) for seat in range(situation.players)]
    for name in ("vp", "profit", "bonus_gained", "cards"):
        line[name] = [line[name][seat] for seat in seats]
    line["bonus"] = [seat for seat in range(situation.players) if seats[seat] in line["bonus"]]
    line["spoils"] = {seat: line["spoils"].get(str(seats[seat])) for seat in range(situation.players)}
    names = ("vp", "coins", "soldiers", "cards", "influence")
    holdings = [[kernel.own(seat)[name].tolist() for name in names] for seat in seats]
    return line, [*holdings, [kernel.public.reserve[seat] for seat in seats]]


@given(situations(), st.integers(1, 4))
@settings(max_examples=60)
def test_i10_outcome_turns_with_the_table(situation: Situation, turned: int) -> None:
    assert settled(situation, turned) == settled(situation, 0)
