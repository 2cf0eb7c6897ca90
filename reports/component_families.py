"""Families of components that reports set side by side: what each is called, counts and says."""

from __future__ import annotations

from dataclasses import dataclass

from reports.usage import PLACED

_MORE = "how much more a seat wins and scores for one more, at equal use of the others: an association, not an effect."


@dataclass(frozen=True)
class Family:
    """A family of components that are set side by side.

    Parameters
    ----------
    name : str
        As `reports.components.families` calls it; also names tables and anchors.
    heading, opening : str
        Heading of its block, and what it shows.
    row, used : str
        What a row is, and what "a game" counts.
    more : str
        What one use more is called in the sentence of the summary.
    held : tuple of str
        Columns that are held equal as well.
    by_effect : bool
        Whether rows are put in order of VP.
    told : bool
        Whether the summary has a sentence on it.
    """

    name: str
    heading: str
    opening: str
    row: str
    used: str
    more: str
    held: tuple[str, ...] = ()
    by_effect: bool = True
    told: bool = False


SPACES = Family(
    "spaces",
    "Spaces",
    f"How often each space is taken, and {_MORE} Every row has what goes along with placing a Captain at all, so what"
    " tells spaces apart is the distance between rows. Tiles and their spaces are counted from 1, as the ruleset lists"
    " them and a replay tells them.",
    "Space",
    "Captains placed on it in a game, by all seats.",
    "a Captain more on the space",
    told=True,
)
REWARDS = Family(
    "rewards",
    "Rewards of spaces",
    f"What is printed on the spaces taken, by kind, and {_MORE} Plunder's doubling and a short supply are not counted.",
    "One of the reward",
    "Printed on spaces taken in a game, by all seats.",
    "one more of the reward",
    (PLACED,),
    told=True,
)
CARDS = Family(
    "cards",
    "Tactic cards played",
    f"How often each card is played, and {_MORE} Cards are played when they are of use or when all else fails, so look"
    " at the cards dealt for what a card brings about.",
    "Card",
    "Played in a game, by all seats.",
    "the card played once more",
)
BONUSES = Family(
    "bonuses",
    "Bonus tokens",
    f"How often the Bonus of each token is got, shared or alone, and {_MORE}",
    "Token",
    "Got in a game, by all seats.",
    "the Bonus got once more",
)
SOLDIERS = Family(
    "soldiers",
    "Soldiers",
    f"How often each Soldier is played, and {_MORE}",
    "Soldier",
    "Played in a game, by all seats.",
    "one Soldier more",
    by_effect=False,
)
BACKED = Family(
    "backed",
    "Houses supported",
    f"How many Captains are placed for each House, and {_MORE} Houses without abilities of their own are equal in the"
    " rules; they differ by chance and by what scripts prefer. What a House gives for each Captain placed for it, it"
    " gives as often as that, unless the supply is short; how often its other abilities act is not counted.",
    "House",
    "Captains placed for it in a game, by all seats.",
    "a Captain more for the House",
    by_effect=False,
)
HELD = Family(
    "held",
    "Influence by House",
    f"How many Influence tokens of each House are held at the end, and {_MORE}",
    "House",
    "Tokens held at the end of a game, by all seats.",
    "a token more of the House",
    by_effect=False,
)
BATTLES = Family(
    "battles",
    "Battles",
    f"Battles with a Captain on the winning side, battles lost, Glorious Victories among them, and {_MORE}",
    "What",
    "In a game, of all seats.",
    "one more",
    by_effect=False,
)
ORDER = Family(
    "order",
    "First player and passing",
    f"The First Player token, passing first and Captains left over when passing, and {_MORE} Only who is dealt the"
    " token in Year 1 is decided by chance; what that brings about stands by itself.",
    "What",
    "In a game, of all seats.",
    "one more",
    by_effect=False,
    told=True,
)
