"""Compiled strategies as players of the reference game.

They are asked through the engine's own `ask`, in a GAME record that holds what the seat may see and nothing else, so
that the engine's guard against strategies that write to the board is at work too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.dogs.faults import FAULTS, NO_FAULT
from simcore.dogs.game import (
    FIRST_PLAYER,
    LAST_STAND_PUSH,
    MUSTER,
    SIGNATURES,
    TURN,
    ask,
    ask_first_player,
)
from simcore.dogs.play import lend_playouts
from simcore.dogs.ruleset import Ruleset
from simcore.dogs.state import GAME, MEMORY, PARAMETERS, PRIVATE, PUBLIC
from simcore.dogs.tables import build_rules
from simcore.jit import address_of, address_of_record, entry
from strategies.base import Strategy
from tests.differential.records import private_fields, public_fields, words_of, write
from tests.reference.choices import IllegalMove, Push, Tactic, Turn, View
from tests.reference.tactics import NAMES_BATTLE, NAMES_SIDE


@entry
def ask_seat(memories: Any, seat: Any, decision: Any) -> Any:
    """Ask a seat for a decision; return the first player, or 0 where the answer is left in `choice`."""
    memory = memories[0]
    if decision == FIRST_PLAYER:
        return ask_first_player(memory)
    ask(memory, seat, decision)
    return 0


class CompiledPlayer:
    """Lets a compiled strategy decide in the reference game.

    Parameters
    ----------
    strategy : Strategy
    ruleset : Ruleset
    players : int
    short : bool
        The table that it will be asked at.
    settings : mapping of str to float, optional
        Parameters that differ from the strategy's defaults.
    """

    def __init__(
        self,
        strategy: Strategy,
        ruleset: Ruleset,
        players: int,
        short: bool,
        settings: Mapping[str, float] | None = None,
    ) -> None:
        self.strategy = strategy
        self.memory: Any = np.zeros(1, MEMORY).view(np.recarray)
        self.memory["rules"] = self.memory["rules_copy"] = build_rules(ruleset, players, short)
        self.game: Any = self.memory[0].game
        self.game.guarded = 1
        self._parameters: Any = np.zeros(1, PARAMETERS).view(np.recarray)
        values = {**strategy.parameters, **(settings or {})}
        self._parameters["value"][0, : len(values)] = list(values.values())
        lend_playouts(self._parameters, strategy)
        self.game["settings"][:] = address_of_record(self._parameters[0])
        addresses = zip(strategy.decisions, SIGNATURES, strict=True)
        self.game["script"][:] = [address_of(decision, signature) for decision, signature in addresses]

    def first_player(self, view: View) -> Any:
        """R2.5."""
        return self.decide(view, FIRST_PLAYER)

    def muster(self, view: View) -> Any:
        """R3.3."""
        return self.decide(view, MUSTER)

    def turn(self, view: View) -> Any:
        """R4."""
        return self.decide(view, TURN)

    def last_stand(self, view: View) -> Any:
        """R8.4."""
        return self.decide(view, LAST_STAND_PUSH)

    def decide(self, view: View, decision: int) -> Any:
        """Show a seat what it may see, ask it, keep where its stream then stands, and return its answer."""
        self.show(view)
        clear(self.game.choice)
        return self.ask(view, decision)

    def ask(self, view: View, decision: int) -> Any:
        """Ask a seat for a decision on what the records hold."""
        game = self.game
        with np.errstate(over="ignore"):  # wanted in the streams where nothing is compiled
            first = int(ask_seat(self.memory, view.seat, decision))
        view.chance.state = int(game["stream"]["state"][view.seat])
        if game.fault != NO_FAULT:
            raise IllegalMove(*FAULTS[int(game.fault)])
        if decision == FIRST_PLAYER:
            return first
        if decision == MUSTER:
            return game.choice["buy"].tolist()
        return self._turn(view) if decision == TURN else self._pushes()

    def _turn(self, view: View) -> Turn | None:
        choice = self.game.choice
        if choice.passes:
            if choice.card >= 0:
                raise IllegalMove("I8", "a Tactic card in a turn that passes")
            return None
        placement = (int(choice.battle), int(choice.side), int(choice.space), int(choice.soldier))
        return Turn(*placement, self._tactic(view))

    def _pushes(self) -> list[Push]:
        """Return the uses of Last Stand; one of no spaces is none."""
        choice = self.game.choice
        wished = zip(choice["push_side"].tolist(), choice["push"].tolist(), strict=True)
        return [Push(battle, side, spaces) for battle, (side, spaces) in enumerate(wished) if spaces]

    def show(self, view: View) -> None:
        """Write what a seat may see into the record, and nothing else of the game."""
        game, seat = self.game, view.seat
        write(self.words("public"), PUBLIC, public_fields(view.game))
        self.words("private")[:] = 0
        self.show_hand(view, seat)
        game["stream"]["state"][seat] = view.chance.state
        game["stream"]["gamma"][seat] = view.chance.gamma

    def show_hand(self, view: View, seat: int) -> None:
        """Write the private record of a seat."""
        size = PRIVATE.itemsize // 8
        write(self.words("private")[seat * size : (seat + 1) * size], PRIVATE, private_fields(view.game, seat))

    def words(self, name: str) -> NDArray[np.int64]:
        """Return the memory of a field of the game as integers."""
        words: NDArray[np.int64] = self.memory["words"][0]
        return words[words_of(GAME, name)]

    def _tactic(self, view: View) -> Tactic | None:
        choice = self.game.choice
        card = int(choice.card)
        if card < 0:
            return None
        cards = view.game.box.cards
        effect = cards[card].effect if card < len(cards) else ""
        battle = int(choice.card_battle) if effect in NAMES_BATTLE else None
        side = int(choice.card_side) if effect in NAMES_SIDE else None
        return Tactic(card, battle, side)


def clear(choice: Any) -> None:
    """Make a CHOICE record what a strategy finds: nothing bought, no card, no battle, no push."""
    for name in choice.dtype.names:
        choice[name] = 0
    for name in ("card", "card_battle", "card_side", "battle"):
        choice[name] = -1
