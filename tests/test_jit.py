"""The compile decorators: what compiled functions can do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LINEAR_ALGEBRA = """
import sys
import numpy as np
from numba import types
from simcore.jit import compile_for, script

vector, matrix = types.float64[::1], types.float64[:, ::1]

def features(weights, seen):
    return np.linalg.solve(weights, weights @ seen) + np.dot(seen, seen), np.convolve(seen, seen)

compiled = script(features)
compile_for(compiled, types.Tuple((vector, vector))(matrix, vector))
arguments = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0])
for found, wanted in zip(compiled(*arguments), features(*arguments)):
    assert np.allclose(found, wanted), (found, wanted)
assert sys.modules["scipy.linalg.cython_blas"]
"""


@pytest.mark.slow
def test_strategies_can_use_linear_algebra(tmp_path: Path, root: Path) -> None:
    (tmp_path / "main.py").write_text(LINEAR_ALGEBRA, encoding="utf-8")
    settings = {**os.environ, "PYTHONPATH": str(root), "SIMCORE_CACHE_DIR": str(tmp_path / "cache")}
    for _ in ("compiled", "loaded from the cache"):
        command = [sys.executable, "main.py"]
        done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
