"""Outlines as convex parts: nothing lost, nothing added, every part convex."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point, Polygon, union_all

from movesolver import bases
from movesolver.referee.outlines import (
    convex_pieces,
    counter_clockwise,
    is_convex,
    outline_of_base,
    outline_of_polygon,
    pack_outlines,
)

L_SHAPE = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0))
U_SHAPE = (
    (-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (1.0, 2.0),
    (1.0, -1.0), (-1.0, -1.0), (-1.0, 2.0), (-2.0, 2.0),
)  # fmt: skip


@st.composite
def stars(draw: st.DrawFn) -> tuple[tuple[float, float], ...]:
    """Simple polygons about the origin, concave as a rule."""
    radii = draw(st.lists(st.floats(0.5, 4.0), min_size=3, max_size=14))
    n = len(radii)
    return tuple(
        (r * math.cos(2 * math.pi * k / n), r * math.sin(2 * math.pi * k / n))
        for k, r in enumerate(radii)
    )


@settings(derandomize=True, max_examples=150, deadline=None)
@given(stars())
def test_pieces_are_convex_and_make_up_the_polygon(star: tuple[tuple[float, float], ...]) -> None:
    corners = counter_clockwise(star)
    pieces = convex_pieces(corners)
    assert all(is_convex(piece) for piece in pieces)
    polygons = [Polygon(piece) for piece in pieces]
    assert sum(p.area for p in polygons) == pytest.approx(Polygon(star).area, rel=1e-9)
    assert union_all(polygons).symmetric_difference(Polygon(star)).area < 1e-9
    assert len(pieces) <= max(1, len(corners) - 2)


@pytest.mark.parametrize(("shape", "most"), [(L_SHAPE, 2), (U_SHAPE, 3)])
def test_known_shapes_need_few_pieces(shape: tuple[tuple[float, float], ...], most: int) -> None:
    assert len(convex_pieces(counter_clockwise(shape))) <= most


@settings(derandomize=True, max_examples=100, deadline=None)
@given(stars())
def test_inner_and_outer_discs(star: tuple[tuple[float, float], ...]) -> None:
    outline = outline_of_polygon(star)
    polygon = Polygon(star)
    assert outline.outer == pytest.approx(max(math.hypot(x, y) for x, y in star))
    inside = polygon.exterior.distance(Point(0, 0)) if polygon.contains(Point(0, 0)) else 0.0
    assert outline.inner == pytest.approx(inside, abs=1e-9)


def test_a_clockwise_outline_with_repeated_and_straight_corners() -> None:
    square = ((0.0, 0.0), (0.0, 0.0), (0.0, 2.0), (1.0, 2.0), (2.0, 2.0), (2.0, 0.0))
    assert set(counter_clockwise(square)) == {(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)}
    assert is_convex(counter_clockwise(square))


def test_bases() -> None:
    assert outline_of_base(bases.round(32)).outer == pytest.approx(16 / 25.4)
    oval = outline_of_base(bases.oval(105, 70))
    assert (oval.outer, oval.inner) == pytest.approx((52.5 / 25.4, 35 / 25.4))
    assert outline_of_base(bases.oval(40, 40)).parts == outline_of_base(bases.round(40)).parts
    box = outline_of_base(bases.rectangle(180, 110))
    assert box.inner == pytest.approx(55 / 25.4)
    assert box.outer == pytest.approx(math.hypot(90, 55) / 25.4)
    # The centre of this hull is not on it: no disc about the centre lies inside.
    assert outline_of_base(bases.hull(U_SHAPE)).inner == pytest.approx(
        -1.0
    )  # the centre is in the notch


def test_packing_keeps_offsets_together() -> None:
    outlines = [
        outline_of_base(b) for b in (bases.round(32), bases.hull(U_SHAPE), bases.oval(75, 42))
    ]
    shapes = pack_outlines(outlines)
    assert shapes.part_first.tolist() == [
        0,
        1,
        1 + len(outlines[1].parts),
        2 + len(outlines[1].parts),
    ]
    assert (
        shapes.vertex_first[-1] == shapes.vertex_x.size == sum(len(p[3]) for p in outlines[1].parts)
    )


def test_many_corners_are_cut_in_good_time() -> None:
    n = 400
    star = tuple(
        ((2 + k % 2) * math.cos(2 * math.pi * k / n), (2 + k % 2) * math.sin(2 * math.pi * k / n))
        for k in range(n)
    )
    pieces = convex_pieces(counter_clockwise(star))
    assert sum(Polygon(p).area for p in pieces) == pytest.approx(Polygon(star).area)


def test_straight_corners_do_not_survive() -> None:
    arrow = ((-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (1.0, 1.0), (-1.0, 1.0))
    angle = 0.7
    side = [(x / 7, 1.0) for x in range(7, -8, -1)] + [(-1.0, -1.0), (1.0, -1.0)]
    turned = tuple(
        (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))
        for x, y in side
    )
    assert len(counter_clockwise(turned)) == 4
    for piece in convex_pieces(counter_clockwise(arrow)):
        assert len(counter_clockwise(piece)) == len(piece)
