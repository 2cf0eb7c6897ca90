"""Plots draw what the summary says: tested by what stands in the Axes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from reports.palette import PARTS, PLAIN, looks
from reports.plots import (
    INTERVAL,
    plot_balance,
    plot_effects,
    plot_mean_scores,
    plot_score_parts,
    plot_win_differences,
    plot_win_shares,
    plot_years,
)

SHARES = pd.DataFrame(
    {
        "dog": ["a", "b", "c"],
        "win_share": [0.20, 0.27, 0.28],
        "ci_low": [0.18, 0.25, 0.26],
        "ci_high": [0.22, 0.29, 0.30],
        "family_low": [0.17, 0.24, 0.255],
        "family_high": [0.23, 0.30, 0.305],
        "fair": 0.25,
    }
)
NAMES = ["Ann", "Bob", "Cid"]
LOOKS = [*looks(["a", "b", "c"]).values()]

MEANS = pd.DataFrame(
    {
        "dog": ["a", "a", "a", "b", "b", "b"],
        "measure": ["total", "tokens", "support"] * 2,
        "mean": [29.0, 30.0, -1.0, 33.0, 31.0, 2.0],
        "ci_low": [28.5, 29.0, -1.5, 32.5, 30.0, 1.5],
        "ci_high": [29.5, 31.0, -0.5, 33.5, 32.0, 2.5],
        "start": [0.0, 0.0, 0.0, 0.0, 0.0, 31.0],
    }
)


@pytest.fixture
def axes() -> Axes:
    return Figure().subplots()


def intervals(axes: Axes) -> list[tuple[float, float, float]]:
    """Return row, low, high of every interval drawn."""
    found = [line for line in axes.lines if line.get_label() == INTERVAL]
    return [(float(line.get_ydata()[0]), *map(float, line.get_xdata())) for line in found]  # type: ignore[index, arg-type, misc]


def points(axes: Axes) -> list[Line2D]:
    return [line for line in axes.lines if len(np.asarray(line.get_xdata())) == 1]


def test_every_share_has_both_intervals_and_its_point(axes: Axes) -> None:
    plot_win_shares(SHARES, axes, NAMES, LOOKS)
    drawn = intervals(axes)
    for row, group in enumerate(SHARES.to_dict("records")):
        assert (row, group["ci_low"], group["ci_high"]) in drawn
        assert (row, group["family_low"], group["family_high"]) in drawn
    assert [float(point.get_xdata()[0]) for point in points(axes)] == SHARES["win_share"].tolist()  # type: ignore[index, arg-type]


def test_the_corrected_interval_is_a_line_and_the_other_a_band(axes: Axes) -> None:
    plot_win_shares(SHARES, axes, NAMES, LOOKS)
    corrected, alone = [line for line in axes.lines if line.get_label() == INTERVAL][:2]
    assert corrected.get_linewidth() < alone.get_linewidth()


def test_the_fair_share_is_a_line_with_a_name(axes: Axes) -> None:
    plot_win_shares(SHARES, axes, NAMES, LOOKS)
    [fair] = [line for line in axes.lines if line.get_label() == "fair share"]
    assert np.asarray(fair.get_xdata()).tolist() == [0.25, 0.25]
    assert "fair share" in [text.get_text() for text in axes.texts]


def test_rows_go_from_top_to_bottom_under_their_names(axes: Axes) -> None:
    plot_win_shares(SHARES, axes, NAMES, LOOKS)
    assert [label.get_text() for label in axes.get_yticklabels()] == NAMES
    low, high = axes.get_ylim()
    assert low > high


def test_each_dog_has_its_own_look(axes: Axes) -> None:
    plot_win_shares(SHARES, axes, NAMES, LOOKS)
    assert [(point.get_color(), point.get_marker()) for point in points(axes)] == [(k.colour, k.marker) for k in LOOKS]


def test_shares_are_labelled_in_percent(axes: Axes) -> None:
    plot_win_shares(SHARES, axes, NAMES, LOOKS)
    axes.figure.draw_without_rendering()  # type: ignore[union-attr]
    assert all(label.get_text().endswith("%") for label in axes.get_xticklabels())
    assert axes.get_xlabel() == "share of wins"


def test_differences_are_labelled_in_points(axes: Axes) -> None:
    plot_win_differences(SHARES.assign(fair=0.0), axes, NAMES, LOOKS)
    axes.figure.draw_without_rendering()  # type: ignore[union-attr]
    assert not any("%" in label.get_text() for label in axes.get_xticklabels())
    assert axes.get_xlabel() == "percentage points from the fair share"


def test_every_mean_has_its_interval(axes: Axes) -> None:
    tokens = MEANS[MEANS["measure"] == "tokens"]
    plot_mean_scores(tokens, axes, ["Ann", "Bob"], [PLAIN, PLAIN])
    assert intervals(axes) == [(0.0, 29.0, 31.0), (1.0, 30.0, 32.0)]
    assert axes.get_xlabel() == "VP"


def test_parts_are_bars_from_their_start_and_the_total_has_its_interval(axes: Axes) -> None:
    parts = {"tokens": ("VP tokens", PARTS[0].light), "support": ("Support card", PARTS[1].light)}
    plot_score_parts(MEANS, axes, "dog", ["Ann", "Bob"], parts)
    bars = [(bar.get_x(), bar.get_width(), round(bar.get_y() + bar.get_height() / 2)) for bar in axes.patches]  # type: ignore[attr-defined]
    assert bars == [(0.0, 30.0, 0), (0.0, 31.0, 1), (0.0, -1.0, 0), (31.0, 2.0, 1)]
    assert intervals(axes) == [(0.0, 28.5, 29.5), (1.0, 32.5, 33.5)]
    legend = axes.get_legend()
    assert legend is not None and [text.get_text() for text in legend.get_texts()] == ["VP tokens", "Support card"]


def test_plots_leave_their_summary_alone(axes: Axes) -> None:
    before = SHARES.copy()
    plot_win_shares(SHARES, axes, NAMES, LOOKS)
    pd.testing.assert_frame_equal(SHARES, before)


def test_a_summary_and_looks_of_different_length_are_a_mistake(axes: Axes) -> None:
    with pytest.raises(ValueError, match="zip"):
        plot_win_shares(SHARES, axes, NAMES, LOOKS[:2])


BALANCE = pd.DataFrame(
    {"dog": ["a", "b"], "difference": [0.02, -0.001], "low": [0.012, -0.006], "high": [0.03, 0.004], "margin": 0.01}
)
EFFECTS = pd.DataFrame(
    {
        "effect": [0.02, -0.01],
        "ci_low": [0.01, -0.02],
        "ci_high": [0.03, 0.0],
        "family_low": [0.005, -0.025],
        "family_high": [0.035, 0.005],
    }
)


def test_balance_has_the_margin_and_every_interval(axes: Axes) -> None:
    plot_balance(BALANCE, axes, NAMES[:2], LOOKS[:2])
    [field] = [patch for patch in axes.patches if patch.get_label() == "balanced"]
    assert field.get_path().get_extents(field.get_patch_transform()).intervalx.tolist() == [-0.01, 0.01]
    assert intervals(axes) == [(0, 0.012, 0.03), (1, -0.006, 0.004)]
    assert [float(np.asarray(point.get_xdata())[0]) for point in points(axes)] == [0.02, -0.001]
    assert axes.get_xlabel() == "percentage points from the fair share"


def test_effects_stand_against_no_effect_with_both_intervals(axes: Axes) -> None:
    plot_effects(EFFECTS, axes, NAMES[:2], LOOKS[:2], "VP", shares=False)
    assert {(0, 0.005, 0.035), (0, 0.01, 0.03), (1, -0.025, 0.005), (1, -0.02, 0.0)} == set(intervals(axes))
    [none] = [line for line in axes.lines if line.get_label() == "no effect"]
    assert set(np.asarray(none.get_xdata()).tolist()) == {0.0} and axes.get_xlabel() == "VP"


def test_years_have_a_line_for_each_group_and_an_interval_for_each_point(axes: Axes) -> None:
    means = pd.DataFrame(
        {"dog": ["a", "a", "b", "b"], "year": [1, 2, 1, 2], "mean": [3.0, 4.0, 2.0, 5.0], "ci_low": 1.0, "ci_high": 6.0}
    )
    plot_years(means, axes, "dog", NAMES[:2], LOOKS[:2])
    lines = {str(line.get_label()): line for line in axes.lines if line.get_label() != INTERVAL}
    assert {name: np.asarray(line.get_ydata()).tolist() for name, line in lines.items()} == {
        "Ann": [3.0, 4.0],
        "Bob": [2.0, 5.0],
    }
    assert [lines[name].get_color() for name in NAMES[:2]] == [look.colour for look in LOOKS[:2]]
    drawn = [line for line in axes.lines if line.get_label() == INTERVAL]
    assert len(drawn) == 4 and all(np.asarray(line.get_ydata()).tolist() == [1.0, 6.0] for line in drawn)
