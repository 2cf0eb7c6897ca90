"""Finding a strategy by its name, or in a Python file of the user's own, which no other file has to mention."""

from __future__ import annotations

import hashlib
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import get_ident
from types import ModuleType
from typing import Any

from simcore.errors import UserError
from simcore.jit import checked_script, look_again, source_file
from simcore.patience import VARIABLE, in_a_thread, patience
from simcore.sources import files_of, is_ours
from strategies.base import Strategy, plain_function
from strategies.dogs import MODULES, load_strategy

_OWN = "own_strategy_"
"""How the names begin under which files of the user's are imported."""

_HOW = "write @strategy (from strategies.base) above the function that takes a turn; `simcore strategy new` shows how"


def is_path(name_or_path: str) -> bool:
    """Say whether a text is meant as the path of a file, and not as the name of a strategy."""
    return name_or_path.endswith(".py") or "/" in name_or_path or "\\" in name_or_path


def find_strategy(name_or_path: str | Path, name: str | None = None) -> Strategy:
    """Return a known strategy, or the one that a Python file holds.

    A file is read anew every time. It may import its neighbours and whatever is installed. Its code is compiled with
    checks of all bounds.

    Parameters
    ----------
    name_or_path : str or Path
        Name of a known strategy, or the path of a .py file.
    name : str, optional
        What the strategy of a file shall be called; by default what it calls itself.

    Raises
    ------
    UserError
        If there is no such strategy or file, the file cannot be imported or does not hold exactly one strategy, or the
        name of its strategy is taken by a known one. The message names the file, and the line where there is one.
    """
    text = str(name_or_path)
    if not is_path(text):
        return _known(text)
    path = Path(name_or_path)
    found = _only_strategy(path, _import(_checked(path)))
    called = name or found.name
    if called in MODULES:
        raise UserError(f'{path}: is called "{called}", which is the name of a known strategy; choose another')
    return replace(found, name=called, decisions=tuple(map(_with_checks, found.decisions)), file=path)


def own_strategy(found: Strategy, name: str) -> Strategy:
    """Return a strategy that was written in a notebook, under a name; its code is compiled with checks of all bounds.

    Raises
    ------
    UserError
        If the name is that of a known strategy.
    """
    if name in MODULES:
        raise UserError(f'"{name}": is the name of a known strategy; choose another for your own')
    return replace(found, name=name, decisions=tuple(map(_with_checks, found.decisions)))


def _with_checks(decision: Any) -> Any:
    """Return a decision with checks of bounds, unless it is one of this project's."""
    return decision if is_ours(Path(source_file(decision))) else checked_script(decision)


def _known(name: str) -> Strategy:
    if name in MODULES:
        return load_strategy(name)
    near = get_close_matches(name, list(MODULES), n=1)
    hint = f'did you mean "{near[0]}"? ' if near else ""
    known = ", ".join(MODULES)
    raise UserError(f'"{name}": there is no such strategy; {hint}known: {known}; or give the path of a .py file')


def _checked(path: Path) -> Path:
    """Return the path as it is, once there is a readable Python file there."""
    if path.suffix != ".py":
        raise UserError(f"{path}: is not the name of a Python file; it must end with .py")
    if path.is_dir():
        raise UserError(f"{path}: is a folder; give the .py file with the strategy")
    if not path.is_file():
        raise UserError(f"{path}: there is no such file; `simcore strategy new {path}` writes one to begin with")
    return path


def _import(path: Path) -> ModuleType:
    """Import a file under a name that nothing else has."""
    place = path.resolve()
    look_again()
    unique = f"{_OWN}{hashlib.sha256(str(place).encode()).hexdigest()[:12]}_{place.stem}"
    spec = spec_from_file_location(unique, place)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[unique] = module
    try:
        with _neighbours_importable(place):
            _execute(path, partial(spec.loader.exec_module, module))
    except (Exception, SystemExit) as error:
        del sys.modules[unique]
        raise _refusal(path, error) from error
    return module


def _execute(path: Path, work: Callable[[], None]) -> None:
    """Run the code of a file, and raise UserError where it does not come to its end; it is left alone then."""
    seconds, begin = patience(), time.monotonic()
    threads: list[int] = []

    def noted() -> None:
        threads.append(get_ident())
        work()

    def look() -> None:
        if time.monotonic() - begin < seconds:
            return
        stack = traceback.extract_stack(sys._current_frames().get(threads[0]))
        where, text = _last_of_own(path, stack)
        raise UserError(
            f"{where}: is still being imported after {seconds:g} second{'' if seconds == 1 else 's'}: does it wait, or"
            " is there a loop that never ends? A file only defines functions; what takes longer on purpose may with"
            f" {VARIABLE}=SECONDS{text}"
        )

    in_a_thread(noted, look)


@contextmanager
def _neighbours_importable(place: Path) -> Iterator[None]:
    """Let a file import those beside it, as they are now, though others of another folder may be called the same.

    They stay among the modules under their names, where numba looks for those of machine code that it has kept. No
    __pycache__ is left: two edits within a second share a time stamp.
    """
    mine = [file for file in files_of([place]) if not is_ours(file)]
    writes_nothing = sys.dont_write_bytecode
    folder = str(place.parent)
    for name in (_module_name(file, place.parent) for file in mine):
        if getattr(sys.modules.get(name), "__file__", None) in _neighbours:
            del sys.modules[name]
    _neighbours.update(map(str, mine))
    sys.dont_write_bytecode = True
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
        sys.dont_write_bytecode = writes_nothing


_neighbours: set[str] = set()
"""Files of the user's that were imported so far."""


def _module_name(file: Path, folder: Path) -> str:
    parts = file.relative_to(folder).with_suffix("").parts if file.is_relative_to(folder) else (file.stem,)
    return ".".join(parts).removesuffix(".__init__")


def _refusal(path: Path, error: BaseException) -> UserError:
    """Return what to say of an error while a file was imported."""
    if isinstance(error, UserError):
        return error
    if isinstance(error, SyntaxError) and error.filename:
        text = f": {error.text.strip()}" if error.text else ""
        return UserError(f"{_shown(path, error.filename)}, line {error.lineno}: is no Python: {error.msg}{text}")
    where, text = _last_of_own(path, traceback.extract_tb(error.__traceback__))
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return UserError(f"{where}: cannot be imported: {what}{text}")


def _last_of_own(path: Path, stack: traceback.StackSummary) -> tuple[str, str]:
    """Return the last place of a stack that is in the user's files, and the line there as one to be added below."""
    where, text = str(path), ""
    for frame in stack:
        if Path(frame.filename).is_relative_to(path.resolve().parent) and not is_ours(Path(frame.filename)):
            where, text = f"{_shown(path, frame.filename)}, line {frame.lineno}", f"\n    {frame.line or ''}".rstrip()
    return where, text


def _shown(path: Path, file: str) -> Path:
    """Return a file of the user's as one reaches it on the way to `path`."""
    place = path.resolve().parent
    return path.parent / Path(file).relative_to(place) if Path(file).is_relative_to(place) else Path(file)


def _only_strategy(path: Path, module: ModuleType) -> Strategy:
    """Return the strategy that was written in a module; those that it imports do not count."""
    held = {id(value): value for value in vars(module).values() if isinstance(value, Strategy)}
    found = [strategy for strategy in held.values() if _turn(strategy).__module__ == module.__name__]
    if len(found) == 1:
        return found[0]
    if found:
        places = ", ".join(f'"{strategy.name}" in line {_turn(strategy).__code__.co_firstlineno}' for strategy in found)
        raise UserError(f"{path}: found {len(found)} strategies: {places}; allowed: one in a file")
    elsewhere = ", ".join(f'"{strategy.name}"' for strategy in held.values())
    hint = f"{elsewhere} was written elsewhere and only imported; " if elsewhere else ""
    raise UserError(f"{path}: found no strategy; {hint}{_HOW}")


def _turn(strategy: Strategy) -> Any:
    return plain_function(strategy.decisions[2])
