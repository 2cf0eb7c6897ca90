"""Rules in hand: a ruleset with variants laid over it, which can be looked at, looked into and varied further."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from simcore.dogs.ruleset import Ruleset, ruleset_hash
from simcore.dogs.ruleset_words import ability_words, house_ability_words, name_words, sources
from simcore.dogs.variant_file import SHELF, Varied, load_varied
from simcore.errors import UserError
from simcore.overlay import find, nearest, parse_path, tree_of
from simcore.prepare.arms import file_of, split_names
from simcore.study import html
from simcore.tomltext import shown, shown_path
from simcore.variant import load_variant, shipped_variants


@dataclass(frozen=True)
class Rules:
    """A ruleset and the variants laid over it; they never change, `vary` makes others.

    Parameters
    ----------
    varied : Varied
        The checked rules.
    named : tuple of str
        The ruleset and its variants, as the command line would name them.

    Examples
    --------
    >>> rules = ruleset("base")
    >>> rules["soldiers.knight.cost"]
    3
    >>> dear = rules.vary("soldiers.knight.cost=4", "three_years")
    >>> dear["soldiers.knight.cost"], dear.ruleset.years.number, rules["soldiers.knight.cost"]
    (4, 3, 3)
    """

    varied: Varied
    named: tuple[str, ...]

    @property
    def ruleset(self) -> Ruleset:
        """The rules as data."""
        return self.varied.ruleset

    @property
    def name(self) -> str:
        """Name of the ruleset, with its variants."""
        return self.ruleset.name

    @property
    def hash(self) -> str:
        """Hash of all that games depend on: where it is the same, the same seeds give the same games."""
        return ruleset_hash(self.ruleset)

    def vary(self, *variants: str) -> Rules:
        """Return these rules with more variants laid over them.

        Parameters
        ----------
        variants : str
            Names of variants that come with simcore, paths of TOML files, or single values such as
            "soldiers.knight.cost=4".

        Raises
        ------
        UserError
            If there is no such variant, or it does not fit; the message lists all faults.
        """
        more = [name for variant in variants for name in split_names(str(variant))]
        return _rules((*self.named, *more))

    @property
    def changes(self) -> pd.DataFrame:
        """What the variants change: key, the ruleset's value, the new value, and which file or setting says so."""
        rows = [(shown_path(c.path), _value(c.old), _value(c.new), str(c.place)) for c in self.varied.changes]
        return pd.DataFrame(rows, columns=["key", self.varied.base.name, "becomes", "set by"])

    def __getitem__(self, key: str) -> Any:
        """Return what stands at a key of the ruleset's file, such as "dogs.omalley.abilities.profiteer.coins"."""
        tree, path = tree_of(file_of(self.named)), parse_path(key)
        node = find(tree, path) if path else None
        if path is None or node is None:
            hint = nearest(tree, path) if path else "write names with dots, such as soldiers.knight.cost"
            raise UserError(f"{key}: names nothing in {self.name}; {hint}")
        return node.plain()

    def __repr__(self) -> str:
        return f"Rules {self.name} ({self.hash})"

    def _repr_html_(self) -> str:
        rules = self.ruleset
        abilities = [
            (dog.title, "; ".join(ability_words(ability, rules.readings) for ability in dog.abilities) or "none")
            for dog in rules.dogs
        ]
        houses = [
            (name_words(house), "; ".join(map(house_ability_words, held)))
            for house, held in rules.house_abilities.items()
        ]
        soldiers = [(name_words(name), s.cost, s.strength, s.cards) for name, s in rules.soldiers.items()]
        known = [(source, ", ".join(map(name_words, blocks))) for source, blocks in sources(rules).items()]
        changed = [self.changes.itertuples(index=False, name=None)] if self.varied.changes else []
        return html.box(
            f"{rules.title} ({self.name}, {self.hash})",
            *(html.table(list(self.changes.columns), rows) for rows in changed),
            html.table(["Dog", "special abilities"], abilities),
            *(html.table(["House", "abilities"], rows) for rows in ([houses] if houses else [])),
            html.folded("Soldiers", html.table(["Soldier", "coins", "strength", "cards"], soldiers)),
            html.folded("Where the values come from", html.table(["source", "blocks"], known)),
        )


def ruleset(name: str | Path = "base", *variants: str) -> Rules:
    """Load a ruleset, perhaps with variants.

    Parameters
    ----------
    name : str or Path
        Name of a ruleset that comes with simcore, or the path of a TOML file.
    variants : str
        As `Rules.vary` takes them.

    Raises
    ------
    UserError
        If there is no such file, or it has faults; the message lists all.

    Examples
    --------
    >>> ruleset("base", "three_years")
    Rules base+three_years (...)
    """
    return _rules((str(name),)).vary(*variants) if variants else _rules((str(name),))


def variants() -> pd.DataFrame:
    """Return the variants that come with simcore: name, title, and what each is to show."""
    found = [load_variant(name, SHELF) for name in shipped_variants(SHELF)]
    return pd.DataFrame([(v.name, v.title, v.why) for v in found], columns=["variant", "title", "why"])


def as_rules(rules: Rules | str | Path) -> Rules:
    """Return rules that may be given by name."""
    return rules if isinstance(rules, Rules) else ruleset(rules)


def _rules(named: Sequence[str]) -> Rules:
    return Rules(load_varied(named[0], named[1:]), tuple(named))


def _value(value: Any) -> str:
    return "nothing" if value is None else shown(value)
