"""What a line of the game log says, in sentences for people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from simcore.dogs.board import Board, Fight, Line, captured
from simcore.dogs.ruleset import REWARDS, SOLDIERS, Dog, TacticCard
from simcore.dogs.ruleset_words import ability_words, house_ability_words, name_words, number_of

Said = tuple[int | None, str]
"""Seat that a sentence is about, None for no single one, and the sentence."""


def say(board: Board, line: Line) -> list[Said]:
    """Return a line of the game log in sentences.

    Parameters
    ----------
    board : Board
        The table as it was before the line.
    line : dict
        Any line but the last, which is a table of its own.
    """
    said: list[Said] = _SAYERS[line["event"]](board, line)
    return said


def seat_words(board: Board, seat: int) -> str:
    """Return a seat as sentences name it: by its Dog, since no two seats have the same (R1.1)."""
    return dog_words(board.dogs[seat])


def dog_words(dog: Dog) -> str:
    """Return a Dog's name as its title writes it, without ranks.

    Examples
    --------
    >>> dog_words(Dog("omalley", "Captain O'Malley", ())), dog_words(Dog("red_one", "Pirate", ()))
    ("O'Malley", 'Red One')
    """
    pattern = r"\W*".join(dog.name.replace("_", ""))
    found = re.search(pattern, dog.title, re.IGNORECASE)
    return found[0] if found else name_words(dog.name)


def enumerated(words: Sequence[str]) -> str:
    """Return words as an enumeration, `nobody` where there are none.

    Examples
    --------
    >>> enumerated(["a", "b", "c"])
    'a, b and c'
    """
    if not words:
        return "nobody"
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def given(reward: Mapping[str, int], house: str | None = None, cards: Sequence[str] = ()) -> str:
    """Return a reward of the log: Influence with its House, Tactic cards with their names.

    Examples
    --------
    >>> given({"coins": 1, "tactics": 1, "influence": 2}, "talbot", ["war_chest"])
    '1 coin, 1 Tactic card (War Chest), 2 Influence of Talbot'
    """
    details = {
        "tactics": f" ({', '.join(map(name_words, cards))})" if cards else "",
        "influence": f" of {name_words(house)}" if house else "",
    }
    parts = [number_of(reward[kind], kind) + details.get(kind, "") for kind in REWARDS if kind in reward]
    return ", ".join(parts) or "nothing"


def soldiers_words(soldiers: Mapping[str, int]) -> str:
    """Return Soldier cards by type, weakest first."""
    held = {kind: soldiers[kind] for kind in SOLDIERS if soldiers.get(kind)}
    return given(held) if held else "none"


def cards_words(names: Iterable[str]) -> str:
    """Return Tactic cards with the number of each, in alphabetical order."""
    counted = sorted(Counter(names).items())
    parts = [name_words(name) + (f" ({number})" if number > 1 else "") for name, number in counted]
    return ", ".join(parts) or "none"


def _setup(board: Board, line: Line) -> list[Said]:
    del board
    said: list[Said] = []
    for seat, (strategy, support, hand) in enumerate(
        zip(line["strategies"], line["support"], line["hands"], strict=True)
    ):
        cards = ", ".join(map(name_words, hand)) or "none"
        said.append((seat, f"decided by {strategy}; Support card {name_words(support)}; Tactic cards: {cards}"))
    return said


def abilities_said(board: Board) -> list[Said]:
    """Return every seat's special abilities (R8, A), and those of the Houses in play (H)."""
    readings = board.ruleset.readings
    said: list[Said] = [
        (seat, ability_words(ability, readings)) for seat, dog in enumerate(board.dogs) for ability in dog.abilities
    ]
    for house in board.track:
        for ability in board.ruleset.house_abilities.get(house, ()):
            said.append((None, f"{name_words(house)}: {house_ability_words(ability)}"))
    return said


def _year(board: Board, line: Line) -> list[Said]:
    holder, first = line["holder"], line["first"]
    if first == holder:
        return [(holder, "holds the First Player token, keeps it and starts")]
    return [(holder, f"holds the First Player token and hands it to {seat_words(board, first)}, who starts")]


def _muster(board: Board, line: Line) -> list[Said]:
    paid = line["coins"] - line["coins_left"]
    bought = f"buys {given(line['bought'])}"
    price = f" for {number_of(paid, 'coins')}" if line["bought"] else ""
    hand = board.soldiers[line["seat"]] + Counter(line["bought"])
    means = f"{number_of(line['captains'], 'captain')}, {number_of(line['coins'], 'coins')}"
    return [
        (
            line["seat"],
            f"{means}: {bought}{price}, keeps {line['coins_left']}. Soldiers in hand: {soldiers_words(hand)}",
        )
    ]


def _turn(board: Board, line: Line) -> list[Said]:
    seat, side = line["seat"], line["side"]
    house = board.fights[line["battle"]].houses[side]
    tactic = f"plays {_tactic(board, line, house)}, then " if line["tactic"] else ""
    placed = f"places {_one(line['soldier'])} for {name_words(house)} on space {line['space'] + 1}"
    before = line["tracker"] - line["moved"]
    tracker = f"tracker from {before} to {line['tracker']}" if line["moved"] else f"tracker stays at {before}"
    return [(seat, f"{tactic}{placed}: {tracker}{_gains(board, line, house)}")]


def _one(soldier: str) -> str:
    name = name_words(soldier)
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _tactic(board: Board, line: Line, house: str) -> str:
    """Say which Tactic card is played and what it did."""
    tactic = line["tactic"]
    card = board.effects[tactic["card"]]
    return f"{name_words(card.name)} ({_effect(board, line, card, house)})"


def _effect(board: Board, line: Line, card: TacticCard, house: str) -> str:
    tactic = line["tactic"]
    if card.effect == "betrayal":
        return f"{_against(board.fights[tactic['battle']])}: both may be supported"
    if card.effect == "tracker":
        fight = board.fights[tactic["battle"]]
        goal = name_words(fight.houses[tactic["side"]])
        return f"{_against(fight)}: tracker from {fight.tracker} to {board.after_sabotage(tactic)}, towards {goal}"
    if card.effect == "strength":
        return f"{card.amount} more strength"
    if card.effect == "ignore_condition":
        return "the space admits any Soldier"
    if card.effect == "double_reward":
        return "the space's reward twice"
    return given(line["drawn_by_tactic"], house, line["cards"][: line["drawn_by_tactic"].get("tactics", 0)])


def _against(fight: Fight) -> str:
    return f"{name_words(fight.houses[1])} against {name_words(fight.houses[0])}"


def _gains(board: Board, line: Line, house: str) -> str:
    """Say what was gained, and what it would have been where the supply or the figures ran short (R4.6, R0.5)."""
    printed = _printed(board, line, house)
    cards = line["cards"][line["drawn_by_tactic"].get("tactics", 0) :]
    gained = f", gains {given(line['gained'], house, cards)}" if printed else ""
    return gained + _shortage(line["gained"], printed)


def _printed(board: Board, line: Line, house: str) -> dict[str, int]:
    """Return what a placement gives if nothing runs short: by the space, and by abilities (A11, H2, H3)."""
    reward = board.space(line["battle"], line["side"], line["space"]).reward
    double = line["tactic"] and board.effects[line["tactic"]["card"]].effect == "double_reward"
    amounts = {kind: 2 * amount if double else amount for kind, amount in zip(REWARDS, reward.amounts(), strict=True)}
    by_house = board.house_abilities(house)
    amounts["coins"] += board.abilities(line["seat"]).get("placement_coins", 0) + by_house.get("placement_coins", 0)
    amounts["tactics"] += by_house.get("placement_cards", 0)
    return {kind: amount for kind, amount in amounts.items() if amount}


def _shortage(gained: Mapping[str, int], printed: Mapping[str, int]) -> str:
    return "" if gained == printed else f" (not {given(printed)}: no more to be had)"


def _pass(board: Board, line: Line) -> list[Said]:
    first = "" if any(board.passed) else " first and gets the First Player token for the next Year"
    lost = line["captains_lost"]
    cost = f"; loses {number_of(lost, 'captain')} not placed" if lost else ""
    cards = line.get("cards", [])
    drawn = f"; draws {given({'tactics': len(cards)}, cards=cards)}" if cards else ""
    return [(line["seat"], f"passes{first}{cost}{drawn}")]


def _reshuffle(board: Board, line: Line) -> list[Said]:
    del board
    return [(None, f"The deck is empty: {number_of(line['cards'], 'tactics')} from the discards become a new one.")]


def _last_stand(board: Board, line: Line) -> list[Said]:
    side = 0 if line["to"] > line["from"] else 1
    fight = board.fights[line["battle"]]
    house, other = (name_words(fight.houses[which]) for which in (side, 1 - side))
    return [
        (line["seat"], f"makes a Last Stand for {house} against {other}: tracker from {line['from']} to {line['to']}")
    ]


def _outcome(board: Board, line: Line) -> list[Said]:
    fight = board.fights[line["battle"]]
    values = ", ".join(_value(board, house, line["track"][house]) for house in reversed(fight.houses))
    if line["winner"] is None:
        names = " and ".join(name_words(house) for house in reversed(fight.houses))
        return [(None, f"{names} are both defeated (tracker at 0), and nobody gets anything. House values: {values}.")]
    winning = fight.houses.index(line["winner"])
    victory = "wins a Glorious Victory over" if line["glorious"] else "beats"
    losing = 1 - winning
    winner, loser = (name_words(fight.houses[side]) for side in (winning, losing))
    sides = f"for {winner}: {_standing(board, fight, winning)}; for {loser}: {_standing(board, fight, losing)}"
    said: list[Said] = [
        (None, f"{winner} {victory} {loser} (tracker at {line['tracker']}). House values: {values}."),
        (None, f"Captains {sides}."),
    ]
    return said + _retreats(board, fight, losing) + [_bonus(board, line, fight, winning)] + _taken(board, line)


def _value(board: Board, house: str, after: int) -> str:
    before = board.track[house]
    name = name_words(house)
    return f"{name} stays at {before}" if before == after else f"{name} from {before} to {after}"


def _standing(board: Board, fight: Fight, side: int) -> str:
    captains = fight.captains(side)
    return ", ".join(f"{seat_words(board, seat)} {captains[seat]}" for seat in sorted(captains)) or "none"


def _retreats(board: Board, fight: Fight, losing: int) -> list[Said]:
    """Say who leaves before anything is scored (R8.5)."""
    captains = fight.captains(losing)
    left = {seat: captains[seat] * board.abilities(seat).get("retreat", 0) // 100 for seat in sorted(captains)}
    return [
        (seat, f"withdraws {number_of(number, 'captain')} from the losing side (Retreat)")
        for seat, number in left.items()
        if number
    ]


def _bonus(board: Board, line: Line, fight: Fight, winning: int) -> Said:
    """Say who gets the Bonus, and with how many Captains (R5.5, R8.2)."""
    bonus = f"Bonus, {given(fight.bonus)}"
    if not line["bonus"]:
        return None, f"{bonus}: nobody stands for the winner."
    upstage = {seat: board.abilities(seat).get("upstage", 0) for seat in line["bonus"]}
    getters = [seat_words(board, seat) + (f" ({more} by Upstage)" if more else "") for seat, more in upstage.items()]
    most = max(fight.captains(winning)[seat] + more for seat, more in upstage.items())
    each = " each" if len(getters) > 1 else ""
    return None, f"{bonus}: {enumerated(getters)} with {number_of(most, 'captain')}{each}, the most."


def _taken(board: Board, line: Line) -> list[Said]:
    """Say what each seat got, and for what (R5.4, R5.5, R8.1, R8.3, A9, A10, A12, H10)."""
    fight = board.fights[line["battle"]]
    times = 1 + board.house_abilities(line["winner"]).get("more_bonus", 0)
    bonus = {kind: times * amount for kind, amount in fight.bonus.items()}
    standing = fight.captains(fight.houses.index(line["winner"]))
    said: list[Said] = []
    for seat in range(board.players):
        parts = []
        if line["vp"][seat]:
            own = {"victory_vp", "captain_vp"} & board.abilities(seat).keys()
            reason = "for the victory" if own else "for Captains on the losing side"
            parts.append(f"{number_of(line['vp'][seat], 'vp')} {reason}")
        if line["profit"][seat]:
            reason = "Profiteer" if standing[seat] else "for the defeat"
            parts.append(f"{number_of(line['profit'][seat], 'coins')} ({reason})")
        if seat in line["bonus"]:
            gained = line["bonus_gained"][seat]
            got = given(gained, line["winner"], line["cards"][seat])
            parts.append(f"{got} as Bonus{_shortage(gained, bonus)}")
        spoils = captured(line, seat)
        if spoils:
            parts.append(f"{soldiers_words(Counter(spoils))} captured (Spoils of War)")
        if parts:
            said.append((seat, f"gets {'; '.join(parts)}"))
    return said


_SAYERS = {
    "setup": _setup,
    "year": _year,
    "muster": _muster,
    "turn": _turn,
    "pass": _pass,
    "reshuffle": _reshuffle,
    "last_stand": _last_stand,
    "outcome": _outcome,
}
"""Kind of event -> what says it."""
