"""Compare as many games as you like: `python -m tests.differential --games 100000` in the project's folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.differential.comparison import Difference
from tests.differential.matches import RULES, SEED, SIZES, Job, all_jobs, run

_MIXED_SHARE = 20
"""Of so many games one more is played by all strategies together."""


def main(
    games: Annotated[int, typer.Option(min=1, help="Games of every table size, and of every switch.")] = 2_000,
    first: Annotated[int, typer.Option(min=0, help="Index of the first game.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all chance.")] = SEED,
    rules: Annotated[str, typer.Option(help=f"One of {', '.join(RULES)}, with --size: that match only.")] = "",
    size: Annotated[str, typer.Option(help=f"One of {', '.join(SIZES)}.")] = "",
    mixed: Annotated[bool, typer.Option("--mixed", help="All strategies at one table (with --rules).")] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes that share the work.")] = os.cpu_count() or 1,
) -> None:
    """Play games on the kernels and on the reference game and compare their logs event by event."""
    if bool(rules) != bool(size) or rules not in ("", *RULES) or size not in ("", *SIZES) or (mixed and not rules):
        raise typer.BadParameter("--rules and --size go together; see --help for what they may be")
    if rules:
        jobs = [Job(rules, size, games, first, mixed, seed)]
    else:
        jobs = list(all_jobs(games, max(1, games // _MIXED_SHARE), first, seed))
    try:
        number = _run_all(jobs, workers)
    except Difference as difference:
        sys.exit(str(difference))
    print(f"{number:,} games are the same on both sides, event by event.")


def _run_all(jobs: list[Job], workers: int) -> int:
    """Run jobs in several processes behind a progress bar; return the number of games."""
    columns = (TextColumn("Games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total = sum(job.games for job in jobs)
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("games", total=total)
        for done in _done(jobs, workers):
            progress.advance(task, done)
    return total


def _done(jobs: list[Job], workers: int) -> Iterable[int]:
    """Yield the games of each job when it is done; stop all at the first difference."""
    first = jobs[0]
    run(Job(first.rules, first.size, 1, first.first, True, first.seed))  # compiles, for all workers, what they need
    with ProcessPoolExecutor(workers) as pool:
        futures = [pool.submit(run, job) for job in jobs]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


if __name__ == "__main__":
    typer.run(main)
