"""A table laid out by hand, on the kernels: tests make a situation (tests/reference/situations.py) and act on it here.

The situation is copied into the kernels' records, so that acting on the one changes nothing on the other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from simcore.dogs.action import take_turn
from simcore.dogs.faults import FAULTS, NO_FAULT
from simcore.dogs.log import GameLog
from simcore.dogs.mustering import buy_soldiers, collect
from simcore.dogs.outcome import make_last_stand, resolve_battle
from simcore.dogs.ruleset import Reward
from simcore.dogs.scoring import score_game
from simcore.dogs.state import GAME, LOG, MEMORY, PRIVATE, PUBLIC
from simcore.dogs.tables import build_rules
from simcore.dogs.year_setup import set_up_year
from simcore.jit import entry
from tests.differential.adapter import clear
from tests.differential.records import private_fields, public_fields, words_of, write
from tests.reference.choices import IllegalMove, Push, Tactic
from tests.reference.situations import FOOTMAN
from tests.reference.state import Event, Game

SCORE = ("tokens", "influence", "support", "coins", "cards", "total")


@entry
def turn_kernel(memories: Any, logs: Any, seat: Any) -> Any:
    return take_turn(memories[0].rules, memories[0].game, logs[0], seat)


@entry
def buy_kernel(memories: Any, logs: Any, seat: Any) -> Any:
    return buy_soldiers(memories[0].rules, memories[0].game, logs[0], seat)


@entry
def collect_kernel(memories: Any) -> None:
    collect(memories[0].rules, memories[0].game)


@entry
def stand_kernel(memories: Any, logs: Any, seat: Any) -> Any:
    return make_last_stand(memories[0].rules, memories[0].game, logs[0], seat)


@entry
def settle_kernel(memories: Any, logs: Any, battle: Any) -> None:
    resolve_battle(memories[0].rules, memories[0].game, logs[0], battle)


@entry
def year_kernel(memories: Any, logs: Any, key: Any, year: Any) -> None:
    set_up_year(memories[0].rules, memories[0].game, logs[0], key, year)


@entry
def score_kernel(memories: Any, logs: Any) -> None:
    score_game(memories[0].rules, memories[0].game, logs[0])


class KernelTable:
    """The kernels' copy of a situation.

    Parameters
    ----------
    game : Game
        The table to copy; the Bonus tokens at its battles may be any rewards.
    """

    def __init__(self, game: Game) -> None:
        self._memory: Any = np.zeros(1, MEMORY).view(np.recarray)
        self._logs: Any = np.zeros(1, LOG).view(np.recarray)
        self._logs["on"] = 1
        tokens = tuple(Reward(**dict(battle.bonus)) for battle in game.battles)  # those that lie there
        self._memory["rules"] = build_rules(replace(game.ruleset, bonus_tokens=tokens), game.players, game.short)
        self.game: Any = self._memory[0].game
        self.public: Any = self.game.public
        self._seats = range(game.players)
        self._log = GameLog(game.ruleset, game.players, game.short, game.seed, ["test"])
        self._copy(game)

    def _copy(self, game: Game) -> None:
        words = self._memory["words"][0]
        write(words[words_of(GAME, "public")], PUBLIC, {**public_fields(game), "bonus": [0, 1, 2][: len(game.battles)]})
        hands = words[words_of(GAME, "private")].reshape(-1, PRIVATE.itemsize // 8)
        for seat in self._seats:
            write(hands[seat], PRIVATE, private_fields(game, seat))
            self.game["stream"][seat] = (game.views[seat].chance.state, game.views[seat].chance.gamma)
        self.game["deck"][: len(game.deck)] = game.deck
        self.game.deck_stream.state, self.game.deck_stream.gamma = game.deck_chance.state, game.deck_chance.gamma

    def own(self, seat: int) -> Any:
        """Return a seat's private record."""
        return self.game.private[seat]

    @property
    def events(self) -> list[Event]:
        """The log so far."""
        return list(self._log.lines(0, [], [], self._logs[0].line[: self._logs[0].n]))

    def _checked(self, fault: int) -> Event:
        """Return the last line of the log, or raise what the kernel found illegal."""
        if fault != NO_FAULT:
            raise IllegalMove(*FAULTS[fault])
        return self.events[-1] if self._logs[0].n else {}

    def place(
        self, seat: int, battle: int, side: int, space: int, soldier: int = FOOTMAN, card: Tactic | None = None
    ) -> Event:
        """Take a turn and return its line of the log."""
        clear(self.game.choice)
        choice = self.game.choice
        choice.battle, choice.side, choice.space, choice.soldier = battle, side, space, soldier
        if card is not None:
            choice.card = card.card
            choice.card_battle = -1 if card.battle is None else card.battle
            choice.card_side = -1 if card.side is None else card.side
        return self._act(turn_kernel, seat)

    def pass_out(self, seat: int, card: int = -1) -> Event:
        """Pass (with a Tactic card, if that were allowed) and return the line."""
        clear(self.game.choice)
        self.game.choice.passes = 1
        self.game.choice.card = card
        return self._act(turn_kernel, seat)

    def buy(self, seat: int, bought: list[int]) -> Event:
        """Buy Soldiers and return the line."""
        clear(self.game.choice)
        self.game.choice["buy"][:] = bought
        return self._act(buy_kernel, seat)

    def stand(self, seat: int, pushes: list[Push]) -> Event:
        """Use Last Stand and return the last line, if there is one."""
        clear(self.game.choice)
        for push in pushes:
            self.game.choice["push"][push.battle] = push.spaces
            self.game.choice["push_side"][push.battle] = push.side
        return self._act(stand_kernel, seat)

    def _act(self, kernel: Any, seat: int) -> Event:
        with np.errstate(over="ignore"):  # wanted in the streams where nothing is compiled
            return self._checked(int(kernel(self._memory, self._logs, seat)))

    def settle(self, battle: int) -> Event:
        """Settle a battle and return its line."""
        with np.errstate(over="ignore"):
            settle_kernel(self._memory, self._logs, battle)
        return self._checked(NO_FAULT)

    def collect(self) -> None:
        """Hand out the Year's Captains and income."""
        collect_kernel(self._memory)

    def begin_year(self, year: int) -> None:
        """Clear the board and draw a Year's battles."""
        with np.errstate(over="ignore"):
            year_kernel(self._memory, self._logs, np.uint64(5), year)

    def score(self) -> list[dict[str, int]]:
        """Return the final scores by seat, with `rank` and `winners` (how many share the win)."""
        score_kernel(self._memory, self._logs)
        names = (*SCORE, "rank", "winners")
        return [{name: int(self.game["tally"][seat][name]) for name in names} for seat in self._seats]
