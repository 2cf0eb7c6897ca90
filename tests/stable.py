"""All strategies as most tests play them: those that look ahead with few playouts, lest every test wait for them."""

from __future__ import annotations

from dataclasses import replace

from strategies.base import Strategy
from strategies.dogs import MODULES, load_strategy

FEW = {"playouts": 1.0, "placements": 2.0}
"""Parameters by which a strategy takes its time."""


def quick(name: str) -> Strategy:
    """Return a registered strategy, with other defaults where it would be slow."""
    strategy = load_strategy(name)
    few = {key: value for key, value in FEW.items() if key in strategy.parameters}
    return replace(strategy, parameters={**strategy.parameters, **few})


def quick_registry() -> dict[str, Strategy]:
    """Return all strategies by name, quick ones."""
    return {name: quick(name) for name in MODULES}
