"""`simcore run`: what it plays, says and leaves, and how it ends."""

from __future__ import annotations

import shlex
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from simcore import progress
from simcore.cli.main import main
from simcore.results import open_results

TRIAL = """
name = "trial"
question = "Does it run?"
players = 3
games = 60
seed = 1
strategies = { pool = ["uniform"] }
"""


@pytest.fixture(autouse=True)
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of its own, with an experiment of 60 games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trial.toml").write_text(TRIAL)
    return tmp_path / "trial.toml"


def test_run_plays_and_says_what_to_do_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "trial.toml"]) == 0
    said = capsys.readouterr()
    assert "Results: runs/trial (60 games, 180 rows" in said.out
    assert "Next: simcore report runs/trial" in said.out
    assert "trial: 60 games with 3 players, ruleset base, strategies uniform, seed 1" in said.err
    assert "60 of 60 games (100%)" in said.err
    assert open_results("runs/trial").games == 60


def test_assumed_components_are_named_before_the_first_game(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "trial.toml"])
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "Assumed" in line]
    assert "tiles" in line
    assert "tactic_cards" in line


def test_games_and_seed_of_the_command_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "trial.toml", "--games", "30", "--seed", "9", "--out", "elsewhere"]) == 0
    manifest = open_results("elsewhere").manifest
    assert (manifest["games"], manifest["seed"]) == (30, 9)


def test_results_do_not_depend_on_threads() -> None:
    main(["run", "trial.toml", "--out", "one", "--threads", "1", "--games", "12000"])
    main(["run", "trial.toml", "--out", "two", "--threads", "2", "--games", "12000"])
    assert open_results("one").table().equals(open_results("two").table())


def test_manifest_tells_rules_and_strategies() -> None:
    main(["run", "trial.toml"])
    manifest = open_results("runs/trial").manifest
    assert manifest["dogs"] == ["blackmane", "macbeth", "omalley", "nameless_conqueror", "stormcrow"]
    assert manifest["strategies"] == ["uniform"]
    assert manifest["strategy_params"] == {"uniform": {}}
    assert manifest["ruleset"]["name"] == "base"
    assert manifest["ruleset"]["provenance"]["tiles"]["source"] == "assumed"
    assert manifest["ruleset"]["readings"]["last_stand_scope"] == "each"
    assert manifest["ruleset"]["readings"]["limited_coins"] is True
    assert manifest["houses"][0] == "harlow"
    assert manifest["years"] == 4
    assert len(manifest["behaviour"]) == 64


def fails(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 2) -> str:
    """Run a command that ends with `code`, and return what it says; that fits a screen and is no traceback."""
    assert main(arguments) == code
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert len(said.splitlines()) < 24
    return said


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("players = 3", "players = 6", "players: found 6; allowed: a whole number from 3 to 5"),
        ("players = 3", "players = 2", "players: found 2"),
        ("games = 60", "games = 0", "games: found 0"),
        ('["uniform"]', '["unifrom"]', 'found "unifrom"; did you mean "uniform"?'),
        ("seed = 1", 'seed = 1\ndogs = { pool = ["macbeth", "macbeth", "omalley"] }', '"macbeth" a second time'),
        ("seed = 1", 'seed = 1\ndogs = { pool = ["macbet", "blackmane", "omalley"] }', 'did you mean "macbeth"?'),
        ("seed = 1", 'seed = 1\nruleset = "bass"', "ruleset"),
        ("seed = 1", "seed = 1\nsed = 2", "sed: unknown key"),
        ("seed = 1", "seed = ", "not valid TOML"),
    ],
)
def test_faulty_experiments(trial: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, message: str) -> None:
    trial.write_text(TRIAL.replace(old, new))
    said = fails(["run", "trial.toml"], capsys)
    assert "trial.toml" in said
    assert message in said
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.toml"], "nowhere.toml: there is no such file"),
        (["baselin"], 'did you mean "baseline"?'),
        (["trial.toml", "--games", "0"], "--games: found 0; allowed: a whole number from 1"),
        (["trial.toml", "--games", "-5"], "--games: found -5"),
        (["trial.toml", "--seed", "-1"], "--seed: found -1"),
        (["trial.toml", "--games", "many"], "Invalid value for '--games'"),
        (["trial.toml", "--threads", "0"], "Invalid value for '--threads'"),
        (["trial.toml", "--out", "trial.toml"], "trial.toml: is a file"),
        (["trial.toml", "--out", "trial.toml/deeper"], "cannot be written to"),
        (["trial.toml", "--out", "."], "holds other files"),
        (["trial.toml", "--overwrite", "--resume"], "exclude each other"),
    ],
)
def test_faulty_commands(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert message in fails(["run", *arguments], capsys)


def test_existing_results_ask_for_overwrite_or_resume(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "trial.toml"])
    before = Path("runs/trial/manifest.json").read_bytes()
    said = fails(["run", "trial.toml"], capsys)
    assert "--resume" in said
    assert "--overwrite" in said
    assert Path("runs/trial/manifest.json").read_bytes() == before
    assert main(["run", "trial.toml", "--resume"]) == 0
    assert main(["run", "trial.toml", "--resume", "--games", "90"]) == 0
    assert open_results("runs/trial").games == 90
    assert main(["run", "trial.toml", "--overwrite", "--seed", "5"]) == 0
    assert open_results("runs/trial").manifest["seed"] == 5


def test_another_seed_does_not_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "trial.toml"])
    assert "what differs is the seed" in fails(["run", "trial.toml", "--resume", "--seed", "5"], capsys)


def test_ctrl_c_says_the_exact_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def press(done: int, total: int) -> None:
        raise KeyboardInterrupt

    @contextmanager
    def pressed() -> Iterator[object]:
        yield press

    monkeypatch.setattr(progress, "progress", pressed)
    command = ["run", "trial.toml", "--games", "300000", "--seed", "2", "--threads", "1", "--out", "my results"]
    said = fails(command, capsys, code=130)
    assert "my results keeps " in said and " of 300,000 games; go on with:" in said
    assert "\n  simcore run trial.toml --games 300000 --seed 2 --threads 1 --out 'my results' --resume\n" in said
    kept = open_results("my results", incomplete=True)
    assert not kept.complete
    assert kept.manifest["command"].endswith("--out 'my results' --resume")
    monkeypatch.undo()


def test_manifest_of_a_resumed_run_has_the_command_that_plays_all_from_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    main(["run", "trial.toml"])
    assert main(["run", "trial.toml", "--games", "90", "--threads", "1", "--resume"]) == 0
    command = open_results("runs/trial").manifest["command"]
    assert command == "simcore run trial.toml --games 90 --threads 1"
    assert main([*shlex.split(command)[1:], "--out", "again"]) == 0
    assert open_results("again").table().equals(open_results("runs/trial").table())


@pytest.mark.parametrize(("games", "warned"), [(30, True), (120, False), (599, True), (601, False)])
def test_an_incomplete_block_that_matters_is_told(capsys: pytest.CaptureFixture[str], games: int, warned: bool) -> None:
    main(["run", "trial.toml", "--games", str(games)])
    assert ("Not quite balanced: 60 line-ups" in capsys.readouterr().err) == warned


def test_nothing_is_imported_that_a_run_can_do_without(tmp_path: Path, root: Path) -> None:
    code = f"""
        import sys
        sys.path.insert(0, {str(root)!r})
        from simcore.cli.main import main
        assert main(["run", "trial.toml"]) == 0
        assert not {{"pandas", "matplotlib", "reports", "scipy.linalg"}} & set(sys.modules)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], cwd=tmp_path, check=True, capture_output=True)
