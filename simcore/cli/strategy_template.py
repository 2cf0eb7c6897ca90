"""Writing the file that a strategy of the user's own begins with."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from simcore.errors import UserError
from simcore.files import write_atomically

TEMPLATE = Path(__file__).parent.parent.parent / "strategies" / "dogs" / "template.py"
"""The strategy that is copied; its name gives way to that of the new file."""


def write_template(file: Path) -> None:
    """Write a working strategy, called as its file is.

    Raises
    ------
    UserError
        If the file is there already, has an unfit name, or its folder is missing.
    """
    from strategies.dogs import MODULES

    name = file.stem
    if file.suffix != ".py" or not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise UserError(f"{file}: allowed: a name of a-z, 0-9 and _ that ends with .py, such as mine.py")
    if name in MODULES:
        raise UserError(f'{file}: "{name}" is a known strategy; choose another name')
    if file.exists():
        raise UserError(f"{file}: is there already, and nothing is overwritten; choose another name")
    if not file.parent.is_dir():
        raise UserError(f"{file}: there is no folder {file.parent}; make it first")
    text = TEMPLATE.read_text(encoding="utf-8")
    write_atomically(file, [re.sub(r"\btemplate\b", name, text).encode()])
