"""One game to be watched: every move with a picture of the board, and the story in words."""

from __future__ import annotations

import io
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd
from markupsafe import Markup, escape
from rich.console import Console

from simcore.dogs.board import Board, Line
from simcore.dogs.ruleset import Ruleset
from simcore.dogs.sentences import say, seat_words
from simcore.dogs.telling import tell
from simcore.errors import UserError
from simcore.files import write_atomically
from simcore.study.pictures import board_svg

_STORY_WIDTH = 100


@dataclass(frozen=True)
class Move:
    """A line of the game log, told, and the board as it is after it."""

    number: int
    text: str
    board: Board

    def _repr_html_(self) -> str:
        return str(Markup("<p><strong>{}.</strong> {}</p>").format(self.number, self.text) + board_svg(self.board))


@dataclass(frozen=True)
class Game:
    """A game that was played again.

    In a notebook it shows its board with a slider through all moves. `game[5]` is one move with its picture.

    Parameters
    ----------
    log : list of dict
        The game log, a dict a line.
    ruleset : Ruleset
        The rules it was played by.
    heading : str
        Which game it is.
    """

    log: list[Line]
    ruleset: Ruleset
    heading: str

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All that happened, a move a line of the log, each with the board after it."""
        return tuple(self._moves())

    def _moves(self) -> Iterator[Move]:
        board = Board(self.ruleset)
        for number, line in enumerate(self.log):
            before = deepcopy(board)
            if line["event"] == "end":
                yield Move(number, self._ending(board, line), before)
                continue
            if line["event"] == "setup":
                before.read(line)
            said = say(before, line)
            board.read(line)
            yield Move(number, _joined(before, said), deepcopy(board))

    def _ending(self, board: Board, line: Line) -> str:
        totals = ", ".join(f"{seat_words(board, s)} {score['total']}" for s, score in enumerate(line["score"]))
        return f"The game ends: {totals} VP."

    @property
    def scores(self) -> pd.DataFrame:
        """Final scores, a row a seat: Dog, strategy, the parts in VP, total, and whether it won."""
        first, last = self.log[0], self.log[-1]
        frame = pd.DataFrame(last["score"])
        frame.insert(0, "strategy", first["strategies"])
        frame.insert(0, "dog", first["dogs"])
        return frame.assign(won=[seat in last["winners"] for seat in range(len(frame))])

    def story(self, year: int | None = None) -> str:
        """Return the game in words, as `simcore replay` tells it; with `year` that Year alone."""
        out = io.StringIO()
        tell(self.log, self.ruleset, Console(file=out, width=_STORY_WIDTH), self.heading, year)
        return out.getvalue()

    def save(self, path: str | Path) -> Path:
        """Write the game as a page that any browser shows, without network."""
        page = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(self.heading)}</title>'
        write_atomically(Path(path), [f"{page}<body>{self._repr_html_()}</body></html>\n".encode()])
        return Path(path)

    def __len__(self) -> int:
        return len(self.log)

    def __getitem__(self, number: int) -> Move:
        if not -len(self) <= number < len(self):
            raise UserError(f"move: found {number}; allowed: 0 to {len(self) - 1}")
        return self.moves[number]

    def __repr__(self) -> str:
        return f"{self.heading}: {len(self)} moves"

    def _repr_html_(self) -> str:
        """Return all moves, one of them shown; the slider and the arrow keys choose which."""
        frames = Markup("").join(
            Markup("<div{}>{}</div>").format(Markup("" if move.number == 0 else " hidden"), Markup(move._repr_html_()))
            for move in self.moves
        )
        return str(
            Markup(
                '<div><p><strong>{}</strong></p><input type="range" min="0" max="{}" value="0" style="width:100%"'
                ' aria-label="move" oninput="{}"><div>{}</div></div>'
            ).format(self.heading, len(self) - 1, Markup(_SHOW), frames)
        )


_SHOW = "for(const [i,f] of [...this.nextElementSibling.children].entries())f.hidden=i!=this.value"


def _joined(board: Board, said: list[tuple[int | None, str]]) -> str:
    """Return the sentences of a line, with the seats' names."""
    parts = [text if seat is None else f"{seat_words(board, seat)} {text}" for seat, text in said]
    return ". ".join(part.rstrip(".") for part in parts) + "."
