"""How near models are to whole enemy units and to objectives.

*Within X* without further words is a gap of bases in three dimensions (01.04, reading A25);
*horizontally and vertically* are two tests.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from movekernels.arrays import LEVEL, Bodies, Bools, Floats, Ints
from movekernels.checks.within_rows import first_within, near_space
from movekernels.geometry.gap import gap_rows
from movesolver.referee.outlines import (
    Outline,
    centred,
    outline_of_base,
    outline_of_disc,
    pack_outlines,
)
from movesolver.referee.position import Position, bodies_of, select
from movesolver.table.scenario import Marker

ROUNDING = 1e-6
"""Inches by which discs are overestimated where they only tell who need not be asked."""
CONTACT_SLACK = 1e-4
"""Gaps up to this are base contact, for locks, duties and set-ups (inches)."""


def engaged_table(position: Position, bodies: Bodies, tolerance: float) -> Bools:
    """Return which models are engaged with which enemy units (03.04).

    Parameters
    ----------
    position
        Axis ``u`` is that of ``position.foes``.
    bodies
        Models of the unit at some poses, shape (n,).
    tolerance
        Added to both limits, inches.

    Returns
    -------
    numpy.ndarray
        Shape (n, u).
    """
    limit = position.rules.engagement
    reach, tall = limit.horizontal + tolerance, limit.vertical + tolerance
    table = np.zeros((bodies.x.size, len(position.foes)), dtype=np.bool_)
    close = _maybe_within(position, bodies, reach)
    for u, name in enumerate(position.foes):
        if close[position.board.spans[name]].any():
            table[:, u] = within(position, bodies, position.of_units(name), reach, tall)
    return table


def _maybe_within(position: Position, bodies: Bodies, reach: float) -> Bools:
    """Return which others are within ``reach`` of some body as discs around them, (m,)."""
    others, outer = position.others, position.shapes.outer
    far = outer[bodies.shape][:, None] + (outer[others.shape] + (reach + ROUNDING))
    dx, dy = bodies.x[:, None] - others.x, bodies.y[:, None] - others.y
    return np.asarray((dx * dx + dy * dy <= far * far).any(axis=0), dtype=np.bool_)


def within(
    position: Position, bodies: Bodies, others: Bools, reach: float, tall: float = math.inf
) -> Bools:
    """Return which models have one of the others within both limits, (n,); ``others`` is (m,).

    In three dimensions instead where a game has it so and the heights of bodies are given (VS10).
    """
    if position.rules.solid and (position.lifted(bodies)[:, others] > 0.0).any():
        flat_gaps = np.empty((bodies.x.size, int(others.sum())))
        gap_rows(position.shapes, bodies, select(position.others, others), flat_gaps)
        solid = np.hypot(np.maximum(flat_gaps, 0.0), position.lifted(bodies)[:, others])
        return np.asarray((solid <= reach).any(axis=1), dtype=np.bool_)
    chosen, _ = storeys(select(position.others, others), position.others_tall()[others], tall)
    standing, which = storeys(bodies, position.tall(bodies), tall)
    first = np.empty(standing.x.size, dtype=np.int64)
    space = near_space(chosen.x.size)
    flat = not math.isfinite(tall)
    first_within(position.shapes, standing, chosen, reach, tall, flat, False, *space, first)
    near = np.zeros(bodies.x.size, dtype=np.bool_)
    near[which[first >= 0]] = True
    return near


def storeys(bodies: Bodies, heights: Floats, tall: float) -> tuple[Bodies, Ints]:
    """Return bodies with copies of tall ones up to their tops, and whose copy each is.

    Something is within a vertical limit ``tall`` of a FRAME body exactly if it is of one of its
    copies (17.02): these stand no farther above each other than twice the limit.
    """
    which = np.arange(bodies.x.size)
    if not math.isfinite(tall) or not (heights > 0.0).any():
        return bodies, which
    owners, rise = [which], [np.zeros(which.size)]
    for i in np.flatnonzero(heights > 0.0):
        steps = max(1, math.ceil(float(heights[i]) / max(2.0 * tall, 1e-3)))
        owners.append(np.full(steps, i))
        rise.append(float(heights[i]) * np.arange(1, steps + 1) / steps)
    index = np.concatenate(owners)
    copies = select(bodies, index)
    return copies._replace(z=copies.z + np.concatenate(rise)), index


def unit_gaps(position: Position, bodies: Bodies, units: Sequence[str]) -> Floats:
    """Return the gap in three dimensions of each model to each unit, inches.

    Returns
    -------
    numpy.ndarray
        Shape (n, u); infinity for a unit that has no model on the table.  Bases that overlap
        in projection are apart by their heights alone.
    """
    gaps = body_gaps(position, bodies)
    table = np.full((bodies.x.size, len(units)), math.inf)
    for u, name in enumerate(units):
        own = position.of_units(name)
        if own.any():
            table[:, u] = gaps[:, own].min(axis=1)
    return table


def body_gaps(position: Position, bodies: Bodies) -> Floats:
    """Return the gap in three dimensions of each model to each other, inches, shape (n, m)."""
    if bodies is position.start:
        return position.once("start gaps", lambda: _body_gaps(position, bodies))
    return _body_gaps(position, bodies)


def _body_gaps(position: Position, bodies: Bodies) -> Floats:
    flat = np.empty((bodies.x.size, position.others.x.size))
    gap_rows(position.shapes, bodies, position.others, flat)
    apart: Floats = np.hypot(np.maximum(flat, 0.0), position.above(bodies))
    return apart


def polygon_gaps(position: Position, bodies: Bodies, outlines: Sequence[Outline]) -> Floats:
    """Return the horizontal gap of each model to outlines about the origin, shape (n, k)."""
    bases = [outline_of_base(model.base) for model in position.models]
    shapes = pack_outlines([*bases, *outlines])
    n, k = len(bases), len(outlines)
    things = bodies_of(np.arange(n, n + k), [(0.0, 0.0, 0.0, 0.0)] * k)
    gaps = np.empty((n, k))
    gap_rows(shapes, bodies._replace(shape=np.arange(n)), things, gaps)
    return gaps


def marker_gaps(position: Position, bodies: Bodies, marker: Marker) -> Floats:
    """Return the horizontal gap of each model to an objective, inches, shape (n,) (14.01)."""
    if marker.area is not None:
        x, y, outline = centred(marker.area)
    else:
        assert marker.at is not None
        outline, (x, y) = outline_of_disc(marker.diameter_mm), marker.at
    moved = bodies._replace(x=bodies.x - x, y=bodies.y - y)
    return polygon_gaps(position, moved, [outline])[:, 0]


def in_range(position: Position, bodies: Bodies, marker: Marker, tolerance: float) -> Bools:
    """Return which models are in range of an objective, shape (n,).

    Sections 14.01 and 14.01.01: within a terrain area, or within 3" horizontally and 5"
    vertically of a marker.
    """
    gaps = marker_gaps(position, bodies, marker)
    if marker.area is not None:
        return gaps <= tolerance
    rules = position.rules
    near: Bools = (gaps <= rules.marker_range + tolerance) & (
        bodies.z <= rules.marker_vertical + tolerance
    )
    return near


def near_objective(
    position: Position, bodies: Bodies, marker: Marker, reach: float, tolerance: float
) -> bool:
    """Return whether a model is within ``reach`` of an objective, and 5" vertically."""
    gaps = marker_gaps(position, bodies, marker)
    high = np.zeros_like(bodies.z) if marker.area is not None else bodies.z
    tall = position.rules.marker_vertical + tolerance
    return bool(((gaps <= reach + tolerance) & (high <= tall)).any())


def touching(position: Position, bodies: Bodies, slack: float) -> Bools:
    """Return which models are in base contact with an enemy, shape (n,) (01.04.04)."""
    return within(position, bodies, position.enemy, slack, LEVEL - position.rules.tolerance)
