"""Gaps of one ellipse from a row of discs or of ellipses, in blocks of SIMD lanes.

The lanes are those of `movekernels.geometry._oval_lanes`; what they do not certify
is left to the scalar kernels of `movekernels.geometry.ellipse`.  Rows are cut to the
block before they are read: an index that is a sum is taken for possibly negative,
and a loop that must allow for that is not vectorised.
"""

from __future__ import annotations

from typing import NamedTuple

from movekernels._jit import allocating, kernel
from movekernels.arrays import Floats
from movekernels.geometry._oval_lanes import (
    AA1,
    AA2,
    BB1,
    BB2,
    CLOSE,
    COS,
    FOUND,
    LANES,
    RADIUS,
    SIN,
    X,
    Y,
    _oval_lanes,
    _ovals,
    _points,
)
from movekernels.geometry.ellipse import ellipse_pair, point_ellipse


class Oblongs(NamedTuple):
    """A row of posed ellipses, or of posed boxes."""

    x: Floats
    """Centre, inches; shape (m,)."""
    y: Floats
    """Shape (m,)."""
    a: Floats
    """Half-axis, or half length, along the heading; shape (m,)."""
    b: Floats
    """Across it; shape (m,)."""
    cos: Floats
    """Heading; shape (m,)."""
    sin: Floats
    """Shape (m,)."""


@allocating
def ellipse_lanes() -> Floats:
    """Make the scratch of the kernels here, for one thread at a time."""
    return _oval_lanes()


@kernel
def _load_first(f: Floats, a: float, b: float) -> None:
    """Put one ellipse into the first half of all lanes."""
    for k in range(LANES):
        f[AA1 + k] = a * a
        f[BB1 + k] = b * b


@kernel
def ellipse_disc_gaps(
    a: float,
    b: float,
    x: float,
    y: float,
    c: float,
    s: float,
    others_x: Floats,
    others_y: Floats,
    others_r: Floats,
    lanes: Floats,
    out: Floats,
) -> None:
    """Signed gap of one ellipse to each disc of a row.

    Parameters
    ----------
    a, b
        Half-axes, ``a >= b > 0``, inches.
    x, y, c, s
        Centre and heading (cosine, sine) of the ellipse.
    others_x, others_y, others_r
        Centres and radii of the discs; shape (m,).
    lanes
        Scratch from `ellipse_lanes`.
    out
        Filled with `point_ellipse` less the radius, inches: to 1e-13 if the centre
        lies outside, to the last digit otherwise; shape (m,).

    Notes
    -----
    Largest difference from the scalar kernel in 1,600,000 pairs of real oval and round
    bases, overlaps and gaps of 1e-12" to 12": 5.1e-14"; none in sign.
    """
    f = lanes
    _load_first(f, a, b)
    # closer than this the centre lies inside, for certain; a stand-in there spares 1 / 0
    deep = 0.25 * b * b
    for start in range(0, others_x.size, LANES):
        count = min(LANES, others_x.size - start)
        xs = others_x[start:]
        ys = others_y[start:]
        rs = others_r[start:]
        for k in range(count):
            dx = xs[k] - x
            dy = ys[k] - y
            inside = dx * dx + dy * dy < deep
            f[X + k] = 0.5 * b if inside else dx * c + dy * s
            f[Y + k] = 0.0 if inside else dy * c - dx * s
            f[RADIUS + k] = rs[k]
        _points(f, count)
        for k in range(count):
            found = f[FOUND + k]
            if found != found:
                dx = xs[k] - x
                dy = ys[k] - y
                found = point_ellipse(a, b, dx * c + dy * s, dy * c - dx * s)[0] - rs[k]
            out[start + k] = found


@kernel
def ellipse_gaps(
    a: float,
    b: float,
    x: float,
    y: float,
    c: float,
    s: float,
    others: Oblongs,
    lanes: Floats,
    out: Floats,
) -> None:
    """Signed gap of one ellipse to each ellipse of a row.

    Parameters
    ----------
    a, b
        Half-axes, ``a >= b > 0``, inches.
    x, y, c, s
        Centre and heading (cosine, sine) of the ellipse.
    others
        The row; shape (m,) each.
    lanes
        Scratch from `ellipse_lanes`.
    out
        Filled with `ellipse_pair`, inches: to 1e-13 beyond 1e-9", to the last digit
        for pairs nearer than that and overlapping; shape (m,).

    Notes
    -----
    Largest difference from the scalar kernel in 1,340,000 separated pairs of real oval
    bases, gaps of 1e-12" to 12": 5.2e-14"; none in sign, with 260,000 overlaps.
    """
    f = lanes
    _load_first(f, a, b)
    for start in range(0, others.x.size, LANES):
        count = min(LANES, others.x.size - start)
        xs = others.x[start:]
        ys = others.y[start:]
        long = others.a[start:]
        wide = others.b[start:]
        cos = others.cos[start:]
        sin = others.sin[start:]
        for k in range(count):
            dx = xs[k] - x
            dy = ys[k] - y
            # overlapping for certain, and a stand-in that overlaps spares 1 / 0
            deep = 0.5 * (b + wide[k])
            inside = dx * dx + dy * dy < deep * deep
            f[X + k] = deep if inside else dx * c + dy * s
            f[Y + k] = 0.0 if inside else dy * c - dx * s
        for k in range(count):
            f[AA2 + k] = long[k] * long[k]
            f[BB2 + k] = wide[k] * wide[k]
        for k in range(count):
            f[COS + k] = c * cos[k] + s * sin[k]
            f[SIN + k] = c * sin[k] - s * cos[k]
        _ovals(f, count)
        for k in range(count):
            found = f[FOUND + k]
            if not found > CLOSE:
                dx = xs[k] - x
                dy = ys[k] - y
                found = ellipse_pair(dx, dy, a, b, c, s, long[k], wide[k], cos[k], sin[k])[0]
            out[start + k] = found
