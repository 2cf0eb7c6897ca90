"""Draws of other stand-ins: valid, different, within the ranges, and the same again from the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.dogs.ruleset import REWARDS, Ruleset, ruleset_hash
from simcore.dogs.ruleset_file import load_ruleset
from simcore.dogs.stand_ins import RANGES, assumed_blocks, draw_name, draw_stand_ins
from simcore.dogs.variant_file import load_varied

DRAWS = 60
FREE = {"influence": 1, "coins": 2, "vp": 1, "tactics": 1, "footman": 1, "arquebuser": 1}
ARQUEBUSER = {"influence": 2, "coins": 3, "vp": 3, "tactics": 2, "captain": 1, "knight": 1, "arquebuser": 1}
KNIGHT = {"influence": 3, "coins": 4, "vp": 4, "tactics": 3, "captain": 1, "war_machine": 1}
TOKENS = {"coins": 4, "influence": 3, "tactics": 3, "vp": 3, "arquebuser": 2, "knight": 1, "war_machine": 1}


@pytest.fixture(scope="module")
def base() -> Ruleset:
    return load_ruleset("base")


def drawn(base: Ruleset, folder: Path, seed: int, number: int) -> Ruleset:
    path = folder / f"{draw_name(seed, number)}.toml"
    path.write_text(draw_stand_ins(base, "base", seed, number))
    return load_varied("base", [path]).ruleset


@pytest.fixture(scope="module")
def draws(base: Ruleset, tmp_path_factory: pytest.TempPathFactory) -> list[Ruleset]:
    folder = tmp_path_factory.mktemp("draws")
    return [drawn(base, folder, 1, number) for number in range(DRAWS)]


def test_draws_are_valid_rulesets_and_all_different(base: Ruleset, draws: list[Ruleset]) -> None:
    assert len({ruleset_hash(ruleset) for ruleset in [base, *draws]}) == DRAWS + 1
    for block in ("tiles", "bonus_tokens", "tactic_cards", "house_track"):
        assert len({getattr(ruleset, block) for ruleset in draws}) > DRAWS / 3, f"{block} hardly differ"


def test_only_what_is_assumed_is_drawn(base: Ruleset, draws: list[Ruleset]) -> None:
    assert assumed_blocks(base) == tuple(RANGES)
    for ruleset in draws:
        for block in ("components", "soldiers", "houses", "setup", "years", "battle", "scoring", "dogs", "readings"):
            assert getattr(ruleset, block) == getattr(base, block)


def test_what_is_known_of_a_component_is_left_alone(base: Ruleset, tmp_path: Path) -> None:
    (tmp_path / "owned.toml").write_text(
        'name = "owned"\ntitle = "typed in"\nwhy = "What if tiles are known?"\n'
        '[tiles]\nsource = "rulebook"\n[house_track]\nsource = "rulebook"\n'
    )
    known = load_varied("base", [tmp_path / "owned.toml"]).ruleset
    assert assumed_blocks(known) == ("bonus_tokens", "tactic_cards")
    text = draw_stand_ins(known, "base", 1, 1)
    assert "[tiles]" not in text and "[house_track]" not in text and "[bonus_tokens]" in text


def test_the_same_seed_and_number_give_the_same_draw_and_others_do_not(base: Ruleset) -> None:
    assert draw_stand_ins(base, "base", 1, 2) == draw_stand_ins(base, "base", 1, 2)
    texts = {draw_stand_ins(base, "base", seed, number) for seed in (1, 2) for number in (1, 2)}
    assert len(texts) == 4


def test_tiles_lie_within_their_range(draws: list[Ruleset]) -> None:
    most = {None: FREE, "arquebuser": ARQUEBUSER, "knight": KNIGHT}
    seen = set()
    for tile in (tile for ruleset in draws for tile in ruleset.tiles):
        needs = [space.needs for space in tile]
        assert 2 <= needs.count(None) <= 4 and needs.count("knight") <= 2
        seen.add((needs.count(None), needs.count("knight")))
        for space in tile:
            for kind, amount in zip(REWARDS, space.reward.amounts(), strict=True):
                assert amount <= most[space.needs].get(kind, 0)
    assert len(seen) == 9, "every number of free spaces goes with every number for Knights"


def test_bonus_tokens_lie_within_their_range(draws: list[Ruleset]) -> None:
    for ruleset in draws:
        first, *others = (
            {kind: amount for kind, amount in zip(REWARDS, token.amounts(), strict=True) if amount}
            for token in ruleset.bonus_tokens
        )
        assert first == {"captain": 1}
        for token in others:
            [(kind, amount)] = token.items()
            assert amount <= TOKENS[kind]


def test_decks_have_the_same_size_and_cards_within_their_range(base: Ruleset, draws: list[Ruleset]) -> None:
    low, high = {"vp": 1}, {"strength": 4, "tracker": 4, "coins": 4, "vp": 3, "influence": 2, "captain": 1}
    for ruleset in draws:
        assert sum(card.copies for card in ruleset.tactic_cards) == base.components.tactic_cards
        assert [(card.name, card.effect) for card in ruleset.tactic_cards] == [
            (card.name, card.effect) for card in base.tactic_cards
        ]
        for card in ruleset.tactic_cards:
            assert (card.effect == "betrayal") <= card.copies <= 3 * 32 // 12 + 1
            assert low.get(card.effect, 0) <= card.amount <= high.get(card.effect, 0)
            assert card.soldier in (None, "footman", "arquebuser", "knight")


def test_tracks_keep_the_known_values(draws: list[Ruleset]) -> None:
    for ruleset in draws:
        assert {-1, 0, 1, 5, 7} <= set(ruleset.house_track)
        assert -5 <= ruleset.house_track[0] <= -2 and ruleset.house_track[-1] <= 9
        assert any(1 < value < 5 for value in ruleset.house_track)


def test_a_draw_of_a_small_ruleset_is_valid_too(base: Ruleset, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(
        'name = "small"\ntitle = "small tiles"\nwhy = "Does it fit?"\n[components]\nspaces = 1\n[tiles]\n'
        + "".join(f"{number} = [{{}}]\n" for number in range(1, 9))
    )
    small = load_varied("base", [tmp_path / "small.toml"]).ruleset
    for number in range(20):
        path = tmp_path / f"{draw_name(3, number)}.toml"
        path.write_text(draw_stand_ins(small, "base", 3, number))
        again = load_varied("base", [tmp_path / "small.toml", path]).ruleset
        assert {len(tile) for tile in again.tiles} == {1}
