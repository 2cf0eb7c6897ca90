"""Made-up runs of the same games by two rulesets: scores that share most of their luck, with planted differences."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import pyarrow as pa

from tests.reports.synthetic import DOGS, HOUSES, Design, line_ups

WORDS = {"dog": list(DOGS), "strategy": ["greedy", "uniform"], "support_house": list(HOUSES)}


def play_twice(
    design: Design, effects: Mapping[str, float], own_luck: float, base_effects: Mapping[str, float] | None = None
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the rows of base and variant: `effects` (VP by Dog) and `own_luck` (VP) are the variant's.

    Without effects and luck of its own the variant plays like the base, to the last point.
    """
    rng = np.random.default_rng(design.seed)
    dogs, strategies = line_ups(design)
    houses = np.argsort(rng.random((design.games, len(HOUSES))), axis=1)[:, : design.players]
    shared = rng.normal(40.0, 8.0, dogs.shape)
    found = []
    for arm, lifts in enumerate((base_effects or {}, {**(base_effects or {}), **effects})):
        lift = np.array([lifts.get(dog, 0.0) for dog in design.dogs])[dogs]
        own = rng.normal(0.0, own_luck, dogs.shape) if arm else 0.0
        found.append(_rows(design, dogs, strategies, houses, np.rint(shared + lift + own).astype(int)))
    return found[0], found[1]


def _rows(
    design: Design, dogs: np.ndarray, strategies: np.ndarray, houses: np.ndarray, total: np.ndarray
) -> pd.DataFrame:
    best = total == total.max(axis=1, keepdims=True)
    return pd.DataFrame(
        {
            "game": np.repeat(np.arange(design.games), design.players),
            "seat": np.tile(np.arange(design.players), design.games),
            "dog": np.array(design.dogs)[dogs].ravel(),
            "strategy": np.array(design.strategies)[strategies].ravel(),
            "support_house": np.array(HOUSES)[houses].ravel(),
            "total": total.ravel(),
            "win_share": (best / best.sum(axis=1, keepdims=True)).ravel().astype(np.float32),
        }
    )


def tables(rows: pd.DataFrame, design: Design, part_games: int) -> list[pa.Table]:
    """Return rows as the parts of a run, words as dictionaries."""
    size = part_games * design.players
    parts = [rows.iloc[start : start + size] for start in range(0, len(rows), size)]
    return [_encoded(pa.Table.from_pandas(part, preserve_index=False)) for part in parts]


def _encoded(table: pa.Table) -> pa.Table:
    for name in WORDS:
        place = table.column_names.index(name)
        table = table.set_column(place, name, table.column(name).dictionary_encode())
    return table
