"""R5 and R8: Last Stand, then the battles' outcomes one by one in the order of I12."""

from __future__ import annotations

import numpy as np

from simcore.dogs.events import begin_outcome, log_last_stand, log_outcome, log_profit, log_spoils
from simcore.dogs.faults import (
    NO_FAULT,
    NO_SUCH_PUSH_SIDE,
    PUSHES_DECIDED,
    PUSHES_TOO_FAR,
    PUSHES_TWICE,
    PUSHES_WITHOUT_CAPTAIN,
)
from simcore.dogs.limits import MAX_PLAYERS, N_SOLDIERS
from simcore.dogs.state import (
    BEATEN_VP,
    CAPTAIN,
    CAPTAIN_VP,
    COINS,
    DEFEAT_COINS,
    DEFEAT_STEPS,
    FALLEN_VP,
    LAST_STAND,
    MORE_BONUS,
    PROFITEER,
    RETREAT,
    SPOILS_OF_WAR,
    UPSTAGE,
    VICTORY_STEPS,
    VICTORY_VP,
    VP,
)
from simcore.dogs.supply import amount_of, first_kind, gain, gain_reserve, take_from_supply, without
from simcore.dogs.views import lowest
from simcore.jit import jit, jit_inline, nonnegative, opaque

_WRAPPED = np.array([[seat % max(players, 1) for seat in range(2 * MAX_PLAYERS)] for players in range(MAX_PLAYERS + 1)])
"""Remainder of a number of seats by the number of players."""


@jit
def make_last_stand(rules, game, log, seat):
    """Move trackers as `game.choice.push` says, if it is legal (R8.4, I2, I3, I9, I14); returns a fault code."""
    choice = game.choice
    pushed = 0
    legal = True
    for battle in range(game.public.battles):
        pushed += np.int64(choice.push[battle] != 0)
        legal &= _is_legal_push(rules, game.public, seat, battle, choice.push_side[battle], choice.push[battle])
    if not legal:
        return _push_fault(rules, game.public, seat, choice)
    if pushed > 1 and rules.last_stand_one:
        return PUSHES_TWICE
    for battle in range(game.public.battles):
        _push(rules, game, log, seat, battle, choice.push_side[battle], choice.push[battle])
    return NO_FAULT


@jit_inline
def _is_legal_push(rules, public, seat, battle, half, spaces):
    """Tell without a branch whether a push is legal; `_push_fault` tells why it is not."""
    stands = public.captains_on[nonnegative(2 * battle + (half & 1)), seat] > 0
    decided = public.tracker[battle] == (2 * half - 1) * rules.track_end
    fits = (spaces > 0) & (spaces <= public.abilities[seat, LAST_STAND]) & (half >= 0) & (half <= 1)
    return (spaces == 0) | (fits & stands & (not decided))


@jit
def _push_fault(rules, public, seat, choice):
    for battle in range(public.battles):
        half, spaces = choice.push_side[battle], choice.push[battle]
        if not _is_legal_push(rules, public, seat, battle, half, spaces):
            if half != 0 and half != 1:
                return NO_SUCH_PUSH_SIDE
            if spaces < 0 or spaces > public.abilities[seat, LAST_STAND]:
                return PUSHES_TOO_FAR
            if public.captains_on[2 * battle + half, seat] == 0:
                return PUSHES_WITHOUT_CAPTAIN
    return PUSHES_DECIDED


@jit_inline
def _push(rules, game, log, seat, battle, half, spaces):
    public = game.public
    sign = 1 - 2 * (half & 1)  # where nothing is pushed the side may be anything
    before = sign * public.tracker[battle]
    end = rules.track_end - 1 + rules.last_stand_to_glory
    after = max(before, min(before + spaces, end))
    public.tracker[battle] = sign * after
    game.tally[seat].ability_fired += np.int64(after != before)
    game.tally[seat].ability_gain += after - before
    if log.on and after != before:
        log_last_stand(game, log, seat, battle, sign * before, sign * after)


@jit_inline
def clockwise(public, seats):
    """Return a set of seats (mask) counted from this Year's first player; `seat_of` turns its members back."""
    full = (1 << public.players) - 1
    return ((seats >> public.first) | (seats << (public.players - public.first))) & full


@jit_inline
def seat_of(public, place):
    """Return the seat that is `place` seats clockwise from this Year's first player."""
    return nonnegative(_WRAPPED[nonnegative(public.players), nonnegative(public.first + place)])


@jit
def resolve_battle(rules, game, log, battle):
    """Settle one battle: track, Retreat, VP, Profiteer, Bonus, Spoils, clean-up (R5.1 to R5.6, I12)."""
    public = game.public
    tracker = public.tracker[battle]
    if log.on:
        begin_outcome(game, log, battle)
    battle = nonnegative(battle)
    if tracker != 0:
        winner = nonnegative(2 * battle + np.int64(tracker < 0))
        if log.detailed and abs(tracker) == rules.track_end:
            _count_glory(game, log, winner)
        _move_house_tokens(rules, public, winner, abs(tracker) == rules.track_end)
        _withdraw(game, winner ^ 1)
        _score_captains(rules, game, log, winner)
        _score_victory(game, log, winner)
        _take_profit(game, log, winner)
        got_bonus = _bonus_winners(rules, game, winner)
        _give_bonus(rules, game, log, winner, got_bonus)
        _take_spoils(rules, game, log, winner ^ 1, got_bonus)
    elif log.detailed:
        for seat in range(public.players):
            log.details[seat].drawn += 1
    if log.on:
        log_outcome(rules, game, log, battle)
    _clear(game, nonnegative(2 * battle))
    public.tracker[battle] = 0


@jit
def _count_glory(game, log, winner):
    for seat in range(game.public.players):
        log.details[seat].glorious += 1
        log.details[seat].glories += np.int64(game.public.captains_on[winner, seat] > 0)


@jit_inline
def _move_house_tokens(rules, public, winner, glorious):
    """Move the winner's token up and, after a Glorious Victory, the loser's down (R5.2, R5.3, I7, H4, H5)."""
    up = rules.glorious_steps if glorious else rules.victory_steps
    down = rules.crushing_steps if glorious else 0
    house = nonnegative(public.house[winner])
    loser = nonnegative(public.house[winner ^ 1])
    up += rules.house_abilities[house, VICTORY_STEPS]
    down += rules.house_abilities[loser, DEFEAT_STEPS]
    public.track[house] = min(public.track[house] + up, rules.n_track - 1)
    public.track[loser] = max(public.track[loser] - down, 0)


@jit_inline
def _withdraw(game, loser):
    """Take the Captains of seats with Retreat off the losing side (R8.5)."""
    public = game.public
    seats = public.able[RETREAT]
    while seats:
        seat = nonnegative(lowest(seats))
        seats &= seats - 1
        n = public.captains_on[loser, seat] * public.abilities[seat, RETREAT] // 100
        public.captains_on[loser, seat] -= n
        public.all_captains_on[loser] -= n
        public.on_board[seat] -= n
        game.tally[seat].ability_fired += np.int64(n > 0)
        game.tally[seat].ability_gain += n


@jit_inline
def _score_captains(rules, game, log, winner):
    """Give VP for the Captains on the losing side to all who stand on the winning side (R5.4, I5).

    What Retreat leaves of its owner's own losers never scores for him (I12). The Houses may make each worth more (H7,
    H8).
    """
    public = game.public
    worth = rules.vp_per_captain + rules.house_abilities[nonnegative(public.house[winner]), BEATEN_VP]
    worth += rules.house_abilities[nonnegative(public.house[winner ^ 1]), FALLEN_VP]
    beaten = public.all_captains_on[winner ^ 1]
    for seat in range(MAX_PLAYERS):
        stands = np.int64(public.captains_on[winner, seat] > 0)
        own_losers = public.captains_on[winner ^ 1, seat]
        if rules.own_captains_score and public.abilities[seat, RETREAT] == 0:
            own_losers = 0
        vp = stands * (beaten - own_losers) * worth
        game.private[seat].vp += vp
        public.vp_left -= vp
        tally = game.tally[seat]
        tally.vp_battles += vp
        tally.battles_won += stands
        tally.battles_lost += (1 - stands) & (public.supported[seat] >> (winner ^ 1))
        if log.on:
            log.line[log.n].vp[seat] = vp


@jit_inline
def _score_victory(game, log, winner):
    """Give VP for the battle, and for own Captains on the winning side, to the Dogs that have it (A9, A12)."""
    public = game.public
    seats = public.able[VICTORY_VP] | public.able[CAPTAIN_VP]
    while seats:
        seat = nonnegative(lowest(seats))
        seats &= seats - 1
        n = public.captains_on[winner, seat]
        vp = np.int64(n > 0) * public.abilities[seat, VICTORY_VP] + n * public.abilities[seat, CAPTAIN_VP]
        game.private[seat].vp += vp
        public.vp_left -= vp
        tally = game.tally[seat]
        tally.vp_battles += vp
        tally.ability_fired += np.int64(vp > 0)
        tally.ability_gain += vp
        if log.on:
            log.line[log.n].vp[seat] += vp


@jit_inline
def _take_profit(game, log, winner):
    """Pay Profiteer's coins to those on the winning side, and those for a battle lost (R8.3, A10).

    Clockwise from the first player (I10).
    """
    public = game.public
    seats = clockwise(public, public.able[PROFITEER] | public.able[DEFEAT_COINS])
    while seats:
        seat = seat_of(public, lowest(seats))
        seats &= seats - 1
        stands = opaque(np.int64(public.captains_on[winner, seat] > 0))
        lost = (1 - stands) & (public.supported[seat] >> (winner ^ 1))
        owed = stands * public.abilities[seat, PROFITEER] + lost * public.abilities[seat, DEFEAT_COINS]
        paid = take_from_supply(game, seat, COINS, owed)
        game.tally[seat].ability_fired += np.int64(paid > 0)
        game.tally[seat].ability_gain += paid
        if log.on:
            log_profit(game, log, seat, paid)


@jit_inline
def _bonus_winners(rules, game, winner):
    """Return the seats (mask) with the most Captains on the winning side, Upstage counted (R5.5, R8.2, I4)."""
    public = game.public
    most = 1
    for seat in range(MAX_PLAYERS):
        most = max(most, public.captains_on[winner, seat])
    plain = 0
    for seat in range(MAX_PLAYERS):
        plain |= np.int64(public.captains_on[winner, seat] == most) << seat
    got_bonus = plain
    seats = public.able[UPSTAGE]
    while seats:
        seat = nonnegative(lowest(seats))
        seats &= seats - 1
        n = public.captains_on[winner, seat]
        counts = np.int64(n > 0) | (1 - rules.upstage_needs_captain)
        n += counts * public.abilities[seat, UPSTAGE]
        # The others keep it unless she is ahead of them; she has it unless she is behind.
        got_bonus = (got_bonus & -np.int64(n <= most)) | (np.int64(n >= most) << seat)
        most = max(most, n)
    if got_bonus != plain:
        _count_upstage(game, got_bonus)
    return got_bonus


@jit
def _count_upstage(game, got_bonus):
    """Count Upstage for the seats that it gave the Bonus to, or spared from sharing it."""
    seats = game.public.able[UPSTAGE] & got_bonus
    while seats:
        tally = game.tally[nonnegative(lowest(seats))]
        seats &= seats - 1
        tally.ability_fired += 1
        tally.ability_gain += 1


@jit
def _give_bonus(rules, game, log, winner, got_bonus):
    """Give the Bonus to `got_bonus`, clockwise from the first player (R5.5, I10, H10); Captains go to the reserve."""
    public = game.public
    token = nonnegative(public.bonus[winner >> 1])
    house = nonnegative(public.house[winner])
    times = 1 + rules.house_abilities[house, MORE_BONUS]
    seats = clockwise(public, got_bonus)
    while seats:
        seat = seat_of(public, lowest(seats))
        seats &= seats - 1
        game.tally[seat].bonuses += 1
        if log.detailed:
            log.details[seat].bonus[token] += 1
        gains = rules.bonus_gains[token]
        game.tally[seat].vp_bonus += times * amount_of(gains, VP)
        while gains:
            kind = first_kind(gains)
            amount = times * amount_of(gains, kind)
            if kind == CAPTAIN:
                gain_reserve(rules, game, log, seat, amount)
            else:
                gain(rules, game, log, seat, kind, amount, house)
            gains = without(gains, kind)
    if log.on:
        log.line[log.n].got_bonus = got_bonus


@jit
def _take_spoils(rules, game, log, loser, got_bonus):
    """Let seats with Spoils of War that got the Bonus take the strongest Soldiers of the losing side (R8.1)."""
    public = game.public
    seats = clockwise(public, public.able[SPOILS_OF_WAR] & got_bonus)
    while seats:
        seat = seat_of(public, lowest(seats))
        seats &= seats - 1
        wanted = public.abilities[seat, SPOILS_OF_WAR]
        left = wanted
        for i in range(N_SOLDIERS):
            soldier = nonnegative(rules.by_strength[i])
            captured = min(left, public.soldiers_on[loser, soldier])
            _capture(game, seat, loser, soldier, captured)
            left -= captured
            if log.on:
                log_spoils(game, log, seat, soldier, captured)
        game.tally[seat].ability_fired += np.int64(left < wanted)
        game.tally[seat].ability_gain += wanted - left


@jit_inline
def _capture(game, seat, side, soldier, n):
    game.public.soldiers_on[side, soldier] -= n
    own = game.private[seat]
    own.soldiers[soldier] += n
    own.types |= np.int64(n > 0) << soldier


@jit_inline
def _clear(game, side):
    """Return the Captains and Soldiers of `side` and the next to their owners and the supply (R5.6)."""
    public = game.public
    for half in range(side, side + 2):
        for seat in range(MAX_PLAYERS):
            public.on_board[seat] -= public.captains_on[half, seat]
            public.captains_on[half, seat] = 0
        public.all_captains_on[half] = 0
        for soldier in range(N_SOLDIERS):
            public.soldiers_left[soldier] += public.soldiers_on[half, soldier]
            public.soldiers_on[half, soldier] = 0
