"""Where points come from: score and its parts, what is done in a game, and how winners differ from losers."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from reports.activity import group_means, winners_and_losers
from reports.blocks import Block, Scene
from reports.counts import MEASURES
from reports.drawings import (
    MEASURE_TITLES,
    draw_activity,
    draw_part_differences,
    draw_score_means,
    draw_score_parts,
    draw_years,
)
from reports.measures import TITLES, YEARLY, yearly
from reports.tables import Column, Grid, Heading, crossed_grid, games_column, grid_of, score_grid
from reports.words import between, signed, victory_points
from simcore.wording import counted

DRAWN = (
    "placements",
    "influence_tokens",
    "bonuses",
    "tactics_played",
    "footmen",
    "arquebusers",
    "knights",
    "war_machines",
    "vp_battles",
)
"""Measures that have a panel in the figure of what Dogs do."""


def scores(scene: Scene) -> Block:
    """Return mean scores and their parts by Dog."""
    means, cast = scene.findings.scores, scene.cast
    pictures = (
        draw_score_parts(scene.file("score_parts"), scene.of_run, means, cast.labels),
        draw_score_means(scene.file("score_means"), scene.of_run, means, cast.labels, cast.looks),
    )
    caption = f"Mean score and parts in VP {scene.of_run}"
    grid = score_grid(means, "score_by_dog.csv", caption, MEASURE_TITLES, cast.names)
    opening = "How many Victory Points each Dog ends with, and what they come from."
    return Block("Score by Dog", "score", opening, pictures=pictures, grids=(grid,), tables={"score_by_dog": means})


def winners(scene: Scene) -> Block | None:
    """Return what winners have more than losers of the same game."""
    if scene.run.counts.winners.empty:
        return None
    table = winners_and_losers(scene.run.counts.winners, scene.run.players)
    parts = table[table["measure"].isin(MEASURES)]
    titles = {**MEASURE_TITLES, **TITLES, **_yearly_titles(scene.run.years)}
    labels = [MEASURE_TITLES[measure] for measure in parts["measure"]]
    drawn = draw_part_differences(scene.file("winners_minus_losers"), scene.of_run, parts, labels)
    columns = [
        Column("measure", Heading("A seat's mean of a game", "", numeric=False), lambda row: titles[row["measure"]]),
        games_column(),
        Column("winners", Heading("Winners", "Ties divided."), lambda row: victory_points(row["winners"], 2)),
        Column("losers", Heading("Losers", "Ties divided."), lambda row: victory_points(row["losers"], 2)),
        Column("difference", Heading("Difference", "Within games."), lambda row: signed(row["difference"])),
        Column(
            "family_low",
            Heading("Corrected interval", "All rows' intervals hold at once in 95% of such reports (Šidák)."),
            lambda row: between(signed(row["family_low"]), signed(row["family_high"])),
        ),
    ]
    name = "winners_and_losers"
    grid = grid_of(table, f"{name}.csv", f"Winners and losers of the same game {scene.of_run}", columns)
    opening = (
        "What winners have, and do, more than losers of the same game. This is what goes along with winning, which need"
        " not be what brings it about."
    )
    return Block("How winners differ", "winners", opening, _winners_sentence(parts), (drawn,), (grid,), {name: table})


def _winners_sentence(parts: pd.DataFrame) -> str:
    total = parts[parts["measure"] == "total"].iloc[0]
    rest = parts[parts["measure"] != "total"].sort_values("difference", ascending=False)
    ahead = [
        f"{MEASURE_TITLES[row['measure']]} {signed(row['difference'])}"
        f" ({between(signed(row['family_low']), signed(row['family_high']))})"
        for row in rest.head(2).to_dict("records")
    ]
    ends = between(signed(total["family_low"]), signed(total["family_high"]))
    return (
        f"Winners score {signed(total['difference'])} VP ({ends}) against losers of the same game, most of it from"
        f" {' and '.join(ahead)} ({counted(total['n_games'], 'game')})."
    )


def by_dog(scene: Scene) -> Block | None:
    """Return what each Dog does in a game."""
    means = group_means(scene.run.counts.groups, "dog")
    titles = {measure: TITLES[measure] for measure in TITLES if (means["measure"] == measure).any()}
    shown = {measure: titles[measure] for measure in DRAWN if measure in titles}
    if not shown:
        return None
    cast = scene.cast
    drawn = draw_activity(scene.file("activity_by_dog"), scene.of_run, means, shown, cast.labels, cast.looks)
    return Block(
        heading="What each Dog does in a game",
        anchor="activity-dog",
        opening="Captains, Soldiers, Tactic cards, tokens and where VP tokens come from.",
        pictures=(drawn,),
        grids=(_activity_grid(scene, means, titles, "dog"),),
        tables={"activity_by_dog": means},
    )


def by_strategy(scene: Scene) -> Block | None:
    """Return the score and what is done in a game by strategy."""
    means = group_means(scene.run.counts.groups, "strategy")
    wanted = {**MEASURE_TITLES, **TITLES}
    titles = {measure: title for measure, title in wanted.items() if (means["measure"] == measure).any()}
    if not titles:
        return None
    return Block(
        heading="What each strategy does in a game",
        anchor="activity-strategy",
        opening="Score, its parts and what was done, a seat's mean; seats of one game are not counted as independent.",
        grids=(_activity_grid(scene, means, titles, "strategy"),),
        tables={"activity_by_strategy": means},
    )


def _activity_grid(scene: Scene, means: pd.DataFrame, titles: dict[str, str], by: str) -> Grid:
    names = scene.cast.names if by == "dog" else {}
    what = "Dog" if by == "dog" else by
    return crossed_grid(
        means, f"activity_by_{by}.csv", f"What is done in a game by {what} {scene.of_run}", by, titles, names
    )


def years(scene: Scene) -> Block | None:
    """Return Captains placed and VP tokens through the Years, by Dog and by strategy."""
    tables = {}
    for by in ("dog", "strategy") if scene.findings.several_strategies else ("dog",):
        table = _by_year(group_means(scene.run.counts.groups, by), scene.run.years)
        if not table.empty:
            tables[by] = table
    if not tables:
        return None
    pictures, grids = [], []
    for by, table in tables.items():
        what = f"by {'Dog' if by == 'dog' else by} {scene.of_run}"
        if by == "dog":
            dogs = list(table["dog"].drop_duplicates())
            panels = {title: table[table["stem"] == stem] for stem, title in YEARLY.items()}
            labels, looks = scene.cast.labels_of(dogs), scene.cast.looks_of(dogs)
            pictures.append(draw_years(scene.file("years_by_dog"), what, panels, "dog", labels, looks))
        names = scene.cast.names if by == "dog" else {}
        titles = _yearly_titles(scene.run.years)
        grids.append(crossed_grid(table, f"years_by_{by}.csv", f"Through the Years {what}", by, titles, names))
    return Block(
        heading="Through the Years",
        anchor="years",
        opening="How many Captains are placed in each Year, and how many VP tokens are held at its end.",
        pictures=tuple(pictures),
        grids=tuple(grids),
        tables={f"years_by_{by}": table for by, table in tables.items()},
    )


def _by_year(means: pd.DataFrame, n_years: int) -> pd.DataFrame:
    """Return the rows of measures that there are for each Year, with the columns stem and year."""
    place = {column: (stem, year) for stem in YEARLY for year, column in enumerate(yearly(stem, n_years), 1)}
    rows = means[means["measure"].isin(place)].reset_index(drop=True)
    found = [place[measure] for measure in rows["measure"]]
    return rows.assign(stem=[stem for stem, _ in found], year=[year for _, year in found])


def _yearly_titles(n_years: int) -> dict[str, str]:
    names: Sequence[tuple[str, str]] = [(stem, title) for stem, title in YEARLY.items()]
    return {
        column: f"{title.removesuffix(' at the end of the Year')}, Year {year}"
        for stem, title in names
        for year, column in enumerate(yearly(stem, n_years), 1)
    }
