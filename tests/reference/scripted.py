"""A player who does what a test tells him, in order, and nothing more."""

from __future__ import annotations

from collections.abc import Iterable

from tests.reference.choices import Push, Strategy, Turn, View


class Scripted:
    """Answers from lists; where a list has run out he keeps the token, buys nothing, passes and pushes nothing.

    Parameters
    ----------
    firsts : iterable of int
        Seats to hand the First Player token to.
    musters : iterable of list of int
        Purchases, by type.
    turns : iterable of (Turn or None)
        Turns; None passes.
    stands : iterable of list of Push
        Uses of Last Stand.
    """

    def __init__(
        self,
        firsts: Iterable[int] = (),
        musters: Iterable[list[int]] = (),
        turns: Iterable[Turn | None] = (),
        stands: Iterable[list[Push]] = (),
    ) -> None:
        self._firsts = iter(firsts)
        self._musters = iter(musters)
        self._turns = iter(turns)
        self._stands = iter(stands)

    def first_player(self, view: View) -> int:
        """Hand the token on as told."""
        return next(self._firsts, view.seat)

    def muster(self, view: View) -> list[int]:
        """Buy as told."""
        return next(self._musters, [0, 0, 0, 0])

    def turn(self, view: View) -> Turn | None:
        """Place or pass as told."""
        return next(self._turns, None)

    def last_stand(self, view: View) -> list[Push]:
        """Push as told."""
        return next(self._stands, [])


def quiet(players: int = 4) -> list[Strategy]:
    """Return players who do nothing."""
    return [Scripted() for _ in range(players)]
