"""The page of a comparison: what each variant changes for Dogs, Houses, seats and strategies, and for balance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from reports.compare import BALANCED, Arm, Comparison, Contrast, changes_of
from reports.compare_counts import FAMILIES
from reports.compare_plots import plot_balance, plot_differences
from reports.compare_summaries import BETTER, DOWN, SAME, UNCLEAR, UP, WORSE, saving
from reports.figures import Picture, Sheet, picture
from reports.palette import PLAIN, Look, looks
from reports.study import Chapter, Finding, Part, Study
from reports.tables import Cell, Grid, Heading, Name, full
from reports.words import begun, between, count, interval, listed, percent, points, slug, title_of, victory_points
from simcore.wording import counted

VERDICTS = {
    UP: "▲ more",
    DOWN: "▼ less",
    UNCLEAR: "≈ not distinguishable",
    SAME: "= the same in every game",
    BETTER: "▲ more balanced",
    WORSE: "▼ less balanced",
}
"""Verdicts as the page shows them."""

_HEADINGS = {
    "dog": "Dog",
    "support_house": "House",
    "seat": "Seat",
    "strategy": "Strategy",
}
_FAMILY_WORDS = {
    "dog": "by Dog",
    "house": "by House of the Support card",
    "seat": "by seat",
    "strategy": "by strategy",
    "strategy_and_dog": "by strategy and Dog",
}
_BALANCED_WORDS = {"dog": "Dogs", "house": "Houses of the Support card", "seat": "seats"}

_DRAWN = {(family, "win_share") for family in FAMILIES if family != "strategy"} | {("dog", "total")}
"""What is drawn; the rest is in the tables."""

HOW_TO_READ = (
    "Each point is the difference between variant and base, seat by seat in the same games. The pale band is its 95%"
    " interval; the thin line is the corrected interval, wide enough to hold for all rows of all variants at once. A"
    " row changed where its thin line does not touch the dashed line."
)

AS_ABOVE = "Bands are 95% intervals, thin lines corrected ones, as above."

METHODS = (
    (
        "Unit",
        "A game is one observation, and is compared with itself: each ruleset plays it from the same seed, with the"
        " same line-up, and with the same battles and decks as long as these have a meaning (common random numbers)."
        " No game is left out; a win that k seats tie for counts 1/k for each of them.",
    ),
    (
        "Difference",
        "A mean is the ratio of what a group got to its seats; the variance of the difference of two such means comes"
        " from each game's two residuals taken together (Cochran 1977), so that what chance does to both cancels. The"
        " interval is Student's for VP, and for wins one that stays within what a game's one win allows. Games that"
        " were all the same do not prove that none would differ. A question mark stands for what so few games do"
        " not tell.",
    ),
    (
        "Pairing saved",
        "The variance that the same number of unpaired games would have had, divided by that of the paired ones: so"
        " many times as many unpaired games would be needed (Glasserman and Yao 1992).",
    ),
    (
        "Correction",
        "Each kind of table is a family: all its rows, of all variants on this page. A corrected interval is so wide"
        " that all of the family hold together with 95% confidence (Šidák 1967); every verdict, and every interval in"
        " the summary, uses it.",
    ),
    (
        "Balance index",
        "The root mean square deviation of the Dogs' (or Houses', or seats') shares of wins from the fair share: 0"
        " where all are fair. Chance alone would make it larger, so each group's sampling variance is taken off its"
        " squared deviation first. Its intervals come from a jackknife over 50 blocks of games (Efron and Stein 1981)"
        " and are on the wide side close to 0.",
    ),
    (
        "What this cannot say",
        "The players are scripts. Where they do not know of a change they play as before, and what people would make of"
        " it may be more, or less.",
    ),
)

REFERENCES = (
    "W. G. Cochran (1977), Sampling Techniques, 3rd ed. · B. Efron, C. Stein (1981), The jackknife estimate of"
    " variance, Annals of Statistics 9 · P. Glasserman, D. D. Yao (1992), Some guidelines and guarantees for common"
    " random numbers, Management Science 38 · Z. Šidák (1967), Rectangular confidence regions for the means of"
    " multivariate normal distributions, JASA 62."
)


def comparison_page(comparison: Comparison) -> Study:
    """Return the page of a comparison."""
    writer = _Writer(comparison, looks(list(comparison.dogs)))
    base = comparison.base.manifest["ruleset"]
    titles = [contrast.title for contrast in comparison.contrasts]
    chapters = [writer.balance(), *(writer.chapter(contrast) for contrast in comparison.contrasts)]
    return Study(
        eyebrow="Comparison of rulesets",
        title=f"What if: {titles[0]}?" if len(titles) == 1 else f"{len(titles)} variants of {base['name']}",
        question=f"Against {base['title']}.",
        findings=[writer.finding(contrast) for contrast in comparison.contrasts],
        assumed=assumed_of([comparison.base, *(contrast.arm for contrast in comparison.contrasts)]),
        facts=writer.facts(),
        chapters=chapters,
        methods=METHODS,
        references=REFERENCES,
    )


def assumed_of(arms: Sequence[Arm]) -> list[tuple[str, str]]:
    """Return title and note of each block that rests on assumptions in any of the rulesets."""
    found: dict[str, str] = {}
    for arm in arms:
        for block, where in arm.manifest["ruleset"]["provenance"].items():
            if "assumed" in (where["source"], where.get("before")):
                found.setdefault(title_of(block), where["note"])
    return list(found.items())


def finding_of(contrast: Contrast, dogs: Mapping[str, str]) -> Finding:
    """Return the finding on one variant: balance, who gains, who loses, what pairing saved."""
    wins, index = contrast.differences["dog", "win_share"], contrast.balance["dog"].iloc[0]
    title = begun(contrast.title)
    absent = _absent(contrast, dogs)
    if contrast.pairs.same_results == contrast.pairs.games:
        where = "the only game" if contrast.pairs.games == 1 else f"all {count(contrast.pairs.games)} games"
        text = f" plays like the base: scores and wins are the same in {where}.{absent}"
        return Finding(title, slug(contrast.arm.name), text)
    words = {BETTER: "makes the Dogs more balanced", WORSE: "makes the Dogs less balanced"}
    says = words.get(index["verdict"], "leaves the balance of the Dogs as it is, as far as these games tell")
    span = between(_points(index["family_low"]), _points(index["family_high"]))
    change = f"{_points(index['change'])}, {span}"
    text = (
        f" {says}: they lie {percent(index['base'], 2)[:-1]} percentage points from fair by the base and"
        f" {percent(index['variant'], 2)[:-1]} with it ({change}).{_who(wins, dogs)}{absent}"
    )
    same = _same(contrast.pairs.same_games, contrast.pairs.games)
    times = saving(wins)
    saved = f"Pairing made the games tell as much as {times:.1f} times as many unpaired ones (median of the Dogs). "
    return Finding(title, slug(contrast.arm.name), text, (saved if math.isfinite(times) else "") + same)


def _same(same: int, games: int) -> str:
    if same == 0:
        return "Something differs in every game."
    return f"Nothing at all differs in {count(same)} of {counted(games, 'game')}."


def _absent(contrast: Contrast, dogs: Mapping[str, str]) -> str:
    """Say which Dogs took part in no game, so that what is changed of them shows nothing; nothing where all did."""
    if not contrast.absent:
        return ""
    names = listed([dogs.get(dog, title_of(dog)) for dog in contrast.absent])
    if not contrast.changes_others:
        return f" {names} took part in no game, so nothing that it changes was tried."
    whom = "that Dog" if len(contrast.absent) == 1 else "these Dogs"
    return f" {names} took part in no game, so what it changes of {whom} was not tried."


def _who(wins: pd.DataFrame, dogs: Mapping[str, str]) -> str:
    """Say which Dog gains and which loses most."""
    said = ""
    ordered = wins.sort_values("difference")
    for verdict, place, word in ((UP, -1, "gains most"), (DOWN, 0, "loses most")):
        told = ordered[ordered["verdict"] == verdict]
        if len(told):
            row = told.iloc[place]
            span = between(_points(row["family_low"]), _points(row["family_high"]))
            said += f" {dogs[row['dog']]} {word}: {_points(row['difference'])} points ({span})."
    return said or " No Dog's share of wins changes so that these games could tell."


@dataclass(frozen=True)
class _Writer:
    """Writes the chapters of a comparison."""

    comparison: Comparison
    looks: Mapping[str, Look]

    def finding(self, contrast: Contrast) -> Finding:
        return finding_of(contrast, self.comparison.dogs)

    def facts(self) -> list[tuple[str, str]]:
        arms = [self.comparison.base, *(contrast.arm for contrast in self.comparison.contrasts)]
        first = arms[0].manifest
        asked = first["experiment"]
        rulesets = "; ".join(f"{arm.manifest['ruleset']['name']} {arm.manifest['ruleset']['hash']}" for arm in arms)
        drawn = (
            f"Dogs {asked['dogs']['draw']}, strategies {asked['strategies']['draw']} ({', '.join(first['strategies'])})"
        )
        versions = ", ".join(f"{name} {version}" for name, version in first["versions"].items())
        return [
            ("Rulesets", rulesets),
            ("Games", f"{count(arms[0].games)} by each ruleset, {first['players']} players, seed {first['seed']}"),
            ("Experiment", f"{asked['name']}: {asked['question']}"),
            ("Line-ups", drawn),
            ("Versions", f"{versions}; game code {first['behaviour'][:12]}"),
        ]

    def balance(self) -> Chapter:
        """Return the chapter on balance: all rulesets side by side."""
        opening = (
            "How far shares of wins lie from the fair share, root mean square, in percentage points. Smaller is more"
            " balanced; the interval of a change is the corrected one."
        )
        parts = [
            Part(f"Balance of the {_BALANCED_WORDS[f]}", "", (self._index_picture(f),), (self._index_grid(f),))
            for f in BALANCED
        ]
        return Chapter("Better or worse balanced", "balance", [opening], parts)

    def _index_picture(self, family: str) -> Picture:
        first = self.comparison.contrasts[0].balance[family].iloc[0]
        rows = [("base", first["base"], first["base_low"], first["base_high"])]
        for contrast in self.comparison.contrasts:
            row = contrast.balance[family].iloc[0]
            rows.append((contrast.title, row["variant"], row["variant_low"], row["variant_high"]))
        table = pd.DataFrame(rows, columns=["label", "index", "ci_low", "ci_high"])
        spoken = ", ".join(f"{label} {percent(index)} ({interval(low, high)})" for label, index, low, high in rows)

        def draw(axes: Sequence[Axes]) -> None:
            plot_balance(table, axes[0], list(table["label"]), PLAIN)

        caption = "Each point is the balance index of a ruleset, the band its 95% interval."
        alt = f"Balance index of the {_BALANCED_WORDS[family]} by ruleset: {spoken}."
        return picture(f"balance_{family}", Sheet(len(table)), draw, alt=alt, caption=caption)

    def _index_grid(self, family: str) -> Grid:
        headings = (
            Heading("Variant", "", numeric=False),
            Heading("Games", "Games compared (n)."),
            Heading("Base", "Balance index by the base, and its 95% interval."),
            Heading("Variant", "Balance index with the variant, and its 95% interval."),
            Heading("Change", "Variant minus base, in percentage points."),
            Heading("Corrected interval", "Of the change; holds for all variants at once."),
            Heading("Verdict", "Whether that interval lies above or below 0.", numeric=False),
        )
        rows = []
        for contrast in self.comparison.contrasts:
            row = contrast.balance[family].to_dict("records")[0]
            rows.append(
                (
                    Cell(contrast.title, contrast.arm.name, "run"),
                    _cell(row, "n_games", count(row["n_games"])),
                    _cell(row, "base", percent(row["base"], 2), interval(row["base_low"], row["base_high"], 2)),
                    _cell(
                        row, "variant", percent(row["variant"], 2), interval(row["variant_low"], row["variant_high"], 2)
                    ),
                    _cell(row, "change", points(row["change"], 2)),
                    _cell(row, "family_low", between(points(row["family_low"], 2), points(row["family_high"], 2))),
                    _cell(row, "verdict", VERDICTS[row["verdict"]]),
                )
            )
        caption = f"Balance index of the {_BALANCED_WORDS[family]}, in percentage points"
        return Grid(caption, "balance.csv", headings, tuple(rows))

    def chapter(self, contrast: Contrast) -> Chapter:
        """Return the chapter on one variant."""
        opening = [variant["why"] for variant in contrast.arm.variants if "=" not in variant["name"]]
        changed = changes_of(contrast.arm)
        if len(changed):
            texts = (f"{key}: {old} becomes {new}" for key, old, new in changed.itertuples(index=False, name=None))
            opening.append(f"What it changes: {'; '.join(texts)}.")
        if contrast.arm.manifest["experiment"]["dogs"] != self.comparison.base.manifest["experiment"]["dogs"]:
            opening.append("Other Dogs take part, so line-ups are not the same: pairing saves little, and says less.")
        parts = [self.part(contrast, family) for family in FAMILIES if self._tells(contrast, family)]
        return Chapter(contrast.title, slug(contrast.arm.name), opening, parts)

    def _tells(self, contrast: Contrast, family: str) -> bool:
        """Say whether a family has something to compare: one strategy alone always wins one win a game."""
        several = len(self.comparison.base.manifest["strategies"]) > 1
        return bool(len(contrast.differences[family, "win_share"])) and (several or not family.startswith("strategy"))

    def part(self, contrast: Contrast, family: str) -> Part:
        """Return what a variant changes for one kind of group."""
        pictures, grids = [], []
        for measure in ("win_share", "total"):
            table = contrast.differences[family, measure]
            if (family, measure) in _DRAWN:
                pictures.append(self._picture(contrast, family, measure, table))
            grids.append(self._grid(contrast, family, measure, table))
        words = _FAMILY_WORDS[family]
        return Part(
            f"Wins and scores {words}", f"What changes {words}, wins first, then VP.", tuple(pictures), tuple(grids)
        )

    def _picture(self, contrast: Contrast, family: str, measure: str, table: pd.DataFrame) -> Picture:
        shares = measure == "win_share"
        by = FAMILIES[family]
        labels = [", ".join(self._name(key, row[key]).text for key in by) for row in table.to_dict("records")]
        drawn = [self.looks[row["dog"]] if "dog" in by else PLAIN for row in table.to_dict("records")]

        def draw(axes: Sequence[Axes]) -> None:
            plot_differences(table, axes[0], labels, drawn, shares=shares)

        what = "share of wins" if shares else "score"
        number = points if shares else victory_points
        spoken = ", ".join(f"{label} {number(value)}" for label, value in zip(labels, table["difference"], strict=True))
        name = f"{slug(contrast.arm.name)}_{'win_share' if shares else 'score'}_by_{family}"
        alt = f"Difference in {what} {_FAMILY_WORDS[family]}, {contrast.title} minus base: {spoken}."
        first = (family, measure) == ("dog", "win_share")
        return picture(name, Sheet(len(table)), draw, alt=alt, caption=HOW_TO_READ if first else AS_ABOVE)

    def _grid(self, contrast: Contrast, family: str, measure: str, table: pd.DataFrame) -> Grid:
        shares, by = measure == "win_share", FAMILIES[family]
        what, unit = ("Share of wins", "percentage points") if shares else ("Score in VP", "VP")
        headings = [Heading(_HEADINGS[key], "", numeric=key == "seat") for key in by]
        headings += [
            Heading("Games", "Games in which the row took part (n)."),
            Heading("Base", f"{what} by the base."),
            Heading("Variant", f"{what} with the variant."),
            Heading(
                "Difference", f"Variant minus base, in {unit}, and half the width of its 95% interval for one row."
            ),
            Heading("Corrected interval", "Of the difference; holds for all rows of all variants at once (Šidák)."),
            Heading("Saved", "What pairing saved: so many times as many unpaired games would tell as much."),
            Heading("Verdict", "Whether the corrected interval lies above or below 0.", numeric=False),
        ]
        rows = tuple(self._row(row, by, shares) for row in table.to_dict("records"))
        csv = f"{'win_share' if shares else 'score'}_by_{family}.csv"
        caption = f"{what} {_FAMILY_WORDS[family]}: {contrast.title} against the base"
        return Grid(caption, csv, tuple(headings), rows)

    def _row(self, row: Mapping[Any, Any], by: Sequence[str], shares: bool) -> tuple[Cell, ...]:
        value = _percent if shares else _victory_points
        signed = _points if shares else _signed
        names = [Cell(name.text, full(row[key]), key, variable=name.variable) for key, name in self._names(row, by)]
        half = (row["ci_high"] - row["ci_low"]) / 2.0
        ratio = f"{row['variance_ratio']:.1f}×" if row["se"] > 0.0 else "—"
        return (
            *names,
            _cell(row, "n_games", count(row["n_games"])),
            _cell(row, "base", value(row["base"])),
            _cell(row, "variant", value(row["variant"])),
            _cell(row, "difference", signed(row["difference"]), f"± {value(half).rstrip('%')}"),
            _cell(row, "family_low", between(signed(row["family_low"]), signed(row["family_high"]))),
            _cell(row, "variance_ratio", ratio),
            _cell(row, "verdict", VERDICTS[row["verdict"]]),
        )

    def _names(self, row: Mapping[Any, Any], by: Sequence[str]) -> list[tuple[str, Name]]:
        return [(key, self._name(key, row[key])) for key in by]

    def _name(self, key: str, value: Any) -> Name:
        if key == "dog":
            return Name(self.comparison.dogs[value], self.looks[value].variable)
        return Name({"seat": f"seat {value}", "support_house": title_of(str(value))}.get(key, str(value)))


def _percent(value: float) -> str:
    return percent(value, 2)


def _points(value: float) -> str:
    return points(value, 2)


def _victory_points(value: float) -> str:
    return victory_points(value, 2)


def _signed(value: float) -> str:
    text = victory_points(value, 2)
    return f"+{text}" if value > 0.0 and float(f"{value:.2f}") else text


def _cell(row: Mapping[Any, Any], column: str, text: str, note: str = "") -> Cell:
    return Cell(text, full(row[column]), column, note)
