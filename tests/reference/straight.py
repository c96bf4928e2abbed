"""Slow twin of `movekernels.paths.straight`: every heading tried with polygons."""

from __future__ import annotations

import math

from reference.ways_outlines import Outlines, Pose

TURN_STEP = 0.03
"""Radians between the headings looked at in a turn."""

SAME = 1e-12
"""Headings so close are one: no turn is written."""

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
        nearer = angle if math.cos(angle - first) >= 0.0 else angle + math.pi
        for t in (nearer, nearer + math.pi):
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


def turned(table: Outlines, pose: Pose, c: float, s: float) -> list[Pose]:
    """Poses after ``pose`` of a turn to a heading: one the short way, three the long way."""
    if math.dist(pose[2:], (c, s)) < SAME:
        return []
    first = math.atan2(pose[3], pose[2])
    short = math.atan2(pose[2] * s - pose[3] * c, pose[2] * c + pose[3] * s)
    if table.turns_so(pose, c, s, short > 0.0, TURN_STEP):
        return [(*pose[:2], c, s)]
    long = short - math.copysign(math.tau, short)
    thirds = [first + long * k / 3 for k in (1, 2)]
    return [*((*pose[:2], math.cos(t), math.sin(t)) for t in thirds), (*pose[:2], c, s)]


def straight_poses(table: Outlines, start: Pose, end: Pose, spread: int) -> list[Pose]:
    """Poses of the first such way, none if there is none."""
    found = straight_way(table, start, end, spread)
    if found is None:
        return []
    way = [start, *turned(table, start, *found)]
    if start[:2] != end[:2]:
        way.append((*end[:2], *way[-1][2:]))
    return [*way, *turned(table, way[-1], *end[2:])]
