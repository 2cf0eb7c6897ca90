"""R6 and C3: what a Tactic card does before the placement of its turn."""

from __future__ import annotations

from simcore.dogs.faults import CARD_NOT_IN_HAND, NO_FAULT, NO_SUCH_CARD_BATTLE, NO_SUCH_CARD_SIDE
from simcore.dogs.state import BETRAYAL, MOVE_TRACKER, VP
from simcore.dogs.supply import amount_of, first_kind, gain
from simcore.dogs.views import closed_after_betrayal
from simcore.jit import jit, jit_inline, nonnegative


@jit
def play_card(rules, game, log, seat, choice):
    """Discard the chosen Tactic card and carry out what it does at once (R4.1, R6.1).

    The effects that change the placement itself (strength, ignore_condition, double_reward, influence) are left to
    `action.place`. Returns a fault code.
    """
    own = game.private[seat]
    card = nonnegative(choice.card)
    if card >= rules.n_cards or own.cards[card] == 0:
        return CARD_NOT_IN_HAND
    own.cards[card] -= 1
    own.n_cards -= 1
    if own.cards[card] == 0:
        own.card_names &= ~(1 << card)
    game.public.discards[card] += 1
    game.tally[seat].tactics_played += 1
    if log.detailed:
        log.details[seat].played[card] += 1
    effect = rules.card_effect[card]
    if effect == BETRAYAL or effect == MOVE_TRACKER:
        return _act_on_battle(rules, game.public, seat, choice, effect)
    gains = rules.card_gains[card]
    if gains:
        kind = first_kind(gains)
        game.tally[seat].vp_tactics += amount_of(gains, VP)
        gain(rules, game, log, seat, kind, amount_of(gains, kind), 0)
    return NO_FAULT


@jit
def _act_on_battle(rules, public, seat, choice, effect):
    battle = choice.card_battle
    if battle < 0 or battle >= public.battles:
        return NO_SUCH_CARD_BATTLE
    if effect == BETRAYAL:
        public.closed[seat] = closed_after_betrayal(public, seat, battle)
        public.betrayed[seat] |= 3 << (2 * battle)
        return NO_FAULT
    if choice.card_side != 0 and choice.card_side != 1:
        return NO_SUCH_CARD_SIDE
    move_tracker(rules, public, nonnegative(battle), choice.card_side, rules.card_amount[nonnegative(choice.card)])
    return NO_FAULT


@jit_inline
def move_tracker(rules, public, battle, side, spaces):
    """Move a battle's tracker towards `side`, never past the track's end (R4.5); returns the signed move."""
    before = public.tracker[battle]
    moved = before + (1 - 2 * side) * spaces
    after = max(min(moved, rules.track_end), -rules.track_end)
    public.tracker[battle] = after
    return after - before
