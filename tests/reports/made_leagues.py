"""Made-up leagues with known pay-offs, as counts and as results folders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from reports.counts import WIN
from reports.league_counts import mix_name
from tests.reports.synthetic import Design, write_run
from tests.reports.test_runs import changed

RPS = ((0.25, 0.15, 0.35), (0.35, 0.25, 0.15), (0.15, 0.35, 0.25))
"""Pay-offs of three strategies with four players: each row's beats the one before it, as rock, paper, scissors."""


def outcomes_of(
    pay_offs: Sequence[Sequence[float]],
    n: int,
    players: int,
    rng: np.random.Generator,
    names: Sequence[str] = "abcdefgh",
) -> pd.DataFrame:
    """Return the counts of a league of one against a table: `n` games a mix, pay-offs by row alone, column table."""
    rows: list[dict[str, Any]] = []
    for i, j in ((i, j) for i in range(len(pay_offs)) for j in range(len(pay_offs)) if i != j):
        won = int(rng.binomial(n, pay_offs[i][j]))
        mix = mix_name([names[i]] + [names[j]] * (players - 1))
        for name, seats, wins in ((names[i], 1, won), (names[j], players - 1, n - won)):
            rows += [
                {"mix": mix, "strategy": name, "seats": seats, "sixtieths": WIN, "games": wins},
                {"mix": mix, "strategy": name, "seats": seats, "sixtieths": 0, "games": n - wins},
            ]
    frame = pd.DataFrame(rows)
    kept = pd.Categorical(frame["strategy"], categories=list(names[: len(pay_offs)]), ordered=True)
    return frame.assign(strategy=kept)[frame["games"] > 0].reset_index(drop=True)


def write_league(folder: Path, effects: Mapping[str, float], games: int = 9_720) -> Path:
    """Write the results of a four-player league of all mixes of three strategies, with planted effects in VP."""
    design = Design(players=4, games=games, seed=8, strategies=tuple(effects), strategy_effects=effects)
    played = write_run(folder / "played", design, part_games=2_500)

    def as_mixes(manifest: dict[str, Any]) -> None:
        manifest["experiment"]["strategies"] |= {"draw": "mixes", "mixes": "all"}

    return changed(played, folder / "league", as_mixes)
