"""Arguments of a command, changed for one test."""

from __future__ import annotations

from collections.abc import Sequence


def replaced(arguments: Sequence[str], *options: str) -> list[str]:
    """Return arguments with `options` added; where such an option with a value is there, with that value instead.

    Examples
    --------
    >>> replaced(["run", "x.toml", "--seed", "1"], "--resume", "--seed", "2")
    ['run', 'x.toml', '--seed', '2', '--resume']
    """
    found = list(arguments)
    for place, option in enumerate(options):
        if not option.startswith("--"):
            continue
        value = options[place + 1 : place + 2]
        if not value or value[0].startswith("--"):
            found.append(option)
        elif option in found:
            found[found.index(option) + 1] = value[0]
        else:
            found += [option, value[0]]
    return found
