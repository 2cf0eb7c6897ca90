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

import math
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.optimize import linprog

from reports.league import duels, square
from reports.league_counts import mix_name
from reports.statistics import normal_quantile

Floats = npt.NDArray[np.float64]

INTENSITY = 100.0
"""Ranking intensity α: at 50 copies, a tenth of a percentage point more wins is already copied rather than not."""

POPULATION = 50
"""Copies m of a strategy that a new one has to replace."""

DRAWS = 500
"""Redrawn pay-off tables, which show what the games leave open."""

MOST_STATES = 400
"""Most mixes that alpha-rank takes as its states; with more it is computed from the pay-off table."""

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


def alpha_rank(
    gains: Floats, intensity: float = INTENSITY, population: int = POPULATION, ways: Floats | None = None
) -> Floats:
    """Return the mass of each state under alpha-rank.

    Parameters
    ----------
    gains : float64[n, n]
        What the player who deviates gains in the step from row to column; not a number where there is no such step.
    intensity, population : float, int
        α and m of the paper.
    ways : float64[n, n], optional
        Players whose deviating makes the step; by default one.

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
    return stationary(probability if ways is None else probability * ways)


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
    as a normal around its estimate, cut off at 0 and 1, always with the same chance.
    """
    fair = 1.0 / players
    gain = square(table, "win_share", names, fair).to_numpy().T - fair
    error = table.assign(error=(table["ci_high"] - table["ci_low"]) / (2.0 * normal_quantile(0.95)))
    spread = square(error, "error", names, 0.0).to_numpy().T
    rng = np.random.default_rng(20190701)
    tables = (gain + spread * rng.standard_normal(gain.shape) for _ in range(draws))
    drawn = np.array([alpha_rank(np.clip(each, -fair, 1.0 - fair)) for each in tables])
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    mass = drawn.mean(axis=0)
    return pd.DataFrame(
        {"strategy": names, "mass": mass, "mass_low": low, "mass_high": high, "estimate": alpha_rank(gain)}
    )


def alpha_rank_of_mixes(shares: pd.DataFrame, players: int, names: list[str], draws: int | None = None) -> pd.DataFrame:
    """Return alpha-rank's mass of each strategy in the symmetric game of all mixes.

    Parameters
    ----------
    shares : pandas.DataFrame
        As `reports.league.mix_shares` returns it, of all mixes; those of one strategy may be missing, since each of
        their seats has the fair share.
    players : int
        Players a game.
    names : list of str
        The strategies.
    draws : int, optional
        Redrawings of the shares around their estimates; by default fewer the more mixes there are.

    Returns
    -------
    pandas.DataFrame
        As `alpha_rank_of` returns it; the mass of a strategy is its part of the seats.

    Notes
    -----
    The paper's model of one population a player. Since all seats are alike, profiles of the same mix have the same
    mass, so that mixes can be the states: the player on any seat of a strategy may deviate to any other.
    """
    game = _Game(shares, players, names)
    rng = np.random.default_rng(20190701)
    n = draws or int(np.clip(5e8 // len(game.states) ** 3, 20, DRAWS))
    tables = (game.share + game.error * rng.standard_normal(game.share.shape) for _ in range(n))
    drawn = np.array([game.masses(np.clip(each, 0.0, 1.0)) for each in tables])
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    found = {"strategy": names, "mass": drawn.mean(axis=0), "mass_low": low, "mass_high": high}
    return pd.DataFrame(found | {"estimate": game.masses(game.share)})


def has_all_mixes(shares: pd.DataFrame, players: int, n_strategies: int) -> bool:
    """Say whether all mixes were played (but those of one strategy), and are few enough for `alpha_rank_of_mixes`."""
    mixed = int((shares.groupby("mix", observed=True).size() > 1).sum())
    wanted = math.comb(n_strategies + players - 1, players) - n_strategies
    return mixed == wanted <= MOST_STATES


class _Game:
    """A symmetric game by its mixes: `share` and `error` are float64[mixes, strategies], of one seat's wins.

    Parameters
    ----------
    shares, players, names
        As in `alpha_rank_of_mixes`.
    """

    def __init__(self, shares: pd.DataFrame, players: int, names: list[str]) -> None:
        self.states = list(combinations_with_replacement(range(len(names)), players))
        place = {mix_name([names[code] for code in state]): i for i, state in enumerate(self.states)}
        self.share = np.full((len(self.states), len(names)), 1.0 / players)
        self.error = np.zeros_like(self.share)
        for row in shares.to_dict("records"):
            at = place[str(row["mix"])], names.index(str(row["strategy"]))
            self.share[at] = row["win_share"]
            self.error[at] = (row["ci_high"] - row["ci_low"]) / (2.0 * normal_quantile(0.95))
        self._steps = np.array(list(self._all_steps(len(names))), np.int64).T
        self._seats = np.array([[state.count(code) for code in range(len(names))] for state in self.states])
        self._players = players

    def _all_steps(self, n_strategies: int) -> Iterator[tuple[int, int, int, int]]:
        """Give each step: mix before, mix after, strategy left, strategy taken up."""
        index = {state: i for i, state in enumerate(self.states)}
        for before, state in enumerate(self.states):
            for old in set(state):
                for new in set(range(n_strategies)) - {old}:
                    rest = list(state)
                    rest[rest.index(old)] = new
                    yield before, index[tuple(sorted(rest))], old, new

    def masses(self, share: Floats) -> Floats:
        """Return the mass of each strategy, for these shares."""
        before, after, old, new = self._steps
        gains = np.full((len(self.states),) * 2, np.nan)
        gains[before, after] = share[after, new] - share[before, old]
        ways = np.zeros_like(gains)
        ways[before, after] = self._seats[before, old]
        return np.asarray(alpha_rank(gains, ways=ways) @ self._seats / self._players)


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
