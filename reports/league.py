"""What a league says: pay-off table, who beats whom, best replies, dominated strategies, cycles. Frame in, frame out.

The pay-off of strategy A against B is the share of wins of one A at a table of B's, everybody else being B. At a table
of its own a strategy has exactly the fair share, as all seats are alike; that is known and never played. All verdicts
use corrected intervals: those of the whole pay-off table cover at once (Šidák, see `reports.statistics.sidak`).

References
----------
Newcombe (1998), Interval estimation for the difference between independent proportions, Statistics in Medicine 17.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd

from reports.statistics import Numbers
from reports.summaries import CONFIDENCE, win_shares

MAX_CYCLES = 20_000
"""Most cycles that are looked at; beyond it there are too many to say more than that."""


def pay_offs(outcomes: pd.DataFrame, players: int, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return the pay-off table: the share of wins of each strategy alone at a table of each other one.

    Parameters
    ----------
    outcomes : pandas.DataFrame
        As in `reports.league_counts.LeagueCounts`.
    players : int
        Players a game, at least 3.
    confidence : float
        Of an interval, and of all corrected ones together.

    Returns
    -------
    pandas.DataFrame
        A row for each pair that played so: strategy (alone), table (all others), and the columns of
        `reports.summaries.win_shares`.
    """
    return win_shares(_alone(outcomes, players), ["strategy", "table"], players, confidence)


def shares_alone(outcomes: pd.DataFrame, players: int, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return the share of wins of each strategy alone at the tables of all others together (see `pay_offs`)."""
    return win_shares(_alone(outcomes, players), ["strategy"], players, confidence)


def _alone(outcomes: pd.DataFrame, players: int) -> pd.DataFrame:
    """Return the outcomes of strategies alone against one other, which becomes the column `table`."""
    parts = outcomes[["mix", "strategy", "seats"]].drop_duplicates()
    pairs = parts.merge(parts, on="mix", suffixes=("", "_of_table"))
    alone = pairs[(pairs["seats"] == 1) & (pairs["seats_of_table"] == players - 1)]
    alone = alone.rename(columns={"strategy_of_table": "table"})[["mix", "strategy", "table"]]
    return outcomes.merge(alone, on=["mix", "strategy"])


def mix_shares(outcomes: pd.DataFrame, players: int, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Return the share of wins, for each seat that it has, of every strategy in every mix."""
    names = {name: place for place, name in enumerate(outcomes["mix"].unique())}
    ordered = outcomes.assign(mix=pd.Categorical(outcomes["mix"], categories=list(names), ordered=True))
    return win_shares(ordered, ["mix", "strategy"], players, confidence)


def square(table: pd.DataFrame, column: str, names: Sequence[str], diagonal: float) -> pd.DataFrame:
    """Return a column of the pay-off table as a square: row plays against column; not a number where nobody played."""
    wide = table.astype({"strategy": str, "table": str}).pivot_table(index="strategy", columns="table", values=column)
    wide = wide.reindex(index=list(names), columns=list(names)).astype(float)
    values = wide.to_numpy(copy=True)
    np.fill_diagonal(values, diagonal)
    return pd.DataFrame(values, index=wide.index, columns=wide.columns)


def difference_interval(one: Sequence[Numbers], other: Sequence[Numbers]) -> tuple[Numbers, Numbers, Numbers]:
    """Return the difference of two independent shares with its interval.

    Parameters
    ----------
    one, other : share, low, high
        The shares with their Wilson intervals.

    Returns
    -------
    difference, low, high : float
        At the confidence of the two intervals (Newcombe 1998, method 10).
    """
    (p, p_low, p_high), (q, q_low, q_high) = one, other
    below = np.sqrt((p - p_low) ** 2 + (q_high - q) ** 2)
    above = np.sqrt((p_high - p) ** 2 + (q - q_low) ** 2)
    return p - q, p - q - below, p - q + above


def duels(table: pd.DataFrame) -> pd.DataFrame:
    """Return who beats whom: for each two strategies the pay-off of one against the other, less that of the other.

    Parameters
    ----------
    table : pandas.DataFrame
        As `pay_offs` returns it.

    Returns
    -------
    pandas.DataFrame
        A row a pair that played both ways: winner, loser (by the estimate), n_games, net (share of wins), ci_low,
        ci_high, family_low, family_high (at the confidence of the pay-off table's corrected intervals), beats
        (whether family_low is above zero).
    """
    rows = {(str(row["strategy"]), str(row["table"])): row for row in table.to_dict("records")}
    found = []
    for one, other in combinations(dict.fromkeys(name for pair in rows for name in pair), 2):
        if (one, other) in rows and (other, one) in rows:
            ahead = rows[one, other]["win_share"] >= rows[other, one]["win_share"]
            winner, loser = (one, other) if ahead else (other, one)
            found.append(_duel(winner, loser, rows[winner, loser], rows[loser, winner]))
    columns = ["winner", "loser", "n_games", "net", "ci_low", "ci_high", "family_low", "family_high", "beats"]
    return pd.DataFrame(found, columns=columns).sort_values("net", ascending=False, ignore_index=True)


def _duel(winner: str, loser: str, one: dict[Any, Any], other: dict[Any, Any]) -> dict[str, Any]:
    duel: dict[str, Any] = {"winner": winner, "loser": loser, "n_games": one["n_games"] + other["n_games"]}
    for name in ("ci", "family"):
        duel["net"], duel[f"{name}_low"], duel[f"{name}_high"] = difference_interval(
            _ends(one, name), _ends(other, name)
        )
    return duel | {"beats": bool(duel["family_low"] > 0.0)}


def _ends(row: dict[Any, Any], name: str) -> tuple[Numbers, Numbers, Numbers]:
    return row["win_share"], row[f"{name}_low"], row[f"{name}_high"]


def best_replies(table: pd.DataFrame, players: int) -> pd.DataFrame:
    """Return, for each strategy, who does best alone at a table of it, and whether that exploits it.

    Parameters
    ----------
    table : pandas.DataFrame
        As `pay_offs` returns it.
    players : int
        Players a game.

    Returns
    -------
    pandas.DataFrame
        A row a table: table, reply (the strategy that wins most there), n_games, win_share, family_low, family_high,
        gain (win_share less the fair share, which playing the same as the table brings), gain_low, gain_high,
        verdict: "exploited" (gain_low > 0), "safe" (nobody's corrected interval reaches the fair share) or
        "not distinguishable", and exploited_by (how many strategies do).
    """
    fair = 1.0 / players
    rows = []
    for name, tried in table.astype({"strategy": str, "table": str}).groupby("table", sort=False):
        best = tried.sort_values("win_share", ascending=False).iloc[0]
        exploiters = int((tried["family_low"] > fair).sum())
        safe = bool((tried["family_high"] < fair).all())
        rows.append(
            {
                "table": name,
                "reply": best["strategy"],
                **{key: best[key] for key in ("n_games", "win_share", "family_low", "family_high")},
                "gain": best["win_share"] - fair,
                "gain_low": best["family_low"] - fair,
                "gain_high": best["family_high"] - fair,
                "verdict": "exploited" if exploiters else "safe" if safe else "not distinguishable",
                "exploited_by": exploiters,
            }
        )
    columns = ["table", "reply", "n_games", "win_share", "family_low", "family_high", "gain", "gain_low", "gain_high"]
    return pd.DataFrame(rows, columns=[*columns, "verdict", "exploited_by"])


def dominated(table: pd.DataFrame, players: int) -> pd.DataFrame:
    """Return which strategies are strictly dominated by which: worse alone at every table, beyond doubt.

    Parameters
    ----------
    table : pandas.DataFrame
        As `pay_offs` returns it, of all pairs; strategies with missing pairs are left out.
    players : int
        Players a game.

    Returns
    -------
    pandas.DataFrame
        strategy, dominated_by, tables (that were compared: one of each strategy of the league), margin (the least
        advantage of the dominating one over all tables), margin_low (the least lower end of the intervals, above
        zero), at_table (where the advantage is least).

    Notes
    -----
    One comparison at each table, all of which must hold: no correction for their number is needed (an
    intersection-union test, Berger 1982), and the intervals' correction for the size of the pay-off table covers the
    ordered pairs of strategies, of which there are as many.
    """
    names = _complete(table)
    fair = 1.0 / players
    ends = [square(table, c, names, fair).to_numpy() for c in ("win_share", "family_low", "family_high")]
    rows = []
    for worse, better in permutations(range(len(names)), 2):
        gain, low, _ = difference_interval([end[better] for end in ends], [end[worse] for end in ends])
        if (low > 0.0).all():
            least = int(np.argmin(gain))
            rows.append((names[worse], names[better], len(names), gain[least], low.min(), names[least]))
    columns = ["strategy", "dominated_by", "tables", "margin", "margin_low", "at_table"]
    return pd.DataFrame(rows, columns=columns)


def _complete(table: pd.DataFrame) -> list[str]:
    """Return the strategies, or none where a pair is missing."""
    names = list(dict.fromkeys([*table["strategy"].astype(str), *table["table"].astype(str)]))
    return names if len(table) == len(names) * (len(names) - 1) else []


def cycles(duelled: pd.DataFrame) -> pd.DataFrame:
    """Return the cycles among strategies of which each beats the next, beyond doubt: A beats B beats C beats A.

    Parameters
    ----------
    duelled : pandas.DataFrame
        As `duels` returns it.

    Returns
    -------
    pandas.DataFrame
        cycle ("a > b > c > a"), length (3 or more), weakest (the least net of its steps), weakest_low (its corrected
        lower end), strongest first; at most MAX_CYCLES.
    """
    graph = nx.DiGraph()
    for row in duelled[duelled["beats"]].to_dict("records"):
        graph.add_edge(row["winner"], row["loser"], net=row["net"], low=row["family_low"])
    rows = [_cycle(graph, found) for found in islice(nx.simple_cycles(graph), MAX_CYCLES)]
    table = pd.DataFrame(rows, columns=["cycle", "length", "weakest", "weakest_low"])
    return table.sort_values(["weakest", "cycle"], ascending=[False, True], ignore_index=True)


def _cycle(graph: nx.DiGraph, found: Sequence[str]) -> tuple[str, int, float, float]:
    start = found.index(min(found))
    names = [*found[start:], *found[:start]]
    weakest = min(_steps(graph, names), key=lambda step: step["net"])
    return " > ".join([*names, names[0]]), len(names), weakest["net"], weakest["low"]


def _steps(graph: nx.DiGraph, names: Sequence[str]) -> Iterator[dict[str, float]]:
    return (graph.edges[one, other] for one, other in zip(names, [*names[1:], names[0]], strict=True))
