"""Laying TOML files over each other: what comes out, what is refused, and where a fault is said to be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.errors import FaultyInput
from simcore.overlay import Node, OverlaidFile, Place, changes, find, merged, nearest, parse_path, removed, tree_of
from simcore.tomlfile import parse_toml
from simcore.tomllines import KeyPath

BELOW = """
title = "a game"

[prices]
source = "rulebook"
knight = { cost = 3, cards = 10 }
footman = { cost = 1, cards = 20 }

[people.anne]
abilities = [{ kind = "dig", depth = 2 }, { kind = "fly", height = 9 }]
[people.bert]
abilities = []

[board]
number = 3
track = [1, 2, 3]
bonus = { vp = 3 }
"""
HERE = Place("over.toml", 1)


def tree(text: str, source: str = "below.toml") -> Node:
    return tree_of(parse_toml(text, source))


def laid(over: str, below: str = BELOW) -> tuple[dict[str, Any], list[tuple[KeyPath, str]]]:
    """Return what comes out, and the faults."""
    faults: list[tuple[KeyPath, str]] = []
    whole = merged(tree(below), tree(over, "over.toml"), lambda path, text: faults.append((path, text)))
    plain: dict[str, Any] = whole.plain()
    return plain, faults


def test_tables_merge_and_everything_else_is_replaced() -> None:
    whole, faults = laid("prices.knight.cost = 4\nboard.track = [7]\nboard.number = 1")
    assert faults == []
    assert whole["prices"]["knight"] == {"cost": 4, "cards": 10}
    assert whole["prices"]["footman"] == {"cost": 1, "cards": 20}
    assert (whole["board"]["track"], whole["board"]["number"]) == ([7], 1)


def test_an_entry_of_a_list_of_kinds_is_addressed_by_its_kind() -> None:
    whole, faults = laid("people.anne.abilities.fly.height = 1\npeople.bert.abilities.dig.depth = 5")
    assert faults == []
    assert whole["people"]["anne"]["abilities"] == [{"kind": "dig", "depth": 2}, {"kind": "fly", "height": 1}]
    assert whole["people"]["bert"]["abilities"] == [{"kind": "dig", "depth": 5}]


def test_a_list_of_kinds_is_replaced_by_a_list() -> None:
    whole, _ = laid("people.anne.abilities = []")
    assert whole["people"]["anne"]["abilities"] == []


def test_a_kind_needs_a_table() -> None:
    _, [(path, text)] = laid("people.anne.abilities.dig = 3")
    assert path == ("people", "anne", "abilities", "dig")
    assert "found 3; allowed: a table" in text


def test_a_mistyped_name_is_no_new_thing() -> None:
    whole, [(path, text)] = laid("prices.knigth.cost = 4")
    assert "knigth" not in whole["prices"], "so nothing else is said about it"
    assert path == ("prices", "knigth")
    assert 'did you mean "knight"? allowed: knight, footman, or a new one, which needs cards too' in text


def test_a_new_thing_has_all_that_the_others_have() -> None:
    whole, faults = laid("[prices.cannon]\ncost = 9\ncards = 2")
    assert faults == []
    assert list(whole["prices"]) == ["source", "knight", "footman", "cannon"]


def test_a_mistyped_block_is_refused() -> None:
    below = "title = 'x'\n[one]\nsource = 'a'\nn = 1\n[two]\nsource = 'b'\nn = 2\n"
    _, [(path, text)] = laid("[tow]\nn = 3", below)
    assert path == ("tow",)
    assert 'did you mean "two"? allowed: one, two' in text


@pytest.mark.parametrize(
    ("path", "gone"),
    [(("people", "bert"), True), (("people", "anne", "abilities", "fly"), True), (("people", "carl"), False)],
)
def test_things_are_removed_by_name(path: KeyPath, gone: bool) -> None:
    whole = tree(BELOW)
    assert removed(whole, path, HERE) == gone
    assert find(whole, path) is None
    above = find(whole, path[:-1])
    assert above is not None
    assert (above.place == HERE) == gone


def test_nearest_names_the_step_that_leads_nowhere() -> None:
    assert nearest(tree(BELOW), ("people", "ann", "x")) == 'did you mean "anne"? people has: anne, bert'
    assert nearest(tree(BELOW), ("people", "anne", "abilities", "digg")).endswith("abilities has: dig, fly")
    assert nearest(tree(BELOW), ("board", "track", 5)) == "board.track has: [1], [2], [3]"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("a", ("a",)),
        ("tiles.3[2].needs", ("tiles", "3", 1, "needs")),
        ('"odd name".x[1]', ("odd name", "x", 0)),
        ("a..b", None),
        (".a", None),
        ("[1]", None),
        ("a[0]", None),
        ("a b", None),
        ("a.", None),
        ("", None),
    ],
)
def test_paths_are_read_as_they_are_written(text: str, path: KeyPath | None) -> None:
    assert parse_path(text) == path


def test_changes_tell_old_and_new() -> None:
    whole, _ = laid("people.anne.abilities = [{ kind = 'dig', depth = 3 }]\nboard.track = [1, 2]\ntitle = 'a game'")
    assert list(changes(parse_toml(BELOW, "x").content, whole)) == [
        (("people", "anne", "abilities", "dig", "depth"), 2, 3),
        (("people", "anne", "abilities", "fly"), {"height": 9}, None),
        (("board", "track"), [1, 2, 3], [1, 2]),
    ]


def test_true_is_not_one() -> None:
    assert list(changes({"a": 1}, {"a": True})) == [(("a",), 1, True)]


def test_faults_name_the_file_and_line_that_set_the_value() -> None:
    over = parse_toml("\n\nboard.number = 300\nboard.extra = 1\nprices.knigth.cost = 4", "over.toml")
    whole = merged(tree(BELOW), tree_of(over), over.fault)
    file = OverlaidFile(whole, "below.toml + over.toml", "below.toml", [over])
    board = file.top.table("board")
    board.integer("number", 1, 9)
    board.integers("track", 5, 9)
    assert "bonus" in board
    for block in ("title", "prices", "people"):
        assert block in file.top
    with pytest.raises(FaultyInput) as caught:
        file.finish()
    assert [fault.split(":")[0] for fault in caught.value.faults] == [
        "over.toml, line 3, board.number",
        "over.toml, line 4, board.extra",
        "over.toml, line 5, prices.knigth",
        "below.toml, line 16, board.track[1]",
        "below.toml, line 16, board.track[2]",
        "below.toml, line 16, board.track[3]",
    ]


def test_values_that_do_not_go_together_are_told_at_the_one_laid_over() -> None:
    over = parse_toml("board.number = 4", "over.toml")
    whole = merged(tree(BELOW), tree_of(over), over.fault)
    file = OverlaidFile(whole, "both", "below.toml", [over])
    file.fault(("board", "track"), "found 3 entries; allowed: 4", (("board", "number"),))
    (fault,) = file.faults
    assert fault.path == ("board", "number")
    assert fault.text == "does not go with board.track: found 3 entries; allowed: 4"


KEYS = st.sampled_from("abcd")
CONTENTS: st.SearchStrategy[Any] = st.recursive(
    st.integers(0, 3), lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=12
)


def as_tree(content: Any) -> Node:
    value = {key: as_tree(entry) for key, entry in content.items()} if isinstance(content, dict) else content
    return Node(value, HERE)


@given(st.dictionaries(KEYS, CONTENTS), st.dictionaries(KEYS, CONTENTS))
def test_laying_twice_is_laying_once_and_changes_tell_exactly_what_differs(below: Any, over: Any) -> None:
    once = merged(as_tree(below), as_tree(over), lambda *_: None).plain()
    twice = merged(as_tree(once), as_tree(over), lambda *_: None).plain()
    assert once == twice
    assert (list(changes(below, once)) == []) == (below == once)
