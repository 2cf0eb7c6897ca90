"""The scripted players of Dogs of War, by name."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from strategies.base import Strategy

MODULES = {
    "uniform": "strategies.dogs.uniform",
    "greedy": "strategies.dogs.greedy",
    "loyalist": "strategies.dogs.loyalist",
    "opportunist": "strategies.dogs.opportunist",
    "spoiler": "strategies.dogs.spoiler",
    "majority": "strategies.dogs.majority",
    "banker": "strategies.dogs.banker",
    "warmonger": "strategies.dogs.warmonger",
    "shareholder": "strategies.dogs.shareholder",
    "tempo": "strategies.dogs.tempo",
    "trickster": "strategies.dogs.trickster",
    "planner": "strategies.dogs.planner",
}
"""Strategy name -> the module that holds the strategy under the same name."""

WEIGHTS = Path(__file__).parent / "weights"
"""Folder of tuned parameters, a file a strategy."""


def load_strategy(name: str) -> Strategy:
    """Return the strategy called `name`, a key of MODULES."""
    found = getattr(import_module(MODULES[name]), name)
    assert isinstance(found, Strategy)
    return found


def registry() -> dict[str, Strategy]:
    """Return all strategies by name."""
    return {name: load_strategy(name) for name in MODULES}
