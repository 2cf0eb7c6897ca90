"""Experiment files: every field and default, and one error that lists every fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from simcore.errors import FaultyInput, UserError
from simcore.experiment import Draw, Experiment, find_experiment, load_experiment

DOGS = ("blackmane", "macbeth", "omalley", "nameless_conqueror", "stormcrow")
STRATEGIES = {"greedy": {"vp_per_coin": 0.5, "patience": 1.0}, "uniform": {}}

GOOD = """
name = "trial"
question = "Who wins?"
game = "dogs"
ruleset = "base"
players = 4
games = 1_000
seed = 7

[dogs]
draw = "balanced"
pool = ["blackmane", "macbeth", "omalley", "stormcrow"]

[strategies]
draw = "balanced"
pool = ["greedy", "uniform"]

[strategies.params.greedy]
vp_per_coin = 0.75
"""

SMALL = """
name = "trial"
question = "Who wins?"
players = 3
games = 10
seed = 0
strategies = { pool = ["uniform"] }
"""


def dogs_of(ruleset: str, folder: Path) -> tuple[str, ...]:
    if ruleset != "base":
        raise UserError(f"there is no ruleset {ruleset}")
    return DOGS


@pytest.fixture
def load(tmp_path: Path) -> Callable[[str], Experiment]:
    """Return a function that loads a text as experiment "trial"."""

    def load(text: str) -> Experiment:
        path = tmp_path / "trial.toml"
        path.write_text(text)
        return load_experiment(path, STRATEGIES, dogs_of)

    return load


def faults(load: Callable[[str], Experiment], text: str) -> list[str]:
    with pytest.raises(FaultyInput) as caught:
        load(text)
    return caught.value.faults


def test_all_fields_are_read(load: Callable[[str], Experiment], tmp_path: Path) -> None:
    assert load(GOOD) == Experiment(
        name="trial",
        question="Who wins?",
        game="dogs",
        ruleset="base",
        folder=tmp_path,
        players=4,
        short=False,
        games=1_000,
        seed=7,
        dogs=Draw("balanced", ("blackmane", "macbeth", "omalley", "stormcrow")),
        strategies=Draw("balanced", ("greedy", "uniform")),
        params={"greedy": {"vp_per_coin": 0.75}},
    )


def test_what_is_left_out_has_a_default(load: Callable[[str], Experiment]) -> None:
    small = load(SMALL)
    assert (small.game, small.ruleset, small.short, small.params) == ("dogs", "base", False, {})
    assert small.dogs == Draw("balanced", DOGS)
    assert small.strategies == Draw("balanced", ("uniform",))


def test_short_game_has_three_players(load: Callable[[str], Experiment]) -> None:
    assert load(SMALL.replace("players = 3", "players = 3\nshort = true")).short
    (fault,) = faults(load, SMALL.replace("players = 3", "players = 4\nshort = true"))
    assert fault == "line 5, short: found true with 4 players; allowed with 3 only (R1.5)"


def test_fixed_pools_name_every_seat(load: Callable[[str], Experiment]) -> None:
    text = GOOD.replace("balanced", "fixed").replace(
        '["greedy", "uniform"]', '["greedy", "uniform", "uniform", "greedy"]'
    )
    fixed = load(text)
    assert fixed.strategies.pool == ("greedy", "uniform", "uniform", "greedy")
    assert fixed.strategy_names == ("greedy", "uniform")
    assert fixed.design(DOGS).strategies == (0, 1, 1, 0)
    assert fixed.design(DOGS).dogs == (0, 1, 2, 4)
    assert fixed.design(DOGS).block == 1


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('name = "trial"', 'name = "other"', 'name: found "other"; allowed: the name of its file, "trial"'),
        ('name = "trial"', 'name = "Trial!"', 'name: found "Trial!"; allowed: text'),
        ('question = "Who wins?"', "", "question: missing"),
        ('game = "dogs"', 'game = "chess"', 'game: found "chess"'),
        ('ruleset = "base"', 'ruleset = "bass"', "ruleset: there is no ruleset bass"),
        ("players = 4", "players = 2", "players: found 2; allowed: a whole number from 3 to 5"),
        ("players = 4", "players = 6", "players: found 6; allowed: a whole number from 3 to 5"),
        ("players = 4", "players = 5", "dogs.pool: found 4 entries; allowed: at least 5, one for each seat"),
        ("games = 1_000", "games = 0", "games: found 0; allowed: a whole number from 1 to"),
        ("games = 1_000", "games = -3", "games: found -3"),
        ("games = 1_000", "games = 1e3", "games: found 1000.0"),
        ("seed = 7", "seed = -1", "seed: found -1; allowed: a whole number from 0 to 9,223,372,036,854,775,807"),
        ("seed = 7", "seed = 9223372036854775808", "seed: found 9223372036854775808"),
        ("seed = 7", "sed = 7", 'sed: unknown key; did you mean "seed"?'),
        ('"macbeth"', '"macbet"', 'dogs.pool[2]: found "macbet"; did you mean "macbeth"?'),
        ('"macbeth"', '"blackmane"', 'dogs.pool[2]: found "blackmane" a second time'),
        ('"uniform"]', '"unifrom"]', 'strategies.pool[2]: found "unifrom"; did you mean "uniform"?'),
        ('"uniform"]', '"greedy"]', 'strategies.pool[2]: found "greedy" a second time'),
        ('["greedy", "uniform"]', "[]", "strategies.pool: found 0 entries"),
        ("[strategies]\n", "[strategies]\nweights = 3\n", "strategies.weights: unknown key"),
        (
            'draw = "balanced"\npool = ["g',
            'draw = "fixed"\npool = ["g',
            "found 2 entries; allowed: 4, one for each seat",
        ),
        ('draw = "balanced"\npool = ["b', 'draw = "fair"\npool = ["b', 'dogs.draw: found "fair"; allowed: "balanced"'),
        (
            "params.greedy",
            "params.gredy",
            'strategies.params.gredy: unknown strategy of the pool; did you mean "greedy"?',
        ),
        ("vp_per_coin = ", "vp_a_coin = ", "strategies.params.greedy.vp_a_coin: unknown parameter"),
        ("vp_per_coin = 0.75", "vp_per_coin = nan", "strategies.params.greedy.vp_per_coin: found nan"),
        ("vp_per_coin = 0.75", 'vp_per_coin = "much"', "strategies.params.greedy.vp_per_coin: found"),
    ],
)
def test_every_fault_is_told(load: Callable[[str], Experiment], old: str, new: str, fault: str) -> None:
    assert old in GOOD
    assert any(fault in found for found in faults(load, GOOD.replace(old, new, 1)))


def test_all_faults_are_told_at_once(load: Callable[[str], Experiment]) -> None:
    text = GOOD.replace("players = 4", "players = 7").replace("macbeth", "macbet").replace("seed = 7", "seed = -7")
    assert [fault.split(":")[0] for fault in faults(load, text)] == [
        "line 6, players",
        "line 8, seed",
        "line 12, dogs.pool[2]",
    ]


def test_params_of_a_strategy_that_does_not_take_part(load: Callable[[str], Experiment]) -> None:
    (fault,) = faults(load, GOOD.replace('"greedy", ', ""))
    assert "strategies.params.greedy: unknown strategy of the pool; allowed: uniform" in fault


def test_too_large_a_balanced_block(load: Callable[[str], Experiment]) -> None:
    known: dict[str, dict[str, float]] = {f"s{number:03}": {} for number in range(100)}
    pool = ", ".join(f'"{name}"' for name in known)
    text = SMALL.replace("players = 3", "players = 5").replace('"uniform"', pool)
    with pytest.raises(FaultyInput, match=r"1,200,000,000,000 different line-ups; allowed: 2,147,483,647"):
        _ = load_experiment(_written(load, text), known, dogs_of)


def _written(load: Callable[[str], Experiment], text: str) -> Path:
    """Write a text where `load` would, and return the path."""
    with pytest.raises(FaultyInput) as caught:
        load(text)
    return Path(caught.value.source)


def test_faulty_ruleset_speaks_for_itself(tmp_path: Path) -> None:
    def faulty(ruleset: str, folder: Path) -> tuple[str, ...]:
        raise FaultyInput("base.toml", ["tiles: missing"])

    (tmp_path / "trial.toml").write_text(GOOD)
    with pytest.raises(FaultyInput, match=r"base\.toml: 1 fault"):
        load_experiment(tmp_path / "trial.toml", STRATEGIES, faulty)


def test_options_take_the_place_of_games_and_seed(load: Callable[[str], Experiment]) -> None:
    changed = load(GOOD).with_options(games=5, seed=0)
    assert (changed.games, changed.seed) == (5, 0)
    assert load(GOOD).with_options() == load(GOOD)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "--games: found 0; allowed: a whole number from 1 to 10,000,000,000"),
        ({"games": -1}, "--games: found -1"),
        ({"games": 10**11}, "--games: found 100000000000"),
        ({"seed": -1}, "--seed: found -1; allowed: a whole number from 0"),
        ({"seed": 2**63}, "--seed: found 9223372036854775808"),
    ],
)
def test_options_out_of_range(load: Callable[[str], Experiment], options: dict[str, int], message: str) -> None:
    with pytest.raises(UserError, match=message):
        load(GOOD).with_options(**options)


def test_hash_follows_what_is_played(load: Callable[[str], Experiment]) -> None:
    good = load(GOOD)
    assert load(GOOD.replace("Who wins?", "Who loses?").replace("1_000", "50")).hash() == good.hash()
    assert load(GOOD.replace("seed = 7", "seed = 8")).hash() != good.hash()
    assert load(GOOD.replace("0.75", "0.76")).hash() != good.hash()


def test_content_has_the_shape_of_the_file(load: Callable[[str], Experiment]) -> None:
    content = load(GOOD).content()
    assert content["dogs"] == {"draw": "balanced", "pool": ["blackmane", "macbeth", "omalley", "stormcrow"]}
    assert content["strategies"]["params"] == {"greedy": {"vp_per_coin": 0.75}}
    assert list(content) == [
        "name",
        "question",
        "game",
        "ruleset",
        "variants",
        "players",
        "short",
        "games",
        "seed",
        "details",
        "dogs",
        "strategies",
    ]


def test_details_are_kept_where_they_are_asked_for(load: Callable[[str], Experiment]) -> None:
    plain, detailed = load(GOOD), load(GOOD.replace("seed = 7", "seed = 7\ndetails = true"))
    assert not plain.details
    assert detailed.details
    assert detailed.hash() != plain.hash()


def test_experiments_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_experiment("baseline") == root / "experiments" / "baseline.toml"
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "baseline.toml").write_text(GOOD)
    assert find_experiment("baseline") == Path("experiments/baseline.toml")
    assert find_experiment("elsewhere/trial.toml") == Path("elsewhere/trial.toml")
    with pytest.raises(UserError, match='no experiment of that name; did you mean "baseline"'):
        find_experiment("baselin")


def test_missing_and_malformed_files(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such file"):
        load_experiment(tmp_path / "trial.toml", STRATEGIES, dogs_of)
    (tmp_path / "trial.toml").write_text("name = trial")
    with pytest.raises(UserError, match="line 1, column 8: not valid TOML"):
        load_experiment(tmp_path / "trial.toml", STRATEGIES, dogs_of)
