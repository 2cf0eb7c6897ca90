"""The page of a report: everything it says, filled into the template, self-contained in one file of HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports.findings import Findings
from reports.palette import css_variables
from reports.runs import Run
from reports.sections import Section
from reports.words import count, listed, points_of, title_of
from simcore.dogs.ruleset_words import READINGS
from simcore.tomltext import shown

GENERATOR = "simcore report"
"""How the page says in its head what made it; also how a folder is known to hold a report."""


@dataclass(frozen=True)
class Source:
    """A block of the ruleset, with the note on where its values come from."""

    name: str
    note: str


@dataclass(frozen=True)
class Choice:
    """A reading that was chosen where the rulebook is open.

    Parameters
    ----------
    rule : str
        Rule that names the question; empty where this version does not know the switch.
    setting : str
        The switch and its value, as they stand in a ruleset file.
    meaning : str
        What the value means; empty where this version does not know it.
    default : str
        What the default means; empty where it was chosen.
    """

    rule: str
    setting: str
    meaning: str
    default: str


def _choice(switch: str, value: str | bool) -> Choice:
    setting = f"{switch} = {shown(value)}"
    if switch not in READINGS:
        return Choice("", setting, "", "")
    rule, meanings = READINGS[switch].rule, READINGS[switch].meanings
    default = next(iter(meanings))
    return Choice(rule, setting, meanings.get(value, ""), "" if value == default else meanings[default])


@dataclass(frozen=True)
class Page:
    """What the page says before its sections.

    Parameters
    ----------
    findings : sequence of Findings
        One for each run, all of one ruleset.
    sections : sequence of Section
        One for each run, in the same order.
    across : Section or None
        All runs side by side, where there are several.
    """

    findings: Sequence[Findings]
    sections: Sequence[Section]
    across: Section | None

    @property
    def margin(self) -> str:
        """What counts as balanced."""
        return points_of(self.findings[0].margin)

    @property
    def all_sections(self) -> list[Section]:
        """The sections in the order of the page."""
        return [*([self.across] if self.across else []), *self.sections]

    @property
    def ruleset(self) -> dict[str, Any]:
        """Name, title, hash and provenance of the ruleset."""
        ruleset: dict[str, Any] = self.findings[0].run.manifest["ruleset"]
        return ruleset

    @property
    def questions(self) -> list[str]:
        """The questions of the experiments, each once."""
        asked = [each.run.manifest["experiment"].get("question", "") for each in self.findings]
        return [question for question in dict.fromkeys(asked) if question]

    @property
    def unfinished(self) -> list[Run]:
        """The runs that have fewer games than were asked for."""
        return [each.run for each in self.findings if not each.run.results.complete]

    @property
    def versions(self) -> str:
        """Versions of all that took part, and where runs differ, which they were."""
        found: dict[str, list[str]] = {}
        for each in self.findings:
            for name, version in each.run.manifest["versions"].items():
                found.setdefault(name, []).append(str(version))
            for name, key in (("game code", "behaviour"), ("git commit", "git_commit")):
                found.setdefault(name, []).append(str(each.run.manifest.get(key) or "unknown")[:12])
        return "; ".join(f"{name} {' / '.join(dict.fromkeys(versions))}" for name, versions in found.items())

    def blocks(self, source: str) -> list[Source]:
        """Return the blocks of the ruleset whose values come from `source`: assumed, reading or rulebook."""
        provenance = self.ruleset["provenance"]
        return [
            Source(title_of(name), str(where.get("note", "")))
            for name, where in provenance.items()
            if where.get("source") == source
        ]

    @property
    def readings(self) -> list[Choice]:
        """The readings, one a switch; none where the manifests are too old to tell."""
        return [_choice(switch, value) for switch, value in self.ruleset.get("readings", {}).items()]

    @property
    def assumed(self) -> str:
        """The assumed blocks as an enumeration; empty where there are none."""
        names = [block.name for block in self.blocks("assumed")]
        return listed(names) if names else ""


def render(page: Page) -> str:
    """Return the page as HTML; it asks for nothing that is not in it."""
    return (
        _environment(autoescape=True)
        .get_template("page.html")
        .render(
            page=page,
            generator=GENERATOR,
            light=css_variables(dark=False),
            dark=css_variables(dark=True),
            svg=lambda picture: Markup(picture.markup),
        )
    )


def render_markdown(page: Page) -> str:
    """Return the same findings and tables as Markdown, with links to the figures' files."""
    text = _environment(autoescape=False).get_template("report.md").render(page=page)
    return re.sub(r"\n{3,}", "\n\n", text)


def plain(text: object) -> str:
    r"""Return a text in which Markdown finds neither markup nor the end of a table's cell.

    Examples
    --------
    >>> plain("a | <b> *c*")
    'a \\| &lt;b&gt; \\*c\\*'
    """
    safe = str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|#])", r"\\\1", safe).replace("\n", " ")


def _environment(autoescape: bool) -> Environment:
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"count": count, "plain": plain}
    return environment
