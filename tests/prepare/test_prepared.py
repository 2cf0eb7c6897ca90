"""Experiments made ready: the shipped ones are sound, and what they tell goes where it is wanted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from simcore.prepare.prepared import prepare
from simcore.prepare.replayer import note_if_beyond
from strategies.dogs import registry


def shipped() -> list[Path]:
    return sorted((Path(__file__).parent.parent.parent / "experiments").glob("*.toml"))


@pytest.mark.parametrize("path", shipped(), ids=lambda path: str(path.stem))
def test_shipped_experiments_are_sound(path: Path) -> None:
    prepared = prepare(str(path))
    assert prepared.experiment.games % prepared.experiment.players == 0 or prepared.experiment.games >= 100_000
    dogs, strategies = prepared.line_up(0)
    assert len(dogs) == len(strategies) == prepared.experiment.players


def test_shipped_experiments_are_those_promised() -> None:
    known = {path.stem for path in shipped()}
    assert known >= {"baseline", "baseline_3", "baseline_5", "uniform_3", "uniform_4", "uniform_5", "uniform_short3"}
    assert (prepare("baseline").experiment.games, prepare("baseline").experiment.players) == (1_000_000, 4)
    assert prepare("uniform_short3").experiment.short


@pytest.mark.parametrize("players", [3, 4, 5])
def test_shipped_leagues_are_of_all_scripts_and_balanced(players: int) -> None:
    scripts = [name for name, strategy in registry().items() if strategy.helper is None]
    prepared = prepare(f"league_{players}")
    asked = prepared.experiment
    assert list(asked.strategy_names) == scripts and asked.players == players
    design = asked.design(prepared.dogs)
    assert len(design.mixes) == len(scripts) * (len(scripts) - 1)
    assert asked.games % design.block == 0 and asked.games >= 100_000 * len(design.mixes)


def test_it_tells_whom_it_is_told_to_tell_and_nobody_else(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    asked = replace(prepare("baseline", games=10), tell=told.append)
    note_if_beyond(asked, 9)
    assert told == []
    note_if_beyond(asked, 10)
    assert told == ["Note: baseline has 10 games, so its last is game 9; this goes beyond."]
    assert capsys.readouterr() == ("", "")
