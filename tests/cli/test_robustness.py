"""`simcore robustness` on real games: the draws are played and written, and the base's numbers are those of a run."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from simcore.cli.main import main
from simcore.results import open_results
from tests.cli.arguments import replaced
from tests.strategies.own_files import CHANCE, LINE, broken, write

pytestmark = pytest.mark.slow

TRIAL = """
name = "trial"
question = "Does it hold?"
players = 3
games = 480
seed = 1
strategies = { pool = ["greedy"] }
"""
READINGS = {
    "last_stand_scope=one",
    "last_stand_to_glory=false",
    "upstage_needs_captain=false",
    "own_captains_score=false",
    "limited_coins=false",
}
STUDY = ["robustness", "--experiment", "trial.toml", "--draws", "2", "--games", "180", "--threads", "1"]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = tmp_path_factory.mktemp("room")
    (room / "trial.toml").write_text(TRIAL)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(room)
        assert main([*STUDY, "--out", "study"]) == 0
    return room


@pytest.fixture(autouse=True)
def there(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(room)


def table(name: str) -> pd.DataFrame:
    return pd.read_csv(Path("study", "report", "tables", f"{name}.csv"))


def test_every_draw_and_every_other_reading_is_played() -> None:
    played = {path.name for path in Path("study/runs").iterdir()}
    assert played == {"base", "base+draw_1_001", "base+draw_1_002", *(f"base+readings.{name}" for name in READINGS)}
    cases = table("cases")
    assert cases["kind"].tolist() == ["base", "draw", "draw", *["reading"] * 5]
    assert cases["title"].iloc[3] == "I2: Last Stand in one battle a Year"
    hashes = {open_results(f"study/runs/{name}").manifest["ruleset"]["hash"] for name in played}
    assert len(hashes) == len(played)


def test_the_shares_are_those_of_the_runs() -> None:
    shares = {(row["case"], row["dog"]): row["win_share"] for row in table("win_share_by_dog").to_dict("records")}
    for case in ("base", "base+draw_1_002"):
        expected = open_results(f"study/runs/{case}").frame(["dog", "win_share"]).groupby("dog", observed=True).mean()
        for dog, share in expected["win_share"].items():
            assert shares[case, dog] == pytest.approx(share, abs=1e-5)


def test_a_draw_can_be_looked_at_and_played_alone(capsys: pytest.CaptureFixture[str]) -> None:
    file = "study/variants/draw_1_002.toml"
    assert main(["variant", "check", file]) == 0
    assert main(["run", "trial.toml", "--variant", file, "--games", "60", "--threads", "1"]) == 0
    alone = open_results("runs/trial+draw_1_002")
    arm = open_results("study/runs/base+draw_1_002")
    assert alone.manifest["ruleset"]["hash"] == arm.manifest["ruleset"]["hash"]
    rows = arm.frame()
    pd.testing.assert_frame_equal(alone.frame(), rows[rows["game"] < 60].reset_index(drop=True))


def test_a_study_goes_on_where_it_was_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    page = Path("study/report/index.html").read_bytes()
    assert main([*STUDY, "--out", "study"]) == 2
    assert "holds complete results already" in capsys.readouterr().err
    assert main([*STUDY, "--out", "study", "--resume"]) == 0
    assert Path("study/report/index.html").read_bytes() == page
    assert "Lady Ordalia Macbeth is" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--margin", "0"], "--margin: found 0; allowed: percentage points above 0"),
        (["--ruleset", "bass"], 'ruleset "bass"'),
        (["--ruleset", "base+known.toml"], "nothing of it is marked as assumed; --draws 0"),
    ],
)
def test_faulty_requests(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    blocks = "".join(
        f'[{block}]\nsource = "rulebook"\n' for block in ("tiles", "bonus_tokens", "tactic_cards", "house_track")
    )
    Path("known.toml").write_text(f'name = "known"\ntitle = "known"\nwhy = "All typed in?"\n{blocks}')
    assert main([*STUDY, "--out", "faulty", *arguments]) == 2
    said = capsys.readouterr().err
    assert message in said and "Traceback" not in said
    assert not Path("faulty").exists()


def test_a_strategy_of_the_users_takes_part_and_is_warned_of(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(room, broken(CHANCE))
    own = ["--draws", "1", "--games", "60", "--strategy", "bold=mine.py", "--out", "own"]
    assert main(replaced(STUDY, *own)) == 0
    assert capsys.readouterr().err.count(f"Warning: mine.py, line {LINE}: uses numpy.random") == 1
    for arm in ("base", "base+draw_1_001", "base+readings.limited_coins=false"):
        manifest = open_results(f"own/runs/{arm}").manifest
        assert manifest["strategies"] == ["greedy", "bold"]
        assert manifest["command"].endswith(" --strategy bold=mine.py")
