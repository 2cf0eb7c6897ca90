"""Synthetic results folders: made-up games with known effects, written in the format of real ones."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from simcore.dogs.rows import columns
from simcore.dogs.ruleset_words import READINGS

DOGS = ("blackmane", "macbeth", "omalley", "nameless_conqueror", "stormcrow")
HOUSES = ("harlow", "tornborn", "bastiani", "hackett", "talbot", "mallory")
YEARS = 4
PARTS = ("tokens", "influence", "support", "coins", "cards")
_MEANS = {"tokens": 16.0, "influence": 12.0, "support": 3.0, "coins": 2.0, "cards": 3.0}


@dataclass(frozen=True)
class Design:
    """What a made-up run plays: who, how often, and the effects in VP that are planted."""

    players: int = 4
    games: int = 1_000
    seed: int = 1
    dogs: tuple[str, ...] = DOGS
    strategies: tuple[str, ...] = ("greedy",)
    dog_effects: Mapping[str, float] = field(default_factory=dict)
    strategy_effects: Mapping[str, float] = field(default_factory=dict)


def line_ups(design: Design) -> tuple[np.ndarray, np.ndarray]:
    """Return Dogs and strategies of every game, int64[games, players] each, balanced block by block."""
    choices = np.array(list(itertools.permutations(range(len(design.dogs)), design.players)))
    assignments = np.array(list(itertools.product(range(len(design.strategies)), repeat=design.players)))
    rank = np.arange(design.games) % (len(choices) * len(assignments))
    return choices[rank % len(choices)], assignments[rank // len(choices)]


def play(design: Design) -> pd.DataFrame:
    """Return one row a game and seat, in file order, with every column of the results."""
    rng = np.random.default_rng(design.seed)
    dogs, strategies = line_ups(design)
    dog_effect = np.array([design.dog_effects.get(name, 0.0) for name in design.dogs])
    strategy_effect = np.array([design.strategy_effects.get(name, 0.0) for name in design.strategies])
    shape = dogs.shape
    lift = dog_effect[dogs] + strategy_effect[strategies]
    parts = {name: rng.poisson(mean, shape) - (name == "support") for name, mean in _MEANS.items()}
    parts["tokens"] = rng.poisson(np.maximum(_MEANS["tokens"] + lift, 0.0), shape)
    total = np.sum(list(parts.values()), axis=0)
    best = total == total.max(axis=1, keepdims=True)
    rank = 1 + (total[:, None, :] > total[:, :, None]).sum(axis=2)
    known = {
        "game": np.repeat(np.arange(design.games), design.players),
        "seat": np.tile(np.arange(design.players), design.games),
        "dog": np.array(design.dogs)[dogs].ravel(),
        "strategy": np.array(design.strategies)[strategies].ravel(),
        "support_house": np.array(HOUSES)[rng.integers(0, 6, shape)].ravel(),
        **{name: values.ravel() for name, values in parts.items()},
        "total": total.ravel(),
        "rank": rank.ravel(),
        "win_share": (best / best.sum(axis=1, keepdims=True)).ravel(),
    }
    rows = design.games * design.players
    filled = {c.name: known.get(c.name, rng.integers(0, 8, rows)) for c in columns(YEARS) if c.name not in known}
    return pd.DataFrame({**known, **filled})[[c.name for c in columns(YEARS)]]


_TYPES = {"game": pa.int64(), "number": pa.int16(), "share": pa.float32()}


def schema() -> pa.Schema:
    """Return the schema of a part: words as dictionaries, numbers as int16."""
    words = pa.dictionary(pa.int16(), pa.string())
    return pa.schema([pa.field(c.name, _TYPES.get(c.kind, words), nullable=False) for c in columns(YEARS)])


def manifest(design: Design, name: str, games_done: int, parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a manifest as a run writes it."""
    return {
        "format": 1,
        "complete": games_done == design.games,
        "experiment": {
            "name": name,
            "question": "Which Dogs win, when everybody plays alike?",
            "game": "dogs",
            "ruleset": "base",
            "players": design.players,
            "short": False,
            "games": design.games,
            "seed": design.seed,
            "dogs": {"draw": "balanced", "pool": list(design.dogs)},
            "strategies": {"draw": "balanced", "pool": list(design.strategies), "params": {}},
        },
        "experiment_hash": hashlib.sha256(name.encode()).hexdigest(),
        "game": "dogs",
        "ruleset": {
            "name": "base",
            "title": "Dogs of War, as printed",
            "hash": "0f" * 32,
            "readings": {switch: next(iter(reading.meanings)) for switch, reading in READINGS.items()},
            "provenance": {
                "setup": {"source": "rulebook", "note": "R1"},
                "readings": {"source": "reading", "note": "I1 to I6, the defaults"},
                "tiles": {"source": "assumed", "note": "C1: stand-ins for the eight printed tiles"},
                "tactic_cards": {"source": "assumed", "note": "C3: stand-in deck of 32 cards"},
            },
        },
        "players": design.players,
        "short": False,
        "games": design.games,
        "games_done": games_done,
        "seed": design.seed,
        "dogs": list(design.dogs),
        "strategies": list(design.strategies),
        "strategy_params": {strategy: {} for strategy in design.strategies},
        "houses": list(HOUSES),
        "years": YEARS,
        "columns": [vars(c) for c in columns(YEARS)],
        "parts": list(parts),
        "versions": {"simcore": "0.1.0", "python": "3.11.7", "numpy": "2.4.6", "numba": "0.68.1", "pyarrow": "26.0.1"},
        "git_commit": None,
        "timing": {
            "started": "2026-01-01T00:00:00+00:00",
            "seconds_wall": 1.0,
            "seconds_cpu": 2.0,
            "games_per_second": 1000.0,
            "threads": 2,
        },
    }


def write_run(folder: Path, design: Design, *, games_done: int | None = None, part_games: int = 400) -> Path:
    """Play `design` and write its results folder; stop after `games_done` games if that is given."""
    done = design.games if games_done is None else games_done
    rows = play(design)
    (folder / "parts").mkdir(parents=True)
    parts = []
    for first in range(0, done, part_games):
        end = min(first + part_games, done)
        file = f"parts/games_{first:09d}_{end:09d}.parquet"
        chunk = rows.iloc[first * design.players : end * design.players]
        pq.write_table(pa.Table.from_pandas(chunk, schema=schema(), preserve_index=False), folder / file)
        digest = hashlib.sha256((folder / file).read_bytes()).hexdigest()
        parts.append({"file": file, "first": first, "end": end, "rows": len(chunk), "sha256": digest})
    text = json.dumps(manifest(design, folder.name, done, parts), indent=1)
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    return folder
