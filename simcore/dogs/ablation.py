"""Ablations: variants that take a Dog's special abilities away, to see what these are worth (R8)."""

from __future__ import annotations

from simcore.dogs.ruleset import Dog
from simcore.dogs.ruleset_words import kind_words


def ablation_name(dog: Dog) -> str:
    """Return the name of the variant in which a Dog has no ability."""
    return f"without_{dog.name}"


def ablation(dog: Dog, of: str) -> str:
    """Return the text of the variant of ruleset `of` in which a Dog has none of its abilities, at least one.

    Examples
    --------
    >>> from simcore.dogs.ruleset import Ability
    >>> print(ablation(Dog("omalley", "Captain O'Malley", (Ability("profiteer", 1),)), "base"))
    name = "without_omalley"
    title = "Captain O'Malley without Profiteer"
    of = "base"
    why = "What is Profiteer worth to Captain O'Malley, and to the others?"
    remove = ["dogs.omalley.abilities.profiteer"]
    <BLANKLINE>
    """
    kinds = [ability.kind for ability in dog.abilities]
    names = [kind_words(kind) for kind in kinds]
    words = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    verb = "is" if len(kinds) == 1 else "are"
    return (
        f"name = {_text(ablation_name(dog))}\n"
        f"title = {_text(f'{dog.title} without {words}')}\n"
        f"of = {_text(of)}\n"
        f"why = {_text(f'What {verb} {words} worth to {dog.title}, and to the others?')}\n"
        f"remove = [{', '.join(_text(f'dogs.{dog.name}.abilities.{kind}') for kind in kinds)}]\n"
    )


def _text(words: str) -> str:
    """Return words as a TOML text."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
