"""What numba says of a strategy that it cannot compile, in one line: file, line and short reason."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.np.numpy_support import from_dtype

from simcore.dogs.state import CHOICE, PARAMETERS, PRIVATE, PUBLIC, RULES
from simcore.files import from_here
from simcore.jit import source_file
from simcore.rng import STREAM
from simcore.sources import files_of, is_ours
from simcore.tomltext import suggestion

RECORDS = {"rules": RULES, "public": PUBLIC, "own": PRIVATE, "settings": PARAMETERS, "chance": STREAM, "choice": CHOICE}
"""What a decision is given, in order: usual name -> record."""

REFUSALS = (NumbaError, UnsupportedBytecodeError, KeyError)
"""What compiling raises where the code is at fault; numba looks a record's field up without more ado: KeyError."""

_LONGEST_REASON = 200
_PLACE = re.compile(r'(?:\bat |File "|Raised from )([^"\n]+?\.py)(?:", line | \()(\d+)')
_WORDS: tuple[tuple[str, str], ...] = (
    (r"NameError: name '(\w+)' is not defined", "the name `{0}` is not defined"),
    (r"Variable '(\w+)' is not defined", "the variable `{0}` is used before it has a value"),
    (r"STORE_GLOBAL", "what is kept in the file is constant"),
    (
        r"Untyped global name '(\w+)'[\s\S]*?Cannot determine Numba type of <class 'function'>",
        "`{0}` is a plain function: write @jit (from simcore.jit) above it",
    ),
    (
        r"Untyped global name '(\w+)'[\s\S]*?Cannot determine Numba type of <class '([\w.]+)'>",
        "`{0}` (a {1}) cannot be used in compiled code: only numbers, arrays, tuples and @jit functions can",
    ),
    (
        r"Cannot unify (.+?) and (.+?) for '([\w$]+)",
        "`{2}` is {0} in one place and {1} in another; a variable keeps one type",
    ),
    (r"Unknown attribute '(\w+)' of type (.+)", "{1} has no `{0}`"),
    (r"No conversion from none to int64 for '\$\S*return", "the first player's seat must be returned on every path"),
    (
        r"No conversion from (.+?) to none for '\$\S*return",
        "it returns {0}; an answer is written into `choice`, and nothing is returned",
    ),
    (r"(?:C|c)annot (?:modify|assign to) (?:value of |immutable |readonly )", "what is kept in the file is constant"),
    (
        r"No implementation of function Function\(<(?:built-in )?function (\w+)[^>]*>\) found for signature:"
        r"\s*>>> \w+\((.+)\)",
        "`{0}` cannot be used with ({1})",
    ),
)
"""numba's words -> ours, with what the parentheses matched."""


def explain(error: Exception, decision: Any) -> str:
    """Return "FILE, line N: reason" for an error while a decision was compiled.

    Parameters
    ----------
    error : Exception
        One of REFUSALS, or whatever else numba stumbled over.
    decision : callable
        The (compiled) function that was asked for.
    """
    function = getattr(decision, "py_func", decision)
    start = (Path(source_file(decision)), function.__code__.co_firstlineno)
    if type(error) is KeyError:
        (file, line), reason = _unknown_field(str(error.args[0]), start)
    else:
        file, line = _place(error, start)
        reason = _reason(str(error)) if isinstance(error, REFUSALS) else f"{type(error).__name__}: {error}"
    return f"{from_here(file)}, line {line}: {reason}{_source_line(file, line)}"


def _place(error: Exception, start: tuple[Path, int]) -> tuple[Path, int]:
    """Return the innermost place that numba names in the user's own files; else where the function begins."""
    own = {file.name: file for file in _own_files(start[0])}
    loc = getattr(error, "loc", None)
    named = [*_PLACE.findall(str(error)), *([(loc.filename, loc.line)] if loc else [])]
    for name, line in named:
        if Path(name).name in own:
            return own[Path(name).name], int(line)
    return start


def _own_files(file: Path) -> list[Path]:
    return [file, *(other for other in files_of([file]) if not is_ours(other) and other != file.resolve())]


def _reason(text: str) -> str:
    text = _without_records(text)
    for pattern, words in _WORDS:
        if found := re.search(pattern, text):
            return words.format(*map(_type_word, found.groups()))
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
    reason = lines[0].removesuffix(". Raised from None") if lines else "cannot be compiled"
    return reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON]}..."


def _without_records(text: str) -> str:
    """Return a message of numba's with a record's name in place of the list of its fields."""
    for name, dtype in RECORDS.items():
        text = text.replace(str(from_dtype(dtype)), f"the record `{name}`")
    return re.sub(r"Literal\[\w+\]\(([^)]*)\)", r"\1", text)


def _type_word(word: str) -> str:
    plain = {"unicode_type": "text", "none": "nothing", "int64": "a whole number", "float64": "a number"}
    return plain.get(word, word)


def _unknown_field(field: str, start: tuple[Path, int]) -> tuple[tuple[Path, int], str]:
    """Return where a field is used that no record has, and what it could be instead."""
    for file in _own_files(start[0]):
        for name, line in _uses(file, field):
            dtype = RECORDS.get(name)
            if dtype is None or field not in (dtype.names or ()):
                return (file, line), f"`{name}` has no `{field}`; {_instead(field, dtype)}"
    return start, f"a record has no `{field}`; {_instead(field, None)}"


def _uses(file: Path, field: str) -> Iterator[tuple[str, int]]:
    """Yield the names of which a file takes an attribute called `field`, and the lines."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Attribute) and node.attr == field:
            yield (ast.unparse(node.value), node.lineno)


def _instead(field: str, dtype: np.dtype | None) -> str:
    dtypes = RECORDS.values() if dtype is None else (dtype,)
    known = [name for record in dtypes for name in record.names or () if not name.startswith("_")]
    listed = f"it has {', '.join(known)}" if dtype is not None else "simcore/dogs/state.py lists what there is"
    return f"{suggestion(field, known)}{listed}"


def _source_line(file: Path, line: int) -> str:
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    return f"\n    {lines[line - 1].strip()}" if 0 < line <= len(lines) else ""
