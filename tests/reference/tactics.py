"""R6 and C3: Tactic cards; which may be played (I8) and what they do before the placement."""

from __future__ import annotations

from simcore.dogs.ruleset import SOLDIERS, TacticCard
from tests.reference import placements, taking
from tests.reference.choices import IllegalMove, Tactic
from tests.reference.components import Gains
from tests.reference.placements import Means
from tests.reference.state import Game

NAMES_BATTLE = ("betrayal", "tracker")
"""Effects that are played on a battle of the seat's choice."""

NAMES_SIDE = ("tracker",)
"""Effects that also take a direction."""


def check(table: Game, seat: int, tactic: Tactic) -> None:
    """Raise IllegalMove unless a seat holds the card and says what its effect asks for (R4.1, C3)."""
    if not 0 <= tactic.card < len(table.box.cards) or not table.hands[seat][tactic.card]:
        raise IllegalMove("R4.1", f"Tactic card {tactic.card} not in hand")
    effect = table.box.cards[tactic.card].effect
    if (tactic.battle is not None) != (effect in NAMES_BATTLE) or (tactic.side is not None) != (effect in NAMES_SIDE):
        raise IllegalMove("C3", f"{effect} played with battle {tactic.battle}, side {tactic.side}")
    if tactic.battle is not None and not 0 <= tactic.battle < len(table.battles):
        raise IllegalMove("C3", f"{effect} on battle {tactic.battle}, which is not fought")
    if tactic.side not in (None, 0, 1):
        raise IllegalMove("C3", f"{effect} towards side {tactic.side}")


def means_after(table: Game, seat: int, card: TacticCard, battle: int | None) -> Means:
    """Return what a seat would place with once a card has taken effect: what I8 looks at.

    Only four effects can make a placement possible: a Soldier, a Captain, Betrayal, and a condition ignored.
    The supply and the figures bound the first two (R4.6, R0.5).
    """
    captains = table.unplaced[seat]
    soldiers = table.soldiers[seat]
    if card.effect == "soldier":
        soldier = soldier_of(card)
        if table.soldier_supply[soldier]:
            soldiers = list(soldiers)
            soldiers[soldier] += 1
    elif card.effect == "captain":
        captains += min(card.amount, table.ruleset.components.captain_figures - table.figures(seat))
    traitor = battle if card.effect == "betrayal" else None
    return Means(captains, soldiers, traitor, any_space=card.effect == "ignore_condition")


def playable(table: Game, seat: int, card: TacticCard, battle: int | None) -> bool:
    """I8: is there a legal placement once the card (played on `battle`, where it names one) has taken effect?"""
    return bool(placements.legal(table, seat, means_after(table, seat, card, battle)))


def soldier_of(card: TacticCard) -> int:
    """Return the Soldier type that a `soldier` card takes."""
    assert card.soldier is not None
    return SOLDIERS.index(card.soldier)


def play(table: Game, seat: int, tactic: Tactic) -> taking.Taken:
    """R4.1: discard a card and do what it does before the placement; return what it gave.

    `strength`, `ignore_condition`, `double_reward` and `influence` act later in the turn, in `action`.
    """
    table.hands[seat][tactic.card] -= 1
    table.discards[tactic.card] += 1  # R6.1: at once, so that this turn's draws may bring it back
    card = table.box.cards[tactic.card]
    if card.effect == "betrayal":
        assert tactic.battle is not None
        table.battles[tactic.battle].betrayal[seat] = True
    elif card.effect == "tracker":
        assert tactic.battle is not None and tactic.side is not None
        placements.move_tracker(table, table.battles[tactic.battle], tactic.side, card.amount)
    return taking.take(table, seat, _at_once(card), None)


def _at_once(card: TacticCard) -> Gains:
    """Return what a card gives before the placement; no Influence, which `influence` gives after it."""
    if card.effect in ("coins", "vp", "captain"):
        return ((card.effect, card.amount),)
    if card.effect == "draw":
        return (("tactics", card.amount),)
    if card.effect == "soldier":
        return ((SOLDIERS[soldier_of(card)], 1),)
    return ()
