"""Variants: small TOML files that are laid over a ruleset's file, any number of them, one after the other.

A variant holds `name`, `title`, `of` (the ruleset it was written for), `why`, perhaps `remove`, and then only what
changes, in the shape of the ruleset's file (see `simcore.overlay` for how the two are merged). Which game it is for
does not matter here: what comes out is checked as any ruleset of that game.

A single value needs no file: `soldiers.knight.cost=4` is a variant too wherever one is named, and so is
`years.captains=[3,4,4,4]`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcore.errors import UnreadableVariant, UserError
from simcore.overlay import (
    Node,
    NoteFault,
    OverlaidFile,
    Place,
    changes,
    find,
    merged,
    nearest,
    opened,
    parse_path,
    removed,
    tree_of,
)
from simcore.tomlfile import TomlFile, read_shipped, read_toml
from simcore.tomllines import KeyPath
from simcore.tomltext import listed, shown, shown_path, suggestion

ABOUT = ("name", "title", "of", "why", "remove")
"""Keys of a variant that say what it is; all others change the ruleset."""

_SETTING = re.compile(r"[^=/]+=(?!.*\.toml$).*")
_WORD = r"[A-Za-z0-9_-]+"
_LIST = re.compile(rf"\[({_WORD}(,{_WORD})*)?\]")

_ORIGIN = ("source", "note")
"""Keys of a block that say where its values come from; no game depends on them."""


@dataclass(frozen=True)
class Variant:
    """A variant as its file says it, not yet laid over anything.

    Parameters
    ----------
    name, title : str
        Name (the file's stem), and what people call it.
    of : str
        The ruleset that it was written for, as the file names it, perhaps with +variants.
    why : str
        One sentence: what it is to show.
    remove : tuple of (path, str)
        What is taken out before anything is changed, with its place in the list that names it.
    file : TomlFile
        The file; its faults are noted there.
    settings : tuple of (path, value)
        Single values that are set; only a variant without a file has them.
    """

    name: str
    title: str
    of: str
    why: str
    remove: tuple[tuple[KeyPath, int], ...]
    file: TomlFile
    settings: tuple[tuple[KeyPath, Any], ...] = ()

    @property
    def hash(self) -> str:
        """Hash of all that changes the ruleset: 16 hexadecimal digits."""
        content = {key: value for key, value in self.file.content.items() if key not in ABOUT}
        content["remove"] = [list(path) for path, _ in self.remove]
        content["settings"] = [[list(path), value] for path, value in self.settings]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def facts(self) -> dict[str, str]:
        """Return what a manifest says of it."""
        return {"name": self.name, "title": self.title, "why": self.why, "hash": self.hash}


@dataclass(frozen=True)
class Change:
    """One value that a variant sets: path, old and new value (None where there is none), and the place that set it."""

    path: KeyPath
    old: Any
    new: Any
    place: Place


def shipped_variants(shelf: Path) -> tuple[str, ...]:
    """Return the names of the variants in a folder."""
    return tuple(sorted(path.stem for path in shelf.glob("*.toml")))


def load_variant(name_or_path: str | Path, shelf: Path, folder: str | Path = ".") -> Variant:
    """Read a variant.

    Parameters
    ----------
    name_or_path : str or Path
        Name of one on the shelf, the path of a TOML file, or a single value such as "soldiers.knight.cost=4".
    shelf : Path
        Folder of the variants that come with the game.
    folder : str or Path
        Where a relative path starts.

    Raises
    ------
    UnreadableVariant
        If there is no such variant, or its file is not TOML. Faults in what it says are noted in its file.
    """
    named, shipped = str(name_or_path), shipped_variants(shelf)
    if named in shipped:
        return build_variant(read_shipped(shelf / f"{named}.toml"), named)
    path = Path(folder) / named
    if _SETTING.fullmatch(named) and not path.exists():
        return setting(named)
    if not path.suffix and not path.exists():
        raise UnreadableVariant(
            f"variant {shown(named)}: neither a shipped variant nor a file;"
            f" {suggestion(named, shipped)}allowed: {listed(shipped)} or the path of a TOML file"
        )
    try:
        file = read_toml(path)
    except UserError as error:
        raise UnreadableVariant(str(error)) from None
    return build_variant(file, path.stem)


def setting(text: str) -> Variant:
    """Return the variant that sets a single value, a list perhaps, from KEY=VALUE.

    Raises
    ------
    UnreadableVariant
        If it cannot be read so.

    Examples
    --------
    >>> setting("years.captains[4]=6").settings
    ((('years', 'captains', 3), 6),)
    """
    text = text.replace(" ", "")
    key, _, word = text.partition("=")
    path = parse_path(key)
    if path is None or not (re.fullmatch(_WORD, word) or _LIST.fullmatch(word)):
        raise UnreadableVariant(
            f"variant {shown(text)}: allowed: KEY=VALUE, such as soldiers.knight.cost=4; a value is a whole number,"
            " true, false, a word, or a list of these, such as [3,4,4,5]; all else needs a file"
        )
    value = [_value_of(each) for each in word[1:-1].split(",") if each] if word.startswith("[") else _value_of(word)
    title = f"{shown_path(path)} = {word}"
    return Variant(text, title, "base", f"{title}.", (), TomlFile(text, {}, {}), ((path, value),))


def _value_of(word: str) -> Any:
    if re.fullmatch(r"-?\d+", word):
        return int(word)
    return {"true": True, "false": False}.get(word, word)


def build_variant(file: TomlFile, stem: str) -> Variant:
    """Return a variant; `stem` is the name that it must have.

    Faults in what it says of itself are noted in its file: what it changes is checked once it is laid over a ruleset,
    and all of it is told together.
    """
    top = file.top
    name = top.text("name", pattern=r"[a-z0-9_]+", like="made of a-z, 0-9 and _")
    if name != stem and not file.is_faulty(("name",)):
        top.fault(f"found {shown(name)}; allowed: the name of its file, {shown(stem)}", "name")
    variant = Variant(
        name=name,
        title=top.text("title", pattern=r".*\S.*", like="on one line, not empty"),
        of=top.text("of", default="base"),
        why=top.text("why", pattern=r".*\S.*", like="one sentence: what is this variant to show?"),
        remove=_remove(file),
        file=file,
    )
    if not top.rest() and not variant.remove and not file.faults:
        top.fault('changes nothing; allowed: at least one value of the ruleset, or something in "remove"')
    return variant


def _remove(file: TomlFile) -> tuple[tuple[KeyPath, int], ...]:
    if "remove" not in file.top:
        return ()
    paths = []
    for position, text in enumerate(file.top.texts("remove", r"(?s).+", 'such as "dogs.stormcrow"')):
        path = parse_path(text)
        if path is not None:
            paths.append((path, position))
        elif not file.is_faulty(("remove", position)):
            allowed = 'names with dots, such as "dogs.stormcrow"'
            file.top.fault(f"found {shown(text)}; allowed: {allowed}", "remove", position)
    return tuple(paths)


@dataclass(frozen=True)
class LaidOver:
    """A ruleset's file with variants laid over it.

    Parameters
    ----------
    file : OverlaidFile
        What came out, still to be checked as a ruleset; it tells the faults of the variants too.
    blocks : dict of str to tuple of Variant
        Top-level keys whose values were changed -> by which variants.
    changes : tuple of Change
        All that is not as it was.
    idle : tuple of Variant
        Variants without which all would be the same, since later ones set again whatever they set.
    """

    file: OverlaidFile
    blocks: dict[str, tuple[Variant, ...]]
    changes: tuple[Change, ...]
    idle: tuple[Variant, ...] = ()


def lay_over(below: TomlFile, variants: Sequence[Variant], belonging: int = 0) -> LaidOver:
    """Lay variants over a ruleset's file, one after the other.

    What a variant names or removes though it is not there is left out, and noted in the variant's file; so is that it
    changes nothing.

    Parameters
    ----------
    below : TomlFile
        The ruleset's file.
    variants : sequence of Variant
        At least one.
    belonging : int
        So many of the first belong to the ruleset: changes are told against it with them.
    """
    tree = tree_of(below)
    before = below.content
    blocks: dict[str, tuple[Variant, ...]] = {}
    names = [below.source]
    for variant in variants:
        for block in _lay_one(tree, variant, " + ".join(names)):
            blocks[block] = (*blocks.get(block, ()), variant)
        names.append(variant.file.source)
        if len(names) == belonging + 1:
            before = tree.plain()
    file = OverlaidFile(tree, " + ".join(names), below.source, [variant.file for variant in variants])
    found = changes(before, file.content)
    told = tuple(Change(path, old, new, _place(tree, path)) for path, old, new in found)
    asked_for = {each for one in variants for name in one.of.split("+")[1:] for each in (name, Path(name).stem)}
    idle = tuple(
        one
        for one in variants[belonging:-1]
        if one.name not in asked_for and _is_idle(one, below, variants, file.content)
    )
    return LaidOver(file, blocks, told, idle)


def _lay_one(tree: Node, variant: Variant, onto: str) -> list[str]:
    """Lay one variant over a tree, which changes; return the blocks whose values are other than before."""
    before = tree.plain()
    _apply(tree, variant, variant.file.fault)
    found = list(changes(before, tree.plain()))
    if not found and not variant.file.faults:
        hint = f"; it was written for {variant.of}: name these variants before it" if "+" in variant.of else ""
        variant.file.fault((), f"changes nothing; all its values stand in {onto} already{hint}")
    return list(dict.fromkeys(str(path[0]) for path, _, _ in found if path[1:] not in [(key,) for key in _ORIGIN]))


def _apply(tree: Node, variant: Variant, fault: NoteFault) -> None:
    """Do to a tree what a variant says; `fault` is told of what it names though it is not there."""
    for path, position in variant.remove:
        line = variant.file.lines.get(("remove", position), 0)
        if not removed(tree, path, Place(variant.file.source, line)):
            fault(("remove", position), f"names what is not there; {nearest(tree, path)}")
    for path, value in variant.settings:
        node, place = opened(tree, path), Place(variant.file.source, 0)
        if node is None:
            fault(path, f"names what is not there; {nearest(tree, path)}")
        else:
            node.place = place
            node.value = [Node(each, node.place) for each in value] if isinstance(value, list) else value
    merged(tree, tree_of(variant.file, ABOUT), fault)


def _is_idle(variant: Variant, below: TomlFile, variants: Sequence[Variant], whole: Any) -> bool:
    """Say whether the same comes out without a variant; not where the others need it."""
    tree, faults = tree_of(below), list[KeyPath]()
    for other in variants:
        if other is not variant:
            _apply(tree, other, lambda path, _: faults.append(path))
    return not faults and not list(changes(tree.plain(), whole))


def _place(tree: Node, path: KeyPath) -> Place:
    """Return the place that set what stands at a path; of what was removed, the list that names it."""
    nodes = (find(tree, path[:length]) for length in range(len(path), -1, -1))
    node = next(node for node in nodes if node is not None)
    if not isinstance(node.value, dict) or node is not find(tree, path):
        return node.place
    # A whole table that was added: what stands in it may have been set by a later variant.
    return [node.place, *(place for _, place in node.places())][-1]
