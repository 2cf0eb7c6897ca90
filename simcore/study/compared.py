"""Rulesets compared game by game: what differs, with intervals, as tables, sentences and plots."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from matplotlib.axes import Axes

from reports.compare import Comparison, Contrast, all_tables
from reports.compare_page import finding_of
from reports.compare_plots import plot_balance, plot_differences
from reports.compare_report import make_report
from reports.palette import PLAIN, looks
from reports.report import publish
from simcore.errors import UserError
from simcore.study import html
from simcore.study.outcome import new_axes
from simcore.wording import counted


@dataclass(frozen=True)
class Compared:
    """A base and its variants, played on the same seeds.

    Parameters
    ----------
    comparison : Comparison
        As `reports.compare` makes it.
    """

    comparison: Comparison

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the rulesets that are compared with the base."""
        return tuple(contrast.arm.manifest["ruleset"]["name"] for contrast in self.comparison.contrasts)

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables of the comparison by name, such as "win_share_by_dog", "score_by_dog", "balance" and "games"."""
        return all_tables(self.comparison)

    def differences(self, by: str = "dog", measure: str = "win_share") -> pd.DataFrame:
        """Return what differs from the base for every group, with intervals corrected for all rows of all variants.

        Parameters
        ----------
        by : str
            A family of groups, such as "dog", "seat" or "strategy".
        measure : str
            "win_share", or a measure of the score: "total" and its parts, in VP.

        Returns
        -------
        pandas.DataFrame
            Rows with `ruleset`, the group, base, variant, difference, ci_low, ci_high, family_low, family_high.
        """
        frames = [
            self._table(contrast, by, measure).assign(ruleset=name)
            for name, contrast in zip(self.names, self.comparison.contrasts, strict=True)
        ]
        whole = pd.concat(frames, ignore_index=True)
        return whole[["ruleset", *(column for column in whole.columns if column != "ruleset")]]

    def _table(self, contrast: Contrast, by: str, measure: str) -> pd.DataFrame:
        if (by, measure) not in contrast.differences:
            families, measures = (sorted(dict.fromkeys(key)) for key in zip(*contrast.differences, strict=True))
            raise UserError(
                f"differences: found {by!r}, {measure!r}; allowed: one of {', '.join(families)},"
                f" and one of {', '.join(measures)}"
            )
        return contrast.differences[by, measure]

    @property
    def findings(self) -> list[str]:
        """What the comparison finds, a paragraph a variant."""
        found = [finding_of(contrast, self.comparison.dogs) for contrast in self.comparison.contrasts]
        return [f"{finding.lead}{finding.text} {finding.fine}".strip() for finding in found]

    def plot(self, variant: str | None = None, measure: str = "win_share", axes: Axes | None = None) -> Axes:
        """Draw what a variant changes for every Dog, with intervals.

        Parameters
        ----------
        variant : str, optional
            Name of the ruleset or of its variants; by default the first.
        measure : str
            "win_share" or a measure of the score.
        axes : matplotlib.axes.Axes, optional
            Where to draw.
        """
        contrast = self._contrast(variant)
        table = self._table(contrast, "dog", measure)
        dogs = table["dog"].astype(str).tolist()
        look = looks(list(self.comparison.dogs))
        axes = axes or new_axes(len(table))
        labels = [self.comparison.dogs[dog] for dog in dogs]
        plot_differences(table, axes, labels, [look[dog] for dog in dogs], shares=measure == "win_share")
        axes.set_title(contrast.title, loc="left")
        return axes

    def _contrast(self, variant: str | None) -> Contrast:
        base = self.comparison.base.manifest["ruleset"]["name"]
        for name, contrast in zip(self.names, self.comparison.contrasts, strict=True):
            if variant in (None, name, name.removeprefix(f"{base}+")):
                return contrast
        raise UserError(f"{variant}: was not compared; allowed: {', '.join(self.names)}")

    def plot_balance(self, by: str = "dog", axes: Axes | None = None) -> Axes:
        """Draw the balance index of base and variants: how far shares of wins lie from the fair share."""
        rows = [contrast.balance[by].iloc[0] for contrast in self.comparison.contrasts]
        base = {"index": rows[0]["base"], "ci_low": rows[0]["base_low"], "ci_high": rows[0]["base_high"]}
        others = [{"index": r["variant"], "ci_low": r["variant_low"], "ci_high": r["variant_high"]} for r in rows]
        axes = axes or new_axes(1 + len(rows))
        titles = [self.comparison.base.manifest["ruleset"]["name"], *self.names]
        plot_balance(pd.DataFrame([base, *others]), axes, titles, PLAIN)
        return axes

    def report(self, out: str | Path) -> Path:
        """Write the report of the comparison, as `simcore compare` does, and return its page."""
        return publish(lambda: make_report(self.comparison), Path(out))

    def __repr__(self) -> str:
        base = self.comparison.base
        return (
            f"Compared {', '.join(self.names)} with {base.manifest['ruleset']['name']}: {counted(base.games, 'game')}"
        )

    def _repr_html_(self) -> str:
        return html.box(
            f"{counted(self.comparison.base.games, 'game')} by each ruleset", *map(html.line, self.findings)
        )
