"""Slow twin of `movekernels.paths.grown`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from shapely import LineString, Point

from movekernels.arrays import POLYGON, Bodies, Floats, Shapes
from movekernels.paths.grown import SLACK, Grown


def grow(
    shapes: Shapes,
    bodies: Bodies,
    clear: Floats,
    radius: float,
    sources: Floats,
    width: float,
    height: float,
) -> Grown:
    """Every curve and every polygon less than its berth and a maximum from a source."""

    def near(x: float, y: float, span: float) -> bool:
        return any(math.dist((x, y), (sx, sy)) < most + span for sx, sy, most in sources.tolist())

    curves: list[tuple[float, ...]] = []
    sides: list[tuple[float, ...]] = []
    for j in range(bodies.x.size):
        k = int(bodies.shape[j])
        berth = radius + float(clear[j])
        x, y, c, s = (float(v[j]) for v in (bodies.x, bodies.y, bodies.cos, bodies.sin))
        if not near(x, y, berth + float(shapes.outer[k])):
            continue
        for p in range(int(shapes.part_first[k]), int(shapes.part_first[k + 1])):
            a, b = float(shapes.part_a[p]), float(shapes.part_b[p])
            if shapes.part_kind[p] != POLYGON:
                oval = a > b
                grown = berth if oval else berth + a
                if grown > 0.0:
                    pose = (a, b, c, s, grown + a) if oval else (0.0, 0.0, 1.0, 0.0, grown)
                    curves.append((x, y, grown, *pose))
                continue
            if berth <= 0.0:
                continue
            corners = [
                (
                    x + float(shapes.vertex_x[v]) * c - float(shapes.vertex_y[v]) * s,
                    y + float(shapes.vertex_x[v]) * s + float(shapes.vertex_y[v]) * c,
                )
                for v in range(int(shapes.vertex_first[p]), int(shapes.vertex_first[p + 1]))
            ]
            curves += [(*q, berth, 0.0, 0.0, 1.0, 0.0, berth) for q in corners if near(*q, berth)]
            lines = list(zip(corners, corners[1:] + corners[:1], strict=True))
            lines = [(start, end) for start, end in lines if start != end]
            if any(
                LineString(line).distance(Point(sx, sy)) < most + berth
                for line in lines
                for sx, sy, most in sources.tolist()
            ):
                sides += [(*start, *end, berth) for start, end in lines]
    kept = list(dict.fromkeys(curves))
    one = np.array(kept).reshape(-1, 8).T.copy()
    two = np.array(sides).reshape(-1, 5).T.copy()
    fields: list[Any] = [*one, *two, max(radius, 0.0), width, height]
    return Grown(*fields)


def on_table(grown: Grown, x: float, y: float) -> bool:
    """Both coordinates within the table less the radius."""
    low = grown.inset - SLACK
    return low <= x <= grown.width - low and low <= y <= grown.height - low
