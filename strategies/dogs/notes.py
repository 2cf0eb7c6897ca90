"""The notes that a decision takes, field by field, and the parameters that say what things are worth.

Numbers of all sides stand next to each other, so that the compiler can work on several at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.dogs.limits import MAX_SIDES, MAX_SPACES, N_REWARDS, N_SOLDIERS
from simcore.dogs.state import GAIN_LANE, overlaid
from strategies.scratch import scratch_record

WORTH_PARAMETERS = {
    "vp_per_coin": 1.0,
    "vp_per_draw": 1.0,
    "vp_per_placement": 0.7,
    "vp_per_captain_later": 1.0,
    "wins_per_year": 0.42,
    "stake_growth": 0.3,
    "rival_share": 1.0,
    "captains_to_beat": 0.1,
    "bonus_doubt": 0.2,
    "tracker_spread": 2.2,
    "tracker_bend": 0.3,
}
"""Names and default values of the parameters that `survey.py` reads; a strategy that uses it lists them first.

========================  ==================================================================================
vp_per_coin               VP of a coin while there are Soldiers to buy yet (in the last Year R7.3 tells).
vp_per_draw               VP of a Tactic card drawn beyond the VP of a card at the end, the last Year excepted.
vp_per_placement          VP of one more placement this Year: of a Captain where Soldiers abound, of a Soldier
                          where Captains do.
vp_per_captain_later      VP of a Captain for the next Year.
wins_per_year             Victories that a House may expect in each Year after this one.
stake_growth              Influence tokens yet to come for each held, for each victory expected so.
rival_share               What all rivals together gain counts so many times the average rival's gain.
captains_to_beat          Captains on the losing side yet to come, for each that may still come to the battle.
bonus_doubt               How fast the lead in Captains loses its worth with each Captain that may still come.
tracker_spread            Average Soldiers by which the tracker may move for each Captain that may still come...
tracker_bend              ...less the more of them there are (they partly pull against each other).
========================  ==================================================================================
"""
(
    VP_PER_COIN,
    VP_PER_DRAW,
    VP_PER_PLACEMENT,
    VP_PER_CAPTAIN_LATER,
    WINS_PER_YEAR,
    STAKE_GROWTH,
    RIVAL_SHARE,
    CAPTAINS_TO_BEAT,
    BONUS_DOUBT,
    TRACKER_SPREAD,
    TRACKER_BEND,
) = range(len(WORTH_PARAMETERS))

LANES = 8
"""Numbers kept of each thing that sides have: MAX_SIDES, and as many more as fill the machine's vectors."""

NO_REWARD = 64 // GAIN_LANE
"""What the kind of an empty reward is taken for; its price is 0."""

_SIDE_FIELDS = (
    # As things stand.
    "most",  # Captains of the other seat that has most there, Upstage counted
    "rivals",  # other seats there
    "mine",  # own Captains there
    "losers",  # own Captains on the opposite side
    "beaten",  # others' Captains on the opposite side that Retreat leaves there
    "push",  # spaces that Last Stands will move the tracker towards the side
    "coming",  # Captains that may yet come to the battle
    "tokens",  # own stake in the House: Influence tokens, less the rivals' average
    "value",  # of the House on the track
    "step",  # by which a victory raises it
    "rise",  # by which a Glorious Victory raises it more
    "crushing",  # worth of the opposite House's Crushing Defeat
    "left",  # 1 where Influence of the House is left, else 0
    "bonus",  # worth of the Bonus, but for Influence
    "bonus_tokens",  # Influence in the Bonus
    # As things may come.
    "stay",  # worth if the side wins and the seat places nothing more
    "lost",  # the same of the opposite side
    "win",  # worth if the side wins and the seat has placed one more Captain there
    "loss",  # worth if the opposite side wins, that Captain placed
    "further",  # what one more own Captain on the opposite side changes if this side wins
    "glory",  # what a Glorious Victory of the side adds
    "shame",  # what one of the opposite side adds
    "margin",  # tracker towards the side, Last Stands done
    "stand",  # what a first own Captain there adds to it by Last Stand
    "narrow",  # 1 / spaces that the tracker may still move
    "now",  # worth of the battle
    "token",  # worth of an Influence token of the side's House
)


def _notes() -> np.dtype:
    by_side = [(name, np.float64, (LANES,)) for name in _SIDE_FIELDS]
    fields: list[Any] = [
        *by_side,
        ("reward", np.float64, (N_SOLDIERS, LANES)),
        ("effect", np.float64, (N_SOLDIERS, LANES)),
        ("price", np.float64, (NO_REWARD + 1,)),
        ("space", np.float64, (LANES * LANES,)),
        ("keep", np.float64, (N_SOLDIERS,)),
        ("rival", np.float64),
        ("wins", np.float64),
    ]
    return overlaid(fields, "sides", (np.float64, (len(by_side), LANES)))


NOTES = _notes()
"""What a decision notes down, in VP where nothing else is said: the fields of a side as listed above, and

- of a Soldier type on a side: `reward`, the best that it can take there; `effect`, what its placement does to the
  battle;
- `price` of one of each kind of reward, Influence that of the side in hand; `space`, the reward of each free space, at
  LANES * side + space;
- `keep`, worth of a Soldier kept in the hand, by type; `rival`, cost of a VP that one rival gains; `wins`, victories
  that a House may expect after this Year;
- `sides`: all fields of a side once more, as one array.
"""

assert MAX_SIDES <= LANES and MAX_SPACES <= LANES and N_REWARDS <= NO_REWARD

new_notes = scratch_record(NOTES)
