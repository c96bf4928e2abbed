"""Tables on which ways of bases that are not round are tried."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from movekernels.arrays import Floats
from movekernels.paths.barriers import PRESS, Barriers, build_barriers, stands
from reference.ways_outlines import Outlines, Pose, steps_are_clear
from shapes_data import Outline, build_bodies, build_shapes, oval_base, rectangle, round_base

WIDTH, HEIGHT = 60.0, 44.0

MOVERS: dict[str, Outline] = {
    "small oval": oval_base(60, 35),
    "oval": oval_base(105, 70),
    "large oval": oval_base(170, 105),
    "rectangle": rectangle(2.4, 1.2),
    "upright": rectangle(1.0, 2.6),
    "hull": (
        "parts",
        [
            ("polygon", [[-1.5, -0.6], [1.0, -0.6], [1.0, 0.6], [-1.5, 0.6]]),
            ("polygon", [[1.0, -0.6], [2.0, 0.0], [1.0, 0.6]]),
        ],
    ),
}
"""Outlines of movers: alike after half a turn, or not; of one convex part, or two."""

OTHERS = [round_base(32), round_base(60), rectangle(4.0, 0.25), rectangle(3.0, 3.0)]


def crowd(
    seed: int, mover: str, *, reach: float = 6.0, count: int = 14, clear: float = -PRESS
) -> tuple[Barriers, Pose, np.random.Generator]:
    """Obstacles around the middle of a table, and a pose of the mover among them."""
    rng = np.random.default_rng([11, seed, len(mover)])
    shapes = build_shapes([MOVERS[mover], *OTHERS])
    angle = rng.uniform(0, math.tau)
    pose = (WIDTH / 2, HEIGHT / 2, math.cos(angle), math.sin(angle))
    rows: list[tuple[float, ...]] = []
    while True:
        bodies = build_bodies(rows)
        need = np.full(len(rows), clear)
        b = build_barriers(shapes, 0, bodies, need, *pose[:2], reach + 1, WIDTH, HEIGHT)
        if not stands(b, *pose):
            rows.pop()  # this one would stand on the mover
        elif len(rows) == count:
            return b, pose, rng
        else:
            x, y = rng.uniform(-reach, reach, 2) + pose[:2]
            rows.append((int(rng.integers(1, 5)), float(x), float(y), rng.uniform(0, 360), 0.0))


def walled(
    mover: str, walls: Sequence[tuple[float, float, float, float]], clear: float = -PRESS
) -> Barriers:
    """A table with upright rectangles: left, right, low, high."""
    boxes = [
        rectangle(right - left, high - low, (left + right) / 2, (low + high) / 2)
        for left, right, low, high in walls
    ]
    shapes = build_shapes([MOVERS[mover], *boxes])
    bodies = build_bodies([(k + 1, 0.0, 0.0, 0.0, 0.0) for k in range(len(boxes))])
    return build_barriers(
        shapes, 0, bodies, np.full(len(boxes), clear), 30.0, 22.0, 100.0, WIDTH, HEIGHT
    )


def random_end(b: Barriers, start: Pose, reach: float, rng: np.random.Generator) -> Pose:
    """A pose the mover may stand at, within reach."""
    while True:
        away, angle, turn = rng.uniform(0, reach), *rng.uniform(0, math.tau, 2)
        pose = (
            start[0] + away * math.cos(angle),
            start[1] + away * math.sin(angle),
            math.cos(turn),
            math.sin(turn),
        )
        if stands(b, *pose):
            return pose


def turned_by(b: Barriers, angle: float, order: Floats) -> Barriers:
    """The obstacles turned about the middle of a table without end, in another order."""
    c, s = math.cos(angle), math.sin(angle)
    index = np.argsort(order)
    x, y = b.x[index] - WIDTH / 2, b.y[index] - HEIGHT / 2
    cos, sin = b.cos[index], b.sin[index]
    return b._replace(
        outline=b.outline[index],
        x=WIDTH / 2 + x * c - y * s,
        y=HEIGHT / 2 + x * s + y * c,
        cos=cos * c - sin * s,
        sin=sin * c + cos * s,
        clear=b.clear[index],
        far=b.far[index],
        near=b.near[index],
    )


def turn_pose(pose: Pose, angle: float) -> Pose:
    """A pose turned likewise."""
    c, s = math.cos(angle), math.sin(angle)
    x, y = pose[0] - WIDTH / 2, pose[1] - HEIGHT / 2
    return (
        WIDTH / 2 + x * c - y * s,
        HEIGHT / 2 + x * s + y * c,
        pose[2] * c - pose[3] * s,
        pose[3] * c + pose[2] * s,
    )


def is_legal(b: Barriers, way: Floats, start: Pose, end: Pose) -> bool:
    """Whether a way leads from one pose to another, clear for the referee and for samples."""
    ends = tuple(way[0, :4].tolist()) == start and tuple(way[-1, :4].tolist()) == end
    return ends and steps_are_clear(b, way) and Outlines(b).way_is_clear(way)
