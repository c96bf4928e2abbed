"""Steps of a base judged with polygons: slides as hulls, turns and whole ways by sampling.

Outlines that are round become inscribed polygons of many corners, so that gaps come out
a little too large: by `ROUGH` inches at most for bases in use.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from movekernels.arrays import POLYGON, Floats, Shapes
from movekernels.geometry.sweep import sweep_gap
from movekernels.geometry.turn import turn_gap
from movekernels.paths.barriers import Barriers

CORNERS = 256
ROUGH = 4e-4
STEP = 0.01
"""Inches between the places looked at on a slide."""
ANGLE = math.radians(0.2)
"""Turn between the headings looked at in a turn."""
CONTACT = 1e-9

Pose = tuple[float, float, float, float]


def local_parts(shapes: Shapes, k: int, shrink: float = 0.0) -> list[Floats]:
    """Corners of the convex parts of an outline about its centre, each shape (v, 2)."""
    parts = []
    for p in range(int(shapes.part_first[k]), int(shapes.part_first[k + 1])):
        if shapes.part_kind[p] == POLYGON:
            low, high = int(shapes.vertex_first[p]), int(shapes.vertex_first[p + 1])
            points = np.column_stack([shapes.vertex_x[low:high], shapes.vertex_y[low:high]])
            hull = shapely.Polygon(points).buffer(-shrink, join_style="mitre")
            points = np.array(hull.exterior.coords)[:-1]
        else:
            t = np.arange(CORNERS) * (math.tau / CORNERS)
            a, b = float(shapes.part_a[p]) - shrink, float(shapes.part_b[p]) - shrink
            points = np.column_stack([a * np.cos(t), b * np.sin(t)])
        parts.append(points)
    return parts


def posed(points: Floats, pose: Pose) -> Floats:
    x, y, c, s = pose
    return np.column_stack(
        [x + points[:, 0] * c - points[:, 1] * s, y + points[:, 0] * s + points[:, 1] * c]
    )


class Outlines:
    """The obstacles of some barriers as polygons."""

    def __init__(self, b: Barriers) -> None:
        self.b = b
        self.mover = local_parts(b.shapes, b.shape)
        self.shrunk = local_parts(b.shapes, b.shape, ROUGH)
        bodies, places = [], []
        for o in range(b.x.size):
            pose = (float(b.x[o]), float(b.y[o]), float(b.cos[o]), float(b.sin[o]))
            need = max(float(b.clear[o]), 0.0)
            for points in local_parts(b.shapes, int(b.outline[o])):
                body = shapely.Polygon(posed(points, pose))
                bodies.append(body.buffer(need, quad_segs=CORNERS // 4) if need else body)
                reach = float(b.shapes.outer[b.outline[o]]) + need + self.b.outer
                places.append((pose[0], pose[1], reach))
        self.bodies = np.array(bodies, dtype=object)
        shapely.prepare(self.bodies)
        self.places = np.array(places).reshape(-1, 3)

    def _near(self, x: float, y: float, length: float) -> list[shapely.Polygon]:
        """What the mover could meet within a length of a place."""
        away = np.hypot(self.places[:, 0] - x, self.places[:, 1] - y)
        return list(self.bodies[away <= self.places[:, 2] + length])

    def _clear(self, swept: Sequence[BaseGeometry], x: float, y: float, length: float) -> bool:
        polygons = np.array(swept, dtype=object)
        left, low, right, high = shapely.total_bounds(polygons)
        if min(left, low, self.b.width - right, self.b.height - high) < -1e-12:
            return False
        return not any(
            shapely.intersects(body, polygons).any() for body in self._near(x, y, length)
        )

    def stands(self, pose: Pose) -> bool:
        swept = [shapely.Polygon(posed(part, pose)) for part in self.mover]
        return self._clear(swept, pose[0], pose[1], 0.0)

    def slides(self, pose: Pose, dx: float, dy: float) -> bool:
        """Exact but for the corners: a convex part sweeps the hull of its two places."""
        moved = (pose[0] + dx, pose[1] + dy, pose[2], pose[3])
        hulls = [
            shapely.MultiPoint(np.vstack([posed(part, pose), posed(part, moved)])).convex_hull
            for part in self.mover
        ]
        return self._clear(hulls, pose[0], pose[1], math.hypot(dx, dy))

    def turns_so(self, pose: Pose, c: float, s: float, ccw: bool, step: float = ANGLE) -> bool:
        x, y, c0, s0 = pose
        angle = math.atan2(c0 * s - s0 * c, c0 * c + s0 * s) % math.tau
        if not ccw:
            angle -= math.tau
        count = max(math.ceil(abs(angle) / step), 1)
        start = math.atan2(s0, c0)
        edge = min(x, y, self.b.width - x, self.b.height - y) < self.b.outer
        if not edge and not self._near(x, y, 0.0):
            return True
        return all(
            self.stands((x, y, math.cos(start + t), math.sin(start + t)))
            for t in np.linspace(0.0, angle, count + 1).tolist()
        )

    def turns(self, pose: Pose, c: float, s: float, step: float = ANGLE) -> bool:
        """The short way; of half a turn both ways."""
        if pose[2:] == (c, s):
            return True
        angle = math.atan2(pose[2] * s - pose[3] * c, pose[2] * c + pose[3] * s)
        ways = [True, False] if abs(angle) > math.pi - 1e-9 else [angle > 0.0]
        return all(self.turns_so(pose, c, s, ccw, step) for ccw in ways)

    def turns_any(self, pose: Pose, c: float, s: float, step: float = ANGLE) -> bool:
        """Either way round."""
        if pose[2:] == (c, s):
            return True
        return any(self.turns_so(pose, c, s, ccw, step) for ccw in (True, False))

    def way_is_clear(self, way: Floats) -> bool:
        """Whether a slightly smaller base meets nothing at any of many moments of a way."""
        poses: list[Pose] = []
        for a, z in pairwise(way[:, :4].tolist()):
            angle = math.atan2(a[2] * z[3] - a[3] * z[2], a[2] * z[2] + a[3] * z[3])
            length = math.hypot(z[0] - a[0], z[1] - a[1])
            count = max(math.ceil(length / STEP), math.ceil(abs(angle) / ANGLE), 1)
            start = math.atan2(a[3], a[2])
            for t in np.linspace(0.0, 1.0, count + 1).tolist():
                turn = start + t * angle
                x, y = a[0] + t * (z[0] - a[0]), a[1] + t * (z[1] - a[1])
                poses.append((x, y, math.cos(turn), math.sin(turn)))
        for part in self.shrunk:
            swept = shapely.polygons(np.array([posed(part, pose) for pose in poses]))
            bounds = shapely.total_bounds(swept)
            room = min(*bounds[:2], self.b.width - bounds[2], self.b.height - bounds[3])
            if room < 0.0:
                return False
            if any(shapely.intersects(body, swept).any() for body in self.bodies):
                return False
        return True


def steps_are_clear(b: Barriers, way: Floats) -> bool:
    """Whether each step changes one thing and is clear as the referee judges it."""
    poses: list[Pose] = [(x, y, c, s) for x, y, c, s in way[:, :4].tolist()]
    for a, z in pairwise(poses):
        dx, dy = z[0] - a[0], z[1] - a[1]
        cross, dot = a[2] * z[3] - a[3] * z[2], a[2] * z[2] + a[3] * z[3]
        if a[:2] != z[:2] and a[2:] != z[2:]:
            return False
        senses = [True, False] if abs(cross) < 1e-9 and dot < 0.0 else [cross > 0.0]
        for o in range(b.x.size):
            j, pose = int(b.outline[o]), (b.x[o], b.y[o], b.cos[o], b.sin[o])
            depth = CONTACT - max(float(b.clear[o]), 0.0)
            if sweep_gap(b.shapes, b.shape, *a, dx, dy, j, *pose) < -depth:
                return False
            for ccw in senses if a[2:] != z[2:] else ():
                if turn_gap(b.shapes, b.shape, *a, *z[2:], ccw, j, *pose, depth) < -depth:
                    return False
    return True
