"""A sweep: runs of the same experiment along one or two numbers of the ruleset, read and summarised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from reports.compare import Comparison, Told, compare
from reports.summaries import win_shares

VALUES = ("value", "value_2")
"""Columns that hold the numbers swept, of the first and of the second."""


@dataclass(frozen=True)
class Sweep:
    """What a sweep found.

    Parameters
    ----------
    names : tuple of str
        The numbers swept, one or two, as the ruleset's file names them.
    own : tuple of int
        Their values in the ruleset itself.
    comparison : Comparison
        Every point, in order, against the ruleset itself (or the first point, where that is not among them).
    points : tuple of tuple of int
        The values at each point.
    """

    names: tuple[str, ...]
    own: tuple[int, ...]
    comparison: Comparison
    points: tuple[tuple[int, ...], ...]

    @property
    def columns(self) -> list[str]:
        """The columns of tables that hold the values."""
        return list(VALUES[: len(self.names)])

    @property
    def short_names(self) -> tuple[str, ...]:
        """The last two steps of the names, where these tell them apart."""
        short = tuple(".".join(name.split(".")[-2:]) for name in self.names)
        return short if len(set(short)) == len(short) else self.names

    def at(self, point: tuple[int, ...]) -> dict[str, int]:
        """Return the columns of one point."""
        return dict(zip(self.columns, point, strict=True))

    def shares(self) -> pd.DataFrame:
        """Return the Dogs' shares of wins at every point, one family, as `reports.summaries.win_shares` does."""
        frames = []
        for point, contrast in zip(self.points, self.comparison.contrasts, strict=True):
            counts = contrast.pairs.counts["dog", "win_share"]
            there = counts[counts["seats_variant"] > 0].assign(**self.at(point))
            frames.append(there.rename(columns={"variant": "sixtieths", "seats_variant": "seats"}))
        dogs = pd.CategoricalDtype(list(self.comparison.dogs), ordered=True)
        outcomes = pd.concat(frames, ignore_index=True).astype({"dog": dogs})
        players = self.comparison.base.results.players
        return win_shares(outcomes, [*self.columns, "dog"], players).astype({"dog": str})

    def differences(self) -> pd.DataFrame:
        """Return the paired differences of the Dogs' shares of wins from the reference, at every point."""
        return self._together([contrast.differences["dog", "win_share"] for contrast in self.comparison.contrasts])

    def balance(self) -> pd.DataFrame:
        """Return the balance index of the Dogs at every point, and its change from the reference."""
        return self._together([contrast.balance["dog"] for contrast in self.comparison.contrasts])

    def tables(self) -> dict[str, pd.DataFrame]:
        """Return the tables of the sweep, name -> frame."""
        tables = {"win_share": self.shares(), "difference": self.differences(), "balance": self.balance()}
        names: dict[Any, Any] = dict(zip(self.columns, self.names, strict=True))
        return {name: frame.rename(columns=names) for name, frame in tables.items()}

    def _together(self, frames: Sequence[pd.DataFrame]) -> pd.DataFrame:
        labelled = [frame.assign(**self.at(point)) for point, frame in zip(self.points, frames, strict=True)]
        whole = pd.concat(labelled, ignore_index=True)
        return whole[[*self.columns, *(name for name in whole.columns if name not in self.columns)]]


@dataclass(frozen=True)
class Swept:
    """What was swept: names and own values of the numbers, the values at each point, and each point's results."""

    names: tuple[str, ...]
    own: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    folders: tuple[Path, ...]


def read_sweep(swept: Swept, tell: Told = lambda arm: None) -> Sweep:
    """Read a sweep's runs and compare each with the ruleset itself, or with the first where that is not among them."""
    place = swept.points.index(swept.own) if swept.own in swept.points else 0
    comparison = compare(swept.folders[place], swept.folders, tell)
    return Sweep(swept.names, swept.own, comparison, swept.points)
