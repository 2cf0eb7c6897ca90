"""`simcore report`: what it writes, says and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports import win_blocks
from simcore.cli.main import main
from tests.reports.synthetic import Design, write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_run(tmp_path_factory.mktemp("runs") / "small", Design(games=60))


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reports have a single block: these tests are about the command."""
    monkeypatch.setattr("reports.sections.OF_A_RUN", (win_blocks.balance,))


def test_it_says_where_the_report_is(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(run), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr()
    assert said.out == f"Report: {tmp_path / 'out' / 'index.html'}\n"
    assert said.err == "Reading small: 60 games\n"
    assert (tmp_path / "out" / "index.html").is_file()


def test_reports_go_under_reports_out_by_default(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["report", str(run)]) == 0
    assert (tmp_path / "reports" / "out" / "small" / "index.html").is_file()


def test_the_margin_is_set_in_percentage_points(run: Path, tmp_path: Path) -> None:
    assert main(["report", str(run), "--out", str(tmp_path / "out"), "--margin", "2.5"]) == 0
    assert "Against a margin of ±2.5 points" in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("margin", ["0", "-1", "50", "nan"])
def test_a_margin_that_means_nothing_ends_with_2(
    margin: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(run), "--out", str(tmp_path / "out"), "--margin", margin]) == 2
    assert f"--margin: found {margin}; allowed: percentage points above 0 and below 50" in capsys.readouterr().err


@pytest.mark.parametrize("content", [None, "not json", '{"format": 1}', '{"other": "program"}'])
def test_folders_that_are_no_results_end_with_2(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    if content is not None:
        (folder / "manifest.json").write_text(content, encoding="utf-8")
    assert main(["report", str(folder), "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert str(folder) in error and "Traceback" not in error
    assert not (tmp_path / "out").exists()


def test_a_missing_part_ends_with_2_and_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = write_run(tmp_path / "run", Design(games=60), part_games=20)
    [*_, last] = sorted((run / "parts").iterdir())
    last.unlink()
    assert main(["report", str(run), "--out", str(tmp_path / "out")]) == 2
    assert last.name in capsys.readouterr().err


def test_a_foreign_output_folder_ends_with_2(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    assert main(["report", str(run), "--out", str(tmp_path)]) == 2
    assert "is not a report of simcore" in capsys.readouterr().err


def test_an_unwritable_output_folder_ends_with_2(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["report", str(run), "--out", str(tmp_path / "file" / "out")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_without_a_run_it_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report"]) == 2
    assert "RUN" in capsys.readouterr().err
