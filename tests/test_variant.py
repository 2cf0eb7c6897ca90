"""Variant files: what they must say of themselves, and single values as variants."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.errors import FaultyInput, UnreadableVariant
from simcore.tomlfile import parse_toml
from simcore.variant import Variant, build_variant, lay_over, load_variant, setting, shipped_variants

HEAD = 'name = "mine"\ntitle = "Mine"\nwhy = "Why not?"\n'
BELOW = 'title = "game"\n[setup]\ncoins = 5\ncards = 2\n[dogs.a]\ntitle = "A"\n[dogs.b]\ntitle = "B"\n'


def variant(text: str, name: str = "mine") -> Variant:
    return build_variant(parse_toml(HEAD.replace("mine", name) + text, f"{name}.toml"), name)


def faults(*variants: Variant) -> list[str]:
    """Return what is wrong with variants of the made-up game, which has two numbers and Dogs with a title."""
    file = lay_over(parse_toml(BELOW, "below.toml"), variants).file
    file.top.text("title")
    setup, dogs = file.top.table("setup"), file.top.table("dogs")
    for key in ("coins", "cards"):
        setup.integer(key, 0, 9)
    for name in dogs.rest():
        dogs.table(name).text("title")
    try:
        file.finish()
    except FaultyInput as error:
        return error.faults
    return []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD, "changes nothing"),
        (HEAD.replace("mine", "yours") + "[setup]\ncoins = 1", 'name: found "yours"; allowed: the name of its file'),
        (HEAD.replace('title = "Mine"', "") + "[setup]\ncoins = 1", "title: missing"),
        (HEAD.replace('"Why not?"', "3") + "[setup]\ncoins = 1", "why: found 3"),
        (HEAD + "of = 3\n[setup]\ncoins = 1", "of: found 3"),
        (HEAD + 'remove = "dogs.a"', "remove: found"),
        (HEAD + 'remove = ["dogs..a"]', 'remove[1]: found "dogs..a"'),
        (HEAD + 'remove = ["dogs.a", "dogs.a"]', "a second time"),
    ],
)
def test_faulty_variants_are_refused_with_line_and_key(text: str, message: str) -> None:
    assert any(message in fault for fault in faults(build_variant(parse_toml(text, "mine.toml"), "mine")))


def test_all_faults_of_a_variant_are_told_at_once() -> None:
    file = parse_toml('name = 1\nremove = [""]\n[setup]\ncoin = 5\n[dogs.c]\nvp = 1', "mine.toml")
    assert [fault.split(":")[0] for fault in faults(build_variant(file, "mine"))] == [
        "mine.toml, title",
        "mine.toml, why",
        "mine.toml, line 1, name",
        "mine.toml, line 2, remove[1]",
        "mine.toml, line 4, setup.coin",
        "mine.toml, line 5, dogs.c",
    ]


def test_all_faults_of_all_variants_are_told_at_once() -> None:
    one = variant('remove = ["dogs.c"]')
    two = variant("[setup]\ncoins = 5\n", "two")
    assert faults(one, two) == [
        "mine.toml, line 4, remove[1]: names what is not there; dogs has: a, b",
        "two.toml, file: changes nothing; all its values stand in below.toml + mine.toml already",
    ]


def test_removal_comes_first_so_that_a_thing_may_be_written_anew() -> None:
    laid = lay_over(parse_toml(BELOW, "b"), [variant('remove = ["dogs.a"]\n[dogs.a]\ntitle = "New"\n')])
    assert list(laid.file.content["dogs"]) == ["b", "a"]
    assert laid.file.content["dogs"]["a"] == {"title": "New"}


def test_changed_blocks_and_values_are_told_with_the_variant_that_changed_them() -> None:
    one, two = variant("[setup]\ncoins = 6"), variant('remove = ["dogs.a"]\n[setup]\ncards = 9', "two")
    laid = lay_over(parse_toml(BELOW, "below.toml"), [one, two])
    assert {block: [by.name for by in found] for block, found in laid.blocks.items()} == {
        "setup": ["mine", "two"],
        "dogs": ["two"],
    }
    assert [(change.path, change.old, change.new, str(change.place)) for change in laid.changes] == [
        (("setup", "coins"), 5, 6, "mine.toml, line 5"),
        (("setup", "cards"), 2, 9, "two.toml, line 6"),
        (("dogs", "a"), {"title": "A"}, None, "two.toml, line 4"),
    ]


def idle(*texts: str) -> list[str]:
    stack = [variant(text, f"v{number}") for number, text in enumerate(texts)]
    return [one.name for one in lay_over(parse_toml(BELOW, "below.toml"), stack).idle]


def test_a_variant_that_later_ones_override_as_a_whole_is_told() -> None:
    dear, both = "[setup]\ncoins = 6", "[setup]\ncoins = 7\ncards = 9"
    assert idle(dear, both) == ["v0"]
    assert idle(dear, "[setup]\ncoins = 5") == ["v0"], "set back, it is as if neither were there"
    assert idle(dear, "[setup]\ncards = 9", "[setup]\ncoins = 7") == ["v0"]
    assert idle(both, dear) == [], "its cards are left"
    assert idle(dear) == []


def test_a_variant_that_later_ones_need_is_not_idle() -> None:
    new = '[dogs.c]\ntitle = "C"'
    assert idle(new, 'remove = ["dogs.c"]\n[setup]\ncoins = 6') == []


def test_the_hash_is_that_of_what_changes() -> None:
    plain = variant("[setup]\ncoins = 6")
    assert plain.hash == variant("[setup]\n# a comment\ncoins = 6", "other").hash
    assert plain.hash != variant("[setup]\ncoins = 7").hash
    assert plain.hash != variant('remove = ["dogs.a"]\n[setup]\ncoins = 6').hash
    assert setting("setup.coins=6").hash != setting("setup.coins=7").hash


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("setup.coins=7", 7),
        ("setup.coins=-7", -7),
        ("setup.coins=true", True),
        ("setup.coins=x", "x"),
        ("setup.coins=[1,-2, x]", [1, -2, "x"]),
        ("setup.coins=[]", []),
    ],
)
def test_a_single_value_is_a_variant(text: str, value: object) -> None:
    laid = lay_over(parse_toml(BELOW, "b"), [setting(text)])
    assert laid.file.content["setup"]["coins"] == value
    assert [(change.old, change.new) for change in laid.changes] == [(5, value)]


def test_a_single_value_must_be_there() -> None:
    (fault,) = faults(setting("setup.coin=7"))
    assert 'setup.coin: names what is not there; did you mean "coins"' in fault
    (fault,) = faults(setting("setup.coins=5"))
    assert "changes nothing" in fault
    for text in ("setup..coins=5", "setup.coins=1.5", "setup.coins=[1,2", "setup.coins={a=1}", "setup.coins="):
        with pytest.raises(UnreadableVariant, match="allowed: KEY=VALUE"):
            load_variant(text, Path("none"))
    with pytest.raises(UnreadableVariant, match=r"coins=5.toml: there is no such file"):
        load_variant("coins=5.toml", Path("none"))


def test_variants_are_found_by_name_or_path(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(HEAD + "[setup]\ncoins = 1")
    assert shipped_variants(tmp_path) == ("mine",)
    assert load_variant("mine.toml", tmp_path / "none", tmp_path).name == "mine"
    with pytest.raises(UnreadableVariant, match="there is no such file"):
        load_variant("none.toml", tmp_path, tmp_path)
    with pytest.raises(UnreadableVariant, match='did you mean "mine"'):
        load_variant("min", tmp_path, tmp_path)
