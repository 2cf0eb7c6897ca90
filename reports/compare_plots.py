"""Plots of studies: differences from a base, balance by ruleset, curves and maps of a sweep. Nothing is computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator, PercentFormatter

from reports.palette import FAINT, GROUND, INK, MUTED, SERIES, Look

_BAND, _LINE, _POINT = 11.0, 1.5, 5.4
"""Height of an interval drawn as a band and as a line, and size of a point, in points."""

_DOT = 3.6
"""Size of a point that is one of many."""

_DASHED = (0, (4, 3))


def plot_differences(
    table: pd.DataFrame, axes: Axes, labels: Sequence[str], looks: Sequence[Look], *, shares: bool
) -> None:
    """Draw each group's difference between variant and base with its intervals, against no difference.

    Parameters
    ----------
    table : pandas.DataFrame
        As `reports.compare_summaries.paired_differences` returns it.
    axes : matplotlib.axes.Axes
        Where to draw.
    labels, looks : sequence
        Name and look of each row.
    shares : bool
        Whether these are shares of wins, shown in percentage points; otherwise VP.
    """
    _mark(axes, 0.0, "no difference")
    for row, (group, look) in enumerate(zip(table.to_dict("records"), looks, strict=True)):
        _interval(axes, row, (group["family_low"], group["family_high"]), look, _LINE, 1.0)
        _interval(axes, row, (group["ci_low"], group["ci_high"]), look, _BAND, 0.4)
        _point(axes, group["difference"], row, look)
    if shares:
        axes.xaxis.set_major_formatter(PercentFormatter(xmax=1.0, symbol=""))
    axes.set_xlabel("percentage points of wins" if shares else "VP")
    _dress_rows(axes, labels)


def plot_balance(table: pd.DataFrame, axes: Axes, labels: Sequence[str], look: Look) -> None:
    """Draw the balance index of each ruleset with its interval: columns index, ci_low, ci_high, a row a ruleset."""
    _mark(axes, 0.0, "all fair")
    for row, ruleset in enumerate(table.to_dict("records")):
        _interval(axes, row, (ruleset["ci_low"], ruleset["ci_high"]), look, _BAND, 0.4)
        _point(axes, ruleset["index"], row, look)
    axes.xaxis.set_major_formatter(PercentFormatter(xmax=1.0, symbol=""))
    axes.set_xlabel("percentage points from the fair share, root mean square")
    _dress_rows(axes, labels)


def plot_curves(
    table: pd.DataFrame, axes: Axes, labels: Mapping[str, str], looks: Mapping[str, Look], value: str
) -> None:
    """Draw each Dog's share of wins along the values of a number.

    Parameters
    ----------
    table : pandas.DataFrame
        Columns dog, value, win_share, ci_low, ci_high, family_low, family_high, fair.
    axes : matplotlib.axes.Axes
        Where to draw.
    labels, looks : mapping
        Dog -> its name and look.
    value : str
        Label of the x axis.
    """
    fair = float(table["fair"].iloc[0])
    axes.axhline(fair, color=INK.light, linewidth=1.1, linestyle=_DASHED, zorder=1.5)
    for dog, line in table.groupby("dog", sort=False, observed=True):
        look, x = looks[str(dog)], line["value"].to_numpy(float)
        low, high = line["family_low"].to_numpy(float), line["family_high"].to_numpy(float)
        axes.fill_between(x, low, high, color=look.colour, alpha=0.22, linewidth=0.0)
        [drawn] = axes.plot(x, line["win_share"].to_numpy(float), color=look.colour, label=labels[str(dog)])
        drawn.set(marker=look.marker, markersize=_POINT, linewidth=1.4)
    axes.xaxis.set_major_locator(FixedLocator(sorted(table["value"].unique())))
    axes.yaxis.set_major_formatter(PercentFormatter(xmax=1.0, decimals=0))
    axes.set_xlabel(value)
    axes.set_ylabel("share of wins")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.01), ncols=3, handlelength=1.6)
    axes.grid(color=FAINT.light, linewidth=0.8)
    _bare(axes)


def plot_map(table: pd.DataFrame, axes: Axes, names: tuple[str, str], title: str) -> None:
    """Draw one Dog's share of wins over two numbers: a cell a pair, coloured by its distance from the fair share.

    Parameters
    ----------
    table : pandas.DataFrame
        Rows of one Dog: columns value, value_2, win_share, half (of its corrected interval), fair, scale (distance
        from fair at which a colour is full).
    axes : matplotlib.axes.Axes
        Where to draw.
    names : (str, str)
        What the axes show.
    title : str
        The Dog.
    """
    columns, rows = sorted(table["value"].unique()), sorted(table["value_2"].unique())
    for cell in table.to_dict("records"):
        x, y = columns.index(cell["value"]), rows.index(cell["value_2"])
        distance = cell["win_share"] - cell["fair"]
        strength = min(abs(distance) / cell["scale"], 1.0) if cell["scale"] > 0.0 else 0.0
        colour = SERIES[0] if distance > 0.0 else SERIES[1]
        box = Rectangle((x - 0.5, y - 0.5), 1.0, 1.0, facecolor=colour.light, alpha=0.5 * strength, linewidth=0.0)
        axes.add_patch(box)
        edge = Rectangle((x - 0.5, y - 0.5), 1.0, 1.0, facecolor="none", edgecolor=GROUND.light, linewidth=1.2)
        axes.add_patch(edge)
        text = f"{100.0 * cell['win_share']:.1f}\n±{100.0 * cell['half']:.1f}"
        axes.text(x, y, text, ha="center", va="center", fontsize=7.5, color=INK.light)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(-0.5, len(rows) - 0.5)
    axes.set_xticks(range(len(columns)), [f"{value:g}" for value in columns])
    axes.set_yticks(range(len(rows)), [f"{value:g}" for value in rows])
    axes.set_xlabel(names[0], fontsize="small")
    axes.set_ylabel(names[1], fontsize="small")
    axes.set_title(title, loc="left", fontsize="medium")
    _bare(axes)


def plot_draws(shares: pd.DataFrame, axes: Axes, labels: Sequence[str], looks: Sequence[Look], margin: float) -> None:
    """Draw each group's share of wins under every ruleset, the base's with its interval, against the fair share.

    Parameters
    ----------
    shares : pandas.DataFrame
        Columns row (place of the group from above), kind ("base", "draw" or "reading"), offset (how far a point lies
        below its row, in rows), win_share, family_low, family_high, fair.
    axes : matplotlib.axes.Axes
        Where to draw.
    labels, looks : sequence
        Name and look of each group.
    margin : float
        Difference from the fair share that counts as balanced; it is drawn as a field.
    """
    fair = float(shares["fair"].iloc[0])
    axes.axvspan(fair - margin, fair + margin, color=FAINT.light, alpha=0.6, linewidth=0.0, zorder=0.5)
    _mark(axes, fair, "fair")
    for point in shares.to_dict("records"):
        row, look = int(point["row"]), looks[int(point["row"])]
        if point["kind"] == "base":
            _interval(axes, row, (point["family_low"], point["family_high"]), look, _BAND, 0.4)
            _point(axes, point["win_share"], row, look)
            continue
        drawn = point["kind"] == "draw"
        [dot] = axes.plot([point["win_share"]], [row + point["offset"]], linestyle="none", color=look.colour)
        dot.set(marker="o" if drawn else "x", markersize=_DOT, markerfacecolor="none", markeredgewidth=0.9)
    axes.xaxis.set_major_formatter(PercentFormatter(xmax=1.0, decimals=0))
    axes.set_xlabel("share of wins")
    _dress_rows(axes, labels)


def _mark(axes: Axes, value: float, text: str) -> None:
    axes.axvline(value, color=INK.light, linewidth=1.1, linestyle=_DASHED, zorder=1.5)
    axes.text(value, -0.56, text, ha="center", va="bottom", fontsize="small", color=MUTED.light)


def _interval(axes: Axes, row: int, ends: tuple[float, float], look: Look, width: float, alpha: float) -> None:
    [line] = axes.plot(list(ends), [row, row], color=look.colour, linewidth=width, label="_interval")
    line.set(alpha=alpha, solid_capstyle="butt")


def _point(axes: Axes, x: float, row: int, look: Look) -> None:
    axes.plot([x], [row], marker=look.marker, markersize=_POINT, color=look.colour, linestyle="none", zorder=3)


def _dress_rows(axes: Axes, labels: Sequence[str]) -> None:
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.grid(axis="x", color=FAINT.light, linewidth=0.8)
    _bare(axes)


def _bare(axes: Axes) -> None:
    """Leave only what helps reading."""
    axes.set_axisbelow(True)
    axes.tick_params(length=0, colors=MUTED.light)
    axes.tick_params(axis="y", labelcolor=INK.light)
    for spine in axes.spines.values():
        spine.set_visible(False)
