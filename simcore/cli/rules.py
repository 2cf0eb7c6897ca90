"""`simcore rules`: checking a ruleset file, and showing it in words."""

from __future__ import annotations

from typing import Annotated

import typer

from simcore.cli.strict import StrictCommand

_PIPE_WIDTH = 120
"""Columns for output that goes to no terminal."""

app = typer.Typer(
    help="Check a ruleset file, or show it with the source of its values.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

File = Annotated[
    str, typer.Argument(metavar="FILE", help="A TOML file, or the name of a shipped ruleset such as base.")
]

Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="FILE", help="Lay a variant over it; may be given several times."),
]


@app.command(cls=StrictCommand)
def check(file: File) -> None:
    """Say in one line that a ruleset file is fine, or list all its faults."""
    from simcore.dogs.ruleset import SOURCES, ruleset_hash
    from simcore.dogs.ruleset_file import load_ruleset
    from simcore.dogs.ruleset_words import sources

    ruleset = load_ruleset(file)
    blocks = sources(ruleset)
    counts = ", ".join(f"{len(blocks[source])} {source}" for source in SOURCES if source in blocks)
    assumed = f" ({', '.join(blocks['assumed'])})" if "assumed" in blocks else ""
    print(f"{file}: fine. Ruleset {ruleset.name}, hash {ruleset_hash(ruleset)}, blocks: {counts}{assumed}")


@app.command(cls=StrictCommand)
def show(file: File, variant: Variants = None) -> None:
    """Print a ruleset in words, with rule numbers and where each block comes from."""
    from rich.console import Console

    from simcore.dogs.ruleset_text import print_ruleset
    from simcore.dogs.variant_file import load_varied

    ruleset = load_varied(file, variant or ()).ruleset
    console = Console()
    print_ruleset(ruleset, console if console.is_terminal else Console(width=_PIPE_WIDTH))
