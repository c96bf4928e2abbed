"""The gap between two bases at poses: bounds that hold however the search for it went.

For convex outlines with centre difference d and support functions h the signed gap is the
largest value of f(u) = u.d - h_A(u) - h_B(-u) over all directions u.  As an angle turns, f
can rise no faster than its slope plus |d| + R_A + R_B times half the square of the turn
(f'' is at most -f): so each interval of directions has an upper bound, and halving those that
may hold the largest value closes in on it from both sides.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import shapely

from movesolver.verifying.outlines import Floats, Outline

Poses = tuple[Floats, Floats, Floats]
"""x, y, facing in degrees, shape (p,) each."""
DIRECTIONS = 32
"""Intervals that the circle of directions is cut into first."""
ROUNDS = 34
"""Halvings: the interval left is 1e-11 wide; beside an edge it may hide as many inches."""
KEPT = 8
"""Intervals that are halved at each round, the most promising ones."""


def gap_bounds(a: Outline, at: Poses, b: Outline, bt: Poses) -> tuple[Floats, Floats]:
    """Return bounds of the signed gap of bases at pairs of poses, shapes (p,).

    Negative where they overlap.  Polygons that are not convex count as their triangles.
    """
    dx, dy = bt[0] - at[0], bt[1] - at[1]
    if a.round and b.round:
        exact = np.hypot(dx, dy) - a.outer - b.outer
        return exact - 1e-12, exact + 1e-12
    low = np.full(dx.size, math.inf)
    high = np.full(dx.size, math.inf)
    for one in convex_parts(a):
        for other in convex_parts(b):
            least, most = _convex(one, at[2], other, bt[2], dx, dy)
            low, high = np.minimum(low, least), np.minimum(high, most)
    return low, high


@lru_cache(maxsize=256)
def convex_parts(outline: Outline) -> tuple[Outline, ...]:
    """Return an outline as convex ones."""
    polygon = outline.polygon
    if polygon is None or polygon.equals(polygon.convex_hull):
        return (outline,)
    pieces = shapely.get_parts(shapely.constrained_delaunay_triangles(polygon))
    return tuple(Outline(None, piece, 0.0, outline.outer) for piece in pieces)


def _support(outline: Outline, turned: Floats) -> tuple[Floats, Floats]:
    """Return how far an outline reaches in directions of its own frame, and the slope of that."""
    c, s = np.cos(turned), np.sin(turned)
    if outline.axes is not None:
        a, b = outline.axes
        reach = np.sqrt((a * c) ** 2 + (b * s) ** 2)
        if a == b:
            return reach, np.zeros_like(reach)
        return reach, (b * b - a * a) * s * c / reach
    assert outline.polygon is not None
    corners = np.array(outline.polygon.exterior.coords)[:-1]
    reach = np.full(turned.shape, -math.inf)
    slope = np.zeros(turned.shape)
    for x, y in corners:
        here = x * c + y * s
        slope = np.where(here > reach, y * c - x * s, slope)
        reach = np.maximum(reach, here)
    return reach, slope


def _convex(
    a: Outline, at: Floats, b: Outline, bt: Floats, dx: Floats, dy: Floats
) -> tuple[Floats, Floats]:
    """Return bounds of the largest value of f for each pair; headings in degrees."""
    alpha, beta = np.radians(at)[:, None], np.radians(bt)[:, None] + math.pi
    curve = (np.hypot(dx, dy) + a.outer + b.outer)[:, None]
    width = math.pi / DIRECTIONS
    angle = np.tile(width * (2 * np.arange(DIRECTIONS) + 1), (dx.size, 1))
    low = np.full(dx.size, -math.inf)
    over = np.full(dx.size, -math.inf)
    for _ in range(ROUNDS):
        mine, rise = _support(a, angle - alpha)
        theirs, fall = _support(b, angle - beta)
        c, s = np.cos(angle), np.sin(angle)
        f = dx[:, None] * c + dy[:, None] * s - mine - theirs
        slope = dy[:, None] * c - dx[:, None] * s - rise - fall
        most = f + np.abs(slope) * width + curve * (width * width / 2)
        low = np.maximum(low, f.max(axis=1))
        best = np.argsort(-most, axis=1)
        kept = np.take_along_axis(angle, best[:, :KEPT], axis=1)
        # What is left aside stays a bound, if no longer one that is worked on.
        if best.shape[1] > KEPT:
            beside = np.take_along_axis(most, best[:, KEPT : KEPT + 1], axis=1)[:, 0]
            over = np.maximum(over, np.where(beside > low, beside, -math.inf))
        last = most.max(axis=1)
        width /= 2
        angle = np.concatenate([kept - width, kept + width], axis=1)
    return low - 1e-12, np.maximum(np.maximum(last, over), low) + 1e-12
