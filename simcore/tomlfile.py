"""Reading TOML files and checking them so that one error lists every fault, with line, key, value and what is allowed.

Walk the file's tables and take each value by the method for its kind. A faulty value is noted and replaced by a
harmless one (the default, the least number, the first choice), so that the walk can go on to the end::

    file = read_toml("experiments/baseline.toml")     # UserError if missing or not TOML
    top = file.top
    question = top.text("question")                   # without a default a key must be there
    games = top.integer("games", 1, 10**9)
    short = top.boolean("short", default=False)
    players = top.integer("players", 3, 5)
    if short and players != 3:
        top.fault("found true; allowed with 3 players only", "short")
    draw = top.table("dogs").choice("draw", ("balanced", "random", "fixed"))
    pool = top.table("dogs").choices("pool", known_dogs, default=known_dogs)
    weights = top.table("weights", optional=True)     # an empty table if missing
    values = {name: weights.number(name) for name in weights.rest()}   # tables keyed by free names
    file.finish()                                     # unknown keys; FaultyInput if there was any fault

`file.source` is the name for messages, `file.content` the parsed dictionary.
"""

from __future__ import annotations

import math
import re
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcore.errors import FaultyInput, UserError
from simcore.tomllines import KeyPath, key_lines
from simcore.tomltext import listed, shortened, shown, shown_path, suggestion
from simcore.wording import counted

_MISSING = object()
_LARGEST = sys.float_info.max


def read_toml(path: str | Path) -> TomlFile:
    """Read a TOML file.

    Parameters
    ----------
    path : str or Path
        The file, as the user named it: messages repeat it so.

    Returns
    -------
    TomlFile
        Its content, ready to be checked.

    Raises
    ------
    UserError
        If the file cannot be read or is not TOML; the message says where and why.
    """
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise UserError(f"{path}: there is no such file; check the name and the folder") from None
    except IsADirectoryError:
        raise UserError(f"{path}: this is a folder; a TOML file is needed") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror or error})") from None
    except ValueError:
        raise UserError(f"{shown(str(path))}: not a possible name of a file") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path}, line {line}: found a byte that is not UTF-8; save the file as UTF-8 text") from None
    return parse_toml(text, str(path))


def read_shipped(path: Path) -> TomlFile:
    """Read a TOML file that comes with simcore; messages name it from the project's folder on."""
    file = read_toml(path)
    file.source = str(path.relative_to(Path(__file__).parent.parent))
    return file


def parse_toml(text: str, source: str) -> TomlFile:
    """Parse a TOML text; `source` names it in messages (see `read_toml`)."""
    text = text.replace("\r\n", "\n")
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise UserError(f"{source}: lists or tables are nested too deeply to be read") from None
    except ValueError as error:
        raise UserError(_malformed(text, source, str(error))) from None
    return TomlFile(source, content, key_lines(text))


_HINTS = {
    "Invalid value": "text needs quotation marks, numbers are written like 12, switches true or false",
    "Cannot overwrite a value": "the same key or table stands twice",
    "Illegal character '\\n'": "a quotation mark is not closed on its line",
    "Unterminated string": "a quotation mark is not closed",
    "Unclosed array": "a bracket is not closed, or a comma is missing before this",
}


def _malformed(text: str, source: str, message: str) -> str:
    """Return the message for a text that is not TOML: file, line, column, reason, a hint, what stands there."""
    place = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    lines = text.split("\n")
    if place is None:
        line, column = len(lines), len(lines[-1]) + 1
        reason = message.removesuffix(" (at end of document)")
        found = "the end of the file"
    else:
        line, column = int(place[1]), int(place[2])
        reason = message[: place.start()]
        found = shortened(lines[line - 1].strip()) or "an empty line"
    hint = f" ({_HINTS[reason]})" if reason in _HINTS else ""
    return f"{source}, line {line}, column {column}: not valid TOML: {reason}{hint}; found: {found}"


@dataclass(frozen=True)
class Fault:
    """One fault: the path it concerns, its line (0: unknown) and what is wrong, found and allowed."""

    path: KeyPath
    line: int
    text: str

    def __str__(self) -> str:
        place = f"line {self.line}, " if self.line else ""
        return f"{place}{shown_path(self.path) or 'file'}: {self.text}"


class TomlFile:
    """A parsed file and the faults found in it so far.

    Parameters
    ----------
    source : str
        The file's name, as the user gave it.
    content : dict
        The parsed content.
    lines : dict
        Line of every path (see `key_lines`).
    """

    def __init__(self, source: str, content: dict[str, Any], lines: dict[KeyPath, int]) -> None:
        self.source = source
        self.content = content
        self.lines = lines
        self.faults: list[Fault] = []
        self.top = Table(self, (), content)

    def fault(self, path: KeyPath, text: str, others: tuple[KeyPath, ...] = ()) -> None:
        """Note a fault of a path; its line is that of the nearest table that stands in the file.

        `others` are the paths whose values do not go with it, where the fault is one of several values.
        """
        known = (self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines)
        self.faults.append(Fault(path, next(known, 0), text))

    def is_faulty(self, path: KeyPath) -> bool:
        """Say whether a path, or what it stands in, had a fault and so holds a replacement."""
        return any(path[: len(fault.path)] == fault.path for fault in self.faults)

    def finish(self) -> None:
        """Note every key that was never asked for; raise FaultyInput, in line order, if there is any fault."""
        self.top.note_unknown()
        if self.faults:
            ordered = sorted(self.faults, key=lambda fault: fault.line)
            raise FaultyInput(self.source, [str(fault) for fault in ordered])


class Table:
    """A table of a file, whose values are taken key by key.

    Every method that takes a value notes a fault when the key is missing (and has no default), when its value is of
    another kind, or not allowed; it then returns the default or the least allowed value, so that the walk goes on.

    Parameters
    ----------
    file : TomlFile
        The file; it collects the faults.
    path : tuple
        Where the table stands.
    content : dict
        The table.
    noun : str
        What its keys are, for messages on unknown ones: "key", "reward", ...
    muted : bool
        True for the stand-in of a missing or faulty table, whose values cause no further faults.
    """

    def __init__(
        self, file: TomlFile, path: KeyPath, content: dict[str, Any], noun: str = "key", muted: bool = False
    ) -> None:
        self.file = file
        self.path = path
        self._content = content
        self._noun = noun
        self._muted = muted
        self._asked: dict[str, None] = {}
        self._children: list[Table] = []

    def __contains__(self, key: str) -> bool:
        """Say whether an optional key is there; the key counts as known from now on."""
        self._asked[key] = None
        return key in self._content

    def holds_list(self, key: str) -> bool:
        """Say whether a key that may hold a word or a list holds a list."""
        return isinstance(self._content.get(key), list)

    def rest(self) -> tuple[str, ...]:
        """Return the keys not asked for yet, in the order of the file: the names of a table keyed by names."""
        return tuple(key for key in self._content if key not in self._asked)

    def fault(self, text: str, *where: str | int) -> None:
        """Note a fault of this table or, with `where`, of a key (and list position from 0) in it."""
        if not self._muted:
            self.file.fault((*self.path, *where), text)

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from `low` to `high`."""
        allowed = f"a whole number from {low:,} to {high:,}"
        value = self._value(key, allowed, default)
        if value is _MISSING:
            return low
        if _is_integer(value) and low <= value <= high:
            return int(value)
        self._wrong(value, allowed, key)
        return low if default is None else default

    def number(self, key: str, low: float = -math.inf, high: float = math.inf, default: float | None = None) -> float:
        """Return a finite number, whole or not, from `low` to `high`."""
        allowed = _number_range(low, high)
        value = self._value(key, allowed, default)
        fallback = default if default is not None else max(low, min(high, 0.0))
        if value is _MISSING:
            return fallback
        if (_is_integer(value) or isinstance(value, float)) and low <= value <= high and abs(value) <= _LARGEST:
            return float(value)
        self._wrong(value, allowed, key)
        return fallback

    def boolean(self, key: str, default: bool | None = None) -> bool:
        """Return a switch, true or false."""
        value = self._value(key, "true or false", default)
        if isinstance(value, bool):
            return value
        if value is not _MISSING:
            self._wrong(value, "true or false", key)
        return bool(default)

    def text(self, key: str, default: str | None = None, pattern: str = r"(?s).*\S.*", like: str = "") -> str:
        """Return a text that matches `pattern` whole (any but an empty one); `like` describes what matches."""
        allowed = f"text in quotation marks{', ' + like if like else ', not empty'}"
        value = self._value(key, allowed, default)
        if isinstance(value, str) and (value == default or re.fullmatch(pattern, value)):
            return value
        if value is not _MISSING:
            self._wrong(value, allowed, key)
        return default or ""

    def choice(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """Return one of the allowed words."""
        value = self._value(key, listed(allowed), default)
        if isinstance(value, str) and value in allowed:
            return value
        if value is not _MISSING:
            self._not_among(value, allowed, key)
        return allowed[0] if default is None else default

    def choices(
        self,
        key: str,
        allowed: Sequence[str],
        default: Sequence[str] | None = None,
        shortest: int = 1,
        longest: int | None = None,
        distinct: bool = True,
    ) -> tuple[str, ...]:
        """Return a list of allowed words, by default all different; faulty entries are left out."""
        what = f"a list of different words among {listed(allowed)}" if distinct else f"a list of {listed(allowed)}"
        values = self._list(key, what, default, shortest, longest)
        words: list[str] = []
        for position, value in enumerate(values):
            if not (isinstance(value, str) and value in allowed):
                self._not_among(value, allowed, key, position)
            elif distinct and value in words:
                self.fault(f"found {shown(value)} a second time; allowed once", key, position)
            else:
                words.append(value)
        return tuple(words)

    def choice_lists(
        self, key: str, allowed: Sequence[str], length: int, longest: int | None = None
    ) -> tuple[tuple[str, ...], ...]:
        """Return a list of lists of `length` allowed words each; faulty ones are left out."""
        what = f"a list of {counted(length, 'word')} each among {listed(allowed)}"
        lists: list[tuple[str, ...]] = []
        for position, values in enumerate(self._list(key, f"a list of such: {what}", None, 1, longest)):
            if not isinstance(values, list) or len(values) != length:
                found = counted(len(values), "entry", "entries") if isinstance(values, list) else shown(values)
                self.fault(f"found {found}; allowed: {what}", key, position)
                continue
            bad = [value for value in values if not (isinstance(value, str) and value in allowed)]
            for value in bad:
                self._not_among(value, allowed, key, position)
            if not bad:
                lists.append(tuple(values))
        return tuple(lists)

    def texts(
        self, key: str, pattern: str, like: str, shortest: int = 1, longest: int | None = None
    ) -> tuple[str, ...]:
        """Return a list of different texts that match `pattern` whole; `like` describes what matches."""
        words: list[str] = []
        for position, value in enumerate(self._list(key, f"a list of texts, {like}", None, shortest, longest)):
            if not (isinstance(value, str) and re.fullmatch(pattern, value)):
                self._wrong(value, f"text in quotation marks, {like}", key, position)
            elif value in words:
                self.fault(f"found {shown(value)} a second time; allowed once", key, position)
            words.append(value if isinstance(value, str) else "")
        return tuple(words)

    def integers(self, key: str, low: int, high: int, shortest: int = 1, longest: int | None = None) -> tuple[int, ...]:
        """Return a list of whole numbers from `low` to `high`."""
        allowed = f"a whole number from {low:,} to {high:,}"
        numbers = []
        for position, value in enumerate(self._list(key, f"a list of such: {allowed}", None, shortest, longest)):
            good = _is_integer(value) and low <= value <= high
            if not good:
                self._wrong(value, allowed, key, position)
            numbers.append(int(value) if good else low)
        return tuple(numbers)

    def table(self, key: str, optional: bool = False, noun: str = "key") -> Table:
        """Return the table of a key; an optional one that is missing is empty."""
        value = self._value(key, "a table", {} if optional else None)
        if isinstance(value, dict):
            return self._child((key,), value, noun)
        if value is not _MISSING:
            self._wrong(value, "a table", key)
        return self._child((key,), {}, noun, muted=True)

    def tables(self, key: str, shortest: int = 1, longest: int | None = None, noun: str = "key") -> tuple[Table, ...]:
        """Return a list of tables; a faulty entry is replaced by an empty table without further faults."""
        tables = []
        for position, value in enumerate(self._list(key, "a list of tables", None, shortest, longest)):
            good = isinstance(value, dict)
            if not good:
                self._wrong(value, "a table such as { ... }", key, position)
            tables.append(self._child((key, position), value if good else {}, noun, muted=not good))
        return tuple(tables)

    def note_unknown(self) -> None:
        """Note a fault for each key, here and in the tables taken, that was never asked for."""
        for key in self.rest():
            hint = suggestion(key, self._asked)
            self.fault(f"unknown {self._noun}; {hint}allowed: {', '.join(self._asked) or 'none'}", key)
        for child in self._children:
            child.note_unknown()

    def _child(self, where: KeyPath, content: dict[str, Any], noun: str, muted: bool = False) -> Table:
        child = Table(self.file, (*self.path, *where), content, noun, muted or self._muted)
        self._children.append(child)
        return child

    def _value(self, key: str, allowed: str, default: object) -> Any:
        """Return the value of a key or its default; without either note a fault and return _MISSING."""
        if key in self:
            return self._content[key]
        if default is not None:
            return default
        self.fault(f"missing; allowed: {allowed}", key)
        return _MISSING

    def _list(
        self, key: str, what: str, default: Sequence[Any] | None, shortest: int, longest: int | None
    ) -> Sequence[Any]:
        if longest is None:
            limit = f"at least {counted(shortest, 'entry', 'entries')}"
        else:
            most = counted(longest, "entry", "entries")
            limit = f"{shortest} to {most}" if shortest != longest else most
        allowed = f"{what} ({limit})"
        value = self._value(key, allowed, default)
        if value is _MISSING:
            return ()
        if default is not None and value is default:
            return default
        if not isinstance(value, list):
            self._wrong(value, allowed, key)
            return default or ()
        if len(value) < shortest or (longest is not None and len(value) > longest):
            self.fault(f"found {counted(len(value), 'entry', 'entries')}; allowed: {allowed}", key)
        return value

    def _wrong(self, value: object, allowed: str, *where: str | int) -> None:
        self.fault(f"found {shown(value)}; allowed: {allowed}", *where)

    def _not_among(self, value: object, allowed: Sequence[str], *where: str | int) -> None:
        hint = suggestion(value, allowed) if isinstance(value, str) else ""
        self.fault(f"found {shown(value)}; {hint}allowed: {listed(allowed)}", *where)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number_range(low: float, high: float) -> str:
    if low == -math.inf and high == math.inf:
        return "a number"
    if high == math.inf:
        return f"a number of at least {low:g}"
    return f"a number of at most {high:g}" if low == -math.inf else f"a number from {low:g} to {high:g}"
