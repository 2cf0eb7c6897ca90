"""An independent check of a game's log: every line against the rules, from the log and the ruleset alone.

`check_log` keeps accounts of all coins, Soldiers, cards, Influence, Captains and VP, recomputes what every line must
say, and stops at the first that says otherwise. It knows nothing of how the log was made, so that it serves for the
logs of the reference game and of the kernels alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from simcore.dogs.ruleset import SOLDIERS, Ruleset
from tests.reference import check_action, check_outcome, check_setup
from tests.reference.ledger import Event, Ledger, LogError, demand, expect

FIELDS = {
    "setup": "ruleset seed game players dogs strategies support hands houses first",
    "year": "year holder first battles",
    "muster": "seat captains coins bought coins_left",
    "turn": "seat tactic drawn_by_tactic battle side space soldier moved tracker gained cards",
    "pass": "seat captains_lost",
    "reshuffle": "cards",
    "last_stand": "seat battle from to",
    "outcome": "battle tracker winner glorious track vp profit bonus bonus_gained cards spoils",
    "end": "score winners",
}
"""Fields of each line (L), in order, after `event`."""


def check_log(events: list[Event], ruleset: Ruleset) -> None:
    """Check a whole log.

    Parameters
    ----------
    events : list of dict
        The lines of one game, as parsed from JSON.
    ruleset : Ruleset
        The rules it was played by.

    Raises
    ------
    LogError
        At the first line that breaks a rule; its text gives the rule's number and the line, from 1.
    """
    checker = _Checker(ruleset)
    for number, event in enumerate(events, start=1):
        try:
            checker.read(event)
        except LogError as error:
            raise LogError(error.rule, f"line {number} {event}: {error.text}") from error
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise LogError("L", f"line {number} {event}: malformed ({error!r})") from error
    if checker.expected != set():
        raise LogError("L", f"the log ends where {sorted(checker.expected)} should follow")


class _Checker:
    """The flow of a game: which lines may come next, and whose turn it is."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ledger = Ledger(ruleset)
        self.expected = {"setup"}
        self.waiting: list[int] = []  # seats yet to muster, then seats in turn, then battles yet to settle
        self.stood: tuple[int, int] | None = None  # the last Last Stand of the Year

    def read(self, event: Event) -> None:
        """Check one line."""
        kind = event["event"]
        demand("L", kind in self.expected, f"found {kind}, expected one of {sorted(self.expected)}")
        more = ["cards"] if kind == "pass" and "cards" in event else []  # A8
        expect("L", "fields", list(event), ["event", *FIELDS[kind].split(), *more])
        getattr(self, f"_{kind}")(event)
        if kind != "setup":
            _conserved(self.ledger)

    def _setup(self, event: Event) -> None:
        check_setup.setup(self.ledger, event)
        self.expected = {"year"}

    def _year(self, event: Event) -> None:
        check_setup.year(self.ledger, event)
        self.waiting = self.ledger.clockwise()
        self.stood = None
        self.expected = {"muster"}

    def _muster(self, event: Event) -> None:
        check_setup.muster(self.ledger, event, self.waiting.pop(0))
        if not self.waiting:
            self.waiting = self.ledger.clockwise()
            self.expected = {"turn", "pass", "reshuffle"}

    def _turn(self, event: Event) -> None:
        seat = self.waiting.pop(0)
        check_action.turn(self.ledger, event, seat)
        self.waiting.append(seat)
        self.expected = {"turn", "pass", "reshuffle"}

    def _pass(self, event: Event) -> None:
        check_action.passing(self.ledger, event, self.waiting.pop(0))
        self.expected = {"turn", "pass", "reshuffle"}
        if not self.waiting:  # R4: all have passed
            self.waiting = list(range(len(self.ledger.fights)))
            self.expected = {"last_stand", "outcome", "reshuffle"}

    def _reshuffle(self, event: Event) -> None:
        """Directly before the line that needed it: a turn, a pass (A8), or a battle's outcome."""
        self.ledger.reshuffled = event["cards"]
        self.expected = {"turn", "pass"} if "turn" in self.expected else {"outcome"}

    def _last_stand(self, event: Event) -> None:
        self.stood = check_outcome.last_stand(self.ledger, event, self.stood)

    def _outcome(self, event: Event) -> None:
        check_outcome.outcome(self.ledger, event, self.waiting.pop(0))
        self.expected = {"outcome", "reshuffle"}
        if not self.waiting:
            self.expected = {"end" if self.ledger.year == self.ledger.rules.years.number else "year"}

    def _end(self, event: Event) -> None:
        check_outcome.end(self.ledger, event)
        self.expected = set()


def _conserved(ledger: Ledger) -> None:
    """R0: the components still add up and no account is overdrawn."""
    rules = ledger.rules
    expect("R0.1", "coins in all", ledger.bank + sum(ledger.coins), rules.components.coins)
    demand("I6", ledger.bank >= 0 or not rules.readings.limited_coins, f"bank of {ledger.bank} coins")
    soldiers = [ledger.supply, *ledger.soldiers, *(side for fight in ledger.fights for side in fight.lying)]
    for name in SOLDIERS:
        expect("R0.3", f"{name} cards in all", _held(soldiers, name), rules.soldiers[name].cards)
    tokens = [ledger.tokens, *ledger.influence]
    for house in ledger.houses:
        wanted = rules.components.influence_tokens[ledger.players]
        expect("R0.2", f"tokens of {house}", _held(tokens, house), wanted)
    cards = [ledger.deck, ledger.discards, *ledger.hands]
    for card in rules.tactic_cards:
        expect("R0.4", f"copies of {card.name}", _held(cards, card.name), card.copies)
    for seat in range(ledger.players):
        demand("R0.5", 0 <= ledger.figures(seat) <= rules.components.captain_figures, f"Captains of seat {seat}")


def _held(accounts: Iterable[Counter[str]], name: str) -> int:
    """Count a component over all accounts."""
    return sum(account.get(name, 0) for account in accounts)
