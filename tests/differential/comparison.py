"""The same games on the kernels and on the reference game, compared event by event."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simcore.dogs.log import GameLog
from simcore.dogs.play import DogsPlay
from simcore.dogs.ruleset import Ruleset, ruleset_hash
from strategies.base import Strategy as Script
from tests.differential.adapter import CompiledPlayer
from tests.dogs.conservation_of_kernel import check_conserved
from tests.reference.choices import Strategy
from tests.reference.game import play
from tests.reference.lineups import random_line_up
from tests.reference.state import Event
from tests.reference.uniform import Uniform

CONTEXT = 4
"""Lines shown before the first difference."""
STRICT = 10
"""One game in so many is compared with the order of keys and the types of values, which takes longer."""


class Difference(AssertionError):
    """The two games are not the same; its text says where they part."""


@dataclass(frozen=True)
class Table:
    """What is played: rules, seats, and who may sit on them.

    Parameters
    ----------
    ruleset : Ruleset
    players : int
    short : bool
        The optional three-player setup (R1.5).
    must_play : str, optional
        A Dog of War (name) that sits in every game.
    """

    ruleset: Ruleset
    players: int = 4
    short: bool = False
    must_play: str | None = None

    def dogs(self, seed: int, game: int) -> list[int]:
        """Return the Dogs of a game at random (U0), the one that must play on a seat of his own if need be."""
        names = [dog.name for dog in self.ruleset.dogs]
        dogs, _ = random_line_up(seed, game, self.players, len(names), 1)
        if self.must_play is not None and names.index(self.must_play) not in dogs:
            dogs[game % self.players] = names.index(self.must_play)
        return dogs


class Comparison:
    """Plays games of one table and seed on both sides.

    Parameters
    ----------
    table : Table
    seed : int
    scripts : sequence of Script
        Compiled strategies; game g seats number (g + seat) modulo their number.
    settings : mapping of str to mapping of str to float, optional
        Parameters by strategy that differ from its defaults.
    """

    def __init__(
        self,
        table: Table,
        seed: int,
        scripts: Sequence[Script],
        settings: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:
        self.table = table
        self.seed = seed
        self.names = [script.name for script in scripts]
        rules, players, short = table.ruleset, table.players, table.short
        self._hash = ruleset_hash(rules)
        self._kernel = DogsPlay(rules, players, short, seed, scripts, settings)
        self._log = GameLog(rules, players, short, seed, self.names)
        self._reference = [self._player(script, (settings or {}).get(script.name)) for script in scripts]

    def _player(self, script: Script, settings: Mapping[str, float] | None) -> Strategy:
        """Return the plain `uniform`, which shares nothing with the compiled one, or a compiled strategy."""
        if script.name == "uniform":
            return Uniform()
        return CompiledPlayer(script, self.table.ruleset, self.table.players, self.table.short, settings)

    def line_up(self, game: int) -> tuple[list[int], list[int]]:
        """Return Dog and strategy of each seat of a game."""
        strategies = [(game + seat) % len(self.names) for seat in range(self.table.players)]
        return self.table.dogs(self.seed, game), strategies

    def kernel_log(self, game: int) -> list[Event]:
        """Return the log of a game as the kernels play it; what is conserved is checked at every event."""
        dogs, strategies = self.line_up(game)
        records, rows = self._kernel.replay(game, dogs, strategies)
        check_conserved(records, self.table.ruleset, self.table.players)
        return list(self._log.lines(game, dogs, strategies, records, rows))

    def reference_log(self, game: int) -> list[Event]:
        """Return the log of a game as the reference plays it."""
        dogs, strategies = self.line_up(game)
        return play(
            self.table.ruleset,
            players=self.table.players,
            short=self.table.short,
            seed=self.seed,
            game=game,
            dogs=dogs,
            strategies=[self._reference[strategy] for strategy in strategies],
            names=[self.names[strategy] for strategy in strategies],
            ruleset_hash=self._hash,
        )

    def check(self, game: int) -> list[Event]:
        """Play a game on both sides and return its log; raise Difference where they part."""
        try:
            kernel, reference = self.kernel_log(game), self.reference_log(game)
        except Exception as error:
            raise Difference(f"{type(error).__name__}: {error}\n{self._describe(game)}") from error
        strictly = game % STRICT == 0 and repr(kernel) != repr(reference)  # types of values and order of keys, too
        if strictly or kernel != reference:
            raise Difference(f"{first_difference(kernel, reference)}\n{self._describe(game)}")
        return kernel

    def _describe(self, game: int) -> str:
        table = self.table
        dogs, strategies = self.line_up(game)
        return (
            f"Game {game}, seed {self.seed}, {table.players} players{', short setup' if table.short else ''}, "
            f"Dogs {[table.ruleset.dogs[dog].name for dog in dogs]}, "
            f"strategies {[self.names[strategy] for strategy in strategies]},\n"
            f"rules {table.ruleset.name!r} ({self._hash}), {table.ruleset.readings}."
        )


def first_difference(kernel: Sequence[Event], reference: Sequence[Event]) -> str:
    """Say at which line two logs part, with both lines and those before."""
    at = 0
    while at < min(len(kernel), len(reference)) and repr(kernel[at]) == repr(reference[at]):
        at += 1
    before = [f"  {number + 1:4} {json.dumps(kernel[number])}" for number in range(max(0, at - CONTEXT), at)]
    lines = [json.dumps(log[at]) if at < len(log) else "(the log has ended)" for log in (kernel, reference)]
    return "\n".join(
        [f"Kernels and reference part at line {at + 1}:", *before, f"  kernel    {lines[0]}", f"  reference {lines[1]}"]
    )
