"""R4: a turn of the action phase, either a placement (perhaps with a Tactic card) or a pass."""

from __future__ import annotations

import numpy as np

from simcore.dogs.events import begin_turn, log_envoy, log_pass, log_placement, mark_tactic
from simcore.dogs.faults import (
    CARD_WITHOUT_PLACEMENT,
    NO_CAPTAIN,
    NO_FAULT,
    NO_SUCH_SOLDIER,
    NO_SUCH_SPACE,
    SIDE_CLOSED,
    SOLDIER_NOT_IN_HAND,
    SOLDIER_TOO_WEAK,
    SPACE_TAKEN,
)
from simcore.dogs.limits import MAX_TILES, N_SOLDIERS
from simcore.dogs.state import (
    COINS,
    DOUBLE_REWARD,
    GAIN_INFLUENCE,
    IGNORE_CONDITION,
    INFLUENCE,
    PASS_CARDS,
    PLACEMENT_COINS,
    STRENGTH,
    VP,
)
from simcore.dogs.supply import amount_of, draw_cards, first_kind, gain, take_from_supply, without
from simcore.dogs.tactics import move_tracker, play_card
from simcore.dogs.views import SIDE_LANE, WAIVED, lowered_for, n_pairs, placement_sums, strength_of
from simcore.jit import jit, jit_inline, nonnegative, opaque


@jit_inline
def take_turn(rules, game, log, seat):
    """Carry out the turn in `game.choice`, if it is legal (R4.1 to R4.8).

    Returns a fault code; the game must not go on where it is not NO_FAULT.
    """
    choice = game.choice
    if log.detailed:
        _count_turn(game, log, seat)
    if choice.passes:
        if choice.card >= 0:
            return CARD_WITHOUT_PLACEMENT
        pass_turn(rules, game, log, seat)
        return NO_FAULT
    effect = -1
    if log.on:
        begin_turn(game, log, seat)
    if choice.card >= 0:
        fault = play_card(rules, game, log, seat, choice)
        if fault != NO_FAULT:
            return fault
        effect = rules.card_effect[nonnegative(choice.card)]
        if log.on:
            mark_tactic(game, log, seat, effect)
    lowered = WAIVED if effect == IGNORE_CONDITION else lowered_for(game.public, seat)
    fault = placement_fault(rules, game, seat, choice, lowered)
    if fault == NO_FAULT:
        place(rules, game, log, seat, choice, effect)
    return fault


@jit
def _count_turn(game, log, seat):
    """Count the turn and the placements among which the seat could choose, a Tactic card aside."""
    details = log.details[seat]
    details.turns += 1
    details.options += n_pairs(placement_sums(game.public, game.private[seat]))


@jit_inline
def placement_fault(rules, game, seat, choice, lowered):
    """Return the fault of the placement in `choice`, the Tactic card having taken effect (R4.2 to R4.4, I8, A7).

    The conditions of all spaces are lowered by so many Soldier types.
    What is legal is found so with two branches only; `_which_fault` tells what is not.
    """
    public = game.public
    soldier = choice.soldier
    battle = choice.battle
    half = choice.side
    space = choice.space
    exists = (battle | half | space | soldier) >= 0
    exists &= (battle < public.battles) & (half <= 1) & (space < rules.spaces) & (soldier < N_SOLDIERS)
    if exists:
        side = nonnegative(2 * battle + half)
        needs = rules.space_needs[nonnegative(public.tile[side]), nonnegative(space)]
        legal = (public.captains[seat] > 0) & (game.private[seat].soldiers[nonnegative(soldier)] > 0)
        legal &= ((public.closed[seat] >> side) & 1) == 0
        legal &= ((public.free[side] >> space) & 1) == 1
        legal &= soldier + lowered >= needs
        if legal:
            return NO_FAULT
    return _which_fault(rules, game, seat, choice, lowered)


@jit
def _which_fault(rules, game, seat, choice, lowered):
    public = game.public
    if public.captains[seat] < 1:
        return NO_CAPTAIN
    soldier = choice.soldier
    if soldier < 0 or soldier >= N_SOLDIERS:
        return NO_SUCH_SOLDIER
    if game.private[seat].soldiers[soldier] < 1:
        return SOLDIER_NOT_IN_HAND
    battle = choice.battle
    half = choice.side
    space = choice.space
    if battle < 0 or battle >= public.battles or half < 0 or half > 1 or space < 0 or space >= rules.spaces:
        return NO_SUCH_SPACE
    side = nonnegative(2 * battle + half)
    if (public.closed[seat] >> side) & 1:
        return SIDE_CLOSED
    if not (public.free[side] >> space) & 1:
        return SPACE_TAKEN
    if soldier + lowered < rules.space_needs[nonnegative(public.tile[side]), space]:
        return SOLDIER_TOO_WEAK
    return NO_FAULT


@jit_inline
def place(rules, game, log, seat, choice, effect):
    """Put Soldier and Captain down, move the tracker, take the reward, then Envoy's token (R4.2 to R4.6, I15).

    What abilities give comes between these two (A11, H2, H3).
    """
    public = game.public
    side = nonnegative(2 * choice.battle + choice.side)
    space = nonnegative(choice.space)
    soldier = nonnegative(choice.soldier)
    _put_down(rules, game, seat, side, space, soldier)
    strength = rules.soldier_strength[soldier]
    if rules.placement_abilities:
        strength = strength_of(rules, public, seat, side, soldier)
    # Which card it was cannot be foreseen, so a mask stands for a branch.
    strength += rules.card_amount[nonnegative(max(0, choice.card))] & opaque(-np.int64(effect == STRENGTH))
    moved = move_tracker(rules, public, side >> 1, side & 1, max(0, strength))
    times = 2 if effect == DOUBLE_REWARD else 1
    house = nonnegative(public.house[side])
    gains = rules.space_gains[nonnegative(public.tile[side]), space]
    game.tally[seat].vp_spaces += times * amount_of(gains, VP)
    while gains:
        kind = first_kind(gains)
        gain(rules, game, log, seat, kind, times * amount_of(gains, kind), house)
        gains = without(gains, kind)
    if rules.placement_abilities:
        _take_by_abilities(rules, game, log, seat, house)
    if log.detailed:
        log.details[seat].space[nonnegative(public.tile[side] % MAX_TILES), space] += 1
        log.details[seat].backed[house] += 1
    if effect == GAIN_INFLUENCE:
        taken = take_from_supply(game, seat, INFLUENCE + house, rules.card_amount[nonnegative(choice.card)])
        if log.on:
            log_envoy(game, log, taken)
    if log.on:
        log_placement(game, log, moved)


@jit_inline
def _put_down(rules, game, seat, side, space, soldier):
    public = game.public
    own = game.private[seat]
    own.soldiers[soldier] -= 1
    own.types &= ~(np.int64(own.soldiers[soldier] == 0) << soldier)
    public.soldiers_on[side, soldier] += 1
    public.captains[seat] -= 1
    public.on_board[seat] += 1
    public.captains_on[side, seat] += 1
    public.all_captains_on[side] += 1
    public.free[side] &= ~(1 << space)
    public.open_spaces[nonnegative(rules.space_needs[nonnegative(public.tile[side]), space])] -= 1 << (SIDE_LANE * side)
    public.occupant[side, space] = seat
    public.supported[seat] |= 1 << side
    public.closed[seat] |= (1 << (side ^ 1)) & ~public.betrayed[seat]
    game.tally[seat].soldiers[soldier] += 1


@jit
def _take_by_abilities(rules, game, log, seat, house):
    """Take what the seat's Dog, then the House supported, gives for each placement (A11, H2, H3)."""
    coins = game.public.abilities[seat, PLACEMENT_COINS]
    if coins > 0:
        _count(game, seat, gain(rules, game, log, seat, COINS, coins, house))
    gains = rules.house_gains[house]
    while gains:
        kind = first_kind(gains)
        gain(rules, game, log, seat, kind, amount_of(gains, kind), house)
        gains = without(gains, kind)


@jit_inline
def _count(game, seat, gained):
    game.tally[seat].ability_fired += np.int64(gained > 0)
    game.tally[seat].ability_gain += gained


@jit_inline
def pass_turn(rules, game, log, seat):
    """Leave the Year: unplaced Captains are gone; the first to pass is next Year's holder (R4.7, R4.8, A8)."""
    public = game.public
    if public.abilities[seat, PASS_CARDS] > 0:
        _count(game, seat, draw_cards(rules, game, log, seat, public.abilities[seat, PASS_CARDS]))
    if log.on:
        log_pass(game, log, seat)
    game.tally[seat].captains_lost += public.captains[seat]
    public.captains[seat] = 0
    public.passed[seat] = 1
    is_first = opaque(np.int64(public.next_holder < 0))
    public.next_holder += is_first * (seat + 1)  # from -1
    game.tally[seat].first_passes += is_first
