"""The whole report: self-contained page, tables that agree with it, never half-written."""

from __future__ import annotations

import csv
import doctest
import hashlib
import json
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

import reports.page
from reports import win_blocks
from reports.blocks import Block, Scene
from reports.counts import COLUMNS
from reports.page import GENERATOR
from reports.report import MARKDOWN, PAGE, Report, check_target, write_report
from simcore.errors import UserError
from tests.reports.synthetic import DOGS, Design, write_run
from tests.reports.test_runs import changed

Row = list[tuple[str, str, str]]
"""Cells of a table's row: column, full value, text."""


class Reader(HTMLParser):
    """Collects what the tests look at: attributes of elements, and the cells of tables with a CSV file."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.tables: list[tuple[str, str, list[Row]]] = []  # section of the run, CSV file, rows
        self.text: list[str] = []
        self._run = ""
        self._cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.elements.append((tag, known))
        if known.get("class") == "run":
            self._run = known["id"]
        if tag == "table" and "data-csv" in known:
            self.tables.append((self._run, known["data-csv"], []))
        if tag == "tr" and self.tables:
            self.tables[-1][2].append([])
        if "data-value" in known:
            self.tables[-1][2][-1].append((known["data-column"], known["data-value"], ""))
            self._cell = True

    def handle_endtag(self, tag: str) -> None:
        self._cell = self._cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self._cell:
            column, value, text = self.tables[-1][2][-1].pop()
            self.tables[-1][2][-1].append((column, value, text + data))


@pytest.fixture(scope="module")
def html(folder: Path) -> str:
    return (folder / PAGE).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    return reader


def read_csv(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "tables" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


TABLES = (
    "runs",
    "activity_by_dog",
    "activity_by_strategy",
    "balance_by_dog",
    "component_battles",
    "component_order",
    "component_soldiers",
    "effects_dog",
    "effects_seat",
    "effects_strategy",
    "feel_hidden",
    "feel_measures",
    "feel_overview",
    "feel_skill",
    "house_values",
    "model_tests",
    "score_by_dog",
    "tied_games",
    "win_share_by_dog",
    "win_share_by_dog_and_opponent",
    "win_share_by_dog_and_players",
    "win_share_by_dog_and_seat",
    "win_share_by_house",
    "win_share_by_seat",
    "win_share_by_strategy",
    "win_share_by_strategy_and_dog",
    "winners_and_losers",
    "years_by_dog",
    "years_by_strategy",
)


def test_the_folder_holds_page_markdown_tables_and_figures(folder: Path) -> None:
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    tables = {path for path in files if path.startswith("tables/")}
    assert tables == {f"tables/{name}.csv" for name in TABLES}
    figures = {path for path in files if path.startswith("figures/")}
    assert {f"figures/{name}" for name in ("overview.svg", "overview.png", "fours_win_share_by_dog.svg")} <= figures
    assert files == tables | figures | {PAGE, MARKDOWN}
    assert [path.name for path in folder.parent.iterdir()] == ["both"]


def test_the_page_asks_for_nothing_outside(html: str, page: Reader) -> None:
    assert "http:" not in html and "https:" not in html and "src=" not in html and "@import" not in html
    assert not [tag for tag, _ in page.elements if tag in ("link", "img", "iframe", "object", "embed")]
    assert all(known["href"].startswith("#") for _, known in page.elements if "href" in known)
    assert all(re.fullmatch(r"url\(#[^)]+\)", found) for found in re.findall(r"url\([^)]*\)", html))


def test_ids_are_unique_and_links_lead_somewhere(page: Reader) -> None:
    ids = [known["id"] for _, known in page.elements if "id" in known]
    assert len(set(ids)) == len(ids)
    assert {known["href"][1:] for _, known in page.elements if "href" in known} <= set(ids)


def test_every_picture_has_a_text_alternative_and_a_caption(folder: Path, page: Reader) -> None:
    pictures = [known for tag, known in page.elements if tag == "svg"]
    assert len(pictures) == len(list((folder / "figures").glob("*.svg"))) == len({p["aria-label"] for p in pictures})
    assert all(picture["role"] == "img" and len(picture["aria-label"]) > 40 for picture in pictures)
    assert sum(tag == "figcaption" for tag, _ in page.elements) == len(pictures)


MEANS = re.compile("score|activity|years|feel_overview")
"""Tables that show the means of a long CSV file crosswise."""


def test_every_number_of_every_table_is_in_its_csv_file(folder: Path, page: Reader) -> None:
    compared = 0
    for run, name, rows in page.tables:
        known = [row for row in read_csv(folder, name) if row.get("run", "all-runs") == run]
        if MEANS.match(name):
            shown = [value for cells in rows[1:] for column, value, _ in cells[1:] if column in ("mean", "value")]
            measures = [cells[0][1] for cells in rows[1:]]
            wanted = [
                row.get("mean") or row["value"]
                for row in known
                if row["measure"] in measures or name == "score_by_dog.csv"
            ]
            assert sorted(shown) == sorted(wanted), name
        else:
            assert len(rows) - 1 == len(known)
            for cells in rows[1:]:
                found = {column: value for column, value, _ in cells}
                assert [row for row in known if found.items() <= row.items()], (name, found)
        compared += sum(len(cells) for cells in rows[1:])
    assert compared > 1_500 and {run for run, _, _ in page.tables} == {"fours", "threes", "all-runs"}


def test_a_cell_of_a_crossed_table_is_the_mean_of_its_row_and_column(folder: Path, page: Reader) -> None:
    [rows] = [rows for run, name, rows in page.tables if (run, name) == ("fours", "activity_by_dog.csv")]
    known = {
        (row["measure"], row["dog"]): row for row in read_csv(folder, "activity_by_dog.csv") if row["run"] == "fours"
    }
    for (_, measure, _), *cells in rows[1:]:
        for dog, (_, value, _) in zip(DOGS, cells, strict=True):
            assert known[measure, dog]["mean"] == value


def test_texts_of_tables_are_their_values_rounded(page: Reader) -> None:
    for _, name, rows in page.tables:
        for column, value, text in (cell for row in rows[1:] for cell in row):
            if column in ("win_share", "share"):
                digits = len(text.split(".")[1].rstrip("%"))
                assert text == f"{100 * float(value):.{digits}f}%", name
            elif column in ("n_games", "n_seats", "games"):
                assert text == f"{int(value):,}", name
            elif column == "mean":
                assert text.split(" ± ")[0] == f"{float(value):.2f}".replace("-", "−"), name


def test_every_share_comes_with_n_and_interval(folder: Path) -> None:
    for name in ("dog", "seat", "strategy", "house", "strategy_and_dog", "dog_and_seat", "dog_and_opponent"):
        for row in read_csv(folder, f"win_share_by_{name}.csv"):
            assert int(row["n_games"]) > 0
            low, share, high = (float(row[column]) for column in ("family_low", "win_share", "family_high"))
            assert low <= float(row["ci_low"]) <= share <= float(row["ci_high"]) <= high


def test_the_summary_is_in_words_with_numbers(page: Reader) -> None:
    text = " ".join("".join(page.text).split())
    summary = text[text.index("In short") : text.index("Contents")]
    for wanted in (
        r"Macbeth wins most: \d\d\.\d% of 1,920 games \(\d\d\.\d to \d\d\.\d\), Stormcrow wins least",
        r"Against a margin of ±1 point around the fair share, too strong: Macbeth \+\d+\.\d \(\+",
        r"By itself, whoever plays and wherever he sits: Macbeth \+.* points .* VP .* \(2,400 games\)",
        r"Of 20 shares by Dog and seat \d+ differ from the fair share\. Macbeth on seat \d wins most",
        r"Winners score \+\d\.\d\d VP \(\+.*\) against losers of the same game, most of it from VP tokens",
        r"By strategy, away from the fair share: greedy \d\d\.\d% .*, uniform",
        r"fair would be 25\.0%.* fair would be 33\.3%",
        r"Everybody played greedy, whose share is fair by design\.",
        r"Of 10 pairs of Dog and number of players \d+ differ .* Macbeth with .* players \(fair \d\d\.\d%\) wins most",
    ):
        assert re.search(wanted, summary), wanted


def test_every_finding_links_to_its_evidence(html: str) -> None:
    summary = html[html.index('id="summary"') : html.index('id="contents"')]
    links = re.findall(r'<li>.*?<a class="more" href="#([a-z0-9-]+)"', summary, re.DOTALL)
    assert len(links) == summary.count("<li>") > 15 and all(f'<section id="{link}">' in html for link in links)


def test_the_markdown_has_the_same_findings_and_tables(folder: Path, html: str, page: Reader) -> None:
    text = (folder / MARKDOWN).read_text(encoding="utf-8")
    findings = re.findall(r"<li>(.*?) <a class=.more", html)
    assert len(findings) > 15
    for finding in findings:
        assert f"- {finding}" in text.replace("\\", ""), finding
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    assert sum(line.startswith("| ---") for line in lines) == len(page.tables)
    assert len(lines) == sum(len(rows) + 1 for _, _, rows in page.tables)
    per_line = {len(re.findall(r"(?<!\\)\|", line)) - 1 for line in lines}
    assert per_line == {len(rows[1]) for _, _, rows in page.tables}
    images = re.findall(r"\]\((figures/[^)]+)\)", text)
    assert len(images) == len(set(images)) == len(list((folder / "figures").glob("*.png")))
    assert all((folder / image).is_file() for image in images)


def test_the_page_says_on_top_what_was_played_and_what_is_assumed(html: str, page: Reader) -> None:
    head = html[: html.index('class="run"')]
    for wanted in ("0f" * 32, "simcore 0.1.0", "numba 0.68.1", "1,000", "2,400", "greedy, uniform"):
        assert wanted in head
    assert "These findings rest on assumed components" in head
    assert "<strong>Tiles and Tactic Cards</strong>" in head
    assert "C1: stand-ins for the eight printed tiles" in head
    assert "I1 to I6, the defaults" in head
    assert [seed for seed in ("4", "3") if f'<td class="number">{seed}</td>' in head] == ["4", "3"]


def test_an_unfinished_run_is_announced(html: str) -> None:
    assert "Run threes is incomplete: 600 of 1,000 games." in html
    assert "Run fours is incomplete" not in html


def test_headings_of_tables_are_buttons(page: Reader) -> None:
    headings = sum(len(rows[0]) == 0 for _, _, rows in page.tables)
    assert headings == len(page.tables)
    buttons = [known for tag, known in page.elements if tag == "button"]
    assert len(buttons) >= 6 * len(page.tables) and all(known["type"] == "button" for known in buttons)


@pytest.mark.slow
def test_the_same_results_give_the_same_report(
    folder: Path, four_players: Path, three_players: Path, tmp_path: Path
) -> None:
    write_report([four_players, three_players], tmp_path / "again")
    for path in folder.rglob("*"):
        if path.is_file():
            assert (tmp_path / "again" / path.relative_to(folder)).read_bytes() == path.read_bytes(), path.name


def test_what_people_wrote_is_shown_and_not_run(four_players: Path, tmp_path: Path) -> None:
    evil = "<script>alert(1)</script> | *b*"

    def spoil(manifest: dict[str, dict[str, object]]) -> None:
        manifest["experiment"]["question"] = evil
        manifest["ruleset"]["title"] = evil
        manifest["ruleset"]["dog_titles"] = {"macbeth": evil, "omalley": "O'Malley $5$"}

    run = changed(four_players, tmp_path / "evil", spoil)
    text = write_report([run], tmp_path / "out").read_text(encoding="utf-8")
    assert evil not in text and "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    written = (tmp_path / "out" / MARKDOWN).read_text(encoding="utf-8")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; \\| \\*b\\*" in written and "<script>" not in written


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reports have a single block, for tests of what is said around it."""
    monkeypatch.setattr("reports.sections.OF_A_RUN", (win_blocks.ties,))


def readings(four_players: Path, folder: Path, change: Callable[[dict[str, Any]], Any]) -> str:
    """Return what a report says of the readings of a run with another manifest."""
    run = changed(four_players, folder / "run", lambda manifest: change(manifest["ruleset"]))
    text = write_report([run], folder / "out").read_text(encoding="utf-8")
    return " ".join(re.sub(r"<[^>]+>", " ", text[text.index("<dt>Readings") : text.index("<dt>Versions")]).split())


def test_readings_are_shown_with_their_values(html: str) -> None:
    assert (
        "<li>I2: Last Stand in every battle with a Captain of one&#39;s own"
        " <code>last_stand_scope = &#34;each&#34;</code></li>" in html
    )
    assert "<li>I6: coins are gained as long as the box has any <code>limited_coins = true</code></li>" in html
    assert html.count("<li>I") == 6 and "not the default" not in html


@pytest.mark.usefixtures("short")
def test_readings_that_are_not_the_default_are_marked(four_players: Path, tmp_path: Path) -> None:
    said = readings(four_players, tmp_path, lambda ruleset: ruleset["readings"].update(last_stand_to_glory=False))
    marked = "I3: Last Stand ends one space short of the track's last last_stand_to_glory = false"
    assert f"{marked} ; not the default , which is: Last Stand may push onto the track's last space" in unescape(said)
    assert said.count("not the default") == 1


@pytest.mark.usefixtures("short")
def test_readings_that_this_version_does_not_know_are_shown_as_they_are(four_players: Path, tmp_path: Path) -> None:
    said = readings(
        four_players, tmp_path, lambda ruleset: ruleset["readings"].update(new_switch=3, last_stand_scope="two")
    )
    assert "new_switch = 3" in said
    assert 'I2: last_stand_scope = "two" ; not the default , which is: Last Stand in every battle' in unescape(said)


@pytest.mark.usefixtures("short")
def test_results_older_than_the_readings_in_manifests_are_reported(four_players: Path, tmp_path: Path) -> None:
    said = readings(four_players, tmp_path, lambda ruleset: ruleset.pop("readings"))
    assert "I1 to I6, the defaults" in said and "last_stand_scope" not in said


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reports be short, for tests of where they go."""
    report = Report(f'<meta name="generator" content="{GENERATOR}">', {"runs": pd.DataFrame({"run": ["a"]})}, ())
    monkeypatch.setattr("reports.report.make_report", lambda runs, tell, margin: report)


@pytest.mark.usefixtures("quick")
def test_an_older_report_is_replaced(four_players: Path, tmp_path: Path) -> None:
    write_report([four_players], tmp_path / "out")
    (tmp_path / "out" / "figures" / "stale.svg").write_text("old", encoding="utf-8")
    write_report([four_players], tmp_path / "out")
    assert not (tmp_path / "out" / "figures" / "stale.svg").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.usefixtures("quick")
def test_an_empty_folder_is_filled_and_missing_ones_are_made(four_players: Path, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    out.mkdir(parents=True)
    assert write_report([four_players], out).is_file()
    assert write_report([four_players], tmp_path / "very" / "deep" / "out").is_file()


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_anything_else_is_never_replaced(kind: str, four_players: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    kept = out / "index.html" if kind == "folder" else out
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("my holiday", encoding="utf-8")
    with pytest.raises(UserError, match="out: exists and is not a report of simcore"):
        write_report([four_players], out)
    assert kept.read_text(encoding="utf-8") == "my holiday"


@pytest.mark.parametrize("mine", ["notes.md", "mine/data.csv", "tables/notes.txt", "figures/old/a.png"])
def test_a_report_with_files_of_the_users_own_is_not_replaced(mine: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / mine).parent.mkdir(parents=True)
    (out / "index.html").write_text(f'<meta name="generator" content="{GENERATOR}">', encoding="utf-8")
    (out / "tables").mkdir(exist_ok=True)
    (out / "tables" / "wins.csv").write_text("dog", encoding="utf-8")
    (out / mine).write_text("dear", encoding="utf-8")
    with pytest.raises(UserError, match="would be lost; move it away"):
        check_target(out)
    (out / mine).unlink()
    if (out / mine).parent.name in ("mine", "old"):
        (out / mine).parent.rmdir()
    check_target(out)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("failing", ["_write", "_swap"])
def test_a_failure_leaves_the_older_report(
    failing: str, four_players: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = write_report([four_players], tmp_path / "out")
    before = page.read_bytes()

    def fail(*arguments: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(f"reports.report.{failing}", fail)
    with pytest.raises(OSError, match="disk full"):
        write_report([four_players], tmp_path / "out")
    assert page.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("failure", [OSError, KeyboardInterrupt])
def test_a_failure_between_the_two_renames_brings_the_older_report_back(
    failure: type[BaseException], four_players: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = write_report([four_players], tmp_path / "out")
    before, rename = page.read_bytes(), Path.rename

    def fail_for_fresh(self: Path, target: Path) -> Path:
        if self.name == "fresh":
            raise failure("no")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail_for_fresh)
    with pytest.raises(failure, match="no"):
        write_report([four_players], tmp_path / "out")
    assert page.read_bytes() == before


@pytest.mark.usefixtures("short")
def test_a_single_run_has_no_overview(four_players: Path, tmp_path: Path) -> None:
    text = write_report([four_players], tmp_path / "out").read_text(encoding="utf-8")
    assert "All runs side by side" not in text and "Four players" in text


@pytest.mark.usefixtures("short")
def test_a_block_is_added_by_a_function_and_its_name(
    four_players: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count_runs(scene: Scene) -> Block:
        table = pd.DataFrame({"games": [scene.run.results.games]})
        return Block("Something new", "new", "Look here.", "It is 7 (6 to 8; 9 games).", tables={"new": table})

    monkeypatch.setattr("reports.sections.OF_A_RUN", (count_runs, lambda scene: None))
    text = write_report([four_players], tmp_path / "out").read_text(encoding="utf-8")
    assert '<section id="fours-new">' in text and '<a href="#fours-new">Something new</a>' in text
    assert "It is 7 (6 to 8; 9 games)." in (tmp_path / "out" / MARKDOWN).read_text(encoding="utf-8")
    assert read_csv(tmp_path / "out", "new.csv") == [{"run": "fours", "players": "4", "games": "2400"}]


@pytest.mark.slow
@pytest.mark.parametrize("design", [Design(games=1), Design(players=5, games=7, strategies=("greedy", "uniform"))])
def test_a_handful_of_games_is_reported_without_pretending(design: Design, tmp_path: Path) -> None:
    run = write_run(tmp_path / "few", design)
    write_report([run], tmp_path / "out")
    verdicts = {row["verdict"] for row in read_csv(tmp_path / "out", "balance_by_dog.csv")}
    assert verdicts == {"undecided"}
    assert not list((tmp_path / "out" / "tables").glob("effects_*")), "too few games for a model"


@pytest.mark.slow
def test_results_without_the_columns_that_are_not_needed_are_reported(tmp_path: Path) -> None:
    run = narrowed(write_run(tmp_path / "narrow", Design(games=400)))
    write_report([run], tmp_path / "out")
    names = {path.stem for path in (tmp_path / "out" / "tables").iterdir()}
    assert {"win_share_by_dog", "winners_and_losers", "effects_dog"} <= names
    assert not {"win_share_by_house", "activity_by_dog", "years_by_dog"} & names


def narrowed(run: Path) -> Path:
    """Leave the columns only that reports cannot do without."""
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    kept = [column for column in manifest["columns"] if column["name"] in ("game", *COLUMNS)]
    manifest["columns"] = kept
    for part in manifest["parts"]:
        table = pq.read_table(run / part["file"], columns=[column["name"] for column in kept])
        pq.write_table(table, run / part["file"])
        part["sha256"] = hashlib.sha256((run / part["file"]).read_bytes()).hexdigest()
    (run / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return run


def test_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(reports.page).failed == 0
