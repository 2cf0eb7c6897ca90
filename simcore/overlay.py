"""Laying one TOML file over another: tables merge key by key, everything else is replaced, named things are removed.

Files are turned into trees whose nodes remember the file and line that they come from, so that a fault of what comes
out can be told with the place that caused it::

    tree = tree_of(read_toml("base.toml"))
    for overlay in overlays:                         # TomlFile each
        removed(tree, ("dogs", "stormcrow"), place)
        merged(tree, tree_of(overlay), fault)
    file = OverlaidFile(tree, "base.toml with ...")  # a TomlFile, checked like any other

A list of tables that each have a `kind` (a Dog's abilities) is addressed by it, as if it were a table:
`dogs.omalley.abilities.profiteer.coins`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simcore.errors import FaultyInput
from simcore.tomlfile import Fault, TomlFile
from simcore.tomllines import KeyPath
from simcore.tomltext import shown, shown_path, suggestion

KIND = "kind"
"""Key by which the entries of a list of tables are told apart."""

_STEP = re.compile(r'(?:^|\.)([A-Za-z0-9_-]+|"[^"]*")|\[(\d+)\]')

NoteFault = Callable[[KeyPath, str], None]
"""Takes a path in the overlay and what is wrong there."""


@dataclass(frozen=True)
class Place:
    """Where a value was set: file and line (0: unknown)."""

    source: str
    line: int

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}" if self.line else self.source


@dataclass
class Node:
    """A value of a tree: `value` is a dict or list of nodes, or plain; `place` says where it was set.

    `gone` says of keys that were taken out of a dict where that was done.
    """

    value: Any
    place: Place
    gone: dict[str | int, Place] = field(default_factory=dict)

    def plain(self) -> Any:
        """Return the value as the TOML parser would."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def steps(self) -> Iterator[tuple[str | int, Node]]:
        """Yield key or position and node of each entry."""
        if isinstance(self.value, dict):
            yield from self.value.items()
        elif isinstance(self.value, list):
            yield from enumerate(self.value)

    def places(self, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Place]]:
        """Yield path and place of every node below this one, and of what was taken out."""
        for step, place in self.gone.items():
            if step not in self.value:
                yield (*path, step), place
        for step, node in self.steps():
            yield (*path, step), node.place
            yield from node.places((*path, step))

    @property
    def by_kind(self) -> bool:
        """Whether this is a list of tables that each have a kind; an empty list may become one."""
        return isinstance(self.value, list) and all(
            isinstance(entry.value, dict) and KIND in entry.value for entry in self.value
        )


def tree_of(file: TomlFile, leave_out: tuple[str, ...] = ()) -> Node:
    """Return a parsed file as a tree, without the top keys `leave_out`."""

    def build(value: Any, path: KeyPath) -> Node:
        place = Place(file.source, file.lines.get(path, 0))
        if isinstance(value, dict):
            return Node({key: build(entry, (*path, key)) for key, entry in value.items()}, place)
        if isinstance(value, list):
            return Node([build(entry, (*path, position)) for position, entry in enumerate(value)], place)
        return Node(value, place)

    content = {key: value for key, value in file.content.items() if key not in leave_out}
    return build(content, ())


def parse_path(text: str) -> KeyPath | None:
    """Return the path that people write as `tiles.3[2].needs` (positions from 1); None where it is none.

    Examples
    --------
    >>> parse_path("tiles.3[2].needs")
    ('tiles', '3', 1, 'needs')
    """
    steps: list[str | int] = []
    at = 0
    for match in _STEP.finditer(text):
        if match.start() != at or match[2] == "0":
            return None
        at = match.end()
        steps.append(int(match[2]) - 1 if match[2] else match[1].strip('"'))
    return tuple(steps) if steps and at == len(text) and not text.startswith((".", "[")) else None


def find(tree: Node, path: KeyPath) -> Node | None:
    """Return the node at a path, or None; a list of kinds may be entered by a kind."""
    node: Node | None = tree
    for step in path:
        node = _step(node, step) if node is not None else None
    return node


def _step(node: Node, step: str | int) -> Node | None:
    if isinstance(node.value, dict):
        return node.value.get(step)
    if isinstance(node.value, list) and isinstance(step, int):
        return node.value[step] if step < len(node.value) else None
    return _of_kind(node, str(step)) if node.by_kind else None


def _of_kind(node: Node, kind: str) -> Node | None:
    return next((entry for entry in node.value if entry.value[KIND].value == kind), None)


def opened(tree: Node, path: KeyPath) -> Node | None:
    """Return the node at a path, which is made (as 0) where only an entry of its kind is missing; None elsewhere.

    So `dogs.macbeth.abilities.income.coins` gives her an ability that she has not yet; whether there is such a one is
    left to the check of the whole.
    """
    node, above = find(tree, path), find(tree, path[:-2])
    if node is not None or above is None or not above.by_kind or find(tree, path[:-1]) is not None:
        return node
    if len(path) < 3 or isinstance(path[-2], int):
        return None
    node = Node(0, above.place)
    above.value.append(Node({KIND: Node(path[-2], above.place), path[-1]: node}, above.place))
    return node


def nearest(tree: Node, path: KeyPath) -> str:
    """Say what stands where a path leads nowhere: the nearest name and what is allowed, for a message."""
    for length, step in enumerate(path):
        node = find(tree, path[:length])
        assert node is not None, "the loop ends before the first step that leads nowhere"
        if _step(node, step) is None:
            names = names_in(node)
            where = shown_path(path[:length]) or "the file"
            return f"{suggestion(str(step), names)}{where} has: {', '.join(names) or 'nothing'}"
    return ""


def names_in(node: Node) -> list[str]:
    """Return by what the entries of a node are addressed: keys, kinds or positions from 1."""
    if isinstance(node.value, dict):
        return list(node.value)
    if isinstance(node.value, list) and node.value and node.by_kind:
        return [str(entry.value[KIND].value) for entry in node.value]
    return [f"[{position}]" for position in range(1, len(node.value) + 1)] if isinstance(node.value, list) else []


def removed(tree: Node, path: KeyPath, by: Place) -> bool:
    """Take out the node at a path; say whether there was one. What it stood in was then set by `by`."""
    node, above = find(tree, path), find(tree, path[:-1])
    if node is None or above is None:
        return False
    if isinstance(above.value, dict):
        del above.value[path[-1]]
        above.gone[path[-1]] = by
    else:
        above.value = [entry for entry in above.value if entry is not node]
    above.place = by
    return True


def merged(tree: Node, over: Node, fault: NoteFault, path: KeyPath = ()) -> Node:
    """Lay a tree over another, which changes, and return it.

    Parameters
    ----------
    tree, over : Node
        What is below, and what is laid over it.
    fault : callable
        Told of what the overlay names though it does not exist; this is left out.
    path : tuple
        Where the two stand.
    """
    if isinstance(over.value, dict) and isinstance(tree.value, dict):
        for key, node in over.value.items():
            if key in tree.value:
                tree.value[key] = merged(tree.value[key], node, fault, (*path, key))
            elif _check_new(tree, key, node, fault, (*path, key)):
                tree.value[key] = node
        return tree
    if isinstance(over.value, dict) and tree.by_kind:
        for kind, node in over.value.items():
            _merge_kind(tree, kind, node, fault, (*path, kind))
        return tree
    return over


def _merge_kind(tree: Node, kind: str, over: Node, fault: NoteFault, path: KeyPath) -> None:
    """Lay a table over the entry of a kind, which is added where it is missing."""
    if not isinstance(over.value, dict):
        fault(path, f"found {shown(over.plain())}; allowed: a table such as {{ ... }} for this {KIND}")
        return
    entry = _of_kind(tree, kind)
    if entry is None:
        tree.value.append(Node({KIND: Node(kind, over.place), **over.value}, over.place))
    else:
        merged(entry, over, fault, path)


def _check_new(tree: Node, key: str, node: Node, fault: NoteFault, path: KeyPath) -> bool:
    """Say whether a name that is not below may be a new thing, one with all that the others have; note any other."""
    others = {name: set(entry.value) for name, entry in tree.value.items() if isinstance(entry.value, dict)}
    texts = sum(isinstance(entry.value, str) for entry in tree.value.values())
    if len(others) < 2 or len(others) + texts < len(tree.value):
        return True  # no table of named things: what keys it may have, the check of the whole knows
    needed = set.intersection(*others.values())
    lacks = sorted(needed - (set(node.value) if isinstance(node.value, dict) else set()))
    if lacks:
        names = ", ".join(others)
        new = f", or a new one, which needs {', '.join(lacks)} too" if len(path) > 1 else ""
        fault(path, f"is not there to be changed; {suggestion(key, others)}allowed: {names}{new}")
    return not lacks


def changes(before: Any, after: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any, Any]]:
    """Yield path, old and new value of all that differs between two contents; None stands for what is not there.

    Examples
    --------
    >>> list(changes({"setup": {"coins": 5}}, {"setup": {"coins": 6}}))
    [(('setup', 'coins'), 5, 6)]
    """
    before, after = _keyed(before, after), _keyed(after, before)
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            yield from changes(before.get(key), after.get(key), (*path, key))
    elif before != after or type(before) is not type(after):
        yield path, before, after


def _keyed(value: Any, other: Any) -> Any:
    """Return a list of kinds as a table keyed by them, an empty one too where `other` is such; else what was given."""
    if not isinstance(value, list) or not (
        _has_kinds(value) if value else isinstance(other, list) and _has_kinds(other)
    ):
        return value
    return {entry[KIND]: {key: entry[key] for key in entry if key != KIND} for entry in value}


def _has_kinds(entries: list[Any]) -> bool:
    kinds = [entry.get(KIND) for entry in entries if isinstance(entry, dict)]
    return len(kinds) == len(entries) == len({kind for kind in kinds if isinstance(kind, str)}) > 0


class OverlaidFile(TomlFile):
    """A file with others laid over it: its faults name the file and line that set the value.

    Parameters
    ----------
    tree : Node
        What came out.
    source : str
        Name of the whole, for messages.
    below : str
        Name of the file at the bottom.
    overlays : sequence of TomlFile
        What was laid over it; the faults noted there are told with those of the whole.
    """

    def __init__(self, tree: Node, source: str, below: str, overlays: Sequence[TomlFile]) -> None:
        self.places = dict(tree.places())
        self.below = below
        self.overlays = overlays
        super().__init__(source, tree.plain(), {path: place.line for path, place in self.places.items()})

    def fault(self, path: KeyPath, text: str, others: tuple[KeyPath, ...] = ()) -> None:
        """Note a fault; where it is one of values that do not go together, at the one that was laid over."""
        if others and not self._is_over(path):
            cause = next((other for other in others if self._is_over(other)), None)
            if cause is not None:
                path, text = cause, f"does not go with {shown_path(path)}: {text}"
        super().fault(path, text)

    def finish(self) -> None:
        """Note every key that was never asked for; raise FaultyInput, file by file, if there is any fault."""
        self.top.note_unknown()
        found = [(self.place(fault.path), fault) for fault in self.faults]
        found += [(Place(over.source, fault.line), fault) for over in self.overlays for fault in over.faults]
        if found:
            sources = [*(over.source for over in self.overlays), self.below]
            found.sort(key=lambda one: (sources.index(one[0].source), one[0].line))
            raise FaultyInput(self.source, [_told(place, fault) for place, fault in found])

    def place(self, path: KeyPath) -> Place:
        """Return where the value of a path, or else what it stands in, was set."""
        known = (self.places[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.places)
        return next(known, Place(self.below, 0))

    def _is_over(self, path: KeyPath) -> bool:
        return self.place(path).source != self.below


def _told(place: Place, fault: Fault) -> str:
    return f"{place}, {shown_path(fault.path) or 'file'}: {fault.text}"
