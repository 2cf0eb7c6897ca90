"""Colours and markers: one look for each Dog wherever it is drawn, told apart with any kind of colour vision.

Every colour has a twin for dark pages. The light one is drawn into the figures; a page replaces it by a CSS variable
(`css_variables`) whose value follows the reader's colour scheme. tests/reports/test_palette.py checks contrasts and
distances under simulated colour-vision deficiencies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Colour:
    """A colour on light and on dark ground, "#rrggbb" each, and the CSS variable that stands for both."""

    variable: str
    light: str
    dark: str


@dataclass(frozen=True)
class Look:
    """How one thing is drawn: "#rrggbb" (on light ground), matplotlib marker, CSS variable of the colour."""

    colour: str
    marker: str
    variable: str


GROUND = Colour("--ground", "#ffffff", "#16191f")
INK = Colour("--ink", "#1c222c", "#e7eaef")
MUTED = Colour("--muted", "#5a6473", "#a3adbb")
FAINT = Colour("--faint", "#d8dde4", "#373e4a")

SERIES = (
    Colour("--series-1", "#1f3fae", "#5b76f0"),
    Colour("--series-2", "#b9560c", "#f09a30"),
    Colour("--series-3", "#16a294", "#5cf0c8"),
    Colour("--series-4", "#6d0f2e", "#b8637f"),
    Colour("--series-5", "#9263d8", "#bcb0ff"),
    Colour("--series-6", "#8e3d37", "#fed949"),
    Colour("--series-7", "#6f5580", "#51760a"),
    Colour("--series-8", "#1c1970", "#56bfa0"),
)
"""For Dogs. The first five, all that the printed game needs, lie furthest apart."""

MARKERS = ("o", "s", "D", "^")
"""With the ninth Dog the colours begin again, with another marker."""

PARTS = (
    Colour("--part-1", "#3f5573", "#93a9c9"),
    Colour("--part-2", "#7f97b5", "#5f7899"),
    Colour("--part-3", "#b7c6d8", "#c3d0e0"),
    Colour("--part-4", "#b08d3c", "#d6b25e"),
    Colour("--part-5", "#dcc88f", "#8a7434"),
)
"""For the parts of a score, which lie side by side in one order, parted by lines of the ground's colour."""

PLAIN = Look(MUTED.light, "o", MUTED.variable)
"""For what has no colour of its own: seats, strategies."""


def looks(names: Sequence[str]) -> dict[str, Look]:
    """Return a look for each name (of a Dog), by its position.

    Examples
    --------
    >>> looks(["blackmane", "macbeth"])["macbeth"].colour
    '#b9560c'
    """
    found = {}
    for position, name in enumerate(names):
        colour = SERIES[position % len(SERIES)]
        marker = MARKERS[position // len(SERIES) % len(MARKERS)]
        found[name] = Look(colour.light, marker, colour.variable)
    return found


def all_colours() -> tuple[Colour, ...]:
    """Return every colour that a figure may hold."""
    return (GROUND, INK, MUTED, FAINT, *SERIES, *PARTS)


def css_variables(dark: bool) -> str:
    """Return the declarations of all colour variables for light or for dark ground."""
    return " ".join(f"{colour.variable}: {colour.dark if dark else colour.light};" for colour in all_colours())
