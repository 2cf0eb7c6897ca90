"""What the engine lends to strategies that look ahead: dealing hidden things anew, and playing a Year to its end.

Both are called by address, through worlds.py. Dealing (R4.9) knows what the seat knows: the board, its own hand, and so
what all the others hold together, which is what is neither in the box, nor on the board, nor its own.
"""

from __future__ import annotations

from simcore.dogs.action import take_turn
from simcore.dogs.faults import NO_FAULT
from simcore.dogs.game import active_seats, finish_year, next_active
from simcore.dogs.limits import N_SOLDIERS
from simcore.dogs.state import COINS, COPY_OFFSET, GAME_WORDS, INFLUENCE, N_DECISIONS, PLENTY, VP
from simcore.dogs.views import bit_count, member
from simcore.dogs.year_setup import DECK_STREAM, SEAT_STREAM, SETUP_STREAM
from simcore.jit import address_of_record, entry, jit, jit_inline, nonnegative
from simcore.rng import below, open_stream

_LANE = 8
"""Bits of a lane that holds a number of Captains of one seat."""
_LANE_MASK = (1 << _LANE) - 1


@entry
def deal(rules, public, own, settings, key, world):
    """Deal a world: what is known as it is, what is hidden from the seat `own.seat` anew.

    Parameters
    ----------
    rules, public, own : RULES, PUBLIC, PRIVATE
        What the seat may see.
    settings : PARAMETERS
        Its strategy's, with the helper's addresses.
    key : uint64
        All chance derives from it: how things are dealt, the deck, and the seats' own streams from here on. It is dealt
        clockwise from the seat, so that no seat's number matters.
    world : WORLD
        `memory.game_copy` is filled, and `memory.rules`.
    """
    memory = world.memory
    for word in range(COPY_OFFSET, COPY_OFFSET + GAME_WORDS):
        memory.words[word] = 0
    memory.rules = rules
    world.log.on = 0
    world.log.detailed = 0
    game = memory.game_copy
    game.public = public
    game.private[own.seat] = own
    game.asked = own.seat
    open_stream(game.spare_stream, key, SETUP_STREAM)
    open_stream(game.deck_stream, key, DECK_STREAM)
    for place in range(public.players):
        seat = _clockwise(public, own.seat, place)
        open_stream(game.stream[seat], key, SEAT_STREAM + place)
        game.private[seat].seat = seat
        for decision in range(N_DECISIONS):
            game.script[seat, decision] = settings.helper[decision]
    _deal_by_slot(rules, game, own)
    _deal_soldiers(rules, game, own)
    _deal_cards(rules, game, own)
    _deal_support(game, own)


@jit
def _deal_by_slot(rules, game, own):
    """Give each VP, coin and Influence token that the others hold to any of them."""
    public = game.public
    _hand_out(game, own.seat, VP, PLENTY - public.vp_left - own.vp)
    _hand_out(game, own.seat, COINS, rules.coins - public.coins_left - own.coins)
    for house in range(rules.n_houses):
        if (public.houses_in_play >> house) & 1:
            held = rules.influence_tokens - public.influence_left[house]
            _hand_out(game, own.seat, INFLUENCE + house, held - own.influence[house])


@jit
def _hand_out(game, seat, slot, amount):
    for _ in range(amount):
        game.private[_another(game, seat)].stock[slot] += 1


@jit
def _another(game, seat):
    """Return any seat but `seat`."""
    return _clockwise(game.public, seat, 1 + below(game.spare_stream, game.public.players - 1))


@jit_inline
def _clockwise(public, seat, places):
    """Return the seat that sits `places` seats (fewer than there are players) clockwise from `seat`."""
    seat += places
    return nonnegative(seat - (public.players if seat >= public.players else 0))


@jit
def _deal_soldiers(rules, game, own):
    """Give the Soldier cards that the others hold to any of their Captains, one each, and what is over to anybody.

    For who buys Soldiers buys them for his Captains: those cannot be placed without (R4.2).
    """
    public = game.public
    unserved = 0  # Captains without a Soldier, in lanes, clockwise from the seat
    places = 0
    unseen = 0
    for other in range(1, public.players):
        captains = public.captains[_clockwise(public, own.seat, other)]
        unserved |= captains << (_LANE * other)
        places += captains
    for soldier in range(N_SOLDIERS):
        unseen += _unseen_soldiers(rules, public, own, soldier)
    over = max(unseen - places, 0)
    for soldier in range(N_SOLDIERS):
        for _ in range(_unseen_soldiers(rules, public, own, soldier)):
            place = below(game.spare_stream, places + over)
            if place < places:
                other = _lane_of(unserved, place)
                seat = _clockwise(public, own.seat, other)
                unserved -= 1 << (_LANE * other)
                places -= 1
            else:
                seat = _another(game, own.seat)
                over -= 1
            game.private[seat].soldiers[soldier] += 1
            game.private[seat].types |= 1 << soldier


@jit
def _lane_of(unserved, place):
    """Return in which lane the `place`-th of the Captains counted in `unserved` is."""
    lane = 0
    while place >= (unserved >> (_LANE * lane)) & _LANE_MASK:
        place -= (unserved >> (_LANE * lane)) & _LANE_MASK
        lane += 1
    return lane


@jit
def _unseen_soldiers(rules, public, own, soldier):
    unseen = rules.soldier_cards[soldier] - public.soldiers_left[soldier] - own.soldiers[soldier]
    for side in range(2 * public.battles):
        unseen -= public.soldiers_on[side, soldier]
    return unseen


@jit
def _deal_cards(rules, game, own):
    """Shuffle all Tactic cards not seen; what is not in the deck goes to any of the others."""
    size = 0
    for card in range(rules.n_cards):
        for _ in range(rules.card_copies[card] - game.public.discards[card] - own.cards[card]):
            game.deck[size] = card
            size += 1
    while size > game.public.deck_left:
        j = nonnegative(below(game.spare_stream, size))
        size -= 1
        card = nonnegative(game.deck[j])
        game.deck[j] = game.deck[size]
        hand = game.private[_another(game, own.seat)]
        hand.cards[card] += 1
        hand.card_names |= 1 << card
        hand.n_cards += 1


@jit
def _deal_support(game, own):
    """Give each of the others any Support card of a House in play that is neither the seat's own nor taken (R1.1)."""
    houses = game.public.houses_in_play & ~(1 << own.support)
    for other in range(1, game.public.players):
        house = member(houses, below(game.spare_stream, bit_count(houses)))
        houses &= ~(1 << house)
        game.private[_clockwise(game.public, own.seat, other)].support = house


@entry
def play_out(settings, turn, world):
    """Play the Year on to its end, from the turn of the seat for which the world was dealt.

    Parameters
    ----------
    settings : PARAMETERS
        Given to the helper, for every seat.
    turn : CHOICE
        The turn that the seat takes.
    world : WORLD
        `memory.game` starts as a copy of `memory.game_copy`.

    Raises
    ------
    RuntimeError
        If `turn`, or a choice of the helper, breaks a rule.
    """
    memory = world.memory
    for word in range(GAME_WORDS):
        memory.words[word] = memory.words[COPY_OFFSET + word]
    game = memory.game
    game.choice = turn
    for seat in range(game.public.players):
        game.settings[seat] = address_of_record(settings)
    seat = nonnegative(game.asked)
    game.fault = take_turn(memory.rules, game, world.log, seat)
    if game.fault == NO_FAULT:
        finish_year(memory, world.log, next_active(active_seats(game.public), seat))
    if game.fault != NO_FAULT:
        raise RuntimeError("a turn that was tried out, or the helper in a playout, broke a rule")
