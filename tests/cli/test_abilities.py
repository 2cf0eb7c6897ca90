"""`simcore abilities` on real games: the same numbers as the comparison, and nothing where there is no ability."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from simcore.cli.main import main
from simcore.dogs.ablation import ablation
from simcore.dogs.ruleset_file import load_ruleset
from simcore.dogs.variant_file import load_varied
from simcore.results import open_results
from tests.strategies.own_files import GOOD, write

pytestmark = pytest.mark.slow

TRIAL = """
name = "trial"
question = "Does it show?"
players = 3
games = 480
seed = 1
strategies = { pool = ["greedy"] }
"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the study of a ruleset in which Stormcrow has no ability, and a comparison beside it."""
    room = tmp_path_factory.mktemp("room")
    (room / "trial.toml").write_text(TRIAL)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(room)
        assert main(["abilities", "--ruleset", "base+no_retreat", *options("study")]) == 0
        assert main(["compare", "base+no_retreat", "no_profiteer", *options("compared")]) == 0
    return room


@pytest.fixture(autouse=True)
def there(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(room)


def options(out: str) -> list[str]:
    return ["--experiment", "trial.toml", "--threads", "1", "--out", out]


def table(name: str, study: str = "study") -> pd.DataFrame:
    return pd.read_csv(Path(study, "report", "tables", f"{name}.csv"))


@pytest.mark.parametrize(("measure", "compared"), [("wins", "win_share"), ("score", "score")])
def test_an_ability_switched_off_gives_exactly_the_comparisons_numbers(measure: str, compared: str) -> None:
    worth = table(f"{measure}_by_dog").set_index("dog").loc["omalley"]
    other = table(f"{compared}_by_dog", "compared").set_index("dog").loc["omalley"]
    numbers = [worth[name] for name in ("with", "without", "difference", "se", "ci_low", "ci_high")]
    expected = [other["base"], other["variant"], -other["difference"], other["se"], -other["ci_high"], -other["ci_low"]]
    np.testing.assert_array_equal(numbers, expected)
    others = table(f"{measure}_of_others").set_index(["ability_of", "dog"]).loc["omalley"]["difference"]
    changed = table(f"{compared}_by_dog", "compared").set_index("dog")["difference"]
    assert set(others.index) == set(changed.index) - {"omalley"}
    np.testing.assert_array_equal(others, -changed.reindex(others.index))
    one, two = (
        open_results("study/trial/runs/base+no_retreat+without_omalley"),
        open_results("compared/runs/base+no_retreat+no_profiteer"),
    )
    assert one.manifest["ruleset"]["hash"] == two.manifest["ruleset"]["hash"]
    pd.testing.assert_frame_equal(one.frame(), two.frame())


def test_a_dog_without_ability_has_exactly_nothing_of_it() -> None:
    for name in ("wins_by_dog", "score_by_dog", "wins_by_strategy"):
        rows = table(name)
        none = rows[rows["dog"] == "stormcrow"]
        assert len(none) == 1
        assert (none[["difference", "se", "ci_low", "family_high"]] == 0.0).all(axis=None)
    fired = table("firings_by_dog").set_index("dog").loc["stormcrow"]
    assert fired["fired"] == 0.0 and np.isnan(fired["vp"])
    assert "without_stormcrow" not in {path.name for path in Path("study/variants").iterdir()}
    assert "stormcrow" not in set(table("wins_of_others")["ability_of"])
    page = Path("study/report/index.html").read_text()
    assert "has no ability" in page
    assert "Spoils of War (Sir Blackmane)" in page
    assert "Retreat and " not in page and "and Retreat" not in page, "what its ruleset has not is no part of an ability"


def test_firings_are_those_of_the_results() -> None:
    rows = open_results("study/trial/runs/base+no_retreat").frame()
    for dog, found in table("firings_by_dog").set_index("dog").iterrows():
        own = rows[rows["dog"] == dog]
        assert found["n_games"] == len(own)
        assert found["fired"] == pytest.approx(own["ability_fired"].mean(), abs=1e-6)


def test_variants_are_written_and_fit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variant", "check", "study/variants/without_omalley.toml"]) == 0
    assert "1 value of base changed" in capsys.readouterr().out
    for dog in load_ruleset("base").dogs:
        path = Path("study", f"without_{dog.name}.toml")
        path.write_text(ablation(dog, "base"))
        left = {each.name: each.abilities for each in load_varied("base", [path]).ruleset.dogs}
        assert left.pop(dog.name) == ()
        assert all(left.values())


def test_a_study_goes_on_where_it_was_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    page = Path("study/report/index.html").read_bytes()
    arguments = ["abilities", "--ruleset", "base+no_retreat", *options("study")]
    assert main(arguments) == 2
    assert "holds complete results already" in capsys.readouterr().err
    assert main([*arguments, "--resume"]) == 0
    assert Path("study/report/index.html").read_bytes() == page


def test_a_dog_outside_of_the_pool_did_not_play(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dogs = '[dogs]\npool = ["blackmane", "macbeth", "omalley"]\n'
    (room / "few.toml").write_text(TRIAL.replace("trial", "few") + dogs)
    arguments = ["abilities", "--experiment", "few.toml", "--games", "60", "--threads", "1", "--out", "few"]
    assert main([*arguments, "--ruleset", "base+dog_engineer"]) == 0
    said = capsys.readouterr().out
    assert "\nStormcrow did not play.\n" in said and "\nThe Engineer did not play.\n" in said
    assert "without_stormcrow" not in {path.stem for path in Path("few/variants").iterdir()}


def test_a_single_game_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["abilities", *options("single"), "--games", "1"]) == 0
    assert capsys.readouterr().out.count(" did not play.") == 2, "three of the five Dogs play"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "3,6"], "--players: found '6'; allowed: 3, 4, 5"),
        (["--players", "3", "--experiment", "trial.toml"], "give one of them"),
        (["--experiment", "trial.toml", "--experiment", "trial.toml"], "trial.toml: given twice"),
        (["--ruleset", "bass", "--experiment", "trial.toml"], 'ruleset "bass"'),
    ],
)
def test_faulty_requests(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["abilities", "--out", "faulty", *arguments]) == 2
    said = capsys.readouterr().err
    assert message in said and "Traceback" not in said
    assert not Path("faulty").exists()


def test_a_strategy_of_the_users_takes_part(room: Path) -> None:
    write(room, GOOD)
    assert main(["abilities", "--games", "60", *options("own"), "--strategy", "bold=mine.py"]) == 0
    for arm in ("base", "base+without_macbeth"):
        manifest = open_results(f"own/trial/runs/{arm}").manifest
        assert manifest["strategies"] == ["greedy", "bold"]
        assert manifest["command"].endswith(" --strategy bold=mine.py")
    assert set(table("wins_by_strategy", "own")["strategy"]) == {"greedy", "bold"}
