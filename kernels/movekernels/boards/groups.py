"""Groups of bodies, one a board: outlines in two arrays, ragged offsets, unsound boards.

A compiled function called from Python pays for each array it is given, and four
times as much for one inside a named tuple.  So `pack_catalogue` puts all outlines
into two arrays, and the kernels of this package take the arrays of `Bodies` one
by one, whose group ``g`` is ``first[g]:first[g + 1]`` of them.
"""

from __future__ import annotations

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes

FARTHEST = 1e6
"""Coordinates must be smaller than this, inches: their squares are exact to 1e-4 then."""
SKEW = 1e-9
"""By how much the squared length of a heading may differ from 1."""
BAD = 128
"""Code of a board whose numbers are nonsense; the others are judged all the same."""


def pack_catalogue(shapes: Shapes) -> tuple[Ints, Floats]:
    """Put all arrays of `Shapes` into two, which kernels take apart again.

    Parameters
    ----------
    shapes
        The outlines.

    Returns
    -------
    whole, real
        The integer arrays one after the other, preceded by the numbers of shapes,
        parts and vertices; and the float arrays.
    """
    sizes = (shapes.inner.size, shapes.part_kind.size, shapes.vertex_x.size)
    whole = np.concatenate(
        [np.array(sizes), shapes.part_first, shapes.part_kind, shapes.vertex_first]
    ).astype(np.int64)
    real = np.concatenate(
        [
            shapes.part_a,
            shapes.part_b,
            shapes.vertex_x,
            shapes.vertex_y,
            shapes.inner,
            shapes.outer,
        ]
    )
    return whole, real


@kernel
def _outlines(whole: Ints, real: Floats) -> Shapes:
    """Views of a catalogue's arrays: only for kernels, which borrow them."""
    k, p, v = whole[0], whole[1], whole[2]
    kinds = 4 + k
    a = p
    x = a + p
    y = x + v
    inner = y + v
    return Shapes(
        whole[3:kinds],
        whole[kinds : kinds + p],
        real[:a],
        real[a:x],
        whole[kinds + p :],
        real[x:y],
        real[y:inner],
        real[inner : inner + k],
        real[inner + k :],
    )


@kernel
def _part_of(bodies: Bodies, low: int, high: int) -> Bodies:
    """Views of bodies ``low`` to ``high``: only for kernels, which borrow them."""
    return Bodies(
        bodies.shape[low:high],
        bodies.x[low:high],
        bodies.y[low:high],
        bodies.cos[low:high],
        bodies.sin[low:high],
        bodies.z[low:high],
    )


@kernel
def _unsound(shapes: Shapes, bodies: Bodies) -> int:
    """How many flaws the bodies have: no finite pose, a heading of no unit length, no shape.

    Headings are left unread where all shapes are round.  Bit operations instead of
    branches: the count runs in SIMD.
    """
    x, y, z, c, s, shape = bodies.x, bodies.y, bodies.z, bodies.cos, bodies.sin, bodies.shape
    known = shapes.inner.size
    count = 0
    turned = 0
    for k in range(known):
        turned += shapes.inner[k] != shapes.outer[k]
    for i in range(x.size):
        count += not (abs(x[i]) < FARTHEST)
        count += not (abs(y[i]) < FARTHEST)
        count += not (abs(z[i]) < FARTHEST)
    for i in range(c.size if turned else 0):
        count += not (abs(c[i] * c[i] + s[i] * s[i] - 1.0) <= SKEW)
    for i in range(shape.size):
        count += (shape[i] < 0) | (shape[i] >= known)
    return count
