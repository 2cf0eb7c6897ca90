"""Tables of a report: summaries as CSV files in full, and as rows for the page with the digits that the data bear."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from reports.counts import MEASURES
from reports.summaries import FIXED
from reports.words import count, half_width, interval, percent, points, share_digits, victory_points
from simcore.wording import counted

DECIMALS = 6
"""Decimals of the numbers in CSV files."""

VERDICTS = {
    "above": "▲ above",
    "below": "▼ below",
    "not distinguishable": "≈ not distinguishable",
    FIXED: "= fixed by design",
}
"""Verdicts as the page shows them, told apart by more than colour."""


@dataclass(frozen=True)
class Heading:
    """A column of a table on the page: its heading, what it means, and whether it holds numbers."""

    text: str
    meaning: str
    numeric: bool = True


@dataclass(frozen=True)
class Cell:
    """A cell of a table on the page.

    Parameters
    ----------
    text : str
        What is read.
    value : str
        The value in full, as the CSV file has it; the page sorts by it.
    column : str
        The column of the CSV file.
    note : str
        Set small behind the text.
    variable : str
        CSS variable of the colour that marks the cell, or empty.
    """

    text: str
    value: str
    column: str
    note: str = ""
    variable: str = ""


@dataclass(frozen=True)
class Grid:
    """A table on the page: caption, headings, rows of cells, and the CSV file that has it in full."""

    caption: str
    csv: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Name:
    """What a row is called, with the CSS variable of its colour (or empty)."""

    text: str
    variable: str = ""


def full(value: Any) -> str:
    """Return a value as the CSV files and the page's data have it.

    Examples
    --------
    >>> full(0.25), full(3), full("macbeth")
    ('0.250000', '3', 'macbeth')
    """
    return f"{value:.{DECIMALS}f}" if isinstance(value, float) else str(value)


def csv_text(table: pd.DataFrame) -> str:
    """Return a frame as CSV."""
    return str(table.to_csv(index=False, float_format=f"%.{DECIMALS}f", lineterminator="\n"))


Row = Mapping[Any, Any]
"""A row of a frame: column -> value."""


@dataclass(frozen=True)
class Column:
    """How a column of a frame is shown on the page.

    Parameters
    ----------
    name : str
        The column, by which the page sorts.
    heading : Heading
        Its heading.
    text : callable
        Writes a row's cell.
    """

    name: str
    heading: Heading
    text: Callable[[Row], str]


def grid_of(
    frame: pd.DataFrame,
    csv: str,
    caption: str,
    columns: Sequence[Column],
    names: Mapping[str, Mapping[Any, Name]] | None = None,
) -> Grid:
    """Return a table with some of a frame's columns.

    Parameters
    ----------
    frame : pandas.DataFrame
        What is shown.
    csv, caption : str
        File with the whole frame, and what the table shows.
    columns : sequence of Column
        Columns in order; the first names the row.
    names : mapping, optional
        Column -> value -> how it is called, instead of the column's own text.
    """
    names = names or {}
    rows = []
    for row in frame.to_dict("records"):
        cells = []
        for column in columns:
            name = names.get(column.name, {}).get(row[column.name], Name(column.text(row)))
            cells.append(Cell(name.text, full(row[column.name]), column.name, variable=name.variable))
        rows.append(tuple(cells))
    return Grid(caption, csv, tuple(column.heading for column in columns), tuple(rows))


def key_column(name: str, heading: str, numeric: bool = False) -> Column:
    """Return the column that names a row."""
    return Column(name, Heading(heading, "", numeric=numeric), lambda row: str(row[name]))


def games_column(meaning: str = "Games that the row rests on (n).") -> Column:
    """Return the column with the number of games."""
    return Column("n_games", Heading("Games", meaning), lambda row: count(row["n_games"]))


def crossed_grid(
    means: pd.DataFrame, csv: str, caption: str, by: str, titles: Mapping[str, str], names: Mapping[Any, Name]
) -> Grid:
    """Return a table of means, a row a measure (of `titles`, with its name) and a column for each value of `by`."""
    values = list(means[by].drop_duplicates())
    headings = [Heading("A seat's mean of a game", "", numeric=False)]
    for value in values:
        n = counted(means.loc[means[by] == value, "n_games"].iloc[0], "game")
        what = f"Mean in {n}, and half the width of its 95% interval."
        headings.append(Heading(names.get(value, Name(str(value))).text, what))
    rows = []
    for measure, title in titles.items():
        of_it = {row[by]: row for row in means[means["measure"] == measure].to_dict("records")}
        if of_it:
            rows.append((Cell(title, measure, "measure"), *(_mean_cell(of_it[value]) for value in values)))
    return Grid(caption, csv, tuple(headings), tuple(rows))


_SHARES = (
    Heading("Share of wins", "Wins divided by seats; a win that k seats tie for counts 1/k for each."),
    Heading("95% interval", "Holds the true share in 95% of such reports, for one row alone."),
    Heading("Corrected interval", "All rows' corrected intervals hold at once in 95% of such reports (Šidák)."),
    Heading("Against fair", "Share minus the fair share, in percentage points."),
    Heading("Verdict", "Whether the corrected interval lies above or below the fair share.", numeric=False),
)


def share_grid(
    shares: pd.DataFrame, csv: str, caption: str, keys: Mapping[str, str], names: Mapping[str, Mapping[Any, Name]]
) -> Grid:
    """Return a table of shares of wins.

    Parameters
    ----------
    shares : pandas.DataFrame
        As `reports.summaries.win_shares` returns it.
    csv, caption : str
        File with the same table, and what the table shows.
    keys : mapping of str to str
        Columns that name a row -> their heading.
    names : mapping
        Column -> value -> how it is called; a value that is not there is shown as it is.
    """
    seats = (shares["n_seats"] != shares["n_games"]).any()
    numbers = [Heading("Games", "Games in which the row's side took part (n).")]
    if seats:
        numbers.append(Heading("Seats", "Seats in these games, over which the share is taken."))
    headings = [*(Heading(text, "", numeric=key == "seat") for key, text in keys.items()), *numbers, *_SHARES]
    digits = share_digits(shares)
    rows = []
    for row in shares.to_dict("records"):
        counts = [_cell(row, column, count(row[column])) for column in ("n_games", *(["n_seats"] if seats else []))]
        rows.append((*_name_cells(row, keys, names), *counts, *_share_cells(row, digits)))
    return Grid(caption, csv, tuple(headings), tuple(rows))


def _share_cells(row: Mapping[Any, Any], digits: int) -> tuple[Cell, ...]:
    return (
        _cell(row, "win_share", percent(row["win_share"], digits)),
        _cell(row, "ci_low", interval(row["ci_low"], row["ci_high"], digits)),
        _cell(row, "family_low", interval(row["family_low"], row["family_high"], digits)),
        _cell(row, "difference", points(row["difference"], digits)),
        _cell(row, "verdict", VERDICTS[row["verdict"]]),
    )


def score_grid(
    means: pd.DataFrame, csv: str, caption: str, titles: Mapping[str, str], dogs: Mapping[Any, Name]
) -> Grid:
    """Return a table of mean scores by Dog, a column for each measure; `titles` names the measures."""
    headings = [Heading("Dog", "", numeric=False), Heading("Games", "Games in which the Dog took part (n).")]
    headings += [
        Heading(titles[measure], "Mean in VP, and half the width of its 95% interval.") for measure in MEASURES
    ]
    rows = []
    for _, group in means.groupby("dog", observed=True):
        by_measure = {row["measure"]: row for row in group.to_dict("records")}
        total = by_measure["total"]
        cells = [*_name_cells(total, {"dog": "Dog"}, {"dog": dogs}), _cell(total, "n_games", count(total["n_games"]))]
        rows.append((*cells, *(_mean_cell(by_measure[measure]) for measure in MEASURES)))
    return Grid(caption, csv, tuple(headings), tuple(rows))


def _mean_cell(row: Mapping[Any, Any]) -> Cell:
    half = half_width((row["ci_high"] - row["ci_low"]) / 2.0)
    return Cell(victory_points(row["mean"], 2), full(row["mean"]), "mean", note=f"± {half}")


def shared_grid(shared: pd.DataFrame, csv: str, caption: str) -> Grid:
    """Return a table of how many seats won the games."""
    headings = (
        Heading("Winners", "Seats with the highest score of a game; they share its win (I1)."),
        Heading("Games", "Games that ended so."),
        Heading("Of games", "All games (n)."),
        Heading("Share of games", "Games that ended so, divided by all games."),
        Heading("95% interval", "Wilson's interval of that share."),
    )
    digits = 2
    rows = tuple(
        (
            _cell(row, "winners", str(row["winners"])),
            _cell(row, "games", count(row["games"])),
            _cell(row, "n_games", count(row["n_games"])),
            _cell(row, "share", percent(row["share"], digits)),
            _cell(row, "ci_low", interval(row["ci_low"], row["ci_high"], digits)),
        )
        for row in shared.to_dict("records")
    )
    return Grid(caption, csv, headings, rows)


def _name_cells(
    row: Mapping[Any, Any], keys: Mapping[str, str], names: Mapping[str, Mapping[Any, Name]]
) -> Sequence[Cell]:
    cells = []
    for key in keys:
        name = names.get(key, {}).get(row[key], Name(str(row[key])))
        cells.append(Cell(name.text, full(row[key]), key, variable=name.variable))
    return cells


def _cell(row: Mapping[Any, Any], column: str, text: str) -> Cell:
    return Cell(text, full(row[column]), column)
