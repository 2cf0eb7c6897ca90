"""Results: parts read back as they were played, and everything that does not fit together is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from simcore import batch, manifest
from simcore.errors import UserError
from simcore.files import write_atomically
from simcore.parts import PartWriter, part_name
from simcore.results import Results, open_results
from tests.fake_game import COLUMNS, DOGS, ROW, layout, plan


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Results:
    """Return results of 300 games in three parts."""
    monkeypatch.setattr(batch, "LEAST_GAMES_OF_A_PART", 100)
    return batch.run(plan(games=300), tmp_path / "out")


def change_manifest(results: Results, **changes: Any) -> None:
    path = results.path / manifest.FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def records(n: int) -> np.ndarray[Any, Any]:
    """Return records with every value that an int16 may have in some field."""
    rng = np.random.default_rng(1)
    rows = np.zeros(n, ROW)
    for name, most in (("dog", 4), ("strategy", 2), ("support_house", 2), ("rank", 4)):
        rows[name] = rng.integers(0, most, n)
    rows["seat"] = np.arange(n) % 3
    rows["rank"] += 1
    rows["winners"] = rng.integers(1, 4, n)
    rows["total"] = np.resize(np.arange(-(2**15), 2**15, dtype=np.int16), n)
    rows["points_y"] = rng.integers(-(2**15), 2**15, (n, 2))
    return rows


@pytest.mark.parametrize("games", [1, 2, 7, 341, 1_000, 30_000])
def test_written_part_reads_back_the_same(tmp_path: Path, games: int) -> None:
    (tmp_path / "parts").mkdir()
    rows = records(games * 3)
    part = PartWriter(layout(), "hash").write(rows, 10**9, 10**9 + games, tmp_path)
    frame = pq.read_table(tmp_path / part["file"], read_dictionary=["dog"]).to_pandas()
    assert part["rows"] == len(frame) == games * 3
    assert part["bytes"] == (tmp_path / part["file"]).stat().st_size
    assert (frame["game"] == 10**9 + np.arange(games * 3) // 3).all()
    assert (frame["dog"].astype(str) == np.array(DOGS)[rows["dog"]]).all()
    assert frame["dog"].cat.categories.tolist() == list(DOGS)
    assert (frame["win_share"] == np.where(rows["rank"] == 1, np.float32(1) / rows["winners"], 0)).all()
    for name in ("seat", "total", "rank"):
        assert (frame[name] == rows[name]).all()
    assert (frame[["points_y1", "points_y2"]].to_numpy() == rows["points_y"]).all()


def test_columns_have_the_declared_types(results: Results) -> None:
    schema = results.table().schema
    assert schema.names == [column.name for column in COLUMNS] == list(results.columns)
    types = {field.name: str(field.type) for field in schema}
    assert types["game"] == "int64"
    assert types["total"] == "int16"
    assert types["win_share"] == "float"
    assert types["dog"].startswith("dictionary<values=string")


def test_writer_can_be_used_again_for_shorter_and_longer_parts(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    writer = PartWriter(layout(), "hash")
    for games in (50, 20, 90):
        rows = records(games * 3)
        writer.write(rows, 0, games, tmp_path)
        assert pq.read_table(tmp_path / part_name(0, games))["total"].to_pylist() == rows["total"].tolist()


def test_same_games_give_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    first, second = (PartWriter(layout(), "hash").write(records(300), 0, 100, tmp_path) for _ in range(2))
    assert first == second


def test_file_says_what_it_is_and_has_no_empty_values(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    part = PartWriter(layout(), "hash").write(records(300), 7, 107, tmp_path)
    with pq.ParquetFile(tmp_path / part["file"], page_checksum_verification=True) as file:
        assert file.metadata.metadata == {b"simcore": b'{"run": "hash", "first": 7, "end": 107}'}
        assert file.schema_arrow.equals(layout().schema(), check_metadata=False)
        assert not any(field.nullable for field in file.schema_arrow)
        assert file.read().num_rows == 300


def test_a_number_that_no_word_stands_for_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    rows = records(3)
    rows["dog"] = [0, len(DOGS), 1]
    with pytest.raises(IndexError, match="out of bounds"):
        PartWriter(layout(), "hash").write(rows, 0, 1, tmp_path)
    assert not list((tmp_path / "parts").iterdir())


def test_results_tell_their_size(results: Results) -> None:
    assert (results.games, results.players, results.rows, results.complete) == (300, 3, 900, True)
    assert len(results.files) == 3


def test_batches_are_the_frame_in_pieces(results: Results) -> None:
    batches = list(results.batches(["game", "dog", "total"]))
    assert [len(batch) for batch in batches] == [300, 300, 300]
    frame = results.frame(["game", "dog", "total"])
    assert frame.columns.tolist() == ["game", "dog", "total"]
    assert frame["total"].tolist() == [total for batch in batches for total in batch["total"]]
    assert frame["dog"].cat.categories.tolist() == list(DOGS)


def test_columns_come_in_the_order_asked_for(results: Results) -> None:
    assert results.table(["total", "dog", "game"]).schema.names == ["total", "dog", "game"]


def test_unknown_column_is_an_error(results: Results) -> None:
    with pytest.raises(UserError, match=r'no column "totl"; did you mean "total"\?'):
        results.frame(["totl"])


def test_folder_without_results_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no results here \(no manifest.json\)"):
        open_results(tmp_path)
    with pytest.raises(UserError, match="no results here"):
        open_results(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "is not the manifest"),
        ('{"format": 99}', "format 99; this version of simcore reads format 1"),
        ('{"format": 1, "complete": "yes"}', "missing or of the wrong kind: complete, experiment,"),
    ],
)
def test_manifest_that_is_none(results: Results, text: str, message: str) -> None:
    (results.path / manifest.FILE).write_text(text)
    with pytest.raises(UserError, match=message):
        open_results(results.path)


def test_incomplete_results_are_opened_when_asked_for(results: Results) -> None:
    parts = results.manifest["parts"]
    go_on = "simcore run made_up --resume"
    change_manifest(results, complete=False, games_done=200, parts=[parts[0], parts[2]], command=go_on)
    with pytest.raises(UserError, match=r"(?s)not complete \(200 of 300 games\).*simcore run made_up --resume"):
        open_results(results.path)
    assert open_results(results.path, incomplete=True).frame(["game"])["game"].nunique() == 200


@pytest.mark.parametrize(
    ("kept", "games_done", "message"),
    [
        ([0, 2], 300, "the games 100 to 199 are missing"),
        ([0, 1], 200, "the games from 200 on are missing"),
        ([0, 0, 1, 2], 300, "does not follow the part before it"),
        ([1, 0, 2], 300, "does not follow the part before it|are missing"),
        ([0, 1, 2], 299, "other games than the manifest says"),
    ],
)
def test_gaps_and_overlaps_are_found(results: Results, kept: list[int], games_done: int, message: str) -> None:
    parts = results.manifest["parts"]
    change_manifest(results, parts=[parts[i] for i in kept], games_done=games_done)
    with pytest.raises(UserError, match=message):
        open_results(results.path)


def test_missing_part_is_found(results: Results) -> None:
    results.files[1].unlink()
    with pytest.raises(UserError, match=r"games_000000100_000000200.parquet: cannot be read \(No such file"):
        open_results(results.path)


def test_shortened_part_is_found(results: Results) -> None:
    results.files[1].write_bytes(results.files[1].read_bytes()[:-1])
    with pytest.raises(UserError, match="was changed or cut short"):
        open_results(results.path)


def test_changed_part_is_found_when_verifying(results: Results) -> None:
    data = bytearray(results.files[1].read_bytes())
    data[50] ^= 1
    results.files[1].write_bytes(data)
    open_results(results.path)
    with pytest.raises(UserError, match="was changed or cut short"):
        open_results(results.path, verify=True)


def test_part_with_other_columns_is_found(results: Results) -> None:
    path = results.files[1]
    pq.write_table(pq.read_table(path).rename_columns(["x", *results.columns[1:]]), path)
    parts = results.manifest["parts"]
    del parts[1]["bytes"]
    change_manifest(results, parts=parts)
    with pytest.raises(UserError, match="other rows or columns"):
        open_results(results.path)


def test_part_that_is_not_parquet_is_found(results: Results) -> None:
    results.files[1].write_bytes(bytes(results.manifest["parts"][1]["bytes"]))
    with pytest.raises(UserError, match="is not a Parquet file"):
        open_results(results.path)


def test_manifest_survives_writing_and_reading(results: Results, tmp_path: Path) -> None:
    manifest.write_manifest(tmp_path, results.manifest)
    assert manifest.read_manifest(tmp_path) == results.manifest


def test_manifest_documents_its_keys(results: Results) -> None:
    documented = set(manifest.__doc__.split("`")[1::2]) if manifest.__doc__ else set()
    assert set(results.manifest) <= documented


def test_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_atomically(path, [b"o", b"ld"])
    with pytest.raises(TypeError):
        write_atomically(path, [b"new", "no bytes"])  # type: ignore[list-item]
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
