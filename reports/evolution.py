"""Alpha-rank and the Nash mixture of a pay-off table: which strategies remain when players copy what wins.

Written after the paper, as no well-kept library of ordinary size has alpha-rank (OpenSpiel does, with a game engine).

References
----------
Omidshafiei et al. (2019), α-Rank: Multi-agent evaluation by evolution, Scientific Reports 9, 9937.
Grassmann, Taksar and Heyman (1985), Regenerative analysis and steady state distributions for Markov chains, Operations
Research 33.
Balduzzi et al. (2018), Re-evaluating evaluation, NeurIPS 31.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.optimize import linprog

from reports.league import duels, square
from reports.statistics import normal_quantile

Floats = npt.NDArray[np.float64]

INTENSITY = 100.0
"""Ranking intensity α: at 50 copies, a tenth of a percentage point more wins is already copied rather than not."""

POPULATION = 50
"""Copies m of a strategy that a new one has to replace."""

DRAWS = 500
"""Redrawn pay-off tables, which show what the games leave open."""

_LEAST = 60.0
"""A replacement less likely than exp(-60) counts as that likely, so that every state can be left."""


def fixation(gain: Floats, intensity: float = INTENSITY, population: int = POPULATION) -> Floats:
    """Return the probability that a rare strategy takes a population over.

    Parameters
    ----------
    gain : float64 array
        Its pay-off less that of the population.
    intensity, population : float, int
        α and m of the paper.

    Returns
    -------
    float64 array
        (1 - exp(-α gain)) / (1 - exp(-m α gain)), and 1 / m where the gain is zero (equation 3 of the paper).

    Examples
    --------
    >>> fixation(np.array([0.0, 0.1, -0.1]), 10.0, 5).round(5).tolist()
    [0.2, 0.63642, 0.01166]
    """
    step = np.asarray(intensity * gain, dtype=float)
    size = np.maximum(np.abs(step), 1e-12)
    favoured = np.expm1(-size) / np.expm1(-population * size)
    falling = favoured * np.exp(-np.minimum((population - 1) * size, _LEAST))
    return np.asarray(np.where(step >= 0.0, favoured, falling))


def stationary(rates: Floats) -> Floats:
    """Return the stationary distribution of a Markov chain in which every state can be reached from every other.

    Parameters
    ----------
    rates : float64[n, n]
        Probability of each step from row to column; the diagonal is not read.

    Returns
    -------
    float64[n]
        Exact to the last digits even where probabilities differ by many orders of magnitude, since nothing is
        subtracted (Grassmann, Taksar and Heyman 1985).
    """
    rest = np.array(rates, dtype=float)
    np.fill_diagonal(rest, 0.0)
    for last in range(len(rest) - 1, 0, -1):
        rest[:last, last] /= rest[last, :last].sum()
        rest[:last, :last] += np.outer(rest[:last, last], rest[last, :last])
        np.fill_diagonal(rest, 0.0)
    mass = np.ones(len(rest))
    for state in range(1, len(rest)):
        mass[state] = mass[:state] @ rest[:state, state]
    return np.asarray(mass / mass.sum())


def alpha_rank(gains: Floats, intensity: float = INTENSITY, population: int = POPULATION) -> Floats:
    """Return the mass of each state under alpha-rank.

    Parameters
    ----------
    gains : float64[n, n]
        What the player who deviates gains in the step from row to column; not a number where there is no such step.
    intensity, population : float, int
        α and m of the paper.

    Returns
    -------
    float64[n]
        Sums to one.

    Examples
    --------
    Rock, paper and scissors share it equally:

    >>> alpha_rank(np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]) / 3).round(6).tolist()
    [0.333333, 0.333333, 0.333333]
    """
    probability = np.where(np.isnan(gains), 0.0, fixation(np.nan_to_num(gains), intensity, population))
    return stationary(probability / max(1, len(gains) - 1))


def alpha_rank_of(table: pd.DataFrame, players: int, names: list[str], draws: int = DRAWS) -> pd.DataFrame:
    """Return alpha-rank's mass of each strategy, from the pay-off table, with what its uncertainty leaves open.

    Parameters
    ----------
    table : pandas.DataFrame
        As `reports.league.pay_offs` returns it, of all pairs.
    players : int
        Players a game.
    names : list of str
        The strategies.
    draws : int
        Tables redrawn around the estimates.

    Returns
    -------
    pandas.DataFrame
        strategy, mass (mean over the redrawn tables), mass_low, mass_high (the middle 95% of them), estimate (of the
        pay-offs as estimated).

    Notes
    -----
    An approximation: its states are tables of one strategy. One player deviates, gains his pay-off alone less the fair
    share, and if he is copied the whole table follows; tables that stay mixed are no states. A share of wins is redrawn
    as a normal around its estimate, always with the same chance.
    """
    fair = 1.0 / players
    gain = square(table, "win_share", names, fair).to_numpy().T - fair
    error = table.assign(error=(table["ci_high"] - table["ci_low"]) / (2.0 * normal_quantile(0.95)))
    spread = square(error, "error", names, 0.0).to_numpy().T
    rng = np.random.default_rng(20190701)
    drawn = np.array([alpha_rank(gain + spread * rng.standard_normal(gain.shape)) for _ in range(draws)])
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    mass = drawn.mean(axis=0)
    return pd.DataFrame(
        {"strategy": names, "mass": mass, "mass_low": low, "mass_high": high, "estimate": alpha_rank(gain)}
    )


def nash_mixture(table: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    """Return a mixture of strategies that no strategy beats on average, in the game "who beats whom".

    Parameters
    ----------
    table : pandas.DataFrame
        As `reports.league.pay_offs` returns it, of all pairs.
    names : list of str
        The strategies.

    Returns
    -------
    pandas.DataFrame
        strategy, weight.

    Notes
    -----
    The zero-sum game of two in which each names a strategy and gets the net of their duel (`reports.league.duels`); its
    equilibrium by linear programming. Balduzzi et al. (2018) propose it for ranking agents. Where several mixtures are
    in equilibrium, this is one of them.
    """
    net = pd.DataFrame(0.0, index=names, columns=names)
    for duel in duels(table).to_dict("records"):
        net.loc[duel["winner"], duel["loser"]] = duel["net"]
        net.loc[duel["loser"], duel["winner"]] = -duel["net"]
    return pd.DataFrame({"strategy": names, "weight": solve_zero_sum(net.to_numpy())})


def solve_zero_sum(net: Floats) -> Floats:
    """Return an equilibrium mixture of a symmetric zero-sum game: float64[n, n], what row gets from column."""
    n = len(net)
    solved: Any = linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=np.hstack([-net.T, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(n), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * n + [(None, None)],
    )
    weights = np.maximum(solved.x[:n], 0.0) + 0.0  # no zero with a minus sign
    return np.asarray(weights / weights.sum())
