"""Rows of posed bases and lists of pairs, for the kernels that fill SIMD lanes."""

from __future__ import annotations

import math

import numpy as np

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.geometry.ellipse import ellipse_pair, point_ellipse
from movekernels.geometry.ellipse_rows import Oblongs
from movekernels.geometry.gap import gap
from shapes_data import MM, OVAL_MM, ROUND_MM

OVALS = np.array(OVAL_MM) * MM / 2
"""Half-axes of real ovals; shape (k, 2)."""
RADII = np.array(ROUND_MM) * MM / 2
GAPS = np.array([1e-12, 1e-10, 1e-8, 1e-6, 1e-3, 0.1, 0.5, 1.0, 2.0, 5.0, 12.0])
Pose = tuple[float, float, float, float]


def posed(rng: np.random.Generator) -> Pose:
    x, y = rng.uniform(0.0, 40.0, 2)
    turn = rng.uniform(0.0, math.tau)
    return float(x), float(y), math.cos(turn), math.sin(turn)


def boundary(a: Floats, b: Floats, c: Floats, s: Floats, u: Floats) -> Floats:
    """Points of ellipses furthest along u; shape (2, m)."""
    along, across = a * (u[0] * c + u[1] * s), b * (u[1] * c - u[0] * s)
    h = np.hypot(along, across)
    x, y = a * along / h, b * across / h
    return np.array([x * c - y * s, x * s + y * c])


def oblongs(
    rng: np.random.Generator, a: float, b: float, pose: Pose, sizes: Floats, gaps: Floats
) -> Oblongs:
    """A row about an ellipse: as ellipses at these gaps from it, as boxes nearer."""
    m = gaps.size
    own = sizes[rng.integers(0, len(sizes), m)]
    turn, bearing = rng.uniform(0.0, math.tau, (2, m))
    c, s, u = np.cos(turn), np.sin(turn), np.array([np.cos(bearing), np.sin(bearing)])
    x, y, c0, s0 = pose
    first = boundary(np.full(m, a), np.full(m, b), np.full(m, c0), np.full(m, s0), u)
    offset = first + boundary(own[:, 0], own[:, 1], c, s, u) + gaps * u
    return Oblongs(x + offset[0], y + offset[1], own[:, 0].copy(), own[:, 1].copy(), c, s)


def rounds(row: Oblongs) -> tuple[Floats, Floats, Floats]:
    """A row of discs with the centres of another and the shorter half-axes."""
    return row.x, row.y, row.b


def picked(row: Oblongs, which: Ints) -> Oblongs:
    return Oblongs(*(np.ascontiguousarray(field[which]) for field in row))


def moved(row: Oblongs, turn: float, dx: float, dy: float) -> Oblongs:
    """The row after turning the table about its origin, then shifting it."""
    c, s = math.cos(turn), math.sin(turn)
    return Oblongs(
        row.x * c - row.y * s + dx,
        row.x * s + row.y * c + dy,
        row.a,
        row.b,
        row.cos * c - row.sin * s,
        row.cos * s + row.sin * c,
    )


def moved_pose(pose: Pose, turn: float, dx: float, dy: float) -> Pose:
    x, y, c0, s0 = pose
    c, s = math.cos(turn), math.sin(turn)
    return x * c - y * s + dx, x * s + y * c + dy, c0 * c - s0 * s, c0 * s + s0 * c


def couples(
    rng: np.random.Generator, shapes: Shapes, one: Ints, two: Ints, reach: Floats
) -> tuple[Bodies, Bodies]:
    """Bodies of these shapes, the second so many times both bounding radii away."""
    m = one.size
    turn, other, bearing = rng.uniform(0.0, math.tau, (3, m))
    x, y = rng.uniform(0.0, 40.0, (2, m))
    far = reach * (shapes.outer[one] + shapes.outer[two])
    level = np.zeros(m)
    return (
        Bodies(one, x, y, np.cos(turn), np.sin(turn), level),
        Bodies(
            two,
            x + far * np.cos(bearing),
            y + far * np.sin(bearing),
            np.cos(other),
            np.sin(other),
            level,
        ),
    )


@kernel
def listed_gaps(
    shapes: Shapes, a: Bodies, b: Bodies, first: Ints, second: Ints, count: int, out: Floats
) -> None:
    """`gap` of each pair of a list."""
    for k in range(count):
        i, j = first[k], second[k]
        one, x, y, c, s = a.shape[i], a.x[i], a.y[i], a.cos[i], a.sin[i]
        out[k] = gap(shapes, one, x, y, c, s, b.shape[j], b.x[j], b.y[j], b.cos[j], b.sin[j])


@kernel
def oval_gaps(a: float, b: float, pose: Pose, others: Oblongs, out: Floats) -> None:
    """`ellipse_pair` of one ellipse and each of a row."""
    x, y, c, s = pose
    for k in range(out.size):
        long, wide, cos, sin = others.a[k], others.b[k], others.cos[k], others.sin[k]
        dx, dy = others.x[k] - x, others.y[k] - y
        out[k] = ellipse_pair(dx, dy, a, b, c, s, long, wide, cos, sin)[0]


@kernel
def round_gaps(a: float, b: float, pose: Pose, others: Oblongs, out: Floats) -> None:
    """`point_ellipse` of one ellipse and the centres of a row, less the shorter half-axes."""
    x, y, c, s = pose
    for k in range(out.size):
        dx, dy = others.x[k] - x, others.y[k] - y
        depth = point_ellipse(a, b, dx * c + dy * s, dy * c - dx * s)[0]
        out[k] = depth - others.b[k]
