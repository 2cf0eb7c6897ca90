"""What a result was made with: versions, the commit of the sources, and a hash of all code that decides a game."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from simcore.sources import module_files, sources_of

_PACKAGES = ("simcore", "strategies")
_ROOT = Path(__file__).resolve().parent.parent


def versions() -> dict[str, str]:
    """Return the versions of simcore, Python and the libraries that results depend on."""
    found = {"simcore": _version("simcore"), "python": platform.python_version()}
    return found | {name: _version(name) for name in ("numpy", "numba", "pyarrow")}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def git_commit() -> str | None:
    """Return the commit of the sources, with "+" where they were changed since; None where git does not know."""
    found = _git("rev-parse", "--show-toplevel", "HEAD")
    if found is None or found.returncode:
        return None
    top, _, commit = found.stdout.strip().partition("\n")
    if Path(top).resolve() != _ROOT:
        return None
    changed = _git("diff", "--quiet", "HEAD", "--", *_PACKAGES)
    return commit + ("+" if changed is None or changed.returncode else "")


def _git(*arguments: str) -> subprocess.CompletedProcess[str] | None:
    elsewhere = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")  # set where git itself started us
    settings = {name: value for name, value in os.environ.items() if name not in elsewhere}
    command = ["git", "-C", str(_ROOT), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=10, env=settings)
    except (OSError, subprocess.TimeoutExpired):
        return None


def behaviour(modules: Iterable[str], files: Iterable[Path] = (), cells: Iterable[str] = ()) -> str:
    """Return a hash of the sources of modules and files, and of all that they import from here or their own folder.

    Two results with the same hash were played by the same code, whatever else changed in the project.

    Parameters
    ----------
    modules : iterable of str
        Names such as "simcore.dogs.game": where the game, the line-ups and the strategies taking part are written.
    files : iterable of Path, optional
        More files of the kind: strategies that are no part of this project.
    cells : iterable of str, optional
        Sources of strategies that were written in a notebook, with what they depend on.
    """
    digest = hashlib.sha256()
    for name, source in sources_of([*module_files(modules), *files]).items():
        digest.update(f"{name} {len(source)}\n".encode() + source)
    for text in sorted(cells):
        digest.update(f"cell {len(text)}\n{text}".encode())
    return digest.hexdigest()
