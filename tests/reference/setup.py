"""R1 and R2: laying out the game, and the battles of each Year."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.dogs.ruleset import Ruleset
from tests.reference import log, taking
from tests.reference.chance import FIRST_YEAR, SETUP, Stream
from tests.reference.choices import IllegalMove, Strategy
from tests.reference.components import Gains
from tests.reference.state import Battle, Game


def new_game(ruleset: Ruleset, *, players: int, short: bool = False, seed: int, game: int, dogs: list[int]) -> Game:
    """Return a game set up by R1 but for the Tactic cards, which `deal` gives: Houses, Support cards, token, coins."""
    if not 3 <= players <= 5 or (short and players != 3):
        raise IllegalMove("R1.4", f"{players} players, short game: {short}")
    if len(dogs) != players or len(set(dogs)) != players:
        raise IllegalMove("R1.1", f"Dogs of War {dogs} for {players} players")
    table = Game(ruleset, players, short, seed, game, dogs)
    _deal_houses(table)
    for seat in range(players):
        taking.take_coins(table, seat, ruleset.setup.coins)
    for seat in range(players):  # A2: of what the others' coins have left
        taking.take_coins(table, seat, table.ability(seat, "starting_coins"))
    return table


def deal(table: Game) -> list[list[str]]:
    """R1.1, A3: deal the Tactic cards, seat after seat; return their names as dealt."""
    number = table.ruleset.setup.tactic_cards
    return [
        taking.draw_cards(table, seat, number + table.ability(seat, "starting_cards")) for seat in range(table.players)
    ]


def _deal_houses(table: Game) -> None:
    """R1.1, R1.3, R1.5, R0.2: Houses in play and their tokens, Support cards, the holder of the token."""
    chance = Stream(table.seed, table.game, SETUP)
    houses = list(range(len(table.ruleset.houses)))
    if table.short:
        removed = chance.pick(houses, table.ruleset.short_game.houses_removed)
        houses = [house for house in houses if house not in removed]
    table.houses = houses
    for house in houses:
        table.influence_supply[house] = table.ruleset.components.influence_tokens[table.players]
    table.support = chance.pick(houses, table.players)
    table.holder = chance.below(table.players)


def begin_year(table: Game, strategies: Sequence[Strategy]) -> None:
    """R2: the battles of the next Year, and who is first."""
    table.year += 1
    table.passed = [False] * table.players
    if table.first_passed is not None:  # I11
        table.holder = table.first_passed
    table.first_passed = None
    table.battles = _draw_battles(table)
    choose_first(table, strategies[table.holder].first_player(table.views[table.holder]))
    log.year(table)


def choose_first(table: Game, seat: int) -> None:
    """R2.5: the holder keeps the token or hands it on."""
    if not 0 <= seat < table.players:
        raise IllegalMove("R2.5", f"First Player token handed to seat {seat}")
    table.first = seat


def _draw_battles(table: Game) -> list[Battle]:
    """R2.1 to R2.4: Bonus tokens, tiles and Houses to the battles; trackers at 0."""
    rules, box = table.ruleset, table.box
    number = rules.short_game.battles if table.short else rules.battle.number
    chance = Stream(table.seed, table.game, FIRST_YEAR + table.year)
    tokens = chance.pick(range(len(box.bonus_tokens)), number)
    tiles = chance.pick(range(len(box.needs)), 2 * number)
    houses = chance.pick(table.houses, 2 * number)
    battles = []
    for index in range(number):
        here = slice(2 * index, 2 * index + 2)
        spaces = [len(box.needs[tile]) for tile in tiles[here]]
        bonus = _bonus(table, tokens[index])
        battles.append(Battle(bonus, houses[here], tiles[here], table.players, spaces))
    return battles


def _bonus(table: Game, token: int) -> Gains:
    """R2.1: the reward on a drawn Bonus token, which in the last Year lies on its back."""
    if table.year == table.ruleset.years.number:
        return table.box.last_bonus
    return table.box.bonus_tokens[token]
