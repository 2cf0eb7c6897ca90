"""`simcore bench`: that it measures what it says, on very few games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from simcore.cli.measuring import Table, run_simcore, whole_runs
from simcore.cli.watched import watch
from simcore.dogs.ruleset_file import load_ruleset
from simcore.errors import RunFailure
from simcore.results import open_results


def test_placements_of_a_table_are_those_of_its_games() -> None:
    table = Table(load_ruleset("base"), "uniform", 4, 20)
    placements = table.play()
    speed = table.speed()
    assert speed.placements_a_game == placements / 20
    assert speed.placements == pytest.approx(speed.games * speed.placements_a_game)
    assert 4 * 4 <= speed.placements_a_game <= 4 * 36


def test_two_threads_are_measured_with_the_cores_that_they_had() -> None:
    gain, cores = Table(load_ruleset("base"), "uniform", 4, 500).gain_of_two_threads()
    assert 0.1 < gain < 4.0 and 0.1 < cores < 2.2


def test_a_whole_run_is_told_beside_the_kernel_alone(tmp_path: Path) -> None:
    [run] = whole_runs(Table(load_ruleset("base"), "uniform", 4, 500), 3_000, tmp_path / "uniform_4", times=1)
    assert open_results(tmp_path / "uniform_4").games == 3_000
    assert run.counted > 0.0 and run.all == run.played + run.counted
    kernel_alone = run.share * run.all
    assert 0.001 < kernel_alone < 30.0, "3,000 games, in seconds of CPU time"


def test_watched_command_tells_what_it_used() -> None:
    used = watch(["--help"])
    assert used["code"] == 0
    assert used["wall"] > 0
    assert used["cpu"] > 0
    assert 2**20 < used["memory"] < 2**30
    assert watch(["no-such-command"])["code"] == 2


def test_failed_command_is_no_measurement() -> None:
    with pytest.raises(RunFailure, match="no-such-command failed"):
        run_simcore(["no-such-command"])


def test_memory_is_the_command_s_own() -> None:
    ballast = bytearray(400 * 2**20)
    ballast[::4096] = b"x" * len(ballast[::4096])
    assert run_simcore(["--help"]).memory < 200 * 2**20
    assert sys.getsizeof(ballast) > 2**28
