"""How the game feels: against plain loops over games, planted values, and the rate at which intervals cover."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest

from reports.counts import PARTS
from reports.course import Course, columns_of, course_of
from reports.course_summaries import (
    catching_up,
    hidden_table,
    leaders_by_year,
    places_by_year,
    seats_by_year,
    skill_table,
)
from reports.feel import measure_table

PLAYERS = 4
STRATEGIES = ("s", "uniform")
REPLICATIONS = 300

Integers = npt.NDArray[np.int64]


def frame_of(scores: Integers, seed: int = 0) -> pd.DataFrame:
    """Return the rows of games with the scores int[n, players, years]; strategies and parts of scores are random."""
    rng = np.random.default_rng(seed)
    n, players, years = scores.shape
    final = scores[:, :, -1]
    best = final == final.max(axis=1, keepdims=True)
    rest = {name: rng.integers(0, 4, n * players) for name in PARTS[1:]}
    numbers = {
        **rest,
        "tokens": final.ravel() - np.sum(list(rest.values()), axis=0),
        "total": final.ravel(),
        "placements": rng.integers(14, 18, n * players),
        "turns": rng.integers(18, 22, n * players),
        "options": rng.integers(400, 700, n * players),
        **{f"score_y{year}": scores[:, :, year - 1].ravel() for year in range(1, years + 1)},
    }
    return pd.DataFrame(
        {
            "seat": np.tile(np.arange(players), n),
            "strategy": pd.Categorical(
                np.array(STRATEGIES)[rng.integers(0, 2, n * players)], categories=list(STRATEGIES)
            ),
            "win_share": (best / best.sum(axis=1, keepdims=True)).ravel().astype(np.float32),
            **numbers,
        }
    )


def walks(n: int, seed: int, players: int = PLAYERS, years: int = 4) -> Integers:
    """Return scores that grow by independent steps."""
    steps = np.random.default_rng(seed).integers(0, 9, (n, players, years))
    scores: Integers = np.cumsum(steps, axis=2)
    return scores


def course(frame: pd.DataFrame, players: int = PLAYERS) -> Course:
    return course_of([frame], players, STRATEGIES, len(frame) // players)


def values(table: pd.DataFrame, key: str = "measure") -> dict[str, float]:
    return dict(zip(table[key], table["value"], strict=True))


def by_hand(scores: Integers) -> dict[str, float]:
    """Return some measures, game by game and seat by seat."""
    found: dict[str, list[float]] = {}
    for game in scores.tolist():
        final = [path[-1] for path in game]
        winners = [seat for seat, score in enumerate(final) if score == max(final)]
        years = range(len(game[0]) - 1)
        leaders = [
            {s for s, path in enumerate(game) if path[y] == max(p[y] for p in game)} for y in range(len(game[0]))
        ]
        said = {
            "lead_changes": float(sum(not (now & later) for now, later in itertools.pairwise(leaders))),
            "decided_early": float(np.mean([(s in winners) / len(winners) for s in leaders[-2]])),
            "margin": float(sorted(final)[-1] - sorted(final)[-2]),
            "tied": float(len(winners) > 1),
        }
        of_winner: dict[str, list[float]] = {}
        for seat in winners:
            gaps = [max(path[y] for path in game) - game[seat][y] for y in years]
            ranks = [1 + sum(path[y] > game[seat][y] for path in game) for y in years]
            roots = [math.sqrt(gap / max(final)) for gap in gaps if gap]
            last = [y for y in years if gaps[y] and game[seat][y] == min(path[y] for path in game)]
            each = {
                "always_led": float(not any(gaps)),
                "from_last": float(bool(last)),
                "worst_rank": float(max(ranks)),
                "largest_deficit": float(max(gaps)),
                "drama": float(np.mean(roots)) if roots else 0.0,
            }
            for name, value in each.items():
                of_winner.setdefault(name, []).append(value)
        said |= {name: float(np.mean(each)) for name, each in of_winner.items()}
        for name, value in said.items():
            found.setdefault(name, []).append(value)
    return {name: float(np.mean(each)) for name, each in found.items()}


def test_measures_are_those_of_a_plain_loop_over_games() -> None:
    scores = walks(400, 1)
    table = measure_table(course(frame_of(scores)))
    found = values(table)
    for name, value in by_hand(scores).items():
        assert found[name] == pytest.approx(value), name
    assert (table["family_low"] <= table["ci_low"]).all() and (table["ci_low"] <= table["value"]).all()
    assert (table["value"] <= table["ci_high"]).all() and (table["n_games"] == 400).all()


def test_a_game_told_by_hand() -> None:
    """Seat 1 leads, then seat 0, then seat 1, who wins 16 to 12 after having been 4 behind."""
    scores = np.array([[[3, 8, 12], [4, 4, 16], [0, 2, 9]]])
    found = values(measure_table(course(frame_of(scores), 3)))
    wanted = {
        "lead_changes": 2.0,
        "decided_early": 0.0,
        "worst_rank": 2.0,
        "largest_deficit": 4.0,
        "drama": 0.5,
        "from_last": 0.0,
        "always_led": 0.0,
        "margin": 4.0,
        "range": 7.0,
    }
    assert {name: found[name] for name in wanted} == pytest.approx(wanted)


def test_the_leader_of_a_game_that_is_decided_at_once_always_wins() -> None:
    head_start = np.zeros((200, PLAYERS, 1), np.int64)
    head_start[:, 2] = 100
    leaders = leaders_by_year(course(frame_of(walks(200, 2) + head_start)))
    for year in (1, 2, 3):
        found = values(leaders[leaders["year"] == year])
        assert found == {"leader_wins": 1.0, "deficit": 0.0, "uncertainty": 0.0}
    assert leaders.loc[leaders["measure"] == "leader_wins", "ci_low"].between(0.95, 0.999).all()


def test_a_game_that_the_last_year_decides_by_chance_is_uncertain_to_the_end() -> None:
    scores = walks(6_000, 3)
    scores[:, :, 3] += np.random.default_rng(4).integers(0, 100_000, scores.shape[:2])
    leaders = leaders_by_year(course(frame_of(scores)))
    found = values(leaders[leaders["year"] == 3])
    assert found["uncertainty"] > 0.99
    [row] = leaders[(leaders["year"] == 3) & (leaders["measure"] == "leader_wins")].to_dict("records")
    assert row["family_low"] <= 0.25 <= row["family_high"]
    places = places_by_year(course(frame_of(scores)))
    assert (places["family_low"] <= 0.25).all() and (places["family_high"] >= 0.25).all()


@pytest.mark.parametrize("slope", [-0.5, 0.0, 0.8])
def test_catching_up_is_found(slope: float) -> None:
    rng = np.random.default_rng(5)
    first = rng.integers(0, 30, (3_000, PLAYERS))
    away = first - first.mean(axis=1, keepdims=True)
    last = first + np.rint(20.0 + slope * away + rng.normal(0.0, 5.0, first.shape)).astype(np.int64)
    table = catching_up(course(frame_of(np.stack([first, last], axis=2))))
    [row] = table[table["measure"] == "slope"].to_dict("records")
    assert row["family_low"] <= slope <= row["family_high"] and row["family_high"] - row["family_low"] < 0.06
    assert np.sign(np.round(values(table)["correlation"], 1)) == np.sign(slope)


def test_a_seat_that_gains_more_every_year_is_seen_to() -> None:
    scores = walks(3_000, 6)
    scores[:, 1, :] += 2 * np.arange(1, 5)
    table = seats_by_year(course(frame_of(scores)))
    for row in table[table["seat"] == 1].to_dict("records"):
        assert row["family_low"] <= 1.5 * row["year"] <= row["family_high"]
    assert table.groupby("year")["value"].sum().abs().max() < 1e-9


def test_parts_of_the_score_explain_all_differences() -> None:
    frame = frame_of(walks(500, 7))
    table = hidden_table(course(frame))
    shares = values(table[table["kind"] == "variance"], "what")
    assert sum(shares.values()) == pytest.approx(1.0)
    away = frame["total"] - frame.groupby(np.arange(len(frame)) // PLAYERS)["total"].transform("mean")
    assert shares["coins"] == pytest.approx((frame["coins"] * away).sum() / (away**2).sum())


def test_a_support_card_that_decides_everything_is_seen_to() -> None:
    rng = np.random.default_rng(8)
    frame = frame_of(walks(2_000, 8))
    support = 1_000 * rng.permuted(np.tile(np.arange(PLAYERS), (2_000, 1)), axis=1).ravel()
    frame = frame.assign(support=support, total=frame["total"] - frame["support"] + support)
    best = frame["total"] == frame.groupby(np.arange(len(frame)) // PLAYERS)["total"].transform("max")
    table = hidden_table(course(frame.assign(win_share=best.astype(np.float32))))
    [row] = table[(table["kind"] == "leader") & (table["what"] == "no_support")].to_dict("records")
    assert row["family_low"] <= 0.25 <= row["family_high"]
    assert values(table[table["kind"] == "variance"], "what")["support"] > 0.99


def test_a_strategy_that_scores_more_is_found_at_the_same_table() -> None:
    scores = walks(2_000, 9)
    better = (frame_of(scores)["strategy"] == "s").to_numpy().reshape(-1, PLAYERS)
    scores[:, :, -1] += 3 * better
    frame = frame_of(scores)
    assert ((frame["strategy"] == "s").to_numpy().reshape(-1, PLAYERS) == better).all()
    table: Any = skill_table(course(frame)).set_index("measure")
    both = better.any(axis=1) & ~better.all(axis=1)
    assert (table["n_games"] == both.sum()).all()
    assert table.loc["vp", "family_low"] <= 3.0 <= table.loc["vp", "family_high"]
    assert table.loc["win", "family_low"] > 0.0
    assert table.loc["win", "value"] == pytest.approx(table.loc["won", "value"] - table.loc["reference", "value"])


def test_skill_is_not_told_where_nobody_decides_by_chance() -> None:
    frame = frame_of(walks(20, 10))
    assert skill_table(course_of([frame.assign(strategy="s")], PLAYERS, ("s",), 20)).empty


def test_parts_add_up() -> None:
    frame = frame_of(walks(1_000, 11))
    parts = [frame.iloc[: 4 * 301], frame.iloc[4 * 301 : 4 * 302], frame.iloc[4 * 302 :]]
    split = course_of(parts, PLAYERS, STRATEGIES, 1_000)
    assert np.allclose(split.sums, course(frame).sums)


def test_without_scores_by_year_only_the_end_is_told() -> None:
    frame = frame_of(walks(50, 12))
    plain = frame[[name for name in frame.columns if not name.startswith(("score_y", "turns", "options"))]]
    known = course(plain)
    assert {"margin", "tied", "placements"} <= set(measure_table(known)["measure"])
    assert "lead_changes" not in set(measure_table(known)["measure"]) and known.years == 0
    for empty in (leaders_by_year, places_by_year, seats_by_year, catching_up):
        assert empty(known).empty
    assert len(hidden_table(known)) == 8


def test_columns_are_read_only_where_they_are_there() -> None:
    assert "score_y1" in columns_of([*frame_of(walks(1, 0)).columns], 4)
    assert "score_y1" not in columns_of(["seat", "total", "score_y1"], 4)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_few_games_give_no_warning(n: int) -> None:
    known = course(frame_of(walks(n, 13)))
    for make in (measure_table, leaders_by_year, places_by_year, seats_by_year, catching_up, hidden_table, skill_table):
        make(known)


@pytest.mark.slow
def test_intervals_cover_at_the_stated_rate() -> None:
    """The truth is that of many games; the tolerance is four standard errors of a rate of 95%."""
    slack = 4.0 * math.sqrt(0.95 * 0.05 / REPLICATIONS)
    many = course(frame_of(walks(400_000, 14)))
    names = ("lead_changes", "decided_early", "drama", "from_last", "tied", "margin", "options_turn")
    truth, gaps = values(measure_table(many)), values(catching_up(many))["correlation"]
    covered = dict.fromkeys((*names, "correlation"), 0)
    for seed in range(REPLICATIONS):
        known = course(frame_of(walks(300, 10_000 + seed), seed))
        rows = {row["measure"]: row for row in measure_table(known).to_dict("records")}
        for name in names:
            covered[name] += rows[name]["ci_low"] <= truth[name] <= rows[name]["ci_high"]
        correlation = catching_up(known).to_dict("records")[-1]
        covered["correlation"] += correlation["ci_low"] <= gaps <= correlation["ci_high"]
    for name, times in covered.items():
        assert times / REPLICATIONS == pytest.approx(0.95, abs=slack), name
