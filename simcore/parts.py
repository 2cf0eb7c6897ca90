"""Writing a part of the results: a kernel's row records turned into columns, encoded as Parquet, kept safely.

The records of a part are rows of int16 numbers; a part's file holds the columns that the game declares: words spelt
out, the game's index and the share of the win added. The encodings were chosen by measuring (1,000,000 rows of the 40
columns of Dogs of War, one core, seconds of CPU with hashing): byte-stream-split and zstd level 1 take 0.27 s and 15
bytes a row; delta encoding 0.35 s and 25 bytes without compression, 0.48 s and 18 bytes with zstd; dictionaries 0.62 s
and 23 bytes; plain with lz4 0.45 s and 51 bytes. Columns that cannot be null save 0.05 s; statistics would cost 0.07 s.
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

from simcore.files import write_atomically
from simcore.jit import entry

if TYPE_CHECKING:
    import pyarrow as pa

PARTS = "parts"
"""Folder of the parts in a results folder."""

ABOUT = "simcore"
"""Key of a part's own description in the metadata of its file."""

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

    def sources(self) -> NDArray[np.int64]:
        """Return where in a record, counted in numbers, the number of each column stands; 0 for the game's index."""
        counted = np.arange(self.row_dtype.itemsize // 2, dtype=np.int16).view(self.row_dtype)
        fields = {"share": "rank"}
        return np.array(
            [
                0 if column.kind == "game" else self.column_values(counted, fields.get(column.kind, column.name))[0]
                for column in self.columns
            ],
            np.int64,
        )

    def schema(self) -> pa.Schema:
        """Return the schema of every part with these columns."""
        import pyarrow as pa

        types = {"game": pa.int64(), "number": pa.int16(), "share": pa.float32()}
        coded = pa.dictionary(pa.int16(), pa.string())
        return pa.schema([pa.field(c.name, types.get(c.kind, coded), nullable=False) for c in self.columns])


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
        self._sources = layout.sources()
        self._space = np.empty((len(layout.columns), 0), np.int16)

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
        data = self._encoded(rows[:n_rows], first, end)
        name = part_name(first, end)
        write_atomically(folder / name, data)
        digest = hashlib.sha256(data).hexdigest()
        return {"file": name, "first": first, "end": end, "rows": n_rows, "bytes": len(data), "sha256": digest}

    def _encoded(self, rows: NDArray[Any], first: int, end: int) -> memoryview:
        """Return the bytes of the file."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        about = {"run": self._run_hash, "first": first, "end": end}
        schema = self._layout.schema().with_metadata({ABOUT: json.dumps(about)})
        table = pa.Table.from_arrays(self._arrays(rows, first, end), schema=schema)
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, row_group_size=len(rows), **_encodings(self._layout.columns))
        return memoryview(sink.getvalue())

    def _arrays(self, rows: NDArray[Any], first: int, end: int) -> list[pa.Array]:
        """Return the columns as Arrow arrays; they lie in working space that the next part overwrites."""
        import pyarrow as pa

        if self._space.shape[1] < len(rows):
            self._space = np.empty((len(self._sources), len(rows)), np.int16)
        turned = self._space[:, : len(rows)]
        _turn(rows.view(np.int16).reshape(len(rows), -1), self._sources, turned)
        arrays = []
        for column, numbers in zip(self._layout.columns, turned, strict=True):
            if column.kind == "game":
                array = pa.array(np.repeat(np.arange(first, end), self._layout.rows_per_game))
            elif column.kind == "share":
                array = pa.array(np.where(numbers == 1, np.float32(1) / rows["winners"], 0).astype(np.float32))
            elif column.kind == "number":
                array = pa.array(numbers)
            else:
                array = pa.DictionaryArray.from_arrays(numbers, pa.array(self._layout.words[column.kind], pa.string()))
            arrays.append(array)
        return arrays


def _encodings(columns: Sequence[Column]) -> dict[str, Any]:
    """Return the options of the Parquet writer; see the module for why."""
    encoding = {"game": "DELTA_BINARY_PACKED", "number": "BYTE_STREAM_SPLIT", "share": "BYTE_STREAM_SPLIT"}
    return {
        "use_dictionary": [column.name for column in columns if column.kind not in encoding],
        "column_encoding": {column.name: encoding[column.kind] for column in columns if column.kind in encoding},
        "compression": "zstd",
        "compression_level": 1,
        "write_batch_size": 2**16,
        "write_statistics": False,
        "write_page_checksum": True,
    }


@entry
def _turn(records: NDArray[np.int16], sources: NDArray[np.int64], values: NDArray[np.int16]) -> None:
    """Fill `values` (int16[columns, rows]) from `records` (int16[rows, fields]): column i from field sources[i]."""
    n_rows = len(records)
    for start in range(0, n_rows, _TILE):
        end = min(start + _TILE, n_rows)
        for column in range(len(sources)):
            source = sources[column]
            for row in range(start, end):
                values[column, row] = records[row, source]
