"""Single games of an experiment, played again for their logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from simcore.dogs.log import GameLog, Line
from simcore.dogs.play import StrategyFault
from simcore.errors import UserError
from simcore.experiment import MAX_GAMES
from simcore.wording import counted

if TYPE_CHECKING:
    from simcore.prepare.prepared import Prepared


class Replayer:
    """Plays single games of an experiment; making one compiles or loads the kernels.

    Parameters
    ----------
    prepared : Prepared
        The experiment with its ruleset and strategies.
    """

    def __init__(self, prepared: Prepared) -> None:
        asked = prepared.experiment
        self._prepared = prepared
        self._player = prepared.player()
        self._log = GameLog(prepared.ruleset, asked.players, asked.short, asked.seed, asked.strategy_names)

    def lines(self, game: int) -> Iterator[Line]:
        """Yield the log of a game (section L).

        Raises
        ------
        StrategyFault
            After the lines before it, where a strategy does what it may not.
        """
        dogs, strategies = self._prepared.line_up(game)
        try:
            records, rows = self._player.replay(game, dogs, strategies)
        except StrategyFault as fault:
            yield from self._log.lines(game, dogs, strategies, fault.lines)
            raise
        yield from self._log.lines(game, dogs, strategies, records, rows)


def check_game(option: str, game: int) -> None:
    """Raise UserError unless a game could be part of an experiment."""
    if not 0 <= game < MAX_GAMES:
        raise UserError(f"{option}: found {game}; allowed: a whole number from 0 to {MAX_GAMES - 1:,}")


def note_if_beyond(prepared: Prepared, last_game: int) -> None:
    """Tell that a game is none of those which the experiment plays, though it can be replayed."""
    games = prepared.experiment.games
    if last_game >= games:
        prepared.tell(
            f"Note: {prepared.experiment.name} has {counted(games, 'game')}, so its last is game {games - 1}; this goes"
            " beyond."
        )
