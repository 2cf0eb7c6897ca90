"""Checking that the parts of a ruleset fit together: counts that must add up, and enough of everything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from simcore.dogs.limits import MAX_PLAYERS, MIN_PLAYERS
from simcore.dogs.ruleset import Ruleset
from simcore.tomllines import KeyPath
from simcore.tomltext import shown_path
from simcore.wording import counted


@dataclass(frozen=True)
class Misfit:
    """Values that do not go together.

    Parameters
    ----------
    paths : tuple of paths
        The keys whose values were compared; the first is the one to report.
    text : str
        What was found and what is allowed.
    """

    paths: tuple[KeyPath, ...]
    text: str

    def __str__(self) -> str:
        return f"{shown_path(self.paths[0])}: {self.text}"


def check_ruleset(ruleset: Ruleset) -> list[str]:
    """Return what does not fit together in a ruleset, one text a fault; an empty list if all is well.

    Only relations between values are looked at here; the kind and range of each value is checked when a file is read.
    """
    return [str(misfit) for misfit in misfits(ruleset)]


def misfits(ruleset: Ruleset) -> Iterator[Misfit]:
    """Yield every relation between values of a ruleset that does not hold."""
    yield from _counts(ruleset)
    yield from _names(ruleset)
    yield from _board(ruleset)
    yield from _short_game(ruleset)
    yield from _supplies(ruleset)
    yield from _track(ruleset)


def _counts(ruleset: Ruleset) -> Iterator[Misfit]:
    """R0.4: what the list of components says must be there."""
    components = ruleset.components
    copies = sum(card.copies for card in ruleset.tactic_cards)
    if copies != components.tactic_cards:
        entries = [("tactic_cards", card.name, "copies") for card in ruleset.tactic_cards]
        text = f"found {components.tactic_cards}; allowed: {copies}, which the copies of all cards add up to"
        yield Misfit((("components", "tactic_cards"), ("tactic_cards",), *entries), text)
    if len(ruleset.tiles) != components.tiles:
        text = f"found {components.tiles}; allowed: {len(ruleset.tiles)}, the number of tiles listed"
        yield Misfit((("components", "tiles"), ("tiles",)), text)
    if len(ruleset.bonus_tokens) != components.bonus_tokens:
        text = f"found {components.bonus_tokens}; allowed: {len(ruleset.bonus_tokens)}, the number of tokens listed"
        yield Misfit((("components", "bonus_tokens"), ("bonus_tokens",)), text)
    for number, tile in enumerate(ruleset.tiles, start=1):
        if len(tile) != components.spaces:
            text = f"found {counted(len(tile), 'space')}; allowed: {components.spaces}, as components.spaces says"
            yield Misfit((("tiles", str(number)), ("components", "spaces")), text)


def _names(ruleset: Ruleset) -> Iterator[Misfit]:
    """Every House, Dog, card and every ability of a Dog or House only once."""
    for position, house in enumerate(ruleset.houses):
        if house in ruleset.houses[:position]:
            yield Misfit((("houses", "names", position),), _twice(house))
    lists: list[tuple[KeyPath, list[str]]] = [
        (("dogs",), [dog.name for dog in ruleset.dogs]),
        (("tactic_cards",), [card.name for card in ruleset.tactic_cards]),
        *((("dogs", dog.name, "abilities"), [ability.kind for ability in dog.abilities]) for dog in ruleset.dogs),
        *(
            (("houses", house, "abilities"), [ability.kind for ability in abilities])
            for house, abilities in ruleset.house_abilities.items()
        ),
    ]
    for path, words in lists:
        for word in sorted({word for word in words if words.count(word) > 1}):
            yield Misfit((path,), _twice(word))


def _twice(word: str) -> str:
    return f'found "{word}" more than once; allowed once'


def _board(ruleset: Ruleset) -> Iterator[Misfit]:
    """R2.1 to R2.3: enough tokens, tiles and Houses for every battle of a Year; R1.1: a Support card each."""
    battles = ruleset.battle.number
    needs: list[tuple[KeyPath, str, int, int]] = [
        (("bonus_tokens",), "Bonus token", len(ruleset.bonus_tokens), battles),
        (("tiles",), "tile", len(ruleset.tiles), 2 * battles),
        (("houses", "names"), "House", len(ruleset.houses), 2 * battles),
    ]
    for path, what, number, needed in needs:
        if number < needed:
            text = f"found {counted(number, what)}; allowed: at least {needed}, for {counted(battles, 'battle')} a Year"
            yield Misfit((path, ("battle", "number")), text)
    if len(ruleset.houses) < MAX_PLAYERS:
        text = f"found {len(ruleset.houses)} Houses; allowed: at least {MAX_PLAYERS}, a Support card for each player"
        yield Misfit((("houses", "names"),), text)


def _short_game(ruleset: Ruleset) -> Iterator[Misfit]:
    """R1.5: what is left must do for three players."""
    short, battles = ruleset.short_game, ruleset.battle.number
    if short.battles > battles:
        text = f"found {short.battles}; allowed: at most {battles}, as battle.number says"
        yield Misfit((("short_game", "battles"), ("battle", "number")), text)
    left, needed = len(ruleset.houses) - short.houses_removed, max(2 * short.battles, MIN_PLAYERS)
    if left < needed:
        most = max(len(ruleset.houses) - needed, 0)
        text = (
            f"found {short.houses_removed}; allowed: at most {most}, so that {needed} Houses are left"
            f" for {counted(short.battles, 'battle')} and {MIN_PLAYERS} Support cards"
        )
        yield Misfit((("short_game", "houses_removed"), ("short_game", "battles"), ("houses", "names")), text)


def _supplies(ruleset: Ruleset) -> Iterator[Misfit]:
    """R1.1: coins and cards for five players; R0.5: Captains for every Year."""
    components, setup = ruleset.components, ruleset.setup
    if MAX_PLAYERS * setup.coins > components.coins:
        most = components.coins // MAX_PLAYERS
        text = (
            f"found {setup.coins}; allowed: at most {most},"
            f" as the box holds {components.coins} coins for {MAX_PLAYERS} players"
        )
        yield Misfit((("setup", "coins"), ("components", "coins_of_1"), ("components", "coins_of_3")), text)
    if MAX_PLAYERS * setup.tactic_cards > components.tactic_cards:
        most = components.tactic_cards // MAX_PLAYERS
        text = (
            f"found {setup.tactic_cards}; allowed: at most {most},"
            f" as the deck has {components.tactic_cards} cards for {MAX_PLAYERS} players"
        )
        yield Misfit((("setup", "tactic_cards"), ("components", "tactic_cards")), text)
    for year, captains in enumerate(ruleset.years.captains):
        if captains > components.captain_figures:
            text = f"found {captains}; allowed: at most {components.captain_figures}, the figures of a player"
            yield Misfit((("years", "captains", year), ("components", "captain_figures")), text)


def _track(ruleset: Ruleset) -> Iterator[Misfit]:
    """R1.2: the track's values rise, and the Houses start on it."""
    track = ruleset.house_track
    for position, (lower, upper) in enumerate(pairwise(track), start=1):
        if lower >= upper:
            text = f"found {upper} after {lower}; allowed: values that rise from space to space"
            yield Misfit((("house_track", "spaces", position), ("house_track", "spaces", position - 1)), text)
    if ruleset.setup.house_value not in track:
        values = ", ".join(map(str, track))
        text = f"found {ruleset.setup.house_value}; allowed: a value on the House Victory track: {values}"
        yield Misfit((("setup", "house_value"), ("house_track", "spaces")), text)
