"""What two rulesets do differently, from counted pairs of games: differences, balance, what the pairing saved.

Frame in, frame out. The unit is the game: played by both rulesets on the same seed, with the same line-up and the same
draws as long as these have a meaning, so that most of what chance does is in both and cancels.

References
----------
Cochran (1977), Sampling Techniques, 3rd ed., chapter 6 (ratio estimators and their differences).
Efron and Stein (1981), The jackknife estimate of variance, Annals of Statistics 9, 586-596.
Glasserman and Yao (1992), Some guidelines and guarantees for common random numbers, Management Science 38, 884-908.
Šidák (1967), Rectangular confidence regions for the means of multivariate normal distributions, JASA 62, 626-633.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import stdtrit

from reports.counts import WIN
from reports.statistics import bounded_interval, range_interval, sidak

CONFIDENCE = 0.95
"""Confidence of every interval, unless told otherwise."""

UP, DOWN, UNCLEAR, SAME = "more", "less", "not distinguishable", "the same in every game"
"""Verdicts on a difference."""

BETTER, WORSE = "more balanced", "less balanced"
"""Verdicts on the balance index."""

Floats = npt.NDArray[np.float64]


def paired_differences(
    pairs: pd.DataFrame,
    by: Sequence[str],
    unit: float,
    comparisons: int | None = None,
    confidence: float = CONFIDENCE,
    players: int | None = None,
) -> pd.DataFrame:
    """Return what each group got under the base and under the variant, and the difference with its intervals.

    Parameters
    ----------
    pairs : pandas.DataFrame
        As `reports.compare_counts.Pairs` has them.
    by : sequence of str
        Columns that make a group.
    unit : float
        How many of the units counted make one: `reports.counts.WIN` for wins, of which a game has one to give.
    comparisons : int, optional
        Number of differences that are looked at together; by default the number of groups.
    confidence : float
        Of an interval, and of all the corrected intervals together.
    players : int, optional
        Players a game. A group on all seats of all its games gets the one win by either ruleset: exactly no difference.

    Returns
    -------
    pandas.DataFrame
        A row a group that occurs under both: the columns of `by`, n_games, base and variant (means of a seat),
        difference (variant - base), se, ci_low, ci_high, family_low, family_high (all differences looked at are
        covered at once, Šidák), unpaired_se, variance_ratio (of unpaired to paired games) and verdict. An error that
        the games do not tell is not there.

    Notes
    -----
    A mean is the ratio of what a group got to its seats. With game g's residuals r_g = (got_g - mean * seats_g) / seats
    of either ruleset, the variance of the difference is the sum of (r'_g - r_g)^2 (Cochran 1977), and unpaired games
    would have the sum of r'_g^2 + r_g^2: pairing saves 2 sum(r'_g r_g) (Glasserman and Yao 1992). Intervals of VP are
    Student's with n_games - 1 degrees of freedom. A seat's share of wins lies between 0 and games / seats, and the
    interval of a difference of two within what follows (`reports.statistics.bounded_interval`). Games that were all
    the same do not prove that no game would differ, so these have an interval, too.
    """
    sums = _moments(pairs, by)
    sums = sums[(sums["seats_base"] > 0) & (sums["seats_variant"] > 0)].reset_index(drop=True)
    n = sums["n_games"].to_numpy(float)
    base, variant = _mean(sums, "base"), _mean(sums, "variant")
    own = _product(sums, "base", "base", base, base) + _product(sums, "variant", "variant", variant, variant)
    both = own - 2.0 * _product(sums, "base", "variant", base, variant)
    exact = _always_same(pairs, by, sums)
    both = np.where(exact, 0.0, np.maximum(both, 0.0))
    small = n / np.maximum(n - 1.0, 1.0)
    se, unpaired = np.sqrt(both * small) / unit, np.sqrt(np.maximum(own, 0.0) * small) / unit
    difference = np.where(exact, 0.0, (variant - base) / unit)
    table = sums[[*by, "n_games"]].assign(base=base / unit, variant=variant / unit, difference=difference, se=se)
    level = sidak(confidence, max(1, comparisons or len(sums)))
    fixed = exact & ((sums["seats_base"] == n * players).to_numpy(bool) if players and unit == WIN else False)
    for name, wanted in (("ci", confidence), ("family", level)):
        ends = _difference_ends(sums, difference, se, wanted, unit == WIN)
        table[f"{name}_low"], table[f"{name}_high"] = (np.where(fixed, 0.0, end) for end in ends)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (unpaired / se) ** 2
    table = table.assign(unpaired_se=unpaired, variance_ratio=ratio, verdict=_verdicts(table, exact))
    # Residuals of a single game, or of games too few for an interval, may all be 0: that is no error of 0.
    for name in ("se", "unpaired_se"):
        table[name] = table[name].where(table["ci_low"].notna() | (table[name] > 0.0))
    return table


def _difference_ends(
    sums: pd.DataFrame, difference: Floats, se: Floats, confidence: float, wins: bool
) -> tuple[Floats, Floats]:
    n, seats, base_seats = (sums[name].to_numpy(float) for name in ("n_games", "seats_variant", "seats_base"))
    error = np.where(n > 1.0, se, np.nan)
    if wins:
        low, high = bounded_interval(difference, error, n, confidence, -n / base_seats, n / seats)
    else:
        low, high = range_interval(difference, error, np.maximum(seats, base_seats), confidence, n - 1.0)
    return low, high


def _verdicts(table: pd.DataFrame, exact: npt.NDArray[np.bool_]) -> npt.NDArray[np.str_]:
    above, below = (table["family_low"] > 0.0).to_numpy(bool), (table["family_high"] < 0.0).to_numpy(bool)
    return np.where(exact, SAME, np.where(above, UP, np.where(below, DOWN, UNCLEAR)))


def _always_same(pairs: pd.DataFrame, by: Sequence[str], sums: pd.DataFrame) -> npt.NDArray[np.bool_]:
    """Say of each group in `sums` whether it got the same on the same number of seats in every single game."""
    differs = (pairs["base"] != pairs["variant"]) | (pairs["seats_base"] != pairs["seats_variant"])
    any_differs = pairs[[*by]].assign(differs=differs).groupby([*by], sort=False, observed=True)["differs"].any()
    keys = pd.MultiIndex.from_frame(sums[[*by]]) if len(by) > 1 else pd.Index(sums[by[0]])
    return ~any_differs.reindex(keys).to_numpy(bool)


_ARMS = ("base", "variant")
_COLUMNS = ("base", "seats_base", "variant", "seats_variant")


def _moments(pairs: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Add up, by group, games, what was got, seats, and all products of two of these within a game; whole numbers."""
    games = pairs["games"].astype(np.int64)
    sums: dict[str, Any] = {"n_games": games}
    for place, one in enumerate(_COLUMNS):
        sums[one] = pairs[one].astype(np.int64) * games
        for other in _COLUMNS[place:]:
            sums[f"{one}*{other}"] = pairs[one].astype(np.int64) * pairs[other].astype(np.int64) * games
    return pairs[[*by]].assign(**sums).groupby([*by], sort=False, observed=True).sum().reset_index()


def _mean(sums: pd.DataFrame, arm: str) -> Floats:
    return (sums[arm] / sums[f"seats_{arm}"]).to_numpy(float)


def _product(sums: pd.DataFrame, one: str, other: str, mean: Floats, other_mean: Floats) -> Floats:
    """Return the sum over games of the product of two residuals."""
    seats, other_seats = f"seats_{one}", f"seats_{other}"
    total: Floats = (
        sums[_key(one, other)].to_numpy(float)
        - other_mean * sums[_key(one, other_seats)].to_numpy(float)
        - mean * sums[_key(seats, other)].to_numpy(float)
        + mean * other_mean * sums[_key(seats, other_seats)].to_numpy(float)
    )
    product: Floats = total / (sums[seats].to_numpy(float) * sums[other_seats].to_numpy(float))
    return product


def _key(one: str, other: str) -> str:
    first, second = sorted((one, other), key=_COLUMNS.index)
    return f"{first}*{second}"


def balance(
    pairs: pd.DataFrame,
    by: Sequence[str],
    players: int,
    unit: float,
    comparisons: int = 1,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return how far the groups' shares of wins lie from the fair share under base and variant, and the change.

    Parameters
    ----------
    pairs : pandas.DataFrame
        Pairs of wins, with their blocks.
    by : sequence of str
        Columns that make a group.
    players : int
        Players a game; the fair share is 1 / players.
    unit : float
        How many of the units counted make one win.
    comparisons : int
        Number of variants that are looked at together.
    confidence : float
        Of each interval; the corrected one of the change covers for all variants at once.

    Returns
    -------
    pandas.DataFrame
        One row: n_games, n_groups, base, base_low, base_high, variant, variant_low, variant_high (the balance index,
        in shares of wins), change (variant - base) with ci_low, ci_high, family_low, family_high, and verdict.

    Notes
    -----
    The index is the root mean square deviation of the groups' shares of wins from the fair share, 0 where all are fair.
    Chance alone makes it larger, so each group's sampling variance is taken from its squared deviation before the mean
    (Cochran 1977); what falls below 0 counts as 0. The variance of the mean square, and of its change, is the
    jackknife's over blocks of games (Efron and Stein 1981), which errs on the wide side close to 0. The interval of the
    change is that of the difference D of the two mean squares: a difference of indices is D over their sum, and never
    more than the root of D. Intervals are cut off at what is possible, 0 and 1 - 1 / players; a few games whose blocks
    all say the same give none.
    """
    of_block = _block_sums(pairs, by)
    whole = _mean_squares(of_block.sum(axis=0, keepdims=True), players, unit)[0]
    without = _mean_squares(of_block.sum(axis=0) - of_block, players, unit)
    blocks = len(of_block)
    spread = [_jackknife(values) for values in (without[:, 0], without[:, 1], without[:, 1] - without[:, 0])]
    plain = _quantile(blocks, confidence)
    index, farthest = np.sqrt(np.maximum(whole, 0.0)), 1.0 - 1.0 / players
    exact = bool((pairs["base"] == pairs["variant"]).all() and (pairs["seats_base"] == pairs["seats_variant"]).all())
    row: dict[str, Any] = {
        "n_games": int((pairs["seats_base"] * pairs["games"]).sum()) // players,
        "n_groups": of_block.shape[1],
    }
    for place, arm in enumerate(("base", "variant")):
        half = plain * (spread[place] or np.nan)
        ends = np.sqrt(np.clip(whole[place] + np.array([-half, half]), 0.0, farthest**2))
        row |= {arm: index[place], f"{arm}_low": ends[0], f"{arm}_high": ends[1]}
    change = whole[1] - whole[0]
    row |= {"change": index[1] - index[0]}
    corrected = sidak(confidence, comparisons)
    for name, quantile in (("ci", plain), ("family", _quantile(blocks, corrected))):
        half = quantile * (spread[2] or np.nan)
        ends = [difference_of_indices(change + side * half, index.sum()) for side in (-1.0, 1.0)]
        if exact:
            ends = unseen_change(float(of_block[:, :, 1].sum(axis=0).min()), confidence if name == "ci" else corrected)
        row |= {f"{name}_low": max(ends[0], -farthest), f"{name}_high": min(ends[1], farthest)}
    verdict = WORSE if row["family_low"] > 0.0 else BETTER if row["family_high"] < 0.0 else UNCLEAR
    return pd.DataFrame([row | {"verdict": SAME if exact else verdict}])


_OF_ARM = {
    arm: (arm, f"seats_{arm}", f"{arm}*{arm}", f"{arm}*seats_{arm}", f"seats_{arm}*seats_{arm}") for arm in _ARMS
}
"""The sums that the mean square of one ruleset needs."""


def _block_sums(pairs: pd.DataFrame, by: Sequence[str]) -> Floats:
    """Return the sums of `_OF_ARM`, float64[block, group, sum of the base and then of the variant]."""
    sums = _moments(pairs, ["block", *by]).set_index(["block", *by])
    columns = [sums[name].unstack(level=list(by), fill_value=0) for arm in _ARMS for name in _OF_ARM[arm]]
    return np.stack([column.to_numpy(float) for column in columns], axis=2)


def _mean_squares(sums: Floats, players: int, unit: float) -> Floats:
    """Return the mean squared deviation from the fair share under base and variant, less what chance adds.

    `sums` are those of `_block_sums`, for any selections of games: float64[selection, group, sum]; the result is
    float64[selection, 2]. A group that did not play under a ruleset does not count there.
    """
    found = []
    for got, seats, got_got, got_seats, seats_seats in np.split(np.moveaxis(sums, 2, 0), 2):
        there = seats > 0.0
        n = np.where(there, seats, 1.0)
        mean = got / n
        noise = np.maximum(got_got - 2.0 * mean * got_seats + mean**2 * seats_seats, 0.0) / (n * unit) ** 2
        squares = (mean / unit - 1.0 / players) ** 2 - noise
        found.append(np.where(there, squares, 0.0).sum(axis=1) / np.maximum(there.sum(axis=1), 1))
    return np.stack(found, axis=1)


def unseen_change(n: float, confidence: float) -> list[float]:
    """Return how far an index may change by games of which none was among `n`: no further than a share of wins does.

    An index is a distance of shares from the fair ones, so it cannot change by more than the largest change of a share.
    """
    return [float(end) for end in bounded_interval(0.0, 0.0, max(n, 1.0), confidence, -1.0, 1.0)]


def difference_of_indices(difference: float, total: float) -> float:
    """Return the difference of two indices from that of their squares and their sum."""
    root = float(np.sqrt(abs(difference)))
    return float(np.sign(difference)) * (min(abs(difference) / total, root) if total > 0.0 else root)


def _jackknife(values: Floats) -> float:
    """Return the standard error of a statistic from its values without one block each."""
    n = len(values)
    return float(np.sqrt((n - 1.0) / n * np.sum((values - values.mean()) ** 2)))


def _quantile(blocks: int, confidence: float) -> float:
    return float(stdtrit(max(blocks - 1.0, 1.0), 0.5 + confidence / 2.0)) if blocks > 1 else float("nan")


def saving(differences: pd.DataFrame) -> float:
    """Return how many times as many unpaired games would tell as much, as the median of the differences that vary."""
    ratios = differences.loc[differences["se"] > 0.0, "variance_ratio"]
    return float(ratios.median()) if len(ratios) else float("inf")
