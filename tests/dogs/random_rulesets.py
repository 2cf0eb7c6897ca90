"""A hypothesis strategy for rulesets of every kind, made and checked in the way of a ruleset file."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from simcore.dogs.limits import MAX_PLAYERS, MIN_PLAYERS
from simcore.dogs.ruleset import ABILITIES, EFFECTS, HOUSE_ABILITIES, REWARDS, SOLDIERS, Ruleset
from simcore.dogs.ruleset_file import build_ruleset
from simcore.tomlfile import TomlFile

Content = dict[str, Any]

HOUSES = ("harlow", "tornborn", "bastiani", "hackett", "talbot", "mallory")


def rulesets() -> SearchStrategy[Ruleset]:
    """Return a strategy for valid rulesets, which 3, 4 or 5 players and the setup of R1.5 can play.

    They differ from the base rules in everything a file may change; supplies are often scarce, decks often so small
    that they are reshuffled, and there are 1 to 6 Years, 1 to 3 battles and at least 5 Dogs with any abilities.
    """
    return contents().map(lambda content: build_ruleset(TomlFile("random", content, {}), "random"))


@st.composite
def contents(draw: DrawFn) -> Content:
    """Draw a ruleset in the shape of its file."""
    battles = draw(st.integers(1, 3), label="battles")
    spaces = draw(st.integers(1, 6), label="spaces")
    tiles = draw(st.lists(_tile(spaces), min_size=2 * battles, max_size=2 * battles + 3))
    tokens = draw(st.lists(_reward(), min_size=battles, max_size=battles + 3))
    cards = draw(_cards())
    deck = sum(card["copies"] for card in cards.values())
    track = sorted(draw(st.sets(st.integers(-8, 12), min_size=1, max_size=14)))
    content = {
        "components": draw(_components(deck, len(tiles), spaces, len(tokens))),
        "soldiers": {soldier: draw(_soldier()) for soldier in SOLDIERS},
        "houses": draw(_houses(battles)),
        "battle": draw(_battle(battles)),
        "scoring": draw(_scoring()),
        "dogs": draw(_dogs()),
        "readings": draw(_readings()),
        "tiles": _numbered(tiles),
        "bonus_tokens": _numbered(tokens),
        "tactic_cards": cards,
        "house_track": {"spaces": track},
    }
    content["setup"] = draw(_setup(content["components"], deck, track))
    content["short_game"] = draw(_short_game(battles, len(content["houses"]["names"])))
    content["years"] = draw(_years(content["components"]["captain_figures"]))
    for block in content.values():
        block |= {"source": draw(st.sampled_from(("rulebook", "reading", "assumed"))), "note": "random"}
    return {"title": "Random rules", **content}


def _numbered(entries: list[Any]) -> Content:
    return {str(number): entry for number, entry in enumerate(entries, start=1)}


def _scarce_or_ample(scarce: int, ample: int) -> SearchStrategy[int]:
    return st.one_of(st.integers(0, scarce), st.integers(0, ample))


def _reward() -> SearchStrategy[Content]:
    return st.dictionaries(st.sampled_from(REWARDS), st.integers(1, 4), max_size=3)


@st.composite
def _space(draw: DrawFn) -> Content:
    space: Content = {"reward": draw(_reward())}
    needs = draw(st.sampled_from((None, None, None, "arquebuser", "knight", "war_machine", "footman")))
    return space if needs is None else space | {"needs": needs}


def _tile(spaces: int) -> SearchStrategy[list[Content]]:
    return st.lists(_space(), min_size=spaces, max_size=spaces)


@st.composite
def _cards(draw: DrawFn) -> Content:
    effects = draw(st.lists(st.sampled_from(tuple(EFFECTS)), min_size=2, max_size=9))
    cards = {}
    for position, effect in enumerate(effects):
        card: Content = {"copies": draw(st.sampled_from((1, 2, 3, 4, 0))), "effect": effect}
        if EFFECTS[effect] == "amount":
            card["amount"] = draw(st.integers(0, 5))
        elif EFFECTS[effect] == "soldier":
            card["soldier"] = draw(st.sampled_from(SOLDIERS))
        cards[f"{effect}_{position}"] = card
    return cards


@st.composite
def _components(draw: DrawFn, deck: int, tiles: int, spaces: int, tokens: int) -> Content:
    players = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    return {
        "coins_of_1": draw(_scarce_or_ample(8, 60)),
        "coins_of_3": draw(_scarce_or_ample(2, 20)),
        "influence_tokens": {str(number): draw(_scarce_or_ample(3, 15)) for number in players},
        "tactic_cards": deck,
        "tiles": tiles,
        "spaces": spaces,
        "bonus_tokens": tokens,
        "captain_figures": draw(st.sampled_from((6, 8, 5, 4, 3, 2, 1))),
    }


@st.composite
def _soldier(draw: DrawFn) -> Content:
    return {
        "cards": draw(st.one_of(st.integers(1, 4), st.integers(0, 20))),
        "strength": draw(st.integers(1, 9)),
        "cost": draw(st.integers(1, 5)),
    }


@st.composite
def _houses(draw: DrawFn, battles: int) -> Content:
    names = draw(st.permutations(HOUSES))[: draw(st.integers(max(2 * battles, MAX_PLAYERS), len(HOUSES)))]
    with_abilities = draw(st.sampled_from(((), names[:2], names)))
    return {"names": names} | {name: {"abilities": draw(_house_abilities())} for name in with_abilities}


@st.composite
def _house_abilities(draw: DrawFn) -> list[Content]:
    kinds = draw(st.lists(st.sampled_from(tuple(HOUSE_ABILITIES)), max_size=5, unique=True))
    return [{"kind": kind, HOUSE_ABILITIES[kind]: draw(_house_amount(kind))} for kind in kinds]


def _house_amount(kind: str) -> SearchStrategy[int]:
    if kind.endswith("_strength") or kind == "influence_value":
        return st.integers(-4, 4)
    return st.integers(0, 2 if kind == "more_bonus" else 3)


@st.composite
def _setup(draw: DrawFn, components: Content, deck: int, track: list[int]) -> Content:
    box = components["coins_of_1"] + 3 * components["coins_of_3"]
    return {
        "coins": draw(st.integers(0, min(8, box // MAX_PLAYERS))),
        "tactic_cards": draw(st.integers(0, min(4, deck // MAX_PLAYERS))),
        "house_value": draw(st.sampled_from(track)),
    }


@st.composite
def _short_game(draw: DrawFn, battles: int, houses: int) -> Content:
    fought = draw(st.integers(1, battles))
    most = houses - max(2 * fought, MIN_PLAYERS)
    return {"houses_removed": draw(st.integers(0, min(most, 3))), "battles": fought}


@st.composite
def _years(draw: DrawFn, figures: int) -> Content:
    years = draw(st.sampled_from((2, 3, 4, 5, 6, 1)))
    captains = st.one_of(st.just(min(figures, 4)), st.integers(1, figures))
    return {
        "captains": draw(st.lists(captains, min_size=years, max_size=years)),
        "income": draw(st.integers(0, 6)),
        "last_bonus": draw(_reward()),
    }


@st.composite
def _battle(draw: DrawFn, battles: int) -> Content:
    steps = st.integers(0, 4)
    return {
        "number": battles,
        "track_end": draw(st.integers(1, 20)),
        "victory_steps": draw(steps),
        "glorious_steps": draw(steps),
        "crushing_steps": draw(steps),
        "vp_per_captain": draw(st.integers(0, 3)),
    }


@st.composite
def _scoring(draw: DrawFn) -> Content:
    return {
        "support_tokens": draw(st.integers(0, 4)),
        "coins_per_vp": draw(st.integers(1, 5)),
        "vp_per_card": draw(st.integers(0, 3)),
    }


@st.composite
def _dogs(draw: DrawFn) -> Content:
    dogs = {}
    for letter in "abcdefg"[: draw(st.integers(MAX_PLAYERS, 7))]:
        kinds = draw(st.lists(st.sampled_from(tuple(ABILITIES)), max_size=6, unique=True))
        abilities = [{"kind": kind, ABILITIES[kind]: draw(_ability_amount(kind))} for kind in kinds]
        dogs[f"dog_{letter}"] = {"title": f"Dog {letter.upper()}", "abilities": abilities}
    return dogs


def _ability_amount(kind: str) -> SearchStrategy[int]:
    if kind == "retreat":
        return st.sampled_from((0, 25, 50, 75, 100))
    return st.integers(0, 3 if kind == "lower_conditions" else 4)


@st.composite
def _readings(draw: DrawFn) -> Content:
    return {
        "tied_winners": "shared",
        "last_stand_scope": draw(st.sampled_from(("each", "one"))),
        "last_stand_to_glory": draw(st.booleans()),
        "upstage_needs_captain": draw(st.booleans()),
        "own_captains_score": draw(st.booleans()),
        "limited_coins": draw(st.booleans()),
    }
