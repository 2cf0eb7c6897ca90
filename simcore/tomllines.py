"""Finding the line on which each key of a TOML text stands, which the standard library's parser does not tell."""

from __future__ import annotations

import re
from bisect import bisect_right

KeyPath = tuple[str | int, ...]

_SPACE = re.compile(r"(?:[ \t\n,]|#[^\n]*)*")
_BLANK = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]*")
_STRING = re.compile(
    r'"""(?:\\.|(?!""")[^\\])*"""(?:"{1,2})?'
    r"|'''(?:(?!''').)*'''(?:'{1,2})?"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'",
    re.DOTALL,
)


def key_lines(text: str) -> dict[KeyPath, int]:
    r"""Return the line, counted from 1, of every key and list entry of a text.

    Parameters
    ----------
    text : str
        A text that the parser has accepted, with "\n" as line ends.

    Returns
    -------
    dict
        Line by path; a path is a tuple of keys and of list positions counted from 0.

    Examples
    --------
    >>> key_lines('[setup]\ncoins = 5\n')
    {('setup',): 1, ('setup', 'coins'): 2}
    """
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    """A walk through a valid TOML text that only remembers where keys and list entries begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.ends = [match.start() for match in re.finditer("\n", text)]
        self.last_entry: dict[KeyPath, int] = {}

    def skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group()

    def ahead(self, token: str) -> bool:
        return self.text.startswith(token, self.at)

    def note(self, path: KeyPath, at: int) -> None:
        line = bisect_right(self.ends, at - 1) + 1
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def document(self) -> None:
        table: KeyPath = ()
        self.skip(_SPACE)
        while self.at < len(self.text):
            table = self.header() if self.ahead("[") else self.pair(table)
            self.skip(_SPACE)

    def header(self) -> KeyPath:
        start, brackets = self.at, 2 if self.ahead("[[") else 1
        self.at += brackets
        path = self.resolved(self.key())
        if brackets == 2:
            self.last_entry[path] = self.last_entry.get(path, -1) + 1
            path = (*path, self.last_entry[path])
        self.at += brackets
        self.note(path, start)
        return path

    def resolved(self, keys: KeyPath) -> KeyPath:
        """Return the path of a header's keys: a list of tables on the way stands for its last entry."""
        path: KeyPath = ()
        for key in keys[:-1]:
            path = (*path, key)
            if path in self.last_entry:
                path = (*path, self.last_entry[path])
        return (*path, *keys[-1:])

    def key(self) -> KeyPath:
        """Read a key with its dots; stops at what follows it."""
        parts = []
        while True:
            self.skip(_BLANK)
            part = self.skip(_BARE)
            parts.append(part if part else self.quoted())
            self.skip(_BLANK)
            if not self.ahead("."):
                return tuple(parts)
            self.at += 1

    def quoted(self) -> str:
        return self.skip(_STRING)[1:-1]

    def pair(self, table: KeyPath) -> KeyPath:
        start = self.at
        path = (*table, *self.key())
        self.note(path, start)
        self.at += 1  # the equals sign
        self.skip(_BLANK)
        self.value(path)
        return table

    def value(self, path: KeyPath) -> None:
        if self.ahead("["):
            self.entries(path)
        elif self.ahead("{"):
            self.inline(path)
        elif not self.skip(_STRING):
            self.skip(_SCALAR)

    def entries(self, path: KeyPath) -> None:
        self.at += 1
        self.skip(_SPACE)
        position = 0
        while not self.ahead("]"):
            entry = (*path, position)
            self.note(entry, self.at)
            self.value(entry)
            self.skip(_SPACE)
            position += 1
        self.at += 1

    def inline(self, path: KeyPath) -> None:
        self.at += 1
        self.skip(_SPACE)
        while not self.ahead("}"):
            self.pair(path)
            self.skip(_SPACE)
        self.at += 1
