"""A slide past a row of obstacles is the slide past each of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from movekernels.arrays import CONTACT, Bodies, Shapes
from movekernels.geometry.sweep import first_contact, sweep_gap
from movekernels.geometry.sweep_past import NEVER, NOTHING, sweep_past
from reference import sweep_past as slow
from shapes_data import (
    build_bodies,
    build_shapes,
    heading,
    oval_base,
    random_bodies,
    real_bases,
    rectangle,
    round_base,
    sample_shapes,
)

SAMPLE = build_shapes(sample_shapes())
ROUND = build_shapes([round_base(25), round_base(32), round_base(60)])
REAL = build_shapes([*real_bases(), rectangle(6.0, 0.1)])
TABLES = {"round": ROUND, "real": REAL, "sample": SAMPLE}
Start = tuple[int, float, float, float, float, float, float]
Answer = tuple[float, int, float, int]


def drawn(rng: np.random.Generator, shapes: Shapes, size: tuple[float, float]) -> Start:
    """A model in the middle of a table, and a slide of up to 6 inches; some stay."""
    c, s = heading(rng.uniform(0.0, 360.0))
    ux, uy = heading(rng.uniform(0.0, 360.0))
    length = rng.choice([0.0, *rng.uniform(0.0, 6.0, 9)])
    i = int(rng.integers(0, shapes.inner.size))
    return (i, size[0] / 2.0, size[1] / 2.0, c, s, length * ux, length * uy)


def past(shapes: Shapes, start: Start, obstacles: Bodies, depth: float = CONTACT) -> Answer:
    """The kernel's answer, from scratch full of nonsense."""
    space = np.full((2, obstacles.x.size), math.nan)
    found: Answer = sweep_past(shapes, *start, obstacles, depth, space)
    return found


def one_by_one(shapes: Shapes, start: Start, obstacles: Bodies, depth: float) -> Answer:
    """The same from the kernels of single pairs."""
    gaps: list[tuple[float, int]] = [(math.inf, NOTHING)]
    contacts: list[tuple[float, int]] = [(NEVER, NOTHING)]
    for j in range(obstacles.x.size):
        there = (
            int(obstacles.shape[j]),
            obstacles.x[j],
            obstacles.y[j],
            obstacles.cos[j],
            obstacles.sin[j],
        )
        gaps.append((sweep_gap(shapes, *start, *there), j))
        contacts.append((first_contact(shapes, *start, *there, depth), j))
    at = min(t for t, _ in contacts)
    return *min(gaps), *((at, NOTHING) if at == NEVER else min(contacts))


def agree(found: Answer, wanted: Answer) -> None:
    assert found[0] == pytest.approx(wanted[0], abs=1e-12)
    assert found[2] == pytest.approx(wanted[2], abs=1e-12)
    assert found[1::2] == wanted[1::2]


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("m", [0, 1, 7, 65])
def test_single_pairs(name: str, m: int) -> None:
    rng = np.random.default_rng(m)
    shapes = TABLES[name]
    for _ in range(3):
        size = (14.0, 10.0)
        obstacles = random_bodies(rng, m, shapes.inner.size, size)
        start = drawn(rng, shapes, size)
        for depth in (CONTACT, 0.0, 0.3):
            agree(
                past(shapes, start, obstacles, depth), one_by_one(shapes, start, obstacles, depth)
            )


@pytest.mark.compiled
@pytest.mark.parametrize("name", TABLES)
def test_single_pairs_on_many_tables(name: str) -> None:
    rng = np.random.default_rng(8)
    shapes = TABLES[name]
    seen = {True: 0, False: 0}
    for k in range(1200):
        m = (1, 7, 65, 200)[k % 4]
        size = ((60.0, 44.0), (30.0, 22.0), (14.0, 10.0))[k % 3]
        obstacles = random_bodies(rng, m, shapes.inner.size, size)
        start = drawn(rng, shapes, size)
        found = past(shapes, start, obstacles)
        agree(found, one_by_one(shapes, start, obstacles, CONTACT))
        seen[found[3] == NOTHING] += 1
    assert min(seen.values()) > 150


def test_twin() -> None:
    rng = np.random.default_rng(5)
    shapes = build_shapes([round_base(32), oval_base(105, 70), rectangle(5.0, 0.1)])
    seen = set()
    for _ in range(6):
        obstacles = random_bodies(rng, 5, 3, (12.0, 12.0))
        start = drawn(rng, shapes, (12.0, 12.0))
        space = np.zeros((2, 5))
        clearance, nearest, contact, struck = slow.sweep_past(
            shapes, *start, obstacles, CONTACT, space
        )
        found = past(shapes, start, obstacles)
        if clearance > 0.0:
            assert found[0] == pytest.approx(clearance, abs=1e-8)
            assert found[1] == nearest
        else:
            assert found[0] <= clearance + 1e-8
        assert found[2] == pytest.approx(contact, abs=1e-7)
        assert found[3] == struck
        seen.add(struck == NOTHING)
    assert seen == {True, False}


def test_nothing_in_the_way() -> None:
    nobody = build_bodies([])
    for shapes in TABLES.values():
        for dx in (0.0, 6.0):
            found = past(shapes, (0, 1.0, 2.0, 1.0, 0.0, dx, 0.0), nobody)
            assert found == (math.inf, NOTHING, NEVER, NOTHING)


def test_what_is_nearest_need_not_be_struck_first() -> None:
    shapes = build_shapes([("disc", 0.5), rectangle(4.0, 0.2), ("ellipse", 1.0, 0.5)])
    for i in (0, 2):
        # a wall ahead, cut through its middle; a base before it, only grazed
        rows = [(1, 5.0, 0.0, 90.0, 0.0), (0, 2.0, 0.96, 0.0, 0.0), (0, 9.0, 5.0, 0.0, 0.0)]
        start = (i, 0.0, 0.0, 1.0, 0.0, 8.0, 0.0)
        clearance, nearest, contact, struck = past(shapes, start, build_bodies(rows))
        assert (nearest, struck) == (0, 1)
        assert clearance < -0.1
        assert 0.1 < contact < 0.25
        # with more depth allowed the graze is none, and the wall's face stops the slide
        contact, struck = past(shapes, start, build_bodies(rows), 0.05)[2:]
        assert struck == 0
        assert contact * 8.0 == pytest.approx(4.95 - shapes.outer[i], abs=1e-9)


def test_the_lowest_index_among_equals() -> None:
    shapes = build_shapes([("disc", 0.5), ("ellipse", 1.0, 0.5)])
    for i in (0, 1):
        for k in (0, 1):
            twice = [(k, 9.0, 9.0, 0.0, 0.0), *[(k, 4.0, 0.25, 0.0, 0.0)] * 3]
            found = past(shapes, (i, 0.0, 0.0, 1.0, 0.0, 8.0, 0.0), build_bodies(twice))
            assert found[1::2] == (1, 1)
            clear = [(k, x, y, 0.0, 0.0) for x, y in ((0, 9), (4, -3), (4, 3), (6, 3))]
            found = past(shapes, (i, 0.0, 0.0, 1.0, 0.0, 8.0, 0.0), build_bodies(clear))
            assert found[1::2] == (1, NOTHING)
            # both are struck at the start
            inside = [(k, 9.0, 0.0, 0.0, 0.0), (k, 0.1, 0.0, 0.0, 0.0), (k, 0.0, 0.0, 0.0, 0.0)]
            found = past(shapes, (i, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0), build_bodies(inside))
            assert found[2:] == (0.0, 1)


def test_the_lowest_index_among_equals_that_are_asked_in_another_order() -> None:
    # the second has the lower bounds, and is asked first
    shapes = build_shapes([("disc", 0.5), ("ellipse", 1.0, 0.5), rectangle(1.0, 1.0)])
    start = (0, 0.0, 0.0, 1.0, 0.0, 8.0, 0.0)
    rows = [(0, 4.0, 3.0, 0.0, 0.0), (1, 4.0, -3.0, 0.0, 0.0)]
    for pair in (rows, rows[::-1]):
        assert past(shapes, start, build_bodies(pair))[:2] == (2.0, 0)
    rows = [(0, 5.0, 0.0, 0.0, 0.0), (2, 5.0, 0.0, 0.0, 0.0)]
    for pair in (rows, rows[::-1]):
        assert past(shapes, start, build_bodies(pair), 0.0)[2:] == (0.5, 0)


@pytest.mark.parametrize("name", ["round", "real"])
def test_touching(name: str) -> None:
    """Base contact all around: away and along are clear, into it is not."""
    shapes = TABLES[name]
    i, j = (1, 2) if name == "round" else (12, 15)
    for degrees in range(0, 360, 15):
        ux, uy = heading(degrees)
        reach = []
        for k, (c, s) in ((i, (1.0, 0.0)), (j, heading(30.0))):
            a, b = shapes.part_a[k], shapes.part_b[k]
            along, across = a * (ux * c + uy * s), b * (uy * c - ux * s)
            h = math.hypot(along, across)
            x, y = a * along / h, b * across / h
            reach.append((x * c - y * s, x * s + y * c))
        x, y = reach[0][0] + reach[1][0], reach[0][1] + reach[1][1]
        obstacles = build_bodies([(j, 30.0, 9.0, 0.0, 0.0), (j, x, y, 30.0, 0.0)])
        for slide in ((-4.0 * ux, -4.0 * uy), (-4.0 * uy, 4.0 * ux), (0.0, 0.0)):
            found = past(shapes, (i, 0.0, 0.0, 1.0, 0.0, *slide), obstacles)
            assert found[0] == pytest.approx(0.0, abs=1e-13)
            assert found[1:] == (1, NEVER, NOTHING)
        found = past(shapes, (i, 0.0, 0.0, 1.0, 0.0, ux, uy), obstacles)
        assert found[0] < -CONTACT
        assert found[2] < 1e-8
        assert found[1::2] == (1, 1)


def test_from_within_the_first_moment_counts() -> None:
    shapes = build_shapes([("disc", 1.0), ("ellipse", 2.0, 0.8), rectangle(3.0, 2.0)])
    for i in range(3):
        for k in range(3):
            obstacles = build_bodies([(0, 6.0, 0.0, 0.0, 0.0), (k, 0.0, 0.0, 40.0, 0.0)])
            for dx in (0.0, 1e-9, 3.0, 9.0):
                clearance, _, contact, struck = past(
                    shapes, (i, 0.0, 0.0, 1.0, 0.0, dx, 0.0), obstacles
                )
                assert clearance < -0.5
                assert contact == 0.0
                assert struck == 1


def test_laws() -> None:
    rng = np.random.default_rng(9)
    hits = 0
    for k in range(40):
        shapes = (ROUND, REAL, SAMPLE)[k % 3]
        obstacles = random_bodies(rng, 9, shapes.inner.size, (16.0, 16.0))
        start = drawn(rng, shapes, (16.0, 16.0))
        found = past(shapes, start, obstacles)
        hits += found[3] != NOTHING

        order = rng.permutation(9)
        parts: Any = (array[order] for array in obstacles)
        shuffled = past(shapes, start, Bodies(*parts))
        assert (shuffled[0], shuffled[2]) == (found[0], found[2])
        back = {int(old): new for new, old in enumerate(order)} | {NOTHING: NOTHING}
        assert shuffled[1] == back[found[1]]
        # those it stands in are all struck at once
        assert shuffled[3] == back[found[3]] or found[2] == 0.0

        c, s = heading(rng.uniform(0.0, 360.0))
        ax, ay = rng.uniform(-30.0, 30.0, 2)
        moved = Bodies(
            obstacles.shape,
            obstacles.x * c - obstacles.y * s + ax,
            obstacles.x * s + obstacles.y * c + ay,
            obstacles.cos * c - obstacles.sin * s,
            obstacles.cos * s + obstacles.sin * c,
            obstacles.z,
        )
        i, x, y, ci, si, dx, dy = start
        spun = past(
            shapes,
            (
                i,
                x * c - y * s + ax,
                x * s + y * c + ay,
                ci * c - si * s,
                ci * s + si * c,
                dx * c - dy * s,
                dx * s + dy * c,
            ),
            moved,
        )
        assert spun[3] == found[3] or found[2] == 0.0
        assert spun[2] == pytest.approx(found[2], abs=1e-7)
        if found[0] > 0.0:
            assert spun[0] == pytest.approx(found[0], abs=1e-12)
            assert spun[1] == found[1]
    assert 5 < hits < 35
