"""`simcore replay`: what it prints, from which game, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simcore.cli.main import main
from simcore.dogs.play import DogsPlay, StrategyFault
from simcore.dogs.ruleset import ruleset_hash
from simcore.dogs.ruleset_file import load_ruleset
from simcore.prepare.prepared import prepare
from tests.reference.conservation import check_log

TRIAL = """
name = "trial"
question = "Is it told?"
players = 4
games = 20
seed = 1
dogs = { pool = ["stormcrow", "blackmane", "omalley", "macbeth"] }
strategies = { pool = ["uniform"] }
"""


@pytest.fixture(autouse=True)
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of its own, with an experiment of 20 games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trial.toml").write_text(TRIAL)
    return tmp_path / "trial.toml"


class BrokenOff(StrategyFault):
    """A fault in the midst of a game."""

    def __init__(self, lines: Any) -> None:
        super().__init__("Strategy 'uniform' broke R3.3")
        self.lines = lines


def log_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_game_is_told_plainly_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "trial.toml", "--game", "17"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    hash_ = ruleset_hash(load_ruleset("base"))
    assert said.out.startswith(f"Game 17 of trial: seed 1, ruleset base ({hash_})\n4 players;")
    assert "YEAR 1" in said.out and "YEAR 4" in said.out and "SCORES" in said.out
    assert said.out.isascii() and "\x1b" not in said.out
    assert max(map(len, said.out.splitlines())) <= 100


def test_the_log_is_the_game_of_the_experiment(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "trial.toml", "--game", "17", "--json"]) == 0
    log = log_of(capsys.readouterr().out)
    check_log(log, load_ruleset("base"))
    dogs, _ = prepare("trial.toml").line_up(17)
    names = [dog.name for dog in load_ruleset("base").dogs]
    assert log[0]["dogs"] == [names[dog] for dog in dogs]
    assert set(log[0]["dogs"]) == {"stormcrow", "blackmane", "omalley", "macbeth"}
    assert (log[0]["seed"], log[0]["game"], log[0]["strategies"]) == (1, 17, ["uniform"] * 4)


def test_the_replay_has_the_scores_of_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    from simcore.results import open_results

    assert main(["run", "trial.toml"]) == 0
    rows = open_results("runs/trial").frame()
    capsys.readouterr()
    assert main(["replay", "trial.toml", "--game", "13", "--json"]) == 0
    log = log_of(capsys.readouterr().out)
    mine = rows[rows["game"] == 13].sort_values("seat")
    assert log[0]["dogs"] == mine["dog"].tolist()
    assert log[0]["support"] == mine["support_house"].tolist()
    for part, scores in log[-1]["score"][0].items():
        del scores
        assert [score[part] for score in log[-1]["score"]] == mine[part].tolist()


def test_another_seed_is_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "trial.toml", "--game", "3", "--json", "--seed", "2"]) == 0
    log = log_of(capsys.readouterr().out)
    assert log[0]["seed"] == 2
    main(["replay", "trial.toml", "--game", "3", "--json"])
    assert log_of(capsys.readouterr().out)[1:] != log[1:]


def test_one_year(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "trial.toml", "--game", "3", "--year", "2"]) == 0
    out = capsys.readouterr().out
    assert "YEAR 2" in out
    assert "YEAR 1" not in out and "YEAR 3" not in out


def test_a_game_beyond_the_last_is_replayed_with_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "trial.toml", "--game", "20", "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == "Note: trial has 20 games, so its last is game 19; this goes beyond.\n"
    assert log_of(said.out)[0]["game"] == 20


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["trial.toml", "--game", "-1"], "--game: found -1; allowed: a whole number from 0 to 9,999,999,999"),
        (["trial.toml", "--game", "10000000000"], "--game: found 10000000000"),
        (["trial.toml", "--game", "1", "--year", "5"], "--year: found 5; allowed: a Year from 1 to 4"),
        (["trial.toml", "--game", "1", "--year", "1", "--json"], "--year: found together with --json"),
        (["trial.toml", "--game", "1", "--seed", "-1"], "--seed: found -1"),
        (["trail", "--game", "1"], "trail: there is no experiment of that name"),
        (["trail.toml", "--game", "1"], "trail.toml"),
        (["trial.toml"], "Missing option '--game'"),
        (["trial.toml", "--game", "x"], "Invalid value for '--game'"),
    ],
)
def test_bad_input_ends_with_2(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert "Traceback" not in captured.err


def test_a_faulty_strategy_ends_with_1_after_what_came_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = DogsPlay.replay

    def broken_off(self: DogsPlay, game: int, dogs: list[int], strategies: list[int]) -> Any:
        records, _ = played(self, game, dogs, strategies)
        raise BrokenOff(records[:3])

    monkeypatch.setattr(DogsPlay, "replay", broken_off)
    assert main(["replay", "trial.toml", "--game", "0", "--json"]) == 1
    said = capsys.readouterr()
    assert [line["event"] for line in log_of(said.out)] == ["setup", "year", "muster"]
    assert said.err == "Strategy 'uniform' broke R3.3\n"
    assert main(["replay", "trial.toml", "--game", "0"]) == 1
    said = capsys.readouterr()
    assert "Mustering" in said.out and "Action" not in said.out
    assert said.err == "Strategy 'uniform' broke R3.3\n"


@pytest.mark.slow
def test_a_closed_pipe_ends_quietly() -> None:
    command = f"set -o pipefail; {sys.executable} -m simcore replay trial.toml --game 0 | head -n 1"
    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True)
    assert done.stdout.startswith("Game 0 of trial")
    assert done.stderr == ""
