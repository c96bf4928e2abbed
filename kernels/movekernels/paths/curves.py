"""Curves: support, places by arc length, gaps between them.

A curve is gone round counter-clockwise (sense +1, it lies to the left) or clockwise
(-1).  A point of it is named by the angle of its outward normal, and its *place* is the
length of the curve from angle 0 of its own axis to there, counter-clockwise.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.geometry.ellipse import ellipse_pair, point_ellipse
from movekernels.paths.grown import Grown

TAU = 2.0 * math.pi
POINT = -1
"""In place of a curve: a single point."""
CARLSON = 1e-3
"""Spread of the arguments at which the series of the elliptic integrals takes over: its
error is its sixth power."""


@kernel
def turn_of(angle: float) -> float:
    """Angle brought to [0, 2 pi)."""
    angle -= TAU * math.floor(angle / TAU)
    return angle if angle < TAU else 0.0


@kernel
def second_kind(cosine: float, sine: float, m: float) -> float:
    """Incomplete elliptic integral E of an angle within a quarter turn of 0, parameter ``m``.

    Carlson, *Computing Elliptic Integrals by Duplication* (1979): R_F and R_D in one go.
    """
    x = cosine * cosine
    y = 1.0 - m * sine * sine
    z = 1.0
    total = 0.0
    power = 1.0
    while True:
        mean = 0.2 * (x + y + 3.0 * z)
        if max(abs(mean - x), max(abs(mean - y), abs(mean - z))) < CARLSON * mean:
            break
        rx = math.sqrt(x)
        ry = math.sqrt(y)
        rz = math.sqrt(z)
        shift = rx * ry + ry * rz + rz * rx
        total += power / (rz * (z + shift))
        power *= 0.25
        x = 0.25 * (x + shift)
        y = 0.25 * (y + shift)
        z = 0.25 * (z + shift)
    dx = (mean - x) / mean
    dy = (mean - y) / mean
    dz = (mean - z) / mean
    ea = dx * dy
    eb = dz * dz
    ec = ea - eb
    ed = ea - 6.0 * eb
    ee = ed + ec + ec
    series = ed * (-3.0 / 14.0 + 9.0 / 88.0 * ed - 4.5 / 26.0 * dz * ee)
    series += dz * (ee / 6.0 + dz * (-9.0 / 22.0 * ec + dz * 3.0 / 26.0 * ea))
    rd = 3.0 * total + power * (1.0 + series) / (mean * math.sqrt(mean))
    mean = (x + y + z) / 3.0
    dx = (mean - x) / mean
    dy = (mean - y) / mean
    dz = -dx - dy
    e2 = dx * dy - dz * dz
    e3 = dx * dy * dz
    rf = (1.0 + (e2 / 24.0 - 0.1 - 3.0 / 44.0 * e3) * e2 + e3 / 14.0) / math.sqrt(mean)
    return sine * rf - m / 3.0 * sine * sine * sine * rd


@kernel
def perimeter(grown: Grown, j: int) -> float:
    """Length of the whole curve ``j``, inches."""
    round_part: float = TAU * grown.radius[j]
    a: float = grown.long[j]
    if a == 0.0:
        return round_part
    m = 1.0 - (grown.short[j] / a) ** 2
    return round_part + 4.0 * a * second_kind(0.0, 1.0, m)


@kernel
def place_of(grown: Grown, j: int, nx: float, ny: float) -> float:
    """Place on curve ``j`` of the point with outward normal (nx, ny)."""
    if grown.long[j] == 0.0:
        return float(grown.radius[j] * turn_of(math.atan2(ny, nx)))
    c = grown.cos[j]
    s = grown.sin[j]
    a = grown.long[j]
    b = grown.short[j]
    along = nx * c + ny * s
    across = ny * c - nx * s
    angle = turn_of(math.atan2(across, along))
    if angle == 0.0:
        return 0.0  # also from below, where the quarters would count the whole curve
    m = 1.0 - (b / a) ** 2
    norm = math.sqrt(a * a * along * along + b * b * across * across)
    # eccentric angle: cosine a along / norm, sine b across / norm; E is counted from
    # the end of the short axis, where the eccentric angle is a quarter turn
    whole = second_kind(0.0, 1.0, m)
    part = second_kind(abs(b * across) / norm, abs(a * along) / norm, m)
    # quarter by quarter: the length from the tip to the short axis is ``whole``
    if across >= 0.0:
        quarter = whole - part if along >= 0.0 else whole + part
    else:
        quarter = 3.0 * whole - part if along < 0.0 else 3.0 * whole + part
    return float(grown.radius[j] * angle + a * quarter)


@kernel
def touch(grown: Grown, j: int, nx: float, ny: float) -> tuple[float, float]:
    """The point of curve ``j`` (or of `POINT`, then (0, 0)) with outward normal (nx, ny).

    Relative to the curve's centre.
    """
    if j < 0:
        return 0.0, 0.0
    r = grown.radius[j]
    if grown.long[j] == 0.0:
        return r * nx, r * ny
    c = grown.cos[j]
    s = grown.sin[j]
    along = nx * c + ny * s
    across = ny * c - nx * s
    aa = grown.long[j] * grown.long[j]
    bb = grown.short[j] * grown.short[j]
    per = 1.0 / math.sqrt(aa * along * along + bb * across * across)
    u = aa * along * per
    v = bb * across * per
    return u * c - v * s + r * nx, u * s + v * c + r * ny


@kernel
def depth_of(grown: Grown, j: int, x: float, y: float) -> tuple[float, float, float]:
    """Signed distance of a point from curve ``j``, positive outside, and the normal there."""
    dx = x - grown.x[j]
    dy = y - grown.y[j]
    if grown.long[j] == 0.0:
        d = math.sqrt(dx * dx + dy * dy)
        if d == 0.0:
            return -grown.radius[j], 1.0, 0.0
        return d - grown.radius[j], dx / d, dy / d
    d, nx, ny = _from_point(grown, j, dx, dy)
    return d - grown.radius[j], nx, ny


@kernel
def _from_point(grown: Grown, j: int, dx: float, dy: float) -> tuple[float, float, float]:
    """Signed distance of a point from an ellipse before it is grown, and the normal there."""
    c = grown.cos[j]
    s = grown.sin[j]
    d, nx, ny = point_ellipse(grown.long[j], grown.short[j], dx * c + dy * s, dy * c - dx * s)
    return d, nx * c - ny * s, nx * s + ny * c


@kernel
def between(grown: Grown, i: int, j: int, dx: float, dy: float) -> tuple[float, float, float]:
    """Gap between curves ``i`` and ``j`` or a `POINT`, and its unit direction from i to j.

    Their centres are (dx, dy) apart.  Not exact where ellipses overlap deeper than the radii
    they are grown by.
    """
    ri = grown.radius[i] if i >= 0 else 0.0
    rj = grown.radius[j] if j >= 0 else 0.0
    long_i = grown.long[i] if i >= 0 else 0.0
    long_j = grown.long[j] if j >= 0 else 0.0
    if long_i == 0.0 and long_j == 0.0:
        d = math.sqrt(dx * dx + dy * dy)
        return (d - ri - rj, dx / d, dy / d) if d > 0.0 else (-ri - rj, 1.0, 0.0)
    if long_i == 0.0:
        f, nx, ny = _from_point(grown, j, -dx, -dy)
        return f - ri - rj, -nx, -ny
    if long_j == 0.0:
        f, nx, ny = _from_point(grown, i, dx, dy)
        return f - ri - rj, nx, ny
    f, nx, ny = ellipse_pair(
        dx, dy, long_i, grown.short[i], grown.cos[i], grown.sin[i],
        long_j, grown.short[j], grown.cos[j], grown.sin[j],
    )  # fmt: skip
    return f - ri - rj, nx, ny
