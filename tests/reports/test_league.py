"""What a league says, on made-up leagues whose pay-offs are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest

from reports.league import (
    best_replies,
    cycles,
    difference_interval,
    dominated,
    duels,
    mix_shares,
    pay_offs,
    shares_alone,
    square,
)
from reports.statistics import share_interval
from tests.reports.made_leagues import RPS, outcomes_of

LADDER = ((0.25, 0.40, 0.60), (0.12, 0.25, 0.45), (0.05, 0.10, 0.25))
"""Four players; a is better than b and b than c at every table."""


def table_of(pay: Sequence[Sequence[float]], n: int = 4_000, seed: int = 1) -> pd.DataFrame:
    return pay_offs(outcomes_of(pay, n, 4, np.random.default_rng(seed)), 4)


def test_pay_offs_are_recovered() -> None:
    found = square(table_of(LADDER, n=40_000), "win_share", "abc", 0.25).to_numpy()
    errors = np.sqrt(0.25 / 40_000)
    np.testing.assert_allclose(found, LADDER, atol=4 * errors)


def test_pay_offs_count_games_alone_only() -> None:
    outcomes = outcomes_of(LADDER, 100, 4, np.random.default_rng(1))
    two_and_two = pd.DataFrame({"mix": "a ×2, b ×2", "strategy": ["a", "b"], "seats": 2, "sixtieths": 30, "games": 7})
    table = pay_offs(pd.concat([outcomes.astype({"strategy": str}), two_and_two]), 4)
    assert len(table) == 6 and (table["n_games"] == 100).all() and (table["n_seats"] == 100).all()
    assert (table["fair"] == 0.25).all()
    mixes = mix_shares(pd.concat([outcomes.astype({"strategy": str}), two_and_two]), 4)
    assert mixes[mixes["mix"] == "a ×2, b ×2"]["win_share"].tolist() == [0.25, 0.25]


def test_with_three_players_one_against_two_is_told_from_two_against_one() -> None:
    table = pay_offs(outcomes_of(((1 / 3, 0.9), (0.02, 1 / 3)), 1_000, 3, np.random.default_rng(2)), 3)
    found = table.set_index(["strategy", "table"])["win_share"]
    assert found["a", "b"] == pytest.approx(0.9, abs=0.04) and found["b", "a"] == pytest.approx(0.02, abs=0.02)


def test_the_share_alone_is_the_mean_over_the_tables() -> None:
    outcomes = outcomes_of(LADDER, 500, 4, np.random.default_rng(3))
    alone = shares_alone(outcomes, 4).set_index("strategy")["win_share"]
    means = pay_offs(outcomes, 4).groupby("strategy", observed=True)["win_share"].mean()
    pd.testing.assert_series_equal(alone, means, check_names=False)


def test_a_difference_has_newcombes_interval() -> None:
    """Newcombe (1998), table II: 56/70 against 48/80, by his method 10: 0.0524 to 0.3339."""
    one, other = ((p, *share_interval(p, n, 0.95)) for p, n in ((56 / 70, 70.0), (48 / 80, 80.0)))
    difference, low, high = difference_interval(one, other)
    assert difference == pytest.approx(0.2)
    assert (low, high) == (pytest.approx(0.0524, abs=5e-5), pytest.approx(0.3339, abs=5e-5))


def test_duels_are_nets_of_both_ways() -> None:
    table = table_of(LADDER)
    shares = table.set_index(["strategy", "table"])["win_share"]
    duelled = duels(table)
    assert list(zip(duelled["winner"], duelled["loser"], strict=True)) == [("a", "c"), ("b", "c"), ("a", "b")]
    assert duelled["net"].tolist() == pytest.approx(
        [shares[one, two] - shares[two, one] for one, two in ("ac", "bc", "ab")]
    )
    assert duelled["beats"].all() and (duelled["n_games"] == 8_000).all()
    assert (duelled["family_low"] < duelled["ci_low"]).all() and (duelled["ci_high"] < duelled["family_high"]).all()


def test_nobody_beats_whom_too_few_games_tell_apart() -> None:
    assert not duels(table_of(((0.25, 0.27), (0.25, 0.25)), n=200))["beats"].any()


def test_best_replies_and_what_they_gain() -> None:
    replies = best_replies(table_of(RPS), 4).set_index("table")
    assert replies["reply"].to_dict() == {"a": "b", "b": "c", "c": "a"}
    assert (replies["verdict"] == "exploited").all() and (replies["exploited_by"] == 1).all()
    np.testing.assert_allclose(replies["gain"], 0.10, atol=0.03)
    assert (replies["gain_low"] < replies["gain"]).all() and (replies["gain_low"] > 0).all()


def test_a_strategy_that_nobody_gains_against_is_safe() -> None:
    replies = best_replies(table_of(LADDER), 4).set_index("table")["verdict"].to_dict()
    assert replies == {"a": "safe", "b": "exploited", "c": "exploited"}
    assert best_replies(table_of(((0.25, 0.25), (0.25, 0.25)), n=100), 4)["verdict"].eq("not distinguishable").all()


def test_dominated_strategies_are_worse_at_every_table() -> None:
    found = dominated(table_of(LADDER), 4)
    assert set(zip(found["strategy"], found["dominated_by"], strict=True)) == {("b", "a"), ("c", "a"), ("c", "b")}
    assert (found["tables"] == 3).all() and (found["margin_low"] > 0).all()
    margins = found.set_index(["strategy", "dominated_by"])["margin"]
    assert margins["c", "b"] == pytest.approx(0.12 - 0.05, abs=0.03)


def test_a_strategy_with_one_good_table_is_not_dominated() -> None:
    good_once = ((0.25, 0.40, 0.60), (0.12, 0.25, 0.45), (0.30, 0.10, 0.25))
    assert "c" not in set(dominated(table_of(good_once), 4)["strategy"])
    assert dominated(table_of(RPS), 4).empty


def test_pairs_that_did_not_play_are_left_out() -> None:
    table = table_of(LADDER)
    partly = table[~((table["strategy"] == "a") & (table["table"] == "b"))]
    assert [tuple(pair) for pair in duels(partly)[["winner", "loser"]].to_numpy()] == [("a", "c"), ("b", "c")]
    assert dominated(partly, 4).empty
    assert np.isnan(square(partly, "win_share", "abc", 0.25).to_numpy()[0, 1])


def test_a_planted_cycle_is_found() -> None:
    found = cycles(duels(table_of(RPS)))
    assert found["cycle"].tolist() == ["a > c > b > a"] and found["length"].tolist() == [3]
    weakest = duels(table_of(RPS))
    assert found["weakest"].item() == weakest["net"].min() and found["weakest_low"].item() > 0


def test_no_cycle_is_found_in_a_ladder_or_among_equals() -> None:
    assert cycles(duels(table_of(LADDER))).empty
    assert cycles(duels(table_of(((0.25,) * 4,) * 4, n=500))).empty


def test_longer_cycles_come_after_the_strongest() -> None:
    edges = [("a", "b", 0.4), ("b", "c", 0.3), ("c", "a", 0.2), ("c", "d", 0.5), ("d", "a", 0.1), ("b", "d", 0.4)]
    duelled = pd.DataFrame(edges, columns=["winner", "loser", "net"]).assign(beats=True)
    found = cycles(duelled.assign(family_low=duelled["net"] - 0.05))
    assert found["cycle"].tolist() == ["a > b > c > a", "a > b > c > d > a", "a > b > d > a"]
    assert found["weakest"].tolist() == [0.2, 0.1, 0.1]
    doubtful = duelled.assign(family_low=0.0, beats=[True, True, False, True, True, True])
    assert "a > b > c > a" not in set(cycles(doubtful)["cycle"])


@pytest.mark.slow
def test_corrected_intervals_of_a_pay_off_table_cover_at_once_and_nothing_is_found_where_nothing_is() -> None:
    """Stated: at least 95% of leagues; 200 of them tell it to three standard errors (0.046)."""
    leagues, covered, exploited, beaten = 200, 0, 0, 0
    rng = np.random.default_rng(7)
    for _ in range(leagues):
        table = pay_offs(outcomes_of(((0.25,) * 4,) * 4, 300, 4, rng), 4)
        covered += bool(((table["family_low"] <= 0.25) & (table["family_high"] >= 0.25)).all())
        exploited += bool((best_replies(table, 4)["verdict"] == "exploited").any())
        beaten += bool(duels(table)["beats"].any())
    error = 3 * np.sqrt(0.05 * 0.95 / leagues)
    assert covered / leagues >= 0.95 - error
    assert exploited / leagues <= 0.05 + error
    assert beaten / leagues <= 0.05 + error


@pytest.mark.slow
def test_intervals_of_duels_cover() -> None:
    """Stated: 95% of intervals; 1,400 of them, of independent duels, tell it to three standard errors (0.017)."""
    rng, covered = np.random.default_rng(8), []
    true = rng.uniform(0.05, 0.6, (8, 8))
    pay = tuple(map(tuple, true.tolist()))
    for _ in range(50):
        duelled = duels(pay_offs(outcomes_of(pay, 300, 4, rng), 4))
        one, two = (np.array(["abcdefgh".index(name) for name in duelled[column]]) for column in ("winner", "loser"))
        net = true[one, two] - true[two, one]
        covered += ((duelled["ci_low"] <= net) & (net <= duelled["ci_high"])).tolist()
    assert len(covered) == 1_400
    assert abs(np.mean(covered) - 0.95) < 3 * np.sqrt(0.05 * 0.95 / len(covered))
