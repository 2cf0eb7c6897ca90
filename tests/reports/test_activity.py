"""What is done in a game, by Dog, by strategy, by winners and losers: against plain computations on the rows."""

from __future__ import annotations

import doctest
import math

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import reports.lineups
import reports.measures
from reports.activity import group_means, winners_and_losers
from reports.counts import Counts, Layout, count_games
from reports.measures import measures
from reports.moments import group_frame, moments, outcome_frame
from simcore.dogs.rows import columns
from tests.reports.score import score_ends
from tests.reports.synthetic import DOGS, YEARS, Design, play

DESIGN = Design(players=4, games=900, seed=5, strategies=("greedy", "uniform"), strategy_effects={"uniform": -3.0})
SHOWN = ("total", *measures(YEARS))
REPLICATIONS = 250


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    return play(DESIGN)


@pytest.fixture(scope="module")
def counts(rows: pd.DataFrame) -> Counts:
    layout = Layout(4, DOGS, DESIGN.strategies, measures=SHOWN)
    table = pa.Table.from_pandas(rows[[*layout.columns]].astype({"win_share": "float32"}), preserve_index=False)
    return count_games([table], layout)


def test_every_measure_is_a_column_of_the_results() -> None:
    assert set(measures(YEARS)) <= {column.name for column in columns(YEARS) if column.kind == "number"}
    assert len(set(measures(YEARS))) == len(measures(YEARS))


def test_means_by_dog_are_those_of_the_rows(rows: pd.DataFrame, counts: Counts) -> None:
    table = group_means(counts.groups, "dog")
    assert len(table) == len(DOGS) * len(SHOWN)
    for row in table.to_dict("records"):
        values = rows.loc[rows["dog"] == row["dog"], row["measure"]]
        assert row["n_games"] == row["n_seats"] == len(values) and row["mean"] == pytest.approx(values.mean())
        if row["measure"] == "total":
            ends = values.mean() - 1.9632 * values.sem(), values.mean() + 1.9632 * values.sem()
        else:
            ends = score_ends(values.mean(), values.sem(), 1.9632)
        assert (row["ci_low"], row["ci_high"]) == pytest.approx(ends, abs=2e-3 * float(values.sem()))


def test_means_by_strategy_take_games_as_clusters(rows: pd.DataFrame, counts: Counts) -> None:
    table = group_means(counts.groups, "strategy")
    for found in table[table["measure"] == "total"].to_dict("records"):
        of_it = rows[rows["strategy"] == found["strategy"]]
        games = of_it.groupby("game").agg(total=("total", "sum"), seats=("seat", "size"))
        mean = of_it["total"].mean()
        error = (games["total"] - mean * games["seats"]).std(ddof=1) * math.sqrt(len(games)) / len(of_it)
        assert found["mean"] == pytest.approx(mean) and found["n_games"] == len(games)
        assert found["ci_high"] - mean == pytest.approx(1.9630 * error, rel=2e-3)


def test_winners_and_losers_are_compared_within_games(rows: pd.DataFrame, counts: Counts) -> None:
    table = winners_and_losers(counts.winners, 4).set_index("measure")
    for measure in ("total", "footmen", "tokens_y1"):
        won = (rows["win_share"] * rows[measure]).groupby(rows["game"]).sum()
        lost = ((1.0 - rows["win_share"]) * rows[measure]).groupby(rows["game"]).sum() / 3.0
        found = table.loc[measure]
        assert (found["winners"], found["losers"]) == pytest.approx((won.mean(), lost.mean()))
        assert found["difference"] == pytest.approx((won - lost).mean())
        half = 1.9626 * (won - lost).std() / math.sqrt(900)
        assert found["ci_high"] - found["difference"] == pytest.approx(half, rel=2e-3)
        assert found["family_low"] < found["ci_low"] and found["n_games"] == 900


@pytest.mark.slow
def test_intervals_cover_at_the_stated_rate_although_seats_of_a_game_depend_on_each_other() -> None:
    """The tolerance is four standard errors of a rate of 95%."""
    slack = 4.0 * math.sqrt(0.95 * 0.05 / REPLICATIONS)
    covered, compared = 0, 0
    for seed in range(REPLICATIONS):
        rng = np.random.default_rng(seed)
        strategy = (rng.random((200, 3)) < 0.6).astype(int)
        won = 60 * (np.arange(3) == rng.integers(0, 3, 200)[:, None])
        values = 5 * strategy + rng.integers(0, 30, (200, 1)) + rng.integers(0, 4, (200, 3))
        sums = moments(np.tile(np.arange(3), (200, 1)), strategy, won, [values], (3, 2))
        groups = group_frame(sums, {"dog": ("a", "b", "c"), "strategy": ("x", "y")}, ("value",))
        found = group_means(groups, "strategy").iloc[1]
        covered += found["ci_low"] <= 5 + 14.5 + 1.5 <= found["ci_high"]
        [row] = winners_and_losers(outcome_frame(sums, ("value",)), 3).to_dict("records")
        compared += row["ci_low"] <= 0.0 <= row["ci_high"]
    assert covered / REPLICATIONS == pytest.approx(0.95, abs=slack)
    assert compared / REPLICATIONS == pytest.approx(0.95, abs=slack)


def test_blocks_of_games_add_up(rows: pd.DataFrame, counts: Counts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.moments.BLOCK", 7)
    layout = Layout(4, DOGS, DESIGN.strategies, measures=SHOWN)
    table = pa.Table.from_pandas(rows[[*layout.columns]].astype({"win_share": "float32"}), preserve_index=False)
    again = count_games([table], layout)
    pd.testing.assert_frame_equal(again.groups, counts.groups, check_exact=True)
    pd.testing.assert_frame_equal(again.winners, counts.winners, check_exact=True)


def test_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(reports.measures).failed == doctest.testmod(reports.lineups).failed == 0
