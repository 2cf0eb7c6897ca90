"""R3: Captains, income, and the purchase of Soldiers."""

from __future__ import annotations

from simcore.dogs.events import log_muster
from simcore.dogs.faults import BUYS_LESS_THAN_NONE, BUYS_TOO_MANY, CANNOT_PAY, NO_FAULT
from simcore.dogs.limits import N_SOLDIERS
from simcore.dogs.supply import gain_coins
from simcore.jit import jit


@jit
def collect(rules, game):
    """Give every seat its Captains of the Year, the reserve among them, and its income (R3.1, R3.2, I10)."""
    public = game.public
    seat = public.first
    for _ in range(public.players):
        captains = rules.captains[public.year - 1] + public.reserve[seat]
        public.captains[seat] = min(captains, rules.figures)
        public.reserve[seat] = 0
        gain_coins(rules, game, seat, rules.income)
        seat = seat + 1 if seat + 1 < public.players else 0


@jit
def buy_soldiers(rules, game, events, seat):
    """Carry out the purchases in `game.choice.buy`, if the coins and the supply allow them (R3.3).

    Returns a fault code; nothing is bought where it is not NO_FAULT.
    """
    own = game.private[seat]
    public = game.public
    buy = game.choice.buy
    price = 0
    for soldier in range(N_SOLDIERS):
        n = buy[soldier]
        if n < 0:
            return BUYS_LESS_THAN_NONE
        if n > public.soldiers_left[soldier]:
            return BUYS_TOO_MANY
        price += n * rules.soldier_cost[soldier]
    if price > own.coins:
        return CANNOT_PAY
    if game.logging:
        log_muster(game, events, seat, price)
    for soldier in range(N_SOLDIERS):
        n = buy[soldier]
        if n > 0:
            public.soldiers_left[soldier] -= n
            own.soldiers[soldier] += n
            own.types |= 1 << soldier
    own.coins -= price
    public.coins_left += price
    return NO_FAULT
