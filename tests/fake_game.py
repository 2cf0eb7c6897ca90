"""A small made-up game, quick to play in plain Python, on which the general machinery of runs is tested."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.errors import RunFailure
from simcore.experiment import Draw, Experiment
from simcore.parts import Layout
from simcore.plan import Plan
from simcore.results import Results

DOGS = ("ajax", "bello", "caro", "dina")
HOUSES = ("north", "south")
STRATEGIES = ("bold", "meek")

ROW = np.dtype(
    [(name, np.int16) for name in ("seat", "dog", "strategy", "support_house", "total", "rank", "winners")]
    + [("points_y", np.int16, (2,))],
    align=True,
)


@dataclass(frozen=True)
class Column:
    """A column of the made-up results."""

    name: str
    kind: str
    unit: str = ""
    meaning: str = "Made up."


COLUMNS = (
    Column("game", "game"),
    Column("seat", "number"),
    Column("dog", "dog"),
    Column("strategy", "strategy"),
    Column("support_house", "house"),
    Column("total", "number", "VP"),
    Column("rank", "number"),
    Column("win_share", "share"),
    Column("points_y1", "number", "VP"),
    Column("points_y2", "number", "VP"),
)


def column_values(rows: NDArray[Any], name: str) -> NDArray[np.int16]:
    """Return a column's numbers as a view into the records."""
    if name.startswith("points_y"):
        return rows["points_y"][:, int(name[-1]) - 1]
    return rows[name]


def layout(players: int = 3) -> Layout:
    """Return the layout of the results."""
    return Layout(COLUMNS, {"dog": DOGS, "strategy": STRATEGIES, "house": HOUSES}, ROW, column_values, players)


class IllegalChoice(RunFailure):
    """A made-up strategy did what it may not."""


@dataclass
class FakePlayer:
    """Plays the made-up game: points follow from seed, game, seat and line-up by a few multiplications.

    `hook` is called before each game with its index and the control array, and may raise or wait.
    """

    seed: int
    hook: Callable[[int, NDArray[np.int64]], None] = field(default=lambda game, control: None)

    def play(
        self,
        first_game: int,
        line_up_dogs: NDArray[np.int64],
        line_up_strategies: NDArray[np.int64],
        rows: NDArray[Any],
        control: NDArray[np.int64],
    ) -> int:
        players = line_up_dogs.shape[1]
        for i in range(len(line_up_dogs)):
            game = first_game + i
            self.hook(game, control)
            self._fill(rows[i * players : (i + 1) * players], game, line_up_dogs[i], line_up_strategies[i])
            control[1] = i + 1
            if control[0]:
                return i + 1
        return len(line_up_dogs)

    def stuck(self, control: NDArray[np.int64], seconds: float) -> Exception | None:
        return None

    def _fill(self, rows: NDArray[Any], game: int, dogs: NDArray[np.int64], strategies: NDArray[np.int64]) -> None:
        seats = np.arange(len(rows))
        points = (self.seed * 31 + game * 17 + dogs * 7 + strategies * 5 + seats * 3) % 11
        rows["seat"], rows["dog"], rows["strategy"] = seats, dogs, strategies
        rows["support_house"] = (game + seats) % len(HOUSES)
        rows["points_y"][:, 0], rows["points_y"][:, 1] = points, -points * 200
        rows["total"] = points
        rows["rank"] = 1 + (points[None, :] > points[:, None]).sum(axis=1)
        rows["winners"] = (points == points.max()).sum()


def wait_for_stop(control: NDArray[np.int64]) -> None:
    """Return once the player was told to stop."""
    while not control[0]:
        os.sched_yield()


def experiment(games: int = 1_000, seed: int = 5) -> Experiment:
    """Return an experiment with the made-up game."""
    return Experiment(
        name="made_up",
        question="Does it work?",
        game="dogs",
        ruleset="base",
        folder=Path("experiments"),
        players=3,
        short=False,
        games=games,
        seed=seed,
        dogs=Draw("balanced", DOGS),
        strategies=Draw("random", STRATEGIES),
    )


def plan(games: int = 1_000, seed: int = 5, **changes: Any) -> Plan:
    """Return a plan to play the made-up game; `hook` is the player's, other changes are the plan's."""
    asked = experiment(games, seed)
    hook = changes.pop("hook", None)
    parts: dict[str, Any] = {
        "experiment": asked,
        "design": asked.design(DOGS),
        "player": FakePlayer(seed, hook) if hook else FakePlayer(seed),
        "layout": layout(),
        "ruleset": {"name": "base", "title": "Made up", "hash": "00", "provenance": {}},
        "years": 2,
        "strategy_params": {"bold": {"nerve": 1.0}, "meek": {}},
        "behaviour": "1",
        "command": "simcore run made_up",
        "go_on": "simcore run made_up --resume",
    }
    return Plan(**parts | changes)


def same(results: Results, expected: pa.Table) -> bool:
    """Say whether results hold exactly these rows, however they are split into parts."""
    return bool(results.table().combine_chunks().equals(expected.combine_chunks()))
