"""What a tuning plays: line-ups that are balanced, parameters that reach the Dog they are for, scores of that seat."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from simcore.dogs.play import DogsPlay, parameter_rows
from simcore.dogs.rows import ROW
from simcore.dogs.tuning import WINS_PER_VP, DogsProblem, Table
from simcore.tuning import Scores
from strategies.dogs.greedy import greedy
from strategies.dogs.uniform import uniform
from tests.reference.situations import base

SEED = 3
NAMES = ("vp_per_coin", "vp_per_strength")
START = np.array([greedy.parameters[name] for name in NAMES])
ALL = (0, 1, 2, 3, 4)
MACBETH = 1


@cache
def problem(players: int = 3, dogs: tuple[int, ...] = ALL, threads: int = 1, mixed: bool = False) -> DogsProblem:
    table = Table(base(), players, False, ALL, [greedy, uniform] if mixed else [greedy])
    return DogsProblem(table, replace(greedy, name="tried"), NAMES, dogs, SEED, threads)


def table_of(*vectors: NDArray[np.float64], groups: int = 5) -> NDArray[np.float64]:
    return np.repeat(np.array(vectors)[:, None, :], groups, axis=1)


def same(one: Scores, other: Scores) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("objective", "payoff", "group"))


@pytest.mark.parametrize(("players", "block"), [(3, 36), (4, 96), (5, 120)])
def test_a_block_has_every_seat_and_every_order_of_opponents_once(players: int, block: int) -> None:
    of_players = problem(players)
    assert of_players.block == 5 * block
    groups, dogs, seats = of_players._seatings(None, np.arange(7, 7 + 5 * block))
    assert len({(seat, *line_up) for seat, line_up in zip(seats, dogs.tolist(), strict=True)}) == 5 * block
    assert all(len(set(line_up)) == players for line_up in dogs.tolist())
    assert (dogs[np.arange(5 * block), seats] == groups).all()
    for dog in ALL:
        of_dog = seats[dogs[np.arange(5 * block), seats] == dog]
        assert np.bincount(of_dog, minlength=players).tolist() == [block // players] * players


def test_a_group_is_the_dog_that_is_tuned() -> None:
    only = problem(dogs=(MACBETH,))
    assert only.groups == ("macbeth",)
    groups, dogs, seats = only._seatings(0, np.arange(100, 136))
    assert not groups.any()
    assert len({(seat, *line_up) for seat, line_up in zip(seats, dogs.tolist(), strict=True)}) == 36
    assert (dogs[np.arange(36), seats] == MACBETH).all()


def test_untuned_candidates_play_as_the_script_itself() -> None:
    """With nothing changed, seats of the tuned strategy and of its field play alike: fair shares, in every game."""
    scores = problem().play(table_of(START), None, 0, 180)
    _, dogs, seats = problem()._seatings(None, np.arange(180))
    rows = np.zeros(180 * 3, ROW)
    play = DogsPlay(base(), 3, False, SEED, [greedy])
    play.play(0, dogs, np.zeros((180, 3), np.int64), rows, np.zeros(2, np.int64))
    own = rows.reshape(180, 3)[np.arange(180), seats]
    assert np.array_equal(scores.payoff[0], (own["rank"] == 1) / own["winners"])
    assert 0.1 < scores.payoff.mean() < 0.6


def test_objective_is_the_win_share_and_a_little_of_the_lead() -> None:
    rows = np.zeros((1, 3, 3), ROW)
    rows["total"] = [[[50, 40, 30], [50, 50, 30], [50, 40, 60]]]
    rows["rank"] = [[[1, 2, 3], [1, 1, 3], [2, 3, 1]]]
    rows["winners"] = [[[1] * 3, [2] * 3, [1] * 3]]
    scores = DogsProblem._scores(rows, np.zeros(3, np.int64), np.zeros(3, np.int64))
    assert scores.payoff.tolist() == [[1.0, 0.5, 0.0]]
    assert np.allclose(scores.objective - scores.payoff, WINS_PER_VP * np.array([[10, 0, -10]]))


def test_scores_depend_on_neither_threads_nor_the_other_candidates() -> None:
    other = START * 3
    both = problem(threads=1).play(table_of(START, other), None, 100, 4_680)
    assert same(both, problem(threads=2).play(table_of(START, other), None, 100, 4_680))
    alone = problem(threads=2).play(table_of(other), None, 100, 4_680)
    assert np.array_equal(alone.payoff[0], both.payoff[1])
    assert not np.array_equal(both.payoff[0], both.payoff[1])


def test_parameters_of_a_dog_change_games_of_that_dog_only() -> None:
    table = table_of(START, START)
    table[1, MACBETH] *= 5
    scores = problem().play(table, None, 0, 360)
    differs = scores.objective[0] != scores.objective[1]
    assert differs[scores.group == MACBETH].any()
    assert not differs[scores.group != MACBETH].any()


def test_opponents_are_drawn_from_the_whole_field_and_are_the_same_for_all() -> None:
    mixed = problem(4, mixed=True)
    strategies = mixed._opponents(0, 2_000)
    assert np.array_equal(strategies, mixed._opponents(0, 2_000))
    assert np.array_equal(strategies[500:], mixed._opponents(500, 1_500))
    assert set(np.unique(strategies)) == {1, 2}
    assert abs((strategies == 1).mean() - 0.5) < 0.03  # 8,000 draws: three standard errors are 0.017
    assert mixed.play(table_of(START), None, 0, 480).payoff.mean() > 0.3  # easier than against greedy alone


def test_parameters_that_are_set_win_over_those_of_the_dog() -> None:
    tuned = {"macbeth": {"vp_per_coin": 2.0, "vp_per_draw": 3.0}}
    rows = parameter_rows(greedy, {"vp_per_draw": 4.0}, tuned, base())
    names = list(greedy.parameters)
    values = rows["value"][:, : len(names)]
    assert values[MACBETH, names.index("vp_per_coin")] == 2.0
    assert values[0, names.index("vp_per_coin")] == greedy.parameters["vp_per_coin"]
    assert (values[:, names.index("vp_per_draw")] == 4.0).all()


def test_another_player_with_other_parameters_leaves_the_first_as_it_was() -> None:
    play = DogsPlay(base(), 3, False, SEED, [greedy, uniform])
    line_ups = np.array([[0, 1, 2]] * 50, np.int64), np.zeros((50, 3), np.int64)

    def rows_of(player: DogsPlay) -> bytes:
        rows = np.zeros(150, ROW)
        player.play(0, *line_ups, rows, np.zeros(2, np.int64))
        return rows.tobytes()

    before = rows_of(play)
    other = play.with_parameters(0, parameter_rows(greedy, {"vp_per_strength": 5.0}, {}, base()))
    assert rows_of(other) != before
    assert rows_of(play) == before
