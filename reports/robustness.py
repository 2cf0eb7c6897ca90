"""Robustness: runs of the same experiment by a ruleset, by draws of what it assumes, and by its other readings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from reports.compare import Arm, open_arm
from reports.robust_counts import Tally, tally
from reports.robust_summaries import agreement, covariances, holding, judged, orders, spread
from reports.summaries import win_shares
from reports.words import title_of
from simcore.errors import UserError

BASE, DRAW, READING = "base", "draw", "reading"
"""Kinds of rulesets: as it is, with other stand-ins, read otherwise."""

GROUPS = ("dog", "seat")
"""Whose shares of wins are looked at."""

_MUST_BE_EQUAL = ("game", "players", "short", "games", "seed", "dogs", "strategies", "strategy_params")


@dataclass(frozen=True)
class Case:
    """One ruleset: its kind, its name, what people call it, and the folder of its results."""

    kind: str
    name: str
    title: str
    folder: Path


@dataclass(frozen=True)
class Robustness:
    """What was found.

    Parameters
    ----------
    cases : tuple of Case
        The base first.
    arms : tuple of Arm
        Their runs.
    tallies : dict of str to list of Tally
        "dog" or "seat" -> counts, one a case.
    margin : float
        Difference from the fair share that counts as balanced, in shares of wins.
    ranges : dict of str to str
        Block that was drawn -> the range of the draws.
    """

    cases: tuple[Case, ...]
    arms: tuple[Arm, ...]
    tallies: dict[str, list[Tally]]
    margin: float
    ranges: dict[str, str]

    @property
    def base(self) -> Arm:
        """The run by the ruleset itself."""
        return self.arms[0]

    @property
    def dogs(self) -> dict[str, str]:
        """Dog -> printed name."""
        titles = self.base.manifest["ruleset"].get("dog_titles", {})
        return {dog: titles.get(dog, title_of(dog)) for dog in self.base.manifest["dogs"]}

    def number(self, kind: str) -> int:
        """Return how many cases there are of a kind."""
        return sum(case.kind == kind for case in self.cases)

    @cached_property
    def _shares(self) -> dict[str, pd.DataFrame]:
        found = {}
        for column, tallies in self.tallies.items():
            shares = win_shares(self._together(column, "outcomes"), ["case", column], self.base.results.players)
            errors = [_errors(one.moments, case.name, column) for case, one in zip(self.cases, tallies, strict=True)]
            shares = shares.merge(pd.concat(errors), on=["case", column], how="left")
            kinds = {case.name: case.kind for case in self.cases}
            shares.insert(1, "kind", [kinds[name] for name in shares["case"].astype(str)])
            found[column] = judged(shares, self.margin).astype({"case": str})
        return found

    def shares(self, column: str) -> pd.DataFrame:
        """Return the shares of wins by every ruleset, one family, with verdicts (see `judged`) and standard errors."""
        return self._shares[column]

    def orders(self) -> pd.DataFrame:
        """Return the differences of every two Dogs by every ruleset (see `reports.robust_summaries.orders`)."""
        kinds = pd.DataFrame({"case": [case.name for case in self.cases], "kind": [case.kind for case in self.cases]})
        table = orders(self._together("dog", "moments").rename(columns={"dog": "group"}), ["case"])
        whole: pd.DataFrame = kinds.merge(table.astype({"case": str}), on="case")
        return whole

    def holding(self, column: str) -> pd.DataFrame:
        """Return how widely the verdicts on Dogs or seats hold, or with "order" those on every two Dogs."""
        if column == "order":
            return holding(self.orders(), ["first", "second"])
        return holding(self.shares(column), [column])

    def spread(self, column: str) -> pd.DataFrame:
        """Return how much shares of wins differ between draws; empty without draws."""
        shares = self.shares(column)
        return spread(shares[shares["kind"] == DRAW], column)

    def agreement(self) -> pd.DataFrame:
        """Return how alike the rulesets order the Dogs."""
        return agreement(self.shares("dog"), "dog")

    def tables(self) -> dict[str, pd.DataFrame]:
        """Return all tables, name -> frame."""
        found = {
            "cases": pd.DataFrame([[c.name, c.kind, c.title] for c in self.cases], columns=["case", "kind", "title"])
        }
        for column in GROUPS:
            found |= {f"win_share_by_{column}": self.shares(column), f"holds_by_{column}": self.holding(column)}
            if self.number(DRAW):
                found[f"spread_by_{column}"] = self.spread(column)
        return found | {"order": self.orders(), "holds_order": self.holding("order"), "agreement": self.agreement()}

    def _together(self, column: str, what: str) -> pd.DataFrame:
        """Return the frames of all cases, with `case` and with `column` for the group."""
        names = pd.CategoricalDtype([case.name for case in self.cases], ordered=True)
        frames = [
            getattr(one, what).assign(case=case.name)
            for case, one in zip(self.cases, self.tallies[column], strict=True)
        ]
        whole: pd.DataFrame = (
            pd.concat(frames, ignore_index=True).rename(columns={"group": column}).astype({"case": names})
        )
        if column == "dog" and what == "outcomes":
            whole["dog"] = whole["dog"].astype(pd.CategoricalDtype(list(self.dogs), ordered=True))
        return whole


def _errors(moments: pd.DataFrame, case: str, column: str) -> pd.DataFrame:
    names, _, covariance = covariances(moments)
    return pd.DataFrame({"case": case, column: names, "se": np.sqrt(np.maximum(np.diag(covariance), 0.0))})


def read_robustness(
    cases: Sequence[Case], margin: float, ranges: dict[str, str], tell: Callable[[Arm], None] = lambda arm: None
) -> Robustness:
    """Read the runs of all cases.

    Parameters
    ----------
    cases : sequence of Case
        The base first.
    margin : float
        Difference from the fair share that counts as balanced, in shares of wins, above 0.
    ranges : dict of str to str
        Block that was drawn -> the range of the draws.
    tell : callable, optional
        Is told of each run before it is read.

    Raises
    ------
    UserError
        If a folder is not complete, or the runs are not of the same experiment.
    """
    arms: list[Arm] = []
    tallies: dict[str, list[Tally]] = {column: [] for column in GROUPS}
    for case in cases:
        arm = open_arm(case.folder)
        _check_same(arms[0] if arms else arm, arm)
        tell(arm)
        players = arm.results.players
        values: dict[str, Sequence[Any]] = {"dog": arm.manifest["dogs"], "seat": range(players)}
        for column in GROUPS:
            read = arm.results.tables([column, "win_share"])
            tallies[column].append(tally(read, column, values[column], players))
        arms.append(arm)
    return Robustness(tuple(cases), tuple(arms), tallies, margin, ranges)


def _check_same(base: Arm, arm: Arm) -> None:
    for key in _MUST_BE_EQUAL:
        if base.manifest[key] != arm.manifest[key]:
            raise UserError(
                f"{arm.results.path}: {key} is {arm.manifest[key]}, but {base.manifest[key]} in {base.results.path};"
                " only runs of the same experiment show what other rules do"
            )
