"""Asking a decision of a strategy by itself, outside of a game's flow: for those who test strategies."""

from __future__ import annotations

from simcore.dogs.game import CHOICE_SIGNATURE, FIRST_PLAYER, FIRST_PLAYER_SIGNATURE
from simcore.jit import call_by_address, entry, nonnegative

_call_first_player = call_by_address(FIRST_PLAYER_SIGNATURE)
_call_with_choice = call_by_address(CHOICE_SIGNATURE)


@entry
def put_question(memories, parameters, address, seat, decision):
    """Call a decision on what a game's memory holds for a seat; return the first player, else 0.

    Parameters
    ----------
    memories : ndarray of MEMORY, shape (1,)
        The game and the rules; the answer is left in its `choice`.
    parameters : ndarray of PARAMETERS, shape (1,)
        The strategy's parameters.
    address : int64
        Address of the compiled decision.
    seat, decision : int64
        Who is asked, and what.
    """
    memory = memories[0]
    game = memory.game
    seat = nonnegative(seat)
    shown = (memory.rules, game.public, game.private[seat], parameters[0], game.stream[seat])
    if decision == FIRST_PLAYER:
        return _call_first_player(address, shown)
    _call_with_choice(address, (*shown, game.choice))
    return 0
