"""`simcore abilities`: plays each Dog with and without its ability on the same seeds, and reports the difference."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli.options import GamesEach, Overwrite, Own, Resume, RulesetOption, Seed, Threads
from simcore.errors import UserError

if TYPE_CHECKING:
    from reports.abilities import Trial
    from simcore.cli.room import Room
    from simcore.prepare.arms import Arm
    from simcore.prepare.prepared import Prepared

DEFAULT = Path("runs", "abilities")
"""Where these studies go unless told otherwise."""

_BY_PLAYERS = {"3": "baseline_3", "4": "baseline", "5": "baseline_5"}
"""Number of players -> the experiment that `--players` means."""


def abilities(
    experiment: Annotated[
        list[str] | None,
        typer.Option(
            "--experiment", metavar="E", help="What to play (by default baseline); may be given several times."
        ),
    ] = None,
    players: Annotated[
        str | None, typer.Option(metavar="LIST", help="Play the baseline experiments of these players, such as 3,4,5.")
    ] = None,
    ruleset: RulesetOption = "base",
    games: GamesEach = None,
    seed: Seed = None,
    threads: Threads = None,
    out: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Folder of the study: a folder for each experiment and report/ go below it."),
    ] = DEFAULT,
    overwrite: Overwrite = False,
    resume: Resume = False,
    own: Own = None,
) -> None:
    """Play every Dog with its ability and without it in the same games, and report what the ability is worth.

    All play the same seeds, line-ups, battles and decks, so that most of the luck cancels. The variants that take an
    ability away are written to variants/ below the study's folder.

    Parameters
    ----------
    experiment : list of str, optional
        Names or paths of experiment files; their rulesets do not matter.
    players : str, optional
        Numbers of players, instead of experiments.
    ruleset : str
        Ruleset, and perhaps variants that belong to it.
    games, seed : int, optional
        Replace those of the files.
    threads : int, optional
        Threads that play.
    out : Path
        Folder of the study.
    overwrite, resume : bool
        What to do with results that are there.
    own : list of str, optional
        Strategies of the user's, each as "NAME=FILE".
    """
    from reports.abilities import read_abilities
    from reports.abilities_page import findings, write_abilities
    from simcore.batch import cores
    from simcore.cli.room import REPORT, Room, check_study, clear_study, write_texts
    from simcore.cli.run import command_of
    from simcore.cli.stopping import stoppable
    from simcore.prepare.prepared import prepare
    from simcore.progress import tell

    asked = _experiments(experiment, players)
    options = [
        *(("--experiment", name) for name in experiment or ()),
        ("--players", players),
        ("--ruleset", ruleset),
        ("--games", games),
        ("--seed", seed),
        ("--threads", threads),
        ("--out", out),
        *(("--strategy", each) for each in own or ()),
    ]
    room = Room(out, threads or cores(), overwrite, resume, command_of("abilities", [], options))
    check_study(room)
    texts: dict[Path, str] = {}
    plans = _plans([prepare(name, games, seed, own=own or ()) for name in asked], ruleset, room, texts)
    clear_study(room)
    write_texts(texts)
    with stoppable(room.command):
        found = read_abilities([_play(*plan) for plan in plans], lambda folder: tell(f"Reading {folder}"))
        page = write_abilities(found, out / REPORT)
    for finding in findings(found):
        print(f"{finding.lead}{finding.text}")
    print(f"Report: {page}")


def _experiments(experiments: list[str] | None, players: str | None) -> list[str]:
    """Return what to play.

    Raises
    ------
    UserError
        If both are given, or a number of players has no experiment, or one is given twice.
    """
    if players is None:
        asked = experiments or ["baseline"]
    elif experiments:
        raise UserError("--players: found with --experiment; give one of them")
    else:
        numbers = [number.strip() for number in players.split(",")]
        wrong = [number for number in numbers if number not in _BY_PLAYERS]
        if wrong:
            raise UserError(f"--players: found {wrong[0]!r}; allowed: {', '.join(_BY_PLAYERS)}, parted by commas")
        asked = [_BY_PLAYERS[number] for number in numbers]
    twice = [name for name in asked if asked.count(name) > 1]
    if twice:
        raise UserError(f"{twice[0]}: given twice; every experiment is played once")
    return asked


def _plans(
    experiments: list[Prepared], ruleset: str, room: Room, texts: dict[Path, str]
) -> list[tuple[dict[str, Arm], Room]]:
    """Return the arms of each experiment (see `_arms`) and where they are played; nothing is touched.

    The variants' files go into `texts`.

    Raises
    ------
    UserError
        If two experiments have the same name, or a folder cannot be used.
    """
    from simcore.cli.room import check_room
    from simcore.progress import tell

    plans = []
    for prepared in experiments:
        arms = _arms(prepared, ruleset, room.out / "variants", texts)
        plans.append((arms, replace(room, out=room.out / arms[""].prepared.experiment.name)))
    if len({place.out for _, place in plans}) < len(plans):
        raise UserError("--experiment: two files name their experiment alike; every one needs a name of its own")
    for arms, place in plans:
        check_room(list(arms.values()), place)
    for line in dict.fromkeys(line for arms, _ in plans for line in arms[""].prepared.warnings):
        tell(line)
    return plans


def _play(arms: dict[str, Arm], place: Room) -> Trial:
    """Play an experiment with and without every ability."""
    from reports.abilities import Trial
    from simcore.cli.room import play

    folders = dict(zip(arms, play(list(arms.values()), place), strict=True))
    dogs = arms[""].prepared.ruleset.dogs
    kinds = {dog.name: tuple(ability.kind for ability in dog.abilities) for dog in dogs}
    return Trial(folders.pop(""), folders, kinds)


def _arms(prepared: Prepared, ruleset: str, folder: Path, texts: dict[Path, str]) -> dict[str, Arm]:
    """Return the arms of an experiment: the ruleset itself under "", and under each Dog's name one without its ability.

    The variants' files go into `texts`.
    """
    from simcore.dogs.ablation import ablation, ablation_name
    from simcore.dogs.variant_file import load_varied, vary
    from simcore.prepare.arms import arm_of, load_variants, made_variant, split_names

    name, *below = split_names(ruleset)
    whole = arm_of(prepared, load_varied(name, below), name, below)
    arms = {"": whole}
    for dog in whole.prepared.ruleset.dogs:
        if dog.abilities and dog.name in whole.prepared.experiment.dogs.pool:
            path = folder / f"{ablation_name(dog)}.toml"
            texts[path] = ablation(dog, name)
            varied = vary(name, [*load_variants(below), made_variant(texts[path], path)])
            arms[dog.name] = arm_of(prepared, varied, name, [*below, str(path)])
    return arms
