"""How a scripted player is written: the `strategy` decorator and the record it makes.

A strategy answers four questions, each with a function that numba compiles for a fixed signature::

    first_player(rules, public, own, settings, chance) -> seat        (R2.5)
    muster(rules, public, own, settings, chance, choice)              (R3.3)
    turn(rules, public, own, settings, chance, choice)                (R4)
    last_stand(rules, public, own, settings, chance, choice)          (R8.4)

Only `turn` has to be written; the others are inherited where they are left out (`strategies.dogs.defaults`).

`rules`, `public` and `own` are records that may only be read: the tables of the rules, what everybody sees, what the
seat alone knows. `settings.value[i]` is the strategy's i-th parameter. `chance` is the seat's own random stream (draw
with `simcore.rng.below`). The answer is written into `choice`, which comes cleared. The fields are documented in
`simcore.dogs.state`. The engine checks every answer.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, overload

from simcore.errors import UserError
from simcore.jit import script

ARGUMENTS = ("rules", "public", "own", "settings", "chance", "choice")
"""What a decision is given, in order; the first player's has no `choice`."""

_DEFAULTS = "strategies.dogs.defaults"
"""Module of the inherited decisions. It is imported when it is wanted, and by its name: it imports strategies."""


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
    file : Path, optional
        Where it was loaded from, if it is no part of this project.
    helper : Strategy, optional
        Who plays in its playouts, if it looks ahead (see `simcore.dogs.worlds`); given its own settings.
    """

    name: str
    summary: str
    decisions: tuple[Any, Any, Any, Any]
    parameters: Mapping[str, float] = field(default_factory=dict)
    file: Path | None = None
    helper: Strategy | None = None


_Decorator = Callable[[Callable[..., Any]], Strategy]


@overload
def strategy(name: Callable[..., Any]) -> Strategy: ...
@overload
def strategy(
    name: str | None = None,
    *,
    first_player: Callable[..., Any] | None = None,
    muster: Callable[..., Any] | None = None,
    last_stand: Callable[..., Any] | None = None,
    parameters: Mapping[str, float] | None = None,
    helper: Strategy | None = None,
) -> _Decorator: ...
def strategy(
    name: str | Callable[..., Any] | None = None,
    *,
    first_player: Callable[..., Any] | None = None,
    muster: Callable[..., Any] | None = None,
    last_stand: Callable[..., Any] | None = None,
    parameters: Mapping[str, float] | None = None,
    helper: Strategy | None = None,
) -> Strategy | _Decorator:
    """Turn a function that takes a turn into a Strategy: `@strategy` alone, or with any of these.

    Parameters
    ----------
    name : str, optional
        Name by which experiments ask for it; by default the function's.
    first_player, muster, last_stand : callable, optional
        The other decisions, as described in the module; what is left out is decided as `greedy` decides it.
    parameters : mapping of str to float, optional
        Names and default values of the parameters, in the order of `settings.value`.
    helper : Strategy, optional
        Who plays in its playouts, if it looks ahead.

    Returns
    -------
    Strategy, or a decorator that makes one
        The docstring of the `turn` function becomes the strategy's summary.

    Raises
    ------
    UserError
        If a function does not take what it will be given, or a parameter is no finite number.
    """
    if callable(name):
        return strategy()(name)

    def decorate(turn: Callable[..., Any]) -> Strategy:
        _check_arguments(turn, "turn", len(ARGUMENTS))
        decisions = (
            _decision("first_player", first_player, len(ARGUMENTS) - 1),
            _decision("muster", muster, len(ARGUMENTS)),
            script(turn),
            _decision("last_stand", last_stand, len(ARGUMENTS)),
        )
        plain = plain_function(turn)
        checked = _checked_parameters(parameters or {}, turn)
        return Strategy(name or plain.__name__, inspect.getdoc(plain) or "", decisions, checked, helper=helper)

    return decorate


def plain_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function as it was written, whether or not it was decorated for compilation."""
    plain: Callable[..., Any] = getattr(function, "py_func", function)
    return plain


def place_of(function: Callable[..., Any]) -> str:
    """Return where a function is written: "FILE, line N"."""
    code = getattr(plain_function(function), "__code__", None)
    return f"{code.co_filename}, line {code.co_firstlineno}" if code else repr(function)


def _decision(name: str, function: Callable[..., Any] | None, n_arguments: int) -> Any:
    """Return a decision ready to be compiled: the function given, or the inherited one."""
    if function is None:
        return getattr(import_module(_DEFAULTS), name)
    _check_arguments(function, name, n_arguments)
    return script(function)


def _check_arguments(function: Callable[..., Any], decision: str, n: int) -> None:
    if not callable(function):
        raise UserError(f"{decision}: found {function!r}; allowed: a function")
    arguments = inspect.signature(plain_function(function)).parameters.values()
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if len(arguments) != n or any(argument.kind not in plain for argument in arguments):
        found = ", ".join(str(argument.replace(annotation=argument.empty)) for argument in arguments) or "none"
        raise UserError(
            f"{place_of(function)}: {plain_function(function).__name__} has the wrong arguments for `{decision}`;"
            f" found {len(arguments)}: {found}; allowed: {n}, in this order: {', '.join(ARGUMENTS[:n])}"
        )


def _checked_parameters(parameters: Mapping[str, float], turn: Callable[..., Any]) -> dict[str, float]:
    for name, value in parameters.items():
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not isinstance(name, str) or not number or not math.isfinite(value):
            raise UserError(
                f"{place_of(turn)}: parameter {name!r}: found {value!r}; allowed: a name and a finite number"
            )
    return {name: float(value) for name, value in parameters.items()}
