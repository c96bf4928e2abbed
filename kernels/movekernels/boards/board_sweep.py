"""Straight slides of the models of many boards past what stands on them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints
from movekernels.boards.groups import BAD, FARTHEST, _outlines, _part_of, _unsound
from movekernels.geometry.sweep_past import NOTHING, _fill_outer, _past


@kernel
def _unmoved(dx: Floats, dy: Floats) -> int:
    """How many coordinates of slides are no number, or too large for a table."""
    count = 0
    for i in range(dx.size):
        count += not (abs(dx[i]) < FARTHEST)
        count += not (abs(dy[i]) < FARTHEST)
    return count


@kernel
def sweep_boards(
    whole: Ints,
    real: Floats,
    first: Ints,
    shape: Ints,
    x: Floats,
    y: Floats,
    cos: Floats,
    sin: Floats,
    z: Floats,
    dx: Floats,
    dy: Floats,
    obst_first: Ints,
    obst_shape: Ints,
    obst_x: Floats,
    obst_y: Floats,
    obst_cos: Floats,
    obst_sin: Floats,
    obst_z: Floats,
    depth: float,
    low: int,
    high: int,
    space: Floats,
    clearance: Floats,
    nearest: Ints,
    contact: Floats,
    struck: Ints,
    codes: NDArray[np.uint8],
) -> None:
    """How close each model of boards ``low`` to ``high`` slides to the obstacles there.

    Parameters
    ----------
    whole, real
        Outlines, as `movekernels.boards.groups.pack_catalogue` packs them.
    first, shape, x, y, cos, sin, z
        The models where they start: board ``g`` has ``first[g]:first[g + 1]`` of the
        arrays of `Bodies`; shapes (b+1,) and (n,).
    dx, dy
        Their slides, each alone, inches; shape (n,).
    obst_first, obst_shape, obst_x, obst_y, obst_cos, obst_sin, obst_z
        What blocks, bases and walls, likewise; shapes (b+1,) and (m,).  Heights are
        ignored: leave out what stands on another level.
    depth
        Overlap that still counts as touching, inches, 0 or more.
    low, high
        The boards judged.
    space
        Scratch, C-contiguous; (3, m) or larger, m the most obstacles of a board.
    clearance, nearest, contact, struck
        Filled for the models of the boards with what
        `movekernels.geometry.sweep_past.sweep_past` returns, indices being places among
        the obstacles of the board; shape (n,).
    codes
        Filled at ``low:high``: 0, or `BAD` for a board whose numbers are nonsense (a
        slide of `FARTHEST` or more among them): its clearances and contacts are NaN,
        its indices `NOTHING`; shape (b,).
    """
    shapes = _outlines(whole, real)
    bodies = Bodies(shape, x, y, cos, sin, z)
    others = Bodies(obst_shape, obst_x, obst_y, obst_cos, obst_sin, obst_z)
    flat = space.reshape(space.size)
    for g in range(low, high):
        start, stop = first[g], first[g + 1]
        unit = _part_of(bodies, start, stop)
        rest = _part_of(others, obst_first[g], obst_first[g + 1])
        flaws = _unmoved(dx[start:stop], dy[start:stop])
        if flaws + _unsound(shapes, unit) + _unsound(shapes, rest) > 0:
            codes[g] = BAD
            clearance[start:stop] = math.nan
            nearest[start:stop] = NOTHING
            contact[start:stop] = math.nan
            struck[start:stop] = NOTHING
            continue
        codes[g] = 0
        m = rest.x.size
        radii, bounds, waiting = flat[:m], flat[m : 2 * m], flat[2 * m : 3 * m]
        angular = _fill_outer(shapes, rest, radii)
        for i in range(start, stop):
            clearance[i], nearest[i], contact[i], struck[i] = _past(
                shapes,
                shape[i],
                x[i],
                y[i],
                cos[i],
                sin[i],
                dx[i],
                dy[i],
                rest,
                depth,
                angular,
                radii,
                bounds,
                waiting,
            )
