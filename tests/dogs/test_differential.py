"""Kernels against the reference game: every event of every game the same, for every table size and every switch.

`make differential GAMES=100000` compares more.
"""

from __future__ import annotations

from itertools import count

import pytest

from strategies.dogs.uniform import uniform
from tests.differential.comparison import Comparison, Difference, first_difference
from tests.differential.matches import RULES, SIZES, SWITCHES, Job, all_jobs, ruleset, run, table
from tests.dogs.conservation_of_kernel import check_conserved
from tests.reference import outcome
from tests.reference.conservation import check_log
from tests.reference.state import Event

GAMES, MIXED_GAMES = 2_000, 60
"""For every table size by the base rules, and for every switch; the second number with all strategies at one table."""
CHECKED = 20
"""One log in so many is also checked from the log alone."""


def name(job: Job) -> str:
    return f"{job.rules}-{job.size}-{job.first}{'-mixed' if job.mixed else ''}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_a_few_games_are_the_same(rules: str, size: str) -> None:
    run(Job(rules, size, games=12, first=10**6))


@pytest.mark.slow
@pytest.mark.parametrize("job", list(all_jobs(GAMES, MIXED_GAMES)), ids=name)
def test_games_are_the_same_event_by_event(job: Job) -> None:
    number = count()
    rules = ruleset(job.rules)

    def check(events: list[Event]) -> None:
        if next(number) % CHECKED == 0:
            check_log(events, rules)

    assert run(job, check) == job.games


def test_jobs_add_up_to_what_is_promised() -> None:
    jobs = [job for job in all_jobs(GAMES, MIXED_GAMES) if not job.mixed]
    for size in SIZES:
        assert sum(job.games for job in jobs if (job.rules, job.size) == ("base", size)) >= 2_000
    for switch in SWITCHES:
        assert sum(job.games for job in jobs if job.rules == switch) >= 2_000
    games = [(job.rules, job.size, game) for job in jobs for game in range(job.first, job.first + job.games)]
    assert len(set(games)) == len(games)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("switch", SWITCHES)
def test_switch_matters_in_these_games(switch: str, size: str) -> None:
    """With the default reading some of the games go otherwise, so their comparison says something about the switch."""
    seed = 20_260_101
    other, default = (Comparison(table(switch, size, default=given), seed, [uniform]) for given in (False, True))
    assert any(other.kernel_log(game)[1:] != default.kernel_log(game)[1:] for game in range(60))


@pytest.mark.parametrize(
    ("switch", "dog"), [("I2", "nameless_conqueror"), ("I3", "nameless_conqueror"), ("I4", "macbeth")]
)
def test_dog_whose_ability_is_switched_is_in_every_game(switch: str, dog: str) -> None:
    rules = ruleset(switch)
    for size in SIZES:
        for game in range(40):
            dogs = table(switch, size).dogs(3, game)
            assert len(set(dogs)) == SIZES[size][0]
            assert dog in [rules.dogs[index].name for index in dogs]


# The comparison itself: it must find what is different, and say where.


def test_difference_is_found_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcome, "battle_vp", lambda *_: 0)
    with pytest.raises(Difference) as caught:
        run(Job("base", "4", games=20, first=3, seed=9))
    text = str(caught.value)
    assert "part at line" in text
    assert '"event": "outcome"' in text
    assert "seed 9, 4 players" in text
    assert "Again: python -m tests.differential --rules base --size 4 --seed 9 --first" in text


def test_first_difference_sees_order_of_keys_types_and_length() -> None:
    log: list[Event] = [{"event": "pass", "seat": seat, "captains_lost": 0} for seat in range(3)]
    turned = [*log[:2], dict(reversed(log[2].items()))]
    assert "part at line 3" in first_difference(log, turned)
    assert "part at line 1" in first_difference([{**log[0], "captains_lost": False}], log)
    assert "(the log has ended)" in first_difference(log[:1], log)


@pytest.mark.parametrize("total", ["all_coins", "all_soldiers", "all_influence", "all_cards"])
def test_lost_component_is_found(total: str) -> None:
    comparison = Comparison(table("base", "4"), 1, [uniform])
    records, _ = comparison._kernel.replay(0, [0, 1, 2, 3], [0] * 4)
    check_conserved(records, ruleset("base"), 4)
    records[total].reshape(len(records), -1)[len(records) // 2, 0] -= 1
    with pytest.raises(AssertionError):
        check_conserved(records, ruleset("base"), 4)
