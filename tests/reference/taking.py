"""R4.6, R0.5, R6.1, I6: taking something from the supplies, and stopping where they end."""

from __future__ import annotations

from simcore.dogs.ruleset import SOLDIERS
from tests.reference import log
from tests.reference.components import Gains
from tests.reference.state import Game

Taken = tuple[dict[str, int], list[str]]
"""What was really taken by kind, and the names of the Tactic cards drawn."""


def take(table: Game, seat: int, gains: Gains, house: int | None, *, to_reserve: bool = False) -> Taken:
    """Give a seat a reward; what the supplies lack is not taken (R4.6).

    Parameters
    ----------
    table : Game
    seat : int
    gains : Gains
        The reward as printed, Plunder's doubling included (I15).
    house : int or None
        The House whose Influence is taken; None where the reward cannot hold any.
    to_reserve : bool
        Captains are kept for the next Year (R5.5) instead of being placed in this one.

    Returns
    -------
    dict of str to int, list of str
        What was taken by kind, without zeros, and the names of the cards drawn.
    """
    taken: dict[str, int] = {}
    cards: list[str] = []
    for kind, amount in gains:
        if kind == "vp":
            table.vp[seat] += amount  # R0.5: the box never runs out of VP
            got = amount
        elif kind == "coins":
            got = take_coins(table, seat, amount)
        elif kind == "tactics":
            drawn = draw_cards(table, seat, amount)
            cards += drawn
            got = len(drawn)
        elif kind == "captain":
            got = take_captains(table, seat, amount, to_reserve=to_reserve)
        elif kind == "influence":
            assert house is not None
            got = take_influence(table, seat, house, amount)
        else:
            got = take_soldiers(table, seat, SOLDIERS.index(kind), amount)
        if got:
            taken[kind] = got
    return taken, cards


def take_coins(table: Game, seat: int, amount: int) -> int:
    """Move coins from the bank to a seat, as many as there are if they are limited (I6); return the number."""
    if table.ruleset.readings.limited_coins:
        amount = min(amount, table.bank)
    table.bank -= amount
    table.coins[seat] += amount
    return amount


def take_soldiers(table: Game, seat: int, soldier: int, amount: int) -> int:
    """Move Soldier cards of a type from the supply to a seat's hand; return the number."""
    amount = min(amount, table.soldier_supply[soldier])
    table.soldier_supply[soldier] -= amount
    table.soldiers[seat][soldier] += amount
    return amount


def take_influence(table: Game, seat: int, house: int, amount: int) -> int:
    """Move Influence tokens of a House from the supply to a seat; return the number."""
    amount = min(amount, table.influence_supply[house])
    table.influence_supply[house] -= amount
    table.influence[seat][house] += amount
    return amount


def take_captains(table: Game, seat: int, amount: int, *, to_reserve: bool) -> int:
    """Give a seat more Captains, as many as it has figures out of use (R0.5); return the number."""
    amount = min(amount, table.ruleset.components.captain_figures - table.figures(seat))
    if to_reserve:
        table.reserve[seat] += amount
    else:
        table.unplaced[seat] += amount
    return amount


def draw_cards(table: Game, seat: int, amount: int) -> list[str]:
    """Draw Tactic cards into a seat's hand, one after the other; return their names."""
    names = []
    for _ in range(amount):
        card = draw_card(table)
        if card is None:
            break
        table.hands[seat][card] += 1
        names.append(table.box.cards[card].name)
    return names


def draw_card(table: Game) -> int | None:
    """R6.1: draw a card, from the reshuffled discards where the deck is empty; None where both are.

    The deck is no sequence: each draw takes any card left in it, and the last one fills the gap.
    """
    if not table.deck:
        table.deck = [card for card, number in enumerate(table.discards) for _ in range(number)]
        if not table.deck:
            return None
        table.discards = [0] * len(table.discards)
        log.reshuffle(table, len(table.deck))
    place = table.deck_chance.below(len(table.deck))
    card = table.deck[place]
    table.deck[place] = table.deck[-1]
    table.deck.pop()
    return card
