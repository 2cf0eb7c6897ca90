"""`tracker_fan`: a strategy in a file of its own, for notebook 4."""

from simcore.rng import below
from strategies.base import strategy


@strategy
def tracker_fan(rules, public, own, settings, chance, choice):
    """Places its strongest Soldier that fits on a side drawn by lot: it likes to see trackers move."""
    side = below(chance, 2 * public.battles)
    choice.passes = 1
    if public.captains[own.seat] == 0 or (public.closed[own.seat] >> side) & 1:
        return
    for space in range(rules.spaces):
        for soldier in range(rules.space_needs[public.tile[side], space], 4):
            if own.soldiers[soldier] > 0 and public.occupant[side, space] < 0:
                choice.passes = 0
                choice.battle, choice.side, choice.space, choice.soldier = side // 2, side % 2, space, soldier
