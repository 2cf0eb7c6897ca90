"""From the words of `simcore tune` to what is tuned: the problem, where it starts, and how its weights are kept."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.dogs.limits import MAX_PLAYERS, MIN_PLAYERS
from simcore.errors import UserError
from simcore.experiment import MAX_GAMES, MAX_SEED
from simcore.files import OutputFailure
from simcore.tomltext import listed, suggestion
from simcore.tuning import LEAST_GAMES, Floats, Result
from simcore.weights import Block, Weights, read_weights, write_weights
from simcore.wording import counted

if TYPE_CHECKING:
    from simcore.dogs.ruleset import Ruleset
    from simcore.dogs.tuning import DogsProblem, Table
    from strategies.base import Strategy

_ALL = "all"
_MEASURED_SECONDS = 2.0
_MOST_MINUTES = 100_000.0
_ROUND = 10_000


@dataclass(frozen=True)
class Request:
    """What was asked for on the command line; see `simcore.cli.tune.tune`."""

    strategy: str
    players: int | None
    dog: str
    field: str | None
    experiment: str | None
    parameters: str | None
    games: int | None
    budget_minutes: float | None
    seed: int

    def command(self, games: int | None = None) -> list[str]:
        """Return the words of the command, with a number of games instead of minutes where one is given."""
        options = {
            "--players": self.players,
            "--dog": None if self.dog == _ALL else self.dog,
            "--field": self.field,
            "--experiment": self.experiment,
            "--parameters": self.parameters,
            "--games": self.games if games is None else games,
            "--budget-minutes": self.budget_minutes if games is None else None,
            "--seed": self.seed,
        }
        given = [word for option, value in options.items() if value is not None for word in (option, str(value))]
        return ["simcore", "tune", self.strategy, *given]


@dataclass(frozen=True)
class Tunable:
    """A strategy at a table, ready to be tuned.

    Parameters
    ----------
    request : Request
        What was asked for.
    strategy : Strategy
        What is tuned.
    names : tuple of str
        Its parameters that are tuned.
    table : Table
        Where it is tuned.
    ruleset : str
        The ruleset as the experiment names it.
    problem : DogsProblem
        Its games.
    """

    request: Request
    strategy: Strategy
    names: tuple[str, ...]
    table: Table
    ruleset: str
    problem: DogsProblem

    @property
    def start(self) -> Floats:
        """The parameters as they are: float64[parameters]."""
        return np.array([self.strategy.parameters[name] for name in self.names])

    def announcement(self) -> str:
        """Return what is said before the first game."""
        dogs = ", ".join(self.problem.groups)
        opponents = ", ".join(opponent.name for opponent in self.table.opponents)
        return (
            f"{self.strategy.name}: tuning {counted(len(self.names), 'parameter')} for {dogs},"
            f" {self.table.players} players, ruleset {self.ruleset}, against {opponents}, seed {self.request.seed}\n"
            f"{objective()}"
        )

    def games(self) -> int:
        """Return how many games may be played: those asked for, or as many as fit into the minutes."""
        minutes = self.request.budget_minutes
        if minutes is None:
            from simcore.cli.tune import GAMES

            return GAMES if self.request.games is None else self.request.games
        rounded = int(self._rate() * 60 * minutes) // _ROUND * _ROUND
        return min(max(rounded, LEAST_GAMES), MAX_GAMES)

    def _rate(self) -> float:
        """Return games a second as they are played here and now."""
        tables = np.repeat(np.repeat(self.start[None, None, :], len(self.problem.groups), 1), 2, 0)
        n, seconds = 2_000, 0.0
        while seconds < _MEASURED_SECONDS:
            n *= 2
            start = time.perf_counter()
            self.problem.play(tables, None, 0, n)
            seconds = time.perf_counter() - start
        return len(tables) * n / seconds

    def identity(self) -> dict[str, Any]:
        """Return all that decides the tuning, in the shape of JSON, for its checkpoint."""
        from simcore.dogs.ruleset import ruleset_hash
        from simcore.jit import source_file
        from simcore.versions import behaviour

        table = self.table
        scripts = {Path(source_file(decision)) for entrant in self._entrants for decision in entrant.decisions}
        return {
            "strategy": self.strategy.name,
            "parameters": {name: self.strategy.parameters[name] for name in self.names},
            "Dogs": [list(self.problem.groups), list(table.dogs)],
            "number of players": [table.players, table.short],
            "ruleset": ruleset_hash(table.ruleset),
            "field": [[each.name, dict(each.parameters)] for each in table.opponents] + [table.settings, table.tuned],
            "seed": self.request.seed,
            "budget": [self.request.games, self.request.budget_minutes],
            "code": behaviour(["simcore.dogs.tuning", "simcore.dogs.play"], scripts),
        }

    @property
    def _entrants(self) -> list[Any]:
        return [self.strategy, *self.table.opponents]

    def block(self, result: Result | None = None, games: int = 0) -> Block:
        """Return the block of the weights file that a result makes; without one, a block for the same Dogs."""
        groups = self.problem.groups
        has_default = len(groups) > 1 and (result is None or result.common is not None)
        if result is None:
            return Block(self.table.players, "", {dog: {} for dog in groups}, {} if has_default else None)
        origin = {
            "ruleset": self.ruleset,
            "field": [opponent.name for opponent in self.table.opponents],
            "seed": self.request.seed,
            "games": result.games,
        }
        default = None if result.common is None else self._values(result.common)
        values = {
            dog: {} if adopted == "start" else self._values(row)
            for dog, row, adopted in zip(groups, result.table, result.adopted, strict=True)
            if adopted != "common"
        }
        command = shlex.join(self.request.command(games))
        return Block(self.table.players, command, values, default, origin, result.gains)

    def _values(self, vector: Floats) -> dict[str, float]:
        return dict(zip(self.names, vector.tolist(), strict=True))

    def save(self, target: Path, result: Result, games: int) -> None:
        """Add the result to a weights file.

        Raises
        ------
        OutputFailure
            If it cannot be written.
        """
        weights = read_kept(target, self) or Weights(self.strategy.name, ())
        try:
            write_weights(target, weights.with_block(self.block(result, games)))
        except OSError as error:
            raise OutputFailure(f"{target}: the weights cannot be written ({error.strerror or error})") from error


def objective() -> str:
    """Say what the objective is that the progress of a tuning tells."""
    from simcore.dogs.tuning import WINS_PER_VP

    return f"The objective is the share of wins, and {WINS_PER_VP:g} for each VP of lead over the best opponent."


def read_kept(target: Path, tunable: Tunable) -> Weights | None:
    """Return what a weights file holds already; None where there is none."""
    if not target.exists():
        return None
    dogs = [dog.name for dog in tunable.table.ruleset.dogs]
    return read_weights(target, tunable.strategy.name, tunable.strategy.parameters, dogs)


def check_target(target: Path, tunable: Tunable, overwrite: bool) -> None:
    """Make the folder of a weights file, and see that the file has room for what will be found.

    Raises
    ------
    UserError
        If it holds such weights already and may not be overwritten; OutputFailure if there can be no such file.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputFailure(f"{target.parent}: cannot be made ({error.strerror or error})") from error
    kept = read_kept(target, tunable)
    if kept and not overwrite and any(block.overlaps(tunable.block()) for block in kept.blocks):
        raise UserError(
            f"{target}: holds weights for {tunable.table.players} players and such Dogs already; replace them by"
            " --overwrite, or choose another --out"
        )


def make_tunable(request: Request, threads: int) -> Tunable:
    """Check a request and return what it asks for; this compiles or loads the kernels.

    Raises
    ------
    UserError
        If anything is wrong with an option, the experiment or its ruleset.
    """
    from simcore.dogs.tuning import DogsProblem
    from simcore.prepare.prepared import announce_compiling
    from simcore.progress import tell

    _check_ranges(request)
    strategy = _load(request.strategy, "STRATEGY")
    if not strategy.parameters:
        raise UserError(f"STRATEGY: {strategy.name} has no parameters; there is nothing to tune")
    table, ruleset = _table(request, strategy)
    known = [dog.name for dog in table.ruleset.dogs]
    taking_part = [known[dog] for dog in table.dogs]
    dogs = taking_part if request.dog == _ALL else [_one_of(request.dog, [_ALL, *taking_part], "--dog")]
    names = _names(request.parameters, list(strategy.parameters), "--parameters") or _switched_on(strategy)
    tried = replace(strategy, name=f"{strategy.name} (tuned)")
    places = [known.index(dog) for dog in dogs]
    announce_compiling(tell)
    problem = DogsProblem(table, tried, names, places, request.seed, threads)
    return Tunable(request, strategy, names, table, ruleset, problem)


def _switched_on(strategy: Strategy) -> tuple[str, ...]:
    """Return the parameters that are not zero: those of ideas that a script does without stay out of its tuning."""
    return tuple(name for name, value in strategy.parameters.items() if value != 0)


def _check_ranges(request: Request) -> None:
    """Refuse numbers that are out of range, and options that exclude each other."""
    _check("--players", request.players, MIN_PLAYERS, MAX_PLAYERS)
    _check("--games", request.games, LEAST_GAMES, MAX_GAMES)
    _check("--seed", request.seed, 0, MAX_SEED)
    minutes = request.budget_minutes
    if minutes is not None and not 0 < minutes <= _MOST_MINUTES:
        raise UserError(f"--budget-minutes: found {minutes:g}; allowed: more than 0, up to {_MOST_MINUTES:,.0f}")
    for one, other, both in (
        ("--games", "--budget-minutes", request.games is not None and minutes is not None),
        ("--field", "--experiment", request.field is not None and request.experiment is not None),
    ):
        if both:
            raise UserError(f"{one} and {other}: found both; allowed: one of them")


def _check(option: str, value: int | None, low: int, high: int) -> None:
    if value is not None and not low <= value <= high:
        raise UserError(f"{option}: found {value}; allowed: a whole number from {low:,} to {high:,}")


def _table(request: Request, strategy: Strategy) -> tuple[Table, str]:
    """Return where a strategy is tuned, and the ruleset's name: as an experiment says, or at a plain table."""
    from simcore.dogs.tuning import Table

    if request.experiment is not None:
        return _table_of_experiment(request, request.experiment)
    if request.players is None:
        raise UserError("--players: missing; allowed: a whole number from 3 to 5, or an --experiment that says it")
    ruleset = _base()
    names = _names(request.field, list(_known()), "--field")
    opponents = [_load(name, "--field") for name in names] or [strategy]
    return Table(ruleset, request.players, False, tuple(range(len(ruleset.dogs))), opponents), "base"


def _table_of_experiment(request: Request, name: str) -> tuple[Table, str]:
    from simcore.dogs.tuning import Table
    from simcore.prepare.prepared import prepare

    prepared = prepare(name)
    asked = prepared.experiment
    if request.players not in (None, asked.players):
        raise UserError(f"--players: found {request.players}; {name} says {asked.players}; leave the option out")
    dogs = tuple(dict.fromkeys(prepared.dogs.index(dog) for dog in asked.dogs.pool))
    table = Table(prepared.ruleset, asked.players, asked.short, dogs, prepared.strategies, asked.params, asked.tuned)
    return table, " with ".join((asked.ruleset, *asked.variants))


def _base() -> Ruleset:
    from simcore.dogs.ruleset_file import load_ruleset

    return load_ruleset("base")


def _known() -> Mapping[str, str]:
    from strategies.dogs import MODULES

    return MODULES


def _load(name: str, option: str) -> Strategy:
    from strategies.dogs import load_strategy
    from strategies.loading import find_strategy, is_path

    return find_strategy(name) if is_path(name) else load_strategy(_one_of(name, list(_known()), option))


def _names(text: str | None, known: Sequence[str], option: str) -> tuple[str, ...]:
    """Return the names in a list with commas, each known; none where nothing was given."""
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(","))
    if len(set(names)) < len(names):
        raise UserError(f"{option}: found {text}; allowed: each name once")
    return tuple(_one_of(name, known, option) for name in names)


def _one_of(name: str, known: Sequence[str], option: str) -> str:
    if name not in known:
        raise UserError(f'{option}: found "{name}"; {suggestion(name, known)}allowed: {listed(known)}')
    return name
