"""The folder that a run writes to: claimed by one process, told from foreign folders, taken up again after a stop."""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simcore import manifest as manifests
from simcore.errors import UserError
from simcore.files import TEMPORARY
from simcore.manifest import Manifest, read_manifest
from simcore.parts import ABOUT, PARTS, part_name
from simcore.plan import Plan, differences
from simcore.results import checksum
from simcore.wording import counted

LOCK = ".lock"
"""File that the process writing to a folder holds locked; the system unlocks it when the process ends in any way."""

_PART = re.compile(r"games_(\d+)_(\d+)\.parquet")

Part = dict[str, Any]
"""A part's entry of the manifest."""

Note = Callable[[str], None]
"""Takes a line that the user should read."""


def is_results(folder: Path) -> bool:
    """Say whether a folder is recognisably one of results: it has our manifest or our parts."""
    if any(_part_files(folder)):
        return True
    try:
        read_manifest(folder)
    except UserError:
        return False
    return True


def _part_files(folder: Path) -> Iterator[Path]:
    """Return the parts in a folder, in order of games, whoever wrote them."""
    found = [(path, _PART.fullmatch(path.name)) for path in (folder / PARTS).glob("games_*.parquet")]
    named = sorted((int(match[1]), int(match[2]), path) for path, match in found if match)
    return (path for _, _, path in named)


def check_target(out: Path, overwrite: bool, resume: bool) -> None:
    """Raise UserError where a run may not write to `out`, without touching anything."""
    if overwrite and resume:
        raise UserError("--overwrite and --resume exclude each other; give one of them")
    if out.exists() and not out.is_dir():
        raise UserError(f"{out}: is a file; --out needs a folder")
    if not out.is_dir() or _is_blank(out):
        return
    if not is_results(out):
        raise UserError(f"{out}: holds other files, no results; choose another folder with --out")
    if not overwrite and not resume:
        raise UserError(f"{out}: {_held(out)}")


def _is_blank(out: Path) -> bool:
    """Say whether a folder holds nothing but what a run makes before its first result."""
    inside = (path for path in out.rglob("*") if path.suffix != TEMPORARY)
    return all(path in (out / LOCK, out / PARTS) for path in inside)


def _held(out: Path) -> str:
    """Say which results a folder holds, and what can be done with them."""
    try:
        manifest = read_manifest(out)
    except UserError:
        return "holds results already; go on with --resume, or replace them with --overwrite"
    asked = counted(manifest["games"], "game")
    if manifest["complete"]:
        return (
            f"holds complete results already ({asked}); play them anew with --overwrite, or keep them with --resume,"
            " which adds what else is asked for"
        )
    # A killed run has written parts that its manifest does not tell of.
    on_disk = [part.stem.split("_")[1:] for part in (out / PARTS).glob("games_*_*.parquet")]
    games = max(sum(int(end) - int(first) for first, end in on_disk), manifest["games_done"])
    return f"holds results already ({games:,} of {asked}); go on with --resume, or replace them with --overwrite"


@contextmanager
def claimed(out: Path) -> Iterator[None]:
    """Make the folder where needed, and keep other processes out of it.

    Raises
    ------
    UserError
        If it cannot be written to, or another process has claimed it.
    """
    try:
        (out / PARTS).mkdir(parents=True, exist_ok=True)
        file = _lock(out / LOCK)
    except OSError as error:
        raise UserError(f"{out}: cannot be written to ({error.strerror}); choose another folder with --out") from None
    try:
        yield
    finally:
        (out / LOCK).unlink(missing_ok=True)
        os.close(file)


def _lock(path: Path) -> int:
    """Return the descriptor of the lock file, locked; ours is the file of that name, not one just removed."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(file), path.stat()):
                os.truncate(file, 0)
                os.write(file, f"{os.getpid()}\n".encode())
                return file
        except BlockingIOError:
            owner = os.read(file, 20).decode().strip() or "unknown"
            os.close(file)
            raise UserError(
                f"{path.parent}: another run is writing to it (process {owner}); wait for it, or choose another --out"
            ) from None
        except FileNotFoundError:
            pass
        os.close(file)


def size_of_results(out: Path) -> int:
    """Return the bytes that the results in a folder take."""
    return sum(path.stat().st_size for path in _part_files(out))


def remove_results(out: Path) -> None:
    """Remove the results in a folder, the manifest first; files that are not ours stay."""
    (out / manifests.FILE).unlink(missing_ok=True)
    for path in _part_files(out):
        path.unlink()
    remove_unfinished(out)


def remove_unfinished(out: Path) -> None:
    """Remove what a killed process had not finished writing."""
    (out / (manifests.FILE + TEMPORARY)).unlink(missing_ok=True)
    for path in (out / PARTS).glob(f"games_*.parquet{TEMPORARY}"):
        path.unlink()


def kept_parts(out: Path, plan: Plan, note: Note) -> list[Part]:
    """Return the parts in a folder that a run can go on from; remove those that are damaged.

    Parameters
    ----------
    out : Path
        A claimed folder.
    plan : Plan
        The run that is to go on.
    note : callable
        Told of every part that has to be played again.

    Raises
    ------
    UserError
        If the results are those of another run, or hold more games than are asked for.
    """
    remove_unfinished(out)
    if not is_results(out):
        return []
    known = {part["file"]: part for part in _same_run(out, plan)}
    kept: list[Part] = []
    for file in known:
        if not (out / file).exists():
            note(f"{out / file}: is missing; its games are played again")
    for path in _part_files(out):
        part = _checked(path, out, plan, known.get(f"{PARTS}/{path.name}"))
        if part is None or (kept and part["first"] < kept[-1]["end"]):
            note(f"{path}: is damaged or not needed; it is removed and its games are played again where missing")
            path.unlink()
        else:
            kept.append(part)
    if kept and kept[-1]["end"] > plan.experiment.games:
        raise UserError(
            f"{out}: has games up to number {kept[-1]['end']:,}, more than the {plan.experiment.games:,} asked for;"
            f" ask for --games {kept[-1]['end']} or more, or start anew with --overwrite"
        )
    return kept


def _same_run(out: Path, plan: Plan) -> list[Part]:
    """Return the parts that the manifest lists, once it is sure that they are of the same run."""
    if not (out / manifests.FILE).exists():
        return []
    manifest: Manifest = read_manifest(out)
    changed = differences(manifest, plan.manifest([], {}))
    if changed:
        raise UserError(
            f"{out}: holds results of another run: what differs is the {', the '.join(changed)};"
            " start anew with --overwrite, or choose another folder with --out"
        )
    return list(manifest["parts"])


def _checked(path: Path, out: Path, plan: Plan, listed: Part | None) -> Part | None:
    """Return the manifest's entry of a part's file, or None where the file is damaged."""
    if listed is not None:
        return listed if checksum(path) == listed["sha256"] else None
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            about = json.loads((file.schema_arrow.metadata or {}).get(ABOUT.encode(), b"{}"))
            table = file.read()
    except (OSError, ValueError, pa.ArrowException):
        return None
    if about.get("run") != plan.run_hash:
        raise UserError(f"{path}: was written by another run; start anew with --overwrite, or choose another --out")
    first, end = about["first"], about["end"]
    fits = table.num_rows == (end - first) * plan.layout.rows_per_game and table.schema == plan.layout.schema()
    if not fits or path != out / part_name(first, end):
        return None
    size = path.stat().st_size
    return {
        "file": part_name(first, end),
        "first": first,
        "end": end,
        "rows": table.num_rows,
        "bytes": size,
        "sha256": checksum(path),
    }
