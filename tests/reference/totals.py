"""What never changes in a game, asserted on the reference game's own state after every event."""

from __future__ import annotations

from collections.abc import Iterable

from tests.reference.state import Game


def check(table: Game) -> None:
    """Assert that coins, Soldiers, Influence, Tactic cards and Captains all add up and none is negative."""
    assert min(table.coins) >= 0, table.coins
    assert table.bank + sum(table.coins) == table.ruleset.components.coins
    assert table.bank >= 0 or not table.ruleset.readings.limited_coins
    _check_soldiers(table)
    _check_influence(table)
    _check_cards(table)
    _check_captains(table)


def _totals(piles: Iterable[list[int]]) -> list[int]:
    """Add lists element by element."""
    return list(map(sum, zip(*piles, strict=True)))


def _check_soldiers(table: Game) -> None:
    """R0.3: supply, hands and battles hold all Soldier cards of each type."""
    piles = [table.soldier_supply, *table.soldiers]
    for battle in table.battles:
        piles += battle.soldiers
    assert _totals(piles) == table.box.soldier_cards
    assert min(map(min, piles)) >= 0


def _check_influence(table: Game) -> None:
    """R0.2: supply and players hold all tokens of each House in play."""
    each = table.ruleset.components.influence_tokens[table.players]
    tokens = [each if house in table.houses else 0 for house in range(len(table.ruleset.houses))]
    assert _totals([table.influence_supply, *table.influence]) == tokens
    assert min(table.influence_supply) >= 0


def _check_cards(table: Game) -> None:
    """R0.4: deck, discards and hands hold all copies of each Tactic card."""
    cards = _totals([table.discards, *table.hands])
    for card in table.deck:
        cards[card] += 1
    assert cards == table.box.copies
    assert min(map(min, table.hands)) >= 0


def _check_captains(table: Game) -> None:
    """R0.5: nobody has more Captains than figures."""
    piles = [table.unplaced, table.reserve]
    for battle in table.battles:
        piles += battle.captains
    assert max(_totals(piles)) <= table.ruleset.components.captain_figures
    assert min(map(min, piles)) >= 0
