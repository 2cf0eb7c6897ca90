"""How often components are used and what goes along with it: spaces, cards, tokens, Soldiers, Houses, turn order.

Two kinds of statement are made of the same sums and must not be mixed up:

- **Associations** (`associations`): seats of one game that used a component more often, and what they scored more. A
  linear regression of the score and of the win on the counts of a whole family of components, within games (what all
  seats of a game have in common drops out) and with Dog, strategy and seat held equal. Who is well off may use a
  component more, so this need not be what the component brings about.
- **Effects** (`dealt_effects`): Tactic cards dealt at the start are dealt by chance, so that the same regression is the
  analysis of an experiment; what it finds is brought about by the card.

Regressions are fitted to the sums of `reports.component_counts`, without the games. Errors are cluster-robust: the
scores of the regression are added up by block, so they hold however seats of a game depend on each other.

References
----------
Cameron and Miller (2015), A practitioner's guide to cluster-robust inference, Journal of Human Resources 50, 317-372.
Imbens and Rubin (2015), Causal Inference for Statistics, Social, and Biomedical Sciences, Cambridge University Press,
chapter 7 (regression in completely randomised experiments).
Šidák (1967), Rectangular confidence regions for the means of multivariate normal distributions, JASA 62, 626-633.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from reports.component_counts import FARTHEST, RESPONSES, Uses
from reports.samples import estimate, replicates
from reports.statistics import bounded_interval, mean_interval, range_interval, sidak
from reports.summaries import CONFIDENCE

Floats = npt.NDArray[np.float64]

TOLERANCE = 1e-9
"""A direction of the regressors with less than this part of its columns' variation is taken for none."""


def frequencies(uses: Uses, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return how often each component is used in a game, by all seats together.

    Returns
    -------
    pandas.DataFrame
        A row a column: measure, n_games, per_game, per_game_low, per_game_high (over games, not below 0).
    """
    sums = uses.overall
    n = sums["n_games"].astype(float)
    mean = sums["all"] / n
    sd = np.sqrt((sums["all_all"] - n * mean**2).clip(lower=0.0) / (n - 1.0).where(n > 1.0))
    low, high = mean_interval(mean, sd, n, confidence, least=0.0)
    return sums[["measure", "n_games"]].assign(per_game=mean, per_game_low=low, per_game_high=high)


def house_values(uses: Uses, tokens: int, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return where on the House Victory track the Houses of the Support cards end.

    Support cards are dealt by chance, so these are as good as all Houses in play.

    Parameters
    ----------
    uses : Uses
        The games.
    tokens : int
        Influence tokens that a Support card counts for (R7.2).
    confidence : float
        Of each interval.

    Returns
    -------
    pandas.DataFrame
        A row a value between the lowest and the highest seen: value (VP a token), n_games, n_seats, share, ci_low,
        ci_high.
    """
    seen = np.flatnonzero(uses.supports.sum(axis=0))
    worth = np.arange(seen.min(), seen.max() + 1, tokens) if len(seen) else seen
    sums = replicates(uses.supports)
    with np.errstate(divide="ignore", invalid="ignore"):
        share, error = estimate(sums[:, worth] / sums.sum(axis=1, keepdims=True))
    low, high = bounded_interval(share, error, float(uses.n_games), confidence)
    numbers = {"n_games": uses.n_games, "n_seats": uses.n_games * uses.players}
    return pd.DataFrame(
        {"value": (worth - FARTHEST) / tokens, **numbers, "share": share, "ci_low": low, "ci_high": high}
    )


@dataclass(frozen=True)
class Regression:
    """A fitted regression: coefficients, their covariance, and which of them the games can tell."""

    coefficients: Floats
    covariance: Floats
    told: npt.NDArray[np.bool_]


def regress(products: Floats, response: Floats, observations: int) -> Regression:
    """Fit a linear regression to sums of products.

    Parameters
    ----------
    products : float64[n_blocks, m, m]
        Of the regressors, by block of games.
    response : float64[n_blocks, m]
        Of the regressors with the response.
    observations : int
        Values of the response, less the means that were taken away from them.

    Returns
    -------
    Regression
        With the least coefficients where regressors depend on each other; those that are not unique are not told.

    Notes
    -----
    The covariance is the cluster-robust one with blocks as clusters, times n / (n - coefficients) for what the fit
    takes up of the noise (the usual small-sample correction, Cameron and Miller 2015).
    """
    total = products.sum(axis=0)
    scale = np.sqrt(np.where(np.diag(total) > 0.0, np.diag(total), 1.0))
    sizes, directions = np.linalg.eigh(total / np.outer(scale, scale))
    kept = directions[:, sizes > TOLERANCE * len(sizes)]
    inverse = (kept / sizes[sizes > TOLERANCE * len(sizes)]) @ kept.T / np.outer(scale, scale)
    coefficients = inverse @ response.sum(axis=0)
    scores = response - products @ coefficients
    blocks = len(products)
    free = observations - kept.shape[1]
    correction = blocks / (blocks - 1.0) * observations / free if blocks > 1 and free > 0 else np.nan
    meat = scores.T @ scores * correction
    return Regression(coefficients, inverse @ meat @ inverse, (kept**2).sum(axis=1) > 1.0 - 1e-6)


def associations(uses: Uses, columns: Sequence[str], confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return how much more a seat wins and scores for each use more of a component, as an association.

    Parameters
    ----------
    uses : Uses
        The games.
    columns : sequence of str
        Components; all are in one regression, so each is compared at equal use of the others.
    confidence : float
        Of each interval, and of all corrected intervals of the frame together.

    Returns
    -------
    pandas.DataFrame
        A row a component and response ("win": shares of wins, "vp"): component, response, n_games, effect, ci_low,
        ci_high, family_low, family_high; not a number where the games cannot tell a component from others.
    """
    weights = _weights(uses, columns)
    tables = []
    for response in RESPONSES:
        fitted = _fit(uses, weights, response)
        first = weights.shape[1] - len(columns)
        effect = np.where(fitted.told[first:], fitted.coefficients[first:], np.nan)
        error = np.sqrt(np.diag(fitted.covariance)[first:].clip(min=0.0))
        tables.append(_table(uses, list(columns), response, (effect, error), confidence))
    return pd.concat(tables, ignore_index=True)


def dealt_effects(uses: Uses, columns: Sequence[str], confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return what being dealt each Tactic card at the start brings about, against an average card of the deck.

    Parameters
    ----------
    uses : Uses
        The games.
    columns : sequence of str
        Numbers of each card dealt, all cards of the deck.
    confidence : float
        Of each interval, and of all corrected intervals of the frame together.

    Returns
    -------
    pandas.DataFrame
        As `associations` returns it; "vp" is what the seat scores more against the others of its game.

    Notes
    -----
    All seats get equally many cards, so a card can only be compared with other cards: the effects, each weighted by how
    often its card is dealt, sum to zero. Who gets which is chance alone, so the differences are effects and not mere
    associations; Dog, strategy and seat are held equal only to make the intervals narrower.
    """
    weights = _weights(uses, columns)
    dealt = uses.totals[[uses.names.index(name) for name in columns]]
    share = dealt / dealt.sum() if dealt.sum() else np.full(len(columns), 1.0 / len(columns))
    contrast = np.eye(len(columns)) - share
    tables = []
    for response in RESPONSES:
        fitted = _fit(uses, weights, response)
        covariance = fitted.covariance[-len(columns) :, -len(columns) :]
        effect = np.where(dealt > 0.0, contrast @ fitted.coefficients[-len(columns) :], np.nan)
        error = np.sqrt(np.diag(contrast @ covariance @ contrast.T).clip(min=0.0))
        tables.append(_table(uses, list(columns), response, (effect, error), confidence))
    return pd.concat(tables, ignore_index=True)


def _weights(uses: Uses, columns: Sequence[str]) -> Floats:
    """Return which of the products' columns are regressors, float64[k, m] of 0 and 1: the controls, then `columns`."""
    controls = [place for place, name in enumerate(uses.names) if name.startswith("control:")]
    return np.eye(len(uses.names))[:, [*controls, *(uses.names.index(name) for name in columns)]]


def _fit(uses: Uses, weights: Floats, response: str) -> Regression:
    answer = uses.products[:, :, uses.names.index(response)]
    return regress(weights.T @ uses.products @ weights, answer @ weights, uses.n_games * (uses.players - 1))


def _table(
    uses: Uses, components: list[str], response: str, found: tuple[Floats, Floats], confidence: float
) -> pd.DataFrame:
    most = 1.0 if response == "win" else np.inf  # one use more cannot win more than the game
    effect, error = np.clip(found[0], -most, most), found[1]
    table = pd.DataFrame({"component": components, "response": response, "n_games": uses.n_games, "effect": effect})
    comparisons = max(1, len(RESPONSES) * int(np.isfinite(effect).sum()))
    for name, level in (("ci", confidence), ("family", sidak(confidence, comparisons))):
        table[f"{name}_low"], table[f"{name}_high"] = range_interval(
            effect, error, float(uses.n_games), level, len(uses.products) - 1.0, -most, most
        )
    return table


def component_table(uses: Uses, effects: pd.DataFrame) -> pd.DataFrame:
    """Return a row a component: how often it is used, and what goes along with it or what it brings about.

    Parameters
    ----------
    uses : Uses
        The games.
    effects : pandas.DataFrame
        As `associations` or `dealt_effects` returns it.

    Returns
    -------
    pandas.DataFrame
        component, n_games, per_game, per_game_low, per_game_high, then for each response (win, vp) the effect under the
        response's name and its intervals under that name with _low, _high, _family_low, _family_high.
    """
    table = frequencies(uses).rename(columns={"measure": "component"})
    table = table[table["component"].isin(effects["component"])]
    for response in RESPONSES:
        rows = effects[effects["response"] == response].drop(columns=["response", "n_games"])
        names = {"effect": response, "ci_low": f"{response}_low", "ci_high": f"{response}_high"}
        names |= {f"family_{end}": f"{response}_family_{end}" for end in ("low", "high")}
        table = table.merge(rows.rename(columns=names), on="component")
    return table.reset_index(drop=True)
