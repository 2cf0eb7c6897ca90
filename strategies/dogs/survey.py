"""Taking the notes of a decision: what things are worth to a seat, and how the battles look to it.

Step by step: prices; who stands where; how far the trackers may move; what the Houses' steps mean to the seat; what
each side's victory is worth; how likely it is. `worth.py` reads the notes.

Only + - * / and comparisons are used, so that results do not depend on the machine. A loop over the lanes of notes is
one that the compiler does for several sides at once. All is inlined into one function, which was measured to be a tenth
quicker. The order of the steps matters to speed: what several numbers written one by one are read from as a whole has
to wait for them, so what does not depend on it is put in between.
"""

from __future__ import annotations

import numpy as np

from simcore.dogs.limits import MAX_PLAYERS, MAX_SIDES, N_SOLDIERS
from simcore.dogs.state import (
    CAPTAIN,
    COINS,
    FOOTMAN,
    INFLUENCE,
    LAST_STAND,
    MORE_CAPTAINS,
    PLACEMENT_COINS,
    PROFITEER,
    RETREAT,
    SPOILS_OF_WAR,
    TACTICS,
    UPSTAGE,
    VP,
)
from simcore.dogs.views import bit_count, lowest, strength_of
from simcore.jit import jit_inline, nonnegative
from strategies.dogs.abilities import dogs_are_able, is_able, note_able_dogs, note_able_houses
from strategies.dogs.leader import note_leader
from strategies.dogs.notes import LANES, N_COUNTED, NO_REWARD, UNITS
from strategies.dogs.parameters import (
    BONUS_DOUBT,
    BONUS_WEIGHT,
    CAPTAINS_TO_BEAT,
    HAND_WEIGHT,
    INFLUENCE_WEIGHT,
    OWN_STAKE,
    RIVAL_SHARE,
    SPITE,
    STAKE_GROWTH,
    SUPPORT_STAKE,
    TRACKER_BEND,
    TRACKER_SPREAD,
    VP_OF_WINNING,
    VP_PER_CAPTAIN_LATER,
    VP_PER_COIN,
    VP_PER_COMRADE,
    VP_PER_DRAW,
    VP_PER_FRONT,
    VP_PER_PLACEMENT,
    VP_PER_TOKEN_BACKED,
    VP_PER_WAR_MACHINE,
    VP_TO_WAIT,
    WINS_PER_YEAR,
)
from strategies.dogs.worth import NOTHING, outlook, ramp, smooth, worth_of

_FIRST_SIDES = sum(1 << side for side in range(0, MAX_SIDES, 2))
_SIDES_AS_BYTES = np.array(
    [sum((mask >> side & 1) << (8 * side) for side in range(MAX_SIDES)) for mask in range(1 << MAX_SIDES)], np.int64
)


@jit_inline
def survey(rules, public, own, settings, notes):
    """Take all notes but those of effects (`worth.note_effects`) and rewards (`rewards.note_rewards`)."""
    for field in range(N_COUNTED):
        for lane in range(MAX_SIDES, LANES):
            notes.sides[field, lane] = 0.0
    seat = nonnegative(own.seat)
    note_prices(rules, public, own, settings, notes)
    note_captains(public, seat, notes)
    note_abilities(rules, public, seat, notes)
    note_trackers(rules, public, own, settings, notes)
    houses_are_able = note_houses(rules, public, own, settings, notes)
    note_bonuses(rules, public, own, settings, notes)
    if houses_are_able:
        note_able_houses(rules, public, notes)
    if public.abilities[seat, SPOILS_OF_WAR] > 0:
        note_spoils(public, public.abilities[seat, SPOILS_OF_WAR], notes)
    for side in range(LANES):
        notes.foe[side] = 0.0
        notes.envied[side] = 0.0
    if settings.value[SPITE] != 0.0:
        note_leader(rules, public, seat, settings.value[SPITE], notes)
    note_stakes(rules, public, own, settings, notes)
    if dogs_are_able(public):
        note_able_dogs(rules, public, seat, notes)
    note_opposites(notes)
    note_outlooks(rules, settings, notes)
    note_leanings(public, own, settings, notes)
    note_placements(rules, public, seat, notes)


@jit_inline
def note_prices(rules, public, own, settings, notes):
    """Note what a Soldier in the hand is worth, and each kind of reward but Influence.

    A Soldier in the hand saves the coins for another one, or counts at the end (R7.4). One more Soldier, or Captain,
    is worth a placement besides where the other abounds.
    """
    last = public.year == rules.years
    coin = 1.0 / rules.coins_per_vp if last else settings.value[VP_PER_COIN]
    hand = settings.value[HAND_WEIGHT]
    card = hand * rules.vp_per_card
    seat = nonnegative(own.seat)
    held = 0
    for soldier in range(N_SOLDIERS):
        held += own.soldiers[soldier]
    lacking = public.captains[seat] - held
    figures = rules.figures - public.on_board[seat] - public.captains[seat] - public.reserve[seat]
    placement = settings.value[VP_PER_PLACEMENT] + coin * public.abilities[seat, PLACEMENT_COINS]
    strongest = rules.by_strength[0]
    liking = 0.0 if last else settings.value[VP_PER_WAR_MACHINE]
    for soldier in range(N_SOLDIERS):
        keep = card if last else max(card, hand * (coin * rules.dog_cost[nonnegative(public.dog[seat]), soldier]))
        notes.keep[soldier] = keep
        keep += placement if lacking > 0 else 0.0
        keep += liking if soldier == strongest else 0.0
        notes.price[FOOTMAN + soldier] = keep if public.soldiers_left[soldier] > 0 else 0.0
    notes.price[VP] = 1.0
    notes.price[NO_REWARD] = 0.0
    notes.price[COINS] = coin
    notes.price[TACTICS] = card if last else card + settings.value[VP_PER_DRAW]
    notes.price[CAPTAIN] = placement if lacking < 0 and figures > 0 else 0.0
    notes.price[INFLUENCE] = 0.0  # differs by House
    for kind in range(NO_REWARD + 1):
        notes.unit[kind] = notes.price[kind] * UNITS[kind]


@jit_inline
def note_captains(public, seat, notes):
    """Note who stands where, and how many Captains each battle may still expect.

    These are all that are unplaced but the one about to be, shared out evenly over the free spaces.
    """
    captains = -np.int64(public.captains[seat] > 0)
    free = 0
    rivals = 0
    for other in range(MAX_PLAYERS):
        captains += public.captains[other]
        rivals += _SIDES_AS_BYTES[public.supported[other]]
    rivals -= _SIDES_AS_BYTES[public.supported[seat]]
    for side in range(MAX_SIDES):
        free += bit_count(public.free[side])
    per_space = captains / max(free, captains, 1)
    for side in range(MAX_SIDES):
        most = 0
        for other in range(MAX_PLAYERS):
            n = public.captains_on[side, other]
            most = max(most, n if other != seat else 0)
        mine = public.captains_on[side, seat]
        notes.most[side] = most
        notes.rivals[side] = (rivals >> (8 * side)) & 0xFF
        notes.mine[side] = mine
        notes.losers[side ^ 1] = mine
        notes.beaten[side ^ 1] = public.all_captains_on[side] - mine
        notes.push[side] = 0.0
        notes.coming[side] = per_space * (bit_count(public.free[side]) + bit_count(public.free[side ^ 1]))


@jit_inline
def note_abilities(rules, public, seat, notes):
    """Correct the notes for the abilities of those who stand there: Upstage, Retreat, Last Stand (R8.2, R8.4, R8.5)."""
    others = ~(1 << seat)
    seats = public.able[UPSTAGE] & others
    while seats:
        other = lowest(seats)
        seats &= seats - 1
        for side in range(MAX_SIDES):
            n = public.captains_on[side, other]
            n += public.abilities[other, UPSTAGE] * np.int64(n > 0)
            notes.most[side] = max(notes.most[side], np.float64(n))
    seats = public.able[RETREAT] & others
    while seats:
        other = lowest(seats)
        seats &= seats - 1
        share = 0.01 * public.abilities[other, RETREAT]
        for side in range(MAX_SIDES):
            notes.beaten[side ^ 1] -= share * public.captains_on[side, other]
    seats = public.able[LAST_STAND]
    while seats:
        other = lowest(seats)
        seats &= seats - 1
        spaces = last_stand_spaces(rules, public, other)
        for side in range(MAX_SIDES):
            notes.push[side] += spaces if public.captains_on[side, other] > 0 else 0.0


@jit_inline
def last_stand_spaces(rules, public, seat):
    """Return by how much the seat's Last Stand may move a tracker; half of it where it moves but one (I2)."""
    spaces = np.float64(public.abilities[seat, LAST_STAND])
    return 0.5 * spaces if rules.last_stand_one else spaces


@jit_inline
def note_houses(rules, public, own, settings, notes):
    """Note how much of each House the seat has, and what the House's steps on the track are worth to it.

    The stake in a House is the seat's tokens, Support card included, less the rivals' average: what a step gives all
    rivals alike is no gain. How many they have is seen from the tokens left. Returns whether any of the Houses has an
    ability that `note_able_houses` reckons with.
    """
    wins = settings.value[WINS_PER_YEAR] * (rules.years - public.year)
    rival = settings.value[RIVAL_SHARE] / (public.players - 1)
    growth = 1.0 + settings.value[STAKE_GROWTH] * wins
    own_stake = settings.value[OWN_STAKE]
    support_stake = settings.value[SUPPORT_STAKE]
    notes.rival = rival
    notes.wins = wins
    last = nonnegative(rules.n_track - 1)
    values = rules.house_values
    for side in range(LANES):
        notes.top[side] = values[last]
        notes.fall[side] = 0.0
        notes.beating[side] = 0.0
        notes.trophy[side] = rules.vp_per_captain
    able = 0
    for side in range(MAX_SIDES):
        house = nonnegative(public.house[side])
        track = nonnegative(public.track[house])
        able |= is_able(rules, house)
        now = values[track]
        won = values[nonnegative(min(track + rules.victory_steps, last))]
        glorious = values[nonnegative(min(track + rules.glorious_steps, last))]
        crushed = values[nonnegative(max(track - rules.crushing_steps, 0))]
        mine = own.influence[house]
        left = public.influence_left[house]
        theirs = rules.influence_tokens - left - mine
        support = rules.support_tokens * np.int64(own.support == house)
        tokens = (own_stake * mine + support_stake * support - rival * theirs) * growth
        notes.tokens[side] = tokens
        notes.held[side] = mine + support
        notes.against[side ^ 1] = mine + support
        notes.value[side] = now
        notes.step[side] = won - now
        notes.rise[side] = glorious - won
        notes.crushing[side ^ 1] = (crushed - now) * tokens
        notes.left[side] = np.int64(left > 0)
    return able


@jit_inline
def note_bonuses(rules, public, own, settings, notes):
    """Note what the Bonus tokens give (R5.5)."""
    later = -notes.price[CAPTAIN]
    captains = public.reserve[own.seat] + public.abilities[own.seat, MORE_CAPTAINS]
    if public.year < rules.years and rules.captains[public.year] + captains < rules.figures:
        later += settings.value[VP_PER_CAPTAIN_LATER]
    for battle in range(public.battles):
        token = nonnegative(public.bonus[battle])
        reward = rules.bonus_reward[token]
        worth = worth_of(rules.bonus_gains[token], notes, 0.0) + reward[CAPTAIN] * later
        for side in range(2 * battle, 2 * battle + 2):
            notes.bonus[side] = worth
            notes.bonus_tokens[side] = reward[INFLUENCE]


@jit_inline
def note_spoils(public, spoils, notes):
    """Add what Spoils of War takes with the Bonus (R8.1)."""
    for side in range(2 * public.battles):
        notes.bonus[side] += spoils * _best_spoils(public, notes, side ^ 1)


@jit_inline
def _best_spoils(public, notes, side):
    best = notes.keep[0]
    for soldier in range(1, N_SOLDIERS):
        taken = notes.keep[soldier] if public.soldiers_on[side, soldier] > 0 else NOTHING
        best = max(best, taken)
    return best


@jit_inline
def note_stakes(rules, public, own, settings, notes):
    """Note what each side's victory is worth to the seat: to stay as it is there, and with one Captain more.

    To all: the House's step. To those on the side: VP for the losers (R5.4), Profiteer's coin (R8.3), a chance of the
    Bonus. VP of rivals are counted against it. Nobody scores Captains that Retreat.
    """
    abilities = public.abilities[nonnegative(own.seat)]
    exposed = 1.0 - 0.01 * abilities[RETREAT]
    scoring = np.float64(rules.own_captains_score) if abilities[RETREAT] == 0 else 0.0
    profit = abilities[PROFITEER] * notes.price[COINS]
    yet_to_beat = settings.value[CAPTAINS_TO_BEAT]
    doubt = settings.value[BONUS_DOUBT]
    upstage = np.float64(abilities[UPSTAGE])
    bonus_weight = settings.value[BONUS_WEIGHT]
    influence = settings.value[INFLUENCE_WEIGHT]
    wins = notes.wins
    for side in range(LANES):
        step = notes.step[side]
        vp = notes.trophy[side]
        losers = notes.losers[side]
        beaten = notes.beaten[side]
        coming = notes.coming[side]
        facing = notes.rival * vp * notes.rivals[side]
        base = step * notes.tokens[side] + notes.beating[side] - facing * (beaten + exposed * losers)
        base -= notes.envied[side]
        gain = vp * (beaten + scoring * losers) + profit + yet_to_beat * vp * coming
        rise = (1.0 + wins) * step - wins * notes.fall[side]
        token = influence * min(notes.value[side] + rise, notes.top[side])
        bonus = bonus_weight * (notes.bonus[side] + notes.bonus_tokens[side] * token)
        lead = notes.mine[side] + upstage - notes.most[side]
        sure = 0.5 / (1.0 + doubt * coming)
        there = 1.0 if notes.mine[side] > 0.0 else 0.0
        notes.stay[side] = base + there * (gain + bonus * ramp((2.0 * lead + 1.0) * sure))
        notes.win[side] = base + gain + bonus * ramp((2.0 * lead + 3.0) * sure)
        notes.further[side] = there * scoring * vp - (facing + vp * notes.foe[side]) * exposed
        notes.glory[side] = notes.rise[side] * notes.tokens[side] + notes.crushing[side]


@jit_inline
def note_trackers(rules, public, own, settings, notes):
    """Note how the trackers stand, and how far they may still move."""
    stand = last_stand_spaces(rules, public, own.seat)
    average = 0
    for soldier in range(N_SOLDIERS):
        average += rules.soldier_strength[soldier]
    spread = settings.value[TRACKER_SPREAD] * average / N_SOLDIERS
    bend = settings.value[TRACKER_BEND]
    for side in range(MAX_SIDES):
        other = side ^ 1
        tracker = public.tracker[side >> 1]
        tracker = -tracker if side & 1 else tracker
        notes.margin[side] = tracker + notes.push[side] - notes.push[other]
        notes.stand[side] = 0.0 if notes.mine[side] > 0.0 else stand
        coming = notes.coming[side]
        notes.narrow[side] = 1.0 / (0.5 + spread * coming / (1.0 + bend * coming))


@jit_inline
def note_opposites(notes):
    """Note what the opposite side's victory is worth."""
    for side in range(MAX_SIDES):
        other = side ^ 1
        notes.lost[side] = notes.stay[other]
        notes.loss[side] = notes.stay[other] + notes.further[other]
        notes.shame[side] = notes.glory[other]


@jit_inline
def note_outlooks(rules, settings, notes):
    """Note what each battle is worth as it stands, and an Influence token of each side's House.

    A token is taken with a Soldier of at least usual strength, so its House is that much nearer to victory.
    """
    end = np.float64(rules.track_end)
    wins = notes.wins
    influence = settings.value[INFLUENCE_WEIGHT]
    for side in range(LANES):
        margin = notes.margin[side]
        notes.now[side] = outlook(notes, side, end, margin, notes.stay[side], notes.lost[side])
        chance = smooth((margin + 2.5) * notes.narrow[side])
        rise = (chance + wins) * notes.step[side] - (1.0 - chance + wins) * notes.fall[side]
        token = min(notes.value[side] + rise, notes.top[side])
        notes.token[side] = influence * token * notes.left[side]


@jit_inline
def note_leanings(public, own, settings, notes):
    """Note what a placement on each side is worth for other reasons than its battle's worth and its reward.

    These are: own tokens in the House; whether the side is winning (to be on the losing one frightens nobody whose
    Captains Retreat); own Captains there, as far as more of them may win the Bonus; and, against it, entering one more
    battle. What they come to is taken off the battle's worth before the placement.
    """
    backing = settings.value[VP_PER_TOKEN_BACKED]
    winning = settings.value[VP_OF_WINNING]
    comrade = settings.value[VP_PER_COMRADE]
    front = settings.value[VP_PER_FRONT]
    notes.patience = settings.value[VP_TO_WAIT]
    if (backing == 0.0) & (winning == 0.0) & (comrade == 0.0) & (front == 0.0):
        for side in range(LANES):
            notes.before[side] = notes.now[side]
        return
    exposed = 1.0 - 0.01 * public.abilities[nonnegative(own.seat), RETREAT]
    supported = public.supported[nonnegative(own.seat)]
    fronts = np.float64(bit_count((supported | (supported >> 1)) & _FIRST_SIDES))
    for side in range(LANES):
        sure = min(max(notes.margin[side] * notes.narrow[side], -1.0), 1.0)
        sure = max(sure, 0.0) + exposed * min(sure, 0.0)
        mine = notes.mine[side]
        new = 1.0 if mine + notes.losers[side] == 0.0 else 0.0
        leaning = backing * (notes.held[side] - notes.against[side]) + winning * sure
        leaning += comrade * min(mine, notes.most[side] + 1.0) - front * fronts * new
        notes.before[side] = notes.now[side] - leaning


@jit_inline
def note_placements(rules, public, seat, notes):
    """Note what each Soldier type moves the tracker on each side, before cards, and what abilities give there."""
    for soldier in range(N_SOLDIERS):
        for side in range(LANES):
            notes.strength[soldier, side] = rules.soldier_strength[soldier]
    if rules.placement_abilities:
        for side in range(2 * public.battles):
            for soldier in range(N_SOLDIERS):
                notes.strength[soldier, side] = strength_of(rules, public, seat, side, soldier)
            coins = public.abilities[seat, PLACEMENT_COINS]
            gains = rules.house_gains[nonnegative(public.house[side])]
            notes.before[side] -= coins * notes.price[COINS] + worth_of(gains, notes, 0.0)
