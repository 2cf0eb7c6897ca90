"""Plots of a league: each takes a summary and an Axes and draws what the summary says; nothing is computed here.

Rows go from top to bottom and columns from left to right in the order of the names.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, to_hex
from matplotlib.patches import Rectangle

from reports.palette import INK, MUTED, PLAIN
from reports.plots import plot_mean_scores

HEAT = "PuOr"
"""Colour map from orange (below) over white to violet (above), told apart with any kind of colour vision."""

PALEST, DARKEST = 0.5, 0.27
"""The half of the colour map that is used spans so much on either side of white: dark text stays readable on it."""

ON_HEAT = "#12161d"
"""Text on a coloured cell; it has no twin for dark pages, since the cells have none."""


def plot_pay_offs(summary: pd.DataFrame, axes: Axes, names: Sequence[str]) -> None:
    """Draw the pay-off table as coloured cells with their numbers.

    Parameters
    ----------
    summary : pandas.DataFrame
        As `reports.league.pay_offs` returns it.
    axes : matplotlib.axes.Axes
        Where to draw.
    names : sequence of str
        The strategies, in order.
    """
    places = {name: place for place, name in enumerate(names)}
    furthest = max(float(summary["difference"].abs().max()), 1e-9)
    scale = Normalize(-furthest, furthest)
    for cell in summary.to_dict("records"):
        row, column = places[str(cell["strategy"])], places[str(cell["table"])]
        sure = cell["verdict"] != "not distinguishable"
        _cell(axes, row, column, to_hex(colormaps[HEAT](PALEST + DARKEST * 2.0 * (scale(cell["difference"]) - 0.5))))
        text = f"{100.0 * cell['win_share']:.1f}"
        axes.text(column, row, text, ha="center", va="center", color=ON_HEAT, weight="bold" if sure else "normal")
    for place, name in enumerate(names):
        axes.text(place, place, "fair", ha="center", va="center", color=MUTED.light, fontsize="small")
        axes.text(place, -0.62, name, ha="left", va="bottom", rotation=35, rotation_mode="anchor", color=INK.light)
    _dress_square(axes, names)


def plot_strengths(summary: pd.DataFrame, axes: Axes, column: str, ends: tuple[str, str], unit: str) -> None:
    """Draw one number a strategy with its interval.

    Parameters
    ----------
    summary : pandas.DataFrame
        A row a strategy.
    axes : matplotlib.axes.Axes
        Where to draw; its x axis becomes the number.
    column : str
        Column of the number.
    ends : (str, str)
        Columns of the ends of its interval.
    unit : str
        Name of the x axis.
    """
    named = summary.rename(columns={column: "mean", ends[0]: "ci_low", ends[1]: "ci_high"})
    plot_mean_scores(
        named[["mean", "ci_low", "ci_high"]], axes, [str(name) for name in summary["strategy"]], [PLAIN] * len(summary)
    )
    axes.set_xlabel(unit)


def _cell(axes: Axes, row: int, column: int, colour: str) -> None:
    axes.add_patch(Rectangle((column - 0.48, row - 0.46), 0.96, 0.92, facecolor=colour, edgecolor="none"))


def _dress_square(axes: Axes, names: Sequence[str]) -> None:
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_yticks(range(len(names)), list(names))
    axes.set_xticks([])
    axes.set_ylabel("alone")
    axes.set_xlabel("at a table of (names above)")
    axes.tick_params(length=0, labelcolor=INK.light)
    for spine in axes.spines.values():
        spine.set_visible(False)
