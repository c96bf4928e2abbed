"""Slow twin of `movekernels.paths.curves`: quadrature and search."""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy.integrate import quad
from scipy.special import ellipeinc

from movekernels.paths.grown import Grown
from reference.ellipse import ellipse_pair
from reference.separation import section

TRIED = np.arange(1440) * math.tau / 1440


def turn_of(angle: float) -> float:
    """The same direction, from 0 on."""
    turn = math.fmod(angle, math.tau)
    return turn if turn >= 0.0 else turn + math.tau


def second_kind(cosine: float, sine: float, m: float) -> float:
    """From a library."""
    return float(ellipeinc(math.atan2(sine, cosine), m))


def _axes(grown: Grown, j: int) -> tuple[float, float, float, float]:
    """Both half-axes, heading, and what it is grown by."""
    heading = math.atan2(float(grown.sin[j]), float(grown.cos[j]))
    return float(grown.long[j]), float(grown.short[j]), heading, float(grown.radius[j])


def _bend(grown: Grown, j: int, angle: float) -> float:
    """Radius of curvature where the normal is turned by so much from the long axis."""
    a, b, _, r = _axes(grown, j)
    if a == 0.0:
        return r
    return r + (a * b) ** 2 / math.hypot(a * math.cos(angle), b * math.sin(angle)) ** 3


def _length(grown: Grown, j: int, low: float, high: float) -> float:
    """Length between two turns, quarter by quarter: the flat sides are peaks."""
    cuts = [low, *(q for q in (k * math.pi / 4 for k in range(9)) if low < q < high), high]
    pieces = itertools.pairwise(cuts)
    return math.fsum(
        float(quad(lambda t: _bend(grown, j, t), a, b, epsabs=1e-13, epsrel=1e-12, limit=400)[0])
        for a, b in pieces
    )


def perimeter(grown: Grown, j: int) -> float:
    """All the way round."""
    return _length(grown, j, 0.0, math.tau)


def place_of(grown: Grown, j: int, nx: float, ny: float) -> float:
    """From the long axis (a circle: from +x) counter-clockwise."""
    heading = _axes(grown, j)[2] if grown.long[j] > 0.0 else 0.0
    return _length(grown, j, 0.0, turn_of(math.atan2(ny, nx) - heading))


def touch(grown: Grown, j: int, nx: float, ny: float) -> tuple[float, float]:
    """The point (a cos t, b sin t) whose normal that is, and on by what it is grown by."""
    if j < 0:
        return 0.0, 0.0
    a, b, heading, r = _axes(grown, j)
    turn = math.atan2(ny, nx) - heading
    t = math.atan2(b * math.sin(turn), a * math.cos(turn))
    u, v = a * math.cos(t), b * math.sin(t)
    x = u * math.cos(heading) - v * math.sin(heading)
    y = u * math.sin(heading) + v * math.cos(heading)
    return x + r * nx, y + r * ny


def depth_of(grown: Grown, j: int, x: float, y: float) -> tuple[float, float, float]:
    """From the nearest point of the ellipse, or from the centre."""
    dx, dy = x - float(grown.x[j]), y - float(grown.y[j])
    a, b, heading, r = _axes(grown, j)
    if a == 0.0:
        d = math.hypot(dx, dy)
        return (d - r, dx / d, dy / d) if d > 0.0 else (-r, 1.0, 0.0)
    c, s = math.cos(heading), math.sin(heading)
    u, v = dx * c + dy * s, dy * c - dx * s
    far = np.hypot(a * np.cos(TRIED) - u, b * np.sin(TRIED) - v)
    middle, step = float(TRIED[int(far.argmin())]), float(TRIED[1])
    t = section(
        lambda t: math.hypot(a * math.cos(t) - u, b * math.sin(t) - v), middle - step, middle + step
    )
    d = math.hypot(a * math.cos(t) - u, b * math.sin(t) - v)
    inside = (u / a) ** 2 + (v / b) ** 2 < 1.0
    nx, ny = math.cos(t) / a, math.sin(t) / b
    n = math.hypot(nx, ny)
    return (-d if inside else d) - r, (nx * c - ny * s) / n, (nx * s + ny * c) / n


def between(grown: Grown, i: int, j: int, dx: float, dy: float) -> tuple[float, float, float]:
    """The direction that separates them most, of all."""
    a, b, c, s, r = (0.0, 0.0, 1.0, 0.0, 0.0)
    one = (a, b, c, s, r) if i < 0 else _outline(grown, i)
    two = (a, b, c, s, r) if j < 0 else _outline(grown, j)
    f, ux, uy = ellipse_pair(dx, dy, *one[:4], *two[:4])
    return f - one[4] - two[4], ux, uy


def _outline(grown: Grown, j: int) -> tuple[float, float, float, float, float]:
    return (
        float(grown.long[j]),
        float(grown.short[j]),
        float(grown.cos[j]),
        float(grown.sin[j]),
        float(grown.radius[j]),
    )
