"""Angles compared and added as (cosine, sine) pairs, without trigonometry."""

from __future__ import annotations

import math

from movekernels._jit import kernel

SAME_HEADING = 1e-12
"""Headings this close (radians) are one heading: no turn, not a full one."""


@kernel
def _progress(c: float, s: float) -> float:
    """Grow with the angle of (c, s) from 0 to 4 as it runs once round from 0.

    The sine or cosine of each quadrant serves as its scale, so that even tiny
    angles keep all their digits.
    """
    if s >= 0.0:
        return s if c > 0.0 else 1.0 - c
    return 2.0 - s if c <= 0.0 else 3.0 + c


@kernel
def _turn_between(c0: float, s0: float, c1: float, s1: float, ccw: bool) -> tuple[float, float]:
    """Cosine and sine of the turn from heading 0 to heading 1 in the wanted sense."""
    c = c0 * c1 + s0 * s1
    s = c0 * s1 - s0 * c1
    if not ccw:
        s = -s
    if c > 0.0 and abs(s) <= SAME_HEADING:
        return 1.0, 0.0
    return c, s


@kernel
def _turned(c: float, s: float, by_c: float, by_s: float) -> tuple[float, float]:
    """Turn (c, s) by an angle, and bring it back to length 1.

    Steps that depend on the heading reached would multiply an error of its length.
    """
    x = c * by_c - s * by_s
    y = s * by_c + c * by_s
    norm = math.sqrt(x * x + y * y)
    return x / norm, y / norm
