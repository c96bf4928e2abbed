"""The geometry of `verify`: it bounds what the kernels measure, from both sides."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.geometry.gap import gap
from movesolver import Base, bases
from movesolver.referee.outlines import outline_of_base, pack_outlines
from movesolver.table.measures import inches
from movesolver.verifying.boxes import Boxes, covering
from movesolver.verifying.gaps import gap_bounds
from movesolver.verifying.outlines import Body, disc, of_base, turn

KINDS = {
    "round": bases.round(32),
    "oval": bases.oval(75, 42),
    "long": bases.oval(170, 60),
    "rectangle": bases.rectangle(120, 70),
    "hull": bases.hull([(-0.9, -0.5), (1.0, -0.4), (0.3, 0.6)]),
    "notched": bases.hull(
        [(-0.8, -0.8), (0.8, -0.8), (0.8, 0.0), (0.0, 0.0), (0.0, 0.8), (-0.8, 0.8)]
    ),
}


def exact(a: Base, at: tuple[float, ...], b: Base, bt: tuple[float, ...]) -> float:
    shapes = pack_outlines([outline_of_base(a), outline_of_base(b)])
    return float(gap(shapes, 0, at[0], at[1], *turn(at[2]), 1, bt[0], bt[1], *turn(bt[2])))


@pytest.mark.parametrize("a", KINDS)
@pytest.mark.parametrize("b", KINDS)
def test_gaps_are_bounded_closely(a: str, b: str) -> None:
    rng = np.random.default_rng(len(a) + 31 * len(b))
    count = 60
    at = (rng.uniform(0, 1, count), rng.uniform(0, 1, count), rng.uniform(0, 360, count))
    bt = (rng.uniform(0, 6, count), rng.uniform(0, 4, count), rng.uniform(0, 360, count))
    low, high = gap_bounds(of_base(KINDS[a]), at, of_base(KINDS[b]), bt)
    for k in range(count):
        real = exact(KINDS[a], tuple(v[k] for v in at), KINDS[b], tuple(v[k] for v in bt))
        assert high[k] - low[k] < 1e-8
        if real > 0.0:
            assert low[k] - 1e-9 <= real <= high[k] + 1e-9
        else:  # of an overlap the kernels promise the sign, not how deep it is
            assert high[k] <= 1e-9


@pytest.mark.parametrize("kind", KINDS)
def test_points_are_bounded_closely(kind: str) -> None:
    rng = np.random.default_rng(5)
    body = Body(of_base(KINDS[kind]), 1.0, -2.0, 37.0)
    x, y = rng.uniform(-4, 6, 200), rng.uniform(-6, 4, 200)
    low, high = body.distances(x, y)
    small = bases.round(1)
    for k in range(200):
        real = exact(small, (x[k], y[k], 0.0), KINDS[kind], (1.0, -2.0, 37.0)) + inches(1) / 2
        assert low[k] - 1e-7 <= max(real, 0.0) <= high[k] + 1e-7
        assert high[k] - low[k] < 1e-6


@pytest.mark.parametrize("kind", KINDS)
def test_all_points_of_a_box_are_bounded(kind: str) -> None:
    rng = np.random.default_rng(6)
    body = Body(of_base(KINDS[kind]), 1.0, -2.0, 200.0)
    boxes = Boxes(rng.uniform(-4, 6, 50), rng.uniform(-6, 4, 50), 0.4)
    low, high = boxes.spread(body)
    for dx, dy in rng.uniform(-0.4, 0.4, (40, 2)):
        near, far = body.distances(boxes.x + dx, boxes.y + dy)
        assert (low <= far + 1e-12).all()
        assert (high >= near - 1e-12).all()


@pytest.mark.parametrize("kind", KINDS)
def test_the_disc_inside_and_the_disc_around(kind: str) -> None:
    outline = of_base(KINDS[kind])
    inner, outer = disc(outline.held), disc(outline.outer)
    rng = np.random.default_rng(7)
    for _ in range(50):
        angle, away = rng.uniform(0, 2 * math.pi), rng.uniform(0, 1)
        x, y = math.cos(angle), math.sin(angle)
        body = Body(outline, 0.0, 0.0, float(rng.uniform(0, 360)))
        held = away * inner.outer * 0.999
        assert body.distances(np.array([x * held]), np.array([y * held]))[0][0] <= 1e-9
        beyond = outer.outer * 1.001 + away
        assert body.distances(np.array([x * beyond]), np.array([y * beyond]))[1][0] > 0.0


def test_squares_cover_a_rectangle() -> None:
    boxes = covering(1.0, 2.0, 4.3, 3.1)
    rng = np.random.default_rng(8)
    for x, y in zip(rng.uniform(1.0, 4.3, 200), rng.uniform(2.0, 3.1, 200), strict=True):
        assert (boxes.nearest(x, y) == 0.0).any()
    quarters = boxes.split()
    assert quarters.x.size == 4 * boxes.x.size
    assert quarters.half == boxes.half / 2
    for x, y in zip(rng.uniform(1.0, 4.3, 200), rng.uniform(2.0, 3.1, 200), strict=True):
        assert (quarters.nearest(x, y) <= 1e-12).any()
