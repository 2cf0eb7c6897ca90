"""Variants of Dogs of War: those that come with simcore, and what is checked of all."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from simcore.dogs.ruleset import ABILITIES, Ability, Ruleset, ruleset_hash
from simcore.dogs.ruleset_file import load_ruleset
from simcore.dogs.ruleset_words import sources
from simcore.dogs.variant_file import SHELF, Varied, load_varied, vary
from simcore.errors import FaultyInput
from simcore.tomlfile import parse_toml
from simcore.variant import build_variant, load_variant, shipped_variants

SHIPPED = shipped_variants(SHELF)
ABILITY_OF = {
    "no_spoils_of_war": "blackmane",
    "no_upstage": "macbeth",
    "no_profiteer": "omalley",
    "no_last_stand": "nameless_conqueror",
    "no_retreat": "stormcrow",
}


@pytest.fixture(scope="module")
def base() -> Ruleset:
    return load_ruleset("base")


def varied(text: str) -> Varied:
    head = 'name = "mine"\ntitle = "Mine"\nwhy = "Why not?"\n'
    return vary("base", [build_variant(parse_toml(head + text, "mine.toml"), "mine")])


def faults(text: str) -> str:
    with pytest.raises(FaultyInput) as caught:
        varied(text)
    return str(caught.value)


def same_rules(one: Ruleset, other: Ruleset) -> bool:
    """Say whether two rulesets are the same but for names and provenance, the order of Dogs and cards included."""
    return replace(one, name="", title="", provenance={}) == replace(other, name="", title="", provenance={})


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_variants_fit_and_are_named_after_their_file(name: str, base: Ruleset) -> None:
    found = load_varied("base", [name])
    assert found.variants[0].name == name
    assert found.ruleset.name == f"base+{name}"
    assert ruleset_hash(found.ruleset) != ruleset_hash(base)
    assert found.changes
    assert same_rules(found.base, base)


def test_three_years_are_three(base: Ruleset) -> None:
    assert load_varied("base", ["three_years"]).ruleset.years == replace(base.years, captains=(3, 4, 5))


@pytest.mark.parametrize(("name", "dog"), ABILITY_OF.items())
def test_a_variant_takes_one_ability_away_and_nothing_else(name: str, dog: str, base: Ruleset) -> None:
    without = load_varied("base", [name]).ruleset
    expected = tuple(replace(each, abilities=()) if each.name == dog else each for each in base.dogs)
    assert same_rules(without, replace(base, dogs=expected))


def test_rich_omalley_gets_five_coins(base: Ruleset) -> None:
    rich = load_varied("base", ["rich_omalley"]).ruleset
    [omalley] = [dog for dog in rich.dogs if dog.name == "omalley"]
    assert omalley.abilities == (Ability("profiteer", 5),)
    assert [dog.name for dog in rich.dogs] == [dog.name for dog in base.dogs]


@pytest.mark.parametrize("name", ["house_abilities_gifts", "house_abilities_bargains"])
def test_house_variants_give_every_house_abilities_and_change_nothing_else(name: str, base: Ruleset) -> None:
    found = load_varied("base", [name]).ruleset
    assert found.house_abilities.keys() == set(base.houses)
    assert same_rules(replace(found, house_abilities={}), base)


@pytest.mark.parametrize("name", ["dog_engineer", "dog_veteran"])
def test_a_new_dog_comes_last_and_leaves_the_others_as_they_are(name: str, base: Ruleset) -> None:
    found = load_varied("base", [name]).ruleset
    assert found.dogs[:-1] == base.dogs
    assert found.dogs[-1].name == name.removeprefix("dog_")
    assert load_varied("base", ["dog_engineer", "dog_veteran"]).ruleset.dogs[-2:] != found.dogs[-2:]


def test_abilities_of_houses_are_varied_one_by_one() -> None:
    setting = "houses.hackett.abilities.placement_coins.coins=3"
    found = load_varied("base", ["house_abilities_gifts", setting]).ruleset
    assert found.house_abilities["hackett"] == (Ability("placement_coins", 3),)
    without = load_varied("base", ["house_abilities_gifts", setting.replace("=3", "=0")]).ruleset
    assert "hackett" not in without.house_abilities


@pytest.mark.parametrize(
    ("key", "listed"),
    [
        (
            "dogs.blackmane.abilities.income.coins",
            '{ kind = "spoils_of_war", soldiers = 1 }, { kind = "income", coins = 2 }',
        ),
        ("houses.harlow.abilities.victory_steps.steps", '{ kind = "victory_steps", steps = 2 }'),
    ],
)
def test_an_ability_not_there_yet_is_added_by_its_kind_in_files_and_as_a_single_value(key: str, listed: str) -> None:
    single = load_varied("base", [f"{key}=2"])
    *_, kind, amount = key.split(".")
    assert [change.new for change in single.changes] == [{amount: 2}]
    block = ".".join(key.split(".")[:2])
    for text in (f"{key} = 2", f"[{block}]\nabilities = [{listed}]", f"[{block}.abilities]\n{kind}.{amount} = 2"):
        assert same_rules(varied(text).ruleset, single.ruleset), text
    assert same_rules(load_varied("base", [f"{key}=0"]).ruleset, load_ruleset("base"))


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("dogs.blackmane.abilities.incom.coins=2", 'found "incom"; did you mean "income"?'),
        ("dogs.blackmane.abilities.income.coin=2", "coins: missing"),
        ("dogs.blackmane.abilities.spoils_of_war.coins=2", "names what is not there"),
        ("houses.harlw.abilities.victory_steps.steps=2", 'did you mean "harlow"?'),
        ("houses.harlow.abilities.income.coins=2", 'found "income"'),
    ],
)
def test_a_single_value_gives_no_ability_that_there_is_not(setting: str, message: str) -> None:
    with pytest.raises(FaultyInput) as caught:
        load_varied("base", [setting])
    assert message in str(caught.value)


def test_variants_that_touch_different_keys_commute() -> None:
    names = ("three_years", "dear_knights", "no_upstage", "rich_omalley")
    found = [load_varied("base", order).ruleset for order in permutations(names)]
    assert all(same_rules(each, found[0]) for each in found)
    assert len({ruleset_hash(each) for each in found}) == 1


def test_of_two_variants_that_set_the_same_the_last_counts() -> None:
    coins = [load_varied("base", [f"setup.coins={n}" for n in order]).ruleset.setup.coins for order in ((6, 7), (7, 6))]
    assert coins == [7, 6]


def test_changed_blocks_are_the_variants_and_the_rest_keeps_its_source(base: Ruleset) -> None:
    found = varied("[tactic_cards.renown]\namount = 3\n[soldiers.knight]\ncost = 4").ruleset
    changed = {block for block, where in found.provenance.items() if where.source == "variant"}
    assert changed == {"tactic_cards", "soldiers"}
    assert found.provenance["soldiers"].before == "rulebook"
    assert "mine: Why not?" in found.provenance["soldiers"].note
    assert all(found.provenance[block] == where for block, where in base.provenance.items() if block not in changed)


def test_what_was_assumed_stays_so_where_a_variant_changes_a_part(base: Ruleset) -> None:
    found = sources(varied("[tactic_cards.renown]\namount = 3").ruleset)
    assert found["assumed"] == sources(base)["assumed"]
    assert found["variant"] == ["tactic_cards"]


def test_a_variant_may_say_itself_where_a_block_is_from() -> None:
    found = varied('[house_track]\nsource = "rulebook"\nnote = "From my copy."\nspaces = [-2, -1, 0, 1]').ruleset
    assert (found.provenance["house_track"].source, found.provenance["house_track"].note) == (
        "rulebook",
        "From my copy.",
    )


def test_no_ruleset_file_may_call_a_block_a_variants() -> None:
    assert 'found "variant"; allowed: "rulebook", "reading", "assumed"' in faults('[house_track]\nsource = "variant"')


def test_a_new_dog_joins_and_another_leaves(base: Ruleset) -> None:
    text = (
        'remove = ["dogs.stormcrow"]\n[dogs.hawk]\ntitle = "Hawk"\n'
        'abilities = [{ kind = "retreat", percent = 50 }]\n[dogs.macbeth.abilities.profiteer]\ncoins = 2\n'
    )
    dogs = varied(text).ruleset.dogs
    assert [dog.name for dog in dogs] == [dog.name for dog in base.dogs if dog.name != "stormcrow"] + ["hawk"]
    assert dogs[1].abilities == (Ability("upstage", 1), Ability("profiteer", 2))
    assert dogs[-1].abilities == (Ability("retreat", 50),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[years]\nincome = 300", "mine.toml, line 5, years.income: found 300; allowed: a whole number from 0 to 50"),
        ("[years]\nincom = 3", 'mine.toml, line 5, years.incom: unknown key; did you mean "income"?'),
        ("[year]\nincome = 2", 'mine.toml, line 4, year: is not there to be changed; did you mean "years"?'),
        ("[dogs.omaley]\nabilities = []", "mine.toml, line 4, dogs.omaley: is not there to be changed; did you mean"),
        ('remove = ["dogs.omaley"]', 'mine.toml, line 4, remove[1]: names what is not there; did you mean "omalley"?'),
        ('remove = [\n"dogs.omalley.title",\n"dogs"]', "mine.toml, line 6, dogs: missing"),
        ('remove = ["battle.number"]', "mine.toml, line 4, battle.number: missing"),
        ('remove = ["dogs.omalley", "dogs.macbeth", "dogs.stormcrow"]', "mine.toml, line 4, dogs: found 2 Dogs"),
        ("[dogs.omalley.abilities.profits]\ncoins = 2", 'found "profits"; did you mean "profiteer"?'),
        ("[dogs.omalley.abilities.profiteer]\nsoldiers = 2", '"profiteer" has no soldiers'),
        (
            "[tactic_cards.renown]\ncopies = 5",
            "mine.toml, line 5, tactic_cards.renown.copies: does not go with components.tactic_cards: found 32;"
            " allowed: 36",
        ),
        ("[battle]\nnumber = 1", "mine.toml, line 5, battle.number: does not go with short_game.battles"),
        ("[setup]\ncoins = 5", "mine.toml, file: changes nothing"),
    ],
)
def test_faults_of_the_whole_name_the_variants_file_line_and_key(text: str, message: str) -> None:
    assert message in faults(text)


def test_all_faults_of_the_whole_are_told_at_once() -> None:
    said = faults("[years]\nincome = 300\ncaptains = [9]\n[soldiers.knight]\ncost = 0")
    assert "3 faults" in said


def test_the_template_is_a_variant(tmp_path: Path) -> None:
    text = (SHELF.parent / "variant_template.toml").read_text(encoding="utf-8").replace("NAME", "fresh")
    (tmp_path / "fresh.toml").write_text(text)
    assert load_varied("base", [tmp_path / "fresh.toml"]).ruleset.soldiers["knight"].cost == 4


def test_the_templates_examples_all_work_together(tmp_path: Path) -> None:
    lines = (SHELF.parent / "variant_template.toml").read_text(encoding="utf-8").replace("NAME", "fresh").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("why"))
    examples = [
        line.removeprefix("# ") for line in lines[start + 1 :] if "=" in line or line.startswith(("#  [", "[", "# ["))
    ]
    examples = [line for line in examples if "dogs.stormcrow" not in line]
    (tmp_path / "fresh.toml").write_text("\n".join([*lines[: start + 1], *examples]))
    whole = vary("base", [load_variant(tmp_path / "fresh.toml", SHELF)]).ruleset
    assert whole.years.number == 3
    assert whole.dogs[-1].name == "hawk"
    assert whole.components.tactic_cards == 34


@pytest.mark.parametrize(("name", "dog"), ABILITY_OF.items())
def test_an_ability_set_to_nothing_is_an_ability_taken_away(name: str, dog: str, base: Ruleset) -> None:
    [ability] = [each.abilities[0] for each in base.dogs if each.name == dog]
    zero = load_varied("base", [f"dogs.{dog}.abilities.{ability.kind}.{ABILITIES[ability.kind]}=0"]).ruleset
    assert ruleset_hash(zero) == ruleset_hash(load_varied("base", [name]).ruleset)


def test_what_a_later_variant_sets_in_a_table_that_an_earlier_one_added_is_told_as_its_own() -> None:
    variants = [load_variant(name, SHELF) for name in ("house_abilities_gifts", "house_abilities_bargains")]
    changes = vary("base", variants).changes
    assert {change.path[:1] for change in changes} == {("houses",)}
    assert all("house_abilities_bargains" in str(change.place) for change in changes)
