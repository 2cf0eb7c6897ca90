"""Where and how a study is played, an experiment by several rulesets: what `simcore compare` and its like share."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from simcore.errors import UserError
from simcore.wording import counted

if TYPE_CHECKING:
    from simcore.prepare.arms import Arm

RUNS = "runs"
"""Folder of the runs below that of a study."""

REPORT = "report"
"""Folder of the report below that of a study."""


@dataclass(frozen=True)
class Room:
    """Where and how the runs of a study are played.

    Parameters
    ----------
    out : Path
        Folder of the study: its runs go below it, and its report.
    threads : int
        Threads that play.
    overwrite, resume : bool
        What to do with results that are there.
    command : str
        The command that plays the study from nothing.
    """

    out: Path
    threads: int
    overwrite: bool
    resume: bool
    command: str

    def folder(self, name: str) -> Path:
        """Return the results folder of one ruleset."""
        return self.out / RUNS / name


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write files of text, each whole or not at all."""
    from simcore.files import write_atomically

    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [text.encode()])


def check_study(room: Room) -> None:
    """Raise UserError where another command's study is in the folder, or what is no report stands in its place.

    Every command calls this before it plays.
    """
    from reports.report import check_target

    check_target(room.out / REPORT)
    own = _command_in(room.command)
    for folder in _runs_below(room.out):
        made_by = _maker_of(folder)
        if made_by not in ("", own):
            raise UserError(
                f"{room.out}: holds what `simcore {made_by}` played ({folder}), which `simcore {own}` neither replaces"
                " nor goes on with; choose another folder with --out"
            )


def clear_study(room: Room) -> None:
    """Remove all results of a study that is to be replaced, so that after a stop none are left to be gone on with."""
    if room.overwrite:
        _clear(_runs_below(room.out))


def _runs_below(out: Path) -> list[Path]:
    """Return the results folders of a study, however deep its kind of study has them."""
    places = (RUNS, f"*/{RUNS}", f"*/*/{RUNS}")
    return [path.parent for place in places for path in sorted(out.glob(f"{place}/*/manifest.json"))]


def _clear(folders: Sequence[Path]) -> None:
    from simcore.runfolder import claimed, is_results, remove_results

    for folder in folders:
        if folder.is_dir() and is_results(folder):
            with claimed(folder):
                remove_results(folder)


def _maker_of(folder: Path) -> str:
    """Return the command that made a results folder; nothing where its manifest does not tell."""
    from simcore.manifest import read_manifest

    try:
        return _command_in(str(read_manifest(folder).get("command", "")))
    except UserError:
        return ""


def _command_in(command: str) -> str:
    return command.split()[1] if command.startswith("simcore ") else ""


def check_room(arms: Sequence[Arm], room: Room) -> None:
    """Raise UserError where two arms have the same name, or a folder cannot be used."""
    from simcore.runfolder import check_target

    _check_names([arm.name for arm in arms])
    for arm in arms:
        check_target(room.folder(arm.name), room.overwrite, room.resume)


def play(arms: Sequence[Arm], room: Room) -> list[Path]:
    """Play the games of all arms, one after the other, and return their results folders.

    Raises
    ------
    UserError
        If two arms have the same name, or a folder cannot be used; nothing was played then.
    """
    from simcore import batch
    from simcore.cli.run import resumed
    from simcore.progress import progress, tell

    check_room(arms, room)
    folders = [room.folder(arm.name) for arm in arms]
    if room.overwrite:
        _clear(folders)
    for number, (arm, folder) in enumerate(zip(arms, folders, strict=True), start=1):
        tell(f"{number} of {len(arms)}: {arm.name}, {counted(arm.prepared.experiment.games, 'game')}")
        plan = arm.prepared.plan(room.command, resumed(room.command))
        with progress() if sys.stderr.isatty() else nullcontext() as show:
            batch.run(
                plan,
                folder,
                threads=room.threads,
                overwrite=room.overwrite,
                resume=room.resume,
                on_progress=show,
                on_note=tell,
            )
    return folders


def _check_names(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{name}: given twice; every ruleset of a study needs variants, or a name, of its own")
