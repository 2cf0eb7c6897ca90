"""The manifest of a results folder: what was played, with what, how far, and which parts hold it.

It is a JSON object, `manifest.json`, with these keys:

| key | value |
| --- | --- |
| `format` | version of this layout |
| `complete` | whether all games asked for are there |
| `experiment`, `experiment_hash` | the checked experiment, and its hash without number of games and question |
| `game` | "dogs" |
| `ruleset` | `name`, `title`, `hash`, `dog_titles`, `readings`, `provenance` |
| `ruleset.readings` | switch -> value, as in a ruleset file |
| `ruleset.provenance` | block -> {`source`, `note`, and `before` where a variant changed it} |
| `ruleset.base` | only where variants were laid over a ruleset: its `name` and `hash` |
| `ruleset.variants` | as before: `name`, `title`, `why` and `hash` of each, in their order |
| `ruleset.changes` | as before: `key`, `from` and `to` of each value that is not the base's |
| `players`, `short`, `games`, `games_done`, `seed` | what was asked, and how many games there are |
| `dogs`, `strategies`, `houses` | names, in the order of their numbers |
| `strategy_params` | strategy -> {parameter: value}, defaults included; {Dog: value} where Dogs have different ones |
| `strategy_files` | strategy -> {`path`, `sha256`} for strategies that are files of the user's |
| `years` | Years of a game |
| `columns` | `name`, `kind`, `unit`, `meaning` of each column |
| `parts` | `file`, `first`, `end` (games from `first` to `end` - 1), `rows`, `bytes`, `sha256`, in order of games |
| `run_hash` | identity of the run, also in every part: what must not change when a run goes on |
| `command` | what plays complete results from nothing; where games are missing, what goes on with them |
| `behaviour` | hash of the code that decides the games |
| `versions` | of simcore, python, numpy, numba and pyarrow |
| `git_commit` | of the sources, or null |
| `timing` | of the last session: `started`, `seconds_wall`, `seconds_cpu`, `games_per_second`, `threads` |
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simcore.errors import UserError
from simcore.files import write_atomically

FORMAT = 1
FILE = "manifest.json"

_REQUIRED: dict[str, type | tuple[type, ...]] = {
    "format": int,
    "complete": bool,
    "experiment": dict,
    "game": str,
    "ruleset": dict,
    "players": int,
    "short": bool,
    "games": int,
    "games_done": int,
    "seed": int,
    "dogs": list,
    "strategies": list,
    "strategy_params": dict,
    "houses": list,
    "years": int,
    "columns": list,
    "parts": list,
    "versions": dict,
    "timing": dict,
}
_REQUIRED_OF_PART: dict[str, type | tuple[type, ...]] = {"file": str, "first": int, "end": int, "rows": int}

Manifest = dict[str, Any]


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a results folder.

    Raises
    ------
    UserError
        If there is none, or it is not one that this version can read.
    """
    path = folder / FILE
    try:
        content = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise UserError(f"{folder}: there are no results here (no {FILE}); `simcore run` makes them") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError:
        raise UserError(f"{path}: is not a manifest (not JSON); run the experiment again with --overwrite") from None
    _check(path, content)
    return dict(content)


def _check(path: Path, content: object) -> None:
    found = content.get("format") if isinstance(content, dict) else None
    if not isinstance(found, int):
        raise UserError(f"{path}: is not the manifest of simcore results")
    if found != FORMAT:
        raise UserError(f"{path}: format {found}; this version of simcore reads format {FORMAT}")
    assert isinstance(content, dict)
    faults = _misfits(content, _REQUIRED)
    for number, part in enumerate(content["parts"] if "parts" not in faults else ()):
        faults += [f"parts[{number + 1}].{key}" for key in _misfits(part, _REQUIRED_OF_PART)]
    if faults:
        raise UserError(f"{path}: missing or of the wrong kind: {', '.join(faults)}; it was not written by simcore")


def _misfits(content: object, required: dict[str, type | tuple[type, ...]]) -> list[str]:
    if not isinstance(content, dict):
        return list(required)
    return [key for key, kind in required.items() if not isinstance(content.get(key), kind)]


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a results folder, whole or not at all.

    Raises
    ------
    OSError
        If it cannot be written; what was there before stays.
    """
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    write_atomically(folder / FILE, [text.encode()])
