"""Output folders: what is ours is told from what is not, and taken up again only when it is whole."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from simcore import batch
from simcore.batch import run
from simcore.errors import RunFailure, UserError
from simcore.results import open_results
from tests.fake_game import plan, same

PART = 100


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "LEAST_GAMES_OF_A_PART", PART)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> pa.Table:
    """The results of 1,000 games played in one go, in one part."""
    return run(plan(), tmp_path_factory.mktemp("expected")).table()


def test_existing_results_ask_what_to_do(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(plan(games=300), out)
    complete = (
        r"holds complete results already \(300 games\); play them anew with --overwrite, or keep them with --resume"
    )
    with pytest.raises(UserError, match=complete):
        run(plan(games=300, seed=6), out)


def test_results_of_a_stopped_run_ask_what_to_do(tmp_path: Path) -> None:
    def stop(game: int, control: Any) -> None:
        if game == 150:
            raise RunFailure("broken")

    out = tmp_path / "out"
    with pytest.raises(RunFailure, match="broken"):
        run(plan(games=300, hook=stop), out)
    with pytest.raises(UserError, match=r"holds results already \(150 of 300 games\); go on with --resume"):
        run(plan(games=300), out)
    (out / "manifest.json").write_text("")
    with pytest.raises(UserError, match="holds results already; go on with --resume"):
        run(plan(games=300), out)


def test_complete_results_stay_or_get_more_games_as_the_message_says(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(plan(games=300), out)
    before = (out / "manifest.json").read_bytes()
    run(plan(games=300), out, resume=True)
    assert (out / "manifest.json").read_bytes() == before
    assert run(plan(games=400), out, resume=True).games == 400


def test_overwrite_replaces_results_and_leaves_other_files(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(plan(games=300), out)
    (out / "notes.txt").write_text("mine")
    (out / "parts" / "more.txt").write_text("mine too")
    assert run(plan(games=200, seed=6), out, overwrite=True).manifest["seed"] == 6
    assert len(list((out / "parts").glob("*.parquet"))) == 2
    assert (out / "notes.txt").exists()
    assert (out / "parts" / "more.txt").exists()


@pytest.mark.parametrize(("overwrite", "resume"), [(False, False), (True, False), (False, True)])
def test_foreign_folder_is_never_touched(tmp_path: Path, overwrite: bool, resume: bool) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(UserError, match="holds other files"):
        run(plan(), tmp_path, overwrite=overwrite, resume=resume)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_overwrite_and_resume_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="exclude each other"):
        run(plan(), tmp_path, overwrite=True, resume=True)


def test_out_may_not_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="is a file"):
        run(plan(), tmp_path / "file")


def test_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"cannot be written to \(Not a directory\).*--out"):
        run(plan(), tmp_path / "file" / "out")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_folder_without_permission_is_an_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UserError, match=r"cannot be written to \(Permission denied\)"):
        run(plan(), tmp_path / "out")
    tmp_path.chmod(0o700)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"seed": 6}, "seed"),
        ({"behaviour": "2"}, "code of the game or of a strategy"),
        ({"strategy_params": {"bold": {"nerve": 2.0}, "meek": {}}}, "parameters of strategies"),
        ({"ruleset": {"name": "base", "title": "Made up", "hash": "01", "provenance": {}}}, "ruleset"),
    ],
)
def test_results_of_another_run_are_not_continued(tmp_path: Path, changes: dict[str, Any], word: str) -> None:
    out = tmp_path / "out"
    run(plan(games=300), out)
    with pytest.raises(UserError, match=f"another run: what differs is the {word};.*--overwrite"):
        run(plan(games=400, **changes), out, resume=True)
    assert open_results(out).games == 300


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[40] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [_cut, _flip, Path.unlink])
@pytest.mark.parametrize("listed", [True, False])
def test_damaged_part_is_played_again(tmp_path: Path, expected: pa.Table, damage: Any, listed: bool) -> None:
    out = tmp_path / "out"
    run(plan(), out)
    if not listed:
        (out / "manifest.json").unlink()
    damage(out / "parts" / "games_000000300_000000400.parquet")
    notes: list[str] = []
    assert same(run(plan(), out, resume=True, on_note=notes.append), expected)
    assert len(notes) == (0 if damage is Path.unlink and not listed else 1)
    assert open_results(out, verify=True).complete


def test_stray_part_of_another_run_is_an_error(tmp_path: Path) -> None:
    run(plan(seed=6), tmp_path / "other")
    (tmp_path / "out" / "parts").mkdir(parents=True)
    name = "parts/games_000000100_000000200.parquet"
    (tmp_path / "other" / name).rename(tmp_path / "out" / name)
    with pytest.raises(UserError, match="written by another run"):
        run(plan(), tmp_path / "out", resume=True)


def test_renamed_part_is_not_taken(tmp_path: Path, expected: pa.Table) -> None:
    out = tmp_path / "out"
    run(plan(), out)
    (out / "manifest.json").unlink()
    folder = out / "parts"
    (folder / "games_000000100_000000200.parquet").rename(folder / "games_000000300_000000400.parquet")
    assert same(run(plan(), out, resume=True), expected)


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def hook(game: int, control: Any) -> None:
        if game == 0:
            with pytest.raises(UserError, match=rf"another run is writing to it \(process {os.getpid()}\)"):
                run(plan(), out, resume=True)

    run(plan(games=200, hook=hook), out)
    assert not (out / ".lock").exists()


def test_lock_left_by_a_killed_process_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / ".lock").write_text("4194304\n")
    assert run(plan(games=200), tmp_path).complete
