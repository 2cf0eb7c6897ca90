"""A search for fair values: the points that were tried, and the best of them confirmed on fresh games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from reports.compare import Arm, Comparison, compare, open_arm
from reports.compare_summaries import BETTER
from reports.robust_counts import Tally, paired_tally, tally
from reports.robust_summaries import change_of_unfairness, judged, unfairness
from reports.statistics import normal_quantile, sidak
from reports.summaries import win_shares
from simcore.weights import Gain

Point = tuple[int, ...]
VALUES = "value"
"""Columns value_1, value_2, ... hold the numbers searched."""

CONFIDENCE = 0.95
"""Confidence of every interval, unless told otherwise."""


@dataclass(frozen=True)
class Asked:
    """What was searched: names and own values of the numbers, Dogs to be fair, margin (in shares of wins)."""

    names: tuple[str, ...]
    own: Point
    dogs: tuple[str, ...]
    margin: float

    @property
    def columns(self) -> list[str]:
        """Columns that hold the values."""
        return [f"{VALUES}_{number}" for number in range(1, len(self.names) + 1)]

    @property
    def short_names(self) -> tuple[str, ...]:
        """The last two steps of the names, where these tell them apart."""
        short = tuple(".".join(name.split(".")[-2:]) for name in self.names)
        return short if len(set(short)) == len(short) else self.names


class Tried:
    """The points of a search and what was counted at each, added up over its rounds."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._tallies: dict[Point, Tally] = {}
        self._games: dict[Point, int] = {}
        self._rounds: dict[Point, int] = {}
        self._players = 0

    def add(self, point: Point, folder: Path) -> float:
        """Add a run's games to a point and return its criterion: the mean squared deviation of the Dogs, unbiased.

        Raises
        ------
        UserError
            If the folder is not complete.
        """
        results = open_arm(folder).results
        self._players = results.players
        new = tally(results.tables(["dog", "win_share"]), "dog", results.manifest["dogs"], results.players)
        self._tallies[point] = self._tallies[point] + new if point in self._tallies else new
        self._games[point] = self._games.get(point, 0) + results.games
        self._rounds[point] = self._rounds.get(point, 0) + 1
        return unfairness(self._tallies[point].moments, self._asked.dogs, self._players)[0]

    def table(self, confidence: float = CONFIDENCE) -> pd.DataFrame:
        """Return a row a point, the furthest first.

        Returns
        -------
        pandas.DataFrame
            value_1, ... (the point), rounds, n_games, square (the criterion, in squared shares), se, index (its root,
            0 where it is negative) with ci_low, ci_high and family_low, family_high (all points at once, Šidák). They
            are cut off at what is possible, 0 and 1 - 1 / players; games that tell no variance, like a single one,
            give neither them nor se.
        """
        rows = []
        for point, counted in self._tallies.items():
            square, se = unfairness(counted.moments, self._asked.dogs, self._players)
            rows.append((*point, self._rounds[point], self._games[point], square, se))
        table = pd.DataFrame(rows, columns=[*self._asked.columns, "rounds", "n_games", "square", "se"])
        table["index"] = np.sqrt(table["square"].clip(lower=0.0))
        table["se"] = table["se"].where(table["se"] > 0.0)  # no variance that games told: unknown, not none
        most = (1.0 - 1.0 / max(self._players, 1)) ** 2
        for name, level in (("ci", confidence), ("family", sidak(confidence, max(len(table), 1)))):
            half = normal_quantile(level) * table["se"]
            for end, sign in (("low", -1.0), ("high", 1.0)):
                table[f"{name}_{end}"] = np.sqrt((table["square"] + sign * half).clip(0.0, most))
        order = ["rounds", "square", *self._asked.columns]
        ascending = [False, *[True] * (len(order) - 1)]
        return table.sort_values(order, ascending=ascending, kind="stable").reset_index(drop=True)


@dataclass(frozen=True)
class Tuning:
    """What one tuning gained: strategy, for which rules, and "all" or a Dog -> gain.

    The rules are "start" (the ruleset itself, from what the experiment gives), "itself" (the same again, from there) or
    "best" (the best values, from there).
    """

    strategy: str
    rules: str
    gains: Mapping[str, Gain]


@dataclass(frozen=True)
class Retuned:
    """How strategies were tuned again for each candidate, and what they find where they are not.

    Parameters
    ----------
    games : int
        Games of each tuning.
    tunings : tuple of Tuning
        To begin with, for the ruleset itself, and for the best values.
    plain_best : tuple of int
        The values that seem best without tuning.
    plain_folders : mapping
        Point -> run of the fresh games by strategies that were not tuned.
    files : tuple of Path
        The weights at the best values.
    """

    games: int
    tunings: tuple[Tuning, ...]
    plain_best: Point
    plain_folders: Mapping[Point, Path]
    files: tuple[Path, ...]

    @property
    def strategies(self) -> tuple[str, ...]:
        """Names of what is tuned."""
        return tuple(dict.fromkeys(tuning.strategy for tuning in self.tunings))

    def gains(self) -> pd.DataFrame:
        """Return strategy, rules, dog ("all", too), gain (share of wins) with ci_low and ci_high, n_games (pairs)."""
        columns = ["strategy", "rules", "dog", "gain", "ci_low", "ci_high", "n_games"]
        rows = [
            (tuning.strategy, tuning.rules, dog, gain.gain, gain.ci_low, gain.ci_high, gain.games)
            for tuning in self.tunings
            for dog, gain in tuning.gains.items()
        ]
        return pd.DataFrame(rows, columns=columns)


@dataclass(frozen=True)
class Balancing:
    """What a search found.

    Parameters
    ----------
    asked : Asked
        What was searched.
    tried : pandas.DataFrame
        The points (see `Tried.table`).
    best : tuple of int
        The values that seemed best.
    comparison : Comparison
        The ruleset itself against these values, on fresh seeds; with itself where these are its own.
    fresh : Tally
        Who won these fresh games by either (see `reports.robust_counts.paired_tally`).
    file : Path or None
        The variant that sets them; None where they are the ruleset's own.
    retuned : Retuned, optional
        How strategies were tuned again; None where they were not.
    scripts : pandas.DataFrame, optional
        Balance index on fresh games at each point that matters, by tuned and by other strategies (`_by_scripts`).
    """

    asked: Asked
    tried: pd.DataFrame
    best: Point
    comparison: Comparison
    fresh: Tally
    file: Path | None
    retuned: Retuned | None = None
    scripts: pd.DataFrame | None = None

    @property
    def arms(self) -> tuple[Arm, Arm]:
        """The runs of the ruleset itself and of the best values, on fresh seeds."""
        return self.comparison.base, self.comparison.contrasts[0].arm

    @property
    def index(self) -> pd.DataFrame:
        """The balance index of the chosen Dogs under both and its change (`change_of_unfairness`), with n_games.

        The ruleset's own values change nothing in any game, beyond doubt.
        """
        table = change_of_unfairness(self.fresh.moments, self.asked.dogs, self._players)
        if self.best == self.asked.own:
            table = table.assign(change_low=0.0, change_high=0.0)
        table.insert(0, "n_games", self.comparison.base.games)
        return table

    @property
    def confirmed(self) -> bool:
        """Whether the best values are more balanced than the ruleset itself, on fresh seeds, by the interval."""
        return bool(self.index["verdict"].iloc[0] == BETTER)

    @property
    def differences(self) -> pd.DataFrame:
        """Differences of all Dogs' shares of wins from the ruleset itself, on fresh seeds."""
        return self.comparison.contrasts[0].differences["dog", "win_share"]

    @property
    def shares(self) -> pd.DataFrame:
        """Shares of wins of all Dogs under both on fresh seeds, one family, with verdicts against the margin."""
        pairs = self.comparison.contrasts[0].pairs.counts["dog", "win_share"]
        frames = []
        for ruleset, side in (("itself", "base"), ("best", "variant")):
            counts = pairs[pairs[f"seats_{side}"] > 0]
            renamed = counts.rename(columns={side: "sixtieths", f"seats_{side}": "seats"})
            frames.append(renamed[["dog", "sixtieths", "seats", "games"]].assign(ruleset=ruleset))
        orders = {"dog": list(self.comparison.dogs), "ruleset": ["itself", "best"]}
        types = {name: pd.CategoricalDtype(words, ordered=True) for name, words in orders.items()}
        outcomes = pd.concat(frames, ignore_index=True).astype(types)
        shares = win_shares(outcomes, ["ruleset", "dog"], self._players)
        return judged(shares, self.asked.margin).astype({"dog": str, "ruleset": str})

    def tables(self) -> dict[str, pd.DataFrame]:
        """Return all tables, name -> frame."""
        names: Mapping[str, str] = dict(zip(self.asked.columns, self.asked.names, strict=True))
        tables = {
            "tried": self.tried.rename(columns=names),
            "index": self.index,
            "win_share": self.shares,
            "difference": self.differences,
        }
        if self.retuned is not None and self.scripts is not None:
            tables |= {"scripts": self.scripts.rename(columns=names), "gains": self.retuned.gains()}
        return tables

    @property
    def _players(self) -> int:
        return self.comparison.base.results.players


def confirm(
    asked: Asked,
    tried: Tried,
    best: Point,
    folders: Mapping[Point, Path],
    file: Path | None,
    retuned: Retuned | None = None,
) -> Balancing:
    """Read the fresh runs: the ruleset itself and the best values, by point.

    Raises
    ------
    UserError
        If a folder is not complete, or the runs are not of the same games.
    """
    comparison = compare(folders[asked.own], [folders[best]], but=["strategy_params"] if retuned else [])
    base, variant = comparison.base.results, comparison.contrasts[0].arm.results
    columns = ["game", "dog", "win_share"]
    fresh = paired_tally(base.tables(columns), variant.tables(columns), list(comparison.dogs), base.players)
    scripts = _by_scripts(asked, folders, retuned.plain_folders) if retuned else None
    return Balancing(asked, tried.table(), best, comparison, fresh, file, retuned, scripts)


def _by_scripts(asked: Asked, tuned: Mapping[Point, Path], plain: Mapping[Point, Path]) -> pd.DataFrame:
    """Return value_1, ..., scripts ("tuned" or "plain"), n_games, index with ci_low and ci_high; the same games all."""
    frames = []
    for scripts, folders in (("tuned", tuned), ("plain", plain)):
        tried = Tried(asked)
        for point, folder in folders.items():
            tried.add(point, folder)
        frames.append(tried.table().assign(scripts=scripts))
    columns = [*asked.columns, "scripts", "n_games", "index", "ci_low", "ci_high"]
    return pd.concat(frames)[columns].sort_values(asked.columns, kind="stable").reset_index(drop=True)
