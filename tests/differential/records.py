"""A table of the reference game as the records that strategies are handed, every field worked out from scratch.

The kernels keep many of these fields up to date step by step (free spaces, closed sides, hands as masks). Here they
follow from where things lie, so that a strategy that looks at all of them shows where the two disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.dogs.limits import MAX_HOUSES, MAX_SPACES, MAX_TILES, N_SOLDIERS
from simcore.dogs.ruleset import ABILITIES
from simcore.dogs.state import LAST_BONUS, PLENTY
from simcore.dogs.views import SIDE_LANE
from tests.reference.chance import FIRST_YEAR, Stream
from tests.reference.placements import condition, may_support
from tests.reference.state import Battle, Game

Fields = dict[str, Any]
Side = tuple[Battle, int]

SHARED_MEMORY = {"supply", "stock"}
"""Second names of other fields: the same words of memory, by slot."""


def mask(members: Iterable[int]) -> int:
    """Return a set of small numbers, none of them twice, as a bit mask."""
    return sum([1 << member for member in members])


@cache
def _layout(dtype: np.dtype[Any]) -> dict[str, tuple[int, tuple[int, ...]]]:
    """Return for each field of a record of integers its first word and its shape."""
    names = [name for name in dtype.names or () if name not in SHARED_MEMORY]
    return {name: (words_of(dtype, name).start, dtype[name].shape) for name in names}


def words_of(dtype: np.dtype[Any], name: str) -> slice:
    """Return where a field lies in a record, in words of 8 bytes."""
    assert dtype.fields is not None
    field, start = dtype.fields[name][:2]
    return slice(start // 8, (start + field.itemsize) // 8)


def write(words: NDArray[np.int64], dtype: np.dtype[Any], fields: Fields) -> None:
    """Fill the memory of a record with exactly its fields; where an array is longer than what is given, it is 0."""
    layout = _layout(dtype)
    assert layout.keys() == fields.keys(), f"fields that nobody works out: {layout.keys() ^ fields.keys()}"
    content = [0] * len(words)
    for name, (start, shape) in layout.items():
        value = fields[name]
        if not shape:
            content[start] = value
        elif len(shape) == 1:
            content[start : start + len(value)] = value
        else:
            for place, row in enumerate(value):
                row_start = start + place * shape[1]
                content[row_start : row_start + len(row)] = row
    words[:] = content


def public_fields(table: Game) -> Fields:
    """Return the fields of the PUBLIC record."""
    sides = [(battle, side) for battle in table.battles for side in (0, 1)]
    return _supply_fields(table) | _table_fields(table) | _seat_fields(table, sides) | _side_fields(table, sides)


def private_fields(table: Game, seat: int) -> Fields:
    """Return the fields of a seat's PRIVATE record."""
    hand, soldiers = table.hands[seat], table.soldiers[seat]
    return {
        "vp": table.vp[seat],
        "coins": table.coins[seat],
        "soldiers": soldiers,
        "n_cards": sum(hand),
        "_captains": 0,
        "influence": table.influence[seat],
        "seat": seat,
        "support": table.support[seat],
        "types": mask(soldier for soldier, number in enumerate(soldiers) if number),
        "cards": hand,
        "card_names": mask(card for card, number in enumerate(hand) if number),
    }


def _supply_fields(table: Game) -> Fields:
    limited = table.ruleset.readings.limited_coins
    return {
        "vp_left": PLENTY - sum(table.vp),
        "coins_left": table.bank if limited else table.bank + PLENTY,
        "soldiers_left": table.soldier_supply,
        "_tactics_left": 0,
        "_captains_left": 0,
        "influence_left": table.influence_supply,
        "deck_left": len(table.deck),
        "discards": table.discards,
    }


def _table_fields(table: Game) -> Fields:
    start = table.ruleset.house_track.index(table.ruleset.setup.house_value)
    return {
        "players": table.players,
        "battles": len(table.battles),
        "year": table.year,
        "years": table.ruleset.years.number,
        "holder": table.holder,
        "first": table.first,
        "next_holder": -1 if table.first_passed is None else table.first_passed,
        "houses_in_play": mask(table.houses),
        "bonus": bonus_tokens(table),
        "tracker": [battle.tracker for battle in table.battles],
        "track": [*table.house_position, *[start] * MAX_HOUSES][:MAX_HOUSES],
    }


def bonus_tokens(table: Game) -> list[int]:
    """Return which Bonus token lies at each battle, drawn once more; LAST_BONUS in the last Year."""
    number = len(table.battles)
    if table.year == table.ruleset.years.number:
        return [LAST_BONUS] * number
    chance = Stream(table.seed, table.game, FIRST_YEAR + table.year)
    return chance.pick(range(len(table.box.bonus_tokens)), number)


def _seat_fields(table: Game, sides: Sequence[Side]) -> Fields:
    seats = range(table.players)
    abilities = [[table.ability(seat, kind) for kind in ABILITIES] for seat in seats]
    return {
        "dog": table.dogs,
        "abilities": abilities,
        "able": [mask(seat for seat in seats if abilities[seat][kind]) for kind in range(len(ABILITIES))],
        "passed": [int(passed) for passed in table.passed],
        "captains": table.unplaced,
        "reserve": table.reserve,
        "on_board": [table.on_board(seat) for seat in seats],
        "supported": [_sides_where(sides, lambda b, s, seat=seat: b.supported[s][seat]) for seat in seats],
        "closed": [_sides_where(sides, lambda b, s, seat=seat: not may_support(b, s, seat)) for seat in seats],
        "betrayed": [_sides_where(sides, lambda b, s, seat=seat: b.betrayal[seat]) for seat in seats],
    }


def _sides_where(sides: Sequence[Side], holds: Any) -> int:
    return mask(index for index, (battle, side) in enumerate(sides) if holds(battle, side))


def _side_fields(table: Game, sides: Sequence[Side]) -> Fields:
    return {
        "house": [battle.houses[side] for battle, side in sides],
        "tile": [battle.tiles[side] + MAX_TILES * _lowered(table, battle, side) for battle, side in sides],
        "free": [mask(_free(battle, side)) for battle, side in sides],
        "open_spaces": [_open_spaces(table, sides, needs) for needs in range(N_SOLDIERS)],
        "occupant": [_occupants(battle, side) for battle, side in sides],
        "captains_on": [battle.captains[side] for battle, side in sides],
        "all_captains_on": [sum(battle.captains[side]) for battle, side in sides],
        "soldiers_on": [battle.soldiers[side] for battle, side in sides],
    }


def _free(battle: Battle, side: int) -> list[int]:
    return [space for space, seat in enumerate(battle.occupant[side]) if seat is None]


def _occupants(battle: Battle, side: int) -> list[int]:
    seats = [-1 if seat is None else seat for seat in battle.occupant[side]]
    return [*seats, *[-1] * MAX_SPACES][:MAX_SPACES]


def _open_spaces(table: Game, sides: Sequence[Side], needs: int) -> int:
    """Count the free spaces of each side that have a condition, each count in its lane of bits."""
    lanes = 0
    for lane, (battle, side) in enumerate(sides):
        found = [space for space in _free(battle, side) if condition(table, battle, side, space) == needs]
        lanes += len(found) << (SIDE_LANE * lane)
    return lanes


def _lowered(table: Game, battle: Battle, side: int) -> int:
    """H9: by how many Soldier types the House lowers the conditions of its tile."""
    return table.house_ability(battle.houses[side], "lower_conditions")
