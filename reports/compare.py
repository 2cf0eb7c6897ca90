"""A comparison of rulesets: runs of the same experiment by a base and its variants, read, paired and summarised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from reports.compare_counts import FAMILIES, MEASURES, Pairs, count_pairs
from reports.compare_summaries import balance, paired_differences
from reports.counts import WIN
from reports.statistics import share_interval
from reports.words import title_of
from simcore.errors import UserError
from simcore.results import Results, open_results
from simcore.tomltext import shown

BALANCED = ("dog", "house", "seat")
"""Families that a designer wants to be fair, and that have a balance index; strategies should differ."""

_MUST_BE_EQUAL = ("game", "players", "short", "games", "seed", "strategies", "strategy_params")


@dataclass(frozen=True)
class Arm:
    """The run of one ruleset: its name, and what is in its folder."""

    name: str
    results: Results

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest (see `simcore.manifest`)."""
        return self.results.manifest

    @property
    def variants(self) -> list[dict[str, str]]:
        """Name, title, why and hash of the variants laid over its ruleset."""
        found: list[dict[str, str]] = self.manifest["ruleset"].get("variants", [])
        return found

    @property
    def games(self) -> int:
        """Games played."""
        return self.results.games


@dataclass(frozen=True)
class Contrast:
    """One variant against the base.

    Parameters
    ----------
    arm : Arm
        The variant's run.
    title : str
        What people call it.
    pairs : Pairs
        The counts.
    differences : dict of (str, str) to pandas.DataFrame
        (family, measure) -> paired differences.
    balance : dict of str to pandas.DataFrame
        Family of BALANCED -> one row.
    absent : tuple of str
        Dogs that the variant adds, changes or takes away, and that took part in no game by either ruleset.
    changes_others : bool
        Whether the variant changes anything else.
    """

    arm: Arm
    title: str
    pairs: Pairs
    differences: dict[tuple[str, str], pd.DataFrame]
    balance: dict[str, pd.DataFrame]
    absent: tuple[str, ...] = ()
    changes_others: bool = True


@dataclass(frozen=True)
class Comparison:
    """A base and all that is compared with it."""

    base: Arm
    contrasts: tuple[Contrast, ...]

    @property
    def dogs(self) -> dict[str, str]:
        """Dog -> printed name, of all rulesets; those of the base come first."""
        found: dict[str, str] = {}
        for arm in (self.base, *(contrast.arm for contrast in self.contrasts)):
            titles = arm.manifest["ruleset"].get("dog_titles", {})
            found = {dog: titles.get(dog, title_of(dog)) for dog in arm.manifest["dogs"]} | found
        first = self.base.manifest["dogs"]
        return {dog: found[dog] for dog in [*first, *(dog for dog in found if dog not in first)]}


Told = Callable[[Arm], None]
"""Is told of each run before it is read."""


def open_arm(folder: Path) -> Arm:
    """Open the run of one ruleset; it must be complete and undamaged."""
    return Arm(folder.name, open_results(folder, verify=True))


def compare(base: Path, variants: Sequence[Path], tell: Told = lambda arm: None, but: Sequence[str] = ()) -> Comparison:
    """Compare runs of the same experiment by different rulesets with the run by the base.

    Parameters
    ----------
    base : Path
        Results folder of the base.
    variants : sequence of Path
        Results folders of the variants, at least one.
    tell : callable, optional
        Is told of each run before it is read.
    but : sequence of str
        Keys of the manifests that may differ though runs of the same experiment have them alike.

    Raises
    ------
    UserError
        If a folder is not complete, or the runs are not of the same games.
    """
    below, arms = open_arm(base), [open_arm(folder) for folder in variants]
    for arm in arms:
        _check_same_experiment(below, arm, but)
    contrasts = []
    for arm in arms:
        tell(arm)
        contrasts.append(_contrast(below, arm, len(arms)))
    return Comparison(below, tuple(contrasts))


def _check_same_experiment(base: Arm, arm: Arm, but: Sequence[str]) -> None:
    for key in _MUST_BE_EQUAL:
        if key not in but and base.manifest[key] != arm.manifest[key]:
            raise UserError(
                f"{arm.results.path}: {key} is {arm.manifest[key]}, but {base.manifest[key]} in {base.results.path};"
                " only runs of the same experiment can be compared game by game"
            )


def _contrast(base: Arm, arm: Arm, n_arms: int) -> Contrast:
    words = {
        "dog": _both(base, arm, "dogs"),
        "strategy": _both(base, arm, "strategies"),
        "support_house": _both(base, arm, "houses"),
    }
    players = base.results.players
    pairs = count_pairs(base.results.tables(), arm.results.tables(), words, players, base.games)
    index = {
        family: balance(pairs.counts[family, "win_share"], FAMILIES[family], players, WIN, n_arms)
        for family in BALANCED
    }
    differences: dict[Any, pd.DataFrame] = {
        (family, measure): _differences(pairs, family, measure, n_arms, players)
        for family in FAMILIES
        for measure in MEASURES
    }
    if base.manifest["ruleset"]["hash"] == arm.manifest["ruleset"]["hash"]:
        differences, index = (
            {key: beyond_doubt(table) for key, table in tables.items()} for tables in (differences, index)
        )
    titles = " + ".join(variant["title"] for variant in arm.variants) or arm.manifest["ruleset"]["name"]
    return Contrast(arm, titles, pairs, differences, index, *_absent(base, arm, pairs))


def _absent(base: Arm, arm: Arm, pairs: Pairs) -> tuple[tuple[str, ...], bool]:
    """Return the Dogs without a game in which two rulesets differ, and whether they differ in anything else."""
    one, other = (each.manifest["ruleset"].get("changes", []) for each in (base, arm))
    changed = [c["key"] for c in [*other, *one] if c not in one or c not in other]
    played = set(pairs.counts["dog", "win_share"]["dog"])
    dogs = [key.split(".")[1] if key.startswith("dogs.") else "" for key in changed]
    absent = tuple(dict.fromkeys(dog for dog in dogs if dog and dog not in played))
    return absent, len([dog for dog in dogs if dog in absent]) < len(dogs)


def beyond_doubt(table: pd.DataFrame, rows: pd.Series[bool] | None = None) -> pd.DataFrame:
    """Return differences of which some `rows`, or all, are of rules from themselves: nothing, in any game."""
    ends = ["ci_low", "ci_high", "family_low", "family_high"]
    chosen = pd.Series(True, index=table.index) if rows is None else rows
    return table.assign(**{end: table[end].mask(chosen, 0.0) for end in ends})


def _both(base: Arm, arm: Arm, key: str) -> list[str]:
    return list(dict.fromkeys([*base.manifest[key], *arm.manifest[key]]))


def _differences(pairs: Pairs, family: str, measure: str, n_arms: int, players: int) -> pd.DataFrame:
    counts, by = pairs.counts[family, measure], FAMILIES[family]
    rows = len(counts[[*by]].drop_duplicates())
    return paired_differences(counts, by, MEASURES[measure], rows * n_arms, players=players)


def all_tables(comparison: Comparison) -> dict[str, pd.DataFrame]:
    """Return the tables of a comparison, name -> frame; `variant` comes first."""
    tables: dict[str, list[pd.DataFrame]] = {}
    for contrast in comparison.contrasts:
        name = contrast.arm.name
        for (family, measure), frame in contrast.differences.items():
            title = f"{'win_share' if measure == 'win_share' else 'score'}_by_{family}"
            tables.setdefault(title, []).append(_named(frame, name))
        for family, frame in contrast.balance.items():
            tables.setdefault("balance", []).append(_named(frame.assign(groups=family), name))
        tables.setdefault("games", []).append(_named(same_games(contrast.pairs), name))
        tables.setdefault("changes", []).append(_named(changes_of(contrast.arm), name))
    return {name: pd.concat(frames, ignore_index=True) for name, frames in tables.items()}


def _named(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    return frame.assign(run=name)[["run", *frame.columns]]


def same_games(pairs: Pairs, confidence: float = 0.95) -> pd.DataFrame:
    """Return how many games went exactly alike, and in how many all scores and wins were the same (Wilson)."""
    rows = []
    for what, games in (("nothing differs", pairs.same_games), ("same scores and wins", pairs.same_results)):
        share = games / pairs.games
        low, high = share_interval(share, float(pairs.games), confidence)
        rows.append((what, games, pairs.games, share, float(low), float(high)))
    return pd.DataFrame(rows, columns=["what", "games", "n_games", "share", "ci_low", "ci_high"])


def changes_of(arm: Arm) -> pd.DataFrame:
    """Return what the variants of a run change: key, old and new value as text."""
    changes = arm.manifest["ruleset"].get("changes", [])
    rows = [[c["key"], *("nothing" if c[side] is None else shown(c[side]) for side in ("from", "to"))] for c in changes]
    return pd.DataFrame(rows, columns=["key", "from", "to"])
