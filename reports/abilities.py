"""What abilities are worth: runs of experiments with every ability and without one of them, read and paired."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from reports.abilities_counts import count_firings
from reports.abilities_summaries import firings, worth
from reports.compare import Arm, Comparison, beyond_doubt, compare, open_arm
from reports.compare_counts import MEASURES
from reports.words import listed, players_heading
from simcore.dogs.ruleset_words import kind_words

NAMES = {"win_share": "wins", "total": "score"}
"""Measure -> what the tables that hold it are called."""


@dataclass(frozen=True)
class Trial:
    """One experiment played with and without abilities.

    Parameters
    ----------
    whole : Path
        Results folder with every ability.
    without : dict of str to Path
        Dog that takes part and has an ability -> results folder without it.
    kinds : dict of str to tuple of str
        Dog of the ruleset -> the kinds of its abilities, perhaps none.
    """

    whole: Path
    without: Mapping[str, Path]
    kinds: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Abilities:
    """What was found.

    Parameters
    ----------
    wholes : dict of str to Arm
        Experiment -> its run with every ability.
    kinds : dict of (str, str) to tuple of str
        (experiment, Dog that takes part) -> the kinds of its abilities; Dogs without one are not there.
    comparisons : dict of (str, str) to Comparison
        (experiment, Dog that takes part) -> the run with every ability against that without the Dog's, as its base.
    fired : pandas.DataFrame
        Counts of `reports.abilities_counts.count_firings` with experiment and dog.
    """

    wholes: dict[str, Arm]
    kinds: dict[tuple[str, str], tuple[str, ...]]
    comparisons: dict[tuple[str, str], Comparison]
    fired: pd.DataFrame

    @property
    def dogs(self) -> dict[str, str]:
        """Dog -> printed name."""
        found: dict[str, str] = {}
        for comparison in self.comparisons.values():
            found |= comparison.dogs
        return found

    def name(self, experiment: str, dog: str) -> str:
        """Return what a Dog's abilities are called."""
        kinds = self.kinds.get((experiment, dog), ())
        return listed([kind_words(kind) for kind in kinds]) if kinds else "no ability"

    def heading(self, experiment: str) -> str:
        """Return what an experiment is called: its players, and its name where several have as many."""
        heads = {name: players_heading(arm.results.players, arm.manifest["short"]) for name, arm in self.wholes.items()}
        alone = list(heads.values()).count(heads[experiment]) == 1
        return heads[experiment] if alone else f"{heads[experiment]} ({experiment})"

    def own(self, measure: str) -> pd.DataFrame:
        """Return what each ability is worth to its Dog, by experiment: wins or VP (see `worth`)."""
        return self._worth(["dog"], ["experiment", "dog"], measure)

    def by_strategy(self, measure: str) -> pd.DataFrame:
        """Return the same by the strategy that plays the Dog."""
        return self._worth(["strategy", "dog"], ["experiment", "dog", "strategy"], measure)

    def to_others(self, measure: str) -> pd.DataFrame:
        """Return what each ability does to the other Dogs: ability_of has it, dog is another."""
        return self._worth(["dog"], ["experiment", "ability_of", "dog"], measure)

    def _worth(self, family: Sequence[str], by: Sequence[str], measure: str) -> pd.DataFrame:
        frames = []
        for (experiment, dog), comparison in self.comparisons.items():
            pairs = comparison.contrasts[0].pairs.counts["_and_".join(family), measure]
            chosen = pairs["dog"] != dog if "ability_of" in by else pairs["dog"] == dog
            if "ability_of" not in by or (experiment, dog) in self.kinds:
                frames.append(pairs[chosen].assign(experiment=experiment, ability_of=dog))
        table = worth(pd.concat(frames, ignore_index=True), by, MEASURES[measure])
        owner = table["ability_of" if "ability_of" in by else "dog"]
        without = [key not in self.kinds for key in zip(table["experiment"], owner, strict=True)]
        return _in_order(beyond_doubt(table, pd.Series(without)), by, self)

    def firings(self, by: Sequence[str] = ("experiment", "dog")) -> pd.DataFrame:
        """Return how often each ability fired and what that gave (see `reports.abilities_summaries.firings`)."""
        return _in_order(firings(self.fired, by), by, self)

    def tables(self) -> dict[str, pd.DataFrame]:
        """Return all tables, name -> frame."""
        found = {}
        for measure, name in NAMES.items():
            found[f"{name}_by_dog"] = self.own(measure)
            found[f"{name}_by_strategy"] = self.by_strategy(measure)
            found[f"{name}_of_others"] = self.to_others(measure)
        by_strategy = self.firings(["experiment", "dog", "strategy"])
        return found | {"firings_by_dog": self.firings(), "firings_by_strategy": by_strategy}


def _in_order(table: pd.DataFrame, by: Sequence[str], found: Abilities) -> pd.DataFrame:
    """Return a table with experiments and Dogs in their own order."""
    orders = {"experiment": list(found.wholes), "dog": list(found.dogs), "ability_of": list(found.dogs)}
    ordered = table.sort_values(list(by), key=lambda column: _places(column, orders), kind="stable")
    return ordered.reset_index(drop=True)


def _places(column: pd.Series[str], orders: Mapping[str, list[str]]) -> pd.Series[int] | pd.Series[str]:
    order = orders.get(str(column.name))
    return column if order is None else column.map(order.index)


def read_abilities(trials: Sequence[Trial], tell: Callable[[Path], None] = lambda folder: None) -> Abilities:
    """Read what was played with and without abilities.

    Parameters
    ----------
    trials : sequence of Trial
        One for each experiment.
    tell : callable, optional
        Is told of each folder before it is read.

    Raises
    ------
    UserError
        If a folder is not complete, or the runs of a trial are not of the same games.
    """
    wholes: dict[str, Arm] = {}
    kinds, comparisons, fired = {}, {}, []
    for trial in trials:
        for dog, folder in _folders(trial):
            tell(folder)
            comparison = compare(folder, [trial.whole])
            whole = comparison.contrasts[0].arm
            experiment = str(whole.manifest["experiment"]["name"])
            wholes[experiment] = whole
            comparisons[experiment, dog] = comparison
            if dog in trial.without:
                kinds[experiment, dog] = trial.kinds[dog]
            counts = count_firings(whole.results.tables(), comparison.base.results.tables(), dog)
            fired.append(counts.assign(experiment=experiment, dog=dog))
    return Abilities(wholes, kinds, comparisons, pd.concat(fired, ignore_index=True))


def _folders(trial: Trial) -> Iterator[tuple[str, Path]]:
    """Yield each Dog that takes part with the folder of the run without its ability: the same run if it has none."""
    pool = open_arm(trial.whole).manifest["experiment"]["dogs"]["pool"]
    return ((dog, trial.without.get(dog, trial.whole)) for dog in pool)
