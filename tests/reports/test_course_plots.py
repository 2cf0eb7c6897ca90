"""Plots of components and of the course of games draw what their table says, intervals included."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.course_drawings import ASSOCIATED, CAUSED, draw_worths
from reports.course_plots import plot_by_year, plot_distribution

YEARS = pd.DataFrame(
    {
        "seat": [0, 0, 1, 1],
        "year": [1, 2, 1, 2],
        "value": [0.1, 0.2, -0.1, -0.2],
        "family_low": [0.0, 0.1, -0.2, -0.3],
        "family_high": [0.2, 0.3, 0.0, -0.1],
    }
)
SHARES = pd.DataFrame({"share": [0.25, 0.75], "ci_low": [0.2, 0.7], "ci_high": [0.3, 0.8]})


def axes() -> Axes:
    return Figure().subplots()


def lines(panel: Axes, axis: str, *labels: str) -> list[list[float]]:
    """Return the ends of the lines with these labels, on one axis."""
    found: list[Any] = [line for line in panel.lines if line.get_label() in labels]
    return [np.asarray(line.get_xdata() if axis == "x" else line.get_ydata()).tolist() for line in found]


def test_every_value_of_a_year_has_its_interval_at_its_own_place() -> None:
    panel = axes()
    plot_by_year(YEARS, panel, "seat", ["seat 0", "seat 1"], 0.0, False, "VP")
    assert lines(panel, "y", "_interval") == [[0.0, 0.2], [0.1, 0.3], [-0.2, 0.0], [-0.3, -0.1]]
    places = [ends[0] for ends in lines(panel, "x", "_interval")]
    assert len(set(places)) == 4 and places == pytest.approx([1, 2, 1, 2], abs=0.05)
    names = ("seat 0", "seat 1")
    assert lines(panel, "y", *names) == [[0.1, 0.2], [-0.1, -0.2]]
    looks = {(line.get_marker(), line.get_linestyle()) for line in panel.lines if line.get_label() in names}
    assert len(looks) == 2, "not told apart by colour alone"


def test_a_distribution_has_a_bar_and_an_interval_for_each_value() -> None:
    panel = axes()
    plot_distribution(SHARES, panel, ["-1", "0"], "share")
    bars: list[Any] = list(panel.patches)
    assert [bar.get_width() for bar in bars] == [0.25, 0.75]
    assert lines(panel, "x", "_interval") == [[0.2, 0.3], [0.7, 0.8]]


@pytest.mark.parametrize(("caption", "word"), [(ASSOCIATED, "Associations"), (CAUSED, "Effects")])
def test_pictures_say_whether_they_show_effects_and_leave_out_what_cannot_be_told(caption: str, word: str) -> None:
    row = {
        f"{what}{end}": 0.1 for what in ("win", "vp") for end in ("", "_low", "_high", "_family_low", "_family_high")
    }
    table = pd.DataFrame([row, dict.fromkeys(row, float("nan"))])
    drawn = draw_worths("name", "of cards", table, ["known", "unknown"], caption)
    assert drawn.alt.startswith(f"{word} with wins and VP") and b"unknown" in drawn.svg
