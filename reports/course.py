"""The course of games: what the measures of how a game feels are computed from, added up by block of games.

Each game gives numbers, from its scores through the Years and at the end; only their sums are kept (`course_of`), so a
million games need no more memory than a thousand. What is made of the sums is in `reports.feel` (the whole game) and in
`reports.course_summaries` (by Year, seat, part of the score and strategy).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from reports.counts import PARTS, WIN
from reports.samples import blocks_of, n_blocks, replicates

Floats = npt.NDArray[np.float64]

SEEN = {
    "tokens": ("tokens",),
    "tokens_influence": ("tokens", "influence"),
    "no_support": ("tokens", "influence", "coins", "cards"),
}
"""Parts of the score that are looked at, to see whether who leads on them wins: gained in the open; all but the
Support card, which nobody ever sees."""

REFERENCE = "uniform"
"""The strategy that decides by chance, against which skill is measured."""

NEEDED = ("seat", "strategy", "win_share", "total", *PARTS)
"""Columns that are always read."""

DETAILS = ("turns", "options", "drawn", "glorious")
"""Columns that are read where results have them, beside `placements` and the scores by Year."""


@dataclass(frozen=True)
class Course:
    """Sums over games, by block.

    Parameters
    ----------
    players, n_games, years : int
        Players a game, games, and Years of which the scores are known (0: none).
    strategies : tuple of str
        Strategies that took part.
    names : tuple of str
        Name of each sum.
    sums : float64[n_blocks, n_names]
        The sums.
    """

    players: int
    n_games: int
    years: int
    strategies: tuple[str, ...]
    names: tuple[str, ...]
    sums: Floats

    def replicates(self) -> dict[str, Floats]:
        """Return each sum over all games, then without each block (see `reports.samples.replicates`)."""
        return dict(zip(self.names, replicates(self.sums).T, strict=True))

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return len(self.sums)


def columns_of(columns: Sequence[str], years: int) -> list[str]:
    """Return the columns that `course_of` reads, of those that results have."""
    scores = [f"score_y{year}" for year in range(1, years + 1)]
    wanted = [*NEEDED, "placements", *DETAILS, *(scores if set(scores) <= set(columns) else [])]
    return [name for name in wanted if name in columns]


def course_of(frames: Iterable[pd.DataFrame], players: int, strategies: Sequence[str], games: int) -> Course:
    """Add up what the measures need.

    Parameters
    ----------
    frames : iterable of pandas.DataFrame
        Results part by part: whole games in order of seats, with the columns of `columns_of`.
    players : int
        Players a game.
    strategies : sequence of str
        Strategies that may occur.
    games : int
        Games of all frames together.
    """
    sums: dict[str, Floats] = {}
    first = years = 0
    for frame in frames:
        years = sum(name.startswith("score_y") for name in frame.columns)
        n = len(frame) // players
        for name, values in _of_games(frame, players, strategies):
            into = sums.setdefault(name, np.zeros(n_blocks(games)))
            for block, chosen in blocks_of(first, n, games):
                into[block] += values[chosen].sum()
        first += n
    table = np.stack(list(sums.values()), axis=1) if sums else np.zeros((1, 0))
    return Course(players, first, years, tuple(strategies), tuple(sums), table)


Named = Iterator[tuple[str, Any]]
"""Names of sums, each with its values game by game."""


def _of_games(frame: pd.DataFrame, players: int, strategies: Sequence[str]) -> Named:
    shape = (-1, players)
    won = np.rint(frame["win_share"].to_numpy() * WIN).reshape(shape) / WIN
    numbers = {
        name: frame[name].to_numpy().astype(np.float64).reshape(shape)
        for name in frame.columns
        if name not in ("strategy", "win_share", "seat")
    }
    yield "games", np.ones(len(won))
    yield from _finish(numbers, won)
    yield from _hidden(numbers, won)
    for name in ("placements", *DETAILS):
        if name in numbers:
            yield name, numbers[name].sum(axis=1)
            yield f"{name}_squares", numbers[name].sum(axis=1) ** 2
    codes = pd.Categorical(frame["strategy"], categories=list(strategies)).codes.reshape(shape)
    yield from _skill(codes, strategies, won, numbers["total"])
    scores = [numbers[name] for name in frame.columns if name.startswith("score_y")]
    if scores:
        yield from _race(np.stack(scores, axis=2), won)


def _finish(numbers: Mapping[str, Floats], won: Floats) -> Named:
    total = numbers["total"]
    ordered = np.sort(total, axis=1)
    yield "tied", (won.max(axis=1) < 1.0).astype(float)
    yield "margin", ordered[:, -1] - ordered[:, -2]
    yield "range", ordered[:, -1] - ordered[:, 0]
    yield "close", (ordered[:, -1] - ordered[:, -2] <= 2.0).astype(float)
    yield "score_sd", total.std(axis=1, ddof=1)
    yield "mean_score", total.mean(axis=1)


def _hidden(numbers: Mapping[str, Floats], won: Floats) -> Named:
    away = _deviations(numbers["total"])
    yield "variance", (away**2).sum(axis=1)
    for part in PARTS:
        yield f"covariance_{part}", (_deviations(numbers[part]) * away).sum(axis=1)
    for name, parts in SEEN.items():
        yield f"seen_{name}", _leaders_win(np.sum([numbers[part] for part in parts], axis=0), won)


def _skill(codes: Any, strategies: Sequence[str], won: Floats, total: Floats) -> Named:
    """Compare each strategy with the one that decides by chance, in the games in which both sit."""
    if REFERENCE not in strategies:
        return
    base = codes == list(strategies).index(REFERENCE)
    for place, name in enumerate(strategies):
        if name == REFERENCE:
            continue
        mine = codes == place
        both = base.any(axis=1) & mine.any(axis=1)
        yield f"met_{name}", both.astype(float)
        for what, values in (("won", won), ("vp", total)):
            for side, member in ((name, mine), (f"against_{name}", base)):
                mean = (values * member).sum(axis=1) / np.maximum(member.sum(axis=1), 1)
                yield f"{what}_{side}", mean * both


def _race(scores: Floats, won: Floats) -> Named:
    """Yield what depends on the scores through the Years, float64[n, players, years]; the last are the final ones."""
    before, final = scores[:, :, :-1], scores[:, :, -1]
    best = scores.max(axis=1, keepdims=True)
    leads = scores == best
    rank = 1 + (scores[:, None, :, :] > scores[:, :, None, :]).sum(axis=2)
    for year in range(scores.shape[2]):
        yield from _after(year + 1, scores[:, :, year], rank[:, :, year], won)
        yield from _catching_up(year + 1, scores[:, :, year], final)
    kept = (leads[:, :, 1:] & leads[:, :, :-1]).any(axis=1)
    yield "lead_changes", (~kept).sum(axis=1).astype(float)
    if not before.shape[2]:
        return
    behind = (best - scores)[:, :, :-1]
    yield "always_led", (won * (behind == 0.0).all(axis=2)).sum(axis=1)
    was_last = (before == before.min(axis=1, keepdims=True)) & (behind > 0.0)
    yield "from_last", (won * was_last.any(axis=2)).sum(axis=1)
    yield "worst_rank", (won * rank[:, :, :-1].max(axis=2)).sum(axis=1)
    yield "largest_deficit", (won * behind.max(axis=2)).sum(axis=1)
    relative = np.sqrt(behind / np.maximum(final.max(axis=1), 1.0)[:, None, None])
    years_behind = np.maximum((behind > 0.0).sum(axis=2), 1)
    yield "drama", (won * relative.sum(axis=2) / years_behind).sum(axis=1)


def _after(year: int, score: Floats, rank: Any, won: Floats) -> Named:
    yield f"leader_{year}", _leaders_win(score, won)
    yield f"deficit_{year}", (won * (score.max(axis=1, keepdims=True) - score)).sum(axis=1)
    for place in range(1, score.shape[1] + 1):
        there = rank == place
        yield f"seats_{year}_{place}", there.sum(axis=1).astype(float)
        yield f"won_{year}_{place}", (won * there).sum(axis=1)
    away = _deviations(score)
    for seat in range(score.shape[1]):
        yield f"seat_{year}_{seat}", away[:, seat]


def _catching_up(year: int, score: Floats, final: Floats) -> Named:
    gap, gain = _deviations(score), _deviations(final - score)
    yield f"gap_gap_{year}", (gap**2).sum(axis=1)
    yield f"gap_gain_{year}", (gap * gain).sum(axis=1)
    yield f"gain_gain_{year}", (gain**2).sum(axis=1)


def _deviations(values: Floats) -> Floats:
    away: Floats = values - values.mean(axis=1, keepdims=True)
    return away


def _leaders_win(values: Floats, won: Floats) -> Floats:
    """Return how much of the win goes to who leads on `values`; several leaders count as one, by their mean."""
    leads = values == values.max(axis=1, keepdims=True)
    wins: Floats = (won * leads).sum(axis=1) / leads.sum(axis=1)
    return wins
