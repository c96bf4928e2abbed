"""Support functions of posed shapes, and their slack to the edge of the table."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import ELLIPSE, POLYGON, Shapes
from movekernels.geometry.angles import _progress, _turn_between


@kernel
def part_support(
    shapes: Shapes, p: int, c: float, s: float, ux: float, uy: float
) -> tuple[float, float, float]:
    """Support function of one convex part, and a boundary point that attains it.

    Parameters
    ----------
    shapes
        Packed outlines.
    p
        The part.
    c, s
        Cosine and sine of the shape's heading.
    ux, uy
        A unit vector.

    Returns
    -------
    h, x, y
        ``h = max of u . point`` over the part, and the point, both relative to
        the centre of the shape (inches).
    """
    a = shapes.part_a[p]
    kind = shapes.part_kind[p]
    if kind == POLYGON:
        # the direction in the shape's own frame, so that vertices stay put
        lx = ux * c + uy * s
        ly = uy * c - ux * s
        h = -math.inf
        top = shapes.vertex_first[p]
        for v in range(shapes.vertex_first[p], shapes.vertex_first[p + 1]):
            reach = lx * shapes.vertex_x[v] + ly * shapes.vertex_y[v]
            if reach > h:
                h = reach
                top = v
        px = shapes.vertex_x[top]
        py = shapes.vertex_y[top]
        return h, px * c - py * s, px * s + py * c
    if kind == ELLIPSE:
        b = shapes.part_b[p]
        along = a * (ux * c + uy * s)
        across = b * (uy * c - ux * s)
        h = math.sqrt(along * along + across * across)
        px = a * along / h
        py = b * across / h
        return h, px * c - py * s, px * s + py * c
    return a, a * ux, a * uy


@kernel
def support(shapes: Shapes, k: int, c: float, s: float, ux: float, uy: float) -> float:
    """Support function of a posed shape about its centre: ``max of u . point``.

    Parameters
    ----------
    shapes
        Packed outlines.
    k
        The shape.
    c, s
        Cosine and sine of its heading.
    ux, uy
        A unit vector.

    Returns
    -------
    float
        Inches; the largest over the parts.
    """
    best = -math.inf
    for p in range(shapes.part_first[k], shapes.part_first[k + 1]):
        best = max(best, part_support(shapes, p, c, s, ux, uy)[0])
    return best


@kernel
def edge_slack(
    shapes: Shapes,
    k: int,
    x: float,
    y: float,
    c: float,
    s: float,
    width: float,
    height: float,
) -> float:
    """Signed distance of a base to the nearest table edge.

    Exact: the extents of the base at its heading, not those of a bounding box.

    Parameters
    ----------
    shapes
        Packed outlines.
    k
        The shape.
    x, y
        Its centre, inches.
    c, s
        Cosine and sine of its heading.
    width, height
        The table is ``[0, width] x [0, height]``, inches.

    Returns
    -------
    float
        Inches; positive inside, zero when the base touches an edge, negative by
        how far it hangs over.
    """
    west, east, south, north = math.inf, -math.inf, math.inf, -math.inf
    for p in range(shapes.part_first[k], shapes.part_first[k + 1]):
        a, b = shapes.part_a[p], shapes.part_b[p]
        kind = shapes.part_kind[p]
        if kind == POLYGON:
            for v in range(shapes.vertex_first[p], shapes.vertex_first[p + 1]):
                vx, vy = shapes.vertex_x[v], shapes.vertex_y[v]
                px, py = vx * c - vy * s, vx * s + vy * c
                west, east = min(west, px), max(east, px)
                south, north = min(south, py), max(north, py)
            continue
        wide = high = a
        if kind == ELLIPSE:
            wide = math.sqrt(a * c * (a * c) + b * s * (b * s))
            high = math.sqrt(a * s * (a * s) + b * c * (b * c))
        west, east = min(west, -wide), max(east, wide)
        south, north = min(south, -high), max(north, high)
    return min(min(x + west, width - x - east), min(y + south, height - y - north))


@kernel
def _turn_support(
    shapes: Shapes,
    k: int,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    ccw: bool,
    ux: float,
    uy: float,
) -> float:
    """Largest support in one direction while a shape turns from heading 0 to heading 1.

    A vertex runs along an arc about the centre: it reaches furthest at an end of
    the arc, or where the arc crosses ``u``.  So does the tip of an ellipse.
    """
    turn_c, turn_s = _turn_between(c0, s0, c1, s1, ccw)
    whole = _progress(turn_c, turn_s)
    side = 1.0 if ccw else -1.0
    best = max(support(shapes, k, c0, s0, ux, uy), support(shapes, k, c1, s1, ux, uy))
    for p in range(shapes.part_first[k], shapes.part_first[k + 1]):
        kind = shapes.part_kind[p]
        if kind == POLYGON:
            for v in range(shapes.vertex_first[p], shapes.vertex_first[p + 1]):
                vx = shapes.vertex_x[v]
                vy = shapes.vertex_y[v]
                reach = math.sqrt(vx * vx + vy * vy)
                if reach > best:
                    wx = (vx * c0 - vy * s0) / reach
                    wy = (vx * s0 + vy * c0) / reach
                    if _progress(wx * ux + wy * uy, side * (wx * uy - wy * ux)) <= whole:
                        best = reach
        elif kind == ELLIPSE and shapes.part_a[p] > best:
            dot = c0 * ux + s0 * uy
            cross = side * (c0 * uy - s0 * ux)
            if _progress(dot, cross) <= whole or _progress(-dot, -cross) <= whole:
                best = shapes.part_a[p]
    return best


@kernel
def turn_edge_slack(
    shapes: Shapes,
    k: int,
    x: float,
    y: float,
    c0: float,
    s0: float,
    c1: float,
    s1: float,
    ccw: bool,
    width: float,
    height: float,
) -> float:
    """Smallest `edge_slack` during a turn in place, in closed form.

    Parameters
    ----------
    shapes
        Packed outlines.
    k
        The shape.
    x, y
        Its centre, inches.
    c0, s0, c1, s1
        Cosine and sine of the headings before and after.
    ccw
        Turn counter-clockwise if true, else clockwise; less than one full turn.
        Equal headings (to 1e-12) are no turn.
    width, height
        The table is ``[0, width] x [0, height]``, inches.

    Returns
    -------
    float
        Inches, signed as in `edge_slack`.
    """
    west = x - _turn_support(shapes, k, c0, s0, c1, s1, ccw, -1.0, 0.0)
    east = width - x - _turn_support(shapes, k, c0, s0, c1, s1, ccw, 1.0, 0.0)
    south = y - _turn_support(shapes, k, c0, s0, c1, s1, ccw, 0.0, -1.0)
    north = height - y - _turn_support(shapes, k, c0, s0, c1, s1, ccw, 0.0, 1.0)
    return min(min(west, east), min(south, north))
