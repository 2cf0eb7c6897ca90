"""Plots: each takes a summary and an Axes and draws what the summary says; nothing is computed or simulated here.

Rows go from top to bottom in the summary's order. Intervals are always drawn, and the fair share where there is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from reports.palette import FAINT, GROUND, INK, MUTED, Look

POINT, THIN, BROAD = 5.4, 1.5, 11.0
"""Size of a point, and height of an interval drawn as a line and as a band, in points."""

INTERVAL = "_interval"
"""Label of the lines that are intervals; the underscore keeps them out of legends."""

TALL = 14
"""Rows beyond which an axis is told at the top as well: the bottom is then out of sight."""


def plot_win_shares(summary: pd.DataFrame, axes: Axes, labels: Sequence[str], looks: Sequence[Look]) -> None:
    """Draw each group's share of wins with its intervals, against the fair share.

    Parameters
    ----------
    summary : pandas.DataFrame
        As `reports.summaries.win_shares` returns it.
    axes : matplotlib.axes.Axes
        Where to draw; its x axis becomes the share of wins.
    labels : sequence of str
        Name of each row of the summary.
    looks : sequence of Look
        Look of each row.
    """
    fair = float(summary["fair"].iloc[0])
    axes.axvline(fair, color=INK.light, linewidth=1.1, linestyle=(0, (4, 3)), zorder=1.5, label="fair share")
    axes.text(fair, -0.56, "fair share", ha="center", va="bottom", fontsize="small", color=MUTED.light)
    for row, (group, look) in enumerate(zip(summary.to_dict("records"), looks, strict=True)):
        _line(axes, row, (group["family_low"], group["family_high"]), look)
        _band(axes, row, (group["ci_low"], group["ci_high"]), look)
        _point(axes, row, group["win_share"], look)
    axes.xaxis.set_major_formatter(PercentFormatter(xmax=1.0))
    axes.set_xlabel("share of wins")
    _dress(axes, labels)


def plot_win_differences(summary: pd.DataFrame, axes: Axes, labels: Sequence[str], looks: Sequence[Look]) -> None:
    """Draw each group's distance from the fair share, in percentage points, with its intervals.

    The parameters are those of `plot_win_shares`; the summary has gone through `reports.summaries.relative_to_fair`.
    """
    plot_win_shares(summary, axes, labels, looks)
    axes.xaxis.set_major_formatter(PercentFormatter(xmax=1.0, symbol=""))
    axes.set_xlabel("percentage points from the fair share")


def plot_balance(balance: pd.DataFrame, axes: Axes, labels: Sequence[str], looks: Sequence[Look]) -> None:
    """Draw each Dog's distance from the fair share and the interval that decides, against the margin.

    Parameters
    ----------
    balance : pandas.DataFrame
        As `reports.equivalence.equivalence` returns it.
    axes : matplotlib.axes.Axes
        Where to draw; its x axis becomes percentage points from the fair share.
    labels : sequence of str
        Name of each row.
    looks : sequence of Look
        Look of each row.
    """
    margin = float(balance["margin"].iloc[0])
    axes.axvspan(-margin, margin, color=FAINT.light, linewidth=0.0, zorder=0.4, label="balanced")
    axes.text(0.0, -0.56, "balanced", ha="center", va="bottom", fontsize="small", color=MUTED.light)
    for row, (group, look) in enumerate(zip(balance.to_dict("records"), looks, strict=True)):
        _band(axes, row, (group["low"], group["high"]), look)
        _point(axes, row, group["difference"], look)
    axes.xaxis.set_major_formatter(PercentFormatter(xmax=1.0, symbol=""))
    axes.set_xlabel("percentage points from the fair share")
    _dress(axes, labels)


def plot_effects(
    effects: pd.DataFrame, axes: Axes, labels: Sequence[str], looks: Sequence[Look], unit: str, shares: bool
) -> None:
    """Draw effects with their intervals, against no effect.

    Parameters
    ----------
    effects : pandas.DataFrame
        Rows with effect, ci_low, ci_high, family_low, family_high (as `reports.models.effects` returns them).
    axes : matplotlib.axes.Axes
        Where to draw.
    labels : sequence of str
        Name of each row.
    looks : sequence of Look
        Look of each row.
    unit : str
        Label of the x axis.
    shares : bool
        Whether effects are shares, to be shown in percentage points.
    """
    axes.axvline(0.0, color=INK.light, linewidth=1.1, linestyle=(0, (4, 3)), zorder=1.5, label="no effect")
    for row, (group, look) in enumerate(zip(effects.to_dict("records"), looks, strict=True)):
        _line(axes, row, (group["family_low"], group["family_high"]), look)
        _band(axes, row, (group["ci_low"], group["ci_high"]), look)
        _point(axes, row, group["effect"], look)
    if shares:
        axes.xaxis.set_major_formatter(PercentFormatter(xmax=1.0, symbol=""))
    axes.set_xlabel(unit)
    _dress(axes, labels)
    if len(labels) > TALL:
        axes.tick_params(axis="x", labeltop=True)
        axes.set_title(unit)


def plot_years(means: pd.DataFrame, axes: Axes, by: str, labels: Sequence[str], looks: Sequence[Look]) -> None:
    """Draw means through the Years, a line for each group, with intervals.

    Parameters
    ----------
    means : pandas.DataFrame
        Rows with `by`, year, mean, ci_low, ci_high.
    axes : matplotlib.axes.Axes
        Where to draw; its x axis becomes the Year.
    by : str
        The column that names the group.
    labels : sequence of str
        Name of each group, in order.
    looks : sequence of Look
        Look of each group.
    """
    for group, label, look in zip(means[by].drop_duplicates(), labels, looks, strict=True):
        rows = means[means[by] == group]
        years = rows["year"].tolist()
        for year, low, high in zip(years, rows["ci_low"], rows["ci_high"], strict=True):
            axes.plot([year, year], [low, high], color=look.colour, linewidth=THIN * 2, label=INTERVAL)
        axes.plot(years, rows["mean"].tolist(), color=look.colour, marker=look.marker, markersize=POINT, label=label)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("Year")
    axes.grid(axis="y", color=FAINT.light, linewidth=0.8)
    axes.set_axisbelow(True)
    _bare(axes)


def plot_mean_scores(
    summary: pd.DataFrame, axes: Axes, labels: Sequence[str], looks: Sequence[Look], unit: str = "VP"
) -> None:
    """Draw each group's mean of one measure with its interval.

    Parameters
    ----------
    summary : pandas.DataFrame
        The rows of one measure as `reports.summaries.mean_scores` returns them.
    axes : matplotlib.axes.Axes
        Where to draw; its x axis becomes the measure.
    labels : sequence of str
        Name of each row of the summary.
    looks : sequence of Look
        Look of each row.
    unit : str
        Label of the x axis.
    """
    for row, (group, look) in enumerate(zip(summary.to_dict("records"), looks, strict=True)):
        _band(axes, row, (group["ci_low"], group["ci_high"]), look)
        _point(axes, row, group["mean"], look)
    axes.set_xlabel(unit)
    _dress(axes, labels)


def plot_score_parts(
    stacked: pd.DataFrame, axes: Axes, by: str, labels: Sequence[str], parts: Mapping[str, tuple[str, str]]
) -> None:
    """Draw what each group's mean score is made of, as bars end to end, and the mean score's interval.

    Parameters
    ----------
    stacked : pandas.DataFrame
        As `reports.summaries.stacked_scores` returns it.
    axes : matplotlib.axes.Axes
        Where to draw; its x axis becomes VP.
    by : str
        The column that names the group.
    labels : sequence of str
        Name of each group, in order.
    parts : mapping of str to (str, str)
        Measure -> its name for people and its colour.
    """
    rows = {group: row for row, group in enumerate(stacked[by].unique())}
    for measure, (name, colour) in parts.items():
        bars = stacked[stacked["measure"] == measure]
        places = [rows[group] for group in bars[by]]
        drawn = axes.barh(places, bars["mean"].to_numpy(), left=bars["start"].to_numpy(), height=0.62, label=name)
        for bar in drawn:
            bar.set(facecolor=colour, edgecolor=GROUND.light, linewidth=1.2)
    for total in stacked[stacked["measure"] == "total"].to_dict("records"):
        _stroke(axes, rows[total[by]], total["mean"], (total["ci_low"], total["ci_high"]))
    axes.set_xlabel("VP, mean of all games")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.01), ncols=len(parts), handlelength=1.0, columnspacing=1.3)
    _dress(axes, labels)


def _stroke(axes: Axes, row: int, value: float, ends: tuple[float, float]) -> None:
    """Mark the end of a row of bars, with its interval."""
    axes.plot(list(ends), [row, row], color=INK.light, linewidth=2.4, solid_capstyle="butt", label=INTERVAL)
    axes.plot([value], [row], marker="|", markersize=15, markeredgewidth=1.8, color=INK.light)


def _line(axes: Axes, row: int, ends: tuple[float, float], look: Look) -> None:
    axes.plot(list(ends), [row, row], color=look.colour, linewidth=THIN, solid_capstyle="butt", label=INTERVAL)


def _band(axes: Axes, row: int, ends: tuple[float, float], look: Look) -> None:
    """Draw an interval higher than a point, so that it is seen even where it is narrower."""
    [band] = axes.plot(list(ends), [row, row], color=look.colour, linewidth=BROAD, label=INTERVAL)
    band.set(alpha=0.4, solid_capstyle="butt")


def _point(axes: Axes, row: int, value: float, look: Look) -> None:
    axes.plot(
        [value],
        [row],
        marker=look.marker,
        markersize=POINT,
        color=look.colour,
        markeredgewidth=0.0,
        linestyle="none",
        zorder=3,
    )


def _dress(axes: Axes, labels: Sequence[str]) -> None:
    """Name the rows, first on top, and leave only what helps reading."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=8, steps=[1, 2, 5, 10]))
    axes.grid(axis="x", color=FAINT.light, linewidth=0.8)
    axes.set_axisbelow(True)
    _bare(axes)
    axes.tick_params(axis="y", labelcolor=INK.light)


def _bare(axes: Axes) -> None:
    axes.tick_params(length=0, colors=MUTED.light)
    for spine in axes.spines.values():
        spine.set_visible(False)
