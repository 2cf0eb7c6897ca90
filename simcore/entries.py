"""Entries: strategies that an experiment names itself, with other parameters or from a file of its own.

```toml
[strategies.entries.bold]
strategy = "greedy"        # a known strategy, or: file = "mine.py", a path from the experiment's folder
weights = "greedy"         # optional: shipped weights, or the path of a weights file (see `simcore.weights`)
```
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcore.errors import FaultyInput, UserError
from simcore.tomlfile import Table
from simcore.tomltext import listed, suggestion
from simcore.weights import Values, read_weights

Strategies = Mapping[str, Mapping[str, float]]
"""Known strategies: name -> {name of a parameter: its default}."""

ByDog = Mapping[str, Values]
"""Parameters by Dog: Dog -> {parameter: value}."""

_NAME = r"[a-z][a-z0-9_]*"


@dataclass(frozen=True)
class FileStrategy:
    """A strategy found in a file: its own name, and its parameters with their defaults."""

    name: str
    parameters: Mapping[str, float]


@dataclass(frozen=True)
class Shelf:
    """Where entries find what they name besides the known strategies.

    Parameters
    ----------
    weights : Path, optional
        Folder of the shipped weights files.
    read_strategy : callable, optional
        Reads the strategy in a file, or raises UserError. Without it entries may not ask for files.
    """

    weights: Path | None = None
    read_strategy: Callable[[Path], FileStrategy] | None = None


@dataclass(frozen=True)
class Entry:
    """A strategy under a name that an experiment gives it.

    Parameters
    ----------
    strategy : str
        Name of a known strategy, or path of its file, as the experiment names it.
    from_file : bool
        Whether it is a path.
    parameters : mapping
        Its parameters' names and defaults.
    weights : str, optional
        Weights as the experiment names them.
    tuned : mapping
        What the weights hold for the experiment's number of players: Dog -> {parameter: value}.
    """

    strategy: str
    from_file: bool
    parameters: Mapping[str, float]
    weights: str | None = None
    tuned: ByDog = field(default_factory=dict)

    def content(self) -> dict[str, Any]:
        """Return what it plays, in the shape of the file, the numbers of the weights added."""
        content: dict[str, Any] = {"file" if self.from_file else "strategy": self.strategy}
        if self.weights is not None:
            content |= {"weights": self.weights, "tuned": {dog: dict(values) for dog, values in self.tuned.items()}}
        return content


@dataclass(frozen=True)
class Setting:
    """What the entries of one experiment are read for.

    Parameters
    ----------
    known : mapping
        Known strategies and the defaults of their parameters.
    shelf : Shelf
        Where else to look.
    folder : Path
        Folder of the experiment file, from which paths start.
    players : int
        Number of players, for which weights are wanted.
    dogs : tuple of str, optional
        The ruleset's Dogs; None where there is no such ruleset, and weights cannot be checked.
    """

    known: Strategies
    shelf: Shelf
    folder: Path
    players: int
    dogs: tuple[str, ...] | None


def read_entries(table: Table, setting: Setting) -> dict[str, Entry]:
    """Read the entries of an experiment; faults are noted in its file.

    Parameters
    ----------
    table : Table
        The table `strategies.entries`, keyed by names of the experiment's own.
    setting : Setting
        What they are read for.

    Raises
    ------
    UserError
        If a weights file is not right; the message lists its faults.
    """
    entries = {}
    for name in table.rest():
        entry = _read_entry(table.table(name), setting)
        if name in setting.known:
            table.fault("is the name of a known strategy; allowed: a name of the experiment's own", name)
        elif not re.fullmatch(_NAME, name):
            table.fault("is not a possible name; allowed: made of a-z, 0-9 and _, a letter first", name)
        entries[name] = entry
    return entries


def _read_entry(table: Table, setting: Setting) -> Entry:
    from_file = setting.shelf.read_strategy is not None and "file" in table
    if from_file:
        if "strategy" in table:
            table.fault('found "file" and "strategy"; allowed: one of them', "strategy")
        given = table.text("file", pattern=r"(?s).*\.py", like="the path of a .py file")
        source = _strategy_of_file(table, given, setting)
    else:
        given = table.choice("strategy", tuple(setting.known))
        source = None if _is_faulty(table, "strategy") else FileStrategy(given, setting.known[given])
    if "weights" not in table:
        return Entry(given, from_file, source.parameters if source else {})
    weights = table.text("weights", like="the name of shipped weights or the path of a .toml file")
    tuned = _read_tuned(table, weights, source, setting) if source and not _is_faulty(table, "weights") else {}
    return Entry(given, from_file, source.parameters if source else {}, weights, tuned)


def _is_faulty(table: Table, key: str) -> bool:
    return table.file.is_faulty((*table.path, key))


def _strategy_of_file(table: Table, given: str, setting: Setting) -> FileStrategy | None:
    if _is_faulty(table, "file") or setting.shelf.read_strategy is None:
        return None
    try:
        return setting.shelf.read_strategy(setting.folder / given)
    except UserError as error:
        table.fault(str(error), "file")
        return None


def _read_tuned(table: Table, weights: str, source: FileStrategy, setting: Setting) -> ByDog:
    """Return what a weights file holds for the experiment's number of players, Dog by Dog."""
    path = _weights_path(table, weights, setting)
    if path is None or setting.dogs is None:
        return {}
    try:
        found = read_weights(path, source.name, source.parameters, setting.dogs)
    except FaultyInput:
        raise
    except UserError as error:
        table.fault(str(error), "weights")
        return {}
    if setting.players not in found.sizes and not table.file.is_faulty(("players",)):
        held = ", ".join(map(str, found.sizes))
        table.fault(f"found {path}, for {held} players; allowed: weights for {setting.players} players", "weights")
    return {dog: found.values(setting.players, dog) for dog in setting.dogs}


def _weights_path(table: Table, weights: str, setting: Setting) -> Path | None:
    """Return the file of weights that an entry names: shipped ones by name, others by a path."""
    if weights.endswith(".toml"):
        return setting.folder / weights
    shipped = (
        {file.stem: file for file in sorted(setting.shelf.weights.glob("*.toml"))} if setting.shelf.weights else {}
    )
    if weights in shipped:
        return shipped[weights]
    allowed = f"{listed(shipped)}, or the path of a .toml file" if shipped else "the path of a .toml file"
    table.fault(f'found "{weights}"; {suggestion(weights, shipped)}allowed: {allowed}', "weights")
    return None
