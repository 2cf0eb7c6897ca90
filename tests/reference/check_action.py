"""Log checker: `turn` and `pass` lines (R4, R6)."""

from __future__ import annotations

from collections import Counter

from simcore.dogs.ruleset import REWARDS, SOLDIERS, TacticCard
from tests.reference.ledger import Event, Fight, Ledger, demand, expect, printed

PARAMETERS = {"betrayal": ["battle"], "tracker": ["battle", "side"]}


def turn(ledger: Ledger, event: Event, seat: int) -> None:
    """R4: a Tactic card or none, a placement, its reward; `seat` is whose turn it is."""
    expect("R4", "seat", event["seat"], seat)
    named = list(event["cards"])
    card = None if event["tactic"] is None else _card(ledger, event["tactic"], seat)
    given = {} if card is None else _effect(ledger, event["tactic"], card, seat, named)
    fight = _placement(ledger, event, card, seat)
    _tracker(ledger, event, card, fight)
    house = fight.houses[event["side"]]
    space = ledger.rules.tiles[fight.tiles[event["side"]] - 1][event["space"]]
    times = 2 if card is not None and card.effect == "double_reward" else 1
    gained = ledger.give(seat, printed(space.reward, times), house, named)
    expect("R4.6", "gained", event["gained"], _with_abilities(ledger, seat, house, gained, named))
    if card is not None and card.effect == "influence":
        given = ledger.give(seat, {"influence": card.amount}, house, named)
    expect("C3", "drawn_by_tactic", event["drawn_by_tactic"], given)
    ledger.drawn_all(named)


def _with_abilities(ledger: Ledger, seat: int, house: str, gained: dict[str, int], named: list[str]) -> dict[str, int]:
    """A11, H2, H3: coins by the Dog, then coins and cards by the House, added to what the space gave."""
    total = Counter(gained)
    total["coins"] += ledger.pay_out(seat, ledger.dog(seat, "placement_coins"))
    total["coins"] += ledger.pay_out(seat, ledger.of_house(house, "placement_coins"))
    total["tactics"] += ledger.draw(seat, ledger.of_house(house, "placement_cards"), named)
    return {kind: total[kind] for kind in REWARDS if total[kind]}


def _card(ledger: Ledger, tactic: Event, seat: int) -> TacticCard:
    """R4.1, R6.1: the card comes out of the hand and is discarded at once."""
    name = tactic["card"]
    demand("R4.1", ledger.hands[seat][name] > 0, f"{name} not in the hand of seat {seat}")
    ledger.hands[seat][name] -= 1
    ledger.discards[name] += 1
    card = ledger.cards[name]
    expect("L", f"fields of {name}", list(tactic), ["card", *PARAMETERS.get(card.effect, [])])
    demand("C3", 0 <= tactic.get("battle", 0) < len(ledger.fights), f"{name} on a battle not fought: {tactic}")
    demand("C3", tactic.get("side", 0) in (0, 1), f"no such side: {tactic}")
    return card


def _effect(ledger: Ledger, tactic: Event, card: TacticCard, seat: int, named: list[str]) -> dict[str, int]:
    """C3: what a card does before the placement; return what it gives."""
    reward: dict[str, int] = {}
    if card.effect == "betrayal":
        ledger.fights[tactic["battle"]].traitors.add(seat)
    elif card.effect == "tracker":
        fight, end = ledger.fights[tactic["battle"]], ledger.rules.battle.track_end
        step = -card.amount if tactic["side"] else card.amount
        fight.tracker = max(-end, min(end, fight.tracker + step))
    elif card.effect == "soldier":
        assert card.soldier is not None
        reward = {card.soldier: 1}
    elif card.effect == "draw":
        reward = {"tactics": card.amount}
    elif card.effect in ("coins", "vp", "captain"):
        reward = {card.effect: card.amount}
    return ledger.give(seat, reward, "", named)


def _placement(ledger: Ledger, event: Event, card: TacticCard | None, seat: int) -> Fight:
    """R4.2 to R4.4: a Captain and a Soldier in hand, to a free space, on a side that may be supported."""
    index, side, space, soldier = (event[key] for key in ("battle", "side", "space", "soldier"))
    demand("R4.2", 0 <= index < len(ledger.fights) and side in (0, 1), f"battle {index}, side {side}")
    fight: Fight = ledger.fights[index]
    tile = ledger.rules.tiles[fight.tiles[side] - 1]
    demand("R4.2", 0 <= space < len(tile) and (side, space) not in fight.standing, f"space {space} not free")
    demand("R4.2", ledger.to_place[seat] > 0, f"seat {seat} has no Captain to place")
    demand("R4.2", ledger.soldiers[seat][soldier] > 0, f"seat {seat} has no {soldier}")
    crossed = seat in fight.supporters[1 - side] and seat not in fight.traitors
    demand("R4.3", not crossed, f"seat {seat} has supported the other House of battle {index}")
    needs = tile[space].needs
    if needs is not None and not (card is not None and card.effect == "ignore_condition"):
        counts_as = SOLDIERS.index(soldier) + ledger.dog(seat, "lower_conditions")  # A7
        counts_as += ledger.of_house(fight.houses[side], "lower_conditions")  # H9
        demand("R4.4", counts_as >= SOLDIERS.index(needs), f"{soldier} where {needs} or better is asked")
    ledger.to_place[seat] -= 1
    ledger.soldiers[seat][soldier] -= 1
    fight.lying[side][soldier] += 1
    fight.standing[side, space] = seat
    fight.supporters[side].add(seat)
    return fight


def _tracker(ledger: Ledger, event: Event, card: TacticCard | None, fight: Fight) -> None:
    """R4.5: the tracker moves by the Soldier's strength, a strength card added, up to the end of the track."""
    kind = f"{event['soldier']}_strength"
    strength = ledger.rules.soldiers[event["soldier"]].strength + ledger.dog(event["seat"], kind)  # A6
    strength += ledger.of_house(fight.houses[event["side"]], kind)  # H1
    if card is not None and card.effect == "strength":
        strength += card.amount
    strength = strength if strength > 0 else 0
    end, before = ledger.rules.battle.track_end, fight.tracker
    fight.tracker = max(-end, before - strength) if event["side"] else min(end, before + strength)
    expect("R4.5", "moved", event["moved"], fight.tracker - before)
    expect("R4.5", "tracker", event["tracker"], fight.tracker)


def passing(ledger: Ledger, event: Event, seat: int) -> None:
    """R4.7: the Captains left are gone; `seat` is whose turn it is."""
    expect("R4", "seat", event["seat"], seat)
    expect("R4.7", "captains_lost", event["captains_lost"], ledger.to_place[seat])
    ledger.to_place[seat] = 0
    ledger.passed.append(seat)
    named = list(event.get("cards", []))
    demand("L", named or "cards" not in event, "an empty list of cards")
    ledger.draw(seat, ledger.dog(seat, "pass_cards"), named)  # A8
    ledger.drawn_all(named)
