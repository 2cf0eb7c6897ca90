"""Who wins how often: by Dog, seat, strategy and House, and by pairs of these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from reports.blocks import Block, Scene
from reports.drawings import draw_balance, draw_plain_win_shares, draw_share_panels, draw_win_shares
from reports.equivalence import UNDECIDED
from reports.figures import Picture
from reports.palette import Look
from reports.summaries import win_shares
from reports.tables import Column, Heading, Name, games_column, grid_of, key_column, share_grid, shared_grid
from reports.words import (
    balance_sentence,
    between,
    dogs_sentence,
    extremes_sentence,
    groups_sentence,
    interval,
    percent,
    points,
    points_of,
    rounded_up,
    title_of,
    verdict_names,
)
from simcore.wording import counted


def dogs(scene: Scene) -> Block:
    """Return the shares of wins by Dog."""
    shares, name = scene.findings.dogs, "win_share_by_dog"
    labels = scene.cast.labels_of(shares["dog"])
    looks = scene.cast.looks_of(shares["dog"])
    drawn = draw_win_shares(scene.file(name), f"by Dog {scene.of_run}", shares, labels, looks)
    opening = "How often each Dog wins, whatever the seat and whoever plays it."
    finding = dogs_sentence(shares, labels)
    return _shares(scene, "by Dog", name, shares, {"dog": "Dog"}, opening, finding[0].upper() + finding[1:], [drawn])


def balance(scene: Scene) -> Block:
    """Return the verdicts on the Dogs, and how many games more would decide."""
    table, name = scene.findings.balance, "balance_by_dog"
    labels = scene.cast.labels_of(table["dog"])
    finding = balance_sentence(table, labels)
    margin = points_of(scene.findings.margin)
    columns = [
        key_column("dog", "Dog"),
        games_column(),
        Column("difference", Heading("Against fair", "Percentage points."), lambda r: points(r["difference"], 2)),
        Column(
            "low",
            Heading("Interval that decides", "All verdicts of the table are right in at least 95% of such reports."),
            lambda row: between(points(row["low"], 2), points(row["high"], 2)),
        ),
        Column("verdict", Heading("Verdict", f"Against {margin}.", numeric=False), lambda row: str(row["verdict"])),
        Column(
            "more_games",
            Heading("Games more to decide", "Of the whole run, to decide with a chance of 80%."),
            lambda row: rounded_up(row["more_games"]) if row["verdict"] == UNDECIDED else "0",
        ),
        Column(
            "detectable",
            Heading("Can be found", "Points above fair that so many games would call too strong, chance 80%."),
            lambda row: points(row["detectable"], 2) if row["detectable"] + row["fair"] < 1.0 else "none",
        ),
    ]
    caption = f"Verdicts on the Dogs against {margin} {scene.of_run}"
    return Block(
        heading="Are the Dogs balanced?",
        anchor="balance",
        opening=f"A Dog counts as balanced when it is proved to lie within {margin} of the fair share."
        " Whether that is so, or the contrary, or open, an interval says that is corrected for the number of Dogs.",
        finding=finding,
        pictures=(draw_balance(scene.file(name), scene.of_run, table, scene.cast.labels, scene.cast.looks),),
        grids=(grid_of(table, f"{name}.csv", caption, columns, {"dog": scene.cast.names}),),
        verdicts=verdict_names(table, labels),
        tables={name: table},
    )


def seats(scene: Scene) -> Block:
    """Return the shares of wins by seat."""
    shares, name = scene.findings.seats, "win_share_by_seat"
    labels = [each.text for each in scene.seat_names.values()]
    drawn = draw_plain_win_shares(scene.file(name), f"by seat {scene.of_run}", shares, labels)
    finding = groups_sentence(shares, labels, "seat")
    opening = f"Seats are counted clockwise from 0. {finding}"
    return _shares(scene, "by seat", name, shares, {"seat": "Seat"}, opening, finding, [drawn])


def strategies(scene: Scene) -> Block:
    """Return the shares of wins by strategy; a picture only where there is something to compare."""
    shares, name = scene.findings.strategies, "win_share_by_strategy"
    labels = [str(strategy) for strategy in shares["strategy"]]
    opening = finding = groups_sentence(shares, labels, "strategy")
    pictures = []
    if scene.findings.several_strategies:
        opening += " A strategy on several seats of a game competes with itself there."
        pictures = [draw_plain_win_shares(scene.file(name), f"by strategy {scene.of_run}", shares, labels)]
    return _shares(scene, "by strategy", name, shares, {"strategy": "Strategy"}, opening, finding, pictures)


def houses(scene: Scene) -> Block | None:
    """Return the shares of wins by House of the Support card."""
    if scene.run.counts.houses.empty:
        return None
    shares, name = win_shares(scene.run.counts.houses, ["house"], scene.run.players), "win_share_by_house"
    labels = [title_of(house) for house in shares["house"]]
    drawn = draw_plain_win_shares(scene.file(name), f"by House of the Support card {scene.of_run}", shares, labels)
    finding = groups_sentence(shares, labels, "Support card")
    opening = f"The Support card is dealt at random (R1.1), so differences are what the card itself brings. {finding}"
    by = "by House of the Support card"
    return _shares(scene, by, name, shares, {"house": "House"}, opening, finding, [drawn])


@dataclass(frozen=True)
class Pair:
    """Two things whose pairs are compared: a panel for each value of the one, its rows the values of the other.

    Parameters
    ----------
    panel, row : str
        Columns of the counts.
    keys : mapping of str to str
        These columns -> their headings.
    by : str
        How the shares are taken.
    joint : str
        The word between the two names.
    """

    panel: str
    row: str
    keys: Mapping[str, str]
    by: str
    joint: str

    @property
    def file(self) -> str:
        """Name of the CSV file and of the figure."""
        return f"win_share_by_{self.panel}_and_{self.row}"


BY_STRATEGY = Pair("strategy", "dog", {"strategy": "Strategy", "dog": "Dog"}, "by strategy and Dog", "with")
BY_SEAT = Pair("dog", "seat", {"dog": "Dog", "seat": "Seat"}, "by Dog and seat", "on")
BY_OPPONENT = Pair("dog", "opponent", {"dog": "Dog", "opponent": "Rival"}, "by Dog and rival at the table", "against")


def dogs_by_strategy(scene: Scene) -> Block | None:
    """Return the shares of wins by strategy and Dog, where there are several strategies."""
    if not scene.findings.several_strategies:
        return None
    opening = "How often each Dog wins in the hands of each strategy, against all line-ups of the run."
    return _pairs(scene, BY_STRATEGY, opening)


def dogs_by_seat(scene: Scene) -> Block:
    """Return the shares of wins by Dog and seat."""
    return _pairs(scene, BY_SEAT, "Whether a Dog gains or loses by where it sits: a panel for each Dog.")


def dogs_by_opponent(scene: Scene) -> Block | None:
    """Return the shares of wins of each Dog when another is at the table; nothing where all Dogs always are."""
    if len(scene.findings.dogs) <= scene.run.players:
        return None
    opening = (
        "How often a Dog wins in the games in which a certain rival is at the table. A row far from the others of its"
        " panel shows a rival that suits the Dog well or badly."
    )
    return _pairs(scene, BY_OPPONENT, opening)


def ties(scene: Scene) -> Block:
    """Return the games by number of tied winners."""
    shared = scene.findings.shared
    alone = shared[shared["winners"] == 1].iloc[0]
    share, ends = 1.0 - alone["share"], interval(1.0 - alone["ci_high"], 1.0 - alone["ci_low"], 2)
    finding = f"Tied winners share {percent(share, 2)} of {counted(alone['n_games'], 'game')} ({ends})."
    grid = shared_grid(shared, "tied_games.csv", f"Games by number of winners {scene.of_run}")
    opening = f"{finding} No game is left out: each of k winners is credited with 1/k of a win."
    return Block("Tied games", "ties", opening, finding, grids=(grid,), tables={"tied_games": shared})


def _pairs(scene: Scene, pair: Pair, opening: str) -> Block:
    counts = scene.run.counts.opponents if pair is BY_OPPONENT else scene.run.counts.outcomes
    shares = win_shares(counts, [pair.panel, pair.row], scene.run.players)
    names = _names(scene)

    def label(column: str, value: Any) -> str:
        return names.get(column, {}).get(value, Name(str(value))).text

    def labels(table: pd.DataFrame) -> list[str]:
        return [label(pair.row, value) for value in table[pair.row]]

    def looks(table: pd.DataFrame) -> list[Look]:
        return scene.cast.looks_of(table["dog" if pair.row == "seat" else pair.row])

    tables = {label(pair.panel, value): _all_rows(shares, pair, value) for value in shares[pair.panel].unique()}
    drawn = draw_share_panels(scene.file(pair.file), f"{pair.by} {scene.of_run}", tables, labels, looks)
    joined = [
        f"{label(pair.panel, row[pair.panel])} {pair.joint} {label(pair.row, row[pair.row])}"
        for row in shares.to_dict("records")
    ]
    finding = extremes_sentence(shares, joined, f"shares {pair.by}")
    return _shares(scene, pair.by, pair.file, shares, pair.keys, opening, finding, [drawn])


def _all_rows(shares: pd.DataFrame, pair: Pair, value: Any) -> pd.DataFrame:
    """Return the rows of one panel, the same ones in every panel: one without games has no numbers."""
    rows = pd.Index(sorted(shares[pair.row].unique()), name=pair.row)
    if isinstance(shares[pair.row].dtype, pd.CategoricalDtype):
        rows = pd.Index([each for each in shares[pair.row].cat.categories if each in set(rows)], name=pair.row)
    table = shares[shares[pair.panel] == value].astype({pair.row: rows.dtype, pair.panel: str}).set_index(pair.row)
    completed: pd.DataFrame = table.reindex(rows)
    return completed.assign(**{pair.panel: value, "fair": shares["fair"].iloc[0]}).reset_index()


def _names(scene: Scene) -> Mapping[str, Mapping[Any, Name]]:
    houses = {house: Name(title_of(house)) for house in scene.run.layout.houses}
    dogs = scene.cast.names
    return {"dog": dogs, "opponent": dogs, "seat": scene.seat_names, "house": houses}


def _shares(
    scene: Scene,
    by: str,
    name: str,
    shares: pd.DataFrame,
    keys: Mapping[str, str],
    opening: str,
    finding: str,
    pictures: Sequence[Picture],
) -> Block:
    caption = f"Share of wins {by} {scene.of_run}; fair: {percent(shares['fair'].iloc[0])}"
    grid = share_grid(shares, f"{name}.csv", caption, keys, _names(scene))
    return Block(
        heading=f"Share of wins {by}",
        anchor=name.replace("_", "-"),
        opening=opening,
        finding=finding,
        pictures=tuple(pictures),
        grids=(grid,),
        tables={name: shares},
    )
