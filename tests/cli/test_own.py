"""`--strategy NAME=FILE`: a strategy of the user's own in `run`, `replay` and `log`, and what happens when it fails."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from simcore.cli.main import main
from simcore.results import open_results
from tests.strategies.own_files import BEYOND, CHANCE, FIELD, GOOD, LINE, LOOP, ZERO, broken, write

TRIAL = """
name = "trial"
question = "Does it run?"
players = 3
games = 60
seed = 1
strategies = { pool = ["uniform"] }
"""
OPTION = ("--strategy", "bold=mine.py")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of its own, with an experiment of 60 games and a good strategy."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trial.toml").write_text(TRIAL)
    write(tmp_path, GOOD)
    return tmp_path


def test_it_takes_part_beside_the_pool_and_the_manifest_tells_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "trial.toml", *OPTION]) == 0
    assert "strategies uniform, bold, seed 1" in capsys.readouterr().err
    results = open_results("runs/trial")
    assert results.manifest["strategies"] == ["uniform", "bold"]
    sha256 = hashlib.sha256(GOOD.encode()).hexdigest()
    assert results.manifest["strategy_files"] == {"bold": {"path": "mine.py", "sha256": sha256}}
    assert results.manifest["command"].endswith(" --strategy bold=mine.py")
    seats = results.table().column("strategy").to_pylist()
    assert 0.35 < seats.count("bold") / len(seats) < 0.65  # 180 seats, half of them: 0.5 with an sd of 0.037


def test_pool_that_names_it_is_left_as_it_is(folder: Path) -> None:
    text = 'strategies = { draw = "fixed", pool = ["bold", "uniform", "uniform"] }'
    (folder / "trial.toml").write_text(TRIAL.replace('strategies = { pool = ["uniform"] }', text))
    assert main(["run", "trial.toml", *OPTION, "--games", "10"]) == 0
    assert open_results("runs/trial").table().column("strategy").to_pylist() == ["bold", "uniform", "uniform"] * 10


def test_its_parameters_can_be_set_by_the_experiment(folder: Path) -> None:
    write(folder, GOOD.replace("@strategy", '@strategy(parameters={"nerve": 1.0})'))
    text = 'strategies = { pool = ["bold"], params = { bold = { nerve = 3 } } }'
    (folder / "trial.toml").write_text(TRIAL.replace('strategies = { pool = ["uniform"] }', text))
    assert main(["run", "trial.toml", *OPTION, "--games", "10"]) == 0
    assert open_results("runs/trial").manifest["strategy_params"] == {"bold": {"nerve": 3.0}}


def test_resume_refuses_a_changed_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "trial.toml", *OPTION]) == 0
    assert main(["run", "trial.toml", *OPTION, "--games", "90", "--resume"]) == 0
    write(folder, GOOD + "# changed\n")
    assert main(["run", "trial.toml", *OPTION, "--games", "120", "--resume"]) == 2
    assert "what differs is the code of the game or of a strategy" in capsys.readouterr().err


def test_replay_and_log_know_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "trial.toml", *OPTION, "--game", "1"]) == 0
    assert "decided by bold" in capsys.readouterr().out
    assert main(["log", "trial.toml", *OPTION, "--games", "3"]) == 0
    assert '"bold"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["bold"], "--strategy: found 'bold'; allowed: NAME=FILE, such as mine=mine.py"),
        (["Bold=mine.py"], "--strategy: found 'Bold=mine.py'; allowed: NAME=FILE"),
        (["bold=uniform"], '--strategy: found "uniform"; allowed: the path of a .py file'),
        (["bold=mine.py", "bold=mine.py"], '--strategy: "bold" is given twice'),
        (["greedy=mine.py"], 'mine.py: is called "greedy", which is the name of a known strategy'),
        (["bold=none.py"], "none.py: there is no such file; `simcore strategy new none.py` writes one"),
    ],
)
def test_faulty_options(options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [word for option in options for word in ("--strategy", option)]
    assert main(["run", "trial.toml", *arguments]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said


def test_fixed_pool_that_leaves_it_out_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'strategies = { draw = "fixed", pool = ["uniform", "uniform", "uniform"] }'
    (folder / "trial.toml").write_text(TRIAL.replace('strategies = { pool = ["uniform"] }', text))
    assert main(["run", "trial.toml", *OPTION]) == 2
    assert '--strategy: "bold" has no seat, since trial fixes who sits where' in capsys.readouterr().err


def test_file_that_does_not_compile_ends_with_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, broken(FIELD))
    assert main(["run", "trial.toml", *OPTION]) == 2
    said = capsys.readouterr().err
    assert f'mine.py, line {LINE}: `own` has no `coin`; did you mean "coins"?' in said
    assert "Traceback" not in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (ZERO, "raised ZeroDivisionError: integer division by zero"),
        (BEYOND, "raised IndexError: index is out of bounds"),
    ],
)
def test_error_names_the_line_and_the_command_that_replays(
    wrong: str, error: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, broken(wrong))
    assert main(["run", "trial.toml", *OPTION]) == 1
    said = capsys.readouterr().err
    assert f"Strategy 'bold' {error}.\nmine.py, line {LINE}:\n    {wrong}\n" in said
    assert "To see the game: simcore replay trial.toml --strategy bold=mine.py --seed 1 --game " in said


def run_simcore(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own: a thread in compiled code cannot be stopped."""
    command = [sys.executable, "-m", "simcore", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_endless_loop_ends_with_strategy_seat_game_line_and_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMCORE_PATIENCE", "2")
    write(folder, broken(LOOP))
    for command in (["run", "trial.toml"], ["replay", "trial.toml", "--game", "0"]):
        done = run_simcore(*command, *OPTION)
        assert done.returncode == 1, done.stderr
        assert f"Strategy 'bold' has not answered for 2 seconds.\nmine.py, line {LINE}:\n    {LOOP}\n" in done.stderr
        assert "decision turn (mine.py, line 6)" in done.stderr
        assert "To see the game: simcore replay trial.toml --strategy bold=mine.py --seed 1 --game " in done.stderr


@pytest.mark.parametrize(
    ("lines", "place", "line"),
    [
        ("while True: pass", "mine.py, line 1", "while True: pass"),
        ("while True:\n    try: 1 / 0\n    except: pass", "mine.py, line", ""),
        ("import time\ntime.sleep(60)", "mine.py, line 2", "time.sleep(60)"),
        ("import beside", "beside.py, line 2", "while True: pass"),
    ],
)
def test_an_import_that_never_ends_is_told_with_file_and_line(
    lines: str, place: str, line: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMCORE_PATIENCE", "1")
    write(folder, f"{lines}\n{GOOD}")
    write(folder, "# a neighbour\nwhile True: pass\n", "beside.py")
    done = run_simcore("run", "trial.toml", *OPTION)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith(place)
    assert "is still being imported after 1 second:" in done.stderr and "SIMCORE_PATIENCE=SECONDS" in done.stderr
    assert done.stderr.rstrip().endswith(line)
    assert "Traceback" not in done.stderr and not (folder / "runs").exists()


@pytest.mark.parametrize(
    "command", [["run", "trial.toml"], ["compare", "base", "no_upstage", "--experiment", "trial.toml"]]
)
def test_chance_of_others_is_warned_of_in_the_words_of_the_check(
    command: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder, broken(CHANCE))
    assert main([*command, "--games", "10", *OPTION]) == 0
    said = capsys.readouterr().err
    words = f"mine.py, line {LINE}: uses numpy.random; the only chance allowed is `below(chance, n)` from simcore.rng"
    assert said.count(f"Warning: {words}\n") == 1
    assert main(["strategy", "check", "mine.py", "--games", "100"]) == 2
    assert words in capsys.readouterr().out


@pytest.mark.parametrize("text", ["soon", "0", "-1", "inf", "nan"])
def test_patience_that_is_no_time_is_refused(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIMCORE_PATIENCE", text)
    assert main(["replay", "trial.toml", "--game", "0"]) == 2
    assert f"SIMCORE_PATIENCE: found '{text}'; allowed: a number of seconds above 0" in capsys.readouterr().err
