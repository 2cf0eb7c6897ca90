"""What is known of one run: the summaries that several parts of a report show, each computed when first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from reports.component_counts import Uses
from reports.course import Course
from reports.equivalence import MARGIN, equivalence
from reports.league_findings import League, find_league
from reports.runs import Run
from reports.summaries import mean_scores, shared_wins, win_shares
from reports.usage import course_in, rules_of, uses_of
from simcore.dogs.ruleset import Ruleset


@dataclass(frozen=True)
class Findings:
    """The summaries of one run.

    Parameters
    ----------
    run : Run
        The run.
    margin : float
        Difference from the fair share, in shares of wins, that counts as balanced.
    """

    run: Run
    margin: float = MARGIN

    @cached_property
    def dogs(self) -> pd.DataFrame:
        """Shares of wins by Dog."""
        return win_shares(self.run.counts.outcomes, ["dog"], self.run.players)

    @cached_property
    def balance(self) -> pd.DataFrame:
        """Verdict on each Dog against the margin."""
        return equivalence(self.dogs, self.run.results.games, self.margin)

    @cached_property
    def seats(self) -> pd.DataFrame:
        """Shares of wins by seat."""
        return win_shares(self.run.counts.outcomes, ["seat"], self.run.players)

    @cached_property
    def strategies(self) -> pd.DataFrame:
        """Shares of wins by strategy."""
        return win_shares(self.run.counts.crowds, ["strategy"], self.run.players)

    @cached_property
    def scores(self) -> pd.DataFrame:
        """Mean score and its parts by Dog."""
        return mean_scores(self.run.counts.scores, ["dog"])

    @cached_property
    def shared(self) -> pd.DataFrame:
        """Games by number of tied winners."""
        return shared_wins(self.run.counts.outcomes, self.run.players)

    @cached_property
    def rules(self) -> Ruleset | None:
        """The rules that were played, where their file is at hand."""
        return rules_of(self.run)

    @cached_property
    def uses(self) -> Uses:
        """How often components were used."""
        return uses_of(self.run, self.rules)

    @cached_property
    def course(self) -> Course:
        """How the games went through the Years."""
        return course_in(self.run)

    @cached_property
    def league(self) -> League | None:
        """What is said of a league; None where the run is none."""
        return find_league(self.run)

    @property
    def several_strategies(self) -> bool:
        """Whether more than one strategy took part, so that comparing them says something."""
        return len(self.strategies) > 1


def together(frames: Sequence[pd.DataFrame], runs: Sequence[Run]) -> pd.DataFrame:
    """Return the tables of several runs as one; `run` and `players` come first and say which run a row is of."""
    labelled = []
    for frame, run in zip(frames, runs, strict=True):
        words = frame.astype({column: str for column in frame.columns if frame[column].dtype == "category"})
        labelled.append(words.assign(run=run.name, players=run.players)[["run", "players", *frame.columns]])
    return pd.concat(labelled, ignore_index=True)


def about(run: Run) -> pd.DataFrame:
    """Return what was played, as a table of one row."""
    manifest = run.manifest
    facts = {
        "short": manifest["short"],
        "games_done": manifest["games_done"],
        "games_asked": manifest["games"],
        "seed": manifest["seed"],
        "ruleset": manifest["ruleset"]["name"],
        "ruleset_hash": manifest["ruleset"]["hash"],
        "dogs_drawn": run.draw_of("dogs"),
        "strategies_drawn": run.draw_of("strategies"),
        "strategies": " ".join(manifest["strategies"]),
        "question": manifest["experiment"].get("question", ""),
    }
    return pd.DataFrame([facts])
