"""The tables of how the game feels: rows of the measures, of Years, places, seats, parts of the score, strategies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from reports.blocks import Scene
from reports.course import REFERENCE
from reports.feel import Measure
from reports.tables import Cell, Column, Grid, Heading, full, games_column, grid_of
from reports.words import UNKNOWN, between, half_width, interval, percent, points, signed, victory_points
from simcore.wording import counted

PLACES = ("1st", "2nd", "3rd", "4th", "5th")

PARTS = {
    "tokens": "VP tokens",
    "influence": "Influence",
    "support": "Support card",
    "coins": "Coins",
    "cards": "Cards in hand",
}

SEEN = {
    "tokens": "VP tokens alone",
    "tokens_influence": "VP tokens and Influence",
    "no_support": "everything but the Support card",
}

_OF_LEADERS = {
    "leader_wins": "The leader wins",
    "deficit": "The later winner is behind by (VP)",
    "uncertainty": "Uncertainty, 1 open to 0 decided",
}

_OF_GAPS = {"slope": "VP gained later for each VP ahead", "correlation": "Correlation"}

_OF_SKILL = {
    "won": "Share of wins of a seat",
    "reference": f"Share of wins of a seat of {REFERENCE}",
    "win": "Difference in win points",
    "vp": "Difference in VP",
}

_CORRECTED = Heading("Corrected interval", "All rows' intervals hold at once in 95% of such reports (Šidák).")
_YEAR = Column("year", Heading("After Year", ""), lambda row: str(row["year"]))


def number(row: Mapping[Any, Any], column: str = "value") -> str:
    """Return a row's value, or an end of its interval, in its unit."""
    value = row[column]
    if pd.isna(value):
        return UNKNOWN
    if row["unit"] == "share":
        return percent(value)
    if row["unit"] == "points":
        return points(value)
    return victory_points(value, 2)


def ends(row: Mapping[Any, Any]) -> str:
    """Return a row's corrected interval."""
    if row["unit"] == "share":
        return interval(row["family_low"], row["family_high"])
    return between(number(row, "family_low"), number(row, "family_high"))


def _value_columns(what: str) -> list[Column]:
    return [
        games_column(),
        Column("value", Heading(what, ""), number),
        Column("family_low", _CORRECTED, ends),
    ]


def _named(column: str, heading: str, names: Mapping[Any, str]) -> Column:
    return Column(column, Heading(heading, "", numeric=False), lambda row: names[row[column]])


def measures_grid(table: pd.DataFrame, known: Mapping[str, Measure], scene: Scene) -> Grid:
    """Return the table of the measures of the whole game."""
    columns = [
        Column("measure", Heading("Measure", "", numeric=False), lambda row: known[row["measure"]].title),
        *_value_columns("Value"),
        Column("unit", Heading("Unit", "", numeric=False), lambda row: "" if row["unit"] == "share" else row["unit"]),
        Column("meaning", Heading("What it says", "", numeric=False), lambda row: row["meaning"]),
    ]
    return grid_of(table, "feel_measures.csv", f"How the game feels {scene.of_run}", columns)


def leaders_grid(table: pd.DataFrame, scene: Scene) -> Grid:
    """Return the table of the leader after each Year."""
    columns = [_YEAR, _named("measure", "What", _OF_LEADERS), *_value_columns("Value")]
    return grid_of(table, "feel_leaders.csv", f"The leader after each Year {scene.of_run}", columns)


def places_grid(table: pd.DataFrame, title: str) -> Grid:
    """Return the table of who wins by the place after each Year."""
    place = Column("place", Heading("Place", "Tied seats share the better one."), lambda row: PLACES[row["place"] - 1])
    return grid_of(table, "feel_places.csv", title, [_YEAR, place, *_value_columns("Share of wins")])


def gaps_grid(table: pd.DataFrame, scene: Scene) -> Grid:
    """Return the table of the gap after each Year and what is gained later."""
    columns = [_YEAR, _named("measure", "What", _OF_GAPS), *_value_columns("Value")]
    return grid_of(table, "feel_catching_up.csv", f"Gap now and gain later {scene.of_run}", columns)


def seats_grid(table: pd.DataFrame, title: str) -> Grid:
    """Return the table of what seats are ahead after each Year."""
    seat = Column("seat", Heading("Seat", ""), lambda row: str(row["seat"]))
    return grid_of(table, "feel_seats.csv", title, [seat, _YEAR, *_value_columns("VP ahead")])


def hidden_grid(table: pd.DataFrame, scene: Scene) -> Grid:
    """Return the table of what can be seen: who leads on a part of the score, and what the scores differ by."""
    what = Column("what", Heading("What", "", numeric=False), _seen)
    return grid_of(table, "feel_hidden.csv", f"What can be seen {scene.of_run}", [what, *_value_columns("Share")])


def _seen(row: Mapping[Any, Any]) -> str:
    if row["kind"] == "variance":
        return f"Differences: {PARTS[row['what']]}"
    return f"Who leads in {SEEN[row['what']]} wins"


def skill_grid(table: pd.DataFrame, scene: Scene) -> Grid:
    """Return the table of how strategies fare against chance."""
    columns = [
        Column("strategy", Heading("Strategy", "", numeric=False), lambda row: str(row["strategy"])),
        _named("measure", "What", _OF_SKILL),
        games_column("Games in which both sit (n)."),
        Column("value", Heading("Value", ""), lambda row: _skill(row, "value")),
        Column("family_low", _CORRECTED, lambda row: between(_skill(row, "family_low"), _skill(row, "family_high"))),
    ]
    return grid_of(table, "feel_skill.csv", f"Skill {scene.of_run}", columns)


def _skill(row: Mapping[Any, Any], column: str) -> str:
    return signed(row[column]) if row["unit"] == "VP" else number(row, column)


def overview_grid(tables: Mapping[str, pd.DataFrame], titles: Mapping[str, Measure]) -> Grid:
    """Return the measures of several runs side by side: a row a measure, a column a run."""
    headings = [Heading("Measure", "", numeric=False)]
    headings += [
        Heading(heading, f"{counted(table['n_games'].iloc[0], 'game')}; ± is half the width of the 95% interval.")
        for heading, table in tables.items()
    ]
    found = [{row["measure"]: row for row in table.to_dict("records")} for table in tables.values()]
    rows = [
        (Cell(measure.title, name, "measure"), *(_cell(of_run.get(name)) for of_run in found))
        for name, measure in titles.items()
    ]
    return Grid("How the game feels, by run", "feel_overview.csv", tuple(headings), tuple(rows))


def _cell(row: Mapping[Any, Any] | None) -> Cell:
    if row is None:
        return Cell("", "", "value")
    half = (row["ci_high"] - row["ci_low"]) / 2.0
    note = f"± {percent(half) if row['unit'] == 'share' else half_width(half)}"
    return Cell(number(row), full(row["value"]), "value", note=note)
