"""The golden log: a change of behaviour, wanted or not, shows in a file that people can read."""

from __future__ import annotations

from tests.reference.golden import PATH, golden_game
from tests.reference.log import to_json


def test_golden_log_is_what_the_reference_plays() -> None:
    """After a wanted change of behaviour write it anew: `python -m tests.reference.golden`."""
    assert to_json(golden_game()) == PATH.read_text(encoding="utf-8")
