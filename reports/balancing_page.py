"""The page of a search for fair values: what was tried, what seemed best, and whether fresh games confirm it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes

from reports.balancing import Balancing
from reports.compare_page import VERDICTS as CHANGES
from reports.compare_page import assumed_of
from reports.compare_plots import plot_balance, plot_differences
from reports.compare_summaries import WORSE
from reports.figures import Picture, Sheet, picture
from reports.palette import PLAIN, looks
from reports.report import Report, publish
from reports.robustness_page import VERDICTS
from reports.study import Chapter, Finding, Part, Study, render_study
from reports.tables import Cell, Grid, Heading, full
from reports.words import between, count, interval, listed, percent, points
from simcore.wording import counted

Row = Mapping[Any, Any]
"""A row of a table."""

_DRAWN = 20
"""Most points that the picture shows; the table has all."""

METHODS = (
    (
        "Search",
        "Where the budget allows, every point of the grid is tried; otherwise differential evolution (Storn and Price"
        " 1997) looks for the most promising ones on one common seed (Kleywegt, Shapiro and Homem-de-Mello 2002). Then"
        " successive halving (Karnin, Koren and Somekh 2013): the better half of the points plays twice as many fresh"
        " games, until one is left. In a round all points play the same seeds (Glasserman and Yao 1992).",
    ),
    (
        "Criterion",
        "The mean squared deviation of the chosen Dogs' shares of wins from the fair share, less their sampling"
        " variance, which makes it unbiased. The table shows its root, the balance index; its interval is that of a"
        " quadratic form of normal shares, on the scale of the squares, and in the confirmation takes into account that"
        " both rulesets play the same games.",
    ),
    (
        "Confirmation",
        "The best of many points looks better than it is, since luck helped to choose it. So it is played again with"
        " the ruleset itself on seeds that the search never saw. Confirmed means that the interval of the change of the"
        " index lies below 0; only these numbers are findings.",
    ),
    (
        "Fair",
        "A Dog is balanced if the corrected interval of its share of wins lies within the margin around the fair"
        " share.",
    ),
)

UNTUNED = (
    "What this cannot say",
    "The players are scripts and are not tuned to each candidate (as --retune does it): where they do not know of a"
    " change they play as before, and the values suit them.",
)

TUNED = (
    (
        "Tuning",
        "Before a point is judged, each strategy is tuned for its rules by CMA-ES, as simcore tune does it: one seat"
        " plays with other parameters against the experiment's strategies, and only what is confirmed on other games to"
        " win more is adopted, for all Dogs or for one. All tunings begin with the same weights, which were tuned for"
        " the ruleset itself from what the experiment gives. Half of the others play by these weights, half by what the"
        " experiment gives (fictitious play, Brown 1951). All tunings play equally many games, of the same seed, which"
        " is none that measures. A point is tuned for once, whatever the rounds that it plays.",
    ),
    (
        "What this cannot say",
        "Tuning changes the numbers that a script plays by, not its ideas: what it has no parameter for it goes on"
        " ignoring. A few games find small gains only by luck, and weights that are still getting better differ from"
        " point to point by chance, which the intervals do not cover.",
    ),
)

REFERENCES = (
    "P. Glasserman, D. D. Yao (1992), Some guidelines and guarantees for common random numbers, Management Science 38 ·"
    " Z. Karnin, T. Koren, O. Somekh (2013), Almost optimal exploration in multi-armed bandits, ICML 30 ·"
    " A. J. Kleywegt, A. Shapiro, T. Homem-de-Mello (2002), The sample average approximation method, SIAM Journal on"
    " Optimization 12 ·"
    " R. Storn, K. Price (1997), Differential evolution, Journal of Global Optimization 11."
)

BROWN = (
    "G. W. Brown (1951), Iterative solution of games by fictitious play, in Activity Analysis of Production and"
    " Allocation · "
)


def write_balancing(found: Balancing, out: Path) -> Path:
    """Write the report of a search to `out` and return its page."""
    return publish(lambda: make_report(found), out)


def make_report(found: Balancing) -> Report:
    """Return the report of a search: the same for the same results, to the byte."""
    study = balancing_page(found)
    return Report(render_study(study), found.tables(), study.pictures)


def balancing_page(found: Balancing) -> Study:
    """Return the page of a search."""
    first = found.comparison.base.manifest
    names = [found.comparison.dogs[dog] for dog in found.asked.dogs]
    own = ", ".join(f"{name} = {value}" for name, value in zip(found.asked.names, found.asked.own, strict=True))
    facts = [
        ("Ruleset", f"{first['ruleset']['name']} {first['ruleset']['hash']}; in itself {own}"),
        ("Search", f"{counted(found.tried['n_games'].sum(), 'game')} at {len(found.tried)} points"),
        ("Fresh games", f"{count(first['games'])} by each ruleset, {first['players']} players, seed {first['seed']}"),
        ("Experiment", f"{first['experiment']['name']}: strategies {listed(first['strategies'])}"),
        ("Margin", f"{percent(found.asked.margin, 2)[:-1]} percentage points around the fair share are balanced"),
        ("Strategies", _how_tuned(found)),
        ("Result", str(found.file) if found.file else "the ruleset's own values; no variant was written"),
    ]
    return Study(
        eyebrow="Balancing",
        title=f"Which {listed(found.asked.short_names)} {'is' if len(found.asked.short_names) == 1 else 'are'} fair?",
        question=f"To be fair: {listed(names)}.",
        findings=findings(found),
        assumed=assumed_of(found.arms),
        facts=facts,
        chapters=[_confirmation(found), *([_tuning(found)] if found.retuned else []), _search(found)],
        methods=(*METHODS, *(TUNED if found.retuned else (UNTUNED,))),
        references=(BROWN if found.retuned else "") + REFERENCES,
    )


def _how_tuned(found: Balancing) -> str:
    if found.retuned is None:
        return "as the experiment has them, not tuned to the candidates"
    return f"{listed(found.retuned.strategies)} tuned for every point, {counted(found.retuned.games, 'game')} each"


def findings(found: Balancing) -> list[Finding]:
    """Return the best values, whether fresh games confirm them, how the chosen Dogs fare, and what tuning changed."""
    row: Row = found.index.to_dict("records")[0]
    values = ", ".join(f"{name} = {value}" for name, value in zip(found.asked.names, found.best, strict=True))
    index = f"{percent(row['variant'], 2)[:-1]} ({interval(row['variant_low'], row['variant_high'], 2)})"
    if found.best == found.asked.own:
        text = f": {values}, the ruleset's own. There the chosen Dogs lie {index} percentage points from fair."
    else:
        change = f"{points(row['change'], 2)}, {between(points(row['change_low'], 2), points(row['change_high'], 2))}"
        text = (
            f": {values}. {_verdict(found, row)}: on {counted(row['n_games'], 'fresh game')} the chosen Dogs lie"
            f" {index} percentage points from fair, by the ruleset itself {percent(row['base'], 2)[:-1]}"
            f" (change: {change})."
        )
    chosen = found.shares.query("ruleset == 'best'").set_index("dog")
    said = [
        f"{found.comparison.dogs[dog]} wins {percent(one['win_share'])}"
        f" ({interval(one['family_low'], one['family_high'])}), {one['verdict']}"
        for dog, one in chosen.to_dict("index").items()
        if dog in found.asked.dogs
    ]
    told = [Finding("Seems best", "search", text), Finding("By these values", "fresh", f": {'; '.join(said)}.")]
    return [*told, *([_without_tuning(found)] if found.retuned else [])]


def _without_tuning(found: Balancing) -> Finding:
    """Return what the same search finds where strategies are not tuned, and what those say of the best values."""
    assert found.retuned is not None
    plain = found.retuned.plain_best
    same = "the same values seem best" if plain == found.best else f"{_values(found, plain)} would seem best"
    index = {scripts: _index_at(found, found.best, scripts) for scripts in ("tuned", "plain")}
    text = (
        f": {same}. By {_values(found, found.best)} the chosen Dogs lie {index['plain']} percentage points from fair if"
        f" nobody is tuned, {index['tuned']} with {listed(found.retuned.strategies)} tuned."
    )
    return Finding("Without tuning", "tuning", text)


def _values(found: Balancing, point: Sequence[int]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in zip(found.asked.short_names, point, strict=True))


def _index_at(found: Balancing, point: Sequence[int], scripts: str) -> str:
    """Return the balance index on fresh games at a point, by tuned or plain strategies, with its interval."""
    assert found.scripts is not None
    for row in found.scripts[found.scripts["scripts"] == scripts].to_dict("records"):
        if tuple(row[column] for column in found.asked.columns) == tuple(point):
            return f"{percent(row['index'], 2)[:-1]} ({interval(row['ci_low'], row['ci_high'], 2)})"
    raise AssertionError("the best values are among the fresh games")


def _verdict(found: Balancing, row: Row) -> str:
    if found.confirmed:
        return "Confirmed"
    return (
        "Refuted, it is worse" if row["verdict"] == WORSE else "Not confirmed, these games cannot tell it from chance"
    )


def _confirmation(found: Balancing) -> Chapter:
    opening = "Ruleset itself and best values on the same fresh seeds, which the search never saw."
    row: Row = found.index.to_dict("records")[0]
    headings = (
        Heading("Games", "Fresh games by each (n)."),
        Heading("Itself", "Balance index of the chosen Dogs by the ruleset itself, with its 95% interval."),
        Heading("Best", "The same by the best values."),
        Heading("Change", "In percentage points, with its 95% interval."),
        Heading("Verdict", "By that interval.", numeric=False),
    )
    spans = {arm: interval(row[f"{arm}_low"], row[f"{arm}_high"], 2) for arm in ("base", "variant")}
    cells = (
        _cell(row, "n_games", count(row["n_games"])),
        _cell(row, "base", percent(row["base"], 2), spans["base"]),
        _cell(row, "variant", percent(row["variant"], 2), spans["variant"]),
        _cell(
            row,
            "change",
            points(row["change"], 2),
            between(points(row["change_low"], 2), points(row["change_high"], 2)),
        ),
        _cell(row, "verdict", CHANGES[row["verdict"]]),
    )
    index = Grid("Balance index of the chosen Dogs", "index.csv", headings, (cells,))
    shares, differences = _shares_grid(found), _differences_grid(found)
    parts = [
        Part("Balance index", opening, (), (index,)),
        Part("Shares of wins", "All Dogs, those chosen and the others.", (_picture(found),), (shares, differences)),
    ]
    return Chapter("Confirmed on fresh games?", "fresh", [], parts)


def _picture(found: Balancing) -> Picture:
    table = found.differences
    dogs = found.comparison.dogs
    labels = [dogs[dog] for dog in table["dog"]]
    drawn = [looks(list(dogs))[dog] for dog in table["dog"]]

    def draw(axes: Sequence[Axes]) -> None:
        plot_differences(table, axes[0], labels, drawn, shares=True)

    spoken = ", ".join(f"{label} {points(value)}" for label, value in zip(labels, table["difference"], strict=True))
    caption = (
        "What the best values change for each Dog, in the same games. The pale band is the 95% interval of a row, the"
        " thin line the corrected one, wide enough for all rows."
    )
    return picture("difference", Sheet(len(table)), draw, alt=f"Change of shares of wins: {spoken}.", caption=caption)


def _shares_grid(found: Balancing) -> Grid:
    headings = (
        Heading("Values", "", numeric=False),
        Heading("Dog", "", numeric=False),
        Heading("Games", "Games in which the Dog took part (n)."),
        Heading("Share of wins", "Wins divided by seats; ties shared."),
        Heading("95% interval", "For one row alone."),
        Heading("Corrected interval", "All rows of the table hold at once (Šidák)."),
        Heading("Verdict", "Against the margin, by the corrected interval.", numeric=False),
    )
    colours = looks(list(found.comparison.dogs))
    rows = tuple(
        (
            Cell({"itself": "the ruleset's own", "best": "best"}[row["ruleset"]], row["ruleset"], "ruleset"),
            Cell(found.comparison.dogs[row["dog"]], row["dog"], "dog", variable=colours[row["dog"]].variable),
            _cell(row, "n_games", count(row["n_games"])),
            _cell(row, "win_share", percent(row["win_share"], 2)),
            _cell(row, "ci_low", interval(row["ci_low"], row["ci_high"], 2)),
            _cell(row, "family_low", interval(row["family_low"], row["family_high"], 2)),
            _cell(row, "verdict", VERDICTS[row["verdict"]]),
        )
        for row in found.shares.to_dict("records")
    )
    return Grid("Shares of wins on fresh games", "win_share.csv", headings, rows)


def _differences_grid(found: Balancing) -> Grid:
    headings = (
        Heading("Dog", "", numeric=False),
        Heading("Games", "Games in which the Dog took part (n)."),
        Heading("Difference", "Best minus itself, in percentage points of wins, and half its 95% interval."),
        Heading("Corrected interval", "All rows hold at once (Šidák)."),
        Heading("Verdict", "By that interval.", numeric=False),
    )
    rows = tuple(
        (
            Cell(found.comparison.dogs[row["dog"]], row["dog"], "dog"),
            _cell(row, "n_games", count(row["n_games"])),
            _cell(row, "difference", points(row["difference"], 2), f"± {50.0 * (row['ci_high'] - row['ci_low']):.2f}"),
            _cell(row, "family_low", between(points(row["family_low"], 2), points(row["family_high"], 2))),
            _cell(row, "verdict", CHANGES[row["verdict"]]),
        )
        for row in found.differences.to_dict("records")
    )
    return Grid("What the best values change, game by game", "difference.csv", headings, rows)


def _tuning(found: Balancing) -> Chapter:
    assert found.retuned is not None and found.scripts is not None
    by_scripts = Grid(
        "Balance index on the fresh games, with and without tuning",
        "scripts.csv",
        (
            *(Heading(name, "Value in the ruleset.") for name in found.asked.short_names),
            Heading("Strategies", "", numeric=False),
            Heading("Games", "Fresh games, the same in every row (n)."),
            Heading("Index", "Root mean square deviation of the chosen Dogs from the fair share, percentage points."),
            Heading("95% interval", "For one row alone."),
        ),
        tuple(
            (
                *(_cell(row, column, str(row[column])) for column in found.asked.columns),
                _cell(row, "scripts", {"tuned": "tuned for these rules", "plain": "not tuned"}[row["scripts"]]),
                _cell(row, "n_games", count(row["n_games"])),
                _cell(row, "index", percent(row["index"], 2)),
                _cell(row, "ci_low", interval(row["ci_low"], row["ci_high"], 2)),
            )
            for row in found.scripts.to_dict("records")
        ),
    )
    opening = "The ruleset itself, the best values, and what would seem best without tuning. 0 is fair."
    more = (
        "What the weights add to the share of wins of one seat, over the weights with which the tuning began. The first"
        " tuning, for the ruleset itself, begins with what the experiment gives; all others, of the candidates and of"
        " the ruleset itself once more, begin with what it found. What the best values gain beyond the ruleset itself"
        " says that the change asks for other play. Where the ruleset itself still gains much, tunings were short."
    )
    parts = [Part("Balance", opening, (), (by_scripts,)), Part("Gains", more, (), (_gains_grid(found),))]
    return Chapter("Does it depend on tuning?", "tuning", [], parts)


def _gains_grid(found: Balancing) -> Grid:
    assert found.retuned is not None
    rules = {"start": "the ruleset itself, first", "itself": "the ruleset itself, again", "best": "best values"}
    rows = tuple(
        (
            Cell(row["strategy"], row["strategy"], "strategy"),
            Cell(rules[row["rules"]], row["rules"], "rules"),
            Cell(found.comparison.dogs.get(row["dog"], "all"), row["dog"], "dog"),
            _cell(row, "n_games", count(row["n_games"])),
            _cell(row, "gain", points(row["gain"], 2), between(points(row["ci_low"], 2), points(row["ci_high"], 2))),
        )
        for row in found.retuned.gains().to_dict("records")
    )
    headings = (
        Heading("Strategy", "", numeric=False),
        Heading("Tuned for", "", numeric=False),
        Heading("Dog", "", numeric=False),
        Heading("Pairs of games", "Games that the tuning did not use otherwise (n)."),
        Heading("Gain", "In percentage points of wins, with its 95% interval."),
    )
    return Grid("What tuning gained", "gains.csv", headings, rows)


def _search(found: Balancing) -> Chapter:
    table = found.tried
    shown = table.head(_DRAWN)
    labels = [_point(found, row) for row in shown.to_dict("records")]
    drawn = shown[["index", "ci_low", "ci_high"]]

    def draw(axes: Sequence[Axes]) -> None:
        plot_balance(drawn, axes[0], labels, PLAIN)

    caption = "Points that played the most rounds first, best first; a point and its 95% interval. 0 is fair."
    alt = "Balance index of the chosen Dogs at the points tried; the numbers are in the table below."
    drawing = picture("tried", Sheet(len(shown)), draw, alt=alt, caption=caption)
    headings = [
        *(Heading(name, "Value in the ruleset.") for name in found.asked.short_names),
        Heading("Rounds", "Rounds of the search that the point played; half of the points leave after each."),
        Heading("Games", "Games in all its rounds (n)."),
        Heading("Index", "Root mean square deviation of the chosen Dogs from the fair share, percentage points."),
        Heading("95% interval", "For one point alone."),
        Heading("Corrected interval", "All points hold at once (Šidák)."),
    ]
    rows = tuple(
        (
            *(_cell(row, column, str(row[column])) for column in found.asked.columns),
            _cell(row, "rounds", str(row["rounds"])),
            _cell(row, "n_games", count(row["n_games"])),
            _cell(row, "index", percent(row["index"], 2)),
            _cell(row, "ci_low", interval(row["ci_low"], row["ci_high"], 2)),
            _cell(row, "family_low", interval(row["family_low"], row["family_high"], 2)),
        )
        for row in table.to_dict("records")
    )
    grid = Grid("Every point that was tried", "tried.csv", tuple(headings), rows)
    opening = "How far the chosen Dogs lie from fair. The best of many points looks better here than it is."
    return Chapter("What was tried", "search", [], [Part("Points", opening, (drawing,), (grid,))])


def _point(found: Balancing, row: Row) -> str:
    return ", ".join(
        f"{name} = {row[column]}" for name, column in zip(found.asked.short_names, found.asked.columns, strict=True)
    )


def _cell(row: Row, column: str, text: str, note: str = "") -> Cell:
    return Cell(text, full(row[column]), column, note)
