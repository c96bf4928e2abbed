"""What "within" means of two round bases, in float64: the verdicts to the last digit.

``d^2 <= (r + R + limit)^2``, tolerance included in the limit, and the right side not
negative; two overlap if ``d^2 < (r + R - tolerance)^2``.  Every operation is rounded once,
from left to right.  So boards of round bases have one answer, near a threshold or not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accuracy.boards import Boards, Bodies, Bools, Floats, Ints, across, mates
from accuracy.catalogue import ROUND, Catalogue
from accuracy.formations import LEVEL, Limits
from accuracy.verdicts import Codes, Margins, NearTests, UnitTests, coherency, firsts


class Defined(NamedTuple):
    """Verdicts on boards of round bases."""

    codes: Codes
    """Shape (b,)."""
    engaged: Ints
    """First enemy in reach of each model; shape (b, n)."""
    overlapped: Ints
    """First enemy stood on; shape (b, n)."""
    self_overlapped: Ints
    """First earlier mate stood on; shape (b, n)."""
    counted: Ints
    """Enemies in reach; shape (b, n)."""


def all_round(shapes: Catalogue) -> bool:
    """Return whether a catalogue has round bases only."""
    return all(shape.kind == ROUND for shape in shapes.shapes)


class _Pairs(NamedTuple):
    """Pairs of bodies: shape (b, p) each."""

    d2: Floats
    radii: Floats
    rise: Floats


def _pairs(shapes: Catalogue, a: Bodies, i: Ints, b: Bodies, j: Ints) -> _Pairs:
    radius = np.array([shape.radius for shape in shapes.shapes])
    dx, dy = a.x[:, i] - b.x[:, j], a.y[:, i] - b.y[:, j]
    radii = radius[a.base[:, i]] + radius[b.base[:, j]]
    return _Pairs(dx * dx + dy * dy, radii, np.abs(a.z[:, i] - b.z[:, j]))


def _verdict(passed: Bools) -> Margins:
    """Return margins that say no more than who passes."""
    return Margins(np.where(passed, -1.0, 1.0), np.zeros(passed.shape))


def _within(pairs: _Pairs, limit: float) -> Margins:
    reach = pairs.radii + limit
    return _verdict((reach >= 0.0) & (pairs.d2 <= reach * reach))


def _overlap(pairs: _Pairs, tolerance: float) -> Bools:
    reach = pairs.radii - tolerance
    hit: Bools = (reach >= 0.0) & (pairs.d2 < reach * reach) & (pairs.rise < LEVEL)
    return hit


def defined(shapes: Catalogue, boards: Boards, limits: Limits) -> Defined:
    """Judge a batch of boards of round bases."""
    b, n = boards.unit.x.shape
    m = boards.enemies.x.shape[1]
    i, j = mates(n)
    own = _pairs(shapes, boards.unit, i, boards.unit, j)
    rule = limits.coherency
    tests = UnitTests(
        _within(own, rule.neighbour + rule.tolerance),
        _verdict(own.rise <= rule.vertical + rule.tolerance),
        _within(own, rule.span + rule.tolerance),
        _verdict(own.rise <= rule.span_vertical + rule.tolerance),
    )
    earlier = np.zeros((b, n, n), np.bool_)
    earlier[:, i, j] = _overlap(own, limits.tolerance)
    i, j = across(n, m)
    rivals = _pairs(shapes, boards.unit, i, boards.enemies, j)
    reach = limits.engagement
    near = NearTests(
        _within(rivals, reach.horizontal + reach.tolerance),
        _verdict(rivals.rise <= reach.vertical + reach.tolerance),
    )
    engaged = near.hits().reshape(b, n, m)
    return Defined(
        coherency(n, tests, rule),
        firsts(engaged),
        firsts(_overlap(rivals, limits.tolerance).reshape(b, n, m)),
        firsts(earlier),
        engaged.sum(axis=2),
    )
