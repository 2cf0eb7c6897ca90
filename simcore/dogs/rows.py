"""What is kept of a played game: one row a game and seat, declared here once.

The kernel fills records of `ROW`; the result files hold the same columns (`columns`), the coded ones spelt out as
words, plus `game` and `win_share`, which follow from the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simcore.dogs.limits import MAX_YEARS


@dataclass(frozen=True)
class Column:
    """One column of the results: name, kind of value, unit, meaning.

    Parameters
    ----------
    name : str
        Column name in the result files.
    kind : str
        "game" (int64), "number" (int16), "share" (float32), or the list whose words the column holds:
        "dog", "strategy", "house" (dictionary of strings).
    unit : str
        Unit of a number: VP, coins, Captains, ...; empty for words.
    meaning : str
        One sentence, with the rule it follows.
    """

    name: str
    kind: str
    unit: str
    meaning: str


_FIXED = (
    Column("game", "game", "", "Index of the game in its experiment, from 0."),
    Column("seat", "number", "seat", "Seat, 0-based and clockwise."),
    Column("dog", "dog", "", "Dog of War played (R1.1)."),
    Column("strategy", "strategy", "", "Strategy that decided for the seat."),
    Column("support_house", "house", "", "House of the Support card (R1.1)."),
    Column("tokens", "number", "VP", "VP tokens taken in play (R7.1); the four vp_ columns add up to it."),
    Column("influence", "number", "VP", "Worth of the Influence tokens (R7.2)."),
    Column("support", "number", "VP", "Worth of the Support card (R7.2)."),
    Column("coins", "number", "VP", "VP for leftover coins (R7.3)."),
    Column("cards", "number", "VP", "VP for Tactic and Soldier cards in hand (R7.4)."),
    Column("total", "number", "VP", "Final score (R7.5), the sum of the five before."),
    Column("rank", "number", "place", "1 + number of seats with a higher total; tied seats share a rank."),
    Column("win_share", "share", "wins", "1/k for each of k seats with the highest total (I1), else 0."),
    Column("placements", "number", "Captains", "Captains placed in the game (R4.2)."),
    Column("footmen", "number", "cards", "Footmen played."),
    Column("arquebusers", "number", "cards", "Arquebusers played."),
    Column("knights", "number", "cards", "Knights played."),
    Column("war_machines", "number", "cards", "War Machines played."),
    Column("tactics_played", "number", "cards", "Tactic cards played (R4.1)."),
    Column("influence_tokens", "number", "tokens", "Influence tokens held at the end, without the Support card."),
    Column("vp_spaces", "number", "VP", "VP from spaces, Plunder's doubling included (R4.6)."),
    Column(
        "vp_battles", "number", "VP", "VP for beaten Captains (R5.4, H7, H8), and for victories by ability (A9, A12)."
    ),
    Column("vp_bonus", "number", "VP", "VP from Bonus tokens (R5.5)."),
    Column("vp_tactics", "number", "VP", "VP from Tactic cards' effects (R6)."),
    Column("battles_won", "number", "battles", "Battles won with a Captain on the winning side."),
    Column("battles_lost", "number", "battles", "Decided battles with Captains on the losing side only."),
    Column("bonuses", "number", "tokens", "Bonus tokens' rewards got, shared ones included (R5.5)."),
    Column("years_first", "number", "Years", "Years in which the seat was first (R2.5)."),
    Column("first_passes", "number", "Years", "Years in which the seat passed first (R4.8)."),
    Column("captains_lost", "number", "Captains", "Captains unplaced when passing (R4.7)."),
    Column(
        "ability_fired",
        "number",
        "times",
        "Battles in which a special ability changed something (R8, A9, A10, A12), placements and passes (A8, A11).",
    ),
    Column(
        "ability_gain",
        "number",
        "ability units",
        "What abilities gave: Soldiers captured, Bonuses won or kept alone, coins, spaces moved, Captains withdrawn, "
        "and of A8 to A12 cards, VP and coins.",
    ),
)


def _by_year(year: int) -> tuple[Column, Column]:
    return (
        Column(f"placements_y{year}", "number", "Captains", f"Captains placed in Year {year}."),
        Column(f"tokens_y{year}", "number", "VP", f"VP tokens held at the end of Year {year}."),
    )


def columns(years: int) -> tuple[Column, ...]:
    """Return the columns of the results of a ruleset with `years` Years (1 to MAX_YEARS), in file order."""
    return _FIXED + tuple(column for year in range(1, years + 1) for column in _by_year(year))


_SOLDIERS = ("footmen", "arquebusers", "knights", "war_machines")
_ELSEWHERE = {"game", "win_share", *_SOLDIERS}

ROW = np.dtype(
    [(column.name, np.int16) for column in _FIXED if column.name not in _ELSEWHERE]
    + [
        ("winners", np.int16),
        ("soldiers", np.int16, (len(_SOLDIERS),)),
        ("placements_y", np.int16, (MAX_YEARS,)),
        ("tokens_y", np.int16, (MAX_YEARS,)),
    ],
    align=True,
)
"""The kernel's record of one seat's game. `dog`, `strategy`, `support_house` hold indices; `winners` is the number of
seats that share the win; `soldiers` has one entry a type, `placements_y` and `tokens_y` one a Year."""


def column_values(rows: np.ndarray, name: str) -> np.ndarray:
    """Return one stored column of an array of ROW records (a view, int16).

    Parameters
    ----------
    rows : ndarray of ROW, shape (n,)
    name : str
        Name of a column of `columns` other than `game` and `win_share`.
    """
    if name in _SOLDIERS:
        return rows["soldiers"][:, _SOLDIERS.index(name)]
    stem, _, year = name.rpartition("_y")
    if year.isdigit():
        return rows[f"{stem}_y"][:, int(year) - 1]
    return rows[name]
