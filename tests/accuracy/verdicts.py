"""Verdicts from exact gaps and heights, as the rules define them (03.01, 03.03, 03.04).

Every test is "quantity at most threshold".  `Margins` hold by how much each pair misses
its threshold, in hairs: in units of the error that float64 may make there.  Verdicts
can then be asked for with all thresholds moved by some hairs, or some inches.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from accuracy.boards import UNIT_ROUNDOFF, Bools, Floats, Ints, Pairs
from movesolver.arrays import HEIGHT, NO_NEIGHBOUR, SPLIT, SPREAD, CoherencyLimits

Codes = NDArray[np.uint8]


class Margins(NamedTuple):
    """One test of pairs."""

    miss: Floats
    """Quantity minus threshold, inches, of pairs that pass not more than 0; shape (b, p)."""
    hair: Floats
    """How much of that may be rounding, inches; shape (b, p)."""
    strict: bool = False
    """Whether a quantity at the threshold fails."""

    def passed(self, hairs: float = 0.0, inches: float = 0.0) -> Bools:
        """Return who passes, every threshold raised by so many hairs and inches."""
        allowed = hairs * self.hair + inches
        return self.miss < allowed if self.strict and hairs == 0.0 else self.miss <= allowed

    def part(self, boards: NDArray[np.intp]) -> Margins:
        """Return the test of some boards."""
        return Margins(self.miss[boards], self.hair[boards], self.strict)


def gap_test(pairs: Pairs, limit: float, tolerance: float, bound: Floats) -> Margins:
    """Return "gap at most limit plus tolerance"; negative tolerances ask for overlaps.

    Parameters
    ----------
    pairs
        The pairs.
    limit, tolerance
        Inches; the threshold is their exact sum.
    bound
        Error bounds by kind of pair, in parts of 2^-53 of `Pairs.scale`.
    """
    threshold = np.longdouble(limit) + np.longdouble(tolerance)
    miss = (pairs.gap - threshold).astype(np.float64)
    sums = 2.0 * abs(limit) if np.isfinite(limit) else 0.0
    hair = UNIT_ROUNDOFF * (bound[pairs.kind] * pairs.scale + sums)
    return Margins(miss, hair, strict=limit == 0.0 and tolerance <= 0.0)


def rise_test(pairs: Pairs, limit: float, tolerance: float, strict: bool = False) -> Margins:
    """Return "difference of heights at most limit plus tolerance", below it if strict."""
    threshold = np.longdouble(limit) + np.longdouble(tolerance)
    miss = (pairs.rise - threshold).astype(np.float64)
    sums = limit if np.isfinite(limit) else 0.0
    hair = 2.0 * UNIT_ROUNDOFF * (pairs.rise.astype(np.float64) + sums)
    return Margins(miss, hair, strict)


class UnitTests(NamedTuple):
    """What the coherency of units depends on, pair by pair in the order of `mates`."""

    near: Margins
    level: Margins
    wide: Margins
    tall: Margins

    def part(self, boards: NDArray[np.intp]) -> UnitTests:
        """Return those of some boards."""
        near, level, wide, tall = (test.part(boards) for test in self)
        return UnitTests(near, level, wide, tall)


def unit_tests(pairs: Pairs, limits: CoherencyLimits, bound: Floats) -> UnitTests:
    """Return the tests of the coherency rule."""
    tolerance = limits.tolerance
    return UnitTests(
        gap_test(pairs, limits.neighbour, tolerance, bound),
        rise_test(pairs, limits.vertical, tolerance),
        gap_test(pairs, limits.span, tolerance, bound),
        rise_test(pairs, limits.span_vertical, tolerance),
    )


def coherency(
    n: int, tests: UnitTests, limits: CoherencyLimits, hairs: float = 0.0, inches: float = 0.0
) -> Codes:
    """Codes of units of n models, all thresholds raised by some hairs and inches; shape (b,)."""
    boards = tests.near.miss.shape[0]
    codes = np.zeros(boards, np.uint8)
    if n < 2:
        return codes
    linked = tests.near.passed(hairs, inches) & tests.level.passed(hairs, inches)
    graph = np.zeros((boards, n, n), np.bool_)
    i, j = np.tril_indices(n, -1)
    graph[:, i, j] = linked
    graph[:, j, i] = linked
    needed = limits.needed_in_crowd if 0 < limits.crowd <= n else limits.needed
    codes[(graph.sum(axis=2) < needed).any(axis=1)] |= NO_NEIGHBOUR
    codes[~tests.wide.passed(hairs, inches).all(axis=1)] |= SPREAD
    codes[~tests.tall.passed(hairs, inches).all(axis=1)] |= HEIGHT
    if limits.single_group:
        codes[~_one_group(graph)] |= SPLIT
    return codes


def _one_group(graph: Bools) -> Bools:
    """Whether labels handed on along links, the lowest winning, end up all the same."""
    boards, n, _ = graph.shape
    labels = np.tile(np.arange(n, dtype=np.int8), (boards, 1))
    while True:
        offered = np.where(graph, labels[:, None, :], np.int8(n)).min(axis=2)
        lower = np.minimum(labels, offered)
        if np.array_equal(lower, labels):
            whole: Bools = (labels == 0).all(axis=1)
            return whole
        labels = lower


class NearTests(NamedTuple):
    """Which body is near which: both tests must be passed; shape (b, n, m) each."""

    near: Margins
    level: Margins

    def hits(self, hairs: float = 0.0, inches: float = 0.0) -> Bools:
        """Return who is near whom, all thresholds raised by some hairs and inches."""
        return self.near.passed(hairs, inches) & self.level.passed(hairs, inches)

    def closest(self) -> Floats:
        """How near each board comes to a threshold, inches; shape (b,)."""
        near, level = (np.abs(test.miss).min(axis=(1, 2), initial=math.inf) for test in self)
        least: Floats = np.minimum(near, level)
        return least

    def need(self, board: int, model: int, body: int) -> float:
        """How many hairs a threshold must move for the other verdict on one pair."""
        place = board, model, body
        tests = (self.near, self.level)
        return float(min(abs(test.miss[place]) / test.hair[place] for test in tests))


def firsts(hits: Bools) -> Ints:
    """First of the bodies that each model is near, -1 if none; shape (b, n)."""
    if hits.shape[2] == 0:
        return np.full(hits.shape[:2], -1)
    return np.where(hits.any(axis=2), hits.argmax(axis=2), -1)
