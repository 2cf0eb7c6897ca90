"""Taking from the supply: every gain of coins, cards, Captains, Influence and VP goes through here (R4.6, R0.5, R6.1)."""

from __future__ import annotations

from simcore.dogs.events import log_drawn, log_gain, log_reshuffle
from simcore.dogs.state import CAPTAIN, COINS, INFLUENCE, TACTICS, VP
from simcore.jit import jit
from simcore.rng import below


@jit
def gain(rules, game, events, seat, kind, amount, house):
    """Give `seat` up to `amount` of a kind of reward; what the supply lacks is not taken (R4.6).

    `house` is the House whose Influence is meant. A Captain is for use this Year. Returns the number really taken;
    where a log is written it is added to the line in hand.
    """
    if kind == INFLUENCE:
        taken = gain_influence(game, seat, amount, house)
    elif kind == COINS:
        taken = gain_coins(rules, game, seat, amount)
    elif kind == VP:
        game.private[seat].vp += amount
        taken = amount
    elif kind == TACTICS:
        taken = draw_cards(rules, game, events, seat, amount)
    elif kind == CAPTAIN:
        taken = min(amount, spare_figures(rules, game.public, seat))
        game.public.captains[seat] += taken
    else:
        taken = gain_soldiers(game, seat, kind - COINS - 1, amount)
    if game.logging:
        log_gain(game, events, seat, kind, taken)
    return taken


@jit
def gain_influence(game, seat, amount, house):
    """Take Influence tokens of `house`, as far as there are any (R0.2); returns their number."""
    left = game.public.influence_left
    taken = min(amount, left[house])
    left[house] -= taken
    game.private[seat].influence[house] += taken
    return taken


@jit
def gain_coins(rules, game, seat, amount):
    """Take coins from the bank; I6 says whether the bank can run out. Returns the number taken."""
    taken = amount
    if rules.limited_coins:
        taken = min(amount, game.public.coins_left)
    game.public.coins_left -= taken
    game.private[seat].coins += taken
    return taken


@jit
def gain_soldiers(game, seat, soldier, amount):
    """Take Soldier cards of one type, as far as the supply has them (R0.3); returns their number."""
    taken = min(amount, game.public.soldiers_left[soldier])
    game.public.soldiers_left[soldier] -= taken
    own = game.private[seat]
    own.soldiers[soldier] += taken
    if own.soldiers[soldier] > 0:
        own.types |= 1 << soldier
    return taken


@jit
def spare_figures(rules, public, seat):
    """Return how many more Captains `seat` may have: figures less those on the board, unplaced and reserved (R0.5)."""
    return rules.figures - public.on_board[seat] - public.captains[seat] - public.reserve[seat]


@jit
def gain_reserve(rules, game, events, seat, amount):
    """Put Captains won as a Bonus into the reserve for next Year (R5.5), within the figures (R0.5)."""
    taken = min(amount, spare_figures(rules, game.public, seat))
    game.public.reserve[seat] += taken
    if game.logging:
        log_gain(game, events, seat, CAPTAIN, taken)
    return taken


@jit
def draw_cards(rules, game, events, seat, amount):
    """Draw Tactic cards; an empty deck is made anew from the discards (R6.1). Returns the number drawn."""
    public = game.public
    own = game.private[seat]
    for drawn in range(amount):
        if public.deck_left == 0:
            _reshuffle(rules, game, events)
            if public.deck_left == 0:
                return drawn
        # The deck is shuffled as it is drawn: each card is a uniform choice of those left.
        j = below(game.deck_stream, public.deck_left)
        card = game.deck[j]
        public.deck_left -= 1
        game.deck[j] = game.deck[public.deck_left]
        own.cards[card] += 1
        own.card_names |= 1 << card
        if game.logging:
            log_drawn(game, events, seat, card)
    return amount


@jit
def _reshuffle(rules, game, events):
    public = game.public
    size = 0
    for card in range(rules.n_cards):
        for _ in range(public.discards[card]):
            game.deck[size] = card
            size += 1
        public.discards[card] = 0
    public.deck_left = size
    if game.logging and size > 0:
        log_reshuffle(game, events, size)
