"""Is a Dog balanced? Tests against a margin around the fair share, and how many games more would decide.

A wide interval that holds the fair share proves nothing, and with enough games every Dog differs from it by something.
So a verdict asks whether the difference is larger or smaller than a margin that the designer names: two one-sided
tests for "smaller" (TOST), and one-sided tests for "larger", all read off one interval.

References
----------
Schuirmann (1987), A comparison of the two one-sided tests procedure and the power approach for assessing the
equivalence of average bioavailability, Journal of Pharmacokinetics and Biopharmaceutics 15, 657-680.
Berger and Hsu (1996), Bioequivalence trials, intersection-union tests and equivalence confidence sets, Statistical
Science 11, 283-319.
Goeman, Solari and Stijnen (2010), Three-sided hypothesis testing: simultaneous testing of superiority, equivalence and
inferiority, Statistics in Medicine 29, 2117-2125.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import ndtr, ndtri

from reports.statistics import PRIOR_GAMES, exact_interval

MARGIN = 0.01
"""Difference from the fair share that still counts as balanced, unless told otherwise: one percentage point."""

ERROR = 0.05
"""Chance that any verdict of a table is wrong, at most."""

POWER = 0.80
"""Chance with which the games that are asked for would decide."""

BALANCED, STRONG, WEAK, UNDECIDED = "balanced", "too strong", "too weak", "undecided"

Floats = npt.NDArray[np.float64]


def equivalence(
    shares: pd.DataFrame, total_games: int, margin: float = MARGIN, error: float = ERROR, power: float = POWER
) -> pd.DataFrame:
    """Return for each Dog whether it is balanced, and if that is open, how many games more would decide.

    Parameters
    ----------
    shares : pandas.DataFrame
        Win shares by Dog (`reports.summaries.win_shares`): its rows are the family that is corrected for.
    total_games : int
        Games of the run, of which the Dogs took part in n_games each.
    margin : float
        Largest difference from the fair share, in shares of wins, that counts as balanced; above 0.
    error : float
        Chance that any of the frame's verdicts is wrong, at most.
    power : float
        Chance with which the games asked for would decide, if the difference really is what it is now estimated to be.

    Returns
    -------
    pandas.DataFrame
        The rows and names of `shares` with n_games, n_effective, fair, difference; low, high (the interval of the
        difference that decides); margin; verdict ("balanced": low..high lies within -margin..margin, "too strong":
        above margin, "too weak": below -margin, else "undecided"); detectable (difference at which a Dog is called too
        strong with the chance `power`); more_games (of the whole run, if the true difference is what `drawn_to_fair`
        says; 0 where decided, infinite where that is the margin itself).

    Notes
    -----
    With k Dogs each one-sided test has the level a = error / k (Bonferroni), so low..high is the interval of confidence
    1 - 2 a (Schuirmann 1987), taken from the exact interval, since Wilson's errs on one side where games are few and
    all won. Whatever a Dog's true difference is, it belongs to one of the three verdicts only, and one of the others is
    given with a chance of at most a (Goeman et al. 2010).
    """
    level = error / len(shares)
    n = shares["n_effective"].to_numpy(float)
    low, high = exact_interval(shares["win_share"].to_numpy(float) * n, n, 1.0 - 2.0 * level)
    low, high = low - shares["fair"].to_numpy(), high - shares["fair"].to_numpy()
    cases = [low > margin, high < -margin, (low > -margin) & (high < margin)]
    verdict = np.select(cases, [STRONG, WEAK, BALANCED], UNDECIDED)
    sd = standard_deviation(shares)
    likely = drawn_to_fair(shares) - shares["fair"].to_numpy()
    needed = games_needed(likely, sd, margin, level, power)
    more = np.maximum(np.ceil((needed / shares["n_games"].to_numpy() - 1.0) * total_games), 1.0)
    names = list(shares.columns[: list(shares.columns).index("n_games")])
    return shares[[*names, "n_games", "n_effective", "fair", "difference"]].assign(
        low=low,
        high=high,
        margin=margin,
        verdict=verdict,
        detectable=margin + (ndtri(1.0 - level) + ndtri(power)) * sd / np.sqrt(shares["n_games"]),
        more_games=np.where(verdict == UNDECIDED, more, 0.0),
    )


def drawn_to_fair(shares: pd.DataFrame) -> Floats:
    """Return win shares drawn a little to the fair one (by `PRIOR_GAMES`): a few games say less than they seem to."""
    effective = shares["n_effective"]
    share = (shares["win_share"] * effective + shares["fair"] * PRIOR_GAMES) / (effective + PRIOR_GAMES)
    return share.to_numpy(float)


def standard_deviation(shares: pd.DataFrame) -> Floats:
    """Return the standard deviation of a Dog's wins in one game, from win shares and their effective n.

    The shares are those of `drawn_to_fair`, so that few games without a win do not have none.
    """
    share = drawn_to_fair(shares)
    deviation: Floats = np.sqrt(share * (1.0 - share) * (shares["n_games"] / shares["n_effective"]).to_numpy(float))
    return deviation


def chance_to_decide(difference: Any, standard_error: Any, margin: float, level: float) -> Floats:
    """Return the chance of a right verdict, not "undecided", for a true difference and its estimate's standard error.

    Notes
    -----
    Within the margin m both one-sided tests must reject: P = F((m - d) / s - z) + F((m + d) / s - z) - 1, at least 0;
    beyond it P = F((|d| - m) / s - z), with F the normal distribution and z its quantile at 1 - level.
    """
    distance, quantile = np.abs(difference), ndtri(1.0 - level)
    inside = ndtr((margin - distance) / standard_error - quantile) + ndtr(
        (margin + distance) / standard_error - quantile
    )
    outside = ndtr((distance - margin) / standard_error - quantile)
    chance: Floats = np.where(distance < margin, np.maximum(inside - 1.0, 0.0), outside)
    return chance


def games_needed(difference: Any, sd: Any, margin: float, level: float, power: float = POWER) -> Floats:
    """Return the games of a Dog after which a true `difference` is decided with the chance `power`.

    Parameters
    ----------
    difference : float[n]
        True differences from the fair share.
    sd : float[n]
        Standard deviation of the wins in one game.
    margin, level : float
        Margin and level of each one-sided test.
    power : float
        Wanted chance, in (level, 1).

    Returns
    -------
    float64[n]
        Infinite where the difference is the margin itself.

    Notes
    -----
    Beyond the margin `chance_to_decide` gives n = (sd (z_level + z_power) / (|d| - m))^2. Within it the chance grows
    with n, too, and lies between those of one test with the chance `power` and with (1 + power) / 2, between which n
    is found by halving.
    """
    distance = np.abs(np.asarray(difference, float))
    gap = np.abs(distance - margin)
    with np.errstate(divide="ignore"):
        few, many = ((sd * (ndtri(1.0 - level) + ndtri(each)) / gap) ** 2 for each in (power, (1.0 + power) / 2.0))
    low, high = np.array(few, float), np.array(many, float)
    for _ in range(50):
        middle = np.where(np.isfinite(low), (low + high) / 2.0, np.inf)
        with np.errstate(invalid="ignore"):
            error = np.where(np.isfinite(middle), sd / np.sqrt(middle), 1.0)
            enough = chance_to_decide(distance, error, margin, level) >= power
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    result: Floats = np.where(distance < margin, high, few)
    return result
