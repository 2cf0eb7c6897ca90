"""R4.2 to R4.5: where a Captain and a Soldier may be placed, and how a tracker moves."""

from __future__ import annotations

from typing import NamedTuple

from tests.reference.choices import IllegalMove, Turn
from tests.reference.state import Battle, Game

Placement = tuple[int, int, int, int]
"""Battle, side, space, Soldier type."""


class Means(NamedTuple):
    """What a seat would place with: now, or once a Tactic card has taken effect (I8).

    Attributes
    ----------
    captains : int
        Captains not placed.
    soldiers : list of int
        Soldier cards in hand, by type.
    traitor : int or None
        A battle on which Betrayal would just have been played.
    any_space : bool
        The condition of the space would not count.
    """

    captains: int
    soldiers: list[int]
    traitor: int | None = None
    any_space: bool = False


def means(table: Game, seat: int) -> Means:
    """Return what a seat has to place with now."""
    return Means(table.unplaced[seat], table.soldiers[seat])


def may_support(battle: Battle, side: int, seat: int) -> bool:
    """R4.3, R6.2: not both Houses of a battle in a Year, unless Betrayal was played on it."""
    return battle.betrayal[seat] or not battle.supported[1 - side][seat]


def legal(table: Game, seat: int, given: Means) -> list[Placement]:
    """Return all legal placements, ordered by battle, side, space and Soldier type."""
    held = [soldier for soldier in range(4) if given.soldiers[soldier]]
    if not given.captains or not held:  # R4.2: both or neither
        return []
    rank = table.ability(seat, "lower_conditions")  # A7
    admitted = [[soldier for soldier in held if soldier + rank >= least or given.any_space] for least in range(4)]
    placements: list[Placement] = []
    for index, battle in enumerate(table.battles):
        for side in (0, 1):
            if given.traitor != index and not may_support(battle, side, seat):
                continue
            needs = [condition(table, battle, side, space) for space in range(len(battle.occupant[side]))]
            placements += [
                (index, side, space, soldier)
                for space, occupant in enumerate(battle.occupant[side])
                if occupant is None
                for soldier in admitted[needs[space]]
            ]
    return placements


def condition(table: Game, battle: Battle, side: int, space: int) -> int:
    """R4.4, H9: the least Soldier type that a space admits, after what its House takes off."""
    printed = table.box.needs[battle.tiles[side]][space]
    return max(0, printed - table.house_ability(battle.houses[side], "lower_conditions"))


def check(table: Game, seat: int, turn: Turn, given: Means) -> None:
    """Raise IllegalMove unless the placement of a turn keeps R4.2 to R4.4."""
    if not (0 <= turn.battle < len(table.battles) and turn.side in (0, 1) and 0 <= turn.soldier < 4):
        raise IllegalMove("R4.2", f"no such battle, side or Soldier: {turn}")
    battle = table.battles[turn.battle]
    if not 0 <= turn.space < len(battle.occupant[turn.side]):
        raise IllegalMove("R4.2", f"no such space: {turn}")
    if given.captains < 1:
        raise IllegalMove("R4.2", "no Captain to place")
    if given.soldiers[turn.soldier] < 1:
        raise IllegalMove("R4.2", f"no Soldier of type {turn.soldier} in hand")
    if battle.occupant[turn.side][turn.space] is not None:
        raise IllegalMove("R4.2", f"space taken: {turn}")
    if given.traitor != turn.battle and not may_support(battle, turn.side, seat):
        raise IllegalMove("R4.3", f"has supported the other House of battle {turn.battle}")
    needed = condition(table, battle, turn.side, turn.space) - table.ability(seat, "lower_conditions")  # A7
    if turn.soldier < needed and not given.any_space:
        raise IllegalMove("R4.4", f"type {turn.soldier} where {needed} or better is asked")


def move_tracker(table: Game, battle: Battle, side: int, spaces: int) -> int:
    """R4.5: move a tracker towards a side, not past the track's end; return the signed number of spaces."""
    end = table.ruleset.battle.track_end
    before = battle.tracker
    if side == 0:
        battle.tracker = min(before + spaces, end)
    else:
        battle.tracker = max(before - spaces, -end)
    return battle.tracker - before
