"""Kept machine code never goes stale, and is used again: our decorators, in a project of a few lines on disk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FILES = {
    "simcore/__init__.py": "",
    "simcore/dogs/__init__.py": "",
    "simcore/cli/__init__.py": "",
    "simcore/dogs/outcome.py": """
from simcore.jit import jit, jit_inline
STEPS = 2
@jit_inline
def steps(tracker):
    return tracker * STEPS
@jit
def victory(tracker):
    return steps(tracker) + 1
""",
    "simcore/dogs/game.py": """
from numba import types
from simcore.dogs.outcome import victory
from simcore.jit import call_by_address, entry
SIGNATURE = types.int64(types.int64)
call = call_by_address(SIGNATURE)
@entry
def play(address, tracker):
    return 1000 * call(address, (tracker,)) + victory(tracker)
""",
    "strategies/__init__.py": "",
    "strategies/features.py": """
from simcore.jit import jit
@jit
def worth(tracker):
    return tracker + 5
""",
    "strategies/greedy.py": """
from simcore.jit import script
from strategies.features import worth
@script
def turn(tracker):
    return worth(tracker)
""",
    "main.py": """
import json
from numba import types
from simcore.dogs.game import SIGNATURE, play
from simcore.jit import address_of, compile_for
from strategies.greedy import turn
compile_for(play, types.int64(types.int64, types.int64))
result = play(address_of(turn, SIGNATURE), 3)
compiled = [function.py_func.__name__ for function in (play, turn) if sum(function.stats.cache_misses.values())]
loaded = [function.py_func.__name__ for function in (play, turn) if sum(function.stats.cache_hits.values())]
print(json.dumps({"result": result, "compiled": compiled, "loaded": loaded}))
""",
}


@pytest.fixture
def project(tmp_path: Path, root: Path) -> Path:
    """Return the folder of a small project with our own `simcore/jit.py`."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name in ("jit.py", "cells.py", "errors.py", "sources.py"):
        shutil.copy(root / "simcore" / name, tmp_path / "simcore" / name)
    return tmp_path


def run(project: Path, **settings: str) -> Any:
    """Run the project in a process of its own; return what it found, and which functions were compiled or loaded."""
    environment = {**os.environ, "SIMCORE_CACHE_DIR": str(project / "cache"), "PYTHONPATH": str(project), **settings}
    command = [sys.executable, "-B", "main.py"]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def edit(project: Path, name: str, old: str, new: str) -> None:
    path = project / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


COMPILED = {"compiled": ["play", "turn"], "loaded": []}
LOADED = {"compiled": [], "loaded": ["play", "turn"]}


@pytest.mark.slow
def test_second_run_compiles_nothing_and_follows_every_edit(project: Path) -> None:
    assert run(project) == {"result": 8007, **COMPILED}
    assert run(project) == {"result": 8007, **LOADED}

    edit(project, "simcore/dogs/outcome.py", "STEPS = 2", "STEPS = 4")  # a constant, two calls down, inlined
    assert run(project) == {"result": 8013, "compiled": ["play"], "loaded": ["turn"]}
    assert run(project) == {"result": 8013, **LOADED}

    edit(project, "simcore/dogs/outcome.py", "STEPS = 4", "STEPS = 2")  # back: that machine code is still there
    assert run(project) == {"result": 8007, **LOADED}


@pytest.mark.slow
def test_edited_strategy_does_not_compile_the_engine(project: Path) -> None:
    assert run(project) == {"result": 8007, **COMPILED}
    edit(project, "strategies/features.py", "tracker + 5", "tracker + 6")
    assert run(project) == {"result": 9007, "compiled": ["turn"], "loaded": ["play"]}


@pytest.mark.slow
def test_files_that_no_kernel_imports_do_not_count_and_settings_do(project: Path) -> None:
    assert run(project) == {"result": 8007, **COMPILED}
    for place in ("simcore/cli", "simcore", "simcore/dogs", "strategies"):
        (project / place / "new.py").write_text("WORDS = 'no kernel imports me'\n", encoding="utf-8")
    assert run(project) == {"result": 8007, **LOADED}
    bounds = "0" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else "1"
    assert run(project, NUMBA_BOUNDSCHECK=bounds) == {"result": 8007, **COMPILED}


@pytest.mark.slow
def test_uncompiled_play_needs_no_cache(project: Path) -> None:
    path = project / "main.py"
    text = path.read_text(encoding="utf-8").replace("function.py_func", "function").split("compiled =")[0]
    path.write_text(f"{text}print(json.dumps(result))\n", encoding="utf-8")
    assert run(project, NUMBA_DISABLE_JIT="1") == 8007
    assert not (project / "cache").exists()


@pytest.mark.slow
def test_cache_folder_that_cannot_be_written_is_done_without(project: Path) -> None:
    (project / "cache").write_text("a file where the folder should be", encoding="utf-8")
    assert run(project, TMPDIR=str(project)) == {"result": 8007, **COMPILED}
