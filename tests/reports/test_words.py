"""Numbers and findings in words."""

from __future__ import annotations

import doctest

import pandas as pd
import pytest

import reports.words
from reports.words import dogs_sentence, groups_sentence, share_digits

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
        "By strategy, away from the fair share: Bob 30.0% (28.8 to 31.2), Ann 20.0% (18.8 to 21.2)."
    )


def test_groups_that_do_not_differ() -> None:
    shares = table([0.25] * 3, ["not distinguishable"] * 3)
    assert groups_sentence(shares, LABELS, "seat") == "No seat can be told from the fair share."


def test_a_single_strategy_is_fair_by_design() -> None:
    shares = table([0.25], ["fixed by design"])
    assert groups_sentence(shares, ["greedy"], "strategy") == "Everybody played greedy, whose share is fair by design."


@pytest.mark.parametrize(("half", "digits"), [(0.02, 1), (0.0016, 1), (0.0009, 2)])
def test_narrow_intervals_earn_a_second_decimal(half: float, digits: int) -> None:
    assert share_digits(table([0.25], [""], half)) == digits


def test_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(reports.words).failed == 0
