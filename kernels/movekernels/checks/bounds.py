"""Is one base within a distance of another?  Bounding discs first, exact gap last.

A base lies between two discs about its centre, `Shapes.inner` and
`Shapes.outer`.  Their radii settle most pairs by squared centre distance; only
a pair in the ring between asks for the exact gap.
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
the discs never contradict the exact gap, not even in the last digit.
"""


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

    The same answer as ``body_gap(...) <= limit``, sooner.

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
    dx = a.x[i] - b.x[j]
    dy = a.y[i] - b.y[j]
    d2 = dx * dx + dy * dy
    k = a.shape[i]
    m = b.shape[j]
    far = shapes.outer[k] + shapes.outer[m] + limit
    if far < 0.0 or d2 > far * far * OVER:
        return False
    near = shapes.inner[k] + shapes.inner[m] + limit
    if near > 0.0 and d2 <= near * near * UNDER:
        return True
    return body_gap(shapes, a, i, b, j) <= limit
