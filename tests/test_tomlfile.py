"""Reading and checking TOML files: where faults are found, and that all of them are told at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.errors import FaultyInput, UserError
from simcore.tomlfile import Table, TomlFile, parse_toml, read_toml
from simcore.tomllines import key_lines
from simcore.tomltext import shown, shown_path


def parsed(text: str) -> TomlFile:
    return parse_toml(text, "some.toml")


def faults(file: TomlFile) -> list[str]:
    with pytest.raises(FaultyInput) as caught:
        file.finish()
    return caught.value.faults


LINES = '''# a comment with [brackets] and = signs
title = "a # in text"
["quoted table"]
text = """
first = 1
["""
after.dotted = 2  # after = 3

[[row]]
x = 1
[[row]]
list = [
    { a = 1, b = ["]", '}'] },   # [
    { },
    [1, [2, 3]],
]
[row.below]
y = 1979-05-27 07:32:00
'''


def test_lines_of_keys_and_entries_are_found_in_every_kind_of_value() -> None:
    expected = {
        ("title",): 2,
        ("quoted table",): 3,
        ("quoted table", "text"): 4,
        ("quoted table", "after"): 7,
        ("quoted table", "after", "dotted"): 7,
        ("row",): 9,
        ("row", 0): 9,
        ("row", 0, "x"): 10,
        ("row", 1): 11,
        ("row", 1, "list"): 12,
        ("row", 1, "list", 0): 13,
        ("row", 1, "list", 0, "a"): 13,
        ("row", 1, "list", 0, "b"): 13,
        ("row", 1, "list", 0, "b", 0): 13,
        ("row", 1, "list", 0, "b", 1): 13,
        ("row", 1, "list", 1): 14,
        ("row", 1, "list", 2): 15,
        ("row", 1, "list", 2, 0): 15,
        ("row", 1, "list", 2, 1): 15,
        ("row", 1, "list", 2, 1, 0): 15,
        ("row", 1, "list", 2, 1, 1): 15,
        ("row", 1, "below"): 17,
        ("row", 1, "below", "y"): 18,
    }
    assert key_lines(LINES) == expected
    assert parsed(LINES.replace("\n", "\r\n")).lines == expected


KEYS = st.text("abc-_1", min_size=1, max_size=3)
SCALARS = st.one_of(st.integers(), st.booleans(), st.text("ab#[]{}=,\n'"))
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))


def written(value: object) -> str:
    if isinstance(value, list):
        return "[" + ",\n".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {written(inner)}" for key, inner in value.items()) + "}"
    return written_scalar(value)


def written_scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return '"' + value.replace("\n", "\\n") + '"' if isinstance(value, str) else str(value)


def paths(value: object, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    found = {path} if path else set()
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in entries:
        found |= paths(inner, (*path, step))
    return found


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_every_path_of_any_file_has_a_line(content: dict[str, object]) -> None:
    text, starts = "", {}
    for key, value in content.items():
        starts[key] = text.count("\n") + 1
        text += f"{key} = {written(value)} # {{[\n"
    file = parsed(text)
    assert file.content == content
    assert set(file.lines) == paths(content)
    assert {path[0]: line for path, line in file.lines.items() if len(path) == 1} == starts


@pytest.mark.parametrize(
    ("text", "line", "column", "found"),
    [
        ("coins = five", 1, 9, "coins = five"),
        ("a = 1\ncoins 5", 2, 7, "coins 5"),
        ("a = 1\na = 2\n", 2, 6, "a = 2"),
        ("[a]\n[a]\n", 2, 3, "[a]"),
        ("x = 1\ny = [1,\n", 3, 1, "the end of the file"),
        ("a = 1\n\n= 3", 3, 1, "= 3"),
        ('name = "open\nb = 2', 1, 13, 'name = "open'),
    ],
)
def test_malformed_toml_is_told_with_line_column_and_what_stands_there(
    text: str, line: int, column: int, found: str
) -> None:
    with pytest.raises(UserError) as caught:
        parsed(text)
    message = str(caught.value)
    assert message.startswith(f"some.toml, line {line}, column {column}: not valid TOML: ")
    assert message.endswith(f"; found: {found}")


def test_texts_that_break_the_parser_otherwise_are_told_too() -> None:
    with pytest.raises(UserError, match="nested too deeply"):
        parsed("a = " + "[" * 100_000)
    with pytest.raises(UserError, match="not valid TOML"):
        parsed("a = " + "1" * 5000)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such file"):
        read_toml(tmp_path / "none.toml")
    with pytest.raises(UserError, match="a folder"):
        read_toml(tmp_path)
    with pytest.raises(UserError, match="not a possible name"):
        read_toml("a\0b")
    with pytest.raises(UserError, match="cannot be read"):
        read_toml(tmp_path / ("x" * 5000))
    (tmp_path / "latin.toml").write_bytes(b'a = 1\nb = "\xe9"\n')
    with pytest.raises(UserError, match=r"latin\.toml, line 2: found a byte that is not UTF-8"):
        read_toml(tmp_path / "latin.toml")


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "mark.toml").write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    assert read_toml(tmp_path / "mark.toml").content == {"a": 1}


def test_good_values_are_returned_and_cause_no_fault() -> None:
    file = parsed('i = 3\nn = 2\nf = 0.5\nb = false\ns = "x"\nc = "red"\nl = [1, 2]\nw = ["red"]\n[t]\n[[r]]\nx = 1')
    top = file.top
    assert top.integer("i", 0, 3) == 3
    assert (top.number("n"), top.number("f", 0.0, 1.0)) == (2.0, 0.5)
    assert top.boolean("b") is False
    assert top.text("s", pattern="[a-z]") == "x"
    assert top.choice("c", ("blue", "red")) == "red"
    assert top.integers("l", 1, 2) == (1, 2)
    assert top.choices("w", ("red", "blue")) == ("red",)
    assert top.table("t").rest() == ()
    assert [row.integer("x", 1, 1) for row in top.tables("r")] == [1]
    file.finish()


def test_defaults_stand_in_for_missing_keys_only() -> None:
    file = parsed('wrong = "x"')
    top = file.top
    assert top.integer("i", 1, 9, default=4) == 4
    assert top.number("n", default=0.25) == 0.25
    assert top.boolean("b", default=True) is True
    assert top.text("s", default="") == ""
    assert top.choice("c", ("x", "y"), default="y") == "y"
    assert top.choices("cs", ("x", "y"), default=("y",)) == ("y",)
    assert top.table("t", optional=True).rest() == ()
    assert "missing" not in top
    assert top.integer("wrong", 1, 9, default=4) == 4
    assert faults(file) == ['line 1, wrong: found "x"; allowed: a whole number from 1 to 9']


def integer(table: Table) -> object:
    return table.integer("k", 1, 1000)


def number(table: Table) -> object:
    return table.number("k", 1.0, 2.0)


def switch(table: Table) -> object:
    return table.boolean("k")


def text(table: Table) -> object:
    return table.text("k", pattern="[a-z]+", like="small letters")


def choice(table: Table) -> object:
    return table.choice("k", ("knight", "footman"))


def choices(table: Table) -> object:
    return table.choices("k", ("knight", "footman"), shortest=1, longest=2)


def texts(table: Table) -> object:
    return table.texts("k", "[a-z]+", "small letters", 1, 2)


def integers(table: Table) -> object:
    return table.integers("k", 0, 9, 1, 3)


@pytest.mark.parametrize(
    ("take", "value", "message", "instead"),
    [
        (integer, "true", "k: found true; allowed: a whole number from 1 to 1,000", 1),
        (integer, "1.0", "k: found 1.0; allowed: a whole number", 1),
        (integer, "1001", "k: found 1001; allowed:", 1),
        (integer, "0", "k: found 0; allowed:", 1),
        (integer, "2020-01-02", "k: found 2020-01-02; allowed:", 1),
        (integer, "9" * 80, "k: found 0x", 1),
        (number, "true", "k: found true; allowed: a number from 1 to 2", 1.0),
        (number, "nan", "k: found nan; allowed:", 1.0),
        (number, "inf", "k: found inf; allowed:", 1.0),
        (number, "0", "k: found 0; allowed:", 1.0),
        (switch, "1", "k: found 1; allowed: true or false", False),
        (switch, '"true"', 'k: found "true"; allowed: true or false', False),
        (text, '""', 'k: found ""; allowed: text in quotation marks, small letters', ""),
        (text, "[1]", "k: found [1]; allowed: text", ""),
        (choice, '"kinght"', 'k: found "kinght"; did you mean "knight"? allowed: "knight", "footman"', "knight"),
        (choice, "{ a = 1 }", 'k: found { a = 1 }; allowed: "knight", "footman"', "knight"),
        (choices, '["kight"]', 'k[1]: found "kight"; did you mean "knight"? allowed: "knight", "footman"', ()),
        (choices, '["knight", "knight"]', 'k[2]: found "knight" a second time', ("knight",)),
        (choices, "[]", "k: found 0 entries; allowed: a list of different words", ()),
        (choices, '"knight"', 'k: found "knight"; allowed: a list', ()),
        (texts, '["a", "a"]', 'k[2]: found "a" a second time', ("a", "a")),
        (texts, '["A"]', 'k[1]: found "A"; allowed: text in quotation marks, small letters', ("A",)),
        (texts, '["a", "b", "c"]', "k: found 3 entries; allowed: a list of texts, small letters (1 to 2", None),
        (integers, "[1, false, 12]", "k[2]: found false; allowed: a whole number from 0 to 9", (1, 0, 0)),
        (integers, "[1, 2, 3, 4]", "k: found 4 entries; allowed: a list", (1, 2, 3, 4)),
        (lambda table: table.table("k").rest(), "3", "k: found 3; allowed: a table", ()),
        (lambda table: len(table.tables("k")), "[3]", "k[1]: found 3; allowed: a table", 1),
    ],
)
def test_wrong_values_are_told_with_what_is_allowed_and_replaced(
    take: object, value: str, message: str, instead: object
) -> None:
    assert callable(take)
    file = parsed(f"first = 0\nk = {value}\n")
    assert "first" in file.top
    result = take(file.top)
    assert instead is None or result == instead
    assert any(fault.startswith(f"line 2, {message}") for fault in faults(file))


def test_a_number_too_large_for_a_float_is_told() -> None:
    file = parsed("k = " + "9" * 400)
    assert file.top.number("k") == 0.0
    assert len(faults(file)) == 1


def test_all_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    file = parsed("b = 1\n[t]\nx = 1\n[u]\ntypo = 1\nz = false\n")
    table = file.top.table("u")
    assert table.integer("tipo", 0, 1, default=0) == 0
    assert table.boolean("z") is False
    assert file.top.table("t").text("x") == ""
    assert file.top.integer("a", 1, 2) == 1
    assert faults(file) == [
        "a: missing; allowed: a whole number from 1 to 2",
        "line 1, b: unknown key; allowed: u, t, a",
        "line 3, t.x: found 1; allowed: text in quotation marks, not empty",
        'line 5, u.typo: unknown key; did you mean "tipo"? allowed: tipo, z',
    ]


def test_the_message_names_the_file_and_the_number_of_faults() -> None:
    with pytest.raises(
        FaultyInput, match=r"^some\.toml: 2 faults\n  - line 1, a: unknown key.*\n  - line 2, b: unknown"
    ):
        parsed("a = 1\nb = 2").finish()
    with pytest.raises(FaultyInput, match=r"^some\.toml: 1 fault\n  - line 1, a: unknown key; allowed: none$"):
        parsed("a = 1").finish()


def test_a_missing_or_faulty_table_is_told_once_and_not_for_each_of_its_keys() -> None:
    file = parsed("wrong = 3")
    for name in ("missing", "wrong"):
        table = file.top.table(name)
        assert table.integer("a", 1, 2) == 1
        assert table.table("deeper").choice("b", ("x",)) == "x"
        table.fault("never said", "a")
    assert faults(file) == ["missing: missing; allowed: a table", "line 1, wrong: found 3; allowed: a table"]


def test_a_missing_key_has_the_line_of_its_table() -> None:
    file = parsed("a = 1\n[t]\n[t.u]\n")
    assert "a" in file.top
    file.top.table("t").table("u").boolean("b")
    assert faults(file) == ["line 3, t.u.b: missing; allowed: true or false"]


def test_a_path_below_a_fault_is_faulty_and_one_beside_it_is_not() -> None:
    file = parsed("[t]\nl = [1, 2]\n")
    file.top.table("t").fault("bad", "l")
    assert file.is_faulty(("t", "l", 0))
    assert not file.is_faulty(("t",))
    assert not file.is_faulty(("t", "m"))


def test_paths_are_shown_with_positions_from_one_and_odd_keys_quoted() -> None:
    assert shown_path(("a b", 0, "c", 1, 2)) == '"a b"[1].c[2][3]'


def test_long_values_are_shortened() -> None:
    assert shown("x" * 500).endswith("...")
    assert len(shown(["x" * 500])) < 100
