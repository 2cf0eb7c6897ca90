"""`simcore compare`: plays variants on the same seeds as their base, and reports what differs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli.options import ExperimentOption, GamesEach, Overwrite, Own, Resume, Seed, Threads
from simcore.wording import counted

if TYPE_CHECKING:
    from reports.compare import Comparison
    from simcore.prepare.arms import Arm
    from simcore.prepare.prepared import Prepared

DEFAULT = Path("runs", "compare")
"""Where comparisons go unless told otherwise."""


def compare(
    base: Annotated[
        str, typer.Argument(metavar="BASE", help="A ruleset, perhaps with variants: base, or base+a.toml.")
    ],
    variants: Annotated[
        list[str], typer.Argument(metavar="VARIANT...", help="Variants laid over BASE; a+b is one ruleset with both.")
    ],
    experiment: ExperimentOption = "baseline",
    games: GamesEach = None,
    seed: Seed = None,
    threads: Threads = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the study: runs/ and report/ go below it.")
    ] = DEFAULT,
    overwrite: Overwrite = False,
    resume: Resume = False,
    own: Own = None,
) -> None:
    """Play an experiment by BASE and by each VARIANT, and report what differs, game by game.

    All play the same seeds, line-ups, battles and decks as long as these have a meaning, so that most of the luck
    cancels. The rulesets of the experiment itself do not matter; BASE and the variants take their place.

    Parameters
    ----------
    base : str
        Ruleset, and perhaps variants that belong to it.
    variants : list of str
        What is laid over it; each becomes a ruleset of its own.
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
    from reports.compare_report import write_comparison
    from simcore.batch import cores
    from simcore.cli.room import REPORT, Room, check_study, play
    from simcore.cli.run import command_of
    from simcore.cli.stopping import stoppable
    from simcore.prepare.prepared import prepare
    from simcore.progress import tell

    options = [
        ("--experiment", experiment),
        ("--games", games),
        ("--seed", seed),
        ("--threads", threads),
        ("--out", out),
        *(("--strategy", each) for each in own or ()),
    ]
    room = Room(out, threads or cores(), overwrite, resume, command_of("compare", [base, *variants], options))
    check_study(room)
    arms = _arms(base, variants, prepare(experiment, games, seed, own=own or ()))
    with stoppable(room.command):
        folders = play(arms, room)
        comparison, page = write_comparison(
            folders[0], folders[1:], out / REPORT, lambda arm: tell(f"Reading {arm.name}: {counted(arm.games, 'game')}")
        )
    _show(comparison)
    print(f"Report: {page}")


def _arms(base: str, variants: Sequence[str], prepared: Prepared) -> list[Arm]:
    from simcore.dogs.variant_file import load_varied
    from simcore.prepare.arms import arm_of, split_names
    from simcore.progress import tell

    ruleset, *below = split_names(base)
    arms, warned = [], prepared.warnings
    for more in [[], *(split_names(variant) for variant in variants)]:
        varied = load_varied(ruleset, [*below, *more])
        warned += varied.warnings
        arms.append(arm_of(prepared, varied, ruleset, [*below, *more]))
    for line in dict.fromkeys(warned):
        tell(line)
    return arms


def _show(comparison: Comparison) -> None:
    """Print the findings."""
    from reports.compare_page import finding_of

    for contrast in comparison.contrasts:
        finding = finding_of(contrast, comparison.dogs)
        print(f"{finding.lead}{finding.text}")
        if finding.fine:
            print(f"  {finding.fine}")
