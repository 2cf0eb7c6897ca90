"""What every strategy must keep, whoever wrote it: the registry alone says which there are."""

from __future__ import annotations

from functools import cache
from threading import Thread
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simcore.dogs.game import FIRST_PLAYER, LAST_STAND_PUSH, MUSTER, TURN
from simcore.dogs.play import DogsPlay
from simcore.dogs.rows import ROW
from simcore.dogs.ruleset import Ruleset
from simcore.dogs.state import N_PARAMETERS
from simcore.jit import jit
from strategies.base import Strategy
from strategies.dogs import MODULES, load_strategy, registry
from tests.differential.adapter import CompiledPlayer, clear
from tests.differential.comparison import Comparison, Table
from tests.differential.matches import SIZES, SWITCHES, ruleset
from tests.dogs.random_rulesets import rulesets
from tests.reference.chance import Stream
from tests.reference.choices import View
from tests.reference.conservation import check_log
from tests.reference.game import play
from tests.reference.situations import base, give, table
from tests.stable import FEW, quick

SEED = 41
PATIENCE = 60
"""Seconds after which a few hundred games, which take a tenth of one, are taken not to end."""
NAMES = list(MODULES)
every_strategy = pytest.mark.parametrize("name", NAMES)
every_size = pytest.mark.parametrize("size", SIZES)


@cache
def comparison(name: str, size: str, rules: str = "base") -> Comparison:
    """Return games of one strategy on all seats."""
    return Comparison(Table(ruleset(rules), *SIZES[size]), SEED, [quick(name)])


@every_strategy
def test_is_called_what_it_is_called(name: str) -> None:
    strategy = registry()[name]
    assert strategy.name == name
    assert strategy.summary.endswith(".")
    assert len(strategy.parameters) <= N_PARAMETERS
    assert all(isinstance(value, float) for value in strategy.parameters.values())


@every_strategy
def test_ends_in_time(name: str) -> None:
    """A decision that loops could not be stopped, so the games are played in a thread that nobody waits for."""
    player, dogs = a_player(quick(name)), line_ups(200)
    thread = Thread(target=play_line_ups, args=(player, dogs), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive()


@every_size
@every_strategy
def test_plays_whole_games_by_the_rules(name: str, size: str) -> None:
    """Guarded: a strategy that writes to what it may only read is found."""
    for game in range(25):
        log = comparison(name, size).kernel_log(game)
        assert log[-1]["event"] == "end"
        if game % 5 == 0:
            check_log(log, base())


@every_size
@every_strategy
def test_plays_the_same_in_the_reference_game(name: str, size: str) -> None:
    """The reference game checks its choices by the rules, and what it is shown is worked out anew."""
    for game in range(4):
        comparison(name, size).check(game)


@every_strategy
@pytest.mark.parametrize("rules", SWITCHES)
def test_plays_by_every_reading(name: str, rules: str) -> None:
    for game in range(10):
        check_log(comparison(name, "4", rules).kernel_log(game), ruleset(rules))


@every_strategy
@given(rulesets(), st.integers(0, 2**63 - 1))
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
def test_plays_by_any_rules(name: str, rules: Ruleset, seed: int) -> None:
    for players, short in SIZES.values():
        Comparison(Table(rules, players, short), seed, [quick(name)]).kernel_log(0)


@every_strategy
@pytest.mark.parametrize("value", [0.0, -3.5, 1e6])
def test_breaks_no_rule_whatever_its_parameters(name: str, value: float) -> None:
    strategy = quick(name)
    play_games(strategy, 200, {name: dict.fromkeys(strategy.parameters.keys() - FEW.keys(), value)})


def a_player(strategy: Strategy, settings_: dict[str, dict[str, float]] | None = None) -> DogsPlay:
    """Return four seats for the strategy, compiled."""
    return DogsPlay(base(), 4, False, SEED, [strategy], settings_)


def line_ups(games: int) -> np.ndarray:
    """Return the Dogs of each game and seat."""
    return np.array([Table(base(), 4).dogs(SEED, game) for game in range(games)], np.int64)


def play_line_ups(player: DogsPlay, dogs: np.ndarray) -> Any:
    """Return the rows of games with the player's strategy on all seats."""
    rows = np.zeros(dogs.size, ROW)
    player.play(0, dogs, np.zeros_like(dogs), rows.view(np.recarray), np.zeros(2, np.int64))
    return rows


def play_games(strategy: Strategy, games: int, settings_: dict[str, dict[str, float]] | None = None) -> Any:
    """Return the rows of games with the strategy on four seats."""
    return play_line_ups(a_player(strategy, settings_), line_ups(games))


@every_strategy
def test_plays_the_same_game_twice(name: str) -> None:
    strategy = quick(name)
    assert play_games(strategy, 300).tobytes() == play_games(strategy, 300).tobytes()


# R4.9: what is hidden, what the engine happens to leave lying about, and which number a seat has changes nothing.


class Suspect(CompiledPlayer):
    """Asked every question several times: with others' secrets blank, true, and made up; the answer must not change."""

    def __init__(self, strategy: Strategy, players: int, short: bool) -> None:
        super().__init__(strategy, base(), players, short)
        self.chance = np.random.default_rng(3)
        self.asked = [0] * 4

    def decide(self, view: View, decision: int) -> Any:
        state = view.chance.state
        answers = []
        for disguise in (self.nothing, self.others_truth, self.others_fancy, self.rubbish_in_choice):
            view.chance.state = state
            self.show(view)
            clear(self.game.choice)
            disguise(view, decision)
            answers.append((self.ask(view, decision), view.chance.state))
        assert answers[1:] == answers[:1] * 3
        assert self.ask_one_seat_on(view, decision, state) in (answers[0], None)
        self.asked[decision] += 1
        return answers[0][0]

    def ask_one_seat_on(self, view: View, decision: int, state: int) -> Any:
        """Return what is answered when everybody sits one seat further, told as if nobody did.

        None where that cannot be told: the first player drawn by chance falls on another.
        """
        players = view.game.players
        view.chance.state = state
        self.show(view)
        clear(self.game.choice)
        self.turn_the_table(view.seat, players)
        moved = View(view.game, (view.seat + 1) % players, view.chance)
        answer, after = self.ask(moved, decision), view.chance.state
        if decision == FIRST_PLAYER:
            return ((answer - 1) % players, after) if after == state else None
        return answer, after

    def turn_the_table(self, seat: int, players: int) -> None:
        """Move all that belongs to a seat to the next one clockwise."""
        game, public, next_seat = self.game, self.game["public"], (seat + 1) % players
        for field in BY_SEAT:
            public[field][..., :players] = np.roll(public[field][..., :players], 1, axis=-1)
        public["abilities"][:players] = np.roll(public["abilities"][:players], 1, axis=0)
        for field in SEATS:
            public[field] = np.where(public[field] < 0, public[field], (public[field] + 1) % players)
        public["able"] = (public["able"] << 1 | public["able"] >> (players - 1)) & ((1 << players) - 1)
        for field in ("private", "stream"):
            game[field][next_seat] = game[field][seat]
        game["private"]["seat"][next_seat] = next_seat

    def nothing(self, view: View, decision: int) -> None:
        """Leave all that is hidden blank."""

    def others_truth(self, view: View, decision: int) -> None:
        """Write the other hands into the memory of the game, and the deck."""
        for seat in range(view.game.players):
            self.show_hand(view, seat)
        self.game["deck"][: len(view.game.deck)] = view.game.deck

    def others_fancy(self, view: View, decision: int) -> None:
        """Write anything into all that is hidden: hands, deck, results so far, the others' random streams."""
        for name in ("private", "deck", "stream", "tally"):
            words = self.words(name)
            words[:] = self.chance.integers(-(2**62), 2**62, len(words))
        self.show_hand(view, view.seat)
        self.game["stream"][view.seat] = (view.chance.state, view.chance.gamma)

    def rubbish_in_choice(self, view: View, decision: int) -> None:
        """Leave an earlier answer in the fields that this decision has no use for."""
        used = {FIRST_PLAYER: (), MUSTER: ("buy",), TURN: TURN_FIELDS, LAST_STAND_PUSH: ("push", "push_side")}[decision]
        for field in self.game.choice.dtype.names:
            if field not in used:
                self.game.choice[field] = 7


BY_SEAT = ("dog", "passed", "captains", "reserve", "on_board", "captains_on", "supported", "closed", "betrayed")
"""Fields of the public record whose last axis is the seat."""
SEATS = ("holder", "first", "next_holder", "occupant")
"""Those that hold seats, or -1."""
TURN_FIELDS = ("passes", "card", "card_battle", "card_side", "battle", "side", "space", "soldier")


@every_size
@every_strategy
def test_r4_9_choices_depend_neither_on_what_is_hidden_nor_on_a_seats_number(name: str, size: str) -> None:
    """At every decision of real games."""
    players, short = SIZES[size]
    suspect = Suspect(quick(name), players, short)
    for game in range(2):
        play(
            base(),
            players=players,
            short=short,
            seed=SEED,
            game=game,
            dogs=Table(base(), players, short, "nameless_conqueror").dogs(SEED, game),
            strategies=[suspect] * players,
            names=[name] * players,
            ruleset_hash="",
        )
    assert min(suspect.asked) > 0


def test_a_strategy_that_goes_by_its_seats_number_is_found() -> None:
    def muster(rules: Any, public: Any, own: Any, settings: Any, chance: Any, choice: Any) -> None:
        choice.buy[0] = own.seat & 1

    first_player, _, turn, last_stand = load_strategy("uniform").decisions
    suspect = Suspect(Strategy("numbered", "Numbered.", (first_player, jit(muster), turn, last_stand)), 4, False)
    game = table()
    give(game, 0, coins=5)
    view = View(game, 0, Stream(1, 0, 8))
    with pytest.raises(AssertionError):
        suspect.muster(view)
