"""The page of a study, such as a comparison of variants: what it says, filled into a template, in one file of HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports.figures import Picture
from reports.page import GENERATOR
from reports.palette import css_variables
from reports.tables import Grid


@dataclass(frozen=True)
class Part:
    """A part of a section: heading, an opening sentence, pictures, tables."""

    heading: str
    opening: str
    pictures: tuple[Picture, ...] = ()
    grids: tuple[Grid, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """A section of the page: heading, the anchor that links to it use, opening sentences, parts."""

    heading: str
    anchor: str
    opening: Sequence[str]
    parts: Sequence[Part]


@dataclass(frozen=True)
class Finding:
    """A finding of the summary: how it begins (which links to a section), how it goes on, what is said in small."""

    lead: str
    anchor: str
    text: str
    fine: str = ""


@dataclass(frozen=True)
class Study:
    """What a page says.

    Parameters
    ----------
    eyebrow, title, question : str
        What kind of page it is, its heading, and what was asked.
    findings : sequence of Finding
        The summary.
    assumed : sequence of (str, str)
        Blocks of the ruleset that rest on assumptions, with the note on each.
    facts : sequence of (str, str)
        What was played: term and text.
    chapters : sequence of Chapter
        The evidence.
    methods : sequence of (str, str)
        How the numbers are made: term and text.
    references : str
        What the methods cite.
    """

    eyebrow: str
    title: str
    question: str
    findings: Sequence[Finding]
    assumed: Sequence[tuple[str, str]]
    facts: Sequence[tuple[str, str]]
    chapters: Sequence[Chapter]
    methods: Sequence[tuple[str, str]]
    references: str = field(default="")

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures, in order."""
        return tuple(picture for chapter in self.chapters for part in chapter.parts for picture in part.pictures)


def render_study(study: Study) -> str:
    """Return the page as HTML; it asks for nothing that is not in it."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("study.html").render(
        study=study,
        generator=GENERATOR,
        light=css_variables(dark=False),
        dark=css_variables(dark=True),
        svg=lambda picture: Markup(picture.markup),
    )
