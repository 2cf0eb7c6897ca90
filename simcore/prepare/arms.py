"""An experiment by other rules than its own, and the rulesets and variants that are named for it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from simcore.errors import UserError

if TYPE_CHECKING:
    from simcore.dogs.variant_file import Varied
    from simcore.prepare.prepared import Prepared
    from simcore.tomlfile import TomlFile
    from simcore.variant import Variant


@dataclass(frozen=True)
class Arm:
    """One ruleset of a study: the name of its folder, and the experiment to be played by it."""

    name: str
    prepared: Prepared


def arm_of(prepared: Prepared, varied: Varied, ruleset: str, named: Sequence[str]) -> Arm:
    """Return the arm that plays an experiment by other rules.

    Parameters
    ----------
    prepared : Prepared
        The experiment.
    varied : Varied
        The rules.
    ruleset, named : str, sequence of str
        The ruleset and its variants as an experiment file would name them, for the manifest.
    """
    other = prepared.by(varied)
    asked = replace(other.experiment, ruleset=ruleset, variants=tuple(named))
    replayed_by = prepared.replayed_by
    if (prepared.experiment.ruleset, prepared.experiment.variants) == (ruleset, ()):
        replayed_by = " ".join([replayed_by, *(f"--variant {shlex.quote(name)}" for name in named)])
    return Arm(varied.ruleset.name, replace(other, experiment=asked, replayed_by=replayed_by))


def split_names(text: str, folder: Path = Path()) -> list[str]:
    """Return the rulesets and variants that are joined by + in an argument; a file of the whole name is one.

    Relative paths start at `folder`.

    Examples
    --------
    >>> split_names("three_years+no_upstage")
    ['three_years', 'no_upstage']
    """
    return [text] if (folder / text).is_file() else [name for name in text.split("+") if name]


def load_variants(names: Sequence[str]) -> list[Variant]:
    """Read variants that are named from the present folder."""
    from simcore.dogs.variant_file import SHELF
    from simcore.variant import load_variant

    return [load_variant(name, SHELF) for name in names]


def made_variant(text: str, path: Path) -> Variant:
    """Return the variant that a file at `path` with this text would be; nothing is written."""
    from simcore.tomlfile import parse_toml
    from simcore.variant import build_variant

    return build_variant(parse_toml(text, str(path)), path.stem)


def file_of(names: Sequence[str]) -> TomlFile:
    """Return a ruleset's file with variants laid over it, not checked; `names` are the ruleset and the variants."""
    from simcore.dogs.ruleset_file import read_ruleset
    from simcore.variant import lay_over

    file = read_ruleset(names[0])[0]
    return lay_over(file, load_variants(names[1:])).file if names[1:] else file


def own_value(name: str, names: Sequence[str]) -> int:
    """Return the value of a whole number in a ruleset itself; 0 of an ability that a Dog or House does not have.

    Parameters
    ----------
    name : str
        The number, as the ruleset's file names it.
    names : sequence of str
        The ruleset, and variants that belong to it.

    Raises
    ------
    UserError
        If there is no such number, or the ruleset or a variant has faults.
    """
    from simcore.dogs.variant_file import load_varied
    from simcore.overlay import nearest, opened, parse_path, tree_of

    load_varied(names[0], names[1:])  # tells all faults of the files at once, which looking for one number would not
    tree, path = tree_of(file_of(names)), parse_path(name)
    node = opened(tree, path) if path else None
    if path is None or node is None:
        raise UserError(f"{name}: names nothing in {'+'.join(names)}; {nearest(tree, path) if path else 'use dots'}")
    if not isinstance(node.value, int) or isinstance(node.value, bool):
        raise UserError(f"{name}: is not a whole number in {'+'.join(names)}; only numbers can be varied")
    return node.value
