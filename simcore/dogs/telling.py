"""A game told to people from its log: sentences line by line, with the battles drawn as they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from simcore.dogs.board import Board, Fight, Line
from simcore.dogs.ruleset import Ruleset
from simcore.dogs.ruleset_words import name_words, number_of, space_words
from simcore.dogs.sentences import Said, abilities_said, cards_words, dog_words, enumerated, given, say, soldiers_words

SEAT_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue")
"""Colour of each seat wherever it is named or stands."""

_HALF_BAR = 15
"""Cells of the drawn Battle Track on either side of its middle; longer tracks are drawn to scale."""
_MARGIN = "  "
_SPACE_WIDTH = 13
_NARROWEST = 20
"""Columns that a sentence gets at least."""
_SCORES = {
    "tokens": "VP taken",
    "influence": "Influence",
    "support": "Support",
    "coins": "coins",
    "cards": "cards",
    "total": "total",
}


def tell(lines: Iterable[Line], ruleset: Ruleset, console: Console, heading: str, only_year: int | None = None) -> None:
    """Print a game's log as a story.

    Parameters
    ----------
    lines : iterable of dict
        The log (section L) from its first line on; it may break off anywhere.
    ruleset : Ruleset
        The rules that the game was played by.
    console : Console
        Where to print; rich leaves colours out where it is no terminal.
    heading : str
        First line: which game this is.
    only_year : int, optional
        Tell this Year alone, after the setup.
    """
    teller = _Teller(ruleset, console, only_year)
    teller.heading(heading)
    try:
        for line in lines:
            teller.tell(line)
    finally:
        teller.finish()


def tracker_bar(tracker: int, end: int) -> str:
    """Draw a Battle Track from -end to end with its tracker.

    Examples
    --------
    >>> tracker_bar(-2, 4), tracker_bar(0, 4)
    ('--O-|----', '----O----')
    """
    half = min(end, _HALF_BAR)
    place = half if abs(tracker) == end else min(max(1, round(abs(tracker) * half / end)), half - 1)
    cells = ["-"] * half + ["|"] + ["-"] * half
    cells[half + (tracker > 0) * place - (tracker < 0) * place] = "O"
    return "".join(cells)


def _scale(end: int) -> str:
    """Return the numbers that stand above a Battle Track's ends and middle."""
    half = min(end, _HALF_BAR)
    return f"{-end}".ljust(half) + "0" + f"{end}".rjust(half) if half > len(f"{-end}") else ""


class _Teller:
    """Prints line after line, and keeps what it needs to know for that."""

    def __init__(self, ruleset: Ruleset, console: Console, only_year: int | None) -> None:
        self._ruleset = ruleset
        self._console = console
        self._only_year = only_year
        self._muted = False
        self._board = Board(ruleset)
        self._names: list[str] = []
        self._phase = ""
        self._held_back: list[Said] = []  # a reshuffle, told with the line that needed it
        self._round = 0
        self._place = 0  # of the last seat in turn, clockwise from the first player
        self._drawn = True  # the board as it was last drawn is the board as it stands

    def heading(self, words: str) -> None:
        """Print a line in bold."""
        self._print(Text(words, style="bold"))

    def _chapter(self, title: str) -> None:
        self.heading(f"{title} {'=' * (self._console.width - len(title) - 1)}")

    def tell(self, line: Line) -> None:
        """Print what one line says."""
        kind = line["event"]
        if kind == "end":
            self._tell_end(line)
            return
        said = say(self._board, line)
        if kind == "reshuffle":
            self._held_back = said
            return
        said, self._held_back = self._held_back + said, []
        _TELLERS[kind](self, line, said)

    def finish(self) -> None:
        """Print what still waits for a line that never came, because the game was broken off."""
        self._say(self._held_back)

    def _print(self, what: RenderableType = "") -> None:
        if not self._muted:
            self._console.print(what, highlight=False, soft_wrap=False)

    def _begin(self, phase: str) -> None:
        """Print the heading of a phase, where it is a new one."""
        if phase != self._phase:
            self._phase = phase
            self._print()
            self.heading(phase)

    def _tag(self, seat: int) -> Text:
        return Text(f"{seat} {self._names[seat]}", style=SEAT_STYLES[seat])

    def _say(self, said: Sequence[Said]) -> None:
        """Print sentences, each behind the seat that it is about and wrapped clear of it."""
        margin = max(len(self._tag(seat)) for seat in range(len(self._names))) + 2
        for seat, sentence in said:
            text = Text(sentence)
            for other, name in enumerate(self._names):
                text.highlight_regex(rf"\b{re.escape(name)}\b", SEAT_STYLES[other])
            indent = 0 if seat is None else margin
            lead = Text() if seat is None else self._tag(seat)
            for part in text.wrap(self._console, max(_NARROWEST, self._console.width - indent)):
                part.rstrip()
                self._print(Text.assemble(lead, " " * (indent - len(lead)), part))
                lead = Text()

    def _setup(self, line: Line, said: list[Said]) -> None:
        self._board.read(line)
        self._names = [dog_words(dog) for dog in self._board.dogs]
        houses = enumerated([name_words(house) for house in line["houses"]])
        self._say([(None, f"{line['players']} players; seats are counted clockwise from 0. Houses in play: {houses}.")])
        self._print()
        self._say(said)
        self._print()
        self._say(abilities_said(self._board))

    def _year(self, line: Line, said: list[Said]) -> None:
        self._muted = self._only_year not in (None, line["year"])
        self._print()
        self._chapter(f"YEAR {line['year']}")
        if self._only_year is not None and line["year"] > 1:
            self._show_holdings()
            self._print()
        self._say(said)
        self._board.read(line)
        for fight in self._board.fights:
            self._show_tiles(fight, named=fight is self._board.fights[0])
        self._phase, self._round, self._place, self._drawn = "", 0, len(self._names), True

    def _muster(self, line: Line, said: list[Said]) -> None:
        self._begin("Mustering")
        self._say(said)
        self._board.read(line)

    def _act(self, line: Line, said: list[Said]) -> None:
        """Tell a turn or a pass; a new round begins where the seats have gone full circle."""
        place = (line["seat"] - self._board.first) % len(self._names)
        if place <= self._place or self._round == 0:
            self._draw_changed()
            self._round += 1
            self._begin(f"Action, round {self._round}")
        self._place = place
        self._say(said)
        self._board.read(line)
        self._drawn &= line["event"] == "pass"
        if all(self._board.passed):
            self._draw_changed()

    def _last_stand(self, line: Line, said: list[Said]) -> None:
        self._begin("Last Stand")
        self._say(said)
        self._board.read(line)
        self._draw(self._board.fights[line["battle"]])

    def _outcome(self, line: Line, said: list[Said]) -> None:
        self._begin("Outcome")
        if line["battle"] > 0:
            self._print()
        self._say(said)
        self._board.read(line)
        if line["battle"] == len(self._board.fights) - 1:
            self._print()
            self.heading(f"After Year {self._board.year}")
            self._show_track()
            self._show_holdings()

    def _draw_changed(self) -> None:
        """Draw all battles and say who has Captains left, where a placement was made since that was done last."""
        if self._drawn:
            return
        self._drawn = True
        self._print(Text(" " * self._bar_column() + _scale(self._ruleset.battle.track_end), style="dim"))
        for fight in self._board.fights:
            self._draw(fight)
        board = self._board
        left = [f"{name} {board.captains[seat]}" for seat, name in enumerate(self._names) if not board.passed[seat]]
        passed = [name for seat, name in enumerate(self._names) if board.passed[seat]]
        out = f"; passed: {', '.join(passed)}" if passed else ""
        self._say([(None, f"Captains left: {', '.join(left) or 'none'}{out}")])

    def _house_width(self) -> int:
        return max(len(name_words(house)) for house in self._board.track)

    def _bar_column(self) -> int:
        """Return the column in which Battle Tracks are drawn."""
        return len(_MARGIN) + self._house_width() + 2 + self._ruleset.components.spaces + 2

    def _draw(self, fight: Fight) -> None:
        """Draw a battle in a line: House and seats on its spaces, Battle Track, seats on spaces and the other House."""
        low, high = (name_words(house) for house in reversed(fight.houses))
        width = self._house_width()
        self._print(
            Text.assemble(
                _MARGIN,
                (low.rjust(width), "bold" if fight.tracker < 0 else ""),
                "  ",
                _spaces(fight.spaces[1]),
                f"  {tracker_bar(fight.tracker, self._ruleset.battle.track_end)}  ",
                _spaces(fight.spaces[0]),
                "  ",
                (high.ljust(width), "bold" if fight.tracker > 0 else ""),
                f"  {fight.tracker}",
            )
        )

    def _show_tiles(self, fight: Fight, named: bool) -> None:
        """Print a battle as it is laid out: both Houses, their tiles' spaces, the Bonus; `named`: number the spaces."""
        low, high = (f"{name_words(house)} (worth {self._board.track[house]})" for house in reversed(fight.houses))
        self._print()
        self._print(f"{low} against {high}, Bonus: {given(fight.bonus)}")
        signs = {1: "-", 0: "+"}  # where the tracker goes for a side
        first = max(self._house_width(), *(len(f"+ tile {tile}") for tile in fight.tiles))
        spaces = self._ruleset.components.spaces
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, show_header=named)
        table.add_column("", width=first)
        for number in range(1, spaces + 1):
            width = min(_SPACE_WIDTH, max(1, (self._console.width - first - spaces) // spaces))
            table.add_column(f"space {number}", width=width, overflow="fold")
        for side, sign in signs.items():
            tile = fight.tiles[side]
            printed = [Text(space_words(space)) for space in self._ruleset.tiles[tile - 1]]
            table.add_row(Text(f"{name_words(fight.houses[side])}\n{sign} tile {tile}"), *printed)
        self._print(table)

    def _show_track(self) -> None:
        track = sorted(self._board.track.items(), key=lambda entry: -entry[1])
        self._print(f"House track: {', '.join(f'{name_words(house)} {value}' for house, value in track)}")

    def _show_holdings(self) -> None:
        """Print what every seat has."""
        board = self._board
        table = _table("", "VP", "coins", "Soldiers", "Tactic cards", "Influence", "reserve", right=("VP", "coins"))
        for seat in range(board.players):
            tokens = board.influence[seat]
            influence = [f"{name_words(house)} {tokens[house]}" for house in board.track if tokens[house]]
            table.add_row(
                self._tag(seat),
                str(board.vp[seat]),
                str(board.coins[seat]),
                soldiers_words(board.soldiers[seat]),
                Text(cards_words(board.cards[seat])),
                Text(", ".join(influence) or "none"),
                number_of(board.reserve[seat], "captain") if board.reserve[seat] else "none",
            )
        self._print(table)

    def _tell_end(self, line: Line) -> None:
        if self._muted:
            return
        self._print()
        self._chapter("SCORES")
        table = _table("", *_SCORES.values(), "Support card", right=tuple(_SCORES.values()))
        for seat, score in enumerate(line["score"]):
            wins = "bold" if seat in line["winners"] else ""
            support = Text(name_words(self._board.support[seat]))
            table.add_row(self._tag(seat), *(str(score[part]) for part in _SCORES), support, style=wins)
        self._print(table)
        winners = line["winners"]
        names = enumerated([self._names[seat] for seat in winners])
        points = number_of(line["score"][winners[0]]["total"], "vp")
        self._print()
        self._say(
            [(None, f"{names} share the win with {points} each." if winners[1:] else f"{names} wins with {points}.")]
        )


def _spaces(seats: Sequence[int | None]) -> Text:
    """Draw who stands on the spaces of a tile."""
    return Text.assemble(*("." if seat is None else (str(seat), SEAT_STYLES[seat]) for seat in seats))


def _table(*columns: str, right: Sequence[str] = ()) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    return table


_TELLERS = {
    "setup": _Teller._setup,
    "year": _Teller._year,
    "muster": _Teller._muster,
    "turn": _Teller._act,
    "pass": _Teller._act,
    "last_stand": _Teller._last_stand,
    "outcome": _Teller._outcome,
}
"""Kind of event -> what tells it."""
