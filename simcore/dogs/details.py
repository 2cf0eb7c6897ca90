"""What is kept of a game besides its rows where an experiment asks for `details`: how often each component was used.

The kernel counts in a record of `DETAILS` a seat; the result files hold its numbers as columns of their own, one a
component that the ruleset has (`detail_columns`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from simcore.dogs.limits import MAX_BONUS_TOKENS, MAX_CARDS, MAX_HOUSES, MAX_SPACES, MAX_TILES, MAX_YEARS
from simcore.dogs.rows import ROW, Column, column_values

_FIELDS = np.dtype(
    [
        ("space", np.int16, (MAX_TILES, MAX_SPACES)),  # Captains placed
        ("played", np.int16, (MAX_CARDS,)),  # Tactic cards
        ("dealt", np.int16, (MAX_CARDS,)),  # Tactic cards at the start
        ("bonus", np.int16, (MAX_BONUS_TOKENS + 1,)),  # got; the last one is the last Year's (R2.1)
        ("backed", np.int16, (MAX_HOUSES,)),  # Captains placed
        ("held", np.int16, (MAX_HOUSES,)),  # Influence tokens at the end
        ("score_y", np.int16, (MAX_YEARS,)),  # had the game ended then
        ("turns", np.int16),
        ("options", np.int16),  # legal placements without a card, over all turns
        ("token_dealt", np.int16),  # 1: got the First Player token at the start
        ("drawn", np.int16),  # battles of the game; the same for every seat
        ("glorious", np.int16),
        ("glories", np.int16),  # Glorious Victories with a Captain there
    ]
)
N_DETAILS = _FIELDS.itemsize // 2
"""Numbers of a record."""
DETAIL_WORDS = -(-_FIELDS.itemsize // 8)
"""Words of 64 bits that a record fills, its last one perhaps not wholly."""


def _place(field: str, index: int = 0) -> int:
    """Return the place of a number in a record."""
    assert _FIELDS.fields is not None
    return int(_FIELDS.fields[field][1]) // 2 + index


DETAILS = np.dtype(
    {
        "names": [*(_FIELDS.names or ()), "all", "words"],
        "formats": [
            *(_FIELDS[name] for name in _FIELDS.names or ()),
            np.dtype((np.int16, (N_DETAILS,))),
            np.dtype((np.int64, (DETAIL_WORDS,))),
        ],
        "offsets": [*(2 * _place(name) for name in _FIELDS.names or ()), 0, 0],
        "itemsize": 8 * DETAIL_WORDS,
        "aligned": True,
    }
)
"""The kernel's counts of one seat's game; `all` is all of them, `words` the record as it lies in memory."""

ROW_AND_DETAILS = np.dtype([("row", ROW), ("details", DETAILS)], align=True)
"""A record of a seat's game with its details, as the kernel fills it."""


def _flat(nested: np.dtype) -> np.dtype:
    assert nested.fields is not None
    return np.dtype(
        {
            "names": [*(ROW.names or ()), "details"],
            "formats": [*(ROW[name] for name in ROW.names or ()), DETAILS],
            "offsets": [*(offset for _, offset, *_ in (ROW.fields or {}).values()), nested.fields["details"][1]],
            "itemsize": nested.itemsize,
            "aligned": True,
        }
    )


DETAILED_ROW = _flat(ROW_AND_DETAILS)
"""The same memory with the fields of a ROW under their own names."""

Detail = tuple[Column, int]
"""A column, and the place of its number in a DETAILS record."""


def detail_columns(
    tiles: int, spaces: int, cards: Sequence[str], tokens: int, houses: Sequence[str], years: int
) -> tuple[Detail, ...]:
    """Return the columns of details in file order, each with its place.

    Parameters
    ----------
    tiles, spaces : int
        Order of Battle tiles, and spaces on each.
    cards, houses : sequence of str
        Names of the Tactic cards and of the Houses.
    tokens : int
        Bonus tokens.
    years : int
        Years of a game.
    """
    return (
        *_of_spaces(tiles, spaces),
        *_of_cards(cards),
        *_of_tokens(tokens),
        *_of_houses(houses),
        *_of_course(years),
    )


def _detail(name: str, unit: str, meaning: str, place: int) -> Detail:
    return Column(name, "number", unit, meaning), place


def _of_spaces(tiles: int, spaces: int) -> Iterator[Detail]:
    for tile in range(tiles):
        for space in range(spaces):
            meaning = f"Captains placed on space {space + 1} of tile {tile + 1} (R4.2)."
            place = _place("space", tile * MAX_SPACES + space)
            yield _detail(f"space_{tile + 1}_{space + 1}", "Captains", meaning, place)


def _of_cards(cards: Sequence[str]) -> Iterator[Detail]:
    for index, card in enumerate(cards):
        yield _detail(f"played_{card}", "cards", f"Cards {card} played (R4.1).", _place("played", index))
        yield _detail(f"dealt_{card}", "cards", f"Cards {card} dealt at the start (R1.1).", _place("dealt", index))


def _of_tokens(tokens: int) -> Iterator[Detail]:
    for token in range(tokens):
        meaning = f"Times that Bonus token {token + 1} was got, shared or alone (R5.5)."
        yield _detail(f"bonus_{token + 1}", "times", meaning, _place("bonus", token))
    meaning = "Times that a Bonus of the last Year was got (R2.1, R5.5)."
    yield _detail("bonus_last", "times", meaning, _place("bonus", MAX_BONUS_TOKENS))


def _of_houses(houses: Sequence[str]) -> Iterator[Detail]:
    for index, house in enumerate(houses):
        yield _detail(f"backed_{house}", "Captains", f"Captains placed for {house} (R4.2).", _place("backed", index))
        meaning = f"Influence tokens of {house} held at the end."
        yield _detail(f"held_{house}", "tokens", meaning, _place("held", index))


def _of_course(years: int) -> Iterator[Detail]:
    for year in range(1, years + 1):
        meaning = f"Score, had the game ended after Year {year} (R7)."
        yield _detail(f"score_y{year}", "VP", meaning, _place("score_y", year - 1))
    yield _detail("turns", "turns", "Turns taken, passes included (R4).", _place("turns"))
    meaning = "Legal placements without a Tactic card, added up over all turns (R4.2 to R4.4)."
    yield _detail("options", "placements", meaning, _place("options"))
    yield _detail("token_dealt", "tokens", "1 where chance dealt the First Player token (R1.3).", _place("token_dealt"))
    yield _detail("drawn", "battles", "Battles of the game that nobody won (R5.1).", _place("drawn"))
    yield _detail("glorious", "battles", "Battles of the game won gloriously (R5.3).", _place("glorious"))
    meaning = "Glorious Victories with a Captain on the winning side (R5.3)."
    yield _detail("glories", "battles", meaning, _place("glories"))


def values_with_details(places: Mapping[str, int]) -> Callable[[np.ndarray, str], np.ndarray]:
    """Return a function that gives one stored column of an array of DETAILED_ROW records (a view, int16).

    `places` are those of the columns of details, by name.
    """

    def values(rows: np.ndarray, name: str) -> np.ndarray:
        if name in places:
            numbers: np.ndarray = rows["details"]["all"][:, places[name]]
            return numbers
        return column_values(rows, name)

    return values
