"""The pictures of a report: which summary is drawn on which sheet, with its caption and its text alternative."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pandas as pd
from matplotlib.axes import Axes

from reports.counts import MEASURES
from reports.counts import PARTS as SCORE_PARTS
from reports.figures import Picture, Sheet, picture, same_span
from reports.palette import PARTS as PART_COLOURS
from reports.palette import PLAIN, Look
from reports.plots import (
    plot_balance,
    plot_effects,
    plot_mean_scores,
    plot_score_parts,
    plot_win_differences,
    plot_win_shares,
    plot_years,
)
from reports.summaries import relative_to_fair, stacked_scores
from reports.words import interval, percent, share_digits, signed, victory_points

MEASURE_TITLES = {
    "total": "Score",
    "tokens": "VP tokens",
    "influence": "Influence",
    "support": "Support card",
    "coins": "Coins",
    "cards": "Cards in hand",
}
"""Names of the measures for people."""

HOW_TO_READ = (
    "Each point is a share of wins, tied wins divided. The pale band is its 95% interval; the thin line is the"
    " corrected interval, wide enough to hold for all rows of its panel at once. A row differs from the fair share"
    " (dashed) where its thin line does not touch it."
)

AS_ABOVE = "Bands are 95% intervals, thin lines corrected ones, the dashed line is the fair share, as above."

IN_TABLE = "the numbers are in the table below."

Labels = Mapping[str, str]
"""Dog -> printed name."""

Looks = Mapping[str, Look]
"""Dog -> how it is drawn."""

Labelling = Callable[[pd.DataFrame], Sequence[str]]
Looking = Callable[[pd.DataFrame], Sequence[Look]]
"""Name and look of each row of a table."""


def draw_win_shares(
    name: str,
    what: str,
    shares: pd.DataFrame,
    labels: Sequence[str],
    looks: Sequence[Look],
    caption: str = HOW_TO_READ,
) -> Picture:
    """Draw shares of wins, a row a group; `what` says by what and of which games, for the text alternative."""

    def draw(axes: Sequence[Axes]) -> None:
        plot_win_shares(shares, axes[0], labels, looks)

    alt = f"Share of wins {what}, fair {percent(shares['fair'].iloc[0])}: {_spoken(shares, labels)}."
    return picture(name, Sheet(len(shares)), draw, alt=alt, caption=caption)


def draw_plain_win_shares(name: str, what: str, shares: pd.DataFrame, labels: Sequence[str]) -> Picture:
    """Draw shares of wins of things that have no colour of their own (seats, strategies)."""
    return draw_win_shares(name, what, shares, labels, [PLAIN] * len(shares), AS_ABOVE)


def draw_overview(name: str, tables: Mapping[str, pd.DataFrame], labels: Labels, looks: Looks) -> Picture:
    """Draw the Dogs' distance from the fair share, a panel for each table (heading -> win shares by Dog)."""
    dogs = [dog for dog in looks if any((table["dog"] == dog).any() for table in tables.values())]

    def draw(axes: Sequence[Axes]) -> None:
        for panel, (heading, table) in zip(axes, tables.items(), strict=True):
            shown = relative_to_fair(table)
            plot_win_differences(shown, panel, [labels[dog] for dog in shown["dog"]], [looks[d] for d in shown["dog"]])
            panel.set_title(heading, loc="left", pad=18)

    return picture(
        name,
        Sheet(len(dogs), panels=len(tables), share_x=True),
        draw,
        alt=f"Distance of each Dog's share of wins from the fair share, for each of {len(tables)} runs, with intervals;"
        " the numbers are in each run's first table.",
        caption=f"All panels have the same scale: percentage points more or less than the fair share. {HOW_TO_READ}",
    )


def draw_share_panels(
    name: str, what: str, tables: Mapping[str, pd.DataFrame], labels: Labelling, looks: Looking
) -> Picture:
    """Draw shares of wins, a panel for each table (heading -> win shares); `labels` and `looks` name a panel's rows."""
    rows = max(len(table) for table in tables.values())

    def draw(axes: Sequence[Axes]) -> None:
        for panel, (heading, table) in zip(axes, tables.items(), strict=True):
            plot_win_shares(table, panel, labels(table), looks(table))
            panel.set_title(heading, loc="left", pad=18)

    sheet = Sheet(rows, panels=len(tables), columns=min(3, len(tables)), share_x=True)
    alt = f"Share of wins {what}, with intervals; {IN_TABLE}"
    caption = (
        "A panel for each, all on one scale. Bands are 95% intervals; thin lines are corrected ones, which hold for all"
        " rows of all panels at once; the dashed line is the fair share."
    )
    return picture(name, sheet, draw, alt=alt, caption=caption)


def draw_balance(name: str, what: str, balance: pd.DataFrame, labels: Labels, looks: Looks) -> Picture:
    """Draw the Dogs' distance from the fair share against the margin."""
    dogs = list(balance["dog"])

    def draw(axes: Sequence[Axes]) -> None:
        plot_balance(balance, axes[0], [labels[dog] for dog in dogs], [looks[dog] for dog in dogs])

    spoken = ", ".join(f"{labels[row['dog']]} {row['verdict']}" for row in balance.to_dict("records"))
    caption = (
        "The grey field is the margin within which a Dog counts as balanced. A Dog is balanced where its whole band"
        " lies inside the field, too strong where it lies to the right, too weak where it lies to the left; where the"
        " band crosses the field's edge, the games do not decide."
    )
    alt = f"Each Dog's distance from the fair share with the interval that decides {what}: {spoken}."
    return picture(name, Sheet(len(dogs)), draw, alt=alt, caption=caption)


def draw_effects(
    name: str, what: str, wins: pd.DataFrame, scores: pd.DataFrame, labels: Sequence[str], looks: Sequence[Look]
) -> Picture:
    """Draw the models' effects of one factor, in win points and in VP, side by side."""

    def draw(axes: Sequence[Axes]) -> None:
        plot_effects(wins, axes[0], labels, looks, "percentage points of wins", shares=True)
        plot_effects(scores, axes[1], labels, looks, "VP", shares=False)

    caption = (
        "Left: how many percentage points more than the fair share a seat wins with it, whoever plays and wherever he"
        " sits. Right: how many VP more it scores than the average. Bands are 95% intervals, thin lines corrected ones;"
        " what does not touch the dashed line has an effect."
    )
    alt = f"Effects in the models of winning and of the score {what}, with intervals; {IN_TABLE}"
    return picture(name, Sheet(len(wins), panels=2, columns=2), draw, alt=alt, caption=caption)


def draw_part_differences(name: str, what: str, table: pd.DataFrame, labels: Sequence[str]) -> Picture:
    """Draw how much more of each measure winners have than losers, in VP."""
    shown = table.rename(columns={"difference": "effect"})

    def draw(axes: Sequence[Axes]) -> None:
        plot_effects(shown, axes[0], labels, [PLAIN] * len(shown), "VP of winners minus losers", shares=False)

    caption = (
        "How many VP more winners of a game have than its losers, in all and by part of the score. Where winners are"
        " ahead most is where games are decided. Bands are 95% intervals, thin lines corrected ones."
    )
    spoken = ", ".join(f"{label} {signed(value)}" for label, value in zip(labels, table["difference"], strict=True))
    return picture(name, Sheet(len(table)), draw, alt=f"Winners minus losers {what}, in VP: {spoken}.", caption=caption)


def draw_activity(
    name: str, what: str, means: pd.DataFrame, titles: Mapping[str, str], labels: Labels, looks: Looks
) -> Picture:
    """Draw the Dogs' means of several measures (of `titles`), a panel each."""
    tables = {title: means[means["measure"] == measure] for measure, title in titles.items()}

    def draw(axes: Sequence[Axes]) -> None:
        for panel, (title, table) in zip(axes, tables.items(), strict=True):
            dogs = list(table["dog"])
            plot_mean_scores(table, panel, [labels[dog] for dog in dogs], [looks[dog] for dog in dogs], "a game")
            panel.set_title(title, loc="left")

    caption = (
        "A panel for each thing that is counted, each on a scale of its own: the mean number of a game, its 95%"
        " interval the pale band."
    )
    sheet = Sheet(max(map(len, tables.values())), panels=len(tables), columns=3)
    return picture(name, sheet, draw, alt=f"What each Dog does in a game {what}; {IN_TABLE}", caption=caption)


def draw_years(
    name: str, what: str, tables: Mapping[str, pd.DataFrame], by: str, labels: Sequence[str], looks: Sequence[Look]
) -> Picture:
    """Draw means through the Years, a panel for each table (heading -> means with the columns year and `by`)."""

    def draw(axes: Sequence[Axes]) -> None:
        for panel, (heading, table) in zip(axes, tables.items(), strict=True):
            plot_years(table, panel, by, labels, looks)
            panel.set_title(heading, loc="left")
        drawn, names = axes[0].get_legend_handles_labels()
        axes[0].figure.legend(drawn, names, loc="outside lower center", ncols=len(names), handlelength=1.6)

    caption = (
        "A line for each, by Year; the strokes through its points are 95% intervals, which at many games are smaller"
        " than the points."
    )
    alt = f"Means through the Years {what}; {IN_TABLE}"
    sheet = Sheet(7, panels=len(tables), columns=len(tables), share_y=False)
    return picture(name, sheet, draw, alt=alt, caption=caption)


def draw_score_parts(name: str, what: str, means: pd.DataFrame, labels: Labels) -> Picture:
    """Draw what the Dogs' mean scores are made of."""
    stacked = stacked_scores(means, "dog")
    dogs = list(stacked["dog"].unique())
    colours = zip(SCORE_PARTS, PART_COLOURS, strict=True)
    parts = {measure: (MEASURE_TITLES[measure], colour.light) for measure, colour in colours}

    def draw(axes: Sequence[Axes]) -> None:
        plot_score_parts(stacked, axes[0], "dog", [labels[dog] for dog in dogs], parts)

    totals = means[means["measure"] == "total"]
    spoken = ", ".join(
        f"{labels[dog]} {victory_points(mean)}" for dog, mean in zip(totals["dog"], totals["mean"], strict=True)
    )
    caption = (
        "The parts of the mean score (R7.1 to R7.4) end to end; a part below zero stands left of the zero. The stroke"
        " is the mean score with its 95% interval, which at many games is narrower than the stroke."
    )
    alt = f"Mean score and its parts by Dog {what}, in VP: {spoken}."
    return picture(name, Sheet(len(dogs) + 1), draw, alt=alt, caption=caption)


def draw_score_means(name: str, what: str, means: pd.DataFrame, labels: Labels, looks: Looks) -> Picture:
    """Draw the Dogs' mean score and each of its parts, a panel each."""
    tables = {measure: means[means["measure"] == measure] for measure in MEASURES}
    rows = max(len(table) for table in tables.values())

    def draw(axes: Sequence[Axes]) -> None:
        for panel, (measure, table) in zip(axes, tables.items(), strict=True):
            plot_mean_scores(table, panel, [labels[dog] for dog in table["dog"]], [looks[dog] for dog in table["dog"]])
            panel.set_title(MEASURE_TITLES[measure], loc="left")
        same_span(axes)

    return picture(
        name,
        Sheet(rows, panels=len(tables), columns=3),
        draw,
        alt=f"Mean of the score and of each of its parts by Dog {what}, in VP, with intervals; {IN_TABLE}",
        caption="Each point is a mean, the pale band its 95% interval. The panels begin at different values but span"
        " the same number of VP, so a distance means the same everywhere. Dogs whose intervals lie far"
        " apart differ; these intervals are not corrected for the number of Dogs.",
    )


def _spoken(shares: pd.DataFrame, labels: Sequence[str]) -> str:
    digits = share_digits(shares)
    rows = zip(labels, shares["win_share"], shares["family_low"], shares["family_high"], strict=True)
    return ", ".join(
        f"{label} {percent(share, digits)} ({interval(low, high, digits)})" for label, share, low, high in rows
    )
