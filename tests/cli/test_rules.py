"""`simcore rules`: what it prints, and how it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from simcore.cli.main import main
from simcore.dogs import ruleset_file

BASE = Path(ruleset_file.__file__).parent / "rulesets" / "base.toml"


def test_check_says_in_one_line_that_a_ruleset_is_fine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "check", "base"]) == 0
    assert capsys.readouterr().out == (
        "base: fine. Ruleset base, hash a325192a63d655b6,"
        " blocks: 9 rulebook, 1 reading, 4 assumed (tiles, bonus_tokens, tactic_cards, house_track)\n"
    )


def test_check_takes_a_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    text = BASE.read_text(encoding="utf-8").replace('source = "assumed"', 'source = "rulebook"')
    file.write_text(text, encoding="utf-8")
    assert main(["rules", "check", str(file)]) == 0
    assert capsys.readouterr().out.endswith("Ruleset mine, hash a325192a63d655b6, blocks: 13 rulebook, 1 reading\n")


@pytest.mark.parametrize("command", ["check", "show"])
def test_faults_are_all_listed_on_the_error_stream_and_the_code_is_2(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    text = BASE.read_text(encoding="utf-8").replace("income = 3", 'income = "3"').replace("tiles = 8 ", "tiles = 9 ")
    file.write_text(text, encoding="utf-8")
    tiles, income = "tiles = 9", 'income = "3"'
    at = {word: text[: text.index(word)].count("\n") + 1 for word in (tiles, income)}
    assert main(["rules", command, str(file)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == [
        f"{file}: 2 faults",
        f"  - line {at[tiles]}, components.tiles: found 9; allowed: 8, the number of tiles listed",
        f'  - line {at[income]}, years.income: found "3"; allowed: a whole number from 0 to 50',
    ]


def test_unknown_rulesets_and_malformed_files_are_told_without_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "check", "bse"]) == 2
    assert capsys.readouterr().err == (
        'ruleset "bse": neither a shipped ruleset nor a file;'
        ' did you mean "base"? allowed: "base" or the path of a TOML file\n'
    )
    file = tmp_path / "mine.toml"
    file.write_text("title = none\n", encoding="utf-8")
    assert main(["rules", "show", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"{file}, line 1, column 9: not valid TOML")


def test_show_prints_the_rules_plainly_where_it_is_piped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "base"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("base: Dogs of War, rulebook with stand-in components\nhash a325192a63d655b6\n")
    assert "ASSUMED, not the real component" in out
    assert "\x1b" not in out


def test_rules_commands_start_without_the_heavy_libraries() -> None:
    code = (
        "import sys; from simcore.cli.main import main; main(['rules', 'show', 'base']);"
        "sys.exit(bool({'numpy', 'numba', 'pandas', 'pyarrow', 'matplotlib'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0


def test_show_with_a_variant_marks_what_it_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "base", "--variant", "three_years", "--variant", "no_upstage"]) == 0
    said = capsys.readouterr().out
    assert "CHANGED by a variant: years, dogs" in said
    assert "three_years: Is a game of three Years" in " ".join(said.split())
    assert main(["rules", "show", "base", "--variant", "no_such"]) == 2
