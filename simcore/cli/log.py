"""`simcore log`: writes the game log of many games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli.options import ExperimentArgument, Own, Seed, Variants
from simcore.errors import UserError

if TYPE_CHECKING:
    from simcore.batch import Progress


def log(
    experiment: ExperimentArgument,
    games: Annotated[int, typer.Option("--games", metavar="N", help="Number of games.")],
    first: Annotated[int, typer.Option("--first", metavar="G", help="Index of the first game.")] = 0,
    seed: Seed = None,
    variant: Variants = None,
    own: Own = None,
) -> None:
    """Write the game log of many games as JSON lines, one event a line.

    For instance: simcore log EXPERIMENT --games 1000 > games.jsonl

    Each game begins with its `setup` line and ends with its `end` line. Where a strategy fails, the games before it
    are written whole.

    Parameters
    ----------
    experiment : str
        Name or path of the experiment file.
    games : int
        Number of games.
    first : int
        Index of the first game.
    seed : int, optional
        Replaces that of the file.
    variant : list of str, optional
        Variants laid over the ruleset, after those of the file.
    own : list of str, optional
        Strategies of the user's, each as "NAME=FILE".
    """
    from simcore.dogs.log import to_json
    from simcore.prepare.prepared import prepare
    from simcore.prepare.replayer import Replayer, check_game, note_if_beyond

    if games < 1:
        raise UserError(f"--games: found {games}; allowed: a whole number from 1 on")
    check_game("--first", first)
    check_game("--first plus --games", first + games - 1)
    prepared = prepare(experiment, seed=seed, variants=variant or (), own=own or ())
    note_if_beyond(prepared, first + games - 1)
    replayer = Replayer(prepared)
    with _progress() as show:
        for done in range(games):
            show(done, games)
            sys.stdout.write("".join(to_json(line) for line in replayer.lines(first + done)))


@contextmanager
def _progress() -> Iterator[Progress]:
    """Give a function that shows a bar, where there is a terminal to show it in and the log goes elsewhere."""
    if sys.stdout.isatty() or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from simcore.progress import progress

    with progress() as show:
        yield show
