"""Experiments in hand: read from a file or written as arguments, then played, compared, swept and replayed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import Any

from reports.compare import compare
from reports.sweep import Swept as Points
from reports.sweep import read_sweep
from simcore import batch
from simcore.dogs.ruleset_words import sources
from simcore.errors import UserError
from simcore.prepare.arms import arm_of
from simcore.prepare.prepared import Prepared, prepare
from simcore.prepare.replayer import Replayer, check_game
from simcore.study import html
from simcore.study.bar import progress
from simcore.study.compared import Compared
from simcore.study.games import Game
from simcore.study.outcome import Outcome
from simcore.study.rules import Rules, as_rules
from simcore.study.scripts import Scripts, read_scripts
from simcore.study.swept import Swept
from simcore.tomlfile import TomlFile
from simcore.wording import counted

_SHOWN_LINE_UPS = 5


@dataclass(frozen=True)
class Study:
    """An experiment with its rules and strategies, ready to be played.

    It shows itself in a notebook: what is played, by whom, and the first line-ups. Make one with `experiment` or
    `load_experiment`.

    Parameters
    ----------
    prepared : Prepared
        The checked experiment.
    rules : Rules
        The rules it is played by.
    """

    prepared: Prepared
    rules: Rules

    @property
    def name(self) -> str:
        """Name of the experiment."""
        return self.prepared.experiment.name

    @property
    def games(self) -> int:
        """Games it will play."""
        return self.prepared.experiment.games

    @property
    def strategies(self) -> tuple[str, ...]:
        """Names of the strategies that take part."""
        return self.prepared.experiment.strategy_names

    def by(self, rules: Rules | str | Path) -> Study:
        """Return the same experiment by other rules."""
        others = as_rules(rules)
        arm = arm_of(self.prepared, others.varied, _absolute(others.named[0]), others.named[1:])
        return Study(arm.prepared, others)

    def run(self, out: str | Path | None = None, *, threads: int | None = None, overwrite: bool = False) -> Outcome:
        """Play all games, with a progress bar.

        Results that are there already, of the same run, are not played again. Ctrl-C (or the notebook's stop) keeps
        what is done, and the same call goes on.

        Parameters
        ----------
        out : str or Path, optional
            Folder of the results; by default one that goes when Python ends.
        threads : int, optional
            Threads that play, by default one a processor core. The results do not depend on it.
        overwrite : bool
            Whether to replace results that are there.

        Raises
        ------
        UserError
            If the folder holds something else.
        RunFailure
            If a strategy did what it may not.
        """
        command = f"run({str(out)!r}), in the notebook" if out else "run(), in the notebook"
        plan = self.prepared.plan(command, command)
        folder = Path(out) if out else _scratch() / f"{self.rules.name}-{plan.run_hash[:12]}-{self.games}"
        with progress(f"{self.name}, {self.rules.name}") as show:
            found = batch.run(
                plan,
                folder,
                threads=threads or batch.cores(),
                overwrite=overwrite,
                resume=not overwrite,
                on_progress=show,
            )
        return Outcome(found)

    def compare(self, *variants: str | Rules, out: str | Path | None = None) -> Compared:
        """Play by these rules and by each variant of them, on the same seeds, and compare game by game.

        Parameters
        ----------
        variants : str or Rules
            Variants laid over the rules, as `Rules.vary` takes them ("a+b" is one ruleset with both), or other rules.
        out : str or Path, optional
            Folder below which the results go, by default one that goes when Python ends.
        """
        if not variants:
            raise UserError("compare: found no variant; allowed: at least one, such as compare('three_years')")
        arms = [self._other(variant) for variant in variants]
        names = [study.rules.name for study in (self, *arms)]
        for name in names:
            if names.count(name) > 1:
                raise UserError(f"{name}: given twice; every ruleset of a comparison needs variants of its own")
        base, *others = (study._folder(out) for study in (self, *arms))
        return Compared(compare(base, others))

    def _other(self, variant: str | Rules) -> Study:
        return self.by(variant if isinstance(variant, Rules) else self.rules.vary(variant))

    def _folder(self, out: str | Path | None) -> Path:
        return self.run(Path(out) / self.rules.name if out else None).path

    def sweep(self, values: Mapping[str, Sequence[int]], out: str | Path | None = None) -> Swept:
        """Play at every value of one number of the ruleset, or at every pair of two, on the same seeds.

        Parameters
        ----------
        values : mapping of str to sequence of int
            Name of a number in the ruleset's file -> the values it is to take; one or two.
        out : str or Path, optional
            Folder below which the results go, by default one that goes when Python ends.

        Examples
        --------
        ::

            asked.sweep({"dogs.omalley.abilities.profiteer.coins": range(4)}).plot()
        """
        if not 1 <= len(values) <= 2:
            raise UserError(f"sweep: found {len(values)} numbers; allowed: one or two")
        names, points = tuple(values), tuple(product(*values.values()))
        own = tuple(self._number(name) for name in names)
        folders = tuple(self._at(names, own, point)._folder(out) for point in points)
        return Swept(read_sweep(Points(names, own, points, folders)))

    def _number(self, name: str) -> int:
        value = self.rules[name]
        if not isinstance(value, int) or isinstance(value, bool):
            raise UserError(f"{name}: is {value!r} in {self.rules.name}; only whole numbers can be swept")
        return value

    def _at(self, names: Sequence[str], own: Sequence[int], point: Sequence[int]) -> Study:
        named = zip(names, point, own, strict=True)
        settings = [f"{name}={value}" for name, value, now in named if value != now]
        return self.by(self.rules.vary(*settings)) if settings else self

    def game(self, number: int) -> Game:
        """Play one game of the experiment again and return it, to be watched move by move.

        Raises
        ------
        UserError
            If there can be no such game.
        """
        check_game("game", number)
        asked = self.prepared.experiment
        heading = f"Game {number:,} of {self.name}, seed {asked.seed}, ruleset {self.rules.name}"
        return Game(list(self._replayer.lines(number)), self.rules.ruleset, heading)

    @cached_property
    def _replayer(self) -> Replayer:
        return Replayer(self.prepared)

    def line_ups(self, number: int = _SHOWN_LINE_UPS) -> list[list[str]]:
        """Return who sits where in the first games: a list a game, "Dog (strategy)" for each seat."""
        dogs = {dog.name: dog.title for dog in self.rules.ruleset.dogs}
        titles = list(dogs.values())
        drawn = (self.prepared.line_up(game) for game in range(number))
        return [
            [f"{titles[dog]} ({self.strategies[strategy]})" for dog, strategy in zip(*seats, strict=True)]
            for seats in drawn
        ]

    def __repr__(self) -> str:
        asked = self.prepared.experiment
        who, games = ", ".join(self.strategies), counted(asked.games, "game")
        return f"Study {self.name}: {games}, {asked.players} players, {who}, rules {self.rules.name}"

    def _repr_html_(self) -> str:
        asked = self.prepared.experiment
        block = asked.design(self.prepared.dogs).block
        facts = [
            ("question", asked.question),
            ("games", f"{asked.games:,}, seed {asked.seed}"),
            ("players", f"{asked.players}{', short game' if asked.short else ''}"),
            ("rules", f"{self.rules.ruleset.title} ({self.rules.name}, {self.rules.hash})"),
            ("assumed", ", ".join(sources(self.rules.ruleset).get("assumed", [])) or "nothing"),
            ("Dogs", f"{asked.dogs.method}: {', '.join(asked.dogs.pool)}"),
            ("strategies", f"{asked.strategies.method}: {', '.join(asked.strategies.pool)}"),
            ("line-ups", f"{block:,}, each as often as the others" if block > 1 else "drawn at random, or fixed"),
        ]
        seats = ["game", *(f"seat {seat}" for seat in range(asked.players))]
        shown = [[game, *seated] for game, seated in enumerate(self.line_ups())]
        return html.box(self.name, html.table(["", ""], facts), html.folded("First line-ups", html.table(seats, shown)))


def load_experiment(
    name: str | Path,
    *,
    rules: Rules | str | None = None,
    games: int | None = None,
    seed: int | None = None,
    strategies: Scripts = (),
) -> Study:
    """Load an experiment from its file.

    Parameters
    ----------
    name : str or Path
        Name of an experiment in `experiments/`, or the path of a TOML file.
    rules : Rules or str, optional
        Take the place of the file's.
    games, seed : int, optional
        Take the place of the file's.
    strategies : sequence or mapping, optional
        More strategies that join the file's, as `experiment` takes them.

    Raises
    ------
    UserError
        If anything is wrong with the file or an argument.

    Examples
    --------
    >>> load_experiment("baseline", games=100)
    Study baseline: 100 games, 4 players, greedy, uniform, rules base
    """
    own = read_scripts(strategies)
    prepared = prepare(str(name), games, seed, own=own.scripts)
    asked = prepared.experiment
    study = Study(prepared, _rules_of(prepared))
    _check_known(own.names, asked.strategy_names)
    return study if rules is None else study.by(rules)


def _rules_of(prepared: Prepared) -> Rules:
    """Return the rules of a prepared experiment, named so that they can be found from the present folder."""
    asked = prepared.experiment

    def from_here(name: str) -> str:
        path = asked.folder / name
        return str(path) if path.is_file() else name

    return Rules(prepared.varied, tuple(map(from_here, (asked.ruleset, *asked.variants))))


def _check_known(names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            raise UserError(f'strategies: "{name}" is not in the pool of the experiment, {", ".join(known)}')


def experiment(
    *,
    games: int,
    players: int = 4,
    strategies: Scripts = ("greedy",),
    rules: Rules | str | Path = "base",
    seed: int = 1,
    name: str = "experiment",
    question: str = "What happens?",
    dogs: Sequence[str] | None = None,
    draw: str = "balanced",
    dog_draw: str = "balanced",
    **more: Any,
) -> Study:
    """Write an experiment as arguments, without a file.

    Parameters
    ----------
    games : int
        Number of games.
    players : int
        3, 4 or 5.
    strategies : sequence or mapping
        Who plays: names of known strategies, paths of .py files, or strategies defined in the notebook. A mapping
        gives them names: {"mine": "mine.py"}.
    rules : Rules, str or Path
        The rules.
    seed : int
        Seed of all chance.
    name, question : str
        What it is called, and what it asks; reports show both.
    dogs : sequence of str, optional
        Dogs that take part, by default all.
    draw, dog_draw : str
        How seats get their strategies and Dogs: "balanced", "random", "fixed"; for strategies also "mixes".
    **more
        Further keys of an experiment file: `short`, `details`; `mixes` and `params` of its strategies.

    Raises
    ------
    UserError
        If an argument is not right; the message lists all faults.

    Examples
    --------
    >>> experiment(players=3, strategies=["greedy", "majority"], games=1000)
    Study experiment: 1,000 games, 3 players, greedy, majority, rules base
    """
    own, chosen = read_scripts(strategies), as_rules(rules)
    of_strategies = {key: more.pop(key) for key in ("mixes", "params") if key in more}
    content = {
        "name": name,
        "question": question,
        "ruleset": _absolute(chosen.named[0]),
        "players": players,
        "games": games,
        "seed": seed,
        "dogs": {"draw": dog_draw, **({"pool": list(dogs)} if dogs is not None else {})},
        "strategies": {"draw": draw, "pool": list(own.names), **_plain(of_strategies)},
        **({"variants": list(chosen.named[1:])} if chosen.named[1:] else {}),
        **_plain(more),
    }
    return Study(prepare(TomlFile("experiment(...)", content, {}), own=own.scripts), chosen)


def _plain(value: Any) -> Any:
    """Return mappings as dicts and sequences as lists, as a file would give them."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def _absolute(name: str) -> str:
    """Return a ruleset by its name, or by a path that means the same wherever an experiment says it."""
    return os.path.abspath(name) if Path(name).is_file() else name  # noqa: PTH100 (links stay)


@cache
def _room() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="simcore-")


def _scratch() -> Path:
    """Return the folder of results that nobody wanted to keep; it goes when Python ends."""
    return Path(_room().name)
