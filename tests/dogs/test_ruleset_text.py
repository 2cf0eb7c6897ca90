"""Showing rulesets: nothing that the file says is left out, and what is assumed is marked."""

from __future__ import annotations

import io
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from rich.console import Console

from simcore.dogs.ruleset import (
    ABILITIES,
    EFFECTS,
    HOUSE_ABILITIES,
    Ability,
    Provenance,
    Readings,
    Reward,
    Ruleset,
    Space,
    TacticCard,
)
from simcore.dogs.ruleset_file import load_ruleset
from simcore.dogs.ruleset_text import print_ruleset
from simcore.dogs.ruleset_words import (
    READINGS,
    ability_words,
    effect_words,
    house_ability_words,
    kind_words,
    name_words,
    number_of,
    reward_words,
    sources,
    space_words,
)
from tests.dogs.random_rulesets import rulesets


def shown(ruleset: Ruleset, width: int = 120) -> str:
    file = io.StringIO()
    print_ruleset(ruleset, Console(file=file, width=width))
    return file.getvalue()


@pytest.fixture(scope="module")
def base() -> Ruleset:
    return load_ruleset("base")


def row(text: str, start: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith(start)]
    assert len(lines) == 1, lines
    return " ".join(lines[0].split())


def test_numbers_stand_with_their_rule(base: Ruleset) -> None:
    text = shown(base)
    assert row(text, "R0.1") == "R0.1 Coins 68 in all: 20 worth 1, 16 worth 3"
    assert row(text, "R0.2").endswith("each House 8 with 3 players, 10 with 4 players, 12 with 5 players")
    assert row(text, "War Machine") == "War Machine 5 7 4 coins"
    assert row(text, "R1.2") == "R1.2 Value at which the Houses start -1"
    assert row(text, "R3.1") == "R3.1 Captains of a player 3 in Year 1, 4 in Year 2, 4 in Year 3, 5 in Year 4"
    assert row(text, "R5.3").endswith("2 up instead, and the loser's token 1 down")
    assert row(text, "R7.3") == "R7.3 Leftover coins 1 VP for every 2 coins"
    assert row(text, "Sabotage") == "Sabotage 4 move the tracker of any battle by 2, either way"
    assert row(text, "C4  VP").endswith("-3 -2 (-1) 0 1 2 3 4 5 6 7")
    assert row(text, "Captain O'Malley").endswith(
        "Profiteer: 1 coin for each battle with a Captain on the winning side"
    )


def test_every_tile_is_a_row_of_the_table(base: Ruleset) -> None:
    text = shown(base, width=200)
    assert row(text, "| 2 ") == "| 2 | 1 Influence | 1 Tactic card | 1 Footman | Arquebuser+ | Arquebuser+ | Knight+ |"
    assert "1 coin, 1 Influence" in text


def test_every_block_has_a_section_with_its_source_and_note(base: Ruleset) -> None:
    others = {"name", "title", "provenance", "house_abilities"}  # abilities stand in the block of the Houses
    assert {field.name for field in fields(Ruleset)} - others == set(base.provenance)
    text = shown(base, width=400)
    for block, provenance in base.provenance.items():
        label = {"rulebook": "from the rulebook", "reading": "our reading", "assumed": "ASSUMED"}[provenance.source]
        heading = next(line for line in text.splitlines() if line.endswith(f"[{block}]"))
        assert label in heading
        assert " ".join(provenance.note.split())[:300] in text


def test_assumed_blocks_are_named_at_the_top(base: Ruleset) -> None:
    head = shown(base).split("\n\n")[0]
    assert "ASSUMED, not the real component: tiles, bonus_tokens, tactic_cards, house_track" in head
    real = replace(base, provenance={block: Provenance("rulebook", "typed in") for block in base.provenance})
    assert "ASSUMED" not in shown(real)


def test_readings_are_shown_with_their_alternatives(base: Ruleset) -> None:
    line = row(shown(base, width=200), "I2")
    assert '"each" Last Stand in every battle' in line
    assert '"one": Last Stand in one battle a Year' in line
    other = replace(base, readings=replace(base.readings, last_stand_scope="one"))
    assert '"one" Last Stand in one battle a Year "each"' in row(shown(other, width=200), "I2")


def test_every_switch_has_words_and_its_default_first(base: Ruleset) -> None:
    assert list(READINGS) == [field.name for field in fields(Readings)]
    for switch, reading in READINGS.items():
        assert next(iter(reading.meanings)) == getattr(base.readings, switch)


def test_there_are_no_colours_outside_a_terminal_and_some_in_it(base: Ruleset) -> None:
    assert "\x1b" not in shown(base)
    file = io.StringIO()
    print_ruleset(base, Console(file=file, force_terminal=True, width=120, color_system="standard"))
    assert "\x1b[1;33mASSUMED" in file.getvalue()


def test_rewards_and_spaces_in_words() -> None:
    assert reward_words(Reward()) == "nothing"
    assert reward_words(Reward(vp=1, footman=2, captain=2)) == "1 VP, 2 Footmen, 2 Captains"
    assert space_words(Space(None, Reward(coins=1))) == "1 coin"
    assert space_words(Space("war_machine", Reward())) == "War Machine+\nnothing"
    assert number_of(0, "coins") == "0 coins"
    assert name_words("war_machine") == "War Machine"


def test_every_effect_and_ability_has_words(base: Ruleset) -> None:
    cards = [TacticCard("card", 1, effect, 7, "knight") for effect in EFFECTS]
    assert all(effect_words(card) for card in cards)
    for card in cards:
        assert ("7" in effect_words(card)) == (EFFECTS[card.effect] == "amount")
    assert effect_words(TacticCard("levy", 1, "soldier", 0, "knight")) == "take 1 Knight"
    for kind in ABILITIES:
        assert "7" in ability_words(Ability(kind, 7), base.readings)


def test_abilities_of_the_rulebook_have_its_own_names(base: Ruleset) -> None:
    names = [kind_words(ability.kind) for dog in base.dogs for ability in dog.abilities]
    assert names == ["Spoils of War", "Upstage", "Profiteer", "Last Stand", "Retreat"]
    for kind in ABILITIES:
        assert ability_words(Ability(kind, 7), base.readings).startswith(f"{kind_words(kind)}: ")


def test_abilities_and_readings_are_told_of_any_dog_alike(base: Ruleset) -> None:
    readings = [meaning for reading in READINGS.values() for meaning in reading.meanings.values()]
    told = [ability_words(Ability(kind, amount), base.readings) for kind in ABILITIES for amount in (1, 2)]
    told += [house_ability_words(Ability(kind, 2)) for kind in HOUSE_ABILITIES]
    said = {word.strip(".,:;").lower() for text in [*told, *readings] for word in text.split()}
    assert not said & {"he", "him", "his", "she", "her", "hers"}


def test_every_ability_of_a_house_has_words() -> None:
    for kind in HOUSE_ABILITIES:
        assert str(2 if kind != "more_bonus" else 3) in house_ability_words(Ability(kind, 2))
    assert house_ability_words(Ability("knight_strength", -2)).endswith("moves the tracker 2 less")
    assert house_ability_words(Ability("influence_value", -2)).endswith("counts 2 VP less at the end")
    assert house_ability_words(Ability("lower_conditions", 3)).endswith("any Soldier may go on any space")


def test_houses_with_abilities_are_shown(base: Ruleset) -> None:
    abilities: dict[str, tuple[Ability, ...]] = {"talbot": (Ability("placement_coins", 1), Ability("more_bonus", 1))}
    text = shown(replace(base, house_abilities=abilities), 120)
    assert "Talbot" in text and "1 coin for each Captain placed for it" in text and "given 2 times" in text
    assert "placed for it" not in shown(base)


def test_abilities_are_told_as_the_readings_have_them(base: Ruleset) -> None:
    other = replace(base.readings, last_stand_scope="one", last_stand_to_glory=False, upstage_needs_captain=False)
    assert "in one battle a Year fought, short of the last space" in ability_words(Ability("last_stand", 2), other)
    assert ability_words(Ability("upstage", 2), other).endswith("is decided, even with none there")
    assert "50% of the losing Captains, rounded down" in ability_words(Ability("retreat", 50), other)


def test_sources_keep_every_block(base: Ruleset) -> None:
    assert {block for blocks in sources(base).values() for block in blocks} == set(base.provenance)


@settings(max_examples=15)
@given(rulesets())
def test_any_ruleset_can_be_shown_in_any_width(ruleset: Ruleset) -> None:
    for width in (40, 120):
        text = shown(ruleset, width)
        assert max(map(len, text.splitlines())) <= width
