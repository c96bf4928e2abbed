"""Straight slides: exact clearance, first contact, and the search over many obstacles."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.arrays import CONTACT
from movekernels.geometry.gap import gap
from movekernels.geometry.sweep import first_contact, sweep_gap, sweep_rows
from reference import sweep as slow
from shapes_data import (
    build_bodies,
    build_shapes,
    heading,
    oval_base,
    random_bodies,
    rectangle,
    round_base,
    sample_shapes,
)

SAMPLE = build_shapes(sample_shapes())
COUNT = SAMPLE.inner.size
Slide = tuple[float, float, float, float, float, float]
Place = tuple[float, float, float, float]


def draw(rng: np.random.Generator, reach: float) -> tuple[Slide, Place]:
    """A slide from the origin, and an obstacle within reach, as the kernels take them."""
    t, u, bearing = rng.uniform(0.0, math.tau, 3)
    far = rng.uniform(0.0, reach)
    dx, dy = rng.uniform(-5.0, 5.0, 2)
    slide = (0.0, 0.0, math.cos(t), math.sin(t), dx, dy)
    return slide, (
        far * math.cos(bearing),
        far * math.sin(bearing),
        math.cos(u),
        math.sin(u),
    )


@pytest.mark.parametrize("i", [k for k in range(COUNT) if k != 8])
def test_twin(i: int) -> None:
    # the regular 64-gon, slow for the twin, has its turn among the many moments below
    rng = np.random.default_rng(i)
    for _ in range(2):
        j = int(rng.choice([0, 2, 4, 5, 6, 7, 9]))
        slide, other = draw(rng, 6.0)
        value = sweep_gap(SAMPLE, i, *slide, j, *other)
        best = slow.sweep_gap(SAMPLE, i, *slide, j, *other)
        if best > 1e-9:
            assert value == pytest.approx(best, abs=1e-8)
        else:
            assert value <= best + 1e-8
        t = first_contact(SAMPLE, i, *slide, j, *other, CONTACT)
        at = slow.first_contact(SAMPLE, i, *slide, j, *other, CONTACT)
        assert t == pytest.approx(at, abs=1e-7)


@pytest.mark.parametrize("i", range(COUNT))
def test_against_many_moments(i: int) -> None:
    # the smallest sampled gap is never below the exact one, nor above by more than half a step
    rng = np.random.default_rng(50 + i)
    for j in range(COUNT):
        slide, other = draw(rng, 9.0)
        dx, dy = slide[4:]
        value = sweep_gap(SAMPLE, i, *slide, j, *other)
        moments = [
            gap(SAMPLE, i, t * dx, t * dy, *slide[2:4], j, *other) for t in np.linspace(0, 1, 101)
        ]
        low = min(moments)
        if low > 0.0 or value > 0.0:
            assert value <= low + 1e-12
            assert value >= low - math.hypot(dx, dy) / 200 - 1e-12
        else:
            assert value <= 0.0
        # the way back covers the same ground
        back = (dx, dy, *slide[2:4], -dx, -dy)
        assert max(sweep_gap(SAMPLE, i, *back, j, *other), 0.0) == pytest.approx(
            max(value, 0.0), abs=1e-11
        )
        assert sweep_gap(SAMPLE, i, *slide[:4], 0.0, 0.0, j, *other) == moments[0]
        contact = first_contact(SAMPLE, i, *slide, j, *other, CONTACT)
        assert (contact == 2.0) == (value >= -CONTACT)
        if contact < 2.0:
            x, y = contact * dx, contact * dy
            at = gap(SAMPLE, i, x, y, *slide[2:4], j, *other)
            assert at <= 1e-8
            assert at >= -CONTACT - 1e-12 or contact == 0.0


def test_a_long_slanted_oval_beside_the_line_of_the_slide_is_no_hit() -> None:
    # its support points across the slide pass the obstacle's, but far from the obstacle
    data = build_shapes([("ellipse", 3.0, 0.1), ("disc", 0.05)])
    c, s = heading(10.0)
    for side in (1, -1):
        value = sweep_gap(data, 0, 0.0, 0.0, c, side * s, 0.5, 0.0, 1, 3.3, -side * 0.2, 1.0, 0.0)
        assert value > 0.2
        assert value == pytest.approx(
            slow.sweep_gap(data, 0, 0.0, 0.0, c, side * s, 0.5, 0.0, 1, 3.3, -side * 0.2, 1.0, 0.0),
            abs=1e-8,
        )


def test_rows() -> None:
    rng = np.random.default_rng(3)
    outlines = [round_base(32), round_base(60), oval_base(105, 70), rectangle(5.0, 0.1)]
    data = build_shapes(outlines)
    seen = set()
    for _ in range(4):
        bodies = random_bodies(rng, 6, len(outlines), (24.0, 24.0))
        mask = rng.random(6) < 0.8
        i = int(rng.integers(0, len(outlines)))
        t = rng.uniform(0.0, math.tau)
        dx, dy = rng.uniform(-6.0, 6.0, 2)
        move = (12.0, 12.0, math.cos(t), math.sin(t), dx, dy)
        cut = slow.sweep_rows(data, i, *move, bodies, mask, CONTACT)
        found = sweep_rows(data, i, *move, bodies, mask, CONTACT)
        assert found in cut if cut else found == -1
        seen.add(found >= 0)
        stay = sweep_rows(data, i, *move[:4], 0.0, 0.0, bodies, mask, CONTACT)
        cut = slow.sweep_rows(data, i, *move[:4], 0.0, 0.0, bodies, mask, CONTACT)
        assert stay in cut if cut else stay == -1
    assert seen == {True, False}


@pytest.mark.compiled
def test_rows_agree_with_pairs_on_crowded_tables() -> None:
    rng = np.random.default_rng(4)
    clear = 0
    for _ in range(400):
        bodies = random_bodies(rng, 40, COUNT, (44.0, 30.0))
        mask = rng.random(40) < 0.7
        i = int(rng.integers(0, COUNT))
        t = rng.uniform(0.0, math.tau)
        dx, dy = rng.uniform(-3.0, 3.0, 2)
        move = (22.0, 15.0, math.cos(t), math.sin(t), dx, dy)
        values = [
            sweep_gap(
                SAMPLE, i, *move, int(bodies.shape[j]), bodies.x[j], bodies.y[j],
                bodies.cos[j], bodies.sin[j],
            )
            for j in range(40)
        ]  # fmt: skip
        hits = [j for j in range(40) if mask[j] and values[j] < -CONTACT]
        found = sweep_rows(SAMPLE, i, *move, bodies, mask, CONTACT)
        assert found in hits if hits else found == -1
        clear += not hits
    assert 20 < clear < 380


@pytest.mark.parametrize("start", [0.0, 33.0, 117.0, 251.0])
def test_from_base_contact(start: float) -> None:
    # away and along are clear, any push is a contact at once
    data = build_shapes([round_base(32), oval_base(105, 70), rectangle(3.0, 2.0)])
    for j in range(3):
        t = math.radians(start)
        far = gap(data, 0, 20.0 * math.cos(t), 20.0 * math.sin(t), 1.0, 0.0, j, 0, 0, 1.0, 0.0)
        dx, dy = -math.cos(t) * 30.0, -math.sin(t) * 30.0
        place = (20.0 * math.cos(t), 20.0 * math.sin(t), 1.0, 0.0)
        reach = first_contact(data, 0, *place, dx, dy, j, 0.0, 0.0, 1.0, 0.0, 0.0)
        assert reach * 30.0 >= far - 1e-9
        x, y = place[0] + reach * dx, place[1] + reach * dy
        assert abs(gap(data, 0, x, y, 1.0, 0.0, j, 0.0, 0.0, 1.0, 0.0)) < 1e-9
        touch = (data, 0, x, y, 1.0, 0.0)
        other = (j, 0.0, 0.0, 1.0, 0.0)
        # the contact normal, by the slope of the gap
        step = 1e-6
        gx = gap(data, 0, x + step, y, 1.0, 0.0, *other) / step
        gy = gap(data, 0, x, y + step, 1.0, 0.0, *other) / step
        if min(gx, gy) <= 0.0:
            gx, gy = x, y  # pushed inward: any outward direction will do below
        assert sweep_gap(*touch, 6.0 * x, 6.0 * y, *other) >= -CONTACT
        assert first_contact(*touch, 6.0 * x, 6.0 * y, *other, CONTACT) == 2.0
        assert first_contact(*touch, -x, -y, *other, CONTACT) < 1e-6
        assert sweep_gap(*touch, -0.01 * x, -0.01 * y, *other) < -1e-3


def test_a_slide_along_a_wall_it_touches_is_clear() -> None:
    data = build_shapes([rectangle(2.0, 1.0), rectangle(20.0, 0.1), oval_base(60, 35)])
    for i, half in ((0, 0.5), (2, 35 / 50.8)):
        y = 0.05 + half
        for x in (-9.0, 0.0, 4.0):
            pose = (data, i, x, y, 1.0, 0.0)
            assert abs(sweep_gap(*pose, 5.0, 0.0, 1, 0.0, 0.0, 1.0, 0.0)) < 1e-12
            assert first_contact(*pose, 5.0, 0.0, 1, 0.0, 0.0, 1.0, 0.0, CONTACT) == 2.0
            assert sweep_gap(*pose, 5.0, -1e-6, 1, 0.0, 0.0, 1.0, 0.0) < -CONTACT
            start = first_contact(*pose, 5.0, -1e-3, 1, 0.0, 0.0, 1.0, 0.0, CONTACT)
            assert start * 5.0 < 1e-4


def test_grazing_crossings_do_not_tunnel() -> None:
    # a disc that passes a disc at a clearance of g, for g down to the tolerance
    data = build_shapes([round_base(25), round_base(40)])
    for g in (1e-3, 1e-6, 1e-8, 0.0, -1e-8, -1e-6, -1e-3):
        for degrees in range(0, 360, 30):
            ux, uy = heading(degrees)
            far = 65 / 50.8 + g
            start = (-5.0 * ux - far * uy, -5.0 * uy + far * ux, 1.0, 0.0)
            slide = (10.0 * ux, 10.0 * uy)
            value = sweep_gap(data, 0, *start, *slide, 1, 0.0, 0.0, 1.0, 0.0)
            assert value == pytest.approx(g, abs=1e-12)
            body = build_bodies([(1, 0.0, 0.0, 0.0, 0.0)])
            hit = sweep_rows(data, 0, *start, *slide, body, np.array([True]), CONTACT)
            assert hit == (0 if g < -CONTACT else -1)


def test_grazing_a_straight_side_is_judged_to_the_last_digit() -> None:
    # a corner, a flat side, a disc, an oval along the long side of a wall, at any heading
    outlines = [rectangle(20.0, 0.1), rectangle(2.0, 2.0), round_base(32), oval_base(60, 35)]
    data = build_shapes(outlines)
    for degrees in range(0, 360, 40):
        ux, uy = heading(degrees)
        for i, turn, half in (
            (1, 45.0, math.sqrt(2.0)),
            (1, 0.0, 1.0),
            (2, 0.0, 16 / 25.4),
            (3, 0.0, 35 / 50.8),
        ):
            c, s = heading(degrees + turn)
            for g in (1e-3, 1e-6, 1e-8, 1e-10, -1e-10, -1e-8, -1e-6, -2e-6, -1e-3):
                far = 0.05 + half + g
                start = (-3.0 * ux - far * uy, -3.0 * uy + far * ux, c, s)
                wall = (0.0, 0.0, ux, uy)
                value = sweep_gap(data, i, *start, 6.0 * ux, 6.0 * uy, 0, *wall)
                assert value == pytest.approx(g, abs=1e-13)
                # the other way round: the wall slides past the base
                back = sweep_gap(data, 0, 0.0, 0.0, ux, uy, -6.0 * ux, -6.0 * uy, i, *start)
                assert back == pytest.approx(g, abs=1e-13)
                met = first_contact(data, i, *start, 6.0 * ux, 6.0 * uy, 0, *wall, CONTACT)
                assert (met == 2.0) == (g >= -CONTACT)


@pytest.mark.parametrize("g", [1e-3, 1e-9, 0.0, -1e-9, -1e-7, -1e-3])
def test_a_corner_grazes_a_corner_in_passing(g: float) -> None:
    # neither end of the slide is near: only the middle decides
    data = build_shapes([rectangle(2.0, 2.0), rectangle(1.0, 1.0), round_base(32)])
    c, s = heading(45.0)
    for j, half in ((1, math.sqrt(0.5)), (2, 16 / 25.4)):
        y = math.sqrt(2.0) + half + g
        for side in (1.0, -1.0):
            there = (j, 4.0, side * y, c, s)
            value = sweep_gap(data, 0, 0.0, 0.0, c, s, 8.0, 0.0, *there)
            assert value == pytest.approx(g, abs=1e-13)


@pytest.mark.parametrize("g", [1e-3, 1e-9, 0.0, -5e-10, -1e-7, -1e-4, -1e-2])
def test_straight_at_a_flat_side(g: float) -> None:
    # two wedges, base to base, are at their widest where they touch
    ahead = ("polygon", [[1.0, -1.0], [1.0, 1.0], [-1.0, 0.0]])
    across = ("polygon", [[-0.05, -3.0], [1.0, 0.0], [-0.05, 3.0]])
    data = build_shapes([rectangle(2.0, 1.5), across, oval_base(60, 35), ahead])
    for degrees in range(0, 360, 20):
        c, s = heading(degrees)
        for i, half in ((0, 1.0), (2, 60 / 50.8), (3, 1.0)):
            far = half + 0.05 + g
            for length in (1e-3, 0.1, 6.0):
                there = (1, (length + far) * c, (length + far) * s, c, s)
                at = sweep_gap(data, i, 0.0, 0.0, c, s, length * c, length * s, *there)
                assert at == pytest.approx(g, abs=1e-13) or g < -1e-4
                assert (at >= -CONTACT) == (g >= -CONTACT)
                there = (1, far * c, far * s, c, s)
                off = sweep_gap(data, i, 0.0, 0.0, c, s, -length * c, -length * s, *there)
                assert off == pytest.approx(g, abs=1e-13) or g < -1e-4
                assert (off >= -CONTACT) == (g >= -CONTACT)
                met = first_contact(
                    data, i, 0.0, 0.0, c, s, -length * c, -length * s, *there, CONTACT
                )
                assert met == (2.0 if g >= -CONTACT else 0.0)
