"""Slow twin of `movekernels.paths.following`: every choice of headings, tried in depth."""

from __future__ import annotations

import math

from movekernels.arrays import Floats
from reference.ways_outlines import Outlines

Heading = tuple[float, float]


def build_following(most: int) -> tuple[tuple[int, int], tuple[int, int], tuple[int]]:
    """Shapes of the scratch for lines of so many points."""
    return (2 * most, 2), (most, 2 * most), (most,)


def choices(line: Floats, axis: float, leg: int, start: Heading, end: Heading) -> list[Heading]:
    """Headings for a leg: start, end, and along this leg and its neighbours, both ways."""
    found = [start, end]
    for k in range(max(leg - 1, 0), min(leg + 2, len(line) - 1)):
        dx, dy = line[k + 1] - line[k]
        angle = math.atan2(dy, dx) - axis
        found += [(math.cos(t), math.sin(t)) for t in (angle, angle + math.pi)]
    return found


def follow(table: Outlines, line: Floats, start: Heading, end: Heading) -> list[Heading] | None:
    """Headings on the legs of a clear way along the line, or None."""
    axis = math.atan2(table.b.axis_s, table.b.axis_c)
    dead: set[tuple[int, Heading]] = set()

    def go(leg: int, now: Heading) -> list[Heading] | None:
        if (leg, now) in dead:
            return None
        x, y = (float(v) for v in line[leg])
        if leg == len(line) - 1:
            return [] if table.turns_any((x, y, *now), *end, 0.01) else None
        dx, dy = (float(v) for v in line[leg + 1] - line[leg])
        for h in choices(line, axis, leg, start, end):
            if table.slides((x, y, *h), dx, dy) and table.turns_any((x, y, *now), *h, 0.01):
                rest = go(leg + 1, h)
                if rest is not None:
                    return [h, *rest]
        dead.add((leg, now))
        return None

    return go(0, start)
