"""Every numbered rule has a test of the kernels, and one of the reference game, that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

CHAPTERS = {"r0": 6, "r1": 5, "r2": 5, "r3": 3, "r4": 9, "r5": 6, "r6": 3, "r7": 5, "r8": 5}
"""Chapter -> number of its rules."""
READINGS = 16

ABILITIES = [*(f"a{number}" for number in range(1, 13)), *(f"h{number}" for number in range(1, 11))]
"""Abilities beyond the rulebook; each test of them is made on both games."""

RULES = [f"{chapter}_{rule}" for chapter, number in CHAPTERS.items() for rule in range(1, number + 1)]
RULES += [f"i{reading}" for reading in range(1, READINGS + 1)]


def rules_named(folder: Path, files: str) -> set[str]:
    """Return the rules that stand in names of test functions, as `r4_3`, `i8` or `a5`."""
    found: set[str] = set()
    for path in folder.glob(files):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(r"(?<=_)(r\d_\d|[iah]\d+)(?=_)", node.name))
    return found


@pytest.mark.parametrize("files", ["test_kernel_*.py", "test_reference_*.py"])
def test_every_rule_is_cited_by_a_test(files: str) -> None:
    assert set(RULES) - rules_named(Path(__file__).parent, files) == set()


def test_every_ability_beyond_the_rulebook_is_cited_by_a_test() -> None:
    assert rules_named(Path(__file__).parent, "test_abilities.py") == set(ABILITIES)


def test_no_test_cites_a_rule_that_is_not_there() -> None:
    assert rules_named(Path(__file__).parent, "test_*.py") <= {*RULES, *ABILITIES}
