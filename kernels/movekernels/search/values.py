"""What the goal is worth for a model at a pose."""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.geometry.gap import gap
from movekernels.search.ground import (
    BARRED,
    FIELD,
    NEAR_BODIES,
    NEAR_POINT,
    TRAVEL,
    WISH,
    WITHIN,
    Ground,
    Spots,
    Squad,
    Terms,
)

SLOPE = 0.02
"""Points an inch, in the shaped value, towards (or away from) a counted distance."""
REST = 1e-6
"""Points an inch of path that the shaped value takes off: of equal ends the nearest."""


@kernel
def worth(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    i: int,
    x: float,
    y: float,
    c: float,
    s: float,
    shaped: bool,
) -> float:
    """Value in points of model ``i`` ending at (x, y) with heading (c, s).

    Parameters
    ----------
    ground, squad, terms
        The table, the unit and the goal.
    i
        Index of the model.
    x, y, c, s
        Its end pose.
    shaped
        Whether counted terms slope towards their goal (`SLOPE`), so that a search
        on a plateau knows where to go, and paths cost a trifle (`REST`).
    """
    shape = squad.shape[squad.member[i]]
    z = squad.z[squad.member[i]]
    dx = x - squad.start.x[i]
    dy = y - squad.start.y[i]
    travel = math.sqrt(dx * dx + dy * dy)
    total = -REST * travel if shaped else 0.0
    for t in range(terms.kind.size):
        weight = terms.weight[t, i]
        if weight == 0.0:
            continue
        kind = terms.kind[t]
        if kind == NEAR_POINT or kind == WISH:
            dx = x - terms.x[t, i]
            dy = y - terms.y[t, i]
            total += weight * (terms.base[t, i] - math.sqrt(dx * dx + dy * dy))
        elif kind == TRAVEL:
            total -= weight * travel
        elif kind == FIELD:
            total += weight * _field(terms, t, i, x, y)
        elif kind == NEAR_BODIES:
            nearest = _nearest(ground, terms, t, shape, x, y, z, c, s, np.inf, 0.0)
            total += weight * (terms.base[t, i] - nearest)
        else:
            depth = 0.0 if kind == WITHIN else 1.0
            nearest = _nearest(ground, terms, t, shape, x, y, z, c, s, terms.vertical[t], depth)
            reach = terms.reach[t]
            if nearest <= reach:
                total += weight
                if shaped and weight < 0.0:
                    total += weight * SLOPE * (reach - nearest)
            elif shaped and weight > 0.0:
                total -= weight * SLOPE * min(nearest - reach, 100.0)
    return total


@kernel
def worth_rows(
    ground: Ground,
    squad: Squad,
    terms: Terms,
    spots: Spots,
    ways: Ints,
    shaped: bool,
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
                    ground,
                    squad,
                    terms,
                    i,
                    spots.x[p],
                    spots.y[p],
                    spots.cos[p],
                    spots.sin[p],
                    shaped,
                )


@kernel
def _nearest(
    ground: Ground,
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
    shapes = ground.shapes
    best = np.inf
    for j in range(terms.first[t], terms.first[t + 1]):
        dz = terms.targets.z[j] - z
        if abs(dz) > vertical:
            continue
        k = terms.targets.shape[j]
        dx = terms.targets.x[j] - x
        dy = terms.targets.y[j] - y
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
            terms.targets.x[j],
            terms.targets.y[j],
            terms.targets.cos[j],
            terms.targets.sin[j],
        )
        apart = max(apart, 0.0)
        best = min(best, math.sqrt(apart * apart + depth * dz * dz))
    return best


@kernel
def _field(terms: Terms, t: int, i: int, x: float, y: float) -> float:
    """Bilinear value of term ``t``'s grid at (x, y), whose corner is the term's point; 0 outside."""
    columns = terms.columns[t]
    first = terms.grid_first[t]
    rows = (terms.grid_first[t + 1] - first) // columns
    u = (x - terms.x[t, i]) / terms.step[t]
    v = (y - terms.y[t, i]) / terms.step[t]
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
