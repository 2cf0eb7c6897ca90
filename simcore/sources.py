"""Which source files a piece of code depends on: its own, and those of all that it imports, directly or not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

_PACKAGES = ("simcore", "strategies")
_ROOT = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]+))", re.MULTILINE
)


def module_files(modules: Iterable[str]) -> list[Path]:
    """Return the files of modules of this project, such as "simcore.dogs.game"."""
    return [file for module in modules for file in _find(module, _ROOT)]


def sources_of(files: Iterable[Path]) -> dict[str, bytes]:
    """Return the sources of files and of all that they import from this project or from their own folder.

    Parameters
    ----------
    files : iterable of Path
        Python files.

    Returns
    -------
    dict
        Name of a file (within the project, or in its own folder) -> its bytes; in alphabetical order.
    """
    found = _all_imported(files)
    named = sorted((_name(file), source) for file, source in found.items())
    names = [name for name, _ in named]
    return {  # files elsewhere may be called the same; none may be left out
        name if name not in names[:place] else f"{name} ({place})": source for place, (name, source) in enumerate(named)
    }


def files_of(files: Iterable[Path]) -> list[Path]:
    """Return the files of `sources_of`, in alphabetical order of their paths."""
    return sorted(_all_imported(files))


def is_ours(file: Path) -> bool:
    """Say whether a file belongs to this project's packages."""
    return any(file.resolve().is_relative_to(_ROOT / package) for package in _PACKAGES)


def _name(file: Path) -> str:
    return str(file.relative_to(_ROOT)) if file.is_relative_to(_ROOT) else file.name


def _all_imported(files: Iterable[Path]) -> dict[Path, bytes]:
    found: dict[Path, bytes] = {}
    waiting = [Path(file).resolve() for file in files]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found[file] = file.read_bytes()
            waiting += _imported(file, found[file].decode(errors="replace"))
    return found


def _imported(file: Path, source: str) -> list[Path]:
    """Return the files that a source imports: modules, and names that may be modules."""
    found = []
    for module, names, modules in _IMPORT.findall(source):
        imported = [module] if module else re.findall(r"[\w.]+", modules)
        start = module if module.endswith(".") else f"{module}."
        imported += [start + name for name in re.findall(r"\w+", names)]
        for name in imported:
            found += _find(name, _ROOT if name.split(".")[0] in _PACKAGES else file.parent)
    return found


def _find(module: str, folder: Path) -> list[Path]:
    """Return the file of a module below `folder`, in it or above for a relative name; nothing if none is there."""
    below = module.lstrip(".")
    for _ in range(len(module) - len(below) - 1):
        folder = folder.parent
    place = folder.joinpath(*below.split("."))
    return [file for file in (place.with_suffix(".py"), place / "__init__.py") if below and file.is_file()][:1]
