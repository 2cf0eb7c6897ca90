"""Section U: the reference behaviour `uniform`, one function a decision."""

from __future__ import annotations

from tests.reference import last_stand, mustering, placements, tactics
from tests.reference.choices import Push, Tactic, Turn, View
from tests.reference.placements import Placement


class Uniform:
    """Chooses uniformly among what the rules allow, draw by draw as section U says."""

    def first_player(self, view: View) -> int:
        """U1: anybody."""
        return view.chance.below(view.game.players)

    def muster(self, view: View) -> list[int]:
        """U2: stop, or buy one more of a type, again and again."""
        table = view.game
        coins = table.coins[view.seat]
        costs = mustering.costs(table, view.seat)
        bought = [0, 0, 0, 0]
        while True:
            types = [
                soldier
                for soldier, cost in enumerate(costs)
                if cost <= coins and bought[soldier] < table.soldier_supply[soldier]
            ]
            if not types:
                return bought
            option = view.chance.below(1 + len(types))
            if option == 0:
                return bought
            bought[types[option - 1]] += 1
            coins -= costs[types[option - 1]]

    def turn(self, view: View) -> Turn | None:
        """U3: a Tactic card or none, its parameters, then a legal placement as things then are."""
        table, seat = view.game, view.seat
        now = placements.means(table, seat)
        legal = placements.legal(table, seat, now)
        options: list[list[Tactic] | None] = [None] if legal else []
        options += [choices for choices in _tactics(view, possible=bool(legal)) if choices]
        if not options:
            return None
        choices = options[view.chance.below(len(options))]
        tactic = None
        if choices is not None:
            tactic = _one_of(view, choices)
            after = tactics.means_after(table, seat, table.box.cards[tactic.card], tactic.battle)
            if after != now:
                legal = placements.legal(table, seat, after)
        battle, side, space, soldier = _any(view, legal)
        return Turn(battle, side, space, soldier, tactic)

    def last_stand(self, view: View) -> list[Push]:
        """U4: every battle open to him, or one of them (I2)."""
        table = view.game
        sides = [last_stand.may_favour(table, battle, view.seat) for battle in table.battles]
        eligible = [index for index, open_sides in enumerate(sides) if open_sides]
        if table.ruleset.readings.last_stand_scope == "one" and eligible:
            eligible = [eligible[view.chance.below(len(eligible))]]
        return [_push(view, index, sides[index]) for index in eligible]


def _tactics(view: View, *, possible: bool) -> list[list[Tactic]]:
    """Return for each card in hand, in file order, the ways to play it that U3 and I8 allow.

    No effect takes a legal placement away, so that I8 needs a look only where none is `possible` without a card.
    """
    table, seat = view.game, view.seat
    found = []
    for index, held in enumerate(table.hands[seat]):
        if held:
            card = table.box.cards[index]
            found.append(
                [
                    tactic
                    for tactic in _ways(view, index)
                    if possible or tactics.playable(table, seat, card, tactic.battle)
                ]
            )
    return found


def _ways(view: View, index: int) -> list[Tactic]:
    """Return the parameters that U3 considers for a card, in the order in which they are numbered."""
    battles = view.game.battles
    effect = view.game.box.cards[index].effect
    if effect == "betrayal":
        return [
            Tactic(index, number)
            for number, battle in enumerate(battles)
            if battle.supported[0][view.seat] != battle.supported[1][view.seat] and not battle.betrayal[view.seat]
        ]
    if effect == "tracker":
        return [Tactic(index, number, side) for number in range(len(battles)) for side in (0, 1)]
    return [Tactic(index)]


def _one_of(view: View, ways: list[Tactic]) -> Tactic:
    """Choose a card's parameters; a card without any takes no random number."""
    if ways[0].battle is None:
        return ways[0]
    return ways[view.chance.below(len(ways))]


def _any(view: View, legal: list[Placement]) -> Placement:
    return legal[view.chance.below(len(legal))]


def _push(view: View, index: int, sides: list[int]) -> Push:
    """U4: the side where he stands on both, then the number of spaces, which the track's end cuts off."""
    table = view.game
    captains = table.battles[index].captains
    both = captains[0][view.seat] and captains[1][view.seat]
    side = sides[view.chance.below(len(sides))] if both else sides[0]
    return Push(index, side, view.chance.below(table.ability(view.seat, "last_stand") + 1))
