"""What several runs say together: the Dogs by number of players."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from reports.blocks import Block, Scene
from reports.drawings import draw_overview
from reports.summaries import win_shares
from reports.tables import Name, share_grid
from reports.words import extremes_sentence, percent


def overview(scenes: Sequence[Scene]) -> Block:
    """Return the Dogs' shares of wins in all runs, corrected for all of them together."""
    cast = scenes[0].cast
    rows = sum(len(scene.findings.dogs) for scene in scenes)
    tables = {
        scene.heading: win_shares(scene.run.counts.outcomes, ["dog"], scene.run.players, comparisons=rows)
        for scene in scenes
    }
    drawn = draw_overview("overview", tables, cast.labels, cast.looks)
    together = pd.concat([table.assign(table=heading) for heading, table in tables.items()], ignore_index=True)
    joined = [
        f"{cast.labels[row['dog']]} with {row['table'][0].lower() + row['table'][1:]} (fair {percent(row['fair'])})"
        for row in together.to_dict("records")
    ]
    shown = together.assign(dog=together["dog"].astype(str))
    caption = "Share of wins by Dog and number of players"
    names: dict[str, dict[object, Name]] = {"dog": cast.names}
    keys = {"table": "Players", "dog": "Dog"}
    name = "win_share_by_dog_and_players"
    return Block(
        heading="Dogs by number of players",
        anchor="dogs",
        opening="How far each Dog is from its fair share, with each number of players. The intervals are corrected for"
        " all rows of the table together.",
        finding=extremes_sentence(shown, joined, "pairs of Dog and number of players"),
        pictures=(drawn,),
        grids=(share_grid(shown, f"{name}.csv", caption, keys, names),),
        tables={name: shown[["table", *(column for column in shown.columns if column != "table")]]},
    )
