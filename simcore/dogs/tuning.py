"""What a tuning of Dogs of War plays: one seat with the parameters to be tried, the others played by a field.

Games go in turn through every seat of the tuned strategy, with every Dog that is tuned, and every ordered choice of
the other Dogs for its opponents. Candidates differ in nothing but parameters, so nothing is compiled for them.

The search makes the win share plus a hundredth of the lead in VP over the best opponent as large as it can. The win
share is what counts, and what the gain is told in; but most games are won or lost by much, and the lead says in all of
them who played better, so that half as many games tell two candidates apart. It may not count for more: what raises
the average lead can lower the chance to win.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simcore.dogs.play import DogsPlay, Script, parameter_rows
from simcore.dogs.rows import ROW
from simcore.dogs.ruleset import Ruleset
from simcore.experiment import Design
from simcore.lineups import draw_line_ups
from simcore.tuning import Floats, Scores

WINS_PER_VP = 0.01
"""What a VP of lead over the best opponent counts in the objective of the search."""

_GAMES_OF_A_CHUNK = 2_000
_POLL_SECONDS = 0.1
_TUNED = 0
"""Place of the tuned strategy among the player's."""


@dataclass(frozen=True)
class Table:
    """Where a strategy is tuned.

    Parameters
    ----------
    ruleset : Ruleset
        A checked ruleset.
    players : int
        3, 4 or 5.
    short : bool
        The optional three-player setup (R1.5).
    dogs : tuple of int
        The Dogs that take part, as places in the ruleset; at least one a seat.
    opponents : sequence of Strategy
        The field; each opponent's seat is played by one of them at random.
    settings, tuned : mapping
        Their parameters where they are not the defaults (see `DogsPlay`).
    """

    ruleset: Ruleset
    players: int
    short: bool
    dogs: tuple[int, ...]
    opponents: Sequence[Script]
    settings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    tuned: Mapping[str, Mapping[str, Mapping[str, float]]] = field(default_factory=dict)


class DogsProblem:
    """The games of a tuning; a group is a Dog that the tuned strategy plays.

    Parameters
    ----------
    table : Table
        Where it plays.
    strategy : Strategy
        What is tuned; its name must be none of the field's. What is not tuned of it is as `table` says.
    names : sequence of str
        Its parameters that are tuned.
    dogs : sequence of int
        The Dogs for which it is tuned, of those that take part.
    seed : int
        Seed of the games.
    threads : int
        Threads that play.
    """

    def __init__(
        self, table: Table, strategy: Script, names: Sequence[str], dogs: Sequence[int], seed: int, threads: int
    ) -> None:
        ruleset = table.ruleset
        self.groups = tuple(ruleset.dogs[dog].name for dog in dogs)
        self._table = table
        self._seed = seed
        self._threads = threads
        self._dogs = list(dogs)
        name = strategy.name
        self._rows = parameter_rows(strategy, table.settings.get(name, {}), table.tuned.get(name, {}), ruleset)
        order = list(strategy.parameters)
        self._places = [order.index(name) for name in names]
        entrants = [strategy, *table.opponents]
        self._player = DogsPlay(ruleset, table.players, table.short, seed, entrants, table.settings, tuned=table.tuned)
        self._line_ups = [_line_ups(table, dog) for dog in dogs]

    @property
    def block(self) -> int:
        """How many games in a row hold every line-up of every Dog once."""
        return sum(map(len, self._line_ups))

    @property
    def start(self) -> Floats:
        """The parameters as the table has them: float64[groups, parameters]."""
        return np.array(self._rows["value"][np.ix_(self._dogs, self._places)])

    def play(self, tables: Floats, group: int | None, first: int, games: int) -> Scores:
        """Let each candidate play games `first` to `first + games` - 1 (see `simcore.tuning.Problem`).

        Raises
        ------
        StrategyFault
            If a strategy does what it may not.
        """
        groups, dogs, seats = self._seatings(group, np.arange(first, first + games))
        strategies = self._opponents(first, games)
        strategies[np.arange(games), seats] = _TUNED
        players = [self._player.with_parameters(_TUNED, self._parameters(table)) for table in tables]
        rows = np.zeros((len(tables), games * self._table.players), ROW)
        chunks = [
            _Chunk(player, first, slice(start, min(start + _GAMES_OF_A_CHUNK, games)), dogs, strategies, of_player)
            for start in range(0, games, _GAMES_OF_A_CHUNK)
            for player, of_player in zip(players, rows, strict=True)
        ]
        _play_all(chunks, self._threads)
        return self._scores(rows.reshape(len(tables), games, -1), seats, groups)

    def _seatings(
        self, group: int | None, games: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return the group, the Dog of each seat and the tuned seat of each game."""
        n = len(self.groups)
        groups, rounds = (games % n, games // n) if group is None else (np.full(len(games), group), games)
        seatings = np.array(self._line_ups)[groups, rounds % len(self._line_ups[0])]
        return groups, np.ascontiguousarray(seatings[:, 1:]), seatings[:, 0]

    def _opponents(self, first: int, games: int) -> NDArray[np.int64]:
        """Return the place of a strategy of the field for each seat of each game."""
        players = self._table.players
        field = tuple(range(_TUNED + 1, _TUNED + 1 + len(self._table.opponents)))
        design = Design(players, "fixed", tuple(range(players)), "random", field)
        return draw_line_ups(design, self._seed, first, games)[1]

    def _parameters(self, table: Floats) -> NDArray[np.void]:
        """Return the tuned strategy's rows of parameters for a candidate."""
        rows = self._rows.copy()
        rows["value"][np.ix_(self._dogs, self._places)] = table
        return rows

    @staticmethod
    def _scores(rows: NDArray[np.void], seats: NDArray[np.int64], groups: NDArray[np.int64]) -> Scores:
        """Return the scores of the tuned seat from rows of shape (candidates, games, players)."""
        games = np.arange(len(seats))
        own = rows[:, games, seats]
        others = rows["total"].astype(np.float64)
        others[:, games, seats] = -np.inf
        lead = own["total"] - others.max(axis=2)
        wins = (own["rank"] == 1) / own["winners"]
        return Scores(wins + WINS_PER_VP * lead, wins, groups)


def _line_ups(table: Table, dog: int) -> NDArray[np.int64]:
    """Return every line-up with one Dog on the tuned seat: the seat, then the Dog of each seat."""
    others = [other for other in table.dogs if other != dog]
    return np.array(
        [
            (seat, *around[:seat], dog, *around[seat:])
            for around in itertools.permutations(others, table.players - 1)
            for seat in range(table.players)
        ],
        np.int64,
    )


@dataclass
class _Chunk:
    """Some of the games that one candidate plays."""

    player: DogsPlay
    first: int
    games: slice
    dogs: NDArray[np.int64]
    strategies: NDArray[np.int64]
    rows: NDArray[np.void]
    control: NDArray[np.int64] = field(default_factory=lambda: np.zeros(2, np.int64))

    def play(self) -> None:
        """Play them and fill their rows."""
        start, end = self.games.start, self.games.stop
        players = self.dogs.shape[1]
        line_ups = self.dogs[self.games], self.strategies[self.games]
        self.player.play(self.first + start, *line_ups, self.rows[start * players : end * players], self.control)


def _play_all(chunks: Sequence[_Chunk], threads: int) -> None:
    """Play chunks on threads; whatever ends this early, Ctrl-C among others, stops them after the game in hand."""
    with ThreadPoolExecutor(threads) as pool:
        waiting = {pool.submit(chunk.play) for chunk in chunks}
        try:
            for done in _done(waiting):
                done.result()
        except BaseException:
            for chunk in chunks:
                chunk.control[0] = 1
            pool.shutdown(cancel_futures=True)
            raise


def _done(waiting: set[Future[None]]) -> Iterator[Future[None]]:
    """Give futures as they are done, waking up often enough for Ctrl-C."""
    while waiting:
        done, waiting = wait(waiting, _POLL_SECONDS, "FIRST_COMPLETED")
        yield from done
