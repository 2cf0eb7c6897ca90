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
from reports.feel_tables import (
    PARTS,
    PLACES,
    SEEN,
    ends,
    gaps_grid,
    hidden_grid,
    leaders_grid,
    measures_grid,
    number,
    overview_grid,
    places_grid,
    seats_grid,
    skill_grid,
)
from reports.words import between, percent, points, signed
from simcore.wording import counted

SOURCES = (
    "Variations of the measures of Browne (2008), Automatic Generation and Evaluation of Recombination Games, and"
    " Browne and Maire (2010), Evolutionary Game Design. They let a program judge every position of a game of two; here"
    " the scores are compared after every Year, as if the game ended there. With several players as in Mangeli de"
    " Brito (2016), An Aesthetic Metric for Multiplayer Turn-Based Games. More is not always better: see each"
    " measure."
)

BY_PLACE = (
    "Each line is a place after a Year; its height is the share of wins of the seats that had it. The dashed line is"
    " the fair share. Where lines lie close together the game is open; where the first place is far above the others it"
    " is decided. Bars are corrected 95% intervals."
)

AHEAD = (
    "Each line is a seat, clockwise from seat 0; its height is how many VP it is ahead of the mean of its game after"
    " each Year. Bars are corrected 95% intervals: a seat has an advantage where its bar is clear of the dashed line."
)

DIFFERENCES = (
    "How much each part of the score makes of the differences between the seats of a game; the parts add up to 100%,"
    " and a part below zero evens differences out. Bands are 95% intervals, thin lines corrected ones."
)

UNEQUAL = (
    " Strategies of unequal skill may sit in these games: part of what is decided early, and of leads that grow, is"
    " skill."
)


def _opening(scene: Scene, text: str) -> str:
    """Add, where it holds, that players are unequal."""
    return text + UNEQUAL if scene.findings.several_strategies else text


def measures(scene: Scene) -> Block:
    """Return the measures of the whole game."""
    course = scene.findings.course
    table, known = measure_table(course), {each.name: each for each in headline(course)}
    table = table.assign(meaning=[known[name].meaning for name in table["measure"]])
    return Block(
        heading="How the game feels",
        anchor="feel",
        opening=_opening(scene, SOURCES),
        finding=_measures_sentence(table, known),
        grids=(measures_grid(table, known, scene),),
        tables={"feel_measures": table},
    )


def _measures_sentence(table: pd.DataFrame, titles: Mapping[str, Any]) -> str:
    rows = {row["measure"]: row for row in table.to_dict("records")}
    told = [name for name in ("lead_changes", "decided_early", "from_last", "margin", "tied") if name in rows]
    clauses = []
    for name in told:
        row = rows[name]
        unit = "" if row["unit"] == "share" else f" {row['unit']}"
        clauses.append(f"{titles[name].title}: {number(row)}{unit} ({ends(row)})")
    return f"{'; '.join(clauses)} ({counted(table['n_games'].iloc[0], 'game')})."


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
    leaders = leaders.assign(unit=["share" if name == "leader_wins" else "" for name in leaders["measure"]])
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
        grids=(leaders_grid(leaders, scene), places_grid(places, what)),
        tables={"feel_leaders": leaders, "feel_places": places},
    )


def _race_sentence(leaders: pd.DataFrame, fair: float) -> str:
    rows = leaders[leaders["measure"] == "leader_wins"].to_dict("records")
    said = [f"Year {row['year']} wins {number(row)} ({ends(row)})" for row in rows]
    n = counted(leaders["n_games"].iloc[0], "game")
    return f"Who leads after {', '.join(said)}; fair would be {percent(fair)} ({n})."


def seats(scene: Scene) -> Block | None:
    """Return what seats are ahead through the Years, and whether who is behind catches up."""
    course = scene.findings.course
    ahead, gaps = seats_by_year(course), catching_up(course)
    if ahead.empty:
        return None
    labels = [f"seat {seat}" for seat in range(scene.run.players)]
    what = f"What each seat has more than the mean of its game {scene.of_run}"
    drawn = draw_by_year(scene.file("feel_seats"), what, ahead, "seat", labels, 0.0, False, AHEAD)
    ahead, gaps = ahead.assign(unit="VP"), gaps.assign(unit="")
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
        grids=(gaps_grid(gaps, scene), seats_grid(ahead, what)),
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
    ends = between(signed(row["family_low"]), signed(row["family_high"]))
    n = counted(row["n_games"], "game")
    return (
        f"Leads {verdict}: each VP ahead after Year {row['year']} goes along with {signed(row['value'])} VP more gained"
        f" later ({ends}; {n})."
    )


def hidden(scene: Scene) -> Block:
    """Return how much of the outcome cannot be seen."""
    table = hidden_table(scene.findings.course).assign(unit="share")
    leaders, parts = (table[table["kind"] == kind] for kind in ("leader", "variance"))
    what = f"What final scores of a game differ by {scene.of_run}"
    names = [PARTS[part] for part in parts["what"]]
    drawn = draw_shares(scene.file("feel_variance"), what, parts, names, DIFFERENCES)
    said = [f"{SEEN[row['what']]} {number(row)} ({ends(row)})" for row in leaders.to_dict("records")]
    n = counted(table["n_games"].iloc[0], "game")
    return Block(
        heading="How much hidden information decides",
        anchor="feel-hidden",
        opening="VP tokens and Influence are gained in the open and may be remembered; nobody sees the Support cards of"
        " others, nor what is left in hands. So: how often does who leads on a part of the final score win, and what do"
        " the scores of a game differ by?",
        finding=f"How often the leader on a part of the final score wins: {'; '.join(said)} ({n}).",
        pictures=(drawn,),
        grids=(hidden_grid(table, scene),),
        tables={"feel_hidden": table},
    )


def skill(scene: Scene) -> Block | None:
    """Return how much more strategies win than deciding by chance does, at the same table."""
    table = skill_table(scene.findings.course)
    if table.empty:
        return None
    units = {"won": "share", "reference": "share", "win": "points", "vp": "VP"}
    table = table.assign(unit=[units[name] for name in table["measure"]])
    best = table[table["measure"] == "win"].sort_values("value", ascending=False).to_dict("records")[0]
    span = between(points(best["family_low"]), points(best["family_high"]))
    return Block(
        heading="How much skill matters",
        anchor="feel-skill",
        opening=f"Games in which both sit: what a strategy's seats win and score against those of {REFERENCE}, which"
        " decides by chance. Near zero, decisions would not matter.",
        finding=f"A seat of {best['strategy']} wins {points(best['value'])} points more ({span}) than one of"
        f" {REFERENCE} at the same table ({counted(best['n_games'], 'game')}).",
        grids=(skill_grid(table, scene),),
        tables={"feel_skill": table},
    )


def overview(scenes: Sequence[Scene]) -> Block | None:
    """Return the measures of all runs side by side."""
    tables = {scene.heading: measure_table(scene.findings.course) for scene in scenes}
    titles = {each.name: each for scene in scenes for each in headline(scene.findings.course)}
    together = pd.concat([table.assign(table=heading) for heading, table in tables.items()], ignore_index=True)
    return Block(
        heading="How the game feels by number of players",
        anchor="feel",
        opening=SOURCES,
        grids=(overview_grid(tables, titles),),
        tables={"feel_overview": together[["table", *(each for each in together.columns if each != "table")]]},
    )
