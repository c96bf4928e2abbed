"""Space for blocks of pairs of bodies, sorted by kind, and how a pair is put into a lane.

Loading is a good third of the work on a pair, so it is kept to what the blocks need:
the second body in the frame of the first, and the sizes of both.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import DISC, ELLIPSE, Bodies, Floats, Ints, Shapes
from movekernels.geometry import _box_lanes as box
from movekernels.geometry import _oval_lanes as oval
from movekernels.geometry._box_lanes import _box_lanes, _over
from movekernels.geometry._oval_lanes import CLOSE, LANES, _oval_lanes

OTHER = 0
"""Lane kind of a shape that lanes do not take: a union, or a polygon that is no box."""
ROUND = 1
"""Lane kind of one disc."""
OVAL = 2
"""Lane kind of one ellipse."""
BOX = 3
"""Lane kind of one rectangle, centred and aligned with the shape's own frame."""

_INDEX = (1 << 62) - 1
"""Masks an index, so that the compiler need not allow for negative ones: 2 ns a pair."""


class PairLanes(NamedTuple):
    """Space for `pair_gaps`, and what it knows of the shapes; see `pair_lanes`."""

    kind: Ints
    """`OTHER`, `ROUND`, `OVAL` or `BOX`; shape (k,)."""
    half: Floats
    """Radius twice, half-axes, or half length and half width, inches; shape (k, 2)."""
    ovals: Floats
    """A block of pairs of ellipses; see `movekernels.geometry._oval_lanes`."""
    points: Floats
    """A block of pairs of an ellipse and a disc."""
    boxes: Floats
    """A block of pairs of boxes; see `movekernels.geometry._box_lanes`."""
    slots: Ints
    """Which pair of the list each lane holds, block by block; shape (3 * `LANES`,)."""


@kernel
def _lane_kind(shapes: Shapes, k: int, half: Floats) -> int:
    """Lane kind of one shape; its two half sizes are filled in."""
    p = shapes.part_first[k]
    half[0] = shapes.part_a[p]
    half[1] = shapes.part_b[p]
    if shapes.part_first[k + 1] != p + 1:
        return OTHER
    if shapes.part_kind[p] == DISC:
        return ROUND
    if shapes.part_kind[p] == ELLIPSE:
        return OVAL
    first = shapes.vertex_first[p]
    if shapes.vertex_first[p + 1] != first + 4:
        return OTHER
    half[0] = abs(shapes.vertex_x[first])
    half[1] = abs(shapes.vertex_y[first])
    for v in range(first, first + 4):
        # with a side between them, neighbours differ in the sign of one coordinate
        follow = v + 1 if v < first + 3 else first
        turned = shapes.vertex_x[v] * shapes.vertex_x[follow]
        risen = shapes.vertex_y[v] * shapes.vertex_y[follow]
        corner = (abs(shapes.vertex_x[v]) == half[0]) & (abs(shapes.vertex_y[v]) == half[1])
        if not corner or turned * risen >= 0.0:
            return OTHER
    return BOX


@allocating
def pair_lanes(shapes: Shapes) -> PairLanes:
    """Make the space that `pair_gaps` needs, once for a set of shapes.

    Parameters
    ----------
    shapes
        Packed outlines; those given to `pair_gaps` later.

    Returns
    -------
    PairLanes
        To be used by one thread at a time.
    """
    count = shapes.part_first.size - 1
    kind = np.empty(count, np.int64)
    half = np.empty((count, 2))
    for k in range(count):
        kind[k] = _lane_kind(shapes, k, half[k])
    slots = np.zeros(3 * LANES, np.int64)
    return PairLanes(kind, half, _oval_lanes(), _oval_lanes(), _box_lanes(), slots)


@kernel
def _load_ovals(lanes: PairLanes, lane: int, a: Bodies, i: int, b: Bodies, j: int) -> None:
    """Put two ellipses, body ``i`` of ``a`` and ``j`` of ``b``, into a lane."""
    f = lanes.ovals
    one = a.shape[i] & _INDEX
    two = b.shape[j] & _INDEX
    dx = b.x[j] - a.x[i]
    dy = b.y[j] - a.y[i]
    c = a.cos[i]
    s = a.sin[i]
    f[oval.X + lane] = dx * c + dy * s
    f[oval.Y + lane] = dy * c - dx * s
    f[oval.AA1 + lane] = lanes.half[one, 0] * lanes.half[one, 0]
    f[oval.BB1 + lane] = lanes.half[one, 1] * lanes.half[one, 1]
    f[oval.AA2 + lane] = lanes.half[two, 0] * lanes.half[two, 0]
    f[oval.BB2 + lane] = lanes.half[two, 1] * lanes.half[two, 1]
    f[oval.COS + lane] = c * b.cos[j] + s * b.sin[j]
    f[oval.SIN + lane] = c * b.sin[j] - s * b.cos[j]


@kernel
def _load_point(lanes: PairLanes, lane: int, a: Bodies, i: int, b: Bodies, j: int) -> None:
    """Put an ellipse, body ``i`` of ``a``, and a disc, ``j`` of ``b``, into a lane."""
    f = lanes.points
    one = a.shape[i] & _INDEX
    dx = b.x[j] - a.x[i]
    dy = b.y[j] - a.y[i]
    c = a.cos[i]
    s = a.sin[i]
    f[oval.X + lane] = dx * c + dy * s
    f[oval.Y + lane] = dy * c - dx * s
    f[oval.AA1 + lane] = lanes.half[one, 0] * lanes.half[one, 0]
    f[oval.BB1 + lane] = lanes.half[one, 1] * lanes.half[one, 1]
    f[oval.RADIUS + lane] = lanes.half[b.shape[j] & _INDEX, 0]


@kernel
def _load_boxes(lanes: PairLanes, lane: int, a: Bodies, i: int, b: Bodies, j: int) -> None:
    """Put two boxes, body ``i`` of ``a`` and ``j`` of ``b``, into a lane."""
    f = lanes.boxes
    one = a.shape[i] & _INDEX
    two = b.shape[j] & _INDEX
    dx = b.x[j] - a.x[i]
    dy = b.y[j] - a.y[i]
    c = a.cos[i]
    s = a.sin[i]
    f[box.X + lane] = dx * c + dy * s
    f[box.Y + lane] = dy * c - dx * s
    f[box.COS + lane] = c * b.cos[j] + s * b.sin[j]
    f[box.SIN + lane] = c * b.sin[j] - s * b.cos[j]
    f[box.LONG1 + lane] = lanes.half[one, 0]
    f[box.WIDE1 + lane] = lanes.half[one, 1]
    f[box.LONG2 + lane] = lanes.half[two, 0]
    f[box.WIDE2 + lane] = lanes.half[two, 1]


@kernel
def _box_disc(lanes: PairLanes, a: Bodies, i: int, b: Bodies, j: int) -> float:
    """Gap of a box, body ``i`` of ``a``, and a disc, ``j`` of ``b``, NaN unless they are apart."""
    one = a.shape[i] & _INDEX
    dx = b.x[j] - a.x[i]
    dy = b.y[j] - a.y[i]
    x = dx * a.cos[i] + dy * a.sin[i]
    y = dy * a.cos[i] - dx * a.sin[i]
    over = _over(x, y, lanes.half[one, 0], lanes.half[one, 1])
    radius: float = lanes.half[b.shape[j] & _INDEX, 0]
    value = math.sqrt(over) - radius
    return value if value > CLOSE else math.nan


@kernel
def _load_corner(lanes: PairLanes, lane: int, a: Bodies, i: int, b: Bodies, j: int) -> float:
    """Gap of an ellipse, body ``i`` of ``a``, and a box, ``j`` of ``b``, if a side decides it.

    Zero if it is that to a corner, which is then put into a lane with the ellipse;
    NaN if neither is certain.

    In the frame of the box, mirrored so that the centre of the ellipse has positive
    coordinates, the side that leaves the ellipse furthest outside decides, unless
    the ellipse comes nearest beyond an end of that side: then the corner there does,
    as in `movekernels.geometry.mixed`.
    """
    one = a.shape[i] & _INDEX
    two = b.shape[j] & _INDEX
    dx = a.x[i] - b.x[j]
    dy = a.y[i] - b.y[j]
    x = dx * b.cos[j] + dy * b.sin[j]
    y = dy * b.cos[j] - dx * b.sin[j]
    c = a.cos[i] * b.cos[j] + a.sin[i] * b.sin[j]
    s = a.sin[i] * b.cos[j] - a.cos[i] * b.sin[j]
    if x * y < 0.0:
        s = -s
    x = abs(x)
    y = abs(y)
    aa = lanes.half[one, 0] * lanes.half[one, 0]
    bb = lanes.half[one, 1] * lanes.half[one, 1]
    long: float = lanes.half[two, 0]
    wide: float = lanes.half[two, 1]
    hx = math.sqrt(aa * c * c + bb * s * s)
    hy = math.sqrt(aa * s * s + bb * c * c)
    lean = (aa - bb) * c * s
    ahead: float = x - long - hx
    aside: float = y - wide - hy
    if max(ahead, aside) <= CLOSE:
        return math.nan
    if ahead > aside:
        foot = y - lean / hx
        if abs(foot) <= wide:
            return ahead
        wide = math.copysign(wide, foot)
    else:
        foot = x - lean / hy
        if abs(foot) <= long:
            return aside
        long = math.copysign(long, foot)
    f = lanes.points
    x = long - x
    y = wide - y
    f[oval.X + lane] = x * c + y * s
    f[oval.Y + lane] = y * c - x * s
    f[oval.AA1 + lane] = aa
    f[oval.BB1 + lane] = bb
    f[oval.RADIUS + lane] = 0.0
    return 0.0
