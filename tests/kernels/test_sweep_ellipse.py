"""An oval sliding past an oval: certificates, closed forms, contacts, slivers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.geometry.ellipse import ellipse_pair
from movekernels.geometry.sweep import sweep_gap
from movekernels.geometry.sweep_ellipse import ellipse_sweep
from reference import sweep_ellipse as slow
from shapes_data import build_shapes, heading

Oval = tuple[float, float, float, float]
"""Half-axes, cosine and sine of the heading."""
Vector = tuple[float, float]
REAL = 1.8
"""No base is longer than this many times its width."""


def oval(a: float, b: float, degrees: float = 0.0) -> Oval:
    return (a, b, *heading(degrees))


def reach(one: Oval, ux: float, uy: float) -> tuple[float, float, float]:
    """Support value and point."""
    a, b, c, s = one
    along, across = a * (ux * c + uy * s), b * (uy * c - ux * s)
    h = math.hypot(along, across)
    x, y = a * along / h, b * across / h
    return h, x * c - y * s, x * s + y * c


def scene(rng: np.random.Generator, aspect: float) -> tuple[Vector, Vector, Oval, Oval]:
    """A slide of up to 6 inches and an obstacle near the way; discs and right angles among them."""
    pair = []
    for _ in range(2):
        a = rng.uniform(0.3, 3.0)
        b = a / aspect ** rng.choice([0.0, rng.random(), 1.0])
        pair.append(oval(a, b, rng.choice([0.0, 90.0, 45.0, rng.uniform(0.0, 360.0)])))
    length, bearing = rng.uniform(0.01, 6.0), math.radians(rng.choice([0.0, rng.uniform(0, 360)]))
    along, off = rng.choice([0.0, 0.5, 1.0, rng.uniform(-0.5, 1.5)]), rng.uniform(-5.0, 5.0)
    dx, dy = length * math.cos(bearing), length * math.sin(bearing)
    offset = (along * dx - off * math.sin(bearing), along * dy + off * math.cos(bearing))
    return offset, (dx, dy), pair[0], pair[1]


@pytest.mark.parametrize("aspect", [REAL, 100.0])
def test_twin(aspect: float) -> None:
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(40):
        offset, slide, one, two = scene(rng, aspect)
        value, ux, uy = ellipse_sweep(*offset, *slide, *one, *two)
        best, wx, wy = slow.ellipse_sweep(*offset, *slide, *one, *two)
        seen.add(best > 0.0)
        if best > 0.0 or (aspect == REAL and best > -0.01):
            assert value == pytest.approx(best, abs=1e-9)
        if best > 0.1:
            assert (ux, uy) == pytest.approx((wx, wy), abs=1e-3)
        assert value <= best + 1e-9
    assert seen == {True, False}


def certify(offset: Vector, slide: Vector, one: Oval, two: Oval) -> float:
    """Check that two points lie as far apart as a direction says that they must."""
    value, ux, uy = ellipse_sweep(*offset, *slide, *one, *two)
    ahead, ax, ay = reach(one, ux, uy)
    behind, bx, by = reach(two, ux, uy)
    push = ux * slide[0] + uy * slide[1]
    low = ux * offset[0] + uy * offset[1] - max(push, 0.0) - ahead - behind
    assert math.hypot(ux, uy) == pytest.approx(1.0, abs=1e-14)
    assert value == pytest.approx(low, abs=2e-14)
    if value > 0.01:
        wx, wy = offset[0] - ax - bx, offset[1] - ay - by
        square = slide[0] ** 2 + slide[1] ** 2
        t = min(max((wx * slide[0] + wy * slide[1]) / square, 0.0), 1.0)
        high = math.hypot(wx - t * slide[0], wy - t * slide[1])
        assert low - 1e-14 <= high <= low + 2e-12
    return value


def test_certificates() -> None:
    rng = np.random.default_rng(2)
    clear = sum(certify(*scene(rng, aspect)) > 0.0 for aspect in (REAL, 100.0) for _ in range(200))
    assert 50 < clear < 350


@pytest.mark.compiled
def test_many_moments_never_contradict() -> None:
    rng = np.random.default_rng(3)
    moments = np.linspace(0.0, 1.0, 257)
    for k in range(6000):
        offset, slide, one, two = scene(rng, (REAL, 10.0, 100.0)[k % 3])
        value = certify(offset, slide, one, two)
        gaps = [
            ellipse_pair(offset[0] - t * slide[0], offset[1] - t * slide[1], *one, *two)[0]
            for t in moments
        ]
        low = min(gaps)
        step = math.hypot(*slide) / 256.0
        if low > 0.0:
            assert low - step / 2.0 - 1e-12 <= value <= low + 1e-12
        else:
            assert value <= 1e-14


@pytest.mark.parametrize("turn", [0.0, 17.0, 90.0, 200.0])
def test_straight_past_and_straight_at(turn: float) -> None:
    c, s = heading(turn)
    for one, two in (
        (oval(2.0, 1.0, turn), oval(1.5, 0.5, turn)),
        (oval(2.0, 1.0, turn + 180.0), oval(1.5, 0.5, turn)),
        (oval(2.0, 1.0, turn), oval(0.5, 1.5 / 3.0, turn)),
    ):

        def apart(
            x: float, y: float, dx: float, dy: float, one: Oval = one, two: Oval = two
        ) -> float:
            here = (x * c - y * s, x * s + y * c)
            slide = (dx * c - dy * s, dx * s + dy * c)
            return certify(here, slide, one, two)

        wide, tall = one[0] + two[0], one[1] + two[1]
        for g in (1.0, 1e-3, 1e-9, 0.0, -1e-9, -1e-3, -0.01):
            # beside: along the long axes and along the short ones
            assert apart(3.0, tall + g, 6.0, 0.0) == pytest.approx(g, abs=1e-14)
            assert apart(3.0, -tall - g, 6.0, 0.0) == pytest.approx(g, abs=1e-14)
            assert apart(wide + g, -2.0, 0.0, -4.0) == pytest.approx(g, abs=1e-14)
            # ahead, and from there back
            assert apart(wide + 6.0 + g, 0.0, 6.0, 0.0) == pytest.approx(g, abs=1e-14)
            assert apart(-wide - g, 0.0, 6.0, 0.0) == pytest.approx(g, abs=1e-14)
            assert apart(0.0, tall + 4.0 + g, 0.0, 4.0) == pytest.approx(g, abs=1e-14)
        assert apart(3.0, 0.0, 6.0, 0.0) < -0.1
        assert apart(0.0, 0.0, 1e-3, 0.0) < -0.1
        assert apart(0.0, 0.0, 6.0, 0.0) < -0.1


def test_from_contact() -> None:
    rng = np.random.default_rng(4)
    for k in range(120):
        _, _, one, two = scene(rng, (REAL, 8.0)[k % 2])
        ux, uy = heading(rng.uniform(0.0, 360.0))
        _, ax, ay = reach(one, ux, uy)
        _, bx, by = reach(two, ux, uy)
        touch = (ax + bx, ay + by)
        for length in (1e-12, 1e-6, 0.1, 6.0):
            away = (-length * ux, -length * uy)
            assert certify(touch, away, one, two) == pytest.approx(0.0, abs=1e-14)
            along = (-length * uy, length * ux)
            assert certify(touch, along, one, two) == pytest.approx(0.0, abs=1e-14)
            pushed = certify(touch, (length * ux, length * uy), one, two)
            assert pushed < 0.0 or length == 1e-12
            if length < 1e-3:
                assert pushed == pytest.approx(-length, rel=1e-2, abs=1e-14)
            # a slide that ends in contact
            end = (touch[0] + length * ux, touch[1] + length * uy)
            arriving = certify(end, (length * ux, length * uy), one, two)
            assert arriving == pytest.approx(0.0, abs=2e-14)


def test_shallow_overlaps_are_exact() -> None:
    # a point of the outline of the covered area, pressed in along its normal
    rng = np.random.default_rng(6)
    for k in range(300):
        _, slide, one, two = scene(rng, (REAL, 8.0)[k % 2])
        bearing = math.degrees(math.atan2(slide[1], slide[0]))
        # mostly a little off the right angle to the slide, where its end takes over
        lean = rng.choice([0.0, *rng.normal(0.0, [1.0, 5.0, 20.0, 90.0])])
        ux, uy = heading(bearing + rng.choice([-90.0, 90.0]) + lean)
        push = ux * slide[0] + uy * slide[1]
        t = rng.uniform(0.0, 1.0) if lean == 0.0 else float(push > 0.0)
        _, ax, ay = reach(one, ux, uy)
        _, bx, by = reach(two, ux, uy)
        thin = one[1] + two[1]
        bend = one[1] ** 2 / one[0] + two[1] ** 2 / two[0]
        most = thin * min(0.01, bend / (one[0] + two[0]))
        for depth in (most * 0.99, most * 0.5, most * 0.01, 0.0):
            x = t * slide[0] + ax + bx - depth * ux
            y = t * slide[1] + ay + by - depth * uy
            assert certify((x, y), slide, one, two) == pytest.approx(-depth, abs=2e-14)


def test_a_sliver_is_judged_by_the_safeguarded_steps() -> None:
    # steps that leave the half circle, or start where f is not bent down
    move = ((1.853, -0.439), (0.598, -0.819), oval(0.787, 0.101, 331.4), oval(2.317, 0.38, 74.0))
    wanted = slow.ellipse_sweep(*move[0], *move[1], *move[2], *move[3])[0]
    assert certify(*move) == pytest.approx(wanted, abs=1e-9)
    move = ((-0.205, -1.275), (0.442, -0.426), oval(2.541, 0.037, 154.2), oval(2.076, 0.025, 273.0))
    assert certify(*move) < -0.1


def test_laws() -> None:
    rng = np.random.default_rng(5)
    for k in range(150):
        offset, slide, one, two = scene(rng, (REAL, 30.0)[k % 2])
        value = ellipse_sweep(*offset, *slide, *one, *two)[0]
        c, s = heading(rng.uniform(0.0, 360.0))

        def turned(v: Vector, c: float = c, s: float = s) -> Vector:
            return (v[0] * c - v[1] * s, v[0] * s + v[1] * c)

        spun = [(*o[:2], *turned((o[2], o[3]))) for o in (one, two)]
        images = [
            ellipse_sweep(*turned(offset), *turned(slide), *spun[0], *spun[1])[0],
            # the other slides the other way; the slide back; the mirror image
            ellipse_sweep(-offset[0], -offset[1], -slide[0], -slide[1], *two, *one)[0],
            ellipse_sweep(
                offset[0] - slide[0], offset[1] - slide[1], -slide[0], -slide[1], *one, *two
            )[0],
            ellipse_sweep(
                offset[0], -offset[1], slide[0], -slide[1], *one[:3], -one[3], *two[:3], -two[3]
            )[0],
        ]
        for image in images:
            if value > -1e-4 or image > -1e-4:
                assert image == pytest.approx(value, abs=2e-14)


@pytest.mark.parametrize("length", [0.0, 1e-300, 1e-200, 1e-160, 1e-16, 1e-14, 1e-10, 1e-7])
def test_hardly_any_slide_is_the_gap(length: float) -> None:
    data = build_shapes([("ellipse", 2.0, 1.0), ("ellipse", 1.5, 0.4), ("disc", 1.0)])
    for degrees in range(0, 360, 20):
        c, s = heading(degrees)
        for j, far in ((1, 3.7), (1, 2.9), (2, 3.2)):
            there = (j, far * c, far * s, *heading(degrees * 3.0))
            still = sweep_gap(data, 0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, *there)
            moved = sweep_gap(data, 0, 0.0, 0.0, 1.0, 0.0, length * s, length * c, *there)
            if still > -0.01:
                assert moved == pytest.approx(still, abs=1e-14 + length)
            assert moved == still or length > 1e-15
