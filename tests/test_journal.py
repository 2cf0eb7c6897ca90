"""The journal of a computation: what it keeps, when it goes on, and when it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simcore.errors import RunFailure, UserError
from simcore.files import OutputFailure
from simcore.journal import Answer, Journal

IDENTITY = {"seed": 1, "strategy": "bold"}


def never() -> Answer:
    raise AssertionError("computed again")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return the file of a computation that was stopped after two steps."""
    journal = Journal(tmp_path / "journal", IDENTITY)
    assert journal.recall("a", lambda: [1.0, 0.1]) == [1.0, 0.1]
    assert journal.recall("b", lambda: [2.0]) == [2.0]
    return journal.path


def test_steps_of_an_earlier_session_are_not_computed_again(kept: Path) -> None:
    journal = Journal(kept, IDENTITY)
    journal.go_on()
    assert journal.steps == 2
    assert journal.recall("a", never) == [1.0, 0.1]
    assert journal.recall("b", never) == [2.0]
    assert journal.recall("c", lambda: [3.0]) == [3.0]


def test_numbers_come_back_exactly(tmp_path: Path) -> None:
    number = 0.1 + 0.2
    Journal(tmp_path / "journal", {}).recall("a", lambda: [number])
    again = Journal(tmp_path / "journal", {})
    again.go_on()
    assert again.recall("a", never) == [number]


def test_a_step_that_fails_is_not_kept(kept: Path) -> None:
    before = kept.read_bytes()
    journal = Journal(kept, IDENTITY)
    journal.go_on()
    journal.recall("a", never)
    journal.recall("b", never)
    with pytest.raises(KeyboardInterrupt):
        journal.recall("c", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    assert kept.read_bytes() == before


def test_another_way_is_refused(kept: Path) -> None:
    journal = Journal(kept, IDENTITY)
    journal.go_on()
    with pytest.raises(RunFailure, match="an earlier session came to other numbers"):
        journal.recall("x", never)


def test_another_computation_is_refused_and_named(kept: Path) -> None:
    with pytest.raises(UserError, match="what differs is the seed, threads; remove it"):
        Journal(kept, {"strategy": "bold", "seed": 2, "threads": 1}).go_on()


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"format": 1, "identity": {}}', "\ufffd"])
def test_what_is_no_checkpoint_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "journal").write_text(content)
    with pytest.raises(UserError, match="is not a checkpoint of this version"):
        Journal(tmp_path / "journal", {}).go_on()


def test_another_format_is_refused(kept: Path) -> None:
    kept.write_text(json.dumps(json.loads(kept.read_text()) | {"format": 0}))
    with pytest.raises(UserError, match="is not a checkpoint of this version"):
        Journal(kept, IDENTITY).go_on()


def test_nothing_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nothing to go on with; leave out --resume"):
        Journal(tmp_path / "journal", {}).go_on()


def test_a_journal_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(OutputFailure, match="the checkpoint cannot be written"):
        Journal(tmp_path / "none" / "journal", {}).recall("a", lambda: [1.0])


def test_a_journal_is_removed_at_the_end(kept: Path) -> None:
    Journal(kept, IDENTITY).remove()
    assert not kept.exists()
    Journal(kept, IDENTITY).remove()
