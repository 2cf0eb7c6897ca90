"""The pictures of a league: which summary is drawn on which sheet, with its caption and its text alternative."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes

from reports.figures import Picture, Sheet, picture
from reports.league_findings import League
from reports.league_plots import plot_pay_offs, plot_strengths
from reports.words import percent, victory_points


def draw_pay_offs(name: str, which: str, league: League) -> Picture:
    """Draw the pay-off table as a heat map."""

    def draw(axes: Sequence[Axes]) -> None:
        plot_pay_offs(league.pay_offs, axes[0], league.names)

    fair = percent(league.pay_offs["fair"].iloc[0])
    spoken = ", ".join(
        f"{row['strategy']} against {row['table']} {percent(row['win_share'])}"
        for row in league.pay_offs.sort_values("win_share", ascending=False).head(5).to_dict("records")
    )
    caption = (
        "Row by row: how often the strategy on the left wins, in percent, when it sits alone at a table of the strategy"
        f" above. Violet is more than the fair share of {fair}, orange less, the stronger the further from it; bold"
        " where the corrected interval says so beyond doubt. At a table of its own every strategy has the fair share."
        " The strongest strategy comes first; the intervals are in the table below."
    )
    alt = f"Share of wins of each strategy alone at a table of each other {which}, fair {fair}; the highest: {spoken}."
    return picture(name, Sheet(len(league.names) + 3), draw, alt=alt, caption=caption)


def draw_strengths(name: str, which: str, league: League) -> Picture:
    """Draw both ratings, side by side."""
    shown = (
        ("strength", ("strength_low", "strength_high"), "strength (log-odds)", "From all games"),
        ("mu", ("mu_low", "mu_high"), "rating μ", "OpenSkill"),
    )

    def draw(axes: Sequence[Axes]) -> None:
        for panel, (column, ends, unit, heading) in zip(axes, shown, strict=True):
            plot_strengths(league.standings, panel, column, ends, unit)
            panel.set_title(heading, loc="left")

    spoken = ", ".join(
        f"{row['strategy']} {victory_points(row['strength'], 2)}" for row in league.standings.to_dict("records")
    )
    caption = (
        "Further right is stronger; the band is the 95% interval. Left: log-odds against the league's average strategy;"
        " a seat with one unit more wins about 2.7 times as often as another of its table. Right: OpenSkill's rating of"
        f" the places in {league.rated_games:,} games taken one after the other, with the uncertainty that it states"
        " itself. No one number can show a cycle: see the duels."
    )
    alt = f"Two ratings of every strategy {which}, with intervals; strengths: {spoken}."
    return picture(name, Sheet(len(league.names), panels=2, columns=2), draw, alt=alt, caption=caption)


def draw_alpha_rank(name: str, which: str, league: League) -> Picture:
    """Draw alpha-rank's mass of each strategy."""

    def draw(axes: Sequence[Axes]) -> None:
        plot_strengths(league.standings, axes[0], "mass", ("mass_low", "mass_high"), "share of seats in the long run")
        axes[0].set_xlim(-0.02, 1.02)

    spoken = ", ".join(
        f"{row['strategy']} {percent(row['mass'])}"
        for row in league.standings.sort_values("mass", ascending=False).head(5).to_dict("records")
    )
    caption = (
        "If players go on copying what gains, each strategy holds this share of the seats in the long run (alpha-rank)."
        " The band holds the middle 95% of what comes out when the shares of wins are redrawn within their uncertainty:"
        " a broad one says that the games cannot tell who remains."
    )
    alt = f"Alpha-rank's share of time of each strategy {which}, with its range; the highest: {spoken}."
    return picture(name, Sheet(len(league.names)), draw, alt=alt, caption=caption)
