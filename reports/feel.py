"""How the game feels: measures of a game's quality after published ones, from the scores through the Years.

Browne (2008) asks after every move of a game of two how good a player program thinks each side's position. Nothing of
the kind is at hand here; what is asked instead, after every Year, is what each seat would score if the game ended now
(the columns score_y1, score_y2, ...). So these are variations of his measures, and each says how it differs:

- Drama. Browne: the square root of how far the evaluation of the eventual winner lies below the leader's, on average
  over the moves at which it does. Here: the same of VP after a Year, in parts of the winning score, and 0 where the
  winner never was behind.
- Lead change. Browne: how often the leader after a move is another than before it. Here: after how many Years nobody
  leads who led before.
- Uncertainty. Browne: how long the evaluations leave the outcome open. Here: how often the leader after a Year wins,
  and the entropy of which place wins.

His killer moves (which turn the game at once) and permanence (whether a move can be undone by the next) need an
evaluation of every move and are not measured. More is not better: in his study of 79 games people preferred those with
fewer lead changes and long uncertainty.

Games become sums of numbers by block of games (`reports.course`); every measure is a ratio or another formula of these
sums, and its interval comes from leaving out one block at a time (`reports.samples`), so games are the independent
units.

References
----------
Browne (2008), Automatic Generation and Evaluation of Recombination Games, PhD thesis, Queensland University of
Technology (aesthetic measures on played games, and which of them go along with what people prefer).
Browne and Maire (2010), Evolutionary Game Design, IEEE Transactions on Computational Intelligence and AI in Games 2(1),
1-16.
Goadrich (2018), Heuristics overview, blog of the CardStock project (Browne's drama with several players).
Thompson (2000), Defining the Abstract, The Games Journal (drama, decisiveness as criteria for games).
Mangeli de Brito (2016), An Aesthetic Metric for Multiplayer Turn-Based Games, MSc thesis, UFRJ/COPPE (drama with
several players and by place).
Isaksen (2017), Score Distribution Analysis, Artificial Intelligence, and Player Modeling for Quantitative Game Design,
PhD thesis, New York University.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from reports.course import Course
from reports.samples import estimate
from reports.statistics import bounded_interval, range_interval, sidak
from reports.summaries import CONFIDENCE

Floats = npt.NDArray[np.float64]

Formula = Callable[[Mapping[str, Floats]], Floats]
"""A measure's value from sums; works for all replicates at once."""


@dataclass(frozen=True)
class Range:
    """What a value can be, so that its interval stays within; `won` for shares of wins and differences of them."""

    least: float = -np.inf
    most: float = np.inf
    won: bool = False

    def interval(self, value: Any, error: Any, games: float, blocks: int, confidence: float) -> tuple[Any, Any]:
        """Return the interval of an estimate from so many games in so many blocks."""
        if self.won:
            low, high = bounded_interval(value, error, games, confidence, self.least, self.most)
        else:
            low, high = range_interval(value, error, games, confidence, blocks - 1.0, self.least, self.most)
        return low, high


ANY, COUNTED, PART = Range(), Range(0.0), Range(0.0, 1.0)
SHARE, DIFFERENCE = Range(0.0, 1.0, won=True), Range(-1.0, 1.0, won=True)
"""Any number; a number not below 0; a number between 0 and 1; a share of wins, or other yes or no of a game; the
difference of two such shares."""


@dataclass(frozen=True)
class Measure:
    """A measure of the whole game.

    Parameters
    ----------
    name, title : str
        Identifier, and what it is called.
    unit : str
        "share" (shown in percent) or the unit of a number.
    meaning : str
        How it is defined and read.
    formula : callable
        From sums.
    needs : str
        A sum without which it cannot be computed.
    range : Range
        What it can be.
    """

    name: str
    title: str
    unit: str
    meaning: str
    formula: Formula
    needs: str
    range: Range = COUNTED


def _mean(name: str, title: str, unit: str, meaning: str, within: Range = COUNTED) -> Measure:
    known = SHARE if unit == "share" else within
    return Measure(name, title, unit, meaning, lambda sums: sums[name] / sums["games"], name, known)


def headline(course: Course) -> tuple[Measure, ...]:
    """Return the measures of the whole game, in order, that the sums allow."""
    found = [
        *_lead_measures(course.years - 1),
        *_comebacks(course.players),
        _mean("margin", "Winning margin", "VP", "Highest final score minus the second highest."),
        _mean(
            "close", "Decided by 2 VP or less", "share", "Games whose winning margin is at most 2 VP, ties included."
        ),
        _mean("tied", "Tied wins", "share", "Games that several seats win together (I1)."),
        _mean("range", "First to last", "VP", "Highest final score minus the lowest."),
        _mean(
            "score_sd", "Spread within a game", "VP", "Standard deviation of the final scores of one game, on average."
        ),
        _mean("mean_score", "Mean score", "VP", "Mean final score of a game.", ANY),
        *_length_measures(course.players),
    ]
    return tuple(measure for measure in found if measure.needs in course.names)


def _lead_measures(last: int) -> list[Measure]:
    changes = max(1, last)
    return [
        _mean(
            "lead_changes",
            "Lead changes",
            f"of {changes} possible",
            "How often nobody who led after a Year still leads after the next: Browne's lead change, Year by Year"
            " instead of move by move. Some are wanted, many are not: he found that people preferred games with fewer.",
            Range(0.0, changes),
        ),
        Measure(
            "decided_early",
            f"Leader after Year {last} wins",
            "share",
            "How often who leads before the last Year wins; tied leaders count as one. Near the fair share: nothing is"
            " decided; near 100%: the last Year does not matter. Another way to ask for Browne's late uncertainty.",
            lambda sums: sums[f"leader_{last}"] / sums["games"],
            f"leader_{last}",
            SHARE,
        ),
    ]


def _comebacks(players: int) -> list[Measure]:
    return [
        _mean("always_led", "Led from start to end", "share", "Wins by who led, alone or tied, after every Year."),
        _mean("from_last", "Won from the last place", "share", "Wins by who was last, and not first, after some Year."),
        _mean(
            "worst_rank",
            "Winner's worst place",
            "place",
            "The winner's lowest place after any Year but the last.",
            Range(1.0, players),
        ),
        _mean(
            "largest_deficit", "Winner's largest deficit", "VP", "The most that the winner was behind after any Year."
        ),
        _mean(
            "drama",
            "Drama",
            "0 to 1",
            "Our variation of Browne's drama: how far the later winner was behind the leader, as the square root of the"
            " gap, averaged over the Years after which he was behind; 0 where he never was. The gap is of VP, in parts"
            " of the winning score; Browne's is of a player program's evaluations, move by move.",
            PART,
        ),
    ]


def _length_measures(players: int) -> list[Measure]:
    return [
        _mean("turns", "Turns a game", "turns", "Turns of all seats, passes included."),
        _mean("placements", "Captains placed a game", "Captains", "By all seats."),
        Measure(
            "placements_seat",
            "Captains placed a seat",
            "Captains",
            "Captains placed in a game, divided by the seats.",
            lambda sums: sums["placements"] / sums["games"] / players,
            "placements",
        ),
        Measure(
            "options_turn",
            "Choices a turn",
            "placements",
            "Legal placements without a Tactic card, of which a turn has one made; Tactic cards, purchases and passing"
            " are choices beside them.",
            lambda sums: sums["options"] / sums["turns"],
            "options",
        ),
        Measure(
            "drawn",
            "Drawn battles a game",
            "battles",
            "Battles that nobody wins (R5.1).",
            lambda sums: sums["drawn"] / sums["games"] / players,  # every seat's row has the game's number
            "drawn",
        ),
        Measure(
            "glorious",
            "Glorious Victories a game",
            "battles",
            "Battles whose tracker ends on the last space (R5.3).",
            lambda sums: sums["glorious"] / sums["games"] / players,
            "glorious",
        ),
    ]


@dataclass(frozen=True)
class Entry:
    """A row to be tabulated.

    Parameters
    ----------
    keys : mapping
        What it is of.
    values : float64[1 + n_blocks]
        Its value in all replicates.
    range : Range
        What it can be.
    games : int, optional
        Games that it rests on, if not all.
    """

    keys: Mapping[str, Any]
    values: Floats
    range: Range
    games: int | None = None


VALUES = ("n_games", "value", "ci_low", "ci_high", "family_low", "family_high")
"""Columns of every table but their keys."""


def tabulate(course: Course, entries: Sequence[Entry], keys: Sequence[str], confidence: float) -> pd.DataFrame:
    """Return a table of estimates: the keys, then `VALUES`; corrected intervals hold for all rows at once (Šidák)."""
    rows = []
    corrected = sidak(confidence, max(1, len(entries)))
    for entry in entries:
        value, error = estimate(entry.values)
        games = course.n_games if entry.games is None else entry.games
        row: dict[str, Any] = {**entry.keys, "n_games": games, "value": float(value)}
        for name, level in (("ci", confidence), ("family", corrected)):
            low, high = entry.range.interval(value, error, float(games), course.blocks, level)
            row |= {f"{name}_low": float(low), f"{name}_high": float(high)}
        rows.append(row)
    return pd.DataFrame(rows, columns=[*keys, *VALUES])


def measure_table(course: Course, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return the measures of the whole game (`headline`): measure, unit, then `VALUES`."""
    sums = course.replicates()
    entries = [
        Entry({"measure": measure.name, "unit": measure.unit}, _value(measure.formula, sums), measure.range)
        for measure in headline(course)
    ]
    return tabulate(course, entries, ["measure", "unit"], confidence)


def _value(formula: Formula, sums: Mapping[str, Floats]) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return formula(sums)
