"""Numbers and findings in words."""

from __future__ import annotations

import doctest
import math

import pandas as pd
import pytest

import reports.words
from reports.words import (
    balance_sentence,
    dogs_sentence,
    effects_sentence,
    extremes_sentence,
    groups_sentence,
    share_digits,
)

LABELS = ["Ann", "Bob", "Cid"]


def table(shares: list[float], verdicts: list[str], half: float = 0.01) -> pd.DataFrame:
    share = pd.Series(shares)
    return pd.DataFrame(
        {
            "win_share": share,
            "n_games": 12_000,
            "ci_low": share - half,
            "ci_high": share + half,
            "family_low": share - 1.2 * half,
            "family_high": share + 1.2 * half,
            "fair": 0.25,
            "difference": share - 0.25,
            "verdict": verdicts,
        }
    )


def test_the_furthest_above_and_below_come_with_numbers_interval_and_n() -> None:
    shares = table([0.30, 0.20, 0.251], ["above", "below", "not distinguishable"])
    assert dogs_sentence(shares, LABELS) == (
        "Ann wins most: 30.0% of 12,000 games (28.8 to 31.2), Bob wins least: 20.0% of 12,000 games (18.8 to 21.2);"
        " fair would be 25.0%; Cid cannot be told from it."
    )


def test_others_on_the_same_side_are_named() -> None:
    shares = table([0.28, 0.30, 0.27], ["above"] * 3)
    assert dogs_sentence(shares, LABELS) == (
        "Bob wins most: 30.0% of 12,000 games (28.8 to 31.2); fair would be 25.0%; Ann and Cid are also above it."
    )


def test_where_nobody_differs_the_extremes_are_given() -> None:
    shares = table([0.25, 0.252, 0.249], ["not distinguishable"] * 3)
    assert dogs_sentence(shares, LABELS) == (
        "no Dog can be told from the fair share of 25.0% (lowest Cid with 24.9% of 12,000 games, 23.7 to 26.1;"
        " highest Bob with 25.2% of 12,000 games, 24.0 to 26.4)."
    )


def test_groups_away_from_fair_are_listed_best_first() -> None:
    shares = table([0.20, 0.30, 0.25], ["below", "above", "not distinguishable"])
    assert groups_sentence(shares, LABELS, "strategy") == (
        "By strategy, away from the fair share: Bob 30.0% of 12,000 games (28.8 to 31.2),"
        " Ann 20.0% of 12,000 games (18.8 to 21.2)."
    )


def test_groups_that_do_not_differ() -> None:
    shares = table([0.25] * 3, ["not distinguishable"] * 3)
    assert groups_sentence(shares, LABELS, "seat") == (
        "No seat can be told from the fair share of 25.0%: lowest Ann with 25.0% of 12,000 games, 23.8 to 26.2;"
        " highest Cid with 25.0% of 12,000 games, 23.8 to 26.2."
    )


def test_a_single_strategy_is_fair_by_design() -> None:
    shares = table([0.25], ["fixed by design"])
    assert groups_sentence(shares, ["greedy"], "strategy") == "Everybody played greedy, whose share is fair by design."


def balance(verdicts: list[str], more: list[float]) -> pd.DataFrame:
    difference = pd.Series([0.021, -0.018, 0.001])
    return pd.DataFrame(
        {
            "difference": difference,
            "low": difference - 0.004,
            "high": difference + 0.004,
            "margin": 0.01,
            "n_games": 12_000,
            "verdict": verdicts,
            "more_games": more,
        }
    )


def test_verdicts_come_with_numbers_intervals_and_n() -> None:
    assert balance_sentence(balance(["too strong", "too weak", "balanced"], [0.0] * 3), LABELS) == (
        "Against a margin of ±1 point around the fair share, too strong: Ann +2.1 (+1.7 to +2.5; 12,000 games);"
        " too weak: Bob −1.8 (−2.2 to −1.4; 12,000 games); balanced: Cid +0.1 (−0.3 to +0.5; 12,000 games)."
    )


def test_what_is_undecided_comes_with_the_games_that_would_decide() -> None:
    said = balance_sentence(balance(["undecided"] * 3, [123_456.0, math.inf, 9_100.0]), LABELS)
    assert said.endswith(
        "Games more that would decide, if the differences are what they now seem (chance 80%): 9,100 for Cid,"
        " 130,000 for Ann and more than 100 times as many as were played for Bob."
    )


def test_pairs_are_counted_and_the_furthest_named() -> None:
    shares = table([0.30, 0.20, 0.251], ["above", "below", "not distinguishable"])
    assert extremes_sentence(shares, LABELS, "pairs") == (
        "Of 3 pairs 2 differ from the fair share. Ann wins most: 30.0% of 12,000 games (28.8 to 31.2);"
        " Bob wins least: 20.0% of 12,000 games (18.8 to 21.2)."
    )
    none = extremes_sentence(table([0.25] * 3, ["not distinguishable"] * 3), LABELS, "pairs")
    assert none.startswith("Of 3 pairs none can be told from the fair share; lowest Ann with 25.0% of 12,000 games")


def test_effects_are_told_in_win_points_and_in_vp() -> None:
    wins = pd.DataFrame({"effect": [0.02, -0.01], "family_low": [0.01, -0.02], "family_high": [0.03, 0.0]})
    said = effects_sentence(wins, 100.0 * wins, LABELS[:2], 12_000)
    assert said == (
        "Ann +2.0 points (+1.0 to +3.0) and +2.00 VP (+1.00 to +3.00);"
        " Bob −1.0 points (−2.0 to 0.0) and −1.00 VP (−2.00 to 0.00) (12,000 games)."
    )


@pytest.mark.parametrize(("half", "digits"), [(0.02, 1), (0.0016, 1), (0.0009, 2)])
def test_narrow_intervals_earn_a_second_decimal(half: float, digits: int) -> None:
    assert share_digits(table([0.25], [""], half)) == digits


def test_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(reports.words).failed == 0
