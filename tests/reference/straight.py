"""Slow twin of `movekernels.paths.straight`: every heading tried with polygons."""

from __future__ import annotations

import math

from reference.ways_outlines import Outlines, Pose

TURN_STEP = 0.03
"""Radians between the headings looked at in a turn."""

Heading = tuple[float, float]


def headings(axis: float, start: Pose, end: Pose, spread: int) -> list[Heading]:
    """Headings of the slide, as angles about the start's and the motion's."""
    found = [start[2:], end[2:]]
    first = math.atan2(start[3], start[2])
    if start[:2] == end[:2]:
        return found[:1]
    motion = math.atan2(end[1] - start[1], end[0] - start[0]) - axis
    spread_out = [first + math.pi * k / (spread + 1) for k in range(1, spread + 1)]
    for angle in [motion, motion + math.pi / 2, *spread_out]:
        for t in (angle, angle + math.pi):
            found.append((math.cos(t), math.sin(t)))
    return found


def straight_way(table: Outlines, start: Pose, end: Pose, spread: int) -> Heading | None:
    """A heading at which the base can slide from start to end, turning before and after."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    axis = math.atan2(table.b.axis_s, table.b.axis_c)
    for c, s in headings(axis, start, end, spread):
        if (
            table.slides((start[0], start[1], c, s), dx, dy)
            and table.turns_any(start, c, s, TURN_STEP)
            and table.turns_any((end[0], end[1], c, s), end[2], end[3], TURN_STEP)
        ):
            return c, s
    return None
