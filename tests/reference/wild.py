"""A player who does anything the rules allow, wise or not: to meet rare situations in tests."""

from __future__ import annotations

from tests.reference import last_stand, placements, tactics
from tests.reference.choices import Push, Tactic, Turn, View
from tests.reference.uniform import Uniform


class Wild(Uniform):
    """Passes at any time, plays Betrayal where it is useless, pushes beyond the end of the track.

    Parameters
    ----------
    patience : int
        He passes once in so many turns.
    """

    def __init__(self, patience: int = 8) -> None:
        self.patience = patience

    def turn(self, view: View) -> Turn | None:
        """Choose among the cards that may be played and none, then among the placements."""
        if view.chance.below(self.patience) == 0:
            return None
        table, seat = view.game, view.seat
        ways: list[Tactic | None] = [None, *every_tactic(view)]
        while ways:
            tactic = ways.pop(view.chance.below(len(ways)))
            means = placements.means(table, seat)
            if tactic is not None:
                means = tactics.means_after(table, seat, table.box.cards[tactic.card], tactic.battle)
            legal = placements.legal(table, seat, means)
            if legal:
                return Turn(*legal[view.chance.below(len(legal))], tactic)
        return None

    def last_stand(self, view: View) -> list[Push]:
        """Push in any battles, towards any side that may be favoured."""
        pushes: list[Push] = []
        for index, battle in enumerate(view.game.battles):
            for side in last_stand.may_favour(view.game, battle, view.seat):
                if not any(push.battle == index for push in pushes) and view.chance.below(2):
                    spaces = view.chance.below(view.game.ability(view.seat, "last_stand") + 1)
                    pushes.append(Push(index, side, spaces))
        if view.game.ruleset.readings.last_stand_scope == "one":
            return pushes[:1]
        return pushes


def every_tactic(view: View) -> list[Tactic]:
    """Return every way to play every card in hand, whether a placement is possible after it or not."""
    table = view.game
    ways = []
    for index, card in enumerate(table.box.cards):
        if table.hands[view.seat][index]:
            battles = range(len(table.battles)) if card.effect in tactics.NAMES_BATTLE else [None]
            sides = (0, 1) if card.effect in tactics.NAMES_SIDE else (None,)
            ways += [Tactic(index, battle, side) for battle in battles for side in sides]
    return ways
