"""The numbers that results keep of a seat's game beside its score: in which group they are shown, and their names."""

from __future__ import annotations

from collections.abc import Mapping

GROUPS: Mapping[str, Mapping[str, str]] = {
    "VP tokens": {
        "vp_spaces": "VP from spaces",
        "vp_battles": "VP for beaten Captains",
        "vp_bonus": "VP from Bonus tokens",
        "vp_tactics": "VP from Tactic cards",
    },
    "Captains and battles": {
        "placements": "Captains placed",
        "captains_lost": "Captains lost by passing",
        "battles_won": "Battles won",
        "battles_lost": "Battles lost",
    },
    "Soldiers played": {
        "footmen": "Footmen",
        "arquebusers": "Arquebusers",
        "knights": "Knights",
        "war_machines": "War Machines",
    },
    "Cards, tokens, order": {
        "tactics_played": "Tactic cards played",
        "influence_tokens": "Influence tokens",
        "bonuses": "Bonus tokens",
        "years_first": "Years as first player",
        "first_passes": "Years first to pass",
    },
    "Abilities": {
        "ability_fired": "Ability used",
        "ability_gain": "Ability's gain",
    },
}
"""Heading -> column of the results -> name for people. The units are those of the results' columns."""

YEARLY: Mapping[str, str] = {"placements": "Captains placed", "tokens": "VP tokens at the end of the Year"}
"""Stem of the columns that there are for each Year -> name for people."""

TITLES: Mapping[str, str] = {column: name for group in GROUPS.values() for column, name in group.items()}
"""Column -> name for people."""


def yearly(stem: str, years: int) -> list[str]:
    """Return the columns of a stem, one a Year.

    Examples
    --------
    >>> yearly("tokens", 2)
    ['tokens_y1', 'tokens_y2']
    """
    return [f"{stem}_y{year}" for year in range(1, years + 1)]


def measures(years: int) -> tuple[str, ...]:
    """Return all columns that are shown, of a game with so many Years."""
    return (*TITLES, *(column for stem in YEARLY for column in yearly(stem, years)))
