"""Showing a ruleset to people: every value in words, with its rule number and where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from simcore.dogs.ruleset import Ruleset, ruleset_hash
from simcore.dogs.ruleset_words import (
    READINGS,
    ability_words,
    effect_words,
    house_ability_words,
    name_words,
    number_of,
    reward_words,
    sources,
    space_words,
)
from simcore.tomltext import shown
from simcore.wording import counted

_STYLES = {"rulebook": "green", "reading": "cyan", "assumed": "bold yellow", "variant": "bold magenta"}
_LABELS = {
    "rulebook": "from the rulebook",
    "reading": "our reading",
    "assumed": "ASSUMED, not the real component",
    "variant": "CHANGED by a variant",
}

Line = tuple[str, str, str]
"""Rule number, what is meant, its value."""


def print_ruleset(ruleset: Ruleset, console: Console) -> None:
    """Print a ruleset, one section a block.

    Parameters
    ----------
    ruleset : Ruleset
        The rules.
    console : Console
        Where to print; rich leaves colours out where it is no terminal.
    """
    _print_head(ruleset, console)
    for block, (title, content) in _SECTIONS.items():
        provenance = ruleset.provenance[block]
        heading = Text.assemble(
            "\n",
            (title, "bold"),
            "   ",
            (_LABELS[provenance.source], _STYLES[provenance.source]),
            f"   [{block}]",
        )
        console.print(heading)
        console.print(Padding(Text(provenance.note, style="dim"), (0, 0, 0, 2), expand=False))
        console.print(Padding(content(ruleset), (0, 0, 0, 2), expand=False))


def _print_head(ruleset: Ruleset, console: Console) -> None:
    console.print(Text.assemble((ruleset.name, "bold"), f": {ruleset.title}"))
    console.print(f"hash {ruleset_hash(ruleset)}", highlight=False)
    for source, blocks in sources(ruleset).items():
        console.print(Text.assemble((_LABELS[source], _STYLES[source]), f": {', '.join(blocks)}"))


def _plain_table(*columns: str) -> Table:
    return Table(*columns, box=box.SIMPLE if columns else None, show_header=bool(columns), pad_edge=False)


def _lines(lines: list[Line]) -> Table:
    table = _plain_table()
    for rule, what, value in lines:
        table.add_row(rule, what, escape(value))
    return table


def _components(ruleset: Ruleset) -> Table:
    parts = ruleset.components
    coins = f"{parts.coins} in all: {parts.coins_of_1} worth 1, {parts.coins_of_3} worth 3"
    tokens = ", ".join(f"{number} with {players} players" for players, number in parts.influence_tokens.items())
    return _lines(
        [
            ("R0.1", "Coins", coins),
            ("R0.2", "Influence tokens of each House", tokens),
            ("R0.4", "Tactic cards", str(parts.tactic_cards)),
            ("R0.4", "Order of Battle tiles", f"{parts.tiles}, of {counted(parts.spaces, 'space')} each"),
            ("R0.4", "Bonus tokens", str(parts.bonus_tokens)),
            ("R0.5", "Captain figures of a player", str(parts.captain_figures)),
        ]
    )


def _soldiers(ruleset: Ruleset) -> Table:
    table = _plain_table("Soldier", "cards (R0.3)", "strength (R0.6)", "cost (R0.6)")
    for name, soldier in ruleset.soldiers.items():
        table.add_row(name_words(name), str(soldier.cards), str(soldier.strength), number_of(soldier.cost, "coins"))
    return table


def _houses(ruleset: Ruleset) -> Table:
    lines = [("R0.4", "Houses", ", ".join(name_words(name) for name in ruleset.houses))]
    for house, abilities in ruleset.house_abilities.items():
        lines.append(("H", name_words(house), "\n".join(map(house_ability_words, abilities))))
    return _lines(lines)


def _setup(ruleset: Ruleset) -> Table:
    setup = ruleset.setup
    return _lines(
        [
            ("R1.1", "Coins of a player", str(setup.coins)),
            ("R1.1", "Tactic cards of a player", str(setup.tactic_cards)),
            ("R1.2", "Value at which the Houses start", str(setup.house_value)),
        ]
    )


def _short_game(ruleset: Ruleset) -> Table:
    short = ruleset.short_game
    return _lines(
        [
            ("R1.5", "Houses left out", str(short.houses_removed)),
            ("R1.5", "Battles a Year", str(short.battles)),
        ]
    )


def _years(ruleset: Ruleset) -> Table:
    years = ruleset.years
    captains = ", ".join(f"{number} in Year {year}" for year, number in enumerate(years.captains, start=1))
    return _lines(
        [
            ("R2", "Years", str(years.number)),
            ("R2.1", "Bonus of each battle in the last Year", reward_words(years.last_bonus)),
            ("R3.1", "Captains of a player", captains),
            ("R3.2", "Income of a player", f"{number_of(years.income, 'coins')} a Year"),
        ]
    )


def _battle(ruleset: Ruleset) -> Table:
    battle = ruleset.battle
    return _lines(
        [
            ("R0.4", "Battles a Year", str(battle.number)),
            ("R4.5", "Last space of the Battle Track", f"{battle.track_end}, on either side"),
            ("R5.2", "Victory", f"the winner's token moves {battle.victory_steps} up"),
            (
                "R5.3",
                f"Glorious Victory (tracker at {battle.track_end})",
                f"{battle.glorious_steps} up instead, and the loser's token {battle.crushing_steps} down",
            ),
            ("R5.4", "For each Captain on the losing side", number_of(battle.vp_per_captain, "vp")),
        ]
    )


def _scoring(ruleset: Ruleset) -> Table:
    scoring = ruleset.scoring
    return _lines(
        [
            ("R7.2", "Support card", f"counts as {scoring.support_tokens} Influence tokens"),
            ("R7.3", "Leftover coins", f"1 VP for every {number_of(scoring.coins_per_vp, 'coins')}"),
            ("R7.4", "Each Tactic or Soldier card in hand", number_of(scoring.vp_per_card, "vp")),
        ]
    )


def _dogs(ruleset: Ruleset) -> Table:
    table = _plain_table("Dog", "special ability (R8, A)")
    for dog in ruleset.dogs:
        abilities = [ability_words(ability, ruleset.readings) for ability in dog.abilities]
        table.add_row(escape(dog.title), "\n".join(abilities) or "none")
    return table


def _readings(ruleset: Ruleset) -> Table:
    table = _plain_table("rule", "switch", "value", "meaning", "alternative")
    for switch, value in asdict(ruleset.readings).items():
        reading = READINGS[switch]
        others = [f"{shown(other)}: {text}" for other, text in reading.meanings.items() if other != value]
        table.add_row(reading.rule, switch, shown(value), reading.meanings[value], "\n".join(others) or "none yet")
    return table


def _tiles(ruleset: Ruleset) -> Table:
    table = Table("tile", box=box.ASCII2, show_lines=True)
    table.caption = "Arquebuser+: an Arquebuser or better (R4.4)"
    table.caption_justify = "left"
    for number in range(1, ruleset.components.spaces + 1):
        table.add_column(f"space {number}")
    for number, tile in enumerate(ruleset.tiles, start=1):
        table.add_row(str(number), *(space_words(space) for space in tile))
    return table


def _bonus_tokens(ruleset: Ruleset) -> Table:
    tokens = enumerate(ruleset.bonus_tokens, start=1)
    return _lines([("C2", f"Token {number}", reward_words(reward)) for number, reward in tokens])


def _tactic_cards(ruleset: Ruleset) -> Table:
    table = _plain_table("card", "copies", "effect (C3)")
    for card in ruleset.tactic_cards:
        table.add_row(name_words(card.name), str(card.copies), effect_words(card))
    return table


def _house_track(ruleset: Ruleset) -> Table:
    track = "  ".join(
        f"({value})" if value == ruleset.setup.house_value else str(value) for value in ruleset.house_track
    )
    return _lines([("C4", "VP for an Influence token, by space (start in brackets)", track)])


_SECTIONS: dict[str, tuple[str, Callable[[Ruleset], Table]]] = {
    "components": ("R0 Components", _components),
    "soldiers": ("R0 Soldiers", _soldiers),
    "houses": ("R0 Houses", _houses),
    "setup": ("R1 Setup", _setup),
    "short_game": ("R1.5 Optional setup for three players", _short_game),
    "years": ("R2, R3 Years and mustering", _years),
    "battle": ("R4, R5 Battles", _battle),
    "scoring": ("R7 Scoring", _scoring),
    "dogs": ("R8 Dogs of War", _dogs),
    "readings": ("I Readings", _readings),
    "tiles": ("C1 Order of Battle tiles", _tiles),
    "bonus_tokens": ("C2 Bonus tokens", _bonus_tokens),
    "tactic_cards": ("C3 Tactic deck", _tactic_cards),
    "house_track": ("C4 House Victory track", _house_track),
}
"""Sections by block, in the order in which they are shown."""
