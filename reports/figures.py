"""Figures: an empty sheet for a plot to draw on, and the finished sheet as SVG, PNG and markup for a page.

Nothing here uses pyplot or its global state. The same drawing always gives the same bytes: no date, no random ids.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from reports.palette import GROUND, INK, MUTED, all_colours

WIDTH = 8.4
"""Inches."""

STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10.5,
    "axes.titlesize": 11.5,
    "axes.titleweight": "bold",
    "axes.titlecolor": INK.light,
    "text.color": INK.light,
    "axes.labelcolor": MUTED.light,
    "axes.edgecolor": MUTED.light,
    "xtick.color": MUTED.light,
    "ytick.color": MUTED.light,
    "figure.facecolor": GROUND.light,
    "axes.facecolor": "none",
    "legend.frameon": False,
    "legend.fontsize": "small",
    "svg.fonttype": "none",
    "svg.hashsalt": "simcore",
    "text.parse_math": False,
}
"""Settings that hold while a figure is made and saved."""

Draw = Callable[[Sequence[Axes]], None]
"""Draws on the panels that it is given."""


@dataclass(frozen=True)
class Sheet:
    """Size of a figure: its panels, and the rows of things in each.

    Parameters
    ----------
    rows : int
        Rows in each panel.
    panels : int
        Number of panels.
    columns : int
        Panels side by side.
    share_x, share_y : bool
        Whether all panels have the same x axis; whether panels side by side have the same rows.
    """

    rows: int
    panels: int = 1
    columns: int = 1
    share_x: bool = False
    share_y: bool = True


@dataclass(frozen=True)
class Picture:
    """A finished figure.

    Parameters
    ----------
    name : str
        Name of its files, without suffix; unique in a report.
    alt : str
        What it shows, for those who do not see it.
    caption : str
        How to read it.
    svg, png : bytes
        The files.
    """

    name: str
    alt: str
    caption: str
    svg: bytes
    png: bytes

    @property
    def markup(self) -> str:
        """The SVG as part of a page (see `inline`)."""
        return inline(self.svg.decode(), self.name, self.alt)


def picture(name: str, sheet: Sheet, draw: Draw, *, alt: str, caption: str) -> Picture:
    """Make a figure of the size of `sheet`, let `draw` draw on its panels, and save it."""
    with mpl.rc_context(STYLE):
        figure = _empty(sheet)
        draw(figure.axes[: sheet.panels])
        _tidy(figure.axes[: sheet.panels], sheet)
        _lay_out(figure)
        svg, png = BytesIO(), BytesIO()
        figure.savefig(svg, format="svg", metadata={"Date": None})
        figure.savefig(png, format="png", dpi=150, metadata={"Software": None}, pil_kwargs={"compress_level": 4})
    return Picture(name, alt, caption, svg.getvalue(), png.getvalue())


def _empty(sheet: Sheet) -> Figure:
    lines = -(-sheet.panels // sheet.columns)
    height = lines * (0.36 * sheet.rows + 0.85) + 0.1
    figure = Figure(figsize=(WIDTH, height), layout=ConstrainedLayoutEngine(wspace=0.06, h_pad=0.06))
    figure.subplots(
        lines, sheet.columns, squeeze=False, sharey=sheet.columns > 1 and sheet.share_y, sharex=sheet.share_x
    )
    for spare in figure.axes[sheet.panels :]:
        spare.set_axis_off()
    return figure


def _lay_out(figure: Figure) -> None:
    """Place everything once, and not again for each format: an engine, even an idle one, has all drawn twice."""
    engine = figure.get_layout_engine()
    assert engine is not None, "every empty sheet has one"
    engine.execute(figure)
    figure.set_layout_engine(None)


def _tidy(panels: Sequence[Axes], sheet: Sheet) -> None:
    """Leave room between the numbers of narrow panels, and label a common axis once."""
    for place, panel in enumerate(panels):
        panel.locator_params(axis="x", nbins=max(3, 8 // sheet.columns))
        if sheet.share_x:
            lowest = place + sheet.columns >= len(panels)
            panel.tick_params(labelbottom=lowest)
            panel.xaxis.label.set_visible(lowest)


def same_span(panels: Sequence[Axes]) -> None:
    """Widen x axes to the span of the widest, so that the same distance means the same in all panels."""
    widest = max(high - low for low, high in (panel.get_xlim() for panel in panels))
    for panel in panels:
        low, high = panel.get_xlim()
        panel.set_xlim((low + high - widest) / 2.0, (low + high + widest) / 2.0)


def inline(svg: str, name: str, alt: str) -> str:
    """Return an SVG file as an element of a page.

    Parameters
    ----------
    svg : str
        The file.
    name : str
        Put before every id, so that several figures can stand in one page.
    alt : str
        Text alternative.

    Returns
    -------
    str
        The svg element without namespaces and metadata (a page needs neither), its colours replaced by the variables
        of `reports.palette`, its fonts by the page's.
    """
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r"<!--.*?-->\s*", "", body, flags=re.DOTALL)
    body = re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", body).replace("xlink:href", "href")
    body = re.sub(r'\sid="', f' id="{name}-', body)
    body = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", body)
    body = re.sub(r"'DejaVu Sans'[^;\"]*", "var(--font)", body)
    for colour in all_colours():
        body = body.replace(colour.light, f"var({colour.variable})")
    size = re.search(r'viewBox="([^"]+)"', body)
    assert size is not None, "matplotlib always writes a viewBox"
    opening = f'<svg role="img" aria-label="{html.escape(alt)}" viewBox="{size[1]}">'
    return opening + body[body.index(">") + 1 :].strip()
