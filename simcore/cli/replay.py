"""`simcore replay`: tells one game of an experiment, or prints its log."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli.options import ExperimentArgument, Own, Seed, Variants
from simcore.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from simcore.prepare.prepared import Prepared

_PIPE_WIDTH = 100
"""Columns for output that goes to no terminal."""


def replay(
    experiment: ExperimentArgument,
    game: Annotated[int, typer.Option("--game", metavar="G", help="Index of the game, from 0.")],
    json: Annotated[bool, typer.Option("--json", help="Print the game log as JSON lines instead.")] = False,
    year: Annotated[int | None, typer.Option("--year", metavar="Y", help="Tell only Year Y, from 1.")] = None,
    seed: Seed = None,
    variant: Variants = None,
    own: Own = None,
) -> None:
    """Tell one game of an experiment, move by move, with everything that was hidden.

    The game is played again from the seed; it is the one that `simcore run` played.

    Parameters
    ----------
    experiment : str
        Name or path of the experiment file.
    game : int
        Index of the game.
    json : bool
        Print the game log instead.
    year : int, optional
        Tell only this Year.
    seed : int, optional
        Replaces that of the file.
    variant : list of str, optional
        Variants laid over the ruleset, after those of the file.
    own : list of str, optional
        Strategies of the user's, each as "NAME=FILE".
    """
    from simcore.dogs.log import to_json
    from simcore.dogs.telling import tell
    from simcore.prepare.prepared import prepare
    from simcore.prepare.replayer import Replayer, check_game, note_if_beyond

    check_game("--game", game)
    prepared = prepare(experiment, seed=seed, variants=variant or (), own=own or ())
    _check_year(year, json, prepared.ruleset.years.number)
    note_if_beyond(prepared, game)
    lines = Replayer(prepared).lines(game)
    if json:
        for line in lines:
            sys.stdout.write(to_json(line))
    else:
        tell(lines, prepared.ruleset, _console(), _heading(prepared, game), year)


def _check_year(year: int | None, json: bool, years: int) -> None:
    if year is None:
        return
    if json:
        raise UserError("--year: found together with --json; allowed: one of the two, since a log is always whole")
    if not 1 <= year <= years:
        raise UserError(f"--year: found {year}; allowed: a Year from 1 to {years}")


def _console() -> Console:
    from rich.console import Console

    console = Console()
    return console if console.is_terminal else Console(width=_PIPE_WIDTH)


def _heading(prepared: Prepared, game: int) -> str:
    from simcore.dogs.ruleset import ruleset_hash

    asked, ruleset = prepared.experiment, prepared.ruleset
    short = ", short game" if asked.short else ""
    return f"Game {game} of {asked.name}{short}: seed {asked.seed}, ruleset {ruleset.name} ({ruleset_hash(ruleset)})"
