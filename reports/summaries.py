"""Summaries of counted games: win shares, mean scores, tied games. Frame in, frame out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from reports.counts import WIN
from reports.statistics import design_effect, exact_interval, mean_interval, share_interval, sidak, verdicts

SIGNED = ("total", "influence", "support")
"""The score, and its parts, that may be below 0, as a House's value may be."""

CONFIDENCE = 0.95
"""Confidence of every interval, unless told otherwise."""

FIXED = "fixed by design"
"""Verdict on who sat on every seat of all their games: one win a game is theirs whatever happens."""


def win_shares(
    outcomes: pd.DataFrame,
    by: Sequence[str],
    players: int,
    confidence: float = CONFIDENCE,
    comparisons: int | None = None,
) -> pd.DataFrame:
    """Return the share of wins of every group, with its intervals and the verdict against the fair share.

    Parameters
    ----------
    outcomes : pandas.DataFrame
        Counts of games: the columns of `by`, sixtieths (of a win that the group got in one game), seats (that it had
        in that game), games (in which this happened). A group may sit on several seats of a game only if the counts
        already add these up, as `Counts.crowds` does for strategies.
    by : sequence of str
        Columns that make a group.
    players : int
        Players a game; the fair share is 1 / players.
    confidence : float
        Of an interval, and of all the corrected intervals of the frame together.
    comparisons : int, optional
        Intervals that are corrected together, by default as many as there are groups; more where the frame is part of
        a larger table.

    Returns
    -------
    pandas.DataFrame
        A row a group, in the groups' order: the columns of `by`, n_games, n_seats, n_effective (as many
        games, each won or lost as a whole, tell as much), win_share (of a seat, ties shared, in 0..1), ci_low, ci_high,
        family_low, family_high (all groups' intervals cover at once, Šidák), fair,
        difference (win_share - fair) and verdict (by the corrected interval).

    Notes
    -----
    Games are the independent units. The share is the ratio of wins to seats, its variance comes from each game's
    residual (`reports.statistics.design_effect`), its interval is Wilson's with the effective sample size, and the
    corrected one that of Clopper and Pearson, as Wilson's covers too little far out where games are few. A game has but
    one win, so the share of a group with several seats cannot exceed its games over its seats: the interval is that of
    the games it wins, in parts of its seats.
    """
    sums = _sums(outcomes, by)
    n, games = sums["n_seats"], sums["n_games"]
    share, most = sums["won"] / (WIN * n), games / n
    residuals = sums["won_won"] / WIN**2 - 2.0 * share * sums["won_seats"] / WIN + share**2 * sums["seats_seats"]
    effective = games / design_effect(share / most, games, residuals.clip(lower=0.0), games)
    fixed = n == players * games
    fair = 1.0 / players
    table = sums[[*by, "n_games", "n_seats"]].assign(n_effective=effective, win_share=share)
    ends = {
        "ci": share_interval(share / most, effective, confidence),
        "family": exact_interval(
            share / most * effective, effective, sidak(confidence, comparisons or max(1, len(sums)))
        ),
    }
    for name, (low, high) in ends.items():
        table[f"{name}_low"] = np.where(fixed, share, most * low)
        table[f"{name}_high"] = np.where(fixed, share, most * high)
    verdict = verdicts(table["family_low"], table["family_high"], fair)
    return table.assign(fair=fair, difference=share - fair, verdict=np.where(fixed, FIXED, verdict))


def _sums(outcomes: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Add up games, seats, wins (in sixtieths) and their products, exactly, by group."""
    won, seats, games = (outcomes[name].astype(np.int64) for name in ("sixtieths", "seats", "games"))
    moments = {
        "n_games": games,
        "n_seats": seats * games,
        "won": won * games,
        "won_won": won * won * games,
        "won_seats": won * seats * games,
        "seats_seats": seats * seats * games,
    }
    return outcomes[[*by]].assign(**moments).groupby([*by], observed=True).sum().reset_index()


def relative_to_fair(shares: pd.DataFrame) -> pd.DataFrame:
    """Return win shares and their intervals as differences from the fair share, which becomes 0."""
    columns = ["win_share", "ci_low", "ci_high", "family_low", "family_high", "fair"]
    return shares.assign(**{column: shares[column] - shares["fair"] for column in columns})


def mean_scores(scores: pd.DataFrame, by: Sequence[str], confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return the mean of the score and of each of its parts for every group, with its interval.

    Parameters
    ----------
    scores : pandas.DataFrame
        Counts of games: the columns of `by`, measure, value (VP), games (in which a seat of the group had it).
    by : sequence of str
        Columns that make a group that sits on at most one seat of a game, so that its values are independent.
    confidence : float
        Of each interval.

    Returns
    -------
    pandas.DataFrame
        A row a group and measure: the columns of `by`, measure, n_games, mean (VP), sd (VP, of one game's value),
        ci_low, ci_high (VP).
    """
    keys = [*by, "measure"]
    value, games = scores["value"].astype(np.int64), scores["games"].astype(np.int64)
    moments = {"n_games": games, "sum": value * games, "squares": value * value * games}
    sums = scores[keys].assign(**moments).groupby(keys, observed=True).sum().reset_index()
    n = sums["n_games"]
    mean = sums["sum"] / n
    sd = np.sqrt((sums["squares"] - sums["sum"] * mean).clip(lower=0.0) / (n - 1).where(n > 1))
    table = sums[[*keys, "n_games"]].assign(mean=mean, sd=sd)
    low, high = mean_interval(mean, sd, n.astype(float), confidence, least_of(sums["measure"]))
    return table.assign(ci_low=low, ci_high=high)


def least_of(measures: pd.Series[str]) -> npt.NDArray[np.float64]:
    """Return the least that each measure of a seat's game can be: 0, or no end where it may be negative."""
    return np.where(measures.astype(str).isin(SIGNED), -np.inf, 0.0)


def stacked_scores(means: pd.DataFrame, by: str) -> pd.DataFrame:
    """Return the mean scores with the place where each part's bar starts when the parts stand end to end.

    Parameters
    ----------
    means : pandas.DataFrame
        As `mean_scores` returns it for one column.
    by : str
        That column.

    Returns
    -------
    pandas.DataFrame
        The same rows with `start` (VP): parts above zero follow each other to the right of 0 in their order, parts
        below zero to the left; the total's is 0.
    """
    part = means["measure"] != "total"
    size = means["mean"].where(part, 0.0)
    groups = means[by]
    right = size.clip(lower=0.0).groupby(groups, observed=True).cumsum() - size.clip(lower=0.0)
    left = size.clip(upper=0.0).groupby(groups, observed=True).cumsum() - size.clip(upper=0.0)
    return means.assign(start=right.where(size >= 0.0, left))


def shared_wins(outcomes: pd.DataFrame, players: int, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return how many games were won by one seat, by two tied seats, and so on up to all `players`.

    Parameters
    ----------
    outcomes : pandas.DataFrame
        Counts of games with the columns sixtieths and games, one count a game and seat.
    players : int
        Players a game.
    confidence : float
        Of each interval (Wilson's).

    Returns
    -------
    pandas.DataFrame
        A row a number of winners: winners, games (won so), n_games (of all), share, ci_low, ci_high.
    """
    seats = outcomes.groupby("sixtieths")["games"].sum()
    winners = np.arange(1, players + 1)
    games = np.array([seats.get(WIN // k, 0) // k for k in winners])
    table = pd.DataFrame({"winners": winners, "games": games, "n_games": games.sum()})
    table["share"] = table["games"] / table["n_games"]
    low, high = share_interval(table["share"], table["n_games"].astype(float), confidence)
    return table.assign(ci_low=low, ci_high=high)
