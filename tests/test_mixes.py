"""Mixes: what they are, that a league plays each equally often and balanced over seats and Dogs, and faulty ones."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from simcore.errors import FaultyInput, UserError
from simcore.experiment import Design, Experiment, load_experiment
from simcore.lineups import draw_line_ups
from simcore.mixes import KINDS, MAX_MIXES, mixes_of, n_mixes, n_seatings, seatings

DOGS = ("blackmane", "macbeth", "omalley", "nameless_conqueror", "stormcrow")
STRATEGIES: dict[str, dict[str, float]] = {"greedy": {"patience": 1.0}, "uniform": {}, "banker": {}}

LEAGUE = """
name = "trial"
question = "Who beats whom?"
players = 4
games = 1_000
seed = 7

[strategies]
draw = "mixes"
mixes = "one_against"
"""


def league(kind: str, players: int, strategies: int, dogs: int = 5, dog_draw: str = "balanced") -> Design:
    places = tuple(range(strategies))
    return Design(players, dog_draw, tuple(range(dogs)), "mixes", places, mixes_of(kind, places, players))


def line_ups(asked: Design, seed: int, first: int, n: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    dogs, strategies = draw_line_ups(asked, seed, first, n)
    return [(tuple(d), tuple(s)) for d, s in zip(dogs.tolist(), strategies.tolist(), strict=True)]


def test_one_against_is_each_alone_at_a_table_of_each_other() -> None:
    assert mixes_of("one_against", "abc", 3) == tuple(tuple(mix) for mix in ("abb", "acc", "baa", "bcc", "caa", "cbb"))


def test_pairs_are_all_divisions_of_a_table_between_two() -> None:
    assert mixes_of("pairs", "ab", 5) == tuple(tuple(mix) for mix in ("aaaab", "aaabb", "aabbb", "abbbb"))


def test_all_is_every_multiset_once() -> None:
    found = mixes_of("all", range(4), 3)
    assert set(found) == {tuple(sorted(seats)) for seats in itertools.product(range(4), repeat=3)}
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("strategies", "players"), [(2, 3), (3, 4), (5, 5), (1, 3)])
def test_the_number_of_mixes_is_known_beforehand(kind: str, strategies: int, players: int) -> None:
    assert n_mixes(kind, strategies, players) == len(mixes_of(kind, range(strategies), players))


@pytest.mark.parametrize("mix", [(0, 0, 0), (0, 1, 1), (2, 0, 1, 1), (0, 1, 2, 3), (0, 0, 1, 1, 2)])
def test_seatings_are_the_different_orders(mix: tuple[int, ...]) -> None:
    seated, starts = seatings((mix,))
    assert [tuple(row) for row in seated.tolist()] == sorted(set(itertools.permutations(mix)))
    assert starts.tolist() == [0, n_seatings(mix)]


@pytest.mark.parametrize(("kind", "players", "strategies"), [("one_against", 4, 3), ("pairs", 4, 2), ("all", 3, 3)])
@pytest.mark.parametrize("block", [0, 3])
def test_a_block_has_every_seating_and_order_of_dogs_of_a_mix_equally_often(
    kind: str, players: int, strategies: int, block: int
) -> None:
    asked = league(kind, players, strategies, dogs=players + 1)
    drawn = Counter(line_ups(asked, 1, block * asked.block, asked.block))
    orders = list(itertools.permutations(range(players + 1), players))
    per_mix = asked.block // len(asked.mixes)
    for mix in asked.mixes:
        seated = sorted(set(itertools.permutations(mix)))
        counts = [drawn.pop((dogs, seats)) for dogs in orders for seats in seated]
        assert set(counts) == {per_mix // (len(orders) * len(seated))}
    assert not drawn


def test_each_round_has_every_mix_once_whatever_the_number_of_games() -> None:
    asked = league("all", 4, 3)
    drawn = line_ups(asked, 2, 0, 40 * len(asked.mixes))
    for start in range(0, len(drawn), len(asked.mixes)):
        found = sorted(tuple(sorted(seats)) for _, seats in drawn[start : start + len(asked.mixes)])
        assert found == sorted(asked.mixes)


def test_a_mix_is_balanced_after_its_own_line_ups() -> None:
    asked = league("all", 3, 3, dogs=3)
    own = math.factorial(3) * n_seatings((0, 1, 1))
    rounds = line_ups(asked, 4, 0, own * len(asked.mixes))
    of_mix = Counter(line_up for line_up in rounds if sorted(line_up[1]) == [0, 1, 1])
    assert len(of_mix) == own and set(of_mix.values()) == {1}


def test_rounds_and_mixes_have_orders_of_their_own() -> None:
    asked = league("one_against", 4, 3)
    drawn = line_ups(asked, 1, 0, 480 * 6)
    rounds = [tuple(tuple(sorted(s)) for _, s in drawn[i : i + 6]) for i in range(0, len(drawn), 6)]
    assert len(set(rounds)) > 300
    dogs = {mix: tuple(d for d, s in drawn if tuple(sorted(s)) == mix) for mix in set(rounds[0])}
    assert len(set(dogs.values())) == 6
    assert line_ups(asked, 2, 0, 60) != drawn[:60]


@pytest.mark.parametrize("dog_draw", ["balanced", "random", "fixed"])
def test_a_game_has_the_same_line_up_in_every_range(dog_draw: str) -> None:
    asked = league("pairs", 3, 3, dogs=3, dog_draw=dog_draw)
    whole = line_ups(asked, 9, 10**9, 100)
    assert [line_ups(asked, 9, 10**9 + i, 1)[0] for i in range(100)] == whole
    assert dog_draw != "fixed" or {dogs for dogs, _ in whole} == {(0, 1, 2)}


def test_line_ups_of_mixes_of_a_seed_never_change() -> None:
    """A change here is a change of behaviour: it belongs into the version history."""
    assert line_ups(league("one_against", 4, 2), 20260101, 0, 2) == FROZEN


FROZEN = [((1, 0, 2, 4), (1, 0, 1, 1)), ((0, 1, 4, 3), (0, 0, 0, 1))]


@pytest.fixture
def load(tmp_path: Path) -> Callable[[str], Experiment]:
    """Return a function that loads a text as experiment "trial"."""

    def load(text: str) -> Experiment:
        path = tmp_path / "trial.toml"
        path.write_text(text)
        return load_experiment(path, STRATEGIES, lambda ruleset, folder: DOGS)

    return load


def test_a_league_is_of_all_strategies_unless_a_pool_is_given(load: Callable[[str], Experiment]) -> None:
    assert load(LEAGUE).strategies.pool == ("greedy", "uniform", "banker")
    asked = load(LEAGUE + 'pool = ["uniform", "banker"]')
    assert asked.design(DOGS).mixes == ((0, 1, 1, 1), (1, 0, 0, 0))
    assert asked.design(DOGS).block == 2 * 4 * 120


def test_mixes_can_be_listed(load: Callable[[str], Experiment]) -> None:
    listed = '[["banker", "uniform", "uniform", "uniform"], ["banker", "banker", "uniform", "uniform"]]'
    asked = load(LEAGUE.replace('"one_against"', listed))
    assert asked.strategy_names == ("banker", "uniform")
    assert asked.design(DOGS).mixes == ((0, 1, 1, 1), (0, 0, 1, 1))
    assert asked.content()["strategies"]["mixes"][1] == ["banker", "banker", "uniform", "uniform"]


def test_games_may_be_given_for_each_mix(load: Callable[[str], Experiment]) -> None:
    assert load(LEAGUE.replace("games =", "games_per_mix =")).games == 6_000


def test_parameters_of_a_leagues_strategies_are_read(load: Callable[[str], Experiment]) -> None:
    assert load(LEAGUE + "params.greedy.patience = 2.0").params == {"greedy": {"patience": 2.0}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"one_against"', '"one_agianst"', 'did you mean "one_against"?'),
        ('"one_against"', '[["greedy", "uniform", "uniform"]]', "found 3 entries; allowed: a list of 4 words"),
        ('"one_against"', '[["greedy", "unifrom", "greedy", "greedy"]]', 'did you mean "uniform"?'),
        ('"one_against"', '["greedy"]', 'found "greedy"; allowed: a list of 4 words'),
        ('"one_against"', "[]", "found 0 entries; allowed: a list of such"),
        (
            '"one_against"',
            '[["greedy", "greedy", "greedy", "banker"], ["banker", "greedy", "greedy", "greedy"]]',
            "the same mix as entry 1",
        ),
        ('"one_against"', '"one_against"\npool = ["greedy"]', "found 1 entry; allowed"),
        ('"one_against"', '"pairs"\npool = ["greedy", "bankr"]', 'did you mean "banker"?'),
        ('mixes = "one_against"', "", "mixes: missing"),
        ('"mixes"\n', '"balanced"\npool = ["greedy"]\n', "mixes: unknown key"),
        ("games =", "games_per_mix = 0\nx =", "games_per_mix: found 0"),
        ("games =", "games_per_mix = 5\ngames =", "games stands there too"),
    ],
)
def test_faulty_mixes_are_told(load: Callable[[str], Experiment], old: str, new: str, message: str) -> None:
    with pytest.raises(FaultyInput) as caught:
        load(LEAGUE.replace(old, new))
    assert message in str(caught.value)


def test_games_per_mix_needs_mixes(load: Callable[[str], Experiment]) -> None:
    text = LEAGUE.replace('"mixes"\nmixes = "one_against"', '"random"\npool = ["greedy"]')
    with pytest.raises(FaultyInput, match="games_per_mix: unknown key"):
        load(text.replace("games =", "games_per_mix = 5\ngames ="))


def test_too_many_mixes_are_refused_before_they_are_made(tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(LEAGUE.replace("one_against", "all").replace("players = 4", "players = 5"))
    many: dict[str, dict[str, float]] = {f"s{i}": {} for i in range(60)}
    with pytest.raises(UserError) as caught:
        load_experiment(path, many, lambda ruleset, folder: DOGS)
    assert f"7,624,512 mixes; allowed: {MAX_MIXES:,}; shorten the pool" in str(caught.value)
