"""Reading results: a folder of Parquet parts and a manifest, opened only when it all fits together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.errors import UserError
from simcore.manifest import Manifest, read_manifest
from simcore.tomltext import suggestion
from simcore.wording import counted

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


_NUMBERS = ("game", "number", "share")
"""Kinds of columns that hold numbers; all others hold words."""


@dataclass(frozen=True)
class Results:
    """The results of a run: one row a game and seat, in order of games and seats.

    Parameters
    ----------
    path : Path
        The folder.
    manifest : dict
        Its manifest, see `simcore.manifest`.

    Examples
    --------
    ::

        results = open_results("runs/baseline")
        wins = results.frame(["dog", "win_share"]).groupby("dog").mean()
        for rows in results.batches(["dog", "total"]):    # a frame a part: memory stays small
            ...
    """

    path: Path
    manifest: Manifest

    @property
    def complete(self) -> bool:
        """Whether all games that were asked for are there."""
        return bool(self.manifest["complete"])

    @property
    def games(self) -> int:
        """Number of games that are there."""
        return int(self.manifest["games_done"])

    @property
    def players(self) -> int:
        """Seats of a game."""
        return int(self.manifest["players"])

    @property
    def rows(self) -> int:
        """Number of rows."""
        return sum(int(part["rows"]) for part in self.manifest["parts"])

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns, in order."""
        return tuple(column["name"] for column in self.manifest["columns"])

    @property
    def files(self) -> tuple[Path, ...]:
        """The parts' files, in order of games."""
        return tuple(self.path / part["file"] for part in self.manifest["parts"])

    def tables(self, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
        """Read the parts one after the other as Arrow tables.

        Parameters
        ----------
        columns : sequence of str, optional
            Columns to read, by default all.

        Raises
        ------
        UserError
            If there is no such column, or a part cannot be read.
        """
        import pyarrow.parquet as pq

        names = self._known(columns)
        words = [column["name"] for column in self.manifest["columns"] if column["kind"] not in _NUMBERS]
        for file in self.files:
            try:
                with pq.ParquetFile(file, read_dictionary=words) as part:
                    table = part.read(columns=names, use_threads=False)
            except (OSError, ValueError) as error:
                raise UserError(f"{file}: cannot be read ({error}); {_AGAIN}") from error
            yield table.select(names)

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """Read the parts one after the other as frames; words are categories, the same in every part."""
        for table in self.tables(columns):
            yield table.to_pandas()

    def table(self, columns: Sequence[str] | None = None) -> pa.Table:
        """Read everything as one Arrow table (about 2 bytes of memory a number)."""
        import pyarrow as pa

        return pa.concat_tables(self.tables(columns))

    def frame(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Read everything as one frame; words are categories."""
        frame: pd.DataFrame = self.table(columns).to_pandas()
        return frame

    def _known(self, columns: Sequence[str] | None) -> list[str]:
        if columns is None:
            return list(self.columns)
        for name in columns:
            if name not in self.columns:
                hint = suggestion(name, self.columns)
                raise UserError(f'{self.path}: found no column "{name}"; {hint}known: {", ".join(self.columns)}')
        return list(columns)


_AGAIN = "play its games again with --resume, or all with --overwrite"


def open_results(path: str | Path, *, incomplete: bool = False, verify: bool = False) -> Results:
    """Open a results folder after checking that it holds what its manifest says.

    Parameters
    ----------
    path : str or Path
        The folder, as `simcore run --out` named it.
    incomplete : bool
        Whether results of a run that was interrupted are fine too.
    verify : bool
        Whether to read all parts and compare their checksums as well.

    Raises
    ------
    UserError
        If anything is missing, cut short, overlapping, of another schema or (with `verify`) changed.
    """
    results = Results(Path(path), read_manifest(Path(path)))
    if not results.complete and not incomplete:
        manifest = results.manifest
        raise UserError(
            f"{path}: the run is not complete ({results.games:,} of {counted(manifest['games'], 'game')});"
            f" go on with:\n  {manifest.get('command', 'simcore run EXPERIMENT --resume')}"
        )
    _check_ranges(results)
    for part in results.manifest["parts"]:
        _check_part(results, part, verify)
    return results


def _check_ranges(results: Results) -> None:
    """Raise where the parts overlap, leave out games of a complete run, or do not add up."""
    parts, end = results.manifest["parts"], 0
    for part in parts:
        first = part["first"]
        if first < end or part["end"] <= first or part["rows"] != (part["end"] - first) * results.players:
            raise UserError(f"{results.path}: {part['file']} does not follow the part before it; {_AGAIN}")
        if first > end and results.complete:
            raise UserError(f"{results.path}: the games {end} to {first - 1} are missing; {_AGAIN}")
        end = part["end"]
    if sum(part["end"] - part["first"] for part in parts) != results.games or end > results.manifest["games"]:
        raise UserError(f"{results.path}: the parts hold other games than the manifest says; {_AGAIN}")
    if results.complete and end != results.manifest["games"]:
        raise UserError(f"{results.path}: the games from {end} on are missing; {_AGAIN}")


def _check_part(results: Results, part: dict[str, Any], verify: bool) -> None:
    path = results.path / part["file"]
    try:
        size = path.stat().st_size
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}); {_AGAIN}") from None
    if size != part.get("bytes", size) or (verify and checksum(path) != part["sha256"]):
        raise UserError(f"{path}: was changed or cut short since it was written; {_AGAIN}")
    import pyarrow.parquet as pq

    try:
        file = pq.read_metadata(path)
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: is not a Parquet file ({error}); {_AGAIN}") from None
    if file.num_rows != part["rows"] or tuple(file.schema.names) != results.columns:
        raise UserError(f"{path}: has other rows or columns than the manifest says; {_AGAIN}")


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
