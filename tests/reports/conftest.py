"""Made-up results folders that several tests read."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.report import write_report
from tests.reports.synthetic import Design, write_run

EFFECTS = {"macbeth": 3.0, "stormcrow": -3.0}


@pytest.fixture(scope="session")
def four_players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return 2,400 complete four-player games of one strategy, in six parts."""
    design = Design(players=4, games=2_400, seed=4, dog_effects=EFFECTS)
    return write_run(tmp_path_factory.mktemp("runs") / "fours", design)


@pytest.fixture(scope="session")
def three_players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return 600 of 1,000 three-player games of two strategies."""
    design = Design(
        players=3,
        games=1_000,
        seed=3,
        strategies=("greedy", "uniform"),
        strategy_effects={"uniform": -5.0},
        dog_effects=EFFECTS,
    )
    return write_run(tmp_path_factory.mktemp("runs") / "threes", design, games_done=600)


@pytest.fixture(scope="session")
def folder(four_players: Path, three_players: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a report on both runs."""
    out = tmp_path_factory.mktemp("reports") / "both"
    write_report([four_players, three_players], out)
    return out
