"""The subcommands of `simcore`, each imported only when it is asked for, so that every command starts quickly."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from simcore.cli.strict import StrictCommand


@dataclass(frozen=True)
class Subcommand:
    """Where a subcommand's code is, and what `simcore --help` says of it without importing that code.

    Parameters
    ----------
    module : str
        Module that holds the command.
    attribute : str
        Name in it: a function with Typer's annotations, or a `typer.Typer` with commands of its own.
    summary : str
        One line for the list of commands.
    """

    module: str
    attribute: str
    summary: str

    def load(self, name: str) -> Any:
        """Import the code and return it as a command called `name`."""
        target = getattr(import_module(self.module), self.attribute)
        command = get_command(target if isinstance(target, typer.Typer) else _app_of(name, target))
        command.name = name
        return command


SUBCOMMANDS = {
    "rules": Subcommand("simcore.cli.rules", "app", "Check a ruleset file, or show it with the source of its values."),
    "variant": Subcommand("simcore.cli.variant", "app", "Make, check, show and list variants of a ruleset."),
    "run": Subcommand("simcore.cli.run", "run", "Play an experiment's games and keep the results."),
    "league": Subcommand("simcore.cli.league", "league", "Let strategies play each other in every mix, and rank them."),
    "replay": Subcommand("simcore.cli.replay", "replay", "Tell one game of an experiment, move by move."),
    "log": Subcommand("simcore.cli.log", "log", "Write the game log of many games as JSON lines."),
    "compare": Subcommand(
        "simcore.cli.compare", "compare", "Play variants on the same seeds, and report what differs."
    ),
    "sweep": Subcommand("simcore.cli.sweep", "sweep", "Play a range of values of a rule's number, and show the curve."),
    "balance": Subcommand("simcore.cli.balance", "balance", "Search values of a rule's numbers that make Dogs fair."),
    "abilities": Subcommand(
        "simcore.cli.abilities", "abilities", "Play each Dog without its ability, and report what that is worth."
    ),
    "robustness": Subcommand(
        "simcore.cli.robustness", "robustness", "Play other components and readings, and report what holds."
    ),
    "strategy": Subcommand("simcore.cli.strategy", "app", "List the strategies, begin one of your own, or check one."),
    "report": Subcommand("simcore.cli.report", "report", "Turn results into a page of tables and plots, and into CSV."),
    "tune": Subcommand("simcore.cli.tune", "tune", "Find better parameters for a strategy, and what they gain."),
    "bench": Subcommand("simcore.cli.bench", "bench", "Measure how fast games are played on this machine."),
}
"""Every subcommand, in the order in which help lists them."""


class LazyGroup(TyperGroup):
    """A command group that knows its subcommands by `SUBCOMMANDS` and imports one when it is used."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands: Any = SUBCOMMANDS  # its names are what a mistyped one is compared with

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the subcommands."""
        return list(SUBCOMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import and return a subcommand, or None where there is none of that name."""
        subcommand = SUBCOMMANDS.get(cmd_name)
        return subcommand.load(cmd_name) if subcommand else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of subcommands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, subcommand.summary) for name, subcommand in SUBCOMMANDS.items()])


def _app_of(name: str, function: Callable[..., Any]) -> typer.Typer:
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(name, cls=StrictCommand, help=_help_of(function))(function)
    return app


def _help_of(function: Callable[..., Any]) -> str:
    """Return a docstring up to its Parameters section: the options below it in the help say the same."""
    return (inspect.getdoc(function) or "").split("\nParameters\n---")[0].strip()
