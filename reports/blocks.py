"""What a part of a report is made of, and what it is made from: a block, and the scene of one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd

from reports.figures import Picture
from reports.findings import Findings
from reports.palette import Look, looks
from reports.runs import Run
from reports.tables import Grid, Name
from simcore.wording import counted


@dataclass(frozen=True)
class Block:
    """A part of a report.

    Parameters
    ----------
    heading, anchor : str
        Heading, and where links to it go; the anchor is unique among the blocks of a run.
    opening : str
        What it shows, in a sentence or two.
    finding : str
        Sentence of the summary with number, interval and n; empty where nothing is to be said there.
    pictures : tuple of Picture
        The figures.
    grids : tuple of Grid
        The tables as the page shows them.
    tables : mapping of str to pandas.DataFrame
        The tables in full: name of a CSV file, without suffix -> frame. Blocks of other runs with the same name come
        into the same file.
    verdicts : tuple of (str, str)
        What the page says before all else: verdict, and whom it concerns.
    """

    heading: str
    anchor: str
    opening: str
    finding: str = ""
    pictures: tuple[Picture, ...] = ()
    grids: tuple[Grid, ...] = ()
    tables: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    verdicts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Cast:
    """The Dogs of a report, who look and are called the same in all its sections.

    Parameters
    ----------
    labels : dict of str to str
        Dog -> printed name.
    looks : dict of str to Look
        Dog -> how it is drawn.
    """

    labels: dict[str, str]
    looks: dict[str, Look]

    @property
    def names(self) -> dict[object, Name]:
        """Dog -> name and colour in tables."""
        return {dog: Name(label, self.looks[dog].variable) for dog, label in self.labels.items()}

    def labels_of(self, dogs: Sequence[str] | pd.Series[str]) -> list[str]:
        """Return the printed names of Dogs, in their order."""
        return [self.labels[dog] for dog in dogs]

    def looks_of(self, dogs: Sequence[str] | pd.Series[str]) -> list[Look]:
        """Return the looks of Dogs, in their order."""
        return [self.looks[dog] for dog in dogs]


def cast_of(runs: Sequence[Run]) -> Cast:
    """Return the Dogs of all runs, in the ruleset's order, which gives them their looks."""
    labels: dict[str, str] = {}
    for run in runs:
        labels |= {dog: run.title(dog) for dog in run.manifest["dogs"] if dog not in labels}
    return Cast(labels, looks(list(labels)))


@dataclass(frozen=True)
class Scene:
    """All that a block of one run is made from.

    Parameters
    ----------
    findings : Findings
        The run and its summaries.
    cast : Cast
        The Dogs.
    heading : str
        Heading of the run's section.
    """

    findings: Findings
    cast: Cast
    heading: str

    @property
    def run(self) -> Run:
        """The run."""
        return self.findings.run

    @cached_property
    def of_run(self) -> str:
        """Which games, for captions and text alternatives."""
        return f"({self.heading.lower()}, {counted(self.run.results.games, 'game')})"

    @property
    def seat_names(self) -> dict[object, Name]:
        """Seat -> its name."""
        return {seat: Name(f"seat {seat}") for seat in range(self.run.players)}

    def file(self, name: str) -> str:
        """Return the name of one of the run's figures."""
        return f"{self.run.slug}_{name}"
