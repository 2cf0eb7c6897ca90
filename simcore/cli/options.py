"""Options and arguments that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

from simcore.errors import UserError

ExperimentArgument = Annotated[
    str, typer.Argument(metavar="EXPERIMENT", help="A TOML file, or a name in experiments/.")
]
"""The experiment, of a command that is about one."""

ExperimentOption = Annotated[
    str, typer.Option("--experiment", metavar="E", help="What to play: a TOML file, or a name in experiments/.")
]
"""The experiment, of a command that is about rulesets."""

RulesetOption = Annotated[str, typer.Option("--ruleset", metavar="R", help="The ruleset, perhaps with +variants.")]

Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="FILE", help="Lay a variant over the ruleset; may be given several times."),
]

GamesEach = Annotated[
    int | None, typer.Option("--games", metavar="N", help="Play N games by each instead of the file's.")
]

Seed = Annotated[int | None, typer.Option("--seed", metavar="S", help="Use seed S instead of the file's.")]

Margin = Annotated[
    float, typer.Option("--margin", metavar="M", help="Percentage points around the fair share that count as balanced.")
]

Threads = Annotated[
    int | None,
    typer.Option("--threads", metavar="T", min=1, help="Threads that play; by default one a processor core."),
]

Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace results that are there.")]

Resume = Annotated[
    bool, typer.Option("--resume", help="Keep results that are there and play the games that are missing.")
]

Own = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        metavar="NAME=FILE",
        help="Let the strategy in a Python file of yours take part, under this name; may be given several times.",
    ),
]
"""Strategies of the user's; what the experiment's pool does not name is added to it."""


def share_of(margin: float) -> float:
    """Return the share of wins that a margin in percentage points is.

    Raises
    ------
    UserError
        If everything would be balanced, or nothing.
    """
    if not 0.0 < margin < 100.0:
        raise UserError(f"--margin: found {margin:g}; allowed: percentage points above 0 and below 100")
    return margin / 100.0
