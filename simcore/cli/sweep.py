"""`simcore sweep`: plays a range of values of one or two numbers of the ruleset, and shows what they do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli.options import ExperimentOption, Overwrite, Own, Resume, RulesetOption, Seed, Threads
from simcore.errors import UserError
from simcore.wording import counted

if TYPE_CHECKING:
    from simcore.prepare.arms import Arm
    from simcore.prepare.prepared import Prepared

DEFAULT = Path("runs", "sweep")
"""Where sweeps go unless told otherwise."""

_RANGE = re.compile(r"([^=]+)=(-?\d+):(-?\d+):(\d+)")
_MOST_POINTS = 400


@dataclass(frozen=True)
class Axis:
    """A number that is swept, as the ruleset's file names it, its values, and its value in the ruleset itself."""

    name: str
    values: tuple[int, ...]
    own: int


def sweep(
    parameters: Annotated[
        list[str],
        typer.Argument(metavar="PARAMETER=FROM:TO:STEPS...", help="One or two, such as soldiers.knight.cost=1:5:5."),
    ],
    ruleset: RulesetOption = "base",
    experiment: ExperimentOption = "baseline",
    games: Annotated[
        int | None, typer.Option(metavar="N", help="Play N games at each point instead of the file's number.")
    ] = None,
    seed: Seed = None,
    threads: Threads = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the study: runs/ and report/ go below it.")
    ] = DEFAULT,
    overwrite: Overwrite = False,
    resume: Resume = False,
    own: Own = None,
) -> None:
    """Play an experiment at every value of one number of the ruleset, or at every pair of two.

    For instance: simcore sweep dogs.omalley.abilities.profiteer.coins=0:5:6 --games 20000

    STEPS is the number of values, both ends among them; all are whole. Every point plays the same seeds.

    Parameters
    ----------
    parameters : list of str
        One or two ranges.
    ruleset : str
        Ruleset, and perhaps variants that belong to it.
    experiment : str
        Name or path of the experiment file.
    games, seed : int, optional
        Replace those of the file.
    threads : int, optional
        Threads that play.
    out : Path
        Folder of the study.
    overwrite, resume : bool
        What to do with results that are there.
    own : list of str, optional
        Strategies of the user's, each as "NAME=FILE".
    """
    from reports.sweep import Swept, read_sweep
    from reports.sweep_report import findings, write_sweep
    from simcore.batch import cores
    from simcore.cli.room import REPORT, Room, check_study, play
    from simcore.cli.run import command_of
    from simcore.cli.stopping import stoppable
    from simcore.prepare.arms import split_names
    from simcore.prepare.prepared import prepare
    from simcore.progress import tell

    names = split_names(ruleset)
    axes = _axes(parameters, names)
    points = tuple(product(*(axis.values for axis in axes)))
    if len(points) > _MOST_POINTS:
        raise UserError(f"PARAMETER: found {len(points)} points; allowed: at most {_MOST_POINTS}")
    options = [("--ruleset", ruleset), ("--experiment", experiment), ("--games", games), ("--seed", seed)]
    mine = [("--strategy", each) for each in own or ()]
    command = command_of("sweep", parameters, [*options, ("--threads", threads), ("--out", out), *mine])
    prepared = prepare(experiment, games, seed, own=own or ())
    for line in prepared.warnings:
        tell(line)
    arms = _arms(axes, points, names, prepared)
    room = Room(out, threads or cores(), overwrite, resume, command)
    check_study(room)
    itself = tuple(axis.own for axis in axes)
    with stoppable(room.command):
        swept = Swept(tuple(axis.name for axis in axes), itself, points, tuple(play(arms, room)))
        found = read_sweep(swept, lambda arm: tell(f"Reading {arm.name}: {counted(arm.games, 'game')}"))
        page = write_sweep(found, out / REPORT)
    for finding in findings(found):
        print(f"{finding.lead}{finding.text}")
    print(f"Report: {page}")


def _axes(parameters: list[str], names: list[str]) -> list[Axis]:
    """Return what is swept.

    Raises
    ------
    UserError
        If there are more than two, or one is no number of the ruleset, or its values are not whole.
    """
    if len(parameters) > 2:
        raise UserError(f"PARAMETER: found {len(parameters)}; allowed: one or two")
    axes = [_axis(text, names) for text in parameters]
    if len({axis.name for axis in axes}) < len(axes):
        raise UserError(f"PARAMETER: found {axes[0].name} twice; allowed: two different numbers")
    return axes


def _axis(text: str, names: list[str]) -> Axis:
    from simcore.prepare.arms import own_value

    match = _RANGE.fullmatch(text)
    if match is None:
        raise UserError(
            f"{text}: allowed: PARAMETER=FROM:TO:STEPS in whole numbers, such as soldiers.knight.cost=1:5:5"
        )
    low, high, steps = int(match[2]), int(match[3]), int(match[4])
    if steps < 2 or low == high or (high - low) % (steps - 1):
        fitting = [n for n in range(2, abs(high - low) + 2) if (high - low) % (n - 1) == 0]
        steps_of = f"STEPS that part it into whole numbers: {', '.join(map(str, fitting))}"
        allowed = steps_of if fitting else "FROM and TO that differ"
        raise UserError(f"{text}: found {counted(steps, 'step')} from {low} to {high}; allowed: {allowed}")
    values = tuple(range(low, high + (1 if high > low else -1), (high - low) // (steps - 1)))
    return Axis(match[1], values, own_value(match[1], names))


def _arms(axes: list[Axis], points: tuple[tuple[int, ...], ...], names: list[str], prepared: Prepared) -> list[Arm]:
    from simcore.dogs.variant_file import load_varied
    from simcore.prepare.arms import arm_of

    arms = []
    for point in points:
        settings = [f"{axis.name}={v}" for axis, v in zip(axes, point, strict=True) if v != axis.own]
        below = [*names[1:], *settings]
        arms.append(arm_of(prepared, load_varied(names[0], below), names[0], below))
    return arms
