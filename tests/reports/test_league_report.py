"""A report on a league: its section, tables, figures and sentences."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path

import pytest

from reports import league_blocks
from reports.findings import Findings
from reports.league_findings import League, find_league
from reports.report import PAGE, write_report
from reports.runs import Run, open_runs
from reports.sections import OF_A_RUN, scenes_of
from tests.reports.made_leagues import write_league
from tests.reports.test_report import Reader

TABLES = ("standings", "mixes", "pay_offs", "best_replies", "duels", "cycles", "dominated")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_league(tmp_path_factory.mktemp("leagues"), {"greedy": 4.0, "banker": 0.0, "uniform": -4.0})


@pytest.fixture(scope="module")
def folder(run: Path, four_players: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("reports") / "league"
    write_report([run, four_players], out)
    return out


@pytest.fixture(scope="module")
def page(folder: Path) -> Reader:
    reader = Reader()
    reader.feed((folder / PAGE).read_text(encoding="utf-8"))
    return reader


def read_csv(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "tables" / f"league_{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_league_has_its_tables_of_its_run_alone(folder: Path) -> None:
    assert {path.stem for path in (folder / "tables").glob("league_*.csv")} == {f"league_{name}" for name in TABLES}
    assert {row["run"] for row in read_csv(folder, "standings")} == {"league"}
    assert [row["strategy"] for row in read_csv(folder, "standings")] == ["greedy", "banker", "uniform"]
    assert len(read_csv(folder, "pay_offs")) == 6 and len(read_csv(folder, "mixes")) == 3 * 1 + 3 * 3 * 2 + 3 * 3
    assert {row["verdict"] for row in read_csv(folder, "best_replies")} == {"safe", "exploited"}


def test_a_league_has_its_figures(folder: Path) -> None:
    names = {path.name for path in (folder / "figures").glob("league_league_*.svg")}
    assert names == {f"league_league_{name}.svg" for name in ("ratings", "pay_offs", "alpha_rank")}


def test_numbers_of_the_pages_tables_are_those_of_the_csv_files(folder: Path, page: Reader) -> None:
    compared = 0
    for _, name, rows in page.tables:
        if name.startswith("league_"):
            known = read_csv(folder, name.removeprefix("league_").removesuffix(".csv"))
            assert len(rows) - 1 == len(known)
            for cells in rows[1:]:
                found = {column: value for column, value, _ in cells}
                assert [row for row in known if found.items() <= row.items()], (name, found)
                compared += len(cells)
    assert compared > 100


def test_anchors_are_unique_and_nothing_is_asked_for_outside(folder: Path, page: Reader) -> None:
    ids = [known["id"] for _, known in page.elements if "id" in known]
    assert len(set(ids)) == len(ids) and "league-league-pay-offs" in ids
    html = (folder / PAGE).read_text(encoding="utf-8")
    assert "http:" not in html and "https:" not in html and "src=" not in html
    assert all(known["href"].startswith("#") for _, known in page.elements if "href" in known)


def test_the_summary_says_who_is_strongest_and_who_is_exploited(page: Reader) -> None:
    text = " ".join("".join(page.text).split())
    assert re.search(
        r"In the league greedy is strongest by all games: alone at the others' tables greedy wins \d\d\.\d% of 960"
        r" games \(\d\d\.\d to \d\d\.\d\); fair would be 25\.0%\.",
        text,
    )
    assert "Nobody of the league gains alone against greedy." in text
    assert re.search(r"The most exploited is uniform: greedy alone wins \+\d\d\.\d points more .*, 480 games\)", text)
    assert "Strength goes in no circle that is beyond doubt, among 3 duels." in text
    assert "Dominated: banker and uniform." in text


def test_other_runs_are_no_leagues(four_players: Path, three_players: Path) -> None:
    assert [find_league(run) for run in open_runs([four_players, three_players])] == [None, None]


def anchors(run: Path, pay_offs: slice, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the anchors of a league's blocks where only some rows of the pay-off table are there."""

    def find(asked: Run) -> League | None:
        league = find_league(asked)
        assert league is not None and league.complete and "mass" in league.standings
        return replace(league, pay_offs=league.pay_offs.iloc[pay_offs])

    monkeypatch.setattr("reports.findings.find_league", find)
    [scene] = scenes_of([Findings(open_runs([run])[0])])
    made = [make(scene) for make in OF_A_RUN if make.__module__ == league_blocks.__name__]
    return [block.anchor for block in made if block]


def test_a_league_without_every_pair_has_no_alpha_rank(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = anchors(run, slice(-1), monkeypatch)
    assert "league-evolution" not in found and "league-pay-offs" in found


def test_mixes_without_pairs_have_ratings_only(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert anchors(run, slice(0), monkeypatch) == ["league"]
