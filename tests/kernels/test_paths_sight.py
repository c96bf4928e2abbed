"""Free points and clear segments: against the definition, at thresholds, in rows."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from movekernels.paths import sight as fast
from movekernels.paths.sight import CUT, NOBODY
from paths_data import ANGULAR, KINDS, OUTLINES, RADIUS, free_points, place, strewn
from reference import sight as slow


@pytest.mark.parametrize("kind", KINDS)
def test_points_and_segments_agree_with_the_reference(kind: str) -> None:
    rng = np.random.default_rng(5)
    grown = strewn(1, kind)
    for x, y in rng.uniform((0, 0), (20, 16), (30, 2)).tolist():
        assert fast.point_free(grown, x, y) == slow.point_free(grown, x, y)
        assert fast.sides_free(grown, x, y) == slow.sides_free(grown, x, y)
    free = free_points(grown, 2, 14).tolist()
    for one, two in itertools.pairwise(free):
        (x, y), (x1, y1) = one, two
        for skip in (NOBODY, 0):
            found = fast.segment_clear(grown, x, y, x1, y1, skip, NOBODY)
            assert found == slow.segment_clear(grown, x, y, x1, y1, skip, NOBODY)
        assert fast.segment_clear(grown, x, y, x, y, NOBODY, NOBODY)


@pytest.mark.parametrize("kind", KINDS)
def test_rows_are_single_answers(kind: str) -> None:
    grown = strewn(3, kind)
    at = np.random.default_rng(6).uniform((0, 0), (20, 16), (30, 2))
    x, y = free_points(grown, 4, 1)[0].tolist()
    rows = np.empty(len(at), np.int64)
    fast.free_rows(grown, at[:, 0].copy(), at[:, 1].copy(), rows)
    free = slow.free_rows(grown, at[:, 0], at[:, 1])
    unsure = (rows > 0) & (rows < CUT)
    assert kind in ("oval", "mixed") or not unsure.any()
    assert ((rows == 0) == free)[~unsure].all()
    at = at[np.array(free)]
    rows = np.empty(len(at), np.int64)
    fast.sight_rows(grown, x, y, at[:, 0].copy(), at[:, 1].copy(), rows)
    seen = slow.sight_rows(grown, x, y, at[:, 0], at[:, 1])
    unsure = (rows > 0) & (rows < CUT)
    assert ((rows == 0) == seen)[~unsure].all()


def test_inside_a_polygon_is_not_free_however_deep() -> None:
    grown = place([(0, 10, 8, 30)], [("polygon", [[-5, -4], [5, -4], [5, 4], [-5, 4]])])
    rows = np.empty(4, np.int64)
    x, y = np.array([10.0, 10.0, 12.0, 1.0]), np.array([8.0, 11.0, 9.0, 1.0])
    fast.free_rows(grown, x, y, rows)
    free = [fast.point_free(grown, a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]
    assert free == (rows == 0).tolist() == [False, False, False, True]


@pytest.mark.parametrize("outline", [0, 2, *ANGULAR])
def test_touching_is_free_and_a_hair_deeper_is_not(outline: int) -> None:
    """To the left of an obstacle: a centre, and a straight line that passes there."""
    from movekernels.geometry.shapes import support
    from shapes_data import build_shapes

    reach = support(build_shapes(OUTLINES), outline, 1.0, 0.0, -1.0, 0.0)
    grown = place([(outline, 10.0, 8.0, 0.0)])
    corners = [float(y) for y, r in zip(grown.y, grown.radius, strict=True) if r == RADIUS]
    y = 8.0 if outline in (0, 2) else min(corners, key=lambda v: abs(v - 8.3))
    x = 10.0 - reach - RADIUS
    if outline == 5:  # a corner lies furthest
        y = 8.0 - 0.4
    for deep, free in ((0.0, True), (4e-10, True), (6e-10, False), (1e-6, False)):
        assert fast.point_free(grown, x + deep, y) == free
        assert fast.segment_clear(grown, x + deep, 1.0, x + deep, 15.0, NOBODY, NOBODY) == free


def test_a_segment_along_a_side_is_clear_and_through_it_is_not() -> None:
    grown = place([(4, 10.0, 8.0, 0.0)])
    y = 8.1 + RADIUS
    assert fast.segment_clear(grown, 1.0, y, 19.0, y, NOBODY, NOBODY)
    assert not fast.segment_clear(grown, 10.0, 12.0, 10.0, 4.0, NOBODY, NOBODY)
    assert fast.point_free(grown, 10.0, y)
    assert not fast.point_free(grown, 10.0, y - 1e-9)
