"""Strategies that are tuned again for every ruleset of a search, so that none is judged by scripts that ignore it.

First the strategies are tuned for the ruleset itself, from what the experiment gives them. From these weights they are
tuned for each candidate, by equally many games of the same seed: so what a candidate's scripts know depends on nothing
but the candidate, not on when the search came to it. Their field then plays in half of its seats by these weights and
in half by what the experiment gives, as in fictitious play (Brown 1951, "Iterative solution of games by fictitious
play", in Activity Analysis of Production and Allocation): a reply to the tuned alone would mostly learn their weak
spots.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.batch import Interrupted
from simcore.cli.room import Room
from simcore.cli.run import resumed
from simcore.cli.tunable import objective
from simcore.entries import ByDog, Entry
from simcore.errors import UserError
from simcore.experiment import MAX_GAMES, MAX_SEED, Experiment
from simcore.journal import Journal
from simcore.prepare.arms import Arm
from simcore.progress import tell
from simcore.tomltext import listed, suggestion
from simcore.tuning import LEAST_GAMES

if TYPE_CHECKING:
    from simcore.dogs.tuning import DogsProblem, Table
    from simcore.prepare.prepared import Prepared
    from simcore.tuning import Result
    from simcore.weights import Gain
    from strategies.base import Strategy

GAMES = 200_000
"""Games of a tuning unless told otherwise."""

FOLDER = "retuned"
"""Folder of the tunings' journals below that of a study."""

WEIGHTS = "weights"
"""Folder of the weights at the chosen values."""

_SEEDS_APART = 2**40
"""So far are the seeds of the tunings from those of the games that measure."""


@dataclass(frozen=True)
class Retuned:
    """A strategy that was tuned for a ruleset.

    Parameters
    ----------
    tuned : mapping
        Dog -> {parameter: value}, of the Dogs that take part.
    gains : mapping
        "all" or a Dog -> what that adds to what the tuning began with, on games not used to find it.
    games : int
        Games that the tuning played.
    """

    tuned: ByDog
    gains: Mapping[str, Gain]
    games: int


@dataclass(frozen=True)
class Asked:
    """What is tuned again: names of the experiment's strategies, and games of each tuning."""

    names: tuple[str, ...]
    games: int


def asked_of(retune: bool, names: str | None, games: int | None, prepared: Prepared) -> Asked | None:
    """Return what the options ask for; None where nothing is to be tuned.

    Parameters
    ----------
    retune : bool
        Whether anything is.
    names : str, optional
        Strategies, parted by commas; by default all of the experiment's that have parameters.
    games : int, optional
        Games of each tuning.
    prepared : Prepared
        The experiment.

    Raises
    ------
    UserError
        If an option stands without `--retune` or has a value that is not allowed.
    """
    if not retune:
        for option, value in (("--retune-strategies", names), ("--retune-games", games)):
            if value is not None:
                raise UserError(f"{option}: found without --retune; give both, or neither")
        return None
    games = GAMES if games is None else games
    if not LEAST_GAMES <= games <= MAX_GAMES:
        raise UserError(f"--retune-games: found {games}; allowed: a whole number from {LEAST_GAMES:,} to {MAX_GAMES:,}")
    tunable = [one.name for one in prepared.strategies if _names_of(one, prepared.experiment)]
    if not tunable:
        raise UserError(
            f"--retune: no strategy of {prepared.experiment.name} has parameters that could be tuned; found"
            f" {listed(prepared.experiment.strategy_names)}"
        )
    chosen = tuple(tunable) if names is None else tuple(name.strip() for name in names.split(","))
    for name in chosen:
        if name not in tunable:
            raise UserError(
                f'--retune-strategies: found "{name}"; {suggestion(name, tunable)}allowed: {listed(tunable)},'
                f" the strategies of {prepared.experiment.name} that can be tuned"
            )
    return Asked(tuple(dict.fromkeys(chosen)), games)


def _names_of(strategy: Strategy, asked: Experiment) -> tuple[str, ...]:
    """Return the parameters that are tuned: those in use that the experiment does not set itself."""
    fixed, tuned = asked.params.get(strategy.name, {}), asked.tuned.get(strategy.name, {})
    return tuple(
        name
        for name, value in strategy.parameters.items()
        if name not in fixed and (value != 0 or any(values.get(name, 0) for values in tuned.values()))
    )


class Retuner:
    """Tunes the strategies for one ruleset after the other, and remembers what came out.

    Parameters
    ----------
    asked : Asked
        What is tuned.
    itself : Arm
        The experiment by the ruleset itself; its seed is that of the tunings, but far off.
    room : Room
        Where the journals go; `room.threads` play.
    most : int
        At most so many rulesets are tuned for.
    """

    def __init__(self, asked: Asked, itself: Arm, room: Room, most: int) -> None:
        self.asked = asked
        self._itself = itself
        self._room = room
        self._most = most * len(asked.names)
        self._found: dict[str, dict[str, Retuned]] = {}
        self._done = 0
        self._seconds, self._timed = 0.0, 0
        self._seed = (itself.prepared.experiment.seed + _SEEDS_APART) % (MAX_SEED + 1)

    def check(self) -> None:
        """Raise UserError where there are tunings already that are neither to go on nor to be replaced."""
        folder = self._room.out / FOLDER
        if folder.exists() and not (self._room.overwrite or self._room.resume):
            raise UserError(
                f"{folder}: there are tunings already; go on with --resume, or replace them with --overwrite"
            )

    def begin(self) -> None:
        """Say what is going to be done; remove the journals of a study that is replaced."""
        if self._room.overwrite:
            for path in (self._room.out / FOLDER).glob("*/*.json"):
                path.unlink()
        games = self._most * self.asked.games
        tell(
            f"Tuning {listed(self.asked.names)} again for every candidate, {self.asked.games:,} games each: at most"
            f" {self._most:,} tunings, {games:,} games. {objective()}"
        )

    @property
    def start(self) -> Mapping[str, Retuned]:
        """The strategies tuned for the ruleset itself, from what the experiment gives them."""
        if "" not in self._found:
            self._found[""] = self._tune_all(self._itself, "start", {})
        return self._found[""]

    def of(self, arm: Arm) -> Mapping[str, Retuned]:
        """Return the strategies tuned for an arm's ruleset."""
        if arm.name not in self._found:
            start = {name: found.tuned for name, found in self.start.items()}
            self._found[arm.name] = self._tune_all(arm, arm.name, start)
        return self._found[arm.name]

    def applied(self, arm: Arm) -> Arm:
        """Return an arm with the strategies tuned for its ruleset."""
        asked = arm.prepared.experiment
        entries = {
            name: replace(_entry(arm.prepared, name), weights=f"tuned for {arm.name}", tuned=found.tuned)
            for name, found in self.of(arm).items()
        }
        experiment = replace(asked, entries={**asked.entries, **entries})
        return Arm(arm.name, replace(arm.prepared, experiment=experiment))

    def save(self, arm: Arm) -> list[Path]:
        """Write the weights of an arm's strategies, a file each, and return the files."""
        from simcore.weights import Block, Weights, write_weights

        asked = arm.prepared.experiment
        paths = []
        for name, found in self.of(arm).items():
            path = self._room.out / WEIGHTS / f"{name}.toml"
            path.parent.mkdir(parents=True, exist_ok=True)
            origin = {
                "ruleset": " with ".join((asked.ruleset, *asked.variants)),
                "field": list(asked.strategy_names),
                "seed": self._seed,
                "games": found.games,
            }
            values = {dog: dict(of_dog) for dog, of_dog in found.tuned.items()}
            block = Block(asked.players, self._room.command, values, None, origin)
            write_weights(path, Weights(_name_in_weights(arm.prepared, name), (block,)))
            paths.append(path)
        return paths

    def _tune_all(self, arm: Arm, folder: str, start: Mapping[str, ByDog]) -> dict[str, Retuned]:
        return {name: self._tune(arm, folder, start, name) for name in self.asked.names}

    def _tune(self, arm: Arm, folder: str, start: Mapping[str, ByDog], name: str) -> Retuned:
        """Return a strategy tuned for an arm's ruleset; `start` is what all strategies begin with."""
        from simcore.progress import tuning_progress
        from simcore.tuning import tune

        problem, names, identity = self._problem(arm, start, name)
        path = self._room.out / FOLDER / folder / f"{name}.json"
        journal = Journal(path, identity)
        if self._room.resume and path.exists():
            journal.go_on()
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = journal.steps
        self._tell(name, folder)
        began = time.monotonic()
        try:
            with tuning_progress() if sys.stderr.isatty() else nullcontext(lambda step: None) as show:
                result = tune(problem, problem.start, self.asked.games, self._seed % 2**32, journal, show)
        except KeyboardInterrupt:
            raise Interrupted(
                f"Stopped. What is tuned is kept in {self._room.out / FOLDER}; go on with:\n"
                f"  {resumed(self._room.command)}"
            ) from None
        self._done += 1
        if not kept:
            self._seconds, self._timed = self._seconds + time.monotonic() - began, self._timed + 1
        return _retuned(problem, names, result, self._weights_before(arm, start, name))

    def _problem(
        self, arm: Arm, start: Mapping[str, ByDog], name: str
    ) -> tuple[DogsProblem, tuple[str, ...], dict[str, Any]]:
        """Return the games of a tuning, the names of what is tuned, and all that decides it, for the journal."""
        from simcore.dogs.tuning import DogsProblem
        from simcore.prepare.prepared import announce_compiling

        asked = arm.prepared.experiment
        strategy = arm.prepared.strategies[asked.strategy_names.index(name)]
        names = _names_of(strategy, asked)
        tried = replace(strategy, name=f"{name} (tuned)")
        table = self._table(arm, start)
        table = replace(
            table,
            settings={**table.settings, tried.name: asked.params.get(name, {})},
            tuned={**table.tuned, tried.name: self._weights_before(arm, start, name)},
        )
        announce_compiling(tell)
        problem = DogsProblem(table, tried, names, table.dogs, self._seed, self._room.threads)
        return problem, names, self._identity(problem, table, [name, list(names), problem.start.tolist()])

    def _table(self, arm: Arm, start: Mapping[str, ByDog]) -> Table:
        """Return where strategies are tuned: among the experiment's, and those by the weights of `start`, if any."""
        from simcore.dogs.tuning import Table

        prepared, asked = arm.prepared, arm.prepared.experiment
        field = [prepared.strategies[asked.strategy_names.index(each)] for each in asked.strategies.pool]
        settings, tuned = dict(asked.params), dict(asked.tuned)
        for each in list(field) if start else ():
            before = replace(each, name=f"{each.name} (before)")
            settings[before.name] = asked.params.get(each.name, {})
            tuned[before.name] = self._weights_before(arm, start, each.name)
            field.append(before)
        dogs = tuple(dict.fromkeys(prepared.dogs.index(dog) for dog in asked.dogs.pool))
        return Table(prepared.ruleset, asked.players, asked.short, dogs, field, settings, tuned)

    def _identity(self, problem: DogsProblem, table: Table, strategy: list[Any]) -> dict[str, Any]:
        """Return all that decides a tuning, in the shape of JSON."""
        from simcore.dogs.ruleset import ruleset_hash
        from simcore.jit import source_file
        from simcore.versions import behaviour

        scripts = {Path(source_file(decision)) for each in table.opponents for decision in each.decisions}
        field = [[each.name, dict(each.parameters)] for each in table.opponents]
        return {
            "strategy": strategy,
            "field": [field, table.settings, table.tuned],
            "Dogs": list(problem.groups),
            "number of players": [table.players, table.short],
            "ruleset": ruleset_hash(table.ruleset),
            "seed": self._seed,
            "number of games": self.asked.games,
            "code": behaviour(["simcore.dogs.tuning", "simcore.dogs.play"], scripts),
        }

    @staticmethod
    def _weights_before(arm: Arm, start: Mapping[str, ByDog], name: str) -> ByDog:
        return start.get(name, arm.prepared.experiment.tuned.get(name, {}))

    def _tell(self, name: str, folder: str) -> None:
        left = ""
        if self._timed:
            minutes = self._seconds / self._timed * (self._most - self._done) / 60
            left = f"; at most {minutes:.0f} min of tuning left" if minutes >= 1 else ""
        tell(f"Tuning {self._done + 1} of at most {self._most}: {name} for {folder}{left}")


def _retuned(problem: DogsProblem, names: Sequence[str], result: Result, before: ByDog) -> Retuned:
    values = {
        dog: {**before.get(dog, {}), **dict(zip(names, row.tolist(), strict=True))}
        for dog, row in zip(problem.groups, result.table, strict=True)
    }
    return Retuned(values, result.gains, result.games)


def _entry(prepared: Prepared, name: str) -> Entry:
    """Return the entry of a strategy in an experiment, made up where it takes part under its own name."""
    entries = prepared.experiment.entries
    if name in entries:
        return entries[name]
    strategy = prepared.strategies[prepared.experiment.strategy_names.index(name)]
    if strategy.file is not None:
        return Entry(os.path.relpath(strategy.file, prepared.experiment.folder), True, strategy.parameters)
    return Entry(name, False, strategy.parameters)


def _name_in_weights(prepared: Prepared, name: str) -> str:
    """Return the strategy for which a weights file says that it is: its own name, not the experiment's for it."""
    from strategies.loading import find_strategy

    entry = _entry(prepared, name)
    return find_strategy(prepared.experiment.folder / entry.strategy).name if entry.from_file else entry.strategy
