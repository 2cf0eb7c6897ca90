"""Which findings hold under other rules: verdicts, the order of Dogs, in how many draws each holds. Frame in and out.

References
----------
Berger and Hsu (1996), Bioequivalence trials, intersection-union tests and equivalence confidence sets, Statistical
Science 11, 283-319.
Clopper and Pearson (1934), The use of confidence or fiducial limits illustrated in the case of the binomial, Biometrika
26, 404-413.
Cochran (1977), Sampling Techniques, 3rd ed., chapter 6 (ratio estimators).
DerSimonian and Laird (1986), Meta-analysis in clinical trials, Controlled Clinical Trials 7, 177-188.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.stats import kendalltau

from reports.compare_summaries import BETTER, SAME, UNCLEAR, WORSE, difference_of_indices, unseen_change
from reports.counts import WIN
from reports.equivalence import BALANCED, STRONG, UNDECIDED, WEAK
from reports.statistics import bounded_interval, exact_interval, mean_interval, normal_quantile, sidak

CONFIDENCE = 0.95
"""Confidence of every interval, unless told otherwise."""

ABOVE, BELOW = "above", "below"
"""Verdicts on a pair: the first wins more than the other, or less."""

DECIDED = (STRONG, BALANCED, WEAK, ABOVE, BELOW)
"""All verdicts but UNDECIDED."""

ALL, MOST, SOME, NONE, OPEN = "in all", "in most", "in some", "in none", "open"
"""How widely a finding holds; where the base is undecided there is none, and it is open."""

Floats = npt.NDArray[np.float64]


def judged(shares: pd.DataFrame, margin: float) -> pd.DataFrame:
    """Return shares of wins with a verdict against a margin around the fair share, by their corrected intervals.

    Parameters
    ----------
    shares : pandas.DataFrame
        As `reports.summaries.win_shares` returns it; all its rows are one family.
    margin : float
        Difference from the fair share that still counts as balanced, in shares of wins, above 0.

    Returns
    -------
    pandas.DataFrame
        The same with verdict STRONG (the interval lies above the margin), WEAK, BALANCED (it lies within) or UNDECIDED
        (Berger and Hsu 1996). Its intervals are two-sided, so that it is a little stricter than
        `reports.equivalence.equivalence`.
    """
    low, high = (shares[f"family_{end}"] - shares["fair"] for end in ("low", "high"))
    cases = [low > margin, high < -margin, (low > -margin) & (high < margin)]
    return shares.assign(verdict=np.select(cases, [STRONG, WEAK, BALANCED], UNDECIDED))


def covariances(moments: pd.DataFrame) -> tuple[list[Any], Floats, Floats]:
    """Return the groups of a tally, their shares of wins, and the covariances of these, float64[groups, groups].

    A group sits on at most one seat of a game; groups without a seat are left out.

    Notes
    -----
    Cov(p_i, p_j) = sum over games of r_i r_j / (seats_i seats_j) with r = wins - p seats (Cochran 1977, chapter 6).
    """
    groups = list(dict.fromkeys(moments["group"]))
    k = len(groups)
    shape = {name: moments[name].to_numpy(float).reshape(k, k) for name in ("won_won", "won_seats", "seats_seats")}
    there = np.diag(shape["seats_seats"]) > 0.0
    won_won, won_seats, seats_seats = (matrix[np.ix_(there, there)] for matrix in shape.values())
    seats, share = np.diag(seats_seats), np.diag(won_seats) / np.diag(seats_seats) / WIN
    crossed = won_seats * share[None, :] / WIN
    residuals = won_won / WIN**2 - crossed - crossed.T + np.outer(share, share) * seats_seats
    return [g for g, is_there in zip(groups, there, strict=True) if is_there], share, residuals / np.outer(seats, seats)


def orders(moments: pd.DataFrame, by: Sequence[str], confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return the difference of the shares of wins of every two groups, within each ruleset.

    Parameters
    ----------
    moments : pandas.DataFrame
        As `reports.robust_counts.Tally` has them, with the columns of `by`.
    by : sequence of str
        Columns that name a ruleset.
    confidence : float
        Of all intervals of the frame together.

    Returns
    -------
    pandas.DataFrame
        A row a ruleset and pair: the columns of `by`, first, second, difference (first - second), se, family_low,
        family_high (Šidák over all rows), verdict ABOVE, BELOW or UNDECIDED.
    """
    rows = []
    for key, group in moments.groupby(list(by), sort=False):
        names, share, covariance = covariances(group)
        seats = _seats(group)
        for one, other in combinations(range(len(names)), 2):
            variance = covariance[one, one] + covariance[other, other] - 2.0 * covariance[one, other]
            pair = (names[one], names[other], share[one] - share[other], float(np.sqrt(max(variance, 0.0))))
            rows.append((*key, *pair, min(seats[one], seats[other])))
    table = pd.DataFrame(rows, columns=[*by, "first", "second", "difference", "se", "n"])
    level, n = sidak(confidence, max(len(table), 1)), table.pop("n").to_numpy(float)
    low, high = bounded_interval(table["difference"].to_numpy(), table["se"].to_numpy(), n, level, -1.0, 1.0)
    table = table.assign(family_low=low, family_high=high)
    cases = [table["family_low"] > 0.0, table["family_high"] < 0.0]
    return table.assign(verdict=np.select(cases, [ABOVE, BELOW], UNDECIDED))


def _seats(moments: pd.DataFrame) -> Floats:
    """Return the seats of each group that has some."""
    own = moments.loc[moments["group"] == moments["other"], "seats_seats"].to_numpy(float)
    return own[own > 0.0]


def holding(verdicts: pd.DataFrame, by: Sequence[str], confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return in how many of the other rulesets the base's verdicts hold.

    Parameters
    ----------
    verdicts : pandas.DataFrame
        Columns kind ("base", "draw" or "reading"), verdict and those of `by`; one base row a finding.
    by : sequence of str
        Columns that name a finding.
    confidence : float
        Of each interval, and of all corrected ones of the same kind together.

    Returns
    -------
    pandas.DataFrame
        A row a finding and kind: the columns of `by`, kind, finding (the base's verdict), n (rulesets of the kind),
        holds (in which the verdict is the same), undecided, otherwise (decided, and not as in the base), verdicts (the
        decided ones and how often each was given, as text), share (holds / n), ci_low, ci_high, family_low,
        family_high, and extent (ALL, MOST: more than half, SOME, NONE or OPEN).

    Notes
    -----
    Draws are a random sample of what might be printed, so their share has an interval: that of Clopper and Pearson
    (1934), which never covers less than it says. Readings are no sample; theirs is not a number. Where the base itself
    is undecided, "holds" counts the undecided.
    """
    own = verdicts[verdicts["kind"] == "base"]
    base = dict(zip(own[list(by)].itertuples(index=False, name=None), own["verdict"], strict=True))
    rest = verdicts[verdicts["kind"] != "base"]
    rows: list[dict[str, Any]] = []
    for key, group in rest.groupby([*by, "kind"], sort=False, observed=True):
        finding = base[tuple(key[:-1])]
        same = group["verdict"] == finding
        unsure = (group["verdict"] == UNDECIDED) & ~same
        told = ", ".join(f"{word} in {n}" for word in DECIDED if (n := int((group["verdict"] == word).sum())))
        held, n_unsure = int(same.sum()), int(unsure.sum())
        rest_of = {"undecided": n_unsure, "otherwise": len(group) - held - n_unsure, "verdicts": told}
        row: dict[str, Any] = dict(zip([*by, "kind"], key, strict=True))
        rows.append(row | {"finding": finding, "n": len(group), "holds": held} | rest_of)
    table = pd.DataFrame(rows, columns=[*by, "kind", "finding", "n", "holds", "undecided", "otherwise", "verdicts"])
    table = table.assign(share=table["holds"] / table["n"])
    sampled = (table["kind"] == "draw").to_numpy(bool)
    for name, level in (("ci", confidence), ("family", sidak(confidence, max(int(sampled.sum()), 1)))):
        low, high = exact_interval(table["holds"].to_numpy(float), table["n"].to_numpy(float), level)
        table[f"{name}_low"], table[f"{name}_high"] = np.where(sampled, low, np.nan), np.where(sampled, high, np.nan)
    holds, number = table["holds"], table["n"]
    cases = [table["finding"] == UNDECIDED, holds == number, holds * 2 > number, holds > 0]
    return table.assign(extent=np.select(cases, [OPEN, ALL, MOST, SOME], NONE))


def spread(draws: pd.DataFrame, by: str, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return how much groups' shares of wins differ between draws, chance within a draw taken off.

    Parameters
    ----------
    draws : pandas.DataFrame
        A row a draw and group: the column `by`, win_share, se, fair.
    by : str
        Column that names the group.
    confidence : float
        Of the interval of the mean.

    Returns
    -------
    pandas.DataFrame
        A row a group: n (draws), mean, ci_low, ci_high (of the mean over all draws that might be made),
        least, greatest (of the draws), sd (between draws, less what chance within them adds; DerSimonian and Laird
        1986 with equal weights), fair.
    """
    grouped = draws.assign(variance=draws["se"] ** 2).groupby(by, sort=False)
    table = grouped.agg(
        n=("win_share", "size"),
        mean=("win_share", "mean"),
        least=("win_share", "min"),
        greatest=("win_share", "max"),
        total=("win_share", "var"),
        chance=("variance", "mean"),
        fair=("fair", "first"),
    ).reset_index()
    low, high = mean_interval(table["mean"], np.sqrt(table["total"]), table["n"].astype(float), confidence, 0.0, 1.0)
    sd = np.sqrt((table["total"] - table["chance"]).clip(lower=0.0))
    return table.drop(columns=["total", "chance"]).assign(ci_low=low, ci_high=high, sd=sd)


def agreement(shares: pd.DataFrame, by: str) -> pd.DataFrame:
    """Return how alike each ruleset orders the groups to the base: Kendall's tau, the first and the last.

    Parameters
    ----------
    shares : pandas.DataFrame
        Columns case, kind, win_share and `by`.
    by : str
        Column that names the group.

    Returns
    -------
    pandas.DataFrame
        A row a ruleset: case, kind, tau (1: the same order, -1: turned round), most, least (groups, by estimate).
    """
    wide = shares.pivot_table(index="case", columns=by, values="win_share", sort=False, observed=True)
    kinds = shares.drop_duplicates("case").set_index("case")["kind"]
    base = wide.to_numpy()[list(kinds.reindex(wide.index)).index("base")]
    rows = []
    groups = list(wide.columns)
    for case, values in zip(wide.index, wide.to_numpy(), strict=True):
        tau = float(kendalltau(base, values).statistic)
        rows.append((case, kinds[case], tau, groups[int(values.argmax())], groups[int(values.argmin())]))
    return pd.DataFrame(rows, columns=["case", "kind", "tau", "most", "least"])


def unfairness(moments: pd.DataFrame, groups: Sequence[Any], players: int) -> tuple[float, float]:
    """Return the mean squared deviation of chosen groups' shares from the fair share, and its standard error.

    Parameters
    ----------
    moments : pandas.DataFrame
        As `reports.robust_counts.Tally` has them.
    groups : sequence
        The groups that are to be fair.
    players : int
        Players a game; the fair share is 1 / players.

    Returns
    -------
    square, se : float
        The mean of (p - fair)^2 less the sampling variance of p, which makes it unbiased and perhaps below 0.
    """
    return _quadratic(moments, {group: 1.0 / len(groups) for group in groups}, players)


def _quadratic(moments: pd.DataFrame, weights: Mapping[Any, float], players: int) -> tuple[float, float]:
    """Return a weighted sum of squared deviations from the fair share without bias, and its standard error.

    Notes
    -----
    With deviations d of covariance C and weights A (a diagonal), d'Ad has the variance 4 d'ACAd + 2 tr(ACAC) for a
    normal d; the first term is estimated by itself less its own bias 4 tr(ACAC), or 0. The second is what is left
    where all are fair, and what linear methods overlook there.
    """
    names, share, covariance = covariances(moments)
    a = np.array([weights.get(name, 0.0) for name in names])
    deviation = share - 1.0 / players
    noise = float(np.sum((a[:, None] * covariance) * (a[:, None] * covariance).T))
    lean = a * deviation
    linear = max(float(lean @ covariance @ lean) - noise, 0.0)
    square = float(np.sum(a * (deviation**2 - np.diag(covariance))))
    return square, float(np.sqrt(max(4.0 * linear + 2.0 * noise, 0.0)))


def change_of_unfairness(
    moments: pd.DataFrame, dogs: Sequence[str], players: int, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Return how far chosen Dogs lie from fair by two rulesets, and the change.

    Parameters
    ----------
    moments : pandas.DataFrame
        As `reports.robust_counts.paired_tally` has them.
    dogs : sequence of str
        The Dogs that are to be fair; one will do.
    players : int
        Players a game.
    confidence : float
        Of each interval.

    Returns
    -------
    pandas.DataFrame
        One row: base and variant (root of the mean squared deviation, in shares of wins), change (variant - base), each
        with _low and _high, and verdict, as of `reports.compare_summaries.balance`.

    Notes
    -----
    `balance` takes its intervals from a jackknife, which sees no variance in a single Dog that is fair; these are of a
    quadratic form (see `_quadratic`), on the scale of the squares. They are cut off at what is possible, 0 and
    1 - 1 / players. Games that tell no variance, like a single one, give none. Games that were all the same do not
    prove that no game would differ, so the change has an interval then, too (`unseen_change`).
    """
    one, farthest = 1.0 / len(dogs), 1.0 - 1.0 / players
    z = normal_quantile(confidence)
    row: dict[str, Any] = {}
    for side in ("base", "variant"):
        square, se = _quadratic(moments, {(side, dog): one for dog in dogs}, players)
        ends = np.sqrt(np.clip(square + np.array([-z, z]) * (se or np.nan), 0.0, farthest**2))
        row |= {side: float(np.sqrt(max(square, 0.0))), f"{side}_low": ends[0], f"{side}_high": ends[1]}
    weights = {(side, dog): sign for side, sign in (("base", -one), ("variant", one)) for dog in dogs}
    same = all(_same_in_every_game(moments, dog) for dog in dogs)
    if same:
        change_ends = unseen_change(_least_seats(moments, dogs), confidence)
    else:
        change, se = _quadratic(moments, weights, players)
        half, total = z * (se or np.nan), row["base"] + row["variant"]
        change_ends = [difference_of_indices(change + sign * half, total) for sign in (-1.0, 1.0)]
    low, high = (float(np.clip(end, -farthest, farthest)) for end in change_ends)
    row |= {"change": row["variant"] - row["base"], "change_low": low, "change_high": high}
    told = WORSE if row["change_low"] > 0.0 else BETTER if row["change_high"] < 0.0 else UNCLEAR
    return pd.DataFrame([row | {"verdict": SAME if same else told}])


def _least_seats(moments: pd.DataFrame, dogs: Sequence[str]) -> float:
    """Return the seats by the variant of the Dog that had fewest."""
    own = moments[moments["group"] == moments["other"]]
    seats = dict(zip(own["group"], own["seats_seats"], strict=True))
    return float(min(seats["variant", dog] for dog in dogs))


def _same_in_every_game(moments: pd.DataFrame, dog: str) -> bool:
    """Say whether a Dog won the same on as many seats in every game: the squared differences add up to 0, exactly."""
    sides = [("base", dog), ("variant", dog)]
    rows = moments[moments["group"].isin(sides) & moments["other"].isin(sides)]
    sign = np.where(rows["group"] == rows["other"], 1, -1)
    return all(int((rows[product] * sign).sum()) == 0 for product in ("won_won", "seats_seats"))
