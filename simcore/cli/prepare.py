"""From an experiment's name to everything that plays it: ruleset, strategies, player and plan."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.experiment import Experiment, load_experiment

if TYPE_CHECKING:
    from simcore.dogs.play import DogsPlay
    from simcore.dogs.ruleset import Ruleset
    from simcore.plan import Plan
    from strategies.base import Strategy


@dataclass(frozen=True)
class Prepared:
    """An experiment with its ruleset and the strategies that take part, in the order of `experiment.strategy_names`."""

    experiment: Experiment
    ruleset: Ruleset
    strategies: tuple[Strategy, ...]

    def player(self) -> DogsPlay:
        """Return the player of its games; this compiles or loads the kernels."""
        from simcore.dogs.game import play_games
        from simcore.dogs.play import DogsPlay
        from simcore.jit import is_cached

        if not is_cached(play_games):
            print("Compiling the game. This takes about a minute, and once only.", file=sys.stderr, flush=True)
        asked = self.experiment
        return DogsPlay(
            self.ruleset, asked.players, asked.short, asked.seed, self.strategies, asked.params, asked.details
        )

    def line_up(self, game: int) -> tuple[list[int], list[int]]:
        """Return Dogs (places in the ruleset) and strategies (places in `strategies`) of the seats in one game."""
        from simcore.lineups import draw_line_ups

        dogs, strategies = draw_line_ups(self.experiment.design(self.dogs), self.experiment.seed, game, 1)
        return dogs[0].tolist(), strategies[0].tolist()

    @property
    def dogs(self) -> tuple[str, ...]:
        """Names of the ruleset's Dogs, in order."""
        return tuple(dog.name for dog in self.ruleset.dogs)

    def plan(self, command: str) -> Plan:
        """Return the plan of a run; `command` goes on with it after a stop."""
        from simcore.plan import Plan

        return Plan(
            experiment=self.experiment,
            design=self.experiment.design(self.dogs),
            player=self.player(),
            layout=self._layout(),
            ruleset=self._ruleset_facts(),
            years=self.ruleset.years.number,
            strategy_params={
                strategy.name: {**strategy.parameters, **self.experiment.params.get(strategy.name, {})}
                for strategy in self.strategies
            },
            behaviour=self._behaviour(),
            command=command,
        )

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
        from simcore.dogs.ruleset import ruleset_hash

        return {
            "name": self.ruleset.name,
            "title": self.ruleset.title,
            "hash": ruleset_hash(self.ruleset),
            "dog_titles": {dog.name: dog.title for dog in self.ruleset.dogs},
            "readings": asdict(self.ruleset.readings),
            "provenance": {block: vars(origin) for block, origin in self.ruleset.provenance.items()},
        }

    def _behaviour(self) -> str:
        from simcore.versions import behaviour

        scripts = {decision.__module__ for strategy in self.strategies for decision in strategy.decisions}
        return behaviour(["simcore.dogs.play", "simcore.lineups", *scripts])


def prepare(experiment: str, games: int | None = None, seed: int | None = None) -> Prepared:
    """Load and check an experiment with its ruleset and strategies.

    Parameters
    ----------
    experiment : str
        Name or path of the experiment file.
    games, seed : int, optional
        Replace those of the file.

    Raises
    ------
    UserError
        If anything is wrong with the experiment, its ruleset or an option.
    """
    from simcore.dogs.ruleset_file import load_ruleset
    from strategies.dogs import load_strategy

    load = cache(load_ruleset)

    def dogs_of(ruleset: str, folder: Path) -> tuple[str, ...]:
        return tuple(dog.name for dog in load(ruleset, folder).dogs)

    asked = load_experiment(experiment, _Strategies(), dogs_of).with_options(games, seed)
    strategies = tuple(load_strategy(name) for name in asked.strategy_names)
    return Prepared(asked, load(asked.ruleset, asked.folder), strategies)


class _Strategies(Mapping[str, Mapping[str, float]]):
    """Defaults of the parameters of every strategy; one is loaded only when it is asked for."""

    def __getitem__(self, name: str) -> Mapping[str, float]:
        from strategies.dogs import load_strategy

        return load_strategy(name).parameters

    def __iter__(self) -> Iterator[str]:
        from strategies.dogs import MODULES

        return iter(MODULES)

    def __len__(self) -> int:
        from strategies.dogs import MODULES

        return len(MODULES)
