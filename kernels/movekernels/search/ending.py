"""May a model end at a pose?"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Ints
from movekernels.geometry.gap import gap
from movekernels.geometry.shapes import edge_slack, support
from movekernels.search.ground import MARGIN, UNSURE, Ground, Rings, Spots, Squad

OPEN = -1
"""Nothing bars the pose."""
EDGE = -2
"""The base would cross the edge of the table."""
FLOOR = -3
"""The base would not stand wholly on a floor."""


@kernel
def end_by_disc(rings: Rings, k: int, x: float, y: float) -> int:
    """Whether a model of class ``k`` may end at (x, y), as far as discs tell.

    Returns
    -------
    int
        Index of an obstacle it comes too close to, `OPEN`, or `UNSURE` where the
        exact gap to some obstacle decides.  Table edge and floors are not looked at.
    """
    near = 0
    for o in range(rings.x.size):
        dx = rings.x[o] - x
        dy = rings.y[o] - y
        near += dx * dx + dy * dy < rings.apart[2 * k, o]
    if near == 0:
        return OPEN
    for o in range(rings.x.size):
        dx = rings.x[o] - x
        dy = rings.y[o] - y
        if dx * dx + dy * dy < rings.apart[2 * k + 1, o]:
            return o
    return UNSURE


@kernel
def end_conflict(
    ground: Ground, squad: Squad, k: int, x: float, y: float, c: float, s: float
) -> int:
    """What keeps a model of class ``k`` from ending at (x, y) with heading (c, s).

    Returns
    -------
    int
        Index of an obstacle it comes too close to, `EDGE`, `FLOOR`, or `OPEN`.
        Every limit is kept with `MARGIN` to spare.
    """
    if not on_table(ground, squad, k, x, y, c, s, MARGIN):
        return EDGE
    found = end_by_disc(ground.rings, k, x, y)
    if found == UNSURE:
        found = OPEN
        for o in range(ground.rings.x.size):
            dx = ground.rings.x[o] - x
            dy = ground.rings.y[o] - y
            if dx * dx + dy * dy < ground.rings.apart[2 * k, o] and _too_close(
                ground, squad, k, x, y, c, s, o
            ):
                return o
    if found == OPEN and ground.raised[k] and not _on_floor(ground, squad, k, x, y, c, s):
        return FLOOR
    return found


@kernel
def end_conflicts(ground: Ground, squad: Squad, spots: Spots, out: Ints) -> int:
    """Fill ``out`` (s,) with `end_conflict` of every spot; return how many are open."""
    count = 0
    for k in range(squad.shape.size):
        room = squad.outer[k] + MARGIN
        for p in range(spots.first[k], spots.first[k + 1]):
            x = spots.x[p]
            y = spots.y[p]
            inside = min(min(x, ground.width - x), min(y, ground.height - y)) >= room
            out[p] = UNSURE
            if inside and not ground.raised[k]:
                out[p] = end_by_disc(ground.rings, k, x, y)
            if out[p] == UNSURE:
                out[p] = end_conflict(
                    ground, squad, k, x, y, spots.turned[p, 0], spots.turned[p, 1]
                )
            count += out[p] == OPEN
    return count


@kernel
def on_table(
    ground: Ground, squad: Squad, k: int, x: float, y: float, c: float, s: float, margin: float
) -> bool:
    """Whether a base of class ``k`` lies on the table, with a margin."""
    room = min(min(x, ground.width - x), min(y, ground.height - y))
    if squad.round[k] or room >= squad.outer[k] + margin:
        return bool(room >= squad.outer[k] + margin)
    return bool(
        edge_slack(ground.shapes, squad.shape[k], x, y, c, s, ground.width, ground.height) >= margin
    )


@kernel
def _too_close(
    ground: Ground, squad: Squad, k: int, x: float, y: float, c: float, s: float, o: int
) -> bool:
    """Whether the exact gap to obstacle ``o`` is too small, where discs do not decide."""
    apart = gap(
        ground.shapes, squad.shape[k], x, y, c, s, ground.outline[o],
        ground.rings.x[o], ground.rings.y[o], ground.turned[o, 0], ground.turned[o, 1],
    )  # fmt: skip
    return bool(apart < ground.apart[k, o])


@kernel
def _on_floor(ground: Ground, squad: Squad, k: int, x: float, y: float, c: float, s: float) -> bool:
    """Whether the base stands wholly on one convex piece of floor that carries its class."""
    shapes = ground.shapes
    shape = squad.shape[k]
    for f in range(ground.floor.size):
        if not ground.carries[k, f]:
            continue
        part = shapes.part_first[ground.floor[f]]
        low = shapes.vertex_first[part]
        high = shapes.vertex_first[part + 1]
        inside = True
        for v in range(low, high):
            after = v + 1 if v + 1 < high else low
            ex = shapes.vertex_x[after] - shapes.vertex_x[v]
            ey = shapes.vertex_y[after] - shapes.vertex_y[v]
            length = math.sqrt(ex * ex + ey * ey)
            ux = ey / length
            uy = -ex / length
            px = x - shapes.vertex_x[v]
            py = y - shapes.vertex_y[v]
            if px * ux + py * uy + support(shapes, shape, c, s, ux, uy) > -MARGIN:
                inside = False
                break
        if inside:
            return True
    return False
