"""Taking from the supply: every gain of coins, cards, Captains, Influence and VP goes through here (R4.6, R0.5, R6.1).

What a space or a Bonus token gives is packed into one integer with a lane for each kind of reward, so that taking it
is a loop over what it really gives: `while gains: kind = first_kind(gains); ...; gains = without(gains, kind)`.
"""

from __future__ import annotations

import numpy as np

from simcore.dogs.events import log_drawn, log_gain, log_reshuffle
from simcore.dogs.limits import N_REWARDS, N_SOLDIERS
from simcore.dogs.state import CAPTAIN, FOOTMAN, GAIN_LANE, INFLUENCE, N_SLOTS, TACTICS
from simcore.dogs.views import lowest
from simcore.jit import jit, jit_inline, nonnegative
from simcore.rng import below

_LANE_MASK = (1 << GAIN_LANE) - 1
_HOUSE_COUNTS = np.array([-1 if kind == INFLUENCE else 0 for kind in range(N_REWARDS)], np.int64)
_TYPE_BITS = np.zeros(N_SLOTS, np.int64)
_TYPE_BITS[FOOTMAN : FOOTMAN + N_SOLDIERS] = 1 << np.arange(N_SOLDIERS)


@jit_inline
def first_kind(gains):
    """Return the first kind of reward in a packed reward that is not empty."""
    return lowest(gains) // GAIN_LANE


@jit_inline
def amount_of(gains, kind):
    """Return the amount of a kind of reward in a packed reward."""
    return (gains >> (GAIN_LANE * kind)) & _LANE_MASK


@jit_inline
def without(gains, kind):
    """Return a packed reward without one of its kinds."""
    return gains & ~(_LANE_MASK << (GAIN_LANE * kind))


@jit_inline
def gain(rules, game, log, seat, kind, amount, house):
    """Give `seat` up to `amount` of a kind of reward; what the supply lacks is not taken (R4.6).

    `house` is the House whose Influence is meant. A Captain is for use this Year. Returns the number really taken;
    where a log is written it is added to the line in hand.
    """
    if kind != TACTICS and kind != CAPTAIN:
        # Equals: the slot is the kind, save that Influence is counted on from its House.
        slot = nonnegative(kind + (house & _HOUSE_COUNTS[kind]))
        taken = take_from_supply(game, seat, slot, amount)
    elif kind == TACTICS:
        taken = draw_cards(rules, game, log, seat, amount)
    else:
        taken = min(amount, spare_figures(rules, game.public, seat))
        game.public.captains[seat] += taken
    if log.on:
        log_gain(game, log, seat, kind, taken)
    return taken


@jit_inline
def take_from_supply(game, seat, slot, amount):
    """Take VP, coins, Soldiers or Influence, as far as there are any (R0.1 to R0.3, I6); returns the number taken."""
    own = game.private[seat]
    supply = game.public.supply
    taken = min(amount, supply[slot])
    supply[slot] -= taken
    own.stock[slot] += taken
    # Equals: where Soldiers were taken, add their type to the types in hand.
    own.types |= _TYPE_BITS[slot] & -np.int64(taken > 0)
    return taken


@jit_inline
def spare_figures(rules, public, seat):
    """Return how many more Captains `seat` may have: figures less those on the board, unplaced and reserved (R0.5)."""
    return rules.figures - public.on_board[seat] - public.captains[seat] - public.reserve[seat]


@jit
def gain_reserve(rules, game, log, seat, amount):
    """Put Captains won as a Bonus into the reserve for next Year (R5.5), within the figures (R0.5)."""
    taken = min(amount, spare_figures(rules, game.public, seat))
    game.public.reserve[seat] += taken
    if log.on:
        log_gain(game, log, seat, CAPTAIN, taken)
    return taken


@jit
def draw_cards(rules, game, log, seat, amount):
    """Draw Tactic cards; an empty deck is made anew from the discards (R6.1). Returns the number drawn."""
    public = game.public
    own = game.private[seat]
    for drawn in range(amount):
        if public.deck_left == 0:
            _reshuffle(rules, game, log)
            if public.deck_left == 0:
                return drawn
        # The deck is shuffled as it is drawn: each card is a uniform choice of those left.
        j = nonnegative(below(game.deck_stream, public.deck_left))
        card = nonnegative(game.deck[j])
        last = nonnegative(public.deck_left - 1)
        game.deck[j] = game.deck[last]
        public.deck_left = last
        own.cards[card] += 1
        own.card_names |= 1 << card
        own.n_cards += 1
        if log.on:
            log_drawn(game, log, seat, card)
    return amount


@jit
def _reshuffle(rules, game, log):
    public = game.public
    size = 0
    for card in range(rules.n_cards):
        for _ in range(public.discards[card]):
            game.deck[size] = card
            size += 1
        public.discards[card] = 0
    public.deck_left = size
    if log.on and size > 0:
        log_reshuffle(game, log, size)
