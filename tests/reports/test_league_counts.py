"""Counts of leagues against plain computations on the rows of games."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.counts import WIN, Layout
from reports.league_counts import COLUMNS, SAMPLE, count_league, mix_name
from tests.reports.synthetic import Design, play

NAMES = ("greedy", "uniform", "banker")
DESIGN = Design(players=4, games=9_720, seed=5, strategies=NAMES, strategy_effects={"uniform": -2.0})
LAYOUT = Layout(4, DESIGN.dogs, NAMES)


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    return play(DESIGN)


def batches(rows: pd.DataFrame, games: int, categories: tuple[str, ...] = NAMES) -> list[pd.DataFrame]:
    """Return rows as results give them, in parts of so many games."""
    words = rows.assign(strategy=pd.Categorical(rows["strategy"], categories=list(categories)))
    size = games * DESIGN.players
    return [words[[*COLUMNS]].iloc[i : i + size] for i in range(0, len(words), size)]


def test_outcomes_are_the_wins_of_each_strategy_in_each_mix(rows: pd.DataFrame) -> None:
    counted = count_league(batches(rows, 1_000), LAYOUT, DESIGN.games).outcomes
    names = rows.groupby("game")["strategy"].agg(lambda seats: mix_name(list(seats)))
    expected = rows.assign(mix=rows["game"].map(names)).groupby(["mix", "strategy"])["win_share"].sum()
    won = counted["sixtieths"] * counted["games"] / WIN
    found = won.groupby([counted["mix"], counted["strategy"].astype(str)]).sum()
    pd.testing.assert_series_equal(found, expected, check_names=False, rtol=1e-9)
    games = counted.groupby(["mix", counted["strategy"].astype(str)])["games"].sum()
    assert games["greedy, uniform ×3", "greedy"] == (names == "greedy, uniform ×3").sum() == 4 * 120
    of_table = (counted["mix"] == "greedy, uniform ×3") & (counted["strategy"] == "uniform")
    assert set(counted.loc[of_table, "seats"]) == {3}
    assert counted["mix"].nunique() == 15


def test_parts_and_their_categories_do_not_matter(rows: pd.DataFrame) -> None:
    whole = count_league(batches(rows, 10_000), LAYOUT, DESIGN.games)
    parts = count_league(batches(rows, 777, ("banker", "uniform", "greedy")), LAYOUT, DESIGN.games)
    pd.testing.assert_frame_equal(whole.outcomes, parts.outcomes)
    np.testing.assert_array_equal(whole.sample.strategies, parts.sample.strategies)
    np.testing.assert_array_equal(whole.sample.totals, parts.sample.totals)


def test_the_sample_is_every_game_once_where_there_are_few(rows: pd.DataFrame) -> None:
    sample = count_league(batches(rows, 1_000), LAYOUT, DESIGN.games).sample
    assert len(sample.totals) == DESIGN.games
    totals = rows["total"].to_numpy().reshape(-1, 4)
    assert sorted(map(tuple, sample.totals.tolist())) == sorted(map(tuple, totals.tolist()))
    assert not (sample.totals == totals).all()


def test_the_sample_of_many_games_is_spread_over_all_of_them() -> None:
    n = 2 * SAMPLE
    frame = pd.DataFrame(
        {
            "strategy": pd.Categorical(["greedy", "uniform", "uniform"] * n, categories=["greedy", "uniform"]),
            "win_share": np.tile(np.array([1, 0, 0], np.float32), n),
            "total": np.repeat(np.arange(n), 3),
        }
    )
    halves = [frame.iloc[: 3 * SAMPLE], frame.iloc[3 * SAMPLE :]]
    sample = count_league(halves, Layout(3, ("x",), ("greedy", "uniform")), n).sample
    assert len(set(sample.totals[:, 0].tolist())) == SAMPLE
    assert abs((sample.totals[:, 0] < SAMPLE).mean() - 0.5) < 4 * 0.5 / np.sqrt(SAMPLE)


def test_a_mix_is_named_by_its_strategies_most_seats_last() -> None:
    assert mix_name(["b", "a", "b", "c", "c"]) == "a, b ×2, c ×2"
    assert mix_name(["b", "b", "b"]) == "b ×3"
