"""100,000 pairs of real bases against certificates in 57-digit arithmetic.

For any direction u, ``f(u) = u.d - hA(u) - hB(-u)`` is a lower bound of the distance,
and the distance between the support points there an upper bound.  The directions come
from a bisection in float64 that has nothing to do with the kernel; mpmath's fixed-point
functions then give both bounds to 57 digits, turning u until they agree to 1e-20 inches.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

import numpy as np
import pytest
from mpmath import mp, mpf
from mpmath.libmp import from_float, sqrt_fixed, to_fixed

from movekernels.arrays import Floats
from movekernels.geometry.gap import gap
from shapes_data import MM, OVAL_MM, ROUND_MM, build_shapes, oval_base, round_base

OUTLINES = [round_base(d) for d in ROUND_MM] + [oval_base(*s) for s in (*OVAL_MM, (100.0, 1.0))]
AXES = np.array([(d, d) for d in ROUND_MM] + [*OVAL_MM, (100.0, 1.0)]) * MM / 2
GAPS = (0.0, 1e-13, 1e-10, 1e-6, 1e-3, 2.0)
CHUNK = 12_500
BITS = 192
"""Fixed-point digits after the point: 57 decimal ones."""
NARROW = (1 << BITS) // 10**20
TOUCHING = (1 << BITS) // 10**9


def draw(seed: int) -> tuple[np.ndarray, np.ndarray, Floats, Floats, Floats]:
    """Shapes, headings and offsets: anyhow, parallel, crossed, at built gaps, concentric."""
    rng = np.random.default_rng(seed)
    n = CHUNK
    i, j = rng.integers(0, len(AXES), (2, n))
    one, other, bearing = rng.uniform(0.0, 2 * np.pi, (3, n))
    kind = np.arange(n) % 10
    other = np.where(kind == 1, one, np.where(kind == 2, one + np.pi / 2, other))
    reach = rng.uniform(0.0, 1.5, n) * (AXES[i, 0] + AXES[j, 0])
    offset = reach * np.array([np.cos(bearing), np.sin(bearing)])
    u = np.array([np.cos(bearing), np.sin(bearing)])
    tangent = boundary(i, one, u) + boundary(j, other, u)
    offset = np.where(kind >= 6, tangent + rng.choice(GAPS, n) * u, offset)
    offset = np.where(kind == 5, offset * 1e-9 * (np.arange(n) % 20 != 5), offset)
    return i, j, one, other, offset


def boundary(shape: np.ndarray, angle: Floats, u: Floats) -> Floats:
    """Support points, one column each."""
    a, b = AXES[shape, 0], AXES[shape, 1]
    c, s = np.cos(angle), np.sin(angle)
    along, across = a * (u[0] * c + u[1] * s), b * (u[1] * c - u[0] * s)
    h = np.hypot(along, across)
    x, y = a * along / h, b * across / h
    return np.array([x * c - y * s, x * s + y * c])


def directions(
    i: np.ndarray, j: np.ndarray, one: Floats, other: Floats, offset: Floats
) -> tuple[Floats, Floats]:
    """Bisect the slope of f over the half circle about the line of centres."""
    middle = np.arctan2(offset[1], offset[0])
    low, high = middle - np.pi / 2, middle + np.pi / 2
    for _ in range(56):
        middle = (low + high) / 2
        u = np.array([np.cos(middle), np.sin(middle)])
        rest = offset - boundary(i, one, u) - boundary(j, other, u)
        rising = u[0] * rest[1] - u[1] * rest[0] > 0.0
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
    u = np.array([np.cos(middle), np.sin(middle)])
    rest = offset - boundary(i, one, u) - boundary(j, other, u)
    return u, u[0] * rest[0] + u[1] * rest[1]


def fixed(value: float) -> int:
    """A float as a fixed-point number, exactly."""
    return int(to_fixed(from_float(value), BITS))


def half(a: int, b: int, c: int, s: int, ux: int, uy: int, norm: int) -> tuple[int, int, int]:
    """Support of an ellipse, its derivative, and its radius of curvature there."""
    if a == b:
        return a * norm >> BITS, 0, a
    p, q = ux * c + uy * s >> BITS, uy * c - ux * s >> BITS
    ap, bq = a * p >> BITS, b * q >> BITS
    h = sqrt_fixed(ap * ap + bq * bq >> BITS, BITS)
    bend = a * b // h * norm >> BITS
    slope = ((b - a) * (b + a) >> BITS) * (p * q >> BITS) // h
    return h, slope, (bend * bend >> BITS) * norm // h


def bracket(row: tuple[float, ...], ux: float, uy: float) -> tuple[int, int]:
    """Lower bound of the distance and its width, once positive and narrow; or a value <= 0."""
    dx, dy, a1, b1, c1, s1, a2, b2, c2, s2 = (fixed(float(value)) for value in row)
    x, y = fixed(float(ux)), fixed(float(uy))
    for _ in range(8):
        norm = sqrt_fixed(x * x + y * y >> BITS, BITS)
        h1, slope1, r1 = half(a1, b1, c1, s1, x, y, norm)
        h2, slope2, r2 = half(a2, b2, c2, s2, x, y, norm)
        f = ((x * dx + y * dy >> BITS) - h1 - h2 << BITS) // norm
        g = ((x * dy - y * dx >> BITS) - slope1 - slope2 << BITS) // norm
        if (f > 0 and g * g < f * NARROW) or f < -TOUCHING:
            break
        turn = (g << BITS) // (f + r1 + r2)
        x, y = x - (y * turn >> BITS), y + (x * turn >> BITS)
    return f, sqrt_fixed(f * f + g * g >> BITS, BITS) - f


def rows(seed: int) -> Iterator[tuple[float, tuple[float, ...], float, float, float]]:
    """Kernel value, data, direction and rough separation of each pair of a chunk."""
    data = build_shapes(OUTLINES)
    i, j, one, other, offset = draw(seed)
    u, rough = directions(i, j, one, other, offset)
    c1, s1, c2, s2 = np.cos(one), np.sin(one), np.cos(other), np.sin(other)
    for n in range(CHUNK):
        pose = (c1[n], s1[n], j[n], offset[0, n], offset[1, n], c2[n], s2[n])
        value = gap(data, i[n], 0.0, 0.0, *pose)
        axes = (*offset[:, n], *AXES[i[n]], c1[n], s1[n], *AXES[j[n]], c2[n], s2[n])
        yield value, axes, u[0, n], u[1, n], rough[n]


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(8))
def test_gap_lies_in_the_certified_bracket(seed: int) -> None:
    worst, separated = 0, 0
    for value, axes, ux, uy, rough in rows(seed):
        if rough < -1e-9:
            continue  # signs of overlaps have a test of their own
        f, width = bracket(axes, ux, uy)
        if f > 0:
            assert width < NARROW
            worst = max(worst, abs(f - fixed(value)))
            separated += 1
        else:
            assert value < 1e-12
    assert separated > CHUNK // 2
    assert worst <= fixed(1e-12)


def lower_bound(row: list[mpf], angle: mpf) -> mpf:
    """f(u), each support as it stands in a textbook."""
    dx, dy, *both = row
    x, y = mp.cos(angle), mp.sin(angle)
    f = x * dx + y * dy
    for a, b, c, s in (both[:4], both[4:]):
        f -= a if a == b else mp.hypot(a * (x * c + y * s), b * (y * c - x * s))
    return f


def test_the_brackets_hold_the_distance_found_by_mpmath_alone() -> None:
    # the same lower bound in floating point at 50 digits, maximised by halving the turn
    checked = 0
    with mp.workdps(50):
        for _, axes, ux, uy, rough in islice(rows(99), 40):
            if rough < 1e-6:
                continue
            bound = partial(lower_bound, [mpf(float(value)) for value in axes])
            angle, step = mp.atan2(mpf(float(uy)), mpf(float(ux))), mpf("1e-3")
            while step > mpf("1e-22"):
                angle = max((angle - step, angle, angle + step), key=bound)
                step /= 2
            f, width = bracket(axes, ux, uy)
            scale = mpf(2) ** BITS
            assert abs(bound(angle) - mpf(f) / scale) < mpf("1e-30") + mpf(width) / scale
            checked += 1
    assert checked > 15
