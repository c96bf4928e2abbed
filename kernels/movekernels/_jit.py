"""The one decorator every kernel is compiled with, and the cache key they share."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import numba
from numba.core import types

P = ParamSpec("P")
R = TypeVar("R")

FINGERPRINT = hashlib.sha256(
    b"\0".join(path.read_bytes() for path in sorted(Path(__file__).parent.rglob("*.py")))
).hexdigest()[:12]
"""Changes when any kernel source changes.

Numba stamps a cached function with the text of its own file only, so an edit
to a callee in another file would be missed, and old answers served, without it.
"""


def _compile(func: Callable[P, R], **extra: bool) -> Callable[P, R]:
    """Compile ``func`` for one thread: cached, without the GIL, IEEE arithmetic.

    The cache files are named after the function and `FINGERPRINT`; the function
    keeps its own name.  Division follows NumPy (no ZeroDivisionError branches,
    which would block SIMD), and ``fastmath`` stays off: thresholds decide legality.
    """
    name = func.__qualname__
    func.__qualname__ = f"{name}-{FINGERPRINT}"
    njit: Callable[..., object] = numba.njit  # its type does not know the last option
    try:
        compiled = njit(func, cache=True, nogil=True, fastmath=False, error_model="numpy", **extra)
    finally:
        func.__qualname__ = name
    _share_for_literals(compiled)
    return cast(Callable[P, R], compiled)


def _share_for_literals(compiled: object) -> None:
    """Have calls from other kernels resolved without literals; nothing if compilation is off."""
    resolve = getattr(compiled, "get_call_template", None)
    if resolve is not None:
        vars(compiled)["get_call_template"] = partial(_without_literals, resolve)


def _without_literals(
    resolve: Callable[..., object], args: Iterable[object], kws: Mapping[str, object]
) -> object:
    """Resolve a call from another kernel by the types of its arguments alone.

    Numba would compile a function once more for every number that is written out in a
    call of it, and all that it calls.
    """
    plain: Callable[[object], object] = types.unliteral
    return resolve(tuple(map(plain, args)), {name: plain(kind) for name, kind in kws.items()})


def kernel(func: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that makes no array of its own.

    Its arrays are borrowed from the caller, who holds them until it returns, so
    nothing in it counts references: counting those of the packed structures costs
    more than the gap of two discs.  Numba refuses to compile an allocation here.
    """
    return _compile(func, _nrt=False)


def allocating(func: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that makes arrays, or calls one that does: no inner loop."""
    return _compile(func)
