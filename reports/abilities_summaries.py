"""What abilities are worth, from counted games with and without them. Frame in, frame out.

References
----------
Cochran (1977), Sampling Techniques, 3rd ed., chapter 6 (ratio estimators).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from reports.compare_summaries import paired_differences
from reports.counts import WIN
from reports.statistics import bounded_interval, range_interval, share_interval, sidak

CONFIDENCE = 0.95
"""Confidence of every interval, unless told otherwise."""

EACH = {"gain": 1, "vp": 1, "wins": WIN}
"""What a firing gives -> how many of the units that are counted make one."""


def worth(pairs: pd.DataFrame, by: Sequence[str], unit: float, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return what each group got without an ability and with it, and the difference: what the ability is worth.

    Parameters
    ----------
    pairs : pandas.DataFrame
        As `reports.compare_counts.Pairs` has them, the games without the ability as base and those with it as variant.
    by : sequence of str
        Columns that make a group; all groups are one family.
    unit : float
        How many of the units counted make one.
    confidence : float
        Of an interval, and of all the corrected intervals together.

    Returns
    -------
    pandas.DataFrame
        As `reports.compare_summaries.paired_differences` returns it, with the columns `without` and `with`.
    """
    table = paired_differences(pairs, by, unit, confidence=confidence)
    return table.rename(columns={"base": "without", "variant": "with"})


def firings(counts: pd.DataFrame, by: Sequence[str], confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return how often abilities fired, and what a firing gave.

    Parameters
    ----------
    counts : pandas.DataFrame
        As `reports.abilities_counts.count_firings` returns them, with the columns of `by`.
    by : sequence of str
        Columns that make a group that sits on one seat of a game, so that games are independent.
    confidence : float
        Of an interval, and of all the corrected intervals of a column together.

    Returns
    -------
    pandas.DataFrame
        A row a group: the columns of `by`, n_games, games_fired (share of games in which it fired, Wilson), fired
        (times a game), and by firing gain (ability's units), vp (VP), wins (of a win; a game has but one to bring or
        cost, so it lies within games over firings); each with _low and _high, and
        but for games_fired _family_low and _family_high (all rows of the column at once, Šidák). Not a number where
        nothing fired.

    Notes
    -----
    What a firing gives is a ratio R of two sums over games, of what the Dog has more and of firings, with the
    variance of the residuals, sum (d - R f)^2 / (sum f)^2 (Cochran 1977, equation 6.13).
    """
    rows: list[dict[str, Any]] = []
    groups = list(counts.groupby(list(by), sort=False, observed=True))
    for key, group in groups:
        rows.append(dict(zip(by, key, strict=True)) | _firing(group, len(groups), confidence))
    return pd.DataFrame(rows)


def _firing(group: pd.DataFrame, comparisons: int, confidence: float) -> dict[str, Any]:
    games = group["games"].to_numpy(float)
    fired = group["fired"].to_numpy(float)
    n = games.sum()
    share = float((games * (fired > 0)).sum() / n)
    low, high = share_interval(share, n, confidence)
    row: dict[str, Any] = {
        "n_games": int(n),
        "games_fired": share,
        "games_fired_low": float(low),
        "games_fired_high": float(high),
    }
    levels = {"": confidence, "_family": sidak(confidence, comparisons)}
    row |= _ratio("fired", fired, np.ones_like(fired), games, levels)
    for name, unit in EACH.items():
        row |= _ratio(name, group[name].to_numpy(float) / unit, fired, games, levels)
    return row


def _ratio(name: str, got: Any, per: Any, games: Any, levels: Mapping[str, float]) -> dict[str, float]:
    """Return the ratio of two sums over games with an interval of each level, by what is added to the name."""
    n, below = float(games.sum()), float((per * games).sum())
    if below == 0.0:
        return dict.fromkeys([name, *(f"{name}{which}_{end}" for which in levels for end in ("low", "high"))], np.nan)
    ratio = float((got * games).sum() / below)
    small = n / (n - 1.0) if n > 1.0 else np.nan
    se = float(np.sqrt((games * (got - ratio * per) ** 2).sum() * small) / below)
    found = {name: ratio}
    for which, level in levels.items():
        if name == "wins":
            low, high = bounded_interval(ratio, se, n, level, -n / below, n / below)
        else:
            low, high = range_interval(ratio, se, n, level, n - 1.0, 0.0 if name == "fired" else -np.inf)
        found |= {f"{name}{which}_low": float(low), f"{name}{which}_high": float(high)}
    return found
