"""Rulesets: what the base rules say, how they are loaded, what the hash covers, how large values may be."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from simcore.dogs import limits, ruleset_file
from simcore.dogs.ruleset import (
    ABILITIES,
    EFFECTS,
    HOUSE_ABILITIES,
    REWARDS,
    SOLDIERS,
    SOURCES,
    Ability,
    Readings,
    Reward,
    Ruleset,
    Space,
    ruleset_hash,
)
from simcore.dogs.ruleset_check import check_ruleset
from simcore.dogs.ruleset_file import build_ruleset, load_ruleset, shipped_rulesets
from simcore.errors import UserError
from simcore.tomlfile import parse_toml
from tests.dogs.random_rulesets import rulesets

BASE = Path(ruleset_file.__file__).parent / "rulesets" / "base.toml"
TEXT = BASE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def base() -> Ruleset:
    return load_ruleset("base")


def built(text: str) -> Ruleset:
    return build_ruleset(parse_toml(text, "mine.toml"), "mine")


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1, f"{old!r} stands {TEXT.count(old)} times in base.toml"
    return TEXT.replace(old, new)


# What base.toml says, rule by rule.


def test_r0_1_r0_2_coins_and_influence_tokens(base: Ruleset) -> None:
    assert (base.components.coins_of_1, base.components.coins_of_3, base.components.coins) == (20, 16, 68)
    assert base.components.influence_tokens == {3: 8, 4: 10, 5: 12}


def test_r0_3_r0_6_soldiers(base: Ruleset) -> None:
    assert [(name, s.cards, s.strength, s.cost) for name, s in base.soldiers.items()] == [
        ("footman", 20, 1, 1),
        ("arquebuser", 15, 3, 2),
        ("knight", 10, 5, 3),
        ("war_machine", 5, 7, 4),
    ]


def test_r0_4_r0_5_other_components(base: Ruleset) -> None:
    parts = base.components
    assert (parts.tactic_cards, parts.tiles, parts.spaces, parts.bonus_tokens) == (32, 8, 6, 6)
    assert parts.captain_figures == 6
    assert base.houses == ("harlow", "tornborn", "bastiani", "hackett", "talbot", "mallory")


def test_r1_setup(base: Ruleset) -> None:
    assert (base.setup.coins, base.setup.tactic_cards, base.setup.house_value) == (5, 2, -1)
    assert (base.short_game.houses_removed, base.short_game.battles) == (2, 2)


def test_r2_r3_years(base: Ruleset) -> None:
    assert base.years.captains == (3, 4, 4, 5)
    assert base.years.number == 4
    assert base.years.income == 3
    assert base.years.last_bonus == Reward(vp=3)


def test_r4_r5_battles(base: Ruleset) -> None:
    battle = base.battle
    assert (battle.number, battle.track_end, battle.vp_per_captain) == (3, 15, 1)
    assert (battle.victory_steps, battle.glorious_steps, battle.crushing_steps) == (1, 2, 1)


def test_r7_scoring(base: Ruleset) -> None:
    assert (base.scoring.support_tokens, base.scoring.coins_per_vp, base.scoring.vp_per_card) == (2, 2, 1)


def test_r8_dogs_of_war(base: Ruleset) -> None:
    assert [(dog.name, dog.title, dog.abilities) for dog in base.dogs] == [
        ("blackmane", "Sir Blackmane", (Ability("spoils_of_war", 1),)),
        ("macbeth", "Lady Ordalia Macbeth", (Ability("upstage", 1),)),
        ("omalley", "Captain O'Malley", (Ability("profiteer", 1),)),
        ("nameless_conqueror", "The Nameless Conqueror", (Ability("last_stand", 2),)),
        ("stormcrow", "Stormcrow", (Ability("retreat", 100),)),
    ]


def test_i1_to_i6_readings_have_their_defaults(base: Ruleset) -> None:
    assert base.readings == Readings("shared", "each", True, True, True, True)


C1 = """
- 1 influence; - 1 coins; - ; A 2 influence; A 2 coins; K 3 vp
- 1 influence; - 1 tactics; - 1 footman; A 1 influence 1 coins; A 1 knight; K 3 influence
- 1 coins; - 1 vp; - ; A 2 influence; A 2 tactics; K 1 captain
- 1 influence; - 1 footman; - 1 vp; A 2 vp; A 1 arquebuser 1 coins; K 2 influence
- 1 influence; - 1 influence; - ; A 1 captain; A 3 coins; K 1 war_machine
- 1 tactics; - 2 coins; - ; A 2 influence; A 2 vp; K 2 influence 1 vp
- 1 influence; - 1 vp; - 1 arquebuser; A 1 tactics 1 influence; A 1 knight; K 4 coins
- 1 influence; - 1 coins; - 1 tactics; A 3 vp; A 2 influence; K 3 influence
"""


def space(text: str) -> Space:
    needs, *words = text.split()
    amounts = {kind: int(amount) for amount, kind in zip(words[::2], words[1::2], strict=True)}
    return Space({"-": None, "A": "arquebuser", "K": "knight"}[needs], Reward(**amounts))


def test_c1_tiles(base: Ruleset) -> None:
    expected = tuple(tuple(map(space, line.split(";"))) for line in C1.strip().splitlines())
    assert base.tiles == expected


def test_c2_bonus_tokens(base: Ruleset) -> None:
    assert base.bonus_tokens == (
        Reward(captain=1),
        Reward(coins=3),
        Reward(influence=2),
        Reward(tactics=2),
        Reward(knight=1),
        Reward(war_machine=1),
    )


def test_c3_tactic_deck(base: Ruleset) -> None:
    assert [(c.name, c.copies, c.effect, c.soldier or c.amount) for c in base.tactic_cards] == [
        ("betrayal", 4, "betrayal", 0),
        ("reinforcements", 4, "strength", 2),
        ("heavy_guns", 2, "strength", 4),
        ("war_chest", 3, "coins", 2),
        ("levy", 3, "soldier", "arquebuser"),
        ("muster_of_knights", 2, "soldier", "knight"),
        ("sabotage", 4, "tracker", 2),
        ("adjutant", 2, "captain", 1),
        ("envoy", 3, "influence", 1),
        ("forced_march", 2, "ignore_condition", 0),
        ("plunder", 2, "double_reward", 0),
        ("renown", 1, "vp", 2),
    ]


def test_c4_house_victory_track(base: Ruleset) -> None:
    assert base.house_track == (-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7)


def test_every_block_says_where_its_values_come_from(base: Ruleset) -> None:
    blocks = {field.name for field in fields(Ruleset)} - {"name", "title", "provenance", "house_abilities"}
    assert set(base.provenance) == blocks
    assert all(entry.source in SOURCES and entry.note for entry in base.provenance.values())
    by_source = {source: {b for b, entry in base.provenance.items() if entry.source == source} for source in SOURCES}
    assert by_source["assumed"] == {"tiles", "bonus_tokens", "tactic_cards", "house_track"}
    assert by_source["reading"] == {"readings"}


def test_readings_without_a_switch_are_told_in_the_note(base: Ruleset) -> None:
    note = base.provenance["readings"].note
    assert [rule for rule in range(7, 17) if f"(I{rule})" not in note] == []
    assert re.findall("# (I[1-6]):", TEXT) == ["I1", "I2", "I3", "I4", "I5", "I6"]


# Loading.


def test_shipped_rulesets_are_loaded_by_name_and_files_by_path(base: Ruleset, tmp_path: Path) -> None:
    assert "base" in shipped_rulesets()
    assert base.name == "base"
    (tmp_path / "mine.toml").write_text(TEXT, encoding="utf-8")
    mine = load_ruleset(tmp_path / "mine.toml")
    assert replace(mine, name="base") == base
    assert load_ruleset("mine.toml", folder=tmp_path) == mine
    assert mine.name == "mine"


def test_an_unknown_name_is_told_with_the_nearest_and_all_others(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r'"bas".*did you mean "base"\? allowed: "base"'):
        load_ruleset("bas")
    with pytest.raises(UserError, match=r"none\.toml: there is no such file"):
        load_ruleset("none.toml", folder=tmp_path)


def test_an_ability_of_amount_0_is_none() -> None:
    ruleset = built(changed('kind = "upstage", captains = 1', 'kind = "upstage", captains = 0'))
    assert ruleset.dogs[1].abilities == ()


def with_house(*abilities: str, name: str = "talbot") -> Ruleset:
    text = ", ".join(f"{{ {ability} }}" for ability in abilities)
    return built(changed("[setup] ", f"[houses.{name}]\nabilities = [{text}]\n[setup] "))


def test_any_house_may_have_any_abilities_but_those_of_amount_0() -> None:
    entries = [f'kind = "{kind}", {parameter} = 2' for kind, parameter in HOUSE_ABILITIES.items()]
    assert with_house(*entries).house_abilities == {"talbot": tuple(Ability(kind, 2) for kind in HOUSE_ABILITIES)}
    assert with_house('kind = "beaten_vp", vp = 0').house_abilities == {}
    assert with_house('kind = "knight_strength", spaces = -2').house_abilities["talbot"][0].amount == -2


def test_any_dog_may_have_any_abilities() -> None:
    every = ", ".join(f'{{ kind = "{kind}", {parameter} = 3 }}' for kind, parameter in ABILITIES.items())
    ruleset = built(changed('[{ kind = "profiteer", coins = 1 }]', f"[{every}]"))
    assert ruleset.dogs[2].abilities == tuple(Ability(kind, 3) for kind in ABILITIES)


def test_every_effect_can_be_written() -> None:
    values = {None: "", "amount": ", amount = 3", "soldier": ', soldier = "footman"'}
    cards = "".join(
        f'new_{effect} = {{ copies = 0, effect = "{effect}"{values[parameter]} }}\n'
        for effect, parameter in EFFECTS.items()
    )
    ruleset = built(changed("renown  ", cards + "renown  "))
    new = [card for card in ruleset.tactic_cards if card.name.startswith("new_")]
    assert [card.effect for card in new] == list(EFFECTS)
    assert all(card.amount == (3 if EFFECTS[card.effect] == "amount" else 0) for card in new)


# The hash.


def test_hash_of_the_base_rules_is_known(base: Ruleset) -> None:
    """Changes with base.toml's values only; note such a change in the game's version history."""
    assert ruleset_hash(base) == "a325192a63d655b6"


def without_comments(text: str) -> str:
    return re.sub(r"(?m)\s*#.*$", "", text)


@pytest.mark.parametrize(
    "text",
    [
        without_comments(TEXT),
        changed("income = 3", "").replace("[years]", "[years]\nincome = 3"),
        changed('title = "Stormcrow"', 'title = "Crow"'),
        changed('title = "Dogs of War, ', 'title = "Other title, '),
        changed('source = "reading"\n', 'source = "assumed"\n'),
        changed("note = \"End of the Game.\"", "note = \"?\""),
        changed("{ influence = 2, vp = 1 }", "{ vp = 1, influence = 2, coins = 0 }"),
        changed("    {},\n    { needs = \"arquebuser\", reward = { captain", "    { reward = { } },\n    "
                "{ needs = \"arquebuser\", reward = { captain"),
        re.sub(r"(?ms)^(\[setup\].*?)^(\[short_game\].*?)(?=^\[years\])", r"\2\1", TEXT),
    ],
)  # fmt: skip
def test_hash_does_not_cover_how_the_file_is_written_nor_titles_and_sources(base: Ruleset, text: str) -> None:
    assert text != TEXT
    assert ruleset_hash(built(text)) == ruleset_hash(base)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("income = 3", "income = 4"),
        ("last_stand_to_glory = true", "last_stand_to_glory = false"),
        ("percent = 100", "percent = 50"),
        ('"harlow", "tornborn"', '"tornborn", "harlow"'),
        ("[-3, -2, -1, 0,", "[-4, -2, -1, 0,"),
        ("[dogs.macbeth]", "[dogs.mcbeth]"),
        ("heavy_guns        =", "big_guns =="[:-1]),
        ("{ needs = \"knight\", reward = { captain", "{ needs = \"arquebuser\", reward = { captain"),
    ],
)  # fmt: skip
def test_hash_covers_every_value_and_the_order_that_chance_picks_by(base: Ruleset, old: str, new: str) -> None:
    assert ruleset_hash(built(changed(old, new))) != ruleset_hash(base)


def test_hash_covers_the_abilities_of_houses_and_not_their_order(base: Ruleset) -> None:
    one, other = 'kind = "beaten_vp", vp = 1', 'kind = "placement_coins", coins = 1'
    hashes = {ruleset_hash(with_house(*abilities)) for abilities in ((one, other), (other, one))}
    assert len(hashes) == 1
    hashes |= {ruleset_hash(rules) for rules in (base, with_house(one), with_house(one, name="harlow"))}
    assert len(hashes) == 4
    assert ruleset_hash(with_house()) == ruleset_hash(base)


# Random and largest rulesets.


@settings(max_examples=60)
@given(rulesets())
def test_random_rulesets_are_valid_and_have_hashes(ruleset: Ruleset) -> None:
    assert check_ruleset(ruleset) == []
    assert re.fullmatch("[0-9a-f]{16}", ruleset_hash(ruleset))
    assert len(ruleset.dogs) >= limits.MAX_PLAYERS


def test_check_ruleset_looks_at_rulesets_made_in_code(base: Ruleset) -> None:
    assert check_ruleset(base) == []
    wrong = replace(base, dogs=(*base.dogs, base.dogs[0]), house_track=(3, 2, 1))
    assert check_ruleset(wrong) == [
        'dogs: found "blackmane" more than once; allowed once',
        "house_track.spaces[2]: found 2 after 3; allowed: values that rise from space to space",
        "house_track.spaces[3]: found 1 after 2; allowed: values that rise from space to space",
        "setup.house_value: found -1; allowed: a value on the House Victory track: 3, 2, 1",
    ]


def test_the_largest_values_allowed_keep_every_score_within_16_bits() -> None:
    most = ruleset_file
    battles, years = limits.MAX_BATTLES, limits.MAX_YEARS
    placements = most._MOST_FIGURES * years  # R0.5: never more Captains on the board
    each_turn = 3 * most._MOST_GIVEN  # a space, Plunder's second time, a Tactic card
    bonuses = (1 + most._MOST_TIMES_MORE) * most._MOST_GIVEN * battles * years
    beaten = (most._MOST_VP_EACH + 2 * most._MOST_MORE_EACH) * limits.MAX_SPACES * battles * years
    victories = most._MOST_VP_EACH * battles * years + most._MOST_VP_EACH * placements
    tokens = placements * each_turn + bonuses + beaten + victories
    value = most._MOST_TRACK_VALUE + most._MOST_VALUE_MORE
    influence = limits.MAX_HOUSES * most._MOST_INFLUENCE_TOKENS * value
    support = most._MOST_SUPPORT_TOKENS * value
    profit = most._MOST_GIVEN * battles * years  # of battles won, or lost
    income = most._MOST_COINS_GIVEN * (1 + years) + most._MOST_GIVEN * (1 + years)
    placed = 2 * most._MOST_PER_PLACEMENT * placements
    coins = income + placements * each_turn + placed + bonuses + profit  # limited_coins = false
    cards = (limits.MAX_DECK + most._MOST_SOLDIER_CARDS * len(SOLDIERS)) * most._MOST_VP_EACH
    assert tokens + influence + support + coins + cards <= np.iinfo(np.int16).max
    assert most._MOST_MOVED * battles * years <= np.iinfo(np.int16).max  # Last Stand's gain
    assert len(REWARDS) == limits.N_REWARDS
    assert len(SOLDIERS) == limits.N_SOLDIERS
    assert len(ABILITIES) == limits.N_ABILITIES
    assert len(HOUSE_ABILITIES) == limits.N_HOUSE_ABILITIES
