"""Laws every exact gap obeys, over drawn poses of one shape of every kind."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from movekernels.arrays import CONTACT
from movekernels.geometry.gap import gap
from movekernels.geometry.sweep import first_contact, sweep_gap
from movekernels.geometry.turn import turn_gap
from shapes_data import Outline, build_shapes, sample_shapes

OUTLINES = sample_shapes()
SAMPLE = build_shapes(OUTLINES)
CLOSE = 1e-11
"""Rounding on a 60 inch table."""


def mirrored(outline: Outline) -> Outline:
    if outline[0] == "parts":
        return ("parts", [mirrored(part) for part in outline[1]])
    if outline[0] == "polygon":
        return ("polygon", [[x, -y] for x, y in reversed(outline[1])])
    return outline


def scaled(outline: Outline, by: float) -> Outline:
    if outline[0] == "parts":
        return ("parts", [scaled(part, by) for part in outline[1]])
    if outline[0] == "polygon":
        return ("polygon", [[by * x, by * y] for x, y in outline[1]])
    return (outline[0], *(by * size for size in outline[1:]))


MIRROR = build_shapes([mirrored(outline) for outline in OUTLINES])
DOUBLE = build_shapes([scaled(outline, 3.0) for outline in OUTLINES])

Pose = tuple[float, float, float, float]
indices = st.integers(0, len(OUTLINES) - 1)
places = st.floats(-5.0, 5.0).map(lambda v: round(v, 6))
angles = st.one_of(
    st.sampled_from([0.0, math.pi / 2, math.pi, 0.3]),
    st.floats(0.0, 6.28).map(lambda v: round(v, 6)),
)
poses = st.tuples(indices, places, places, angles)
many = settings(derandomize=True, max_examples=150, deadline=None)
Drawn = tuple[int, float, float, float]


def at(drawn: Drawn, turn: float = 0.0, dx: float = 0.0, dy: float = 0.0) -> Pose:
    """Centre and heading after turning the table about its origin, then shifting it."""
    _, x, y, t = drawn
    c, s = math.cos(turn), math.sin(turn)
    return x * c - y * s + dx, x * s + y * c + dy, math.cos(t + turn), math.sin(t + turn)


def same(value: float, other: float) -> bool:
    """Equal where the gap is exact, of one sign where only its sign is."""
    if value > CLOSE or other > CLOSE:
        return abs(value - other) < CLOSE
    return True


@many
@given(poses, poses)
@example((3, 0.0, 0.0, 0.0), (3, 0.0, 0.0, 0.0))
@example((4, 0.0, 0.0, 0.3), (4, 1e-9, 0.0, 0.3))
@example((5, 0.0, 0.0, 0.0), (5, 3.0, 1.5, 0.0))
def test_symmetry(a: Drawn, b: Drawn) -> None:
    assert same(gap(SAMPLE, a[0], *at(a), b[0], *at(b)), gap(SAMPLE, b[0], *at(b), a[0], *at(a)))


@many
@given(poses, poses, st.floats(0.0, 6.28), st.floats(-30.0, 30.0), st.floats(-30.0, 30.0))
def test_moving_and_turning_the_table(
    a: Drawn, b: Drawn, turn: float, dx: float, dy: float
) -> None:
    value = gap(SAMPLE, a[0], *at(a), b[0], *at(b))
    moved = gap(SAMPLE, a[0], *at(a, turn, dx, dy), b[0], *at(b, turn, dx, dy))
    assert same(value, moved)


def flipped(pose: Pose) -> Pose:
    return pose[0], -pose[1], pose[2], -pose[3]


@many
@given(poses, poses, places, places)
def test_mirror_image(a: Drawn, b: Drawn, dx: float, dy: float) -> None:
    one, two = at(a), at(b)
    value = gap(SAMPLE, a[0], *one, b[0], *two)
    assert same(value, gap(MIRROR, a[0], *flipped(one), b[0], *flipped(two)))
    value = sweep_gap(SAMPLE, a[0], *one, dx, dy, b[0], *two)
    assert same(value, sweep_gap(MIRROR, a[0], *flipped(one), dx, -dy, b[0], *flipped(two)))


@many
@given(poses, poses, places, places)
def test_scale(a: Drawn, b: Drawn, dx: float, dy: float) -> None:
    x, y, c, s = at(a)
    far_x, far_y, far_c, far_s = at(b)
    one, two = (3.0 * x, 3.0 * y, c, s), (3.0 * far_x, 3.0 * far_y, far_c, far_s)
    value = 3.0 * gap(SAMPLE, a[0], *at(a), b[0], *at(b))
    assert same(value, gap(DOUBLE, a[0], *one, b[0], *two))
    value = 3.0 * sweep_gap(SAMPLE, a[0], *at(a), dx, dy, b[0], *at(b))
    assert same(value, sweep_gap(DOUBLE, a[0], *one, 3.0 * dx, 3.0 * dy, b[0], *two))


@many
@given(poses, poses, places, places)
@example((4, -3.0, 0.0, 0.0), (4, 0.0, 0.05, 0.0), 6.0, 0.0)
@example((6, 0.0, 0.0, 0.0), (0, 0.0, 3.0, 0.0), 0.0, 1e-300)
def test_slides(a: Drawn, b: Drawn, dx: float, dy: float) -> None:
    x, y, c, s = at(a)
    value = sweep_gap(SAMPLE, a[0], x, y, c, s, dx, dy, b[0], *at(b))
    # no moment is closer; the obstacle sliding the other way is the same thing
    for k in range(9):
        moment = gap(SAMPLE, a[0], x + k / 8 * dx, y + k / 8 * dy, c, s, b[0], *at(b))
        assert value <= max(moment, 0.0) + CLOSE
    swapped = sweep_gap(SAMPLE, b[0], *at(b), -dx, -dy, a[0], x, y, c, s)
    assert same(value, swapped)
    back = sweep_gap(SAMPLE, a[0], x + dx, y + dy, c, s, -dx, -dy, b[0], *at(b))
    assert same(value, back)
    # half a slide is no closer than the whole, and both halves are the whole
    halves = [
        sweep_gap(SAMPLE, a[0], x + k * dx, y + k * dy, c, s, dx / 2, dy / 2, b[0], *at(b))
        for k in (0.0, 0.5)
    ]
    assert same(value, min(halves))
    t = first_contact(SAMPLE, a[0], x, y, c, s, dx, dy, b[0], *at(b), CONTACT)
    assert (t == 2.0) == (value >= -CONTACT)
    if 0.0 < t <= 1.0:
        until = sweep_gap(SAMPLE, a[0], x, y, c, s, t * dx, t * dy, b[0], *at(b))
        assert until >= -CONTACT - CLOSE


@many
@given(poses, poses, angles, st.booleans())
def test_turns(a: Drawn, b: Drawn, end: float, ccw: bool) -> None:
    x, y, c, s = at(a)
    other = at(b)
    to = (math.cos(end), math.sin(end))
    value = turn_gap(SAMPLE, a[0], x, y, c, s, *to, ccw, b[0], *other, CONTACT)
    if value >= -CONTACT:
        # what is clear one way is clear the other, and at both ends
        assert turn_gap(SAMPLE, a[0], x, y, *to, c, s, not ccw, b[0], *other, CONTACT) >= -CONTACT
        assert gap(SAMPLE, a[0], x, y, c, s, b[0], *other) >= value - CLOSE
        assert gap(SAMPLE, a[0], x, y, *to, b[0], *other) >= value - CLOSE
    image = (*flipped(at(a)), to[0], -to[1])
    seen = turn_gap(MIRROR, a[0], *image, not ccw, b[0], *flipped(at(b)), CONTACT)
    assert (seen >= -CONTACT) == (value >= -CONTACT)


@pytest.mark.parametrize("index", range(len(OUTLINES)))
def test_a_shape_overlaps_itself(index: int) -> None:
    assert gap(SAMPLE, index, 1.0, 2.0, 1.0, 0.0, index, 1.0, 2.0, 1.0, 0.0) < 0.0
