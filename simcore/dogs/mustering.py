"""R3: Captains, income, and the purchase of Soldiers."""

from __future__ import annotations

import numpy as np

from simcore.dogs.events import log_muster
from simcore.dogs.faults import BUYS_LESS_THAN_NONE, BUYS_TOO_MANY, CANNOT_PAY, NO_FAULT
from simcore.dogs.limits import N_SOLDIERS
from simcore.dogs.state import COINS, INCOME, MORE_CAPTAINS
from simcore.dogs.supply import take_from_supply
from simcore.dogs.views import cost_of
from simcore.jit import jit, jit_inline, nonnegative, opaque


@jit_inline
def next_seat(public, seat):
    """Return the seat to the left: `seat + 1` or 0."""
    return nonnegative((seat + 1) & opaque(-np.int64(seat + 1 < public.players)))


@jit
def collect(rules, game):
    """Give every seat its Captains of the Year, the reserve among them, and its income (R3.1, R3.2, I10, A1, A4)."""
    public = game.public
    seat = nonnegative(public.first)
    for _ in range(public.players):
        captains = rules.captains[nonnegative(public.year - 1)] + public.reserve[seat]
        public.captains[seat] = min(captains + public.abilities[seat, MORE_CAPTAINS], rules.figures)
        public.reserve[seat] = 0
        take_from_supply(game, seat, COINS, rules.income + public.abilities[seat, INCOME])
        seat = next_seat(public, seat)


@jit
def buy_soldiers(rules, game, log, seat):
    """Carry out the purchases in `game.choice.buy`, if the coins and the supply allow them (R3.3, A5).

    Returns a fault code; nothing is bought where it is not NO_FAULT.
    """
    own = game.private[seat]
    public = game.public
    buy = game.choice.buy
    price = 0
    too_few = False
    too_many = False
    for soldier in range(N_SOLDIERS):
        too_few |= buy[soldier] < 0
        too_many |= buy[soldier] > public.soldiers_left[soldier]
        price += buy[soldier] * cost_of(rules, public, seat, soldier)
    if too_few:
        return BUYS_LESS_THAN_NONE
    if too_many:
        return BUYS_TOO_MANY
    if price > own.coins:
        return CANNOT_PAY
    if log.on:
        log_muster(game, log, seat, price)
    types = 0
    for soldier in range(N_SOLDIERS):
        public.soldiers_left[soldier] -= buy[soldier]
        own.soldiers[soldier] += buy[soldier]
        types |= np.int64(buy[soldier] > 0) << soldier
    own.types |= types
    own.coins -= price
    public.coins_left += price
    return NO_FAULT
