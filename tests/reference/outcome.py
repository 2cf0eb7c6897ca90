"""R5 and R8.1 to R8.3, R8.5: the outcome of the battles, one after the other, each in the order of I12."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.dogs.ruleset import SOLDIERS
from tests.reference import log, taking
from tests.reference.state import Battle, Game


@dataclass(slots=True)
class Outcome:
    """What a battle brought, as the log tells it; lists by seat, but `bonus`, which lists seats.

    Attributes
    ----------
    winner : int or None
        Winning side (R5.1).
    glorious : bool
        R5.3.
    vp, profit : list of int
        R5.4, R8.3.
    bonus : list of int
        Seats that got the Bonus, ascending (R5.5).
    bonus_gained : list of dict
        What they really took.
    cards : list of list of str
        Tactic cards they drew.
    spoils : dict of int to list of int
        Soldier types captured, by seat (R8.1).
    """

    winner: int | None
    glorious: bool
    vp: list[int]
    profit: list[int]
    bonus: list[int]
    bonus_gained: list[dict[str, int]]
    cards: list[list[str]]
    spoils: dict[int, list[int]]


def outcome_phase(table: Game) -> None:
    """R5: settle the battles from the first to the last."""
    for index in range(len(table.battles)):
        settle(table, index)


def settle(table: Game, index: int) -> Outcome:
    """R5, I12: result and track, Retreat, VP, Profiteer, Bonus, Spoils, clean-up; log and return what happened."""
    battle = table.battles[index]
    tracker = battle.tracker
    result = _result(table, battle)
    if result.winner is not None:
        winning = result.winner
        advance_houses(table, battle, winning, result.glorious)
        for seat in range(table.players):
            retreat(table, battle, 1 - winning, seat)
        for seat in range(table.players):
            result.vp[seat] = battle_vp(table, battle, winning, seat) + victory_vp(table, battle, winning, seat)
            table.vp[seat] += result.vp[seat]
        for seat in table.clockwise():  # I10
            result.profit[seat] = profiteer(table, battle, winning, seat) + defeat(table, battle, winning, seat)
        give_bonus(table, battle, result)
        for seat in table.clockwise():  # I10
            if seat in result.bonus:
                spoils_of_war(table, battle, result, seat)
    clean_up(table, battle)
    log.outcome(table, index, tracker, result)
    return result


def _result(table: Game, battle: Battle) -> Outcome:
    """R5.1 to R5.3: who wins, and whether gloriously."""
    players = table.players
    winner = None if battle.tracker == 0 else 0 if battle.tracker > 0 else 1
    glorious = abs(battle.tracker) == table.ruleset.battle.track_end
    nothing: list[dict[str, int]] = [{} for _ in range(players)]
    return Outcome(winner, glorious, [0] * players, [0] * players, [], nothing, [[] for _ in range(players)], {})


def advance_houses(table: Game, battle: Battle, winning: int, glorious: bool) -> None:
    """R5.2, R5.3: the winner's token goes up the House Victory track, after a Glorious Victory the loser's down."""
    rules = table.ruleset.battle
    winner, loser = battle.houses[winning], battle.houses[1 - winning]
    up = rules.glorious_steps if glorious else rules.victory_steps
    down = rules.crushing_steps if glorious else 0
    _move_house(table, winner, up + table.house_ability(winner, "victory_steps"))  # H4
    _move_house(table, loser, -down - table.house_ability(loser, "defeat_steps"))  # H5


def _move_house(table: Game, house: int, steps: int) -> None:
    """I7: a token stops on the last space of the track."""
    position = table.house_position[house] + steps
    table.house_position[house] = max(0, min(position, len(table.ruleset.house_track) - 1))


def retreat(table: Game, battle: Battle, losing: int, seat: int) -> None:
    """R8.5: a share of a seat's losing Captains, rounded down, leaves the board; its Soldiers stay (I12)."""
    leaving = battle.captains[losing][seat] * table.ability(seat, "retreat") // 100
    battle.captains[losing][seat] -= leaving
    for space, occupant in enumerate(battle.occupant[losing]):
        if leaving and occupant == seat:
            battle.occupant[losing][space] = None
            leaving -= 1


def battle_vp(table: Game, battle: Battle, winning: int, seat: int) -> int:
    """R5.4: VP for a seat with a Captain on the winning side, for each Captain still on the losing side.

    Its own losers count by I5, but never those of a Dog with Retreat (I12).
    """
    if not battle.captains[winning][seat]:
        return 0
    beaten = sum(battle.captains[1 - winning])
    if not table.ruleset.readings.own_captains_score or table.ability(seat, "retreat"):
        beaten -= battle.captains[1 - winning][seat]
    worth = table.ruleset.battle.vp_per_captain
    worth += table.house_ability(battle.houses[winning], "beaten_vp")  # H7
    worth += table.house_ability(battle.houses[1 - winning], "fallen_vp")  # H8
    return beaten * worth


def victory_vp(table: Game, battle: Battle, winning: int, seat: int) -> int:
    """A9, A12: VP of a Dog for standing on the winning side, and for each of his Captains there."""
    captains = battle.captains[winning][seat]
    if captains == 0:
        return 0
    return table.ability(seat, "victory_vp") + captains * table.ability(seat, "captain_vp")


def defeat(table: Game, battle: Battle, winning: int, seat: int) -> int:
    """A10: coins for a Dog who supported the losing House only, withdrawn or not; return those the bank could pay."""
    if not battle.supported[1 - winning][seat] or battle.captains[winning][seat]:
        return 0
    return taking.take_coins(table, seat, table.ability(seat, "defeat_coins"))


def profiteer(table: Game, battle: Battle, winning: int, seat: int) -> int:
    """R8.3: coins for a Dog with Profiteer and a Captain on the winning side; return those the bank could pay."""
    if not battle.captains[winning][seat]:
        return 0
    return taking.take_coins(table, seat, table.ability(seat, "profiteer"))


def bonus_seats(table: Game, battle: Battle, winning: int) -> list[int]:
    """R5.5, R8.2: the seats with most Captains on the winning side, Upstage counted; none where nobody has any."""
    counts = [_bonus_count(table, battle.captains[winning][seat], seat) for seat in range(table.players)]
    most = max(counts)
    return [seat for seat, count in enumerate(counts) if count == most and count > 0]


def _bonus_count(table: Game, captains: int, seat: int) -> int:
    """R8.2: Captains that a seat counts for the Bonus; I4 says whether Upstage counts without any."""
    if captains or not table.ruleset.readings.upstage_needs_captain:
        captains += table.ability(seat, "upstage")
    return captains


def give_bonus(table: Game, battle: Battle, result: Outcome) -> None:
    """R5.5: each winner of the Bonus takes the whole reward, clockwise from the first player (I10)."""
    assert result.winner is not None
    house = battle.houses[result.winner]
    times = 1 + table.house_ability(house, "more_bonus")  # H10
    reward = tuple((kind, times * amount) for kind, amount in battle.bonus)
    result.bonus = bonus_seats(table, battle, result.winner)
    for seat in table.clockwise():
        if seat in result.bonus:
            taken = taking.take(table, seat, reward, house, to_reserve=True)
            result.bonus_gained[seat], result.cards[seat] = taken


def spoils_of_war(table: Game, battle: Battle, result: Outcome, seat: int) -> None:
    """R8.1: take the strongest Soldiers lying on the losing side into the hand; of equals the later type."""
    assert result.winner is not None
    lying = battle.soldiers[1 - result.winner]
    for _ in range(table.ability(seat, "spoils_of_war")):
        types = [soldier for soldier in range(4) if lying[soldier]]
        if not types:
            break
        best = max(types, key=lambda soldier: (table.box.strengths[soldier], soldier))
        lying[best] -= 1
        table.soldiers[seat][best] += 1
        result.spoils.setdefault(seat, []).append(best)


def clean_up(table: Game, battle: Battle) -> None:
    """R5.6: Captains home, Soldiers to the supply, tracker to 0, before the next battle is looked at."""
    for side in (0, 1):
        battle.captains[side] = [0] * table.players
        battle.occupant[side] = [None] * len(battle.occupant[side])
        for soldier, number in enumerate(battle.soldiers[side]):
            table.soldier_supply[soldier] += number
        battle.soldiers[side] = [0] * len(SOLDIERS)
    battle.tracker = 0
