"""How the game feels: the race through the Years, close ends, seats, hidden information, choices, skill and length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from reports.blocks import Block, Scene
from reports.course import REFERENCE
from reports.course_drawings import draw_by_year, draw_shares
from reports.course_summaries import (
    catching_up,
    hidden_table,
    leaders_by_year,
    places_by_year,
    seats_by_year,
    skill_table,
)
from reports.feel import headline, measure_table
from reports.tables import Cell, Column, Grid, Heading, full, games_column, grid_of
from reports.words import count, interval, percent, points, signed, victory_points

SOURCES = (
    "After Browne (2008), Automatic Generation and Evaluation of Recombination Games, and Browne and Maire (2010),"
    " Evolutionary Game Design, who ask after every move what is asked here after every Year: who would win if the game"
    " ended now. For several players after Mangeli de Brito (2016), An Aesthetic Metric for Multiplayer Turn-Based"
    " Games."
)

BY_PLACE = (
    "Each line is a place after a Year; its height is the share of wins of the seats that had it. The dashed line is"
    " the fair share. Where lines lie close together the game is open; where the first place is far above the others it"
    " is decided. Bars are corrected 95% intervals."
)

PLACES = ("1st", "2nd", "3rd", "4th", "5th")

PARTS = {
    "tokens": "VP tokens",
    "influence": "Influence",
    "support": "Support card",
    "coins": "Coins",
    "cards": "Cards in hand",
}

SEEN = {
    "tokens": "VP tokens alone",
    "tokens_influence": "VP tokens and Influence",
    "no_support": "everything but the Support card",
}

UNEQUAL = (
    " Strategies of unequal skill may sit in these games: part of what is decided early, and of leads that grow, is"
    " skill."
)


def _opening(scene: Scene, text: str) -> str:
    """Add, where it holds, that players are unequal."""
    return text + UNEQUAL if scene.findings.several_strategies else text


_CORRECTED = Heading("Corrected interval", "All rows' intervals hold at once in 95% of such reports (Šidák).")


def _number(row: Mapping[Any, Any], column: str) -> str:
    value = row[column]
    if pd.isna(value):
        return "cannot be told"
    return percent(value) if row["unit"] == "share" else victory_points(value, 2)


def _ends(row: Mapping[Any, Any]) -> str:
    if row["unit"] == "share":
        return interval(row["family_low"], row["family_high"])
    return f"{victory_points(row['family_low'], 2)} to {victory_points(row['family_high'], 2)}"


def _value_columns(what: str) -> list[Column]:
    return [
        games_column(),
        Column("value", Heading(what, ""), lambda row: _number(row, "value")),
        Column("family_low", _CORRECTED, _ends),
    ]


def measures(scene: Scene) -> Block:
    """Return the measures of the whole game."""
    course = scene.findings.course
    table, known = measure_table(course), {each.name: each for each in headline(course)}
    table = table.assign(meaning=[known[name].meaning for name in table["measure"]])
    columns = [
        Column("measure", Heading("Measure", "", numeric=False), lambda row: known[row["measure"]].title),
        *_value_columns("Value"),
        Column("unit", Heading("Unit", "", numeric=False), lambda row: "" if row["unit"] == "share" else row["unit"]),
        Column("meaning", Heading("What it says", "", numeric=False), lambda row: row["meaning"]),
    ]
    grid = grid_of(table, "feel_measures.csv", f"How the game feels {scene.of_run}", columns)
    return Block(
        heading="How the game feels",
        anchor="feel",
        opening=_opening(scene, SOURCES),
        finding=_measures_sentence(table, known),
        grids=(grid,),
        tables={"feel_measures": table},
    )


def _measures_sentence(table: pd.DataFrame, titles: Mapping[str, Any]) -> str:
    rows = {row["measure"]: row for row in table.to_dict("records")}
    told = [name for name in ("lead_changes", "decided_early", "from_last", "margin", "tied") if name in rows]
    clauses = []
    for name in told:
        row = rows[name]
        unit = "" if row["unit"] == "share" else f" {row['unit']}"
        clauses.append(f"{titles[name].title}: {_number(row, 'value')}{unit} ({_ends(row)})")
    return f"{'; '.join(clauses)} ({count(table['n_games'].iloc[0])} games)."


def race(scene: Scene) -> Block | None:
    """Return how early the winner is decided."""
    course = scene.findings.course
    places, leaders = places_by_year(course), leaders_by_year(course)
    if places.empty:
        return None
    fair = 1.0 / scene.run.players
    shown = [PLACES[place - 1] for place in places["place"].drop_duplicates()]
    what = f"Share of wins by place after each Year {scene.of_run}"
    drawn = draw_by_year(scene.file("feel_places"), what, places, "place", shown, fair, True, BY_PLACE)
    titles = {
        "leader_wins": "The leader wins",
        "deficit": "The later winner is behind by (VP)",
        "uncertainty": "Uncertainty, 1 open to 0 decided",
    }
    leaders = leaders.assign(unit=["share" if name == "leader_wins" else "" for name in leaders["measure"]])
    year = Column("year", Heading("After Year", ""), lambda row: str(row["year"]))
    of_leaders = [
        year,
        Column("measure", Heading("What", "", numeric=False), lambda row: titles[row["measure"]]),
        *_value_columns("Value"),
    ]
    of_places = [
        year,
        Column("place", Heading("Place", "Tied seats share the better one."), lambda row: PLACES[row["place"] - 1]),
        *_value_columns("Share of wins"),
    ]
    places = places.assign(unit="share")
    opening = (
        "How much is decided after each Year. Uncertainty is the entropy (Shannon 1948) of which place wins, in parts"
        " of what it is where all places win alike."
    )
    return Block(
        heading="How early the winner is decided",
        anchor="feel-race",
        opening=_opening(scene, opening),
        finding=_race_sentence(leaders, fair),
        pictures=(drawn,),
        grids=(
            grid_of(leaders, "feel_leaders.csv", f"The leader after each Year {scene.of_run}", of_leaders),
            grid_of(places, "feel_places.csv", what, of_places),
        ),
        tables={"feel_leaders": leaders, "feel_places": places},
    )


def _race_sentence(leaders: pd.DataFrame, fair: float) -> str:
    rows = leaders[leaders["measure"] == "leader_wins"].to_dict("records")
    said = [f"Year {row['year']} wins {_number(row, 'value')} ({_ends(row)})" for row in rows]
    n = count(leaders["n_games"].iloc[0])
    return f"Who leads after {', '.join(said)}; fair would be {percent(fair)} ({n} games)."


def seats(scene: Scene) -> Block | None:
    """Return what seats are ahead through the Years, and whether who is behind catches up."""
    course = scene.findings.course
    ahead, gaps = seats_by_year(course), catching_up(course)
    if ahead.empty:
        return None
    labels = [f"seat {seat}" for seat in range(scene.run.players)]
    what = f"What each seat has more than the mean of its game {scene.of_run}"
    caption = (
        "Each line is a seat, clockwise from seat 0; its height is how many VP it is ahead of the mean of its game"
        " after each Year. Bars are corrected 95% intervals: a seat has an advantage where its bar does not touch the"
        " dashed line."
    )
    drawn = draw_by_year(scene.file("feel_seats"), what, ahead, "seat", labels, 0.0, False, caption)
    ahead, gaps = ahead.assign(unit="VP"), gaps.assign(unit="")
    titles = {"slope": "VP gained later for each VP ahead", "correlation": "Correlation"}
    of_seats = [
        Column("seat", Heading("Seat", ""), lambda row: str(row["seat"])),
        Column("year", Heading("After Year", ""), lambda row: str(row["year"])),
        *_value_columns("VP ahead"),
    ]
    of_gaps = [
        Column("year", Heading("After Year", ""), lambda row: str(row["year"])),
        Column("measure", Heading("What", "", numeric=False), lambda row: titles[row["measure"]]),
        *_value_columns("Value"),
    ]
    opening = (
        "Whether a seat's advantage grows, and whether who is behind gains more later (below zero, negative feedback)"
        " or less (above zero, positive feedback: leads grow; Salen and Zimmerman 2004), within games."
    )
    return Block(
        heading="Seats through the Years, and catching up",
        anchor="feel-seats",
        opening=_opening(scene, opening),
        finding=_feedback_sentence(gaps),
        pictures=(drawn,),
        grids=(
            grid_of(gaps, "feel_catching_up.csv", f"Gap now and gain later {scene.of_run}", of_gaps),
            grid_of(ahead, "feel_seats.csv", what, of_seats),
        ),
        tables={"feel_catching_up": gaps, "feel_seats": ahead},
    )


def _feedback_sentence(gaps: pd.DataFrame) -> str:
    rows = gaps[gaps["measure"] == "slope"].dropna(subset=["value"]).to_dict("records")
    if not rows:
        return ""
    row = rows[0]
    verdict = "cannot be told to grow or to shrink"
    if row["family_low"] > 0.0:
        verdict = "grow"
    elif row["family_high"] < 0.0:
        verdict = "shrink"
    ends = f"{signed(row['family_low'])} to {signed(row['family_high'])}"
    n = count(row["n_games"])
    return (
        f"Leads {verdict}: each VP ahead after Year {row['year']} goes along with {signed(row['value'])} VP more gained"
        f" later ({ends}; {n} games)."
    )


def hidden(scene: Scene) -> Block:
    """Return how much of the outcome cannot be seen."""
    table = hidden_table(scene.findings.course)
    table = table.assign(unit="share")
    leaders, parts = (table[table["kind"] == kind] for kind in ("leader", "variance"))
    what = f"What final scores of a game differ by {scene.of_run}"
    drawn = draw_shares(
        scene.file("feel_variance"),
        what,
        parts,
        [PARTS[part] for part in parts["what"]],
        "How much each part of the score makes of the differences between the seats of a game; the parts add up to"
        " 100%, and a part below zero evens differences out. Bands are 95% intervals, thin lines corrected ones.",
    )
    columns = [
        Column(
            "what",
            Heading("What", "", numeric=False),
            lambda row: f"Differences: {PARTS[row['what']]}" if row["kind"] == "variance" else _leads(row["what"]),
        ),
        *_value_columns("Share"),
    ]
    said = [f"{SEEN[row['what']]} {_number(row, 'value')} ({_ends(row)})" for row in leaders.to_dict("records")]
    n = count(table["n_games"].iloc[0])
    return Block(
        heading="How much hidden information decides",
        anchor="feel-hidden",
        opening="VP tokens and Influence are gained in the open and may be remembered; nobody sees the Support cards of"
        " others, nor what is left in hands. So: how often does who leads on a part of the final score win, and what do"
        " the scores of a game differ by?",
        finding=f"How often the leader on a part of the final score wins: {'; '.join(said)} ({n} games).",
        pictures=(drawn,),
        grids=(grid_of(table, "feel_hidden.csv", f"What can be seen {scene.of_run}", columns),),
        tables={"feel_hidden": table},
    )


def _leads(what: str) -> str:
    return f"Who leads in {SEEN[what]} wins"


def skill(scene: Scene) -> Block | None:
    """Return how much more strategies win than deciding by chance does, at the same table."""
    table = skill_table(scene.findings.course)
    if table.empty:
        return None
    units = {"won": "share", "reference": "share", "win": "points", "vp": "VP"}
    titles = {
        "won": "Share of wins of a seat",
        "reference": f"Share of wins of a seat of {REFERENCE}",
        "win": "Difference in win points",
        "vp": "Difference in VP",
    }
    table = table.assign(unit=[units[name] for name in table["measure"]])
    columns = [
        Column("strategy", Heading("Strategy", "", numeric=False), lambda row: str(row["strategy"])),
        Column("measure", Heading("What", "", numeric=False), lambda row: titles[row["measure"]]),
        games_column("Games in which both sit (n)."),
        Column("value", Heading("Value", ""), lambda row: _skill_text(row, "value")),
        Column(
            "family_low",
            _CORRECTED,
            lambda row: f"{_skill_text(row, 'family_low')} to {_skill_text(row, 'family_high')}",
        ),
    ]
    rows = table[table["measure"] == "win"].sort_values("value", ascending=False).to_dict("records")
    best = rows[0]
    span = f"{points(best['family_low'])} to {points(best['family_high'])}"
    return Block(
        heading="How much skill matters",
        anchor="feel-skill",
        opening=f"Games in which both sit: what a strategy's seats win and score against those of {REFERENCE}, which"
        " decides by chance. Near zero, decisions would not matter.",
        finding=f"A seat of {best['strategy']} wins {points(best['value'])} points more ({span}) than one of"
        f" {REFERENCE} at the same table ({count(best['n_games'])} games).",
        grids=(grid_of(table, "feel_skill.csv", f"Skill {scene.of_run}", columns),),
        tables={"feel_skill": table},
    )


def _skill_text(row: Mapping[Any, Any], column: str) -> str:
    value = row[column]
    if row["unit"] == "share":
        return percent(value)
    return points(value) if row["unit"] == "points" else signed(value)


def overview(scenes: Sequence[Scene]) -> Block | None:
    """Return the measures of all runs side by side."""
    tables = {scene.heading: measure_table(scene.findings.course) for scene in scenes}
    titles = {each.name: each for scene in scenes for each in headline(scene.findings.course)}
    together = pd.concat([table.assign(table=heading) for heading, table in tables.items()], ignore_index=True)
    headings = [Heading("Measure", "", numeric=False)]
    headings += [
        Heading(heading, f"{count(table['n_games'].iloc[0])} games; ± is half the width of the 95% interval.")
        for heading, table in tables.items()
    ]
    rows = []
    for name, measure in titles.items():
        cells = [Cell(measure.title, name, "measure")]
        for table in tables.values():
            found = table[table["measure"] == name].to_dict("records")
            cells.append(_cell(found[0]) if found else Cell("", "", "value"))
        rows.append(tuple(cells))
    name = "feel_overview"
    return Block(
        heading="How the game feels by number of players",
        anchor="feel",
        opening=SOURCES,
        grids=(Grid("How the game feels, by run", f"{name}.csv", tuple(headings), tuple(rows)),),
        tables={name: together[["table", *(each for each in together.columns if each != "table")]]},
    )


def _cell(row: Mapping[Any, Any]) -> Cell:
    half = (row["ci_high"] - row["ci_low"]) / 2.0
    note = f"± {percent(half) if row['unit'] == 'share' else victory_points(half, 2)}"
    return Cell(_number(row, "value"), full(row["value"]), "value", note=note)
