"""Separations in extended precision, from the definitions: a twin that can judge millions.

All of it is vectorised over pairs in ``np.longdouble`` with 64 bits or more of mantissa,
and shares nothing with the kernels.  Outlines are convex parts, poses centre and heading.
Two polygons are measured by all their corners, sides and normals; anything with an
ellipse by the largest value over unit u of ``f(u) = u.d - h1(u) - h2(-u)``, looked for
all round by 32 directions, then by halving, then by Newton's method.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Wide = NDArray[np.floating]
Corners = tuple[tuple[float, float], ...]

BITS = 63
"""Bits of mantissa that the twin needs, the leading one not counted."""
DIRECTIONS = 32
HALVINGS = 12
NEWTON = 12
"""Most steps; three are the rule."""
SETTLED = np.longdouble(1e-33)
"""Squared slope, over the curvature, at which no digit of f is left to gain."""
BLOCK = 4096
"""Pairs worked on at a time: their arrays stay in the cache."""


def require_extended() -> None:
    """Refuse a machine whose ``long double`` is no longer than a double.

    Raises
    ------
    RuntimeError
        If it has fewer than 64 bits.
    """
    if np.finfo(np.longdouble).nmant < BITS:
        raise RuntimeError("the accuracy runs need a long double of 64 bits of mantissa or more")


class Part(NamedTuple):
    """An ellipse, a disc if both half-axes are equal, or a convex polygon."""

    a: float
    b: float
    corners: Corners = ()
    """Counter-clockwise, about the centre of the shape; none for an ellipse."""


class Poses(NamedTuple):
    """Centres and headings, shape (p,) each."""

    x: Wide
    y: Wide
    c: Wide
    s: Wide

    def part(self, which: slice | NDArray[np.int64]) -> Poses:
        """Return some of them."""
        return Poses(self.x[which], self.y[which], self.c[which], self.s[which])


def poses(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    cos: NDArray[np.float64],
    sin: NDArray[np.float64],
) -> Poses:
    """Return poses of float64 numbers: a heading is the direction of (cos, sin), any length."""
    c, s = cos.astype(np.longdouble), sin.astype(np.longdouble)
    length = np.sqrt(c * c + s * s)
    return Poses(x.astype(np.longdouble), y.astype(np.longdouble), c / length, s / length)


def separation(one: Part, p: Poses, two: Part, q: Poses) -> Wide:
    """Signed separations of two convex parts at many poses; shape (p,), inches."""
    out = np.empty(p.x.size, np.longdouble)
    for start in range(0, out.size, BLOCK):
        some = slice(start, start + BLOCK)
        out[some] = _separation(one, p.part(some), two, q.part(some))
    return out


def _separation(one: Part, p: Poses, two: Part, q: Poses) -> Wide:
    dx, dy = q.x - p.x, q.y - p.y
    if one.corners and two.corners:
        return _polygons(_at(one, p), _at(two, q, dx, dy))
    if one.corners:
        return _separation(two, q, one, p)
    if two.corners:
        corners = _at(two, q, dx, dy)
        if one.a == one.b:
            return _point_polygon(corners) - np.longdouble(one.a)
        return _ellipse_polygon(one, p, corners)
    if one.a == one.b and two.a == two.b:
        gap: Wide = np.sqrt(dx * dx + dy * dy) - np.longdouble(one.a) - np.longdouble(two.a)
        return gap
    return _farthest(one, p, two, q, dx, dy)[0]


Point = tuple[Wide, Wide]


def _at(part: Part, p: Poses, x: Wide | float = 0.0, y: Wide | float = 0.0) -> list[Point]:
    """Corners of a polygon at its headings, its centre at (x, y)."""
    corners = [(np.longdouble(vx), np.longdouble(vy)) for vx, vy in part.corners]
    return [(x + vx * p.c - vy * p.s, y + vx * p.s + vy * p.c) for vx, vy in corners]


def _sides(corners: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def _normal(start: Point, end: Point) -> Point:
    """Outward unit normal of a side of a counter-clockwise polygon."""
    ex, ey = end[0] - start[0], end[1] - start[1]
    length = np.sqrt(ex * ex + ey * ey)
    return ey / length, -ex / length


def _square_to_side(px: Wide | float, py: Wide | float, start: Point, end: Point) -> Wide:
    """Squared distance of a point to a segment."""
    ex, ey = end[0] - start[0], end[1] - start[1]
    wx, wy = px - start[0], py - start[1]
    t = np.clip((wx * ex + wy * ey) / (ex * ex + ey * ey), 0.0, 1.0)
    wx, wy = wx - t * ex, wy - t * ey
    square: Wide = wx * wx + wy * wy
    return square


def _point_polygon(corners: list[Point]) -> Wide:
    """Signed distance of the origin to a convex polygon."""
    plane, near = -np.inf * np.ones_like(corners[0][0]), np.inf * np.ones_like(corners[0][0])
    for start, end in _sides(corners):
        nx, ny = _normal(start, end)
        plane = np.maximum(plane, -(nx * start[0] + ny * start[1]))
        near = np.minimum(near, _square_to_side(0.0, 0.0, start, end))
    return np.where(plane > 0.0, np.sqrt(near), plane)


def _polygons(one: list[Point], two: list[Point]) -> Wide:
    """Signed separation of two convex polygons: sides' normals, then corners to sides."""
    plane, near = -np.inf * np.ones_like(one[0][0]), np.inf * np.ones_like(one[0][0])
    for this, other in ((one, two), (two, one)):
        for start, end in _sides(this):
            nx, ny = _normal(start, end)
            ahead = [nx * (vx - start[0]) + ny * (vy - start[1]) for vx, vy in other]
            plane = np.maximum(plane, np.minimum.reduce(ahead))
            for vx, vy in other:
                near = np.minimum(near, _square_to_side(vx, vy, start, end))
    return np.where(plane > 0.0, np.sqrt(near), plane)


def _ellipse_polygon(ellipse: Part, p: Poses, corners: list[Point]) -> Wide:
    """Signed separation of an ellipse about the origin and a convex polygon.

    The best direction is the normal of a side, or that of the ellipse towards one of the
    corners.  All are tried on the whole polygon, so that none says too much.
    """
    best = -np.inf * np.ones_like(p.x)
    point = Part(0.0, 0.0)
    for start, end in _sides(corners):
        nx, ny = _normal(start, end)
        best = np.maximum(best, _seen(ellipse, p, corners, -nx, -ny))
        _, ux, uy = _farthest(ellipse, p, point, p, *start)
        best = np.maximum(best, _seen(ellipse, p, corners, ux, uy))
    return best


def _seen(ellipse: Part, p: Poses, corners: list[Point], ux: Wide, uy: Wide) -> Wide:
    """f(u) of an ellipse and a polygon."""
    nearest = np.minimum.reduce([ux * vx + uy * vy for vx, vy in corners])
    seen: Wide = nearest - _half(ellipse, p.c, p.s, ux, uy)[0]
    return seen


def _half(
    part: Part, c: Wide, s: Wide, ux: Wide | float, uy: Wide | float
) -> tuple[Wide, Wide, Wide]:
    """Support function of an ellipse, its derivative as u turns, and the radius of curvature."""
    a, b = c.dtype.type(part.a), c.dtype.type(part.b)
    if a == b:
        h = np.full_like(c, a)
        return h, np.zeros_like(c), h
    p, q = ux * c + uy * s, uy * c - ux * s
    h = np.sqrt((a * p) ** 2 + (b * q) ** 2)
    return h, (b * b - a * a) * p * q / h, (a * b) ** 2 / (h * h * h)


def _slope(
    one: Part, p: Poses, two: Part, q: Poses, dx: Wide, dy: Wide, ux: Wide, uy: Wide
) -> tuple[Wide, Wide, Wide]:
    """f, its derivative as u turns, and minus its second derivative."""
    h1, d1, r1 = _half(one, p.c, p.s, ux, uy)
    h2, d2, r2 = _half(two, q.c, q.s, ux, uy)
    f = ux * dx + uy * dy - h1 - h2
    return f, ux * dy - uy * dx - d1 - d2, f + r1 + r2


def _farthest(
    one: Part, p: Poses, two: Part, q: Poses, dx: Wide, dy: Wide
) -> tuple[Wide, Wide, Wide]:
    """Largest f(u) of two ellipses and the u of it, certified where it is positive."""
    ux, uy = _rough(one, p, two, q, dx, dy)
    for _ in range(NEWTON):
        f, slope, bend = _slope(one, p, two, q, dx, dy, ux, uy)
        still = (bend > 0.0) & (slope * slope > SETTLED * bend)
        if not still.any():
            break
        turn = np.where(still, slope, 0.0) / np.where(bend > 0.0, bend, 1.0)
        norm = np.sqrt(1.0 + turn * turn)
        ux, uy = (ux - turn * uy) / norm, (uy + turn * ux) / norm
    # the support points are an upper bound of the distance, f a lower one
    apart = f > 1e-12
    wide = np.where(apart, np.sqrt(f * f + slope * slope) - f, 0.0)
    if (wide > 1e-18 * (1.0 + np.abs(f))).any():
        raise ArithmeticError("a separation of the twin is not certified")
    return f, ux, uy


def _rounded(p: Poses) -> Poses:
    x, y, c, s = (field.astype(np.float64) for field in p)
    return Poses(x, y, c, s)


def _rough(one: Part, p: Poses, two: Part, q: Poses, dx: Wide, dy: Wide) -> tuple[Wide, Wide]:
    """The direction of the largest f to 1e-4, in float64."""
    p64, q64 = _rounded(p), _rounded(q)
    x, y = dx.astype(np.float64), dy.astype(np.float64)
    best = np.full(x.size, -np.inf)
    ux, uy = np.zeros(x.size), np.zeros(x.size)
    for k in range(DIRECTIONS):
        c, s = math.cos(math.tau * k / DIRECTIONS), math.sin(math.tau * k / DIRECTIONS)
        f = c * x + s * y - _half(one, p64.c, p64.s, c, s)[0] - _half(two, q64.c, q64.s, c, s)[0]
        better = f > best
        best = np.where(better, f, best)
        ux, uy = np.where(better, c, ux), np.where(better, s, uy)
    step = math.tau / DIRECTIONS
    for _ in range(HALVINGS):
        step /= 2.0
        slope = _slope(one, p64, two, q64, x, y, ux, uy)[1]
        c, side = math.cos(step), np.copysign(math.sin(step), slope)
        ux, uy = ux * c - uy * side, uy * c + ux * side
    wide_x, wide_y = ux.astype(np.longdouble), uy.astype(np.longdouble)
    norm = np.sqrt(wide_x * wide_x + wide_y * wide_y)
    return wide_x / norm, wide_y / norm
