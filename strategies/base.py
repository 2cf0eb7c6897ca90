"""How a scripted player is written: the `strategy` decorator and the record it makes.

A strategy answers four questions, each with a function that numba compiles for a fixed signature::

    first_player(rules, public, own, settings, chance) -> seat        (R2.5)
    muster(rules, public, own, settings, chance, choice)              (R3.3)
    turn(rules, public, own, settings, chance, choice)                (R4)
    last_stand(rules, public, own, settings, chance, choice)          (R8.4)

`rules`, `public` and `own` are records that may only be read: the tables of the rules, what everybody sees, what the
seat alone knows. `settings.value[i]` is the strategy's i-th parameter. `chance` is the seat's own random stream (draw
with `simcore.rng.below`). The answer is written into `choice`, which comes cleared. The fields are documented in
`simcore.dogs.state`. The engine checks every answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from simcore.jit import script


@dataclass(frozen=True)
class Strategy:
    """A scripted player.

    Parameters
    ----------
    name : str
        Name by which experiments ask for it.
    summary : str
        What it does, in a paragraph.
    decisions : tuple of four callables
        first_player, muster, turn, last_stand; compiled when they are first played.
    parameters : mapping of str to float
        Names and default values of its parameters, in the order of `settings.value`.
    """

    name: str
    summary: str
    decisions: tuple[Any, Any, Any, Any]
    parameters: Mapping[str, float] = field(default_factory=dict)


def strategy(
    name: str,
    *,
    first_player: Callable[..., Any],
    muster: Callable[..., Any],
    last_stand: Callable[..., Any],
    parameters: Mapping[str, float] | None = None,
) -> Callable[[Callable[..., Any]], Strategy]:
    """Turn a function that takes a turn, with the three other decisions, into a Strategy.

    Parameters
    ----------
    name : str
        Name by which experiments ask for it.
    first_player, muster, last_stand : callable
        The other decisions, as described in the module.
    parameters : mapping of str to float, optional
        Names and default values of the parameters, in the order of `settings.value`.

    Returns
    -------
    callable
        Decorator for the `turn` function; its docstring becomes the strategy's summary.
    """

    def decorate(turn: Callable[..., Any]) -> Strategy:
        decisions = (script(first_player), script(muster), script(turn), script(last_stand))
        return Strategy(name, (turn.__doc__ or "").strip(), decisions, dict(parameters or {}))

    return decorate
