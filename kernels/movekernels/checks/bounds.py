"""Is one base within a distance of another?  Bounding discs first, exact gap last.

A base lies between two discs about its centre, `Shapes.inner` and `Shapes.outer`
(where `inner` is negative, its centre is so far outside).  Their radii settle most
pairs by squared centre distance; only a pair in the ring between asks for the exact gap.
"""

from __future__ import annotations

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Shapes
from movekernels.geometry.gap import gap

UNDER = 1.0 - 1e-14
"""Squared distances up to this part of a squared limit are certainly within it."""
OVER = 1.0 + 1e-14
"""Squared distances beyond this multiple of a squared limit are certainly outside it.

The band between `UNDER` and `OVER` is wider than the rounding of either side, so
the discs never contradict the exact gap, not even in the last digit.  Two round
bases are their own bounding discs: for them the squares are the whole answer, in
every kernel, and the last digit of a gap does not enter.
"""

YES = 1
NO = 0
ASK = -1


@kernel
def body_gap(shapes: Shapes, a: Bodies, i: int, b: Bodies, j: int) -> float:
    """Signed horizontal gap in inches of body ``i`` of ``a`` and body ``j`` of ``b``.

    See `movekernels.geometry.gap.gap` for what a negative value means.
    """
    return gap(
        shapes,
        a.shape[i],
        a.x[i],
        a.y[i],
        a.cos[i],
        a.sin[i],
        b.shape[j],
        b.x[j],
        b.y[j],
        b.cos[j],
        b.sin[j],
    )


@kernel
def within(shapes: Shapes, a: Bodies, i: int, b: Bodies, j: int, limit: float) -> bool:
    """Whether body ``i`` of ``a`` is within ``limit`` of body ``j`` of ``b``.

    The same answer as ``body_gap(...) <= limit``, sooner; for two round bases by the
    squares of both sides, which rounding may settle otherwise in the last digit.

    Parameters
    ----------
    shapes
        Outlines the bodies refer to.
    a, i, b, j
        The two bodies.
    limit
        Largest gap that counts, in inches, tolerance included; may be infinite.
        Inclusive: 01.04.01 defines "within" as not more than.
    """
    k, m = a.shape[i], b.shape[j]
    dx = a.x[i] - b.x[j]
    dy = a.y[i] - b.y[j]
    verdict = _settle(
        dx * dx + dy * dy,
        shapes.outer[k],
        shapes.outer[m],
        shapes.inner[k],
        shapes.inner[m],
        limit,
        False,
    )
    if verdict == ASK:
        return body_gap(shapes, a, i, b, j) <= limit
    return verdict == YES


@kernel
def _settle(
    d2: float,
    outer_a: float,
    outer_b: float,
    inner_a: float,
    inner_b: float,
    limit: float,
    strict: bool,
) -> int:
    """Whether two bases are within ``limit``, as far as their bounding discs tell.

    ``d2`` is the squared distance of the centres.  `YES`, `NO`, or `ASK` the
    exact gap; never `ASK` for two discs, which are within the limit when they are
    exactly at it, unless ``strict``.  Only scalars come in: a loop that hands packed
    arrays to a function pays for unpacking them.
    """
    far = outer_a + outer_b + limit
    if inner_a == outer_a and inner_b == outer_b:
        within = d2 < far * far if strict else d2 <= far * far
        return YES if far >= 0.0 and within else NO
    if far < 0.0 or d2 > far * far * OVER:
        return NO
    near = inner_a + inner_b + limit
    if near > 0.0 and d2 <= near * near * UNDER:
        return YES
    return ASK


@kernel
def _largest(shapes: Shapes, bodies: Bodies) -> float:
    """Largest outer radius among ``bodies``, 0 for none."""
    radius = 0.0
    for j in range(bodies.shape.size):
        radius = max(radius, shapes.outer[bodies.shape[j]])
    return radius
