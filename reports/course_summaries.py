"""How the game feels in detail: by Year, place, seat, part of the score and strategy. Sums in, frames out.

References
----------
Salen and Zimmerman (2004), Rules of Play, MIT Press, chapter 18 (positive and negative feedback).
Shannon (1948), A mathematical theory of communication, Bell System Technical Journal 27, 379-423 (entropy).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pandas as pd

from reports.counts import PARTS
from reports.course import SEEN, Course
from reports.feel import ANY, COUNTED, DIFFERENCE, PART, SHARE, Entry, Range, tabulate
from reports.summaries import CONFIDENCE

Floats = npt.NDArray[np.float64]


def _ratio(above: Floats, below: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        value: Floats = above / below
    return value


_RANGES = {"leader_wins": SHARE, "deficit": COUNTED, "uncertainty": PART, "slope": ANY, "correlation": Range(-1.0, 1.0)}
_RANGES_OF_SKILL = {"won": SHARE, "reference": SHARE, "win": DIFFERENCE, "vp": ANY}


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
        entries += [Entry({"year": year, "measure": name}, each, _RANGES[name]) for name, each in values.items()]
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
                entries.append(Entry({"year": year, "place": place}, _ratio(won, seats), SHARE))
    return tabulate(course, entries, ["year", "place"], confidence)


def seats_by_year(course: Course, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return what each seat has more than the mean of its game after every Year, in VP: seat, year, then `VALUES`."""
    sums = course.replicates()
    entries = [
        Entry({"seat": seat, "year": year}, _ratio(sums[f"seat_{year}_{seat}"], sums["games"]), ANY)
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
            entries.append(Entry({"year": year, "measure": name}, _ratio(both, below), _RANGES[name]))
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
        Entry({"kind": "leader", "what": name}, _ratio(sums[f"seen_{name}"], sums["games"]), SHARE) for name in SEEN
    ]
    parts = [
        Entry({"kind": "variance", "what": part}, _ratio(sums[f"covariance_{part}"], sums["variance"]), ANY)
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
            keys = {"strategy": name, "measure": measure}
            entries.append(Entry(keys, values, _RANGES_OF_SKILL[measure], int(games[0])))
    return tabulate(course, entries, ["strategy", "measure"], confidence)
