"""Figures: the same bytes for the same drawing, and markup that a page can hold without asking for anything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from matplotlib.axes import Axes

from reports.figures import Picture, Sheet, inline, picture, same_span
from reports.palette import INK, SERIES, all_colours


def draw(axes: Sequence[Axes]) -> None:
    for panel in axes:
        panel.plot([1.0, 2.0], [0.0, 1.0], marker="o", color=SERIES[0].light)
        panel.set_title("A & B: 5$ < 6$")
        panel.set_xlabel("VP")


def make() -> Picture:
    return picture("some_name", Sheet(3), draw, alt='Ann "the knife" & Bob', caption="How to read it.")


def test_the_same_drawing_gives_the_same_bytes() -> None:
    first, second = make(), make()
    assert first.svg == second.svg and first.png == second.png


def test_files_are_what_their_suffix_says() -> None:
    made = make()
    assert made.png.startswith(b"\x89PNG")
    assert ElementTree.fromstring(made.svg).tag == "{http://www.w3.org/2000/svg}svg"


def test_names_are_text_and_not_mathematics() -> None:
    assert "A &amp; B: 5$ &lt; 6$" in make().svg.decode()


def test_markup_is_one_element_with_a_text_alternative() -> None:
    element = ElementTree.fromstring(make().markup)
    assert element.tag == "svg" and element.attrib["role"] == "img"
    assert element.attrib["aria-label"] == 'Ann "the knife" & Bob'
    assert "viewBox" in element.attrib and "width" not in element.attrib


def test_markup_refers_to_nothing_outside() -> None:
    markup = make().markup
    assert "http" not in markup and "xmlns" not in markup and "<!" not in markup and "metadata" not in markup
    inside = set(re.findall(r'\sid="([^"]+)"', markup))
    referred = set(re.findall(r'(?:href="#|url\(#)([^")]+)', markup))
    assert referred and referred <= inside


def test_ids_are_unique_and_the_pictures_own() -> None:
    found = re.findall(r'\sid="([^"]+)"', make().markup)
    assert len(set(found)) == len(found)
    assert all(identifier.startswith("some_name-") for identifier in found)


def test_colours_and_fonts_are_the_pages() -> None:
    markup = make().markup
    assert f"var({SERIES[0].variable})" in markup and f"var({INK.variable})" in markup and "var(--font)" in markup
    assert not [colour for colour in all_colours() if colour.light in markup]
    assert "DejaVu" not in markup
    assert "#000000" not in markup and "<text style=" in markup
    assert all("fill: var(" in text for text in re.findall(r"<text [^>]*>", markup))


def test_markup_does_without_a_size() -> None:
    plain = '<?xml version="1.0"?><svg width="10pt" viewBox="0 0 10 5" xmlns="urn:x"><g id="a"/></svg>'
    assert inline(plain, "n", "alt") == '<svg role="img" aria-label="alt" viewBox="0 0 10 5"><g id="n-a"/></svg>'


def test_a_figure_leaves_matplotlibs_settings_alone() -> None:
    before = dict(mpl.rcParams)
    make()
    assert dict(mpl.rcParams) == before


def test_no_pyplot_is_needed() -> None:
    import subprocess
    import sys

    code = "import sys, reports.report; sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("panels", "columns"), [(1, 1), (3, 2), (6, 3)])
def test_a_sheet_gives_as_many_panels_as_asked(panels: int, columns: int) -> None:
    seen: list[Axes] = []
    picture("n", Sheet(2, panels=panels, columns=columns), seen.extend, alt="", caption="")
    assert len(seen) == panels


def test_a_shared_axis_is_labelled_under_the_lowest_panels_only() -> None:
    seen: list[Axes] = []

    def look(axes: Sequence[Axes]) -> None:
        draw(axes)
        seen.extend(axes)

    picture("n", Sheet(2, panels=3, columns=2, share_x=True), look, alt="", caption="")
    assert [panel.xaxis.label.get_visible() for panel in seen] == [False, True, True]


def test_same_span_widens_around_the_middle() -> None:
    limits: list[tuple[float, float]] = []

    def draw_two(axes: Sequence[Axes]) -> None:
        axes[0].set_xlim(0.0, 4.0)
        axes[1].set_xlim(10.0, 11.0)
        same_span(axes)
        limits.extend(panel.get_xlim() for panel in axes)

    picture("n", Sheet(2, panels=2, columns=2), draw_two, alt="", caption="")
    assert limits == [(0.0, 4.0), (8.5, 12.5)]
