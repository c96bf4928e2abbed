"""Obstacles grown by the radius of a disc: what its centre must keep out of.

A disc clears an obstacle exactly if its centre keeps out of the Minkowski sum of the
two.  The boundary of that sum is smooth: a shortest path of the centre is made of
straight lines and of pieces of these boundaries, *curves* here.  A round base and the
corner of a wall give circles, an oval base gives the parallel curve of an ellipse.
The sides of walls only bar straight lines: nothing bends around them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import CONTACT, ELLIPSE, POLYGON, Bodies, Floats, Shapes

SLACK = CONTACT / 2
"""How deep a path may press into a grown obstacle: half of what a referee forgives (inches)."""


class Grown(NamedTuple):
    """Curves ``k`` and sides of walls ``e`` that one class of discs must keep out of."""

    x: Floats
    """Centre of each curve, inches, shape (k,)."""
    y: Floats
    """Centre of each curve, shape (k,)."""
    radius: Floats
    """Radius of a circle; what an ellipse is grown by; shape (k,)."""
    long: Floats
    """Half-axis of the ellipse before it is grown, 0 for a circle; shape (k,)."""
    short: Floats
    """Other half-axis, 0 for a circle; shape (k,)."""
    cos: Floats
    """Heading of the long axis, shape (k,)."""
    sin: Floats
    """Heading of the long axis, shape (k,)."""
    span: Floats
    """Radius of the disc around each curve, ``radius + long``; shape (k,)."""
    x0: Floats
    """First end of each side, shape (e,)."""
    y0: Floats
    """First end of each side, shape (e,)."""
    x1: Floats
    """Other end, shape (e,)."""
    y1: Floats
    """Other end, shape (e,)."""
    berth: Floats
    """What each side is grown by, shape (e,)."""
    inset: float
    """How far the centre must keep from the edge of the table, inches."""
    width: float
    """Table, inches."""
    height: float
    """Table, inches."""


@kernel
def _in_reach(sources: Floats, x: float, y: float, span: float) -> bool:
    """Whether something within ``span`` of (x, y) lies within reach of a source (x, y, reach)."""
    for i in range(sources.shape[0]):
        dx = x - sources[i, 0]
        dy = y - sources[i, 1]
        far = sources[i, 2] + span
        if dx * dx + dy * dy < far * far:
            return True
    return False


@kernel
def _side_in_reach(
    sources: Floats, x0: float, y0: float, x1: float, y1: float, berth: float
) -> bool:
    """Whether a side grown by ``berth`` lies within reach of a source."""
    ex = x1 - x0
    ey = y1 - y0
    length2 = ex * ex + ey * ey
    for i in range(sources.shape[0]):
        wx = sources[i, 0] - x0
        wy = sources[i, 1] - y0
        t = min(max((wx * ex + wy * ey) / length2, 0.0), 1.0) if length2 > 0.0 else 0.0
        wx -= t * ex
        wy -= t * ey
        far = sources[i, 2] + berth
        if wx * wx + wy * wy < far * far:
            return True
    return False


@kernel
def _write_curve(
    curves: Floats,
    k: int,
    x: float,
    y: float,
    radius: float,
    a: float,
    b: float,
    c: float,
    s: float,
) -> int:
    """Write curve ``k`` unless it is there already; return how many there are then.

    Walls share corners, and parts of a hull do: each curve twice would be four times the links.
    """
    for i in range(k):
        if (
            curves[0, i] == x
            and curves[1, i] == y
            and curves[2, i] == radius
            and curves[3, i] == a
            and curves[4, i] == b
            and curves[5, i] == c
            and curves[6, i] == s
        ):
            return k
    curves[0, k] = x
    curves[1, k] = y
    curves[2, k] = radius
    curves[3, k] = a
    curves[4, k] = b
    curves[5, k] = c
    curves[6, k] = s
    curves[7, k] = radius + a
    return k + 1


@kernel
def _fill_polygon(
    shapes: Shapes,
    bodies: Bodies,
    j: int,
    p: int,
    berth: float,
    sources: Floats,
    curves: Floats,
    k: int,
    sides: Floats,
    e: int,
) -> tuple[int, int]:
    """`_fill` for one polygon: its corners in reach, and all its sides if one is in reach.

    What lies inside is told by all sides together.
    """
    x = bodies.x[j]
    y = bodies.y[j]
    c = bodies.cos[j]
    s = bodies.sin[j]
    count = curves.shape[1] == 0 and sides.shape[1] == 0
    low = shapes.vertex_first[p]
    high = shapes.vertex_first[p + 1]
    first = e
    near = False
    for v in range(low, high):
        after = v + 1 if v + 1 < high else low
        x0 = x + shapes.vertex_x[v] * c - shapes.vertex_y[v] * s
        y0 = y + shapes.vertex_x[v] * s + shapes.vertex_y[v] * c
        x1 = x + shapes.vertex_x[after] * c - shapes.vertex_y[after] * s
        y1 = y + shapes.vertex_x[after] * s + shapes.vertex_y[after] * c
        near = near or _side_in_reach(sources, x0, y0, x1, y1, berth)
        flat = x0 == x1 and y0 == y1  # a corner given twice
        if _in_reach(sources, x0, y0, berth):
            if count:
                k += 1
            else:
                k = _write_curve(curves, k, x0, y0, berth, 0.0, 0.0, 1.0, 0.0)
        if flat:
            continue
        if e < sides.shape[1]:
            sides[0, e] = x0
            sides[1, e] = y0
            sides[2, e] = x1
            sides[3, e] = y1
            sides[4, e] = berth
        e += 1
    return k, e if near else first


@kernel
def _fill(
    shapes: Shapes,
    bodies: Bodies,
    clear: Floats,
    radius: float,
    sources: Floats,
    curves: Floats,
    sides: Floats,
) -> tuple[int, int]:
    """Fill what is in reach; with no room given (no columns), only count, perhaps too much.

    ``curves`` (8, k) and ``sides`` (5, e) are in the order of the fields of `Grown`.
    """
    k = 0
    e = 0
    count = curves.shape[1] == 0 and sides.shape[1] == 0
    for j in range(bodies.x.size):
        shape = bodies.shape[j]
        berth = radius + clear[j]
        if berth <= -shapes.outer[shape] or not _in_reach(
            sources, bodies.x[j], bodies.y[j], berth + shapes.outer[shape]
        ):
            continue
        for p in range(shapes.part_first[shape], shapes.part_first[shape + 1]):
            if shapes.part_kind[p] == POLYGON:
                if berth > 0.0:
                    k, e = _fill_polygon(shapes, bodies, j, p, berth, sources, curves, k, sides, e)
                continue
            a = shapes.part_a[p]
            b = shapes.part_b[p]
            oval = shapes.part_kind[p] == ELLIPSE and a > b
            grown = berth if oval else berth + a
            if grown <= 0.0:
                continue
            if count:
                k += 1
            elif oval:
                c = bodies.cos[j]
                s = bodies.sin[j]
                k = _write_curve(curves, k, bodies.x[j], bodies.y[j], grown, a, b, c, s)
            else:
                k = _write_curve(curves, k, bodies.x[j], bodies.y[j], grown, 0.0, 0.0, 1.0, 0.0)
    return k, e


@allocating
def grow(
    shapes: Shapes,
    bodies: Bodies,
    clear: Floats,
    radius: float,
    sources: Floats,
    width: float,
    height: float,
) -> Grown:
    """Grow the obstacles that can matter within reach of some sources.

    Parameters
    ----------
    shapes
        Packed outlines.
    bodies
        Obstacles (o); heights are ignored.
    clear
        Smallest gap to keep from each, inches: 0 where touching is legal, ``-inf``
        where it does not bar the way; shape (o,).
    radius
        Radius of the moving disc, inches.  Where it is 0 or less nothing but bases
        that reach over the centre bars it.
    sources
        Where paths start and how long they may be: x, y, length; shape (n, 3).
    width, height
        Table, inches.

    Returns
    -------
    Grown
        The work and the size grow with what lies in reach; the scan of the
        obstacles alone looks at all of them.
    """
    none = np.empty((8, 0))
    k, e = _fill(shapes, bodies, clear, radius, sources, none, none)
    curves = np.empty((8, k))
    sides = np.empty((5, e))
    if k > 0 or e > 0:
        k, e = _fill(shapes, bodies, clear, radius, sources, curves, sides)
    curves = curves[:, :k].copy()
    return Grown(
        curves[0],
        curves[1],
        curves[2],
        curves[3],
        curves[4],
        curves[5],
        curves[6],
        curves[7],
        sides[0],
        sides[1],
        sides[2],
        sides[3],
        sides[4],
        max(radius, 0.0),
        width,
        height,
    )


@kernel
def on_table(grown: Grown, x: float, y: float) -> bool:
    """Whether a centre keeps to the table, touching allowed."""
    room = min(min(x, grown.width - x), min(y, grown.height - y))
    return bool(room >= grown.inset - SLACK)
