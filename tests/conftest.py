"""What all tests share: numba's settings, where machine code and figures go, and hypothesis without chance."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

if "numba" in sys.modules:
    raise RuntimeError("numba was imported before tests/conftest.py could switch its bounds checks on")

os.environ["NUMBA_BOUNDSCHECK"] = "1"
os.environ.setdefault("SIMCORE_CACHE_DIR", str(ROOT / ".cache" / "kernels"))
os.environ.setdefault("MPLBACKEND", "agg")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So a shell starts what runs in the background; what the tests start and interrupt would take after them.
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("simcore", derandomize=True, deadline=None, database=None, print_blob=True)
settings.load_profile("simcore")


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the repository's folder."""
    return ROOT


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernels once before pytest-xdist starts its workers, which then all load the same machine code."""
    if session.config.getoption("numprocesses", default=None):
        with suppress(Exception):  # what does not compile is for the tests to report
            _warm_kernels()


def _warm_kernels() -> None:
    """Compile the game and all strategies into the cache; does little where the cache is warm already."""
    from simcore.dogs.play import DogsPlay
    from simcore.dogs.ruleset_file import load_ruleset
    from strategies.dogs import registry
    from tests.differential.matches import Job, run

    DogsPlay(load_ruleset("base"), 4, False, 0, list(registry().values()))
    run(Job("base", "4", 1, mixed=True))  # the players that only tests know
