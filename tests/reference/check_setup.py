"""Log checker: `setup`, `year` and `muster` lines (R1 to R3)."""

from __future__ import annotations

from collections import Counter

from simcore.dogs.ruleset import SOLDIERS, Ruleset
from tests.reference.ledger import Event, Fight, Ledger, demand, expect, printed


def setup(ledger: Ledger, event: Event) -> None:
    """R1: a seat each, Dogs, Support cards, Houses, coins and hands."""
    rules, players = ledger.rules, event["players"]
    expect("L", "ruleset", event["ruleset"], {"name": rules.name, "hash": event["ruleset"]["hash"]})
    demand("R1.4", players in (3, 4, 5), f"{players} players")
    for key in ("dogs", "strategies", "support", "hands"):
        expect("L", f"entries of {key}", len(event[key]), players)
    demand("R1.1", len(set(event["dogs"])) == players, f"two players with one Dog of War: {event['dogs']}")
    unknown = set(event["dogs"]) - {dog.name for dog in rules.dogs}
    demand("R1.1", not unknown, f"unknown Dogs of War {unknown}")
    _houses(ledger, event)
    ledger.seat_players(players, event["dogs"], event["houses"])
    demand("R1.1", len(set(event["support"])) == players, f"a Support card twice: {event['support']}")
    demand("R1.5", set(event["support"]) <= set(event["houses"]), f"Support of a House out of play: {event['support']}")
    ledger.support = event["support"]
    demand("R1.3", 0 <= event["first"] < players, f"token with seat {event['first']}")
    ledger.holder = event["first"]
    for seat, hand in enumerate(event["hands"]):
        expect("R1.1", f"coins of seat {seat}", ledger.pay_out(seat, rules.setup.coins), rules.setup.coins)
        wanted = rules.setup.tactic_cards + ledger.dog(seat, "starting_cards")  # A3
        expect("R1.1", f"cards of seat {seat}", len(hand), min(wanted, ledger.deck.total()))
        ledger.draw(seat, len(hand), list(hand))
    for seat in range(players):
        ledger.pay_out(seat, ledger.dog(seat, "starting_coins"))  # A2


def _houses(ledger: Ledger, event: Event) -> None:
    """R1.5: all Houses, or those left in the short game; where both are as many, the first Year will tell."""
    rules = ledger.rules
    houses, removed = event["houses"], rules.short_game.houses_removed
    expect("R1.5", "houses", houses, [house for house in rules.houses if house in houses])
    if len(houses) == len(rules.houses):
        ledger.short = None if removed == 0 and event["players"] == 3 else False
    else:
        expect("R1.5", "players of a short game", event["players"], 3)
        expect("R1.5", "number of Houses in play", len(houses), len(rules.houses) - removed)
        ledger.short = True


def year(ledger: Ledger, event: Event) -> None:
    """R2: the battles laid out, the first player; then everybody's Captains and income (R3.1, R3.2)."""
    rules = ledger.rules
    ledger.year += 1
    expect("R2", "year", event["year"], ledger.year)
    if ledger.passed:
        ledger.holder = ledger.passed[0]
    expect("R4.8", "holder of the token", event["holder"], ledger.holder)
    demand("R2.5", 0 <= event["first"] < ledger.players, f"first player {event['first']}")
    ledger.first = event["first"]
    _battles(ledger, event["battles"])
    ledger.passed = []
    figures = rules.components.captain_figures
    for seat in ledger.clockwise():
        called = rules.years.captains[ledger.year - 1] + ledger.reserve[seat] + ledger.dog(seat, "more_captains")  # A4
        ledger.to_place[seat] = min(called, figures)
        ledger.reserve[seat] = 0
        ledger.pay_out(seat, rules.years.income + ledger.dog(seat, "income"))  # A1


def _battles(ledger: Ledger, battles: list[Event]) -> None:
    """R2.1 to R2.3: number of battles; no Bonus token, tile or House twice."""
    rules = ledger.rules
    if ledger.short is None:
        ledger.short = len(battles) != rules.battle.number
    number = rules.short_game.battles if ledger.short else rules.battle.number
    expect("R1.5", "number of battles", len(battles), number)
    for battle in battles:
        expect("L", "fields of a battle", list(battle), ["bonus", "houses", "tiles"])
        expect("R2.2", "tiles and Houses a battle", [len(battle["tiles"]), len(battle["houses"])], [2, 2])
    tiles = [tile for battle in battles for tile in battle["tiles"]]
    houses = [house for battle in battles for house in battle["houses"]]
    demand("R2.2", len(set(tiles)) == len(tiles), f"a tile twice: {tiles}")
    demand("R2.2", set(tiles) <= set(range(1, len(rules.tiles) + 1)), f"unknown tile: {tiles}")
    demand("R2.3", len(set(houses)) == len(houses), f"a House twice: {houses}")
    demand("R2.3", set(houses) <= set(ledger.houses), f"a House not in play: {houses}")
    _bonuses(rules, ledger.year, [battle["bonus"] for battle in battles])
    ledger.fights = [Fight(battle["houses"], battle["tiles"], battle["bonus"]) for battle in battles]


def _bonuses(rules: Ruleset, year: int, bonuses: list[dict[str, int]]) -> None:
    """R2.1: rewards of different tokens of the box, or of their backs in the last Year."""
    if year == rules.years.number:
        expect("R2.1", "bonuses of the last Year", bonuses, [printed(rules.years.last_bonus)] * len(bonuses))
        return
    tokens = Counter(tuple(printed(token).items()) for token in rules.bonus_tokens)
    drawn = Counter(tuple(bonus.items()) for bonus in bonuses)
    demand("R2.1", drawn <= tokens, f"bonuses not on different tokens: {bonuses}")


def muster(ledger: Ledger, event: Event, seat: int) -> None:
    """R3: a seat's Captains, coins and purchases; `seat` is whose turn it is."""
    rules = ledger.rules
    expect("R3.3", "seat", event["seat"], seat)
    expect("R3.1", "captains", event["captains"], ledger.to_place[seat])
    expect("R3.2", "coins", event["coins"], ledger.coins[seat])
    bought: dict[str, int] = event["bought"]
    expect("L", "types bought", list(bought), [name for name in SOLDIERS if name in bought])
    for name, number in bought.items():
        demand("R3.3", 0 < number <= ledger.supply[name], f"buys {number} {name} of {ledger.supply[name]}")
        ledger.supply[name] -= number
        ledger.soldiers[seat][name] += number
    price = 0
    for name, number in bought.items():
        each = rules.soldiers[name].cost - ledger.dog(seat, f"{name}_discount")  # A5
        price += number * each if each > 0 else 0
    demand("R3.3", price <= ledger.coins[seat], f"pays {price} of {ledger.coins[seat]} coins")
    ledger.coins[seat] -= price
    ledger.bank += price
    expect("R3.3", "coins_left", event["coins_left"], ledger.coins[seat])
