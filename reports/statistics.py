"""Intervals for shares of wins and for mean scores: formulas only, numbers or Series in, numbers or Series out.

An interval never leaves the range that its value can have, however few the games: score intervals (Wilson's and its
kin) end within it by themselves, so nothing is cut off. Nor is one ever without width because few games agree.

References
----------
Brown, Cai and DasGupta (2001), Interval estimation for a binomial proportion, Statistical Science 16, 101-133.
Clopper and Pearson (1934), The use of confidence or fiducial limits illustrated in the case of the binomial, Biometrika
26, 404-413.
Cochran (1977), Sampling Techniques, 3rd ed., chapters 6 and 9A (ratio estimators, single-stage clusters).
Franco, Little, Louis and Slud (2019), Comparative study of confidence intervals for proportions in complex sample
surveys, Journal of Survey Statistics and Methodology 7, 334-364.
Korn and Graubard (1998), Confidence intervals for proportions with small expected number of positive counts estimated
from survey data, Survey Methodology 24, 193-201.
Kott (2017), A note on Wilson coverage intervals for proportions estimated from complex samples, Survey Methodology 43.
Šidák (1967), Rectangular confidence regions for the means of multivariate normal distributions, JASA 62, 626-633.
McCullagh and Nelder (1989), Generalized Linear Models, 2nd ed., chapters 4.5 and 6.2 (variance in proportion to that
of a binomial or a Poisson number).
Wilson (1927), Probable inference, the law of succession, and statistical inference, JASA 22, 209-212.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.special import betaincinv, ndtri, stdtrit

Numbers: TypeAlias = Any
"""A number, an array or a Series of float64; a function gives back what it was given."""

PRIOR_GAMES = 4.0
"""Weight, in games, of "one seat's win or loss" in the estimate of the design effect: matters below some 100 games."""


def sidak(confidence: float, comparisons: int) -> float:
    """Return the confidence of each of several intervals that together all cover at `confidence`.

    Parameters
    ----------
    confidence : float
        Wanted for all intervals at once, in (0, 1).
    comparisons : int
        Number of intervals, at least 1.

    Returns
    -------
    float

    Notes
    -----
    Šidák (1967): for normal estimates the product of the single confidences is a lower bound of the joint one whatever
    their correlation, and a little higher than Bonferroni's. Shares of wins of the same games are correlated, since
    they sum to one.

    Examples
    --------
    >>> round(sidak(0.95, 5), 5)
    0.98979
    """
    return float(confidence ** (1.0 / comparisons))


def normal_quantile(confidence: float) -> float:
    """Return z such that a standard normal lies in -z..z with probability `confidence`.

    Examples
    --------
    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    return float(ndtri(0.5 + confidence / 2.0))


def design_effect(share: Numbers, n: Numbers, residual_squares: Numbers, games: Numbers) -> Numbers:
    """Return the variance of a share of wins, relative to that of `n` independent wins or losses.

    Parameters
    ----------
    share : float
        Sum of wins / n, in 0..1.
    n : float
        Seats over which the share was taken, at least 1.
    residual_squares : float
        Sum over games of (wins in the game - share * seats in the game)^2.
    games : float
        Games with at least one of those seats: the independent units.

    Returns
    -------
    float
        0 to about 1: ties make it smaller (a shared win varies less), and so do several seats in one game, of which
        but one can win. `n / design_effect` is the effective sample size.

    Notes
    -----
    The linearised variance of a ratio estimator, residual_squares / n^2 (Cochran 1977, equations 6.13 and 9A), over
    share (1 - share) / n. A few games estimate it badly, so it is averaged with the value 1 (which is on the safe
    side) in the weight of `PRIOR_GAMES` games.
    """
    binomial = n * share * (1.0 - share)
    safe = np.where(binomial > 0.0, binomial, 1.0)
    estimated = np.where(binomial > 0.0, residual_squares / safe, 1.0)
    return (estimated * games + PRIOR_GAMES) / (games + PRIOR_GAMES)


def share_interval(share: Numbers, effective_n: Numbers, confidence: float) -> tuple[Numbers, Numbers]:
    """Return the Wilson score interval of a share.

    Parameters
    ----------
    share : float
        Estimate, 0..1.
    effective_n : float
        Number of independent wins or losses that tell as much (see `design_effect`), above 0.
    confidence : float
        In (0, 1).

    Returns
    -------
    low, high : float
        Within 0..1, and never without width, even where nobody or everybody won.

    Notes
    -----
    Wilson (1927); recommended for small n by Brown, Cai and DasGupta (2001), and with the effective sample size of
    clustered data by Franco et al. (2019) and Kott (2017).

    Examples
    --------
    >>> low, high = share_interval(0.25, 1000.0, 0.95)
    >>> print(f"{low:.4f} to {high:.4f}")
    0.2242 to 0.2778
    """
    z2 = normal_quantile(confidence) ** 2
    shrink = 1.0 + z2 / effective_n
    centre = (share + z2 / (2.0 * effective_n)) / shrink
    half = np.sqrt(z2 * (share * (1.0 - share) / effective_n + z2 / (4.0 * effective_n**2))) / shrink
    return np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)


def exact_interval(hits: Numbers, n: Numbers, confidence: float) -> tuple[Numbers, Numbers]:
    """Return the interval of Clopper and Pearson (1934) of a share, which never covers less than it says, on any side.

    `hits` and `n` need not be whole: with an effective number of games it is that of Korn and Graubard (1998).

    Examples
    --------
    >>> low, high = exact_interval(20.0, 20.0, 0.95)
    >>> print(f"{low:.3f} to {high:.3f}")
    0.832 to 1.000
    """
    tail, missed = (1.0 - confidence) / 2.0, n - hits
    low = np.where(hits > 0.0, betaincinv(np.where(hits > 0.0, hits, 1.0), missed + 1.0, tail), 0.0)
    high = np.where(missed > 0.0, betaincinv(hits + 1.0, np.where(missed > 0.0, missed, 1.0), 1.0 - tail), 1.0)
    return low, high


def bounded_interval(
    value: Numbers, error: Numbers, n: Numbers, confidence: float, least: Numbers = 0.0, most: Numbers = 1.0
) -> tuple[Numbers, Numbers]:
    """Return Wilson's interval of a mean of wins, or of differences of wins, whose standard error is known.

    Parameters
    ----------
    value, error : float
        The estimate, within least..most, and its standard error; not a number where that is not known.
    n : float
        Games that it rests on.
    confidence : float
        In (0, 1).
    least, most : float
        The range of what one game can give: 0 and 1 for a share of wins, -1 and 1 for a difference of two.

    Returns
    -------
    low, high : float
        Within least..most.

    Notes
    -----
    `share_interval` of where the value lies between least and most, with the number of yes-or-no games that have the
    same error. As in `design_effect`, the largest error that a value of the range can have counts for `PRIOR_GAMES`
    games, so that a few games that all went alike do not seem certain; it is also taken where the error is 0 or unknown
    and the value at an end.

    Examples
    --------
    Twice in two games the variant won and the base did not:

    >>> low, high = bounded_interval(1.0, 0.0, 2.0, 0.95, -1.0, 1.0)
    >>> print(f"{low:.2f} to {high:.2f}")
    -0.32 to 1.00
    """
    width = most - least
    share = (value - least) / width
    binomial = share * (1.0 - share)
    known = (binomial > 0.0) & np.isfinite(error)
    effect = np.where(known, np.nan_to_num(error / width) ** 2 * n / np.where(known, binomial, 1.0), 1.0)
    low, high = share_interval(share, n * (n + PRIOR_GAMES) / (effect * n + PRIOR_GAMES), confidence)
    return least + width * low, least + width * high


def range_interval(
    value: Numbers,
    error: Numbers,
    n: Numbers,
    confidence: float,
    freedom: Numbers,
    least: Numbers = -np.inf,
    most: Numbers = np.inf,
) -> tuple[Numbers, Numbers]:
    """Return the interval of a mean whose values lie in a range that may be open: Student's, kept within that range.

    Parameters
    ----------
    value, error : float
        The estimate and its standard error.
    n : float
        Games that it rests on.
    confidence : float
        In (0, 1).
    freedom : float
        Degrees of freedom of the error.
    least, most : float
        The range; most may be infinite, and least as well if most is.

    Returns
    -------
    low, high : float
        Not a number where there is no degree of freedom and the range is open.

    Notes
    -----
    Without an end, Student's interval. With one, the score interval of a variance in proportion to V(m) = m - least
    (like a Poisson number's), with two to V(m) = (m - least) (most - m) / (most - least) (a binomial one's), the
    factor being what the error tells (McCullagh and Nelder 1989): all m with (value - m)^2 <= t^2 error^2 V(m) /
    V(value). With many games that is Student's interval again. Where all values are the same the error is taken to be
    1 / n, as if one of them had been one off; at an end of the range it is that of a Poisson or binomial number.
    """
    told = np.asarray(freedom) >= 1.0
    quantile = np.where(told, stdtrit(np.maximum(freedom, 1.0), 0.5 + confidence / 2.0), np.nan)
    spread = np.where(np.asarray(error) <= 1e-9 * np.maximum(1.0, np.abs(value)), 1.0 / n, error)
    half = quantile * spread
    free = np.isneginf(least)
    lowest = np.where(free, 0.0, least)
    width = most - lowest
    above = value - lowest
    room = above * (1.0 - above / width)
    inside = told & (room > 0.0)
    quantile = np.where(told | np.isinf(width), quantile, normal_quantile(confidence))
    unit = np.where(np.isinf(width), 1.0, width)
    k = quantile**2 * np.where(inside, spread**2 / np.where(room > 0.0, room, 1.0), unit / n)
    root = np.sqrt(k * (k + 4.0 * np.maximum(room, 0.0)))
    share = 2.0 * (1.0 + k / width)
    low = np.where(free, value - half, lowest + np.maximum(2.0 * above + k - root, 0.0) / share)
    return low, np.where(free, value + half, lowest + (2.0 * above + k + root) / share)


def mean_interval(
    mean: Numbers, sd: Numbers, n: Numbers, confidence: float, least: Numbers = -np.inf, most: Numbers = np.inf
) -> tuple[Numbers, Numbers]:
    """Return the interval of the mean of `n` independent values of the range least..most (see `range_interval`).

    Examples
    --------
    >>> low, high = mean_interval(40.0, 8.0, 100.0, 0.95)
    >>> print(f"{low:.3f} to {high:.3f}")
    38.413 to 41.587
    >>> low, high = mean_interval(0.5, 0.7, 4.0, 0.95, least=0.0)
    >>> print(f"{low:.3f} to {high:.3f}")
    0.073 to 3.408
    """
    return range_interval(mean, sd / np.sqrt(n), n, confidence, n - 1.0, least, most)


def verdicts(low: npt.ArrayLike, high: npt.ArrayLike, fair: float) -> npt.NDArray[np.str_]:
    """Return "above", "below" or "not distinguishable" (from `fair`) for each interval low..high.

    Examples
    --------
    >>> [str(verdict) for verdict in verdicts([0.26, 0.24], [0.28, 0.26], 0.25)]
    ['above', 'not distinguishable']
    """
    above, below = np.asarray(low) > fair, np.asarray(high) < fair
    return np.select([above, below], ["above", "below"], "not distinguishable")
