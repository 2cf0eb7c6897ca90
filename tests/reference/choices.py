"""What a strategy may be asked and what it answers; every answer is checked by the chapter that asked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from tests.reference.chance import Stream
    from tests.reference.state import Game


class IllegalMove(Exception):
    """A choice that the rules do not allow.

    Parameters
    ----------
    rule : str
        Number of the rule broken, such as "R4.3".
    text : str
        What was wrong.
    """

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


class Tactic(NamedTuple):
    """A Tactic card to play: index of the card; `battle` (Betrayal, tracker cards) and `side` (tracker cards)."""

    card: int
    battle: int | None = None
    side: int | None = None


class Turn(NamedTuple):
    """A turn (R4.1, R4.2): where the Captain goes, with which Soldier type, after a Tactic card or none."""

    battle: int
    side: int
    space: int
    soldier: int
    tactic: Tactic | None = None


class Push(NamedTuple):
    """A use of Last Stand: the battle, the side favoured, the spaces wished (R8.4)."""

    battle: int
    side: int
    spaces: int


class View(NamedTuple):
    """What a strategy is handed: the whole game, its own seat, its stream of random numbers.

    The reference game trusts its strategies not to look at what R4.9 hides.
    """

    game: Game
    seat: int
    chance: Stream


class Strategy(Protocol):
    """The four decisions of a player."""

    def first_player(self, view: View) -> int:
        """Return the seat that is to get the First Player token (R2.5)."""

    def muster(self, view: View) -> list[int]:
        """Return how many Soldiers of each type to buy (R3.3)."""

    def turn(self, view: View) -> Turn | None:
        """Return the turn to take, or None to pass (R4)."""

    def last_stand(self, view: View) -> list[Push]:
        """Return at most one push a battle (R8.4)."""
