"""Slow twin of `movekernels.checks.walks`."""

from __future__ import annotations

import math

from movekernels.arrays import CONTACT, Bodies, Bools, Floats, Shapes
from movekernels.checks.walks import Walks
from reference.gap import gap
from reference.sweep import sweep_gap
from reference.turn import turn_gap


def walks_clear(
    shapes: Shapes,
    walks: Walks,
    bodies: Bodies,
    bars: Bools,
    clear: Floats,
    pressed: float,
    width: float,
    height: float,
) -> list[tuple[float, float]]:
    """By how much each model keeps clear of everything, and of the edge of the table, inches."""
    found = []
    for i, mine in enumerate(walks.shape):
        room = edge = math.inf
        radius = float(shapes.outer[mine])
        for step, owner in zip(walks.steps, walks.owner, strict=True):
            if owner != i:
                continue
            for x, y in (step[:2], step[4:6]):
                edge = min(edge, x - radius, width - radius - x, y - radius, height - radius - y)
            for j in range(bodies.x.size):
                if not bars[walks.kind[i], j]:
                    continue
                k, x, y = int(bodies.shape[j]), float(bodies.x[j]), float(bodies.y[j])
                body = (k, x, y, float(bodies.cos[j]), float(bodies.sin[j]))
                if clear[j] > 0.0:
                    least = float(clear[j])
                else:
                    deep = -gap(shapes, mine, *walks.begin[i], *body)
                    least = -CONTACT - (deep if 0.0 < deep <= pressed else 0.0)
                a, b = step[:4], step[4:8]
                length = math.hypot(*(b[:2] - a[:2]))
                if length > 0.0 and gap(shapes, mine, *a, *body) - length > least:
                    continue  # too far away to come near
                if (a[:2] != b[:2]).any():
                    lowest = sweep_gap(shapes, mine, *a, *(b[:2] - a[:2]), *body)
                else:
                    ccw = bool(step[8] > 0.0)
                    lowest = turn_gap(shapes, mine, *a, b[2], b[3], ccw, *body, -least)
                room = min(room, lowest - least)
        found.append((room, edge))
    return found
