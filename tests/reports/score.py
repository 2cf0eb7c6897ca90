"""Score intervals of counts by another way than the code's: the roots of their defining equation."""

from __future__ import annotations

import numpy as np


def score_ends(mean: float, error: float, quantile: float) -> tuple[float, float]:
    """Return both m with (mean - m)^2 = quantile^2 error^2 m / mean."""
    k = quantile**2 * error**2 / mean
    low, high = sorted(np.roots([1.0, -(2.0 * mean + k), mean**2]).real)
    return float(low), float(high)
