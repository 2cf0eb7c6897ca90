"""Pieces of HTML that notebooks show: tables and boxes in plain markup, which every theme of a notebook can dress."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape


def table(headings: Sequence[object], rows: Iterable[Sequence[object]]) -> Markup:
    """Return a table; what is not Markup already is escaped.

    Examples
    --------
    >>> table(["a"], [["<1"]])
    Markup('<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>&lt;1</td></tr></tbody></table>')
    """
    head = _row("th", headings)
    body = Markup("").join(_row("td", row) for row in rows)
    return Markup("<table><thead>{}</thead><tbody>{}</tbody></table>").format(head, body)


def _row(tag: str, cells: Iterable[object]) -> Markup:
    opening, closing = Markup(f"<{tag}>"), Markup(f"</{tag}>")
    inner = Markup("").join(opening + escape(cell) + closing for cell in cells)
    return Markup("<tr>{}</tr>").format(inner)


def box(title: str, *parts: object) -> str:
    """Return a titled part of a page."""
    inner = Markup("").join(escape(part) for part in parts)
    return str(Markup("<div><p><strong>{}</strong></p>{}</div>").format(title, inner))


def line(text: object) -> Markup:
    """Return a paragraph."""
    return Markup("<p>{}</p>").format(text)


def folded(title: str, *parts: object) -> Markup:
    """Return what opens with a click on its title."""
    inner = Markup("").join(escape(part) for part in parts)
    return Markup("<details><summary>{}</summary>{}</details>").format(title, inner)
