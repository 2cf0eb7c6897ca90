"""Components and the feel of the game on the page: of real games with details, and of results that lack them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports import component_blocks, feel_blocks
from reports.blocks import Block, Scene
from reports.component_blocks import HOW_TO_GET
from reports.feel_blocks import UNEQUAL
from reports.findings import Findings
from reports.report import PAGE, write_report
from reports.runs import open_runs
from reports.sections import scenes_of
from reports.usage import names_of, reward_spaces, rules_of
from simcore.cli.main import main
from simcore.dogs.ruleset_file import load_ruleset

GAMES = 240
OF_DETAILS = ("spaces", "rewards", "dealt", "cards", "bonuses", "backed", "held")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """Return real games of two strategies with details."""
    room = tmp_path_factory.mktemp("played")
    text = (root / "experiments" / "components_4.toml").read_text(encoding="utf-8")
    text = text.replace('name = "components_4"', 'name = "details"')
    text = re.sub(r'draw = "fixed"\npool = .*', 'draw = "balanced"\npool = ["greedy", "uniform"]', text)
    experiment = room / "details.toml"
    experiment.write_text(text, encoding="utf-8")
    assert main(["run", str(experiment), "--games", str(GAMES), "--threads", "1", "--out", str(room / "real")]) == 0
    return room / "real"


@pytest.fixture(scope="module")
def report(played: Path) -> Path:
    """Return a report on them, twice side by side."""
    shutil.copytree(played, played.parent / "again")
    write_report([played, played.parent / "again"], played.parent / "out")
    return played.parent / "out"


def scene(folder: Path) -> Scene:
    [found] = scenes_of([Findings(run) for run in open_runs([folder])])
    return found


def table(report: Path, name: str) -> Any:
    """Return a table's rows of the first run, or of all together."""
    found: Any = pd.read_csv(report / "tables" / f"{name}.csv")
    return found[found["run"] == "real"] if "run" in found else found


@pytest.mark.slow
class TestRealGames:
    def test_every_family_has_its_table_figure_and_label(self, report: Path) -> None:
        html = unescape((report / PAGE).read_text(encoding="utf-8"))
        for name in (*OF_DETAILS, "soldiers", "order", "battles"):
            found = table(report, f"component_{name}")
            assert len(found) >= 2, name
            assert (report / "figures" / f"real_component_{name}.png").is_file()
        assert html.count("An association, not an effect") == 18
        assert html.count("An effect, since chance deals the cards: what") == 2
        assert "tile 1, space 6 (Knight+: 3 VP)" in html and "Renown (gain 2 VP)" in html

    def test_counts_are_those_of_the_results(self, played: Path, report: Path) -> None:
        [run] = open_runs([played])
        rows = run.results.frame()
        for name in OF_DETAILS:
            for row in table(report, f"component_{name}").to_dict("records"):
                if row["component"] in rows.columns:
                    assert row["per_game"] == pytest.approx(rows[row["component"]].sum() / GAMES, abs=1e-6)
        by_dog = table(report, "activity_components_by_dog").set_index(["measure", "dog"])["mean"]
        mean = rows.groupby("dog", observed=True)["space_1_1"].mean()
        assert by_dog["space_1_1"].to_dict() == pytest.approx(mean.to_dict(), abs=1e-6)

    def test_rewards_are_the_spaces_taken_times_what_is_printed_on_them(self, played: Path, report: Path) -> None:
        [run] = open_runs([played])
        rows = run.results.frame()
        found = table(report, "component_rewards").set_index("component")["per_game"]
        tiles = load_ruleset("base").tiles
        coins = sum(
            space.reward.coins * rows[f"space_{tile}_{number}"].sum()
            for tile, spaces in enumerate(tiles, 1)
            for number, space in enumerate(spaces, 1)
        )
        assert found["reward_coins"] == pytest.approx(coins / GAMES, abs=1e-6)
        assert found["placements"] == pytest.approx(rows["placements"].sum() / GAMES, abs=1e-6)

    def test_the_feel_is_told_by_year_and_skill_is_found(self, report: Path) -> None:
        leaders = table(report, "feel_leaders")
        wins = leaders[leaders["measure"] == "leader_wins"].set_index("year")["value"]
        assert wins[1] < wins[2] < wins[3] < 1.0
        skill = table(report, "feel_skill").set_index("measure")
        assert skill.loc["win", "family_low"] > 0.0
        overview = table(report, "feel_overview")
        assert overview["table"].nunique() == 2 and "drama" in set(overview["measure"])

    def test_nothing_is_shown_that_is_not_a_number(self, report: Path) -> None:
        html = (report / PAGE).read_text(encoding="utf-8")
        assert not re.search(r">[^<]*\bnan\b[^<]*<", html)


def blocks(made: Sequence[Block | None]) -> list[str]:
    return [block.anchor for block in made if block]


def test_results_without_details_say_how_to_get_them(four_players: Path) -> None:
    known = scene(four_players)
    assert [component_blocks.spaces(known), component_blocks.dealt(known), feel_blocks.race(known)] == [None] * 3
    assert feel_blocks.seats(known) is None and feel_blocks.skill(known) is None
    hint = component_blocks.who(known)
    assert hint is not None and hint.opening == HOW_TO_GET and "details = true" in HOW_TO_GET
    there = [component_blocks.soldiers(known), component_blocks.order(known), component_blocks.battles(known)]
    assert blocks(there) == ["component-soldiers", "component-order", "component-battles"]
    feel = feel_blocks.measures(known)
    assert "Winning margin" in feel.finding and "Lead changes" not in feel.finding


def test_the_feel_of_games_among_unequal_players_says_so(four_players: Path, three_players: Path) -> None:
    assert UNEQUAL in feel_blocks.measures(scene(three_players)).opening
    assert UNEQUAL not in feel_blocks.measures(scene(four_players)).opening


def test_rules_that_are_not_at_hand_leave_components_numbered(four_players: Path) -> None:
    """The made-up run has a hash of its own, so that its rules are not those of the file."""
    assert rules_of(open_runs([four_players])[0]) is None
    assert names_of(["space_3_6", "bonus_2", "bonus_last", "played_war_chest"], None) == {
        "space_3_6": "tile 3, space 6",
        "bonus_2": "token 2",
        "bonus_last": "last Year",
        "played_war_chest": "War Chest",
    }
    assert reward_spaces(None, ["space_1_1"]) == {}


def test_components_are_called_what_they_give() -> None:
    rules = load_ruleset("base")
    assert names_of(["space_3_6", "bonus_2", "bonus_last", "dealt_war_chest", "reward_vp"], rules) == {
        "space_3_6": "tile 3, space 6 (Knight+: 1 Captain)",
        "bonus_2": "token 2 (3 coins)",
        "bonus_last": "last Year (3 VP)",
        "dealt_war_chest": "War Chest (gain 2 coins)",
        "reward_vp": "1 VP",
    }
    assert names_of(["space_3_6"], rules, short=True) == {"space_3_6": "3.6  Knight+: 1 Captain"}


def test_houses_of_a_variant_are_called_what_they_can_do(played: Path, tmp_path: Path) -> None:
    experiment, out = str(played.parent / "details.toml"), tmp_path / "gifts"
    more = ["--variant", "house_abilities_gifts", "--games", "24", "--threads", "1", "--out", str(out)]
    assert main(["run", experiment, *more]) == 0
    rules = rules_of(open_runs([out])[0])
    assert rules is not None and rules.name == "base+house_abilities_gifts"
    called = "Hackett (Placement coins: 1 coin for each Captain placed for it)"
    assert names_of(["backed_hackett", "held_hackett"], rules) == {"backed_hackett": called, "held_hackett": called}
    assert names_of(["backed_hackett"], rules, short=True) == {"backed_hackett": "Hackett"}
    block = component_blocks.houses_backed(scene(out))
    assert block is not None and called in block.tables["component_backed"]["name"].tolist()
    assert "gives as often as that" in block.opening
