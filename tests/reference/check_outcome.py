"""Log checker: `last_stand`, `outcome` and `end` lines (R5, R7, R8)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from simcore.dogs.ruleset import SOLDIERS
from tests.reference.ledger import Event, Fight, Ledger, demand, expect


def last_stand(ledger: Ledger, event: Event, before: tuple[int, int] | None) -> tuple[int, int]:
    """R8.4: a tracker moved before the outcomes; return (place in turn order, battle), which must rise from `before`.

    I9 and I14 need no look of their own: he must stand on the side favoured, and off the end of the other side.
    """
    seat, index = event["seat"], event["battle"]
    demand("R8.4", 0 <= seat < ledger.players and 0 <= index < len(ledger.fights), f"seat {seat}, battle {index}")
    place = (ledger.clockwise().index(seat), index)
    demand("I10", before is None or before < place, "Last Stand out of order")
    once = ledger.rules.readings.last_stand_scope == "each" or before is None or before[0] < place[0]
    demand("I2", once, f"seat {seat} uses Last Stand in a second battle")
    fight, end, most = ledger.fights[index], ledger.rules.battle.track_end, ledger.abilities[seat].get("last_stand", 0)
    expect("R8.4", "from", event["from"], fight.tracker)
    moved = event["to"] - event["from"]
    demand("R8.4", 0 < abs(moved) <= most, f"moved by {moved}, allowed {most}")
    side = 0 if moved > 0 else 1
    lead = {0: 1, 1: -1}[side]
    demand("I9", fight.captains(side, seat), f"seat {seat} does not stand on side {side}")
    demand("R8.4", event["from"] * lead > -end, "tracker stood at the end against him")
    furthest = end if ledger.rules.readings.last_stand_to_glory else end - 1
    demand("I3", event["to"] * lead <= furthest, f"pushed to {event['to']}")
    fight.tracker = event["to"]
    return place


def outcome(ledger: Ledger, event: Event, index: int) -> None:
    """R5, I12: a battle settled; `index` is the battle whose turn it is."""
    expect("R5", "battle", event["battle"], index)
    fight = ledger.fights[index]
    expect("R5", "tracker", event["tracker"], fight.tracker)
    if fight.tracker == 0:
        _nothing(ledger, event)
        winning = None
    else:
        winning = 0 if fight.tracker > 0 else 1
        _decided(ledger, event, fight, winning)
    _track(ledger, event["track"], fight)
    for side in (0, 1):
        ledger.supply.update(fight.lying[side])
        fight.lying[side].clear()
    fight.standing.clear()


def _nothing(ledger: Ledger, event: Event) -> None:
    """R5.1: nobody wins and nobody gets anything."""
    players = ledger.players
    wanted: Event = {
        "winner": None,
        "glorious": False,
        "vp": [0] * players,
        "profit": [0] * players,
        "bonus": [],
        "bonus_gained": [{}] * players,
        "cards": [[]] * players,
        "spoils": {},
    }
    for key, value in wanted.items():
        expect("R5.1", key, event[key], value)
    ledger.drawn_all([])


def _decided(ledger: Ledger, event: Event, fight: Fight, winning: int) -> None:
    """R5.2 to R5.5, R8: everything a won battle brings, in the order of I12."""
    rules = ledger.rules.battle
    glorious = abs(fight.tracker) == rules.track_end
    expect("R5.2", "winner", event["winner"], fight.houses[winning])
    expect("R5.3", "glorious", event["glorious"], glorious)
    last = len(ledger.rules.house_track) - 1
    up, down = (rules.glorious_steps, rules.crushing_steps) if glorious else (rules.victory_steps, 0)
    winner, loser = fight.houses[winning], fight.houses[1 - winning]
    ledger.track[winner] = min(last, ledger.track[winner] + up + ledger.of_house(winner, "victory_steps"))  # H4
    ledger.track[loser] = max(0, ledger.track[loser] - down - ledger.of_house(loser, "defeat_steps"))  # H5
    seats = range(ledger.players)
    losers = [seat for seat in seats if fight.captains(1 - winning, seat) and not fight.captains(winning, seat)]
    _retreat(ledger, fight, 1 - winning)
    stood = [fight.captains(winning, seat) for seat in seats]
    expect("R5.4", "vp", event["vp"], [_vp(ledger, fight, winning, seat) if stood[seat] else 0 for seat in seats])
    for seat in seats:
        ledger.vp[seat] += event["vp"][seat]
    profit = [0] * ledger.players
    for seat in ledger.clockwise():
        if stood[seat]:
            profit[seat] = ledger.pay_out(seat, ledger.abilities[seat].get("profiteer", 0))
        elif seat in losers:
            profit[seat] = ledger.pay_out(seat, ledger.dog(seat, "defeat_coins"))  # A10
    expect("R8.3", "profit", event["profit"], profit)
    _bonus(ledger, event, fight, winning, stood)
    _spoils(ledger, event, fight.lying[1 - winning])


def _retreat(ledger: Ledger, fight: Fight, losing: int) -> None:
    """R8.5: Captains of a Dog with Retreat leave the losing side."""
    for seat in range(ledger.players):
        percent = ledger.abilities[seat].get("retreat", 0)
        mine = [where for where, who in fight.standing.items() if where[0] == losing and who == seat]
        for where in mine[: len(mine) * percent // 100]:
            del fight.standing[where]


def _vp(ledger: Ledger, fight: Fight, winning: int, seat: int) -> int:
    """R5.4, I5, I12, A9, A12, H7, H8: VP of a seat that stands on the winning side."""
    own_count = ledger.rules.readings.own_captains_score and not ledger.abilities[seat].get("retreat")
    beaten = [who for where, who in fight.standing.items() if where[0] != winning and (own_count or who != seat)]
    worth = ledger.rules.battle.vp_per_captain + ledger.of_house(fight.houses[winning], "beaten_vp")
    worth += ledger.of_house(fight.houses[1 - winning], "fallen_vp")
    own = ledger.dog(seat, "victory_vp") + fight.captains(winning, seat) * ledger.dog(seat, "captain_vp")
    return len(beaten) * worth + own


def _bonus(ledger: Ledger, event: Event, fight: Fight, winning: int, stood: list[int]) -> None:
    """R5.5, R8.2, I4: who gets the Bonus, and what of it there was, clockwise (I10)."""
    strict = ledger.rules.readings.upstage_needs_captain
    upstage = [abilities.get("upstage", 0) for abilities in ledger.abilities]
    counts = [n + extra if n or not strict else 0 for n, extra in zip(stood, upstage, strict=True)]
    getters = [seat for seat, count in enumerate(counts) if count and count == max(counts)]
    expect("R5.5", "bonus", event["bonus"], getters)
    gained: list[dict[str, int]] = [{} for _ in stood]
    for seat in ledger.clockwise():
        named = list(event["cards"][seat])
        if seat in getters:
            times = 1 + ledger.of_house(fight.houses[winning], "more_bonus")  # H10
            bonus = {kind: times * amount for kind, amount in fight.bonus.items()}
            gained[seat] = ledger.give(seat, bonus, fight.houses[winning], named, keep=True)
            expect("R5.5", f"bonus_gained of seat {seat}", event["bonus_gained"][seat], gained[seat])
        expect("R6.1", f"further cards of seat {seat}", named, [])
    expect("R5.5", "bonus_gained", event["bonus_gained"], gained)
    expect("R6.1", "reshuffle without need", ledger.reshuffled, None)


def _spoils(ledger: Ledger, event: Event, lying: Counter[str]) -> None:
    """R8.1: each getter of the Bonus with the ability takes the strongest Soldiers of the losing side."""
    wanted: dict[str, Any] = {}
    for seat in ledger.clockwise():
        if seat not in event["bonus"]:
            continue
        taken = []
        for _ in range(ledger.abilities[seat].get("spoils_of_war", 0)):
            if lying.total():
                taken.append(_strongest(ledger, lying))
                lying[taken[-1]] -= 1
                ledger.soldiers[seat][taken[-1]] += 1
        if taken:
            wanted[str(seat)] = taken[0] if len(taken) == 1 else taken
    expect("R8.1", "spoils", dict(sorted(event["spoils"].items())), dict(sorted(wanted.items())))


def _strongest(ledger: Ledger, lying: Counter[str]) -> str:
    strengths = {name: soldier.strength for name, soldier in ledger.rules.soldiers.items()}
    return max((name for name in SOLDIERS if lying[name]), key=lambda name: (strengths[name], SOLDIERS.index(name)))


def _track(ledger: Ledger, track: dict[str, int], fight: Fight) -> None:
    """R5.2, R5.3, I7: the values told are those of the track, the two Houses that fought among them."""
    demand("L", set(fight.houses) <= set(track), f"track without {fight.houses}: {track}")
    for house, value in track.items():
        expect("R5.2", f"value of {house}", value, ledger.value(house))


def end(ledger: Ledger, event: Event) -> None:
    """R7: scores by their parts, and who has most."""
    rules = ledger.rules.scoring
    expect("L", "number of scores", len(event["score"]), ledger.players)
    final = {house: ledger.value(house) + ledger.of_house(house, "influence_value") for house in ledger.houses}  # H6
    for seat, found in enumerate(event["score"]):
        cards = ledger.hands[seat].total() + ledger.soldiers[seat].total()
        wanted = {
            "tokens": ledger.vp[seat],
            "influence": sum(number * final[house] for house, number in ledger.influence[seat].items()),
            "support": rules.support_tokens * final[ledger.support[seat]],
            "coins": ledger.coins[seat] // rules.coins_per_vp,
            "cards": rules.vp_per_card * cards,
        }
        for rule, key in (("R7.1", "tokens"), ("R7.2", "influence"), ("R7.2", "support"), ("R7.3", "coins")):
            expect(rule, f"{key} of seat {seat}", found[key], wanted[key])
        expect("R7.4", f"cards of seat {seat}", found["cards"], wanted["cards"])
        expect("R7", f"score of seat {seat}", found, {**wanted, "total": sum(wanted.values())})
    totals = [score["total"] for score in event["score"]]
    expect("R7.5", "winners", event["winners"], [seat for seat, total in enumerate(totals) if total == max(totals)])
