"""Worlds dealt anew and Years played out in them: nothing is lost, nothing hidden is used, all that may be comes up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom, chisquare

from simcore.dogs.game import TURN
from simcore.dogs.limits import MAX_HOUSES
from simcore.dogs.play import lend_playouts
from simcore.dogs.ruleset import Ruleset
from simcore.dogs.state import CHOICE, GAME, PARAMETERS
from simcore.dogs.worlds import WORLD, deal_world, play_out
from simcore.jit import entry
from strategies.base import Strategy
from tests.differential.adapter import CompiledPlayer, clear
from tests.differential.comparison import Table
from tests.differential.matches import SIZES, SWITCHES, ruleset
from tests.reference.chance import Stream
from tests.reference.choices import View
from tests.reference.game import play
from tests.reference.situations import base, give, post, table
from tests.reference.state import Game
from tests.stable import quick

PLANNER = quick("planner")
SEED = 12
N_WORLDS = 20_000
SUSPICIOUS = 1e-4
"""P-value below which a distribution is not what it should be; the seeds are fixed."""


@entry
def deal_kernel(memories: Any, parameters: Any, seat: Any, key: Any, worlds: Any) -> None:
    game = memories[0].game
    deal_world(memories[0].rules, game.public, game.private[seat], parameters[0], key, worlds[0])


@entry
def play_out_kernel(parameters: Any, choices: Any, worlds: Any) -> None:
    play_out(parameters[0], choices[0], worlds[0])


class Dealer(CompiledPlayer):
    """Deals worlds for a seat of the reference game, and plays them out."""

    def __init__(self, rules: Ruleset, players: int, short: bool = False, strategy: Strategy = PLANNER) -> None:
        super().__init__(strategy, rules, players, short)
        self.parameters: Any = np.zeros(1, PARAMETERS).view(np.recarray)
        values = list(strategy.parameters.values())
        self.parameters["value"][0, : len(values)] = values
        lend_playouts(self.parameters, strategy)
        self.worlds: Any = np.zeros(1, WORLD).view(np.recarray)
        self.turns: Any = np.zeros(1, CHOICE).view(np.recarray)

    @property
    def rules(self) -> Any:
        return self.memory[0].rules

    @property
    def dealt(self) -> Any:
        return self.worlds[0].memory.game_copy

    @property
    def ended(self) -> Any:
        return self.worlds[0].memory.game

    def deal(self, seat: int, key: int) -> Any:
        with np.errstate(over="ignore"):  # wanted in the streams where nothing is compiled
            deal_kernel(self.memory, self.parameters, seat, np.uint64(key), self.worlds)
        return self.dealt

    def play_out(self) -> Any:
        """Play the world out from the turn in `turns`."""
        with np.errstate(over="ignore"):
            play_out_kernel(self.parameters, self.turns, self.worlds)
        return self.ended


def dealer(game: Game, seat: int = 0) -> Dealer:
    """Return a dealer who sees what a seat of a table laid out by hand may see."""
    found = Dealer(game.ruleset, game.players, game.short)
    found.show(View(game, seat, Stream(1, 0, 8 + seat)))
    return found


def deck_of(game: Any) -> list[int]:
    return list(game.deck[: int(game.public.deck_left)])


def check_whole(game: Any, rules: Any) -> None:
    """Assert that an imagined game holds the whole box, and that each hand's masks and numbers agree."""
    public, hands = game.public, game.private[: int(rules.players)]
    assert public.coins_left + hands["coins"].sum() == rules.coins
    on_board = public.soldiers_on.sum(axis=0)
    assert np.array_equal(public.soldiers_left + on_board + hands["soldiers"].sum(axis=0), rules.soldier_cards)
    for house in range(MAX_HOUSES):
        tokens = rules.influence_tokens if public.houses_in_play >> house & 1 else 0
        assert public.influence_left[house] + hands["influence"][:, house].sum() == tokens
    in_deck = np.bincount(deck_of(game), minlength=len(rules.card_copies))
    assert np.array_equal(in_deck + public.discards + hands["cards"].sum(axis=0), rules.card_copies)
    assert hands["n_cards"].tolist() == hands["cards"].sum(axis=1).tolist()
    assert all(hand.min() >= 0 for hand in (hands["stock"], hands["cards"]))
    bits = 1 << np.arange(hands["cards"].shape[1])
    assert hands["card_names"].tolist() == ((hands["cards"] > 0) @ bits).tolist()
    assert hands["types"].tolist() == ((hands["soldiers"] > 0) @ bits[:4]).tolist()
    assert hands["seat"].tolist() == list(range(int(rules.players)))
    houses = {1 << int(house) for house in hands["support"]}
    assert len(houses) == rules.players and sum(houses) & ~int(public.houses_in_play) == 0


class Watcher(Dealer):
    """Plays by its strategy, and before each turn deals worlds and plays them out with the turn it takes."""

    turns_seen = 0

    def ask(self, view: View, decision: int) -> Any:
        answer = super().ask(view, decision)
        if decision == TURN:
            self.turns[0] = self.game.choice
            for key in range(2):
                self.check(view.seat, key)
            self.turns_seen += 1
        return answer

    def check(self, seat: int, key: int) -> None:
        dealt = self.deal(seat, key)
        check_whole(dealt, self.rules)
        for part in (dealt, self.game):
            assert part.public.tobytes() == self.game.public.tobytes()
            assert part.private[seat].tobytes() == self.game.private[seat].tobytes()
        before = dealt.tobytes()
        ended = self.play_out()
        check_whole(ended, self.rules)
        assert ended.fault == 0 and self.dealt.tobytes() == before
        assert ended.public.passed[: self.rules.players].all() and not ended.public.all_captains_on.any()
        assert ended.public.next_holder >= 0 and not ended.public.tracker.any()


def watch(rules: Ruleset, players: int, short: bool, game: int) -> int:
    """Watch every seat of a game and return the number of turns checked."""
    watcher = Watcher(rules, players, short)
    play(
        rules,
        players=players,
        short=short,
        seed=SEED,
        game=game,
        dogs=Table(rules, players, short).dogs(SEED, game),
        strategies=[watcher] * players,
        names=["planner"] * players,
        ruleset_hash="",
    )
    return watcher.turns_seen


@pytest.mark.parametrize("size", SIZES)
def test_r0_worlds_and_their_ends_hold_the_whole_box(size: str) -> None:
    """At every turn of real games; what the seat knows is there as it is."""
    assert watch(base(), *SIZES[size], game=0) > 20


@pytest.mark.parametrize("switch", SWITCHES)
def test_r0_worlds_hold_the_whole_box_by_every_reading(switch: str) -> None:
    assert watch(ruleset(switch), 4, False, game=1) > 20


def in_action() -> Game:
    """Return a table of three in Year 2: all have something on the board and in the hand."""
    game = table(players=3, year=2)
    give(game, 0, "betrayal", captains=2, coins=1, knight=1, footman=1)
    give(game, 1, "sabotage", "renown", captains=2, coins=2, arquebuser=2, war_machine=1)
    give(game, 2, "levy", captains=1, coins=0, footman=1)
    post(game, 0, 0, 0, "footman")
    post(game, 1, 0, 1, "knight")
    post(game, 2, 1, 0, "arquebuser")
    return game


def count_worlds(found: Dealer, what: Callable[[Any], Any], worlds: int = N_WORLDS) -> Counter[Any]:
    return Counter(what(found.deal(0, key)) for key in range(worlds))


def assert_distributed(counts: Counter[Any], chances: dict[Any, float]) -> None:
    """Assert that nothing else comes up, and that each thing does as often as it should."""
    assert counts.keys() <= chances.keys()
    n = counts.total()
    expected = [n * chance for chance in chances.values()]
    assert chisquare([counts[key] for key in chances], expected).pvalue > SUSPICIOUS


def test_r1_1_the_others_have_any_two_of_the_support_cards_left() -> None:
    game = in_action()
    houses = [house for house in range(6) if house != game.support[0]]
    pairs = list(permutations(houses, 2))
    counts = count_worlds(dealer(game), lambda world: tuple(world.private["support"][1:3].tolist()))
    assert_distributed(counts, dict.fromkeys(pairs, 1 / len(pairs)))


def test_r1_5_support_cards_of_houses_out_of_the_game_are_never_dealt() -> None:
    game = table(players=3, short=True)
    give(game, 0, captains=1, footman=1)
    in_play = set(game.houses)
    counts = count_worlds(dealer(game), lambda world: tuple(world.private["support"][1:3].tolist()), 2_000)
    assert {house for pair in counts for house in pair} == in_play - {game.support[0]}


def test_r4_9_every_coin_is_as_likely_with_each_of_the_others() -> None:
    """They hold 5 coins each at the start and 2 more: 12 coins, shared out like the heads and tails of coins tossed."""
    found = dealer(in_action())
    coins = sum(in_action().coins[1:])
    counts = count_worlds(found, lambda world: int(world.private["coins"][1]))
    chances = {n: float(binom.pmf(n, coins, 0.5)) for n in range(coins + 1)}
    rare = [n for n, chance in chances.items() if chance * N_WORLDS < 5]
    few = sum(counts.pop(n, 0) for n in rare)
    assert few <= 10 * N_WORLDS * sum(chances.pop(n) for n in rare) + 5
    total = sum(chances.values())
    assert_distributed(counts, {n: chance / total for n, chance in chances.items()})


def test_r4_9_soldiers_go_to_captains_first_and_any_of_them() -> None:
    """Four Soldiers for three Captains: two of seat 1, one of seat 2, and one Soldier over, which is anybody's."""
    places = (1, 1, 2)
    ways = Counter[tuple[int, ...]]()
    cards = (0, 1, 1, 3)
    for order in permutations(range(4)):
        for over in (1, 2):
            seats = [*places, over]
            held = [seats[order[i]] for i in range(4)]
            hand = sorted(card for card, seat in zip(cards, held, strict=True) if seat == 1)
            ways[tuple(hand)] += 1
    chances = {hand: n / ways.total() for hand, n in ways.items()}
    found = dealer(in_action())

    def hand_of_1(world: Any) -> tuple[int, ...]:
        return tuple(np.repeat(np.arange(4), world.private["soldiers"][1]).tolist())

    assert_distributed(count_worlds(found, hand_of_1), chances)


def test_r4_9_each_tactic_card_not_seen_is_as_likely_to_be_held() -> None:
    """Three cards are held by the others; of the 31 not seen each is among them with the same chance."""
    game = in_action()
    found = dealer(game)
    unseen = found.rules.card_copies - found.game.private[0].cards
    held = np.zeros(len(unseen), np.int64)
    by_seat = 0
    for key in range(N_WORLDS):
        hands = found.deal(0, key).private["cards"][:3]
        held += hands[1] + hands[2]
        by_seat += hands[1].sum()
    assert held.sum() == 3 * N_WORLDS
    share = unseen / unseen.sum()
    spread = np.sqrt(held.sum() * share)
    assert np.all(np.abs(held - held.sum() * share) <= 4.5 * spread)
    assert abs(by_seat - held.sum() / 2) < 4.5 * np.sqrt(held.sum()) / 2


def test_r6_1_the_deck_lies_in_any_order_and_streams_differ() -> None:
    found = dealer(in_action())
    tops = {tuple(deck_of(found.deal(0, key))) for key in range(50)}
    assert len(tops) == 50
    streams = {found.deal(0, key)["stream"].tobytes() for key in range(50)}
    assert len(streams) == 50


def test_r4_9_what_the_others_hold_does_not_matter() -> None:
    """The memory of the game holds the true hands, or rubbish: the worlds are the same, bit by bit."""
    game = in_action()
    blind, seeing = dealer(game), dealer(game)
    for seat in range(3):
        seeing.show_hand(View(game, seat, Stream(1, 0, 8)), seat)
    rubbish = dealer(game)
    rubbish.words("private")[:] = 12345
    rubbish.show_hand(View(game, 0, Stream(1, 0, 8)), 0)
    for key in range(20):
        world = blind.deal(0, key).tobytes()
        assert seeing.deal(0, key).tobytes() == world == rubbish.deal(0, key).tobytes()
        assert world != blind.deal(0, key + 1).tobytes()


def test_a_turn_that_breaks_a_rule_is_refused() -> None:
    found = dealer(in_action())
    found.deal(0, 1)
    clear(found.turns[0])
    found.turns[0].battle, found.turns[0].soldier = 0, 3
    with pytest.raises(RuntimeError, match="broke a rule"):
        found.play_out()


def test_a_strategy_without_helper_is_told_to_name_one() -> None:
    game = in_action()
    found = Dealer(base(), 3, strategy=quick("greedy"))
    found.show(View(game, 0, Stream(1, 0, 8)))
    with pytest.raises(RuntimeError, match="must name a helper"):
        found.deal(0, 1)


def test_games_and_worlds_are_laid_out_alike() -> None:
    """The scratch copy of the game is a whole one."""
    assert WORLD["memory"]["game_copy"] == GAME
