"""What the slow twins of the board kernels share: outlines unpacked, groups, nonsense."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bodies, Floats, Ints, Shapes

BAD = 128


def untyped(item: Any) -> Any:
    """A kernel, or a module of them, whose starred arguments mypy need not count."""
    return item


def outlines(whole: Ints, real: Floats) -> Shapes:
    """Take a catalogue apart: counts first, then array after array."""
    numbers, values = list(whole), list(real)

    def take(source: list[float], count: int) -> list[float]:
        taken = source[:count]
        del source[:count]
        return taken

    shapes, parts, vertices = (int(v) for v in take(numbers, 3))
    first, kinds, corners = (take(numbers, n) for n in (shapes + 1, parts, parts + 1))
    a, b, x, y, inner, outer = (
        np.array(take(values, n)) for n in (parts, parts, vertices, vertices, shapes, shapes)
    )
    assert not numbers
    assert not values
    as_ints = (np.array(v, np.int64) for v in (first, kinds, corners))
    first_parts, part_kinds, first_corners = as_ints
    return Shapes(first_parts, part_kinds, a, b, first_corners, x, y, inner, outer)


def bodies_at(bodies: Bodies, low: int, high: int) -> Bodies:
    parts: Any = (array[low:high] for array in bodies)
    return Bodies(*parts)


def groups(first: Ints, bodies: Bodies, low: int, high: int) -> Iterator[tuple[int, slice, Bodies]]:
    """Each group with its number and its place in the arrays."""
    for g in range(low, high):
        start, stop = int(first[g]), int(first[g + 1])
        yield g, slice(start, stop), bodies_at(bodies, start, stop)


def sound(shapes: Shapes, bodies: Bodies) -> bool:
    """Whether every body has a place, a direction and a base.

    Headings of tables where every base is round are never looked at.
    """
    turns = any(float(a) != float(b) for a, b in zip(shapes.inner, shapes.outer, strict=True))
    for shape, x, y, c, s, z in zip(*bodies, strict=True):
        if not all(abs(float(v)) < 1e6 for v in (x, y, z)):
            return False
        if turns and not abs(float(c) * float(c) + float(s) * float(s) - 1.0) <= 1e-9:
            return False
        if not 0 <= int(shape) < len(shapes.inner):
            return False
    return True


Codes = NDArray[np.uint8]
NAN = math.nan
