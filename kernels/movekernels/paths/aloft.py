"""Straight slides above the ground: past what bars them, beside what holds them up.

A base that is up needs terrain of that height near it all the way (section 13.06), so
two things are asked of a slide: that nothing cuts it, and that the parts of it near some
terrain cover all of it.  The gap of two convex parts is convex along a line: each pair of
parts is near for one stretch of the slide, whose ends are its first contacts from both
sides.  Nothing is sampled.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Bools, Floats, Ints, Shapes
from movekernels.geometry.sweep import first_contact, sweep_gap


class Beside(NamedTuple):
    """A base of one heading and the convex parts ``m`` it goes past."""

    pieces: Shapes
    """Outlines of one convex part each."""
    first: int
    """The base is outlines ``first`` to ``last`` - 1."""
    last: int
    cos: float
    """Heading of the base."""
    sin: float
    bodies: Bodies
    """The parts, where they stand, shape (m,)."""
    depth: Floats
    """Overlap from which a part counts as met, inches, minus a gap; shape (m,)."""


@kernel
def _apart(b: Beside, i: int, m: int, x: float, y: float, dx: float, dy: float) -> bool:
    """Whether the discs around base and part tell that a slide does not meet the part."""
    wx = b.bodies.x[m] - x
    wy = b.bodies.y[m] - y
    d2 = dx * dx + dy * dy
    t = min(max((wx * dx + wy * dy) / d2, 0.0), 1.0) if d2 > 0.0 else 0.0
    wx -= t * dx
    wy -= t * dy
    reach = b.pieces.part_a[i] + b.pieces.part_a[b.bodies.shape[m]] - b.depth[m]
    return bool(wx * wx + wy * wy >= reach * reach) if reach > 0.0 else True


@kernel
def _met(
    b: Beside, i: int, m: int, x: float, y: float, dx: float, dy: float
) -> tuple[float, float]:
    """Stretch of a slide on which outline ``i`` meets part ``m``; (2, -1) if none."""
    if _apart(b, i, m, x, y, dx, dy):
        return 2.0, -1.0
    k = b.bodies.shape[m]
    px, py, c, s = b.bodies.x[m], b.bodies.y[m], b.bodies.cos[m], b.bodies.sin[m]
    depth = b.depth[m]
    start = first_contact(b.pieces, i, x, y, b.cos, b.sin, dx, dy, k, px, py, c, s, depth)
    if start > 1.0:
        return 2.0, -1.0
    x += dx
    y += dy
    back = first_contact(b.pieces, i, x, y, b.cos, b.sin, -dx, -dy, k, px, py, c, s, depth)
    return start, max(start, 1.0 - back)


@kernel
def met_stretches(b: Beside, x: float, y: float, dx: float, dy: float, out: Floats) -> None:
    """Stretches of a straight slide on which a base meets each of the parts beside it.

    Parameters
    ----------
    b
        The base and the parts.
    x, y
        Its centre at the start, inches.
    dx, dy
        The slide, inches; not (0, 0).
    out
        Filled with the ends of the stretches as fractions of the slide, (2, -1) for
        none; shape (last - first, m, 2).
    """
    for i in range(b.last - b.first):
        for m in range(b.depth.size):
            out[i, m, 0], out[i, m, 1] = _met(b, b.first + i, m, x, y, dx, dy)


@kernel
def _cut(b: Beside, x: float, y: float, dx: float, dy: float) -> bool:
    """Whether a slide meets any of the parts."""
    for m in range(b.depth.size):
        for i in range(b.first, b.last):
            if _apart(b, i, m, x, y, dx, dy):
                continue
            k = b.bodies.shape[m]
            px, py, c, s = b.bodies.x[m], b.bodies.y[m], b.bodies.cos[m], b.bodies.sin[m]
            low = sweep_gap(b.pieces, i, x, y, b.cos, b.sin, dx, dy, k, px, py, c, s)
            if low < -b.depth[m]:
                return True
    return False


@kernel
def _held(b: Beside, x: float, y: float, dx: float, dy: float, scratch: Floats) -> bool:
    """Whether the stretches on which the parts are met cover the whole slide.

    Those that start no later than where the others end are taken in, until none is left.
    """
    count = 0
    for m in range(b.depth.size):
        for i in range(b.first, b.last):
            start, end = _met(b, i, m, x, y, dx, dy)
            if start <= 1.0:
                scratch[count, 0] = start
                scratch[count, 1] = end
                count += 1
    done = 0.0
    while count > 0 and done < 1.0:
        left = 0
        farther = done
        for k in range(count):
            if scratch[k, 0] <= done:
                farther = max(farther, scratch[k, 1])
            else:
                scratch[left, 0] = scratch[k, 0]
                scratch[left, 1] = scratch[k, 1]
                left += 1
        if left == count:
            return False
        count = left
        done = farther
    return done >= 1.0


@kernel
def held_slides(
    bars: Beside,
    holds: Beside,
    held: bool,
    x: float,
    y: float,
    ends_x: Floats,
    ends_y: Floats,
    scratch: Floats,
    out: Bools,
) -> None:
    """Which of some straight slides from one place are clear, and held up all the way.

    Parameters
    ----------
    bars
        The base and what bars it.
    holds
        The base and what holds it up: met within ``-depth`` inches.
    held
        Whether it must be held up.
    x, y
        Where it starts, inches.
    ends_x, ends_y
        Where the slides end, shape (s,); the start itself is clear.
    scratch
        At least a row for each pair of a part of the base and of ``holds``, shape (r, 2).
    out
        Filled, shape (s,).
    """
    for k in range(ends_x.size):
        dx = ends_x[k] - x
        dy = ends_y[k] - y
        still = dx == 0.0 and dy == 0.0
        out[k] = still or (
            not _cut(bars, x, y, dx, dy) and (not held or _held(holds, x, y, dx, dy, scratch))
        )


@kernel
def last_slides(
    bars: Beside,
    holds: Beside,
    held: bool,
    from_x: Floats,
    from_y: Floats,
    spent: Floats,
    ends_x: Floats,
    ends_y: Floats,
    scratch: Floats,
    tried: Bools,
    lengths: Floats,
    via: Ints,
) -> None:
    """Shortest ways to places whose last part is a straight slide from one of some others.

    Parameters
    ----------
    bars, holds, held
        As for `held_slides`.
    from_x, from_y
        Where the last slides start, shape (n,).
    spent
        What has been spent until there, inches, shape (n,).
    ends_x, ends_y
        Where they end, shape (s,).
    scratch
        As for `held_slides`.
    tried
        Scratch, shape (n,).
    lengths
        Lengths that are to be beaten, inches; where they are, replaced; shape (s,).
    via
        Filled where they are, with where the slide starts; shape (s,).
    """
    for k in range(ends_x.size):
        tried[:] = False
        while True:
            best = lengths[k]
            nearest = -1
            for n in range(spent.size):
                if tried[n] or spent[n] >= best:
                    continue
                wx = ends_x[k] - from_x[n]
                wy = ends_y[k] - from_y[n]
                length = spent[n] + math.sqrt(wx * wx + wy * wy)
                if length < best:
                    best = length
                    nearest = n
            if nearest < 0:
                break
            tried[nearest] = True
            x, y = from_x[nearest], from_y[nearest]
            dx = ends_x[k] - x
            dy = ends_y[k] - y
            still = dx == 0.0 and dy == 0.0
            if still or (
                not _cut(bars, x, y, dx, dy) and (not held or _held(holds, x, y, dx, dy, scratch))
            ):
                lengths[k] = best
                via[k] = nearest
                break
