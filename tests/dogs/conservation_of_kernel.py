"""What never changes in a game, asserted on the totals that the kernels count at every event of the log."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.dogs.limits import MAX_HOUSES
from simcore.dogs.ruleset import SOLDIERS, Ruleset
from simcore.dogs.state import EVENT, PLENTY


def check_conserved(records: NDArray[Any], ruleset: Ruleset, players: int) -> None:
    """Assert that coins, Soldiers, Influence and Tactic cards add up at every event, and Captains fit (R0.1 to R0.5).

    Parameters
    ----------
    records : ndarray of EVENT, shape (lines,)
        The log of one game, whose first line says which Houses are in play.
    ruleset : Ruleset
    players : int
    """
    lines = records.view(EVENT, np.ndarray)
    box = ruleset.components
    plenty = 0 if ruleset.readings.limited_coins else PLENTY
    _same("coins", lines["all_coins"], box.coins + plenty)
    _same("Soldiers", lines["all_soldiers"], [ruleset.soldiers[name].cards for name in SOLDIERS])
    in_play = int(lines["houses_in_play"][0])
    tokens = [box.influence_tokens[players] * (in_play >> house & 1) for house in range(MAX_HOUSES)]
    _same("Influence", lines["all_influence"], tokens)
    _same("Tactic cards", lines["all_cards"], sum(card.copies for card in ruleset.tactic_cards))
    captains = lines["all_captains"]
    _demand("Captains fewer than none", captains, captains >= 0)
    _demand("more Captains than figures", captains, captains <= box.captain_figures)


def _same(what: str, found: NDArray[np.int64], wanted: Any) -> None:
    _demand(f"{what}, of which there are {wanted}", found, found == np.asarray(wanted))


def _demand(what: str, found: NDArray[np.int64], holds: NDArray[np.bool_]) -> None:
    good = holds.reshape(len(holds), -1).all(axis=1)
    if not good.all():
        event = int(np.flatnonzero(~good)[0])
        raise AssertionError(f"event {event}: {what}: {found[event]}")
