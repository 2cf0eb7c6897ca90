"""The golden log: the kernels write, byte by byte, the file that the reference game wrote."""

from __future__ import annotations

from pathlib import Path

from simcore.dogs.log import to_json
from strategies.dogs.uniform import uniform
from tests.differential.comparison import Comparison, Table
from tests.reference.situations import base


def test_golden_log_is_what_the_kernels_play(root: Path) -> None:
    log = Comparison(Table(base(), 4), 1, [uniform]).kernel_log(0)
    golden = root / "tests" / "golden" / "uniform_4p_seed1_game0.jsonl"
    assert "".join(map(to_json, log)) == golden.read_text(encoding="utf-8")
