"""The state of a game on the table; it holds no rules."""

from __future__ import annotations

from typing import Any

from simcore.dogs.ruleset import Ruleset
from tests.reference.chance import DECK, FIRST_SEAT, Stream
from tests.reference.choices import View
from tests.reference.components import Box, Gains

Event = dict[str, Any]


class Battle:
    """One battle of the Year; side 0 wins where the tracker is positive, side 1 where it is negative.

    Attributes
    ----------
    bonus : Gains
        Reward of the Bonus token.
    houses, tiles : list of int
        By side: index of the House and of the tile.
    tracker : int
        -track_end to track_end.
    occupant : list of list of (int or None)
        By side and space: the seat whose Captain stands there.
    captains : list of list of int
        By side and seat: Captains standing.
    soldiers : list of list of int
        By side and type: Soldier cards lying there.
    supported : list of list of bool
        By side and seat: has placed there this Year (R4.3).
    betrayal : list of bool
        By seat: has played Betrayal on this battle this Year (R6.2).
    """

    __slots__ = ("betrayal", "bonus", "captains", "houses", "occupant", "soldiers", "supported", "tiles", "tracker")

    def __init__(self, bonus: Gains, houses: list[int], tiles: list[int], players: int, spaces: list[int]) -> None:
        self.bonus = bonus
        self.houses = houses
        self.tiles = tiles
        self.tracker = 0
        self.occupant: list[list[int | None]] = [[None] * number for number in spaces]
        self.captains = [[0] * players for _ in range(2)]
        self.soldiers = [[0] * 4 for _ in range(2)]
        self.supported = [[False] * players for _ in range(2)]
        self.betrayal = [False] * players


class Game:
    """Everything on the table and behind the screens, and the log so far.

    Attributes
    ----------
    ruleset : Ruleset
    box : Box
        The ruleset's components by index.
    players, seed, game : int
    short : bool
        The optional three-player setup (R1.5).
    dogs : list of int
        By seat: index of the Dog of War.
    abilities : list of dict of str to int
        By seat: amount of each ability kind the Dog has.
    house_abilities : list of dict of str to int
        By House: amount of each ability kind it has.
    houses : list of int
        Houses in play, ascending.
    support : list of int
        By seat: House of the Support card.
    year : int
        Year being played, from 1; 0 before the first.
    holder : int
        Seat that had the First Player token when the Year began.
    first : int
        First player of this Year.
    first_passed : int or None
        Seat that gets the token for the next Year (R4.8); None while nobody has passed.
    passed : list of bool
        By seat, this Year.
    battles : list of Battle
        Those of this Year.
    coins, vp : list of int
        By seat.
    soldiers : list of list of int
        By seat and type: Soldier cards in hand.
    hands : list of list of int
        By seat and card: Tactic cards in hand.
    influence : list of list of int
        By seat and House: tokens, the Support card not among them.
    unplaced, reserve : list of int
        By seat: Captains to place this Year, Captains kept for the next (R5.5).
    bank : int
        Coins there; may be negative where coins are not limited (I6).
    soldier_supply : list of int
        By type.
    influence_supply : list of int
        By House; 0 for Houses out of play.
    deck : list of int
        Cards left to draw, in the order that `taking.draw_card` works on.
    discards : list of int
        By card.
    house_position : list of int
        By House: index of its token's space on the House Victory track.
    deck_chance : Stream
    views : list of View
        By seat: what its strategy is handed.
    events : list of dict
        The log so far (L).
    """

    __slots__ = (
        "abilities", "bank", "battles", "box", "coins", "deck", "deck_chance", "discards", "dogs", "events", "first",
        "first_passed", "game", "hands", "holder", "house_abilities", "house_position", "houses", "influence",
        "influence_supply", "passed", "players", "reserve", "ruleset", "seed", "short", "soldier_supply", "soldiers",
        "support", "unplaced", "views", "vp", "year",
    )  # fmt: skip

    def __init__(self, ruleset: Ruleset, players: int, short: bool, seed: int, game: int, dogs: list[int]) -> None:
        self.ruleset = ruleset
        self.box = Box(ruleset)
        self.players = players
        self.short = short
        self.seed = seed
        self.game = game
        self.dogs = list(dogs)
        self.abilities = [{ability.kind: ability.amount for ability in ruleset.dogs[dog].abilities} for dog in dogs]
        self.house_abilities = [
            {ability.kind: ability.amount for ability in ruleset.house_abilities.get(house, ())}
            for house in ruleset.houses
        ]
        self.deck_chance = Stream(seed, game, DECK)
        self.views = [View(self, seat, Stream(seed, game, FIRST_SEAT + seat)) for seat in range(players)]
        self.events: list[Event] = []
        self._clear_table()

    def _clear_table(self) -> None:
        """Lay everything back into the box: no Houses, no cards dealt, no coins paid."""
        players, n_houses, n_cards = self.players, len(self.ruleset.houses), len(self.box.cards)
        start = self.ruleset.house_track.index(self.ruleset.setup.house_value)
        self.houses: list[int] = []
        self.support: list[int] = []
        self.year = self.holder = self.first = 0
        self.first_passed: int | None = None
        self.passed = [False] * players
        self.battles: list[Battle] = []
        self.coins = [0] * players
        self.vp = [0] * players
        self.soldiers = [[0] * 4 for _ in range(players)]
        self.hands = [[0] * n_cards for _ in range(players)]
        self.influence = [[0] * n_houses for _ in range(players)]
        self.unplaced = [0] * players
        self.reserve = [0] * players
        self.bank = self.ruleset.components.coins
        self.soldier_supply = list(self.box.soldier_cards)
        self.influence_supply = [0] * n_houses
        self.deck = [card for card, kind in enumerate(self.box.cards) for _ in range(kind.copies)]
        self.discards = [0] * n_cards
        self.house_position = [start] * n_houses

    def ability(self, seat: int, kind: str) -> int:
        """Return the amount of an ability of a seat's Dog of War, 0 where he has not got it (R8)."""
        return self.abilities[seat].get(kind, 0)

    def house_ability(self, house: int, kind: str) -> int:
        """Return the amount of an ability of a House, 0 where it has not got it (H)."""
        return self.house_abilities[house].get(kind, 0)

    def on_board(self, seat: int) -> int:
        """Return the number of a seat's Captains in the battles."""
        return sum(battle.captains[0][seat] + battle.captains[1][seat] for battle in self.battles)

    def figures(self, seat: int) -> int:
        """Return the number of a seat's Captains in use anywhere (R0.5)."""
        return self.unplaced[seat] + self.reserve[seat] + self.on_board(seat)

    def clockwise(self) -> list[int]:
        """Return the seats clockwise from this Year's first player (I10)."""
        return [(self.first + step) % self.players for step in range(self.players)]

    def house_value(self, house: int) -> int:
        """Return the VP that one Influence token of a House is worth now."""
        return self.ruleset.house_track[self.house_position[house]]
