"""How often components are used, counted: sums of products within games, by block of games, from which all is computed.

A count of every component is a column of the results; which belong together is a family. Of the games are kept only the
cross-products of all counts within games with each other, with the score, the win and who plays what where: from these
`reports.components` fits every regression.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from reports.counts import WIN, Layout
from reports.moments import by_seat, group_frame, moments_of, nothing, outcome_frame
from reports.samples import blocks_of, n_blocks

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.integer[Any]]

SOLDIERS = ("footmen", "arquebusers", "knights", "war_machines")
"""Soldiers played, by type."""

ORDER = ("years_first", "first_passes", "captains_lost")
"""Being first, passing first, and Captains left when passing."""

BATTLES = ("battles_won", "battles_lost", "glories")
"""Battles with a Captain on the winning side, with Captains on the losing side only, and Glorious Victories won."""

TOKEN = ("token_dealt",)
"""Whom chance dealt the First Player token at the start."""

STEMS: Mapping[str, str] = {
    "spaces": "space_",
    "rewards": "reward_",
    "cards": "played_",
    "dealt": "dealt_",
    "bonuses": "bonus_",
    "backed": "backed_",
    "held": "held_",
}
"""Family -> how the names of its columns begin; results have them where their experiment asked for details."""

RESPONSES = ("win", "vp")
"""What is regressed: the share of the win, and the final score in VP."""

CHUNK = 4_096
"""Games in memory at once as float64."""

FARTHEST = 200
"""More VP, on either side of 0, than a Support card can be worth."""


def families(columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the families of components that results with these columns can tell of: name -> its columns.

    Examples
    --------
    >>> families(["seat", "footmen", "space_1_1", "space_1_2"])
    {'spaces': ('space_1_1', 'space_1_2'), 'soldiers': ('footmen',)}
    """
    found = {name: tuple(each for each in columns if each.startswith(stem)) for name, stem in STEMS.items()}
    for name, members in (("soldiers", SOLDIERS), ("order", ORDER), ("battles", BATTLES), ("token", TOKEN)):
        found[name] = tuple(each for each in members if each in columns)
    return {name: members for name, members in found.items() if members}


@dataclass(frozen=True)
class Uses:
    """What some games tell about components.

    Parameters
    ----------
    players, n_games : int
        Players a game, and games.
    names : tuple of str
        What the rows and columns of the products stand for: "control:..." (Dogs, strategies, seats), the components'
        columns, then `RESPONSES`.
    products : float64[n_blocks, k, k]
        Sum of products within games (deviations from the game's mean), by block of games.
    totals : float64[k]
        Sum of the values themselves.
    groups, overall : pandas.DataFrame
        Sums by Dog and strategy, and over all seats (`reports.moments.group_frame`, `outcome_frame`).
    supports : float64[n_blocks, 2 * FARTHEST + 1]
        Seats whose Support card was worth so many VP (column: VP + FARTHEST), by block of games.
    """

    players: int
    n_games: int
    names: tuple[str, ...]
    products: Floats
    totals: Floats
    groups: pd.DataFrame
    overall: pd.DataFrame
    supports: Floats

    @property
    def columns(self) -> tuple[str, ...]:
        """The components' columns."""
        return tuple(name for name in self.names[: -len(RESPONSES)] if not name.startswith("control:"))


def count_uses(frames: Iterable[pd.DataFrame], layout: Layout, columns: Sequence[str], games: int) -> Uses:
    """Count the uses of components in games.

    Parameters
    ----------
    frames : iterable of pandas.DataFrame
        Results part by part: whole games in order of seats, with dog, strategy, support, win_share, total and
        `columns`.
    layout : Layout
        Who can occur.
    columns : sequence of str
        Counts of components.
    games : int
        Games of all frames together.
    """
    controls = [f"control:{word}" for word in (*layout.dogs[1:], *layout.strategies[1:], *range(1, layout.players))]
    names = (*controls, *columns, *RESPONSES)
    products, totals = np.zeros((n_blocks(games), len(names), len(names))), np.zeros(len(names))
    supports = np.zeros((n_blocks(games), 2 * FARTHEST + 1))
    done, first = nothing(sum(layout.sizes), len(columns)), 0
    counted = slice(len(controls), len(controls) + len(columns))
    for frame in frames:
        played = _played(frame, layout, columns)
        worth = frame["support"].to_numpy().reshape(-1, layout.players) + FARTHEST
        for block, chosen in blocks_of(first, len(worth), games):
            supports[block] += np.bincount(worth[chosen].ravel(), minlength=supports.shape[1])
            for part in _chunks(chosen):
                values = _values(played, layout, part)
                products[block] += _products(values)
                totals += values.sum(axis=(1, 2))
                if columns:
                    dog, strategy, won = (each[part] for each in (played.dog, played.strategy, played.won))
                    done += moments_of(dog, strategy, won, values[counted], layout.sizes)
        first += len(worth)
    units = np.where(np.array(names) == RESPONSES[0], 1.0 / WIN, 1.0)
    return Uses(
        players=layout.players,
        n_games=first,
        names=names,
        products=products * units[:, None] * units,
        totals=totals * units,
        groups=group_frame(done, {"dog": layout.dogs, "strategy": layout.strategies}, tuple(columns)),
        overall=outcome_frame(done, tuple(columns)),
        supports=supports,
    )


@dataclass(frozen=True)
class _Played:
    """A part's games: arrays of a value for each game and seat, [n, players]; `won` in sixtieths."""

    dog: Codes
    strategy: Codes
    won: Codes
    total: Codes
    counts: tuple[Codes, ...]


def _played(frame: pd.DataFrame, layout: Layout, columns: Sequence[str]) -> _Played:
    shape = (-1, layout.players)
    dog, strategy = (
        pd.Categorical(frame[name], categories=list(words)).codes.astype(np.intp).reshape(shape)
        for name, words in (("dog", layout.dogs), ("strategy", layout.strategies))
    )
    won = np.rint(frame["win_share"].to_numpy() * WIN).astype(np.int16).reshape(shape)
    counts = tuple(frame[name].to_numpy().reshape(shape) for name in columns)
    return _Played(dog, strategy, won, frame["total"].to_numpy().reshape(shape), counts)


def _chunks(games: slice) -> Iterator[slice]:
    """Yield a block's games in pieces of `CHUNK`."""
    for first in range(games.start, games.stop, CHUNK):
        yield slice(first, min(first + CHUNK, games.stop))


def _values(played: _Played, layout: Layout, part: slice) -> Floats:
    """Return the controls, the counts and the responses of some games (see `reports.moments.by_seat`)."""
    dog, strategy = played.dog[part], played.strategy[part]
    seat = np.broadcast_to(np.arange(layout.players), dog.shape)
    controls = [
        codes == level
        for codes, size in ((dog, len(layout.dogs)), (strategy, len(layout.strategies)), (seat, layout.players))
        for level in range(1, size)
    ]
    return by_seat([*controls, *(each[part] for each in played.counts), played.won[part], played.total[part]])


def _products(values: Floats) -> Floats:
    """Return the sums of products within games: of all seats' products less those of the games' means.

    Notes
    -----
    Both sums are of whole numbers and thus exact; with single deviations from the means they would not be.
    """
    flat, sums = values.reshape(len(values), -1), values.sum(axis=1)
    products: Floats = flat @ flat.T - sums @ sums.T / values.shape[1]
    return products
