"""The reports of comparisons and sweeps, from results folders with known effects."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.compare import compare
from reports.compare_page import finding_of
from reports.compare_report import write_comparison
from reports.report import PAGE, write_report
from reports.sweep import Sweep, Swept, read_sweep
from reports.sweep_report import findings, write_sweep
from simcore.errors import UserError
from tests.reports.synthetic import Design, write_run

STRATEGIES = ("greedy", "uniform")
DESIGN = Design(players=4, games=1_920, seed=7, strategies=STRATEGIES)
RICH = Design(players=4, games=1_920, seed=7, strategies=STRATEGIES, dog_effects={"omalley": 5.0})


def varied(folder: Path, design: Design, key: str, value: int) -> Path:
    """Write a run whose manifest says that it was played with a variant."""
    write_run(folder, design)
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["behaviour"] = "0" * 64
    ruleset = manifest["ruleset"]
    ruleset["name"] = folder.name
    ruleset["variants"] = [{"name": "rich", "title": f"rich <{value}>", "why": "Why is he so rich?", "hash": "1"}]
    ruleset["changes"] = [{"key": key, "from": 1, "to": value}]
    ruleset["provenance"]["tactic_cards"] |= {"source": "variant", "before": "assumed"}
    path.write_text(json.dumps(manifest))
    return folder


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return a base, a variant in which O'Malley scores 5 VP more, and one that plays like the base."""
    room = tmp_path_factory.mktemp("arms")
    base = write_run(room / "base", DESIGN)
    manifest = json.loads((base / "manifest.json").read_text())
    (base / "manifest.json").write_text(json.dumps(manifest | {"behaviour": "0" * 64}))
    return [base, varied(room / "base+rich", RICH, "a.b", 5), varied(room / "base+same", DESIGN, "a.c", 2)]


@pytest.fixture(scope="module")
def report(runs: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_comparison(runs[0], runs[1:], tmp_path_factory.mktemp("out") / "report")[1]


def test_the_page_is_self_contained_and_says_what_was_changed(report: Path) -> None:
    text = report.read_text()
    assert report.name == PAGE
    assert not re.search(r'(?:src|href)="(?!#)', text)
    assert "What it changes: a.b: 1 becomes 5." in text
    assert "rich &lt;5&gt;" in text and "rich <5>" not in text
    assert "Why is he so rich?" in text
    assert "stand-in deck of 32 cards" in text, "what was assumed stays so where a variant changes a part"


def test_the_plain_report_of_a_variant_names_it_and_what_is_still_assumed(runs: list[Path], tmp_path: Path) -> None:
    text = write_report([runs[1]], tmp_path / "plain").read_text()
    assert "<dt>Variants</dt><dd><strong>Tactic Cards.</strong> C3: stand-in deck of 32 cards</dd>" in text
    assumed = text[text.index('<aside class="assumed"') : text.index("</aside>")]
    assert "Tactic Cards" in assumed and "Tiles" in assumed


def test_anchors_of_the_page_exist(report: Path) -> None:
    text = report.read_text()
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(re.findall(r'id="([^"]+)"', text))


def test_tables_hold_every_row_of_every_variant(report: Path) -> None:
    names = {path.stem for path in (report.parent / "tables").glob("*.csv")}
    by = ("dog", "house", "seat", "strategy", "strategy_and_dog")
    assert names == {f"{what}_by_{each}" for what in ("win_share", "score") for each in by} | {
        "balance",
        "games",
        "changes",
    }
    dogs = pd.read_csv(report.parent / "tables" / "win_share_by_dog.csv")
    assert dogs.groupby("run")["dog"].nunique().to_dict() == {"base+rich": 5, "base+same": 5}
    assert dogs.loc[(dogs["run"] == "base+rich") & (dogs["dog"] == "omalley"), "verdict"].item() == "more"
    same = dogs[dogs["run"] == "base+same"]
    assert (same["difference"] == 0.0).all() and (same["family_high"] < 8.0 / same["n_games"]).all()
    games = pd.read_csv(report.parent / "tables" / "games.csv")
    assert games.loc[games["run"] == "base+same", "games"].tolist() == [DESIGN.games] * 2


def test_every_csv_file_that_the_page_names_is_there(report: Path) -> None:
    named = set(re.findall(r'data-csv="([^"]+)"', report.read_text()))
    assert named and named <= {path.name for path in (report.parent / "tables").iterdir()}


def test_findings_name_who_gains_and_what_pairing_saved(runs: list[Path]) -> None:
    rich, same = compare(runs[0], runs[1:]).contrasts
    dogs = {dog: dog.title() for dog in DESIGN.dogs}
    found = finding_of(rich, dogs)
    assert "makes the Dogs less balanced" in found.text
    assert "Omalley gains most: +" in found.text
    assert "times as many unpaired ones" in found.fine
    assert "scores and wins are the same in all 1,920 games" in finding_of(same, dogs).text


def test_what_is_changed_of_a_dog_that_never_sat_down_is_said_not_to_be_tried(runs: list[Path], tmp_path: Path) -> None:
    new = varied(tmp_path / "base+new", DESIGN, "dogs.engineer", 1)
    owned = varied(tmp_path / "base+owned", DESIGN, "dogs.omalley.abilities.profiteer.coins", 2)
    both = varied(tmp_path / "base+both", DESIGN, "dogs.engineer", 1)
    manifest = json.loads((both / "manifest.json").read_text())
    manifest["ruleset"]["changes"].append({"key": "soldiers.knight.cost", "from": 3, "to": 4})
    (both / "manifest.json").write_text(json.dumps(manifest))
    dogs = {dog: dog.title() for dog in DESIGN.dogs} | {"engineer": "The Engineer"}
    absent, known, mixed = (finding_of(one, dogs).text for one in compare(runs[0], [new, owned, both]).contrasts)
    assert absent.endswith(" games. The Engineer took part in no game, so nothing that it changes was tried.")
    assert known.endswith("are the same in all 1,920 games.")
    assert mixed.endswith(" The Engineer took part in no game, so what it changes of that Dog was not tried.")
    [contrast] = compare(new, [both]).contrasts
    assert contrast.absent == (), "what both rulesets have is no change"


def test_the_same_results_give_the_same_report(runs: list[Path], report: Path, tmp_path: Path) -> None:
    again = write_comparison(runs[0], runs[1:], tmp_path / "again")[1]
    assert again.read_bytes() == report.read_bytes()


@pytest.mark.parametrize(("key", "value"), [("seed", 8), ("players", 3), ("games", 10)])
def test_runs_of_other_games_are_not_compared(runs: list[Path], tmp_path: Path, key: str, value: int) -> None:
    design = replace(Design(players=4, games=400, seed=7), **{key: value})  # type: ignore[arg-type]
    base = write_run(tmp_path / "base", Design(players=4, games=400, seed=7))
    other = write_run(tmp_path / "other", design)
    with pytest.raises(UserError, match=f"{key} is {value}"):
        compare(base, [other])


def test_incomplete_runs_are_not_compared(tmp_path: Path) -> None:
    base = write_run(tmp_path / "base", DESIGN)
    part = write_run(tmp_path / "part", DESIGN, games_done=400)
    with pytest.raises(UserError, match="not complete"):
        compare(base, [part])


def sweep_of(points: dict[tuple[int, ...], Any], names: tuple[str, ...], own: tuple[int, ...], room: Path) -> Sweep:
    folders = []
    for place, design in enumerate(points.values()):
        folder = write_run(room / f"point{place}", design)
        manifest = json.loads((folder / "manifest.json").read_text())
        (folder / "manifest.json").write_text(json.dumps(manifest | {"behaviour": "0" * 64}))
        folders.append(folder)
    return read_sweep(Swept(names, own, tuple(points), tuple(folders)))


def lifted(vp: float) -> Design:
    return Design(players=4, games=600, seed=1, dog_effects={"omalley": vp})


def test_a_sweeps_curve_rises_where_the_effect_does(tmp_path: Path) -> None:
    sweep = sweep_of({(0,): lifted(-4.0), (1,): lifted(0.0), (2,): lifted(4.0)}, ("a.b.coins",), (1,), tmp_path)
    shares = sweep.shares().set_index(["dog", "value"])["win_share"]
    assert shares["omalley"].is_monotonic_increasing
    differences = sweep.differences().set_index(["value", "dog"])
    assert (differences.loc[[1], ["difference", "ci_low", "ci_high"]].to_numpy() == 0.0).all(), "the ruleset itself"
    assert differences.loc[(0, "omalley"), "verdict"] == "less"
    assert differences.loc[(2, "omalley"), "verdict"] == "more"
    assert "nearest to fair at b.coins = 1" in findings(sweep)[0].text
    page = write_sweep(sweep, tmp_path / "report")
    table = pd.read_csv(page.parent / "tables" / "win_share.csv")
    assert list(table.columns[:2]) == ["a.b.coins", "dog"]
    assert len(table) == 15


def test_a_sweep_of_two_numbers_is_a_map_with_a_cell_for_every_pair(tmp_path: Path) -> None:
    points: dict[tuple[int, ...], Any] = {(x, y): lifted(2.0 * x + y) for x in (0, 1) for y in (3, 4)}
    sweep = sweep_of(points, ("a.coins", "b.coins"), (9, 9), tmp_path)
    page = write_sweep(sweep, tmp_path / "report")
    svg = (page.parent / "figures" / "win_share.svg").read_text()
    shares = sweep.shares()
    assert all(f"{100 * share:.1f}" in svg for share in shares["win_share"])
    assert len(shares) == 20
    differences = sweep.differences()
    first = differences[(differences["value"] == 0) & (differences["value_2"] == 3)]
    assert (first["difference"] == 0.0).all(), "where the ruleset itself is not among them, the first point is the base"
