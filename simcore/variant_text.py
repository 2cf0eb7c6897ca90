"""Writing variants: the text of a file that sets single values of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping

from simcore.overlay import find, opened, tree_of
from simcore.tomlfile import TomlFile
from simcore.tomllines import KeyPath
from simcore.tomltext import shown_path, written


def settings_text(about: Mapping[str, str], below: TomlFile, settings: Mapping[KeyPath, int]) -> str:
    """Return the text of a variant that sets whole numbers.

    Parameters
    ----------
    about : mapping
        name, title, of and why.
    below : TomlFile
        The ruleset's file, with what is laid over it already.
    settings : mapping
        Path of a number that stands in the file, or of an ability not there yet -> its new value.

    Returns
    -------
    str
        A TOML file. Since an overlay replaces lists whole, a number in a list is written with the list around it.

    Raises
    ------
    KeyError
        If a path names nothing.
    """
    tree = tree_of(below)
    for path, value in settings.items():
        node = opened(tree, path)
        if node is None:
            raise KeyError(shown_path(path))
        node.value = value
    lines = [f"{key} = {_text(about[key])}" for key in ("name", "title", "of", "why")]
    for path in dict.fromkeys(_up_to_list(path) for path in settings):
        node = find(tree, path)
        assert node is not None, "a part of a path that was found"
        lines.append(f"{shown_path(path)} = {written(node.plain())}")
    return "\n".join(lines) + "\n"


def _up_to_list(path: KeyPath) -> KeyPath:
    """Return a path up to the first list that it enters by position."""
    return next((path[:place] for place, step in enumerate(path) if isinstance(step, int)), path)


def _text(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
