"""The report of a sweep: a curve or a map of the Dogs' shares of wins, with tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from reports.compare_page import METHODS, REFERENCES, VERDICTS, assumed_of
from reports.compare_plots import plot_balance, plot_curves, plot_map
from reports.figures import Picture, Sheet, picture
from reports.palette import PLAIN, looks
from reports.report import Report, publish
from reports.study import Chapter, Finding, Part, Study, render_study
from reports.sweep import Sweep
from reports.tables import VERDICTS as FAIR_VERDICTS
from reports.tables import Cell, Grid, Heading, full
from reports.words import between, count, interval, percent, points
from simcore.wording import counted

_CURVE_ROWS, _MAP_ROWS = 10, 7
"""Height of a curve and of a map, in rows of a table of points."""


def write_sweep(sweep: Sweep, out: Path) -> Path:
    """Write the report of a sweep to `out` and return its page."""
    return publish(lambda: make_report(sweep), out)


def make_report(sweep: Sweep) -> Report:
    """Return the report of a sweep: the same for the same results, to the byte."""
    study = sweep_page(sweep)
    return Report(render_study(study), sweep.tables(), study.pictures)


def sweep_page(sweep: Sweep) -> Study:
    """Return the page of a sweep."""
    first = sweep.comparison.base.manifest
    asked = first["experiment"]
    names = " and ".join(sweep.names)
    own = ", ".join(f"{name} = {value}" for name, value in zip(sweep.names, sweep.own, strict=True))
    facts = [
        ("Ruleset", f"{first['ruleset']['name']} {first['ruleset']['hash']}; in itself {own}"),
        ("Games", f"{count(first['games'])} at each of {len(sweep.points)} points, seed {first['seed']}"),
        ("Experiment", f"{asked['name']}: {first['players']} players, strategies {', '.join(first['strategies'])}"),
    ]
    return Study(
        eyebrow="Sweep",
        title=f"{names}: what it does to the Dogs",
        question="The same seeds, line-ups and draws at every point.",
        findings=findings(sweep),
        assumed=assumed_of([sweep.comparison.base, *(contrast.arm for contrast in sweep.comparison.contrasts)]),
        facts=facts,
        chapters=[_shares_chapter(sweep), _differences_chapter(sweep), _balance_chapter(sweep)],
        methods=METHODS,
        references=REFERENCES,
    )


def findings(sweep: Sweep) -> list[Finding]:
    """Return where the Dogs are most balanced, and each Dog's lowest and highest share of wins."""
    index = sweep.balance()
    best = index.iloc[int(index["variant"].to_numpy().argmin())]
    n = int((index.drop(index=best.name)["variant_low"] <= best["variant_high"]).sum())
    others = f"; {counted(n, 'more point')} may be as good" if n else ""
    text = (
        f" lie nearest to fair at {_where(sweep, best)}: {percent(best['variant'])[:-1]} percentage points, root mean"
        f" square, {interval(best['variant_low'], best['variant_high'])} for that point alone{others}."
    )
    shares, said = sweep.shares(), []
    for dog, rows in shares.groupby("dog", sort=False):
        wins = rows["win_share"].to_numpy()
        low, high = rows.iloc[int(wins.argmin())], rows.iloc[int(wins.argmax())]
        where = f"{_told(low)} at {_values(sweep, low)} and {_told(high)} at {_values(sweep, high)}"
        if wins.min() == wins.max():
            where = f"{_told(low)} at every point"
        said.append(f"{sweep.comparison.dogs[str(dog)]} wins {where}.")
    return [Finding("The Dogs", "balance", text), Finding("Lowest and highest", "shares", f": {' '.join(said)}")]


def _told(row: pd.Series[Any]) -> str:
    return f"{percent(row['win_share'])} ({interval(row['family_low'], row['family_high'])})"


def _where(sweep: Sweep, row: Mapping[Any, Any] | pd.Series[Any]) -> str:
    return ", ".join(f"{name} = {row[column]:g}" for name, column in zip(sweep.short_names, sweep.columns, strict=True))


def _values(sweep: Sweep, row: pd.Series[Any]) -> str:
    values = [f"{row[column]:g}" for column in sweep.columns]
    return values[0] if len(values) == 1 else f"({', '.join(values)})"


def _shares_chapter(sweep: Sweep) -> Chapter:
    shares = sweep.shares()
    drawn = _curve(sweep, shares) if len(sweep.names) == 1 else _map(sweep, shares)
    headings = [
        *_point_headings(sweep),
        Heading("Dog", "", numeric=False),
        Heading("Games", "Games in which the Dog took part (n)."),
        Heading("Share of wins", "Wins divided by seats; ties shared."),
        Heading("95% interval", "For one row alone."),
        Heading("Corrected interval", "All rows of the table hold at once (Šidák)."),
        Heading("Verdict", "Against the fair share, by the corrected interval.", numeric=False),
    ]
    rows = tuple(
        (
            *_point_cells(sweep, row),
            Cell(sweep.comparison.dogs[row["dog"]], row["dog"], "dog"),
            _cell(row, "n_games", count(row["n_games"])),
            _cell(row, "win_share", percent(row["win_share"], 2)),
            _cell(row, "ci_low", interval(row["ci_low"], row["ci_high"], 2)),
            _cell(row, "family_low", interval(row["family_low"], row["family_high"], 2)),
            _cell(row, "verdict", FAIR_VERDICTS[row["verdict"]]),
        )
        for row in shares.to_dict("records")
    )
    grid = Grid("Share of wins by Dog at every point", "win_share.csv", tuple(headings), rows)
    part = Part("By Dog", "How often each Dog wins, whatever the seat and whoever plays it.", (drawn,), (grid,))
    return Chapter("Share of wins", "shares", [], [part])


def _curve(sweep: Sweep, shares: pd.DataFrame) -> Picture:
    dogs = sweep.comparison.dogs

    def draw(axes: Sequence[Axes]) -> None:
        plot_curves(shares, axes[0], dogs, looks(list(dogs)), sweep.short_names[0])

    alt = f"Share of wins by Dog along {sweep.names[0]}, with intervals; the numbers are in the table below."
    caption = (
        "A line a Dog; its band is the corrected 95% interval, wide enough for all Dogs and points at once. The dashed"
        " line is the fair share."
    )
    return picture("win_share", Sheet(_CURVE_ROWS), draw, alt=alt, caption=caption)


def _map(sweep: Sweep, shares: pd.DataFrame) -> Picture:
    scale = float((shares["win_share"] - shares["fair"]).abs().max())
    table = shares.assign(half=(shares["family_high"] - shares["family_low"]) / 2.0, scale=scale)
    maps = {str(dog): rows for dog, rows in table.groupby("dog", sort=False)}

    def draw(axes: Sequence[Axes]) -> None:
        for panel, (dog, rows) in zip(axes, maps.items(), strict=True):
            plot_map(rows, panel, (sweep.short_names[0], sweep.short_names[1]), sweep.comparison.dogs[dog])

    alt = f"Share of wins by Dog over {' and '.join(sweep.names)}; the numbers are in the table below."
    caption = (
        "A panel a Dog, a cell a pair of values: share of wins in percent, and half the width of its corrected"
        " interval. Blue is above the fair share and orange below; the stronger, the further."
    )
    return picture("win_share", Sheet(_MAP_ROWS, len(maps), 2), draw, alt=alt, caption=caption)


def _differences_chapter(sweep: Sweep) -> Chapter:
    reference = sweep.comparison.base.manifest["ruleset"]["name"]
    headings = [
        *_point_headings(sweep),
        Heading("Dog", "", numeric=False),
        Heading("Difference", "In percentage points of wins."),
        Heading("95% interval", "For one row alone."),
        Heading("Corrected interval", "All rows of the table hold at once (Šidák)."),
        Heading("Pairing saved", "So many times as many unpaired games would tell as much."),
        Heading("Verdict", "By the corrected interval.", numeric=False),
    ]
    rows = tuple(
        (
            *_point_cells(sweep, row),
            Cell(sweep.comparison.dogs[row["dog"]], row["dog"], "dog"),
            _cell(row, "difference", points(row["difference"], 2)),
            _cell(row, "ci_low", between(points(row["ci_low"], 2), points(row["ci_high"], 2))),
            _cell(row, "family_low", between(points(row["family_low"], 2), points(row["family_high"], 2))),
            _cell(row, "variance_ratio", f"{row['variance_ratio']:.1f}×" if row["se"] > 0.0 else "—"),
            _cell(row, "verdict", VERDICTS[row["verdict"]]),
        )
        for row in sweep.differences().to_dict("records")
    )
    grid = Grid(f"Differences from {reference}, game by game", "difference.csv", tuple(headings), rows)
    opening = f"Every point against {reference}, in the same games."
    return Chapter("What changes", "differences", [], [Part("Paired differences", opening, (), (grid,))])


def _balance_chapter(sweep: Sweep) -> Chapter:
    table = sweep.balance()
    shown = table[["variant", "variant_low", "variant_high"]].set_axis(["index", "ci_low", "ci_high"], axis=1)
    labels = [_where(sweep, row) for row in table.to_dict("records")]

    def draw(axes: Sequence[Axes]) -> None:
        plot_balance(shown, axes[0], labels, PLAIN)

    alt = "Balance index of the Dogs at every point; the numbers are in the table below."
    drawn = picture("balance", Sheet(len(table)), draw, alt=alt, caption="A point and its 95% interval; 0 is fair.")
    headings = [
        *_point_headings(sweep),
        Heading("Index", "Root mean square deviation from the fair share, in percentage points."),
        Heading("95% interval", "Of the index."),
        Heading("Change", "From the reference, in percentage points."),
        Heading("Corrected interval", "Of the change; holds for all points at once."),
        Heading("Verdict", "By that interval.", numeric=False),
    ]
    rows = tuple(
        (
            *_point_cells(sweep, row),
            _cell(row, "variant", percent(row["variant"], 2)),
            _cell(row, "variant_low", interval(row["variant_low"], row["variant_high"], 2)),
            _cell(row, "change", points(row["change"], 2)),
            _cell(row, "family_low", between(points(row["family_low"], 2), points(row["family_high"], 2))),
            _cell(row, "verdict", VERDICTS[row["verdict"]]),
        )
        for row in table.to_dict("records")
    )
    grid = Grid("Balance index of the Dogs at every point", "balance.csv", tuple(headings), rows)
    opening = "How far the Dogs' shares of wins lie from the fair share; smaller is more balanced."
    return Chapter("Balance", "balance", [], [Part("Balance index", opening, (drawn,), (grid,))])


def _point_headings(sweep: Sweep) -> list[Heading]:
    return [Heading(name, "Value in the ruleset.") for name in sweep.short_names]


def _point_cells(sweep: Sweep, row: Mapping[Any, Any]) -> list[Cell]:
    return [Cell(f"{row[column]:g}", full(row[column]), column) for column in sweep.columns]


def _cell(row: Mapping[Any, Any], column: str, text: str) -> Cell:
    return Cell(text, full(row[column]), column)
