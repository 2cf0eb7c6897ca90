"""The rules of Dogs of War as data: frozen dataclasses, one for each block of a ruleset file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

SOLDIERS = ("footman", "arquebuser", "knight", "war_machine")
"""Soldier types, weakest first: a condition admits the named type and all after it (R4.4)."""

REWARDS = ("vp", "coins", *SOLDIERS, "tactics", "captain", "influence")
"""Kinds of reward, in the order of the game log's reward objects."""

ABILITIES = {
    "spoils_of_war": "soldiers",
    "upstage": "captains",
    "profiteer": "coins",
    "last_stand": "spaces",
    "retreat": "percent",
    "income": "coins",
    "starting_coins": "coins",
    "starting_cards": "cards",
    "more_captains": "captains",
    **{f"{soldier}_discount": "coins" for soldier in SOLDIERS},
    **{f"{soldier}_strength": "spaces" for soldier in SOLDIERS},
    "lower_conditions": "types",
    "pass_cards": "cards",
    "victory_vp": "vp",
    "defeat_coins": "coins",
    "placement_coins": "coins",
    "captain_vp": "vp",
}
"""Ability kinds of Dogs (R8.1 to R8.5, then A1 to A12) and the name of the one parameter of each."""

HOUSE_ABILITIES = {
    **{f"{soldier}_strength": "spaces" for soldier in SOLDIERS},
    "placement_coins": "coins",
    "placement_cards": "cards",
    "victory_steps": "steps",
    "defeat_steps": "steps",
    "influence_value": "vp",
    "beaten_vp": "vp",
    "fallen_vp": "vp",
    "lower_conditions": "types",
    "more_bonus": "times",
}
"""Ability kinds of Houses (H1 to H10) and the name of the one parameter of each."""

EFFECTS = {
    "betrayal": None,
    "strength": "amount",
    "coins": "amount",
    "soldier": "soldier",
    "tracker": "amount",
    "captain": "amount",
    "influence": "amount",
    "ignore_condition": None,
    "double_reward": None,
    "vp": "amount",
    "draw": "amount",
}
"""Effect kinds of Tactic cards (C3) and the name of the parameter of each, if it has one."""

SOURCES = ("rulebook", "reading", "assumed")
"""Where a block's values may come from: printed, our reading of it, or a stand-in."""

VARIANT = "variant"
"""Source of a block in which a variant changed something; no ruleset file may say so itself."""


@dataclass(frozen=True)
class Provenance:
    """Where a block's values come from: `source` is one of SOURCES or VARIANT, `note` says more.

    `before` is the source of what a variant did not change; empty where there is no variant.
    """

    source: str
    note: str
    before: str = ""


@dataclass(frozen=True)
class Reward:
    """What a space, Bonus token or card gives; all amounts are counts >= 0."""

    vp: int = 0
    coins: int = 0
    footman: int = 0
    arquebuser: int = 0
    knight: int = 0
    war_machine: int = 0
    tactics: int = 0
    captain: int = 0
    influence: int = 0

    def amounts(self) -> tuple[int, ...]:
        """Return the nine amounts in the order of `REWARDS`."""
        return tuple(getattr(self, kind) for kind in REWARDS)


@dataclass(frozen=True)
class Space:
    """One space of an Order of Battle tile; `needs` is the least Soldier type admitted, or None."""

    needs: str | None
    reward: Reward


@dataclass(frozen=True)
class SoldierType:
    """A Soldier type: `cards` in the supply (R0.3), `strength` in spaces, `cost` in coins (R0.6)."""

    cards: int
    strength: int
    cost: int


@dataclass(frozen=True)
class TacticCard:
    """A Tactic card (C3): `effect` is a key of EFFECTS; `amount` or `soldier` where the effect has it."""

    name: str
    copies: int
    effect: str
    amount: int = 0
    soldier: str | None = None


@dataclass(frozen=True)
class Ability:
    """A special ability of a Dog (R8, A) or a House (H).

    `kind` is a key of ABILITIES or HOUSE_ABILITIES, `amount` its parameter's value, never 0.
    """

    kind: str
    amount: int


@dataclass(frozen=True)
class Dog:
    """A Dog of War: identifier, printed name, special abilities."""

    name: str
    title: str
    abilities: tuple[Ability, ...]


@dataclass(frozen=True)
class Components:
    """R0: what is in the box."""

    coins_of_1: int
    coins_of_3: int
    influence_tokens: dict[int, int]  # players -> tokens a House (R0.2)
    tactic_cards: int
    tiles: int
    spaces: int
    bonus_tokens: int
    captain_figures: int

    @property
    def coins(self) -> int:
        """Worth of all coins in the box (R0.1), in coins."""
        return self.coins_of_1 + 3 * self.coins_of_3


@dataclass(frozen=True)
class Setup:
    """R1: coins and Tactic cards at the start, House tokens' starting value."""

    coins: int
    tactic_cards: int
    house_value: int


@dataclass(frozen=True)
class ShortGame:
    """R1.5: the optional three-player setup."""

    houses_removed: int
    battles: int


@dataclass(frozen=True)
class Years:
    """R2, R3: Captains by Year (its length is the number of Years), income, last Year's Bonus."""

    captains: tuple[int, ...]
    income: int
    last_bonus: Reward

    @property
    def number(self) -> int:
        """Number of Years."""
        return len(self.captains)


@dataclass(frozen=True)
class Battle:
    """R4.5 and R5: battles a Year, track length, steps of the House tokens, VP for a beaten Captain."""

    number: int
    track_end: int
    victory_steps: int
    glorious_steps: int
    crushing_steps: int
    vp_per_captain: int


@dataclass(frozen=True)
class Scoring:
    """R7: tokens the Support card counts for, coins for 1 VP, VP for a card in hand."""

    support_tokens: int
    coins_per_vp: int
    vp_per_card: int


@dataclass(frozen=True)
class Readings:
    """I: the switches, one for each question that the rulebook leaves open."""

    tied_winners: str  # I1: "shared"
    last_stand_scope: str  # I2: "each" | "one"
    last_stand_to_glory: bool  # I3
    upstage_needs_captain: bool  # I4
    own_captains_score: bool  # I5
    limited_coins: bool  # I6


@dataclass(frozen=True)
class Ruleset:
    """A complete, checked set of rules; the order of Houses, Dogs, tiles, cards is the file's."""

    name: str
    title: str
    components: Components
    soldiers: dict[str, SoldierType]
    houses: tuple[str, ...]
    setup: Setup
    short_game: ShortGame
    years: Years
    battle: Battle
    scoring: Scoring
    dogs: tuple[Dog, ...]
    readings: Readings
    tiles: tuple[tuple[Space, ...], ...]
    bonus_tokens: tuple[Reward, ...]
    tactic_cards: tuple[TacticCard, ...]
    house_track: tuple[int, ...]
    provenance: dict[str, Provenance]  # block name -> where its values come from
    house_abilities: dict[str, tuple[Ability, ...]] = field(default_factory=dict)  # of the Houses that have any


_NOT_PLAYED = ("name", "title", "provenance")


def ruleset_hash(ruleset: Ruleset) -> str:
    """Return a short hash of the rules: where it is the same, the same seeds give the same games.

    It covers every value that a game depends on, and the order of Houses, Dogs, tiles, Bonus tokens, cards and track
    spaces, since chance picks them by position. It covers neither the ruleset's name and title, nor where values come
    from, nor the Dogs' titles, nor anything about how the file is written.

    Parameters
    ----------
    ruleset : Ruleset
        The rules.

    Returns
    -------
    str
        The first 16 hexadecimal digits of the SHA-256 of the values, written as JSON with sorted keys.
    """
    content = asdict(ruleset)
    for key in _NOT_PLAYED:
        del content[key]
    for dog in content["dogs"]:
        del dog["title"]
        dog["abilities"] = _by_kind(dog["abilities"])
    houses = {house: _by_kind(abilities) for house, abilities in content.pop("house_abilities").items()}
    if houses:  # rules without any keep the hash that they had before there were any
        content["house_abilities"] = houses
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _by_kind(abilities: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return abilities in an order that does not depend on how the file lists them."""
    return sorted(abilities, key=lambda ability: str(ability["kind"]))
