"""A straight slide past a row of obstacles: how close, to which, and what stops it first.

The discs around the mover and around an obstacle bound their gap from below, and the
moment of their contact as well; for round bases they are the answer.  All bounds of a
row are found in SIMD; then the exact kernels are asked, lowest bound first, as long as
a bound leaves anything open.
"""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.geometry.sweep import STILL, _disc_contact, first_contact, sweep_gap

NOTHING = -1
"""In place of the index of an obstacle: there is none."""
NEVER = 2.0
"""In place of a fraction of a slide: there is no contact."""
SLACK = 1e-12
"""By how much rounding may lift a bound above the exact gap: this part of the lengths."""
_LARGEST = np.int64(2**63 - 1)
_SIGN = np.int64(63)


@kernel
def _fill_outer(shapes: Shapes, obstacles: Bodies, radii: Floats) -> int:
    """Fill ``radii`` with those of the discs around obstacles; how many are not round."""
    angular = 0
    for j in range(radii.size):
        k = obstacles.shape[j]
        radii[j] = shapes.outer[k]
        angular += shapes.inner[k] != radii[j]
    return angular


@kernel
def _lowest(row: Floats) -> int:
    """Index of the smallest of some numbers, the first among equals: two passes in SIMD.

    As integers, whose order may be changed: with all bits but the sign flipped in
    negative numbers, both have the same order.
    """
    bits = row.view(np.int64)
    least = _LARGEST
    for j in range(bits.size):
        rank = bits[j] ^ ((bits[j] >> _SIGN) & _LARGEST)
        least = rank if rank < least else least
    least ^= (least >> _SIGN) & _LARGEST
    index = bits.size
    for j in range(bits.size):
        index = min(index, j if bits[j] == least else bits.size)
    return index


@kernel
def _disc_past(
    x: Floats,
    y: Floats,
    radii: Floats,
    xi: float,
    yi: float,
    dx: float,
    dy: float,
    outer: float,
    bounds: Floats,
) -> int:
    """Fill ``bounds`` with the sweep gaps of a sliding disc of radius ``outer`` to discs.

    Returns the index of the smallest, the first among equals; 0 if there is none.
    """
    square = dx * dx + dy * dy
    per = 1.0 / square if square > STILL else 0.0
    for j in range(bounds.size):
        wx = x[j] - xi
        wy = y[j] - yi
        t = (wx * dx + wy * dy) * per
        t = t if t > 0.0 else 0.0
        t = t if t < 1.0 else 1.0
        wx -= t * dx
        wy -= t * dy
        bounds[j] = math.sqrt(wx * wx + wy * wy) - (outer + radii[j])
    return _lowest(bounds)


@kernel
def _closest(
    shapes: Shapes,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    dx: float,
    dy: float,
    obstacles: Bodies,
    bounds: Floats,
    waiting: Floats,
) -> tuple[float, int]:
    """Smallest sweep gap and its index; ``bounds`` become gaps where they leave it open.

    The lowest bound first, until there is a hit.  A hit may be given deeper than it is,
    so that bounds do not tell which is the deepest: then all that may be hit are asked.
    """
    turned = shapes.inner[i] != shapes.outer[i]
    rounding = SLACK * (1.0 + abs(dx) + abs(dy))
    for j in range(bounds.size):
        waiting[j] = bounds[j]
    best = math.inf
    nearest = NOTHING
    passed = 0
    while True:
        if best >= 0.0:
            j = _lowest(waiting)
            if waiting[j] > best * (1.0 + SLACK) + rounding:
                return best, nearest
        else:
            while passed < bounds.size and waiting[passed] > rounding:
                passed += 1
            if passed == bounds.size:
                return best, nearest
            j = passed
        waiting[j] = math.inf
        k = obstacles.shape[j]
        if turned or shapes.inner[k] != shapes.outer[k]:
            bounds[j] = sweep_gap(
                shapes,
                i,
                xi,
                yi,
                ci,
                si,
                dx,
                dy,
                k,
                obstacles.x[j],
                obstacles.y[j],
                obstacles.cos[j],
                obstacles.sin[j],
            )
        value = bounds[j]
        if value < best or (value == best and j < nearest):
            best = value
            nearest = j


@kernel
def _struck(
    shapes: Shapes,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    dx: float,
    dy: float,
    obstacles: Bodies,
    depth: float,
    bounds: Floats,
    waiting: Floats,
) -> tuple[float, int]:
    """Earliest contact and its index; ``bounds`` are gaps where they are below ``-depth``.

    The obstacle whose disc is met first is asked first.
    """
    turned = shapes.inner[i] != shapes.outer[i]
    outer = shapes.outer[i]
    for j in range(bounds.size):
        waiting[j] = math.inf
        if bounds[j] < -depth:
            reach = outer + shapes.outer[obstacles.shape[j]] - depth
            waiting[j] = _disc_contact(obstacles.x[j] - xi, obstacles.y[j] - yi, dx, dy, reach)
    contact = NEVER
    struck = NOTHING
    while True:
        j = _lowest(waiting)
        t = waiting[j]
        if t > contact:
            return contact, struck
        waiting[j] = math.inf
        k = obstacles.shape[j]
        asked = turned or shapes.inner[k] != shapes.outer[k]
        if asked:
            t = first_contact(
                shapes,
                i,
                xi,
                yi,
                ci,
                si,
                dx,
                dy,
                k,
                obstacles.x[j],
                obstacles.y[j],
                obstacles.cos[j],
                obstacles.sin[j],
                depth,
            )
        if t < contact or (t == contact and j < struck):
            contact = t
            struck = j
        if not asked:
            return contact, struck


@kernel
def _past(
    shapes: Shapes,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    dx: float,
    dy: float,
    obstacles: Bodies,
    depth: float,
    angular: int,
    radii: Floats,
    bounds: Floats,
    waiting: Floats,
) -> tuple[float, int, float, int]:
    """`sweep_past`, given what `_fill_outer` found; ``waiting`` may be ``radii``."""
    if bounds.size == 0:
        return math.inf, NOTHING, NEVER, NOTHING
    outer = shapes.outer[i]
    nearest = _disc_past(obstacles.x, obstacles.y, radii, xi, yi, dx, dy, outer, bounds)
    clearance = bounds[nearest]
    if angular > 0 or shapes.inner[i] != outer:
        clearance, nearest = _closest(shapes, i, xi, yi, ci, si, dx, dy, obstacles, bounds, waiting)
    if clearance >= -depth:
        return clearance, nearest, NEVER, NOTHING
    contact, struck = _struck(shapes, i, xi, yi, ci, si, dx, dy, obstacles, depth, bounds, waiting)
    return clearance, nearest, contact, struck


@kernel
def sweep_past(
    shapes: Shapes,
    i: int,
    xi: float,
    yi: float,
    ci: float,
    si: float,
    dx: float,
    dy: float,
    obstacles: Bodies,
    depth: float,
    space: Floats,
) -> tuple[float, int, float, int]:
    """How close a straight slide comes to a row of obstacles, and which it strikes first.

    Parameters
    ----------
    shapes
        Packed outlines.
    i, xi, yi, ci, si
        The moving shape, its centre at the start (inches), its heading.
    dx, dy
        The slide, inches; may be (0, 0).
    obstacles
        Bases and walls (m); heights are ignored.
    depth
        Overlap that still counts as touching, inches, 0 or more.
    space
        Scratch, C-contiguous; shape (2, m).

    Returns
    -------
    clearance, nearest
        Smallest `movekernels.geometry.sweep.sweep_gap` to an obstacle, inches, infinity
        if there is none; and that obstacle, the lowest index among equals, else
        `NOTHING`.
    contact, struck
        Earliest `movekernels.geometry.sweep.first_contact`, a fraction of the slide, or
        `NEVER`; and that obstacle, the lowest index among equals, else `NOTHING`.
    """
    radii = space[0]
    angular = _fill_outer(shapes, obstacles, radii)
    return _past(
        shapes,
        i,
        xi,
        yi,
        ci,
        si,
        dx,
        dy,
        obstacles,
        depth,
        angular,
        radii,
        space[1],
        radii,
    )
