"""The plan of a run: an experiment with everything resolved that decides its games, and what its manifest says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.experiment import Design, Experiment
from simcore.manifest import FORMAT, Manifest
from simcore.parts import Layout
from simcore.versions import git_commit, versions


class Player(Protocol):
    """Plays the games of one experiment; several threads call it at the same time."""

    def play(
        self,
        first_game: int,
        line_up_dogs: NDArray[np.int64],
        line_up_strategies: NDArray[np.int64],
        rows: NDArray[Any],
        control: NDArray[np.int64],
    ) -> int:
        """Play the games from `first_game` on, one a line-up, and return how many were played.

        It fills `rows` game by game, sets control[1] to the number of games done so far, and stops after the game in
        hand when control[0] is not zero. If it raises, the rows of the games before are good.
        """

    def stuck(self, control: NDArray[np.int64], seconds: float) -> Exception | None:
        """Return the error to raise where the `play` with this `control` has stood still for so long, else None."""


@dataclass(frozen=True)
class Plan:
    """All that a run needs.

    Parameters
    ----------
    experiment : Experiment
        What was asked for.
    design : Design
        Its line-ups.
    player : Player
        Plays its games.
    layout : Layout
        The records that the player fills, and the columns of the results. Its words have the keys "dog", "strategy"
        and "house".
    ruleset : mapping
        `name`, `title`, `hash`, `readings` and `provenance` of the ruleset (see `simcore.manifest`).
    years : int
        Years of a game.
    strategy_params : mapping
        Strategy -> {parameter: value} for those taking part, defaults included; {Dog: value} where Dogs differ.
    behaviour : str
        Hash of the code that decides the games (see `simcore.versions.behaviour`).
    command, go_on : str
        Command that plays the run from nothing, and the one that goes on with it after a stop.
    strategy_files : mapping
        Strategy -> {"path": ..., "sha256": ...} for those that are files of the user's.
    """

    experiment: Experiment
    design: Design
    player: Player
    layout: Layout
    ruleset: Mapping[str, Any]
    years: int
    strategy_params: Mapping[str, Mapping[str, Any]]
    behaviour: str
    command: str
    go_on: str
    strategy_files: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def run_hash(self) -> str:
        """Identity of the run: the same for results that may be continued with this plan."""
        return identity_hash(self.manifest([], {}))

    def manifest(self, parts: Sequence[Mapping[str, Any]], timing: Mapping[str, Any]) -> Manifest:
        """Return the manifest of results that hold `parts`, without what identifies sources and run."""
        experiment, words = self.experiment, self.layout.words
        games_done = sum(part["end"] - part["first"] for part in parts)
        complete = games_done == experiment.games
        return {
            "format": FORMAT,
            "complete": complete,
            "experiment": experiment.content(),
            "experiment_hash": experiment.hash(),
            "game": experiment.game,
            "ruleset": dict(self.ruleset),
            "players": experiment.players,
            "short": experiment.short,
            "games": experiment.games,
            "games_done": games_done,
            "seed": experiment.seed,
            "dogs": list(words["dog"]),
            "strategies": list(words["strategy"]),
            "strategy_params": {name: dict(values) for name, values in self.strategy_params.items()},
            "strategy_files": {name: dict(file) for name, file in self.strategy_files.items()},
            "houses": list(words["house"]),
            "years": self.years,
            "columns": [asdict(column) for column in self.layout.columns],  # type: ignore[call-overload]
            "parts": sorted((dict(part) for part in parts), key=lambda part: int(part["first"])),
            "behaviour": self.behaviour,
            "command": self.command if complete else self.go_on,
            "timing": dict(timing),
        }

    def signed(self, manifest: Manifest) -> Manifest:
        """Return a manifest with the identity of the run, all versions and the commit of the sources added."""
        return manifest | {"run_hash": identity_hash(manifest), **self._sources}

    @cached_property
    def _sources(self) -> dict[str, Any]:
        """Versions and commit, asked for once: what a run has loaded stays the same, whatever happens on disk."""
        return {"versions": versions(), "git_commit": git_commit()}


def identity(manifest: Manifest) -> dict[str, Any]:
    """Return what decides the games of a run, by the words that a message would use."""
    experiment = manifest["experiment"]
    return {
        "game": manifest["game"],
        "ruleset": manifest["ruleset"].get("hash"),
        "number of players": manifest["players"],
        "short game": manifest["short"],
        "seed": manifest["seed"],
        "Dogs": experiment.get("dogs"),
        "strategies": {key: value for key, value in experiment.get("strategies", {}).items() if key != "params"},
        "parameters of strategies": manifest["strategy_params"],
        "columns": [column["name"] for column in manifest["columns"]],
        "code of the game or of a strategy": manifest.get("behaviour"),
    }


def identity_hash(manifest: Manifest) -> str:
    """Return the SHA-256 of what decides the games of a run."""
    return hashlib.sha256(json.dumps(identity(manifest), sort_keys=True).encode()).hexdigest()


def differences(old: Manifest, new: Manifest) -> list[str]:
    """Return what decides the games and is not the same in two manifests."""
    before, now = identity(old), identity(new)
    return [key for key in now if before[key] != now[key]]
