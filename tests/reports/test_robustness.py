"""Which findings hold: verdicts, order, counting and spread, on made-up frames and runs with known answers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from reports.compare_summaries import BETTER, SAME, UNCLEAR, WORSE
from reports.equivalence import BALANCED, STRONG, UNDECIDED, WEAK
from reports.robust_counts import paired_tally, tally
from reports.robust_summaries import (
    ABOVE,
    ALL,
    BELOW,
    MOST,
    NONE,
    OPEN,
    SOME,
    agreement,
    change_of_unfairness,
    covariances,
    holding,
    judged,
    orders,
    spread,
    unfairness,
)
from reports.robustness import Case, read_robustness
from reports.robustness_page import findings, write_robustness
from reports.statistics import exact_interval
from reports.summaries import win_shares
from simcore.errors import UserError
from tests.reports.paired import play_twice, tables
from tests.reports.synthetic import DOGS, Design, write_run

DESIGN = Design(players=4, games=2_400, seed=5)


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    return play_twice(DESIGN, {}, 0.0, {"omalley": 4.0, "stormcrow": -2.0})[0]


def test_counts_give_the_shares_of_the_rows_however_they_are_cut(rows: pd.DataFrame) -> None:
    for column, groups in (("dog", DOGS), ("seat", range(4))):
        cut = tally(tables(rows, DESIGN, 700), column, groups, 4)
        whole = tally(tables(rows, DESIGN, DESIGN.games), column, groups, 4)
        names, share, covariance = covariances(cut.moments)
        expected = rows.groupby(column)["win_share"].mean()
        np.testing.assert_allclose(share, expected.reindex(names), rtol=1e-6)
        np.testing.assert_allclose(covariance, covariances(whole.moments)[2], rtol=1e-12)
        shares = win_shares(cut.outcomes, ["group"], 4).set_index("group")
        np.testing.assert_allclose(shares["win_share"].reindex(names), share, rtol=1e-9)
        assert shares["n_games"].sum() == len(rows)


def test_the_error_of_two_dogs_difference_is_that_of_resampled_games(rows: pd.DataFrame) -> None:
    """400 resamples estimate a standard error within 12% (three of its standard errors)."""
    moments = tally(tables(rows, DESIGN, 700), "dog", DOGS, 4).moments.assign(case="base")
    table = orders(moments, ["case"]).set_index(["first", "second"])
    rng = np.random.default_rng(0)
    wide = rows.pivot_table(index="game", columns="dog", values="win_share", aggfunc="sum").reindex(columns=list(DOGS))
    there, won = wide.notna().to_numpy(float), wide.fillna(0.0).to_numpy(float)
    chosen = rng.integers(0, len(won), (400, len(won)))
    shares = won[chosen].sum(axis=1) / there[chosen].sum(axis=1)
    for one, other in (("omalley", "stormcrow"), ("blackmane", "macbeth")):
        key = (one, other) if (one, other) in table.index else (other, one)
        places = [DOGS.index(name) for name in key]
        spread_of = (shares[:, places[0]] - shares[:, places[1]]).std()
        assert table.loc[key, "se"] == pytest.approx(spread_of, rel=0.12)
    assert table.loc[("omalley", "stormcrow"), "verdict"] == ABOVE
    assert table.loc[("blackmane", "omalley"), "verdict"] == BELOW
    assert table.loc[("blackmane", "macbeth"), "verdict"] == UNDECIDED


def test_verdicts_are_read_off_the_corrected_interval_and_the_margin() -> None:
    ends = {STRONG: (0.27, 0.29), WEAK: (0.20, 0.23), BALANCED: (0.245, 0.255), UNDECIDED: (0.255, 0.27)}
    frame = pd.DataFrame(ends.values(), columns=["family_low", "family_high"]).assign(fair=0.25)
    assert list(judged(frame, 0.01)["verdict"]) == list(ends)
    assert list(judged(frame, 0.10)["verdict"]) == [BALANCED] * 4


def verdict_frame(draws: dict[str, list[str]], base: dict[str, str], readings: dict[str, list[str]]) -> pd.DataFrame:
    found = [("base", dog, verdict) for dog, verdict in base.items()]
    found += [("draw", dog, verdict) for dog, verdicts in draws.items() for verdict in verdicts]
    found += [("reading", dog, verdict) for dog, verdicts in readings.items() for verdict in verdicts]
    return pd.DataFrame(found, columns=["kind", "dog", "verdict"])


def test_counting_says_in_how_many_draws_each_finding_holds() -> None:
    draws = {
        "a": [STRONG] * 4,
        "b": [WEAK, WEAK, WEAK, UNDECIDED],
        "c": [BALANCED, STRONG, WEAK, UNDECIDED],
        "d": [WEAK, WEAK, UNDECIDED, BALANCED],
        "e": [STRONG, UNDECIDED, UNDECIDED, WEAK],
    }
    base = {"a": STRONG, "b": WEAK, "c": BALANCED, "d": STRONG, "e": UNDECIDED}
    table = holding(verdict_frame(draws, base, {"a": [STRONG, UNDECIDED]}), ["dog"])
    drawn = table[table["kind"] == "draw"].set_index("dog")
    assert drawn["extent"].to_dict() == {"a": ALL, "b": MOST, "c": SOME, "d": NONE, "e": OPEN}
    assert drawn["holds"].tolist() == [4, 3, 1, 0, 2]
    assert drawn["undecided"].tolist() == [0, 1, 1, 1, 0]
    assert drawn["otherwise"].tolist() == [0, 0, 2, 3, 2]
    assert drawn.loc["c", "verdicts"] == "too strong in 1, balanced in 1, too weak in 1"
    assert (drawn["family_low"] <= drawn["ci_low"]).all() and (drawn["family_high"] >= drawn["ci_high"]).all()
    [reading] = table[table["kind"] == "reading"].to_dict("records")
    assert (reading["n"], reading["holds"], reading["undecided"], reading["extent"]) == (2, 1, 1, SOME)
    assert np.isnan(reading["ci_low"]), "readings are no sample"


def test_half_of_the_draws_are_not_most() -> None:
    table = holding(verdict_frame({"a": [STRONG, WEAK]}, {"a": STRONG}, {}), ["dog"])
    assert table["extent"].tolist() == [SOME]


@pytest.mark.parametrize(("hits", "n"), [(0, 20), (7, 20), (20, 20)])
def test_the_interval_of_a_share_of_draws_is_the_exact_one(hits: int, n: int) -> None:
    expected = binomtest(hits, n).proportion_ci(0.95, "exact")
    low, high = exact_interval(np.array([float(hits)]), np.array([float(n)]), 0.95)
    assert (low[0], high[0]) == pytest.approx((expected.low, expected.high))


def test_spread_takes_off_what_chance_adds() -> None:
    rng = np.random.default_rng(1)
    true = rng.normal(0.25, 0.02, 4_000)
    frame = pd.DataFrame({"dog": "a", "win_share": rng.normal(true, 0.03), "se": 0.03, "fair": 0.25})
    same = pd.DataFrame({"dog": "b", "win_share": rng.normal(0.25, 0.03, 4_000), "se": 0.03, "fair": 0.25})
    one, other = spread(pd.concat([frame, same]), "dog").to_dict("records")
    assert one["sd"] == pytest.approx(0.02, rel=0.1)
    assert other["sd"] < 0.008
    assert one["ci_low"] < 0.25 < one["ci_high"]


def test_agreement_compares_with_the_base() -> None:
    shares = pd.DataFrame(
        {
            "case": ["x", "x", "x", "y", "y", "y"],
            "kind": ["base"] * 3 + ["draw"] * 3,
            "dog": ["a", "b", "c"] * 2,
            "win_share": [0.3, 0.2, 0.1, 0.1, 0.2, 0.3],
        }
    )
    base, turned = agreement(shares, "dog").to_dict("records")
    assert (base["case"], base["tau"]) == ("x", 1.0)
    assert (turned["case"], turned["tau"], turned["most"], turned["least"]) == ("y", -1.0, "c", "a")


def test_unfairness_is_unbiased_and_its_error_is_right() -> None:
    """200 runs of 240 games: the mean is within 4 standard errors of the truth, its error within 25%."""
    squares, errors = [], []
    truths = []
    for seed in range(200):
        design = Design(players=4, games=240, seed=seed)
        played = play_twice(design, {}, 0.0, {"omalley": 2.0})[0]
        square, se = unfairness(tally(tables(played, design, 240), "dog", DOGS, 4).moments, DOGS, 4)
        squares.append(square)
        errors.append(se)
        truths.append(played.groupby("dog")["win_share"].mean().reindex(list(DOGS)).to_numpy())
    truth = float(((np.mean(truths, axis=0) - 0.25) ** 2).mean())
    assert abs(np.mean(squares) - truth) < 4.0 * np.std(squares) / np.sqrt(200)
    assert np.sqrt(np.mean(np.square(errors))) == pytest.approx(np.std(squares), rel=0.25)


def changed(seed: int, effects: dict[str, float], base: dict[str, float], games: int = 240) -> pd.DataFrame:
    design = Design(players=4, games=games, seed=seed)
    one, other = (tables(rows, design, games) for rows in play_twice(design, effects, 1.0, base))
    return change_of_unfairness(paired_tally(one, other, DOGS, 4).moments, ["omalley"], 4)


def test_paired_counts_are_those_of_each_side_alone(rows: pd.DataFrame) -> None:
    other = play_twice(DESIGN, {"macbeth": 3.0}, 1.0)[1]
    both = paired_tally(tables(rows, DESIGN, 700), tables(other, DESIGN, 500), DOGS, 4)
    names, share, covariance = covariances(both.moments)
    assert names == [(side, dog) for side in ("base", "variant") for dog in DOGS]
    for place, arm in enumerate((rows, other)):
        _, alone, errors = covariances(tally(tables(arm, DESIGN, 2_400), "dog", DOGS, 4).moments)
        np.testing.assert_allclose(share[5 * place : 5 * place + 5], alone)
        np.testing.assert_allclose(np.diag(covariance)[5 * place : 5 * place + 5], np.diag(errors))
    assert (np.diag(covariance[:5, 5:]) > 0.0).all(), "luck that both share"


def test_games_that_were_all_the_same_do_not_prove_that_none_would_differ(rows: pd.DataFrame) -> None:
    for games in (40, 2_400):
        same = tables(rows[rows["game"] < games], DESIGN, 700)
        [row] = change_of_unfairness(paired_tally(same, same, DOGS, 4).moments, DOGS, 4).to_dict("records")
        assert row["change"] == 0.0 and row["verdict"] == SAME
        n = rows[rows["game"] < games].groupby("dog").size().min()
        bound = 1.0 - 0.025 ** (1.0 / n)  # what n games without a case leave of a share (Clopper and Pearson 1934)
        assert row["change_high"] == -row["change_low"] == pytest.approx(bound, rel=0.1)


def test_one_dog_that_is_made_fair_is_told_and_its_index_keeps_an_interval() -> None:
    [row] = changed(3, {"omalley": 0.0}, {"omalley": 6.0}, 2_400).to_dict("records")
    assert row["verdict"] == BETTER
    assert row["variant_low"] == 0.0 and row["variant_high"] > 0.005
    assert row["change_low"] < row["change"] < row["change_high"] < 0.0
    [back] = changed(3, {"omalley": 6.0}, {}, 2_400).to_dict("records")
    assert back["verdict"] == WORSE


def test_a_change_that_is_none_is_rarely_called_one() -> None:
    """300 runs without a true change, fair or not: at most 5% are called one, give or take 3.5 standard errors."""
    for lift in (0.0, 3.0):
        base = {"omalley": lift} if lift else {}
        called = [changed(seed, {}, base)["verdict"].iloc[0] != UNCLEAR for seed in range(300)]
        assert np.mean(called) < 0.05 + 3.5 * np.sqrt(0.05 * 0.95 / 300)


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """Return a base in which O'Malley is too strong, draws in which he is and is not, and a reading."""
    room = tmp_path_factory.mktemp("runs")
    found = []
    for kind, name, lift in (("base", "base", 6.0), ("draw", "one", 6.0), ("draw", "two", 0.0), ("reading", "r", 6.0)):
        effects = {"omalley": lift} if lift else {}
        folder = write_run(room / name, Design(players=4, games=1_920, seed=7, dog_effects=effects))
        manifest = json.loads((folder / "manifest.json").read_text())
        (folder / "manifest.json").write_text(json.dumps(manifest | {"behaviour": "0" * 64}))
        found.append(Case(kind, name, f"title <{name}>", folder))
    return found


def test_a_planted_finding_holds_where_it_was_planted(cases: list[Case], tmp_path: Path) -> None:
    found = read_robustness(cases, 0.01, {"tiles": "between this and that"})
    held = {(row["dog"], row["kind"]): row for row in found.holding("dog").to_dict("records")}
    drawn = held["omalley", "draw"]
    assert (drawn["finding"], drawn["n"], drawn["holds"]) == (STRONG, 2, 1)
    assert held["omalley", "reading"]["extent"] == ALL
    page = write_robustness(found, tmp_path / "report").read_text()
    assert "between this and that" in page and "title &lt;one&gt;" in page
    said = {finding.lead: finding.text for finding in findings(found)}
    assert "this holds in 1 of 2 draws" in said["Omalley"] and "in 1 of 1 other reading." in said["Omalley"]
    assert len(found.shares("dog")) == 4 * 5 and len(found.orders()) == 4 * 10


def said_of(chosen: list[Case]) -> dict[str, str]:
    """Return what is found, lead -> text; the first case is the base, the others are draws."""
    kinds = ["base", *["draw"] * (len(chosen) - 1)]
    renamed = [replace(case, kind=kind, name=f"c{n}") for n, (kind, case) in enumerate(zip(kinds, chosen, strict=True))]
    return {finding.lead: finding.text for finding in findings(read_robustness(renamed, 0.01, {}))}


def test_one_draw_and_two_are_told_as_people_count(cases: list[Case]) -> None:
    strong, fair = cases[0], cases[2]
    one, both, three = (said_of([strong] * n)["Who wins more than whom"] for n in (2, 3, 4))
    assert "hold in the one draw, 0 are turned round in it" in one
    assert "hold in both draws, 0 are turned round in some" in both
    assert "hold in all 3 draws, 0 are turned round in some" in three
    assert said_of([strong, strong])["Omalley"].startswith(" is too strong (")
    assert "this holds in 1 of 1 draw (" in said_of([strong, strong])["Omalley"]
    assert said_of([fair, strong])["Omalley"].endswith("); too strong in the one draw.")
    assert said_of([fair, strong, strong])["Omalley"].endswith("); decided in both draws: too strong in 2.")
    assert said_of([fair, fair, strong])["Omalley"].endswith("); undecided in 1 of 2 draws too, but too strong in 1.")
    assert said_of([fair, fair, fair])["Omalley"].endswith("); undecided in both draws too.")


def test_runs_of_other_games_are_refused(cases: list[Case], tmp_path: Path) -> None:
    folder = write_run(tmp_path / "other", Design(players=4, games=1_920, seed=8))
    with pytest.raises(UserError, match="seed is 8, but 7"):
        read_robustness([cases[0], Case("draw", "other", "other", folder)], 0.01, {})
