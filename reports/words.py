"""Numbers and findings in words: how a share, an interval or a group is written, and the sentences of the summary."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from reports.equivalence import BALANCED, STRONG, UNDECIDED, WEAK
from reports.summaries import FIXED
from simcore.wording import counted

UNKNOWN = "?"
"""Stands for a number that the games do not tell, such as an end of an interval from a single game."""

NO_INTERVAL = "no interval"
"""Stands for an interval that the games do not tell."""

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
    return UNKNOWN if math.isnan(share) else f"{100.0 * share:.{digits}f}%"


def points(difference: float, digits: int = 1) -> str:
    """Return a difference of shares in percentage points, with its sign.

    Examples
    --------
    >>> points(-0.0123)
    '−1.2'
    """
    if math.isnan(difference):
        return UNKNOWN
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
    return between(percent(low, digits).rstrip("%"), percent(high, digits).rstrip("%"))


def between(low: str, high: str) -> str:
    """Return an interval whose ends are written already; `NO_INTERVAL` where one of them is unknown.

    Examples
    --------
    >>> between("+1.50", "+2.00"), between("+1.50", UNKNOWN)
    ('+1.50 to +2.00', 'no interval')
    """
    return NO_INTERVAL if UNKNOWN in (low, high) else f"{low} to {high}"


def victory_points(value: float, digits: int = 1) -> str:
    """Return VP with a minus sign that is one.

    Examples
    --------
    >>> victory_points(-0.25), victory_points(-0.01)
    ('−0.2', '0.0')
    """
    if math.isnan(value):
        return UNKNOWN
    text = f"{abs(value):.{digits}f}"
    return f"−{text}" if value < 0 and float(text) != 0.0 else text


def half_width(half: float, digits: int = 2) -> str:
    """Return half the width of an interval, with more digits where it would else look like none, but four at most.

    Examples
    --------
    >>> half_width(0.25), half_width(0.0031), half_width(0.0)
    ('0.25', '0.003', '0.00')
    """
    if math.isnan(half):
        return UNKNOWN
    while digits < 4 and 0.0 < half < 0.5 * 10.0**-digits:
        digits += 1
    return f"{half:.{digits}f}"


def count(number: float) -> str:
    """Return a whole number with its thousands parted.

    Examples
    --------
    >>> count(1_000_000)
    '1,000,000'
    """
    return f"{int(number):,}"


def begun(text: str) -> str:
    """Return a text as the beginning of a sentence, with a capital; names of keys and files keep their case.

    Examples
    --------
    >>> begun("three Years"), begun("soldiers.knight.cost = 4")
    ('Three Years', 'soldiers.knight.cost = 4')
    """
    first = text.partition(" ")[0]
    return text if re.search(r"[._\d\[=/]", first) else text[:1].upper() + text[1:]


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
    return f"{first['label']} wins {word}: {share} of {counted(first['n_games'], 'game')} ({numbers})"


def _others(group: pd.DataFrame) -> str:
    others = group["label"].tolist()[1:]
    return f"{listed(others)} {'is' if len(others) == 1 else 'are'} also"


def _span(named: pd.DataFrame) -> str:
    digits = share_digits(named)
    ordered = named.sort_values("win_share")
    low, high = ordered.iloc[0], ordered.iloc[-1]
    ends = [
        f"{row['label']} with {percent(row['win_share'], digits)} of {counted(row['n_games'], 'game')}, "
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
        return f"No {what} can be told from the fair share of {percent(table['fair'].iloc[0])}: {_span(named)}."
    digits = share_digits(named)
    numbers = [f"{row['label']} {_share(row, digits)}" for _, row in told.iterrows()]
    return f"By {what}, away from the fair share: {', '.join(numbers)}."


def _share(row: pd.Series[Any], digits: int) -> str:
    ends = interval(row["family_low"], row["family_high"], digits)
    return f"{percent(row['win_share'], digits)} of {counted(row['n_games'], 'game')} ({ends})"


FAR = 100
"""Times the games played: where more are needed to decide, their number is not told."""

VERDICT_ORDER = (STRONG, WEAK, BALANCED, UNDECIDED)


def balance_sentence(balance: pd.DataFrame, labels: Sequence[str]) -> str:
    """Say which Dogs are balanced, too strong, too weak or undecided, each with its numbers.

    Parameters
    ----------
    balance : pandas.DataFrame
        Verdicts by Dog (`reports.equivalence.equivalence`).
    labels : sequence of str
        Name of each row.
    """
    named = balance.assign(label=list(labels))
    margin = points_of(float(balance["margin"].iloc[0]))
    clauses = []
    for verdict in VERDICT_ORDER:
        rows = named[named["verdict"] == verdict].sort_values("difference", ascending=False).to_dict("records")
        if rows:
            clauses.append(f"{verdict}: {listed([_against_fair(row) for row in rows])}")
    undecided = named[named["verdict"] == UNDECIDED]
    more = f" {more_games_sentence(undecided)}" if len(undecided) else ""
    return f"Against a margin of {margin} around the fair share, {'; '.join(clauses)}.{more}"


def verdict_names(balance: pd.DataFrame, labels: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return each verdict that was given, with the Dogs that have it, the furthest above fair first."""
    named = balance.assign(label=list(labels)).sort_values("difference", ascending=False)
    groups = {verdict: named.loc[named["verdict"] == verdict, "label"].tolist() for verdict in VERDICT_ORDER}
    return tuple((verdict, listed(names)) for verdict, names in groups.items() if names)


def points_of(margin: float) -> str:
    """Return a margin in words.

    Examples
    --------
    >>> points_of(0.01), points_of(0.005)
    ('±1 point', '±0.5 points')
    """
    size = f"{100.0 * margin:g}"
    return f"±{size} point{'' if size == '1' else 's'}"


def _against_fair(row: Mapping[Any, Any]) -> str:
    digits = 2 if row["high"] - row["low"] < 0.003 else 1
    ends = between(points(row["low"], digits), points(row["high"], digits))
    return f"{row['label']} {points(row['difference'], digits)} ({ends}; {counted(row['n_games'], 'game')})"


def rounded_up(number: float) -> str:
    """Return a number of games, rounded up to two digits.

    Examples
    --------
    >>> rounded_up(123_456), rounded_up(math.inf)
    ('130,000', 'no number of')
    """
    if not math.isfinite(number):
        return "no number of"
    step = 10 ** max(0, len(str(int(number))) - 2)
    return count(math.ceil(number / step) * step)


def more_games_sentence(undecided: pd.DataFrame) -> str:
    """Say how many games more would decide what is undecided, if the differences are what they now seem."""
    rows = undecided.sort_values("more_games").to_dict("records")
    near = [row["label"] for row in rows if row["more_games"] > FAR * row["n_games"]]
    each = [f"{rounded_up(row['more_games'])} for {row['label']}" for row in rows[: len(rows) - len(near)]]
    each += [f"more than {FAR} times as many as were played for {listed(near)}"] if near else []
    return f"Games more that would decide, if the differences are what they now seem (chance 80%): {listed(each)}."


def extremes_sentence(table: pd.DataFrame, labels: Sequence[str], what: str) -> str:
    """Say how many groups (`what`, in the plural) differ from the fair share, and which are furthest from it."""
    named = table.assign(label=list(labels))
    told = named[named["verdict"].isin(["above", "below"])]
    if told.empty:
        return f"Of {len(named)} {what} none can be told from the fair share; {_span(named)}."
    ends = [
        _extreme(group.sort_values("difference", ascending=word == "least"), word)
        for word, group in (("most", told[told["verdict"] == "above"]), ("least", told[told["verdict"] == "below"]))
        if len(group)
    ]
    return f"Of {len(named)} {what} {len(told)} differ from the fair share. {'; '.join(ends)}."


def effects_sentence(wins: pd.DataFrame, scores: pd.DataFrame, labels: Sequence[str], n_games: int) -> str:
    """Say which level of a factor the models find strongest and weakest, in win points and VP."""
    joined = wins.assign(
        label=list(labels), vp=scores["effect"], vp_low=scores["family_low"], vp_high=scores["family_high"]
    )
    ordered = joined.sort_values("effect", ascending=False).to_dict("records")
    return f"{'; '.join(_effect(row) for row in (ordered[0], ordered[-1]))} ({counted(n_games, 'game')})."


def _effect(row: Mapping[Any, Any]) -> str:
    digits = 2 if row["family_high"] - row["family_low"] < 0.003 else 1
    ends = between(points(row["family_low"], digits), points(row["family_high"], digits))
    vp = f"{signed(row['vp'])} VP ({between(signed(row['vp_low']), signed(row['vp_high']))})"
    return f"{row['label']} {points(row['effect'], digits)} points ({ends}) and {vp}"


def signed(value: float, digits: int = 2) -> str:
    """Return a number with its sign.

    Examples
    --------
    >>> signed(-0.25), signed(1.5), signed(0.001)
    ('−0.25', '+1.50', '0.00')
    """
    if math.isnan(value):
        return UNKNOWN
    text = f"{abs(value):.{digits}f}"
    sign = "" if float(text) == 0.0 else "+" if value > 0 else "−"
    return sign + text
