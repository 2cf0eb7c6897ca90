"""`simcore run`: plays an experiment's games and keeps the results."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcore.cli.options import ExperimentArgument, Overwrite, Own, Resume, Seed, Threads, Variants
from simcore.wording import counted

if TYPE_CHECKING:
    from simcore.experiment import Experiment
    from simcore.prepare.prepared import Prepared
    from simcore.results import Results

RUNS = Path("runs")
"""Where results go unless told otherwise, each into a folder with its experiment's name."""

_ENOUGH_BLOCKS = 10
"""So many balanced blocks make one that is cut short of no account."""


def run(
    experiment: ExperimentArgument,
    games: Annotated[int | None, typer.Option(metavar="N", help="Play N games instead of the file's number.")] = None,
    seed: Seed = None,
    variant: Variants = None,
    threads: Threads = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the results; by default runs/<experiment>[+<variant>...]."),
    ] = None,
    overwrite: Overwrite = False,
    resume: Resume = False,
    own: Own = None,
) -> None:
    """Play an experiment's games and keep the results, one row a game and seat.

    The same experiment and seed give the same results, whatever the threads. Ctrl-C keeps what is done.

    Parameters
    ----------
    experiment : str
        Name or path of the experiment file.
    games, seed : int, optional
        Replace those of the file.
    variant : list of str, optional
        Variants laid over the ruleset, after those of the file.
    threads : int, optional
        Threads that play.
    out : Path, optional
        Folder of the results.
    overwrite, resume : bool
        What to do with results that are there.
    own : list of str, optional
        Strategies of the user's, each as "NAME=FILE".
    """
    from simcore.prepare.prepared import prepare

    prepared = prepare(experiment, games, seed, variant or (), own or ())
    options = [("--games", games), ("--seed", seed), *(("--variant", each) for each in variant or ())]
    options += [("--strategy", each) for each in own or ()]
    command = command_of("run", [experiment], [*options, ("--threads", threads), ("--out", out)])
    target = out or RUNS / "+".join([prepared.experiment.name, *(stem_of(each) for each in variant or ())])
    results = play(prepared, target, command, threads=threads, overwrite=overwrite, resume=resume)
    print(_summary(results))


def play(
    prepared: Prepared, target: Path, command: str, *, threads: int | None, overwrite: bool, resume: bool
) -> Results:
    """Play a prepared experiment into the folder `target`, with progress; `command` is the one that asks for it."""
    from simcore import batch
    from simcore.progress import progress, tell
    from simcore.runfolder import check_target

    check_target(target, overwrite, resume)
    workers = threads or batch.cores()
    for line in _announcement(prepared, workers):
        tell(line)
    plan = prepared.plan(command, resumed(command))
    with progress() as show:
        return batch.run(
            plan, target, threads=workers, overwrite=overwrite, resume=resume, on_progress=show, on_note=tell
        )


def stem_of(variant: str) -> str:
    """Return a variant's name, as the command line names the variant."""
    return Path(variant).stem if variant.endswith(".toml") else variant


def command_of(name: str, arguments: Sequence[str], options: Sequence[tuple[str, Any]]) -> str:
    """Return the command that does again what a command does; an option without a value is left out."""
    given = [word for option, value in options if value is not None for word in (option, str(value))]
    return shlex.join(["simcore", name, *arguments, *given])


def resumed(command: str) -> str:
    """Return the command that goes on with what a command began."""
    return f"{command} --resume"


def _announcement(prepared: Prepared, threads: int) -> list[str]:
    """Return what is said before the first game: what is played, and what to know about it."""
    from simcore.dogs.ruleset_words import sources

    asked, ruleset = prepared.experiment, prepared.ruleset
    short = ", short game" if asked.short else ""
    cores_used = counted(threads, "thread")
    lines = [
        f"{asked.name}: {counted(asked.games, 'game')} with {asked.players} players{short}, ruleset {ruleset.name},"
        f" strategies {', '.join(asked.strategy_names)}, seed {asked.seed}, {cores_used}"
    ]
    lines += prepared.warnings
    assumed = sources(ruleset).get("assumed")
    if assumed:
        lines.append(f"Assumed, not from the rulebook: {', '.join(assumed)} (simcore rules show {_where(asked)})")
    block = asked.design(prepared.dogs).block
    if asked.games % block and asked.games < _ENOUGH_BLOCKS * block:
        lines.append(
            f"Not quite balanced: {block:,} line-ups are balanced among each other, and the number of games,"
            f" {asked.games:,}, is no multiple of that"
        )
    return lines


def _where(asked: Experiment) -> str:
    """Return the ruleset as one names it from here: shipped ones by name, others by their path."""
    path = asked.folder / asked.ruleset
    return shlex.quote(str(path)) if path.is_file() else asked.ruleset


def _summary(results: Results) -> str:
    """Return what is said after the last game."""
    timing = results.manifest["timing"]
    rate = f", {timing['games_per_second']:,.0f} games/s" if timing["games_per_second"] else ""
    return (
        f"Results: {results.path} ({counted(results.games, 'game')}, {counted(results.rows, 'row')}{rate})\n"
        f"Next: simcore report {shlex.quote(str(results.path))}"
    )
