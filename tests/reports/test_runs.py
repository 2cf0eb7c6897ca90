"""Results folders that cannot be reported are refused with what is wrong and what to do."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reports.runs import open_runs
from simcore.errors import UserError
from tests.reports.synthetic import Design, write_run


def changed(run: Path, folder: Path, change: Callable[[dict[str, Any]], Any]) -> Path:
    """Copy a run with another manifest."""
    shutil.copytree(run, folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def test_runs_come_in_the_order_given(four_players: Path, three_players: Path) -> None:
    runs = open_runs([four_players, three_players])
    assert [(run.name, run.players, run.heading) for run in runs] == [
        ("fours", 4, "Four players"),
        ("threes", 3, "Three players"),
    ]
    assert [run.results.complete for run in runs] == [True, False]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nowhere: there are no results here"):
        open_runs([tmp_path / "nowhere"])


def test_a_folder_without_a_single_game_is_refused(tmp_path: Path) -> None:
    empty = write_run(tmp_path / "empty", Design(games=10), games_done=0)
    with pytest.raises(UserError, match="empty: not a single game is there yet"):
        open_runs([empty])


def test_results_of_another_game_are_refused(four_players: Path, tmp_path: Path) -> None:
    other = changed(four_players, tmp_path / "other", lambda manifest: manifest.update(game="cats"))
    with pytest.raises(UserError, match='results of the game "cats"'):
        open_runs([other])


def test_other_rules_are_refused_with_both_hashes(four_players: Path, three_players: Path, tmp_path: Path) -> None:
    rules = {"name": "mine", "hash": "abc123"}
    other = changed(three_players, tmp_path / "other", lambda manifest: manifest["ruleset"].update(rules))
    with pytest.raises(UserError, match=r"played with other rules \(mine, abc123\) than .*fours \(base, 0f0f"):
        open_runs([four_players, other])


def test_the_same_run_twice_is_refused(four_players: Path) -> None:
    with pytest.raises(UserError, match='two runs are called "fours"'):
        open_runs([four_players, four_players / ".." / "fours"])


def test_a_part_with_words_that_the_manifest_lacks_is_named(four_players: Path, tmp_path: Path) -> None:
    other = changed(four_players, tmp_path / "other", lambda manifest: manifest.update(dogs=["blackmane", "omalley"]))
    with pytest.raises(UserError, match="other: column dog: 'macbeth' is not in the manifest"):
        _ = open_runs([other])[0].counts


def test_printed_names_come_from_the_manifest_where_it_has_them(four_players: Path, tmp_path: Path) -> None:
    titles = {"dog_titles": {"omalley": "O'Malley"}}
    run = open_runs([changed(four_players, tmp_path / "named", lambda manifest: manifest["ruleset"].update(titles))])[0]
    assert run.title("omalley") == "O'Malley" and run.title("nameless_conqueror") == "Nameless Conqueror"


def test_a_part_with_one_changed_byte_is_refused(four_players: Path, tmp_path: Path) -> None:
    shutil.copytree(four_players, tmp_path / "fours")
    part = sorted((tmp_path / "fours").rglob("*.parquet"))[0]
    data = bytearray(part.read_bytes())
    data[len(data) // 3] ^= 1
    part.write_bytes(data)
    with pytest.raises(UserError, match="was changed or cut short"):
        open_runs([tmp_path / "fours"])
