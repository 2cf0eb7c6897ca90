"""The tuning loop, on made-up games whose best parameters are known."""

from __future__ import annotations

import zlib
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from simcore.journal import Journal
from simcore.tuning import Floats, Result, Scores, Step, tune

START = np.array([1.0, -2.0, 0.0])
BEST = np.array([1.5, -1.0, 0.8])
"""Of all groups but the last, unless a test says otherwise."""
GAMES = 300_000
SEED = 11


class Hills:
    """Games whose mean payoff falls with the square of the distance from each group's best parameters.

    Luck is as large as in real games, and as there mostly each candidate's own, though they play the same games.
    `plays` counts calls; the call `stop_at` is interrupted.
    """

    groups: tuple[str, ...] = ("a", "b", "c")

    def __init__(self, best: Floats, luck: float = 0.45, stop_at: int = 0) -> None:
        self.best = best
        self.luck = luck
        self.stop_at = stop_at
        self.plays = 0

    @property
    def block(self) -> int:
        return 30

    def play(self, tables: Floats, group: int | None, first: int, games: int) -> Scores:
        self.plays += 1
        if self.plays == self.stop_at:
            raise KeyboardInterrupt
        groups = np.arange(games) % len(self.groups) if group is None else np.full(games, group)
        means = -0.05 * ((tables - self.best) ** 2).sum(axis=2)[:, groups]
        payoff = means + self.luck * np.array([luck_of(table, first, games) for table in tables])
        return Scores(payoff, payoff, groups)


def luck_of(table: Floats, first: int, games: int) -> Floats:
    """Return the luck of a candidate: in part that of the games, in part its own."""
    own = np.random.default_rng((first, zlib.crc32(table.tobytes())))
    return (np.random.default_rng(first).standard_normal(games) + 2 * own.standard_normal(games)) / 5**0.5


class OneHill(Hills):
    groups = ("a",)


def same_best(last: Floats = BEST) -> Floats:
    return np.array([BEST, BEST, last])


def run(problem: Hills, path: Path, games: int = GAMES, seed: int = SEED, resume: bool = False) -> Result:
    journal = Journal(path / "journal", {})
    if resume:
        journal.go_on()
    return tune(problem, START, games, seed, journal)


def equal(one: Result, other: Result) -> bool:
    return one.table.tobytes() == other.table.tobytes() and (one.adopted, one.gains, one.games) == (
        other.adopted,
        other.gains,
        other.games,
    )


def loss(table: Floats, best: Floats = BEST) -> float:
    """Return what parameters lose to the best ones, as a part of what the start loses."""
    return float(((table - best) ** 2).sum() / ((START - best) ** 2).sum())


def test_the_known_best_is_found_for_one_group(tmp_path: Path) -> None:
    result = run(OneHill(BEST[None, :]), tmp_path)
    assert loss(result.table[0]) < 0.05
    assert list(result.gains) == ["a"]
    assert result.gains["a"].confirmed


class Slope(Hills):
    """The one parameter there is, the more the better."""

    def play(self, tables: Floats, group: int | None, first: int, games: int) -> Scores:
        means = np.repeat(0.01 * tables.mean(axis=(1, 2))[:, None], games, axis=1)
        return Scores(means, means, np.arange(games) % 3)


def test_one_parameter_alone_is_searched_to_its_bound(tmp_path: Path) -> None:
    result = tune(Slope(BEST), np.array([1.0]), GAMES, SEED, Journal(tmp_path / "journal", {}))
    assert result.table.max() > 4.5


def test_groups_that_start_apart_stay_apart_unless_another_is_better(tmp_path: Path) -> None:
    """The best ones lie the same step away from each group's start: one step is found for all."""
    apart = np.array([[1.0, -2.0, 0.0], [1.2, -1.5, 0.4], [0.8, -2.5, -0.4]])
    step = BEST - START
    result = tune(Hills(apart + step), apart, GAMES, SEED, Journal(tmp_path / "journal", {}))
    assert "common" in result.adopted
    assert result.common is None, "there is none for all"
    assert loss_from(apart, result.table, apart + step) < 0.1
    assert result.gains["all"].confirmed
    again = tune(Hills(apart), apart, GAMES, SEED, Journal(tmp_path / "again", {}))
    assert again.adopted == ("start",) * 3
    assert np.array_equal(again.table, apart)


def loss_from(start: Floats, table: Floats, best: Floats) -> float:
    return float(((table - best) ** 2).sum() / ((start - best) ** 2).sum())


def test_the_known_best_is_found_for_all_groups_together(tmp_path: Path) -> None:
    result = run(Hills(same_best()), tmp_path)
    assert max(map(loss, result.table)) < 0.1
    assert result.common is not None
    gain = result.gains["all"]
    loss_at_start = 0.05 * ((START - BEST) ** 2).sum()
    assert gain.confirmed
    assert gain.ci_low <= loss_at_start
    assert gain.ci_high > 0.9 * loss_at_start


def test_a_group_that_is_different_gets_its_own(tmp_path: Path) -> None:
    other = np.array([0.2, -3.0, -1.0])
    result = run(Hills(same_best(other)), tmp_path, games=1_000_000)
    assert result.adopted[2] == "own"
    assert loss(result.table[2], other) < 0.1
    assert all(result.gains[name].confirmed for name in ("all", "a", "b", "c"))


def test_where_nothing_is_better_nothing_is_adopted_and_no_gain_is_claimed(tmp_path: Path) -> None:
    """At the start all is as good as it can be: whatever the search brings back is worse."""
    result = run(Hills(np.array([START] * 3)), tmp_path)
    assert result.adopted == ("start",) * 3
    assert (result.table == START).all()
    assert result.common is None
    assert not any(gain.confirmed for gain in result.gains.values())


def test_where_nothing_matters_a_gain_is_seldom_claimed(tmp_path: Path) -> None:
    """Payoffs are luck alone: an interval that is right lies above zero in one of 40 cases."""

    class Dice(OneHill):
        def play(self, tables: Floats, group: int | None, first: int, games: int) -> Scores:
            payoff = np.array([luck_of(table, first, games) for table in tables])
            return Scores(payoff, payoff, np.zeros(games, np.int64))

    claimed = sum(
        run(Dice(BEST[None, :]), tmp_path, games=100_000, seed=seed).gains["a"].confirmed for seed in range(12)
    )
    assert claimed <= 2  # 3 or more of 12 at 1/40: a chance of 0.003


def test_the_gain_is_measured_on_games_not_seen_before(tmp_path: Path) -> None:
    ranges: list[tuple[int, int]] = []

    class Watched(Hills):
        def play(self, tables: Floats, group: int | None, first: int, games: int) -> Scores:
            ranges.append((first, first + games))
            return super().play(tables, group, first, games)

    run(Watched(same_best()), tmp_path)
    assert all(before[1] <= after[0] for before, after in pairwise(ranges))


def test_all_candidates_of_a_generation_play_the_same_games_and_about_as_many_as_allowed(tmp_path: Path) -> None:
    for games in (100_000, 1_000_000):
        played = 0

        class Counted(Hills):
            def play(self, tables: Floats, group: int | None, first: int, games: int) -> Scores:
                nonlocal played
                played += len(tables) * games
                return super().play(tables, group, first, games)

        result = run(Counted(same_best()), tmp_path, games=games)
        assert result.games == played
        assert 0.5 * games < played < 1.1 * games


def test_the_same_seed_gives_the_same_result_and_another_seed_another(tmp_path: Path) -> None:
    one, other = (run(Hills(same_best()), tmp_path, 100_000) for _ in range(2))
    assert equal(one, other)
    assert not equal(one, run(Hills(same_best()), tmp_path, 100_000, seed=SEED + 1))


def test_numpys_global_chance_is_left_alone_and_does_not_matter(tmp_path: Path) -> None:
    np.random.seed(1)  # noqa: NPY002
    before = np.random.get_state()[1].tolist()  # type: ignore[index] # noqa: NPY002
    one = run(Hills(same_best()), tmp_path, 100_000)
    assert np.random.get_state()[1].tolist() == before  # type: ignore[index] # noqa: NPY002
    np.random.seed(2)  # noqa: NPY002
    assert equal(one, run(Hills(same_best()), tmp_path, 100_000))


@pytest.mark.parametrize("stop_at", [1, 2, 7, -1])
def test_a_resumed_tuning_ends_as_an_uninterrupted_one(tmp_path: Path, stop_at: int) -> None:
    whole = Hills(same_best())
    expected = run(whole, tmp_path, 100_000)
    (tmp_path / "journal").unlink()
    stop_at = stop_at if stop_at > 0 else whole.plays
    with pytest.raises(KeyboardInterrupt):
        run(Hills(same_best(), stop_at=stop_at), tmp_path, 100_000)
    if stop_at == 1:
        assert not (tmp_path / "journal").exists()
        return
    rest = Hills(same_best())
    assert equal(run(rest, tmp_path, 100_000, resume=True), expected)
    assert rest.plays == whole.plays - stop_at + 1


def test_steps_are_told_in_order(tmp_path: Path) -> None:
    steps: list[Step] = []
    tune(Hills(same_best()), START, 100_000, SEED, Journal(tmp_path / "journal", {}), steps.append)
    tasks = list(dict.fromkeys(step.task for step in steps))
    assert tasks == [
        "tuning all, generation",
        "tuning a, generation",
        "tuning b, generation",
        "tuning c, generation",
        "choosing, part",
        "confirming, part",
    ]
    assert all(before.done <= after.done for before, after in pairwise(steps))
    assert all(1 <= step.part <= step.parts for step in steps)


def test_parameters_stay_within_bounds_that_are_finite(tmp_path: Path) -> None:
    """The further the better here, without end."""

    class Slope(OneHill):
        def play(self, tables: Floats, group: int | None, first: int, games: int) -> Scores:
            payoff = np.repeat(tables.sum(axis=2), games, axis=1)
            return Scores(payoff, payoff, np.zeros(games, np.int64))

    table = run(Slope(BEST[None, :]), tmp_path, games=2_000_000).table[0]
    sizes = np.array([1.0, 2.0, 1.0])
    assert (np.abs(table - START) <= 4.001 * sizes).all()
    assert (table - START > sizes).all()
