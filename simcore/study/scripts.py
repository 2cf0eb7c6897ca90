"""Strategies as a notebook gives them: names, files, or functions of its own cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from simcore.errors import UserError
from strategies.base import Strategy
from strategies.loading import find_strategy, is_path, own_strategy

Script = str | Path | Strategy
Scripts = Sequence[Script] | Mapping[str, Script]
"""Strategies: known names, paths of .py files, or strategies defined in a notebook; a mapping gives them names."""


@dataclass(frozen=True)
class Pool:
    """Names of strategies in order, and those of them that are the user's own."""

    names: tuple[str, ...]
    scripts: dict[str, Strategy] = field(default_factory=dict)


def read_scripts(scripts: Scripts) -> Pool:
    """Return strategies by name.

    Raises
    ------
    UserError
        If a file does not hold a strategy, a name is taken, or one is given twice under different names for two.

    Examples
    --------
    >>> read_scripts(["greedy", "uniform"]).names
    ('greedy', 'uniform')
    """
    if isinstance(scripts, (str, Path, Strategy)):
        raise UserError(f"strategies: found {scripts!r}; allowed: a list of them, such as ['greedy']")
    named = scripts.items() if isinstance(scripts, Mapping) else [(None, script) for script in scripts]
    names: list[str] = []
    own: dict[str, Strategy] = {}
    for wanted, script in named:
        name, found = _read(wanted, script)
        if found is not None and own.setdefault(name, found) is not found and not _same(own[name], found):
            raise UserError(f'strategies: "{name}" names two; give them names of their own: {{"one": ..., "two": ...}}')
        names.append(name)
    return Pool(tuple(names), own)


def _same(one: Strategy, other: Strategy) -> bool:
    return one.decisions[2].py_func is other.decisions[2].py_func if hasattr(one.decisions[2], "py_func") else False


def _read(name: str | None, script: Script) -> tuple[str, Strategy | None]:
    """Return the name of a strategy, and the strategy where it is none of the known ones under its own name."""
    if isinstance(script, Strategy):
        called = name or script.name
        return called, own_strategy(script, called)
    if is_path(str(script)):
        found = find_strategy(Path(script), name)
        return found.name, found
    if name in (None, script):
        return str(script), None
    return str(name), own_strategy(find_strategy(str(script)), str(name))
