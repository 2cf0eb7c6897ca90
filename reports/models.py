"""Models of winning and of the score, which part a Dog's effect from who played it and where.

Winning is a choice of one seat among those of a game: seat i is chosen with the probability exp(u_i) / sum exp(u_j),
its utility u the sum of the effects of its Dog, its strategy, its place and of Dog and strategy together (conditional
logit, the first choice of a Plackett-Luce ranking). Scores are a linear model of the same effects with an effect of
each game, so that seats are compared with others of their game only. Both are fitted to games added up by line-up
(`reports.lineups`), which gives exactly the estimates and errors of single games, at a thousandth of the work. Errors
are cluster-robust with the game as cluster: they hold however seats of one game depend on each other, and where the
model is only near the truth.

References
----------
McFadden (1974), Conditional logit analysis of qualitative choice behavior, in Zarembka (ed.), Frontiers in
Econometrics, 105-142.
Papke and Wooldridge (1996), Econometric methods for fractional response variables, Journal of Applied Econometrics 11,
619-632 (a tied win as a fractional response).
Cameron and Miller (2015), A practitioner's guide to cluster-robust inference, Journal of Human Resources 50, 317-372.
Lane and Nelder (1982), Analysis of covariance and standardization as instances of prediction, Biometrics 38, 613-621.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import chdtrc, softmax

from reports.design_matrix import Codes, Floats, Games, games_of, matrix, places, width, within
from reports.statistics import bounded_interval, range_interval, sidak

TERMS = ("dog", "strategy", "seat", "dog:strategy")
"""Effects of a model, in the order in which they are kept where a design cannot tell them apart."""

REFERENCE = 10_000
"""Line-ups, at most, over which effects in win points are averaged."""

STEPS = 50


@dataclass(frozen=True)
class Fit:
    """A fitted model.

    Parameters
    ----------
    response : str
        "won" or "total".
    terms : tuple of str
        The terms that the model has, of `TERMS`.
    dropped : tuple of str
        Terms that the line-ups cannot tell from the terms before them.
    coefficients : float64[k]
        In utility or VP; those of a factor's levels sum to zero, the last level's being left out.
    covariance : float64[k, k]
        Cluster-robust.
    n_games : int
        Games that it was fitted to.
    """

    response: str
    terms: tuple[str, ...]
    dropped: tuple[str, ...]
    coefficients: Floats
    covariance: Floats
    n_games: int


def coefficients(line_ups: pd.DataFrame, players: int, terms: Sequence[str] = TERMS) -> int:
    """Return how many coefficients a model with these terms has."""
    games = games_of(line_ups, players, "won")
    return width(games, _separable(games, terms)[0])


def fit_wins(line_ups: pd.DataFrame, players: int, terms: Sequence[str] = TERMS, prior_games: float = 1.0) -> Fit:
    """Fit the conditional logit of winning.

    Parameters
    ----------
    line_ups : pandas.DataFrame
        Games added up by line-up (`reports.counts.Counts.line_ups`).
    players : int
        Players a game.
    terms : sequence of str
        Effects wanted, of `TERMS`; one without two levels, or that the line-ups cannot tell from those before it, is
        left out.
    prior_games : float
        Games that all seats tie, spread over all line-ups, that are added: they keep the estimate finite where a Dog or
        strategy never wins.

    Returns
    -------
    Fit

    Notes
    -----
    Newton's method on the log-likelihood sum w_gi log p_gi, in which a tied win counts 1/k for k seats; it is concave,
    so steps are halved until it does not fall. Covariance: A^-1 B A^-1 G / (G - 1), with A the
    information and B the sum over games of the squared score.
    """
    games = games_of(line_ups, players, "won")
    kept, dropped = _separable(games, terms)
    prior = prior_games * games.n / games.n.sum()
    added = replace(games, n=games.n + prior, sums=games.sums + prior[:, None] / players)
    beta = np.zeros(width(games, kept))
    likelihood, score, information = _newton_sums(added, kept, beta)
    for _ in range(STEPS):
        step = np.linalg.solve(information, score) if len(beta) else beta
        if score @ step < 1e-12 * added.n.sum():
            break
        for _ in range(STEPS):
            tried = _newton_sums(added, kept, beta + step)
            if tried[0] >= likelihood - 1e-9 * abs(likelihood):
                break
            step = step / 2.0
        beta = beta + step
        likelihood, score, information = tried
    middle = sum(_middle(block, kept, *_chosen(block, kept, beta)) for block in games.blocks())
    return Fit("won", kept, dropped, beta, _sandwich(information, middle, games.n.sum()), int(games.n.sum()))


def fit_scores(line_ups: pd.DataFrame, players: int, terms: Sequence[str] = TERMS) -> Fit:
    """Fit the linear model of the score, with an effect of each game, by least squares.

    The parameters are those of `fit_wins`. The effects of games drop out when every row of the design matrix is taken
    relative to its game's mean (within estimator).
    """
    games = games_of(line_ups, players, "total")
    kept, dropped = _separable(games, terms)
    k = width(games, kept)
    information, moment = np.zeros((k, k)), np.zeros(k)
    for block in games.blocks():
        x = within(matrix(block, kept))
        information += np.einsum("lik,lim,l->km", x, x, block.n, optimize=True)
        moment += np.einsum("lik,li->k", x, block.sums)
    beta: Floats = np.linalg.solve(information, moment).astype(np.float64) if k else moment
    middle = np.zeros((k, k))
    for block in games.blocks():
        x = within(matrix(block, kept))
        middle += _middle(block, kept, x, x @ beta)
    return Fit("total", kept, dropped, beta, _sandwich(information, middle, games.n.sum()), int(games.n.sum()))


def effects(line_ups: pd.DataFrame, players: int, fit: Fit, factor: str, confidence: float = 0.95) -> pd.DataFrame:
    """Return the effect of every level of a factor, in win points or VP, with its intervals.

    Parameters
    ----------
    line_ups, players
        What the model was fitted to.
    fit : Fit
        The model.
    factor : str
        "dog", "strategy" or "seat", one of the fit's terms.
    confidence : float
        Of an interval, and of all the corrected intervals of the frame together.

    Returns
    -------
    pandas.DataFrame
        A row a level: the factor's column, n_games (of the model), effect, error (its standard error), ci_low, ci_high,
        family_low, family_high (all levels' intervals cover at once, Šidák), verdict ("above" or "below" zero, or "not
        distinguishable"). Winning: shares of a win above the fair share. Score: VP above the mean level.

    Notes
    -----
    Average marginal effects over the games that were played (Lane and Nelder 1982): the level is given to each seat in
    turn, all else staying as it was, and what the model then expects of that seat is averaged. A Dog or a place is
    swapped with its holder, so that no Dog is at the table twice. Errors by the delta method. Over more than
    `REFERENCE` line-ups the average is taken of that many, drawn by a fixed seed.
    """
    games = games_of(line_ups, players, fit.response)
    levels = games.levels[factor]
    if len(games.n) > REFERENCE:
        games = games.take(np.sort(np.random.default_rng(0).choice(len(games.n), REFERENCE, replace=False)))
    found = [_margin(games, fit, factor, level) for level in range(len(levels))]
    effect, gradient = np.array([value for value, _ in found]), np.array([slope for _, slope in found])
    if fit.response == "total":
        effect, gradient = effect - effect.mean(), gradient - gradient.mean(axis=0)
    else:
        effect = effect - 1.0 / players
    error = np.sqrt(np.einsum("lk,km,lm->l", gradient, fit.covariance, gradient).clip(min=0.0))
    table = pd.DataFrame({factor: levels, "n_games": fit.n_games, "effect": effect, "error": error})
    for name, level in (("ci", confidence), ("family", sidak(confidence, len(levels)))):
        low, high = _interval(fit, effect, error, level, 1.0 / players)
        table[f"{name}_low"], table[f"{name}_high"] = low, high
    verdict = np.select(
        [table["family_low"] > 0.0, table["family_high"] < 0.0], ["above", "below"], "not distinguishable"
    )
    return table.assign(verdict=verdict)


def _interval(fit: Fit, effect: Floats, error: Floats, confidence: float, fair: float) -> tuple[Any, Any]:
    """Return the interval of effects: of VP Student's, of winning that of the share of wins, which lies in 0..1."""
    n = float(fit.n_games)
    if fit.response == "total":
        return range_interval(effect, error, n, confidence, n - 1.0)
    low, high = bounded_interval(effect + fair, error, n, confidence)
    return low - fair, high - fair


def wald_test(line_ups: pd.DataFrame, players: int, fit: Fit, term: str) -> pd.DataFrame:
    """Return the test that a term of a model has no effect at all.

    Returns
    -------
    pandas.DataFrame
        One row: term, statistic (Wald's, with the cluster-robust covariance), freedom, p_value (chi-square), n_games.
    """
    columns = places(games_of(line_ups, players, fit.response), fit.terms)[term]
    beta, covariance = fit.coefficients[columns], fit.covariance[columns, columns]
    statistic = float(beta @ np.linalg.pinv(covariance, hermitian=True) @ beta)
    freedom = len(beta)
    p_value = float(chdtrc(freedom, statistic))
    return pd.DataFrame(
        [{"term": term, "statistic": statistic, "freedom": freedom, "p_value": p_value, "n_games": fit.n_games}]
    )


def _separable(games: Games, terms: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the terms that the line-ups can tell apart, and those that they cannot tell from terms before them."""
    wanted = [term for term in terms if all(len(games.levels[factor]) > 1 for factor in term.split(":"))]
    k = width(games, wanted)
    squares = np.zeros((k, k))
    for block in games.blocks():
        x = within(matrix(block, wanted)).reshape(block.sums.size, k)
        squares += x.T @ (x * np.repeat(block.n / games.n.sum(), games.players)[:, None])
    place, kept = places(games, wanted), []
    columns: list[int] = []
    for term in wanted:
        more = columns + list(range(place[term].start, place[term].stop))
        if np.linalg.matrix_rank(squares[np.ix_(more, more)], tol=1e-9, hermitian=True) == len(more):
            kept.append(term)
            columns = more
    return tuple(kept), tuple(term for term in wanted if term not in kept)


def _chosen(games: Games, terms: Sequence[str], beta: Floats) -> tuple[Floats, Floats]:
    """Return the design matrix and every seat's probability to win."""
    x = matrix(games, terms)
    return x, softmax(x @ beta, axis=1)


def _newton_sums(games: Games, terms: Sequence[str], beta: Floats) -> tuple[float, Floats, Floats]:
    """Return log-likelihood, score and information."""
    likelihood, score, information = 0.0, np.zeros(len(beta)), np.zeros((len(beta), len(beta)))
    for block in games.blocks():
        x, p = _chosen(block, terms, beta)
        expected = block.n[:, None] * p
        likelihood += float((block.sums * np.log(p)).sum())
        score += np.einsum("lik,li->k", x, block.sums - expected)
        centred = (x - np.einsum("lik,li->lk", x, p)[:, None, :]).reshape(p.size, len(beta))
        information += centred.T @ (centred * expected.reshape(-1, 1))
    return likelihood, score, information


def _middle(games: Games, terms: Sequence[str], x: Floats, expected: Floats) -> Floats:
    """Return the sum over games of the squared score: of x' (y - expected), all seats of a game together."""
    crossed = games.sums[:, :, None] * expected[:, None, :]
    squares = games.n[:, None, None] * expected[:, :, None] * expected[:, None, :]
    residuals = games.products - crossed - crossed.transpose(0, 2, 1) + squares
    middle: Floats = np.einsum("lik,lim->km", x, residuals @ x, optimize=True)
    return middle


def _sandwich(information: Floats, middle: Floats | int, n_games: float) -> Floats:
    if not len(information):
        return information
    bread = np.linalg.inv(information)
    covariance: Floats = bread @ middle @ bread * (n_games / max(n_games - 1.0, 1.0))
    return covariance


def _margin(games: Games, fit: Fit, factor: str, level: int) -> tuple[float, Floats]:
    """Return what the model expects of a seat that has a level, over all games and seats, and its gradient."""
    value, slope, weight = 0.0, np.zeros(len(fit.coefficients)), games.n.sum() * games.players
    for block in games.blocks():
        for seat in range(games.players):
            place, given = _given(block, factor, level, seat)
            x = matrix(given, fit.terms)
            rows = np.arange(len(given.n))
            own = x[rows, place]
            if fit.response == "total":
                value += float(given.n @ (own @ fit.coefficients))
                slope += given.n @ own
                continue
            p = softmax(x @ fit.coefficients, axis=1)
            won = given.n * p[rows, place]
            value += float(won.sum())
            slope += won @ (own - np.einsum("lik,li->lk", x, p))
    return value / weight, slope / weight


def _given(games: Games, factor: str, level: int, seat: int) -> tuple[Codes, Games]:
    """Give a level to who sits on `seat`; return where he sits then, and the games."""
    rows = np.arange(len(games.n))
    codes = {name: values.copy() for name, values in games.codes.items()}
    if factor == "seat":  # he changes places with who sits there
        for name in ("dog", "strategy"):
            codes[name][rows, seat] = games.codes[name][:, level]
            codes[name][rows, level] = games.codes[name][:, seat]
        return np.full(len(rows), level, np.intp), replace(games, codes=codes)
    if factor == "dog":  # he changes Dogs with who has it, if anybody
        held = games.codes["dog"] == level
        codes["dog"] = np.where(held, games.codes["dog"][:, [seat]], games.codes["dog"])
    codes[factor][:, seat] = level
    return np.full(len(rows), seat, np.intp), replace(games, codes=codes)
