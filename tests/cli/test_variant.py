"""`simcore variant`: making, checking, showing and listing variants."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.cli.main import main
from simcore.dogs.variant_file import SHELF
from simcore.variant import shipped_variants


@pytest.fixture(autouse=True)
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_new_variant_is_fine_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variant", "new", "my_game"]) == 0
    assert "simcore variant check my_game.toml" in capsys.readouterr().out
    assert main(["variant", "check", "my_game.toml"]) == 0
    assert "my_game.toml: fine. Ruleset base+my_game, hash " in capsys.readouterr().out


@pytest.mark.parametrize("name", ["My Game", "a-b", "", "a/B", "ä"])
def test_a_new_variant_needs_a_plain_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variant", "new", name]) == 2
    assert "allowed: a-z, 0-9 and _" in capsys.readouterr().err
    assert list(Path().iterdir()) == []


def test_a_new_variant_never_replaces_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").write_text("precious")
    assert main(["variant", "new", "mine"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert Path("mine.toml").read_text() == "precious"


def test_a_new_variant_needs_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variant", "new", "nowhere/mine"]) == 2
    assert capsys.readouterr().err == "nowhere/mine.toml: there is no folder nowhere; make it first\n"
    assert list(Path().iterdir()) == []


POOR = 'name = "poor"\ntitle = "P"\nwhy = "?"\n[dogs.omalley.abilities.profiteer]\ncoins = 1\n'


def test_a_variant_is_laid_over_a_ruleset_with_variants(capsys: pytest.CaptureFixture[str]) -> None:
    Path("poor.toml").write_text(POOR)
    assert main(["variant", "check", "poor.toml", "--ruleset", "base+rich_omalley"]) == 0
    said = capsys.readouterr().out
    assert "Ruleset base+rich_omalley+poor" in said and said.endswith("1 value of base+rich_omalley changed\n")
    assert main(["variant", "check", "poor.toml"]) == 2
    assert "changes nothing" in capsys.readouterr().err


def test_a_variant_may_name_a_ruleset_with_variants_as_what_it_changes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("below").mkdir()
    Path("below/rich.toml").write_text(POOR.replace("poor", "rich").replace("coins = 1", "coins = 4"))
    Path("below/poor.toml").write_text(POOR.replace("[dogs", 'of = "base+rich.toml"\n[dogs', 1))
    assert main(["variant", "show", "below/poor.toml"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "key base+rich becomes set by" in lines
    assert "dogs.omalley.abilities.profiteer.coins 4 1 below/poor.toml, line 6" in lines
    assert main(["variant", "check", "below/poor.toml", "--ruleset", "base"]) == 2
    assert "it was written for base+rich.toml: name these variants before it" in capsys.readouterr().err


def test_show_tells_old_and_new_value_and_who_set_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variant", "show", "three_years", "no_upstage", "soldiers.knight.cost=4"]) == 0
    said = capsys.readouterr().out
    assert "three_years: three Years." in said
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert "soldiers.knight.cost 3 4 soldiers.knight.cost=4" in lines
    assert any(
        line.startswith("years.captains [3, 4, 4, 5] [3, 4, 5] simcore/dogs/variants/three_years") for line in lines
    )
    assert any(line.startswith("dogs.macbeth.abilities.upstage { captains = 1 } nothing") for line in lines)


@pytest.mark.parametrize("command", ["check", "show"])
def test_a_variant_that_has_no_effect_is_warned_of(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    coins = "dogs.omalley.abilities.profiteer.coins=2"
    assert main(["variant", command, "rich_omalley", coins]) == 0
    assert capsys.readouterr().err == (
        f"Warning: variant rich_omalley has no effect: what is laid over it ({coins}) sets all again that it changes."
        " Leave it out, or name it last\n"
    )
    assert main(["variant", command, "rich_omalley", "three_years"]) == 0
    assert capsys.readouterr().err == ""


def test_list_names_every_shipped_variant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variant", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert tuple(line.split()[0] for line in lines) == shipped_variants(SHELF)


def test_check_lays_over_the_ruleset_that_the_variant_names(capsys: pytest.CaptureFixture[str]) -> None:
    base = (SHELF.parent / "rulesets" / "base.toml").read_text(encoding="utf-8")
    Path("mine.toml").write_text(base.replace("coins = 5  ", "coins = 7  "), encoding="utf-8")
    Path("poor.toml").write_text('name = "poor"\ntitle = "P"\nof = "mine.toml"\nwhy = "?"\n[setup]\ncoins = 5\n')
    assert main(["variant", "check", "poor.toml"]) == 0
    assert "Ruleset mine+poor" in capsys.readouterr().out
    assert main(["variant", "check", "poor.toml", "--ruleset", "base"]) == 2
    assert "changes nothing" in capsys.readouterr().err
    assert main(["variant", "check", "poor.toml", "three_years"]) == 2
    assert "different rulesets (base, mine.toml)" in capsys.readouterr().err


def test_faults_are_told_all_at_once_with_file_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.toml").write_text(
        'name = "bad"\ntitle = "B"\n[setup]\ncoins = 99\n[years]\nincome = -1\ncaptain = 3\n'
        "[soldiers.knigth]\ncost = 4\n"
    )
    assert main(["variant", "check", "bad.toml", "setup.cards=3"]) == 2
    assert [line.partition(";")[0] for line in capsys.readouterr().err.splitlines()] == [
        "simcore/dogs/rulesets/base.toml + bad.toml + setup.cards=3: 6 faults",
        "  - bad.toml, why: missing",
        "  - bad.toml, line 4, setup.coins: found 99",
        "  - bad.toml, line 6, years.income: found -1",
        "  - bad.toml, line 7, years.captain: unknown key",
        "  - bad.toml, line 8, soldiers.knigth: is not there to be changed",
        "  - setup.cards=3, setup.cards: names what is not there",
    ]
