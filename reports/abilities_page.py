"""The page on abilities: what each is worth to its Dog and does to the others, how often it fires, what that gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from reports.abilities import Abilities
from reports.compare_page import METHODS as COMPARE_METHODS
from reports.compare_page import REFERENCES, VERDICTS, assumed_of
from reports.compare_plots import plot_differences
from reports.compare_summaries import SAME, UNCLEAR, saving
from reports.figures import Picture, Sheet, picture
from reports.palette import Look, looks
from reports.report import Report, publish
from reports.study import Chapter, Finding, Part, Study, render_study
from reports.tables import Cell, Grid, Heading, full
from reports.words import NO_INTERVAL, between, count, interval, listed, percent, points, signed, slug, victory_points
from simcore.dogs.ruleset_words import kind_words

GAINS = {
    "spoils_of_war": "Soldiers captured",
    "upstage": "Bonuses won or kept alone",
    "profiteer": "coins",
    "last_stand": "spaces moved",
    "retreat": "Captains withdrawn",
    "pass_cards": "Tactic cards",
    "victory_vp": "VP",
    "defeat_coins": "coins",
    "placement_coins": "coins",
    "captain_vp": "VP",
}
"""Kind of ability whose firings are counted -> what its gain counts; all others only change numbers of the rules."""

Row = Mapping[Any, Any]
"""A row of a table."""

ByPlace = Mapping[tuple[str, str], Row]
"""(experiment, Dog) -> its row of a table."""

_HOW_TO_READ = (
    "Each point is what the Dog has more with its ability than in the same games without it. The pale band is its 95%"
    " interval; the thin line is the corrected interval, wide enough to hold for all rows of the table at once."
)

METHODS = (
    (
        "Worth of an ability",
        "Every game is played twice from the same seed, with the same line-up, battles and decks: with all abilities,"
        " and with one Dog's taken away (the variants below the study's folder). The worth is the difference, with"
        " minus without, of that Dog's wins and score. The others lose what it gains in wins, as a game has one win.",
    ),
    (
        "Firing",
        "An ability fires where it changes something: in a battle, or with some in a placement or a pass. What a firing"
        " gives is the ratio of two sums over games: of what the Dog had more, and of firings; its variance is that of"
        " a ratio estimator (Cochran 1977). It includes what follows later in the game, and what the others do in"
        " answer; the gain alone is counted on the spot. Abilities that only change numbers of the rules (A1 to A7) do"
        " not fire; where a Dog has some of these, what it has more is not put down to the firings of the rest.",
    ),
    *(method for method in COMPARE_METHODS if method[0] not in ("Balance index", "Unit")),
)


def write_abilities(found: Abilities, out: Path) -> Path:
    """Write the report on abilities to `out` and return its page."""
    return publish(lambda: make_report(found), out)


def make_report(found: Abilities) -> Report:
    """Return the report on abilities: the same for the same results, to the byte."""
    study = abilities_page(found)
    return Report(render_study(study), found.tables(), study.pictures)


def abilities_page(found: Abilities) -> Study:
    """Return the page on abilities."""
    writer = _Writer(found, looks(list(found.dogs)))
    first = next(iter(found.wholes.values())).manifest
    return Study(
        eyebrow="Abilities",
        title="What each ability is worth",
        question=f"Each Dog with its ability against the same games without it, by {first['ruleset']['title']}.",
        findings=findings(found),
        assumed=assumed_of(list(found.wholes.values())),
        facts=writer.facts(),
        chapters=[writer.own(), writer.firings(), writer.strategies(), writer.others()],
        methods=METHODS,
        references=REFERENCES,
    )


def findings(found: Abilities) -> list[Finding]:
    """Return what each Dog's ability is worth, how often it fires and what that gives."""
    wins, score, fired = (_by_place(table) for table in (found.own("win_share"), found.own("total"), found.firings()))
    return [_finding(found, dog, wins, score, fired) for dog in found.dogs]


def _finding(found: Abilities, dog: str, wins: ByPlace, score: ByPlace, fired: ByPlace) -> Finding:
    title = found.dogs[dog]
    played = [(experiment, dog) for experiment in found.wholes if (experiment, dog) in wins]
    places = [place for place in played if place in found.kinds]
    if not played:
        return Finding(title, "worth", " did not play.")
    if not places:
        return Finding(title, "worth", " has no ability, and exactly nothing changes without one.")
    worth = "; ".join(_worth(found, place, wins[place], score[place]) for place in places)
    kinds = found.kinds[places[0]]
    fine = [_firing(found, kinds, {place: fired[place] for place in places})]
    absent = [_players(found, experiment) for experiment in found.wholes if (experiment, dog) not in wins]
    fine += [f"{title} did not play with {listed(absent)}."] if absent else []
    verb = "is" if len(kinds) == 1 else "are"
    return Finding(f"{found.name(*places[0])} ({title})", "worth", f" {verb} worth {worth}.", " ".join(fine))


def _by_place(table: pd.DataFrame) -> ByPlace:
    return {(row["experiment"], row["dog"]): row for row in table.to_dict("records")}


def _worth(found: Abilities, place: tuple[str, str], wins: Row, score: Row) -> str:
    more_wins = f"{_points(wins['difference'])} points of wins ({_ends(wins, _points)})"
    more_vp = f"{signed(score['difference'])} VP ({_ends(score, signed)})"
    return f"{more_wins} and {more_vp} with {_players(found, place[0])}, n = {count(wins['n_games'])}"


_UNTOLD = {UNCLEAR: "; not distinguishable from nothing", SAME: "; the same in every game"}


def _ends(row: Row, text: Callable[[float], str]) -> str:
    """Return the corrected interval of a difference, and that it tells nothing where it does not."""
    span = between(text(row["family_low"]), text(row["family_high"]))
    return span if span == NO_INTERVAL else span + _UNTOLD.get(row["verdict"], "")


def _firing(found: Abilities, kinds: Sequence[str], fired: ByPlace) -> str:
    """Say how often abilities fire, as far as that is counted."""
    counted = [kind_words(kind) for kind in kinds if kind in GAINS]
    if not counted:
        return f"{'It changes' if len(kinds) == 1 else 'They change'} numbers of the rules, and nothing fires."
    who = "It fires" if len(kinds) == 1 else "They fire"
    if len(counted) < len(kinds):
        told, who = ("is", "it fires") if len(counted) == 1 else ("are", "they fire")
        who = f"Of these only {listed(counted)} {told} counted: {who}"
    often = "; ".join(_often(found, place, kinds, row) for place, row in fired.items())
    return f"{who} {often}."


def _often(found: Abilities, place: tuple[str, str], kinds: Sequence[str], row: Row) -> str:
    if row["fired"] == 0.0:
        return f"never with {_players(found, place[0])}"
    times = f"{row['fired']:.2f} times a game ({_span(row, 'fired', _plain)}) with {_players(found, place[0])}"
    gain = f"{row['gain']:.2f} {_unit(kinds)}"
    if not _is_counted(kinds):
        return f"{times}, {gain} each time"
    vp = f"{signed(row['vp'])} VP ({_span(row, 'vp', signed)})"
    return f"{times} and gives {gain} and {vp} each time"


def _span(row: Row, name: str, text: Callable[[float], str]) -> str:
    """Return the corrected interval of a number."""
    return between(text(row[f"{name}_family_low"]), text(row[f"{name}_family_high"]))


def _unit(kinds: Sequence[str]) -> str:
    """Return what the gains of abilities count together."""
    units = list(dict.fromkeys(GAINS[kind] for kind in kinds if kind in GAINS))
    return units[0] if len(units) == 1 else "units"


def _is_counted(kinds: Sequence[str]) -> bool:
    """Say whether all that abilities do is counted as firing, so that what a Dog has more can be put down to that."""
    return all(kind in GAINS for kind in kinds)


def _players(found: Abilities, experiment: str) -> str:
    heading = found.heading(experiment)
    return heading[:1].lower() + heading[1:]


def _percent(value: float) -> str:
    return percent(value, 2)


def _points(value: float) -> str:
    return points(value, 2)


def _plain(value: float) -> str:
    return victory_points(value, 2)


@dataclass(frozen=True)
class _Writer:
    """Writes the chapters."""

    found: Abilities
    looks: Mapping[str, Look]

    def facts(self) -> list[tuple[str, str]]:
        arms = list(self.found.wholes.values())
        first = arms[0].manifest
        games = "; ".join(
            f"{arm.manifest['experiment']['name']}: {count(arm.games)} with every ability and as many without each,"
            f" {arm.manifest['players']} players, seed {arm.manifest['seed']}"
            for arm in arms
        )
        saved = [saving(c.contrasts[0].differences["dog", "win_share"]) for c in self.found.comparisons.values()]
        finite = [value for value in saved if value != float("inf")]
        times = f"{min(finite):.1f} to {max(finite):.1f}" if finite else "any number of"
        versions = ", ".join(f"{name} {version}" for name, version in first["versions"].items())
        return [
            ("Ruleset", f"{first['ruleset']['name']} {first['ruleset']['hash']}"),
            ("Games", games),
            ("Strategies", "; ".join(listed(arm.manifest["strategies"]) for arm in arms)),
            ("Pairing saved", f"{times} times as many unpaired games would tell as much"),
            ("Versions", f"{versions}; game code {first['behaviour'][:12]}"),
        ]

    def own(self) -> Chapter:
        """Return the chapter on what abilities are worth to their Dogs."""
        opening = "With the ability minus without it, for the Dog that has it; wins first, then VP."
        return Chapter("What abilities are worth", "worth", [opening], self._parts("by_dog"))

    def strategies(self) -> Chapter:
        """Return the chapter on the same by strategy."""
        opening = "The same, by who plays the Dog: an ability is worth what is made of it."
        parts = [*self._parts("by_strategy"), self._firing_part(["experiment", "dog", "strategy"], "by strategy")]
        return Chapter("By strategy", "strategies", [opening], parts)

    def others(self) -> Chapter:
        """Return the chapter on what abilities do to other Dogs."""
        opening = (
            "What a Dog's ability does to each of the others in the same games; intervals hold for all rows at once."
        )
        return Chapter("What abilities do to the others", "others", [opening], self._parts("of_others"))

    def firings(self) -> Chapter:
        """Return the chapter on how often abilities fire."""
        opening = "How often an ability changes something, and what the Dog has of it each time."
        return Chapter(
            "How often they fire", "firings", [opening], [self._firing_part(["experiment", "dog"], "by Dog")]
        )

    def _parts(self, kind: str) -> list[Part]:
        of = {"by_dog": self.found.own, "by_strategy": self.found.by_strategy, "of_others": self.found.to_others}[kind]
        parts = []
        for measure, name, words in (("win_share", "wins", "Wins"), ("total", "score", "Score in VP")):
            table = of(measure)
            pictures = (
                []
                if kind == "of_others"
                else [
                    self._picture(f"{name}_{kind}", experiment, rows, measure)
                    for experiment, rows in table.groupby("experiment", sort=False)
                ]
            )
            grid = self._grid(f"{name}_{kind}", words, table, shares=measure == "win_share")
            parts.append(Part(words, "", tuple(pictures), (grid,)))
        return parts

    def _picture(self, name: str, experiment: Any, table: pd.DataFrame, measure: str) -> Picture:
        shares = measure == "win_share"
        labels = [self._label(row) for row in table.to_dict("records")]
        drawn = [self.looks[dog] for dog in table["dog"]]

        def draw(axes: Sequence[Axes]) -> None:
            plot_differences(table, axes[0], labels, drawn, shares=shares)

        number = points if shares else victory_points
        spoken = ", ".join(f"{label} {number(value)}" for label, value in zip(labels, table["difference"], strict=True))
        heading = self.found.heading(experiment)
        alt = f"Worth of abilities in {'share of wins' if shares else 'VP'}, {heading}: {spoken}."
        caption = f"{heading}. {_HOW_TO_READ}"
        return picture(f"{slug(name)}_{slug(experiment)}", Sheet(len(table)), draw, alt=alt, caption=caption)

    def _label(self, row: Row) -> str:
        ability = self.found.name(row["experiment"], row["dog"])
        played = f", {row['strategy']}" if "strategy" in row else ""
        return f"{self.found.dogs[row['dog']]}: {ability}{played}"

    def _grid(self, csv: str, words: str, table: pd.DataFrame, *, shares: bool) -> Grid:
        what = "Share of wins" if shares else "Score in VP"
        headings = [
            *self._key_headings(table),
            Heading("Games", "Games in which the Dog took part (n)."),
            Heading("Without", f"{what} without the ability."),
            Heading("With", f"{what} with it."),
            Heading("Difference", "What the ability is worth, and half the width of its 95% interval for one row."),
            Heading("Corrected interval", "Of the difference; holds for all rows of the table at once (Šidák)."),
            Heading("Saved", "What pairing saved: so many times as many unpaired games would tell as much."),
            Heading("Verdict", "Whether the corrected interval lies above or below 0.", numeric=False),
        ]
        rows = tuple(self._row(row, shares) for row in table.to_dict("records"))
        return Grid(f"{words}: what the ability changes", f"{csv}.csv", tuple(headings), rows)

    def _row(self, row: Row, shares: bool) -> tuple[Cell, ...]:
        value, change = (_percent, _points) if shares else (_plain, signed)
        half = (row["ci_high"] - row["ci_low"]) / 2.0
        return (
            *self._key_cells(row),
            _cell(row, "n_games", count(row["n_games"])),
            _cell(row, "without", value(row["without"])),
            _cell(row, "with", value(row["with"])),
            _cell(row, "difference", change(row["difference"]), f"± {value(half).rstrip('%')}"),
            _cell(row, "family_low", between(change(row["family_low"]), change(row["family_high"]))),
            _cell(row, "variance_ratio", f"{row['variance_ratio']:.1f}×" if row["se"] > 0.0 else "—"),
            _cell(row, "verdict", VERDICTS[row["verdict"]]),
        )

    def _firing_part(self, by: list[str], words: str) -> Part:
        table = self.found.firings(by)
        headings = [
            *self._key_headings(table),
            Heading("Ability", "", numeric=False),
            Heading("Games", "Games in which the Dog took part (n)."),
            Heading("In games", "Share of these in which it fired, and Wilson's 95% interval."),
            Heading("Times a game", "Mean number of firings, with the corrected 95% interval."),
            Heading("Gain each time", "In the ability's own units, with the corrected 95% interval."),
            Heading("VP each time", "Score more than without the ability, by firing; corrected 95% interval."),
            Heading("Win points each time", "Percentage points of wins more, by firing; corrected 95% interval."),
        ]
        rows = tuple(self._firing_row(row) for row in table.to_dict("records"))
        csv = "firings_by_strategy.csv" if "strategy" in by else "firings_by_dog.csv"
        grid = Grid(f"Firings {words}", csv, tuple(headings), rows)
        intro = "What each firing gives includes all that follows from it. A dash: nothing fired, or it is not counted."
        return Part(f"Firings {words}", intro, (), (grid,))

    def _firing_row(self, row: Row) -> tuple[Cell, ...]:
        place = (row["experiment"], row["dog"])
        ability, kinds = self.found.name(*place), self.found.kinds.get(place, ())
        share = interval(row["games_fired_low"], row["games_fired_high"])
        head = (*self._key_cells(row), Cell(ability, ability, "ability"), _cell(row, "n_games", count(row["n_games"])))
        if kinds and not any(kind in GAINS for kind in kinds):
            return (*head, *(_cell(row, name, "—") for name in ("games_fired", "fired", "gain", "vp", "wins")))
        each, told = (("vp", signed), ("wins", _points)), _is_counted(kinds)
        return (
            *head,
            _cell(row, "games_fired", percent(row["games_fired"]), share),
            _spanned(row, "fired", _plain),
            _spanned(row, "gain", _plain, _unit(kinds) if kinds else ""),
            *(_spanned(row, name, text) if told else _cell(row, name, "—") for name, text in each),
        )

    def _key_headings(self, table: pd.DataFrame) -> list[Heading]:
        words = {"experiment": "Players", "ability_of": "Ability of", "dog": "Dog", "strategy": "Strategy"}
        return [Heading(words[key], "", numeric=False) for key in words if key in table.columns]

    def _key_cells(self, row: Row) -> list[Cell]:
        cells = [Cell(self.found.heading(row["experiment"]), row["experiment"], "experiment")]
        for key in ("ability_of", "dog"):
            if key in row:
                cells.append(Cell(self.found.dogs[row[key]], row[key], key, variable=self.looks[row[key]].variable))
        return [*cells, *([Cell(row["strategy"], row["strategy"], "strategy")] if "strategy" in row else [])]


def _spanned(row: Row, name: str, text: Callable[[float], str], unit: str = "") -> Cell:
    """Return the cell of a number with its corrected interval."""
    if row[name] != row[name]:  # nothing fired
        return Cell("—", "", name)
    return _cell(row, name, text(row[name]), f"({_span(row, name, text)}){f' {unit}' if unit else ''}")


def _cell(row: Row, column: str, text: str, note: str = "") -> Cell:
    return Cell(text, full(row[column]), column, note)
