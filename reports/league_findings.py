"""What a report says about a league: all its summaries, computed once, which tables, plots and sentences then show."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from reports.evolution import alpha_rank_of, alpha_rank_of_mixes, has_all_mixes, nash_mixture
from reports.league import best_replies, cycles, dominated, duels, mix_shares, pay_offs, shares_alone
from reports.league_counts import COLUMNS, LeagueCounts, count_league
from reports.ratings import openskill_ratings, strengths
from reports.runs import Run


@dataclass(frozen=True)
class League:
    """The summaries of a league.

    Parameters
    ----------
    standings : pandas.DataFrame
        A row a strategy, the strongest first (see `_standings`).
    pay_offs, duels, replies, dominated, cycles, mixes : pandas.DataFrame
        As the functions of `reports.league` return them.
    rated_games : int
        Games that the openskill rating went through.
    exact : bool
        Whether alpha-rank is of the game of all mixes; else it is of the pay-off table, an approximation.
    """

    standings: pd.DataFrame
    pay_offs: pd.DataFrame
    duels: pd.DataFrame
    replies: pd.DataFrame
    dominated: pd.DataFrame
    cycles: pd.DataFrame
    mixes: pd.DataFrame
    rated_games: int
    exact: bool

    @property
    def names(self) -> list[str]:
        """The strategies, the strongest first."""
        return [str(name) for name in self.standings["strategy"]]

    @property
    def strongest(self) -> pd.DataFrame:
        """The standings of the strongest strategy and of those that cannot be told from it."""
        return self.standings[self.standings["behind_low"] <= 0.0]

    @property
    def complete(self) -> bool:
        """Whether each strategy played alone at a table of each other one."""
        return len(self.pay_offs) == len(self.names) * (len(self.names) - 1)

    @property
    def fair(self) -> float:
        """The fair share."""
        return float(self.mixes["fair"].iloc[0])


def is_league(run: Run) -> bool:
    """Say whether a run played mixes of several strategies."""
    return run.draw_of("strategies") == "mixes" and len(run.layout.strategies) > 1


def find_league(run: Run) -> League | None:
    """Read a run part by part and summarise it as a league; None where it is none."""
    if not is_league(run):
        return None
    counts = count_league(run.results.batches(COLUMNS), run.layout, run.results.games)
    names, players = list(run.layout.strategies), run.players
    table = pay_offs(counts.outcomes, players)
    mixes = mix_shares(counts.outcomes, players)
    standings = _standings(counts, table, mixes, run)
    return League(
        standings=standings,
        pay_offs=table,
        duels=duels(table),
        replies=_in_order(best_replies(table, players), list(standings["strategy"])),
        dominated=dominated(table, players),
        cycles=cycles(duels(table)),
        mixes=mixes,
        rated_games=len(counts.sample.totals),
        exact=has_all_mixes(mixes, players, len(names)),
    )


def _standings(counts: LeagueCounts, table: pd.DataFrame, mixes: pd.DataFrame, run: Run) -> pd.DataFrame:
    """Return all that gives one number a strategy, the strongest first.

    Returns
    -------
    pandas.DataFrame
        strategy, n_games; strength, se, strength_low, strength_high, behind, behind_low, behind_high
        (`reports.ratings.strengths`); mu, sigma, mu_low,
        mu_high (`reports.ratings.openskill_ratings`); n_alone, alone, alone_low, alone_high (share of wins alone at all
        others' tables, corrected; unknown where it never sat so); and where all pairs played mass, mass_low, mass_high,
        estimate
        (alpha-rank, `reports.evolution`) and weight (`reports.evolution.nash_mixture`).
    """
    names, players = list(run.layout.strategies), run.players
    alone = shares_alone(counts.outcomes, players).astype({"strategy": str})
    renamed = {"n_games": "n_alone", "win_share": "alone", "family_low": "alone_low", "family_high": "alone_high"}
    frames = [
        _bounds(openskill_ratings(counts.sample, names).drop(columns="n_games"), "mu"),
        alone[["strategy", *renamed]].rename(columns=renamed),
    ]
    if len(table) == len(names) * (len(names) - 1):
        exact = has_all_mixes(mixes, players, len(names))
        ranked = alpha_rank_of_mixes(mixes, players, names) if exact else alpha_rank_of(table, players, names)
        frames += [ranked, nash_mixture(table, names)]
    standings = _bounds(strengths(counts.outcomes, names), "strength")
    for frame in frames:
        standings = standings.merge(frame, on="strategy", how="left")
    standings["n_alone"] = standings["n_alone"].fillna(0).astype(int)
    return standings.sort_values("strength", ascending=False, ignore_index=True)


def _in_order(replies: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    """Return the best replies to the strategies in the order of `names`."""
    return replies.set_index("table").reindex([name for name in names if name in set(replies["table"])]).reset_index()


def _bounds(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    return frame.rename(columns={"ci_low": f"{name}_low", "ci_high": f"{name}_high"})
