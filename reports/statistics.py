"""Intervals for shares of wins and for mean scores: formulas only, numbers or Series in, numbers or Series out.

References
----------
Brown, Cai and DasGupta (2001), Interval estimation for a binomial proportion, Statistical Science 16, 101-133.
Cochran (1977), Sampling Techniques, 3rd ed., chapters 6 and 9A (ratio estimators, single-stage clusters).
Franco, Little, Louis and Slud (2019), Comparative study of confidence intervals for proportions in complex sample
surveys, Journal of Survey Statistics and Methodology 7, 334-364.
Kott (2017), A note on Wilson coverage intervals for proportions estimated from complex samples, Survey Methodology 43.
Šidák (1967), Rectangular confidence regions for the means of multivariate normal distributions, JASA 62, 626-633.
Wilson (1927), Probable inference, the law of succession, and statistical inference, JASA 22, 209-212.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri, stdtrit

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


def mean_interval(mean: Numbers, sd: Numbers, n: Numbers, confidence: float) -> tuple[Numbers, Numbers]:
    """Return Student's interval of the mean of `n` independent values; not a number where n = 1.

    Examples
    --------
    >>> low, high = mean_interval(40.0, 8.0, 100.0, 0.95)
    >>> print(f"{low:.3f} to {high:.3f}")
    38.413 to 41.587
    """
    freedom = np.maximum(n - 1.0, 1.0)
    quantile = np.where(n > 1.0, stdtrit(freedom, 0.5 + confidence / 2.0), np.nan)
    half = quantile * sd / np.sqrt(n)
    return mean - half, mean + half


def verdicts(low: npt.ArrayLike, high: npt.ArrayLike, fair: float) -> npt.NDArray[np.str_]:
    """Return "above", "below" or "not distinguishable" (from `fair`) for each interval low..high.

    Examples
    --------
    >>> [str(verdict) for verdict in verdicts([0.26, 0.24], [0.28, 0.26], 0.25)]
    ['above', 'not distinguishable']
    """
    above, below = np.asarray(low) > fair, np.asarray(high) < fair
    return np.select([above, below], ["above", "below"], "not distinguishable")
