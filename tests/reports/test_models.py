"""Models: the estimates of statsmodels, effects that are planted, and intervals that cover at the stated rate.

Simulated coverage c of R replications has a standard error of sqrt(c (1 - c) / R); the tolerance is four of these.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest

from reports.lineups import line_up_frame, line_up_sums
from reports.model_blocks import bearable_terms
from reports.models import TERMS, Fit, effects, fit_scores, fit_wins, wald_test

Array = npt.NDArray[Any]

DOGS, STRATEGIES, PLAYERS = ("ann", "bob", "cid", "dot"), ("greedy", "uniform"), 3
WORTH, SKILL, PLACE = np.array([0.4, 0.1, 0.0, -0.5]), np.array([0.8, -0.8]), np.array([0.2, 0.0, -0.2])
REPLICATIONS = 300


def seated(games: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return line-ups in which Ann is played by greedy and Dot by uniform in eight of ten games."""
    dogs = np.argsort(rng.random((games, len(DOGS))), axis=1)[:, :PLAYERS]
    by_uniform = np.array([0.2, 0.5, 0.5, 0.8])[dogs]
    return dogs, (rng.random(dogs.shape) < by_uniform).astype(int)


def played(games: int, seed: int) -> tuple[Array, Array, Array, Array]:
    """Return Dogs, strategies, wins in sixtieths and scores; a game's seats share a part of their luck."""
    rng = np.random.default_rng(seed)
    dogs, strategies = seated(games, rng)
    utility = WORTH[dogs] + SKILL[strategies] + PLACE
    winner = np.argmax(utility + rng.gumbel(size=dogs.shape), axis=1)
    won = 60 * (np.arange(PLAYERS) == winner[:, None])
    luck = rng.normal(0.0, 5.0, dogs.shape) * rng.choice([0.5, 2.0], (games, 1))
    total = np.rint(40.0 + 3.0 * utility + rng.normal(0.0, 6.0, (games, 1)) + luck).astype(int)
    return dogs, strategies, won, total


def line_ups(games: int, seed: int) -> pd.DataFrame:
    dogs, strategies, won, total = played(games, seed)
    return added_up(dogs, strategies, won, total)


def added_up(dogs: Array, strategies: Array, won: Array, total: Array) -> pd.DataFrame:
    sizes = (len(DOGS), len(STRATEGIES))
    return line_up_frame(line_up_sums(dogs, strategies, won, total, sizes), PLAYERS, DOGS, STRATEGIES)


def coded(codes: Array, levels: int) -> Array:
    """Return columns that sum to zero over the levels, a row for each seat in order."""
    table = np.vstack([np.eye(levels - 1), -np.ones(levels - 1)])
    return table[codes.ravel()]


def plain_design(dogs: Array, strategies: Array) -> Array:
    seats = np.tile(np.arange(PLAYERS), len(dogs))
    dog, strategy = coded(dogs, len(DOGS)), coded(strategies, len(STRATEGIES))
    return np.hstack([dog, strategy, coded(seats, PLAYERS), dog * strategy])


def test_winning_is_statsmodels_conditional_logit() -> None:
    from statsmodels.discrete.conditional_models import ConditionalLogit

    dogs, strategies, won, total = played(400, seed=1)
    x, y = plain_design(dogs, strategies), (won.ravel() > 0).astype(int)
    expected = ConditionalLogit(y, x, groups=np.repeat(np.arange(400), PLAYERS)).fit(disp=0)
    found = fit_wins(added_up(dogs, strategies, won, total), PLAYERS, prior_games=0.0)
    assert found.terms == TERMS and found.n_games == 400
    np.testing.assert_allclose(found.coefficients, expected.params, atol=2e-4)
    blocks, p = x.reshape(400, PLAYERS, -1), np.exp(x @ found.coefficients).reshape(400, PLAYERS)
    p = p / p.sum(axis=1, keepdims=True)
    scores = np.einsum("gik,gi->gk", blocks, won / 60 - p)
    bread = np.asarray(expected.cov_params())
    np.testing.assert_allclose(found.covariance, bread @ scores.T @ scores @ bread * 400 / 399, rtol=5e-3, atol=1e-6)


def test_scores_are_statsmodels_least_squares_with_games_as_effects_and_clusters() -> None:
    from statsmodels.regression.linear_model import OLS

    dogs, strategies, won, total = played(150, seed=2)
    game = np.repeat(np.arange(150), PLAYERS)
    x = np.hstack([plain_design(dogs, strategies), np.eye(150)[game]])
    fitted = OLS(total.ravel(), x).fit(cov_type="cluster", cov_kwds={"groups": game, "use_correction": False})
    found = fit_scores(added_up(dogs, strategies, won, total), PLAYERS)
    k = len(found.coefficients)
    np.testing.assert_allclose(found.coefficients, fitted.params[:k], atol=1e-8)
    np.testing.assert_allclose(found.covariance, fitted.cov_params()[:k, :k] * 150 / 149, rtol=1e-6)


def test_a_tied_win_is_divided() -> None:
    dogs, strategies, won, total = played(2_000, seed=3)
    doubled = added_up(*(np.concatenate([each, each]) for each in (dogs, strategies, won, total)))
    swapped = won.copy()
    tied = np.arange(0, 2_000, 2)
    swapped[tied] = np.roll(won[tied], 1, axis=1)
    both = added_up(
        *(np.concatenate(each) for each in ((dogs, dogs), (strategies, strategies), (won, swapped), (total, total)))
    )
    shared = added_up(dogs, strategies, (won + swapped) // 2, total)
    np.testing.assert_allclose(
        fit_wins(shared, PLAYERS, prior_games=0.0).coefficients,
        fit_wins(both, PLAYERS, prior_games=0.0).coefficients,
        atol=1e-6,
    )
    assert not np.allclose(fit_wins(doubled, PLAYERS).coefficients, fit_wins(both, PLAYERS).coefficients, atol=1e-3)


def true_effects(frame: pd.DataFrame, factor: str) -> Array:
    """Return the effects of the planted utilities, by a loop over line-ups that knows nothing of design matrices."""
    value = {"dog": len(DOGS), "strategy": len(STRATEGIES), "seat": PLAYERS}[factor]
    totals = np.zeros(value)
    for row in frame.to_dict("records"):
        for level in range(value):
            for seat in range(PLAYERS):
                dogs = [DOGS.index(row[f"dog_{i}"]) for i in range(PLAYERS)]
                skills = [STRATEGIES.index(row[f"strategy_{i}"]) for i in range(PLAYERS)]
                place = seat
                if factor == "dog":
                    dogs = [dogs[seat] if dog == level else dog for dog in dogs]
                    dogs[seat] = level
                elif factor == "strategy":
                    skills[seat] = level
                else:
                    dogs[seat], dogs[level] = dogs[level], dogs[seat]
                    skills[seat], skills[level] = skills[level], skills[seat]
                    place = level
                strength = np.exp(WORTH[dogs] + SKILL[skills] + PLACE)
                totals[level] += row["games"] * strength[place] / strength.sum()
    return totals / (PLAYERS * frame["games"].sum()) - 1.0 / PLAYERS


@pytest.mark.parametrize("factor", ["dog", "strategy", "seat"])
def test_effects_are_found_although_line_ups_are_lopsided(factor: str) -> None:
    frame = line_ups(100_000, seed=4)
    found = effects(frame, PLAYERS, fit_wins(frame, PLAYERS), factor)
    np.testing.assert_allclose(found["effect"], true_effects(frame, factor), atol=4 * found["error"].max())
    assert found["error"].max() < 0.003
    if factor == "dog":
        shares = [
            sum((frame[f"won_{i}"] * (frame[f"dog_{i}"] == "ann")).sum() for i in range(PLAYERS)),
            sum((frame["games"] * (frame[f"dog_{i}"] == "ann")).sum() for i in range(PLAYERS)),
        ]
        raw = shares[0] / 60 / shares[1] - 1 / PLAYERS
        assert raw - found["effect"].iloc[0] > 0.03, "Ann's plain share owes much to who played her"


def test_effects_in_vp_are_found_although_line_ups_are_lopsided() -> None:
    frame = line_ups(60_000, seed=5)
    fit = fit_scores(frame, PLAYERS)
    for factor, worth in (("dog", WORTH), ("strategy", SKILL), ("seat", PLACE)):
        found = effects(frame, PLAYERS, fit, factor)
        np.testing.assert_allclose(found["effect"], 3.0 * (worth - worth.mean()), atol=4 * found["error"].max())


@pytest.mark.slow
@pytest.mark.parametrize("response", ["won", "total"])
def test_intervals_cover_at_the_stated_rate(response: str) -> None:
    fit = fit_wins if response == "won" else fit_scores
    covered, together = [], []
    for seed in range(REPLICATIONS):
        frame = line_ups(600, seed=10_000 + seed)
        found = effects(frame, PLAYERS, fit(frame, PLAYERS, ("dog", "strategy", "seat")), "dog")
        true = TRUE_OF_MANY if response == "won" else 3.0 * (WORTH - WORTH.mean())
        covered.append((found["ci_low"] <= true) & (true <= found["ci_high"]))
        together.append(((found["family_low"] <= true) & (true <= found["family_high"])).all())
    slack = 4.0 * math.sqrt(0.95 * 0.05 / REPLICATIONS)
    assert np.mean(covered) == pytest.approx(0.95, abs=slack)
    assert np.mean(together) >= 0.95 - slack


TRUE_OF_MANY = true_effects(line_ups(20_000, seed=6), "dog")
"""The planted effects, averaged over line-ups as they are drawn."""


@pytest.mark.slow
@pytest.mark.parametrize("response", ["won", "total"])
def test_without_effects_few_are_called(response: str) -> None:
    fit, called = fit_wins if response == "won" else fit_scores, []
    for seed in range(REPLICATIONS):
        rng = np.random.default_rng(20_000 + seed)
        dogs, strategies = seated(400, rng)
        won = 60 * (np.arange(PLAYERS) == rng.integers(0, PLAYERS, 400)[:, None])
        frame = added_up(dogs, strategies, won, rng.poisson(40, dogs.shape))
        found = effects(frame, PLAYERS, fit(frame, PLAYERS, ("dog", "strategy")), "dog")
        called.append((found["verdict"] != "not distinguishable").any())
    assert np.mean(called) <= 0.05 + 4.0 * math.sqrt(0.05 * 0.95 / REPLICATIONS)


def test_wald_tests_find_what_is_there_and_not_what_is_not() -> None:
    frame = line_ups(20_000, seed=7)
    fit = fit_wins(frame, PLAYERS)
    p_values = {term: wald_test(frame, PLAYERS, fit, term)["p_value"].iloc[0] for term in fit.terms}
    assert max(p_values[term] for term in ("dog", "strategy", "seat")) < 1e-6 and p_values["dog:strategy"] > 0.001


def test_terms_that_line_ups_cannot_tell_apart_are_left_out_and_named() -> None:
    dogs, _, won, total = played(900, seed=8)
    by_seat = np.tile([0, 1, 1], (900, 1))
    fit = fit_wins(added_up(dogs, by_seat, won, total), PLAYERS)
    assert fit.terms == ("dog", "strategy", "dog:strategy") and fit.dropped == ("seat",)


def test_a_single_strategy_is_no_term() -> None:
    dogs, strategies, won, total = played(900, seed=9)
    fit = fit_wins(added_up(dogs, 0 * strategies, won, total), PLAYERS)
    assert fit.terms == ("dog", "seat") and fit.dropped == ()


def test_who_never_wins_has_a_finite_effect() -> None:
    rng = np.random.default_rng(10)
    dogs, strategies = seated(300, rng)
    best = np.argmax(np.where(strategies == 0, rng.random(dogs.shape), -1.0), axis=1)
    keep = (strategies == 0).any(axis=1)
    won = 60 * (np.arange(PLAYERS) == best[:, None])
    frame = added_up(dogs[keep], strategies[keep], won[keep], won[keep])
    found = effects(frame, PLAYERS, fit_wins(frame, PLAYERS), "strategy")
    assert np.isfinite(found[["effect", "ci_low", "ci_high"]]).all(axis=None)
    alone = [(frame["strategy_0"], frame["strategy_1"]), (frame["strategy_0"], frame["strategy_2"])]
    alone += [(frame["strategy_1"], frame["strategy_2"])]
    among_equals = np.mean([(frame["games"] * (i == "uniform") * (j == "uniform")).sum() for i, j in alone])
    expected = among_equals / frame["games"].sum() / PLAYERS - 1 / PLAYERS  # he wins only where all play so
    assert found["effect"].iloc[1] == pytest.approx(expected, abs=0.01)


def test_many_line_ups_are_averaged_over_a_part_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = line_ups(30_000, seed=11)
    fit = fit_wins(frame, PLAYERS)
    whole = effects(frame, PLAYERS, fit, "dog")
    monkeypatch.setattr("reports.models.REFERENCE", 150)
    part = effects(frame, PLAYERS, fit, "dog")
    assert len(frame) > 180 and (part["n_games"] == 30_000).all()
    np.testing.assert_allclose(part["effect"], whole["effect"], atol=0.01)


def test_line_ups_in_blocks_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = line_ups(3_000, seed=12)
    whole = [(fit.coefficients, fit.covariance) for fit in (fit_wins(frame, PLAYERS), fit_scores(frame, PLAYERS))]
    monkeypatch.setattr("reports.design_matrix.BLOCK", 7)
    parts: list[Fit] = [fit_wins(frame, PLAYERS), fit_scores(frame, PLAYERS)]
    for (beta, covariance), fit in zip(whole, parts, strict=True):
        np.testing.assert_allclose(fit.coefficients, beta, atol=1e-9)
        np.testing.assert_allclose(fit.covariance, covariance, atol=1e-9)


def test_a_model_has_no_more_terms_than_the_games_can_bear() -> None:
    assert bearable_terms(line_ups(40 * 9, seed=13), PLAYERS) == ("dog", "strategy", "seat")
    assert bearable_terms(line_ups(50 * 9, seed=13), PLAYERS) == TERMS
    assert bearable_terms(line_ups(200, seed=13), PLAYERS) == ()


def test_a_model_without_terms_has_nothing_to_say() -> None:
    frame = line_ups(100, seed=14)
    for fit in (fit_wins(frame, PLAYERS, ()), fit_scores(frame, PLAYERS, ())):
        assert fit.terms == () and len(fit.coefficients) == 0 and fit.n_games == 100
