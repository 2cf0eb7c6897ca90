"""A strategy in a file of the user's own: what the decorator fills in, and how a file is found, read and refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.dogs.game import play_games
from simcore.dogs.play import DogsPlay
from simcore.dogs.rows import ROW
from simcore.errors import UserError
from strategies.base import Strategy, strategy
from strategies.dogs import MODULES, defaults, load_strategy
from strategies.loading import find_strategy
from tests.reference.situations import base
from tests.strategies.own_files import FIELD, GOOD, LINE, broken, write

SEED = 7
TURN = 2


def turn(rules: Any, public: Any, own: Any, settings: Any, chance: Any, choice: Any) -> None:
    """Pass."""
    choice.passes = 1


def rows_of(found: Strategy, games: int = 60, settings: dict[str, dict[str, float]] | None = None) -> bytes:
    """Return the rows of games in which a strategy has all three seats."""
    player = DogsPlay(base(), 3, False, SEED, [found], settings)
    dogs = np.array([[game % 5, (game + 1) % 5, (game + 2) % 5] for game in range(games)], np.int64)
    rows = np.zeros(games * 3, ROW)
    player.play(0, dogs, np.zeros((games, 3), np.int64), rows, np.zeros(2, np.int64))
    return rows.tobytes()


# The decorator.


def test_turn_alone_makes_a_strategy_with_the_decisions_of_defaults() -> None:
    made = strategy(turn)
    assert (made.name, made.summary, made.parameters, made.file) == ("turn", "Pass.", {}, None)
    inherited = (defaults.first_player, defaults.muster, defaults.last_stand)
    assert tuple(made.decisions[place] for place in (0, 1, 3)) == inherited


def test_name_alone_and_parameters_alone_will_do() -> None:
    assert strategy("bold")(turn).name == "bold"
    made = strategy(parameters={"nerve": 2})(turn)
    assert (made.name, made.parameters) == ("turn", {"nerve": 2.0})


def test_inherited_decisions_are_those_of_greedy_wherever_the_strategy_keeps_its_own_parameters() -> None:
    greedy = load_strategy("greedy")
    heir = Strategy("heir", "", (*defaults_of(greedy),), dict(greedy.parameters))
    assert rows_of(heir) == rows_of(greedy)
    other = {"heir": dict.fromkeys(["vp_per_strength", "vp_per_coin_spent", "crowd_to_be_first"], 50.0)}
    changed = {"greedy": other["heir"]}
    assert rows_of(heir, settings=other) == rows_of(greedy)  # parameters that only muster and first player read
    assert rows_of(greedy, settings=changed) != rows_of(greedy)


def defaults_of(greedy: Strategy) -> tuple[Any, Any, Any, Any]:
    return (defaults.first_player, defaults.muster, greedy.decisions[TURN], defaults.last_stand)


def test_wrong_number_of_arguments_names_file_line_and_what_is_wanted() -> None:
    def short(rules: Any, public: Any, own: Any) -> None:
        pass

    with pytest.raises(UserError) as caught:
        strategy(short)
    text = str(caught.value)
    assert f"test_own.py, line {short.__code__.co_firstlineno}: short has the wrong arguments for `turn`" in text
    assert (
        "found 3: rules, public, own; allowed: 6, in this order: rules, public, own, settings, chance, choice" in text
    )
    with pytest.raises(UserError, match=r"for `first_player`; found 6: .*; allowed: 5"):
        strategy("x", first_player=turn)(turn)
    with pytest.raises(UserError, match=r"for `turn`; found 1: .*allowed: 6"):
        strategy(lambda *everything: None)


@pytest.mark.parametrize("value", ["1", True, float("nan"), None])
def test_parameter_that_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(UserError, match=r"parameter 'nerve': found .*; allowed: a name and a finite number"):
        strategy(parameters={"nerve": value})(turn)


# Finding one.


def test_names_are_found_and_mistyped_ones_are_helped() -> None:
    assert [find_strategy(name).name for name in MODULES] == list(MODULES)
    with pytest.raises(UserError, match=r'"gredy": there is no such strategy; did you mean "greedy"\? known: '):
        find_strategy("gredy")


def test_file_is_found_under_its_functions_name_or_another(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    found = find_strategy(path)
    assert (found.name, found.summary, found.file) == ("good", "Takes any space that it may.", path)
    assert find_strategy(path, "bold").name == "bold"
    assert list(tmp_path.iterdir()) == [path]


NAMED_BY_NEIGHBOUR = GOOD.replace("@strategy", "@strategy(NAME)").replace("\n\n", "\nfrom helpers import NAME\n", 1)


def test_neighbours_are_imported_and_two_folders_may_have_the_same_ones(tmp_path: Path) -> None:
    for folder, name in (("one", "first"), ("two", "second"), ("one", "third")):
        (tmp_path / folder).mkdir(exist_ok=True)
        write(tmp_path / folder, f"NAME = '{name}'\n", "helpers.py")
        assert find_strategy(write(tmp_path / folder, NAMED_BY_NEIGHBOUR)).name == name


TWO = GOOD + GOOD.partition("\n\n\n")[2].replace("def good", "def other")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\ndef (:\n", r"mine\.py, line 2: is no Python: invalid syntax: def \(:"),
        ("x = 1\ny = foo(3)\n", r"mine\.py, line 2: cannot be imported: NameError: name 'foo'.*\n    y = foo\(3\)"),
        ("import no_such_module\n", r"mine\.py, line 1: cannot be imported: ModuleNotFoundError: .*no_such_module"),
        ("raise SystemExit(3)\n", r"mine\.py, line 1: cannot be imported: SystemExit: 3"),
        ("x = 1\n", r"mine\.py: found no strategy; write @strategy"),
        ("from strategies.dogs.greedy import greedy\n", r'found no strategy; "greedy" was written elsewhere'),
        (TWO, r'mine\.py: found 2 strategies: "good" in line 6, "other" in line 25; allowed: one'),
        (GOOD.replace(", choice)", ")"), r"mine\.py, line 6: good has the wrong arguments .* found 5: .*allowed: 6"),
        (GOOD.replace("def good", "def uniform"), r'mine\.py: is called "uniform", which is the name of a known'),
    ],
)
def test_file_that_cannot_be_used_says_where_and_why(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        find_strategy(write(tmp_path, text))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.py", r"none\.py: there is no such file; `simcore strategy new .*none\.py` writes one"),
        ("mine.txt", r"mine\.txt: is not the name of a Python file"),
        ("folder.py", r"folder\.py: is a folder"),
    ],
)
def test_path_that_is_no_python_file_is_refused(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(UserError, match=message):
        find_strategy(tmp_path / name)


# Compiling one.


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (FIELD, r'`own` has no `coin`; did you mean "coins"\? it has vp, coins, .*\n    x = own\.coin'),
        ("x = undefined_name + 1", r"the name `undefined_name` is not defined"),
        ("x = open", r"`open` \(a builtin_function_or_method\) cannot be used in compiled code"),
        ("x = choice.passes.foo", r"a whole number has no `foo`"),
        ("x = plain_function(1)", r"`plain_function` is a plain function: write @jit"),
        ("global seen; seen = 1", r"what is kept in the file is constant"),
        ("return 3", r"it returns 3; an answer is written into `choice`"),
        ("choice.passes = choice.buy + [1]", r"`add` cannot be used with \("),
        ("choice.card = later; later = 1", r"the variable `later` is used before it has a value"),
    ],
)
def test_what_numba_cannot_compile_is_said_in_a_line(tmp_path: Path, wrong: str, message: str) -> None:
    found = find_strategy(write(tmp_path, broken(wrong) + "def plain_function(x): return x\n"))
    place = rf"Strategy 'good' cannot be compiled\.\n.*mine\.py, line {LINE}: "
    with pytest.raises(UserError, match=place + message) as caught:
        DogsPlay(base(), 3, False, SEED, [found])
    assert len(str(caught.value)) < 500


def test_new_strategy_compiles_no_engine_and_is_kept(tmp_path: Path) -> None:
    rows_of(load_strategy("greedy"), 3)
    before = engine()
    path = write(tmp_path, GOOD)
    results = []
    for misses in (1, 0):
        found = find_strategy(path)
        results.append(rows_of(found))
        assert sum(found.decisions[TURN].stats.cache_misses.values()) == misses
    assert results[0] == results[1]
    assert engine() == before


def engine() -> tuple[int, dict[Any, int], dict[Any, int]]:
    """Return how often the engine was compiled or loaded."""
    stats = play_games.stats
    return len(play_games.signatures), dict(stats.cache_misses), dict(stats.cache_hits)


def test_edited_file_or_neighbour_is_never_run_stale(tmp_path: Path) -> None:
    write(tmp_path, "from simcore.jit import jit\nLEAST = 0\n@jit\ndef least():\n    return LEAST\n", "helpers.py")
    text = GOOD.replace("import strategy\n", "import strategy\nfrom helpers import least\n")
    path = write(tmp_path, text.replace("for space in range(rules", "for space in range(least(), rules"))
    before = rows_of(find_strategy(path))
    helpers = tmp_path / "helpers.py"
    helpers.write_text(helpers.read_text().replace("LEAST = 0", "LEAST = 3"))
    after = rows_of(find_strategy(path))
    assert after != before
    helpers.write_text(helpers.read_text().replace("LEAST = 3", "LEAST = 0"))
    assert rows_of(find_strategy(path)) == before


HELPER = """from simcore.jit import jit
@jit
def helper(choice, place):
    choice.buy[place] = 3
"""
ASK = """
import numba
import numpy as np
from simcore.dogs.game import SIGNATURES
from simcore.dogs.state import MEMORY, PARAMETERS
from simcore.jit import address_of, call_by_address
from strategies.loading import find_strategy

found = find_strategy("mine.py")
address = address_of(found.decisions[2], SIGNATURES[2])
call = call_by_address(SIGNATURES[2])

@numba.njit
def ask(memories, parameters):
    game = memories[0].game
    call(address, (memories[0].rules, game.public, game.private[0], parameters[0], game.stream[0], game.choice))

try:
    ask(np.zeros(1, MEMORY).view(np.recarray), np.zeros(1, PARAMETERS).view(np.recarray))
except IndexError as error:
    print(error, numba.config.BOUNDSCHECK)
"""


@pytest.mark.slow
def test_bounds_are_checked_in_files_and_their_helpers_with_everyday_settings_too(tmp_path: Path, root: Path) -> None:
    write(tmp_path, broken("helper(choice, own.seat + 7)").replace("@strategy\n", f"{HELPER}\n@strategy\n"))
    settings = {name: value for name, value in os.environ.items() if name != "NUMBA_BOUNDSCHECK"}
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=tmp_path,
        env=settings | {"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "index is out of bounds None\n", done.stderr
