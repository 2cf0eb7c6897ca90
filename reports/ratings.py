"""Ratings: one number a strategy for how strong it is at the tables of a league, with its uncertainty.

References
----------
Joshy (2024), OpenSkill: A faster asymmetric multi-team, multiplayer rating system, JOSS 9(93), 5901.
Plackett (1975), The analysis of permutations, Applied Statistics 24, 193-202. Luce (1959), Individual Choice Behavior.
White (1982), Maximum likelihood estimation of misspecified models, Econometrica 50, 1-25.
Weng and Lin (2011), A Bayesian approximation method for online ranking, JMLR 12, 267-300.
"""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt
import pandas as pd
from openskill.models import PlackettLuce
from scipy.optimize import minimize

from reports.counts import WIN
from reports.league_counts import Games
from reports.statistics import normal_quantile, sidak
from reports.summaries import CONFIDENCE

Floats = npt.NDArray[np.float64]

PRIOR_GAMES = 1.0
"""Games of every mix, won by nobody in particular, that keep the strength of who always or never wins finite."""


def openskill_ratings(games: Games, names: list[str], confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Rate strategies by openskill's Plackett-Luce model, game after game.

    Parameters
    ----------
    games : Games
        In the order in which they are taken.
    names : list of str
        Strategies, by their number in the games.
    confidence : float
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        strategy, n_games (that it took part in), mu, sigma, ci_low, ci_high (mu and its normal interval).

    Notes
    -----
    Places count, not wins only. A strategy on several seats of a game is rated on each, and takes the mean. Ties are
    broken by lot, always the same: openskill would give the place behind a tie the same as the tied ones.
    """
    model = PlackettLuce()
    ratings = [(model.mu, model.sigma)] * len(names)
    lots = np.random.default_rng(len(names)).random(games.totals.shape)
    scores = games.totals + lots / 2.0
    for seated, reached in zip(games.strategies.tolist(), scores.tolist(), strict=True):
        # a rating of its own for every seat: openskill updates the same object once for all
        rated = model.rate([[model.rating(*ratings[code])] for code in seated], scores=reached)
        for code in set(seated):
            own = [team[0] for team, other in zip(rated, seated, strict=True) if other == code]
            ratings[code] = (sum(each.mu for each in own) / len(own), sum(each.sigma for each in own) / len(own))
    played = [int((games.strategies == code).any(axis=1).sum()) for code in range(len(names))]
    table = pd.DataFrame(
        {
            "strategy": names,
            "n_games": played,
            "mu": [mu for mu, _ in ratings],
            "sigma": [sigma for _, sigma in ratings],
        }
    )
    half = normal_quantile(confidence) * table["sigma"]
    return table.assign(ci_low=table["mu"] - half, ci_high=table["mu"] + half)


def strengths(outcomes: pd.DataFrame, names: list[str], confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Rate strategies by the first choice of a Plackett-Luce model: the odds of winning multiply.

    Parameters
    ----------
    outcomes : pandas.DataFrame
        As in `reports.league_counts.LeagueCounts`: all games count.
    names : list of str
        Strategies.
    confidence : float
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        strategy, n_games, strength (log-odds of winning against the league's average strategy; a seat with strength s
        wins with a chance in proportion to exp(s)), se, ci_low, ci_high; behind (strength that it lacks of the
        strongest's), behind_low, behind_high (corrected, so that whichever came out strongest may be asked about).
        All of these are unknown where not all strategies met, not even by way of others.

    Notes
    -----
    Maximum likelihood over all mixes, with errors that hold though the model is only roughly true (White 1982; within
    each mix the games are independent). The PRIOR_GAMES keep the strength of who always wins finite, and its interval
    wide. Such a number cannot show cycles: the pay-off table does. The strongest was picked by the same games, so the
    intervals of `behind` are those of all differences of two at once (Šidák 1967).
    """
    seats, won, games = _by_mix(outcomes, names)
    played = (outcomes.groupby("strategy", observed=False)["games"].sum()).reindex(names).fillna(0).astype(int)
    prior = PRIOR_GAMES * seats / seats.sum(axis=1, keepdims=True)
    total = games + PRIOR_GAMES

    def shares(theta: Floats) -> Floats:
        weights = seats * np.exp(theta - theta.max())
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def loss(theta: Floats) -> float:
        return -float(((won + prior) * np.log(np.where(seats > 0, shares(theta), 1.0))).sum())

    def gradient(theta: Floats) -> Floats:
        return np.asarray((total[:, None] * shares(theta) - won - prior).sum(axis=0))

    def curvature(theta: Floats) -> Floats:
        return _spread(shares(theta), total)

    found: Any = minimize(loss, np.zeros(len(names)), jac=gradient, hess=curvature, method="trust-exact")
    bread = np.linalg.pinv(curvature(found.x), rcond=1e-10, hermitian=True)  # only differences can be told
    covariance = bread @ _spread((won + prior) / total[:, None], total) @ bread
    theta, se = found.x - found.x.mean(), np.sqrt(np.diag(covariance))
    if not nx.is_connected(nx.from_numpy_array(seats.T @ seats)):
        theta, se = np.full(len(names), np.nan), np.full(len(names), np.nan)
    half = normal_quantile(confidence) * se
    frame = {"strategy": names, "n_games": played.to_numpy(), "strength": theta, "se": se}
    frame |= {"ci_low": theta - half, "ci_high": theta + half, **_behind(theta, covariance, confidence)}
    return pd.DataFrame(frame)


def _behind(theta: Floats, covariance: Floats, confidence: float) -> dict[str, Floats]:
    """Return how much strength each strategy lacks of the strongest's, with intervals of all differences at once."""
    best, pairs = int(theta.argmax()), len(theta) * (len(theta) - 1) // 2  # all unknown: the first will do
    variance = covariance[best, best] + np.diag(covariance) - 2.0 * covariance[best]
    half = normal_quantile(sidak(confidence, max(pairs, 1))) * np.sqrt(np.maximum(variance, 0.0))
    behind = theta[best] - theta
    return {"behind": behind, "behind_low": behind - half, "behind_high": behind + half}


def _by_mix(outcomes: pd.DataFrame, names: list[str]) -> tuple[Floats, Floats, Floats]:
    """Return seats and wins of each strategy in each mix, float64[mixes, strategies], and the games of each mix."""
    summed = outcomes.assign(strategy=outcomes["strategy"].astype(str), won=outcomes["sixtieths"] * outcomes["games"])
    seats = summed.pivot_table(index="mix", columns="strategy", values="seats", aggfunc="max", fill_value=0)
    won = summed.pivot_table(index="mix", columns="strategy", values="won", aggfunc="sum", fill_value=0) / WIN
    ordered = [frame.reindex(columns=names, fill_value=0).to_numpy(float) for frame in (seats, won)]
    return ordered[0], ordered[1], ordered[1].sum(axis=1)


def _spread(shares: Floats, weights: Floats) -> Floats:
    """Return the sum over rows of weight * (diag(shares) - shares sharesᵀ)."""
    weighted = weights[:, None] * shares
    return np.asarray(np.diag(weighted.sum(axis=0)) - shares.T @ weighted)
