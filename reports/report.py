"""Writing a report: results folders in, a folder with a page, tables and figures out, whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from reports.equivalence import MARGIN
from reports.figures import Picture
from reports.findings import Findings, about, together
from reports.page import GENERATOR, Page, render, render_markdown
from reports.runs import Run, open_runs
from reports.sections import Section, across, scenes_of, section_of
from reports.tables import csv_text
from simcore.errors import UserError

PAGE = "index.html"
"""The page, in the report's folder."""

MARKDOWN = "report.md"
"""The same findings and tables as Markdown."""

Told = Callable[[Run], None]
"""Is told of each run before it is read."""


@dataclass(frozen=True)
class Report:
    """A finished report, not yet written: page, tables by name, pictures, and the page as Markdown (or nothing)."""

    html: str
    tables: dict[str, pd.DataFrame]
    pictures: tuple[Picture, ...]
    markdown: str = ""


def make_report(runs: Sequence[Run], tell: Told = lambda run: None, margin: float = MARGIN) -> Report:
    """Read runs that fit together, summarise them, draw the pictures and fill in the page.

    Parameters
    ----------
    runs : sequence of Run
        As `reports.runs.open_runs` returns them.
    tell : callable, optional
        Is told of each run before it is read.
    margin : float
        Difference from the fair share, in shares of wins, that counts as balanced.

    Returns
    -------
    Report
        The same for the same results, to the byte.
    """
    findings = [Findings(run, margin) for run in runs]
    scenes, sections = scenes_of(findings), []
    for scene in scenes:
        tell(scene.run)
        sections.append(section_of(scene))
    page = Page(findings, sections, across(scenes))
    pictures = [picture for section in page.all_sections for block in section.blocks for picture in block.pictures]
    return Report(render(page), _tables(runs, sections, page.across), tuple(pictures), render_markdown(page))


def _tables(runs: Sequence[Run], sections: Sequence[Section], common: Section | None) -> dict[str, pd.DataFrame]:
    """Return all tables by name; those of several runs under one name become one."""
    frames: dict[str, list[tuple[pd.DataFrame, Run]]] = {"runs": [(about(run), run) for run in runs]}
    for run, section in zip(runs, sections, strict=True):
        for block in section.blocks:
            for name, frame in block.tables.items():
                frames.setdefault(name, []).append((frame, run))
    tables = {
        name: together([frame for frame, _ in found], [run for _, run in found]) for name, found in frames.items()
    }
    for block in common.blocks if common else ():
        tables |= block.tables
    return tables


def write_report(folders: Sequence[Path], out: Path, tell: Told = lambda run: None, margin: float = MARGIN) -> Path:
    """Make a report of results folders and write it.

    Parameters
    ----------
    folders : sequence of Path
        Results folders of one ruleset, at least one.
    out : Path
        Folder of the report; an older report there is replaced once the new one is complete.
    tell : callable, optional
        Is told of each run before it is read.
    margin : float
        Difference from the fair share, in shares of wins, that counts as balanced.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    UserError
        If the results cannot be reported (see `reports.runs.open_runs`), or `out` holds something else than a report.
    OSError
        If the report cannot be written; an older one is then still there.
    """
    check_target(out)
    runs = open_runs(folders)
    return publish(lambda: make_report(runs, tell, margin), out)


def publish(make: Callable[[], Report], out: Path) -> Path:
    """Make a report and write it; an older report in `out` is replaced once the new one is complete.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    UserError
        If `out` holds something else than a report; nothing is made then.
    OSError
        If the report cannot be written; an older one is then still there.
    """
    check_target(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent, ignore_cleanup_errors=True) as room:
        fresh = Path(room) / "fresh"
        _write(make(), fresh)
        _swap(fresh, out, Path(room) / "old")
    return out / PAGE


def _write(report: Report, folder: Path) -> None:
    (folder / "tables").mkdir(parents=True)
    (folder / "figures").mkdir()
    for name, table in report.tables.items():
        (folder / "tables" / f"{name}.csv").write_text(csv_text(table), encoding="utf-8")
    for picture in report.pictures:
        (folder / "figures" / f"{picture.name}.svg").write_bytes(picture.svg)
        (folder / "figures" / f"{picture.name}.png").write_bytes(picture.png)
    if report.markdown:
        (folder / MARKDOWN).write_text(report.markdown, encoding="utf-8")
    (folder / PAGE).write_text(report.html, encoding="utf-8")


def check_target(out: Path, option: str = "--out") -> None:
    """Raise unless a report can be written to `out`: free, an empty folder or an older report, which is replaced.

    Every command that plays first calls this before it does; `option` is the one that names another folder.
    """
    for above in out.parents:
        if above.exists() and not above.is_dir():
            raise UserError(f"{out}: cannot be a folder, since {above} is a file; name another folder with {option}")
    _try_to_write(out, option)
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    page = out / PAGE
    if page.is_file() and f'content="{GENERATOR}"' in page.read_text(encoding="utf-8", errors="replace")[:1000]:
        foreign = _foreign(out)
        if foreign:
            raise UserError(
                f"{out}: holds {foreign[0]}, which is none of a report's files and would be lost; move it away, or name"
                f" another folder with {option}"
            )
        return
    raise UserError(f"{out}: exists and is not a report of simcore; name another folder with {option}, or remove it")


def _try_to_write(out: Path, option: str) -> None:
    """Raise where the folder in which a report's folder is to lie, or is to be made, takes no files."""
    nearest = next(above for above in out.absolute().parents if above.is_dir())
    try:
        tempfile.TemporaryFile(dir=nearest).close()
    except OSError as error:
        raise UserError(f"{out}: cannot be written ({error.strerror}); name another folder with {option}") from error


_OWN = {"tables": (".csv",), "figures": (".svg", ".png")}
"""Folders of a report, and what the files in them are called."""


def _foreign(out: Path) -> list[str]:
    """Return what lies in a report's folder without being of a kind that reports write."""
    found = [each.name for each in out.iterdir() if each.name not in (PAGE, MARKDOWN, *_OWN)]
    for folder, suffixes in _OWN.items():
        inside = (out / folder).rglob("*") if (out / folder).is_dir() else ()
        found += [str(each.relative_to(out)) for each in inside if each.is_dir() or each.suffix not in suffixes]
    return sorted(found)


def _swap(fresh: Path, out: Path, old: Path) -> None:
    """Put the fresh folder in the place of the old one, which comes back if that fails."""
    replaced = out.exists()
    if replaced:
        out.rename(old)
    try:
        fresh.rename(out)
    except BaseException:
        if replaced:
            old.rename(out)
        raise
    if replaced:
        shutil.rmtree(old, ignore_errors=True)
