"""Writing a part of the results: a kernel's row records turned into the columns of a Parquet file, kept safely.

The records of a part are rows of int16 numbers; its file holds the columns that the game declares: words spelt out,
the game's index and the share of the win added. Each number is packed into as few bits as its column needs (see
`simcore.parquet`), which was chosen by measuring: seconds of CPU on one core for 1,000,000 rows of the 40 columns of
Dogs of War, with checksum and file, all measured side by side on a busy machine, and bytes a row:

| writer | seconds | bytes |
| --- | --- | --- |
| this one | 0.19 | 24 |
| pyarrow: byte stream split, lz4 | 0.32 | 30 |
| pyarrow: byte stream split, zstd level 1 | 0.40 | 15 |
| pyarrow: delta encoding | 0.44 | 26 |
| pyarrow: plain, lz4 | 0.45 | 50 |
| pyarrow: dictionaries | 0.59 | 23 |

Reading all columns with pyarrow takes 0.11 s, no longer than what pyarrow wrote.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simcore import parquet
from simcore.files import write_atomically
from simcore.jit import entry

if TYPE_CHECKING:
    import pyarrow as pa

PARTS = "parts"
"""Folder of the parts in a results folder."""

ABOUT = "simcore"
"""Key of a part's own description in the metadata of its file."""

_MADE_BY = "simcore version 1.0.0"
"""Program named in the files: always the same, so that the same games give the same bytes."""

_TILE = 512
"""Rows that are turned into columns at a time: their records stay in the processor's nearest cache."""


class Column(Protocol):
    """What a game tells of a column: `kind` is "game", "number", "share", or the key of a list of words."""

    @property
    def name(self) -> str:
        """Name in the results."""

    @property
    def kind(self) -> str:
        """Kind of value."""


ColumnValues = Callable[[NDArray[Any], str], NDArray[np.int16]]
"""Gives the numbers of a column of that name as a view into an array of records."""

Words = Mapping[str, Sequence[str]]
"""Kind of column -> the words that its numbers stand for."""


def part_name(first: int, end: int) -> str:
    """Return the file of the part with games `first` to `end` - 1, as seen from the results folder."""
    return f"{PARTS}/games_{first:09d}_{end:09d}.parquet"


@dataclass(frozen=True)
class Layout:
    """The records that a game's kernel fills, and the columns made of them.

    Parameters
    ----------
    columns : tuple of Column
        The columns, in order. A column "share" is 1 / `winners` where `rank` is 1: the records have both.
    words : mapping
        The words of each kind of column that has words.
    row_dtype : numpy.dtype
        A record; all its fields are int16.
    column_values : callable
        Gives the numbers of a column in an array of records.
    rows_per_game : int
        Records of a game; they stand together.
    """

    columns: tuple[Column, ...]
    words: Words
    row_dtype: np.dtype[Any]
    column_values: ColumnValues
    rows_per_game: int

    def places(self) -> NDArray[np.int64]:
        """Return where in a record, counted in numbers, each column's number stands (of a game's index: 0)."""
        counted = np.arange(self.row_dtype.itemsize // 2, dtype=np.int16).view(self.row_dtype)
        places = np.zeros(len(self.columns), np.int64)
        for i, column in enumerate(self.columns):
            if column.kind != "game":
                field = "rank" if column.kind == "share" else column.name
                places[i] = self.column_values(counted, field)[0]
        return places

    def schema(self) -> pa.Schema:
        """Return the schema that Arrow reads from every part."""
        import pyarrow as pa

        types = {"game": pa.int64(), "number": pa.int16(), "share": pa.float32()}
        return pa.schema([pa.field(c.name, types.get(c.kind, pa.string()), nullable=False) for c in self.columns])


class PartWriter:
    """Writes parts, one after the other; it keeps its working space, so every thread has its own.

    Parameters
    ----------
    layout : Layout
        The records and the columns made of them.
    run_hash : str
        Identity of the run; it goes into the files, so that a stray part is never taken for one of another run.
    """

    def __init__(self, layout: Layout, run_hash: str) -> None:
        self._layout = layout
        self._run_hash = run_hash
        self._places = layout.places()
        self._words = {kind: parquet.text_values(words) for kind, words in layout.words.items()}
        self._space = np.empty((len(self._places), 0), np.int16)

    def write(self, rows: NDArray[Any], first: int, end: int, folder: Path) -> dict[str, Any]:
        """Write the games `first` to `end` - 1 as a part of the results in `folder`.

        Parameters
        ----------
        rows : numpy.ndarray
            The records of these games, in order; more may follow.

        Returns
        -------
        dict
            The part's entry of the manifest.

        Raises
        ------
        OSError
            If the file cannot be written; nothing is left of it.
        """
        n_rows = (end - first) * self._layout.rows_per_game
        about = {ABOUT: json.dumps({"run": self._run_hash, "first": first, "end": end})}
        pieces = parquet.file_pieces(self._columns(rows[:n_rows], first, end), about, _MADE_BY)
        name = part_name(first, end)
        write_atomically(folder / name, pieces)
        digest = hashlib.sha256()
        for piece in pieces:
            digest.update(piece)
        size = sum(len(piece) for piece in pieces)
        return {"file": name, "first": first, "end": end, "rows": n_rows, "bytes": size, "sha256": digest.hexdigest()}

    def _columns(self, rows: NDArray[Any], first: int, end: int) -> list[parquet.Column]:
        """Return the columns; their numbers lie in working space that the next part overwrites."""
        if self._space.shape[1] < len(rows):
            self._space = np.empty((len(self._places), len(rows)), np.int16)
        turned = self._space[:, : len(rows)]
        _turn(rows.view(np.int16).reshape(len(rows), -1), self._places, turned)
        columns = []
        for column, numbers in zip(self._layout.columns, turned, strict=True):
            if column.kind == "game":
                games = np.repeat(np.arange(end - first), self._layout.rows_per_game)
                columns.append(parquet.Column(column.name, parquet.int64_values(first, end - 1), games))
            elif column.kind == "share":
                winners = np.where(numbers == 1, rows["winners"], 0)
                shares = [0.0, *(1 / n for n in range(1, int(winners.max()) + 1))]
                columns.append(parquet.Column(column.name, parquet.float32_values(shares), winners))
            elif column.kind == "number":
                low, high = int(numbers.min()), int(numbers.max())
                columns.append(parquet.Column(column.name, parquet.int16_values(low, high), numbers, low))
            else:
                columns.append(parquet.Column(column.name, self._words[column.kind], numbers))
        return columns


@entry
def _turn(records: NDArray[np.int16], places: NDArray[np.int64], values: NDArray[np.int16]) -> None:
    """Fill `values` (int16[columns, rows]) from `records` (int16[rows, fields]): column i from field places[i]."""
    n_rows = len(records)
    for start in range(0, n_rows, _TILE):
        end = min(start + _TILE, n_rows)
        for column in range(len(places)):
            place = places[column]
            for row in range(start, end):
                values[column, row] = records[row, place]
