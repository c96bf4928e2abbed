"""Packed shapes and bodies for tests, built from short lists of outlines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from movekernels.arrays import DISC, ELLIPSE, POLYGON, Bodies, Shapes

MM = 1 / 25.4

ROUND_MM = (25.0, 28.5, 32.0, 40.0, 50.0, 60.0, 80.0, 90.0, 100.0, 130.0, 160.0)
"""Diameters of round bases in common use, millimetres."""

OVAL_MM = (
    (60.0, 35.0),
    (75.0, 42.0),
    (90.0, 52.0),
    (95.0, 60.0),
    (105.0, 70.0),
    (120.0, 92.0),
    (150.0, 95.0),
    (170.0, 105.0),
    (170.0, 109.0),
)
"""Long and short axes of oval bases in common use, millimetres."""

Outline = tuple[Any, ...]
"""``("disc", r)``, ``("ellipse", a, b)``, ``("polygon", points)`` or ``("parts", outlines)``."""


def round_base(diameter: float) -> Outline:
    return ("disc", diameter * MM / 2)


def oval_base(length: float, width: float) -> Outline:
    return ("ellipse", length * MM / 2, width * MM / 2)


def rectangle(length: float, width: float, x: float = 0.0, y: float = 0.0) -> Outline:
    a, b = length / 2, width / 2
    return ("polygon", [[x - a, y - b], [x + a, y - b], [x + a, y + b], [x - a, y + b]])


def regular(count: int, radius: float, turn: float = 0.1) -> Outline:
    angles = turn + 2 * math.pi * np.arange(count) / count
    return ("polygon", [[radius * math.cos(t), radius * math.sin(t)] for t in angles])


def real_bases() -> list[Outline]:
    return [round_base(d) for d in ROUND_MM] + [oval_base(*size) for size in OVAL_MM]


def sample_shapes() -> list[Outline]:
    """One of every kind: real bases, a sliver, hulls, thin walls, unions, a 64-gon."""
    return [
        round_base(32),
        round_base(130),
        oval_base(60, 35),
        oval_base(170, 109),
        oval_base(100, 1),
        rectangle(3.0, 1.5),
        rectangle(4.0, 0.1),
        ("polygon", [[-1.0, -0.4], [1.5, -0.2], [-0.3, 1.1]]),
        regular(64, 1.3),
        ("polygon", [[0.5, 0.5], [1.5, 0.5], [1.5, 1.0], [0.5, 1.0]]),
        ("parts", [rectangle(4.0, 1.0), rectangle(1.0, 4.0)]),
        ("parts", [oval_base(75, 42), ("polygon", [[0.0, -0.3], [2.5, 0.0], [0.0, 0.3]])]),
    ]


def heading(degrees: float) -> tuple[float, float]:
    """Cosine and sine, exact at the quarter turns."""
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    radians = math.radians(degrees)
    return quarter.get(degrees % 360.0, (math.cos(radians), math.sin(radians)))


def build_shapes(outlines: Sequence[Outline]) -> Shapes:
    """Pack outlines in inches, polygons counter-clockwise about the shape's centre."""
    part_first, kinds, part_a, part_b, vertex_first = [0], [], [], [], [0]
    xs: list[float] = []
    ys: list[float] = []
    inner, outer = [], []
    for outline in outlines:
        inside, outside = -math.inf, 0.0
        for part in outline[1] if outline[0] == "parts" else [outline]:
            kind, a, b, low = _part(part, xs, ys)
            kinds.append(kind)
            part_a.append(a)
            part_b.append(b)
            vertex_first.append(len(xs))
            inside, outside = max(inside, low), max(outside, a)
        part_first.append(len(kinds))
        inner.append(inside)
        outer.append(outside)
    return Shapes(
        np.array(part_first, np.int64),
        np.array(kinds, np.int64),
        np.array(part_a),
        np.array(part_b),
        np.array(vertex_first, np.int64),
        np.array(xs),
        np.array(ys),
        np.array(inner),
        np.array(outer),
    )


def build_bodies(rows: Iterable[Sequence[float]]) -> Bodies:
    """Pack rows of (shape, x, y, heading in degrees, z)."""
    table = np.array([list(row) for row in rows], dtype=np.float64).reshape(-1, 5)
    heading = np.radians(table[:, 3])
    return Bodies(
        table[:, 0].astype(np.int64),
        table[:, 1].copy(),
        table[:, 2].copy(),
        np.cos(heading),
        np.sin(heading),
        table[:, 4].copy(),
    )


def random_bodies(
    rng: np.random.Generator, count: int, shapes: int, size: tuple[float, float] = (44.0, 60.0)
) -> Bodies:
    """Bodies of random shapes strewn over a table, overlaps and all."""
    return build_bodies(
        np.column_stack(
            [
                rng.integers(0, shapes, count),
                rng.uniform(0, size[0], count),
                rng.uniform(0, size[1], count),
                rng.uniform(0, 360, count),
                np.zeros(count),
            ]
        )
    )


def _part(part: Outline, xs: list[float], ys: list[float]) -> tuple[int, float, float, float]:
    """Kind, a, b and inscribed radius about the centre; polygon vertices are appended."""
    if part[0] == "disc":
        return DISC, float(part[1]), float(part[1]), float(part[1])
    if part[0] == "ellipse":
        return ELLIPSE, float(part[1]), float(part[2]), float(part[2])
    corners = [(float(x), float(y)) for x, y in part[1]]
    low = math.inf
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        low = min(low, (x0 * y1 - y0 * x1) / math.hypot(x1 - x0, y1 - y0))
    xs.extend(x for x, _ in corners)
    ys.extend(y for _, y in corners)
    if low < 0.0:  # the centre is outside
        low = -min(
            _from_side(start, end)
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True)
        )
    return POLYGON, max(math.hypot(x, y) for x, y in corners), 0.0, low


def _from_side(start: tuple[float, float], end: tuple[float, float]) -> float:
    """Distance of the origin from a side."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = -(start[0] * dx + start[1] * dy) / (dx * dx + dy * dy)
    along = min(max(along, 0.0), 1.0)
    return math.hypot(start[0] + along * dx, start[1] + along * dy)
