"""Writing columns of few different values as a Parquet file, many times faster than a general writer can.

Every column is a list of its different values (a dictionary page) and, packed bit by bit, the place in it of each row's
value (one data page): nothing is searched, sorted or compressed, as the columns of results are small whole numbers.
The format is that of the Apache Parquet documentation (https://parquet.apache.org/docs/file-format/): page
headers and the footer in Thrift's compact protocol, dictionaries PLAIN, places RLE_DICTIONARY as one bit-packed run;
no column can be null. Any Parquet reader reads such files; the tests read them with pyarrow.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.jit import entry

_GROUP, _WORD = 8, 64
"""Numbers are packed by groups of eight, which take a whole number of bytes, into words of 64 bits."""

_MAGIC = b"PAR1"
_PLAIN, _RLE, _RLE_DICTIONARY = 0, 3, 8
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_INT32, _INT64, _FLOAT, _BYTE_ARRAY = 1, 2, 4, 6
_UTF8, _INT_16 = 0, 16


@dataclass(frozen=True)
class Values:
    """The different values of a column, in the order in which places name them.

    Parameters
    ----------
    kind : mapping
        Fields of Parquet's SchemaElement that tell the type: physical (1), converted (6, for older readers), logical
        (10).
    plain : bytes
        The values one after the other, as the encoding PLAIN writes them.
    n : int
        Number of values.
    """

    kind: Mapping[int, Any]
    plain: bytes
    n: int


def int16_values(low: int, high: int) -> Values:
    """Return the whole numbers from `low` to `high`, which readers take as int16."""
    kind = {1: _INT32, 6: _INT_16, 10: _thrift({10: _thrift({1: _Byte(16), 2: True})})}
    return Values(kind, np.arange(low, high + 1, dtype="<i4").tobytes(), high - low + 1)


def int64_values(low: int, high: int) -> Values:
    """Return the whole numbers from `low` to `high`, which readers take as int64."""
    return Values({1: _INT64}, np.arange(low, high + 1, dtype="<i8").tobytes(), high - low + 1)


def float32_values(numbers: Sequence[float]) -> Values:
    """Return numbers that readers take as float32."""
    return Values({1: _FLOAT}, np.array(numbers, "<f4").tobytes(), len(numbers))


def text_values(words: Sequence[str]) -> Values:
    """Return texts."""
    encoded = [word.encode() for word in words]
    plain = b"".join(struct.pack("<I", len(word)) + word for word in encoded)
    kind = {1: _BYTE_ARRAY, 6: _UTF8, 10: _thrift({1: _thrift({})})}
    return Values(kind, plain, len(words))


@dataclass(frozen=True)
class Column:
    """A column of a file.

    Parameters
    ----------
    name : str
        Its name.
    values : Values
        Its different values.
    numbers : numpy.ndarray
        Whole numbers, one a row; number `low` + i stands for the i-th value.
    low : int
        Number that stands for the first value.
    """

    name: str
    values: Values
    numbers: NDArray[np.integer[Any]]
    low: int = 0


def file_pieces(columns: Sequence[Column], about: Mapping[str, str], made_by: str) -> list[Any]:
    """Return the pieces, bytes-like, of a Parquet file: written one after the other they are the file.

    Parameters
    ----------
    columns : sequence of Column
        The columns, at least one, all of the same length.
    about : mapping of str to str
        Metadata of the file.
    made_by : str
        Name of the writing program and its version, in the form that Parquet wants ("simcore version 1.0").
    """
    n_rows = len(columns[0].numbers)
    pieces: list[Any] = [_MAGIC]
    chunks = []
    offset = len(_MAGIC)
    for column in columns:
        dictionary, places = _dictionary_page(column.values), _data_page(column)
        size, first = _size(dictionary), offset
        offset += size + _size(places)
        pieces += dictionary + places
        chunks.append(_chunk(column, n_rows, first, first + size, offset - first))
    footer = _footer(columns, chunks, n_rows, offset - len(_MAGIC), about, made_by)
    return [*pieces, footer, struct.pack("<I", len(footer)), _MAGIC]


def _size(pieces: Iterable[Any]) -> int:
    return sum(len(piece) for piece in pieces)


def _dictionary_page(values: Values) -> list[Any]:
    header = _thrift({1: values.n, 2: _PLAIN})
    return [_page_header(_DICTIONARY_PAGE, 7, header, [values.plain]), values.plain]


def _data_page(column: Column) -> list[Any]:
    """Return the pieces of a page: its header, the width of a place, the length of the bit-packed run, and the run."""
    numbers, low, n = column.numbers, column.low, column.values.n
    if numbers.min() < low or numbers.max() >= low + n:
        raise ValueError(f"column {column.name}: {numbers.min()} to {numbers.max()} do not name the {n} from {low} on")
    width, groups = max(1, (n - 1).bit_length()), -(-len(numbers) // _GROUP)
    words = np.empty(-(-len(numbers) // _WORD) * width, np.uint64)
    _pack(numbers, low, width, words)
    start, run = bytes([width]) + _varint(groups << 1 | 1), words.view(np.uint8)[: groups * width].data
    header = _thrift({1: len(numbers), 2: _RLE_DICTIONARY, 3: _RLE, 4: _RLE})
    return [_page_header(_DATA_PAGE, 5, header, [start, run]), start, run]


@entry
def _pack(numbers: NDArray[np.integer[Any]], low: int, width: int, words: NDArray[np.uint64]) -> None:
    """Write each number less `low` into `width` bits of `words`, from the lowest bit on."""
    held = np.uint64(0)
    filled = at = 0
    for i in range(len(numbers)):
        place = np.uint64(np.int64(numbers[i]) - low)
        held |= place << np.uint64(filled)
        filled += width
        if filled >= _WORD:
            words[at] = held
            at += 1
            filled -= _WORD
            held = place >> np.uint64(width - filled)
    if filled:
        words[at] = held


def _page_header(kind: int, field: int, header: bytes, body: Sequence[Any]) -> bytes:
    checksum = 0
    for piece in body:
        checksum = zlib.crc32(piece, checksum)
    (signed,) = struct.unpack("<i", struct.pack("<I", checksum))
    return _thrift({1: kind, 2: _size(body), 3: _size(body), 4: signed, field: header})


def _chunk(column: Column, n_rows: int, dictionary: int, data: int, size: int) -> bytes:
    """Return the ColumnChunk of the footer; `dictionary` and `data` are where its pages start."""
    uncompressed = 0
    metadata = {
        1: column.values.kind[1],
        2: [_PLAIN, _RLE, _RLE_DICTIONARY],
        3: [column.name],
        4: uncompressed,
        5: _Long(n_rows),
        6: _Long(size),
        7: _Long(size),
        9: _Long(data),
        11: _Long(dictionary),
    }
    return _thrift({2: _Long(0), 3: _thrift(metadata)})


def _footer(
    columns: Sequence[Column], chunks: list[bytes], n_rows: int, size: int, about: Mapping[str, str], made_by: str
) -> bytes:
    required = 0
    root = _thrift({4: "schema", 5: len(columns)})
    leaves = [_thrift(dict(sorted({**column.values.kind, 3: required, 4: column.name}.items()))) for column in columns]
    group = _thrift({1: chunks, 2: _Long(size), 3: _Long(n_rows)})
    pairs = [_thrift({1: key, 2: value}) for key, value in about.items()]
    version = 2
    return _thrift({1: version, 2: [root, *leaves], 3: _Long(n_rows), 4: [group], 5: pairs, 6: made_by})


class _Long(int):
    """A number that Thrift writes as i64."""


class _Byte(int):
    """A number that Thrift writes as i8."""


_TRUE, _I8, _I32, _I64, _BINARY, _LIST, _STRUCT = 1, 3, 5, 6, 8, 9, 12


def _thrift(fields: Mapping[int, Any]) -> bytes:
    """Return a struct in Thrift's compact protocol; bytes stand for structs, numbers are i32 unless marked."""
    written, last = bytearray(), 0
    for field, value in fields.items():
        kind = _kind(value)
        written.append((field - last) << 4 | kind)
        written += _written(value)
        last = field
    return bytes(written) + b"\0"


def _kind(value: Any) -> int:
    kinds = {bool: _TRUE, _Byte: _I8, int: _I32, _Long: _I64, str: _BINARY, list: _LIST, bytes: _STRUCT}
    return kinds[type(value)]


def _written(value: Any) -> bytes:
    """Return a value in Thrift's compact protocol. A true value is in its field's kind already."""
    if value is True:
        return b""
    if isinstance(value, _Byte):
        return bytes([value])
    if isinstance(value, int):
        return _varint(value << 1 if value >= 0 else ~value << 1 | 1)
    if isinstance(value, str):
        return _varint(len(value.encode())) + value.encode()
    if isinstance(value, list):
        kind = _kind(value[0]) if value else _STRUCT
        size = bytes([len(value) << 4 | kind]) if len(value) < 15 else bytes([0xF0 | kind]) + _varint(len(value))
        return size + b"".join(_written(item) for item in value)
    return bytes(value)


def _varint(number: int) -> bytes:
    """Return a number >= 0 in groups of seven bits, the lowest first; all but the last have the eighth bit set."""
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)
