"""Numbers and findings in words: how a share, an interval or a group is written, and the sentences of the summary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pandas as pd

from reports.summaries import FIXED

NUMBER_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def title_of(name: str) -> str:
    """Return a name as a heading: words with capitals.

    Examples
    --------
    >>> title_of("nameless_conqueror")
    'Nameless Conqueror'
    """
    return " ".join(word[:1].upper() + word[1:] for word in name.split("_"))


def slug(name: str) -> str:
    """Return a name with nothing but letters, digits, hyphens and underscores, for files and page anchors.

    Examples
    --------
    >>> slug("my run (2)")
    'my-run-2'
    """
    return re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-") or "run"


def share_digits(table: pd.DataFrame) -> int:
    """Return the decimals of a percentage, 1 or 2, that the intervals of a table of shares can bear."""
    half = float((table["ci_high"] - table["ci_low"]).max()) / 2.0
    return 2 if half < 0.0015 else 1


def percent(share: float, digits: int = 1) -> str:
    """Return a share as a percentage.

    Examples
    --------
    >>> percent(0.2713)
    '27.1%'
    """
    return f"{100.0 * share:.{digits}f}%"


def points(difference: float, digits: int = 1) -> str:
    """Return a difference of shares in percentage points, with its sign.

    Examples
    --------
    >>> points(-0.0123)
    '−1.2'
    """
    text = f"{abs(100.0 * difference):.{digits}f}"
    sign = "" if float(text) == 0.0 else "+" if difference > 0 else "−"
    return sign + text


def interval(low: float, high: float, digits: int = 1) -> str:
    """Return an interval of shares, in percent.

    Examples
    --------
    >>> interval(0.269, 0.273)
    '26.9 to 27.3'
    """
    return f"{100.0 * low:.{digits}f} to {100.0 * high:.{digits}f}"


def victory_points(value: float, digits: int = 1) -> str:
    """Return VP with a minus sign that is one.

    Examples
    --------
    >>> victory_points(-0.25)
    '−0.2'
    """
    return f"{value:.{digits}f}".replace("-", "−")


def count(number: float) -> str:
    """Return a whole number with its thousands parted.

    Examples
    --------
    >>> count(1_000_000)
    '1,000,000'
    """
    return f"{int(number):,}"


def listed(items: Sequence[str]) -> str:
    """Return items as an enumeration.

    Examples
    --------
    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def players_heading(players: int, short: bool) -> str:
    """Return a heading for a number of players.

    Examples
    --------
    >>> players_heading(3, True)
    'Three players, short game'
    """
    return f"{NUMBER_WORDS[players].capitalize()} players{', short game' if short else ''}"


def dogs_sentence(table: pd.DataFrame, labels: Sequence[str]) -> str:
    """Say which Dogs win more or less than their fair share, the furthest from it with its numbers.

    Parameters
    ----------
    table : pandas.DataFrame
        Win shares by Dog (`reports.summaries.win_shares`).
    labels : sequence of str
        Name of each row.

    Returns
    -------
    str
        The sentence, to follow words such as "With four players"; intervals in it are the corrected ones.
    """
    named = table.assign(label=list(labels))
    fair = percent(float(table["fair"].iloc[0]))
    above = named[named["verdict"] == "above"].sort_values("difference", ascending=False)
    below = named[named["verdict"] == "below"].sort_values("difference")
    if above.empty and below.empty:
        if (table["verdict"] == FIXED).all():
            return "the Dogs' shares are fixed by design."
        return f"no Dog can be told from the fair share of {fair} ({_span(named)})."
    clauses = [_extreme(group, word) for group, word in ((above, "most"), (below, "least")) if len(group)]
    rest = [f"{_others(group)} {word} it" for group, word in ((above, "above"), (below, "below")) if len(group) > 1]
    unclear = named[named["verdict"] == "not distinguishable"]["label"].tolist()
    if unclear:
        rest.append(f"{listed(unclear)} cannot be told from it")
    tail = f"; {'; '.join(rest)}" if rest else ""
    return f"{', '.join(clauses)}; fair would be {fair}{tail}."


def _extreme(group: pd.DataFrame, word: str) -> str:
    first = group.iloc[0]
    digits = share_digits(group)
    numbers = interval(first["family_low"], first["family_high"], digits)
    share = percent(first["win_share"], digits)
    return f"{first['label']} wins {word}: {share} of {count(first['n_games'])} games ({numbers})"


def _others(group: pd.DataFrame) -> str:
    others = group["label"].tolist()[1:]
    return f"{listed(others)} {'is' if len(others) == 1 else 'are'} also"


def _span(named: pd.DataFrame) -> str:
    digits = share_digits(named)
    ordered = named.sort_values("win_share")
    low, high = ordered.iloc[0], ordered.iloc[-1]
    ends = [
        f"{row['label']} with {percent(row['win_share'], digits)} of {count(row['n_games'])} games, "
        f"{interval(row['family_low'], row['family_high'], digits)}"
        for row in (low, high)
    ]
    return f"lowest {ends[0]}; highest {ends[1]}"


def groups_sentence(table: pd.DataFrame, labels: Sequence[str], what: str) -> str:
    """Say which seats or strategies (`what`, in the singular) win more or less than their fair share."""
    named = table.assign(label=list(labels))
    told = named[named["verdict"].isin(["above", "below"])].sort_values("difference", ascending=False)
    if (table["verdict"] == FIXED).all():
        return f"Everybody played {labels[0]}, whose share is fair by design."
    if told.empty:
        return f"No {what} can be told from the fair share."
    digits = share_digits(named)
    numbers = [f"{row['label']} {_share(row, digits)}" for _, row in told.iterrows()]
    return f"By {what}, away from the fair share: {', '.join(numbers)}."


def _share(row: pd.Series[Any], digits: int) -> str:
    return f"{percent(row['win_share'], digits)} ({interval(row['family_low'], row['family_high'], digits)})"
