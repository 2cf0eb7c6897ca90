"""The board drawn as SVG: the battles with their tiles, Captains and trackers, and what each seat holds."""

from __future__ import annotations

from markupsafe import Markup

from reports.palette import FAINT, GROUND, INK, MUTED, SERIES
from simcore.dogs.board import Board, Fight
from simcore.dogs.ruleset_words import name_words, space_words
from simcore.dogs.sentences import given, seat_words

_WIDTH, _MARGIN = 960, 8
_CELL, _HEAD, _ROW = 24, 62, 20
_SHORT = {"Footman": "Ft", "Arquebuser": "Arq", "Knight": "Kn", "War Machine": "WM"}
_COLUMNS = ("Dog", "VP", "coins", "Captains", "Soldiers", "Tactic cards", "Influence")
_STARTS = (34, 220, 262, 312, 378, 640, 720)


def board_svg(board: Board) -> Markup:
    """Return the board as an SVG element.

    Parameters
    ----------
    board : Board
        After any line of the log but the very start.
    """
    spaces = board.ruleset.components.spaces
    height_of_battles = _HEAD + spaces * _CELL + 34 if board.fights else 0
    seats_at = height_of_battles + 30
    height = seats_at + (board.players + 1) * _ROW
    parts = [
        Markup('<rect width="{}" height="{}" fill="{}"/>').format(_WIDTH, height, GROUND.light),
        _text(_MARGIN, 18, _title(board), _BOLD),
    ]
    for place, fight in enumerate(board.fights):
        parts.append(_fight(board, place, fight, _WIDTH / len(board.fights)))
    parts.append(_seats(board, seats_at))
    opening = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img" aria-label="{}" '
        'style="width:100%;max-width:{}px" font-family="sans-serif" font-size="11.5" fill="{}">'
    ).format(_WIDTH, height, _title(board), _WIDTH, INK.light)
    return opening + Markup("").join(parts) + Markup("</svg>")


def _title(board: Board) -> str:
    values = ", ".join(f"{name_words(house)} {value}" for house, value in board.track.items())
    year = f"Year {board.year}" if board.year else "Before the first Year"
    return f"{year}. House values: {values}"


def _text(x: float, y: float, text: object, more: str = "") -> Markup:
    """Return a text; `more` are further attributes of ours, none of a user's."""
    return Markup('<text x="{:.0f}" y="{:.0f}"{}>{}</text>').format(x, y, Markup(more), text)


_BOLD, _END, _MIDDLE = ' font-weight="bold"', ' text-anchor="end"', ' text-anchor="middle"'
_PALE = ' opacity=".45"'


def _muted(*parts: Markup) -> Markup:
    return Markup('<g fill="{}">{}</g>').format(MUTED.light, Markup("").join(parts))


def _fight(board: Board, place: int, fight: Fight, width: float) -> Markup:
    """Draw a battle: side 1 on the left, side 0 on the right, the tracker between them."""
    left, inner = place * width + _MARGIN, width - 2 * _MARGIN
    names = [name_words(house) for house in fight.houses]
    below = _HEAD + len(fight.spaces[0]) * _CELL + 14
    return (
        _text(left, 40, names[1], _BOLD)
        + _text(left + inner, 40, names[0], _BOLD + _END)
        + _track(board, fight, left, inner)
        + _tile(board, place, 1, (left, inner / 2 - 4))
        + _tile(board, place, 0, (left + inner / 2, inner / 2 - 4))
        + _muted(_text(left, below, f"Bonus: {given(fight.bonus)}"))
    )


def _track(board: Board, fight: Fight, left: float, inner: float) -> Markup:
    end = board.ruleset.battle.track_end
    place = left + inner * (fight.tracker + end) / (2 * end)
    line = Markup('<path d="M{:.0f} 52h{:.0f}M{:.0f} 47v10" stroke="{}" fill="none"/>')
    return (
        line.format(left, inner, left + inner / 2, MUTED.light)
        + Markup('<circle cx="{:.0f}" cy="52" r="6"/>').format(place)
        + _muted(_text(left + inner / 2, 40, abs(fight.tracker), _MIDDLE))
    )


def _tile(board: Board, battle: int, side: int, span: tuple[float, float]) -> Markup:
    """Draw a tile between the x and over the width of `span`: what is printed on its spaces, and who stands there."""
    x, width = span
    seats = board.fights[battle].spaces[side]
    tops = [_HEAD + space * _CELL for space in range(len(seats))]
    frames = "".join(f"M{x:.0f} {top}h{width:.0f}v{_CELL - 3}h-{width:.0f}z" for top in tops)
    words = [_printed(board, battle, side, space) for space in range(len(seats))]
    printed = [
        _text(x + 5, top + 15, text, "" if seat is None else _PALE)
        for top, text, seat in zip(tops, words, seats, strict=True)
    ]
    captains = [
        _captain(x + width - 12, top + 10.5, seat) for top, seat in zip(tops, seats, strict=True) if seat is not None
    ]
    outline = Markup('<path d="{}" fill="none" stroke="{}"/>').format(frames, FAINT.light)
    return outline + _muted(*printed) + Markup("").join(captains)


def _printed(board: Board, battle: int, side: int, space: int) -> str:
    """Return what is printed on a space; Soldier types as they must be short to fit."""
    words = space_words(board.space(battle, side, space)).replace("\n", ": ")
    for kind, short in _SHORT.items():
        words = words.replace(f"{kind}+:", f"{short}+:")
    return words


def _captain(x: float, y: float, seat: int) -> Markup:
    disc = Markup('<circle cx="{:.0f}" cy="{:.0f}" r="9" fill="{}"/>').format(x, y, SERIES[seat].light)
    return disc + _text(x, y + 4, seat, f'{_MIDDLE}{_BOLD} fill="{GROUND.light}"')


def _seats(board: Board, top: float) -> Markup:
    parts = [_muted(*(_text(x, top, word) for x, word in zip(_STARTS, _COLUMNS, strict=True)))]
    for seat in range(board.players):
        y = top + (seat + 1) * _ROW
        parts.append(_captain(16, y - 4, seat))
        parts += [_text(x, y, words) for x, words in zip(_STARTS, _holds(board, seat), strict=True)]
    return Markup("").join(parts)


def _holds(board: Board, seat: int) -> tuple[object, ...]:
    soldiers = ", ".join(f"{number} {name_words(kind)}" for kind, number in board.soldiers[seat].items() if number)
    influence = ", ".join(f"{name_words(house)} {number}" for house, number in board.influence[seat].items() if number)
    passed = " (passed)" if board.passed[seat] else ""
    return (
        seat_words(board, seat) + passed,
        board.vp[seat],
        board.coins[seat],
        board.captains[seat],
        soldiers or "none",
        len(board.cards[seat]),
        influence or "none",
    )
