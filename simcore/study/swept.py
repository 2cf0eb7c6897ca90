"""A sweep in hand: what happens along the values of one or two numbers of the ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from matplotlib.axes import Axes

from reports.compare_plots import plot_curves
from reports.palette import looks
from reports.sweep import Sweep
from reports.sweep_report import findings, write_sweep
from simcore.errors import UserError
from simcore.study import html
from simcore.study.outcome import new_axes


@dataclass(frozen=True)
class Swept:
    """The runs of a sweep, summarised.

    Parameters
    ----------
    sweep : Sweep
        As `reports.sweep` makes it.
    """

    sweep: Sweep

    def shares(self) -> pd.DataFrame:
        """Return every Dog's share of wins at every value, with intervals; the columns bear the numbers' names."""
        return self.sweep.tables()["win_share"]

    def balance(self) -> pd.DataFrame:
        """Return the balance index of the Dogs at every value (0: all fair), with intervals."""
        return self.sweep.tables()["balance"]

    @property
    def findings(self) -> list[str]:
        """Where the Dogs are most balanced, and where each wins least and most."""
        return [f"{finding.lead}{finding.text}" for finding in findings(self.sweep)]

    def plot(self, axes: Axes | None = None) -> Axes:
        """Draw every Dog's share of wins along the number that was swept."""
        if len(self.sweep.names) > 1:
            raise UserError("plot: two numbers were swept, and a curve shows one; report(folder) draws the map")
        dogs = self.sweep.comparison.dogs
        axes = axes or new_axes(9)
        plot_curves(self.sweep.shares(), axes, dogs, looks(list(dogs)), self.sweep.short_names[0])
        return axes

    def report(self, out: str | Path) -> Path:
        """Write the report of the sweep, as `simcore sweep` does, and return its page."""
        return write_sweep(self.sweep, Path(out))

    def __repr__(self) -> str:
        return f"Swept {' and '.join(self.sweep.names)}: {len(self.sweep.points)} points"

    def _repr_html_(self) -> str:
        return html.box(repr(self), *map(html.line, self.findings))
