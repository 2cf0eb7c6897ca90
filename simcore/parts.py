"""Writing a part of the results: a kernel's row records turned into the columns of a Parquet file, kept safely.

The records of a part are rows of int16 numbers; its file holds the columns that the game declares: words spelt out,
the game's index and the share of the win added. pyarrow writes it, with the settings that were measured to be the
quickest to write, checksum and read: seconds of CPU on one core for 1,000,000 rows of the 40 columns of Dogs of War,
written with checksum and file, and all columns read again, medians of eleven taken side by side; and bytes a row:

| numbers | compression | written | read | bytes |
| --- | --- | --- | --- | --- |
| byte streams | zstd, level -150 | 0.23 | 0.10 | 40 |
| byte streams | zstd, level -1000 | 0.23 | 0.10 | 45 |
| byte streams | lz4 | 0.28 | 0.11 | 29 |
| byte streams | snappy | 0.29 | 0.19 | 32 |
| byte streams | zstd, level 1 | 0.31 | 0.13 | 15 |
| differences | none | 0.33 | 0.10 | 22 |
| plain | lz4 | 0.40 | 0.11 | 49 |
| byte streams | none | 0.42 | 0.09 | 149 |
| dictionaries | none | 0.47 | 0.09 | 23 |

Byte streams hold the lowest byte of all numbers, then the next one of all: those of small numbers are zeros. Words and
shares of wins are dictionaries in all of them.
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

if TYPE_CHECKING:
    import pyarrow as pa

PARTS = "parts"
"""Folder of the parts in a results folder."""

ABOUT = "simcore"
"""Key of a part's own description in the metadata of its file."""

_WHOLE = ("game", "number")
"""Kinds of columns of many different whole numbers; the others have few different values."""

_LEVEL = -150
"""zstd's quickest levels are negative; this one looks for little more than the zeros of byte streams."""

_TILE = 4096
"""Rows that are turned into columns at a time: their records stay in the processor's cache."""


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
        content = memoryview(self._file(rows[:n_rows], first, end))
        name = part_name(first, end)
        write_atomically(folder / name, [content])
        digest = hashlib.sha256(content).hexdigest()
        return {"file": name, "first": first, "end": end, "rows": n_rows, "bytes": len(content), "sha256": digest}

    def _file(self, rows: NDArray[Any], first: int, end: int) -> pa.Buffer:
        """Return the content of the part's file."""
        import pyarrow as pa  # here, as the first game need not wait for it
        import pyarrow.parquet as pq

        columns = self._columns(rows, first, end)
        schema = pa.schema([pa.field(name, column.type, nullable=False) for name, column in columns.items()])
        whole = [column.name for column in self._layout.columns if column.kind in _WHOLE]
        content = pa.BufferOutputStream()
        with pq.ParquetWriter(
            content,
            schema,
            use_dictionary=[name for name in columns if name not in whole],
            column_encoding=dict.fromkeys(whole, "BYTE_STREAM_SPLIT"),
            compression="zstd",
            compression_level=_LEVEL,
            write_batch_size=len(rows),
            write_statistics=False,
            write_page_checksum=True,
            store_schema=False,
        ) as writer:
            writer.add_key_value_metadata({ABOUT: json.dumps({"run": self._run_hash, "first": first, "end": end})})
            writer.write_table(pa.Table.from_arrays(list(columns.values()), schema=schema))
        return content.getvalue()

    def _columns(self, rows: NDArray[Any], first: int, end: int) -> dict[str, pa.Array]:
        """Return the columns; their numbers lie in working space that the next part overwrites."""
        import pyarrow as pa

        columns = {}
        for column, numbers in zip(self._layout.columns, self._turned(rows), strict=True):
            if column.kind == "game":
                games = np.repeat(np.arange(first, end, dtype=np.int64), self._layout.rows_per_game)
                columns[column.name] = _array(games, pa.int64())
            elif column.kind == "share":
                shares = np.divide(numbers == 1, rows["winners"], dtype=np.float32)
                columns[column.name] = _array(shares, pa.float32())
            elif column.kind == "number":
                columns[column.name] = _array(numbers, pa.int16())
            else:
                words = _words(self._layout.words[column.kind])
                columns[column.name] = pa.DictionaryArray.from_arrays(_array(numbers, pa.int16()), words)
        return columns

    def _turned(self, rows: NDArray[Any]) -> NDArray[np.int16]:
        """Return the numbers of each column, int16[columns, rows]: of a share the rank, of a game's index nothing."""
        if self._space.shape[1] < len(rows):
            self._space = np.empty((len(self._space), len(rows)), np.int16)
        turned = self._space[:, : len(rows)]
        fields = ["rank" if column.kind == "share" else column.name for column in self._layout.columns]
        pairs = [
            (numbers, self._layout.column_values(rows, field))
            for column, field, numbers in zip(self._layout.columns, fields, turned, strict=True)
            if column.kind != "game"
        ]
        for start in range(0, len(rows), _TILE):
            tile = slice(start, start + _TILE)
            for numbers, values in pairs:
                numbers[tile] = values[tile]
        return turned


def _array(numbers: NDArray[Any], kind: pa.DataType) -> pa.Array:
    """Return numbers as an Arrow array that shares their memory. Unlike `pyarrow.array` it does not import pandas."""
    import pyarrow as pa

    return pa.Array.from_buffers(kind, len(numbers), [None, pa.py_buffer(numbers)])


def _words(words: Sequence[str]) -> pa.Array:
    """Return texts as an Arrow array, without importing pandas either."""
    import pyarrow as pa

    texts = [word.encode() for word in words]
    ends = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    return pa.StringArray.from_buffers(len(texts), pa.py_buffer(ends), pa.py_buffer(b"".join(texts)))
