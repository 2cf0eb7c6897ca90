"""Intervals of one, two and five games: within what is possible, never certain, and covering at the stated rate."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from reports.abilities_summaries import firings
from reports.activity import group_means
from reports.balancing import Asked, Tried
from reports.compare_counts import FAMILIES, MEASURES, count_pairs
from reports.compare_summaries import SAME, UNCLEAR, balance, paired_differences
from reports.component_counts import count_uses
from reports.components import dealt_effects
from reports.counts import PARTS, WIN, Layout
from reports.course import course_of
from reports.course_summaries import catching_up, hidden_table, leaders_by_year, places_by_year, skill_table
from reports.equivalence import UNDECIDED, equivalence
from reports.feel import headline, measure_table
from reports.league import duels, pay_offs
from reports.models import effects, fit_scores, fit_wins
from reports.moments import group_frame, moments
from reports.robust_counts import paired_tally, tally
from reports.robust_summaries import change_of_unfairness, orders, spread
from reports.statistics import bounded_interval, mean_interval, range_interval
from reports.summaries import win_shares
from tests.reports import made_up
from tests.reports.paired import WORDS, play_twice, tables
from tests.reports.synthetic import DOGS, Design, play, write_run
from tests.reports.test_summaries import counted

GAMES = [1, 2, 5]
ENDS = ("ci_low", "ci_high", "family_low", "family_high")
REPLICATIONS = 4_000


def within(table: pd.DataFrame, least: Any, most: Any, columns: tuple[str, ...] = ENDS) -> None:
    """Check that intervals lie in a range and have a width, or are not there at all."""
    for column in columns:
        ends = table[column].to_numpy(float)
        told = np.isfinite(ends)
        floor, top = np.broadcast_to(least, ends.shape)[told], np.broadcast_to(most, ends.shape)[told]
        assert (ends[told] >= floor - 1e-12).all() and (ends[told] <= top + 1e-12).all(), column
    for low, high in zip(columns[::2], columns[1::2], strict=True):
        width = (table[high] - table[low]).dropna()
        assert (width > 0.0).all(), low


def one_sided(games: int, won: bool, seats: int = 1) -> pd.DataFrame:
    """Return outcomes of a group that wins all its games, or none."""
    return pd.DataFrame({"dog": ["a"], "sixtieths": [WIN if won else 0], "seats": [seats], "games": [games]})


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_share_lies_between_nothing_and_the_one_win_of_every_game(games: int, won: bool, seats: int) -> None:
    table = win_shares(one_sided(games, won, seats), ["dog"], players=4)
    within(table, 0.0, 1.0 / seats)
    [row] = table.to_dict("records")
    assert row["win_share"] == (1.0 / seats if won else 0.0)
    assert (row["ci_low"], row["ci_high"])[int(won)] == pytest.approx(row["win_share"])


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("won", [True, False])
def test_no_verdict_comes_of_a_few_games(games: int, won: bool) -> None:
    shares = win_shares(one_sided(games, won), ["dog"], players=4)
    table = equivalence(pd.concat([shares] * 5), games)
    within(table, -0.25, 0.75, ("low", "high"))
    if games < 5 or not won:  # a fair Dog wins five of five in one of 1,000 runs
        assert set(table["verdict"]) == {UNDECIDED}


def turned(games: int, up: bool, seats: int = 1) -> pd.DataFrame:
    """Return pairs of games that a group lost under the base and won under the variant, or the other way round."""
    row = {"dog": "a", "block": 0, "seats_base": seats, "seats_variant": seats, "games": games}
    return pd.DataFrame([{**row, "base": 0 if up else WIN, "variant": WIN if up else 0}])


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("seats", [1, 3])
def test_a_difference_of_shares_lies_within_one_win_a_game(games: int, up: bool, seats: int) -> None:
    table = paired_differences(turned(games, up, seats), ["dog"], WIN)
    within(table, -1.0 / seats, 1.0 / seats)
    if games <= 2:
        assert table["verdict"].tolist() == [UNCLEAR]


@pytest.mark.parametrize("games", GAMES)
def test_games_that_were_the_same_may_yet_differ_but_not_where_a_group_has_all_seats(games: int) -> None:
    same = turned(games, True).assign(base=WIN)
    [row] = paired_differences(same, ["dog"], WIN, players=4).to_dict("records")
    assert row["verdict"] == SAME and row["ci_low"] < 0.0 < row["ci_high"]
    assert row["ci_high"] > 0.04  # what happens in every 20th game is often not seen
    everybody = same.assign(seats_base=4, seats_variant=4)
    [row] = paired_differences(everybody, ["dog"], WIN, players=4).to_dict("records")
    assert [row[name] for name in ENDS] == [0.0] * 4


@pytest.mark.parametrize("games", GAMES)
def test_comparisons_of_made_up_games_stay_within_the_possible(games: int) -> None:
    design = Design(players=4, games=games, seed=games, strategies=("greedy", "uniform"))
    arms = play_twice(design, {"omalley": 30.0}, 1.0)
    base, variant = (tables(rows, design, 3) for rows in arms)
    pairs = count_pairs(base, variant, WORDS, 4, games)
    for family, by in FAMILIES.items():
        table = paired_differences(pairs.counts[family, "win_share"], list(by), MEASURES["win_share"])
        within(table, -1.0, 1.0)
        scores = paired_differences(pairs.counts[family, "total"], list(by), MEASURES["total"])
        unknown = scores[scores["ci_low"].isna()]
        assert not (unknown[["se", "unpaired_se"]] == 0.0).any(axis=None), "no interval, and no error of 0"
        assert games > 1 or len(unknown) == len(scores)
    [index] = balance(pairs.counts["dog", "win_share"], ["dog"], 4, WIN).to_dict("records")
    for name in ("base", "variant"):
        assert not (index[f"{name}_low"] < 0.0 or index[f"{name}_high"] > 0.75)
    assert not (index["family_low"] < -0.75 or index["family_high"] > 0.75)


@pytest.mark.parametrize("games", GAMES)
def test_who_wins_more_and_how_unfair_it_is_stay_within_the_possible(games: int) -> None:
    design = Design(players=4, games=games, seed=games)
    arms = play_twice(design, {"omalley": 90.0}, 1.0)
    base, variant = (tables(rows, design, 3) for rows in arms)
    counted_base = tally(variant, "dog", DOGS, 4).moments.assign(case="base")
    within(orders(counted_base, ["case"]), -1.0, 1.0, ("family_low", "family_high"))
    [row] = change_of_unfairness(paired_tally(base, variant, DOGS, 4).moments, DOGS, 4).to_dict("records")
    for name, least in (("base", 0.0), ("variant", 0.0), ("change", -0.75)):
        assert not (row[f"{name}_low"] < least or row[f"{name}_high"] > 0.75)


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("fair", [("omalley",), DOGS])
@pytest.mark.parametrize("effect", [0.0, 12.0, 90.0])
def test_points_of_a_search_stay_within_the_possible(
    tmp_path: Path, games: int, fair: tuple[str, ...], effect: float
) -> None:
    tried = Tried(Asked(("dogs.omalley.abilities.profiteer.coins",), (1,), fair, 0.01))
    for seed in (1, 2):
        tried.add((seed,), write_run(tmp_path / str(seed), Design(4, games, seed, dog_effects={"omalley": effect})))
    table = tried.table()
    within(table, 0.0, 0.75)
    assert (table["se"].isna() == table["ci_low"].isna()).all() and not (table["se"] == 0.0).any()
    assert games > 1 or table["se"].isna().all()


@pytest.mark.parametrize("draws", [1, 2, 5])
@pytest.mark.parametrize("share", [0.0, 0.02, 0.5, 1.0])
def test_the_mean_of_a_few_draws_lies_within_zero_and_one(draws: int, share: float) -> None:
    shares = np.clip(share + np.linspace(-0.02, 0.02, draws), 0.0, 1.0)
    frame = pd.DataFrame({"dog": "a", "win_share": shares, "se": 0.01, "fair": 0.25})
    within(spread(frame, "dog"), 0.0, 1.0, ("ci_low", "ci_high"))


@pytest.mark.parametrize("games", GAMES)
def test_effects_on_winning_lie_within_the_fair_share_and_all_wins(games: int) -> None:
    design = Design(players=4, games=games, seed=1, dog_effects={"macbeth": 90.0})
    line_ups = counted(play(design), design).line_ups
    wins, scores = (fit(line_ups, 4, ["dog"]) for fit in (fit_wins, fit_scores))
    if wins.terms:
        within(effects(line_ups, 4, wins, "dog"), -0.25, 0.75)
    if scores.terms and games > 1:
        assert effects(line_ups, 4, scores, "dog")["ci_low"].notna().all()


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("won", [True, False])
def test_duels_of_a_few_games_lie_within_one_win(games: int, won: bool) -> None:
    rows = [
        {"mix": f"{one} + 3 {other}", "strategy": name, "seats": n, "sixtieths": got, "games": games}
        for one, other in (("a", "b"), ("b", "a"))
        for name, n, got in ((one, 1, WIN * (won == (one == "a"))), (other, 3, WIN * (won != (one == "a"))))
    ]
    table = pay_offs(pd.DataFrame(rows), players=4)
    within(table, 0.0, 1.0)
    within(duels(table), -1.0, 1.0)


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("fired", [0, 1, 3])
def test_what_a_firing_gives_lies_within_the_wins_of_its_games(games: int, fired: int) -> None:
    row = {"dog": "omalley", "strategy": "s", "fired": fired, "gain": fired, "vp": 2, "wins": WIN, "games": games}
    table = firings(pd.DataFrame([row]), ["dog"])
    within(table, 0.0, np.inf, ("fired_low", "fired_high", "fired_family_low", "fired_family_high"))
    within(table, 0.0, 1.0, ("games_fired_low", "games_fired_high"))
    if fired:
        most = 1.0 / fired
        within(table, -most, most, ("wins_low", "wins_high", "wins_family_low", "wins_family_high"))


@pytest.mark.parametrize("games", GAMES)
def test_counts_of_a_few_games_are_not_below_zero(games: int) -> None:
    dog, strategy = np.tile(np.arange(3), (games, 1)), np.zeros((games, 3), int)
    won = WIN * (dog == 0)
    lost = np.where((dog == 1) & (np.arange(games) == 0)[:, None], 4, 0)
    sums = moments(dog, strategy, won, [lost], (3, 1))
    table = group_means(group_frame(sums, {"dog": ("a", "b", "c"), "strategy": ("s",)}, ("captains_lost",)), "dog")
    within(table, 0.0, np.inf, ("ci_low", "ci_high"))


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("runaway", [True, False])
def test_how_a_few_games_feel_stays_within_the_possible(games: int, runaway: bool) -> None:
    steps = np.zeros((games, 4, 4), int)
    steps[:, 0, :] = 5
    if not runaway:
        steps = np.random.default_rng(games).integers(0, 9, steps.shape)
    scores = steps.cumsum(axis=2)
    final = scores[:, :, -1]
    best = final == final.max(axis=1, keepdims=True)
    rows = pd.DataFrame(
        {
            "seat": np.tile(np.arange(4), games),
            "strategy": pd.Categorical(["s", "uniform", "s", "s"] * games, categories=["s", "uniform"]),
            "win_share": (best / best.sum(axis=1, keepdims=True)).ravel(),
            "total": final.ravel(),
            **dict.fromkeys(PARTS, 0),
            **{f"score_y{year}": scores[:, :, year - 1].ravel() for year in range(1, 5)},
        }
    ).assign(tokens=final.ravel())
    course = course_of([rows], 4, ("s", "uniform"), games)
    table, known = measure_table(course), {each.name: each.range for each in headline(course)}
    ranges = [known[name] for name in table["measure"]]
    within(table, [each.least for each in ranges], [each.most for each in ranges])
    within(places_by_year(course), 0.0, 1.0)
    leaders = leaders_by_year(course)
    within(leaders, 0.0, np.where(leaders["measure"] == "deficit", np.inf, 1.0))
    hidden = hidden_table(course)
    within(hidden[hidden["kind"] == "leader"], 0.0, 1.0)
    feedback = catching_up(course)
    within(feedback[feedback["measure"] == "correlation"], -1.0, 1.0)
    skill = skill_table(course)
    within(skill[skill["measure"] == "win"], -1.0, 1.0)


@pytest.mark.parametrize("n", GAMES)
def test_what_goes_along_with_components_in_a_few_games_is_no_more_than_a_win(n: int) -> None:
    layout = Layout(3, made_up.DOGS, ("s", "uniform"))
    uses = count_uses([made_up.games(n, seed=n)], layout, made_up.CARDS, n)
    table = dealt_effects(uses, made_up.CARDS)
    within(table[table["response"] == "win"], -1.0, 1.0)
    assert table.loc[table["effect"].isna(), "ci_low"].isna().all()


def test_an_unknown_error_gives_no_interval() -> None:
    least = np.array([-1.0, -np.inf])
    low, high = range_interval(np.array([0.2, 3.0]), np.array([np.nan, np.nan]), 5.0, 0.95, 4.0, least)
    assert np.isnan(low).all() and np.isnan(high).all()


@pytest.mark.parametrize("games", [5, 20])
@pytest.mark.parametrize("seats", [1, 3])
def test_shares_of_a_few_games_cover_on_average_as_often_as_stated(games: int, seats: int) -> None:
    """Over many true shares: no method for so few whole wins covers exactly 95% of each (Brown, Cai, DasGupta 2001)."""
    rng = np.random.default_rng(games)
    true = rng.random(REPLICATIONS)
    wins = rng.binomial(games, true)
    runs = np.arange(REPLICATIONS)
    frames = [
        pd.DataFrame({"run": runs, "sixtieths": got, "seats": seats, "games": n})
        for got, n in ((WIN, wins), (0, games - wins))
    ]
    outcomes = pd.concat(frames)
    table = win_shares(outcomes[outcomes["games"] > 0], ["run"], players=4)
    rate = ((table["ci_low"] <= true / seats) & (true / seats <= table["ci_high"])).mean()
    assert rate == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("games", [2, 5, 20, 100])
@pytest.mark.parametrize("changed", [0.05, 0.3, 1.0])
def test_differences_of_a_few_games_cover_at_least_as_often_as_stated(games: int, changed: float) -> None:
    """Games that go otherwise with the chance `changed`, and then to the variant with a random chance."""
    rng = np.random.default_rng(games)
    better = rng.random(REPLICATIONS)
    drawn = rng.random((REPLICATIONS, games)), rng.random((REPLICATIONS, games))
    difference = np.where(drawn[0] < changed, np.where(drawn[1] < better[:, None], 1.0, -1.0), 0.0)
    error = difference.std(axis=1, ddof=1) / math.sqrt(games)
    low, high = bounded_interval(difference.mean(axis=1), error, float(games), 0.95, -1.0, 1.0)
    true = changed * (2.0 * better - 1.0)
    assert ((low <= true) & (true <= high)).mean() >= 0.95 - 4.0 * math.sqrt(0.95 * 0.05 / REPLICATIONS)


@pytest.mark.parametrize("games", [5, 20])
@pytest.mark.parametrize("mean", [0.2, 1.0, 14.0])
def test_means_of_a_few_counts_cover_at_least_as_often_as_stated(games: int, mean: float) -> None:
    values = np.random.default_rng(games).poisson(mean, (REPLICATIONS, games))
    low, high = mean_interval(values.mean(axis=1), values.std(axis=1, ddof=1), float(games), 0.95, least=0.0)
    assert (low >= 0.0).all()
    assert ((low <= mean) & (mean <= high)).mean() >= 0.94
