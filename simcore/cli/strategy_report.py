"""Showing what a check of a strategy found: a table, and below it what to do about each fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from reports.statistics import share_interval
from simcore.cli.strategy_check import MOST_FAULTS, Report, Share, lines_of
from simcore.dogs.probe import DIFFERS, PEEKS, WRITES
from simcore.wording import counted

if TYPE_CHECKING:
    from rich.console import Console

_CONFIDENCE = 0.95


def print_report(report: Report, console: Console) -> None:
    """Print the report."""
    console.print(f"{report.strategy.name}: {'fine' if report.fine else 'FAULTS FOUND'}")
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for name, verdict, words in _rows(report):
        table.add_row(name, verdict, words)
    console.print(table)
    for text in _details(report):
        console.print(f"\n{text}", markup=False, soft_wrap=True)


def _rows(report: Report) -> list[tuple[str, str, str]]:
    found = {kind: any(suspicion.kind == kind for suspicion, _ in report.suspicions) for kind in (PEEKS, WRITES)}
    differs = report.differing or report.strays or any(s.kind == DIFFERS for s, _ in report.suspicions)
    source = "kept machine code was used" if report.from_cache else "compiled anew"
    asked = f"{report.probed:,} decisions, each with other secrets of the others"
    many = f", and stopped there: {MOST_FAULTS} are enough" if len(report.faults) >= MOST_FAULTS else ""
    games = f"{counted(report.games, 'game')} to the end, {len(report.faults):,} broken off{many}"
    return [
        ("compiles", "yes", f"{report.seconds_to_compile:.1f} s ({source})"),
        ("keeps the rules", _no_if(bool(report.faults)), games),
        ("does not peek", _no_if(found[PEEKS]), asked),
        ("writes to its answer only", _no_if(found[WRITES]), asked.split(",")[0] + " compared"),
        ("is deterministic", *_determinism(report, bool(differs))),
        ("speed", "", _speed(report)),
        *((f"wins, {share.players} players", "", _wins(share)) for share in report.shares if share.games),
        ("played against", "", ", ".join(report.rivals)),
    ]


def _determinism(report: Report, differs: bool) -> tuple[str, str]:
    if report.faults and not differs:
        return "?", "not looked at again, since games were broken off"
    return _no_if(differs), "the same games again, backwards and in other portions"


def _no_if(fault: bool) -> str:
    return "NO" if fault else "yes"


def _speed(report: Report) -> str:
    if report.rates is None:
        return "not measured, since there are faults"
    own, measure = report.rates
    return f"{own:,.0f} games/s at all four seats, {own / measure:.2f} times greedy's {measure:,.0f}"


def _wins(share: Share) -> str:
    """Return the win share with its interval, against the fair one."""
    rate, fair = share.wins / share.games, 1.0 / share.players
    low, high = share_interval(rate, float(share.games), _CONFIDENCE)
    return (
        f"{rate:.1%} ({low:.1%} to {high:.1%}, {counted(share.games, 'game')}), fair share {fair:.1%}:"
        f" {rate / fair:.2f} times as often"
    )


def _details(report: Report) -> list[str]:
    texts = [f"{words}\n({n} of the games broken off)" for words, n in lines_of(report.faults)]
    texts += [f"{_title(s.kind)}: {s.words}\n  {where}" for s, where in report.suspicions]
    texts += [stray.words for stray in report.strays]
    return texts + [f"Not deterministic: the second time otherwise: {where}" for where in report.differing]


def _title(kind: str) -> str:
    return {PEEKS: "Peeks (R4.9)", WRITES: "Writes where it may not (R4.9)", DIFFERS: "Not deterministic"}[kind]
