"""What Dogs and strategies do in a game, and winners otherwise than losers: sums in, means with intervals out."""

from __future__ import annotations

import numpy as np
import pandas as pd

from reports.counts import WIN
from reports.statistics import mean_interval, sidak
from reports.summaries import CONFIDENCE, least_of


def group_means(groups: pd.DataFrame, factor: str, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return the mean of every measure for every Dog or every strategy.

    Parameters
    ----------
    groups : pandas.DataFrame
        Sums of every group and measure (`reports.moments.group_frame`).
    factor : str
        "dog" or "strategy".
    confidence : float
        Of each interval.

    Returns
    -------
    pandas.DataFrame
        A row a group and measure: the factor's column, measure, n_games, n_seats, mean (of a seat), ci_low, ci_high.

    Notes
    -----
    The mean is the ratio of a measure's sum to the number of seats; its variance is that of each game's deviation from
    that ratio (Cochran 1977, equation 6.13), since a strategy may have several seats of a game.
    """
    chosen = groups[groups["factor"] == factor].reset_index(drop=True)
    n, seats = chosen["n_games"], chosen["n_seats"]
    mean = chosen["sum"] / seats
    residuals = chosen["squares"] - 2.0 * mean * chosen["sum_seats"] + mean**2 * chosen["seats_seats"]
    spread = n * np.sqrt(residuals.clip(lower=0.0) / (n - 1.0).where(n > 1.0)) / seats
    low, high = mean_interval(mean, spread, n, confidence, least_of(chosen["measure"]))
    whole = chosen.rename(columns={"group": factor})[[factor, "measure", "n_games", "n_seats"]]
    return whole.astype({"n_games": "int64", "n_seats": "int64"}).assign(mean=mean, ci_low=low, ci_high=high)


def winners_and_losers(winners: pd.DataFrame, players: int, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return what winners and losers of the same game have of every measure, and the difference.

    Parameters
    ----------
    winners : pandas.DataFrame
        Sums of every measure (`reports.moments.outcome_frame`).
    players : int
        Players a game.
    confidence : float
        Of each interval, and of all the corrected intervals of the frame together.

    Returns
    -------
    pandas.DataFrame
        A row a measure: measure, n_games, winners, losers (mean of a seat), difference, ci_low, ci_high, family_low,
        family_high (intervals of the difference).

    Notes
    -----
    A seat counts among the winners by its share of the win w, among the losers by 1 - w, so that ties are divided and
    every game is in. The difference is taken within each game, and games are independent: Student's interval.
    """
    n, rivals = winners["n_games"].astype(float), players - 1
    won, everyone = winners["won"] / WIN, winners["all"]
    squares = (
        players**2 * winners["won_won"] / WIN**2 - 2.0 * players * winners["won_all"] / WIN + winners["all_all"]
    ) / rivals**2
    mean = (players * won - everyone) / rivals / n
    sd = np.sqrt((squares - n * mean**2).clip(lower=0.0) / (n - 1.0).where(n > 1.0))
    table = winners[["measure", "n_games"]].assign(
        winners=won / n, losers=(everyone - won) / rivals / n, difference=mean
    )
    for name, level in (("ci", confidence), ("family", sidak(confidence, max(1, len(table))))):
        table[f"{name}_low"], table[f"{name}_high"] = mean_interval(mean, sd, n, level)
    return table
