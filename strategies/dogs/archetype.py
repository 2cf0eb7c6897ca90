"""How an archetype is made: the shared decisions with parameters of its own."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import cleandoc

from strategies.base import Strategy
from strategies.dogs.decisions import first_player, last_stand, muster, turn
from strategies.dogs.parameters import PARAMETERS


def archetype(name: str, summary: str, parameters: Mapping[str, float]) -> Strategy:
    """Return the strategy that decides by the shared evaluator with `parameters` instead of its defaults.

    Parameters
    ----------
    name : str
        Name by which experiments ask for it.
    summary : str
        What it does and why, in a paragraph.
    parameters : mapping of str to float
        Those that differ from `PARAMETERS`.

    Raises
    ------
    KeyError
        Where one of them is not a parameter of the evaluator.
    """
    for parameter in parameters:
        if parameter not in PARAMETERS:
            raise KeyError(f"{name}: {parameter} is no parameter of the evaluator (strategies/dogs/parameters.py)")
    decisions = (first_player, muster, turn, last_stand)
    return Strategy(name, cleandoc(summary), decisions, {**PARAMETERS, **parameters})
