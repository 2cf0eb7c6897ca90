"""Loading a ruleset from its TOML file: every value checked, every fault reported at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from simcore.dogs import limits
from simcore.dogs.ruleset import (
    ABILITIES,
    EFFECTS,
    HOUSE_ABILITIES,
    REWARDS,
    SOLDIERS,
    SOURCES,
    Ability,
    Battle,
    Components,
    Dog,
    Provenance,
    Readings,
    Reward,
    Ruleset,
    Scoring,
    Setup,
    ShortGame,
    SoldierType,
    Space,
    TacticCard,
    Years,
)
from simcore.dogs.ruleset_check import misfits
from simcore.errors import UserError
from simcore.tomlfile import Table, TomlFile, read_shipped, read_toml
from simcore.tomltext import listed, shown, suggestion

_SHIPPED = Path(__file__).parent / "rulesets"
_NAME = r"[a-z][a-z0-9_]*"
_NAME_LIKE = "small letters, digits and underscores such as war_chest"

# The largest numbers allowed. Together they keep every result of a game within 16 bits, which a test works out.
_MOST_COINS_IN_BOX = 500  # of each worth
_MOST_INFLUENCE_TOKENS = 50  # of a House
_MOST_SOLDIER_CARDS = 100  # of a type
_MOST_FIGURES = 12
_MOST_COINS_GIVEN = 50  # at the start, by income, for a Soldier
_MOST_GIVEN = 20  # of anything by a space, a token, a card
_MOST_MOVED = 100  # spaces of a Battle Track
_MOST_TRACK_VALUE = 30
_MOST_VP_EACH = 10  # for a Captain, for a card in hand
_MOST_COINS_PER_VP = 1000
_MOST_SUPPORT_TOKENS = 20
_MOST_PER_PLACEMENT = 5  # of anything, by a Dog or a House
_MOST_VALUE_MORE = 5  # VP of an Influence token, by its House
_MOST_MORE_EACH = 5  # VP for a beaten Captain, by each of the two Houses
_MOST_TIMES_MORE = 2  # that a Bonus is given

Range = tuple[int, int]
"""Least and greatest amount allowed."""

_FOR_EACH_STRENGTH = dict.fromkeys((f"{soldier}_strength" for soldier in SOLDIERS), _MOST_MOVED)

_ABILITY_RANGES: dict[str, Range] = {
    kind: (0, most)
    for kind, most in {
        "spoils_of_war": _MOST_GIVEN,
        "upstage": _MOST_FIGURES,
        "profiteer": _MOST_GIVEN,
        "last_stand": _MOST_MOVED,
        "retreat": 100,
        "income": _MOST_GIVEN,
        "starting_coins": _MOST_GIVEN,
        "starting_cards": _MOST_GIVEN,
        "more_captains": _MOST_FIGURES,
        **{f"{soldier}_discount": _MOST_COINS_GIVEN for soldier in SOLDIERS},
        **_FOR_EACH_STRENGTH,
        "lower_conditions": len(SOLDIERS) - 1,
        "pass_cards": _MOST_GIVEN,
        "victory_vp": _MOST_VP_EACH,
        "defeat_coins": _MOST_GIVEN,
        "placement_coins": _MOST_PER_PLACEMENT,
        "captain_vp": _MOST_VP_EACH,
    }.items()
}

_HOUSE_RANGES: dict[str, Range] = {
    **{kind: (-most, most) for kind, most in _FOR_EACH_STRENGTH.items()},
    "placement_coins": (0, _MOST_PER_PLACEMENT),
    "placement_cards": (0, _MOST_PER_PLACEMENT),
    "victory_steps": (0, limits.MAX_TRACK),
    "defeat_steps": (0, limits.MAX_TRACK),
    "influence_value": (-_MOST_VALUE_MORE, _MOST_VALUE_MORE),
    "beaten_vp": (0, _MOST_MORE_EACH),
    "fallen_vp": (0, _MOST_MORE_EACH),
    "lower_conditions": (0, len(SOLDIERS) - 1),
    "more_bonus": (0, _MOST_TIMES_MORE),
}


def shipped_rulesets() -> tuple[str, ...]:
    """Return the names of the rulesets that come with simcore."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.toml")))


def load_ruleset(name_or_path: str | Path, folder: str | Path = ".") -> Ruleset:
    """Load and check a ruleset.

    Parameters
    ----------
    name_or_path : str or Path
        The name of a shipped ruleset such as "base", or the path of a TOML file. The ruleset's name is the file's,
        without the ending.
    folder : str or Path
        Where a relative path starts: an experiment names its ruleset relative to itself.

    Returns
    -------
    Ruleset
        The checked rules.

    Raises
    ------
    FaultyInput
        If the file has faults; the error lists all of them.
    UserError
        If there is no such ruleset, or its file is not TOML.

    Examples
    --------
    >>> load_ruleset("base").setup.coins
    5
    """
    return build_ruleset(*read_ruleset(name_or_path, folder))


def read_ruleset(name_or_path: str | Path, folder: str | Path = ".") -> tuple[TomlFile, str]:
    """Return a ruleset's file, not yet checked, and its name (see `load_ruleset`)."""
    named = str(name_or_path)
    if named in shipped_rulesets():
        return _with_houses(read_shipped(_SHIPPED / f"{named}.toml")), named
    path = Path(folder) / named
    if not path.suffix and not path.exists():
        shipped = shipped_rulesets()
        raise UserError(
            f"ruleset {shown(named)}: neither a shipped ruleset nor a file;"
            f" {suggestion(named, shipped)}allowed: {listed(shipped)} or the path of a TOML file"
        )
    return _with_houses(read_toml(path)), path.stem


def _with_houses(file: TomlFile) -> TomlFile:
    """Write out that Houses without a table have no abilities, so that variants can give them one by its kind."""
    houses = file.content.get("houses")
    names = houses.get("names") if isinstance(houses, dict) else None
    for name in names if isinstance(names, list) else ():
        if isinstance(houses, dict) and isinstance(name, str) and name not in ("names", "source", "note"):
            houses.setdefault(name, {"abilities": []})
    return file


def build_ruleset(file: TomlFile, name: str) -> Ruleset:
    """Build a ruleset from a parsed file.

    Parameters
    ----------
    file : TomlFile
        The file's content; faults are noted in it.
    name : str
        The ruleset's name.

    Returns
    -------
    Ruleset
        The checked rules.

    Raises
    ------
    FaultyInput
        If there are faults, all of them.
    """
    provenance: dict[str, Provenance] = {}

    def block(key: str, noun: str = "key") -> Table:
        table = file.top.table(key, noun=noun)
        provenance[key] = Provenance(table.choice("source", SOURCES), " ".join(table.text("note").split()))
        return table

    ruleset = Ruleset(
        name=name,
        title=_title(file.top),
        components=_components(block("components")),
        soldiers=_soldiers(block("soldiers", "Soldier type")),
        houses=(named := _houses(block("houses")))[0],
        house_abilities=named[1],
        setup=_setup(block("setup")),
        short_game=_short_game(block("short_game")),
        years=_years(block("years")),
        battle=_battle(block("battle")),
        scoring=_scoring(block("scoring")),
        dogs=_dogs(block("dogs")),
        readings=_readings(block("readings", "reading")),
        tiles=_tiles(block("tiles")),
        bonus_tokens=_bonus_tokens(block("bonus_tokens")),
        tactic_cards=_tactic_cards(block("tactic_cards")),
        house_track=_house_track(block("house_track")),
        provenance=provenance,
    )
    _note_misfits(file, ruleset)
    file.finish()
    return ruleset


def _title(table: Table) -> str:
    return table.text("title", pattern=r".*\S.*", like="on one line, not empty")


def _note_misfits(file: TomlFile, ruleset: Ruleset) -> None:
    """Note what does not fit together, but for values that stand in for faulty ones."""
    found = [misfit for misfit in misfits(ruleset) if not any(file.is_faulty(path) for path in misfit.paths)]
    for misfit in found:
        file.fault(misfit.paths[0], misfit.text, misfit.paths[1:])


def _components(table: Table) -> Components:
    by_players = table.table("influence_tokens", noun="number of players")
    return Components(
        coins_of_1=table.integer("coins_of_1", 0, _MOST_COINS_IN_BOX),
        coins_of_3=table.integer("coins_of_3", 0, _MOST_COINS_IN_BOX),
        influence_tokens={
            players: by_players.integer(str(players), 0, _MOST_INFLUENCE_TOKENS)
            for players in range(limits.MIN_PLAYERS, limits.MAX_PLAYERS + 1)
        },
        tactic_cards=table.integer("tactic_cards", 0, limits.MAX_DECK),
        tiles=table.integer("tiles", 2, limits.MAX_TILES),
        spaces=table.integer("spaces", 1, limits.MAX_SPACES),
        bonus_tokens=table.integer("bonus_tokens", 1, limits.MAX_BONUS_TOKENS),
        captain_figures=table.integer("captain_figures", 1, _MOST_FIGURES),
    )


def _soldiers(table: Table) -> dict[str, SoldierType]:
    soldiers = {}
    for name in SOLDIERS:
        values = table.table(name)
        soldiers[name] = SoldierType(
            cards=values.integer("cards", 0, _MOST_SOLDIER_CARDS),
            strength=values.integer("strength", 1, _MOST_MOVED),
            cost=values.integer("cost", 1, _MOST_COINS_GIVEN),
        )
    return soldiers


def _setup(table: Table) -> Setup:
    return Setup(
        coins=table.integer("coins", 0, _MOST_COINS_GIVEN),
        tactic_cards=table.integer("tactic_cards", 0, limits.MAX_DECK),
        house_value=table.integer("house_value", -_MOST_TRACK_VALUE, _MOST_TRACK_VALUE),
    )


def _short_game(table: Table) -> ShortGame:
    return ShortGame(
        houses_removed=table.integer("houses_removed", 0, limits.MAX_HOUSES - limits.MIN_PLAYERS),
        battles=table.integer("battles", 1, limits.MAX_BATTLES),
    )


def _years(table: Table) -> Years:
    return Years(
        captains=table.integers("captains", 1, _MOST_FIGURES, 1, limits.MAX_YEARS),
        income=table.integer("income", 0, _MOST_COINS_GIVEN),
        last_bonus=_reward(table.table("last_bonus", noun="reward")),
    )


def _battle(table: Table) -> Battle:
    return Battle(
        number=table.integer("number", 1, limits.MAX_BATTLES),
        track_end=table.integer("track_end", 1, _MOST_MOVED),
        victory_steps=table.integer("victory_steps", 0, limits.MAX_TRACK),
        glorious_steps=table.integer("glorious_steps", 0, limits.MAX_TRACK),
        crushing_steps=table.integer("crushing_steps", 0, limits.MAX_TRACK),
        vp_per_captain=table.integer("vp_per_captain", 0, _MOST_VP_EACH),
    )


def _scoring(table: Table) -> Scoring:
    return Scoring(
        support_tokens=table.integer("support_tokens", 0, _MOST_SUPPORT_TOKENS),
        coins_per_vp=table.integer("coins_per_vp", 1, _MOST_COINS_PER_VP),
        vp_per_card=table.integer("vp_per_card", 0, _MOST_VP_EACH),
    )


def _readings(table: Table) -> Readings:
    return Readings(
        tied_winners=table.choice("tied_winners", ("shared",)),
        last_stand_scope=table.choice("last_stand_scope", ("each", "one")),
        last_stand_to_glory=table.boolean("last_stand_to_glory"),
        upstage_needs_captain=table.boolean("upstage_needs_captain"),
        own_captains_score=table.boolean("own_captains_score"),
        limited_coins=table.boolean("limited_coins"),
    )


def _house_track(table: Table) -> tuple[int, ...]:
    return table.integers("spaces", -_MOST_TRACK_VALUE, _MOST_TRACK_VALUE, 1, limits.MAX_TRACK)


def _tiles(table: Table) -> tuple[tuple[Space, ...], ...]:
    return tuple(
        tuple(_space(space) for space in table.tables(number, 1, limits.MAX_SPACES)) for number in _numbered(table)
    )


def _bonus_tokens(table: Table) -> tuple[Reward, ...]:
    return tuple(_reward(table.table(number, noun="reward")) for number in _numbered(table))


def _numbered(table: Table) -> list[str]:
    """Return the keys that are numbers, in rising order; they must count from 1 without a gap."""
    numbers = sorted((key for key in table.rest() if key.isdecimal()), key=lambda key: (int(key), key))
    for position, key in enumerate(numbers, start=1):
        if key != str(position):
            table.fault(f'found number {key}; allowed: numbers from 1 without a gap, here "{position}"', key)
            break
    return numbers


def _space(table: Table) -> Space:
    needs = table.choice("needs", SOLDIERS) if "needs" in table else None
    return Space(needs, _reward(table.table("reward", optional=True, noun="reward")))


def _reward(table: Table) -> Reward:
    return Reward(**{kind: table.integer(kind, 0, _MOST_GIVEN, default=0) for kind in REWARDS})


def _names(table: Table, what: str, fewest: int, most: int) -> list[str]:
    """Return the remaining keys of a table whose entries are keyed by name."""
    names = list(table.rest())
    for name in names:
        if not _is_name(name):
            table.fault(f"found this name; allowed: {_NAME_LIKE}", name)
    if not fewest <= len(names) <= most:
        table.fault(f"found {len(names)} {what}; allowed: {fewest} to {most}")
    return names


def _is_name(text: str) -> bool:
    return re.fullmatch(_NAME, text) is not None


def _dogs(table: Table) -> tuple[Dog, ...]:
    dogs = []
    for name in _names(table, "Dogs", limits.MIN_PLAYERS, limits.MAX_DOGS):
        entry = table.table(name)
        dogs.append(Dog(name, _title(entry), _abilities(entry, ABILITIES, _ABILITY_RANGES)))
    return tuple(dogs)


def _houses(table: Table) -> tuple[tuple[str, ...], dict[str, tuple[Ability, ...]]]:
    """Return the Houses, and the abilities of those that have any: `[houses.talbot]` is Talbot's own table."""
    names = table.texts("names", _NAME, _NAME_LIKE, 2, limits.MAX_HOUSES)
    known = [name for name in dict.fromkeys(names) if name in table]
    found = {name: _abilities(table.table(name), HOUSE_ABILITIES, _HOUSE_RANGES) for name in known}
    return names, {name: abilities for name, abilities in found.items() if abilities}


def _abilities(table: Table, kinds: Mapping[str, str], ranges: Mapping[str, Range]) -> tuple[Ability, ...]:
    """Return the abilities of a Dog or a House. One of amount 0 is none: so a sweep over amounts may start there."""
    abilities = [_ability(entry, kinds, ranges) for entry in table.tables("abilities", 0, len(kinds))]
    return tuple(ability for ability in abilities if ability.amount)


def _ability(table: Table, kinds: Mapping[str, str], ranges: Mapping[str, Range]) -> Ability:
    kind = table.choice("kind", tuple(kinds))
    parameter = _parameter(table, "kind", kind, kinds)
    return Ability(kind, table.integer(parameter, *ranges[kind]) if parameter else 0)


def _tactic_cards(table: Table) -> tuple[TacticCard, ...]:
    return tuple(_card(name, table.table(name)) for name in _names(table, "cards", 1, limits.MAX_CARDS))


def _card(name: str, table: Table) -> TacticCard:
    copies = table.integer("copies", 0, limits.MAX_DECK)
    effect = table.choice("effect", tuple(EFFECTS))
    parameter = _parameter(table, "effect", effect, EFFECTS)
    most = _MOST_MOVED if effect in ("strength", "tracker") else _MOST_GIVEN
    return TacticCard(
        name=name,
        copies=copies,
        effect=effect,
        amount=table.integer("amount", 0, most) if parameter == "amount" else 0,
        soldier=table.choice("soldier", SOLDIERS) if parameter == "soldier" else None,
    )


def _parameter(table: Table, key: str, kind: str, kinds: Mapping[str, str | None]) -> str | None:
    """Return the parameter that an entry of a kind needs; note those that it has but other kinds have.

    Where the kind itself is faulty there is nothing to need, and any parameter is let pass.
    """
    faulty = table.file.is_faulty((*table.path, key))
    parameter = None if faulty else kinds[kind]
    others = {name for name in kinds.values() if name is not None and name != parameter}
    for name in sorted(others):
        if name in table and not faulty:
            allowed = f'"{parameter}" with this {key}' if parameter else f"no parameter with this {key}"
            table.fault(f'"{kind}" has no {name}; allowed: {allowed}', name)
    return parameter
