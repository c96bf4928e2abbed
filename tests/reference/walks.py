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
                k, px, py = int(bodies.shape[j]), float(bodies.x[j]), float(bodies.y[j])
                body = (k, px, py, float(bodies.cos[j]), float(bodies.sin[j]))
                if clear[j] > 0.0:
                    least = float(clear[j])
                else:
                    bx, by, bc, bs = walks.begin[i].tolist()
                    deep = -gap(shapes, mine, bx, by, bc, bs, *body)
                    least = -CONTACT - (deep if 0.0 < deep <= pressed else 0.0)
                x0, y0, c0, s0, x1, y1, c1, s1, turn = step.tolist()
                length = math.dist((x0, y0), (x1, y1))
                if length > 0.0 and gap(shapes, mine, x0, y0, c0, s0, *body) - length > least:
                    continue  # too far away to come near
                if length > 0.0:
                    lowest = sweep_gap(shapes, mine, x0, y0, c0, s0, x1 - x0, y1 - y0, *body)
                else:
                    ends = (c0, s0, c1, s1, turn > 0.0)
                    lowest = turn_gap(shapes, mine, x0, y0, *ends, *body, -least)
                room = min(room, lowest - least)
        found.append((room, edge))
    return found
