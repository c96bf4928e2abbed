"""Which kernels there are to compile, and for which types: `kernels.json`, read and written.

The list only spares time: whatever it does not name is compiled when it is first called.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module, resources
from typing import Any

from numba.core import types

FILE = "kernels.json"
Types = tuple[types.Type, ...]
_ARRAY = re.compile(r"(readonly )?array\((\w+), (\d+)d, ([CFA])\)")


@dataclass(frozen=True, slots=True)
class Kernel:
    """A compiled function and the types that it is called with."""

    name: str
    """With its module."""
    job: str
    """The first of `movesolver.warm.jobs` that calls it."""
    rows: tuple[tuple[int, ...], ...]
    """Of each way to call it, which types of the list its arguments have."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The list."""

    kernels: tuple[Kernel, ...]
    """Callees before their callers."""
    types: tuple[Any, ...]
    """As JSON, each before those that are made of it."""

    def signatures(self, kernel: Kernel) -> list[Types]:
        """Return the types that a kernel is called with, one tuple for each way."""
        known = _decoded(self.types)
        return [tuple(known[k] for k in row) for row in kernel.rows]


@lru_cache(maxsize=1)
def listed() -> Listed:
    """Return the list that the package comes with."""
    text = (resources.files(__package__) / FILE).read_text(encoding="utf-8")
    found = json.loads(text)
    kernels = (Kernel(name, job, tuple(map(tuple, rows))) for name, job, rows in found["kernels"])
    return Listed(tuple(kernels), tuple(_hashable(one) for one in found["types"]))


def written(called: Iterable[tuple[str, str, Sequence[Types]]]) -> str:
    """Return a list as text, a line for each type and each kernel.

    Parameters
    ----------
    called
        The name, the first job and the signatures of each kernel, callees before their callers.

    Raises
    ------
    TypeError
        If a type is of none of the kinds that the list can hold.
    """
    places: dict[str, int] = {}

    def place(kind: types.Type) -> int:
        text = json.dumps(_encoded(kind, place))
        return places.setdefault(text, len(places))

    kernels = [
        json.dumps([name, job, [[place(kind) for kind in row] for row in rows]])
        for name, job, rows in called
    ]
    return '{{"types": [\n{}\n],\n"kernels": [\n{}\n]}}\n'.format(
        ",\n".join(places), ",\n".join(kernels)
    )


def _hashable(one: Any) -> Any:
    return tuple(one) if isinstance(one, list) else one


def _encoded(kind: Any, place: Callable[[types.Type], int]) -> object:
    """Return a type as JSON, others that it is made of by their places."""
    text = str(kind)
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind
        made = getattr(kind, "instance_class", None)
        name = "" if made is None else f"{made.__module__}.{made.__qualname__}"
        return [name, *(place(part) for part in parts)]
    if _simple(text) != kind:
        raise TypeError(f"kernels.json cannot hold the type {text}")
    return text


@lru_cache(maxsize=1)
def _decoded(given: tuple[Any, ...]) -> list[types.Type]:
    known: list[types.Type] = []
    for one in given:
        if isinstance(one, str):
            known.append(_simple(one))
            continue
        name, *parts = one
        made = (_named(name),) if name else ()
        tuples: Any = types.BaseTuple
        known.append(tuples.from_types([known[k] for k in parts], *made))
    return known


def _named(name: str) -> Any:
    module, _, own = name.rpartition(".")
    return getattr(import_module(module), own)


def _simple(text: str) -> Any:
    """Return the type of an array or a number that numba shows so; None if it is another."""
    array = _ARRAY.fullmatch(text)
    if array is None:
        return getattr(types, "boolean" if text == "bool" else text, None)
    readonly, item, dimensions, layout = array.groups()
    kind: Any = types.Array
    return kind(_simple(item), int(dimensions), layout, readonly=readonly is not None)
