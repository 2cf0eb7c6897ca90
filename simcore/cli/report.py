"""`simcore report`: a page of tables and plots from results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcore.errors import UserError
from simcore.wording import counted

if TYPE_CHECKING:
    from reports.runs import Run

DEFAULT = Path("reports", "out")
"""Where reports go unless told otherwise, each into a folder with its first run's name."""


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Results folders, as `simcore run` wrote them.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Folder of the report; by default reports/out/<name of first RUN>."),
    ] = None,
    margin: Annotated[
        float,
        typer.Option(
            "--margin", metavar="POINTS", help="Percentage points from the fair share that count as balanced."
        ),
    ] = 1.0,
) -> None:
    """Turn results into a page of tables and plots that opens in a browser, with CSV tables and figures beside it.

    Several RUNs, such as one for each number of players, come into one report; their ruleset must be the same.

    Parameters
    ----------
    runs : list of Path
        Results folders.
    out : Path, optional
        Folder of the report.
    margin : float
        Percentage points from the fair share that count as balanced, above 0 and below 50.
    """
    if not 0.0 < margin < 50.0:
        raise UserError(
            f"--margin: found {margin:g}; allowed: percentage points above 0 and below 50, such as 1 or 0.5"
        )
    from reports.report import write_report

    target = out or DEFAULT / runs[0].resolve().name
    page = write_report(runs, target, _tell, margin / 100.0)
    print(f"Report: {page}")


def _tell(run: Run) -> None:
    """Say on the error stream what is read, so that a long read does not look like nothing."""
    print(f"Reading {run.name}: {counted(run.results.games, 'game')}", file=sys.stderr)
