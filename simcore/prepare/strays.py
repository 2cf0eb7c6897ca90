"""Looking through the source of a strategy for chance and clocks that are not its own stream."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from simcore.files import from_here
from simcore.jit import source_file
from simcore.sources import files_of, is_ours

if TYPE_CHECKING:
    from strategies.base import Strategy

_MODULES = ("random", "secrets", "time", "datetime", "numpy.random")


@dataclass(frozen=True)
class Stray:
    """A line that makes a strategy depend on more than the game: "FILE, line N", and what it uses."""

    place: str
    what: str

    @property
    def words(self) -> str:
        """What to say of it."""
        return f"{self.place}: uses {self.what}; the only chance allowed is `below(chance, n)` from simcore.rng"


def strays(strategy: Strategy) -> list[Stray]:
    """Return where a strategy's own files use chance of others, or the clock."""
    files = {Path(source_file(decision)).resolve() for decision in strategy.decisions}
    return [stray for file in files_of(files) if not is_ours(file) for stray in _in_file(file)]


def _in_file(file: Path) -> Iterator[Stray]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        for name in _named(node):
            if name in _MODULES:
                yield Stray(f"{from_here(file)}, line {getattr(node, 'lineno', 0)}", name)


def _named(node: ast.AST) -> list[str]:
    """Return the modules that a node may name."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
    if isinstance(node, ast.Attribute) and node.attr == "random" and isinstance(node.value, ast.Name):
        return ["numpy.random"] if node.value.id in ("np", "numpy") else []
    return []
