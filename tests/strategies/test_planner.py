"""`planner` where greed errs, without playouts, and against `greedy`: the more playouts, the stronger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from simcore.dogs.play import DogsPlay, StrategyFault
from simcore.dogs.rows import ROW
from simcore.dogs.state import N_PARAMETERS
from strategies.dogs import load_strategy
from tests.differential.adapter import CompiledPlayer
from tests.differential.comparison import Table
from tests.reference.chance import Stream
from tests.reference.choices import Turn, View
from tests.reference.situations import ARQUEBUSER, base, give, table
from tests.reference.state import Game

PLANNER, GREEDY = load_strategy("planner"), load_strategy("greedy")
SEED = 8


def rows_of(settings: Mapping[str, float], games: int, players: int = 4, others: int = 1) -> Any:
    """Return the rows, by game and seat, of `planner` on one seat of each game and strategy `others` on the rest."""
    dogs = np.array([Table(base(), players).dogs(SEED, game) for game in range(games)], np.int64)
    strategies = np.full((games, players), others, np.int64)
    strategies[np.arange(games), np.arange(games) % players] = 0
    rows: Any = np.zeros(games * players, ROW).view(np.recarray)
    play = DogsPlay(base(), players, False, SEED, [PLANNER, GREEDY], {"planner": settings})
    play.play(0, dogs, strategies, rows, np.zeros(2, np.int64))
    return rows.reshape(games, players)


def leads(settings: Mapping[str, float], games: int, players: int = 4) -> np.ndarray:
    """Return by how many VP `planner` is ahead of the others' average in each game."""
    rows = rows_of(settings, games, players)
    total = rows["total"].astype(np.float64)
    mine = total[rows["strategy"] == 0]
    return np.asarray(mine - (total.sum(axis=1) - mine) / (players - 1))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_without_playouts_it_plays_as_greedy_does(players: int) -> None:
    planned, greedy = (rows_of({"playouts": 0.0}, 100, players, others) for others in (0, 1))
    for rows in (planned, greedy):
        rows["strategy"] = 0
    assert planned.tobytes() == greedy.tobytes()


def dead_end() -> Game:
    """Return the end of a game: seat 0 has two Captains and an Arquebuser, and nobody else has a turn.

    On three spaces he may take 2 VP; a Knight; and, with a Knight, 2 Influence worth 2 VP each and 1 VP.
    """
    game = table(year=4)
    game.first_passed = 3
    game.passed[1:] = [True] * 3
    game.house_position[5] = game.ruleset.house_track.index(2)
    free = {TWO_VP, A_KNIGHT, FOR_A_KNIGHT}
    for index, battle in enumerate(game.battles):
        battle.tracker = -15
        for side, occupants in enumerate(battle.occupant):
            occupants[:] = [None if (index, side, space) in free else 3 for space in range(len(occupants))]
    give(game, 0, captains=2, arquebuser=1)
    return game


TWO_VP, A_KNIGHT, FOR_A_KNIGHT = (1, 1, 3), (0, 1, 4), (2, 1, 5)


def test_takes_less_now_for_more_later_where_greedy_errs() -> None:
    """Greed takes the 2 VP and is done; the Knight takes 5 VP, but a turn later."""
    answers = []
    for strategy in (GREEDY, PLANNER):
        player = CompiledPlayer(strategy, base(), 4, False)
        answers.append(player.turn(View(dead_end(), 0, Stream(1, 0, 8))))
    assert answers == [Turn(*TWO_VP, ARQUEBUSER), Turn(*A_KNIGHT, ARQUEBUSER)]


def test_draws_one_number_a_turn_however_many_playouts_there_are() -> None:
    """So a table where it looks further ahead sees the same chance."""
    states = set()
    for playouts in (1.0, 2.0, 9.0):
        view = View(dead_end(), 0, Stream(1, 0, 8))
        CompiledPlayer(PLANNER, base(), 4, False, {"playouts": playouts}).turn(view)
        states.add(view.chance.state)
    assert len(states) == 1 and states != {Stream(1, 0, 8).state}


def test_an_error_of_its_helper_is_told_as_a_fault() -> None:
    """A helper that places nowhere: the rules' answer goes no further than the playout."""
    first_player, muster, _, last_stand = GREEDY.decisions
    lost = replace(PLANNER, helper=replace(GREEDY, decisions=(first_player, muster, muster, last_stand)))
    dogs = np.array([[0, 1, 2, 3]], np.int64)
    rows: Any = np.zeros(4, ROW).view(np.recarray)
    play = DogsPlay(base(), 4, False, SEED, [lost])
    with pytest.raises(StrategyFault, match=r"'planner' raised RuntimeError: .* helper in a playout, broke a rule"):
        play.play(0, dogs, np.zeros((1, 4), np.int64), rows, np.zeros(2, np.int64))


def test_its_parameters_begin_with_those_of_its_helper() -> None:
    """Which is given the same settings."""
    names = list(PLANNER.parameters)
    assert names[: len(GREEDY.parameters)] == list(GREEDY.parameters) and len(names) <= N_PARAMETERS


@pytest.mark.slow
def test_more_playouts_make_it_stronger() -> None:
    """A lead's standard error in 240 games is 0.9 VP at each number of playouts; the games are those of one seed."""
    games = 240
    found = [leads({"playouts": playouts}, games) for playouts in (0.0, 1.0, 4.0, 16.0)]
    for fewer, more in pairwise(found):
        difference = more - fewer
        assert difference.mean() > -2 * difference.std() / np.sqrt(games)
    means = [float(lead.mean()) for lead in found]
    assert means[1] > 4.0 and means[3] > 12.0
