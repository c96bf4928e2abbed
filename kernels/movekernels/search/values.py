"""What the goal is worth for a model at a pose."""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints, Shapes
from movekernels.geometry.gap import gap
from movekernels.search.ground import (
    BARRED,
    FIELD,
    NEAR_BODIES,
    NEAR_POINT,
    TRAVEL,
    WISH,
    WITHIN,
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
    shape = squad.shape[squad.member[i]]
    z = squad.z[squad.member[i]]
    dx = x - squad.start[i, 0]
    dy = y - squad.start[i, 1]
    travel = math.sqrt(dx * dx + dy * dy)
    total = -REST * travel if slope > 0.0 else 0.0
    for t in range(terms.kind.size):
        weight = terms.weight[t, i]
        if weight == 0.0:
            continue
        kind = terms.kind[t]
        if kind in (NEAR_POINT, WISH):
            dx = x - terms.point[t, i, 0]
            dy = y - terms.point[t, i, 1]
            total += weight * (terms.point[t, i, 2] - math.sqrt(dx * dx + dy * dy))
        elif kind == TRAVEL:
            total -= weight * travel
        elif kind == FIELD:
            total += weight * _field(terms, t, i, x, y)
        elif kind == NEAR_BODIES:
            nearest = _nearest(shapes, terms, t, shape, x, y, z, c, s, np.inf, 0.0)
            total += weight * (terms.point[t, i, 2] - nearest)
        else:
            depth = 0.0 if kind == WITHIN else 1.0
            nearest = _nearest(shapes, terms, t, shape, x, y, z, c, s, terms.vertical[t], depth)
            reach = terms.reach[t]
            if nearest <= reach:
                total += weight
                total += min(weight, 0.0) * slope * (reach - nearest)
            else:
                total -= max(weight, 0.0) * slope * min(nearest - reach, FARTHEST)
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

    ``ways`` (n, s) is as `movekernels.search.legality.routes` fills it.
    """
    out[:, :] = BARRED
    for i in range(squad.member.size):
        k = squad.member[i]
        for p in range(spots.first[k], spots.first[k + 1]):
            if ways[i, p] != 0:
                out[i, p] = worth(
                    shapes,
                    squad,
                    terms,
                    i,
                    spots.x[p],
                    spots.y[p],
                    spots.turned[p, 0],
                    spots.turned[p, 1],
                    slope,
                )


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
    vertical: float,
    depth: float,
) -> float:
    """Smallest gap (0 where bases overlap) to the targets of term ``t`` within ``vertical``.

    With ``depth`` 1 the heights count into the distance, with 0 they do not.
    """
    best = np.inf
    for j in range(terms.first[t], terms.first[t + 1]):
        dz = terms.target[j, 4] - z
        if abs(dz) > vertical:
            continue
        k = terms.outline[j]
        dx = terms.target[j, 0] - x
        dy = terms.target[j, 1] - y
        far = best + shapes.outer[shape] + shapes.outer[k]
        if dx * dx + dy * dy >= far * far:
            continue
        apart = gap(
            shapes,
            shape,
            x,
            y,
            c,
            s,
            k,
            terms.target[j, 0],
            terms.target[j, 1],
            terms.target[j, 2],
            terms.target[j, 3],
        )
        apart = max(apart, 0.0)
        best = min(best, math.sqrt(apart * apart + depth * dz * dz))
    return best


@kernel
def _field(terms: Terms, t: int, i: int, x: float, y: float) -> float:
    """Bilinear value of term ``t``'s grid, which starts at the term's point; 0 outside."""
    columns = terms.columns[t]
    first = terms.grid_first[t]
    rows = (terms.grid_first[t + 1] - first) // columns
    u = (x - terms.point[t, i, 0]) / terms.step[t]
    v = (y - terms.point[t, i, 1]) / terms.step[t]
    if u < 0.0 or v < 0.0 or u > columns - 1 or v > rows - 1:
        return 0.0
    a = min(int(u), columns - 2)
    b = min(int(v), rows - 2)
    u -= a
    v -= b
    corner = first + b * columns + a
    low = terms.grid[corner] * (1.0 - u) + terms.grid[corner + 1] * u
    corner += columns
    high = terms.grid[corner] * (1.0 - u) + terms.grid[corner + 1] * u
    return float(low * (1.0 - v) + high * v)
