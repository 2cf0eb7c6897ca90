"""The features of a position and of a placement: what a decision notes down, field by field, in VP.

Numbers of all sides stand next to each other, so that the compiler can work on several at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.dogs.limits import MAX_PLAYERS, MAX_SIDES, MAX_SPACES, N_REWARDS, N_SOLDIERS
from simcore.dogs.state import GAIN_LANE, overlaid
from strategies.scratch import scratch_record

LANES = 8
"""Numbers kept of each thing that sides have: MAX_SIDES, and as many more as fill the machine's vectors."""

NO_REWARD = 64 // GAIN_LANE
"""What the kind of an empty reward is taken for; its price is 0."""

_KINDS = range(NO_REWARD + 1)
KIND_OF_BIT = np.array([min(bit // GAIN_LANE, NO_REWARD) for bit in range(64)] + [NO_REWARD], np.int64)
"""Kind of reward in whose lane each bit of a packed reward lies; the bit of an empty one is 64."""
LANE_OF_KIND = np.array([((1 << GAIN_LANE) - 1) << (GAIN_LANE * kind) & (1 << 63) - 1 for kind in _KINDS], np.int64)
"""The lane of each kind (mask)."""
UNITS = np.array([0.5 ** (GAIN_LANE * kind) for kind in _KINDS])
"""What one of each kind is of its lane as a whole number; to multiply by it is exact."""
TAKEN = N_SOLDIERS
"""The condition that a taken space is counted with: no Soldier satisfies it."""

_SIDE_FIELDS = (
    # Written for the sides alone, one by one.
    "most",  # Captains of the other seat that has most there, Upstage counted
    "rivals",  # other seats there
    "mine",  # own Captains there
    "losers",  # own Captains on the opposite side
    "beaten",  # others' Captains on the opposite side that Retreat leaves there
    "push",  # spaces that Last Stands will move the tracker towards the side
    "coming",  # Captains that may yet come to the battle
    "tokens",  # own stake in the House: Influence tokens, less the rivals' average
    "value",  # of one of the House's Influence tokens
    "step",  # by which a victory raises it
    "rise",  # by which a Glorious Victory raises it more
    "crushing",  # what the opposite House's Crushing Defeat is worth, beyond its defeat
    "held",  # own Influence tokens of the House, Support card included
    "against",  # the same of the opposite House
    "left",  # 1 where Influence of the House is left, else 0
    "bonus",  # worth of the Bonus, as often as it is given, but for Influence
    "bonus_tokens",  # Influence in the Bonus
    "lost",  # worth if the opposite side wins and the seat places nothing more
    "loss",  # the same, one more Captain placed on this side
    "shame",  # what a Glorious Victory of the opposite side adds
    "margin",  # tracker towards the side, Last Stands done
    "stand",  # what a first own Captain there adds to it by Last Stand
    "narrow",  # 1 / spaces that the tracker may still move
    # Written for all lanes at once.
    "top",  # at most that `value` can come to
    "fall",  # by which a defeat lowers it
    "beating",  # what the opposite House's defeat is worth
    "trophy",  # VP for each beaten Captain, if the side wins
    "foe",  # `spite` where the leading rival stands, else 0
    "envied",  # what that rival gains if the side wins, times `spite`
    "stay",  # worth if the side wins and the seat places nothing more
    "win",  # worth if the side wins and the seat has placed one more Captain there
    "further",  # what one more own Captain on the opposite side changes if this side wins
    "glory",  # what a Glorious Victory of the side adds
    "now",  # worth of the battle
    "before",  # the same, less what a placement on the side is worth for other reasons than its battle and reward
    "token",  # worth of an Influence token of the side's House
)
N_COUNTED = _SIDE_FIELDS.index("top")
"""Fields of a side whose lanes beyond the sides have to be filled, since only those of the sides are written."""


def _notes() -> np.dtype:
    by_side = [(name, np.float64, (LANES,)) for name in _SIDE_FIELDS]
    fields: list[Any] = [
        *by_side,
        ("reward", np.float64, (TAKEN + 1, LANES)),
        ("strength", np.float64, (N_SOLDIERS, LANES)),
        ("effect", np.float64, (N_SOLDIERS, LANES)),
        ("price", np.float64, (NO_REWARD + 1,)),
        ("unit", np.float64, (NO_REWARD + 1,)),
        ("space", np.float64, (LANES * LANES,)),
        ("keep", np.float64, (N_SOLDIERS,)),
        ("standing", np.float64, (MAX_PLAYERS,)),
        ("taken", np.float64, (MAX_PLAYERS,)),
        ("rival", np.float64),
        ("wins", np.float64),
        ("patience", np.float64),
    ]
    return overlaid(fields, "sides", (np.float64, (len(by_side), LANES)))


NOTES = _notes()
"""What a decision notes down, in VP where nothing else is said: the fields of a side as listed above, and

- of a Soldier type on a side: `reward`, the best that it can take there (row TAKEN is of taken spaces); `effect`, what
  its placement does to the battle; `strength`, spaces that it moves the tracker, below 0 none;
- `price` of one of each kind of reward, and of one `unit` of its lane, Influence that of the side in hand; `space`, the
  reward of each space of the sides asked for, at LANES * side + space;
- of a seat: `standing`, what it has gained this Year as things stand; `taken`, by the rewards of the side in hand;
- `keep`, worth of a Soldier kept in the hand, by type; `rival`, cost of a VP that one rival gains; `wins`, victories
  that a House may expect after this Year; `patience`, cost of a space moved before others have answered;
- `sides`: all fields of a side once more, as one array.
"""

assert MAX_SIDES <= LANES and MAX_SPACES <= LANES and N_REWARDS <= NO_REWARD

new_notes = scratch_record(NOTES)
