"""The project's own compile decorators: options in one place, and a cache that can never run stale machine code.

numba's stock cache looks at the file of the cached function only, so an edited callee would go unnoticed. Ours keeps
the machine code in a folder named after a hash of every source file that its file imports, directly or not, and of the
settings that shape it: another hash is another folder.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import inspect
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, ClassVar

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload
from numba.np.numpy_support import from_dtype

from simcore.cells import dependencies, is_cell
from simcore.sources import sources_of

_BLAS = "scipy.linalg.cython_blas"
_KEPT_FOLDERS = 64
"""Cache folders of earlier sources that are kept, so that going back to one does not compile again."""


def jit(function: Callable[..., Any]) -> Any:
    """Compile a kernel when it is first used; not cached by itself, its cached callers contain it.

    Divisions are not checked for zero (numpy's error model): kernels divide by checked values only.
    """
    return numba.njit(nogil=True, error_model="numpy")(function)


def jit_inline(function: Callable[..., Any]) -> Any:
    """Like `jit`, but the machine code is always inlined into its callers: for hot functions, where it was measured."""
    return numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a kernel that Python calls; its machine code is kept between runs.

    Parameters
    ----------
    function : callable
        The kernel. Compile it for its signature with `compile_for` before calling it with strategies.

    Returns
    -------
    Dispatcher
        The compiled function, or `function` itself where NUMBA_DISABLE_JIT is set.
    """
    return _cached(numba.njit(nogil=True, error_model="numpy")(function))


def script(function: Callable[..., Any]) -> Any:
    """Compile a strategy's decision, kept between runs; division by zero raises, unlike in kernels.

    Compile it for its signature with `compile_for` before it is handed to the engine.
    """
    if hasattr(function, "py_func"):
        return function
    return _cached(numba.njit(nogil=True)(function))


def checked_script(function: Callable[..., Any]) -> Any:
    """Like `script`, but an index that is out of bounds raises IndexError: for code that nobody else has looked at.

    The checks are in all that is compiled with it. What it calls and was compiled before stays as it is.
    """
    with _bounds_checked():
        dispatcher = script(getattr(function, "py_func", function))
    _checked.add(dispatcher)
    return dispatcher


_checked: weakref.WeakSet[Any] = weakref.WeakSet()
"""Functions that are compiled with checks of bounds."""


@contextmanager
def _bounds_checked() -> Iterator[None]:
    before = config.BOUNDSCHECK
    config.BOUNDSCHECK = 1
    try:
        yield
    finally:
        config.BOUNDSCHECK = before


def call_by_address(signature: Any) -> Any:
    """Return a function that kernels can call as `call(address, *arguments)` to call a compiled function.

    numba can pass functions as arguments too, but only as tuples whose length is part of the kernel's type, and
    choosing from them costs more than the call. Exceptions that the function raises reach the caller.

    Parameters
    ----------
    signature : numba signature
        The signature of every function that will be called through it; see `address_of`.
    """
    if config.DISABLE_JIT:
        return _call_plain

    @intrinsic
    def call(typing_context: Any, address: Any, arguments: Any) -> Any:
        def generate(context: Any, builder: Any, call_signature: Any, values: Any) -> Any:
            pointer_type = context.call_conv.get_function_type(signature.return_type, signature.args).as_pointer()
            pointer = builder.inttoptr(values[0], pointer_type)
            unpacked = [builder.extract_value(values[1], i) for i in range(len(signature.args))]
            status, result = context.call_conv.call_function(
                builder, pointer, signature.return_type, signature.args, unpacked
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return context.get_dummy_value() if signature.return_type == types.void else result

        return signature.return_type(types.int64, types.Tuple(signature.args)), generate

    return call


def _as_is(value: Any) -> Any:
    return value


def _same_number(mark: Callable[[Any, Any], Any]) -> Any:
    """Return a function that gives an integer back as it is, and in kernels what `mark(builder, value)` makes of it."""
    if config.DISABLE_JIT:
        return _as_is

    @intrinsic
    def same_number(typing_context: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return mark(builder, values[0])

        return types.int64(types.int64), generate

    return same_number


def _promise_nonnegative(builder: Any, value: Any) -> Any:
    builder.assume(builder.icmp_signed(">=", value, value.type(0)))
    return value


def _through_nothing(builder: Any, value: Any) -> Any:
    """Pass a value through an instruction that is empty, of which the compiler does not know what it does."""
    return builder.asm(ir.FunctionType(value.type, [value.type]), "", "=r,0", [value], side_effect=False)


nonnegative = _same_number(_promise_nonnegative)
"""Return an integer as it is, and promise the compiler that it is not negative.

Kernels index by seat, side, space and type all the time; without the promise every index is first tested for Python's
counting from the end.
"""

opaque = _same_number(_through_nothing)
"""Return an integer as it is, and hide from the compiler where it comes from.

Masks are made of comparisons, as in `x & -(a < b)`, so that nothing branches on what cannot be foreseen; where the
compiler sees through them it makes branches of them again.
"""


def _call_nothing(*arguments: Any) -> Any:
    raise AssertionError("called address 0")


_plain_functions: list[Callable[..., Any]] = [_call_nothing]
"""What addresses stand for where nothing is compiled; 0 is no function's, as in machine code."""


def _call_plain(address: Any, arguments: Any) -> Any:
    return _plain_functions[address](*arguments)


def record_at(dtype: np.dtype) -> Any:
    """Return a function that kernels can call as `record(address)` to reach a record by its address in memory.

    Passing an array on from kernel to kernel counts its users, with instructions that two threads wait for each other
    to finish; an address is only a number. See `address_of_record`.

    Parameters
    ----------
    dtype : dtype
        The record's type. Its memory must be kept alive as long as the address is used.
    """
    if config.DISABLE_JIT:
        room = ctypes.c_char * dtype.itemsize
        return lambda address: np.frombuffer(memoryview(room.from_address(int(address))), dtype).view(np.recarray)[0]

    record_type = from_dtype(dtype)

    @intrinsic
    def record(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.inttoptr(values[0], context.get_value_type(record_type))

        return record_type(types.int64), generate

    return record


def address_of_record(record: Any) -> int:
    """Return where a record lies in memory, for `record_at`; kernels can call it too."""
    return int(record.__array_interface__["data"][0])


@intrinsic
def _pointer_of(typing_context: Any, record: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ptrtoint(values[0], context.get_value_type(types.int64))

    return types.int64(record), generate


@overload(address_of_record, jit_options={"forceinline": True})
def _address_in_kernel(record: Any) -> Any:
    def in_kernel(record: Any) -> Any:
        return _pointer_of(record)

    return in_kernel


def address_of(dispatcher: Any, signature: Any) -> int:
    """Compile `dispatcher` for `signature` and return what `call_by_address` needs to call it.

    The dispatcher must be kept alive as long as the address is used.
    """
    if config.DISABLE_JIT:
        _plain_functions.append(dispatcher)
        return len(_plain_functions) - 1
    compile_for(dispatcher, signature)
    result = dispatcher.get_compile_result(signature)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def is_cached(dispatcher: Any) -> bool:
    """Tell whether machine code of a kernel made with `entry` is there, so that it need not be compiled."""
    return config.DISABLE_JIT or Path(dispatcher._cache._cache_file._index_path).exists()


def compile_for(dispatcher: Any, signature: Any) -> None:
    """Compile `dispatcher` for `signature`, from the cache where it is there; do nothing without compilation."""
    if not config.DISABLE_JIT:
        _load_numba()
        with _bounds_checked() if dispatcher in _checked else nullcontext():
            dispatcher.compile(signature)


@functools.cache
def _load_numba() -> None:
    """Let numba load its own library of functions, but not scipy.linalg, for which every start would wait.

    numba imports that only to see whether it is there, and then adds up `convolve` and `correlate` with it; without
    it they are plain loops. For `@`, `dot` and `linalg` it asks again where a function that has them is compiled.
    """
    hidden = _BLAS not in sys.modules
    if hidden:
        sys.modules[_BLAS] = None  # type: ignore[assignment]  # to Python this says that there is no such module
    try:
        cpu_target.target_context.refresh()
    finally:
        if hidden:
            del sys.modules[_BLAS]


def _cached(dispatcher: Any) -> Any:
    if not config.DISABLE_JIT and (not is_cell(dispatcher) or dependencies(dispatcher)[1]):
        dispatcher._cache = _SourceCache(dispatcher.py_func)
    return dispatcher


class _SourceLocator(_CacheLocator):
    """Tells numba where a function's machine code lies: in the folder of the present sources."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._lineno = py_func.__code__.co_firstlineno
        cell = is_cell(py_func)
        self._place = "cell" if cell else py_file  # the name that a cell's file would have changes with the process
        self._stamp = _stamp_of_cell(py_func) if cell else _stamp_of(py_file, config.BOUNDSCHECK)
        self._path = _folder(self._stamp)

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        place = hashlib.sha256(self._place.encode()).hexdigest()[:8]
        return f"{place}-{self._lineno}"

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _SourceLocator:
        return cls(py_func, py_file)


class _SourceCacheImpl(CompileResultCacheImpl):
    _locator_classes: ClassVar[list[type]] = [_SourceLocator]


class _SourceCache(FunctionCache):
    _impl_class = _SourceCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return kept machine code; none where a module that it was made with cannot be imported any more."""
        try:
            return super().load_overload(sig, target_context)
        except ImportError:
            return None


def look_again() -> None:
    """Read sources anew for what is decorated from now on: a file of the user's may have changed meanwhile."""
    _stamp_of.cache_clear()


@functools.cache
def _stamp_of(py_file: str, boundscheck: int | None) -> str:
    """Hash the settings that shape machine code, and the sources that code defined in `py_file` may depend on."""
    digest = hashlib.sha256(_settings(boundscheck))
    for name, source in sources_of((Path(py_file),)).items():
        digest.update(f"{name} {len(source)}\n".encode() + source)
    return digest.hexdigest()[:16]


def _stamp_of_cell(py_func: Any) -> str:
    return hashlib.sha256(_settings(config.BOUNDSCHECK) + dependencies(py_func)[0].encode()).hexdigest()[:16]


def _settings(boundscheck: int | None) -> bytes:
    return repr((numba.__version__, boundscheck, config.OPT, config.CPU_NAME, config.CPU_FEATURES)).encode()


@functools.cache
def _folder(stamp: str) -> Path:
    """Return the (existing, writable) cache folder of `stamp`; a temporary one where no other can be written."""
    root = cache_root()
    folder = root / f"kernels-{stamp}"
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _drop_old_folders(root)
        os.utime(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="simcore-kernels-"))
    return folder


def cache_root() -> Path:
    """Return the folder of all cached machine code: $SIMCORE_CACHE_DIR, or the user's cache folder."""
    chosen = os.environ.get("SIMCORE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("simcore")


def _drop_old_folders(root: Path) -> None:
    folders = sorted(root.glob("kernels-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[_KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)


def source_file(function: Any) -> str:
    """Return the file in which a (compiled) function was written."""
    return inspect.getfile(getattr(function, "py_func", function))
