"""Colours can be told apart with any kind of colour vision, and seen on their ground."""

from __future__ import annotations

import doctest
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
import pytest

import reports.palette
from reports.palette import FAINT, GROUND, INK, MUTED, PARTS, SERIES, Colour, all_colours, css_variables, looks

Array = npt.NDArray[np.float64]

VISION = {
    "full": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""Linear RGB as seen: Machado, Oliveira and Fernandes (2009), severity 1."""

LMS = np.array([[0.41222, 0.53633, 0.05145], [0.21190, 0.68070, 0.10740], [0.08830, 0.28172, 0.62998]])
LAB = np.array([[0.21045, 0.79362, -0.00407], [1.97800, -2.42859, 0.45059], [0.02590, 0.78277, -0.80868]])
"""Oklab (Ottosson 2020): distances in it are about as large as they look, 1 from black to white."""


def linear(colour: str) -> Array:
    encoded = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def seen(colour: str, vision: str) -> Array:
    result: Array = LAB @ np.cbrt(LMS @ np.clip(VISION[vision] @ linear(colour), 0.0, 1.0))
    return result


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def shades(colour: Colour) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return (colour, ground) on light and on dark."""
    return (colour.light, GROUND.light), (colour.dark, GROUND.dark)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("ground", ["light", "dark"])
def test_dogs_have_colours_apart(vision: str, ground: str) -> None:
    colours = [seen(getattr(colour, ground), vision) for colour in SERIES]
    distances = {(i, j): float(np.linalg.norm(colours[i] - colours[j])) for i, j in combinations(range(8), 2)}
    assert min(distances.values()) > 0.1
    assert min(d for (i, j), d in distances.items() if j < 5) > 0.13


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("ground", ["light", "dark"])
def test_parts_of_a_score_that_touch_have_colours_apart(vision: str, ground: str) -> None:
    colours = [seen(getattr(colour, ground), vision) for colour in PARTS]
    assert min(float(np.linalg.norm(one - other)) for one, other in pairwise(colours)) > 0.1


@pytest.mark.parametrize("colour", SERIES, ids=lambda colour: colour.variable)
def test_dogs_stand_out_from_their_ground(colour: Colour) -> None:
    """Three to one, as WCAG 2.2 asks of graphics (1.4.11)."""
    assert all(contrast(*shade) >= 3.0 for shade in shades(colour))


@pytest.mark.parametrize("colour", [INK, MUTED], ids=["ink", "muted"])
def test_text_stands_out_from_its_ground(colour: Colour) -> None:
    """Four and a half to one, as WCAG 2.2 asks of text (1.4.3)."""
    assert all(contrast(*shade) >= 4.5 for shade in shades(colour))


def test_no_two_things_share_a_light_colour() -> None:
    """A page replaces light colours by variables, so each must stand for one thing."""
    light = [colour.light for colour in all_colours()]
    assert len(set(light)) == len(light)
    assert {GROUND, INK, MUTED, FAINT, *SERIES, *PARTS} == set(all_colours())


def test_twelve_dogs_all_look_different() -> None:
    found = looks([f"dog_{number}" for number in range(12)])
    assert len(set(found.values())) == 12
    assert found["dog_0"].variable == found["dog_8"].variable and found["dog_0"].marker != found["dog_8"].marker


def test_a_dog_looks_the_same_whoever_follows() -> None:
    assert looks(["a", "b", "c"])["b"] == looks(["a", "b"])["b"]


def test_variables_cover_every_colour() -> None:
    for dark in (False, True):
        declared = css_variables(dark)
        assert all(f"{colour.variable}: " in declared for colour in all_colours())


def test_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(reports.palette).failed == 0
