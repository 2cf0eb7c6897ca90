"""Numbers with their nouns, as the docstring promises."""

from __future__ import annotations

import doctest

import simcore.wording


def test_the_docstring_tells_singular_plural_and_thousands() -> None:
    assert doctest.testmod(simcore.wording) == doctest.TestResults(failed=0, attempted=1)
