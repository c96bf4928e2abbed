"""What no legal end can be worth more than, and what can be proved impossible.

A model ends at most its maximum away from where it starts, whatever is in
between: all here follows from that, so it holds for every legal end, climbs and
detours included.
"""

from __future__ import annotations

import math

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
from movesolver.search.goal_bounds import forms_bound, may_be_left_out
from movesolver.search.goal_table import Goal, start_gaps

ROUNDING = 1e-9
"""Added to every bound, points: wider than the rounding of the sums."""


def upper_bound(position: Position, goal: Goal) -> float:
    """Return what no legal end is worth more than: the sum of what each model could reach."""
    terms, n = goal.report, len(position.ids)
    total = np.zeros(n)
    for t in range(terms.spec.shape[0]):
        most, least = term_range(position, goal.shapes, terms, t)
        weight = terms.share[t, :, WEIGHT]
        total += np.where(weight > 0, weight * most, weight * least)
    if may_be_left_out(position):
        total = np.maximum(total, 0.0)
    more = forms_bound(position, goal, term_range)
    return float(total.sum()) + more + ROUNDING * max(1, n)


def term_range(position: Position, shapes: Shapes, terms: Terms, t: int) -> tuple[Floats, Floats]:
    """Return the most and least points of term ``t`` at weight 1 for each model, shape (n,)."""
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
    by no more than the difference of its radii (see `_held_radius`).
    """
    start = position.start
    play = (shapes.outer - _held_radius(shapes))[start.shape]
    gaps = start_gaps(shapes, start, terms, t).min(axis=1)
    closest = np.maximum(gaps - position.maximum - play, 0.0)
    farthest = np.maximum(gaps, 0.0) + position.maximum + play
    return closest, farthest


def _held_radius(shapes: Shapes) -> Floats:
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


def impossible(position: Position) -> dict[str, str]:
    """Return proofs, by code, that no end of the unit is legal; empty if there is none.

    Sections 03.03 (coherency) and 03.04 (engagement): each uses only how far
    models start apart and how far they may move.
    """
    proofs: dict[str, str] = {}
    start, names = position.start, position.ids
    n, rule, tolerance = len(names), position.rules.coherency, position.rules.tolerance
    outer = position.shapes.outer[start.shape]
    inner = _held_radius(position.shapes)[start.shape]
    slop = tolerance + ROUNDING
    if n > 1:
        dx = start.x[:, None] - start.x[None, :]
        dy = start.y[:, None] - start.y[None, :]
        moves = position.maximum[:, None] + position.maximum[None, :]
        closest = np.sqrt(dx * dx + dy * dy) - outer[:, None] - outer[None, :] - moves
        climb = np.abs(start.z[:, None] - start.z[None, :]) - moves
        i, j = (int(k) for k in np.unravel_index(np.argmax(closest), closest.shape))
        if closest[i, j] > rule.span + slop:
            proofs["SPREAD"] = (
                f"{names[i]} and {names[j]} end at least {closest[i, j]:.4g} inches apart, "
                f"{rule.span:g} at most ({rule.section})"
            )
        if climb.max() > rule.span_vertical + slop:
            i, j = (int(k) for k in np.unravel_index(np.argmax(climb), climb.shape))
            proofs["HEIGHT"] = (
                f"{names[i]} and {names[j]} end at least {climb[i, j]:.4g} inches apart "
                f"vertically, {rule.span_vertical:g} at most ({rule.section})"
            )
        near = (closest <= rule.neighbour + slop) & (climb <= rule.neighbour_vertical + slop)
        np.fill_diagonal(near, False)
        lonely = np.flatnonzero(near.sum(axis=1) < min(rule.needed_of(n), n - 1))
        if lonely.size:
            gap = float(np.sort(closest[lonely[0]])[1])
            proofs["NO_NEIGHBOUR"] = (
                f"{names[lonely[0]]} ends at least {gap:.4g} inches from every mate, "
                f"{rule.neighbour:g} at most ({rule.section})"
            )
        elif rule.single_group and not _connected(near):
            proofs["SPLIT"] = f"the models start too far apart to form one group ({rule.section})"
    if position.move.ends == "unengaged":
        proofs.update(_held(position, inner, slop))
    return proofs


def _held(position: Position, inner: Floats, slop: float) -> dict[str, str]:
    """Return a proof if some model cannot get out of engagement range (03.04)."""
    start, others, limit = position.start, position.others, position.rules.engagement
    if not position.enemy.any():
        return {}
    dx = start.x[:, None] - others.x[None, :]
    dy = start.y[:, None] - others.y[None, :]
    reach = position.maximum[:, None]
    farthest = np.sqrt(dx * dx + dy * dy) + reach - inner[:, None]
    farthest = farthest - _held_radius(position.shapes)[others.shape][None, :]
    climb = np.abs(start.z[:, None] - others.z[None, :]) + reach
    held = (farthest <= limit.horizontal - slop) & (climb <= limit.vertical - slop)
    held &= position.enemy[None, :]
    if not held.any():
        return {}
    i, j = (int(k) for k in np.argwhere(held)[0])
    text = (
        f"{position.ids[i]} ends at most {farthest[i, j]:.4g} inches from "
        f"{position.other_ids[j]}; more than {limit.horizontal:g} is needed ({limit.section})"
    )
    return {"ENGAGED": text}


def _connected(near: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> bool:
    reached = np.zeros(near.shape[0], dtype=np.bool_)
    reached[0] = True
    while True:
        wider = reached | near[reached].any(axis=0)
        if (wider == reached).all():
            return bool(reached.all())
        reached = wider
