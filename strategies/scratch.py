"""A record on the stack, for the notes of a decision while it is made: an array would cost an allocation each time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import config
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

_ALIGNMENT = 64


def scratch_record(dtype: np.dtype) -> Callable[[], Any]:
    """Return a function that gives the kernel that calls it a record of its own.

    Parameters
    ----------
    dtype : numpy structured dtype
        The record's fields.

    Returns
    -------
    callable
        Without arguments. The record's contents are undefined, and it lives as long as the kernel that asked for it.
    """
    if config.DISABLE_JIT:
        return lambda: np.zeros(1, dtype).view(np.recarray)[0]
    record = from_dtype(dtype)

    @intrinsic
    def take(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            with builder.goto_entry_block():
                place = builder.alloca(context.get_value_type(record).pointee)
            place.align = _ALIGNMENT
            return place

        return record(), generate

    return take
