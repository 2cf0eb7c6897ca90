"""What components are worth: planted worths are found, intervals cover, and what cannot be told is not told."""

from __future__ import annotations

import doctest
import itertools
import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm

import reports.component_counts
import reports.components
import reports.samples
from reports.activity import group_means
from reports.component_counts import RESPONSES, Uses, count_uses, families
from reports.components import (
    associations,
    component_table,
    dealt_effects,
    frequencies,
    house_values,
)
from reports.counts import Layout
from tests.reports.made_up import CARDS, DOGS, SPACES, games
from tests.reports.score import score_ends

LAYOUT = Layout(3, DOGS, ("s", "uniform"))
COLUMNS = (*SPACES, *CARDS)
REPLICATIONS = 300


def uses_in(frame: pd.DataFrame, columns: tuple[str, ...] = COLUMNS, parts: int = 1) -> Uses:
    n = len(frame) // 3
    cuts = [3 * (n * part // parts) for part in range(parts + 1)]
    frames = [frame.iloc[first:end] for first, end in itertools.pairwise(cuts)]
    return count_uses(frames, LAYOUT, columns, n)


def row(table: pd.DataFrame, component: str, response: str) -> dict[str, float]:
    [found] = table[(table["component"] == component) & (table["response"] == response)].to_dict("records")
    return {str(name): value for name, value in found.items()}


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return games(4_000, 1, worth={"space_1_1": 2.0, "dealt_x": 1.0})


@pytest.fixture(scope="module")
def uses(frame: pd.DataFrame) -> Uses:
    return uses_in(frame, parts=3)


def test_a_space_worth_two_vp_is_found(uses: Uses) -> None:
    table = associations(uses, SPACES)
    found = row(table, "space_1_1", "vp")
    assert found["family_low"] <= 2.0 <= found["family_high"] and found["family_high"] - found["family_low"] < 1.0
    for name in SPACES[1:]:
        other = row(table, name, "vp")
        assert other["family_low"] <= 0.0 <= other["family_high"]
    assert row(table, "space_1_1", "win")["family_low"] > 0.0


def test_a_card_worth_one_vp_is_found_against_an_average_card(uses: Uses) -> None:
    """Of the deck's 12 cards 3 are x: x is worth 1 VP and an average card 1/4."""
    table = dealt_effects(uses, CARDS)
    for name, worth in zip(CARDS, (0.75, -0.25, -0.25), strict=True):
        found = row(table, name, "vp")
        assert found["family_low"] <= worth <= found["family_high"]
    best = row(table, "dealt_x", "vp")
    assert best["family_low"] > 0.0 and row(table, "dealt_x", "win")["family_low"] > 0.0


def test_effects_of_cards_cancel_over_the_deck(uses: Uses) -> None:
    table = dealt_effects(uses, CARDS)
    dealt = uses.totals[[uses.names.index(name) for name in CARDS]]
    for response in RESPONSES:
        assert table.loc[table["response"] == response, "effect"] @ dealt == pytest.approx(0.0, abs=1e-8)


def test_being_well_off_shows_as_an_association_and_not_in_the_cards() -> None:
    uses = uses_in(games(3_000, 2, well_off=3.0))
    assert row(associations(uses, SPACES), "space_1_1", "vp")["family_low"] > 2.0
    for name in CARDS:
        found = row(dealt_effects(uses, CARDS), name, "vp")
        assert found["family_low"] <= 0.0 <= found["family_high"]


def test_the_regression_is_the_one_of_statsmodels_within_games(frame: pd.DataFrame, uses: Uses) -> None:
    design = pd.get_dummies(frame[["dog", "strategy", "seat"]].astype(str), drop_first=True).astype(float)
    design = pd.concat([design, frame[[*SPACES]]], axis=1)
    game = pd.Series(np.arange(len(frame)) // 3, frame.index)
    within = design - design.groupby(game).transform("mean")
    score = frame["total"] - frame["total"].groupby(game).transform("mean")
    fit = sm.OLS(score, within).fit(cov_type="cluster", cov_kwds={"groups": game, "use_correction": False})
    table = associations(uses, SPACES)
    for name in SPACES:
        found = row(table, name, "vp")
        assert found["effect"] == pytest.approx(fit.params[name], rel=1e-6)
        half = (found["ci_high"] - found["ci_low"]) / 2.0
        assert half == pytest.approx(1.969 * fit.bse[name], rel=0.2), "256 blocks know an error to within some 4%"


@pytest.mark.slow
def test_intervals_cover_at_the_stated_rate() -> None:
    """The tolerance is four standard errors of a rate of 95%."""
    slack = 4.0 * math.sqrt(0.95 * 0.05 / REPLICATIONS)
    associated, caused = 0, 0
    for seed in range(REPLICATIONS):
        uses = uses_in(games(300, 1_000 + seed, worth={"space_1_2": 1.0, "dealt_y": 2.0}))
        found = row(associations(uses, SPACES), "space_1_2", "vp")
        associated += found["ci_low"] <= 1.0 <= found["ci_high"]
        effect = row(dealt_effects(uses, CARDS), "dealt_y", "vp")
        caused += effect["ci_low"] <= 2.0 * (1.0 - 4.0 / 12.0) <= effect["ci_high"]
    assert associated / REPLICATIONS == pytest.approx(0.95, abs=slack)
    assert caused / REPLICATIONS == pytest.approx(0.95, abs=slack)


@pytest.mark.slow
def test_corrected_intervals_of_cards_without_effect_rarely_exclude_none() -> None:
    wrong = 0
    for seed in range(REPLICATIONS):
        table = dealt_effects(uses_in(games(260, 5_000 + seed)), CARDS)
        wrong += bool(((table["family_low"] > 0.0) | (table["family_high"] < 0.0)).any())
    assert wrong / REPLICATIONS <= 0.05 + 4.0 * math.sqrt(0.95 * 0.05 / REPLICATIONS)


def test_parts_add_up(frame: pd.DataFrame, uses: Uses) -> None:
    once = uses_in(frame)
    assert np.allclose(once.products, uses.products) and np.array_equal(once.supports, uses.supports)
    pd.testing.assert_frame_equal(associations(once, SPACES), associations(uses, SPACES))


def test_how_often_is_that_of_the_rows(frame: pd.DataFrame, uses: Uses) -> None:
    table = frequencies(uses).set_index("measure")
    for name in COLUMNS:
        by_game = frame[name].groupby(np.arange(len(frame)) // 3).sum()
        found: Any = table.loc[name]
        assert found["per_game"] == pytest.approx(by_game.mean()) and found["n_games"] == 4_000
        if not by_game.any():
            assert found["per_game_low"] == 0.0 < found["per_game_high"] < 8.0 / 4_000
            continue
        ends = score_ends(float(by_game.mean()), max(float(by_game.std()) / math.sqrt(4_000), 1.0 / 4_000), 1.9606)
        assert (found["per_game_low"], found["per_game_high"]) == pytest.approx(ends, rel=1e-4)
    by_dog = group_means(uses.groups, "dog")
    [mean] = by_dog[(by_dog["dog"] == "b") & (by_dog["measure"] == "space_1_1")]["mean"]
    assert mean == pytest.approx(frame.loc[frame["dog"] == "b", "space_1_1"].mean())


def test_a_component_that_nobody_uses_or_all_use_alike_is_not_told(frame: pd.DataFrame) -> None:
    changed = frame.assign(space_1_3=0, space_1_2=7)
    table = associations(uses_in(changed), SPACES)
    for name in ("space_1_2", "space_1_3"):
        assert math.isnan(row(table, name, "vp")["effect"]) and math.isnan(row(table, name, "win")["family_low"])
    alone = row(associations(uses_in(frame), SPACES[:1]), "space_1_1", "vp")
    assert row(table, "space_1_1", "vp")["effect"] == pytest.approx(alone["effect"])


def test_components_that_always_go_together_are_not_told_apart(frame: pd.DataFrame) -> None:
    table = associations(uses_in(frame.assign(space_1_3=frame["space_1_2"])), SPACES)
    assert math.isnan(row(table, "space_1_2", "vp")["effect"]) and math.isnan(row(table, "space_1_3", "vp")["effect"])
    assert not math.isnan(row(table, "space_1_1", "vp")["effect"])


def test_a_card_that_is_never_dealt_is_not_told(frame: pd.DataFrame) -> None:
    changed = frame.assign(dealt_z=frame["dealt_y"] + frame["dealt_z"], dealt_y=0)
    table = dealt_effects(uses_in(changed), CARDS)
    assert math.isnan(row(table, "dealt_y", "vp")["effect"])
    assert row(table, "dealt_x", "vp")["family_low"] > 0.0


@pytest.mark.parametrize("n", [1, 2, 5])
def test_few_games_give_wide_or_no_intervals_and_no_warning(n: int) -> None:
    uses = uses_in(games(n, 3))
    for table in (associations(uses, SPACES), dealt_effects(uses, CARDS)):
        assert len(component_table(uses, table)) == 3
    values = house_values(uses, 2)
    assert values["share"].sum() == pytest.approx(1.0) and (values["ci_high"] > values["ci_low"]).all()


def test_house_values_are_those_of_the_support_cards(frame: pd.DataFrame, uses: Uses) -> None:
    table: Any = house_values(uses, 2).set_index("value")
    for value in range(-2, 4):
        assert table.loc[value, "share"] == pytest.approx((frame["support"] == 2 * value).mean())
        assert table.loc[value, "ci_low"] < table.loc[value, "share"] < table.loc[value, "ci_high"]


def test_families_are_found_by_their_columns() -> None:
    there = ["seat", "bonuses", "bonus_1", "bonus_last", "played_x", "tactics_played", "held_h", "years_first"]
    assert families(there) == {
        "cards": ("played_x",),
        "bonuses": ("bonus_1", "bonus_last"),
        "held": ("held_h",),
        "order": ("years_first",),
    }


def test_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(reports.components).failed == doctest.testmod(reports.samples).failed == 0
