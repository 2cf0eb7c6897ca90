"""Made-up games with components and scores by Year, in which what each thing is worth is known."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pandas as pd

DOGS = ("a", "b", "c", "d")
CARDS = ("dealt_x", "dealt_y", "dealt_z")
COPIES = (3, 4, 5)
SPACES = ("space_1_1", "space_1_2", "space_1_3")

Integers = npt.NDArray[np.int64]


def games(
    n: int,
    seed: int,
    *,
    players: int = 3,
    worth: Mapping[str, float] | None = None,
    well_off: float = 0.0,
    noise: float = 6.0,
) -> pd.DataFrame:
    """Return rows of n games, seat by seat.

    Parameters
    ----------
    worth : mapping, optional
        Column -> VP for each.
    well_off : float
        VP that a seat has beforehand for each time that it then takes space_1_1: what an association picks up and an
        effect does not.
    noise : float
        Standard deviation of a seat's score, and of what all seats of a game have in common.
    """
    rng = np.random.default_rng(seed)
    shape = (n, players)
    columns: dict[str, npt.NDArray[np.float64] | Integers] = {}
    for place, name in enumerate(SPACES):
        columns[name] = rng.poisson(0.6 + 0.3 * place, shape)
    hands = [rng.permutation(np.repeat(np.arange(3), COPIES))[: 2 * players].reshape(players, 2) for _ in range(n)]
    for place, name in enumerate(CARDS):
        columns[name] = (np.array(hands) == place).sum(axis=2)
    dog = np.argsort(rng.random((n, len(DOGS))), axis=1)[:, :players]
    strategy = rng.integers(0, 2, shape)
    score = rng.normal(40.0, noise, (n, 1)) + rng.normal(0.0, noise, shape) + 2.0 * dog + 3.0 * strategy
    score += well_off * columns["space_1_1"]
    for name, vp in (worth or {}).items():
        score += vp * columns[name]
    total = np.rint(score).astype(np.int64)
    best = total == total.max(axis=1, keepdims=True)
    return pd.DataFrame(
        {
            "seat": np.tile(np.arange(players), n),
            "dog": pd.Categorical(np.array(DOGS)[dog.ravel()], categories=list(DOGS)),
            "strategy": pd.Categorical(np.array(["s", "uniform"])[strategy.ravel()], categories=["s", "uniform"]),
            "support": 2 * rng.integers(-2, 4, n * players),
            "win_share": (best / best.sum(axis=1, keepdims=True)).ravel().astype(np.float32),
            "total": total.ravel(),
            **{name: values.ravel() for name, values in columns.items()},
        }
    )
