"""What came out of a run: rows as a DataFrame, summaries with intervals, plots, a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.blocks import Cast, cast_of
from reports.equivalence import MARGIN, equivalence
from reports.league_findings import League, find_league
from reports.palette import PLAIN, Look
from reports.plots import plot_mean_scores, plot_win_shares
from reports.report import write_report
from reports.runs import Run
from reports.summaries import mean_scores, win_shares
from reports.words import interval, percent
from simcore import results
from simcore.errors import UserError
from simcore.results import Results
from simcore.study import html
from simcore.wording import counted

GROUPS = ("dog", "seat", "strategy")
"""What rows can be grouped by."""

By = str | Sequence[str]


@dataclass(frozen=True)
class Outcome:
    """The results of a run.

    Parameters
    ----------
    results : Results
        The results folder.

    Examples
    --------
    ::

        found = asked.run()
        found.frame(["dog", "win_share"])      # a row a game and seat
        found.wins("dog")                      # share of wins with n, interval and verdict
        found.plot("strategy")
    """

    results: Results

    @cached_property
    def run(self) -> Run:
        """The run as reports read it; its `counts` are made when first asked for."""
        return Run(self.path.resolve().name, self.results)

    @property
    def path(self) -> Path:
        """The results folder."""
        return self.results.path

    @property
    def games(self) -> int:
        """Games played."""
        return self.results.games

    @property
    def name(self) -> str:
        """Name of the experiment."""
        return str(self.results.manifest["experiment"]["name"])

    def frame(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Return the results as a DataFrame, one row a game and seat.

        Parameters
        ----------
        columns : sequence of str, optional
            Columns to read, by default all; `results.columns` names them.
        """
        return self.results.frame(columns)

    def wins(self, by: By = "dog", confidence: float = 0.95) -> pd.DataFrame:
        """Return the share of wins of every group, with its intervals.

        Parameters
        ----------
        by : str or sequence of str
            One or more of "dog", "seat", "strategy".
        confidence : float
            Of each interval (`ci_low`, `ci_high`), and of all corrected ones together (`family_low`, `family_high`).

        Returns
        -------
        pandas.DataFrame
            As `reports.summaries.win_shares` describes it.
        """
        keys = _keys(by)
        counts = self.run.counts.crowds if keys == ["strategy"] else self.run.counts.outcomes
        return win_shares(counts, keys, self.results.players, confidence)

    def balance(self, margin: float = MARGIN) -> pd.DataFrame:
        """Return for each Dog whether it is proved to be within `margin` of the fair share (`reports.equivalence`)."""
        return equivalence(self.wins("dog"), self.games, margin)

    def scores(self, by: By = "dog", confidence: float = 0.95) -> pd.DataFrame:
        """Return the mean score and its parts of every group, in VP (see `reports.summaries.mean_scores`).

        "strategy" alone is not possible, since a strategy may sit on several seats of a game.
        """
        keys = _keys(by)
        if keys == ["strategy"]:
            raise UserError('scores: found by="strategy"; allowed: with "dog" or "seat" beside it')
        return mean_scores(self.run.counts.scores, keys, confidence)

    def plot(self, by: str = "dog", axes: Axes | None = None) -> Axes:
        """Draw the shares of wins of every Dog, seat or strategy with their intervals, against the fair share."""
        shares = self.wins(by)
        labels, looks = self._drawn(by, shares)
        axes = axes or new_axes(len(shares))
        plot_win_shares(shares, axes, labels, looks)
        return axes

    def plot_scores(self, by: str = "dog", measure: str = "total", axes: Axes | None = None) -> Axes:
        """Draw the mean of the score, or of one of its parts, of every Dog or seat."""
        means = self.scores(by)
        chosen = means[means["measure"] == measure]
        if chosen.empty:
            raise UserError(f"measure: found {measure!r}; allowed: {', '.join(map(str, means['measure'].unique()))}")
        labels, looks = self._drawn(by, chosen)
        axes = axes or new_axes(len(chosen))
        plot_mean_scores(chosen, axes, labels, looks)
        return axes

    def _drawn(self, by: str, table: pd.DataFrame) -> tuple[list[str], list[Look]]:
        groups = table[by].astype(str).tolist()
        if by == "dog":
            return self.cast.labels_of(groups), self.cast.looks_of(groups)
        return [f"seat {group}" if by == "seat" else group for group in groups], [PLAIN] * len(groups)

    @cached_property
    def cast(self) -> Cast:
        """Names and colours of the Dogs."""
        return cast_of([self.run])

    @cached_property
    def league(self) -> League:
        """What a league shows: pay-offs, ratings, duels (see `reports.league_findings`).

        Raises
        ------
        UserError
            If the run is no league.
        """
        found = find_league(self.run)
        if found is None:
            raise UserError(f'{self.name}: is no league; write experiment(draw="mixes", mixes="one_against", ...)')
        return found

    def report(self, out: str | Path) -> Path:
        """Write the whole report, as `simcore report` does, and return its page."""
        return write_report([self.path], Path(out))

    def __repr__(self) -> str:
        rules = self.results.manifest["ruleset"]["name"]
        return f"Outcome of {self.name}: {counted(self.games, 'game')}, rules {rules}, in {self.path}"

    def _repr_html_(self) -> str:
        manifest = self.results.manifest
        several = len(manifest["strategies"]) > 1
        shares = [self._shares("dog"), *([self._shares("strategy")] if several else [])]
        return html.box(
            f"{self.name}: {counted(self.games, 'game')}, {self.results.players} players, rules"
            f" {manifest['ruleset']['name']}",
            *shares,
            html.line("Intervals are corrected for the rows of their table: 95% for all of them at once."),
        )

    def _shares(self, by: str) -> Markup:
        table = self.wins(by)
        labels, _ = self._drawn(by, table)
        rows = [
            (label, percent(row["win_share"]), interval(row["family_low"], row["family_high"]), f"{row['n_games']:,}")
            for label, row in zip(labels, table.to_dict("records"), strict=True)
        ]
        return html.table([by if by != "dog" else "Dog", "share of wins", "interval", "games"], rows)


def open_results(folder: str | Path) -> Outcome:
    """Open a results folder that `Study.run` or `simcore run` has written.

    Raises
    ------
    UserError
        If it is none, not complete, or damaged.
    """
    return Outcome(results.open_results(folder))


def new_axes(rows: int, width: float = 7.0) -> Axes:
    """Return Axes with room for so many rows, on a figure that a notebook shows once, as the value of its cell."""
    import matplotlib.pyplot as plt

    figure: Figure = plt.figure(figsize=(width, 1.1 + 0.38 * rows), layout="constrained")
    return figure.add_subplot()


def _keys(by: By) -> list[str]:
    keys = [by] if isinstance(by, str) else list(by)
    for key in keys:
        if key not in GROUPS:
            raise UserError(f"by: found {key!r}; allowed: {', '.join(GROUPS)}, or several of them")
    return keys
