"""Exact counts of what happened, taken part by part: everything a report says is computed from these few numbers.

A win is counted in sixtieths, so that the share of 1, 2, 3, 4 or 5 tied winners is whole. Counts of whole numbers add
up exactly, whatever the parts and their order, and say more than sums do: the whole distribution of every score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from reports.lineups import Sums, line_up_frame, line_up_sums, no_line_ups
from reports.moments import Moments, group_frame, moments, nothing, outcome_frame
from simcore.errors import UserError

WIN = 60
"""One win, in sixtieths (the least common multiple of 1 to 5)."""

PARTS = ("tokens", "influence", "support", "coins", "cards")
"""The parts of a score, in the order of R7.1 to R7.4."""

MEASURES = ("total", *PARTS)
"""The final score (R7.5), then its parts."""

COLUMNS = ("seat", "dog", "strategy", "win_share", *MEASURES)
"""The columns that results must have to be reported."""

HOUSE = "support_house"
"""The column with the House of the Support card, which is counted where a layout names Houses."""

Integers = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True)
class Layout:
    """Who can occur in a run, and so which cells are counted: one for each Dog, seat and strategy.

    Parameters
    ----------
    players : int
        Players a game, 3 to 5.
    dogs, strategies : tuple of str
        The words that the results' columns of that name may hold.
    houses : tuple of str
        Words of the column `HOUSE`; none: it is not counted.
    measures : tuple of str
        Columns of whole numbers of which the moments are taken (see `reports.moments`).
    """

    players: int
    dogs: tuple[str, ...]
    strategies: tuple[str, ...]
    houses: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the results that are read, each once."""
        return tuple(dict.fromkeys([*COLUMNS, *([HOUSE] if self.houses else []), *self.measures]))

    @property
    def sizes(self) -> tuple[int, int]:
        """Number of Dogs and of strategies."""
        return len(self.dogs), len(self.strategies)

    @property
    def n_cells(self) -> int:
        """Number of cells."""
        return len(self.dogs) * self.players * len(self.strategies)

    def cells(self, dog: Integers, seat: Integers, strategy: Integers) -> npt.NDArray[np.int32]:
        """Return the cell of each row, from its indices of Dog, seat and strategy."""
        cell = dog.astype(np.int32)
        cell *= self.players
        cell += seat
        cell *= len(self.strategies)
        cell += strategy
        return cell

    def frame(self) -> pd.DataFrame:
        """Return Dog, seat and strategy of every cell, in order."""
        cells = product(self.dogs, range(self.players), self.strategies)
        frame = pd.DataFrame(cells, columns=["dog", "seat", "strategy"])
        return _ordered(frame, dog=self.dogs, strategy=self.strategies)


@dataclass(frozen=True)
class Histogram:
    """How often each whole number was seen in each cell.

    Parameters
    ----------
    low : int
        The number that the first column counts.
    counts : int64[n_cells, n_values]
        Row: cell; column: value - low.
    """

    low: int
    counts: npt.NDArray[np.int64]

    def __add__(self, other: Histogram) -> Histogram:
        """Return the counts of both; the cells are the same, the values need not be."""
        low = min(self.low, other.low)
        high = max(self.low + self.counts.shape[1], other.low + other.counts.shape[1])
        counts = np.zeros((len(self.counts), high - low), np.int64)
        for each in (self, other):
            counts[:, each.low - low : each.low - low + each.counts.shape[1]] += each.counts
        return Histogram(low, counts)

    def frame(self, cells: pd.DataFrame, value: str, number: str) -> pd.DataFrame:
        """Return the counts above zero: the cell's columns, the value and its number, under the names given."""
        cell, column = np.nonzero(self.counts)
        found = {value: column + self.low, number: self.counts[cell, column]}
        return cells.iloc[cell].reset_index(drop=True).assign(**found)


def histogram(cells: Integers, values: Integers, n_cells: int) -> Histogram:
    """Count `values` by cell: int[n] each; `cells` in 0..n_cells-1. Narrow types are quicker to go through."""
    if not len(values):
        return Histogram(0, np.zeros((n_cells, 1), np.int64))
    low = int(values.min())
    width = int(values.max()) - low + 1
    narrow = max(n_cells * width, abs(low), abs(low + width)) < 2**31
    key = np.multiply(cells, width, dtype=np.int32 if narrow else np.int64)
    key += values
    key -= low
    counts = np.bincount(key, minlength=n_cells * width)
    return Histogram(low, counts.reshape(n_cells, width))


@dataclass(frozen=True)
class Tally:
    """The counts of some games of one layout; tallies of different games add up.

    Parameters
    ----------
    wins : Histogram
        Sixtieths of a win, by Dog, seat and strategy: one count a game and seat.
    crowds : Histogram
        Sixtieths of a win that a strategy got on all its seats together, by strategy and its number of seats in the
        game (a cell is strategy * players + seats - 1): one count a game and strategy that took part in it.
    houses : Histogram
        Sixtieths of a win, by House of the Support card.
    opponents : Histogram
        Sixtieths of a win, by Dog and a rival Dog at the table (a cell is dog * dogs + rival): one count a game and
        ordered pair.
    scores : dict of str to Histogram
        Score and its parts in VP, by Dog, seat and strategy.
    line_ups : Sums
        Wins and scores by line-up.
    moments : Moments
        What was done, by Dog and by strategy, by winners and by losers.
    """

    wins: Histogram
    crowds: Histogram
    houses: Histogram
    opponents: Histogram
    scores: dict[str, Histogram]
    line_ups: Sums
    moments: Moments

    def __add__(self, other: Tally) -> Tally:
        """Return the tally of the games of both."""
        scores = {measure: counts + other.scores[measure] for measure, counts in self.scores.items()}
        return Tally(
            wins=self.wins + other.wins,
            crowds=self.crowds + other.crowds,
            houses=self.houses + other.houses,
            opponents=self.opponents + other.opponents,
            scores=scores,
            line_ups=self.line_ups + other.line_ups,
            moments=self.moments + other.moments,
        )


@dataclass(frozen=True)
class Counts:
    """A tally as frames, which the summaries take.

    Parameters
    ----------
    outcomes : pandas.DataFrame
        dog, seat, strategy, sixtieths (of a win), seats (always 1), games.
    crowds : pandas.DataFrame
        strategy, seats (that it had in one game), sixtieths (that they won together), games.
    houses : pandas.DataFrame
        house (of the Support card), sixtieths, seats (always 1), games.
    opponents : pandas.DataFrame
        dog, opponent (another Dog at the table), sixtieths (of a win that the dog got), seats (always 1), games.
    scores : pandas.DataFrame
        dog, seat, strategy, measure (of `MEASURES`), value (VP), games.
    line_ups : pandas.DataFrame
        A row a line-up (see `reports.lineups.line_up_frame`).
    groups, winners : pandas.DataFrame
        Sums of every measure of the layout, by Dog and strategy, and for winners against losers (see
        `reports.moments.group_frame` and `outcome_frame`).
    """

    outcomes: pd.DataFrame
    crowds: pd.DataFrame
    houses: pd.DataFrame
    opponents: pd.DataFrame
    scores: pd.DataFrame
    line_ups: pd.DataFrame
    groups: pd.DataFrame
    winners: pd.DataFrame


def tally(batch: pa.Table | pa.RecordBatch, layout: Layout) -> Tally:
    """Count the games of one batch.

    Parameters
    ----------
    batch : pyarrow.Table or pyarrow.RecordBatch
        Whole games, `layout.players` rows each, in seat order; at least the columns `COLUMNS`.
    layout : Layout
        Players and words of the run.

    Returns
    -------
    Tally

    Raises
    ------
    UserError
        A word that the layout does not have, rows that are not whole games in seat order, or a game whose win shares
        do not add up to one win.
    """
    dog = _codes(batch.column("dog"), layout.dogs, "dog")
    strategy = _codes(batch.column("strategy"), layout.strategies, "strategy")
    seat = _whole_games(_numbers(batch.column("seat")), layout.players)
    won = _sixtieths(_numbers(batch.column("win_share")), layout.players)
    cells = layout.cells(dog, seat, strategy)
    numbers = {name: _numbers(batch.column(name)) for name in dict.fromkeys([*MEASURES, *layout.measures])}
    dogs, strategies, wins, total = (
        each.reshape(-1, layout.players) for each in (dog, strategy, won, numbers["total"])
    )
    done = [numbers[name].reshape(-1, layout.players) for name in layout.measures]
    return Tally(
        wins=histogram(cells, won, layout.n_cells),
        crowds=_crowds(strategy, won, layout),
        houses=_houses(batch, won, layout),
        opponents=_opponents(dogs, wins, layout),
        scores={measure: histogram(cells, numbers[measure], layout.n_cells) for measure in MEASURES},
        line_ups=line_up_sums(dogs, strategies, wins, total, layout.sizes),
        moments=moments(dogs, strategies, wins, done, layout.sizes),
    )


def count_games(batches: Iterable[pa.Table | pa.RecordBatch], layout: Layout) -> Counts:
    """Count the games of all batches (see `tally`), one batch in memory at a time."""
    total = _total((tally(batch, layout) for batch in batches), _nothing(layout))
    cells = layout.frame()
    scores = [h.frame(cells, "value", "games").assign(measure=m) for m, h in total.scores.items()]
    return Counts(
        outcomes=total.wins.frame(cells, "sixtieths", "games").assign(seats=1),
        crowds=total.crowds.frame(_crowd_cells(layout), "sixtieths", "games"),
        houses=total.houses.frame(_words(house=layout.houses), "sixtieths", "games").assign(seats=1),
        opponents=total.opponents.frame(_words(dog=layout.dogs, opponent=layout.dogs), "sixtieths", "games").assign(
            seats=1
        ),
        scores=_ordered(pd.concat(scores, ignore_index=True), measure=MEASURES),
        line_ups=line_up_frame(total.line_ups, layout.players, layout.dogs, layout.strategies),
        groups=group_frame(total.moments, {"dog": layout.dogs, "strategy": layout.strategies}, layout.measures),
        winners=outcome_frame(total.moments, layout.measures),
    )


def _total(tallies: Iterable[Tally], nothing: Tally) -> Tally:
    """Add up tallies, each with one of about as many games, so that large ones are not copied again for each part."""
    waiting: list[tuple[int, Tally]] = []
    for each in tallies:
        waiting.append((1, each))
        while len(waiting) > 1 and waiting[-2][0] <= waiting[-1][0]:
            (parts, last), (others, before) = waiting.pop(), waiting.pop()
            waiting.append((parts + others, before + last))
    return reduce(lambda so_far, each: so_far + each[1], waiting, nothing)


def _nothing(layout: Layout) -> Tally:
    def empty(n_cells: int) -> Histogram:
        return Histogram(0, np.zeros((n_cells, 1), np.int64))

    return Tally(
        wins=empty(layout.n_cells),
        crowds=empty(len(layout.strategies) * layout.players),
        houses=empty(len(layout.houses)),
        opponents=empty(len(layout.dogs) ** 2),
        scores=dict.fromkeys(MEASURES, empty(layout.n_cells)),
        line_ups=no_line_ups(layout.players),
        moments=nothing(sum(layout.sizes), len(layout.measures)),
    )


def _words(**words: tuple[str, ...]) -> pd.DataFrame:
    """Return a cell for each combination of words."""
    return _ordered(pd.DataFrame(product(*words.values()), columns=list(words)), **words)


def _houses(batch: pa.Table | pa.RecordBatch, won: Integers, layout: Layout) -> Histogram:
    if not layout.houses:
        return Histogram(0, np.zeros((0, 1), np.int64))
    house = _codes(batch.column(HOUSE), layout.houses, HOUSE)
    return histogram(house, won, len(layout.houses))


def _opponents(dog: Integers, won: Integers, layout: Layout) -> Histogram:
    """Count the wins of each seat's Dog (int[n, players]) once for each rival at the table."""
    n_dogs, players = len(layout.dogs), layout.players
    of_seat = dog.T.astype(np.int32, order="C")
    further = range(1, players)
    cells = np.concatenate(
        [of_seat[seat] * n_dogs + of_seat[(seat + more) % players] for seat in range(players) for more in further]
    )
    return histogram(cells, np.repeat(won.T, players - 1, axis=0).ravel(), n_dogs**2)


def _crowd_cells(layout: Layout) -> pd.DataFrame:
    cells = product(layout.strategies, range(1, layout.players + 1))
    return _ordered(pd.DataFrame(cells, columns=["strategy", "seats"]), strategy=layout.strategies)


def _crowds(strategy: Integers, won: Integers, layout: Layout) -> Histogram:
    """Count the wins that each strategy of a game got on all its seats together.

    Seat by seat: the seats of the same strategy are added up, and the game is counted at the first of them.
    """
    of_seat = np.ascontiguousarray(strategy.astype(np.int16).reshape(-1, layout.players).T)
    won_by_seat = np.ascontiguousarray(won.reshape(-1, layout.players).T)
    keys, values = [], []
    for seat in range(layout.players):
        same = of_seat == of_seat[seat]
        first = ~same[:seat].any(axis=0)
        seats = same.sum(axis=0, dtype=np.int16)
        together = (won_by_seat * same).sum(axis=0, dtype=np.int16)
        key = of_seat[seat].astype(np.int32) * layout.players + (seats - 1)
        keys.append(key[first])
        values.append(together[first])
    return histogram(np.concatenate(keys), np.concatenate(values), len(layout.strategies) * layout.players)


def _numbers(column: Any) -> npt.NDArray[Any]:
    values: npt.NDArray[Any] = column.to_numpy() if isinstance(column, pa.ChunkedArray) else column.to_numpy(False)
    return values


def _codes(column: Any, words: Sequence[str], name: str) -> Integers:
    """Return each row's index in `words`; every chunk of a column has a dictionary of its own."""
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    return np.concatenate([_chunk_codes(chunk, words, name) for chunk in chunks] or [np.zeros(0, np.int32)])


def _chunk_codes(chunk: Any, words: Sequence[str], name: str) -> Integers:
    coded = chunk if isinstance(chunk, pa.DictionaryArray) else chunk.dictionary_encode()
    found = coded.dictionary.to_pylist()
    unknown = [word for word in found if word not in words]
    if unknown or coded.null_count:
        what = f"{unknown[0]!r}" if unknown else "an empty value"
        raise UserError(f"column {name}: {what} is not in the manifest, which knows {', '.join(words)}")
    indices: Integers = coded.indices.to_numpy(zero_copy_only=False)
    if found == list(words[: len(found)]):
        return indices
    translation = np.array([words.index(word) for word in found], indices.dtype)
    return translation[indices]


def _whole_games(seat: Integers, players: int) -> Integers:
    if len(seat) % players or (seat.reshape(-1, players) != np.arange(players)).any():
        raise UserError(f"column seat: the rows are not whole games with seats 0 to {players - 1} in order")
    return seat


def _sixtieths(win_share: npt.NDArray[np.floating[Any]], players: int) -> npt.NDArray[np.int16]:
    won: npt.NDArray[np.int16] = np.rint(win_share * np.float32(WIN)).astype(np.int16)
    if (reduce(np.add, won.reshape(-1, players).T) != WIN).any():
        raise UserError("column win_share: the shares of a game do not add up to one win")
    return won


def _ordered(frame: pd.DataFrame, **words: Sequence[str]) -> pd.DataFrame:
    """Give columns of words the order of `words`, which sorting and grouping then follow."""
    typed = {name: pd.Categorical(frame[name], categories=list(order), ordered=True) for name, order in words.items()}
    return frame.assign(**typed)
