"""R4: the turns of the action phase."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.dogs.ruleset import SOLDIERS, TacticCard
from tests.reference import log, placements, tactics, taking
from tests.reference.choices import Strategy, Turn
from tests.reference.components import Gains
from tests.reference.state import Game


def action_phase(table: Game, strategies: Sequence[Strategy]) -> None:
    """R4: turns clockwise from the first player, until all have passed."""
    order = table.clockwise()
    while not all(table.passed):
        for seat in order:
            if not table.passed[seat]:
                take_turn(table, seat, strategies[seat].turn(table.views[seat]))


def take_turn(table: Game, seat: int, turn: Turn | None) -> None:
    """R4: one seat's turn, or its passing (None). An illegal turn changes nothing."""
    if turn is None:
        pass_out(table, seat)
        return
    card = _check(table, seat, turn)
    given, cards = ({}, []) if turn.tactic is None else tactics.play(table, seat, turn.tactic)  # R4.1
    moved = _place(table, seat, turn, card)  # R4.2, R4.5
    gained, drawn = _reward(table, seat, turn, card)  # R4.6
    for gains in _by_abilities(table, seat, turn):
        more, names = taking.take(table, seat, gains, None)
        gained, drawn = log.added(gained, more), drawn + names
    if card is not None and card.effect == "influence":  # I15: after the placement's reward
        house = table.battles[turn.battle].houses[turn.side]
        given = taking.take(table, seat, (("influence", card.amount),), house)[0]
    log.turn(table, seat, turn, given, moved, gained, cards + drawn)


def _check(table: Game, seat: int, turn: Turn) -> TacticCard | None:
    """Check a turn against R4.1 to R4.4, the placement as things stand after the Tactic card (I8); return the card."""
    if turn.tactic is None:
        placements.check(table, seat, turn, placements.means(table, seat))
        return None
    tactics.check(table, seat, turn.tactic)
    card = table.box.cards[turn.tactic.card]
    placements.check(table, seat, turn, tactics.means_after(table, seat, card, turn.tactic.battle))
    return card


def _place(table: Game, seat: int, turn: Turn, card: TacticCard | None) -> int:
    """R4.2, R4.5: Captain to the space, Soldier to the House, tracker towards it; return how far it moved."""
    battle = table.battles[turn.battle]
    table.unplaced[seat] -= 1
    battle.captains[turn.side][seat] += 1
    battle.occupant[turn.side][turn.space] = seat
    battle.supported[turn.side][seat] = True
    table.soldiers[seat][turn.soldier] -= 1
    battle.soldiers[turn.side][turn.soldier] += 1
    kind = f"{SOLDIERS[turn.soldier]}_strength"
    strength = table.box.strengths[turn.soldier] + table.ability(seat, kind)  # A6
    strength += table.house_ability(battle.houses[turn.side], kind)  # H1
    if card is not None and card.effect == "strength":
        strength += card.amount
    return placements.move_tracker(table, battle, turn.side, max(0, strength))


def _reward(table: Game, seat: int, turn: Turn, card: TacticCard | None) -> taking.Taken:
    """R4.6: take the reward of the space, twice as much with a `double_reward` card (I15)."""
    battle = table.battles[turn.battle]
    gains = table.box.space_gains[battle.tiles[turn.side]][turn.space]
    if card is not None and card.effect == "double_reward":
        gains = tuple((kind, 2 * amount) for kind, amount in gains)
    return taking.take(table, seat, gains, battle.houses[turn.side])


def _by_abilities(table: Game, seat: int, turn: Turn) -> list[Gains]:
    """A11, H2, H3: what each placement gives besides the space: by the Dog, then by the House supported."""
    house = table.battles[turn.battle].houses[turn.side]
    return [
        (("coins", table.ability(seat, "placement_coins")),),
        (("coins", table.house_ability(house, "placement_coins")),),
        (("tactics", table.house_ability(house, "placement_cards")),),
    ]


def pass_out(table: Game, seat: int) -> None:
    """R4.7, R4.8, A8: lose the Captains not placed; the first to pass gets the token for the next Year."""
    cards = taking.draw_cards(table, seat, table.ability(seat, "pass_cards"))
    lost = table.unplaced[seat]
    table.unplaced[seat] = 0
    table.passed[seat] = True
    if table.first_passed is None:
        table.first_passed = seat
    log.passing(table, seat, lost, cards)
