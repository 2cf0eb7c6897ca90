"""`simcore log`: what it writes, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simcore.cli.main import main
from simcore.dogs.log import Line
from simcore.dogs.play import DogsPlay, StrategyFault
from simcore.dogs.ruleset_file import load_ruleset
from tests.reference.conservation import check_log

TRIAL = """
name = "trial"
question = "Is it logged?"
players = 3
short = true
games = 8
seed = 1
strategies = { pool = ["uniform"] }
"""


@pytest.fixture(autouse=True)
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of its own, with an experiment of 8 games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trial.toml").write_text(TRIAL)
    return tmp_path / "trial.toml"


class BrokenOff(StrategyFault):
    """A fault in the midst of a game."""

    def __init__(self, lines: Any) -> None:
        super().__init__("Strategy 'uniform' raised ValueError: no idea")
        self.lines = lines


def games_of(text: str) -> Iterator[list[Line]]:
    """Yield the logs of games that were written one after another."""
    game: list[Line] = []
    for line in text.splitlines():
        game.append(json.loads(line))
        if game[-1]["event"] == "end":
            yield game
            game = []
    assert not game, "a game without its end"


def test_games_are_written_one_after_another(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", "trial.toml", "--games", "8"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    games = list(games_of(said.out))
    assert [game[0]["game"] for game in games] == list(range(8))
    for game in games:
        check_log(game, load_ruleset("base"))


def test_first_and_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", "trial.toml", "--games", "2", "--first", "5", "--seed", "9"]) == 0
    out = capsys.readouterr().out
    assert [(game[0]["game"], game[0]["seed"]) for game in games_of(out)] == [(5, 9), (6, 9)]
    single = ""
    for number in ("5", "6"):
        main(["replay", "trial.toml", "--game", number, "--seed", "9", "--json"])
        single += capsys.readouterr().out
    assert out == single


def test_games_beyond_the_last_are_written_with_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", "trial.toml", "--games", "2", "--first", "7"]) == 0
    said = capsys.readouterr()
    assert said.err == "Note: trial has 8 games, so its last is game 7; this goes beyond.\n"
    assert len(list(games_of(said.out))) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["trial.toml", "--games", "0"], "--games: found 0; allowed: a whole number from 1 on"),
        (["trial.toml", "--games", "1", "--first", "-1"], "--first: found -1; allowed: a whole number from 0"),
        (["trial.toml", "--games", "2", "--first", "9999999999"], "--first plus --games"),
        (["trial.toml", "--games", "1", "--seed", "-5"], "--seed: found -5"),
        (["trial.toml"], "Missing option '--games'"),
        (["trail", "--games", "1"], "trail: there is no experiment of that name"),
    ],
)
def test_bad_input_ends_with_2(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err


def test_a_faulty_strategy_ends_with_1_after_whole_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = DogsPlay.replay

    def breaks_in_game_2(self: DogsPlay, game: int, dogs: list[int], strategies: list[int]) -> Any:
        records, rows = played(self, game, dogs, strategies)
        if game == 2:
            raise BrokenOff(records[:9])
        return records, rows

    monkeypatch.setattr(DogsPlay, "replay", breaks_in_game_2)
    assert main(["log", "trial.toml", "--games", "5"]) == 1
    said = capsys.readouterr()
    assert [game[0]["game"] for game in games_of(said.out)] == [0, 1]
    assert said.err == "Strategy 'uniform' raised ValueError: no idea\n"


@pytest.mark.slow
def test_a_closed_pipe_ends_quietly(trial: Path) -> None:
    trial.write_text(TRIAL.replace("games = 8", "games = 500"))
    command = f"{sys.executable} -m simcore log trial.toml --games 500 | head -n 1"
    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True)
    assert json.loads(done.stdout)["event"] == "setup"
    assert done.stderr == ""
