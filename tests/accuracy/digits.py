"""The scalar gap, and the twin, against 40-digit arithmetic.

The gap is the largest value of ``f(u) = u.d - h1(u) - h2(-u)``, found from support
functions alone: all round in float64, then by ever smaller turns in mpmath.
"""

from __future__ import annotations

import math

import numpy as np
from mpmath import mp, mpf

from accuracy.boards import Bodies, pairs_of
from accuracy.catalogue import Catalogue, Shape
from accuracy.extended import Part
from accuracy.formations import beside
from accuracy.tally import Tally
from movekernels.geometry.gap import gap

DIGITS = 40
AROUND = 720
LAST_TURN = mpf("1e-21")
GAPS = (-13.0, 1.1)
"""Powers of ten that gaps are drawn between."""
Numbers = tuple[float, float, float, float]
WITHIN = 64.0
"""Bound on the errors of the twin, in parts of 2^-64 of the scale."""


def pairs(
    rng: np.random.Generator, shapes: Catalogue, first: int, second: int, count: int
) -> tuple[Bodies, Bodies]:
    """Draw pairs of two shapes, apart by gaps of all sizes; shape (count, 1) each."""
    turn, other, angle = rng.uniform(0.0, 2.0 * np.pi, (3, count))
    x, y = rng.uniform(0.0, 60.0, (2, count))
    level = np.zeros(count)
    mate = Bodies(np.full(count, first), x, y, np.cos(turn), np.sin(turn), level)
    own = Bodies(np.full(count, second), x, y, np.cos(other), np.sin(other), level)
    x, y = beside(rng, shapes, mate, own, angle, 10.0 ** rng.uniform(*GAPS, count))
    own = own._replace(x=x, y=y)
    column = (slice(None), None)
    return mate.at(column), own.at(column)


def compare(
    rng: np.random.Generator, shapes: Catalogue, one: int, two: int, name: str, tally: Tally
) -> None:
    """Compare one pair of two shapes, if they are apart."""
    a, b = pairs(rng, shapes, one, two, 1)
    first, second = shapes.shapes[one], shapes.shapes[two]
    p, q = _numbers(a), _numbers(b)
    with mp.workdps(DIGITS):
        exact = _distance(first, p, second, q)
        if exact <= 0:
            return
        said = gap(shapes.packed.shapes, one, *p, two, *q)
        zero = np.zeros(1, np.int64)
        twin = pairs_of(shapes, a, zero, b, zero)
        high = float(twin.gap[0, 0])
        low = float(twin.gap[0, 0] - np.longdouble(high))
        kernel_error = float(mpf(said) - exact)
        twin_error = float(mpf(high) + mpf(low) - exact)
    scale = twin.scale[0]
    bound = 16.0
    tally.error("gap to 40 digits", name).add(np.array([kernel_error]), scale, bound)
    # the twin carries 11 bits more
    tally.error("twin to 40 digits", name).add(np.array([twin_error]), scale, WITHIN / 2048.0)


def _numbers(bodies: Bodies) -> Numbers:
    """Centre and heading of the only body."""
    x, y, c, s = (float(field[0, 0]) for field in bodies[1:5])
    return x, y, c, s


def _distance(one: Shape, p: Numbers, two: Shape, q: Numbers) -> mpf:
    """Separation of the closest parts."""
    return min(_parts(m, p, n, q) for m in one.parts for n in two.parts)


def _parts(one: Part, p: Numbers, two: Part, q: Numbers) -> mpf:
    dx, dy = mpf(q[0]) - mpf(p[0]), mpf(q[1]) - mpf(p[1])
    turns = [(mpf(c) / mp.hypot(c, s), mpf(s) / mp.hypot(c, s)) for _, _, c, s in (p, q)]

    def f(ux: mpf, uy: mpf) -> mpf:
        return (
            ux * dx
            + uy * dy
            - _support(one, *turns[0], ux, uy)
            - _support(two, *turns[1], -ux, -uy)
        )

    start = _rough(one, two, float(dx), float(dy), [(float(c), float(s)) for c, s in turns])
    ux, uy = mp.cos(start), mp.sin(start)
    best = f(ux, uy)
    turn = mpf(2 * math.pi / AROUND)
    while turn > LAST_TURN:
        c, s = mp.cos(turn), mp.sin(turn)
        moved = False
        for side in (s, -s):
            vx, vy = ux * c - uy * side, uy * c + ux * side
            value = f(vx, vy)
            if value > best:
                best, ux, uy, moved = value, vx, vy, True
                break
        if not moved:
            turn /= 2
    return best / mp.hypot(ux, uy)


def _support(part: Part, c: mpf, s: mpf, ux: mpf, uy: mpf) -> mpf:
    along, aside = ux * c + uy * s, uy * c - ux * s
    if part.corners:
        return max(along * mpf(x) + aside * mpf(y) for x, y in part.corners)
    return mp.sqrt((mpf(part.a) * along) ** 2 + (mpf(part.b) * aside) ** 2)


def _rough(one: Part, two: Part, dx: float, dy: float, turns: list[tuple[float, float]]) -> float:
    """The best of many directions, in float64."""
    angle = np.linspace(0.0, 2.0 * np.pi, AROUND, endpoint=False)
    ux, uy = np.cos(angle), np.sin(angle)
    f = ux * dx + uy * dy
    for part, (c, s), side in ((one, turns[0], 1.0), (two, turns[1], -1.0)):
        along, aside = side * (ux * c + uy * s), side * (uy * c - ux * s)
        if part.corners:
            f -= np.max([along * x + aside * y for x, y in part.corners], axis=0)
        else:
            f -= np.hypot(part.a * along, part.b * aside)
    return float(angle[f.argmax()])
