"""Slow twin of `movekernels.geometry.pair_lanes`."""

from __future__ import annotations

from movekernels.arrays import DISC, ELLIPSE, Shapes
from reference.gap import parts_of
from reference.polygon import corners


def pair_lanes(shapes: Shapes) -> list[tuple[str, float, float]]:
    """What each shape is, and its two half sizes, 0 for what lanes do not take."""
    found = []
    for k in range(len(shapes.part_first) - 1):
        parts = parts_of(shapes, k)
        p = parts[0]
        a, b = float(shapes.part_a[p]), float(shapes.part_b[p])
        if len(parts) > 1:
            found.append(("other", 0.0, 0.0))
        elif shapes.part_kind[p] == DISC:
            found.append(("round", a, a))
        elif shapes.part_kind[p] == ELLIPSE:
            found.append(("oval", a, b))
        else:
            first, last = int(shapes.vertex_first[p]), int(shapes.vertex_first[p + 1])
            points = corners(shapes.vertex_x, shapes.vertex_y, first, last)
            a, b = max(x for x, _ in points), max(y for _, y in points)
            wanted = {(-a, -b), (a, -b), (a, b), (-a, b)}
            same = len(points) == 4 and set(points) == wanted
            found.append(("box", a, b) if same else ("other", 0.0, 0.0))
    return found
