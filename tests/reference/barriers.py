"""Slow twin of `movekernels.paths.barriers`: room on a way, one obstacle at a time."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Bodies, Floats, Shapes
from movekernels.paths.barriers import BLOCKED, LEFT, RIGHT, SHORT, STILL, Barriers
from reference.gap import gap
from reference.shapes import edge_slack, support, turn_edge_slack
from reference.sweep import sweep_gap
from reference.turn import turn_gap

SAMPLES = 60
"""Headings looked at in a turn."""
Other = tuple[int, float, float, float, float]


def build_barriers(
    shapes: Shapes,
    shape: int,
    bodies: Bodies,
    clear: Floats,
    x: float,
    y: float,
    reach: float,
    width: float,
    height: float,
) -> list[int]:
    """Bodies that a base within reach could come too close to, with discs around both."""
    return [
        j
        for j in range(clear.size)
        if math.isfinite(clear[j])
        and math.hypot(bodies.x[j] - x, bodies.y[j] - y)
        <= reach + max(shapes.outer[shape] + shapes.outer[bodies.shape[j]] + clear[j], 0.0)
    ]


def narrowest(shapes: Shapes, k: int) -> float:
    """Least width of an outline, by trying many directions."""
    turns = np.radians(np.arange(0.0, 180.0, 0.05))
    return min(
        support(shapes, k, 1.0, 0.0, math.cos(t), math.sin(t))
        + support(shapes, k, 1.0, 0.0, -math.cos(t), -math.sin(t))
        for t in turns.tolist()
    )


def others(b: Barriers, x: float, y: float, reach: float) -> list[tuple[float, Other]]:
    """Gap to keep from what the mover could meet within reach of a place, and its pose."""
    found = []
    for o in range(b.x.size):
        need, k = float(b.clear[o]), int(b.outline[o])
        px, py = float(b.x[o]), float(b.y[o])
        near = reach + b.shapes.outer[b.shape] + b.shapes.outer[k] + need
        if math.hypot(px - x, py - y) <= near:
            found.append((need, (k, px, py, float(b.cos[o]), float(b.sin[o]))))
    return found


def room_at(b: Barriers, x: float, y: float, c: float, s: float) -> float:
    """How far a pose is from being too close to anything; negative if it is."""
    rooms = [
        gap(b.shapes, b.shape, x, y, c, s, *other) - need for need, other in others(b, x, y, 0.0)
    ]
    return min([edge_slack(b.shapes, b.shape, x, y, c, s, b.width, b.height), *rooms])


def room_of_slide(
    b: Barriers, x: float, y: float, c: float, s: float, dx: float, dy: float
) -> float:
    edges = [
        edge_slack(b.shapes, b.shape, x + t * dx, y + t * dy, c, s, b.width, b.height)
        for t in (0.0, 1.0)
    ]
    rooms = [
        sweep_gap(b.shapes, b.shape, x, y, c, s, dx, dy, *other) - need
        for need, other in others(b, x, y, math.hypot(dx, dy))
    ]
    return min(edges + rooms)


def room_of_turn(
    b: Barriers, x: float, y: float, c0: float, s0: float, c1: float, s1: float, ccw: bool
) -> float:
    edge = turn_edge_slack(b.shapes, b.shape, x, y, c0, s0, c1, s1, ccw, b.width, b.height, SAMPLES)
    rooms = [
        turn_gap(b.shapes, b.shape, x, y, c0, s0, c1, s1, ccw, *other, 0.0, SAMPLES) - need
        for need, other in others(b, x, y, 0.0)
    ]
    return min([edge, *rooms])


def stands(b: Barriers, x: float, y: float, c: float, s: float) -> bool:
    return room_at(b, x, y, c, s) >= 0.0


def slides(b: Barriers, x: float, y: float, c: float, s: float, dx: float, dy: float) -> bool:
    return room_of_slide(b, x, y, c, s, dx, dy) >= 0.0


def turns_so(
    b: Barriers, x: float, y: float, c0: float, s0: float, c1: float, s1: float, ccw: bool
) -> bool:
    return room_of_turn(b, x, y, c0, s0, c1, s1, ccw) >= 0.0


def turns(b: Barriers, x: float, y: float, c0: float, s0: float, c1: float, s1: float) -> bool:
    return turns_either(b, x, y, c0, s0, c1, s1) in (STILL, SHORT)


def turns_either(
    b: Barriers, x: float, y: float, c0: float, s0: float, c1: float, s1: float
) -> int:
    if (c0, s0) == (c1, s1):
        return STILL
    angle = math.atan2(c0 * s1 - s0 * c1, c0 * c1 + s0 * s1)
    left = turns_so(b, x, y, c0, s0, c1, s1, True)
    right = turns_so(b, x, y, c0, s0, c1, s1, False)
    half = abs(angle) > math.pi - 1e-9
    if (left and right) or (not half and (left if angle > 0.0 else right)):
        return SHORT
    if left:
        return LEFT
    return RIGHT if right else BLOCKED


def write_turn(
    pose: tuple[float, float, float, float], c: float, s: float, way: int
) -> list[tuple[float, float, float, float]]:
    """Poses after ``pose``: thirds of a turn the way told, or the turn itself."""
    if way == STILL:
        return []
    x, y, c0, s0 = pose
    start = math.atan2(s0, c0)
    turn = (math.atan2(s, c) - start) % math.tau
    if way == RIGHT:
        turn -= math.tau
    thirds = [start + turn * k / 3 for k in (1, 2)] if way in (LEFT, RIGHT) else []
    return [*((x, y, math.cos(t), math.sin(t)) for t in thirds), (x, y, c, s)]


def write_pose(way: list[tuple[float, ...]], *pose: float) -> list[tuple[float, ...]]:
    return [*way, pose]
