"""What is told while something goes on: lines where there is no terminal, and bars."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from simcore import progress
from simcore.tuning import Step


def test_plain_progress_writes_a_line_a_tenth() -> None:
    stream = StringIO()
    show = progress.plain_progress(stream)
    for done in range(0, 1_001, 7):
        show(done, 1_000)
    show(1_000, 1_000)
    lines = stream.getvalue().splitlines()
    assert len(lines) == 10
    assert lines[0] == "105 of 1,000 games (10%)"
    assert lines[-1] == "1,000 of 1,000 games (100%)"


def test_bar_shows_games_and_rate() -> None:
    stream = StringIO()
    with progress.bar_progress(Console(file=stream, force_terminal=True, width=100)) as show:
        show(250, 1_000)
        show(1_000, 1_000)
    assert "1,000 of 1,000 games" in stream.getvalue()
    assert "games/s" in stream.getvalue()


def test_plain_tuning_progress_tells_tasks_and_tenths() -> None:
    stream = StringIO()
    show = progress.plain_tuning_progress(stream)
    for part in range(1, 6):
        show(Step("tuning all, generation", part, 5, None if part == 1 else 0.25, 10 * part, 1_000))
    show(Step("confirming, part", 1, 2, None, 60, 1_000))
    assert stream.getvalue().splitlines() == [
        "tuning all, generation 1 of 5 (1%)",
        "confirming, part 1 of 2 (6%)",
    ]


def test_tuning_bar_shows_task_and_generation() -> None:
    stream = StringIO()
    with progress.bar_tuning_progress(Console(file=stream, force_terminal=True, width=120)) as show:
        show(Step("tuning all, generation", 2, 5, 0.25, 250, 1_000))
    assert "tuning all, generation 2 of 5, objective 0.250" in stream.getvalue()
