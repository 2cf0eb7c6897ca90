"""Numbers with their nouns, for sentences that people read."""

from __future__ import annotations


def counted(number: float, noun: str, plural: str = "") -> str:
    """Return a whole number, its thousands parted, with its noun in the singular or the plural.

    Parameters
    ----------
    number : int or float
        A whole number.
    noun, plural : str
        What is counted, and how several are called where that is not the noun with an s.

    Examples
    --------
    >>> counted(1, "game"), counted(60_000, "game"), counted(0, "entry", "entries")
    ('1 game', '60,000 games', '0 entries')
    """
    whole = int(number)
    return f"{whole:,} {noun if whole == 1 else plural or f'{noun}s'}"
