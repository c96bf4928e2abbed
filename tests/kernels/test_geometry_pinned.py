"""Distances worked out by hand, the awkward ones among them; bases in millimetres."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest

from movekernels.arrays import CONTACT
from movekernels.geometry.gap import gap
from movekernels.geometry.shapes import edge_slack
from movekernels.geometry.sweep import first_contact, sweep_gap
from shapes_data import Outline, build_shapes, heading, oval_base, rectangle, round_base

BOARD = rectangle(180 / 25.4, 110 / 25.4)
SQUARE = rectangle(50 / 25.4, 50 / 25.4)


class Case(NamedTuple):
    """Two outlines, each at (x, y, degrees), and the gap between them, inches."""

    one: Outline
    pose: tuple[float, float, float]
    two: Outline
    other: tuple[float, float, float]
    gap: float


ORIGIN = (0.0, 0.0, 0.0)
CASES = {
    "two inches apart": Case(round_base(32), (10, 10, 0), round_base(32), (13.259843, 10, 0), 2.0),
    "unequal discs": Case(round_base(32), ORIGIN, round_base(60), (3.811024, 0, 0), 2.0),
    "oval end on": Case(oval_base(105, 70), ORIGIN, round_base(32), (4.696850, 0, 0), 2.0),
    "oval broadside": Case(
        oval_base(105, 70), (0, 0, 90), round_base(32), (4.696850, 0, 0), 2.688976
    ),
    "oval aslant": Case(oval_base(105, 70), (0, 0, 45), round_base(32), (4.696850, 0, 0), 2.360501),
    "oval and a disc off its axes": Case(
        oval_base(105, 70), ORIGIN, round_base(32), (3, 3, 0), 1.911670
    ),
    "knight end on": Case(oval_base(170, 105), ORIGIN, round_base(32), (5.9, 0, 0), 1.923622),
    "knight broadside": Case(
        oval_base(170, 105), (0, 0, 90), round_base(32), (5.9, 0, 0), 3.203150
    ),
    "bikes nose to tail": Case(oval_base(75, 42), ORIGIN, oval_base(75, 42), (4.8, 0, 0), 1.847244),
    "bike across another": Case(
        oval_base(75, 42), ORIGIN, oval_base(75, 42), (4.8, 0, 90), 2.496850
    ),
    "engaged end on": Case(oval_base(105, 70), ORIGIN, round_base(32), (4.6, 0, 0), 1.903150),
    "engaged broadside": Case(
        oval_base(105, 70), (0, 0, 90), round_base(32), (4.6, 0, 0), 2.592126
    ),
    "corner of a hull": Case(BOARD, (10, 10, 0), round_base(32), (14.5, 13.0, 0), 0.6397),
    "discs overlapping": Case(round_base(40), ORIGIN, round_base(40), (1.5, 0, 0), -0.074803),
    "corner in a square": Case(SQUARE, ORIGIN, SQUARE, (2.3, 0, 45), -0.076210),
    "rectangle end on": Case(rectangle(2, 1), ORIGIN, ("disc", 0.5), (2.0, 0, 0), 0.5),
    "rectangle broadside": Case(rectangle(2, 1), (0, 0, 90), ("disc", 0.5), (1.2, 0, 0), 0.2),
}


@pytest.mark.parametrize("name", CASES)
def test_gap(name: str) -> None:
    case = CASES[name]
    data = build_shapes([case.one, case.two])
    one = (*case.pose[:2], *heading(case.pose[2]))
    two = (*case.other[:2], *heading(case.other[2]))
    # the last digit given is rounded, and so are the positions
    assert gap(data, 0, *one, 1, *two) == pytest.approx(case.gap, abs=6e-5)
    assert gap(data, 1, *two, 0, *one) == pytest.approx(case.gap, abs=6e-5)


def test_a_base_inside_a_hull_overlaps() -> None:
    data = build_shapes([round_base(32), BOARD])
    value = gap(data, 0, 10.0, 10.3, 1.0, 0.0, 1, 10.0, 10.0, 1.0, 0.0)
    assert value == pytest.approx(0.3 - 55 / 25.4 - 32 / 50.8, abs=1e-12)


def test_an_oval_is_not_its_inscribed_polygon() -> None:
    # 32 corners read up to 0.016 inches too much, enough to turn a verdict at 2.0
    a, b = 170 / 50.8, 105 / 50.8
    corners = [[a * math.cos(k * math.pi / 16), b * math.sin(k * math.pi / 16)] for k in range(32)]
    data = build_shapes([oval_base(170, 105), ("polygon", corners), round_base(32)])
    between = math.pi / 32
    nx, ny = math.cos(between) / a, math.sin(between) / b
    length = math.hypot(nx, ny)
    away = 2.0 + 32 / 50.8
    x = a * math.cos(between) + away * nx / length
    y = b * math.sin(between) + away * ny / length
    assert gap(data, 0, 0.0, 0.0, 1.0, 0.0, 2, x, y, 1.0, 0.0) == pytest.approx(2.0, abs=1e-12)
    error = gap(data, 1, 0.0, 0.0, 1.0, 0.0, 2, x, y, 1.0, 0.0) - 2.0
    assert 0.005 < error < 0.0162


def test_the_first_contact_of_two_discs() -> None:
    data = build_shapes([("disc", 0.63)])
    move = (data, 0, 0.0, 0.0, 1.0, 0.0, 10.0, 0.0, 0, 5.0, 0.0, 1.0, 0.0)
    assert sweep_gap(*move) == pytest.approx(-1.26, abs=1e-12)
    assert first_contact(*move, CONTACT) * 10.0 == pytest.approx(3.74, abs=1e-8)


def test_a_shallow_crossing_between_two_samples() -> None:
    data = build_shapes([round_base(25)])
    move = (data, 0, 10.0, 10.0, 1.0, 0.0, 6.0, 0.0, 0, 12.76, 10.965, 1.0, 0.0)
    assert sweep_gap(*move) == pytest.approx(-0.019252, abs=1e-6)
    for t in (0.0, 0.5 / 6, 1.0):
        x = 10.0 + 6.0 * t
        assert gap(data, 0, x, 10.0, 1.0, 0.0, 0, 12.76, 10.965, 1.0, 0.0) > 0.0


def test_the_extent_of_an_oval_aslant() -> None:
    data = build_shapes([oval_base(170, 105)])
    c, s = heading(45.0)
    assert edge_slack(data, 0, 2.9, 20.0, c, s, 60.0, 44.0) == pytest.approx(
        2.9 - 2.781289, abs=1e-4
    )


def test_a_disc_on_the_edge_touches_it() -> None:
    data = build_shapes([round_base(32)])
    r = 32 / 50.8
    assert edge_slack(data, 0, r, 20.0, 1.0, 0.0, 60.0, 44.0) == 0.0
    assert edge_slack(data, 0, 30.0, 44.5 - r, 1.0, 0.0, 60.0, 44.0) == pytest.approx(-0.5)


def test_corners_that_coincide_have_no_direction_between_them() -> None:
    # rounding leaves the best side of the two squares a hair apart, and the corners at one place
    data = build_shapes([rectangle(0.6, 0.6), rectangle(1.0, 1.0)])
    assert 0.0 < gap(data, 0, 0.0, 0.0, 1.0, 0.0, 1, -0.8, 0.8, 1.0, 0.0) < 1e-15
