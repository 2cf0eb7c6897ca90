"""R8.4: Last Stand, after the action phase and before any battle's outcome."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference import log
from tests.reference.choices import IllegalMove, Push, Strategy
from tests.reference.state import Battle, Game


def last_stands(table: Game, strategies: Sequence[Strategy]) -> None:
    """R8.4: every Dog with the ability, clockwise from the first player (I10)."""
    for seat in table.clockwise():
        if table.ability(seat, "last_stand"):
            stand(table, seat, strategies[seat].last_stand(table.views[seat]))


def stand(table: Game, seat: int, pushes: list[Push]) -> None:
    """Check and carry out a seat's pushes, battle by battle."""
    _check(table, seat, pushes)
    for push in sorted(pushes, key=lambda push: push.battle):
        battle = table.battles[push.battle]
        before = battle.tracker
        battle.tracker = pushed(table, battle, push.side, push.spaces)
        if battle.tracker != before:
            log.last_stand(table, seat, push.battle, before, battle.tracker)


def may_favour(table: Game, battle: Battle, seat: int) -> list[int]:
    """Return the sides of a battle that a seat may favour; none where it may not use Last Stand.

    His Captains must stand there (I9, I14), and the tracker must not stand at the end of the other side (R8.4, I14).
    """
    end = table.ruleset.battle.track_end
    lost = {end: 1, -end: 0}.get(battle.tracker)
    return [side for side in (0, 1) if battle.captains[side][seat] and side != lost]


def pushed(table: Game, battle: Battle, side: int, spaces: int) -> int:
    """Return where the tracker comes to stand: not past the end, nor on it where I3 forbids."""
    end = table.ruleset.battle.track_end
    furthest = end if table.ruleset.readings.last_stand_to_glory else end - 1
    sign = 1 if side == 0 else -1
    lead = battle.tracker * sign
    return sign * max(lead, min(lead + spaces, furthest))  # one already on the end stays there


def _check(table: Game, seat: int, pushes: list[Push]) -> None:
    """Raise IllegalMove unless all pushes keep R8.4 and the scope of I2."""
    most = table.ability(seat, "last_stand")
    battles = [push.battle for push in pushes]
    if len(set(battles)) < len(battles):
        raise IllegalMove("R8.4", f"a battle named twice: {battles}")
    for push in pushes:
        if not 0 <= push.battle < len(table.battles) or not 0 <= push.spaces <= most:
            raise IllegalMove("R8.4", f"{push} with {most} spaces")
        if push.spaces and push.side not in may_favour(table, table.battles[push.battle], seat):
            raise IllegalMove("R8.4", f"may not favour side {push.side} of battle {push.battle}")
    if table.ruleset.readings.last_stand_scope == "one" and sum(push.spaces > 0 for push in pushes) > 1:
        raise IllegalMove("I2", f"more than one battle: {battles}")
