"""Tables of a league on the page: each column of a summary with its heading, its meaning and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd

from reports.league_findings import League
from reports.tables import Column, Grid, Heading, Name, Row, grid_of, share_grid
from reports.words import between, count, interval, percent, points, victory_points


def _column(name: str, heading: str, meaning: str, text: Callable[[Row], str], numeric: bool = True) -> Column:
    return Column(name, Heading(heading, meaning, numeric), text)


def _word(name: str, heading: str, meaning: str = "") -> Column:
    return _column(name, heading, meaning, lambda row: str(row[name]), numeric=False)


def _whole(name: str, heading: str, meaning: str) -> Column:
    return _column(name, heading, meaning, lambda row: count(row[name]))


def _share(name: str, heading: str, meaning: str) -> Column:
    return _column(name, heading, meaning, lambda row: percent(row[name]))


def _points(name: str, heading: str, meaning: str) -> Column:
    return _column(name, heading, meaning, lambda row: points(row[name]))


def _number(name: str, heading: str, meaning: str) -> Column:
    return _column(name, heading, meaning, lambda row: victory_points(row[name], 2))


def _ends(low: str, high: str, heading: str, meaning: str) -> Column:
    return _column(low, heading, meaning, lambda row: interval(row[low], row[high]))


def _point_ends(low: str, high: str, heading: str, meaning: str) -> Column:
    return _column(low, heading, meaning, lambda row: between(points(row[low]), points(row[high])))


def _number_ends(low: str, high: str, heading: str, meaning: str) -> Column:
    return _column(
        low, heading, meaning, lambda row: between(victory_points(row[low], 2), victory_points(row[high], 2))
    )


_CORRECTED = "All corrected intervals of the pay-off table hold at once in 95% of such leagues (Šidák)."

STANDINGS = (
    _word("strategy", "Strategy"),
    _whole("n_games", "Games", "Games that it took part in (n)."),
    _number("strength", "Strength", "Log-odds against the league's average strategy, from all games."),
    _number_ends("strength_low", "strength_high", "95% interval", "Of the strength, for one row alone."),
    _number("behind", "Behind", "Strength that it lacks of the strongest's."),
    _number_ends(
        "behind_low", "behind_high", "Corrected interval", "Holds whichever of all came out strongest (Šidák)."
    ),
    _number("mu", "OpenSkill", "Rating μ by the places in a sample of the games; 25 is where everybody starts."),
    _number_ends("mu_low", "mu_high", "± 1.96 σ", "The rating with its own uncertainty."),
    _whole("n_alone", "Games alone", "Games alone at a table of one other strategy (n)."),
    _share("alone", "Wins alone", "Share of those games won, over all other strategies' tables."),
    _ends("alone_low", "alone_high", "Corrected interval", "All rows' intervals hold at once in 95% of such leagues."),
)

EVOLUTION = (
    _word("strategy", "Strategy"),
    _share("mass", "Alpha-rank", "Share of the time, mean over shares of wins redrawn within their uncertainty."),
    _ends("mass_low", "mass_high", "95% range", "The middle 95% of the redrawings."),
    _share("estimate", "As estimated", "Alpha-rank of the shares of wins as they were estimated."),
    _share("weight", "Nash mixture", "Weight in a mixture that no strategy beats on average."),
)

REPLIES = (
    _word("table", "Table of"),
    _word("reply", "Best reply", "Who wins most alone at that table."),
    _whole("n_games", "Games", "Games of the best reply alone at that table (n)."),
    _share("win_share", "Share of wins", "What the best reply wins there."),
    _ends("family_low", "family_high", "Corrected interval", _CORRECTED),
    _points("gain", "Gain", "Percentage points more than the fair share, which more of the same would bring."),
    _point_ends("gain_low", "gain_high", "Corrected interval", _CORRECTED),
    _word("verdict", "Verdict", "Whether somebody gains beyond doubt, or nobody does, or the games cannot tell."),
    _whole("exploited_by", "Exploited by", "Strategies that gain beyond doubt."),
)

DUELS = (
    _word("winner", "Strategy"),
    _word("loser", "Against"),
    _whole("n_games", "Games", "Games of either alone at a table of the other (n)."),
    _points("net", "Net", "Wins alone against the other, less the other's alone against it, percentage points."),
    _point_ends("ci_low", "ci_high", "95% interval", "Newcombe's interval of the difference, for one row alone."),
    _point_ends("family_low", "family_high", "Corrected interval", _CORRECTED),
    _word("beats", "Beats", "Whether the corrected interval lies above zero."),
)

DOMINATED = (
    _word("strategy", "Strategy"),
    _word("dominated_by", "Dominated by", "Does better alone at every table, beyond doubt."),
    _whole("tables", "Tables", "Tables compared: one of each strategy."),
    _points("margin", "Least advantage", "Percentage points, at the table where it is least."),
    _points("margin_low", "Lower end", "The least lower end of the corrected intervals of all tables."),
    _word("at_table", "At a table of", "Where the advantage is least."),
)

CYCLES = (
    _word("cycle", "Cycle", "Each beats the next."),
    _whole("length", "Length", "Strategies in the cycle."),
    _points("weakest", "Weakest step", "The least net of its duels, percentage points."),
    _points("weakest_low", "Lower end", "The corrected lower end of that net."),
)


def grid(frame: pd.DataFrame, columns: Sequence[Column], csv: str, caption: str) -> Grid:
    """Return a summary as a table of the page: a row a row, with the columns named."""
    return grid_of(frame, f"{csv}.csv", caption, [column for column in columns if column.name in frame])


def pay_off_grid(league: League, caption: str) -> Grid:
    """Return the pay-off table."""
    keys = {"strategy": "Alone", "table": "Table of"}
    names = {key: {name: Name(name) for name in league.names} for key in keys}
    return share_grid(league.pay_offs, "league_pay_offs.csv", caption, keys, names)
