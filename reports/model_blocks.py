"""What Dogs, strategies and seats are worth by themselves: effects of the models of winning and of the score."""

from __future__ import annotations

import pandas as pd

from reports.blocks import Block, Scene
from reports.drawings import draw_effects
from reports.models import TERMS, Fit, coefficients, effects, fit_scores, fit_wins, wald_test
from reports.palette import PLAIN
from reports.tables import VERDICTS, Column, Grid, Heading, Name, games_column, grid_of, key_column
from reports.words import between, effects_sentence, listed, points, signed
from simcore.wording import counted

ENOUGH = 50
"""Games for each coefficient of a model, at least: cluster-robust errors of fewer games are too small."""

TERM_NAMES = {"dog": "Dogs", "strategy": "strategies", "seat": "seats", "dog:strategy": "Dog and strategy together"}


def model(scene: Scene) -> Block | None:
    """Return the effects of Dogs, strategies and seats, each apart from the others; nothing for too few games."""
    line_ups, players = scene.run.counts.line_ups, scene.run.players
    terms = bearable_terms(line_ups, players)
    wins, scores = fit_wins(line_ups, players, terms), fit_scores(line_ups, players, terms)
    factors = [term for term in wins.terms if ":" not in term]
    if "dog" not in factors:
        return None
    tables = {factor: _both(line_ups, players, factor, wins, scores) for factor in factors}
    dogs = tables["dog"]
    labels, looks = scene.cast.labels_of(dogs["dog"]), scene.cast.looks_of(dogs["dog"])
    drawn = [draw_effects(scene.file("effects_dog"), f"by Dog {scene.of_run}", *_split(dogs), labels, looks)]
    if "strategy" in factors:
        named = [str(strategy) for strategy in tables["strategy"]["strategy"]]
        name, what = scene.file("effects_strategy"), f"by strategy {scene.of_run}"
        drawn.append(draw_effects(name, what, *_split(tables["strategy"]), named, [PLAIN] * len(named)))
    tests = _tests(line_ups, players, wins)
    finding = effects_sentence(*_split(dogs), labels, wins.n_games)
    return Block(
        heading="What a Dog is worth by itself",
        anchor="model",
        opening="Models of winning (conditional logit) and of the score (least squares within games) with effects of"
        " Dog, strategy, seat, and Dog and strategy together part what a Dog brings from who played it and where."
        f" {_dropped(wins)}{_tested(tests)}",
        finding=f"By itself, whoever plays and wherever he sits: {finding}",
        pictures=tuple(drawn),
        grids=tuple(_grid(scene, factor, table) for factor, table in tables.items()),
        tables={f"effects_{factor}": table for factor, table in tables.items()} | {"model_tests": tests},
    )


def bearable_terms(line_ups: pd.DataFrame, players: int) -> tuple[str, ...]:
    """Return the terms of a model for which there are enough games: all, those without interactions, or none."""
    for terms in (TERMS, tuple(term for term in TERMS if ":" not in term)):
        if line_ups["games"].sum() >= ENOUGH * coefficients(line_ups, players, terms):
            return terms
    return ()


def _both(line_ups: pd.DataFrame, players: int, factor: str, wins: Fit, scores: Fit) -> pd.DataFrame:
    """Return the effects in wins, and those in VP as columns that begin with vp_."""
    won = effects(line_ups, players, wins, factor)
    if factor not in scores.terms:
        return won
    in_vp = effects(line_ups, players, scores, factor).drop(columns=[factor, "n_games"])
    return won.join(in_vp.add_prefix("vp_"))


def _split(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the effects in wins, and those in VP under the same names."""
    of_scores = [name for name in table.columns if name.startswith("vp_")]
    return table, table[of_scores].rename(columns=lambda name: name.removeprefix("vp_"))


def _tests(line_ups: pd.DataFrame, players: int, wins: Fit) -> pd.DataFrame:
    return pd.concat([wald_test(line_ups, players, wins, term) for term in wins.terms], ignore_index=True)


def _dropped(wins: Fit) -> str:
    if not wins.dropped:
        return ""
    names = listed([TERM_NAMES[term] for term in wins.dropped])
    return f"The line-ups of this run cannot tell {names} from what is shown, so that is part of it. "


def _tested(tests: pd.DataFrame) -> str:
    """Say whether it matters which strategy plays which Dog."""
    rows = tests[tests["term"] == "dog:strategy"].to_dict("records")
    if not rows:
        return ""
    [row] = rows
    p_value = "p < 0.0001" if row["p_value"] < 0.0001 else f"p = {row['p_value']:.4f}"
    numbers = (
        f"chi-square {row['statistic']:.1f} with {row['freedom']} degrees, {p_value}, {counted(row['n_games'], 'game')}"
    )
    if row["p_value"] < 0.05:
        return f"What a Dog is worth depends on who plays it ({numbers}); shown is the mean over the strategies."
    return f"That a Dog's worth depends on who plays it is not shown ({numbers})."


def _grid(scene: Scene, factor: str, table: pd.DataFrame) -> Grid:
    columns = [
        key_column(factor, factor.capitalize(), numeric=factor == "seat"),
        games_column("Games that the model was fitted to."),
        Column(
            "effect",
            Heading("Win points", "Percentage points of wins above the fair share, all else as it was."),
            lambda row: points(row["effect"], 2),
        ),
        Column(
            "family_low",
            Heading("Corrected interval", "All rows' intervals hold at once in 95% of such reports (Šidák)."),
            lambda row: between(points(row["family_low"], 2), points(row["family_high"], 2)),
        ),
        Column("verdict", Heading("Verdict", "By this interval.", numeric=False), lambda row: VERDICTS[row["verdict"]]),
    ]
    if "vp_effect" in table:
        columns += [
            Column(
                "vp_effect",
                Heading("VP", "VP above the mean of all rows, compared within games."),
                lambda row: signed(row["vp_effect"]),
            ),
            Column(
                "vp_family_low",
                Heading("Corrected interval in VP", "As before."),
                lambda row: between(signed(row["vp_family_low"]), signed(row["vp_family_high"])),
            ),
        ]
    names: dict[object, Name] = scene.cast.names if factor == "dog" else scene.seat_names if factor == "seat" else {}
    caption = f"Effects of {TERM_NAMES[factor]} in the models {scene.of_run}"
    return grid_of(table, f"effects_{factor}.csv", caption, columns, {factor: names})
