"""What abilities are worth, from made-up games with known answers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from reports.abilities_counts import COUNTED, count_firings
from reports.abilities_summaries import firings, worth
from reports.compare_counts import count_pairs
from reports.compare_summaries import SAME, UP
from reports.counts import WIN
from tests.reports.paired import WORDS, play_twice, tables
from tests.reports.score import score_ends
from tests.reports.synthetic import Design

DESIGN = Design(players=4, games=1_920, seed=5, strategies=("greedy", "uniform"))
PER_FIRING = 1.5


@pytest.fixture(scope="module")
def arms() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the rows without and with O'Malley's ability, which is worth 3 VP and fires twice a game on average."""
    without, whole = play_twice(DESIGN, {"omalley": 3.0}, 0.5)
    rng = np.random.default_rng(3)
    fired = np.where(whole["dog"] == "omalley", rng.poisson(2.0, len(whole)), 0)
    whole = whole.assign(ability_fired=fired, ability_gain=fired + rng.binomial(fired, PER_FIRING - 1.0))
    return without.assign(ability_fired=0, ability_gain=0), whole


@pytest.fixture(scope="module")
def counts(arms: tuple[pd.DataFrame, pd.DataFrame]) -> pd.DataFrame:
    without, whole = (tables(rows, DESIGN, size) for rows, size in zip(arms, (500, 700), strict=True))
    return count_firings(whole, without, "omalley")


def of_omalley(arms: tuple[pd.DataFrame, pd.DataFrame]) -> pd.DataFrame:
    rows = arms[1].assign(vp=arms[1]["total"] - arms[0]["total"], won=arms[1]["win_share"] - arms[0]["win_share"])
    return rows[rows["dog"] == "omalley"]


def test_counts_hold_every_game_of_the_dog(arms: tuple[pd.DataFrame, pd.DataFrame], counts: pd.DataFrame) -> None:
    rows = of_omalley(arms)
    assert counts["games"].sum() == len(rows)
    assert not counts.duplicated([*COUNTED]).any()
    for counted, column in (("fired", "ability_fired"), ("gain", "ability_gain"), ("vp", "vp")):
        assert (counts[counted] * counts["games"]).sum() == rows[column].sum()
    assert (counts["wins"] * counts["games"]).sum() / WIN == pytest.approx(rows["won"].sum(), abs=1e-3)
    by_strategy = counts.groupby("strategy")["games"].sum()
    assert by_strategy.to_dict() == rows["strategy"].value_counts().to_dict()


def test_firings_a_game_and_what_each_gives_are_those_of_the_rows(
    arms: tuple[pd.DataFrame, pd.DataFrame], counts: pd.DataFrame
) -> None:
    rows = of_omalley(arms)
    [row] = firings(counts.assign(dog="omalley"), ["dog"]).to_dict("records")
    assert row["n_games"] == len(rows)
    assert row["games_fired"] == pytest.approx((rows["ability_fired"] > 0).mean())
    assert row["fired"] == pytest.approx(rows["ability_fired"].mean())
    error = float(stats.sem(rows["ability_fired"]))
    ends = score_ends(float(rows["ability_fired"].mean()), error, stats.t.ppf(0.975, len(rows) - 1))
    assert (row["fired_low"], row["fired_high"]) == pytest.approx(ends)
    assert row["gain"] == pytest.approx(rows["ability_gain"].sum() / rows["ability_fired"].sum())
    assert row["vp"] == pytest.approx(rows["vp"].sum() / rows["ability_fired"].sum())
    assert row["gain_low"] < PER_FIRING < row["gain_high"]


def test_the_error_of_a_ratio_is_about_that_of_resampled_games(
    arms: tuple[pd.DataFrame, pd.DataFrame], counts: pd.DataFrame
) -> None:
    """500 resamples estimate a standard error within 10% (three of its standard errors)."""
    rows = of_omalley(arms)
    rng = np.random.default_rng(0)
    vp, fired = rows["vp"].to_numpy(), rows["ability_fired"].to_numpy()
    chosen = rng.integers(0, len(rows), (500, len(rows)))
    spread = (vp[chosen].sum(axis=1) / fired[chosen].sum(axis=1)).std()
    [row] = firings(counts.assign(dog="omalley"), ["dog"]).to_dict("records")
    assert (row["vp_high"] - row["vp_low"]) / 3.92 == pytest.approx(spread, rel=0.1)


def test_corrected_intervals_are_wider_where_there_are_more_rows(counts: pd.DataFrame) -> None:
    table = firings(counts.assign(dog="omalley"), ["dog", "strategy"])
    assert len(table) == 2
    assert (table["vp_family_low"] < table["vp_low"]).all() and (table["vp_family_high"] > table["vp_high"]).all()


def test_an_ability_that_never_fires_gives_no_number(counts: pd.DataFrame) -> None:
    [row] = firings(counts.assign(dog="omalley", fired=0, gain=0), ["dog"]).to_dict("records")
    assert row["fired"] == row["fired_low"] == row["games_fired"] == 0.0 < row["fired_high"] < 8.0 / row["n_games"]
    assert np.isnan(row["gain"]) and np.isnan(row["vp_family_low"])


def test_worth_finds_the_planted_ability(arms: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    without, whole = (tables(rows, DESIGN, 600) for rows in arms)
    pairs = count_pairs(without, whole, WORDS, DESIGN.players, DESIGN.games)
    table = worth(pairs.counts["dog", "total"], ["dog"], 1).set_index("dog")
    row = table.loc["omalley"]
    assert row["family_low"] < 3.0 < row["family_high"]
    assert row["verdict"] == UP
    assert row["with"] - row["without"] == pytest.approx(row["difference"])


def test_nothing_is_worth_exactly_nothing(arms: tuple[pd.DataFrame, pd.DataFrame]) -> None:
    rows = tables(arms[1], DESIGN, 600)
    pairs = count_pairs(rows, rows, WORDS, DESIGN.players, DESIGN.games)
    table = worth(pairs.counts["dog", "win_share"], ["dog"], WIN)
    assert (table[["difference", "se"]] == 0.0).all(axis=None)
    assert (table["family_high"] < 8.0 / table["n_games"]).all()
    assert set(table["verdict"]) == {SAME}
