"""Writing the lines of the game log as EVENT records, where a log is wanted (section L; see log.py for the words).

`log.line[log.n]` is the line in hand. Gains and drawn cards are added to it as they happen; `_close` ends it.
The array comes zeroed and long enough from `play.replay`.
"""

from __future__ import annotations

from simcore.dogs.limits import MAX_BATTLES, MAX_TILES, N_REWARDS, N_SOLDIERS
from simcore.dogs.state import EVENT_CARDS, INFLUENCE
from simcore.jit import jit

SETUP, YEAR, MUSTER, TURN, PASS, RESHUFFLE, LAST_STAND, OUTCOME = range(1, 9)
"""Kinds of event; the closing `end` line is made from the rows."""


@jit
def _close(game, log, kind, seat):
    """Complete the line in hand with its kind, seat and the totals, and go on to the next."""
    event = log.line[log.n]
    event.kind = kind
    event.seat = seat
    _count_totals(game, event)
    log.n += 1


@jit
def _count_totals(game, event):
    """Write how many coins, Soldiers, Influence tokens, cards and Captains there are in all, for the checks."""
    public = game.public
    event.all_coins = public.coins_left
    event.all_cards = public.deck_left
    for card in range(public.discards.shape[0]):
        event.all_cards += public.discards[card]
    for house in range(public.track.shape[0]):
        event.all_influence[house] = public.influence_left[house]
    for soldier in range(N_SOLDIERS):
        event.all_soldiers[soldier] = public.soldiers_left[soldier]
        for side in range(2 * MAX_BATTLES):
            event.all_soldiers[soldier] += public.soldiers_on[side, soldier]
    for seat in range(public.players):
        own = game.private[seat]
        event.all_coins += own.coins
        for card in range(own.cards.shape[0]):
            event.all_cards += own.cards[card]
        for house in range(public.track.shape[0]):
            event.all_influence[house] += own.influence[house]
        for soldier in range(N_SOLDIERS):
            event.all_soldiers[soldier] += own.soldiers[soldier]
        event.all_captains[seat] = public.captains[seat] + public.on_board[seat] + public.reserve[seat]


@jit
def log_gain(game, log, seat, kind, taken):
    """Add a gain to the line in hand."""
    log.line[log.n].gained[seat, kind] += taken


@jit
def log_drawn(game, log, seat, card):
    """Add a drawn Tactic card to the line in hand."""
    event = log.line[log.n]
    if event.n_drawn[seat] < EVENT_CARDS:
        event.drawn[seat, event.n_drawn[seat]] = card
        event.n_drawn[seat] += 1


@jit
def log_reshuffle(game, log, size):
    """Put a reshuffle before the line in hand, which moves on by one."""
    log.line[log.n + 1] = log.line[log.n]
    event = log.line[log.n]
    event.reshuffled = size
    _close(game, log, RESHUFFLE, -1)


@jit
def log_setup(rules, game, log):
    """Close the line of the game's setup; the hands are already in it."""
    event = log.line[log.n]
    for seat in range(game.public.players):
        event.support[seat] = game.private[seat].support
    event.houses_in_play = game.public.houses_in_play
    event.first = game.public.holder
    _close(game, log, SETUP, -1)


@jit
def log_year(game, log):
    """Write the line of a Year's setup."""
    public = game.public
    event = log.line[log.n]
    event.year = public.year
    event.holder = public.holder
    event.first = public.first
    for battle in range(public.battles):
        event.bonus[battle] = public.bonus[battle]
    for side in range(2 * public.battles):
        event.house[side] = public.house[side]
        event.tile[side] = public.tile[side] % MAX_TILES
    _close(game, log, YEAR, -1)


@jit
def log_muster(game, log, seat, price):
    """Write the line of a seat's purchases, before they are carried out."""
    event = log.line[log.n]
    own = game.private[seat]
    event.captains = game.public.captains[seat]
    event.coins = own.coins
    event.coins_left = own.coins - price
    for soldier in range(N_SOLDIERS):
        event.bought[soldier] = game.choice.buy[soldier]
    _close(game, log, MUSTER, seat)


@jit
def begin_turn(game, log, seat):
    """Write what the seat chose into the line in hand."""
    event = log.line[log.n]
    choice = game.choice
    event.card = choice.card
    event.card_battle = choice.card_battle
    event.card_side = choice.card_side
    event.battle = choice.battle
    event.side = choice.side
    event.space = choice.space
    event.soldier = choice.soldier
    event.seat = seat


@jit
def mark_tactic(game, log, seat, effect):
    """Book what was gained so far as the Tactic card's."""
    event = log.line[log.n]
    for kind in range(N_REWARDS):
        event.by_tactic[kind] = event.gained[seat, kind]
        event.gained[seat, kind] = 0


@jit
def log_envoy(game, log, taken):
    """Book Envoy's Influence as the Tactic card's."""
    log.line[log.n].by_tactic[INFLUENCE] += taken


@jit
def log_placement(game, log, moved):
    """Close the line of a turn."""
    event = log.line[log.n]
    event.moved = moved
    event.tracker = game.public.tracker[event.battle]
    _close(game, log, TURN, event.seat)


@jit
def log_pass(game, log, seat):
    """Write the line of a pass, before the Captains are gone."""
    log.line[log.n].captains = game.public.captains[seat]
    _close(game, log, PASS, seat)


@jit
def log_last_stand(game, log, seat, battle, before, after):
    """Write the line of a Last Stand that moved a tracker."""
    event = log.line[log.n]
    event.battle = battle
    event.tracker_before = before
    event.tracker = after
    _close(game, log, LAST_STAND, seat)


@jit
def begin_outcome(game, log, battle):
    """Start the line of a battle's outcome."""
    event = log.line[log.n]
    event.battle = battle
    event.tracker = game.public.tracker[battle]


@jit
def log_profit(game, log, seat, paid):
    """Add Profiteer's coins, or those for a battle lost (A10), to the line in hand."""
    log.line[log.n].profit[seat] += paid


@jit
def log_spoils(game, log, seat, soldier, n):
    """Add captured Soldiers to the line in hand."""
    log.line[log.n].spoils[seat, soldier] += n


@jit
def log_outcome(rules, game, log, battle):
    """Close the line of a battle's outcome, before its sides are cleared."""
    public = game.public
    event = log.line[log.n]
    tracker = public.tracker[battle]
    event.winner = -1
    if tracker > 0:
        event.winner = public.house[2 * battle]
    elif tracker < 0:
        event.winner = public.house[2 * battle + 1]
    event.glorious = tracker == rules.track_end or tracker == -rules.track_end
    for half in range(2):
        event.house[half] = public.house[2 * battle + half]
    for house in range(rules.n_houses):
        event.track[house] = rules.house_values[public.track[house]]
    _close(game, log, OUTCOME, -1)
