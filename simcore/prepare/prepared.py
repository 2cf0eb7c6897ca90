"""From an experiment's name to everything that plays it: ruleset, strategies, player and plan."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore import progress
from simcore.dogs.ruleset import ruleset_hash
from simcore.entries import FileStrategy, Shelf
from simcore.errors import UserError
from simcore.experiment import Experiment, build_experiment, load_experiment
from simcore.prepare.own import load_own, own_files, own_options, with_own
from simcore.tomltext import shown_path

if TYPE_CHECKING:
    from simcore.dogs.play import DogsPlay
    from simcore.dogs.ruleset import Ruleset
    from simcore.dogs.variant_file import Varied
    from simcore.plan import Plan
    from simcore.tomlfile import TomlFile
    from strategies.base import Strategy


@dataclass(frozen=True)
class Prepared:
    """An experiment with its ruleset and the strategies that take part, in the order of `experiment.strategy_names`.

    `replayed_by` is the command that tells one of its games, but for seed and number; `tell` is called with lines that
    the user should read.
    """

    experiment: Experiment
    varied: Varied
    strategies: tuple[Strategy, ...]
    replayed_by: str = "simcore replay EXPERIMENT"
    tell: Callable[[str], None] = progress.tell

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played: the ruleset with all variants laid over it."""
        return self.varied.ruleset

    def by(self, varied: Varied) -> Prepared:
        """Return the same experiment by other rules; a pool of Dogs that named all still does.

        Raises
        ------
        UserError
            If the experiment names a Dog that is not there any more, or too few Dogs are left.
        """
        return replace(self, experiment=_with_dogs(self.experiment, self.dogs, varied), varied=varied)

    def player(self) -> DogsPlay:
        """Return the player of its games; this compiles or loads the kernels."""
        from simcore.dogs.play import DogsPlay

        announce_compiling(self.tell)
        asked = self.experiment
        return DogsPlay(
            self.ruleset,
            asked.players,
            asked.short,
            asked.seed,
            self.strategies,
            asked.params,
            detailed=asked.details,
            replayed_by=self.replayed_by,
            tuned=asked.tuned,
        )

    def line_up(self, game: int) -> tuple[list[int], list[int]]:
        """Return Dogs (places in the ruleset) and strategies (places in `strategies`) of the seats in one game."""
        from simcore.lineups import draw_line_ups

        dogs, strategies = draw_line_ups(self.experiment.design(self.dogs), self.experiment.seed, game, 1)
        return dogs[0].tolist(), strategies[0].tolist()

    @property
    def warnings(self) -> list[str]:
        """What a user should know before the first game though it is no fault, a line each."""
        from simcore.prepare.strays import strays

        own = [strategy for strategy in self.strategies if strategy.file is not None]
        chance = [f"Warning: {stray.words}" for strategy in own for stray in strays(strategy)]
        return [*dict.fromkeys(chance), *self.varied.warnings]

    @property
    def dogs(self) -> tuple[str, ...]:
        """Names of the ruleset's Dogs, in order."""
        return tuple(dog.name for dog in self.ruleset.dogs)

    def plan(self, command: str, go_on: str) -> Plan:
        """Return the plan of a run; `command` plays it from nothing, `go_on` goes on with it after a stop."""
        from simcore.plan import Plan

        return Plan(
            experiment=self.experiment,
            design=self.experiment.design(self.dogs),
            player=self.player(),
            layout=self._layout(),
            ruleset=self._ruleset_facts(),
            years=self.ruleset.years.number,
            strategy_params={strategy.name: self._parameters(strategy) for strategy in self.strategies},
            strategy_files=own_files(self.strategies),
            behaviour=self._behaviour(),
            command=command,
            go_on=go_on,
        )

    def _parameters(self, strategy: Strategy) -> dict[str, float | dict[str, float]]:
        """Return what a strategy is given: parameter -> its value or, where Dogs have different ones, Dog -> value."""
        set_here = self.experiment.params.get(strategy.name, {})
        tuned = self.experiment.tuned.get(strategy.name, {})
        values: dict[str, float | dict[str, float]] = {}
        for name, default in strategy.parameters.items():
            by_dog = {dog: set_here.get(name, tuned.get(dog, {}).get(name, default)) for dog in self.dogs}
            values[name] = by_dog if len(set(by_dog.values())) > 1 else by_dog[self.dogs[0]]
        return values

    def _layout(self) -> Any:
        from simcore.dogs.details import DETAILED_ROW, values_with_details
        from simcore.dogs.rows import ROW, column_values, columns
        from simcore.parts import Layout

        words = {"dog": self.dogs, "strategy": self.experiment.strategy_names, "house": self.ruleset.houses}
        kept, players = columns(self.ruleset.years.number), self.experiment.players
        if not self.experiment.details:
            return Layout(kept, words, ROW, column_values, players)
        details = self._details()
        places = {column.name: place for column, place in details}
        kept += tuple(column for column, _ in details)
        return Layout(kept, words, DETAILED_ROW, values_with_details(places), players)

    def _details(self) -> Any:
        from simcore.dogs.details import detail_columns

        rules = self.ruleset
        return detail_columns(
            tiles=len(rules.tiles),
            spaces=rules.components.spaces,
            cards=[card.name for card in rules.tactic_cards],
            tokens=len(rules.bonus_tokens),
            houses=rules.houses,
            years=rules.years.number,
        )

    def _ruleset_facts(self) -> dict[str, Any]:
        return {
            "name": self.ruleset.name,
            "title": self.ruleset.title,
            "hash": ruleset_hash(self.ruleset),
            "dog_titles": {dog.name: dog.title for dog in self.ruleset.dogs},
            "readings": asdict(self.ruleset.readings),
            "provenance": {
                block: {key: text for key, text in vars(origin).items() if text or key != "before"}
                for block, origin in self.ruleset.provenance.items()
            },
            **self._variant_facts(),
        }

    def _variant_facts(self) -> dict[str, Any]:
        """Return what the manifest says of the variants; nothing where there are none."""
        if not self.varied.variants:
            return {}
        return {
            "base": {"name": self.varied.base.name, "hash": ruleset_hash(self.varied.base)},
            "variants": [variant.facts() for variant in self.varied.variants],
            "changes": [
                {"key": shown_path(change.path), "from": change.old, "to": change.new} for change in self.varied.changes
            ],
        }

    def _behaviour(self) -> str:
        from simcore.cells import dependencies, is_cell
        from simcore.jit import source_file
        from simcore.versions import behaviour

        decisions = [decision for strategy in self.strategies for decision in strategy.decisions]
        scripts = {Path(source_file(decision)) for decision in decisions if not is_cell(decision)}
        cells = {dependencies(decision)[0] for decision in decisions if is_cell(decision)}
        return behaviour(["simcore.dogs.play", "simcore.lineups"], scripts, cells)


def announce_compiling(tell: Callable[[str], None]) -> None:
    """Tell that the game is compiled next, where that is so."""
    from simcore.dogs.game import play_games
    from simcore.jit import is_cached

    if not is_cached(play_games):
        tell("Compiling the game. This takes about a minute, and once only.")


def prepare(
    experiment: str | TomlFile,
    games: int | None = None,
    seed: int | None = None,
    variants: Sequence[str] = (),
    own: Sequence[str] | Mapping[str, Strategy] = (),
) -> Prepared:
    """Load and check an experiment with its ruleset and strategies.

    Parameters
    ----------
    experiment : str or TomlFile
        Name or path of the experiment file, or what such a file would hold in the present folder.
    games, seed : int, optional
        Replace those of the file.
    variants : sequence of str
        Variants laid over the ruleset after those of the file; names, or paths from the present folder.
    own : sequence of str or mapping of str to Strategy, optional
        Strategies of the user's, each as "NAME=FILE", or by name; those that the experiment's
        pool does not name are added to it.

    Raises
    ------
    UserError
        If anything is wrong with the experiment, its ruleset, a variant, a strategy's file or an option.
    """
    from simcore.dogs.variant_file import SHELF, vary
    from simcore.variant import load_variant
    from strategies.dogs import WEIGHTS

    more = tuple(load_variant(variant, SHELF) for variant in variants)

    @cache
    def load(ruleset: str, folder: Path, of_file: tuple[str, ...] = ()) -> Varied:
        return vary(ruleset, [*(load_variant(variant, SHELF, folder) for variant in of_file), *more], folder)

    def dogs_of(*where: Any) -> tuple[str, ...]:
        return tuple(dog.name for dog in load(*where).ruleset.dogs)

    mine = dict(own) if isinstance(own, Mapping) else load_own(own)
    known, shelf = _Strategies(mine), Shelf(WEIGHTS, _read_strategy)
    if isinstance(experiment, str):
        asked, named = load_experiment(experiment, known, dogs_of, shelf), experiment
    else:
        name = str(experiment.content.get("name", "experiment"))
        asked, named = build_experiment(experiment, Path(f"{name}.toml"), known, dogs_of, shelf), name
    asked = with_own(asked, tuple(mine)).with_options(games, seed)
    varied = load(asked.ruleset, asked.folder, *([asked.variants] if asked.variants else []))
    strategies = tuple(mine[name] if name in mine else _strategy(name, asked) for name in asked.strategy_names)
    asked = replace(asked, variants=(*asked.variants, *(_named_from(asked.folder, variant) for variant in variants)))
    options = [word for variant in variants for word in ("--variant", variant)]
    given = () if isinstance(own, Mapping) else own_options(own)
    replayed_by = shlex.join(["simcore", "replay", named, *options, *given])
    return Prepared(asked, varied, strategies, replayed_by)


def _named_from(folder: Path, variant: str) -> str:
    """Return how an experiment file in `folder` would name a variant that the command line names so."""
    from simcore.dogs.variant_file import SHELF
    from simcore.variant import shipped_variants

    is_file = variant not in shipped_variants(SHELF) and Path(variant).exists()
    return os.path.relpath(variant, folder) if is_file else variant


def _with_dogs(asked: Experiment, before: tuple[str, ...], varied: Varied) -> Experiment:
    """Return an experiment for rules with other Dogs; a pool that held all Dogs still does."""
    now = tuple(dog.name for dog in varied.ruleset.dogs)
    everybody = asked.dogs.method != "fixed" and set(asked.dogs.pool) == set(before)
    pool = now if everybody and set(now) != set(before) else asked.dogs.pool
    missing = [dog for dog in pool if dog not in now]
    if missing or len(pool) < asked.players:
        what = f"does not have the Dog {missing[0]}" if missing else f"has {len(pool)} Dogs for {asked.players} players"
        raise UserError(f"{varied.ruleset.name}: {what}, which experiment {asked.name} needs")
    return replace(asked, dogs=replace(asked.dogs, pool=pool))


def _read_strategy(path: Path) -> FileStrategy:
    """Return the name and the parameters of the strategy in a file."""
    from strategies.loading import find_strategy

    found = find_strategy(path)
    return FileStrategy(found.name, found.parameters)


def _strategy(name: str, asked: Experiment) -> Strategy:
    """Return a strategy of an experiment; an entry has the name that the experiment gives it."""
    from strategies.dogs import load_strategy
    from strategies.loading import find_strategy

    if name not in asked.entries:
        return load_strategy(name)
    entry = asked.entries[name]
    if entry.from_file:
        return find_strategy(asked.folder / entry.strategy, name)
    return replace(load_strategy(entry.strategy), name=name)


class _Strategies(Mapping[str, Mapping[str, float]]):
    """Defaults of the parameters of every strategy; one is loaded only when it is asked for."""

    def __init__(self, own: Mapping[str, Strategy]) -> None:
        self._own = own

    def __getitem__(self, name: str) -> Mapping[str, float]:
        from strategies.dogs import load_strategy

        return (self._own[name] if name in self._own else load_strategy(name)).parameters

    def __iter__(self) -> Iterator[str]:
        from strategies.dogs import MODULES

        return iter([*MODULES, *self._own])

    def __len__(self) -> int:
        return len(list(iter(self)))
