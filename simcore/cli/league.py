"""`simcore league`: lets strategies play each other in every mix, and reports who beats whom."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli.options import ExperimentArgument, Overwrite, Own, Resume, Seed, Threads
from simcore.errors import UserError
from simcore.wording import counted

if TYPE_CHECKING:
    from simcore.prepare.prepared import Prepared


def league(
    experiment: ExperimentArgument,
    games_per_mix: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Play N games of each mix instead of the file's number.")
    ] = None,
    seed: Seed = None,
    threads: Threads = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the results; by default runs/<experiment>.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the report; by default reports/out/<experiment>.")
    ] = None,
    overwrite: Overwrite = False,
    resume: Resume = False,
    own: Own = None,
) -> None:
    """Let strategies play each other in every mix that the experiment asks for, and report who beats whom.

    The experiment draws its strategies as "mixes". The results are those of `simcore run`; the report adds the pay-off
    table, ratings, best replies, duels, cycles, dominated strategies and alpha-rank to what every report shows.

    Parameters
    ----------
    experiment : str
        Name or path of the experiment file.
    games_per_mix, seed : int, optional
        Replace those of the file.
    threads : int, optional
        Threads that play.
    out, report : Path, optional
        Folders of the results and of the report.
    overwrite, resume : bool
        What to do with results that are there.
    own : list of str, optional
        Strategies of the user's, each as "NAME=FILE".
    """
    from simcore.cli.report import DEFAULT
    from simcore.cli.run import RUNS, command_of, play
    from simcore.cli.stopping import stoppable

    prepared = _prepared(experiment, games_per_mix, seed, own or ())
    target = out or RUNS / prepared.experiment.name
    page_folder = report or DEFAULT / target.resolve().name
    options = [("--games-per-mix", games_per_mix), ("--seed", seed), ("--threads", threads), ("--out", out)]
    mine = [("--strategy", each) for each in own or ()]
    command = command_of("league", [experiment], [*options, ("--report", report), *mine])
    from reports.report import check_target, write_report

    check_target(page_folder, "--report")
    results = play(prepared, target, command, threads=threads, overwrite=overwrite, resume=resume)
    with stoppable(command):
        page = write_report([results.path], page_folder)
    for line in _headline(page.parent / "tables" / "league_standings.csv"):
        print(line)
    print(f"Results: {results.path} ({counted(results.games, 'game')})\nReport: {page}")


def _prepared(experiment: str, games_per_mix: int | None, seed: int | None, own: Sequence[str]) -> Prepared:
    """Return the experiment, ready to be played.

    Raises
    ------
    UserError
        If it does not draw mixes of at least two strategies, or anything else is wrong with it.
    """
    from simcore.prepare.prepared import prepare

    prepared = prepare(experiment, None, seed, own=own)
    asked = prepared.experiment
    if asked.strategies.method != "mixes" or len(asked.strategy_names) == 1:
        raise UserError(
            f"{experiment}: strategies.draw is {asked.strategies.method!r} of"
            f" {counted(len(asked.strategy_names), 'strategy', 'strategies')}; a"
            ' league needs draw = "mixes" of at least 2; experiments/league_4.toml is an example'
        )
    if games_per_mix is None:
        return prepared
    mixes = len(asked.strategies.listed_mixes(asked.players))
    return replace(prepared, experiment=asked.with_options(games=mixes * games_per_mix))


def _headline(path: Path) -> list[str]:
    """Return the standings that a report has just written, as lines of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wide = max(len("strategy"), *(len(row["strategy"]) for row in rows))
    lines = [f"{'strategy':{wide}}  {'strength':>8}  {'95% interval':>16}  {'wins alone':>10}  {'alpha-rank':>10}"]
    for row in rows:
        ends = f"{_number(row['strength_low'])} to {_number(row['strength_high'])}" if row["strength"] else "-"
        shares = f"{_percent(row['alone']):>10}  {_percent(row.get('mass', '')):>10}"
        lines.append(f"{row['strategy']:{wide}}  {_number(row['strength']):>8}  {ends:>16}  {shares}")
    return lines


def _number(text: str) -> str:
    return f"{float(text):.2f}".replace("-0.00", "0.00") if text else "-"


def _percent(text: str) -> str:
    return f"{100.0 * float(text):.1f}%" if text else "-"
