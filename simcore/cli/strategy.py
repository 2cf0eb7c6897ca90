"""`simcore strategy`: lists the strategies there are, begins one of the user's own, and checks one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli.strict import StrictCommand

if TYPE_CHECKING:
    from rich.console import Console

_PIPE_WIDTH = 110
"""Columns for output that goes to no terminal."""

app = typer.Typer(
    help="List the strategies, begin one of your own, or check one.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.command("list", cls=StrictCommand)
def list_strategies(
    strategy: Annotated[
        str | None, typer.Argument(metavar="[STRATEGY]", help="Tell all of this one: a name, or a Python file.")
    ] = None,
) -> None:
    """List the strategies that experiments can name, a line each; or tell all of one, with its parameters."""
    if strategy is None:
        _print_all(_console())
    else:
        _print_one(strategy, _console())


def _print_all(console: Console) -> None:
    from rich.table import Table

    from strategies.dogs import registry

    table = Table("strategy", "what it does", "parameters", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name, strategy in registry().items():
        summary = " ".join(strategy.summary.split()).partition(". ")[0].rstrip(".")
        table.add_row(name, f"{summary}.", str(len(strategy.parameters)))
    console.print(table)
    console.print("Parameters and more: simcore strategy list STRATEGY", markup=False)


def _print_one(name_or_path: str, console: Console) -> None:
    from rich.table import Table

    from strategies.loading import find_strategy

    strategy = find_strategy(name_or_path)
    console.print(f"{strategy.name}: {' '.join(strategy.summary.split())}\n", markup=False)
    table = Table("parameter", "default", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name, value in strategy.parameters.items():
        table.add_row(name, f"{value:g}")
    console.print(table if strategy.parameters else "It has no parameters.")


@app.command(cls=StrictCommand)
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The Python file to write, such as mine.py.")],
) -> None:
    """Write a strategy that plays somewhat worse than the scripts and explains itself, for you to change.

    For instance: simcore strategy new mine.py
    """
    from simcore.cli.strategy_template import write_template

    write_template(file)
    print(
        f"{file}: written; it can be played as it is. Next:\n"
        f"  simcore strategy check {file}\n"
        f"  simcore run baseline --games 20000 --strategy {file.stem}={file}"
    )


@app.command(cls=StrictCommand)
def check(
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="A Python file, or the name of a strategy.")],
    games: Annotated[int, typer.Option(metavar="N", min=30, help="Games to play, with 3, 4 and 5 players.")] = 10_000,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A strategy of the other seats, may be given several times; by default all."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="Seed of all chance.")] = 1,
    game: Annotated[
        int | None, typer.Option(metavar="G", min=0, help="Tell this one game of the check instead, move by move.")
    ] = None,
    players: Annotated[int, typer.Option(metavar="P", min=3, max=5, help="Players of that game.")] = 4,
) -> None:
    """Play a strategy against the others, and report whether it keeps the rules, how fast it is, and how often it wins.

    It sits at one seat of each game, at every one equally often, and the others are drawn at random. An index out of
    bounds is found, and so is a decision that never ends, one that depends on what is hidden, and one that is not the
    same when it is asked again. Exit code 2 where anything is found.
    """
    from simcore.cli.strategy_check import Trials, check_all
    from simcore.cli.strategy_report import print_report

    trials = Trials(strategy, seed, against or ())
    if game is not None:
        trials.tell(players, game, _console())
        return
    report = check_all(trials, games)
    print_report(report, _console())
    if not report.fine:
        raise typer.Exit(2)


def _console() -> Console:
    from rich.console import Console

    console = Console(highlight=False)
    return console if console.is_terminal else Console(width=_PIPE_WIDTH, highlight=False)
