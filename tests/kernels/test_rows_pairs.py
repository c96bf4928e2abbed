"""Listed pairs against their slow twin, the scalar gap, and 40-digit brackets."""

from __future__ import annotations

import math

import numpy as np
import pytest
from mpmath import mp, mpf

from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.geometry import pair_lanes as lanes_of
from movekernels.geometry.gap import gap
from movekernels.geometry.pair_lanes import pair_lanes
from movekernels.geometry.pair_rows import pair_gaps
from movekernels.geometry.parts import part_gap
from reference import pair_lanes as slow_lanes
from reference import pair_rows as slow
from rows_data import GAPS, couples, listed_gaps
from shapes_data import build_bodies, build_shapes, real_bases, rectangle, sample_shapes

OUTLINES = [
    *sample_shapes(),
    rectangle(4.5, 7.1),
    ("polygon", [[1.0, 0.5], [-1.0, 0.5], [-1.0, -0.5], [1.0, -0.5]]),
    ("polygon", [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]),
    ("polygon", [[-1.0, -0.5], [1.0, -0.5], [1.1, 0.5], [-1.0, 0.5]]),
    ("polygon", [[-1.0, -0.5], [1.0, -0.5], [1.0, 0.6], [-1.0, 0.6]]),
]
SAMPLE = build_shapes(OUTLINES)
REAL = build_shapes([*real_bases(), rectangle(7.1, 4.3), rectangle(3.9, 2.0)])
FEW = tuple(range(len(OUTLINES)))


def found_gaps(
    data: Shapes, a: Bodies, b: Bodies, first: Ints | None = None, second: Ints | None = None
) -> Floats:
    first = np.arange(a.x.size) if first is None else first
    second = np.arange(b.x.size) if second is None else second
    out = np.full(first.size + 1, 77.0)
    pair_gaps(data, a, b, first, second, first.size, pair_lanes(data), out)
    assert out[-1] == 77.0
    return out[:-1]


def scalar_gaps(data: Shapes, a: Bodies, b: Bodies) -> Floats:
    out, every = np.empty(a.x.size), np.arange(a.x.size)
    listed_gaps(data, a, b, every, every, every.size, out)
    return out


def agree(found: Floats, scalar: Floats) -> None:
    np.testing.assert_allclose(found, scalar, rtol=0.0, atol=1e-12)
    assert np.array_equal(found > 0.0, scalar > 0.0)
    assert np.array_equal(found[scalar <= 1e-10], scalar[scalar <= 1e-10])


def drawn(rng: np.random.Generator, data: Shapes, count: int, kinds: Ints) -> tuple[Bodies, Bodies]:
    """Pairs of any of these shapes, half of them overlapping or nearly so."""
    one, two = rng.choice(kinds, (2, count))
    return couples(rng, data, one, two, rng.uniform(0.0, 1.6, count))


def pressed(data: Shapes, a: Bodies, b: Bodies, gaps: Floats) -> Bodies:
    """The second of each pair of single parts, shifted to a gap from the first."""
    x, y = b.x.copy(), b.y.copy()
    for k in range(x.size):
        p, q = data.part_first[a.shape[k]], data.part_first[b.shape[k]]
        offset = (b.x[k] - a.x[k], b.y[k] - a.y[k])
        f, ux, uy = part_gap(data, p, a.cos[k], a.sin[k], q, b.cos[k], b.sin[k], *offset)
        x[k] += (gaps[k] - f) * ux
        y[k] += (gaps[k] - f) * uy
    return Bodies(b.shape, x, y, b.cos, b.sin, b.z)


def test_lane_kinds() -> None:
    made = pair_lanes(SAMPLE)
    names = {
        lanes_of.OTHER: "other",
        lanes_of.ROUND: "round",
        lanes_of.OVAL: "oval",
        lanes_of.BOX: "box",
    }
    twin = slow_lanes.pair_lanes(SAMPLE)
    assert [names[kind] for kind in made.kind.tolist()] == [kind for kind, _, _ in twin]
    assert [kind for kind, _, _ in twin].count("box") == 4
    for half, (kind, a, b) in zip(made.half.tolist(), twin, strict=True):
        assert kind == "other" or half == [a, b]


@pytest.mark.parametrize("one", FEW)
def test_pairs_of_every_two_kinds_against_the_twin(one: int) -> None:
    rng = np.random.default_rng(one)
    others = np.array([k for k in FEW if k != 8] if one != 8 else [0, 2, 5])  # 64 corners
    a, b = couples(
        rng, SAMPLE, np.full(others.size, one), others, rng.uniform(0.6, 1.3, others.size)
    )
    every = np.arange(others.size)
    twin = np.array(slow.pair_gaps(SAMPLE, a, b, every, every, every.size))
    found = found_gaps(SAMPLE, a, b)
    clear = twin > 0.0
    np.testing.assert_allclose(found[clear], twin[clear], rtol=0.0, atol=1e-9)
    assert np.all(found <= twin + 1e-9)
    assert np.array_equal(found > 0.0, clear)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8, 9, 64, 65, 200])
def test_lists_of_any_length(count: int) -> None:
    rng = np.random.default_rng(count)
    a, b = drawn(rng, SAMPLE, count, np.array([0, 1, 2, 3, 4, 5, 6, 12]))
    agree(found_gaps(SAMPLE, a, b), scalar_gaps(SAMPLE, a, b))


@pytest.mark.parametrize("kinds", [(0, 0), (2, 3), (2, 1), (0, 3), (5, 12), (5, 0), (6, 2), (3, 5)])
def test_blocks_of_one_kind(kinds: tuple[int, int]) -> None:
    """Each block runs over; 65 that are apart leave one."""
    rng = np.random.default_rng(kinds)
    for count, least in ((65, 1.1), (70, 0.3), (200, 0.9)):
        one, two = (np.full(count, kind) for kind in kinds)
        a, b = couples(rng, SAMPLE, one, two, rng.uniform(least, 1.8, count))
        agree(found_gaps(SAMPLE, a, b), scalar_gaps(SAMPLE, a, b))


def test_touching_pressed_and_nearly_touching() -> None:
    rng = np.random.default_rng(11)
    kinds = np.array([0, 1, 2, 3, 4, 5, 6, 12])
    a, b = drawn(rng, SAMPLE, 150, kinds)
    gaps = rng.choice(np.concatenate([[0.0], GAPS[:8], -GAPS[:5]]), 150)
    b = pressed(SAMPLE, a, b, gaps)
    found = found_gaps(SAMPLE, a, b)
    agree(found, scalar_gaps(SAMPLE, a, b))
    assert np.all(found >= gaps - 1e-12)  # that far in one direction, if not in another
    assert np.median(np.abs(found - gaps)) < 1e-12


def test_concentric_and_aligned() -> None:
    turns = (0.0, 90.0, 180.0, 30.0)
    kinds = (0, 2, 3, 4, 5, 6, 12)
    a = build_bodies([(i, 5, 5, 0, 0) for i in kinds for _ in kinds for _ in turns])
    b = build_bodies([(j, 5, 5, t, 0) for _ in kinds for j in kinds for t in turns])
    agree(found_gaps(SAMPLE, a, b), scalar_gaps(SAMPLE, a, b))
    assert np.all(found_gaps(SAMPLE, a, b) < 0.0)
    for dx, dy in ((9.0, 0.0), (0.0, -9.0), (0.0, 1e-9)):
        c = Bodies(b.shape, b.x + dx, b.y + dy, b.cos, b.sin, b.z)
        agree(found_gaps(SAMPLE, a, c), scalar_gaps(SAMPLE, a, c))


@pytest.mark.parametrize("seed", range(4))
def test_order_of_the_list_and_of_the_two(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, _ = drawn(rng, SAMPLE, 12, np.array(FEW))
    first, second = rng.integers(0, 12, (2, 90))
    first, second = first[first != second], second[first != second]
    near = Bodies(a.shape, a.x / 3.0, a.y / 3.0, a.cos, a.sin, a.z)
    found = found_gaps(SAMPLE, near, near, first, second)
    order = rng.permutation(first.size)
    again = found_gaps(SAMPLE, near, near, first[order], second[order])
    assert np.array_equal(again, found[order])
    swapped = found_gaps(SAMPLE, near, near, second, first)
    clear = found > 0.0
    np.testing.assert_allclose(swapped[clear], found[clear], rtol=0.0, atol=1e-12)
    assert np.array_equal(swapped > 0.0, clear)


def test_moving_and_turning_the_table() -> None:
    rng = np.random.default_rng(21)
    a, b = drawn(rng, SAMPLE, 60, np.array(FEW))
    found = found_gaps(SAMPLE, a, b)
    c, s = 0.28, 0.96
    far = [
        Bodies(
            g.shape,
            g.x * c - g.y * s + 3.0,
            g.x * s + g.y * c - 8.0,
            g.cos * c - g.sin * s,
            g.cos * s + g.sin * c,
            g.z,
        )
        for g in (a, b)
    ]
    moved = found_gaps(SAMPLE, far[0], far[1])
    clear = found > 1e-10
    np.testing.assert_allclose(moved[clear], found[clear], rtol=0.0, atol=1e-11)
    assert np.array_equal(moved > 1e-10, clear)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(4))
def test_many_real_bases_against_the_scalar_gap(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = 20_000
    a, b = drawn(rng, REAL, count, np.arange(22))
    agree(found_gaps(REAL, a, b), scalar_gaps(REAL, a, b))
    gaps = rng.choice([-1.0, 1.0, 1.0], count) * 10.0 ** rng.uniform(-13.0, 1.1, count)
    b = pressed(REAL, a, b, gaps)
    found = found_gaps(REAL, a, b)
    agree(found, scalar_gaps(REAL, a, b))
    assert np.mean((found > 0.0) & (found < 1e-3)) > 0.2


def bracket(row: list[mpf], ux: mpf, uy: mpf) -> tuple[mpf, mpf]:
    """A lower and an upper bound of the distance of two ellipses, in the words of a textbook."""
    dx, dy, *both = row
    for _ in range(3):
        norm = mp.sqrt(ux * ux + uy * uy)
        ux, uy = ux / norm, uy / norm
        qx, qy, radii = dx, dy, mpf(0)
        for a, b, c, s in (both[:4], both[4:]):
            along, across = a * (ux * c + uy * s), b * (uy * c - ux * s)
            h = mp.sqrt(along * along + across * across)
            px, py = a * along / h, b * across / h
            qx -= px * c - py * s
            qy -= px * s + py * c
            radii += (a * b) ** 2 / h**3
        f, slope = ux * qx + uy * qy, ux * qy - uy * qx
        ux, uy = ux * (f + radii) - uy * slope, uy * (f + radii) + ux * slope
    return f, mp.sqrt(qx * qx + qy * qy)


@pytest.mark.compiled
def test_gaps_of_ovals_lie_in_the_certified_bracket() -> None:
    rng = np.random.default_rng(5)
    count = 3000
    a, b = drawn(rng, REAL, count, np.arange(20))
    gaps = np.where(rng.random(count) < 0.5, rng.choice(GAPS, count), rng.uniform(0.0, 12.0, count))
    b = pressed(REAL, a, b, gaps)
    found = found_gaps(REAL, a, b)
    checked = 0
    with mp.workdps(40):
        for k in range(count):
            i, j = int(a.shape[k]), int(b.shape[k])
            offset = (b.x[k] - a.x[k], b.y[k] - a.y[k])
            headings = (a.cos[k], a.sin[k]), (b.cos[k], b.sin[k])
            value, ux, uy = part_gap(REAL, i, *headings[0], j, *headings[1], *offset)
            if value < 1e-11:
                continue
            axes = [(REAL.part_a[p], REAL.part_b[p]) for p in (i, j)]
            row = [*offset, *axes[0], *unit(*headings[0]), *axes[1], *unit(*headings[1])]
            low, high = bracket([mpf(v) for v in row], mpf(float(ux)), mpf(float(uy)))
            assert high - low < mpf(10) ** -18
            assert abs(mpf(float(found[k])) - low) < 1e-12
            checked += 1
    assert checked > count // 2


def unit(c: float, s: float) -> tuple[mpf, mpf]:
    """The heading as the kernels take it: what its length lacks to 1 is rounding."""
    return mpf(float(c)), mpf(float(s))


def test_a_body_of_several_parts_is_left_to_the_scalar_gap() -> None:
    a, b = build_bodies([(10, 0, 0, 20, 0)]), build_bodies([(11, 4, 1, 50, 0)])
    pose = (0.0, 0.0, a.cos[0], a.sin[0], 11, 4.0, 1.0, b.cos[0], b.sin[0])
    assert found_gaps(SAMPLE, a, b).tolist() == [gap(SAMPLE, 10, *pose)]
    assert math.isfinite(found_gaps(SAMPLE, a, b)[0])
