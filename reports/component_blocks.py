"""Components: how often each space, reward, card, token, Soldier and House is used, by whom, and what goes with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from reports.activity import group_means
from reports.blocks import Block, Scene
from reports.component_counts import Uses, families
from reports.component_families import BACKED, BATTLES, BONUSES, CARDS, HELD, ORDER, REWARDS, SOLDIERS, SPACES, Family
from reports.components import associations, component_table, dealt_effects, house_values
from reports.course_drawings import ASSOCIATED, CAUSED, draw_distribution, draw_worths
from reports.tables import Column, Grid, Heading, crossed_grid, games_column, grid_of
from reports.usage import PLACED, names_of
from reports.words import UNKNOWN, between, half_width, interval, percent, points, signed, victory_points
from simcore.wording import counted

HOW_TO_GET = (
    "These results do not tell which spaces, cards, tokens and Houses were used, nor the score after each Year: put the"
    " line details = true into the experiment and play it again."
)


def _block(scene: Scene, family: Family) -> Block | None:
    """Return the block of a family's associations, or None where these results have nothing of it."""
    uses = scene.findings.uses
    columns = families(uses.columns).get(family.name)
    if not columns:
        return None
    held = [name for name in family.held if name in uses.columns]
    effects = associations(uses, [*held, *columns])
    table = _labelled(scene, component_table(uses, effects), family.by_effect)
    name = f"component_{family.name}"
    drawn = draw_worths(
        scene.file(name), f"{family.heading.lower()} {scene.of_run}", table, _short(scene, table), ASSOCIATED
    )
    sentence = f"{family.heading} (association, not effect): {_extremes(table, family.more)}" if family.told else ""
    grid = _grid(table, name, f"{family.heading} {scene.of_run}", family)
    return Block(family.heading, name.replace("_", "-"), family.opening, sentence, (drawn,), (grid,), {name: table})


def _labelled(scene: Scene, table: pd.DataFrame, by_effect: bool) -> pd.DataFrame:
    names = names_of(list(table["component"]), scene.findings.rules)
    table = table.assign(name=[names[each] for each in table["component"]])
    if by_effect:
        table = table.sort_values("vp", ascending=False, kind="stable", na_position="last")
    return table[["component", "name", *(each for each in table.columns if each not in ("component", "name"))]]


def _short(scene: Scene, table: pd.DataFrame) -> list[str]:
    return list(names_of(list(table["component"]), scene.findings.rules, short=True).values())


def _extremes(table: pd.DataFrame, more: str) -> str:
    """Say with which component most and least VP go along, as far as the corrected intervals tell."""
    told = table.dropna(subset=["vp"]).sort_values("vp", ascending=False).to_dict("records")
    if not told:
        return "the games cannot tell."
    ends = [told[0]] if len(told) == 1 else [told[0], told[-1]]
    n = counted(told[0]["n_games"], "game")
    return f"for {more}, {'; '.join(_worth(row) for row in ends)} ({n})."


def _worth(row: Mapping[Any, Any]) -> str:
    vp = f"{signed(row['vp'])} VP ({between(signed(row['vp_family_low']), signed(row['vp_family_high']))})"
    span = between(points(row["win_family_low"]), points(row["win_family_high"]))
    return f"{row['name']} {vp} and {points(row['win'])} win points ({span})"


def _grid(table: pd.DataFrame, name: str, caption: str, family: Family) -> Grid:
    columns = [
        Column("component", Heading(family.row, "", numeric=False), lambda row: str(row["name"])),
        games_column(),
        Column("per_game", Heading("A game", f"{family.used} Mean and its 95% interval."), _per_game),
        *_worth_columns(),
    ]
    return grid_of(table, f"{name}.csv", caption, columns)


def _per_game(row: Mapping[Any, Any]) -> str:
    half = (row["per_game_high"] - row["per_game_low"]) / 2.0
    return f"{victory_points(row['per_game'], 2)} ± {half_width(half)}"


def _worth_columns() -> list[Column]:
    corrected = "All intervals of both effects hold at once in 95% of such reports (Šidák)."
    return [
        Column("win", Heading("Win points", "Percentage points of wins."), lambda row: _told(row["win"], points)),
        Column(
            "win_family_low",
            Heading("Corrected interval", corrected),
            lambda row: _span(row["win_family_low"], row["win_family_high"], points),
        ),
        Column("vp", Heading("VP", "Final score."), lambda row: _told(row["vp"], signed)),
        Column(
            "vp_family_low",
            Heading("Corrected interval", corrected),
            lambda row: _span(row["vp_family_low"], row["vp_family_high"], signed),
        ),
    ]


def _told(value: float, write: Any) -> str:
    return UNKNOWN if pd.isna(value) else str(write(value))


def _span(low: float, high: float, write: Any) -> str:
    return between(_told(low, write), _told(high, write))


def spaces(scene: Scene) -> Block | None:
    """Return how often each space is taken and what goes along with it."""
    return _block(scene, SPACES)


def rewards(scene: Scene) -> Block | None:
    """Return the same for each kind of reward on spaces."""
    return _block(scene, REWARDS)


def cards(scene: Scene) -> Block | None:
    """Return the same for each Tactic card played."""
    return _block(scene, CARDS)


def bonuses(scene: Scene) -> Block | None:
    """Return the same for each Bonus token."""
    return _block(scene, BONUSES)


def soldiers(scene: Scene) -> Block | None:
    """Return the same for each Soldier type."""
    return _block(scene, SOLDIERS)


def houses_backed(scene: Scene) -> Block | None:
    """Return the same for each House supported."""
    return _block(scene, BACKED)


def houses_held(scene: Scene) -> Block | None:
    """Return the same for each House's Influence."""
    return _block(scene, HELD)


def order(scene: Scene) -> Block | None:
    """Return the same for being first and for passing."""
    return _block(scene, ORDER)


def dealt(scene: Scene) -> Block | None:
    """Return what the Tactic cards dealt at the start bring about."""
    uses = scene.findings.uses
    columns = families(uses.columns).get("dealt")
    if not columns:
        return None
    table = _labelled(scene, component_table(uses, dealt_effects(uses, columns)), by_effect=True)
    name = "component_dealt"
    drawn = draw_worths(scene.file(name), f"of cards dealt {scene.of_run}", table, _short(scene, table), CAUSED)
    family = Family("dealt", "", "", "Card", "Dealt at the start of a game, to all seats.", "")
    return Block(
        heading="Tactic cards dealt at the start: effects",
        anchor="component-dealt",
        opening="Chance deals these cards, so this is an experiment: the differences are what the cards bring about."
        " Each card is set against an average card of the deck, since everybody is dealt equally many.",
        finding=f"Tactic cards dealt at the start (an effect, since chance deals them): {_extremes(table, _HELD_CARD)}",
        pictures=(drawn,),
        grids=(_grid(table, name, f"Effects of Tactic cards dealt {scene.of_run}", family),),
        tables={name: table},
    )


def token(scene: Scene) -> Block | None:
    """Return what being dealt the First Player token of Year 1 brings about."""
    uses = scene.findings.uses
    columns = families(uses.columns).get("token")
    if not columns:
        return None
    table = _labelled(scene, component_table(uses, associations(uses, columns)), by_effect=True)
    family = Family("token", "", "", "What", "Dealt at the start of a game, to all seats.", "")
    name = "component_token"
    return Block(
        heading="First Player token of Year 1: effect",
        anchor="component-token",
        opening="Chance deals the token at the start (R1.3), so this is an experiment: the difference from the other"
        " seats of the game is what the token brings about. It may be kept or handed on (R2.5).",
        finding=f"First Player token of Year 1 (an effect, since chance deals it): {_extremes(table, _DEALT_TOKEN)}",
        grids=(_grid(table, name, f"Effect of the First Player token {scene.of_run}", family),),
        tables={name: table},
    )


_DEALT_TOKEN = "being dealt the token instead of another seat"
_HELD_CARD = "holding the card instead of an average one"


def battles(scene: Scene) -> Block | None:
    """Return the same for battles won and lost."""
    return _block(scene, BATTLES)


def tracks(scene: Scene) -> Block | None:
    """Return where Houses end on the House Victory track."""
    rules = scene.findings.rules
    tokens = rules.scoring.support_tokens if rules else 1
    table = house_values(scene.findings.uses, max(1, tokens))
    if table.empty:
        return None
    unit = "VP an Influence token" if rules else "VP of a Support card"
    labels = [victory_points(value, 0) for value in table["value"]]
    what = f"Where Houses end on the House Victory track {scene.of_run}"
    drawn = draw_distribution(
        scene.file("house_values"),
        what,
        table,
        labels,
        "share of Support cards",
        f"Each bar is the share of Support cards whose House ends at that value ({unit}). Chance deals Support cards,"
        " so this is as good as all Houses in play. The lines at the bars' ends are 95% intervals.",
    )
    columns = [
        Column("value", Heading(unit, ""), lambda row: victory_points(row["value"], 0)),
        games_column(),
        Column("share", Heading("Share", "Of all Support cards."), lambda row: percent(row["share"], 2)),
        Column("ci_low", Heading("95% interval", ""), lambda row: interval(row["ci_low"], row["ci_high"], 2)),
    ]
    opening = (
        "How far Houses rise and fall, seen from the Support cards: what victories, Glorious Victories and Crushing"
        " Defeats add up to."
    )
    grid = grid_of(table, "house_values.csv", what, columns)
    return Block("House Victory track", "house-values", opening, "", (drawn,), (grid,), {"house_values": table})


def who(scene: Scene) -> Block | None:
    """Return how often each Dog and each strategy uses each component."""
    uses = scene.findings.uses
    columns = [each for each in uses.columns if each != PLACED and not each.startswith("dealt_")]
    if not any(each.startswith("space_") for each in columns):
        return Block("Which components", "component-hint", HOW_TO_GET)
    grids, tables = [], {}
    for by in ("dog", "strategy") if scene.findings.several_strategies else ("dog",):
        tables[f"activity_components_by_{by}"], grid = _by(scene, uses, columns, by)
        grids.append(grid)
    return Block(
        heading="Who uses which component",
        anchor="component-who",
        opening="How often each Dog and strategy takes, plays, gets or holds each component, a seat's mean of a game.",
        grids=tuple(grids),
        tables=tables,
    )


_STEMS = {
    "space": "Space",
    "reward": "Reward",
    "played": "Played",
    "bonus": "Bonus",
    "backed": "Captains for",
    "held": "Influence of",
}


def _by(scene: Scene, uses: Uses, columns: Sequence[str], by: str) -> tuple[pd.DataFrame, Grid]:
    means = group_means(uses.groups, by)
    means = means[means["measure"].isin(columns)].reset_index(drop=True)
    names = names_of(columns, scene.findings.rules, short=True)
    titles = {}
    for column in columns:
        stem = _STEMS.get(column.partition("_")[0])
        titles[column] = f"{stem}: {names[column]}" if stem else names[column]
    what = f"Components by {'Dog' if by == 'dog' else by} {scene.of_run}"
    called = scene.cast.names if by == "dog" else {}
    return means, crossed_grid(means, f"activity_components_by_{by}.csv", what, by, titles, called)
