"""`simcore balance`: searches values of a few numbers of the ruleset that make Dogs fair, and confirms the best."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli.options import ExperimentOption, Margin, Overwrite, Own, Resume, RulesetOption, Seed, Threads, share_of
from simcore.errors import UserError
from simcore.tomltext import listed, suggestion
from simcore.wording import counted

if TYPE_CHECKING:
    from reports.balancing import Asked, Balancing, Retuned, Tried
    from simcore.cli.retuning import Retuner
    from simcore.cli.room import Room
    from simcore.prepare.arms import Arm
    from simcore.prepare.prepared import Prepared

Point = tuple[int, ...]

DEFAULT = Path("runs", "balance")
"""Where searches go unless told otherwise."""

UNTUNED = "untuned"
"""Folder of the search without tuning, below that of a study whose strategies are tuned again."""

_RANGE = re.compile(r"([^=]+)=(-?\d+):(-?\d+)")
_MOST_NUMBERS = 4


@dataclass(frozen=True)
class Plan:
    """How a search plays: ruleset with variants, and the experiment with seed and games at a point in round 0."""

    names: tuple[str, ...]
    prepared: Prepared

    @property
    def games(self) -> int:
        """Games at a point in round 0."""
        return self.prepared.experiment.games


@dataclass(frozen=True)
class Found:
    """What a search found: the best point, what was counted at all of them, and the number of its rounds."""

    best: Point
    tried: Tried
    rounds: int


def balance(
    parameters: Annotated[
        list[str],
        typer.Argument(metavar="PARAMETER=LOW:HIGH...", help="One to four numbers, such as soldiers.knight.cost=1:5."),
    ],
    dogs: Annotated[str, typer.Option("--dogs", metavar="A,B", help="Dogs that are to be fair, or all.")] = "all",
    ruleset: RulesetOption = "base",
    experiment: ExperimentOption = "baseline",
    games_per_point: Annotated[
        int, typer.Option("--games-per-point", metavar="N", min=1, help="Games at a point in the first round.")
    ] = 2_000,
    budget: Annotated[
        int, typer.Option(metavar="B", min=1, help="Games of the search; where they are too few for all points, some.")
    ] = 400_000,
    confirm: Annotated[
        int, typer.Option("--confirm", metavar="N", min=1, help="Fresh games by the ruleset itself and by the best.")
    ] = 40_000,
    retune: Annotated[
        bool, typer.Option("--retune", help="Tune the strategies again for every candidate before it is judged.")
    ] = False,
    retune_games: Annotated[
        int | None, typer.Option("--retune-games", metavar="N", help="Games of each tuning; by default 200,000.")
    ] = None,
    retune_strategies: Annotated[
        str | None,
        typer.Option("--retune-strategies", metavar="A,B", help="What is tuned; by default all of the experiment."),
    ] = None,
    seed: Seed = None,
    margin: Margin = 1.0,
    threads: Threads = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the study: its runs, report/ and balanced.toml go below it.")
    ] = DEFAULT,
    overwrite: Overwrite = False,
    resume: Resume = False,
    own: Own = None,
) -> None:
    """Search whole numbers of the ruleset that make Dogs fair, and play the best again on fresh seeds.

    For instance: simcore balance dogs.omalley.abilities.profiteer.coins=0:6 --dogs omalley

    The best values are written as a variant, balanced.toml, and the page says whether fresh games confirm them; where
    they are the ruleset's own there is nothing to change, and no variant is written.
    With --retune the page says too what the search finds without it; the weights go into weights/.

    Parameters
    ----------
    parameters : list of str
        One to four ranges.
    dogs : str
        Names of Dogs, parted by commas, or "all".
    ruleset : str
        Ruleset, and perhaps variants that belong to it.
    experiment : str
        Name or path of the experiment file.
    games_per_point, budget, confirm : int
        Games at a point in the first round, of the whole search, and of each ruleset in the confirmation.
    retune : bool
        Whether strategies are tuned for every candidate, from weights tuned for the ruleset itself.
    retune_games : int, optional
        Games of each tuning: of one strategy for one candidate.
    retune_strategies : str, optional
        Names of the strategies that are tuned, parted by commas.
    seed : int, optional
        Replaces that of the file; later rounds and the confirmation count on from it.
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
    from reports.balancing import Asked
    from reports.balancing_page import findings, write_balancing
    from simcore.batch import cores
    from simcore.cli.room import REPORT, Room, check_study
    from simcore.cli.run import command_of
    from simcore.cli.stopping import stoppable
    from simcore.prepare.arms import own_value, split_names
    from simcore.prepare.prepared import prepare

    margin_share = share_of(margin)
    names = tuple(split_names(ruleset))
    ranges = _ranges(parameters)
    present = tuple(own_value(name, names) for name in ranges)
    plan = Plan(names, prepare(experiment, games_per_point, seed, own=own or ()))
    asked = Asked(tuple(ranges), present, _dogs(dogs, plan), margin_share)
    _check_ends(asked, ranges, plan)
    options = [
        *(("--dogs", dogs), ("--ruleset", ruleset), ("--experiment", experiment)),
        *(("--games-per-point", games_per_point), ("--budget", budget), ("--confirm", confirm)),
        *(("--retune-games", retune_games), ("--retune-strategies", retune_strategies)),
        *(("--seed", seed), ("--margin", margin), ("--threads", threads), ("--out", out)),
        *(("--strategy", each) for each in own or ()),
    ]
    words = [*parameters, *(["--retune"] if retune else [])]
    room = Room(out, threads or cores(), overwrite, resume, command_of("balance", words, options))
    check_study(room)
    spans = list(ranges.values())
    _check_budget(spans, plan, budget)
    retuner = _retuner(asked, spans, plan, budget, room, (retune, retune_strategies, retune_games))
    with stoppable(room.command):
        found = _play(asked, spans, plan, (budget, confirm), room, retuner)
        page = write_balancing(found, out / REPORT)
    for finding in findings(found):
        print(f"{finding.lead}{finding.text}")
    doubt = "" if found.confirmed else " (what the search found; fresh games do not confirm that it is fairer)"
    none = "none written, since the best values are those of the ruleset itself"
    print(f"Variant: {f'{found.file}{doubt}' if found.file else none}")
    for file in found.retuned.files if found.retuned else ():
        print(f"Weights: {file}")
    print(f"Report: {page}")


def _ranges(parameters: list[str]) -> dict[str, tuple[int, int]]:
    """Return name -> least and greatest value.

    Raises
    ------
    UserError
        If there are too many, or one is no range or stands twice.
    """
    if len(parameters) > _MOST_NUMBERS:
        raise UserError(f"PARAMETER: found {len(parameters)}; allowed: one to {_MOST_NUMBERS}")
    ranges: dict[str, tuple[int, int]] = {}
    for text in parameters:
        match = _RANGE.fullmatch(text)
        if match is None or int(match[2]) >= int(match[3]):
            raise UserError(
                f"{text}: allowed: PARAMETER=LOW:HIGH in whole numbers with LOW below HIGH, such as"
                " soldiers.knight.cost=1:5"
            )
        if match[1] in ranges:
            raise UserError(f"PARAMETER: found {match[1]} twice; allowed: different numbers")
        ranges[match[1]] = (int(match[2]), int(match[3]))
    return ranges


def _dogs(text: str, plan: Plan) -> tuple[str, ...]:
    """Return the Dogs that are to be fair, which must take part in the experiment."""
    pool = _arm(plan, (), 0, plan.games).prepared.experiment.dogs.pool
    if text == "all":
        return tuple(dict.fromkeys(pool))
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in pool:
            raise UserError(f'--dogs: found "{name}"; {suggestion(name, pool)}allowed: {listed(pool)} or "all"')
    return tuple(dict.fromkeys(names))


def _check_ends(asked: Asked, ranges: Mapping[str, tuple[int, int]], plan: Plan) -> None:
    """Raise UserError where the ruleset does not admit the ends of a range, before anything is played."""
    for number, (name, ends) in enumerate(ranges.items()):
        for value in ends:
            point = tuple(value if place == number else own for place, own in enumerate(asked.own))
            _arm(plan, _settings(asked, point), 0, plan.games)
        assert name == asked.names[number], "ranges are in the order of the names"


def _settings(asked: Asked, point: Sequence[int]) -> tuple[str, ...]:
    """Return the variants that set a point; nothing for the ruleset itself."""
    both = zip(asked.names, point, asked.own, strict=True)
    return tuple(f"{name}={value}" for name, value, own in both if value != own)


def _arm(plan: Plan, settings: Sequence[str], later: int, games: int) -> Arm:
    """Return the arm that plays so many games at a point on a seed, `later` ones after the first."""
    from simcore.dogs.variant_file import load_varied
    from simcore.prepare.arms import arm_of

    asked, more = plan.prepared.experiment, [*plan.names[1:], *settings]
    prepared = replace(plan.prepared, experiment=asked.with_options(games, asked.seed + later))
    return arm_of(prepared, load_varied(plan.names[0], more), plan.names[0], more)


def _check_budget(ranges: Sequence[tuple[int, int]], plan: Plan, budget: int) -> None:
    from simcore.search import least_budget

    least = least_budget(ranges) * plan.games
    if budget < least:
        raise UserError(
            f"--budget: found {counted(budget, 'game')}; allowed: at least {least:,} for {plan.games:,} at a point"
        )


def _retuner(
    asked: Asked,
    ranges: Sequence[tuple[int, int]],
    plan: Plan,
    budget: int,
    room: Room,
    options: tuple[bool, str | None, int | None],
) -> Retuner | None:
    """Return what tunes the strategies for the candidates; None where that is not asked for.

    `options` are whether anything is tuned, what, and by how many games.
    """
    from simcore.cli.retuning import Retuner, asked_of
    from simcore.search import most_points

    itself = _arm(plan, (), 0, plan.games)
    wanted = asked_of(*options, itself.prepared)
    if wanted is None:
        return None
    # Besides the candidates: what all tunings begin with, the ruleset itself, and what is best without tuning.
    retuner = Retuner(wanted, itself, room, most_points(ranges, budget // plan.games) + 3)
    retuner.check()
    return retuner


def _play(
    asked: Asked,
    ranges: list[tuple[int, int]],
    plan: Plan,
    games: tuple[int, int],
    room: Room,
    retuner: Retuner | None,
) -> Balancing:
    """Search, confirm on fresh seeds, and write the variant; `games` are those of the search and of the confirmation.

    Where strategies are tuned again the search without that comes first.

    Raises
    ------
    UserError
        If a folder cannot be used.
    """
    from reports.balancing import confirm
    from simcore.cli.room import clear_study, write_texts
    from simcore.progress import tell

    for line in _arm(plan, (), 0, plan.games).prepared.warnings:
        tell(line)
    clear_study(room)
    budget, fresh = games[0] // plan.games, games[1]
    plain_room = room if retuner is None else replace(room, out=room.out / UNTUNED)
    plain = _search(asked, ranges, plan, budget, plain_room, None)
    if retuner:
        retuner.begin()
    found = plain if retuner is None else _search(asked, ranges, plan, budget, room, retuner)
    points = list(dict.fromkeys([asked.own, found.best, plain.best]))
    later = max(plain.rounds, found.rounds)
    arms = {point: _arm(plan, _settings(asked, point), later, fresh) for point in points}
    folders = _play_fresh({point: retuner.applied(arm) for point, arm in arms.items()} if retuner else arms, room)
    file = room.out / "balanced.toml" if found.best != asked.own else None
    if file:
        write_texts({file: _variant(asked, found.best, plan, room.out)})
    elif room.overwrite:
        (room.out / "balanced.toml").unlink(missing_ok=True)  # of the search that is replaced
    retuned = None
    if retuner:
        told = {"itself": arms[asked.own], **({"best": arms[found.best]} if file else {})}
        retuned = _retuned(retuner, told, plain.best, _play_fresh(arms, plain_room))
    return confirm(asked, found.tried, found.best, folders, file, retuned)


def _play_fresh(arms: Mapping[Point, Arm], room: Room) -> dict[Point, Path]:
    from simcore.cli.room import play

    return dict(zip(arms, play(list(arms.values()), replace(room, out=room.out / "fresh")), strict=True))


def _retuned(retuner: Retuner, arms: Mapping[str, Arm], plain_best: Point, folders: Mapping[Point, Path]) -> Retuned:
    """Return what the report says of the tuning.

    Parameters
    ----------
    retuner : Retuner
        It has tuned for all that matters.
    arms : mapping
        "itself" and, where that is another, "best" -> arm.
    plain_best : tuple of int
        What seems best without tuning.
    folders : mapping
        Point -> fresh run of scripts that were not tuned.
    """
    from reports.balancing import Retuned, Tuning

    tunings = [
        Tuning(name, where, found.gains)
        for where, of in (("start", retuner.start), *((where, retuner.of(arm)) for where, arm in arms.items()))
        for name, found in of.items()
    ]
    return Retuned(
        retuner.asked.games, tuple(tunings), plain_best, folders, tuple(retuner.save(arms.get("best", arms["itself"])))
    )


def _search(
    asked: Asked,
    ranges: list[tuple[int, int]],
    plan: Plan,
    budget: int,
    room: Room,
    retuner: Retuner | None,
) -> Found:
    """Search the best point; `budget` is in games at a point."""
    from reports.balancing import Tried
    from simcore.cli.room import play
    from simcore.search import search

    tried = Tried(asked)
    rounds: set[int] = set()

    def measure(points: Sequence[Point], number: int) -> dict[Point, float]:
        rounds.add(number)
        arms = [_arm(plan, _settings(asked, point), number, plan.games * 2**number) for point in points]
        played = [retuner.applied(arm) for arm in arms] if retuner else arms
        folders = play(played, replace(room, out=room.out / f"round_{number}"))
        return {point: tried.add(point, folder) for point, folder in zip(points, folders, strict=True)}

    best = search(ranges, asked.own, measure, budget, plan.prepared.experiment.seed % 2**32)
    return Found(best, tried, max(rounds, default=0) + 1)


def _variant(asked: Asked, best: tuple[int, ...], plan: Plan, folder: Path) -> str:
    """Return the text of the variant that sets the best values, for a file in `folder`."""
    from simcore.overlay import parse_path
    from simcore.prepare.arms import file_of
    from simcore.tomllines import KeyPath
    from simcore.variant_text import settings_text

    settings: dict[KeyPath, int] = {}
    for name, value, own in zip(asked.names, best, asked.own, strict=True):
        path = parse_path(name)
        assert path is not None, "its own value was found"
        if value != own:
            settings[path] = value
    values = ", ".join(f"{name} = {value}" for name, value in zip(asked.names, best, strict=True))
    about = {
        "name": "balanced",
        "title": values,
        "of": "+".join(os.path.relpath(name, folder) if Path(name).is_file() else name for name in plan.names),
        "why": f"A search over {plan.prepared.experiment.name} found this fairest for {', '.join(asked.dogs)}: is it?",
    }
    return settings_text(about, file_of(plan.names), settings)
