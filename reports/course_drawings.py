"""The pictures of components and of the course of games: which table is drawn on which sheet, with its caption."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes

from reports.course_plots import plot_by_year, plot_distribution
from reports.figures import Picture, Sheet, picture
from reports.palette import PLAIN
from reports.plots import plot_effects
from reports.words import percent

ASSOCIATED = (
    "An association, not an effect: for one use more, how many percentage points of wins (left) and how many VP (right)"
    " a seat has more than the others of its game, at equal use of the other rows, with the same Dog, strategy and"
    " seat. Who is well off may also use a component more. Bands are 95% intervals, thin lines corrected ones, which"
    " hold for all points of both panels at once."
)

CAUSED = (
    "An effect, since chance deals the cards: what holding one such card at the start, instead of an average card of"
    " the deck, does to a seat's wins (left, percentage points) and to its VP against the others of its game (right)."
    " Bands are 95% intervals, thin lines corrected ones, which hold for all points of both panels at once; what does"
    " not touch the dashed line has an effect."
)


def draw_worths(name: str, what: str, table: pd.DataFrame, labels: Sequence[str], caption: str) -> Picture:
    """Draw effects on wins and on VP side by side (`reports.components.component_table`)."""
    looks = [PLAIN] * len(table)
    ends = ("ci_low", "ci_high", "family_low", "family_high")

    def of(response: str) -> pd.DataFrame:
        renamed = {f"{response}_{end.removeprefix('ci_')}": end for end in ends}
        return table[[response, *renamed]].rename(columns={response: "effect", **renamed})

    def draw(axes: Sequence[Axes]) -> None:
        plot_effects(of("win"), axes[0], labels, looks, "percentage points of wins", shares=True)
        plot_effects(of("vp"), axes[1], labels, looks, "VP", shares=False)

    kind = "Effects" if caption == CAUSED else "Associations"
    alt = f"{kind} with wins and VP {what}, with intervals; the numbers are in the table below."
    return picture(name, Sheet(len(table), panels=2, columns=2), draw, alt=alt, caption=caption)


def draw_by_year(
    name: str, what: str, table: pd.DataFrame, by: str, labels: Sequence[str], level: float, shares: bool, caption: str
) -> Picture:
    """Draw values through the Years, a line a group."""

    def draw(axes: Sequence[Axes]) -> None:
        unit = "share of wins" if shares else "VP more than the others"
        plot_by_year(table, axes[0], by, labels, level, shares, unit)
        axes[0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(labels), handlelength=2.6)

    alt = f"{what}; with intervals, the numbers are in the table below."
    return picture(name, Sheet(8), draw, alt=alt, caption=caption)


def draw_distribution(
    name: str, what: str, table: pd.DataFrame, labels: Sequence[str], unit: str, caption: str
) -> Picture:
    """Draw how often each value occurs."""

    def draw(axes: Sequence[Axes]) -> None:
        plot_distribution(table, axes[0], labels, unit)

    spoken = ", ".join(f"{label} {percent(share)}" for label, share in zip(labels, table["share"], strict=True))
    return picture(name, Sheet(len(table)), draw, alt=f"{what}: {spoken}.", caption=caption)


def draw_shares(name: str, what: str, table: pd.DataFrame, labels: Sequence[str], caption: str) -> Picture:
    """Draw each row's part of a whole, with its intervals, against none."""
    shown = table.rename(columns={"value": "effect"})

    def draw(axes: Sequence[Axes]) -> None:
        plot_effects(shown, axes[0], labels, [PLAIN] * len(shown), "percent of the differences", shares=True)

    spoken = ", ".join(f"{label} {percent(value)}" for label, value in zip(labels, table["value"], strict=True))
    return picture(name, Sheet(len(table)), draw, alt=f"{what}: {spoken}.", caption=caption)
