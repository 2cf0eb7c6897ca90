"""Faults of ruleset files: each is told with its line, its key, what was found and what is allowed; all at once."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from simcore.dogs import ruleset_file
from simcore.dogs.ruleset import Ruleset
from simcore.dogs.ruleset_file import build_ruleset
from simcore.errors import FaultyInput, UserError
from simcore.tomlfile import parse_toml

TEXT = (Path(ruleset_file.__file__).parent / "rulesets" / "base.toml").read_text(encoding="utf-8")
_NO_BLOCKS = ("name", "title", "provenance", "house_abilities")
BLOCKS = [field.name for field in fields(Ruleset) if field.name not in _NO_BLOCKS]


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1, f"{old!r} stands {TEXT.count(old)} times in base.toml"
    return TEXT.replace(old, new)


def faults_of(text: str) -> list[str]:
    with pytest.raises(FaultyInput) as caught:
        build_ruleset(parse_toml(text, "mine.toml"), "mine")
    return caught.value.faults


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


# What is changed in base.toml, the key that must be named, what must be said of it.

UNKNOWN_KEYS = [
    ("[setup]", "[setups]", "setups", 'unknown key; did you mean "setup"?'),
    ("coins_of_1 = 20", "coin_of_1 = 20", "components.coin_of_1", 'did you mean "coins_of_1"?'),
    ("5 = 12 }", "6 = 12 }", "components.influence_tokens.6", "unknown number of players; allowed: 3, 4, 5"),
    ("war_machine = { cards", "cannon = { cards", "soldiers.cannon", "unknown Soldier type"),
    ("cost = 4 }", "price = 4 }", "soldiers.war_machine.price", "allowed: cards, strength, cost"),
    ("limited_coins =", "limit_coins =", "readings.limit_coins", 'unknown reading; did you mean "limited_coins"'),
    ("{ vp = 3 }  ", "{ pv = 3 }  ", "years.last_bonus.pv", "unknown reward; allowed: vp, coins, footman"),
    ("knight = 1 }\n", "night = 1 }\n", "bonus_tokens.5.night", 'unknown reward; did you mean "knight"?'),
    ("{ arquebuser = 1, coins", "{ archer = 1, coins", "tiles.4[5].reward.archer", "unknown reward; allowed: vp"),
    ("8 = [\n", "eight = [\n", "tiles.eight", "unknown key"),
    ('title = "Stormcrow"', 'titel = "Stormcrow"', "dogs.stormcrow.titel", 'did you mean "title"?'),
    ("captains = 1 }", "captains = 1, power = 1 }", "dogs.macbeth.abilities[1].power", "unknown key"),
]

MISSING_KEYS = [
    ("income = 3", "", "years.income", "missing; allowed: a whole number from 0 to 50"),
    ("last_stand_to_glory = true", "", "readings.last_stand_to_glory", "missing; allowed: true or false"),
    ('title = "Stormcrow"', "", "dogs.stormcrow.title", "missing; allowed: text"),
    ('note = "End of the Game."', "", "scoring.note", "missing; allowed: text"),
    ('"tracker", amount = 2', '"tracker"', "tactic_cards.sabotage.amount", "missing; allowed: a whole number"),
    (', soldier = "arquebuser"', "", "tactic_cards.levy.soldier", 'missing; allowed: "footman", "arquebuser"'),
    ("abilities = [{ kind = \"retreat\", percent = 100 }]", "", "dogs.stormcrow.abilities", "missing; allowed: a list"),
    (", spaces = 2 }", " }", "dogs.nameless_conqueror.abilities[1].spaces", "missing; allowed: a whole number"),
]  # fmt: skip

WRONG_TYPES = [
    ("coins = 5  ", 'coins = "five"  ', "setup.coins", 'found "five"; allowed: a whole number from 0 to 50'),
    ("coins = 5  ", "coins = true  ", "setup.coins", "found true; allowed: a whole number"),
    ("coins = 5  ", "coins = 5.0  ", "setup.coins", "found 5.0; allowed: a whole number"),
    ("limited_coins = true", "limited_coins = 1", "readings.limited_coins", "found 1; allowed: true or false"),
    ("[3, 4, 4, 5]", "4", "years.captains", "found 4; allowed: a list"),
    ("[3, 4, 4, 5]", '[3, "4", 4, 5]', "years.captains[2]", 'found "4"; allowed: a whole number from 1 to 12'),
    ("1 = { captain = 1 }", "1 = 3", "bonus_tokens.1", "found 3; allowed: a table"),
    ("{ needs = \"knight\", reward = { captain = 1 } }", "7", "tiles.3[6]", "found 7; allowed: a table"),
    ("[-3, -2,", "[-3.5, -2,", "house_track.spaces[1]", "found -3.5; allowed: a whole number from -30 to 30"),
    ('"Stormcrow"', '"Storm\\ncrow"', "dogs.stormcrow.title", "allowed: text in quotation marks, on one line"),
    ('"Stormcrow"', "7", "dogs.stormcrow.title", "found 7; allowed: text in quotation marks"),
]  # fmt: skip

OUT_OF_RANGE = [
    ("coins_of_1 = 20", "coins_of_1 = 501", "components.coins_of_1", "found 501; allowed: a whole number from 0 to"),
    ("coins_of_1 = 20", "coins_of_1 = -1", "components.coins_of_1", "found -1; allowed: a whole number from 0 to"),
    ("5 = 12 }", "5 = 51 }", "components.influence_tokens.5", "allowed: a whole number from 0 to 50"),
    ("figures = 6", "figures = 13", "components.captain_figures", "allowed: a whole number from 1 to 12"),
    ("strength = 7", "strength = 0", "soldiers.war_machine.strength", "allowed: a whole number from 1 to 100"),
    ("cost = 4", "cost = 0", "soldiers.war_machine.cost", "allowed: a whole number from 1 to 50"),
    ("number = 3  ", "number = 4  ", "battle.number", "allowed: a whole number from 1 to 3"),
    ("track_end = 15", "track_end = 0", "battle.track_end", "allowed: a whole number from 1 to 100"),
    ("glorious_steps = 2", "glorious_steps = 25", "battle.glorious_steps", "allowed: a whole number from 0 to 24"),
    ("coins_per_vp = 2", "coins_per_vp = 0", "scoring.coins_per_vp", "allowed: a whole number from 1 to 1,000"),
    ("vp_per_captain = 1", "vp_per_captain = 11", "battle.vp_per_captain", "allowed: a whole number from 0 to 10"),
    ("percent = 100", "percent = 101", "dogs.stormcrow.abilities[1].percent", "a whole number from 0 to 100"),
    ("{ coins = 3 }\n", "{ coins = 21 }\n", "bonus_tokens.2.coins", "allowed: a whole number from 0 to 20"),
    ("[3, 4, 4, 5]", "[]", "years.captains", "found 0 entries; allowed: a list"),
    ("[3, 4, 4, 5]", "[1, 1, 1, 1, 1, 1, 1]", "years.captains", "found 7 entries; allowed: a list"),
]

UNKNOWN_WORDS = [
    ('"reading"\n', '"guess"\n', "readings.source", 'found "guess"; allowed: "rulebook", "reading", "assumed"'),
    ('scope = "each"', 'scope = "both"', "readings.last_stand_scope", 'found "both"; allowed: "each", "one"'),
    ('"shared"', '"most_coins"', "readings.tied_winners", 'allowed: "shared"'),
    ('kind = "upstage"', 'kind = "upstaging"', "dogs.macbeth.abilities[1].kind", 'did you mean "upstage"?'),
    ('"tracker"', '"traker"', "tactic_cards.sabotage.effect", 'did you mean "tracker"? allowed: "betrayal"'),
    ('soldier = "knight" }', 'soldier = "king" }', "tactic_cards.muster_of_knights.soldier", 'allowed: "footman"'),
    ('"knight", reward = { captain', '"kinght", reward = { captain', "tiles.3[6].needs", 'did you mean "knight"?'),
]

SUPERFLUOUS_PARAMETERS = [
    (
        '"betrayal" }',
        '"betrayal", amount = 1 }',
        "tactic_cards.betrayal.amount",
        '"betrayal" has no amount; allowed: no',
    ),
    ("amount = 4 }", 'amount = 4, soldier = "knight" }', "tactic_cards.heavy_guns.soldier", 'allowed: "amount" with'),
    ("captains = 1 }", "captains = 1, coins = 1 }", "dogs.macbeth.abilities[1].coins", '"upstage" has no coins'),
]

NAMES = [
    ("[dogs.macbeth]", "[dogs.MacBeth]", "dogs.MacBeth", "allowed: small letters"),
    ("renown  ", '"war chest"  ', 'tactic_cards."war chest"', "allowed: small letters"),
    ('"talbot", "mallory"', '"talbot", "talbot"', "houses.names[6]", 'found "talbot" a second time'),
    ('"mallory"', '"House Mallory"', "houses.names[6]", "allowed: text in quotation marks, small letters"),
    ('"mallory"', '"mallory", "ethelred"', "houses.names", "found 7 entries; allowed: a list"),
    ("profiteer", "upstage", "dogs.omalley.abilities[1].coins", '"upstage" has no coins; allowed: "captains"'),
]

ABILITIES = [
    ("profiteer\", coins = 1", "income\", coins = 21", "dogs.omalley.abilities[1].coins", "whole number from 0 to 20"),
    ("profiteer\", coins = 1", "lower_conditions\", types = 4", "dogs.omalley.abilities[1].types", "from 0 to 3"),
    ("profiteer\", coins = 1", "knight_strength\", spaces = -1", "dogs.omalley.abilities[1].spaces", "from 0 to 100"),
    ("profiteer\", coins = 1", "beaten_vp\", vp = 1", "dogs.omalley.abilities[1].kind",
     'found "beaten_vp"; did you mean "captain_vp"? allowed: "spoils_of_war", "upstage"'),
    ("[setup] ", "[houses.talbot]\nabilities = [{ kind = \"income\", coins = 1 }]\n[setup] ",
     "houses.talbot.abilities[1].kind", 'found "income"; allowed: "footman_strength"'),
    ("[setup] ", "[houses.talbot]\nabilities = [{ kind = \"more_bonus\", times = 3 }]\n[setup] ",
     "houses.talbot.abilities[1].times", "found 3; allowed: a whole number from 0 to 2"),
    ("[setup] ", "[houses.talbot]\nabilities = [{ kind = \"influence_value\", vp = -6 }]\n[setup] ",
     "houses.talbot.abilities[1].vp", "found -6; allowed: a whole number from -5 to 5"),
    ("[setup] ", "[houses.talbot]\nabilities = [{ kind = \"beaten_vp\", coins = 1 }]\n[setup] ",
     "houses.talbot.abilities[1].coins", '"beaten_vp" has no coins; allowed: "vp" with this kind'),
    ("[setup] ", "[houses.talbot]\nabilities = [{ kind = \"beaten_vp\", vp = 1 }, { kind = \"beaten_vp\", vp = 2 }]\n"
     "[setup] ", "houses.talbot.abilities", 'found "beaten_vp" more than once; allowed once'),
    ("[setup] ", "[houses.ethelred]\nabilities = []\n[setup] ", "houses.ethelred",
     "unknown key; allowed: source, note, names"),
    ("[setup] ", "[houses.talbot]\n[setup] ", "houses.talbot.abilities", "missing; allowed: a list"),
]  # fmt: skip

COUNTS = [
    ("tactic_cards = 32", "tactic_cards = 31", "components.tactic_cards", "found 31; allowed: 32"),
    ("copies = 1,", "copies = 2,", "components.tactic_cards", "found 32; allowed: 33, which the copies"),
    ("tiles = 8  ", "tiles = 9  ", "components.tiles", "found 9; allowed: 8, the number of tiles listed"),
    ("spaces = 6  ", "spaces = 5  ", "tiles.1", "found 6 spaces; allowed: 5, as components.spaces says"),
    ('    { needs = "knight", reward = { coins = 4 } },\n', "", "tiles.7", "found 5 spaces; allowed: 6"),
    ("bonus_tokens = 6", "bonus_tokens = 7", "components.bonus_tokens", "found 7; allowed: 6, the number of tokens"),
    ("7 = [\n", "9 = [\n", "tiles.8", 'found number 8; allowed: numbers from 1 without a gap, here "7"'),
]

MISFITS = [
    (', "talbot", "mallory"', "", "houses.names", "found 4 Houses; allowed: at least 6, for 3 battles a Year"),
    (', "talbot", "mallory"', "", "houses.names", "allowed: at least 5, a Support card for each player"),
    ("battles = 2  ", "battles = 3  ", "short_game.houses_removed", "found 2; allowed: at most 0, so that 6 Houses"),
    ("houses_removed = 2", "houses_removed = 3", "short_game.houses_removed", "found 3; allowed: at most 2"),
    ("number = 3  ", "number = 1  ", "short_game.battles", "found 2; allowed: at most 1, as battle.number says"),
    ("coins = 5  ", "coins = 14  ", "setup.coins", "found 14; allowed: at most 13, as the box holds 68 coins for 5"),
    ("cards = 2  ", "cards = 7  ", "setup.tactic_cards", "found 7; allowed: at most 6, as the deck has 32 cards"),
    ("[3, 4, 4, 5]", "[3, 4, 4, 7]", "years.captains[4]", "found 7; allowed: at most 6, the figures of a player"),
    ("house_value = -1", "house_value = 8", "setup.house_value", "found 8; allowed: a value on the House Victory"),
    ("[-3, -2, -1,", "[-3, -1, -1,", "house_track.spaces[3]", "found -1 after -1; allowed: values that rise"),
    ("captains = 1 }", 'captains = 1 }, { kind = "upstage", captains = 2 }', "dogs.macbeth.abilities",
     'found "upstage" more than once; allowed once'),
]  # fmt: skip

FAULTS = [
    *UNKNOWN_KEYS,
    *MISSING_KEYS,
    *WRONG_TYPES,
    *OUT_OF_RANGE,
    *UNKNOWN_WORDS,
    *SUPERFLUOUS_PARAMETERS,
    *NAMES,
    *ABILITIES,
    *COUNTS,
    *MISFITS,
]


@pytest.mark.parametrize(("old", "new", "key", "said"), FAULTS)
def test_a_fault_is_told_with_its_key_what_was_found_and_what_is_allowed(
    old: str, new: str, key: str, said: str
) -> None:
    faults = faults_of(changed(old, new))
    assert any(re.match(rf"line \d+, {re.escape(key)}: ", fault) and said in fault for fault in faults), faults


@pytest.mark.parametrize("block", BLOCKS)
def test_a_missing_block_is_told_once(block: str) -> None:
    text = re.sub(rf"(?ms)^\[{block}(\.\w+)?\].*?(?=^\[)", "", TEXT + "\n[end]\n").replace("[end]", "")
    assert faults_of(text) == [f"{block}: missing; allowed: a table"]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_without_source_and_note_is_told(block: str) -> None:
    text = re.sub(rf'(?ms)^(\[{block}\].*?)^source.*?^note = (""".*?"""|".*?")$', r"\1", TEXT)
    faults = faults_of(text)
    assert [fault.split(", ")[1].split(":")[0] for fault in faults] == [f"{block}.source", f"{block}.note"]


def test_an_empty_file_has_every_block_missing() -> None:
    assert faults_of("") == [
        "title: missing; allowed: text in quotation marks, on one line, not empty",
        *(f"{block}: missing; allowed: a table" for block in BLOCKS),
    ]


def test_too_few_and_too_many_dogs_and_cards_are_told() -> None:
    dogs = "".join(f'\n[dogs.dog{n}]\ntitle = "x"\nabilities = []\n' for n in range(8))
    assert "found 13 Dogs; allowed: 3 to 12" in faults_of(changed("[readings]", dogs + "[readings]"))[0]
    few = re.sub(r"(?ms)^\[dogs\.(macbeth|omalley|stormcrow)\].*?(?=^\[)", "", TEXT)
    assert "found 2 Dogs; allowed: 3 to 12" in faults_of(few)[0]
    cards = "".join(f'card{n} = {{ copies = 0, effect = "betrayal" }}\n' for n in range(13))
    assert "found 25 cards; allowed: 1 to 24" in faults_of(changed("renown  ", cards + "renown  "))[0]


def test_a_fault_has_the_line_of_its_key() -> None:
    text = changed("{ coins = 4 }", "{ coins = 40 }")
    assert faults_of(text) == [
        f"line {line_of(text, 'coins = 40')}, tiles.7[6].reward.coins: found 40; allowed: a whole number from 0 to 20"
    ]


def test_all_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    text = TEXT
    rows = [UNKNOWN_KEYS[5], MISSING_KEYS[0], WRONG_TYPES[0], OUT_OF_RANGE[0], UNKNOWN_WORDS[4], NAMES[0], COUNTS[2]]
    for old, new, *_ in rows:
        text = text.replace(old, new)
    faults = faults_of(text)
    for _, _, key, said in rows:
        assert any(f"{key}: " in fault and said in fault for fault in faults)
    assert len(faults) == len(rows) + 1  # the misspelt reading is missing under its right name
    lines = [int(fault.split(",")[0].split()[1]) for fault in faults]
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tactic_cards = 32", "tactic_cards = 97"),
        ("house_value = -1", "house_value = 99"),
        ("copies = 1,", "copies = true,"),
        ('"talbot", "mallory"', '"talbot", "talbot"'),
        ('effect = "soldier", soldier = "knight"', 'effect = "solder", soldier = "knight"'),
        ("number = 3  ", 'number = "three"  '),
    ],
)
def test_a_faulty_value_causes_no_second_fault_where_it_is_compared(old: str, new: str) -> None:
    assert len(faults_of(changed(old, new))) == 1


def test_a_file_that_is_not_toml_is_told_with_its_line() -> None:
    line = line_of(TEXT, "income = 3")
    with pytest.raises(UserError, match=rf"^mine\.toml, line {line}, column 10: not valid TOML"):
        parse_toml(changed("income = 3", "income = three"), "mine.toml")
