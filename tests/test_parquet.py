"""Parquet files: whatever is written reads back the same with an independent reader."""

from __future__ import annotations

import io
import math
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.parquet import Column, file_pieces, float32_values, int16_values, int64_values, text_values


def written(*columns: Column, **about: str) -> bytes:
    return b"".join(file_pieces(columns, about, "simcore version 1.0.0"))


def read(*columns: Column) -> pa.Table:
    """Write a file and read it with an independent reader, which verifies the checksums of all pages."""
    return pq.ParquetFile(io.BytesIO(written(*columns)), page_checksum_verification=True).read()


@given(numbers=st.lists(st.integers(-(2**15), 2**15 - 1), min_size=1, max_size=300))
def test_any_int16_column_reads_back(numbers: list[int]) -> None:
    low, high = min(numbers), max(numbers)
    table = read(Column("x", int16_values(low, high), np.array(numbers, np.int16), low))
    assert table["x"].to_pylist() == numbers
    assert table.schema.field("x") == pa.field("x", pa.int16(), nullable=False)


@pytest.mark.parametrize("width", range(1, 18))
@pytest.mark.parametrize("n_rows", [1, 7, 8, 9, 63, 64, 65, 1_000])
def test_places_of_every_width_read_back(width: int, n_rows: int) -> None:
    first = 10**12
    places = np.random.default_rng(width).integers(0, 2**width, n_rows)
    table = read(Column("game", int64_values(first, first + 2**width - 1), places))
    assert table["game"].to_pylist() == (first + places).tolist()
    assert table.schema.field("game") == pa.field("game", pa.int64(), nullable=False)


@given(words=st.lists(st.text(), min_size=1, max_size=20, unique=True), data=st.data())
def test_any_words_read_back(words: list[str], data: Any) -> None:
    places = data.draw(st.lists(st.integers(0, len(words) - 1), min_size=1, max_size=100))
    table = read(Column("word", text_values(words), np.array(places)))
    assert table["word"].to_pylist() == [words[place] for place in places]
    assert table.schema.field("word") == pa.field("word", pa.string(), nullable=False)


def test_words_keep_their_order_as_categories() -> None:
    data = io.BytesIO(written(Column("dog", text_values(["b", "c", "a"]), np.array([2, 0, 2]))))
    (chunk,) = pq.read_table(data, read_dictionary=["dog"])["dog"].chunks
    assert chunk.dictionary.to_pylist() == ["b", "c", "a"]
    assert chunk.indices.to_pylist() == [2, 0, 2]


def test_shares_read_back_as_float32() -> None:
    shares = [0.0, 1.0, 1 / 2, 1 / 3]
    table = read(Column("share", float32_values(shares), np.array([3, 1, 0, 2])))
    assert table["share"].to_pylist() == [float(np.float32(shares[place])) for place in (3, 1, 0, 2)]
    assert table.schema.field("share") == pa.field("share", pa.float32(), nullable=False)


def test_many_columns_read_back_together() -> None:
    rng = np.random.default_rng(1)
    columns = {f"x{i}": rng.integers(-i, i + 1, 5_000).astype(np.int16) for i in range(40)}
    table = read(*(Column(name, int16_values(-i, i), x, -i) for i, (name, x) in enumerate(columns.items())))
    assert table.schema.names == list(columns)
    assert all((table[name].to_numpy() == x).all() for name, x in columns.items())


def test_metadata_reads_back() -> None:
    column = Column("x", int16_values(0, 1), np.array([0, 1]))
    file = pq.ParquetFile(io.BytesIO(written(column, simcore='{"é": 1}', other="")))
    assert file.metadata.metadata == {b"simcore": '{"é": 1}'.encode(), b"other": b""}
    assert file.metadata.created_by == "simcore version 1.0.0"
    assert (file.metadata.num_rows, file.metadata.num_row_groups) == (2, 1)


def test_footer_tells_where_columns_are_and_how_large() -> None:
    columns = [Column(name, int16_values(0, 9), np.arange(10)) for name in ("x", "y")]
    data = written(*columns)
    group = pq.ParquetFile(io.BytesIO(data)).metadata.row_group(0)
    first, second = group.column(0), group.column(1)
    assert first.dictionary_page_offset == 4
    assert second.dictionary_page_offset == 4 + first.total_compressed_size
    assert group.total_byte_size == first.total_compressed_size + second.total_compressed_size
    assert first.encodings == ("PLAIN", "RLE", "RLE_DICTIONARY")


def test_a_number_without_a_value_is_an_error() -> None:
    for numbers in ([0, 3], [-1, 0]):
        with pytest.raises(ValueError, match=r"column x: .* do not name the 3 from 0 on"):
            written(Column("x", text_values(["a", "b", "c"]), np.array(numbers)))


def test_values_take_few_bits() -> None:
    """Ten different numbers need four bits a row, and pages and footer a fixed sum besides."""
    size = {n: len(written(Column("x", int16_values(0, 9), np.arange(n) % 10))) for n in (8_000, 16_000)}
    assert size[16_000] - size[8_000] == pytest.approx(8_000 * math.ceil(math.log2(10)) / 8, abs=8)
