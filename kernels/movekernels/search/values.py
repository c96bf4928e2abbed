"""What the goal is worth for a model at a pose."""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints, Shapes
from movekernels.geometry.gap import gap
from movekernels.search.ground import (
    AT_X,
    AT_Y,
    BARRED,
    BASE,
    COLUMNS,
    FIELD,
    FIRST,
    GRID,
    KIND,
    LAST,
    NEAR_BODIES,
    NEAR_POINT,
    RADIUS,
    REACH,
    ROWS,
    STEP,
    TRAVEL,
    VERTICAL,
    WEIGHT,
    WISH,
    WITHIN_SOLID,
    Spots,
    Squad,
    Terms,
)

SLOPE = 0.02
"""Points an inch, in the shaped value, towards (or away from) a counted distance."""
FARTHEST = 100.0
"""Beyond this nothing slopes any more (inches): what cannot be near is infinitely far."""
REST = 1e-6
"""Points an inch of path that the shaped value takes off: of equal ends the nearest."""


@kernel
def worth(
    shapes: Shapes,
    squad: Squad,
    terms: Terms,
    i: int,
    x: float,
    y: float,
    c: float,
    s: float,
    slope: float,
) -> float:
    """Value in points of model ``i`` ending at (x, y) with heading (c, s).

    Parameters
    ----------
    shapes, squad, terms
        The outlines, the unit and the goal.
    i
        Index of the model.
    x, y, c, s
        Its end pose.
    slope
        Points an inch by which counted terms slope towards their goal, so that a
        search on a plateau knows where to go; then paths cost a trifle too
        (`REST`).  0 for the goal as it is.
    """
    k = squad.member[i]
    radius = squad.outer[k] if squad.round[k] else -1.0
    total = worth_of_disc(
        terms, i, x, y, squad.start[i, 0], squad.start[i, 1], squad.z[k], radius, slope
    )
    if not math.isnan(total):
        return total
    total = 0.0
    for t in range(terms.spec.shape[0]):
        weight = terms.share[t, i, WEIGHT]
        if weight == 0.0:
            continue
        if terms.spec[t, FIRST] < terms.spec[t, LAST]:
            nearest = _nearest(shapes, terms, t, squad.shape[k], x, y, squad.z[k], c, s)
            total += weight * _counted(terms, t, i, nearest, slope)
        else:
            total += weight * _placed(terms, t, i, x, y, squad.start[i, 0], squad.start[i, 1])
    if slope > 0.0:
        total -= REST * math.sqrt((x - squad.start[i, 0]) ** 2 + (y - squad.start[i, 1]) ** 2)
    return total


@kernel
def worth_of_disc(
    terms: Terms,
    i: int,
    x: float,
    y: float,
    x0: float,
    y0: float,
    z: float,
    radius: float,
    slope: float,
) -> float:
    """`worth` of a round model of this radius that starts at (x0, y0), where discs suffice.

    Not a number where they do not: if a term looks at a target that is not round,
    or ``radius`` is negative (a model that is not round) and it looks at any.
    """
    total = 0.0
    for t in range(terms.spec.shape[0]):
        weight = terms.share[t, i, WEIGHT]
        if weight == 0.0:
            continue
        low = terms.spec[t, FIRST]
        high = terms.spec[t, LAST]
        if low == high:
            total += weight * _placed(terms, t, i, x, y, x0, y0)
            continue
        nearest = np.inf
        for j in range(low, high):
            dx = terms.target[j, 0] - x
            dy = terms.target[j, 1] - y
            dz = terms.target[j, 4] - z
            if radius < 0.0 or terms.target[j, RADIUS] < 0.0:
                return np.nan
            if abs(dz) <= terms.limit[t, VERTICAL]:
                apart = math.sqrt(dx * dx + dy * dy) - radius - terms.target[j, RADIUS]
                nearest = min(nearest, _solid(terms, t, apart, dz))
        total += weight * _counted(terms, t, i, nearest, slope)
    if slope > 0.0:
        total -= REST * math.sqrt((x - x0) * (x - x0) + (y - y0) * (y - y0))
    return total


@kernel
def worth_of_point(
    spec: Ints, share: Floats, i: int, x: float, y: float, x0: float, y0: float, slope: float
) -> float:
    """`worth` of a model that starts at (x0, y0) where the goal looks at centres alone.

    Not a number if some term looks at targets or a field.  ``spec`` and ``share``
    are columns of `Terms`: two arrays only, as this is asked most of all.
    """
    total = 0.0
    dx = x - x0
    dy = y - y0
    travel = math.sqrt(dx * dx + dy * dy)
    for t in range(spec.shape[0]):
        weight = share[t, i, WEIGHT]
        kind = spec[t, KIND]
        if kind in (NEAR_POINT, WISH):
            dx = x - share[t, i, AT_X]
            dy = y - share[t, i, AT_Y]
            total += weight * (share[t, i, BASE] - math.sqrt(dx * dx + dy * dy))
        elif kind == TRAVEL:
            total -= weight * travel
        elif weight != 0.0:
            return np.nan
    return total - REST * travel if slope > 0.0 else total


@kernel
def worth_of_unit(
    shapes: Shapes, squad: Squad, terms: Terms, poses: Floats, slope: float, points: Floats
) -> float:
    """Fill ``points`` (n,) with `worth` of each model at its pose (x, y, cos, sin); their sum.

    ``poses`` has shape (n, 4).
    """
    spec, share = terms.spec, terms.share
    total = 0.0
    for i in range(squad.member.size):
        x, y = poses[i, 0], poses[i, 1]
        points[i] = worth_of_point(
            spec, share, i, x, y, squad.start[i, 0], squad.start[i, 1], slope
        )
        if math.isnan(points[i]):
            points[i] = worth(shapes, squad, terms, i, x, y, poses[i, 2], poses[i, 3], slope)
        total += points[i]
    return total


@kernel
def worth_rows(
    shapes: Shapes,
    squad: Squad,
    terms: Terms,
    spots: Spots,
    ways: Ints,
    slope: float,
    out: Floats,
) -> None:
    """Fill ``out`` (n, s) with `worth` on every spot with a route, `BARRED` elsewhere.

    ``ways`` (n, s) is as `movekernels.search.routing.routes` fills it.
    """
    out[:, :] = BARRED
    for i in range(squad.member.size):
        k = squad.member[i]
        radius = squad.outer[k] if squad.round[k] else -1.0
        x0 = squad.start[i, 0]
        y0 = squad.start[i, 1]
        for p in range(spots.first[k], spots.first[k + 1]):
            if ways[i, p] == 0:
                continue
            x = spots.x[p]
            y = spots.y[p]
            out[i, p] = worth_of_point(terms.spec, terms.share, i, x, y, x0, y0, slope)
            if math.isnan(out[i, p]):
                out[i, p] = worth_of_disc(terms, i, x, y, x0, y0, squad.z[k], radius, slope)
            if math.isnan(out[i, p]):
                out[i, p] = worth(
                    shapes, squad, terms, i, x, y, spots.turned[p, 0], spots.turned[p, 1], slope
                )


@kernel
def _placed(terms: Terms, t: int, i: int, x: float, y: float, x0: float, y0: float) -> float:
    """Value at weight 1 of a term that looks at the centre alone."""
    kind = terms.spec[t, KIND]
    if kind in (NEAR_POINT, WISH):
        dx = x - terms.share[t, i, AT_X]
        dy = y - terms.share[t, i, AT_Y]
        return float(terms.share[t, i, BASE] - math.sqrt(dx * dx + dy * dy))
    if kind == TRAVEL:
        return -math.sqrt((x - x0) * (x - x0) + (y - y0) * (y - y0))
    if kind == FIELD:
        return _field(terms, t, i, x, y)
    return 0.0


@kernel
def _counted(terms: Terms, t: int, i: int, nearest: float, slope: float) -> float:
    """Value at weight 1 of a term with targets: inches of gap saved, or one if near enough."""
    if terms.spec[t, KIND] == NEAR_BODIES:
        return float(terms.share[t, i, BASE] - nearest)
    over = nearest - terms.limit[t, REACH]
    # A count that is shunned slopes out of its reach, one that is sought into it.
    if over <= 0.0:
        return 1.0 - slope * over if terms.share[t, i, WEIGHT] < 0.0 else 1.0
    return -slope * min(over, FARTHEST) if terms.share[t, i, WEIGHT] > 0.0 else 0.0


@kernel
def _solid(terms: Terms, t: int, apart: float, dz: float) -> float:
    """Distance that counts for a term: the gap, or the gap and the heights in 3-D; 0 on overlap."""
    apart = max(apart, 0.0)
    if terms.spec[t, KIND] == WITHIN_SOLID:
        return math.sqrt(apart * apart + dz * dz)
    return apart


@kernel
def _nearest(
    shapes: Shapes,
    terms: Terms,
    t: int,
    shape: int,
    x: float,
    y: float,
    z: float,
    c: float,
    s: float,
) -> float:
    """Smallest distance that counts (see `_solid`) to the targets of term ``t``."""
    best = np.inf
    for j in range(terms.spec[t, FIRST], terms.spec[t, LAST]):
        dz = terms.target[j, 4] - z
        if abs(dz) > terms.limit[t, VERTICAL]:
            continue
        k = terms.outline[j]
        dx = terms.target[j, 0] - x
        dy = terms.target[j, 1] - y
        far = best + shapes.outer[shape] + shapes.outer[k]
        if dx * dx + dy * dy >= far * far:
            continue
        apart = gap(
            shapes, shape, x, y, c, s, k,
            terms.target[j, 0], terms.target[j, 1], terms.target[j, 2], terms.target[j, 3],
        )  # fmt: skip
        best = min(best, _solid(terms, t, apart, dz))
    return best


@kernel
def _field(terms: Terms, t: int, i: int, x: float, y: float) -> float:
    """Bilinear value of term ``t``'s grid, which starts at the term's point; 0 outside."""
    rows = terms.spec[t, ROWS]
    columns = terms.spec[t, COLUMNS]
    u = (x - terms.share[t, i, AT_X]) / terms.limit[t, STEP]
    v = (y - terms.share[t, i, AT_Y]) / terms.limit[t, STEP]
    if u < 0.0 or v < 0.0 or u > columns - 1 or v > rows - 1:
        return 0.0
    a = min(int(u), columns - 2)
    b = min(int(v), rows - 2)
    u -= a
    v -= b
    corner = terms.spec[t, GRID] + b * columns + a
    low = terms.grid[corner] * (1.0 - u) + terms.grid[corner + 1] * u
    corner += columns
    high = terms.grid[corner] * (1.0 - u) + terms.grid[corner + 1] * u
    return float(low * (1.0 - v) + high * v)
