"""Spots where bases touch: the corners of the free space, which no lattice holds."""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.search.ending import OPEN, end_by_disc, end_conflict, on_table
from movekernels.search.ground import MARGIN, UNSURE, Ground, Squad

NEAR = 3.0
"""Points are sought no farther than this from some model of the formation, inches."""
CLEAR = 1e-9
"""Points lie so much farther away than touching, against rounding, inches."""


@kernel
def contact_points(
    ground: Ground, squad: Squad, k: int, poses: Floats, aims: Floats, circles: Floats, out: Floats
) -> int:
    """Points where a round model of a class touches two bases, or one on the side of an aim.

    In a tight formation every model stands in such a corner.  Touching means as close as
    the model may end: to obstacles that are round, and to the models of a formation.

    Parameters
    ----------
    ground, squad
        The table and the unit.
    k
        Class of the model, a round one.
    poses
        A formation of the unit, (x, y, cos, sin); points lie `NEAR` it and may overlap
        it; shape (n, 4).
    aims
        Points on the table, inches; each is found too if it is open; shape (a, 2).
    circles
        Scratch, shape (o + n, 3).
    out
        Filled with points that keep clear of every obstacle, inches; what is more is left
        out; shape (most, 2).

    Returns
    -------
    int
        How many were found.
    """
    size = _circles(ground, squad, k, poses, circles)
    count = 0
    for t in range(aims.shape[0]):
        count = _kept(ground, squad, k, poses, aims[t, 0], aims[t, 1], count, out)
    for a in range(size):
        xa, ya, ra = circles[a, 0], circles[a, 1], circles[a, 2]
        for t in range(aims.shape[0]):
            dx, dy = aims[t, 0] - xa, aims[t, 1] - ya
            away = math.sqrt(dx * dx + dy * dy)
            if away > 0.0:
                x, y = xa + dx * ra / away, ya + dy * ra / away
                count = _kept(ground, squad, k, poses, x, y, count, out)
        for b in range(a):
            dx, dy = circles[b, 0] - xa, circles[b, 1] - ya
            d2 = dx * dx + dy * dy
            rb = circles[b, 2]
            if d2 > (ra + rb) * (ra + rb) or d2 <= (ra - rb) * (ra - rb):
                continue
            along = (ra * ra - rb * rb + d2) / (2.0 * d2)
            across = math.sqrt(max(ra * ra / d2 - along * along, 0.0))
            x, y = xa + along * dx, ya + along * dy
            u, v = -across * dy, across * dx
            count = _kept(ground, squad, k, poses, x + u, y + v, count, out)
            count = _kept(ground, squad, k, poses, x - u, y - v, count, out)
    return count


@kernel
def _circles(ground: Ground, squad: Squad, k: int, poses: Floats, circles: Floats) -> int:
    """Fill in the circles (x, y, radius) on which a model's centre is where it touches."""
    size = 0
    rings = ground.rings
    for o in range(rings.x.size):
        if rings.apart[2 * k, o] <= 0.0 or rings.apart[2 * k, o] > rings.apart[2 * k + 1, o]:
            continue
        radius = math.sqrt(rings.apart[2 * k, o]) + CLEAR
        if _is_near(poses, rings.x[o], rings.y[o], radius + NEAR):
            circles[size, 0], circles[size, 1], circles[size, 2] = rings.x[o], rings.y[o], radius
            size += 1
    for j in range(squad.member.size):
        b = squad.member[j]
        if squad.round[b] and abs(squad.z[k] - squad.z[b]) < squad.level:
            circles[size, 0], circles[size, 1] = poses[j, 0], poses[j, 1]
            circles[size, 2] = squad.outer[k] + squad.outer[b] + MARGIN + CLEAR
            size += 1
    return size


@kernel
def _is_near(poses: Floats, x: float, y: float, far: float) -> bool:
    """Whether some model of a formation is within a distance of a point."""
    for i in range(poses.shape[0]):
        dx = poses[i, 0] - x
        dy = poses[i, 1] - y
        if dx * dx + dy * dy <= far * far:
            return True
    return False


@kernel
def _kept(
    ground: Ground, squad: Squad, k: int, poses: Floats, x: float, y: float, count: int, out: Floats
) -> int:
    """Add a point if a model may end there; return how many points there are."""
    if count == out.shape[0] or not _is_near(poses, x, y, NEAR):
        return count
    found = OPEN
    if ground.raised[k] or not on_table(ground, squad, k, x, y, 1.0, 0.0, MARGIN):
        found = UNSURE
    else:
        found = end_by_disc(ground.rings, k, x, y)
    if found == UNSURE:
        found = end_conflict(ground, squad, k, x, y, 1.0, 0.0)
    if found != OPEN:
        return count
    out[count, 0], out[count, 1] = x, y
    return count + 1
