"""Whether the unit ends as one unit: coherency (03.03), named model by model."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bodies, Floats
from movekernels.checks import coherency as fast
from movekernels.geometry.gap import gap_rows
from movesolver.referee.position import Position
from movesolver.referee.verdict import Code, Finding, Slack, listed, told


def judge_coherency(
    position: Position, ends: Bodies, tolerance: float, slack: Slack
) -> list[Finding]:
    """Return what is wrong with the unit's coherency; adds its slacks to ``slack``."""
    position, ends = position.whole(ends)
    rule, names, n = position.rules.coherency, position.ids, len(position.ids)
    if n < 2:
        return []
    needed = rule.needed_of(n)
    gaps, heights, near = _measure(position, ends, tolerance)
    nearest = np.sort(near, axis=1)[:, min(needed, n - 1) - 1]
    slack["neighbour"] = rule.neighbour - float(nearest.max())
    if math.isfinite(rule.span):
        slack["span"] = rule.span - float(gaps.max())
    if math.isfinite(rule.span_vertical):
        slack["height"] = rule.span_vertical - float(heights.max())
    rows = np.empty(n, dtype=np.uint64)
    if position.tall(ends).any():
        bits = _tall_bits(position, gaps, heights, needed, tolerance, rows)
    else:
        bits = fast.coherent(
            position.shapes,
            ends,
            rule.neighbour,
            rule.neighbour_vertical,
            rule.span,
            rule.span_vertical,
            needed,
            rule.single_group,
            tolerance,
            rows,
        )
    found = []
    if bits & fast.NO_NEIGHBOUR:
        for i in range(n):
            if int(rows[i]).bit_count() < needed:
                found.append(_lonely(position, i, float(nearest[i]), needed))
    if bits & fast.SPREAD:
        i, j, widest = _largest(gaps)
        text = f"{names[i]} and {names[j]} are {told(widest, rule.span)} inches apart, "
        text += f"{rule.span:g} at most."
        pair = (names[i], names[j])
        found.append(Finding(Code.SPREAD, rule.section, pair, text, widest, rule.span))
    if bits & fast.HEIGHT:
        i, j, highest = _largest(heights)
        limit = rule.span_vertical
        text = f"{names[i]} and {names[j]} are {told(highest, limit)} inches apart in height, "
        text += f"{limit:g} at most."
        pair = (names[i], names[j])
        found.append(Finding(Code.HEIGHT, rule.section, pair, text, highest, limit))
    if bits & fast.SPLIT:
        found.append(_split(position, rows, near))
    return found


def _measure(position: Position, ends: Bodies, tolerance: float) -> tuple[Floats, Floats, Floats]:
    """Return gaps, heights between, and gaps to mates near enough in height; shape (n, n)."""
    n = len(position.ids)
    gaps = np.empty((n, n))
    gap_rows(position.shapes, ends, ends, gaps)
    np.fill_diagonal(gaps, -math.inf)
    top = ends.z + position.tall(ends)
    heights: Floats = np.maximum(ends.z[:, None] - top[None, :], ends.z[None, :] - top[:, None])
    heights = np.maximum(heights, 0.0)
    level = heights <= position.rules.coherency.neighbour_vertical + tolerance
    near: Floats = np.where(level, gaps, math.inf)
    np.fill_diagonal(near, math.inf)
    return gaps, heights, near


def _tall_bits(
    position: Position,
    gaps: Floats,
    heights: Floats,
    needed: int,
    tolerance: float,
    rows: NDArray[np.uint64],
) -> int:
    """Return what is broken where FRAME bodies reach up, from tables (n, n); fills ``rows``."""
    rule, n = position.rules.coherency, len(position.ids)
    beside = (gaps <= rule.neighbour + tolerance) & (heights <= rule.neighbour_vertical + tolerance)
    np.fill_diagonal(beside, False)
    bits = 0
    for i in range(n):
        rows[i] = np.uint64(sum(1 << j for j in np.flatnonzero(beside[i]).tolist()))
        bits |= fast.NO_NEIGHBOUR if int(beside[i].sum()) < needed else 0
    bits |= fast.SPREAD if (gaps > rule.span + tolerance).any() else 0
    bits |= fast.HEIGHT if (heights > rule.span_vertical + tolerance).any() else 0
    labels = np.empty(n, dtype=np.int64)
    fast.groups(rows, labels)
    return bits | (fast.SPLIT if rule.single_group and (labels != labels[0]).any() else 0)


def _largest(table: Floats) -> tuple[int, int, float]:
    i, j = np.unravel_index(int(np.argmax(table)), table.shape)
    return int(i), int(j), float(table[i, j])


def _lonely(position: Position, i: int, nearest: float, needed: int) -> Finding:
    rule, name = position.rules.coherency, position.ids[i]
    text = f"{name} has no mate within {rule.neighbour:g} inches"
    if needed > 1:
        text = f"{name} has fewer than {needed} mates within {rule.neighbour:g} inches"
    text += f" ({told(nearest, rule.neighbour)})." if math.isfinite(nearest) else "."
    found = nearest if math.isfinite(nearest) else None
    return Finding(Code.NO_NEIGHBOUR, rule.section, (name,), text, found, rule.neighbour)


def _split(position: Position, rows: NDArray[np.uint64], near: Floats) -> Finding:
    """Name the models outside the largest group, and the gap that would join them."""
    rule, n = position.rules.coherency, len(position.ids)
    labels = np.empty(n, dtype=np.int64)
    fast.groups(rows, labels)
    main = int(np.argmax(np.bincount(labels, minlength=n)))
    apart, rest = np.flatnonzero(labels != main), np.flatnonzero(labels == main)
    bridge = float(near[np.ix_(apart, rest)].min())
    away = tuple(position.ids[i] for i in apart)
    text = f"{listed(away)} and the rest of the unit are not one group"
    text += f" (gap {bridge:.4g})." if math.isfinite(bridge) else "."
    found = bridge if math.isfinite(bridge) else None
    return Finding(Code.SPLIT, rule.section, away, text, found, rule.neighbour)
