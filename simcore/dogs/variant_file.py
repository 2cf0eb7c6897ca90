"""Variants of Dogs of War: laid over a ruleset and checked with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from simcore.dogs.ruleset import VARIANT, Provenance, Ruleset
from simcore.dogs.ruleset_file import build_ruleset, read_ruleset
from simcore.tomlfile import TomlFile
from simcore.variant import Change, LaidOver, Variant, lay_over, load_variant

SHELF = Path(__file__).parent / "variants"
"""Where the variants are that come with simcore."""


@dataclass(frozen=True)
class Varied:
    """A ruleset with variants laid over it.

    Parameters
    ----------
    base : Ruleset
        The ruleset without them.
    ruleset : Ruleset
        With them: named and titled after all, the blocks they changed marked.
    variants : tuple of Variant
        In the order in which they were laid over.
    changes : tuple of Change
        What differs from the base, as the files have it.
    idle : tuple of Variant
        Variants that change nothing, since later ones set again whatever they set.
    """

    base: Ruleset
    ruleset: Ruleset
    variants: tuple[Variant, ...] = ()
    changes: tuple[Change, ...] = ()
    idle: tuple[Variant, ...] = ()

    @property
    def warnings(self) -> list[str]:
        """What a user should know though it is no fault, a line each."""
        lines = []
        for variant in self.idle:
            later = ", ".join(one.name for one in self.variants[self.variants.index(variant) + 1 :])
            lines.append(
                f"Warning: variant {variant.name} has no effect: what is laid over it ({later}) sets all again that it"
                " changes. Leave it out, or name it last"
            )
        return lines


def load_varied(ruleset: str | Path, variants: Sequence[str | Path] = (), folder: str | Path = ".") -> Varied:
    """Load a ruleset and lay variants over it.

    Parameters
    ----------
    ruleset : str or Path
        As `simcore.dogs.ruleset_file.load_ruleset` takes it.
    variants : sequence of str or Path
        Names of shipped variants, or paths of TOML files; they are laid over one after the other.
    folder : str or Path
        Where relative paths start.

    Returns
    -------
    Varied
        All of it checked.

    Raises
    ------
    FaultyInput
        If a file has faults, or what comes out does; the error lists all, each with the file and line that set it.
    UserError
        If there is no such ruleset or variant, or a file is not TOML.

    Examples
    --------
    >>> varied = load_varied("base", ["three_years"])
    >>> varied.ruleset.name, varied.ruleset.years.number
    ('base+three_years', 3)
    """
    return vary(ruleset, [load_variant(variant, SHELF, folder) for variant in variants], folder)


def vary(
    ruleset: str | Path, variants: Sequence[Variant], folder: str | Path = ".", onto: Sequence[str] = ()
) -> Varied:
    """Lay variants that were read already over a ruleset (see `load_varied`).

    `onto` names variants that belong to the ruleset: they are laid over it first, and changes are told against both.
    """
    file, name = read_ruleset(ruleset, folder)
    base = build_ruleset(file, name)
    if not variants:
        return Varied(base, base)
    fresh: TomlFile = read_ruleset(ruleset, folder)[0]
    stack = [*(load_variant(each, SHELF, folder) for each in onto), *variants]
    laid = lay_over(fresh, stack, len(onto))
    whole = build_ruleset(laid.file, "+".join([name, *(variant.name for variant in stack)]))
    below = load_varied(ruleset, onto, folder).ruleset if onto else base
    return Varied(below, _marked(whole, base, laid, stack), tuple(stack), laid.changes, laid.idle)


def _marked(whole: Ruleset, base: Ruleset, laid: LaidOver, variants: Sequence[Variant]) -> Ruleset:
    """Return the ruleset with its title and the provenance of what was changed."""
    provenance = dict(whole.provenance)
    for block, by in laid.blocks.items():
        own = any("source" in variant.file.content.get(block, ()) for variant in by)
        if block in provenance and not own:
            provenance[block] = _changed(base.provenance[block], by)
    titles = "; ".join(variant.title for variant in variants)
    return replace(whole, title=f"{base.title}, with: {titles}", provenance=provenance)


def _changed(before: Provenance, by: Sequence[Variant]) -> Provenance:
    reasons = " ".join(f"{variant.name}: {variant.why}" for variant in by)
    return Provenance(VARIANT, f"Changed by {reasons} Before: {before.source}. {before.note}", before.source)
