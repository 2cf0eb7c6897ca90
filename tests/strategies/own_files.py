"""Files of strategies as users write them: a good one, and the same with one thing wrong each."""

from __future__ import annotations

from pathlib import Path

GOOD = '''"""A strategy in one function."""
from simcore.rng import below
from strategies.base import strategy


@strategy
def good(rules, public, own, settings, chance, choice):
    """Takes any space that it may."""
    choice.passes = 1
    if public.captains[own.seat] == 0:
        return
    first = below(chance, 2 * public.battles)
    for step in range(2 * public.battles):
        side = (first + step) % (2 * public.battles)
        if public.closed[own.seat] >> side & 1:
            continue
        for space in range(rules.spaces):
            for soldier in range(rules.space_needs[public.tile[side], space], 4):
                if own.soldiers[soldier] and public.occupant[side, space] < 0:
                    choice.passes = 0
                    choice.battle = side // 2
                    choice.side = side % 2
                    choice.space = space
                    choice.soldier = soldier
'''
"""Line 10 is where `broken` puts what is wrong."""

LINE = 10

ZERO = "choice.space = 10 // (public.year - public.year)"
BEYOND = "choice.buy[own.seat + 7] = 3"
LOOP = "while choice.passes > 0 and public.year > 0: choice.card = -1"
FIELD = "x = own.coin"
CHANCE = "if np.random.random() < 0.5: return"
WRITES_TO_BOARD = "public.tracker[0] += 1"


def broken(wrong: str, name: str = "good") -> str:
    """Return the good strategy with a wrong line before its first decision, under another name."""
    lines = GOOD.replace("def good", f"def {name}").splitlines()
    lines[0] = "import numpy as np"
    lines.insert(LINE - 1, f"    {wrong}")
    return "\n".join(lines) + "\n"


def write(folder: Path, text: str, name: str = "mine.py") -> Path:
    """Write a strategy's file and return its path."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
