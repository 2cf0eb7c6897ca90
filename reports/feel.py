"""How the game feels: published measures of a game's quality, computed from scores through the Years.

What the measures of Browne (2008) ask after every move is asked here after every Year: who would win if the game
ended now (the columns score_y1, score_y2, ...). Games become sums of numbers by block of games (`course_of`); every
measure is a ratio or another formula of these sums, and its interval comes from leaving out one block at a time
(`reports.samples`), so games are the independent units.

References
----------
Browne (2008), Automatic Generation and Evaluation of Recombination Games, PhD thesis, Queensland University of
Technology (drama, lead change, uncertainty, decisiveness and others as measures on played games).
Browne and Maire (2010), Evolutionary Game Design, IEEE Transactions on Computational Intelligence and AI in Games 2(1),
1-16.
Thompson (2000), Defining the Abstract, The Games Journal (drama, decisiveness as criteria for games).
Mangeli de Brito (2016), An Aesthetic Metric for Multiplayer Turn-Based Games, MSc thesis, UFRJ/COPPE (drama with
several players and by place).
Isaksen (2017), Score Distribution Analysis, Artificial Intelligence, and Player Modeling for Quantitative Game Design,
PhD thesis, New York University.
Salen and Zimmerman (2004), Rules of Play, MIT Press, chapter 18 (positive and negative feedback).
Shannon (1948), A mathematical theory of communication, Bell System Technical Journal 27, 379-423 (entropy).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from reports.counts import PARTS, WIN
from reports.samples import blocks_of, ends, estimate, n_blocks, replicates, share_ends
from reports.statistics import sidak
from reports.summaries import CONFIDENCE

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


Formula = Callable[[Mapping[str, Floats]], Floats]
"""A measure's value from sums; works for all replicates at once."""


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
    """

    name: str
    title: str
    unit: str
    meaning: str
    formula: Formula
    needs: str


def _mean(name: str, title: str, unit: str, meaning: str) -> Measure:
    return Measure(name, title, unit, meaning, lambda sums: sums[name] / sums["games"], name)


def headline(course: Course) -> tuple[Measure, ...]:
    """Return the measures of the whole game, in order, that the sums allow."""
    last, changes = course.years - 1, max(1, course.years - 1)
    found = [
        *_race_measures(last, changes),
        _mean("margin", "Winning margin", "VP", "Highest final score minus the second highest."),
        _mean(
            "close", "Decided by 2 VP or less", "share", "Games whose winning margin is at most 2 VP, ties included."
        ),
        _mean("tied", "Tied wins", "share", "Games that several seats win together (I1)."),
        _mean("range", "First to last", "VP", "Highest final score minus the lowest."),
        _mean(
            "score_sd", "Spread within a game", "VP", "Standard deviation of the final scores of one game, on average."
        ),
        _mean("mean_score", "Mean score", "VP", "Mean final score of a game."),
        *_length_measures(course.players),
    ]
    return tuple(measure for measure in found if measure.needs in course.names)


def _race_measures(last: int, changes: int) -> list[Measure]:
    return [
        _mean(
            "lead_changes",
            "Lead changes",
            f"of {changes} possible",
            "How often nobody who led after a Year still leads after the next (Browne's lead change, Year by Year).",
        ),
        Measure(
            "decided_early",
            f"Leader after Year {last} wins",
            "share",
            "How often who leads before the last Year wins; tied leaders count as one. Near the fair share: nothing is"
            " decided; near 100%: the last Year does not matter (what Browne's uncertainty asks).",
            lambda sums: sums[f"leader_{last}"] / sums["games"],
            f"leader_{last}",
        ),
        _mean("always_led", "Led from start to end", "share", "Wins by who led, alone or tied, after every Year."),
        _mean("from_last", "Won from the last place", "share", "Wins by who was last, and not first, after some Year."),
        _mean("worst_rank", "Winner's worst place", "place", "The winner's lowest place after any Year but the last."),
        _mean(
            "largest_deficit", "Winner's largest deficit", "VP", "The most that the winner was behind after any Year."
        ),
        _mean(
            "drama",
            "Drama",
            "0 to 1",
            "After Browne: how far the later winner was behind, as the square root of the gap (in parts of the winning"
            " score), averaged over the Years in which he was behind; 0 where he never was.",
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
    share : bool
        Whether it is a share, whose interval stays within 0 to 1.
    games : int, optional
        Games that it rests on, if not all.
    """

    keys: Mapping[str, Any]
    values: Floats
    share: bool
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
            if entry.share:
                low, high = share_ends(value, error, float(games), level)
            else:
                low, high = ends(value, error, course.blocks, level)
            row |= {f"{name}_low": float(low), f"{name}_high": float(high)}
        rows.append(row)
    return pd.DataFrame(rows, columns=[*keys, *VALUES])


def measure_table(course: Course, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return the measures of the whole game (`headline`): measure, unit, then `VALUES`."""
    sums = course.replicates()
    entries = [
        Entry({"measure": measure.name, "unit": measure.unit}, _value(measure.formula, sums), measure.unit == "share")
        for measure in headline(course)
    ]
    return tabulate(course, entries, ["measure", "unit"], confidence)


def _value(formula: Formula, sums: Mapping[str, Floats]) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return formula(sums)


def _ratio(above: Floats, below: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        value: Floats = above / below
    return value


def leaders_by_year(course: Course, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return, after every Year but the last, how often its leader wins, and how far the later winner is behind.

    Returns
    -------
    pandas.DataFrame
        Rows year, measure ("leader_wins": share; "deficit": VP; "uncertainty": entropy of who wins by place, 1 where
        all places win alike, 0 where one place always wins), then `VALUES`.
    """
    sums, entries = course.replicates(), []
    for year in range(1, course.years):
        values = {
            "leader_wins": _ratio(sums[f"leader_{year}"], sums["games"]),
            "deficit": _ratio(sums[f"deficit_{year}"], sums["games"]),
            "uncertainty": _entropy(sums, year, course.players),
        }
        entries += [
            Entry({"year": year, "measure": name}, each, name == "leader_wins") for name, each in values.items()
        ]
    return tabulate(course, entries, ["year", "measure"], confidence)


def _entropy(sums: Mapping[str, Floats], year: int, players: int) -> Floats:
    """Return the entropy of the winner's place after a Year, in parts of that of equal chances."""
    shares = np.stack([_ratio(sums[f"won_{year}_{place}"], sums["games"]) for place in range(1, players + 1)])
    surprise: Floats = 0.0 - (shares * np.log(np.where(shares > 0.0, shares, 1.0))).sum(axis=0) / np.log(players)
    return surprise


def places_by_year(course: Course, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return the share of wins of seats by their place after every Year but the last: year, place, then `VALUES`.

    Tied seats share the better place; a place that nobody had is left out.
    """
    sums, entries = course.replicates(), []
    for year in range(1, course.years):
        for place in range(1, course.players + 1):
            won, seats = sums[f"won_{year}_{place}"], sums[f"seats_{year}_{place}"]
            if seats.min() > 0.0:
                entries.append(Entry({"year": year, "place": place}, _ratio(won, seats), True))
    return tabulate(course, entries, ["year", "place"], confidence)


def seats_by_year(course: Course, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return what each seat has more than the mean of its game after every Year, in VP: seat, year, then `VALUES`."""
    sums = course.replicates()
    entries = [
        Entry({"seat": seat, "year": year}, _ratio(sums[f"seat_{year}_{seat}"], sums["games"]), False)
        for seat in range(course.players)
        for year in range(1, course.years + 1)
    ]
    return tabulate(course, entries, ["seat", "year"], confidence)


def catching_up(course: Course, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return how the gap after a Year goes along with what is gained afterwards, within games.

    Returns
    -------
    pandas.DataFrame
        Rows year (but the last), measure ("slope": VP gained later for each VP ahead now; "correlation"), then
        `VALUES`. Below zero who is behind catches up, above zero the lead grows.
    """
    sums, entries = course.replicates(), []
    for year in range(1, course.years):
        gap, both, gain = (sums[f"{name}_{year}"] for name in ("gap_gap", "gap_gain", "gain_gain"))
        for name, below in (("slope", gap), ("correlation", np.sqrt(gap * gain))):
            entries.append(Entry({"year": year, "measure": name}, _ratio(both, below), False))
    return tabulate(course, entries, ["year", "measure"], confidence)


def hidden_table(course: Course, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return how often who leads on a part of the score wins, and each part's share of the differences in a game.

    Returns
    -------
    pandas.DataFrame
        Rows kind ("leader": of `SEEN`; "variance": of the parts of the score), what, then `VALUES`. The variance shares
        are covariances of a part with the score within games over the score's variance: they sum to 1, and a part that
        goes against the others has one below zero.
    """
    sums = course.replicates()
    leaders = [
        Entry({"kind": "leader", "what": name}, _ratio(sums[f"seen_{name}"], sums["games"]), True) for name in SEEN
    ]
    parts = [
        Entry({"kind": "variance", "what": part}, _ratio(sums[f"covariance_{part}"], sums["variance"]), False)
        for part in PARTS
    ]
    return tabulate(course, [*leaders, *parts], ["kind", "what"], confidence)


def skill_table(course: Course, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return how much more each strategy wins and scores than `REFERENCE` in the games in which both sit.

    Returns
    -------
    pandas.DataFrame
        Rows strategy, measure ("won", "reference": share of wins of a seat of the strategy and of the reference; "win",
        "vp": their difference in shares of wins and in VP), then `VALUES`; n_games is the games in which both sit.
    """
    sums, entries = course.replicates(), []
    for name in course.strategies:
        games = sums.get(f"met_{name}", np.zeros(1))
        if games.min() <= 0.0:
            continue
        won, reference = (_ratio(sums[f"won_{side}"], games) for side in (name, f"against_{name}"))
        vp = _ratio(sums[f"vp_{name}"] - sums[f"vp_against_{name}"], games)
        for measure, values in {"won": won, "reference": reference, "win": won - reference, "vp": vp}.items():
            keys, share = {"strategy": name, "measure": measure}, measure in ("won", "reference")
            entries.append(Entry(keys, values, share, int(games[0])))
    return tabulate(course, entries, ["strategy", "measure"], confidence)
