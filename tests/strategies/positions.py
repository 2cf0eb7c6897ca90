"""Positions laid out by hand, in which one choice is plain, and seats that are asked about them."""

from __future__ import annotations

from collections.abc import Mapping

from simcore.dogs.ruleset import REWARDS, Reward
from strategies.dogs import load_strategy
from tests.differential.adapter import CompiledPlayer
from tests.reference.chance import Stream
from tests.reference.choices import Turn, View
from tests.reference.situations import base
from tests.reference.state import Game


class Seat(CompiledPlayer):
    """Sees the Bonus tokens that are laid by hand."""

    def show(self, view: View) -> None:
        super().show(view)
        tokens = [tuple(token.items()) for token in map(rewards, base().bonus_tokens)]
        for index, battle in enumerate(view.game.battles):
            if battle.bonus:
                self.game.public.bonus[index] = tokens.index(battle.bonus)


def rewards(reward: Reward) -> dict[str, int]:
    return {kind: amount for kind, amount in zip(REWARDS, reward.amounts(), strict=True) if amount}


def seat_of(name: str, game: Game, settings: Mapping[str, float] | None = None) -> Seat:
    """Return a player of a strategy, by name, for a game's table."""
    return Seat(load_strategy(name), game.ruleset, game.players, game.short, settings)


def view(game: Game, seat: int = 0) -> View:
    return View(game, seat, Stream(1, 0, 8 + seat))


def turn_of(name: str, game: Game, settings: Mapping[str, float] | None = None) -> Turn | None:
    """Return the turn that a strategy, by name, takes on seat 0."""
    answer: Turn | None = seat_of(name, game, settings).turn(view(game))
    return answer


def muster_of(name: str, game: Game) -> list[int]:
    """Return what a strategy, by name, buys on seat 0."""
    answer: list[int] = seat_of(name, game).muster(view(game))
    return answer


def leave_free(game: Game, *places: tuple[int, int, int]) -> Game:
    """Close all spaces but those given (battle, side, space) that are free, without anybody standing there."""
    for index, battle in enumerate(game.battles):
        for side in range(2):
            for space in range(len(battle.occupant[side])):
                if (index, side, space) not in places and battle.occupant[side][space] is None:
                    battle.occupant[side][space] = 3
    return game


def decide(game: Game, *trackers: int) -> Game:
    """Put the trackers at an end, all at that of side 1 if nothing is said, and let seat 3 have passed first.

    So little but the spaces' rewards is left to play for.
    """
    game.first_passed = 3
    for battle, tracker in zip(game.battles, trackers or (-15, -15, -15), strict=True):
        battle.tracker = tracker
    return game


NOTHING = (0, 0, 2)
"""Tile 1 has a space without reward or condition."""
THREE_VP = (0, 0, 5)
"""And one that gives 3 VP to a Knight."""
