"""Weights files: tuned parameters of a strategy, by number of players and Dog, with the command that made them.

```toml
strategy = "greedy"

[[tuned]]                 # one block a number of players and set of Dogs
players = 4
command = "simcore tune greedy --players 4 --games 3000000 --seed 1"   # or how else they came about
ruleset = "base"          # the rest of the provenance is optional
field = ["greedy"]
seed = 1
games = 3_000_000

[tuned.gain]              # optional: what the numbers add to the win share, on games not used to find them
all = { gain = 0.021, ci_low = 0.018, ci_high = 0.024, games = 120_000 }

[tuned.default]           # for Dogs that are not listed; a parameter that is not listed has the script's own value
vp_per_coin = 1.1

[tuned.dogs.blackmane]
vp_per_coin = 1.3
```
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcore.dogs.limits import MAX_PLAYERS, MIN_PLAYERS
from simcore.files import write_atomically
from simcore.tomlfile import Table, read_toml
from simcore.wording import counted

Values = dict[str, float]
"""Parameters of a strategy: name -> value."""

_MOST = 2**63 - 1
_DIGITS = 5
"""Digits of a win share that are kept."""
_HEADER = """\
# Parameters of a strategy, tuned by number of players and Dog; each block names the command that made it.
# An experiment plays them by an entry that names this file.
"""


@dataclass(frozen=True)
class Gain:
    """What tuning added to the mean win share of a seat, paired game by game, with its 95% interval.

    Parameters
    ----------
    gain, ci_low, ci_high : float
        Win share with the tuned parameters, less that with the script's own in the same games.
    games : int
        Number of pairs of games, none of which was used to find the parameters.
    """

    gain: float
    ci_low: float
    ci_high: float
    games: int

    @property
    def confirmed(self) -> bool:
        """Whether the whole interval is above zero."""
        return self.ci_low > 0

    def __str__(self) -> str:
        interval, pairs = f"{100 * self.ci_low:+.2f} to {100 * self.ci_high:+.2f}", counted(self.games, "pair")
        return f"{100 * self.gain:+.2f} percentage points of win share ({interval}; {pairs} of games)"


@dataclass(frozen=True)
class Block:
    """Parameters for one number of players, and how they came about.

    Parameters
    ----------
    players : int
        Number of players.
    command : str
        The command that makes them, or how else they came about.
    dogs : dict
        Dog -> {parameter: value}.
    default : dict, optional
        {parameter: value} for Dogs that are not listed; None where those have the script's own.
    provenance : dict
        `ruleset`, `field`, `seed` and `games`, as far as they are known.
    gains : dict
        "all" or a Dog -> Gain.
    """

    players: int
    command: str
    dogs: Mapping[str, Values]
    default: Values | None = None
    provenance: Mapping[str, Any] = field(default_factory=dict)
    gains: Mapping[str, Gain] = field(default_factory=dict)

    def overlaps(self, other: Block) -> bool:
        """Say whether both hold values for the same Dog at the same number of players."""
        both_default = self.default is not None and other.default is not None
        return self.players == other.players and (both_default or bool(self.dogs.keys() & other.dogs.keys()))


@dataclass(frozen=True)
class Weights:
    """A checked weights file."""

    strategy: str
    blocks: tuple[Block, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return the numbers of players that it holds values for."""
        return tuple(sorted({block.players for block in self.blocks}))

    def values(self, players: int, dog: str) -> Values:
        """Return the parameters of a Dog at a table; those not named have the script's own values."""
        blocks = [block for block in self.blocks if block.players == players]
        for block in blocks:
            if dog in block.dogs:
                return block.dogs[dog]
        return next((block.default for block in blocks if block.default is not None), {})

    def with_block(self, new: Block) -> Weights:
        """Return these weights with a block added that takes the place of those with which it overlaps."""
        kept = [block for block in self.blocks if not block.overlaps(new)]
        return Weights(self.strategy, tuple(sorted([*kept, new], key=lambda block: (block.players, *block.dogs))))


def read_weights(path: Path, strategy: str, parameters: Collection[str], dogs: Sequence[str]) -> Weights:
    """Read and check a weights file.

    Parameters
    ----------
    path : Path
        The file.
    strategy : str
        The strategy for which it should be.
    parameters, dogs : collections of str
        Names of that strategy's parameters and of the ruleset's Dogs.

    Raises
    ------
    UserError
        If the file is missing or not TOML; FaultyInput, which lists every fault, if its content is not right.
    """
    file = read_toml(path)
    name = file.top.text("strategy")
    if name != strategy and not file.is_faulty(("strategy",)):
        file.top.fault(f'found "{name}"; allowed: "{strategy}", whose parameters are wanted', "strategy")
    blocks: list[Block] = []
    for table in file.top.tables("tuned"):
        block = _read_block(table, parameters, dogs)
        if any(block.overlaps(other) for other in blocks):
            table.fault(f"found values for {block.players} players and a Dog that an earlier block has; allowed once")
        blocks.append(block)
    file.finish()
    return Weights(strategy, tuple(blocks))


def _read_block(table: Table, parameters: Collection[str], dogs: Sequence[str]) -> Block:
    players = table.integer("players", MIN_PLAYERS, MAX_PLAYERS)
    command = table.text("command", like="the command that makes these numbers, or how else they came about")
    by_dog = table.table("dogs", optional=True, noun="Dog")
    values = {dog: _read_values(by_dog.table(dog, noun="parameter"), parameters) for dog in dogs if dog in by_dog}
    default = _read_values(table.table("default", noun="parameter"), parameters) if "default" in table else None
    if default is None and not values and not by_dog.rest():
        table.fault('found neither a table "default" nor a Dog in "dogs"; allowed: at least one of them')
    return Block(players, command, values, default, _read_provenance(table), _read_gains(table, dogs))


def _read_values(table: Table, parameters: Collection[str]) -> Values:
    return {name: table.number(name) for name in parameters if name in table}


def _read_provenance(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "ruleset" in table:
        found["ruleset"] = table.text("ruleset")
    if "field" in table:
        found["field"] = list(table.texts("field", r".+", "names of strategies"))
    for key in ("seed", "games"):
        if key in table:
            found[key] = table.integer(key, 0, _MOST)
    return found


def _read_gains(table: Table, dogs: Sequence[str]) -> dict[str, Gain]:
    given = table.table("gain", optional=True, noun="Dog")
    gains = {}
    for name in ("all", *dogs):
        if name in given:
            gain = given.table(name)
            mean, low, high = (gain.number(key, -1, 1) for key in ("gain", "ci_low", "ci_high"))
            gains[name] = Gain(mean, low, high, gain.integer("games", 1, _MOST))
    return gains


def write_weights(path: Path, weights: Weights) -> None:
    """Write a weights file, whole or not at all; `read_weights` reads it back, gains to a few digits.

    Raises
    ------
    OSError
        If it cannot be written; what was there before stays.
    """
    lines = [_HEADER, f"strategy = {_toml(weights.strategy)}"]
    for block in weights.blocks:
        lines += _block_lines(block)
    write_atomically(path, ["\n".join([*lines, ""]).encode()])


def _block_lines(block: Block) -> list[str]:
    lines = ["", "[[tuned]]", *_pairs({"players": block.players, "command": block.command, **block.provenance})]
    if block.gains:
        lines += ["", "[tuned.gain]"]
        lines += [f"{name} = {{ {', '.join(_pairs(_shown(gain)))} }}" for name, gain in block.gains.items()]
    if block.default is not None:
        lines += ["", "[tuned.default]", *_pairs(block.default)]
    for dog, values in block.dogs.items():
        lines += ["", f"[tuned.dogs.{dog}]", *_pairs(values)]
    return lines


def _shown(gain: Gain) -> dict[str, float]:
    return {key: round(value, _DIGITS) for key, value in vars(gain).items()}


def _pairs(values: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {_toml(value)}" for key, value in values.items()]


def _toml(value: Any) -> str:
    """Return a text, number or list of texts as TOML writes it."""
    if isinstance(value, int):
        return f"{value:_}"
    return repr(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
