"""R5 and R8: Last Stand, then the battles' outcomes one by one in the order of I12."""

from __future__ import annotations

from simcore.dogs.events import begin_outcome, log_last_stand, log_outcome, log_profit, log_spoils
from simcore.dogs.faults import (
    NO_FAULT,
    NO_SUCH_PUSH_SIDE,
    PUSHES_DECIDED,
    PUSHES_TOO_FAR,
    PUSHES_TWICE,
    PUSHES_WITHOUT_CAPTAIN,
)
from simcore.dogs.limits import N_SOLDIERS
from simcore.dogs.state import CAPTAIN, LAST_STAND, PROFITEER, RETREAT, SPOILS_OF_WAR, UPSTAGE, VP
from simcore.dogs.supply import gain, gain_coins, gain_reserve
from simcore.jit import jit


@jit
def make_last_stand(rules, game, events, seat):
    """Move trackers as `game.choice.push` says, if it is legal (R8.4, I2, I3, I9, I14); returns a fault code."""
    choice = game.choice
    pushed = 0
    for battle in range(game.public.battles):
        spaces = choice.push[battle]
        if spaces != 0:
            pushed += 1
            fault = _push_fault(rules, game.public, seat, battle, choice.push_side[battle], spaces)
            if fault != NO_FAULT:
                return fault
    if pushed > 1 and rules.last_stand_one:
        return PUSHES_TWICE
    for battle in range(game.public.battles):
        if choice.push[battle] > 0:
            _push(rules, game, events, seat, battle, choice.push_side[battle], choice.push[battle])
    return NO_FAULT


@jit
def _push_fault(rules, public, seat, battle, half, spaces):
    if half != 0 and half != 1:
        return NO_SUCH_PUSH_SIDE
    if spaces < 0 or spaces > public.abilities[seat, LAST_STAND]:
        return PUSHES_TOO_FAR
    if public.captains_on[2 * battle + half, seat] == 0:
        return PUSHES_WITHOUT_CAPTAIN
    against = -rules.track_end if half == 0 else rules.track_end
    if public.tracker[battle] == against:
        return PUSHES_DECIDED
    return NO_FAULT


@jit
def _push(rules, game, events, seat, battle, half, spaces):
    public = game.public
    sign = 1 - 2 * half
    before = sign * public.tracker[battle]
    end = rules.track_end if rules.last_stand_to_glory else rules.track_end - 1
    after = max(before, min(before + spaces, end))
    if after == before:
        return
    public.tracker[battle] = sign * after
    game.tally[seat].ability_fired += 1
    game.tally[seat].ability_gain += after - before
    if game.logging:
        log_last_stand(game, events, seat, battle, sign * before, sign * after)


@jit
def resolve_battle(rules, game, events, battle):
    """Settle one battle: track, Retreat, VP, Profiteer, Bonus, Spoils, clean-up (R5.1 to R5.6, I12)."""
    public = game.public
    tracker = public.tracker[battle]
    if game.logging:
        begin_outcome(game, events, battle)
    if tracker != 0:
        winner = 2 * battle + (0 if tracker > 0 else 1)
        glorious = tracker == rules.track_end or tracker == -rules.track_end
        _move_house_tokens(rules, public, winner, glorious)
        _withdraw(game, winner ^ 1)
        _score_captains(rules, game, events, winner)
        _take_profit(rules, game, events, winner)
        if public.all_captains_on[winner] > 0 or not rules.upstage_needs_captain:
            got_bonus = _bonus_winners(rules, game, winner)
            _give_bonus(rules, game, events, winner, got_bonus)
            _take_spoils(rules, game, events, winner ^ 1, got_bonus)
    if game.logging:
        log_outcome(rules, game, events, battle)
    clear_side(game, 2 * battle)
    clear_side(game, 2 * battle + 1)
    public.tracker[battle] = 0


@jit
def _move_house_tokens(rules, public, winner, glorious):
    """Move the winner's token up and, after a Glorious Victory, the loser's down (R5.2, R5.3, I7)."""
    steps = rules.glorious_steps if glorious else rules.victory_steps
    house = public.house[winner]
    public.track[house] = min(public.track[house] + steps, rules.n_track - 1)
    if glorious:
        loser = public.house[winner ^ 1]
        public.track[loser] = max(public.track[loser] - rules.crushing_steps, 0)


@jit
def _withdraw(game, loser):
    """Take the Captains of seats with Retreat off the losing side (R8.5)."""
    public = game.public
    for seat in range(public.players):
        percent = public.abilities[seat, RETREAT]
        if percent > 0 and public.captains_on[loser, seat] > 0:
            n = public.captains_on[loser, seat] * percent // 100
            if n > 0:
                public.captains_on[loser, seat] -= n
                public.all_captains_on[loser] -= n
                public.on_board[seat] -= n
                game.tally[seat].ability_fired += 1
                game.tally[seat].ability_gain += n


@jit
def _score_captains(rules, game, events, winner):
    """Give VP for the Captains on the losing side to all who stand on the winning side (R5.4, I5)."""
    public = game.public
    beaten = public.all_captains_on[winner ^ 1]
    for seat in range(public.players):
        tally = game.tally[seat]
        if public.captains_on[winner, seat] > 0:
            tally.battles_won += 1
            n = beaten
            # What Retreat leaves of the owner's own losers never scores for him (I12).
            if not rules.own_captains_score or public.abilities[seat, RETREAT] > 0:
                n -= public.captains_on[winner ^ 1, seat]
            vp = n * rules.vp_per_captain
            game.private[seat].vp += vp
            tally.vp_battles += vp
            if game.logging:
                events[game.n_events].vp[seat] = vp
        elif (public.supported[seat] >> (winner ^ 1)) & 1:
            tally.battles_lost += 1


@jit
def _take_profit(rules, game, events, winner):
    """Pay Profiteer's coins to those on the winning side (R8.3), clockwise from the first player (I10)."""
    public = game.public
    seat = public.first
    for _ in range(public.players):
        coins = public.abilities[seat, PROFITEER]
        if coins > 0 and public.captains_on[winner, seat] > 0:
            paid = gain_coins(rules, game, seat, coins)
            if paid > 0:
                game.tally[seat].ability_fired += 1
                game.tally[seat].ability_gain += paid
            if game.logging:
                log_profit(game, events, seat, paid)
        seat = seat + 1 if seat + 1 < public.players else 0


@jit
def _bonus_winners(rules, game, winner):
    """Return the seats (mask) with the most Captains on the winning side, Upstage counted (R5.5, R8.2, I4)."""
    public = game.public
    most = 1
    got_bonus = 0
    most_plain = 1
    plain = 0
    upstage = False
    for seat in range(public.players):
        n = public.captains_on[winner, seat]
        if n > most_plain:
            most_plain, plain = n, 0
        if n == most_plain:
            plain |= 1 << seat
        extra = public.abilities[seat, UPSTAGE]
        if extra > 0 and (n > 0 or not rules.upstage_needs_captain):
            n += extra
            upstage = True
        if n > most:
            most, got_bonus = n, 0
        if n == most:
            got_bonus |= 1 << seat
    if upstage and plain != got_bonus:
        _count_upstage(game, plain, got_bonus)
    return got_bonus


@jit
def _count_upstage(game, plain, got_bonus):
    """Count Upstage for the seats that it gave the Bonus to, or spared from sharing it."""
    for seat in range(game.public.players):
        if game.public.abilities[seat, UPSTAGE] > 0 and (got_bonus >> seat) & 1:
            game.tally[seat].ability_fired += 1
            game.tally[seat].ability_gain += 1


@jit
def _give_bonus(rules, game, events, winner, got_bonus):
    """Give the Bonus to `got_bonus`, clockwise from the first player (R5.5, I10); Captains go to the reserve."""
    public = game.public
    token = public.bonus[winner >> 1]
    seat = public.first
    for _ in range(public.players):
        if (got_bonus >> seat) & 1:
            game.tally[seat].bonuses += 1
            reward = rules.last_bonus if token < 0 else rules.bonus_reward[token]
            for i in range(reward.n):
                kind = reward.kind[i]
                if kind == CAPTAIN:
                    gain_reserve(rules, game, events, seat, reward.amount[i])
                else:
                    taken = gain(rules, game, events, seat, kind, reward.amount[i], public.house[winner])
                    if kind == VP:
                        game.tally[seat].vp_bonus += taken
        seat = seat + 1 if seat + 1 < public.players else 0
    if game.logging:
        events[game.n_events].got_bonus = got_bonus


@jit
def _take_spoils(rules, game, events, loser, got_bonus):
    """Let seats with Spoils of War that got the Bonus take the strongest Soldiers of the losing side (R8.1)."""
    public = game.public
    seat = public.first
    for _ in range(public.players):
        n = public.abilities[seat, SPOILS_OF_WAR]
        if n > 0 and (got_bonus >> seat) & 1:
            taken = 0
            for i in range(N_SOLDIERS):
                soldier = rules.by_strength[i]
                captured = min(n - taken, public.soldiers_on[loser, soldier])
                if captured > 0:
                    _capture(game, seat, loser, soldier, captured)
                    taken += captured
                    if game.logging:
                        log_spoils(game, events, seat, soldier, captured)
            if taken > 0:
                game.tally[seat].ability_fired += 1
                game.tally[seat].ability_gain += taken
        seat = seat + 1 if seat + 1 < public.players else 0


@jit
def _capture(game, seat, side, soldier, n):
    game.public.soldiers_on[side, soldier] -= n
    own = game.private[seat]
    own.soldiers[soldier] += n
    own.types |= 1 << soldier


@jit
def clear_side(game, side):
    """Return a side's Captains and Soldiers to their owners and the supply (R5.6)."""
    public = game.public
    for seat in range(public.players):
        public.on_board[seat] -= public.captains_on[side, seat]
        public.captains_on[side, seat] = 0
    public.all_captains_on[side] = 0
    for soldier in range(N_SOLDIERS):
        public.soldiers_left[soldier] += public.soldiers_on[side, soldier]
        public.soldiers_on[side, soldier] = 0
