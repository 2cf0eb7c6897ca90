"""Functions that are in no file, because they were defined in a notebook's cell: their source, and all it depends on.

The machine code of a function in a file is kept by the contents of files (`simcore.sources`). A cell has no file, and
may use what other cells defined; so here the values of all global names that a function mentions count, and those of
the functions among them, and so on. Where such a value is of a kind that cannot be compared, nothing is kept.
"""

from __future__ import annotations

import inspect
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from simcore.errors import UserError
from simcore.sources import sources_of

_PLAIN = (bool, int, float, complex, str, bytes, type(None))
_LIBRARIES = tuple(Path(sysconfig.get_path(kind)) for kind in ("stdlib", "purelib", "platlib"))


def is_cell(function: Callable[..., Any]) -> bool:
    """Say whether a function, compiled or not, was written in no file but in a notebook's cell or at a prompt."""
    return not Path(inspect.getfile(_plain(function))).is_file()


def dependencies(function: Callable[..., Any]) -> tuple[str, bool]:
    """Return the source of a function of a cell with all that it depends on, and whether that is complete.

    Parameters
    ----------
    function : callable
        The function, compiled or not.

    Returns
    -------
    text : str
        The same for functions that compile to the same machine code, if it is complete.
    complete : bool
        Whether everything that the function mentions could be written down.

    Raises
    ------
    UserError
        If the source of a function is nowhere to be found, as with `exec`.
    """
    lines: list[str] = []
    complete = _write(_plain(function), lines, set())
    return "\n".join(lines), complete


def _plain(function: Any) -> Any:
    return getattr(function, "py_func", function)


def _write(function: FunctionType, lines: list[str], seen: set[int]) -> bool:
    """Add a function's source and the values that it mentions to `lines`; say whether that is all."""
    if id(function) in seen:
        return True
    seen.add(id(function))
    lines.append(_source(function))
    complete = True
    for name, value in _mentioned(function):
        lines.append(f"{name}:")
        complete &= _write_value(value, lines, seen)
    return complete


def _source(function: FunctionType) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        raise UserError(
            f"{function.__qualname__}: its source cannot be found; define it in a notebook's cell or in a .py file"
        ) from None


def _mentioned(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the global and enclosing names that a function mentions, with their values; builtins do not count."""
    for name in sorted(_names(function.__code__)):
        if name in function.__globals__:  # others are builtins, attributes, or not defined, as compiling will say
            yield name, function.__globals__[name]
    enclosed = inspect.getclosurevars(function).nonlocals
    yield from sorted(enclosed.items())
    yield from ((f"default {place}", value) for place, value in enumerate(function.__defaults__ or ()))


def _names(code: CodeType) -> set[str]:
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _write_value(value: Any, lines: list[str], seen: set[int]) -> bool:
    plain = _plain(value)
    if isinstance(plain, FunctionType):
        return _write(plain, lines, seen) if is_cell(plain) else _write_file(Path(inspect.getfile(plain)), lines)
    if isinstance(value, ModuleType):
        return _write_file(Path(str(value.__file__)), lines) if getattr(value, "__file__", None) else True
    if isinstance(value, tuple):
        items = [_write_value(item, lines, seen) for item in value]  # all of them, also after an unknown one
        return all(items)
    if isinstance(value, (np.ndarray, np.generic)):
        lines.append(f"{value.dtype!r} {value.shape} {value.tobytes().hex()}")
        return not value.dtype.hasobject
    known = isinstance(value, (*_PLAIN, np.dtype))
    lines.append(f"{type(value).__qualname__} {value!r}" if known else "unknown")
    return known


def _write_file(file: Path, lines: list[str]) -> bool:
    """Add the sources that a file depends on; of Python and what is installed, the version says enough."""
    if any(file.is_relative_to(folder) for folder in _LIBRARIES) or file.suffix != ".py":
        lines.append(f"{file.name} {sys.version}")
    else:
        lines += [f"{name} {source!r}" for name, source in sources_of((file,)).items()]
    return True
