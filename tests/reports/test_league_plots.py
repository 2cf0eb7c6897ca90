"""A league's plots draw what the summary says."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.league_plots import ON_HEAT, plot_pay_offs, plot_strengths
from reports.palette import all_colours

TABLE = pd.DataFrame(
    {
        "strategy": ["a", "a", "b", "b", "c", "c"],
        "table": ["b", "c", "a", "c", "a", "b"],
        "win_share": [0.45, 0.65, 0.25, 0.30, 0.05, 0.20],
        "difference": [0.20, 0.40, 0.0, 0.05, -0.20, -0.05],
        "verdict": ["above", "above", "not distinguishable", "not distinguishable", "below", "not distinguishable"],
    }
)


@pytest.fixture
def axes() -> Axes:
    return Figure().subplots()


def cells(axes: Axes) -> dict[tuple[int, int], Rectangle]:
    """Return the drawn cells by row and column."""
    drawn = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    return {(round(cell.get_y() + 0.46), round(cell.get_x() + 0.48)): cell for cell in drawn}


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_every_pair_is_a_cell_with_its_number(axes: Axes) -> None:
    plot_pay_offs(TABLE, axes, ["c", "a", "b"])
    numbers = {(round(t.get_position()[1]), round(t.get_position()[0])): t for t in axes.texts if "." in t.get_text()}
    assert numbers[1, 2].get_text() == "45.0" and numbers[0, 1].get_text() == "5.0" and len(numbers) == 6
    assert set(cells(axes)) == set(numbers)
    assert numbers[1, 2].get_fontweight() == "bold" and numbers[2, 1].get_fontweight() == "normal"


def test_both_axes_name_the_strategies_in_order(axes: Axes) -> None:
    plot_pay_offs(TABLE, axes, ["c", "a", "b"])
    assert [label.get_text() for label in axes.get_yticklabels()] == ["c", "a", "b"]
    above = {t.get_text(): t.get_position()[0] for t in axes.texts if t.get_text() in ("a", "b", "c")}
    assert above == {"c": 0, "a": 1, "b": 2}
    assert sum(text.get_text() == "fair" for text in axes.texts) == 3
    low, high = axes.get_ylim()
    assert low > high


def test_more_and_less_than_fair_have_colours_of_their_own_that_text_can_stand_on(axes: Axes) -> None:
    plot_pay_offs(TABLE, axes, ["a", "b", "c"])
    colours = {place: to_rgb(cell.get_facecolor()) for place, cell in cells(axes).items()}
    violet, orange, white = colours[0, 2], colours[2, 0], colours[1, 0]
    assert violet[2] > violet[0] and orange[0] > orange[2] and min(white) > 0.93
    for extreme in (-1.0, 1.0):
        fresh = Figure().subplots()
        plot_pay_offs(TABLE.assign(difference=[extreme, 1, 0, 0, -1, 0]), fresh, ["a", "b", "c"])
        ground = luminance(cells(fresh)[0, 1].get_facecolor())  # type: ignore[arg-type]
        assert (ground + 0.05) / (luminance(ON_HEAT) + 0.05) > 4.5


def test_text_on_cells_stays_dark_on_dark_pages() -> None:
    assert ON_HEAT not in {colour.light for colour in all_colours()}


def test_strengths_are_drawn_with_their_intervals(axes: Axes) -> None:
    table = pd.DataFrame({"strategy": ["a", "b"], "s": [1.0, -1.0], "low": [0.5, -1.5], "high": [1.5, -0.5]})
    plot_strengths(table, axes, "s", ("low", "high"), "log-odds")
    lines = [np.asarray(line.get_xdata()).tolist() for line in axes.lines]
    assert [0.5, 1.5] in lines and [1.0] in lines and [-1.5, -0.5] in lines
    assert axes.get_xlabel() == "log-odds" and [label.get_text() for label in axes.get_yticklabels()] == ["a", "b"]
