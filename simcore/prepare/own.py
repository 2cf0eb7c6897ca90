"""The user's own strategies, each given as "NAME=FILE", and what they change in an experiment."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.errors import UserError
from simcore.experiment import Draw, Experiment
from simcore.mixes import KINDS, MAX_MIXES, n_mixes
from simcore.tomltext import shown

if TYPE_CHECKING:
    from strategies.base import Strategy

_NAME = r"[a-z][a-z0-9_]*"


def load_own(own: Sequence[str]) -> dict[str, Strategy]:
    """Return the strategies that were given as "NAME=FILE", by name.

    Raises
    ------
    UserError
        If one is given otherwise, a name is taken, or a file does not hold a strategy.
    """
    found: dict[str, Strategy] = {}
    for text in own:
        name, equals, file = text.partition("=")
        if not equals or not file or not re.fullmatch(_NAME, name):
            raise UserError(
                f"--strategy: found {text!r}; allowed: NAME=FILE, such as mine=mine.py; NAME of a-z, 0-9, _"
            )
        if name in found:
            raise UserError(f'--strategy: "{name}" is given twice; allowed: each name once')
        found[name] = _load(name, file)
    return found


def _load(name: str, file: str) -> Strategy:
    from strategies.loading import find_strategy, is_path

    if not is_path(file):
        raise UserError(f'--strategy: found "{file}"; allowed: the path of a .py file')
    return find_strategy(file, name)


def own_options(own: Iterable[str]) -> list[str]:
    """Return the options as they were given, for a command that is to be shown."""
    return [word for text in own for word in ("--strategy", text)]


def with_own(asked: Experiment, names: tuple[str, ...]) -> Experiment:
    """Return the experiment with the strategies of these names in its pool, at the end where it does not name them.

    They are then drawn as often as each of the others. Where every mix of the pool is played there are more games, so
    that each mix is played as often as before.

    Raises
    ------
    UserError
        If the file fixes a strategy a seat, or lists the mixes, and leaves one out; or there are too many mixes.
    """
    draw = asked.strategies
    missing = tuple(name for name in names if name not in draw.pool)
    if missing and draw.method == "fixed":
        raise UserError(
            f'--strategy: "{missing[0]}" has no seat, since {asked.name} fixes who sits where; allowed: names in its'
            f" strategies.pool, which is {', '.join(draw.pool)}"
        )
    if not missing:
        return asked
    more = replace(draw, pool=draw.pool + missing)
    return replace(asked, strategies=more, games=_games_of(asked, more, missing[0]))


def _games_of(asked: Experiment, draw: Draw, new: str) -> int:
    """Return how many games are played with a larger pool; `new` is the first strategy that it has more."""
    if draw.method != "mixes":
        return asked.games
    if not isinstance(draw.mixes, str):
        raise UserError(
            f'--strategy: "{new}" is in none of the mixes that {asked.name} lists; allowed: names in them, or mixes ='
            f" {' or '.join(shown(kind) for kind in KINDS)} in the file"
        )
    before, after = (n_mixes(draw.mixes, len(pool), asked.players) for pool in (asked.strategies.pool, draw.pool))
    if after > MAX_MIXES:
        raise UserError(f"--strategy: makes {after:,} mixes of {asked.name}; allowed: {MAX_MIXES:,}; shorten its pool")
    return asked.games // before * after


def own_files(strategies: Iterable[Strategy]) -> Mapping[str, Mapping[str, str]]:
    """Return path and SHA-256 of the files or notebook cells that strategies were loaded from, by name."""
    from simcore.cells import dependencies, is_cell

    found = {}
    for strategy in strategies:
        turn = strategy.decisions[2]
        if strategy.file is not None:
            source = strategy.file.read_bytes()
        elif is_cell(turn):
            source = dependencies(turn)[0].encode()
        else:
            continue
        path = str(strategy.file or "a notebook")
        found[strategy.name] = {"path": path, "sha256": hashlib.sha256(source).hexdigest()}
    return found
