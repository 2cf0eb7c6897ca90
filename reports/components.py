"""How often components are used and what goes along with it: spaces, cards, tokens, Soldiers, Houses, turn order.

Two kinds of statement are made of the same sums and must not be mixed up:

- **Associations** (`associations`): seats of one game that used a component more often, and what they scored more. A
  linear regression of the score and of the win on the counts of a whole family of components, within games (what all
  seats of a game have in common drops out) and with Dog, strategy and seat held equal. Who is well off may use a
  component more, so this need not be what the component brings about.
- **Effects** (`dealt_effects`): Tactic cards dealt at the start are dealt by chance, so that the same regression is the
  analysis of an experiment; what it finds is brought about by the card.

All that is kept of the games are the cross-products of the counts within games, by block of games
(`reports.samples`); from these every regression is fitted without the games. Errors are cluster-robust: the scores of
the regression are added up by block, so they hold however seats of a game depend on each other.

References
----------
Cameron and Miller (2015), A practitioner's guide to cluster-robust inference, Journal of Human Resources 50, 317-372.
Imbens and Rubin (2015), Causal Inference for Statistics, Social, and Biomedical Sciences, Cambridge University Press,
chapter 7 (regression in completely randomised experiments).
Šidák (1967), Rectangular confidence regions for the means of multivariate normal distributions, JASA 62, 626-633.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from reports.counts import WIN, Layout
from reports.moments import by_seat, group_frame, moments_of, nothing, outcome_frame
from reports.samples import blocks_of, estimate, n_blocks, replicates
from reports.statistics import bounded_interval, mean_interval, range_interval, sidak
from reports.summaries import CONFIDENCE

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.integer[Any]]

SOLDIERS = ("footmen", "arquebusers", "knights", "war_machines")
"""Soldiers played, by type."""

ORDER = ("years_first", "first_passes", "captains_lost")
"""Being first, passing first, and Captains left when passing."""

BATTLES = ("battles_won", "battles_lost", "glories")
"""Battles with a Captain on the winning side, with Captains on the losing side only, and Glorious Victories won."""

TOKEN = ("token_dealt",)
"""Whom chance dealt the First Player token at the start."""

STEMS: Mapping[str, str] = {
    "spaces": "space_",
    "rewards": "reward_",
    "cards": "played_",
    "dealt": "dealt_",
    "bonuses": "bonus_",
    "backed": "backed_",
    "held": "held_",
}
"""Family -> how the names of its columns begin; results have them where their experiment asked for details."""

RESPONSES = ("win", "vp")
"""What is regressed: the share of the win, and the final score in VP."""

CHUNK = 4_096
"""Games in memory at once as float64."""

FARTHEST = 200
"""More VP, on either side of 0, than a Support card can be worth."""

TOLERANCE = 1e-9
"""A direction of the regressors with less than this part of its columns' variation is taken for none."""


def families(columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the families of components that results with these columns can tell of: name -> its columns.

    Examples
    --------
    >>> families(["seat", "footmen", "space_1_1", "space_1_2"])
    {'spaces': ('space_1_1', 'space_1_2'), 'soldiers': ('footmen',)}
    """
    found = {name: tuple(each for each in columns if each.startswith(stem)) for name, stem in STEMS.items()}
    for name, members in (("soldiers", SOLDIERS), ("order", ORDER), ("battles", BATTLES), ("token", TOKEN)):
        found[name] = tuple(each for each in members if each in columns)
    return {name: members for name, members in found.items() if members}


@dataclass(frozen=True)
class Uses:
    """What some games tell about components.

    Parameters
    ----------
    players, n_games : int
        Players a game, and games.
    names : tuple of str
        What the rows and columns of the products stand for: "control:..." (Dogs, strategies, seats), the components'
        columns, then `RESPONSES`.
    products : float64[n_blocks, k, k]
        Sum of products within games (deviations from the game's mean), by block of games.
    totals : float64[k]
        Sum of the values themselves.
    groups, overall : pandas.DataFrame
        Sums by Dog and strategy, and over all seats (`reports.moments.group_frame`, `outcome_frame`).
    supports : float64[n_blocks, 2 * FARTHEST + 1]
        Seats whose Support card was worth so many VP (column: VP + FARTHEST), by block of games.
    """

    players: int
    n_games: int
    names: tuple[str, ...]
    products: Floats
    totals: Floats
    groups: pd.DataFrame
    overall: pd.DataFrame
    supports: Floats

    @property
    def columns(self) -> tuple[str, ...]:
        """The components' columns."""
        return tuple(name for name in self.names[: -len(RESPONSES)] if not name.startswith("control:"))


def count_uses(frames: Iterable[pd.DataFrame], layout: Layout, columns: Sequence[str], games: int) -> Uses:
    """Count the uses of components in games.

    Parameters
    ----------
    frames : iterable of pandas.DataFrame
        Results part by part: whole games in order of seats, with dog, strategy, support, win_share, total and
        `columns`.
    layout : Layout
        Who can occur.
    columns : sequence of str
        Counts of components.
    games : int
        Games of all frames together.
    """
    controls = [f"control:{word}" for word in (*layout.dogs[1:], *layout.strategies[1:], *range(1, layout.players))]
    names = (*controls, *columns, *RESPONSES)
    products, totals = np.zeros((n_blocks(games), len(names), len(names))), np.zeros(len(names))
    supports = np.zeros((n_blocks(games), 2 * FARTHEST + 1))
    done, first = nothing(sum(layout.sizes), len(columns)), 0
    counted = slice(len(controls), len(controls) + len(columns))
    for frame in frames:
        played = _played(frame, layout, columns)
        worth = frame["support"].to_numpy().reshape(-1, layout.players) + FARTHEST
        for block, chosen in blocks_of(first, len(worth), games):
            supports[block] += np.bincount(worth[chosen].ravel(), minlength=supports.shape[1])
            for part in _chunks(chosen):
                values = _values(played, layout, part)
                products[block] += _products(values)
                totals += values.sum(axis=(1, 2))
                if columns:
                    dog, strategy, won = (each[part] for each in (played.dog, played.strategy, played.won))
                    done += moments_of(dog, strategy, won, values[counted], layout.sizes)
        first += len(worth)
    units = np.where(np.array(names) == RESPONSES[0], 1.0 / WIN, 1.0)
    return Uses(
        players=layout.players,
        n_games=first,
        names=names,
        products=products * units[:, None] * units,
        totals=totals * units,
        groups=group_frame(done, {"dog": layout.dogs, "strategy": layout.strategies}, tuple(columns)),
        overall=outcome_frame(done, tuple(columns)),
        supports=supports,
    )


@dataclass(frozen=True)
class _Played:
    """A part's games: arrays of a value for each game and seat, [n, players]; `won` in sixtieths."""

    dog: Codes
    strategy: Codes
    won: Codes
    total: Codes
    counts: tuple[Codes, ...]


def _played(frame: pd.DataFrame, layout: Layout, columns: Sequence[str]) -> _Played:
    shape = (-1, layout.players)
    dog, strategy = (
        pd.Categorical(frame[name], categories=list(words)).codes.astype(np.intp).reshape(shape)
        for name, words in (("dog", layout.dogs), ("strategy", layout.strategies))
    )
    won = np.rint(frame["win_share"].to_numpy() * WIN).astype(np.int16).reshape(shape)
    counts = tuple(frame[name].to_numpy().reshape(shape) for name in columns)
    return _Played(dog, strategy, won, frame["total"].to_numpy().reshape(shape), counts)


def _chunks(games: slice) -> Iterator[slice]:
    """Yield a block's games in pieces of `CHUNK`."""
    for first in range(games.start, games.stop, CHUNK):
        yield slice(first, min(first + CHUNK, games.stop))


def _values(played: _Played, layout: Layout, part: slice) -> Floats:
    """Return the controls, the counts and the responses of some games (see `reports.moments.by_seat`)."""
    dog, strategy = played.dog[part], played.strategy[part]
    seat = np.broadcast_to(np.arange(layout.players), dog.shape)
    controls = [
        codes == level
        for codes, size in ((dog, len(layout.dogs)), (strategy, len(layout.strategies)), (seat, layout.players))
        for level in range(1, size)
    ]
    return by_seat([*controls, *(each[part] for each in played.counts), played.won[part], played.total[part]])


def _products(values: Floats) -> Floats:
    """Return the sums of products within games: of all seats' products less those of the games' means.

    Notes
    -----
    Both sums are of whole numbers and thus exact; with single deviations from the means they would not be.
    """
    flat, sums = values.reshape(len(values), -1), values.sum(axis=1)
    products: Floats = flat @ flat.T - sums @ sums.T / values.shape[1]
    return products


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
    effect, error = found
    table = pd.DataFrame({"component": components, "response": response, "n_games": uses.n_games, "effect": effect})
    comparisons = max(1, len(RESPONSES) * int(np.isfinite(effect).sum()))
    for name, level in (("ci", confidence), ("family", sidak(confidence, comparisons))):
        table[f"{name}_low"], table[f"{name}_high"] = range_interval(
            effect, error, float(uses.n_games), level, len(uses.products) - 1.0
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
