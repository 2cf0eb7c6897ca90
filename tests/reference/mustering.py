"""R3: Captains, income and the purchase of Soldiers."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.dogs.ruleset import SOLDIERS
from tests.reference import log, taking
from tests.reference.choices import IllegalMove, Strategy
from tests.reference.state import Game


def muster(table: Game, strategies: Sequence[Strategy]) -> None:
    """R3: everybody's Captains and income, then everybody's purchases clockwise from the first player."""
    order = table.clockwise()
    for seat in order:
        call_captains(table, seat)
    for seat in order:  # R3.2 before anybody buys; I10 where the bank is short
        taking.take_coins(table, seat, table.ruleset.years.income + table.ability(seat, "income"))  # A1
    for seat in order:
        before = table.coins[seat]
        bought = strategies[seat].muster(table.views[seat])
        buy(table, seat, bought)
        log.muster(table, seat, before, bought)


def call_captains(table: Game, seat: int) -> None:
    """R3.1, A4: the Year's Captains, the Dog's own and those in reserve, no more than there are figures (R0.5)."""
    called = table.ruleset.years.captains[table.year - 1] + table.reserve[seat] + table.ability(seat, "more_captains")
    table.reserve[seat] = 0
    table.unplaced[seat] = min(called, table.ruleset.components.captain_figures)


def costs(table: Game, seat: int) -> list[int]:
    """A5: what each Soldier type costs a seat, never less than nothing."""
    discounts = [table.ability(seat, f"{name}_discount") for name in SOLDIERS]
    return [max(0, cost - discount) for cost, discount in zip(table.box.costs, discounts, strict=True)]


def buy(table: Game, seat: int, bought: list[int]) -> None:
    """R3.3: pay for Soldier cards, `bought` of each type; I13: any price can be paid exactly."""
    if len(bought) != 4 or min(bought) < 0:
        raise IllegalMove("R3.3", f"purchase {bought}")
    for soldier, number in enumerate(bought):
        if number > table.soldier_supply[soldier]:
            raise IllegalMove("R3.3", f"buys {number} of type {soldier}, supply {table.soldier_supply[soldier]}")
    price = sum(number * cost for number, cost in zip(bought, costs(table, seat), strict=True))
    if price > table.coins[seat]:
        raise IllegalMove("R3.3", f"pays {price} of {table.coins[seat]} coins")
    table.coins[seat] -= price
    table.bank += price
    for soldier, number in enumerate(bought):
        taking.take_soldiers(table, seat, soldier, number)
