"""What a report says about one run: all its summaries, computed once, which tables, plots and sentences then show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from reports.league_findings import League, find_league
from reports.runs import Run
from reports.summaries import mean_scores, shared_wins, win_shares


@dataclass(frozen=True)
class Findings:
    """The summaries of one run.

    Parameters
    ----------
    run : Run
        The run.
    dogs, seats, strategies : pandas.DataFrame
        Shares of wins by Dog, by seat, by strategy.
    dogs_by_strategy : pandas.DataFrame
        Shares of wins by strategy and Dog, one family.
    scores : pandas.DataFrame
        Mean score and its parts by Dog.
    shared : pandas.DataFrame
        Games by number of tied winners.
    league : League or None
        What is said of a league, where the run is one.
    """

    run: Run
    dogs: pd.DataFrame
    seats: pd.DataFrame
    strategies: pd.DataFrame
    dogs_by_strategy: pd.DataFrame
    scores: pd.DataFrame
    shared: pd.DataFrame
    league: League | None

    @property
    def several_strategies(self) -> bool:
        """Whether more than one strategy took part, so that comparing them says something."""
        return len(self.strategies) > 1


def find(run: Run) -> Findings:
    """Read a run part by part and summarise it."""
    counts, players = run.counts, run.players
    return Findings(
        run=run,
        dogs=win_shares(counts.outcomes, ["dog"], players),
        seats=win_shares(counts.outcomes, ["seat"], players),
        strategies=win_shares(counts.crowds, ["strategy"], players),
        dogs_by_strategy=win_shares(counts.outcomes, ["strategy", "dog"], players),
        scores=mean_scores(counts.scores, ["dog"]),
        shared=shared_wins(counts.outcomes, players),
        league=find_league(run),
    )


def all_tables(findings: Sequence[Findings]) -> dict[str, pd.DataFrame]:
    """Return the tables of all runs, name -> frame; `run` and `players` come first, a row says which run it is of."""
    tables = {
        "runs": [_about(each.run) for each in findings],
        "win_share_by_dog": [each.dogs for each in findings],
        "win_share_by_seat": [each.seats for each in findings],
        "win_share_by_strategy": [each.strategies for each in findings],
        "win_share_by_strategy_and_dog": [each.dogs_by_strategy for each in findings],
        "score_by_dog": [each.scores for each in findings],
        "tied_games": [each.shared for each in findings],
    }
    runs = [each.run for each in findings]
    return {name: _together(frames, runs) for name, frames in tables.items()} | _league_tables(findings)


def _league_tables(findings: Sequence[Findings]) -> dict[str, pd.DataFrame]:
    """Return the tables of those runs that are leagues."""
    runs = [each.run for each in findings if each.league is not None]
    leagues = [each.league.tables for each in findings if each.league is not None]
    names = list(leagues[0]) if leagues else []
    return {name: _together([tables[name] for tables in leagues], runs) for name in names}


def _together(frames: Sequence[pd.DataFrame], runs: Sequence[Run]) -> pd.DataFrame:
    labelled = []
    for frame, run in zip(frames, runs, strict=True):
        words = frame.astype({column: str for column in frame.columns if frame[column].dtype == "category"})
        labelled.append(words.assign(run=run.name, players=run.players)[["run", "players", *frame.columns]])
    return pd.concat(labelled, ignore_index=True)


def _about(run: Run) -> pd.DataFrame:
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
