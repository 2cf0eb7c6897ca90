"""Stopping a study while it writes its report: nothing is lost, and the command to go on with is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.cli.main import main

COMPARE = ["compare", "base", "rich_omalley", "--games", "60", "--out", "study"]
SWEEP = ["sweep", "soldiers.knight.cost=2:3:2", "--games", "60", "--out", "study"]
BALANCE = [
    "balance",
    "dogs.omalley.abilities.profiteer.coins=1:2",
    "--games-per-point",
    "60",
    "--confirm",
    "60",
    "--out",
    "study",
]
LEAGUE = ["league", "trial.toml", "--out", "study"]
ABILITIES = ["abilities", "--ruleset", "base+no_retreat", "--games", "60", "--out", "study"]
ROBUSTNESS = ["robustness", "--draws", "1", "--games", "60", "--out", "study"]

TRIAL = """
name = "trial"
question = "Who beats whom?"
players = 3
games_per_mix = 60
seed = 1
strategies = { draw = "mixes", mixes = "one_against", pool = ["uniform", "greedy"] }
"""


@pytest.mark.parametrize(
    ("command", "stage"),
    [
        (COMPARE, "reports.compare_report.write_comparison"),
        (SWEEP, "reports.sweep_report.write_sweep"),
        (BALANCE, "reports.balancing_page.write_balancing"),
        (LEAGUE, "reports.report.write_report"),
        (ABILITIES, "reports.abilities.read_abilities"),
        (ABILITIES, "reports.abilities_page.write_abilities"),
        (ROBUSTNESS, "reports.robustness.read_robustness"),
        (ROBUSTNESS, "reports.robustness_page.write_robustness"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_report_that_is_stopped_says_how_to_go_on(
    command: list[str],
    stage: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    Path("trial.toml").write_text(TRIAL)
    with monkeypatch.context() as patched:
        patched.setattr(stage, stop)
        assert main(command) == 130
    told = capsys.readouterr().err.splitlines()[-2:]
    assert told[0] == "Stopped. What was played is kept; go on with:"
    assert told[1].startswith(f"  simcore {command[0]} ") and told[1].endswith(" --resume")
    assert all(word in told[1] for word in command)
    assert main(told[1].split()[1:]) == 0
    assert "Report: " in capsys.readouterr().out
