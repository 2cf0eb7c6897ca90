"""Wording for messages about TOML files: values, paths and choices as people would write them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from difflib import get_close_matches

from simcore.tomllines import KeyPath

_LONGEST_SHOWN = 60


def shown(value: object) -> str:
    """Return a value as it would stand in a TOML file, shortened where long.

    Examples
    --------
    >>> shown(True), shown("knight"), shown([1, "a"])
    ('true', '"knight"', '[1, "a"]')
    """
    return shortened(written(value))


def shortened(text: str) -> str:
    """Return a text, cut off where it is too long for a message."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def written(value: object) -> str:
    """Return a value as it would stand in a TOML file, in full.

    Examples
    --------
    >>> written([{"needs": "knight", "reward": {"vp": 3}}, {}])
    '[{ needs = "knight", reward = { vp = 3 } }, { }]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\n", "\\n") + '"'
    if isinstance(value, int):
        return hex(value) if abs(value) >= 10**_LONGEST_SHOWN else str(value)
    if isinstance(value, list):
        return "[" + ", ".join(written(entry) for entry in value) + "]"
    if isinstance(value, dict):
        inside = ", ".join(f"{key} = {written(entry)}" for key, entry in value.items())
        return f"{{ {inside} }}" if inside else "{ }"
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return str(value)


def shown_path(path: KeyPath) -> str:
    """Return a path as people write it; list positions are counted from 1.

    Examples
    --------
    >>> shown_path(("tiles", "3", 1, "needs"))
    'tiles.3[2].needs'
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            key = step if re.fullmatch(r"[A-Za-z0-9_-]+", step) else shown(step)
            text += f".{key}" if text else key
    return text


def listed(words: Iterable[str]) -> str:
    """Return allowed words for a message, as they would be written: `"a", "b"`."""
    return ", ".join(shown(word) for word in words)


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return `did you mean "..."? ` for the known word nearest to a mistyped one, or nothing."""
    near = get_close_matches(word, list(known), n=1)
    return f'did you mean "{near[0]}"? ' if near else ""
