"""What makes each archetype the player it is called after: in positions, and over many games."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.dogs.play import DogsPlay
from simcore.dogs.rows import ROW
from strategies.base import Strategy
from strategies.dogs import MODULES, load_strategy
from strategies.dogs.archetype import archetype
from strategies.dogs.parameters import PARAMETERS
from tests.reference.choices import Turn
from tests.reference.situations import (
    ARQUEBUSER,
    FOOTMAN,
    KNIGHT,
    WAR_MACHINE,
    Abilities,
    base,
    bonus,
    give,
    post,
    table,
    tactic,
)
from tests.reference.state import Game
from tests.strategies.positions import NOTHING, decide, leave_free, muster_of, seat_of, turn_of, view

ARCHETYPES = [name for name in MODULES if load_strategy(name).parameters.keys() == PARAMETERS.keys()]
WITH_IDEAS = [name for name in ARCHETYPES if name != "greedy"]


def play(strategies: list[Strategy], line_ups: np.ndarray, seed: int = 5) -> Any:
    """Return the rows of games with the given strategies (their places) on the seats, by shape (game, seat)."""
    games, players = line_ups.shape
    chance = np.random.default_rng(seed)
    dogs = np.array([chance.permutation(5)[:players] for _ in range(games)], np.int64)
    rows: Any = np.zeros(games * players, ROW).view(np.recarray)
    game = DogsPlay(base(), players, False, seed, strategies)
    game.play(0, dogs, line_ups.astype(np.int64), rows, np.zeros(2, np.int64))
    return rows.reshape(games, players)


# Over many games: one seat is an archetype's instead of greedy's, in the same games; the others are greedy's.

GAMES = 1_200
SEATS = np.arange(GAMES) % 4


@cache
def games_with(name: str) -> Any:
    line_ups = np.ones((GAMES, 4), np.int64)
    line_ups[np.arange(GAMES), SEATS] = 0
    return play([load_strategy(name), load_strategy("greedy")], line_ups)


def seat(rows: Any) -> Any:
    return rows[np.arange(GAMES), SEATS]


def best_rival(rows: Any) -> Any:
    totals = rows["total"].copy()
    totals[np.arange(GAMES), SEATS] = -99
    return totals.max(axis=1)


def share_won(rows: Any) -> Any:
    mine = seat(rows)
    return mine["battles_won"] / np.maximum(mine["battles_won"] + mine["battles_lost"], 1)


IDEAS: dict[str, tuple[int, Callable[[Any], Any]]] = {
    "loyalist": (1, lambda rows: seat(rows)["support"]),
    "opportunist": (1, share_won),
    "spoiler": (-1, best_rival),
    "majority": (1, lambda rows: seat(rows)["bonuses"]),
    "banker": (1, lambda rows: seat(rows)["coins"] + seat(rows)["cards"]),
    "warmonger": (1, lambda rows: seat(rows)["soldiers"][:, WAR_MACHINE]),
    "shareholder": (1, lambda rows: seat(rows)["influence_tokens"]),
    "tempo": (1, lambda rows: seat(rows)["first_passes"]),
    "trickster": (1, lambda rows: seat(rows)["tactics_played"]),
}
"""What each does more (1) or less (-1) of than greedy: VP of the Support card, share of the battles joined that were
won, the best rival's score, Bonus tokens, VP of coins and cards, War Machines, Influence tokens, first passes, cards.
"""


@pytest.mark.parametrize("name", WITH_IDEAS)
def test_its_idea_shows_in_its_games(name: str) -> None:
    """By more than three standard errors of the difference between paired games."""
    sign, measure = IDEAS[name]
    difference = sign * (measure(games_with(name)).astype(float) - measure(games_with("greedy")))
    assert difference.mean() > 3 * difference.std() / GAMES**0.5


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("name", WITH_IDEAS)
def test_one_wins_twice_its_fair_share_against_uniform_ones(name: str, players: int) -> None:
    """Measured in 20,000 games: all win at least 99% (README); the standard error of 300 games is below 3%."""
    line_ups = np.ones((300, players), np.int64)
    line_ups[np.arange(300), np.arange(300) % players] = 0
    rows = play([load_strategy(name), load_strategy("uniform")], line_ups)
    wins = ((rows["rank"] == 1) / rows["winners"])[rows["strategy"] == 0]
    assert wins.mean() > max(0.9, 2 / players)


def test_none_is_a_laughing_stock_among_the_others() -> None:
    """Measured in 20,000 games: 0.9 to 1.15 fair shares; the standard error of these is below 0.1."""
    chance = np.random.default_rng(1)
    line_ups = np.array([chance.permutation(len(ARCHETYPES))[:4] for _ in range(2_000)])
    rows = play([load_strategy(name) for name in ARCHETYPES], line_ups)
    wins = (rows["rank"] == 1) / rows["winners"]
    for place in range(len(ARCHETYPES)):
        assert 0.6 < 4 * wins[rows["strategy"] == place].mean() < 1.5


# In positions: what it does where greedy does something else.


def shares_of_house_2(tokens: int) -> Game:
    """Return a game in which House 2 is sure to win and has a space without reward left, and little else is."""
    game = leave_free(decide(table(), -15, 15, -15), (1, 0, 2), (0, 0, 1))
    game.support[0] = 5
    game.influence[0][2] += tokens
    game.influence_supply[2] -= tokens
    give(game, 0, captains=1, footman=1)
    return game


def test_loyalist_sends_a_footman_to_its_house_where_greedy_keeps_it() -> None:
    assert turn_of("greedy", shares_of_house_2(5)) is None
    assert turn_of("loyalist", shares_of_house_2(5)) == Turn(1, 0, 2, FOOTMAN)
    assert turn_of("loyalist", shares_of_house_2(0)) is None


def test_opportunist_joins_the_winners_where_greedy_takes_coins() -> None:
    for name, answer in (("greedy", Turn(2, 1, 1, KNIGHT)), ("opportunist", Turn(*NOTHING, KNIGHT))):
        game = table(year=2)
        post(game, 1, 0, 1, "footman", "footman")
        game.battles[0].tracker = 4
        leave_free(game, NOTHING, (2, 1, 1))
        game.support[0], game.first_passed = 5, 3
        give(game, 1, captains=1)
        give(game, 0, captains=1, knight=1)
        assert turn_of(name, game) == answer


def test_opportunist_and_warmonger_want_the_last_word_and_tempo_the_first() -> None:
    """Four players in Year 2: greedy keeps the token."""
    first = {"greedy": 2, "opportunist": 3, "warmonger": 3, "tempo": 2}
    for name, answer in first.items():
        game = table(year=2)
        game.holder = 2
        assert seat_of(name, game).first_player(view(game, 2)) == answer
    game = table(players=3, year=4)
    game.holder = 2
    assert seat_of("greedy", game).first_player(view(game, 2)) == 0
    assert seat_of("tempo", game).first_player(view(game, 2)) == 2


def test_spoiler_turns_the_leaders_battle_where_greedy_takes_two_vp() -> None:
    for name, answer in (("greedy", Turn(2, 1, 4, KNIGHT)), ("spoiler", Turn(0, 1, 2, KNIGHT))):
        game = table(year=2)
        post(game, 1, 0, 0, "footman", "footman", "footman")
        post(game, 2, 2, 0, "footman")
        game.influence[1][0] += 1
        game.influence_supply[0] -= 1
        leave_free(game, (0, 1, 2), (2, 1, 4))
        game.support[0], game.first_passed = 5, 3
        game.passed[1:] = [True] * 3
        game.battles[0].tracker = 3
        give(game, 0, captains=1, knight=1)
        assert turn_of(name, game) == answer


def test_majority_outnumbers_a_rival_where_greedy_keeps_a_footman() -> None:
    for name, answer in (("greedy", None), ("majority", Turn(*NOTHING, FOOTMAN))):
        game = table(year=2)
        for there in (0, 1):
            post(game, there, 0, 0, "footman")
        bonus(game, 0, coins=3)
        bonus(game, 1, knight=1)
        bonus(game, 2, war_machine=1)
        game.battles[0].tracker = 6
        leave_free(game, NOTHING, (0, 0, 5), (0, 0, 3), (1, 1, 3))
        game.support[0], game.first_passed = 5, 3
        for rival in (1, 2):
            give(game, rival, captains=2)
        give(game, 0, captains=2, footman=1)
        assert turn_of(name, game) == answer


def mustering(name: str, captains: int, coins: int) -> list[int]:
    game = table()
    game.coins[0] = 0
    give(game, 0, captains=captains, coins=coins)
    return muster_of(name, game)


def test_banker_lays_spare_coins_out_in_footmen() -> None:
    assert mustering("greedy", 2, 10) == [0, 0, 1, 1]
    assert mustering("banker", 2, 10) == [3, 0, 1, 1]
    assert mustering("banker", 2, 30) == [6, 0, 1, 1]


def test_warmonger_buys_two_war_machines_where_greedy_buys_one() -> None:
    assert mustering("greedy", 3, 9) == [0, 1, 1, 1]
    assert mustering("warmonger", 3, 9) == [1, 0, 0, 2]


def test_warmonger_opens_with_a_footman_where_greedy_plays_its_war_machine() -> None:
    for name, answer in (("greedy", Turn(0, 0, 4, WAR_MACHINE)), ("warmonger", Turn(*NOTHING, FOOTMAN))):
        game = leave_free(table(year=2), NOTHING, (0, 0, 4), (0, 0, 3))
        game.support[0], game.first_passed = 5, 3
        for rival in (1, 2, 3):
            give(game, rival, captains=2)
        give(game, 0, captains=2, footman=1, war_machine=1)
        assert turn_of(name, game) == answer


def test_shareholder_takes_two_influence_where_greedy_takes_two_vp() -> None:
    for name, answer in (("greedy", Turn(1, 1, 3, KNIGHT)), ("shareholder", Turn(1, 0, 3, KNIGHT))):
        game = leave_free(table(year=2), (1, 1, 3), (1, 0, 3))
        game.support[0] = 5
        give(game, 0, captains=1, knight=1)
        assert turn_of(name, game) == answer


def test_r4_8_tempo_passes_first_where_greedy_takes_a_vp() -> None:
    for name, passed, answer in (
        ("greedy", None, Turn(1, 1, 2, FOOTMAN)),
        ("tempo", None, None),
        ("tempo", 3, Turn(1, 1, 2, FOOTMAN)),
    ):
        game = leave_free(table(), (1, 1, 2))
        game.first_passed = passed
        give(game, 0, captains=2, footman=2)
        assert turn_of(name, game) == answer


def test_trickster_plays_plunder_for_a_coin_where_greedy_keeps_it() -> None:
    coin = (0, 0, 1)
    game = leave_free(decide(table()), coin)
    give(game, 0, "plunder", captains=1, footman=1)
    assert turn_of("greedy", game) is None
    assert turn_of("trickster", game) == Turn(*coin, FOOTMAN, tactic(game, "plunder"))


# R8: each uses its Dog's ability. In each position there is one place to go with the ability, and not without it.

WINNING, WITH_A_VP = NOTHING, (1, 0, 1)


def spoils(abilities: Abilities) -> tuple[Game, Turn]:
    """R8.1: two battles that are won; a War Machine lies on the losing side of one, the other has a VP to take."""
    game = table(year=2, abilities=abilities)
    post(game, 1, 0, 1, "war_machine")
    post(game, 1, 1, 1, "footman")
    for battle in range(2):
        bonus(game, battle, captain=1)
        game.battles[battle].tracker = 12
    leave_free(game, WINNING, WITH_A_VP)
    give(game, 0, captains=1, footman=1)
    return game, Turn(*WINNING, FOOTMAN)


def upstage(abilities: Abilities) -> tuple[Game, Turn]:
    """R8.2: two Captains of a rival stand before the Bonus; two coins are elsewhere, where the Bonus is lost."""
    game = table(year=2, abilities=abilities)
    post(game, 1, 0, 0, "footman", "footman")
    post(game, 1, 2, 1, "footman", "footman", "footman", "footman")
    for battle, place, tracker in ((0, 0, 12), (2, 1, -12)):
        bonus(game, battle, war_machine=1)
        game.battles[battle].tracker = tracker
        game.battles[battle].occupant[place] = [None] * 6
    leave_free(game, WINNING, (2, 1, 1))
    give(game, 0, captains=1, footman=1)
    return game, Turn(*WINNING, FOOTMAN)


def profiteer(abilities: Abilities) -> tuple[Game, Turn]:
    """R8.3: a won battle to enter, and a VP in another in which a Captain stands already; no Bonus is in reach."""
    game = table(year=2, abilities=abilities)
    post(game, 0, 1, 0, "footman")
    for battle in range(2):
        post(game, 1, battle, 0, *["footman"] * 4)
        bonus(game, battle, coins=3)
        game.battles[battle].tracker = 12
        game.battles[battle].occupant[0] = [None] * 6
    leave_free(game, WINNING, WITH_A_VP)
    give(game, 0, captains=1, footman=1)
    return game, Turn(*WINNING, FOOTMAN)


def last_stand(abilities: Abilities) -> tuple[Game, Turn]:
    """R8.4: the Footman and two spaces turn a battle and win a War Machine; elsewhere there is a VP."""
    game = table(year=2, abilities=abilities)
    post(game, 1, 1, 0, *["footman"] * 4)
    bonus(game, 0, war_machine=1)
    bonus(game, 1, coins=3)
    game.battles[0].tracker, game.battles[1].tracker = -2, 12
    game.battles[1].occupant[0] = [None] * 6
    leave_free(game, WINNING, WITH_A_VP)
    give(game, 0, captains=1, footman=1)
    return game, Turn(*WINNING, FOOTMAN)


def retreat(abilities: Abilities) -> tuple[Game, Turn]:
    """R8.5: two VP on a side that loses to three rivals, one VP on a side that loses to nobody."""
    game = table(year=4, abilities=abilities)
    for rival in (1, 2, 3):
        post(game, rival, 2, 0, "footman")
    game.battles[1].tracker = game.battles[2].tracker = 12
    leave_free(game, (2, 1, 4), (1, 1, 2))
    give(game, 0, captains=1, arquebuser=1)
    return game, Turn(2, 1, 4, ARQUEBUSER)


POSITIONS: dict[str, tuple[Callable[[Abilities], tuple[Game, Turn]], dict[str, int]]] = {
    "R8.1": (spoils, {"spoils_of_war": 1}),
    "R8.2": (upstage, {"upstage": 1}),
    "R8.3": (profiteer, {"profiteer": 2}),
    "R8.4": (last_stand, {"last_stand": 2}),
    "R8.5": (retreat, {"retreat": 100}),
}


@pytest.mark.parametrize("rule", POSITIONS)
@pytest.mark.parametrize("name", ARCHETYPES)
def test_uses_its_dogs_ability(name: str, rule: str) -> None:
    """Rivals' gains count enough here for the fear of losing to show (R8.5)."""
    position, ability = POSITIONS[rule]
    for abilities in ({0: ability}, {}):
        game, wanted = position(abilities)
        game.support[0], game.first_passed = 3, 3
        game.passed[1:] = [True] * 3
        assert (turn_of(name, game, {"rival_share": 2.0}) == wanted) == bool(abilities)


# The evaluator's parameters.


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_every_parameter_matters(parameter: str) -> None:
    """Greedy with another value plays other games."""
    changed = archetype("other", "Other.", {parameter: PARAMETERS[parameter] + 2.0})
    line_ups = np.zeros((60, 4), np.int64)
    assert play([changed], line_ups).tobytes() != games_of_greedy(60)


@cache
def games_of_greedy(games: int) -> bytes:
    rows: Any = play([load_strategy("greedy")], np.zeros((games, 4), np.int64))
    return bytes(rows.tobytes())


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(KeyError, match="vp_per_duck is no parameter"):
        archetype("other", "Other.", {"vp_per_duck": 1.0})


@pytest.mark.parametrize("name", WITH_IDEAS)
def test_the_modules_table_names_the_parameters_that_it_sets(name: str) -> None:
    text = import_module(MODULES[name]).__doc__ or ""
    table_ = text.split("\n" + "=" * 24)[1]
    listed = re.findall(r"^([a-z_]+)  ", table_, re.MULTILINE)
    own = {key for key, value in load_strategy(name).parameters.items() if value != PARAMETERS[key]}
    assert set(listed) == own


def test_the_table_of_parameters_names_all_of_them_in_order() -> None:
    text = import_module("strategies.dogs.parameters").__doc__ or ""
    assert re.findall(r"^([a-z_]+)  +\S", text, re.MULTILINE) == list(PARAMETERS)


def test_the_readme_lists_the_stable(root: Path) -> None:
    for page in ("docs/users.md", "strategies/dogs/README.md"):
        listed = re.findall(r"^\| `([a-z]+)` \|", (root / page).read_text(), re.MULTILINE)
        assert [name for name in listed if name in MODULES] == list(MODULES), page
