"""Writing the report of a comparison: results folders in, a folder with a page, tables and figures out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reports.compare import Comparison, Told, all_tables, compare
from reports.compare_page import comparison_page
from reports.report import Report, publish
from reports.study import render_study


def write_comparison(
    base: Path, variants: Sequence[Path], out: Path, tell: Told = lambda arm: None
) -> tuple[Comparison, Path]:
    """Compare runs (see `reports.compare.compare`), and write the report to `out`; return comparison and page."""
    comparison = compare(base, variants, tell)
    return comparison, publish(lambda: make_report(comparison), out)


def make_report(comparison: Comparison) -> Report:
    """Return the report of a comparison: the same for the same results, to the byte."""
    study = comparison_page(comparison)
    return Report(render_study(study), all_tables(comparison), study.pictures)
