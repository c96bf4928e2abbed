"""Whether paths on one level are clear: every model of a unit and every obstacle in one call."""

from __future__ import annotations

from typing import NamedTuple

from movekernels._jit import kernel
from movekernels.arrays import CONTACT, Bodies, Bools, Floats, Ints, Shapes
from movekernels.geometry.gap import gap
from movekernels.geometry.sweep import sweep_gap
from movekernels.geometry.turn import turn_gap

NEAR = 1e-5
"""Inches beyond the distance to keep at which the discs around two bases settle it."""


class Walks(NamedTuple):
    """Paths (n) step by step (t), each a slide or a turn in place, on the level of its model."""

    shape: Ints
    """Outline of each model, shape (n,)."""
    begin: Floats
    """Where its path begins: x, y, cosine and sine of the heading; shape (n, 4)."""
    kind: Ints
    """Row of ``bars`` that holds for it, shape (n,)."""
    owner: Ints
    """Model that makes each step, shape (t,)."""
    steps: Floats
    """x, y, cosine and sine before it, the same after it, and by how much it turns, degrees,
    positive counter-clockwise; shape (t, 9)."""


@kernel
def _step_gap(
    shapes: Shapes, mine: int, step: Floats, bodies: Bodies, j: int, depth: float
) -> float:
    """Smallest gap to a body during a step; of a turn, of what it shows."""
    k = bodies.shape[j]
    x = bodies.x[j]
    y = bodies.y[j]
    c = bodies.cos[j]
    s = bodies.sin[j]
    dx = step[4] - step[0]
    dy = step[5] - step[1]
    if dx != 0.0 or dy != 0.0:
        return sweep_gap(shapes, mine, step[0], step[1], step[2], step[3], dx, dy, k, x, y, c, s)
    if step[8] == 0.0:
        return gap(shapes, mine, step[0], step[1], step[2], step[3], k, x, y, c, s)
    return turn_gap(
        shapes,
        mine,
        step[0],
        step[1],
        step[2],
        step[3],
        step[6],
        step[7],
        step[8] > 0.0,
        k,
        x,
        y,
        c,
        s,
        depth,
    )


@kernel
def _step_clear(
    shapes: Shapes,
    mine: int,
    begin: Floats,
    step: Floats,
    bodies: Bodies,
    j: int,
    clear: float,
    pressed: float,
) -> bool:
    """Whether a step keeps its distance from a body, or cuts in no deeper than it began."""
    if clear > 0.0:
        return _step_gap(shapes, mine, step, bodies, j, -clear) >= clear
    if _step_gap(shapes, mine, step, bodies, j, CONTACT) >= -CONTACT:
        return True
    deep = -gap(
        shapes,
        mine,
        begin[0],
        begin[1],
        begin[2],
        begin[3],
        bodies.shape[j],
        bodies.x[j],
        bodies.y[j],
        bodies.cos[j],
        bodies.sin[j],
    )
    if deep <= 0.0 or deep > pressed:
        return False
    depth = deep + CONTACT
    return _step_gap(shapes, mine, step, bodies, j, depth) >= -depth


@kernel
def walks_clear(
    shapes: Shapes,
    walks: Walks,
    bodies: Bodies,
    bars: Bools,
    clear: Floats,
    pressed: float,
    width: float,
    height: float,
    out: Bools,
) -> None:
    """Which models walk clear of everything, and well inside the table.

    Parameters
    ----------
    shapes
        Packed outlines.
    walks
        The paths.
    bodies
        Other models and walls (m); heights are ignored.
    bars
        Which of them are in the way of a kind of models, shape (k, m).
    clear
        Gap to keep from each, inches; 0 where touching is legal; shape (m,).
    pressed
        A base may begin pressed so far into a body by rounding, and leave, inches.
    width, height
        The table, inches.
    out
        Filled: whether no step of a model comes closer to a body than it may, and the disc
        around its base never crosses the edge of the table; shape (n,).  Where it does, the
        base itself may still be inside.
    """
    out[:] = True
    for t in range(walks.owner.size):
        i = walks.owner[t]
        if not out[i]:
            continue
        step = walks.steps[t]
        mine = walks.shape[i]
        reach = shapes.outer[mine]
        x0 = step[0]
        y0 = step[1]
        x1 = step[4]
        y1 = step[5]
        if (
            min(x0, x1) < reach
            or max(x0, x1) > width - reach
            or min(y0, y1) < reach
            or max(y0, y1) > height - reach
        ):
            out[i] = False
            continue
        dx = x1 - x0
        dy = y1 - y0
        length2 = dx * dx + dy * dy
        inverse = 1.0 / length2 if length2 > 0.0 else 0.0
        for j in range(bodies.x.size):
            if not bars[walks.kind[i], j]:
                continue
            wx = bodies.x[j] - x0
            wy = bodies.y[j] - y0
            along = min(max((wx * dx + wy * dy) * inverse, 0.0), 1.0)
            wx -= along * dx
            wy -= along * dy
            far = reach + shapes.outer[bodies.shape[j]] + clear[j] + NEAR
            if wx * wx + wy * wy > far * far:
                continue
            if not _step_clear(shapes, mine, walks.begin[i], step, bodies, j, clear[j], pressed):
                out[i] = False
                break
