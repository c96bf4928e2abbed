"""Where a model may end, one obstacle at a time: table edge, gaps, floors (03.01, 03.04, 13.06)."""

from __future__ import annotations

import math

from movekernels.arrays import Ints
from movekernels.search.ending import EDGE, FLOOR, OPEN
from movekernels.search.ground import MARGIN, UNSURE, Ground, Rings, Spots, Squad
from reference.gap import gap
from reference.shapes import edge_slack, support

Pose = tuple[float, float, float, float]


def all_conflicts(ground: Ground, squad: Squad, k: int, pose: Pose) -> list[int]:
    """Everything that keeps a model of class ``k`` from ending at a pose."""
    shapes, shape = ground.shapes, int(squad.shape[k])
    found = []
    if not on_table(ground, squad, k, *pose, MARGIN):
        found.append(EDGE)
    for o, other in enumerate(ground.outline):
        x, y = float(ground.rings.x[o]), float(ground.rings.y[o])
        c, s = (float(v) for v in ground.turned[o])
        need = float(ground.apart[k, o])
        reach = shapes.outer[shape] + shapes.outer[other] + need
        if (
            math.dist((x, y), pose[:2]) <= reach
            and gap(shapes, shape, *pose, int(other), x, y, c, s) < need
        ):
            found.append(o)
    if ground.raised[k] and not any(
        ground.carries[k, f] and inside(ground, shape, int(piece), pose)
        for f, piece in enumerate(ground.floor)
    ):
        found.append(FLOOR)
    return found


def inside(ground: Ground, shape: int, piece: int, pose: Pose) -> bool:
    """Whether a base lies inside every edge of a convex piece of floor (13.06)."""
    shapes, (x, y, c, s) = ground.shapes, pose
    part = int(shapes.part_first[piece])
    corners = [
        (float(shapes.vertex_x[v]), float(shapes.vertex_y[v]))
        for v in range(int(shapes.vertex_first[part]), int(shapes.vertex_first[part + 1]))
    ]
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = math.dist((ax, ay), (bx, by))
        ux, uy = (by - ay) / length, (ax - bx) / length
        if (x - ax) * ux + (y - ay) * uy + support(shapes, shape, c, s, ux, uy) > -MARGIN:
            return False
    return True


def on_table(
    ground: Ground, squad: Squad, k: int, x: float, y: float, c: float, s: float, margin: float
) -> bool:
    shape = int(squad.shape[k])
    return edge_slack(ground.shapes, shape, x, y, c, s, ground.width, ground.height) >= margin


def end_conflict(
    ground: Ground, squad: Squad, k: int, x: float, y: float, c: float, s: float
) -> int:
    found = all_conflicts(ground, squad, k, (x, y, c, s))
    return found[0] if found else OPEN


def end_conflicts(ground: Ground, squad: Squad, spots: Spots, out: Ints) -> int:
    for k in range(len(squad.shape)):
        for p in range(int(spots.first[k]), int(spots.first[k + 1])):
            c, s = (float(v) for v in spots.turned[p])
            out[p] = end_conflict(ground, squad, k, float(spots.x[p]), float(spots.y[p]), c, s)
    return sum(int(code) == OPEN for code in out)


def end_by_disc(rings: Rings, k: int, x: float, y: float) -> int:
    """Inside the inner ring of an obstacle it is barred, outside all outer rings it is open."""
    squared = [(px - x) ** 2 + (py - y) ** 2 for px, py in zip(rings.x, rings.y, strict=True)]
    for o, d2 in enumerate(squared):
        if d2 < rings.apart[2 * k + 1, o]:
            return o
    beyond = all(d2 >= far for d2, far in zip(squared, rings.apart[2 * k], strict=True))
    return OPEN if beyond else UNSURE
