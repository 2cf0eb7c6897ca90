"""The same experiment by several rulesets: what `simcore compare`, `simcore sweep` and other studies share."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from simcore.errors import UserError

if TYPE_CHECKING:
    from simcore.cli.prepare import Prepared
    from simcore.dogs.variant_file import Varied
    from simcore.variant import Variant

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
        The command that goes on with the study.
    """

    out: Path
    threads: int
    overwrite: bool
    resume: bool
    command: str

    def folder(self, name: str) -> Path:
        """Return the results folder of one ruleset."""
        return self.out / RUNS / name


@dataclass(frozen=True)
class Arm:
    """One ruleset of a study: the name of its folder, and the experiment to be played by it."""

    name: str
    prepared: Prepared


def arm_of(prepared: Prepared, varied: Varied, ruleset: str, named: Sequence[str]) -> Arm:
    """Return the arm that plays an experiment by other rules.

    Parameters
    ----------
    prepared : Prepared
        The experiment.
    varied : Varied
        The rules.
    ruleset, named : str, sequence of str
        The ruleset and its variants as an experiment file would name them, for the manifest.
    """
    other = prepared.by(varied)
    asked = replace(other.experiment, ruleset=ruleset, variants=tuple(named))
    replayed_by = prepared.replayed_by
    if (prepared.experiment.ruleset, prepared.experiment.variants) == (ruleset, ()):
        replayed_by = " ".join([replayed_by, *(f"--variant {shlex.quote(name)}" for name in named)])
    return Arm(varied.ruleset.name, replace(other, experiment=asked, replayed_by=replayed_by))


def split_names(text: str) -> list[str]:
    """Return the rulesets and variants that are joined by + in an argument; a file of the whole name is one.

    Examples
    --------
    >>> split_names("three_years+no_upstage")
    ['three_years', 'no_upstage']
    """
    return [text] if Path(text).is_file() else [name for name in text.split("+") if name]


def load_variants(names: Sequence[str]) -> list[Variant]:
    """Read variants named on the command line."""
    from simcore.dogs.variant_file import SHELF
    from simcore.variant import load_variant

    return [load_variant(name, SHELF) for name in names]


def made_variant(text: str, path: Path) -> Variant:
    """Return the variant that a file at `path` with this text would be; nothing is written."""
    from simcore.tomlfile import parse_toml
    from simcore.variant import build_variant

    return build_variant(parse_toml(text, str(path)), path.stem)


def write_texts(texts: Mapping[Path, str]) -> None:
    """Write files of text, each whole or not at all."""
    from simcore.files import write_atomically

    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [text.encode()])


def own_value(name: str, names: Sequence[str]) -> int:
    """Return the value of a whole number in a ruleset itself.

    Parameters
    ----------
    name : str
        The number, as the ruleset's file names it.
    names : sequence of str
        The ruleset, and variants that belong to it.

    Raises
    ------
    UserError
        If there is no such number.
    """
    from simcore.dogs.ruleset_file import read_ruleset
    from simcore.overlay import find, nearest, parse_path, tree_of
    from simcore.variant import lay_over

    file = read_ruleset(names[0])[0]
    if names[1:]:
        file = lay_over(file, load_variants(names[1:])).file
    tree, path = tree_of(file), parse_path(name)
    node = find(tree, path) if path else None
    if path is None or node is None:
        raise UserError(f"{name}: names nothing in {'+'.join(names)}; {nearest(tree, path) if path else 'use dots'}")
    if not isinstance(node.value, int) or isinstance(node.value, bool):
        raise UserError(f"{name}: is not a whole number in {'+'.join(names)}; only numbers can be varied")
    return node.value


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
    from simcore.cli.progress import progress

    check_room(arms, room)
    folders = [room.folder(arm.name) for arm in arms]
    if room.overwrite:
        _clear(folders)
    for number, (arm, folder) in enumerate(zip(arms, folders, strict=True), start=1):
        tell(f"{number} of {len(arms)}: {arm.name}, {arm.prepared.experiment.games:,} games")
        plan = arm.prepared.plan(room.command)
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


def tell(line: str) -> None:
    """Say a line on the error stream."""
    print(line, file=sys.stderr, flush=True)
