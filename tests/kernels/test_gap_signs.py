"""The sign of a gap is right beyond 1e-9 inches, however deep or thin the shapes are.

Each pair is judged by a witness of its own: a direction that separates the two, or a
point inside both.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.arrays import Floats
from movekernels.geometry.gap import gap
from shapes_data import MM, OVAL_MM, Outline, build_shapes, rectangle, regular

SIZES = [(170.0, 109.0), (100.0, 1.0), (105.0, 70.0), *OVAL_MM[:3]]
Pose = tuple[float, float, float, float]


def forms(outline: Outline, pose: Pose, points: Floats) -> Floats:
    """At most 1 inside an ellipse, quadratic; shape of ``points`` (2, k)."""
    x, y, c, s = pose
    dx, dy = points[0] - x, points[1] - y
    a, b = float(outline[1]), float(outline[2])
    form: Floats = ((dx * c + dy * s) / a) ** 2 + ((dy * c - dx * s) / b) ** 2
    return form


def common_point(one: Outline, pose: Pose, two: Outline, other: Pose) -> bool:
    """Perram and Wertheim's curve of points, from one centre to the other: one in both?"""
    matrices = []
    for outline, (_, _, c, s) in ((one, pose), (two, other)):
        turn = np.array([[c, -s], [s, c]])
        matrices.append(turn @ np.diag([outline[1] ** 2, outline[2] ** 2]) @ turn.T)
    away = np.array([other[0] - pose[0], other[1] - pose[1]])
    weights = 1.0 / (1.0 + np.exp(-np.linspace(-18.0, 18.0, 1201)))
    points = np.empty((2, weights.size))
    for k, w in enumerate(weights):
        points[:, k] = pose[:2] + w * matrices[0] @ np.linalg.solve(
            (1 - w) * matrices[1] + w * matrices[0], away
        )
    both = np.maximum(forms(one, pose, points), forms(two, other, points))
    return bool(both.min() < 1.0)


def separating(one: Outline, pose: Pose, two: Outline, other: Pose) -> bool:
    """Does one of many directions keep the ellipses apart?"""
    angles = np.linspace(0.0, math.tau, 40_001)
    ux, uy = np.cos(angles), np.sin(angles)
    f = ux * (other[0] - pose[0]) + uy * (other[1] - pose[1])
    for outline, (_, _, c, s) in ((one, pose), (two, other)):
        f = f - np.hypot(outline[1] * (ux * c + uy * s), outline[2] * (uy * c - ux * s))
    return bool(f.max() > 0.0)


@pytest.mark.parametrize("layout", ["anyhow", "parallel", "crossed", "deep", "concentric"])
def test_ellipses(layout: str) -> None:
    outlines: list[Outline] = [("ellipse", a * MM / 2, b * MM / 2) for a, b in SIZES]
    data = build_shapes(outlines)
    rng = np.random.default_rng(len(layout))
    judged = 0
    for _ in range(60):
        i, j = rng.integers(0, len(outlines), 2)
        one, two = outlines[i], outlines[j]
        t, u, bearing = rng.uniform(0.0, math.tau, 3)
        if layout == "parallel":
            u = t
        if layout == "crossed":
            u = t + math.pi / 2
        share = {"deep": 0.5, "concentric": 1e-9}.get(layout, 1.1)
        reach = rng.uniform(0.0, share) * (one[1] + two[1])
        pose = (20.0, 30.0, math.cos(t), math.sin(t))
        other = (
            20.0 + reach * math.cos(bearing),
            30.0 + reach * math.sin(bearing),
            math.cos(u),
            math.sin(u),
        )
        value = gap(data, i, *pose, j, *other)
        if common_point(one, pose, two, other):
            assert value < 0.0
            judged += 1
        elif separating(one, pose, two, other):
            assert value > 0.0
            judged += 1
    assert judged >= 57  # the rest touch too closely for either witness


@pytest.mark.parametrize("depth", [1e-9, 1e-7, 1e-6, 1e-5, -1e-9, -1e-7, -1e-5])
def test_a_shallow_overlap_is_measured_exactly(depth: float) -> None:
    # two ellipses pushed into each other along a common normal
    data = build_shapes([("ellipse", a * MM / 2, b * MM / 2) for a, b in SIZES])
    rng = np.random.default_rng(8)
    for _ in range(60):
        i, j = (int(k) for k in rng.integers(0, len(SIZES), 2))
        ends = []
        u = rng.uniform(0.0, math.tau)
        for k in (i, j):
            t = rng.uniform(0.0, math.tau)
            a, b = SIZES[k][0] * MM / 2, SIZES[k][1] * MM / 2
            p, q = a * math.cos(u - t), b * math.sin(u - t)
            h = math.hypot(p, q)
            x, y = a * p / h, b * q / h
            c, s = math.cos(t), math.sin(t)
            ends.append((x * c - y * s, x * s + y * c, c, s))
        x = ends[0][0] + ends[1][0] - depth * math.cos(u)
        y = ends[0][1] + ends[1][1] - depth * math.sin(u)
        value = gap(data, i, 0.0, 0.0, *ends[0][2:], j, x, y, *ends[1][2:])
        assert value == pytest.approx(-depth, abs=1e-12)


HELD: list[tuple[Outline, Outline]] = [
    (("ellipse", 3.0, 2.0), rectangle(0.5, 0.3)),
    (("ellipse", 0.3, 0.2), rectangle(5.0, 3.0)),
    (("ellipse", 3.0, 2.0), regular(64, 1.0)),
    (("ellipse", 2.0, 0.02), regular(64, 3.0)),
    (("disc", 0.63), rectangle(7.0, 4.3)),
    (("disc", 3.0), rectangle(0.7, 0.4)),
    (("ellipse", 0.5, 0.4), ("ellipse", 3.0, 2.0)),
    (rectangle(0.5, 0.4), rectangle(7.0, 4.0)),
    (rectangle(4.0, 0.1), ("ellipse", 3.0, 2.0)),
    (("ellipse", 2.0, 0.02), rectangle(0.1, 4.0)),
]


@pytest.mark.parametrize(("one", "two"), HELD)
def test_containment_and_crossing_are_overlaps(one: Outline, two: Outline) -> None:
    data = build_shapes([one, two])
    for t in range(0, 360, 15):
        pose = (math.cos(math.radians(t)), math.sin(math.radians(t)))
        for x, y in ((0.0, 0.0), (0.03, 0.02), (1e-9, 0.0)):
            assert gap(data, 0, x, y, *pose, 1, 0.0, 0.0, 1.0, 0.0) < -0.01
            assert gap(data, 1, 0.0, 0.0, 1.0, 0.0, 0, x, y, *pose) < -0.01
