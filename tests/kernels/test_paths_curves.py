"""Curves: lengths by quadrature, touching points, gaps."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.paths import curves as fast
from movekernels.paths.curves import POINT
from movekernels.paths.grown import Grown
from paths_data import place
from reference import curves as slow
from shapes_data import Outline

SIZES: tuple[Outline, ...] = (
    ("disc", 0.5),
    ("disc", 2.0),
    ("ellipse", 1.2, 0.7),
    ("ellipse", 1.0, 0.999),
    ("ellipse", 100 / 50.8, 1 / 50.8),
    ("ellipse", 3.0, 1.0),
)


def strewn(seed: int, apart: float = 9.0) -> Grown:
    """One curve of every kind, on a ring of their own."""
    rng = np.random.default_rng(seed)
    rows = [
        (k, 20 + apart * math.cos(k + 0.3), 20 + apart * math.sin(k + 0.3), rng.uniform(0, 360))
        for k in range(len(SIZES))
    ]
    return place(rows, SIZES, radius=float(rng.choice([0.1, 0.63])), size=(40.0, 40.0))


def test_turns_are_from_0_to_less_than_a_whole() -> None:
    for angle in (0.0, -0.0, 1.0, -1.0, 7.0, -13.0, 2 * math.pi, -2 * math.pi, 100.0):
        assert fast.turn_of(angle) == pytest.approx(slow.turn_of(angle), abs=1e-14)
    assert fast.turn_of(-1e-17) == 0.0


def test_elliptic_integrals_agree_with_a_library() -> None:
    for m in (0.0, 1e-9, 0.3, 0.9, 0.9999, 0.99999999):
        for angle in np.linspace(0.0, math.pi / 2, 23):
            c, s = math.cos(angle), math.sin(angle)
            assert fast.second_kind(c, s, m) == pytest.approx(slow.second_kind(c, s, m), abs=2e-14)


def test_lengths_agree_with_quadrature() -> None:
    grown = strewn(1)
    for j in range(grown.x.size):
        whole = fast.perimeter(grown, j)
        assert whole == pytest.approx(slow.perimeter(grown, j), rel=1e-11)
        for angle in np.linspace(-3.0, 3.1, 17).tolist():
            n = math.cos(angle), math.sin(angle)
            place, wanted = fast.place_of(grown, j, *n), slow.place_of(grown, j, *n)
            assert 0.0 <= place <= whole * (1 + 1e-15)
            assert place == pytest.approx(wanted, abs=1e-10)


@pytest.mark.parametrize("heading", [0.0, 90.0, 180.0, 270.0, 33.0])
def test_places_at_the_ends_of_the_axes(heading: float) -> None:
    """Just below angle 0 a place is the whole length or 0, never a mixture of both."""
    grown = place([(k, 10, 8, heading) for k in range(len(SIZES))], SIZES)
    for j in range(grown.x.size):
        whole, turn = fast.perimeter(grown, j), math.radians(heading) if grown.long[j] else 0.0
        for quarter in range(4):
            for off in (0.0, 1e-16, -1e-16, 1e-9, -1e-9):
                at = turn + quarter * math.pi / 2 + off
                place_ = fast.place_of(grown, j, math.cos(at), math.sin(at))
                aside = (place_ - quarter * whole / 4 + whole / 2) % whole - whole / 2
                assert abs(aside) < 1e-6


def test_the_touching_point_lies_furthest() -> None:
    grown = strewn(2)
    for j in range(grown.x.size):
        for angle in np.linspace(0.0, 6.0, 13).tolist():
            n = math.cos(angle), math.sin(angle)
            assert fast.touch(grown, j, *n) == pytest.approx(slow.touch(grown, j, *n), abs=1e-12)
    assert fast.touch(grown, POINT, 1.0, 0.0) == slow.touch(grown, POINT, 1.0, 0.0) == (0.0, 0.0)


def test_depths_agree_with_the_reference() -> None:
    rng = np.random.default_rng(3)
    grown = strewn(3)
    for j in range(grown.x.size):
        for dx, dy in [*rng.normal(0.0, 3.0, (20, 2)).tolist(), (0.0, 0.0)]:
            at = float(grown.x[j]) + dx, float(grown.y[j]) + dy
            depth, nx, ny = fast.depth_of(grown, j, *at)
            assert depth == pytest.approx(slow.depth_of(grown, j, *at)[0], abs=1e-9)
            assert math.hypot(nx, ny) == pytest.approx(1.0)


def test_gaps_between_curves_agree_with_the_reference() -> None:
    grown = strewn(4)
    for i in range(POINT, grown.x.size):
        for j in range(grown.x.size):
            one = (0.0, 0.0) if i < 0 else (float(grown.x[i]), float(grown.y[i]))
            d = float(grown.x[j]) - one[0], float(grown.y[j]) - one[1]
            if i == j:
                continue
            found, wanted = fast.between(grown, i, j, *d), slow.between(grown, i, j, *d)
            assert found == pytest.approx(wanted, abs=1e-6)
    same = place([(0, 10, 8, 0), (1, 10, 8, 0)], SIZES)
    assert fast.between(same, 0, 1, 0.0, 0.0) == (-3.76, 1.0, 0.0)
