"""A league's part of a report's page: sentences, pictures and tables under their headings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.blocks import Block, Scene
from reports.evolution import INTENSITY, POPULATION
from reports.league import MAX_CYCLES
from reports.league_drawings import draw_alpha_rank, draw_pay_offs, draw_strengths
from reports.league_findings import League
from reports.league_tables import CYCLES, DOMINATED, DUELS, EVOLUTION, REPLIES, STANDINGS, grid, pay_off_grid
from reports.words import between, count, interval, listed, percent, points
from simcore.wording import counted

MOST_CYCLES = 20
"""Cycles that the page shows; all are in the CSV file."""


EXACT = (
    "It is computed from the shares in all mixes: one player at a time deviates from any mix, and is copied or not; a"
    " strategy's part is that of the seats."
)
APPROXIMATE = (
    "It is computed from the pay-off table, which is an approximation: one player at a time deviates from a table of"
    " one strategy, and the whole table follows or it does not; tables that stay mixed are left out."
)


def _strongest(league: League) -> str:
    strongest = league.strongest
    if strongest.empty:
        return "Who is strongest in the league cannot be told: not all of them met, not even by way of others."
    names = strongest["strategy"].tolist()
    said = f"In the league {names[0]} is strongest by all games"
    if len(names) > 1:
        said = f"In the league {listed(names)} are strongest by all games and cannot be told apart"
    alone = [_alone(row) for row in strongest.to_dict("records") if row["n_alone"] > 0]
    if not alone:
        return f"{said}."
    return f"{said}: alone at the others' tables {listed(alone)}; fair would be {percent(league.fair)}."


def _alone(row: Mapping[Any, Any]) -> str:
    ends = interval(row["alone_low"], row["alone_high"])
    return f"{row['strategy']} wins {percent(row['alone'])} of {counted(row['n_alone'], 'game')} ({ends})"


def _exploited(league: League) -> str:
    replies = league.replies
    found = {verdict: rows["table"].tolist() for verdict, rows in replies.groupby("verdict")}
    safe, unclear = found.get("safe", []), found.get("not distinguishable", [])
    said = []
    if safe:
        said.append(f"Nobody of the league gains alone against {listed(safe)}.")
    if unclear:
        said.append(f"Whether anybody gains alone against {listed(unclear)} cannot be told.")
    worst = replies.sort_values("gain", ascending=False).iloc[0]
    if worst["verdict"] != "exploited":
        said.append("No gain of anybody alone at another's table is beyond doubt.")
    else:
        said.append(
            f"The most exploited is {worst['table']}: {worst['reply']} alone wins {points(worst['gain'])} points"
            f" more than the fair share ({between(points(worst['gain_low']), points(worst['gain_high']))},"
            f" {counted(worst['n_games'], 'game')})."
        )
    return " ".join(said)


def _circles(league: League) -> str:
    if league.cycles.empty:
        return f"Strength goes in no circle that is beyond doubt, among {counted(len(league.duels), 'duel')}."
    strongest, found = league.cycles.iloc[0], len(league.cycles)
    n = f", {counted(league.duels['n_games'].min(), 'game')} a duel or more"
    more = f"; {'at least ' if found == MAX_CYCLES else ''}{count(found)} such cycles in all" if found > 1 else ""
    return (
        f"Strength goes in circles: {strongest['cycle']}, where each beats the next by {points(strongest['weakest'])}"
        f" points or more ({points(strongest['weakest_low'])} at the corrected lower end{n}){more}."
    )


def _league_of(scene: Scene) -> League | None:
    """Return the league, where at least two strategies played alone against each other."""
    league = scene.findings.league
    return None if league is None or league.pay_offs.empty else league


def standings(scene: Scene) -> Block | None:
    """Return how strong each strategy is."""
    league = scene.findings.league
    if league is None:
        return None
    opening = (
        "How strong each strategy is at the tables of this league, whoever it meets there. Every mix was played"
        " equally often, with all seatings and Dogs. The rating from all games says how much more often a seat wins"
        " than another at the same table; its intervals take whole games as units."
    )
    pictures = (draw_strengths(scene.file("league_ratings"), scene.of_run, league),)
    shown = grid(league.standings, STANDINGS, "league_standings", f"Strategies by strength {scene.of_run}")
    tables = {"league_standings": league.standings, "league_mixes": league.mixes}
    return Block("League", "league", opening, _strongest(league), pictures, (shown,), tables)


def pay_offs(scene: Scene) -> Block | None:
    """Return the pay-off table."""
    league = _league_of(scene)
    if league is None:
        return None
    opening = (
        "One player deviates: the share of wins of each strategy alone at a table where everybody else plays another."
        " Intervals and verdicts are corrected for all cells of the table at once (Šidák)."
    )
    pictures = (draw_pay_offs(scene.file("league_pay_offs"), scene.of_run, league),)
    shown = pay_off_grid(league, f"Share of wins alone at a table of others {scene.of_run}")
    tables = {"league_pay_offs": league.pay_offs}
    return Block("Alone at a table of others", "league-pay-offs", opening, "", pictures, (shown,), tables)


def replies(scene: Scene) -> Block | None:
    """Return the best replies."""
    league = _league_of(scene)
    if league is None:
        return None
    opening = (
        "Which strategy is exploitable by which: where everybody plays the one on the left, a single player of the best"
        " reply wins this much more than the fair share. It is the best of this league, not the best that there is."
    )
    shown = grid(league.replies, REPLIES, "league_best_replies", f"Best reply to each strategy {scene.of_run}")
    tables = {"league_best_replies": league.replies}
    return Block("Best replies", "league-replies", opening, _exploited(league), (), (shown,), tables)


def duels(scene: Scene) -> Block | None:
    """Return who beats whom."""
    league = _league_of(scene)
    if league is None or league.duels.empty:
        return None
    opening = (
        "A beats B where A alone among B's wins more than B alone among A's, beyond doubt. The net is the difference of"
        " the two shares; its corrected interval is made of the pay-off table's (Newcombe 1998), so it errs on the wide"
        " side."
    )
    shown = grid(league.duels, DUELS, "league_duels", f"Who beats whom {scene.of_run}")
    return Block("Duels", "league-duels", opening, "", (), (shown,), {"league_duels": league.duels})


def cycles(scene: Scene) -> Block | None:
    """Return the cycles among those that beat each other."""
    league = _league_of(scene)
    if league is None or league.duels.empty:
        return None
    found = len(league.cycles)
    opening = "A beats B beats C beats A: then no ranking tells the whole."
    if found > MOST_CYCLES:
        opening += f" The {MOST_CYCLES} strongest of {count(found)} are shown; all are in the CSV file."
    shown = grid(
        league.cycles.head(MOST_CYCLES), CYCLES, "league_cycles", f"Cycles, the strongest first {scene.of_run}"
    )
    tables = {"league_cycles": league.cycles}
    return Block("Cycles", "league-cycles", opening, _circles(league), (), (shown,), tables)


def dominated(scene: Scene) -> Block | None:
    """Return the dominated strategies."""
    league = _league_of(scene)
    if league is None:
        return None
    names = sorted(set(league.dominated["strategy"]))
    said = f"Dominated: {listed(names)}." if names else "No strategy is dominated beyond doubt."
    opening = (
        "A strategy is dominated where another does better alone at the table of every strategy of the league (its own"
        f" and the other's included), beyond doubt. {said}"
    )
    shown = grid(league.dominated, DOMINATED, "league_dominated", f"Dominated strategies {scene.of_run}")
    return Block(
        "Dominated strategies", "league-dominated", opening, "", (), (shown,), {"league_dominated": league.dominated}
    )


def evolution(scene: Scene) -> Block | None:
    """Return alpha-rank and the Nash mixture."""
    league = _league_of(scene)
    if league is None or not league.complete:
        return None
    opening = (
        "What remains if players imitate: alpha-rank (Omidshafiei and others 2019; ranking intensity"
        f" {INTENSITY:g}, {POPULATION} copies). {EXACT if league.exact else APPROXIMATE} The Nash mixture is of the"
        " game of two in which each names a strategy and gets the net of their duel (Balduzzi and others 2018)."
    )
    pictures = (draw_alpha_rank(scene.file("league_alpha_rank"), scene.of_run, league),)
    shown = grid(league.standings, EVOLUTION, "league_standings", f"Alpha-rank and Nash mixture {scene.of_run}")
    return Block("What remains", "league-evolution", opening, "", pictures, (shown,))
