"""Situations for tests: rulesets that differ in one thing, tables laid out by hand, moves told by name.

Everything put into a player's hands comes out of the supplies, so that the components still add up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from simcore.dogs.ruleset import SOLDIERS, Ability, Ruleset
from simcore.dogs.ruleset_file import load_ruleset
from tests.reference import action, taking
from tests.reference.choices import Push, Tactic, Turn
from tests.reference.setup import new_game
from tests.reference.state import Battle, Event, Game

FOOTMAN, ARQUEBUSER, KNIGHT, WAR_MACHINE = range(4)

Abilities = Mapping[int, Mapping[str, int]]
"""Seat -> ability kind -> amount."""


@cache
def base() -> Ruleset:
    """Return the base ruleset."""
    return load_ruleset("base")


def variant(rules: Ruleset | None = None, **blocks: Any) -> Ruleset:
    """Return a ruleset with other values: a mapping changes entries of a block, anything else replaces the block."""
    rules = rules or base()
    changed = {}
    for name, value in blocks.items():
        block = getattr(rules, name)
        if isinstance(block, dict):
            changed[name] = block | value
        else:
            changed[name] = replace(block, **value) if isinstance(value, dict) else value
    return replace(rules, **changed)


def with_abilities(rules: Ruleset, abilities: Abilities) -> Ruleset:
    """Return a ruleset in which the k-th Dog has the abilities given for seat k, and no others."""
    dogs = [
        replace(dog, abilities=tuple(Ability(kind, amount) for kind, amount in abilities.get(seat, {}).items()))
        for seat, dog in enumerate(rules.dogs)
    ]
    return replace(rules, dogs=tuple(dogs))


def table(
    rules: Ruleset | None = None,
    *,
    players: int = 4,
    abilities: Abilities | None = None,
    short: bool = False,
    year: int = 1,
) -> Game:
    """Return a table in the action phase, hands empty but for the starting coins, seat 0 first.

    Battle k is fought by Houses 2k (side 0) and 2k + 1 (side 1) on the tiles numbered 2k + 1 and 2k + 2 (C1), for no
    Bonus. Nobody has any ability but those given.
    """
    rules = with_abilities(rules or base(), abilities or {})
    game = new_game(rules, players=players, short=short, seed=1, game=0, dogs=list(range(players)))
    game.year = year
    for index in range(2 if short else 3):
        pair = [2 * index, 2 * index + 1]
        spaces = [len(rules.tiles[tile]) for tile in pair]
        houses = [game.houses[house] for house in pair]
        game.battles.append(Battle((), houses, pair, players, spaces))
    return game


def give(game: Game, seat: int, *cards: str, captains: int = 0, coins: int = 0, **soldiers: int) -> None:
    """Put Tactic cards, Captains to place, coins and Soldier cards into a seat's hands, out of the supplies."""
    for name in cards:
        card = card_index(game, name)
        game.deck.remove(card)
        game.hands[seat][card] += 1
    game.unplaced[seat] += captains
    assert taking.take_coins(game, seat, coins) == coins
    for name, number in soldiers.items():
        assert taking.take_soldiers(game, seat, SOLDIERS.index(name), number) == number


def card_index(game: Game, name: str) -> int:
    """Return the index of a Tactic card."""
    return [card.name for card in game.box.cards].index(name)


def post(game: Game, seat: int, battle: int, side: int, *soldiers: str) -> None:
    """Stand a Captain of a seat with each Soldier named on the first free spaces of a side; no tracker moves."""
    there = game.battles[battle]
    for name in soldiers:
        space = there.occupant[side].index(None)
        there.occupant[side][space] = seat
        there.captains[side][seat] += 1
        there.supported[side][seat] = True
        there.soldiers[side][SOLDIERS.index(name)] += 1
        game.soldier_supply[SOLDIERS.index(name)] -= 1


def bonus(game: Game, battle: int, **reward: int) -> None:
    """Lay a Bonus token with a reward at a battle."""
    game.battles[battle].bonus = tuple(reward.items())


def empty_deck(game: Game, *, leave: int = 0, into_discards: bool = False) -> None:
    """Take all cards but `leave` out of the deck: to the discards, or into the hand of the last seat."""
    goal = game.discards if into_discards else game.hands[-1]
    for card in game.deck[leave:]:
        goal[card] += 1
    del game.deck[leave:]


def tactic(game: Game, name: str, battle: int | None = None, side: int | None = None) -> Tactic:
    """Return a Tactic card to play."""
    return Tactic(card_index(game, name), battle, side)


def place(
    game: Game, seat: int, battle: int, side: int, space: int, soldier: int = FOOTMAN, card: Tactic | None = None
) -> Event:
    """Take a turn and return its line of the log."""
    action.take_turn(game, seat, Turn(battle, side, space, soldier, card))
    return game.events[-1]


def push(battle: int, side: int, spaces: int) -> list[Push]:
    """Return one use of Last Stand."""
    return [Push(battle, side, spaces)]
