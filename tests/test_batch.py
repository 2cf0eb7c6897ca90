"""Runs: the same results whatever happens, nothing lost when they stop, and errors that say how to go on."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import tracemalloc
from collections import namedtuple
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from simcore import batch, files, parts
from simcore.batch import Interrupted, missing_ranges, part_size, run, split
from simcore.errors import RunFailure, UserError
from simcore.files import OutputFailure
from simcore.results import open_results
from tests.fake_game import IllegalChoice, plan, same, wait_for_stop

PART = 100


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "LEAST_GAMES_OF_A_PART", PART)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> pa.Table:
    """The results of 1,000 games played in one go, in one part."""
    return run(plan(), tmp_path_factory.mktemp("expected")).table()


def interrupt_at(game: int) -> Any:
    """Return a hook that presses Ctrl-C before a game, and goes on once the player is told to stop."""

    def hook(played: int, control: Any) -> None:
        if played == game:
            os.kill(os.getpid(), signal.SIGINT)
            wait_for_stop(control)

    return hook


def test_every_game_has_one_row_a_seat(tmp_path: Path) -> None:
    frame = run(plan(games=250), tmp_path / "out").frame()
    assert frame["game"].tolist() == [game for game in range(250) for _ in range(3)]
    assert frame["seat"].tolist() == [0, 1, 2] * 250


def test_win_shares_of_a_game_add_up_to_one(expected: pa.Table) -> None:
    frame = expected.to_pandas()
    assert frame.groupby("game")["win_share"].sum().round(6).eq(1).all()
    assert (frame["win_share"].gt(0) == frame["rank"].eq(1)).all()


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("least", [37, 100, 1_000])
def test_results_do_not_depend_on_threads_or_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: pa.Table, threads: int, least: int
) -> None:
    monkeypatch.setattr(batch, "LEAST_GAMES_OF_A_PART", least)
    assert same(run(plan(), tmp_path / "out", threads=threads), expected)


def test_interrupted_run_keeps_its_games_and_says_how_to_go_on(tmp_path: Path, expected: pa.Table) -> None:
    out = tmp_path / "out"
    with pytest.raises(Interrupted, match=r"(?s)keeps 346 of 1,000 games.*simcore run made_up --resume") as caught:
        run(plan(hook=interrupt_at(345)), out)
    assert caught.value.exit_code == 130
    kept = open_results(out, incomplete=True)
    assert (kept.games, kept.complete) == (346, False)
    assert same(kept, expected.slice(0, 346 * 3))


@pytest.mark.parametrize("threads", [1, 3])
def test_interrupted_run_goes_on_to_the_same_results(tmp_path: Path, expected: pa.Table, threads: int) -> None:
    out = tmp_path / "out"
    for game in (345, 610, 611):
        with pytest.raises(Interrupted):
            run(plan(hook=interrupt_at(game)), out, threads=threads, resume=out.exists())
    assert same(run(plan(), out, threads=threads, resume=True), expected)


def test_sigterm_stops_like_ctrl_c(tmp_path: Path) -> None:
    def hook(game: int, control: Any) -> None:
        if game == 150:
            os.kill(os.getpid(), signal.SIGTERM)
            wait_for_stop(control)

    with pytest.raises(Interrupted, match="151 of 1,000"):
        run(plan(hook=hook), tmp_path / "out")


def test_signal_handlers_are_put_back(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with pytest.raises(Interrupted):
        run(plan(hook=interrupt_at(0)), tmp_path / "out")
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_second_ctrl_c_does_not_wait_for_a_strategy_that_never_answers(tmp_path: Path) -> None:
    release = threading.Event()

    def hook(game: int, control: Any) -> None:
        if game == 150:
            os.kill(os.getpid(), signal.SIGINT)
            wait_for_stop(control)
            os.kill(os.getpid(), signal.SIGINT)
            release.wait()

    out = tmp_path / "out"
    with pytest.raises(Interrupted, match="100 of 1,000"):
        run(plan(hook=hook), out)
    release.set()
    assert open_results(out, incomplete=True).games == 100


def test_two_signals_at_once_lose_no_games(tmp_path: Path) -> None:
    def hook(game: int, control: Any) -> None:
        if game == 150:
            os.kill(os.getpid(), signal.SIGINT)
            wait_for_stop(control)
            os.kill(os.getpid(), signal.SIGINT)

    out = tmp_path / "out"
    with pytest.raises(Interrupted, match="151 of 1,000"):
        run(plan(hook=hook), out)
    assert not list(out.rglob("*.tmp"))


def test_keyboard_interrupt_from_progress_stops(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    started = plan(hook=lambda game, control: wait_for_stop(control))
    with pytest.raises(Interrupted, match="1 of 1,000"):
        run(started, tmp_path / "out", on_progress=stop)


def test_failing_progress_keeps_games_and_is_raised(tmp_path: Path) -> None:
    def fail(done: int, total: int) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    with pytest.raises(BrokenPipeError):
        run(plan(hook=lambda game, control: wait_for_stop(control)), tmp_path / "out", on_progress=fail)
    assert open_results(tmp_path / "out", incomplete=True).games == 1


def test_progress_rises_to_the_total(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    run(plan(), tmp_path / "out", threads=2, on_progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1] == (1_000, 1_000)


def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    def peak(games: int) -> int:
        tracemalloc.start()
        run(plan(games=games), tmp_path / str(games))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    run(plan(games=PART), tmp_path / "first")  # what is imported and compiled does not count
    assert peak(20 * PART) < 1.5 * peak(5 * PART)


def test_more_games_extend_results(tmp_path: Path, expected: pa.Table) -> None:
    out = tmp_path / "out"
    run(plan(games=430), out)
    assert same(run(plan(), out, resume=True), expected)


def test_fewer_games_than_there_are_is_an_error(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(plan(games=430), out)
    with pytest.raises(UserError, match=r"up to number 430.*--games 430"):
        run(plan(games=200), out, resume=True)
    assert open_results(out).games == 430


def test_complete_results_are_left_as_they_are(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(plan(games=300), out)
    before = (out / "manifest.json").read_bytes()
    run(plan(games=300), out, resume=True)
    assert (out / "manifest.json").read_bytes() == before


def test_killed_process_loses_no_finished_part(tmp_path: Path, root: Path, expected: pa.Table) -> None:
    out = tmp_path / "out"
    code = f"""
        import os, signal
        from simcore import batch
        from tests.fake_game import plan
        batch.LEAST_GAMES_OF_A_PART = {PART}
        def hook(game, control):
            if game == 777:
                os.kill(os.getpid(), signal.SIGKILL)
        batch.run(plan(hook=hook), {str(out)!r})
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], cwd=root, check=False)
    assert done.returncode == -signal.SIGKILL
    (out / "parts" / "games_000000700_000000800.parquet.tmp").write_bytes(b"half")
    assert len(list((out / "parts").glob("*.parquet"))) == 7
    with pytest.raises(UserError, match=r"not complete \(0 of 1,000 games\)"):
        open_results(out)

    def hook(game: int, control: Any) -> None:
        assert game >= 700, "a finished part is played again"

    assert same(run(plan(hook=hook), out, resume=True), expected)
    assert not list((out / "parts").glob("*.tmp"))


def test_illegal_choice_stops_the_run_and_keeps_games(tmp_path: Path, expected: pa.Table) -> None:
    def hook(game: int, control: Any) -> None:
        if game == 345:
            raise IllegalChoice("strategy 'bold' broke R4.3 in game 345")

    out = tmp_path / "out"
    with pytest.raises(RunFailure, match=r"(?s)'bold' broke R4.3.*keeps 345 of 1,000 games.*--resume") as caught:
        run(plan(hook=hook), out)
    assert caught.value.exit_code == 1
    assert same(open_results(out, incomplete=True), expected.slice(0, 345 * 3))


def test_bug_in_a_thread_is_raised_as_it_is(tmp_path: Path) -> None:
    def hook(game: int, control: Any) -> None:
        if game == 345:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(plan(hook=hook), tmp_path / "out", threads=2)
    assert open_results(tmp_path / "out", incomplete=True).games >= 45


def test_full_disk_keeps_finished_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: pa.Table) -> None:
    room = iter(range(4))

    def full(path: Path, pieces: Iterable[bytes]) -> None:
        if next(room, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        files.write_atomically(path, pieces)

    out = tmp_path / "out"
    monkeypatch.setattr(parts, "write_atomically", full)
    message = r"(?s)cannot be written \(No space left on device\).*keeps 400 of 1,000 games.*--resume"
    with pytest.raises(OutputFailure, match=message) as caught:
        run(plan(), out)
    assert caught.value.exit_code == 2
    monkeypatch.undo()
    assert same(run(plan(), out, resume=True), expected)


def test_full_disk_for_the_manifest_too(tmp_path: Path, root: Path) -> None:
    """A limit on the size of files stands for the full disk; it lets no part and no new manifest through."""
    out = tmp_path / "out"
    run(plan(games=200), out)
    code = f"""
        import resource
        from simcore.files import OutputFailure
        from simcore import batch
        from tests.fake_game import plan
        batch.LEAST_GAMES_OF_A_PART = {PART}
        def limit(game, control):
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        try:
            batch.run(plan(hook=limit), {str(out)!r}, resume=True)
        except OutputFailure as error:
            print(error)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], cwd=root, check=True, capture_output=True, text=True
    )
    assert "File too large" in done.stdout
    assert open_results(out, incomplete=True, verify=True).games == 200
    assert not list(out.rglob("*.tmp"))


def leave_room(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, free))


def test_disk_without_room_is_told_before_the_first_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_room(monkeypatch, 20_000)
    with pytest.raises(OutputFailure, match=r"the disk has 0 MB left, and 3,000 rows"):
        run(plan(), tmp_path / "out")


def test_results_are_not_overwritten_where_new_ones_have_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(plan(), tmp_path / "out")
    leave_room(monkeypatch, 20_000)
    with pytest.raises(OutputFailure, match="the disk has"):
        run(plan(games=100_000), tmp_path / "out", overwrite=True)
    assert open_results(tmp_path / "out", verify=True).games == 1_000
    run(plan(games=900), tmp_path / "out", overwrite=True)  # the old results' room counts


def test_a_run_outside_the_main_thread_leaves_signals_alone(tmp_path: Path) -> None:
    thread = threading.Thread(target=run, args=(plan(games=200), tmp_path / "out"))
    thread.start()
    thread.join()
    assert open_results(tmp_path / "out").games == 200


def test_manifest_tells_what_was_played(tmp_path: Path) -> None:
    manifest = run(plan(games=300), tmp_path / "out", threads=2).manifest
    assert manifest["complete"] is True
    assert manifest["games_done"] == manifest["games"] == 300
    assert manifest["experiment"]["strategies"] == {"draw": "random", "pool": ["bold", "meek"], "params": {}}
    assert manifest["timing"]["threads"] == 2
    assert manifest["timing"]["games_per_second"] > 0
    assert set(manifest["versions"]) == {"simcore", "python", "numpy", "numba", "pyarrow"}
    assert [part["first"] for part in manifest["parts"]] == [0, 100, 200]


def test_parts_of_a_run_depend_on_its_number_of_games_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert [part_size(games) for games in (1, 100_000, 200_000, 1_000_000, 10_000_000)] == [
        5_000,
        5_000,
        10_000,
        50_000,
        50_000,
    ]


def test_missing_ranges_are_those_between_parts() -> None:
    kept = [{"first": 10, "end": 20}, {"first": 20, "end": 30}, {"first": 35, "end": 40}]
    assert missing_ranges(kept, 50) == [(0, 10), (30, 35), (40, 50)]
    assert missing_ranges([], 50) == [(0, 50)]
    assert missing_ranges([{"first": 0, "end": 50}], 50) == []


def test_ranges_are_cut_on_a_fixed_grid() -> None:
    assert split([(0, 25), (37, 40), (40, 60)], 10) == [(0, 10), (10, 20), (20, 25), (37, 40), (40, 50), (50, 60)]
    assert split([(3, 5)], 10) == [(3, 5)]


def test_game_that_never_ends_stops_the_run_and_keeps_finished_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that plays it is left alone."""
    reached, leave = threading.Event(), threading.Event()

    def hook(game: int, control: Any) -> None:
        if game == 345:
            reached.set()
            leave.wait()

    def stuck(control: Any, seconds: float) -> Exception | None:
        return IllegalChoice("strategy 'bold' has not answered in game 345") if reached.is_set() else None

    endless = plan(hook=hook)
    monkeypatch.setattr(endless.player, "stuck", stuck)
    monkeypatch.setattr(batch, "_MOMENT_SECONDS", 0.01)
    with pytest.raises(IllegalChoice, match=r"has not answered in game 345\n\S* keeps 300 of 1,000 games;"):
        run(endless, tmp_path / "out")
    leave.set()
    assert open_results(tmp_path / "out", incomplete=True).games == 300


def test_there_is_at_least_one_core() -> None:
    assert batch.cores() >= 1
