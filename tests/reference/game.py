"""The reference game from setup to the end: the flow that ties the chapters together."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.dogs.ruleset import Ruleset
from tests.reference import log
from tests.reference.action import action_phase
from tests.reference.choices import Strategy
from tests.reference.last_stand import last_stands
from tests.reference.mustering import muster
from tests.reference.outcome import outcome_phase
from tests.reference.scoring import finish
from tests.reference.setup import begin_year, deal
from tests.reference.setup import new_game as new_game
from tests.reference.state import Event, Game


def play(
    ruleset: Ruleset,
    *,
    players: int,
    short: bool = False,
    seed: int,
    game: int,
    dogs: list[int],
    strategies: Sequence[Strategy],
    names: list[str],
    ruleset_hash: str,
) -> list[Event]:
    """Play one game and return its log.

    Parameters
    ----------
    ruleset : Ruleset
    players : int
        3, 4 or 5.
    short : bool
        The optional three-player setup (R1.5).
    seed, game : int
        Seed of the experiment and index of the game: all chance follows from them.
    dogs : list of int
        By seat: index of the Dog of War in the ruleset; all different (R1.1).
    strategies : sequence of Strategy
        By seat; an object may serve several seats.
    names : list of str
        By seat: the strategy's name for the log.
    ruleset_hash : str
        Content hash of the ruleset for the log.

    Returns
    -------
    list of dict
        The events of section L, in order.

    Raises
    ------
    IllegalMove
        A strategy's choice broke a rule.
    """
    table = new_game(ruleset, players=players, short=short, seed=seed, game=game, dogs=dogs)
    log.setup(table, names, ruleset_hash, deal(table))
    for _ in range(ruleset.years.number):
        play_year(table, strategies)
    finish(table)
    return table.events


def play_year(table: Game, strategies: Sequence[Strategy]) -> None:
    """R2 to R5: one Year, phase by phase."""
    begin_year(table, strategies)
    muster(table, strategies)
    action_phase(table, strategies)
    last_stands(table, strategies)
    outcome_phase(table)
