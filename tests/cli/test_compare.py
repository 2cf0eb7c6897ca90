"""`simcore compare` and `simcore sweep` on real games: what must be the same is, and a planted change is found."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from simcore.cli.main import main
from simcore.results import open_results
from tests.strategies.own_files import GOOD, ZERO, broken, write

pytestmark = pytest.mark.slow

TRIAL = """
name = "trial"
question = "Does it show?"
players = 3
games = 1200
seed = 1
strategies = { pool = ["greedy"] }
"""
EQUAL = """
name = "equal"
title = "as many coins in other pieces"
why = "Does a change without effect change nothing?"
[components]
coins_of_1 = 23
coins_of_3 = 15
"""
RICH = "dogs.omalley.abilities.profiteer.coins"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an experiment, a variant without effect, and their comparison with O'Malley at 5 coins."""
    room = tmp_path_factory.mktemp("room")
    (room / "trial.toml").write_text(TRIAL)
    (room / "equal.toml").write_text(EQUAL)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(room)
        assert main(["compare", "base", "equal.toml", "rich_omalley", *options("study")]) == 0
    return room


@pytest.fixture(autouse=True)
def there(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(room)


def options(out: str) -> list[str]:
    return ["--experiment", "trial.toml", "--threads", "1", "--out", out]


def table(name: str, study: str = "study") -> pd.DataFrame:
    return pd.read_csv(Path(study, "report", "tables", f"{name}.csv"))


def fails(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return said.err


def test_a_variant_without_effect_differs_by_nothing_game_by_game() -> None:
    base, equal = (open_results(f"study/runs/{name}").frame() for name in ("base", "base+equal"))
    pd.testing.assert_frame_equal(base, equal)
    found = table("win_share_by_dog")
    found = found[found["run"] == "base+equal"]
    assert (found[["difference", "se"]] == 0.0).all(axis=None)
    assert (found["ci_high"] < 4.0 / found["n_games"]).all(), "games that were not played may differ"
    games = table("games")
    assert games.loc[games["run"] == "base+equal", "share"].tolist() == [1.0, 1.0]


def test_a_planted_change_is_found_with_the_right_sign() -> None:
    for name in ("win_share_by_dog", "score_by_dog"):
        found = table(name)
        rich = found[found["run"] == "base+rich_omalley"].set_index("dog")["verdict"]
        assert rich["omalley"] == "more"
    wins = table("win_share_by_dog")
    assert (wins.loc[(wins["run"] == "base+rich_omalley") & (wins["dog"] != "omalley"), "difference"] < 0.0).all()
    index = table("balance").set_index(["run", "groups"])
    assert index.loc[("base+rich_omalley", "dog"), "verdict"] == "less balanced"


def test_arms_are_ordinary_runs_whose_manifest_tells_ruleset_and_variants() -> None:
    manifest = open_results("study/runs/base+rich_omalley", verify=True).manifest
    ruleset = manifest["ruleset"]
    assert ruleset["name"] == "base+rich_omalley"
    assert ruleset["base"]["name"] == "base"
    assert ruleset["base"]["hash"] == open_results("study/runs/base").manifest["ruleset"]["hash"] != ruleset["hash"]
    assert [variant["name"] for variant in ruleset["variants"]] == ["rich_omalley"]
    assert len(ruleset["variants"][0]["hash"]) == 16
    assert ruleset["changes"] == [{"key": RICH, "from": 1, "to": 5}]
    assert ruleset["provenance"]["dogs"]["source"] == "variant"
    assert manifest["experiment"]["variants"] == ["rich_omalley"]
    assert "simcore compare base equal.toml rich_omalley --experiment trial.toml" in manifest["command"]
    assert "variants" not in open_results("study/runs/base").manifest["ruleset"]


def test_run_with_a_variant_is_that_arm(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "trial.toml", "--variant", f"{RICH}=5", "--games", "300", "--threads", "1"]) == 0
    assert f"Results: runs/trial+{RICH}=5 (300 games" in capsys.readouterr().out
    alone = open_results(f"runs/trial+{RICH}=5")
    arm = open_results("study/runs/base+rich_omalley").frame()
    pd.testing.assert_frame_equal(alone.frame(), arm[arm["game"] < 300].reset_index(drop=True))
    assert alone.manifest["ruleset"]["hash"] == open_results("study/runs/base+rich_omalley").manifest["ruleset"]["hash"]
    assert f"--variant {RICH}=5" in alone.manifest["command"]


def test_an_experiment_may_name_its_variants(tmp_path: Path, room: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "equal.toml").write_text(EQUAL)
    text = TRIAL.replace("seed", 'ruleset = "base"\nvariants = ["equal.toml", "rich_omalley"]\nseed')
    (tmp_path / "below" / "trial.toml").write_text(text)
    out = tmp_path / "out"
    assert main(["run", str(tmp_path / "below" / "trial.toml"), "--games", "60", "--out", str(out)]) == 0
    manifest = open_results(out).manifest
    assert manifest["ruleset"]["name"] == "base+equal+rich_omalley"
    assert manifest["experiment"]["variants"] == ["equal.toml", "rich_omalley"]
    arm = open_results(room / "study/runs/base+rich_omalley").frame()
    pd.testing.assert_frame_equal(open_results(out).frame(), arm[arm["game"] < 60].reset_index(drop=True))


def test_replay_and_log_play_with_the_variant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "trial.toml", "--game", "3", "--variant", "three_years"]) == 0
    told = capsys.readouterr().out
    assert "ruleset base+three_years" in told
    assert "Year 3" in told and "Year 4" not in told
    assert main(["log", "trial.toml", "--games", "1", "--variant", "three_years"]) == 0
    assert capsys.readouterr().out.count('"event": "year"') + capsys.readouterr().out.count('"event":"year"') <= 3


def test_a_comparison_goes_on_where_it_was_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    before = Path("study/runs/base/manifest.json").read_bytes()
    page = Path("study/report/index.html").read_bytes()
    arguments = ["compare", "base", "equal.toml", "rich_omalley", *options("study")]
    assert "holds complete results already (1,200 games)" in fails(arguments, capsys)
    assert main([*arguments, "--resume"]) == 0
    assert Path("study/runs/base/manifest.json").read_bytes() == before
    assert Path("study/report/index.html").read_bytes() == page


def test_variants_of_one_argument_are_laid_over_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["compare", "base+equal.toml", "rich_omalley+three_years", "--games", "60", *options("both")]
    assert main(arguments) == 0
    names = sorted(path.name for path in Path("both/runs").iterdir())
    assert names == ["base+equal", "base+equal+rich_omalley+three_years"]
    said = capsys.readouterr().out
    assert "Report: both/report/index.html" in said
    assert "O'Malley gets 5 coins + three Years" in said


def test_other_dogs_are_compared_as_far_as_they_are_the_same() -> None:
    Path("hawk.toml").write_text(
        'name = "hawk"\ntitle = "a Hawk"\nwhy = "Who is that?"\nremove = ["dogs.stormcrow"]\n'
        '[dogs.hawk]\ntitle = "The Hawk"\nabilities = [{ kind = "upstage", captains = 2 }]\n'
    )
    assert main(["compare", "base", "hawk.toml", "--games", "120", *options("hawk")]) == 0
    assert sorted(table("win_share_by_dog", "hawk")["dog"]) == ["blackmane", "macbeth", "nameless_conqueror", "omalley"]
    assert "line-ups are not the same" in Path("hawk/report/index.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["base", "none_such"], 'variant "none_such": neither a shipped variant nor a file'),
        (["base", "no_upstag"], 'did you mean "no_upstage"?'),
        (["bass", "no_upstage"], 'ruleset "bass": neither a shipped ruleset nor a file'),
        (["base", "no_upstage", "no_upstage"], "base+no_upstage: given twice"),
        (["base", "no_upstage+no_upstage"], "names what is not there"),
        (["base", "soldiers.knight.cost=3"], "changes nothing"),
        (["base", "soldiers.knight.cost=99"], "soldiers.knight.cost: found 99; allowed: a whole number from 1 to 50"),
        (["base", "dogs.macbeth=1"], "dogs.macbeth: found 1"),
    ],
)
def test_faulty_comparisons(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert message in fails(["compare", *arguments, *options("faulty")], capsys)
    assert not Path("faulty").exists()


STUDIES = {
    "compare": ["base", "rich_omalley"],
    "sweep": [f"{RICH}=0:1:2"],
    "balance": [f"{RICH}=0:1", "--games-per-point", "24", "--confirm", "24"],
    "abilities": [],
    "robustness": ["--draws", "1"],
}


@pytest.mark.parametrize("command", STUDIES)
def test_a_folder_of_the_users_is_not_taken_for_a_report_before_anything_is_played(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "thesis.txt").write_text("precious")
    arguments = [command, *STUDIES[command], *options(str(tmp_path))]
    assert "report: exists and is not a report of simcore" in fails([*arguments, "--overwrite"], capsys)
    assert [path.name for path in tmp_path.rglob("*")] == ["report", "thesis.txt"], "nothing was played"


@pytest.mark.parametrize("command", [name for name in STUDIES if name != "compare"])
@pytest.mark.parametrize("option", ["--overwrite", "--resume"])
def test_a_study_of_another_command_is_left_alone(
    command: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in Path("study").rglob("*") if path.is_file()}
    said = fails([command, *STUDIES[command], *options("study"), option], capsys)
    assert "study: holds what `simcore compare` played (study/runs/base)" in said
    assert {path: path.read_bytes() for path in Path("study").rglob("*") if path.is_file()} == before


def test_a_search_is_left_alone_by_a_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["balance", "short_game.houses_removed=1:2", "--games-per-point", "24", "--confirm", "24"]
    assert main([*arguments, *options("search")]) == 0
    capsys.readouterr()
    said = fails(["compare", "base", "rich_omalley", *options("search"), "--overwrite"], capsys)
    assert "search: holds what `simcore balance` played (search/fresh/runs/base)" in said


def test_a_strategy_of_the_users_takes_part(capsys: pytest.CaptureFixture[str], room: Path) -> None:
    write(room, GOOD)
    own = ["--strategy", "bold=mine.py"]
    assert main(["compare", "base", f"{RICH}=2", "--games", "60", *own, *options("own")]) == 0
    manifest = open_results(f"own/runs/base+{RICH}=2").manifest
    assert manifest["strategies"] == ["greedy", "bold"]
    assert manifest["command"].endswith(" --strategy bold=mine.py")
    assert set(table("win_share_by_strategy", "own")["strategy"]) == {"greedy", "bold"}
    assert main(["sweep", f"{RICH}=1:2:2", "--games", "60", *own, *options("own_swept")]) == 0
    swept = open_results(f"own_swept/runs/base+{RICH}=2")
    assert swept.manifest["command"].endswith(" --strategy bold=mine.py")
    pd.testing.assert_frame_equal(swept.frame(), open_results(f"own/runs/base+{RICH}=2").frame())


def test_after_a_stop_nothing_is_left_of_what_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = ["compare", "base", "rich_omalley", "--games", "60", *options("replaced")]
    assert main(begin) == 0
    other = [*begin, "--seed", "2"]

    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("simcore.batch.run", stopped)
        assert main([*other, "--overwrite"]) == 130
    assert main([*other, "--resume"]) == 0
    assert {open_results(path.parent).manifest["seed"] for path in Path("replaced").rglob("manifest.json")} == {2}


def test_a_fault_of_the_users_strategy_is_told_with_the_command_that_replays_it(
    capsys: pytest.CaptureFixture[str], room: Path
) -> None:
    write(room, broken(ZERO), "zero.py")
    arguments = ["compare", f"base+{RICH}=2", f"{RICH}=3", "--games", "60", *options("zero")]
    assert main([*arguments, "--strategy", "zero=zero.py"]) == 1
    said = capsys.readouterr().err
    assert f"simcore replay trial.toml --strategy zero=zero.py --variant {RICH}=2 --seed 1 --game" in said


def test_a_list_may_be_a_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "base", "years.captains=[3,4,4,4]", "--games", "60", *options("list")]) == 0
    assert (table("changes", "list")["to"] == "[3, 4, 4, 4]").all()
    said = fails(["compare", "base", "years.captains=[3,4.5]", *options("faulty")], capsys)
    assert "years.captains=[3,4.5]" in said and "a list of these, such as [3,4,4,5]" in said


def test_a_variant_that_another_overrides_as_a_whole_is_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "base", f"rich_omalley+{RICH}=2", "--games", "60", *options("idle")]) == 0
    assert f"Warning: variant rich_omalley has no effect: what is laid over it ({RICH}=2)" in capsys.readouterr().err


def test_an_experiment_that_names_a_removed_dog_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    text = TRIAL.replace('"trial"', '"three"') + 'dogs = { pool = ["stormcrow", "macbeth", "omalley"] }\n'
    Path("three.toml").write_text(text)
    Path("gone.toml").write_text('name = "gone"\ntitle = "gone"\nwhy = "Gone?"\nremove = ["dogs.stormcrow"]\n')
    said = fails(["compare", "base", "gone.toml", "--experiment", "three.toml", "--out", "faulty"], capsys)
    assert "does not have the Dog stormcrow, which experiment three needs" in said


@pytest.mark.parametrize(
    ("variants", "message"),
    [
        ('["no_upstag"]', 'variants: variant "no_upstag": neither a shipped variant nor a file'),
        ('["nowhere.toml"]', "variants: "),
        ('"no_upstage"', "variants: found"),
        ('["no_upstage", "no_upstage"]', "a second time"),
    ],
)
def test_faulty_variants_of_an_experiment(capsys: pytest.CaptureFixture[str], variants: str, message: str) -> None:
    Path("faulty.toml").write_text(TRIAL.replace('"trial"', '"faulty"').replace("seed", f"variants = {variants}\nseed"))
    said = fails(["run", "faulty.toml"], capsys)
    assert "faulty.toml" in said
    assert message in said


def test_a_sweeps_point_at_the_rulesets_own_value_is_the_base_run() -> None:
    assert main(["sweep", f"{RICH}=1:5:3", *options("swept")]) == 0
    assert sorted(path.name for path in Path("swept/runs").iterdir()) == ["base", f"base+{RICH}=3", f"base+{RICH}=5"]
    for mine, other in (("base", "base"), (f"base+{RICH}=5", "base+rich_omalley")):
        one, two = open_results(f"swept/runs/{mine}"), open_results(f"study/runs/{other}")
        pd.testing.assert_frame_equal(one.frame(), two.frame())
        assert one.manifest["ruleset"]["hash"] == two.manifest["ruleset"]["hash"]
    shares = table("win_share", "swept").set_index(["dog", RICH])["win_share"]
    assert shares["omalley"].is_monotonic_increasing
    own = table("win_share_by_dog").set_index(["run", "dog"])["base"]
    assert shares["omalley"][1] == pytest.approx(own["base+equal"]["omalley"], abs=1e-6)
    at_own = table("difference", "swept").set_index(RICH).loc[1]
    assert (at_own["difference"] == 0.0).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["soldiers.knigt.cost=1:3:3"], 'did you mean "knight"?'),
        (["soldiers.knight=1:3:3"], "soldiers.knight: is not a whole number in base"),
        (["soldiers.knight.cost=1:3"], "allowed: PARAMETER=FROM:TO:STEPS"),
        (["soldiers.knight.cost=1:4:3"], "allowed: STEPS that part it into whole numbers: 2, 4"),
        (["soldiers.knight.cost=2:2:2"], "found 2 steps from 2 to 2"),
        (["soldiers.knight.cost=1:3:3"] * 2, "found soldiers.knight.cost twice"),
        (["setup.coins=1:3:3", "years.income=1:3:3", "soldiers.knight.cost=1:3:3"], "found 3; allowed: one or two"),
        (["soldiers.knight.cost=0:4:5"], "soldiers.knight.cost: found 0; allowed: a whole number from 1 to 50"),
        (["setup.coins=0:50:51", "years.income=0:50:51"], "found 2601 points; allowed: at most 400"),
        (["soldiers..cost=1:3:3"], "names nothing in base"),
    ],
)
def test_faulty_sweeps(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert message in fails(["sweep", *arguments, *options("faulty")], capsys)
    assert not Path("faulty").exists()
