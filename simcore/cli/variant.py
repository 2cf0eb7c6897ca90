"""`simcore variant`: making, checking, showing and listing variants of a ruleset."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcore.cli.strict import StrictCommand
from simcore.errors import UserError
from simcore.wording import counted

if TYPE_CHECKING:
    from simcore.dogs.variant_file import Varied
    from simcore.variant import Change

_PIPE_WIDTH = 120
"""Columns for output that goes to no terminal."""

_TEMPLATE = Path(__file__).parent.parent / "dogs" / "variant_template.toml"

app = typer.Typer(
    help="Make, check, show and list variants: small files with only what a ruleset changes.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="TOML files, or names of shipped variants; laid over one after the other."),
]
Onto = Annotated[
    str | None,
    typer.Option(
        "--ruleset", metavar="R", help="Lay them over ruleset R, perhaps with +variants, instead of the one they name."
    ),
]


@app.command(cls=StrictCommand)
def new(name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the variant, or path of its file.")]) -> None:
    """Write a commented variant to start from, as NAME.toml."""
    from simcore.files import write_atomically

    path = Path(name) if name.endswith(".toml") else Path(f"{name}.toml")
    if not path.stem.replace("_", "a").isalnum() or path.stem != path.stem.lower() or not path.stem.isascii():
        raise UserError(f"NAME: found {path.stem!r}; allowed: a-z, 0-9 and _, such as dear_knights")
    if not path.parent.is_dir():
        raise UserError(f"{path}: there is no folder {path.parent}; make it first")
    if path.exists():
        raise UserError(f"{path}: is there already; choose another name, or remove it")
    text = _TEMPLATE.read_text(encoding="utf-8").replace("NAME", path.stem)
    write_atomically(path, [text.encode()])
    print(f"{path}: written. Change it, then: simcore variant check {path}")


@app.command(cls=StrictCommand)
def check(files: Files, ruleset: Onto = None) -> None:
    """Say in one line that variants fit their ruleset and each other, or list all faults."""
    from simcore.dogs.ruleset import ruleset_hash

    varied = _varied(files, ruleset)
    _warn(varied)
    changed = f"{counted(len(varied.changes), 'value')} of {varied.base.name} changed"
    print(f"{', '.join(files)}: fine. Ruleset {varied.ruleset.name}, hash {ruleset_hash(varied.ruleset)}, {changed}")


@app.command(cls=StrictCommand)
def show(files: Files, ruleset: Onto = None) -> None:
    """Print what variants change, old and new value, and which file says so."""
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from simcore.tomltext import shown_path

    varied = _varied(files, ruleset)
    _warn(varied)
    table = Table("key", varied.base.name, "becomes", "set by", box=box.SIMPLE, pad_edge=False)
    for change in varied.changes:
        table.add_row(escape(shown_path(change.path)), *(escape(text) for text in _told(change)))
    console = Console()
    console = console if console.is_terminal else Console(width=_PIPE_WIDTH)
    for variant in varied.variants:
        console.print(f"{variant.name}: {variant.title}. {variant.why}", highlight=False, markup=False)
    console.print(table)


@app.command("list", cls=StrictCommand)
def list_shipped() -> None:
    """List the variants that come with simcore."""
    from simcore.dogs.variant_file import SHELF
    from simcore.variant import load_variant, shipped_variants

    names = shipped_variants(SHELF)
    width = max(map(len, names))
    for name in names:
        variant = load_variant(name, SHELF)
        print(f"{name:{width}}  {variant.title}. {variant.why}")


def _varied(files: list[str], ruleset: str | None) -> Varied:
    """Lay variants over the ruleset given, or over the one that the first of them names."""
    from simcore.dogs.variant_file import SHELF, vary
    from simcore.prepare.arms import split_names
    from simcore.variant import load_variant, shipped_variants

    variants = [load_variant(file, SHELF) for file in files]
    if ruleset is not None:
        name, *onto = split_names(ruleset)
        return vary(name, variants, onto=onto)
    named = {variant.of for variant in variants}
    if len(named) > 1:
        raise UserError(f"the variants are of different rulesets ({', '.join(sorted(named))}); choose with --ruleset")
    folder = Path() if files[0] in shipped_variants(SHELF) else Path(files[0]).parent
    name, *onto = split_names(variants[0].of, folder)
    return vary(name, variants, folder, onto)


def _warn(varied: Varied) -> None:
    for line in varied.warnings:
        print(line, file=sys.stderr)


def _told(change: Change) -> tuple[str, str, str]:
    return _value(change.old), _value(change.new), str(change.place)


def _value(value: Any) -> str:
    from simcore.tomltext import shown

    return "nothing" if value is None else shown(value)
