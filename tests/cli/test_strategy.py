"""`simcore strategy`: the list, the template, the check, and the example in the README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simcore.cli.main import main
from strategies.dogs import MODULES, load_strategy
from tests.strategies.own_files import CHANCE, GOOD, LINE, WRITES_TO_BOARD, ZERO, broken, write


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Return exit code and output of a check against `uniform`."""
    code = main(["strategy", "check", *arguments, "--against", "uniform"])
    return code, capsys.readouterr().out


def test_list_names_every_strategy_in_a_line_and_tells_all_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategy", "list"]) == 0
    firsts = [line.split()[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert set(MODULES) <= set(firsts)
    assert main(["strategy", "list", "greedy"]) == 0
    said = capsys.readouterr().out
    greedy = load_strategy("greedy")
    assert said.startswith(f"greedy: {greedy.summary.split()[0]} ")
    found = dict(line.split() for line in said.splitlines()[-len(greedy.parameters) :])
    assert found == {name: f"{value:g}" for name, value in greedy.parameters.items()}


@pytest.mark.slow
def test_new_writes_a_strategy_that_passes_the_check_beats_uniform_and_stands_its_ground(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["strategy", "new", "first.py"]) == 0
    assert "simcore strategy check first.py" in capsys.readouterr().out
    text = (folder / "first.py").read_text()
    assert "template" not in text
    assert all(re.search(rf"^{name} ", text, re.MULTILINE) for name in ("rules", "public", "own", "settings", "choice"))
    code, said = check(capsys, "first.py", "--games", "600")
    assert code == 0
    assert said.startswith("first: fine\n")
    for players in (3, 4, 5):
        found = re.search(rf"wins, {players} players .*: (\d\.\d\d) times as often", said)
        assert found is not None and float(found[1]) > 2.0  # 2.9 to 4.5 in 1,000 games; sd 0.2 here
    against = ["--against", "greedy", "--against", "majority"]
    assert main(["strategy", "check", "first.py", "--games", "900", *against]) == 0
    shares = re.findall(r"wins, . players .*: (\d\.\d\d) times as often", capsys.readouterr().out)
    assert len(shares) == 3 and all(float(share) > 0.3 for share in shares)  # 0.56 to 0.70 in 3,000 games; sd 0.08 here


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("there.py", "there.py: is there already, and nothing is overwritten"),
        ("greedy.py", 'greedy.py: "greedy" is a known strategy'),
        ("My-bot.py", "My-bot.py: allowed: a name of a-z, 0-9 and _ that ends with .py"),
        ("class.py", "class.py: allowed: a name of a-z"),
        ("mine.txt", "mine.txt: allowed: a name of a-z"),
        ("no/mine.py", "no/mine.py: there is no folder no"),
    ],
)
def test_new_overwrites_nothing_and_wants_a_fit_name(
    name: str, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "there.py").write_text("mine\n")
    assert main(["strategy", "new", name]) == 2
    assert message in capsys.readouterr().err
    assert [file.name for file in folder.iterdir()] == ["there.py"]
    assert (folder / "there.py").read_text() == "mine\n"


def test_check_tells_wins_with_interval_and_speed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, GOOD)
    code, said = check(capsys, "mine.py", "--games", "300")
    assert code == 0
    assert re.search(r"keeps the rules +yes +300 games to the end, 0 broken off", said)
    assert re.search(r"wins, 4 players +\d+\.\d% \(\d+\.\d% to \d+\.\d%, 100 games\), fair share 25\.0%", said)
    assert re.search(r"speed +[\d,]+ games/s at all four seats, \d+\.\d\d times greedy's", said)
    assert said.isascii()


def test_check_finds_illegal_moves_and_tells_how_to_see_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, GOOD.replace(" and public.occupant[side, space] < 0", ""))
    code, said = check(capsys, "mine.py", "--games", "30")
    assert code == 2
    assert "Strategy 'good' broke R4.2: the space is not free.\nSeat " in said
    command = re.search(r"To see the game: simcore (.*)", said)
    assert command is not None
    assert main(command[1].split()) == 1
    told = capsys.readouterr()
    assert "YEAR 1" in told.out
    assert "broke R4.2" in told.err


def test_check_finds_writing_and_foreign_chance(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, broken(WRITES_TO_BOARD))
    code, said = check(capsys, "mine.py", "--games", "30")
    assert code == 2
    assert re.search(r"writes to its answer only +NO", said)
    assert "it writes to `public.tracker`, which it may only read\n  seat " in said
    write(folder, broken(CHANCE))
    code, said = check(capsys, "mine.py", "--games", "30")
    assert code == 2
    assert re.search(r"does not peek +yes", said)
    assert re.search(r"is deterministic +NO", said)
    assert f"mine.py, line {LINE}: uses numpy.random; the only chance allowed is `below(chance, n)`" in said


@pytest.mark.slow
def test_check_names_the_line_that_raises(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, broken(ZERO))
    code, said = check(capsys, "mine.py", "--games", "30")
    assert code == 2
    assert f"raised ZeroDivisionError: integer division by zero.\nmine.py, line {LINE}:\n    {ZERO}\n" in said


def test_example_for_users_is_short_and_runs(root: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (root / "docs" / "users.md").read_text()
    example = re.search(r"```python\n(# mine\.py\n.*?)```", text, re.DOTALL)
    assert example is not None
    assert len(example[1].splitlines()) <= 16
    write(folder, example[1])
    code, said = check(capsys, "mine.py", "--games", "30")
    assert (code, said.partition("\n")[0]) == (0, "mine: fine")
