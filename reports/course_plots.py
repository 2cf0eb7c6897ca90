"""Plots of the course of games: each takes a table and an Axes and draws what it says; nothing is computed here."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from reports.palette import FAINT, INK, MUTED, Look
from reports.palette import PARTS as SHADES

LINES = (
    Look(INK.light, "o", INK.variable),
    Look(MUTED.light, "s", MUTED.variable),
    Look(INK.light, "D", INK.variable),
    Look(MUTED.light, "^", MUTED.variable),
    Look(INK.light, "v", INK.variable),
)
"""Looks of things that are no Dogs: told apart by marker and line style, not by colour alone."""

STYLES = ("-", "--", "-.", ":", (0, (6, 2, 1, 2, 1, 2)))

APART = 0.06
"""Distance, in Years, between the points of neighbouring lines, so that their intervals do not lie on each other."""


def plot_by_year(
    table: pd.DataFrame, axes: Axes, by: str, labels: Sequence[str], level: float, shares: bool, unit: str
) -> None:
    """Draw values through the Years, a line for each group, with corrected intervals.

    Parameters
    ----------
    table : pandas.DataFrame
        Rows with `by`, year, value, family_low, family_high.
    axes : matplotlib.axes.Axes
        Where to draw.
    by : str
        The column that names the group.
    labels : sequence of str
        Name of each group, in order.
    level : float
        Where the dashed line lies: the fair share, or no difference.
    shares : bool
        Whether values are shares.
    unit : str
        Label of the y axis.
    """
    axes.axhline(level, color=INK.light, linewidth=1.0, linestyle=(0, (4, 3)), zorder=1.0)
    groups = list(table[by].drop_duplicates())
    for place, (group, label) in enumerate(zip(groups, labels, strict=True)):
        rows, look = table[table[by] == group], LINES[place % len(LINES)]
        years = rows["year"].to_numpy(float) + APART * (place - (len(groups) - 1) / 2.0)
        for year, low, high in zip(years, rows["family_low"], rows["family_high"], strict=True):
            axes.plot([year, year], [low, high], color=look.colour, linewidth=2.4, label="_interval")
        axes.plot(
            years,
            rows["value"].to_numpy(float),
            color=look.colour,
            marker=look.marker,
            markersize=5.0,
            linewidth=1.1,
            linestyle=STYLES[place % len(STYLES)],
            label=label,
        )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if shares:
        axes.yaxis.set_major_formatter(PercentFormatter(xmax=1.0))
    axes.set(xlabel="after Year", ylabel=unit)
    _bare(axes, "y")


def plot_distribution(table: pd.DataFrame, axes: Axes, labels: Sequence[str], unit: str) -> None:
    """Draw how often each value occurs, as bars with intervals.

    Parameters
    ----------
    table : pandas.DataFrame
        Rows with share, ci_low, ci_high.
    axes : matplotlib.axes.Axes
        Where to draw; its x axis becomes the share.
    labels : sequence of str
        Name of each row.
    unit : str
        Label of the x axis.
    """
    rows = range(len(table))
    axes.barh(list(rows), table["share"].to_numpy(float), height=0.66, color=SHADES[1].light)
    for row, low, high in zip(rows, table["ci_low"], table["ci_high"], strict=True):
        axes.plot([low, high], [row, row], color=INK.light, linewidth=2.4, solid_capstyle="butt", label="_interval")
    axes.set_yticks(list(rows), list(labels))
    axes.set_ylim(len(table) - 0.5, -0.5)
    axes.xaxis.set_major_formatter(PercentFormatter(xmax=1.0))
    axes.set_xlabel(unit)
    _bare(axes, "x")


def _bare(axes: Axes, grid: str) -> None:
    axes.grid(axis="x" if grid == "x" else "y", color=FAINT.light, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, colors=MUTED.light)
    for spine in axes.spines.values():
        spine.set_visible(False)
