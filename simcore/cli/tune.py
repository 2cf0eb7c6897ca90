"""`simcore tune`: finds better parameters for a strategy, and says what they gain."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli.options import Threads
from simcore.wording import counted

if TYPE_CHECKING:
    from simcore.cli.tunable import Request, Tunable
    from simcore.journal import Journal
    from simcore.tuning import Result

WEIGHTS = Path("runs") / "weights"
"""Where tuned parameters go unless told otherwise, each strategy's into a file of its name."""

GAMES = 2_000_000
"""Games of a tuning unless told otherwise."""


def tune(
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="The strategy to tune: its name, or a .py file.")],
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Number of players; not needed with --experiment.")
    ] = None,
    dog: Annotated[str, typer.Option(metavar="D", help="The Dog that it plays, or all.")] = "all",
    field: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Its opponents: names with commas; by default STRATEGY itself.")
    ] = None,
    experiment: Annotated[
        str | None, typer.Option(metavar="FILE", help="Experiment whose ruleset, Dogs and pool are the field instead.")
    ] = None,
    parameters: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Parameters to tune, with commas; by default those not 0.")
    ] = None,
    games: Annotated[int | None, typer.Option(metavar="G", help=f"Games to play, about; by default {GAMES:,}.")] = None,
    budget_minutes: Annotated[
        float | None, typer.Option(metavar="M", help="Instead of --games: as many as fit into M minutes here.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the search and its games.")] = 1,
    threads: Threads = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Weights file; by default runs/weights/STRATEGY.toml.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace such weights in the file.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a tuning that was stopped.")] = False,
) -> None:
    """Tune a strategy's parameters by CMA-ES, and confirm the gain on games that the search has not seen.

    The result is a file of weights that experiments can name. The same command (with --games) gives the same weights,
    whatever the threads. Ctrl-C keeps what is done.

    Parameters
    ----------
    strategy : str
        What is tuned: a known strategy, or the path of its file.
    players : int, optional
        Number of players.
    dog : str
        The Dog that it plays, or "all".
    field, experiment : str, optional
        Its opponents: names of strategies, or an experiment that says more.
    parameters : str, optional
        Names of the parameters that are tuned; by default those that are not zero.
    games : int, optional
        About how many games are played.
    budget_minutes : float, optional
        Minutes that playing may take, about; turned into a number of games at the start.
    seed : int
        Seed of the search and of the games.
    threads : int, optional
        Threads that play.
    out : Path, optional
        The weights file; what it holds for other numbers of players or other Dogs stays.
    overwrite, resume : bool
        What to do with weights, or an unfinished tuning, that are there.
    """
    from simcore.batch import Interrupted, cores
    from simcore.cli.tunable import Request, check_target, make_tunable
    from simcore.progress import tell, tuning_progress
    from simcore.tuning import tune as search

    chosen = None if parameters is None else parameters.replace(" ", "")
    request = Request(strategy, players, dog, field, experiment, chosen, games, budget_minutes, seed)
    tunable = make_tunable(request, threads or cores())
    target = out or WEIGHTS / f"{tunable.strategy.name}.toml"
    check_target(target, tunable, overwrite)
    journal = _open_journal(target, tunable, resume, overwrite)
    tell(tunable.announcement())
    try:
        n_games = int(journal.recall("games", lambda: [float(tunable.games())])[0])
        tell(f"At most about {n_games:,} games are played.")
        with tuning_progress() as show:
            result = search(tunable.problem, tunable.start, n_games, seed, journal, show)
    except KeyboardInterrupt:
        raise Interrupted(_how_to_go_on(journal, request, threads, out, overwrite)) from None
    tunable.save(target, result, n_games)
    journal.remove()
    print(_summary(tunable, result, target))


def _open_journal(target: Path, tunable: Tunable, resume: bool, overwrite: bool) -> Journal:
    """Return the journal of this tuning, next to its weights file."""
    from simcore.errors import UserError
    from simcore.journal import Journal

    journal = Journal(
        target.with_name(f"{target.name}.{tunable.table.players}-{tunable.request.dog}.checkpoint"), tunable.identity()
    )
    if resume:
        journal.go_on()
    elif journal.path.exists() and not overwrite:
        raise UserError(
            f"{journal.path}: there is a tuning that was stopped; go on with it by --resume, or replace it by"
            " --overwrite"
        )
    return journal


def _how_to_go_on(journal: Journal, request: Request, threads: int | None, out: Path | None, overwrite: bool) -> str:
    """Return what is said after Ctrl-C."""
    words = request.command()
    for option, value in (("--threads", threads), ("--out", out)):
        words += [option, str(value)] if value is not None else []
    words += ["--overwrite"] if overwrite else []
    kept = f"{journal.path} keeps {counted(journal.steps, 'step')}"
    return f"Stopped. {kept}; go on with:\n  {shlex.join([*words, '--resume'])}"


def _summary(tunable: Tunable, result: Result, target: Path) -> str:
    """Return what was found: the gain of each Dog, whether it is confirmed, and where the weights are."""
    lines = [f"{result.games:,} games played. Gain over the script's own parameters, on games not seen before:"]
    words = {"start": "none better", "common": "as all", "own": "its own"}
    adopted = {dog: words[kind] for dog, kind in zip(tunable.problem.groups, result.adopted, strict=True)}
    for name, gain in result.gains.items():
        lines.append(f"  {name:20}{adopted.get(name, ''):13}{gain}")
    gain = next(iter(result.gains.values()))
    if gain.confirmed:
        lines.append("The gain is confirmed: its 95% interval is above zero.")
    else:
        lines.append(
            "The gain is NOT confirmed: its 95% interval reaches down to zero or below. Do not rely on these numbers."
        )
    return "\n".join([*lines, f"Weights: {target}"])
