"""Other stand-ins for the components that a ruleset only assumes (C1 to C4), drawn at random as variants.

Nobody knows what is printed, so a finding deserves trust if it holds for whatever might be. Only blocks that the
ruleset marks as assumed are drawn; what is known of them stays. A draw is a text, so that it can be looked at and
played.
"""

from __future__ import annotations

from random import Random

from simcore.dogs.ruleset import Ruleset, TacticCard
from simcore.dogs.ruleset_words import sources

RANGES = {
    "tiles": (
        "Of a tile's spaces, a third to two thirds ask for nothing, none to a third for a Knight, and the rest for an"
        " Arquebuser (C1). A quarter of the free spaces give nothing, the others 1 Influence, 1 or 2 coins, 1 VP, 1"
        " Tactic card, a Footman or an Arquebuser; those for an Arquebuser 1 or 2 Influence (or 1 and a coin), 2 or 3"
        " coins, 1 to 3 VP, 1 or 2 Tactic cards, a Captain, a Knight, or an Arquebuser and a coin; those for a Knight 2"
        " or 3 Influence (or 2 and 1 VP), 2 to 4 VP, 3 or 4 coins, 3 Tactic cards, a Captain or a War Machine."
    ),
    "bonus_tokens": (
        "One token stays a Captain, as in the rulebook's example; each of the others gives 2 to 4 coins, 1 to 3"
        " Influence, 1 to 3 Tactic cards, 1 to 3 VP, 2 Arquebusers, a Knight or a War Machine (C2)."
    ),
    "tactic_cards": (
        "As many cards as before, of the same names and effects: of each from none to three times its even share and"
        " one more, of Betrayal at least one (C3). A card's strength, its way on a tracker and its coins lie"
        " between 1 and 4, its VP and cards drawn between 1 and 3, its Influence is 1 or 2, its Captains 1, and a"
        " Soldier is a Footman, an Arquebuser or a Knight."
    ),
    "house_track": (
        "The values that are known stay: -1, 0, 1, 5 and 7, and the one at the start. Below come one to three of -5 to"
        " -2, between 1 and 5 one to three of 2 to 4, and above 5 none to two of 6, 8 and 9 (C4)."
    ),
}
"""Blocks that can be drawn -> the range of the draws, as the report has it."""

_FREE = (
    *("influence = 1", "coins = 1", "coins = 2", "vp = 1"),
    *("tactics = 1", "footman = 1", "arquebuser = 1"),
)
_ARQUEBUSER = (
    *("influence = 1", "influence = 2", "influence = 1, coins = 1", "coins = 2", "coins = 3", "vp = 1", "vp = 2"),
    *("vp = 3", "tactics = 1", "tactics = 2", "captain = 1", "knight = 1", "arquebuser = 1, coins = 1"),
)
_KNIGHT = (
    *("influence = 2", "influence = 3", "influence = 2, vp = 1", "vp = 2", "vp = 3", "vp = 4", "coins = 3"),
    *("coins = 4", "tactics = 3", "captain = 1", "war_machine = 1"),
)
_TOKENS = (
    *("coins = 2", "coins = 3", "coins = 4", "influence = 1", "influence = 2", "influence = 3", "tactics = 1"),
    *("tactics = 2", "tactics = 3", "vp = 1", "vp = 2", "vp = 3", "arquebuser = 2", "knight = 1", "war_machine = 1"),
)
_AMOUNTS = {
    "strength": (1, 4),
    "tracker": (1, 4),
    "coins": (1, 4),
    "vp": (1, 3),
    "draw": (1, 3),
    "influence": (1, 2),
    "captain": (1, 1),
}
_SOLDIERS = ("footman", "arquebuser", "knight")
_KNOWN_VALUES = (-1, 0, 1, 5, 7)


def assumed_blocks(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the blocks of a ruleset that rest on assumptions and can be drawn, in the order of `RANGES`."""
    assumed = sources(ruleset).get("assumed", [])
    return tuple(block for block in RANGES if block in assumed)


def draw_name(seed: int, number: int) -> str:
    """Return the name of a draw.

    Examples
    --------
    >>> draw_name(1, 7)
    'draw_1_007'
    """
    return f"draw_{seed}_{number:03d}"


def draw_stand_ins(ruleset: Ruleset, of: str, seed: int, number: int) -> str:
    """Return the text of a variant with other stand-ins for all that a ruleset assumes.

    Parameters
    ----------
    ruleset : Ruleset
        The ruleset, in which something is assumed.
    of : str
        What it is called where the variant is used.
    seed, number : int
        Which draw: the same two always give the same, at least 0.

    Returns
    -------
    str
        A TOML file called `draw_name(seed, number)`.
    """
    random = Random(f"stand-ins {seed} {number}")
    draws = {"tiles": _tiles, "bonus_tokens": _tokens, "tactic_cards": _cards, "house_track": _track}
    blocks = assumed_blocks(ruleset)
    taken = [f'"bonus_tokens.{n}"' for n in range(1, len(ruleset.bonus_tokens) + 1)] if "bonus_tokens" in blocks else []
    lines = [
        f'name = "{draw_name(seed, number)}"',
        f'title = "other stand-ins, draw {number} of seed {seed}"',
        f"of = '{of}'",
        f'why = "Does what holds for the stand-ins also hold for other {", ".join(blocks)}?"',
        *([f"remove = [{', '.join(taken)}]"] if taken else []),
    ]
    for block in blocks:
        lines += ["", f"[{block}]", *draws[block](ruleset, random)]
    return "\n".join(lines) + "\n"


def _tiles(ruleset: Ruleset, random: Random) -> list[str]:
    lines = []
    for number in range(1, len(ruleset.tiles) + 1):
        lines += [f"{number} = [", *(f"    {space}," for space in _spaces(ruleset.components.spaces, random)), "]"]
    return lines


def _spaces(spaces: int, random: Random) -> list[str]:
    """Return the spaces of a tile, those that ask for nothing first."""
    third = spaces // 3
    free = random.randint(max(third, 1), max(spaces - third, 1))
    knight = random.randint(0, min(third, spaces - free))
    drawn = [f"{{ reward = {{ {random.choice(_FREE)} }} }}" if random.random() >= 0.25 else "{}" for _ in range(free)]
    for needs, menu, times in (("arquebuser", _ARQUEBUSER, spaces - free - knight), ("knight", _KNIGHT, knight)):
        drawn += [f'{{ needs = "{needs}", reward = {{ {random.choice(menu)} }} }}' for _ in range(times)]
    return drawn


def _tokens(ruleset: Ruleset, random: Random) -> list[str]:
    rewards = ["captain = 1", *(random.choice(_TOKENS) for _ in ruleset.bonus_tokens[1:])]
    return [f"{number} = {{ {reward} }}" for number, reward in enumerate(rewards, start=1)]


def _cards(ruleset: Ruleset, random: Random) -> list[str]:
    cards = ruleset.tactic_cards
    copies = {card.name: int(card.effect == "betrayal") for card in cards}
    most = max(3 * ruleset.components.tactic_cards // len(cards), 1) + 1
    for _ in range(ruleset.components.tactic_cards - sum(copies.values())):
        name = random.choice([name for name, number in copies.items() if number < most])
        copies[name] += 1
    return [f"{card.name} = {{ copies = {copies[card.name]}{_effect(card, random)} }}" for card in cards]


def _effect(card: TacticCard, random: Random) -> str:
    if card.effect in _AMOUNTS:
        return f", amount = {random.randint(*_AMOUNTS[card.effect])}"
    return f', soldier = "{random.choice(_SOLDIERS)}"' if card.effect == "soldier" else ""


def _track(ruleset: Ruleset, random: Random) -> list[str]:
    below = random.sample(range(-5, -1), random.randint(1, 3))
    between = random.sample(range(2, 5), random.randint(1, 3))
    above = random.sample((6, 8, 9), random.randint(0, 2))
    values = sorted({ruleset.setup.house_value, *_KNOWN_VALUES, *below, *between, *above})
    return [f"spaces = [{', '.join(map(str, values))}]"]
