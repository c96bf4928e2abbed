"""What no legal end can be worth more than, each model taken alone.

A model ends at most its maximum away from where it starts, whatever is in between,
and what is set up in its zone or at an edge: all here follows from that, so it holds for
every legal end, climbs and detours included.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from movekernels.arrays import Floats, Shapes
from movekernels.search.ground import (
    AT_X,
    AT_Y,
    BASE,
    COLUMNS,
    FIELD,
    FIRST,
    GRID,
    KIND,
    LAST,
    NEAR_BODIES,
    NEAR_POINT,
    REACH,
    ROWS,
    STEP,
    TRAVEL,
    VERTICAL,
    WEIGHT,
    WISH,
    WITHIN,
    Terms,
)
from movesolver.referee.position import Position
from movesolver.search.goal_bounds import ROOM, ROUNDING, forms_bound, may_be_left_out
from movesolver.search.goal_table import Goal, start_gaps
from movesolver.search.placing import copies_at, kept_in


def upper_bound(position: Position, goal: Goal) -> float:
    """Return what no legal end is worth more than: the sum of what each model could reach."""
    return math.fsum(alone(position, goal)) + forms_bound(position, goal, term_range)


def alone(position: Position, goal: Goal) -> Floats:
    """Return what no legal end is worth more than for each model by itself, points, (n,)."""
    terms, n = goal.report, len(position.ids)
    slop = position.rules.tolerance + ROOM
    position = replace(position, maximum=position.maximum + slop)
    total = np.full(n, ROUNDING)
    for t in range(terms.spec.shape[0]):
        most, least = term_range(position, goal.shapes, terms, t)
        weight = terms.share[t, :, WEIGHT]
        total += np.where(weight > 0, weight * most, weight * least)
    if may_be_left_out(position):
        total = np.maximum(total, 0.0)
    return total


def term_range(position: Position, shapes: Shapes, terms: Terms, t: int) -> tuple[Floats, Floats]:
    """Return the most and least points of term ``t`` at weight 1 for each model, shape (n,)."""
    most, least = in_reach(position, shapes, terms, t)
    if terms.spec[t, KIND] == TRAVEL or not kept_in(position):
        return most, least
    limit = terms.limit.copy()
    limit[:, VERTICAL] = math.inf  # it may be set up at any height
    known: dict[tuple[bytes, int], tuple[float, float]] = {}
    for i in range(most.size):
        share = terms.share[:, [i]]
        kind = share[t, :, [AT_X, AT_Y, BASE]].tobytes(), int(position.start.shape[i])
        if kind not in known:
            copies = copies_at(position, i)
            if copies is None:
                return most, least  # it has no place, which is for others to say
            rows = np.repeat(share, copies.maximum.size, axis=1)
            there = in_reach(copies, shapes, terms._replace(limit=limit, share=rows), t)
            known[kind] = float(there[0].max()), float(there[1].min())
        most[i], least[i] = min(most[i], known[kind][0]), max(least[i], known[kind][1])
    return most, least


def in_reach(position: Position, shapes: Shapes, terms: Terms, t: int) -> tuple[Floats, Floats]:
    """Return the same for models that end within their maximum of their starts, shape (n,)."""
    start, most = position.start, position.maximum
    n = most.size
    kind = int(terms.spec[t, KIND])
    px, py, base = (terms.share[t, :, k] for k in (AT_X, AT_Y, BASE))
    distance = np.hypot(start.x - px, start.y - py)
    if kind in (NEAR_POINT, WISH):
        return base - np.maximum(distance - most, 0.0), base - (distance + most)
    if kind == TRAVEL:
        return np.zeros(n), -most
    if kind == FIELD:
        return _field_range(position, terms, t)
    low, high = int(terms.spec[t, FIRST]), int(terms.spec[t, LAST])
    if low == high:
        return np.zeros(n), np.zeros(n)
    closest, farthest = _gap_range(position, shapes, terms, t)
    if kind == NEAR_BODIES:
        return base - closest, base - farthest
    reachable = closest <= terms.limit[t, REACH] + ROUNDING
    if kind == WITHIN and math.isfinite(terms.limit[t, VERTICAL]):
        climb = np.abs(start.z[:, None] - terms.target[None, low:high, 4]).min(axis=1)
        reachable &= climb - most <= terms.limit[t, VERTICAL] + ROUNDING
    return reachable.astype(np.float64), np.zeros(n)


def _gap_range(position: Position, shapes: Shapes, terms: Terms, t: int) -> tuple[Floats, Floats]:
    """Return the least and the largest gap to the nearest target that a move can lead to.

    A gap changes by no more than the base moves; turning a base moves its outline
    by no more than the difference of its radii (see `held_radius`).
    """
    start = position.start
    play = (shapes.outer - held_radius(shapes))[start.shape]
    gaps = start_gaps(shapes, start, terms, t).min(axis=1)
    closest = np.maximum(gaps - position.maximum - play, 0.0)
    farthest = np.maximum(gaps, 0.0) + position.maximum + play
    return closest, farthest


def held_radius(shapes: Shapes) -> Floats:
    """Return how far around its centre each shape reaches at least, whatever its heading, (k,).

    The radius of the disc about the centre that it holds.  A hull may hold none, and
    not even its own centre: then all that is known is that some point of it is no
    farther from the centre than its outer radius, which is that radius with a minus.
    """
    return np.where(shapes.inner > 0.0, shapes.inner, -shapes.outer)


def _field_range(position: Position, terms: Terms, t: int) -> tuple[Floats, Floats]:
    """Return the largest and least grid value around each model's reach (0 off the grid)."""
    first, rows, columns = (int(v) for v in terms.spec[t, [GRID, ROWS, COLUMNS]])
    step = float(terms.limit[t, STEP])
    values = terms.grid[first : first + rows * columns].reshape(rows, columns)
    most, least = np.zeros(position.maximum.size), np.zeros(position.maximum.size)
    for i in range(position.maximum.size):
        u = (position.start.x[i] - terms.share[t, i, AT_X]) / step
        v = (position.start.y[i] - terms.share[t, i, AT_Y]) / step
        reach = position.maximum[i] / step
        a0, a1 = max(0, math.floor(u - reach)), min(columns - 1, math.ceil(u + reach))
        b0, b1 = max(0, math.floor(v - reach)), min(rows - 1, math.ceil(v + reach))
        inside = u - reach >= 0 and u + reach <= columns - 1
        inside &= v - reach >= 0 and v + reach <= rows - 1
        seen = [] if inside else [0.0]
        if a0 <= a1 and b0 <= b1:
            window = values[b0 : b1 + 1, a0 : a1 + 1]
            seen += [float(window.max()), float(window.min())]
        most[i], least[i] = max(seen), min(seen)
    return most, least
