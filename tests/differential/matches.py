"""Which games are compared: every number of players by the base rules, and by each reading that is not the default.

A job is a number of games by one set of rules at one table size; it is what a test runs and what a process is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from simcore.dogs.ruleset import Ruleset
from strategies.base import Strategy as Script
from tests.differential.comparison import Comparison, Difference, Table
from tests.differential.wild import wild
from tests.reference.situations import base, variant
from tests.reference.state import Event
from tests.stable import quick_registry

SEED = 20_260_101

SIZES = {"3": (3, False), "4": (4, False), "5": (5, False), "short": (3, True)}
"""Table size -> number of players, and whether it is the optional three-player setup (R1.5)."""


class Switch(NamedTuple):
    """A reading other than the default, the Dog of War it needs at the table, and what else makes it matter."""

    reading: dict[str, Any]
    must_play: str | None = None
    components: dict[str, Any] | None = None


SWITCHES = {
    "I2": Switch({"last_stand_scope": "one"}, "nameless_conqueror"),
    "I3": Switch({"last_stand_to_glory": False}, "nameless_conqueror"),
    "I4": Switch({"upstage_needs_captain": False}, "macbeth"),
    "I5": Switch({"own_captains_score": False}),
    "I6": Switch({"limited_coins": False}, components={"coins_of_1": 12, "coins_of_3": 5}),
}
"""Reading by its number."""

RULES = ("base", *SWITCHES)


def ruleset(rules: str, *, default: bool = False) -> Ruleset:
    """Return the rules of a match; with `default` the same but for the reading, to see what that changes."""
    if rules == "base":
        return base()
    switch = SWITCHES[rules]
    changed = variant(components=switch.components or {})
    return changed if default else variant(changed, readings=switch.reading)


def table(rules: str, size: str, *, default: bool = False) -> Table:
    """Return who plays what in a match."""
    must_play = None if rules == "base" else SWITCHES[rules].must_play
    return Table(ruleset(rules, default=default), *SIZES[size], must_play)


@dataclass(frozen=True)
class Job:
    """Consecutive games of one match.

    Parameters
    ----------
    rules : str
        One of RULES.
    size : str
        One of SIZES.
    games : int
        How many.
    first : int
        Index of the first.
    mixed : bool
        All strategies and `wild` at one table instead of `uniform` alone; ten times as slow.
    seed : int
    """

    rules: str
    size: str
    games: int
    first: int = 0
    mixed: bool = False
    seed: int = SEED

    def scripts(self) -> list[Script]:
        """Return the compiled strategies that take part."""
        known = quick_registry()
        return [*known.values(), wild] if self.mixed else [known["uniform"]]

    def comparison(self) -> Comparison:
        """Return the comparison that plays it."""
        return Comparison(table(self.rules, self.size), self.seed, self.scripts())

    def command(self) -> str:
        """Return the command that plays it."""
        text = f"python -m tests.differential --rules {self.rules} --size {self.size} --seed {self.seed}"
        return f"{text} --first {self.first} --games {self.games}{' --mixed' if self.mixed else ''}"


def run(job: Job, each: Callable[[list[Event]], object] | None = None) -> int:
    """Compare all games of a job and return their number.

    Parameters
    ----------
    job : Job
    each : callable, optional
        Given the log of every game.

    Raises
    ------
    Difference
        At the first game that is not the same on both sides; the text ends with the command that plays it again.
    """
    comparison = job.comparison()
    for game in range(job.first, job.first + job.games):
        try:
            events = comparison.check(game)
        except Difference as difference:
            again = replace(job, first=game, games=1).command()
            raise Difference(f"{difference}\nAgain: {again}") from difference
        if each is not None:
            each(events)
    return job.games


def all_jobs(games: int, mixed_games: int, first: int = 0, seed: int = SEED, most: int = 500) -> Iterator[Job]:
    """Yield jobs of up to `most` games that play `games` of every table size and of every switch, and mixed ones.

    A switch's games are spread over the table sizes.
    """
    for rules in RULES:
        for size in SIZES:
            share = len(SIZES) if rules != "base" else 1
            for mixed, number in ((False, games), (True, mixed_games)):
                rest = -(-number // share)
                start = first
                while rest > 0:
                    yield Job(rules, size, min(rest, most), start, mixed, seed)
                    start += most
                    rest -= most
