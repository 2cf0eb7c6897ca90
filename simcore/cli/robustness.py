"""`simcore robustness`: plays other components and other readings, and reports which findings hold in all of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli.options import ExperimentOption, Margin, Overwrite, Own, Resume, RulesetOption, Seed, Threads, share_of
from simcore.errors import UserError

if TYPE_CHECKING:
    from simcore.dogs.ruleset import Ruleset
    from simcore.prepare.arms import Arm
    from simcore.prepare.prepared import Prepared

DEFAULT = Path("runs", "robustness")
"""Where these studies go unless told otherwise."""

_MOST_DRAWS = 999


def robustness(
    experiment: ExperimentOption = "baseline",
    ruleset: RulesetOption = "base",
    draws: Annotated[int, typer.Option(metavar="K", min=0, max=_MOST_DRAWS, help="Draws of other components.")] = 20,
    draw_seed: Annotated[int, typer.Option("--draw-seed", metavar="D", min=0, help="Seed of the draws.")] = 1,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games by each ruleset.")] = 20_000,
    seed: Seed = None,
    margin: Margin = 1.0,
    threads: Threads = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the study: variants/, runs/ and report/ go below it.")
    ] = DEFAULT,
    overwrite: Overwrite = False,
    resume: Resume = False,
    own: Own = None,
) -> None:
    """Play an experiment by draws of what the ruleset only assumes and by its other readings; report what holds.

    Tiles, Bonus tokens, Tactic cards and House Victory track are drawn within ranges that the page states, as far as
    the ruleset marks them as assumed. Every draw is written as a variant, to variants/ below the study's folder.

    Parameters
    ----------
    experiment : str
        Name or path of the experiment file; its ruleset does not matter.
    ruleset : str
        Ruleset, and perhaps variants that belong to it.
    draws, draw_seed : int
        How many draws, and their seed.
    games : int
        Games by each ruleset.
    seed : int, optional
        Replaces that of the file.
    margin : float
        What counts as balanced, in percentage points.
    threads : int, optional
        Threads that play.
    out : Path
        Folder of the study.
    overwrite, resume : bool
        What to do with results that are there.
    own : list of str, optional
        Strategies of the user's, each as "NAME=FILE".
    """
    from reports.robustness import Case, read_robustness
    from reports.robustness_page import findings, write_robustness
    from simcore.batch import cores
    from simcore.cli.room import REPORT, Room, check_room, check_study, play, write_texts
    from simcore.cli.run import command_of
    from simcore.cli.stopping import stoppable
    from simcore.dogs.stand_ins import RANGES, assumed_blocks
    from simcore.prepare.prepared import prepare
    from simcore.progress import tell

    margin_share = share_of(margin)
    options = [
        *(("--experiment", experiment), ("--ruleset", ruleset), ("--draws", draws), ("--draw-seed", draw_seed)),
        *(("--games", games), ("--seed", seed), ("--margin", margin), ("--threads", threads), ("--out", out)),
        *(("--strategy", each) for each in own or ()),
    ]
    room = Room(out, threads or cores(), overwrite, resume, command_of("robustness", [], options))
    check_study(room)
    texts: dict[Path, str] = {}
    prepared = prepare(experiment, games, seed, own=own or ())
    arms = _arms(prepared, ruleset, (draws, draw_seed), out / "variants", texts)
    check_room([arm for _, arm in arms], room)
    for line in arms[0][1].prepared.warnings:
        tell(line)
    write_texts(texts)
    drawn = assumed_blocks(arms[0][1].prepared.ruleset) if draws else ()
    ranges = {block: RANGES[block] for block in drawn}
    with stoppable(room.command):
        folders = play([arm for _, arm in arms], room)
        cases = [
            Case(kind, arm.name, _title(kind, arm), folder) for (kind, arm), folder in zip(arms, folders, strict=True)
        ]
        found = read_robustness(cases, margin_share, ranges, lambda arm: tell(f"Reading {arm.name}"))
        page = write_robustness(found, out / REPORT)
    for finding in findings(found):
        print(f"{finding.lead}{finding.text}")
    print(f"Report: {page}")


def _arms(
    prepared: Prepared, ruleset: str, drawn: tuple[int, int], folder: Path, texts: dict[Path, str]
) -> list[tuple[str, Arm]]:
    """Return kind and arm of every ruleset, itself first; the files of the draws go into `texts`.

    `drawn` is how many draws, and their seed.

    Raises
    ------
    UserError
        If there is nothing to vary, or something is wrong with the ruleset.
    """
    from simcore.dogs.stand_ins import assumed_blocks, draw_name, draw_stand_ins
    from simcore.dogs.variant_file import load_varied, vary
    from simcore.prepare.arms import arm_of, load_variants, made_variant, split_names

    name, *below = split_names(ruleset)
    whole = load_varied(name, below)
    if drawn[0] and not assumed_blocks(whole.ruleset):
        raise UserError(f"{ruleset}: nothing of it is marked as assumed; --draws 0 varies its readings alone")
    arms = [("base", arm_of(prepared, whole, name, below))]
    for number in range(1, drawn[0] + 1):
        path = folder / f"{draw_name(drawn[1], number)}.toml"
        texts[path] = draw_stand_ins(whole.ruleset, name, drawn[1], number)
        varied = vary(name, [*load_variants(below), made_variant(texts[path], path)])
        arms.append(("draw", arm_of(prepared, varied, name, [*below, str(path)])))
    for setting in _other_readings(whole.ruleset):
        named = [*below, setting]
        arms.append(("reading", arm_of(prepared, load_varied(name, named), name, named)))
    return arms


def _other_readings(ruleset: Ruleset) -> list[str]:
    """Return the settings that turn one switch of the readings each."""
    from simcore.dogs.ruleset_words import READINGS

    own = vars(ruleset.readings)
    return [
        f"readings.{switch}={str(value).lower() if isinstance(value, bool) else value}"
        for switch, reading in READINGS.items()
        for value in reading.meanings
        if value != own[switch]
    ]


def _title(kind: str, arm: Arm) -> str:
    """Return what people call a ruleset."""
    if kind == "base":
        return "as it is"
    if kind == "draw":
        return arm.prepared.varied.variants[-1].name
    from simcore.dogs.ruleset_words import READINGS

    [(switch, value)] = [(path[-1], value) for path, value in arm.prepared.varied.variants[-1].settings]
    reading = READINGS[str(switch)]
    return f"{reading.rule}: {reading.meanings[value]}"
