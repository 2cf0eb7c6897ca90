"""Versions: the hash of behaviour follows the sources that count, and no others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from simcore import sources, versions
from simcore.versions import behaviour, git_commit

SOURCES = {
    "simcore/__init__.py": "",
    "simcore/game.py": "import numpy\nfrom simcore.rules import (\n    one,\n    two,\n)\n",
    "simcore/rules.py": "one = 1\n",
    "simcore/report.py": "three = 3\n",
    "strategies/__init__.py": "from strategies import bold\n",
    "strategies/bold.py": "import simcore.rules\n",
    "strategies/meek.py": "from strategies.common import half\n",
    "strategies/common/__init__.py": "half = 0.5\n",
    "strategies/sly.py": "from .common import half\ndef turn():\n    from . import bold\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a small project that is taken for ours."""
    for file, text in SOURCES.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(versions, "_ROOT", tmp_path)
    monkeypatch.setattr(sources, "_ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("modules", "file", "changes"),
    [
        (["simcore.game"], "simcore/game.py", True),
        (["simcore.game"], "simcore/rules.py", True),
        (["simcore.game"], "simcore/report.py", False),
        (["simcore.game"], "strategies/bold.py", False),
        (["simcore.game", "strategies.bold"], "strategies/bold.py", True),
        (["strategies.bold"], "simcore/rules.py", True),
        (["strategies.bold"], "strategies/meek.py", False),
        (["strategies.meek"], "strategies/common/__init__.py", True),
        (["strategies.sly"], "simcore/rules.py", True),
        (["strategies.sly"], "strategies/bold.py", True),
    ],
)
def test_behaviour_follows_the_sources_that_count(project: Path, modules: list[str], file: str, changes: bool) -> None:
    before = behaviour(modules)
    (project / file).write_text(SOURCES[file] + "more = 1\n")
    assert (behaviour(modules) != before) == changes


def test_behaviour_does_not_depend_on_the_order_of_modules(project: Path) -> None:
    assert behaviour(["simcore.game", "strategies.bold"]) == behaviour(["strategies.bold", "simcore.game"])


def test_files_elsewhere_count_with_what_they_import_from_their_folder(project: Path, tmp_path: Path) -> None:
    """Also where several of them are called the same."""
    folders = [tmp_path / "elsewhere" / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "mine.py").write_text("from helpers import half\nimport simcore.rules\n")
        (folder / "helpers.py").write_text(f"half = '{folder.name}'\n")
    files = [folder / "mine.py" for folder in folders]
    hashes = {behaviour(["simcore.game"], files), behaviour(["simcore.game"], files[:1]), behaviour(["simcore.game"])}
    for folder in folders:
        (folder / "helpers.py").write_text("half = 0.5\n")
        hashes.add(behaviour(["simcore.game"], files))
    assert len(hashes) == 5


def test_commit_is_that_of_the_project_alone(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(project.parent))

    def git(*arguments: str) -> str:
        settings = ("-c", "user.name=a", "-c", "user.email=a@b.c")
        command = ["git", "-C", str(project), *settings, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    assert git_commit() is None
    git("init", "--quiet")
    assert git_commit() is None
    git("add", ".")
    git("commit", "--quiet", "--message", "first")
    assert git_commit() == git("rev-parse", "HEAD")
    (project / "simcore" / "game.py").write_text("changed = 1\n")
    assert git_commit() == git("rev-parse", "HEAD") + "+"
    monkeypatch.setattr(versions, "_ROOT", project / "simcore")
    assert git_commit() is None


def test_versions_name_what_results_depend_on() -> None:
    found = versions.versions()
    assert set(found) == {"simcore", "python", "numpy", "numba", "pyarrow"}
    assert all(version[0].isdigit() for name, version in found.items() if name != "simcore")
