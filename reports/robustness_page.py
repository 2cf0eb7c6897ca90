"""The page on robustness: which findings hold whatever is printed on the components, and however the rules are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from reports.compare_page import assumed_of
from reports.compare_plots import plot_draws
from reports.equivalence import BALANCED, STRONG, UNDECIDED, WEAK
from reports.figures import Picture, Sheet, picture
from reports.palette import PLAIN, Look, looks
from reports.report import Report, publish
from reports.robust_summaries import ABOVE, BELOW
from reports.robustness import BASE, DRAW, READING, Robustness
from reports.study import Chapter, Finding, Part, Study, render_study
from reports.tables import Cell, Grid, Heading, full
from reports.words import count, interval, listed, percent, points, title_of
from simcore.wording import counted

Row = Mapping[Any, Any]
"""A row of a table."""

VERDICTS = {
    STRONG: "▲ too strong",
    WEAK: "▼ too weak",
    BALANCED: "= balanced",
    UNDECIDED: "≈ undecided",
    ABOVE: "▲ wins more",
    BELOW: "▼ wins less",
}
"""Verdicts as the page shows them."""

_SEAT_WORDS = {STRONG: "wins too often", WEAK: "wins too seldom", BALANCED: "is balanced", UNDECIDED: "is undecided"}
_DOG_WORDS = {STRONG: "is too strong", WEAK: "is too weak", BALANCED: "is balanced", UNDECIDED: "is undecided"}
_KIND_WORDS = {DRAW: "draw", READING: "other reading"}

METHODS = (
    (
        "Draws",
        "Every draw replaces all assumed components at once by others, at random within the ranges above, and plays the"
        " same experiment from the same seed. Draws are independent of each other, so that the share of draws in which"
        " something holds says how much the finding owes to the stand-ins; its interval is that of Clopper and Pearson"
        " (1934). It speaks of these ranges, not of what is really printed.",
    ),
    (
        "Readings",
        "Each switch of the ruleset's readings is turned alone, the stand-ins being as they are. They are no sample, so"
        " that there are counts and no intervals. Readings without a switch (I7 to I16) are not varied.",
    ),
    (
        "Verdict",
        "By the corrected interval of a share of wins: too strong if it lies above the margin around the fair share,"
        " too weak if below, balanced if within (Berger and Hsu 1996), else undecided. The order of two Dogs is decided"
        " if the corrected interval of the difference of their shares does not hold 0; its error takes into account"
        " that they meet in the same games (Cochran 1977).",
    ),
    (
        "Correction",
        "All rows of a kind (Dogs, seats or pairs), of all rulesets on this page, are one family: their corrected"
        " intervals hold together with 95% confidence (Šidák 1967). So a verdict that changes from draw to draw is no"
        " play of chance, and with more rulesets more is undecided unless more games are played.",
    ),
    (
        "Holds",
        "A finding holds in a ruleset where the verdict is the one of the base. An undecided verdict does not"
        " contradict it: it says that these games do not tell. In most: in more than half.",
    ),
    (
        "Spread",
        "Standard deviation of a share of wins between draws, after what chance within a draw adds is taken off"
        " (DerSimonian and Laird 1986): how much the components matter.",
    ),
    (
        "What this cannot say",
        "The players are scripts, and their weights fit the stand-ins of the base; people would adapt to other tiles.",
    ),
)

REFERENCES = (
    "R. L. Berger, J. C. Hsu (1996), Bioequivalence trials, intersection-union tests and equivalence confidence sets,"
    " Statistical Science 11 · C. J. Clopper, E. S. Pearson (1934), The use of confidence or fiducial limits,"
    " Biometrika 26 · W. G. Cochran (1977), Sampling Techniques, 3rd ed. · R. DerSimonian, N. Laird (1986),"
    " Meta-analysis in clinical trials, Controlled Clinical Trials 7 · Z. Šidák (1967), Rectangular confidence regions"
    " for the means of multivariate normal distributions, JASA 62."
)


def write_robustness(found: Robustness, out: Path) -> Path:
    """Write the report on robustness to `out` and return its page."""
    return publish(lambda: make_report(found), out)


def make_report(found: Robustness) -> Report:
    """Return the report on robustness: the same for the same results, to the byte."""
    study = robustness_page(found)
    return Report(render_study(study), found.tables(), study.pictures)


def robustness_page(found: Robustness) -> Study:
    """Return the page on robustness."""
    writer = _Writer(found, looks(list(found.dogs)))
    ruleset = found.base.manifest["ruleset"]
    return Study(
        eyebrow="Robustness",
        title="Which findings hold, whatever is printed on the components?",
        question=f"{ruleset['title']}, with {_rulesets(found)}.",
        findings=findings(found),
        assumed=assumed_of([found.base]),
        facts=writer.facts(),
        chapters=[writer.shares("dog"), writer.order(), writer.shares("seat"), writer.drawn()],
        methods=METHODS,
        references=REFERENCES,
    )


def _rulesets(found: Robustness) -> str:
    draws, readings = found.number(DRAW), found.number(READING)
    return f"{counted(draws, _KIND_WORDS[DRAW])} of other components and {counted(readings, _KIND_WORDS[READING])}"


def _words(kind: str, number: int) -> str:
    """Return what so many rulesets of a kind are called."""
    return _KIND_WORDS[kind] + ("" if number == 1 else "s")


def _every(kind: str, number: int) -> str:
    """Return words for all rulesets of a kind."""
    return {1: "the one", 2: "both"}.get(number, f"all {number}") + f" {_words(kind, number)}"


def findings(found: Robustness) -> list[Finding]:
    """Return for each Dog whether what is found of it holds, then the same of their order and of seats."""
    return [*(_dog(found, dog) for dog in found.dogs), _order(found), _seats(found)]


def _dog(found: Robustness, dog: str) -> Finding:
    shares, held = found.shares("dog"), found.holding("dog")
    rows = shares[(shares["dog"] == dog) & (shares["kind"] == BASE)].to_dict("records")
    if not rows:
        return Finding(found.dogs[dog], "dogs", " did not play.")
    own = rows[0]
    number = f"{percent(own['win_share'])}, {interval(own['family_low'], own['family_high'])}"
    said = "; ".join(_held(row) for row in held[held["dog"] == dog].to_dict("records"))
    fine = ""
    if found.number(DRAW) > 1:
        [between] = found.spread("dog").query("dog == @dog").to_dict("records")
        least, most, mean = (percent(between[key]) for key in ("least", "greatest", "mean"))
        fine = (
            f"Over the draws it wins {mean} on average, {least} in its worst draw and {most} in its best; what is not"
        )
        fine += f" chance of that spread has a standard deviation of {percent(between['sd'])[:-1]} percentage points."
    return Finding(found.dogs[dog], "dogs", f" {_DOG_WORDS[own['verdict']]} ({number}); {said}.", fine)


def _held(row: Row) -> str:
    """Say in how many rulesets of a kind a finding holds."""
    n, kind = row["n"], row["kind"]
    if row["finding"] == UNDECIDED:
        if row["holds"] == 0:
            one = f"{row['verdicts'].removesuffix(' in 1')} in {_every(kind, n)}"
            return one if n == 1 else f"decided in {_every(kind, n)}: {row['verdicts']}"
        where = _every(kind, n) if row["holds"] == n else f"{row['holds']} of {counted(n, _KIND_WORDS[kind])}"
        return f"undecided in {where} too{', but ' + row['verdicts'] if row['otherwise'] else ''}"
    span = f" ({interval(row['family_low'], row['family_high'], 0)}% of such draws)" if row["kind"] == DRAW else ""
    text = f"this holds in {row['holds']} of {counted(n, _KIND_WORDS[kind])}{span}"
    rest = [f"otherwise in {row['otherwise']}"] if row["otherwise"] else []
    rest += [f"undecided in {row['undecided']}"] if row["undecided"] else []
    return f"{text}{', ' if rest else ''}{' and '.join(rest)}"


def _order(found: Robustness) -> Finding:
    held = found.holding("order")
    told = held[held["finding"] != UNDECIDED]
    said = []
    for kind in (DRAW, READING):
        rows = told[told["kind"] == kind]
        if len(rows):
            held_in_all, turned = int((rows["holds"] == rows["n"]).sum()), int((rows["otherwise"] > 0).sum())
            said.append(
                f"{held_in_all} of {len(rows)} hold{'s' if held_in_all == 1 else ''} in"
                f" {_every(kind, int(rows['n'].iloc[0]))}, {turned} {'is' if turned == 1 else 'are'} turned round in"
                f" {'it' if int(rows['n'].iloc[0]) == 1 else 'some'}"
            )
    taus = found.agreement().query("kind == 'draw'")["tau"].dropna()
    fine = (
        f"Kendall's tau of a draw's order with the base's: median {taus.median():.2f},"
        f" {taus.min():.2f} to {taus.max():.2f}.".replace("-", "−")
        if len(taus)
        else ""
    )
    text = (
        f": of every two Dogs that the base tells apart, {'; '.join(said)}." if said else ": the base tells none apart."
    )
    return Finding("Who wins more than whom", "order", text, fine)


def _seats(found: Robustness) -> Finding:
    shares, held = found.shares("seat"), found.holding("seat")
    said = []
    for own in shares[shares["kind"] == BASE].to_dict("records"):
        number = f"{percent(own['win_share'])}, {interval(own['family_low'], own['family_high'])}"
        rows = held[held["seat"] == own["seat"]].to_dict("records")
        said.append(f"seat {own['seat']} {_SEAT_WORDS[own['verdict']]} ({number}); {'; '.join(map(_held, rows))}")
    return Finding("Seats", "seats", f": {'. '.join(text[:1].upper() + text[1:] for text in said)}.")


@dataclass(frozen=True)
class _Writer:
    """Writes the chapters."""

    found: Robustness
    looks: Mapping[str, Look]

    def facts(self) -> list[tuple[str, str]]:
        first = self.found.base.manifest
        versions = ", ".join(f"{name} {version}" for name, version in first["versions"].items())
        return [
            ("Ruleset", f"{first['ruleset']['name']} {first['ruleset']['hash']}"),
            ("Rulesets beside it", _rulesets(self.found)),
            ("Games", f"{count(first['games'])} by each, {first['players']} players, seed {first['seed']}"),
            ("Experiment", f"{first['experiment']['name']}: strategies {listed(first['strategies'])}"),
            ("Margin", f"{percent(self.found.margin, 2)[:-1]} percentage points around the fair share are balanced"),
            ("Versions", f"{versions}; game code {first['behaviour'][:12]}"),
        ]

    def shares(self, column: str) -> Chapter:
        """Return the chapter on Dogs or seats."""
        heading, anchor = ("Dogs", "dogs") if column == "dog" else ("Seats", "seats")
        grids = [self._holding_grid(column)]
        if self.found.number(DRAW) > 1:
            grids.append(self._spread_grid(column))
        parts = [
            Part("What holds", "", (self._picture(column),), tuple(grids)),
            Part("Every ruleset", "Shares of wins by each, with the verdict.", (), (self._shares_grid(column),)),
        ]
        return Chapter(heading, anchor, [], parts)

    def _picture(self, column: str) -> Picture:
        shares = self.found.shares(column)
        groups = list(dict.fromkeys(shares[column]))
        table = shares.assign(row=[groups.index(group) for group in shares[column]], offset=_offsets(shares))
        labels = [self._name(column, group) for group in groups]
        drawn = [self.looks[group] if column == "dog" else PLAIN for group in groups]
        margin = self.found.margin

        def draw(axes: Sequence[Axes]) -> None:
            plot_draws(table, axes[0], labels, drawn, margin)

        base = shares[shares["kind"] == BASE]
        spoken = ", ".join(f"{label} {percent(share)}" for label, share in zip(labels, base["win_share"], strict=True))
        caption = (
            "The filled point is the ruleset as it is, the band its corrected 95% interval; each ring below it is one"
            " draw of other components and each cross above it another reading, without their intervals, which are as"
            " wide. The dashed line is the fair share, the field around it what counts as balanced."
        )
        alt = f"Share of wins by {column} under every ruleset; by the base: {spoken}."
        return picture(f"robust_{column}", Sheet(2 * len(groups)), draw, alt=alt, caption=caption)

    def _name(self, column: str, group: Any) -> str:
        return self.found.dogs[group] if column == "dog" else f"seat {group}"

    def _key(self, column: str, group: Any) -> Cell:
        variable = self.looks[group].variable if column != "seat" else ""
        return Cell(self._name("seat" if column == "seat" else "dog", group), full(group), column, variable=variable)

    def _holding_grid(self, column: str) -> Grid:
        keys = ["first", "second"] if column == "order" else [column]
        words = {"dog": "Dog", "seat": "Seat", "first": "Dog", "second": "than"}
        headings = (
            *(Heading(words[key], "", numeric=False) for key in keys),
            Heading("Finding", "The verdict by the ruleset as it is.", numeric=False),
            Heading("Among", "Draws of other components, or other readings.", numeric=False),
            Heading("Holds", "Rulesets with the same verdict, and all of the kind (n)."),
            Heading("Otherwise", "Rulesets that decide otherwise, and all that are decided."),
            Heading("Undecided", "Rulesets that these games do not decide (unless that is the finding)."),
            Heading("Share", "In which it holds, with the 95% interval for one row; draws only."),
            Heading("Corrected interval", "All rows of draws hold at once (Šidák)."),
            Heading("Extent", "In all, most (more than half), some or none; open: the base is.", numeric=False),
        )
        rows = tuple(
            (
                *(self._key(key, row[key]) for key in keys),
                _cell(row, "finding", VERDICTS[row["finding"]]),
                _cell(row, "kind", _words(row["kind"], row["n"])),
                _cell(row, "holds", str(row["holds"]), f"of {row['n']}"),
                _cell(row, "otherwise", str(row["otherwise"]), row["verdicts"] if row["otherwise"] else ""),
                _cell(row, "undecided", str(row["undecided"])),
                _cell(row, "share", percent(row["share"], 0), _span(row, "ci")),
                _cell(row, "family_low", _span(row, "family") or "—"),
                _cell(row, "extent", row["extent"]),
            )
            for row in self.found.holding(column).to_dict("records")
        )
        csv = "holds_order.csv" if column == "order" else f"holds_by_{column}.csv"
        return Grid("In how many rulesets each finding holds", csv, headings, rows)

    def _spread_grid(self, column: str) -> Grid:
        headings = (
            Heading(title_of(column), "", numeric=False),
            Heading("Draws", "Number of draws (n)."),
            Heading("Mean", "Share of wins over the draws."),
            Heading("95% interval", "Of that mean, over all draws that might be made."),
            Heading("Least", "Of these draws."),
            Heading("Greatest", "Of these draws."),
            Heading("Spread", "Standard deviation between draws without chance within them, in percentage points."),
        )
        rows = tuple(
            (
                self._key(column, row[column]),
                _cell(row, "n", str(row["n"])),
                _cell(row, "mean", percent(row["mean"], 2)),
                _cell(row, "ci_low", interval(row["ci_low"], row["ci_high"], 2)),
                _cell(row, "least", percent(row["least"], 2)),
                _cell(row, "greatest", percent(row["greatest"], 2)),
                _cell(row, "sd", percent(row["sd"], 2)[:-1]),
            )
            for row in self.found.spread(column).to_dict("records")
        )
        return Grid("How much the components matter", f"spread_by_{column}.csv", headings, rows)

    def _shares_grid(self, column: str) -> Grid:
        headings = (
            Heading("Ruleset", "", numeric=False),
            Heading(title_of(column), "", numeric=False),
            Heading("Games", "Games in which it took part (n)."),
            Heading("Share of wins", "Wins divided by seats; ties shared."),
            Heading("95% interval", "For one row alone."),
            Heading("Corrected interval", "All rows of the table hold at once (Šidák)."),
            Heading("Against fair", "In percentage points."),
            Heading("Verdict", "Against the margin, by the corrected interval.", numeric=False),
        )
        titles = {case.name: case.title for case in self.found.cases}
        rows = tuple(
            (
                Cell(titles[row["case"]], row["case"], "case"),
                self._key(column, row[column]),
                _cell(row, "n_games", count(row["n_games"])),
                _cell(row, "win_share", percent(row["win_share"], 2)),
                _cell(row, "ci_low", interval(row["ci_low"], row["ci_high"], 2)),
                _cell(row, "family_low", interval(row["family_low"], row["family_high"], 2)),
                _cell(row, "difference", points(row["difference"], 2)),
                _cell(row, "verdict", VERDICTS[row["verdict"]]),
            )
            for row in self.found.shares(column).to_dict("records")
        )
        return Grid(f"Share of wins by {column} under every ruleset", f"win_share_by_{column}.csv", headings, rows)

    def order(self) -> Chapter:
        """Return the chapter on the order of the Dogs."""
        part = Part(
            "Every two Dogs", "Whether the first wins more than the second.", (), (self._holding_grid("order"),)
        )
        return Chapter("Order of the Dogs", "order", [], [part])

    def drawn(self) -> Chapter:
        """Return the chapter on what the other rulesets are."""
        parts = [Part(title_of(block), text) for block, text in self.found.ranges.items()]
        readings = [case.title for case in self.found.cases if case.kind == READING]
        if readings:
            parts.append(Part("Other readings", f"Each alone: {'; '.join(readings)}."))
        opening = [
            "The draws are variants, in variants/ below the study's folder: simcore variant show FILE prints one."
        ]
        return Chapter("What was drawn", "drawn", opening, parts)


def _offsets(shares: pd.DataFrame) -> list[float]:
    """Return how far below its row each point lies: draws one below the other, readings above the row."""
    cases = {kind: list(dict.fromkeys(rows["case"])) for kind, rows in shares.groupby("kind", sort=False)}
    found = []
    for row in shares.to_dict("records"):
        place, n = cases[row["kind"]].index(row["case"]), len(cases[row["kind"]])
        step = (place + 0.5) / n
        found.append({BASE: 0.0, DRAW: 0.14 + 0.3 * step, READING: -0.14 - 0.3 * step}[row["kind"]])
    return found


def _span(row: Row, name: str) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return "" if low != low else interval(low, high, 0)  # not a number: no sample


def _cell(row: Row, column: str, text: str, note: str = "") -> Cell:
    return Cell(text, full(row[column]), column, note)
