"""Summaries against plain computations on the rows of games."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.counts import COLUMNS, MEASURES, Counts, Layout, count_games
from reports.statistics import sidak
from reports.summaries import FIXED, SIGNED, mean_scores, relative_to_fair, shared_wins, stacked_scores, win_shares
from tests.reports.score import score_ends
from tests.reports.synthetic import DOGS, Design, play

DESIGN = Design(players=4, games=1_200, seed=2, strategies=("greedy", "uniform"), strategy_effects={"uniform": -2.0})


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    return play(DESIGN)


def counted(rows: pd.DataFrame, design: Design) -> Counts:
    import pyarrow as pa

    table = pa.Table.from_pandas(rows[[*COLUMNS]].astype({"win_share": "float32"}), preserve_index=False)
    return count_games([table], Layout(design.players, design.dogs, design.strategies))


@pytest.fixture(scope="module")
def counts(rows: pd.DataFrame) -> Counts:
    return counted(rows, DESIGN)


@pytest.mark.parametrize("by", [["dog"], ["seat"], ["strategy", "dog"], ["dog", "seat"]])
def test_shares_are_means_of_win_shares(rows: pd.DataFrame, counts: Counts, by: list[str]) -> None:
    table = win_shares(counts.outcomes, by, players=4)
    expected = rows.groupby(by)["win_share"].agg(["mean", "size"])
    found = table.astype({name: str for name in by if name != "seat"}).set_index(by)
    pd.testing.assert_series_equal(
        found["win_share"], expected["mean"].reindex(found.index), check_names=False, check_index_type=False
    )
    assert found["n_games"].to_dict() == found["n_seats"].to_dict() == expected["size"].to_dict()
    assert (table["difference"] == table["win_share"] - 0.25).all() and (table["fair"] == 0.25).all()


def test_the_width_follows_the_variance_of_win_shares(rows: pd.DataFrame, counts: Counts) -> None:
    table = win_shares(counts.outcomes, ["dog"], players=4).set_index("dog")
    for dog, shares in rows.groupby("dog")["win_share"]:
        width = 2 * 1.959964 * shares.std(ddof=0) / np.sqrt(len(shares))
        found = table.loc[str(dog)]
        assert found["ci_high"] - found["ci_low"] == pytest.approx(width, rel=0.01)


def test_a_strategys_width_follows_the_residuals_of_whole_games(rows: pd.DataFrame, counts: Counts) -> None:
    table = win_shares(counts.crowds, ["strategy"], players=4).set_index("strategy")
    for strategy, of_it in rows.groupby("strategy"):
        games = of_it.groupby("game").agg(won=("win_share", "sum"), seats=("seat", "size"))
        share = games["won"].sum() / games["seats"].sum()
        error = np.sqrt(((games["won"] - share * games["seats"]) ** 2).sum()) / games["seats"].sum()
        found = table.loc[str(strategy)]
        assert found["win_share"] == pytest.approx(share)
        assert found["ci_high"] - found["ci_low"] == pytest.approx(2 * 1.959964 * error, rel=0.01)
        assert found["n_games"] == len(games) and found["n_seats"] == games["seats"].sum()


def test_corrected_intervals_are_wider_and_contain_the_others(counts: Counts) -> None:
    table = win_shares(counts.outcomes, ["dog"], players=4)
    assert (table["family_low"] < table["ci_low"]).all() and (table["ci_high"] < table["family_high"]).all()
    alone = win_shares(counts.outcomes, ["dog"], players=4, confidence=sidak(0.95, len(table)), comparisons=1)
    np.testing.assert_allclose(alone["family_low"], table["family_low"])


def test_a_frame_that_is_part_of_a_larger_table_is_corrected_for_all_of_it(counts: Counts) -> None:
    table = win_shares(counts.outcomes, ["dog"], players=4, comparisons=15)
    alone = win_shares(counts.outcomes, ["dog"], players=4, confidence=sidak(0.95, 15), comparisons=1)
    np.testing.assert_allclose(alone["family_high"], table["family_high"])


def test_three_wins_of_three_among_eight_groups_are_no_finding() -> None:
    """By chance alone a group has them once in 64; of eight groups each has to be right 99.4% of the time."""
    won = pd.DataFrame({"dog": ["omalley"], "sixtieths": [60], "seats": [1], "games": [3]})
    [row] = win_shares(won, ["dog"], players=4, comparisons=8).to_dict("records")
    level = sidak(0.95, 8)
    assert row["verdict"] == "not distinguishable" and row["family_high"] == 1.0
    assert row["n_effective"] <= 3.0 and row["family_low"] <= ((1.0 - level) / 2.0) ** (1.0 / 3.0) + 1e-9


def test_the_only_strategy_is_fixed_by_design() -> None:
    design = Design(players=5, games=50, seed=1)
    table = win_shares(counted(play(design), design).crowds, ["strategy"], players=5)
    [row] = table.to_dict("records")
    assert row["verdict"] == FIXED
    assert [row[name] for name in ("win_share", "ci_low", "ci_high", "family_low", "family_high")] == [0.2] * 5


def test_planted_effects_are_called() -> None:
    design = Design(players=4, games=6_000, seed=7, dog_effects={"macbeth": 2.0, "stormcrow": -2.0})
    table = win_shares(counted(play(design), design).outcomes, ["dog"], players=4).set_index("dog")
    assert table.loc["macbeth", "verdict"] == "above" and table.loc["stormcrow", "verdict"] == "below"


@pytest.mark.parametrize("by", ["dog", "seat"])
def test_where_nothing_is_planted_nothing_is_called(by: str) -> None:
    """Holds for 95% of seeds; this one is fixed."""
    design = Design(players=4, games=6_000, seed=7)
    table = win_shares(counted(play(design), design).outcomes, [by], players=4)
    assert set(table["verdict"]) == {"not distinguishable"}


def test_one_game_gives_wide_intervals() -> None:
    design = Design(players=3, games=1, seed=1)
    table = win_shares(counted(play(design), design).outcomes, ["dog"], players=3)
    assert (table["ci_high"] - table["ci_low"] > 0.5).all() and set(table["verdict"]) == {"not distinguishable"}


def test_relative_to_fair_moves_everything_by_the_fair_share(counts: Counts) -> None:
    table = win_shares(counts.outcomes, ["dog"], players=4)
    moved = relative_to_fair(table)
    assert (moved["fair"] == 0.0).all()
    np.testing.assert_allclose(moved["win_share"], table["difference"])
    np.testing.assert_allclose(moved["family_high"], table["family_high"] - 0.25)


def test_mean_scores_are_those_of_the_rows(rows: pd.DataFrame, counts: Counts) -> None:
    table = mean_scores(counts.scores, ["dog"])
    for row in table.to_dict("records"):
        values = rows.loc[rows["dog"] == row["dog"], row["measure"]]
        assert row["n_games"] == len(values)
        assert row["mean"] == pytest.approx(values.mean()) and row["sd"] == pytest.approx(values.std())
        if row["measure"] in SIGNED:
            ends = row["mean"] - 1.962 * values.sem(), row["mean"] + 1.962 * values.sem()
        else:
            ends = score_ends(values.mean(), values.sem(), 1.962)
        assert (row["ci_low"], row["ci_high"]) == pytest.approx(ends, abs=2e-3 * float(values.sem()))
    assert [*table["measure"][:6]] == [*MEASURES] and [*table["dog"].unique()] == [*DOGS]


def test_parts_add_up_to_the_score(counts: Counts) -> None:
    table = mean_scores(counts.scores, ["dog"])
    total = table["measure"] == "total"
    np.testing.assert_allclose(table[~total].groupby("dog", observed=True)["mean"].sum(), table[total]["mean"])


def test_stacked_parts_stand_end_to_end_and_negative_ones_left_of_zero() -> None:
    means = pd.DataFrame(
        {
            "dog": "a",
            "measure": ["total", "tokens", "support", "influence", "coins"],
            "mean": [9.0, 8.0, -1.0, -2.0, 4.0],
        }
    )
    assert stacked_scores(means, "dog")["start"].tolist() == [0.0, 0.0, 0.0, -1.0, 8.0]


def test_shared_wins_count_games_not_seats(rows: pd.DataFrame, counts: Counts) -> None:
    table = shared_wins(counts.outcomes, players=4).set_index("winners")
    winners = (rows["win_share"] > 0).groupby(rows["game"]).sum().value_counts()
    assert {k: n for k, n in table["games"].items() if n} == winners.to_dict()
    assert table["games"].sum() == 1_200 and table["share"].sum() == pytest.approx(1.0)
    assert (table["ci_low"] <= table["share"]).all() and (table["share"] <= table["ci_high"]).all()


def test_summaries_leave_their_input_alone(counts: Counts) -> None:
    before = counts.outcomes.copy(), counts.scores.copy()
    win_shares(counts.outcomes, ["dog"], 4)
    shared_wins(counts.outcomes, 4)
    stacked_scores(mean_scores(counts.scores, ["dog"]), "dog")
    pd.testing.assert_frame_equal(counts.outcomes, before[0])
    pd.testing.assert_frame_equal(counts.scores, before[1])
