"""The results folders that a report is made of: opened, checked against each other, described."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from reports.counts import COLUMNS, HOUSE, MEASURES, Counts, Layout, count_games
from reports.measures import measures
from reports.words import players_heading, slug, title_of
from simcore.errors import UserError
from simcore.results import Results, open_results


@dataclass(frozen=True)
class Run:
    """One results folder.

    Parameters
    ----------
    name : str
        Name of the folder, which names the run in tables, files and page anchors.
    results : Results
        What is in it.
    """

    name: str
    results: Results

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest (see `simcore.manifest`)."""
        return self.results.manifest

    @property
    def slug(self) -> str:
        """The name as it is used in file names and anchors."""
        return slug(self.name)

    @property
    def players(self) -> int:
        """Players a game."""
        return self.results.players

    @property
    def heading(self) -> str:
        """The number of players as a heading."""
        return players_heading(self.players, bool(self.manifest["short"]))

    @property
    def layout(self) -> Layout:
        """Who can occur in the results, and what is counted."""
        there = self.results.columns
        return Layout(
            players=self.players,
            dogs=tuple(self.manifest["dogs"]),
            strategies=tuple(self.manifest["strategies"]),
            houses=tuple(self.manifest["houses"]) if HOUSE in there else (),
            measures=tuple(name for name in (*MEASURES, *measures(self.years)) if name in there),
        )

    @property
    def years(self) -> int:
        """Years a game."""
        return int(self.manifest["years"])

    @cached_property
    def counts(self) -> Counts:
        """The counted games; read part by part when first asked for."""
        try:
            return count_games(self.results.tables(self.layout.columns), self.layout)
        except UserError as error:
            raise UserError(f"{self.results.path}: {error}") from None

    def title(self, name: str) -> str:
        """Return a Dog's printed name, or what can be made of its identifier."""
        titles: dict[str, str] = self.manifest["ruleset"].get("dog_titles", {})
        return titles.get(name, title_of(name))

    def draw_of(self, what: str) -> str:
        """Return how "dogs" or "strategies" got to their seats: balanced, random or fixed."""
        return str(self.manifest["experiment"].get(what, {}).get("draw", "unknown"))


def open_runs(folders: Sequence[Path]) -> list[Run]:
    """Open results folders that one report can show together.

    Parameters
    ----------
    folders : sequence of Path
        At least one, as `simcore run` wrote them; interrupted runs are fine.

    Returns
    -------
    list of Run
        In the order given.

    Raises
    ------
    UserError
        If a folder is missing, foreign, damaged or without games, if one is given twice, or if the runs were played
        with different rulesets.
    """
    runs = [_open_run(folder) for folder in folders]
    _check_names(runs)
    _check_rulesets(runs)
    return runs


def _open_run(folder: Path) -> Run:
    results = open_results(folder, incomplete=True, verify=True)
    game = results.manifest["game"]
    if game != "dogs":
        raise UserError(f'{folder}: these are results of the game "{game}"; reports are made of "dogs" only')
    if not results.games:
        raise UserError(f"{folder}: not a single game is there yet; let `simcore run` play some")
    missing = [column for column in COLUMNS if column not in results.columns]
    if missing:
        raise UserError(f"{folder}: the results lack the columns {', '.join(missing)}; play the experiment again")
    return Run(folder.resolve().name, results)


def _check_names(runs: Sequence[Run]) -> None:
    seen: dict[str, Path] = {}
    for run in runs:
        if run.slug in seen:
            both = f"{seen[run.slug]} and {run.results.path}"
            raise UserError(
                f'two runs are called "{run.slug}" ({both}); give each folder once, under a name of its own'
            )
        seen[run.slug] = run.results.path


def _check_rulesets(runs: Sequence[Run]) -> None:
    first = runs[0]
    for run in runs[1:]:
        rules, others = first.manifest["ruleset"], run.manifest["ruleset"]
        if rules["hash"] != others["hash"]:
            raise UserError(
                f"{run.results.path}: played with other rules ({others['name']}, {others['hash']}) than"
                f" {first.results.path} ({rules['name']}, {rules['hash']}); one report shows one ruleset, so report"
                " them one by one, or play the older results again"
            )
