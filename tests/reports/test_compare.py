"""Pairs of games, their differences and the balance index, against plain computations and known truths."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from reports.compare_counts import FAMILIES, MEASURES, Pairs, aligned, count_pairs
from reports.compare_summaries import BETTER, DOWN, SAME, UNCLEAR, UP, WORSE, balance, paired_differences, saving
from reports.counts import WIN
from simcore.errors import UserError
from tests.reports.paired import WORDS, play_twice, tables
from tests.reports.synthetic import Design

DESIGN = Design(players=4, games=1_920, seed=5, strategies=("greedy", "uniform"))
EFFECTS = {"omalley": 4.0}
Arms = tuple[pd.DataFrame, pd.DataFrame]


def paired(arms: Arms, design: Design = DESIGN, parts: tuple[int, int] = (500, 700)) -> Pairs:
    base, variant = (tables(rows, design, size) for rows, size in zip(arms, parts, strict=True))
    return count_pairs(base, variant, WORDS, design.players, design.games)


@pytest.fixture(scope="module")
def arms() -> Arms:
    return play_twice(DESIGN, EFFECTS, 1.0)


@pytest.fixture(scope="module")
def pairs(arms: Arms) -> Pairs:
    return paired(arms)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("family", FAMILIES)
def test_means_and_differences_are_those_of_the_rows(arms: Arms, pairs: Pairs, family: str, measure: str) -> None:
    by = list(FAMILIES[family])
    found = paired_differences(pairs.counts[family, measure], by, MEASURES[measure]).set_index(by)
    for arm, rows in zip(("base", "variant"), arms, strict=True):
        expected = rows.groupby(by)[measure].mean()
        np.testing.assert_allclose(found[arm], expected.reindex(found.index), rtol=1e-6)
        assert len(found) == len(expected)
    np.testing.assert_allclose(found["difference"], found["variant"] - found["base"], atol=1e-9)


def test_the_error_of_a_dogs_difference_is_that_of_its_paired_values(arms: Arms, pairs: Pairs) -> None:
    found = paired_differences(pairs.counts["dog", "total"], ["dog"], 1).set_index("dog")
    both = arms[0].assign(other=arms[1]["total"])
    for dog, rows in both.groupby("dog"):
        test = stats.ttest_rel(rows["other"], rows["total"])
        ends = test.confidence_interval(0.95)
        row = found.loc[dog]
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((ends.low, ends.high))
        unpaired = rows["other"].var() + rows["total"].var()
        assert row["variance_ratio"] == pytest.approx(unpaired / (rows["other"] - rows["total"]).var(), rel=1e-6)
        assert row["n_games"] == len(rows)


def test_a_strategys_error_takes_all_its_seats_of_a_game_together(arms: Arms, pairs: Pairs) -> None:
    found = paired_differences(pairs.counts["strategy", "win_share"], ["strategy"], WIN).set_index("strategy")
    both = arms[0].assign(other=arms[1]["win_share"].astype(float))
    for strategy, rows in both.groupby("strategy"):
        games = rows.groupby("game").agg(base=("win_share", "sum"), other=("other", "sum"), seats=("seat", "size"))
        seats = games["seats"].sum()
        ratios = games["base"].sum() / seats, games["other"].sum() / seats
        residual = (games["other"] - ratios[1] * games["seats"]) - (games["base"] - ratios[0] * games["seats"])
        n = len(games)
        error = np.sqrt((residual**2).sum() * n / (n - 1)) / seats
        assert found.loc[strategy]["se"] == pytest.approx(error, rel=1e-4)


def test_corrected_intervals_hold_for_all_that_is_looked_at(pairs: Pairs) -> None:
    counts = pairs.counts["dog", "total"]
    plain, many = paired_differences(counts, ["dog"], 1), paired_differences(counts, ["dog"], 1, 50)
    level = 0.95 ** (1 / 50)
    expected = stats.t.ppf(0.5 + level / 2, many["n_games"] - 1) * many["se"]
    np.testing.assert_allclose(many["family_high"] - many["difference"], expected, rtol=1e-9)
    assert (many["family_low"] < plain["family_low"]).all() and (plain["family_low"] < plain["ci_low"]).all()


def test_a_planted_effect_is_recovered_with_its_sign(pairs: Pairs) -> None:
    wins = paired_differences(pairs.counts["dog", "win_share"], ["dog"], WIN).set_index("dog")
    score = paired_differences(pairs.counts["dog", "total"], ["dog"], 1).set_index("dog")
    assert wins["verdict"].to_dict() == {dog: UP if dog == "omalley" else DOWN for dog in wins.index}
    assert score.loc["omalley"]["family_low"] < 4.0 < score.loc["omalley"]["family_high"]
    assert (score.drop("omalley")["verdict"] == UNCLEAR).all()
    assert saving(score) > 20.0  # luck of variance 64 in both, 1 in one: 2 * 64 / 1 and more


def test_the_same_games_differ_by_exactly_nothing() -> None:
    pairs = paired(play_twice(DESIGN, {}, 0.0))
    assert pairs.same_games == pairs.same_results == pairs.games == DESIGN.games
    for (family, measure), counts in pairs.counts.items():
        table = paired_differences(counts, FAMILIES[family], MEASURES[measure])
        assert (table[["difference", "se"]] == 0.0).all(axis=None)
        assert (table["verdict"] == SAME).all()
        rare = 8.0 / table["n_games"]  # what happens in so few games may not have been seen
        assert ((-rare < table["family_low"]) & (table["family_low"] < 0.0)).all(), (family, measure)
        assert ((table["family_high"] > 0.0) & (table["family_high"] < rare)).all(), (family, measure)
    assert balance(pairs.counts["dog", "win_share"], ["dog"], 4, WIN)["verdict"].item() == SAME


def test_games_that_are_the_same_are_counted(arms: Arms, pairs: Pairs) -> None:
    same = (arms[0]["total"] == arms[1]["total"]) & np.isclose(arms[0]["win_share"], arms[1]["win_share"])
    assert pairs.same_results == same.groupby(arms[0]["game"]).all().sum()


def test_counts_do_not_depend_on_how_runs_are_cut_into_parts(arms: Arms, pairs: Pairs) -> None:
    other = paired(arms, parts=(DESIGN.games, 123))
    for key, counts in pairs.counts.items():
        names = [name for name in counts.columns if name != "games"]
        left, right = (frame.sort_values(names).reset_index(drop=True) for frame in (counts, other.counts[key]))
        pd.testing.assert_frame_equal(left, right)
        assert counts["games"].sum() >= DESIGN.games


def test_different_games_are_refused(arms: Arms) -> None:
    shifted = arms[1].assign(game=arms[1]["game"] + 1)
    with pytest.raises(UserError, match="do not hold the same games"):
        list(aligned(tables(arms[0], DESIGN, 500), tables(shifted, DESIGN, 500)))
    short = arms[1].iloc[:400]
    with pytest.raises(UserError, match="100 games in common"):
        paired((arms[0], short))


def test_a_dog_of_one_ruleset_only_is_left_out_of_the_differences() -> None:
    base, variant = play_twice(DESIGN, {}, 1.0)
    renamed = variant.assign(dog=variant["dog"].replace("stormcrow", "hawk"))
    words = {**WORDS, "dog": [*WORDS["dog"], "hawk"]}
    parts = (tables(base, DESIGN, 500), tables(renamed, DESIGN, 500))
    pairs = count_pairs(*parts, words, DESIGN.players, DESIGN.games)
    dogs = paired_differences(pairs.counts["dog", "win_share"], ["dog"], WIN)["dog"]
    assert sorted(dogs) == ["blackmane", "macbeth", "nameless_conqueror", "omalley"]


def test_intervals_of_the_difference_cover_as_often_as_they_say() -> None:
    """400 comparisons of 240 games without a true difference: 95% cover, give or take 3.5 standard errors."""
    rng = np.random.default_rng(1)
    base = rng.random((400, 240)) < 0.25
    variant = np.where(rng.random(base.shape) < 0.6, base, rng.random(base.shape) < 0.25)
    run = np.repeat(np.arange(400), 240)
    got = pd.DataFrame({"run": run, "base": base.ravel() * WIN, "variant": variant.ravel() * WIN}).value_counts()
    frame = got.reset_index(name="games").assign(seats_base=1, seats_variant=1)
    table = paired_differences(frame, ["run"], WIN)
    inside = (table["ci_low"] <= 0.0) & (table["ci_high"] >= 0.0)
    assert len(table) == 400
    assert abs(inside.mean() - 0.95) < 3.5 * np.sqrt(0.95 * 0.05 / 400)


def wins_of(arms: Arms, design: Design) -> pd.DataFrame:
    """Return the pairs of wins by Dog with their blocks, game by game."""
    rows = arms[0][["game", "dog"]].assign(
        base=np.rint(arms[0]["win_share"] * WIN).astype(int), variant=np.rint(arms[1]["win_share"] * WIN).astype(int)
    )
    block = rows["game"] * 50 // design.games
    return rows.assign(block=block, seats_base=1, seats_variant=1, games=1)


def index_of(arms: Arms, design: Design) -> dict[Any, Any]:
    return balance(wins_of(arms, design), ["dog"], 4, WIN).to_dict("records")[0]


def test_the_balance_index_of_counts_is_that_of_the_games(arms: Arms, pairs: Pairs) -> None:
    of_counts = balance(pairs.counts["dog", "win_share"], ["dog"], 4, WIN)
    pd.testing.assert_frame_equal(of_counts, balance(wins_of(arms, DESIGN), ["dog"], 4, WIN))


def test_chance_is_taken_off_the_balance_index() -> None:
    """Where all are fair, less than 60% of the plain mean square is left (mean of 60 runs of 240 games)."""
    indices, plain = [], []
    for seed in range(60):
        design = Design(players=4, games=240, seed=seed)
        arms = play_twice(design, {}, 0.0)
        shares = arms[0].groupby("dog")["win_share"].mean()
        plain.append(((shares - 0.25) ** 2).mean())
        indices.append(index_of(arms, design)["base"] ** 2)
    assert np.mean(indices) < 0.6 * np.mean(plain)  # not 0: what falls below 0 is cut off


def test_the_balance_index_finds_the_truth_and_the_change() -> None:
    design = Design(players=4, games=4_800, seed=3)
    skewed = play_twice(design, {"omalley": 6.0}, 1.0)
    truth = skewed[1].groupby("dog")["win_share"].mean() - 0.25
    row = index_of(skewed, design)
    assert row["variant"] == pytest.approx(np.sqrt((truth**2).mean()), abs=0.002)
    assert row["variant_low"] < row["variant"] < row["variant_high"]
    assert row["verdict"] == WORSE
    assert row["family_low"] <= row["change"] <= row["family_high"]
    turned = (skewed[1], skewed[0])
    assert index_of(turned, design)["verdict"] == BETTER
    assert row["n_games"] == design.games


def test_the_jackknife_interval_of_a_change_is_about_as_wide_as_changes_vary() -> None:
    """Over 60 seeds the jackknife's half width is within 35% of the spread of the estimates (60 seeds: 9% error)."""
    changes, halves = [], []
    for seed in range(60):
        design = Design(players=4, games=1_200, seed=seed)
        row = index_of(play_twice(design, {"omalley": 3.0}, 3.0, {"macbeth": 2.0}), design)
        changes.append(row["change"])
        halves.append((row["ci_high"] - row["ci_low"]) / 2.0)
    assert np.mean(halves) / 2.0 == pytest.approx(np.std(changes), rel=0.35)
