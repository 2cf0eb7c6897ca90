"""`simcore bench`: measures speed, start-up time and memory on this machine."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

_STRATEGIES = ("uniform", "greedy")
"""Measured with every number of players; the others with four."""
_PLAYERS = (3, 4, 5)


def bench(
    games: Annotated[
        int, typer.Option(metavar="N", min=1000, help="Games of each whole run; the kernels play a tenth at a time.")
    ] = 400_000,
) -> None:
    """Measure games a second, whole runs, start-up time and memory; takes a few minutes.

    Kernels are measured in CPU time on one core, the median of five. Quote ratios of one run: machines are noisy.

    Parameters
    ----------
    games : int
        Games of each whole run.
    """
    _show_kernels(games // 10)
    with tempfile.TemporaryDirectory(prefix="simcore-bench-") as folder:
        _show_start(Path(folder))
        _show_whole_run(Path(folder), games)


def _show_kernels(n_games: int) -> None:
    """Show the kernels' speed and what a second thread adds."""
    from simcore.batch import cores
    from simcore.cli.measuring import RUNS, Table
    from simcore.dogs.ruleset_file import load_ruleset

    ruleset = load_ruleset("base")
    print(f"Kernels, one thread, CPU time, median of {RUNS} times up to {n_games:,} games")
    print(f"  {'strategy':12}{'players':>8}{'games/s':>12}{'placements/s':>15}{'placements/game':>17}")
    for strategy, players, n in _tables(n_games):
        speed = Table(ruleset, strategy, players, n).speed()
        print(f"  {strategy:12}{players:8}{speed.games:12,.0f}{speed.placements:15,.0f}{speed.placements_a_game:17.1f}")
    if cores() >= 2:
        gain, had = Table(ruleset, "uniform", 4, n_games).gain_of_two_threads()
        print(
            f"Two threads play {gain:.2f} times as fast as one (uniform, 4 players, by the wall; the machine gave them"
            f" {had:.2f} cores)"
        )
    else:
        print("Two threads: not measured, there is only one core")


def _tables(n_games: int) -> Iterator[tuple[str, int, int]]:
    """Give strategy, number of players and number of games of each measurement; fewer games for slower strategies."""
    from strategies.dogs import registry

    for name in _STRATEGIES:
        yield from ((name, players, n_games) for players in _PLAYERS)
    for name, strategy in registry().items():
        if name not in _STRATEGIES:
            yield name, 4, max(20, n_games // (1000 if strategy.helper else 4))


def _show_start(folder: Path) -> None:
    from simcore.cli.measuring import RUNS, cold_and_warm

    cold, warm = cold_and_warm(folder)
    print("A whole `simcore run` of one game, by the wall")
    print(f"  nothing compiled yet {cold:6.1f} s")
    print(f"  compiled before      {warm:6.2f} s (median of {RUNS})")


def _show_whole_run(folder: Path, games: int) -> None:
    """Show what playing, writing and counting cost together, beside the kernel alone, and the memory used."""
    from simcore.cli.measuring import RUNS, Table, run_simcore, whole_runs
    from simcore.dogs.ruleset_file import load_ruleset

    out = folder / "uniform_4"
    small = run_simcore(["run", "uniform_4", "--threads", "1", "--out", str(out), "--games", str(games // 4)])
    kernel = Table(load_ruleset("base"), "uniform", 4, games // 4)
    kernel.play()
    runs = sorted(whole_runs(kernel, games, out), key=lambda run: run.share)
    middle = runs[len(runs) // 2]
    n_bytes = sum(file.stat().st_size for file in out.rglob("*.parquet"))
    print(f"A whole run of {games:,} games (uniform, 4 players, one thread, CPU time beyond start-up)")
    print(f"  played and written   {middle.played:6.2f} s")
    print(f"  counted for reports  {middle.counted:6.2f} s")
    print(
        f"  together             {games / middle.all:,.0f} games/s, {middle.share:.0%} of the kernel's rate beside it"
        f" (median of {RUNS}, {runs[0].share:.0%} to {runs[-1].share:.0%})"
    )
    print(f"  on disk              {n_bytes / (4 * games):.1f} bytes a seat and game")
    memory, of_quarter = (used / 2**20 for used in (middle.memory, small.memory))
    print(f"  peak memory          {memory:.0f} MiB ({of_quarter:.0f} MiB for a quarter of it)")
