"""Distance kernels against their slow twins, on one shape of every kind against every other."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.arrays import ELLIPSE, POLYGON, Shapes
from movekernels.geometry import ellipse, gap, mixed, parts, polygon, shapes
from reference import ellipse as slow_ellipse
from reference import gap as slow_gap
from reference import mixed as slow_mixed
from reference import parts as slow_parts
from reference import polygon as slow_polygon
from reference import shapes as slow_shapes
from reference.separation import clearance
from shapes_data import build_bodies, build_shapes, oval_base, random_bodies, sample_shapes

SAMPLE = build_shapes(sample_shapes())
PARTS = range(SAMPLE.part_kind.size)
SEARCHED = 1e-9
"""What a golden-section search leaves, inches."""


def span(data: Shapes, part: int) -> tuple[int, int]:
    return int(data.vertex_first[part]), int(data.vertex_first[part + 1])


def exact_depth(p: int, q: int) -> bool:
    kinds = {int(SAMPLE.part_kind[p]), int(SAMPLE.part_kind[q])}
    return kinds not in ({ELLIPSE}, {ELLIPSE, POLYGON})


@pytest.mark.parametrize("q", PARTS)
@pytest.mark.parametrize("p", PARTS)
def test_part_gap(p: int, q: int) -> None:
    rng = np.random.default_rng(100 * p + q)
    size = SAMPLE.part_a[p] + SAMPLE.part_a[q]
    for trial in range(3):
        one, other, bearing = rng.uniform(0.0, math.tau, 3)
        if trial == 1:
            other = one
        reach = rng.uniform(0.0, 1.4 * size)
        offset = (reach * math.cos(bearing), reach * math.sin(bearing))
        pose = (math.cos(one), math.sin(one), q, math.cos(other), math.sin(other), *offset)
        value, ux, uy = parts.part_gap(SAMPLE, p, *pose)
        best = slow_parts.part_gap(SAMPLE, p, *pose)[0]
        # the value is what the direction returned shows, and no direction shows more
        shown = clearance(SAMPLE, p, one, q, other, offset, math.atan2(uy, ux))
        assert value == pytest.approx(shown, abs=1e-12)
        assert math.hypot(ux, uy) == pytest.approx(1.0, abs=1e-12)
        assert value <= best + SEARCHED
        if best > 0.0 or exact_depth(p, q):
            assert value == pytest.approx(best, abs=SEARCHED)


@pytest.mark.parametrize(("a", "b"), [(2.0, 1.0), (1.5, 1.5), (3.0, 0.03), (1.2, 1.19)])
def test_point_ellipse(a: float, b: float) -> None:
    rng = np.random.default_rng(7)
    points = [*rng.uniform(-4.0, 4.0, (40, 2)), (0.0, 0.3 * b), (0.0, -2 * b), (-2 * a, 0.0)]
    for x, y in points:
        value, nx, ny = ellipse.point_ellipse(a, b, x, y)
        twin, mx, my = slow_ellipse.point_ellipse(a, b, x, y)
        assert value == pytest.approx(twin, abs=SEARCHED)
        if value > 0.0:
            assert (nx, ny) == pytest.approx((mx, my), abs=1e-5)


@pytest.mark.parametrize("x", [0.0, 0.4, -0.4, 1.4999, 1e-200])
def test_point_on_the_long_axis_of_an_ellipse(x: float) -> None:
    # inside the evolute the nearest points are a pair off the axis
    value, nx, ny = ellipse.point_ellipse(2.0, 1.0, x, 0.0)
    twin = slow_ellipse.point_ellipse(2.0, 1.0, x, 0.0)[0]
    assert value == pytest.approx(twin, abs=SEARCHED)
    support = math.hypot(2.0 * nx, 1.0 * ny)
    assert value == pytest.approx(x * nx - support, abs=1e-12)


def test_ellipse_pair_concentric_and_crossed() -> None:
    for other in (0.0, 0.3, math.pi / 2):
        pose = (2.0, 1.0, 1.0, 0.0, 3.0, 0.5, math.cos(other), math.sin(other))
        value = ellipse.ellipse_pair(0.0, 0.0, *pose)[0]
        assert value <= slow_ellipse.ellipse_pair(0.0, 0.0, *pose)[0] + SEARCHED
        value = ellipse.ellipse_pair(4.0, 1.0, *pose)[0]
        assert value == pytest.approx(slow_ellipse.ellipse_pair(4.0, 1.0, *pose)[0], abs=SEARCHED)


def test_polygons() -> None:
    rng = np.random.default_rng(3)
    own = [p for p in PARTS if SAMPLE.part_kind[p] == POLYGON]
    xs, ys = SAMPLE.vertex_x, SAMPLE.vertex_y
    for p in own:
        for x, y in rng.uniform(-3.0, 3.0, (8, 2)):
            value = polygon.point_polygon(xs, ys, *span(SAMPLE, p), x, y)[0]
            twin = slow_polygon.point_polygon(xs, ys, *span(SAMPLE, p), x, y)
            assert value == pytest.approx(twin, abs=1e-12)
        for q in own:
            for _ in range(3):
                one, other = rng.uniform(0.0, math.tau, 2)
                first = (*span(SAMPLE, p), math.cos(one), math.sin(one))
                second = (*span(SAMPLE, q), math.cos(other), math.sin(other))
                offset = rng.uniform(-4.0, 4.0, 2)
                value = polygon.polygon_pair(xs, ys, *first, *second, *offset)[0]
                twin = slow_polygon.polygon_pair(xs, ys, *first, *second, *offset)
                assert value == pytest.approx(twin, abs=1e-12)


def test_ellipse_polygon_never_shows_more_than_there_is() -> None:
    rng = np.random.default_rng(4)
    own = [p for p in PARTS if SAMPLE.part_kind[p] == POLYGON]
    xs, ys = SAMPLE.vertex_x, SAMPLE.vertex_y
    for a, b in ((2.0, 1.0), (2.0, 0.02)):
        for q in own:
            for x, y in rng.uniform(-4.0, 4.0, (6, 2)):
                pose = (a, b, 0.6, 0.8, xs, ys, *span(SAMPLE, q), 0.8, -0.6, x, y)
                value = mixed.ellipse_polygon(*pose)[0]
                best = slow_mixed.ellipse_polygon(*pose)[0]
                assert value <= best + SEARCHED
                if best > 0.0:
                    assert value == pytest.approx(best, abs=SEARCHED)


def test_gap_rows() -> None:
    rng = np.random.default_rng(5)
    outlines = sample_shapes()[:8] + sample_shapes()[9:]
    data = build_shapes(outlines)
    ours = random_bodies(rng, 6, len(outlines), (12.0, 12.0))
    theirs = random_bodies(rng, 7, len(outlines), (12.0, 12.0))
    out = np.empty((6, 7))
    gap.gap_rows(data, ours, theirs, out)
    twin = slow_gap.gap_rows(data, ours, theirs)
    clear = twin > 0.0
    assert clear.sum() > 20
    np.testing.assert_allclose(out[clear], twin[clear], atol=SEARCHED)
    assert np.all(out <= twin + SEARCHED)
    for a in range(6):
        for b in range(7):
            body = [
                (int(g.shape[k]), g.x[k], g.y[k], g.cos[k], g.sin[k])
                for g, k in ((ours, a), (theirs, b))
            ]
            assert gap.gap(data, *body[0], *body[1]) == out[a, b]
            assert (slow_gap.gap(data, *body[0], *body[1]) > 0.0) == (out[a, b] > 0.0)


@pytest.mark.parametrize("k", range(len(sample_shapes())))
def test_supports_and_edges(k: int) -> None:
    rng = np.random.default_rng(k)
    for _ in range(10):
        t, u = rng.uniform(0.0, math.tau, 2)
        pose = (math.cos(t), math.sin(t), math.cos(u), math.sin(u))
        p = int(SAMPLE.part_first[k])
        assert shapes.part_support(SAMPLE, p, *pose) == pytest.approx(
            slow_shapes.part_support(SAMPLE, p, *pose), abs=1e-7
        )
        assert shapes.support(SAMPLE, k, *pose) == pytest.approx(
            slow_shapes.support(SAMPLE, k, *pose), abs=1e-12
        )
        x, y = rng.uniform(-1.0, 12.0, 2)
        where = (x, y, *pose[:2], 11.0, 9.0)
        assert shapes.edge_slack(SAMPLE, k, *where) == pytest.approx(
            slow_shapes.edge_slack(SAMPLE, k, *where), abs=1e-12
        )


@pytest.mark.parametrize("ccw", [True, False])
@pytest.mark.parametrize("k", [0, 2, 4, 5, 7, 9, 10, 11])
def test_edges_during_a_turn(k: int, ccw: bool) -> None:
    rng = np.random.default_rng(20 + k)
    for trial in range(4):
        t, u = rng.uniform(0.0, math.tau, 2)
        if trial == 0:
            u = t  # no turn, not a full one
        pose = (3.0, 4.0, math.cos(t), math.sin(t), math.cos(u), math.sin(u), ccw, 9.0, 8.0)
        exact = shapes.turn_edge_slack(SAMPLE, k, *pose)
        sampled = slow_shapes.turn_edge_slack(SAMPLE, k, *pose)
        assert sampled - 2e-6 <= exact <= sampled + 1e-12


def test_an_oval_turns_through_its_longest_extent() -> None:
    data = build_shapes([oval_base(105, 70)])
    body = build_bodies([(0, 0, 0, 80, 0), (0, 0, 0, 100, 0)])
    ends = (body.cos[0], body.sin[0], body.cos[1], body.sin[1])
    short = shapes.turn_edge_slack(data, 0, 5.0, 5.0, *ends, True, 44.0, 60.0)
    assert short == pytest.approx(5.0 - 105 / 50.8, abs=1e-14)
    slack = shapes.edge_slack(data, 0, 5.0, 5.0, *ends[:2], 44.0, 60.0)
    assert slack > short
