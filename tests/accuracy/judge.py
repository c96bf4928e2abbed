"""The array checks against exact verdicts, batch by batch."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from accuracy.boards import (
    UNIT_ROUNDOFF,
    Boards,
    Floats,
    Ints,
    Pairs,
    across,
    edge_slacks,
    kind_name,
    mates,
    pairs_of,
)
from accuracy.bounds import EDGE, gap_bounds
from accuracy.catalogue import Catalogue
from accuracy.formations import HEIGHT, LEVEL, WIDTH, Limits
from accuracy.tally import HAIR, Tally
from accuracy.verdicts import (
    Codes,
    NearTests,
    Test,
    UnitTests,
    coherency,
    firsts,
    gap_test,
    rise_test,
    unit_tests,
)

STEPS = tuple(2.0**-k for k in range(6, -1, -1))
"""Parts of the bound tried to explain a verdict."""


class Answers(NamedTuple):
    """What the kernels say of a batch of b boards of n models and m enemies."""

    codes: Codes
    """Shape (b,)."""
    engaged: Ints
    """First enemy in reach of each model; shape (b, n)."""
    overlapped: Ints
    """First enemy stood on; shape (b, n)."""
    self_overlapped: Ints
    """Shape (b, n)."""
    counts: Ints
    """Models engaged, overlapping enemies, overlapping mates, engaged again; shape (4, b)."""
    nearest: Floats
    """Gap to the nearest enemy; shape (b, n)."""
    nearest_index: Ints
    """Shape (b, n)."""
    gaps: Floats
    """Shape (b, n, m)."""
    slack: Floats
    """Shape (b, n)."""


class Judge:
    """Counts what the kernels get right on batches of one family."""

    def __init__(self, family: str, shapes: Catalogue, tally: Tally) -> None:
        self.family = family
        self.shapes = shapes
        self.tally = tally
        self.bound = gap_bounds()

    def batch(self, boards: Boards, limits: Limits, said: Answers) -> None:
        """Judge one batch."""
        b, n = boards.unit.x.shape
        m = boards.enemies.x.shape[1]
        i, j = mates(n)
        own = pairs_of(self.shapes, boards.unit, i, boards.unit, j)
        self._coherency(n, unit_tests(own, limits.coherency, self.bound), limits, said.codes)
        deep = gap_test(own, 0.0, -limits.tolerance, self.bound)
        # as a matrix of models and earlier models, those that are not earlier far away
        level = rise_test(own, LEVEL, 0.0, strict=True)
        square = NearTests(_square(deep, b, n), _square(level, b, n))
        self._first("self_overlap", square, said.self_overlapped, said.counts[2])
        i, j = across(n, m)
        rivals = pairs_of(self.shapes, boards.unit, i, boards.enemies, j)
        shape = (b, n, m)
        rule = limits.engagement
        reach = NearTests(
            _shaped(gap_test(rivals, rule.horizontal, rule.tolerance, self.bound), shape),
            _shaped(rise_test(rivals, rule.vertical, rule.tolerance), shape),
        )
        under = NearTests(
            _shaped(gap_test(rivals, 0.0, -limits.tolerance, self.bound), shape),
            _shaped(rise_test(rivals, LEVEL, 0.0, strict=True), shape),
        )
        self._first("engaged", reach, said.engaged, said.counts[0])
        self._first("overlap", under, said.overlapped, said.counts[1])
        self._gaps(rivals, said.gaps.reshape(b, -1))
        self._nearest(rivals, reach, said)
        self._edge(boards, limits, said.slack)

    def _coherency(self, n: int, tests: UnitTests, limits: Limits, said: Codes) -> None:
        rule = limits.coherency
        codes = coherency(n, tests, rule)
        low = coherency(n, tests, rule, inches=-HAIR)
        high = coherency(n, tests, rule, inches=HAIR)
        differing = codes != said
        wrong, farthest = 0, 0.0
        left = np.flatnonzero(differing)
        for part in STEPS:
            if left.size == 0:
                break
            farthest = max(farthest, part)
            some = tests.part(left)
            more = coherency(n, some, rule, hairs=part)
            fewer = coherency(n, some, rule, hairs=-part)
            # with higher thresholds a code has fewer bits
            explained = ((said[left] & more) == more) & ((said[left] | fewer) == fewer)
            left = left[~explained]
        wrong = left.size
        closest = np.full(said.size, math.inf)
        if n > 1:
            misses = [np.abs(test.miss).min(axis=1) for test in tests]
            closest = np.minimum.reduce(misses)
        self.tally.verdict(self.family, "coherency").add(
            closest, low != high, differing, wrong, farthest
        )

    def _first(self, check: str, tests: NearTests, said: Ints, counts: Ints) -> None:
        first = firsts(tests.hits())
        m = tests.near.miss.shape[2]
        differing = first != said
        wrong = int((counts != (said >= 0).sum(axis=1)).sum())
        farthest = 0.0
        for board, model in np.argwhere(differing):
            # the first body that one of the two counts and the other does not
            both = first[board, model], said[board, model]
            body = min(value % (m + 1) for value in both)
            need = tests.need(int(board), int(model), int(body))
            wrong += not need <= 1.0
            farthest = max(farthest, need)
        closest = tests.closest()
        low, high = firsts(tests.hits(inches=-HAIR)), firsts(tests.hits(inches=HAIR))
        self.tally.verdict(self.family, check).add(
            closest, (low != high).any(axis=1), differing.any(axis=1), wrong, farthest
        )

    def _gaps(self, pairs: Pairs, said: Floats) -> None:
        error = (said - pairs.gap).astype(np.float64)
        plain = pairs.gap >= -pairs.shallow
        for kind in np.unique(pairs.kind):
            which = plain & (pairs.kind == kind)
            name = kind_name(int(kind))
            found = self.tally.error("gap", name)
            found.add(error[which], pairs.scale[which], self.bound[kind])
            deep = ~plain & (pairs.kind == kind)
            if deep.any():
                self.tally.error("deep", name).add(
                    (said[deep] >= 0.0).astype(np.float64), pairs.scale[deep], 0.0
                )

    def _nearest(self, pairs: Pairs, reach: NearTests, said: Answers) -> None:
        """Gap, place and count of nearest enemies, where no height is in doubt."""
        b, n, m = reach.near.miss.shape
        counted = self.tally.verdict(self.family, "nearest")
        certain = reach.hits(hairs=-1.0).any(axis=2).sum(axis=1)
        perhaps = reach.hits(hairs=1.0).any(axis=2).sum(axis=1)
        exact = reach.hits().any(axis=2).sum(axis=1)
        differing = exact != said.counts[3]
        wrong = int(((said.counts[3] < certain) | (said.counts[3] > perhaps)).sum())
        if m > 0:
            wrong += self._nearest_gaps(pairs, reach, said)
        else:
            wrong += int((said.nearest_index != -1).sum() + np.isfinite(said.nearest).sum())
        closest = reach.closest()
        low = reach.hits(inches=-HAIR).any(axis=2).sum(axis=1)
        high = reach.hits(inches=HAIR).any(axis=2).sum(axis=1)
        counted.add(closest, low != high, differing, wrong, 0.0)

    def _nearest_gaps(self, pairs: Pairs, reach: NearTests, said: Answers) -> int:
        b, n, m = reach.near.miss.shape
        level = reach.level.passed()
        clear = (reach.level.passed(-1.0) == reach.level.passed(1.0)).all(axis=2)
        gap = np.where(level, pairs.gap.reshape(b, n, m), np.inf)
        hair = UNIT_ROUNDOFF * self.bound[pairs.kind] * pairs.scale
        hair = hair.reshape(b, n, m).max(axis=2)
        least = gap.min(axis=2)
        index = said.nearest_index
        lonely = np.isinf(least.astype(np.float64))
        least = np.where(lonely, 0.0, least)
        wrong = int((clear & (lonely != (index == -1))).sum())
        chosen = np.take_along_axis(gap, np.maximum(index, 0)[:, :, None], axis=2)[:, :, 0]
        shallow = pairs.shallow.reshape(b, n, m).min(axis=2)
        judged = clear & ~lonely & (index >= 0) & (least >= -shallow)
        found = np.where(judged, said.nearest, 0.0)
        wrong += int((judged & ~(np.abs(found - least) <= hair)).sum())
        wrong += int((judged & ~(chosen <= least + 2.0 * hair)).sum())
        return wrong

    def _edge(self, boards: Boards, limits: Limits, said: Floats) -> None:
        unit = boards.unit
        slack = edge_slacks(self.shapes, unit, WIDTH, HEIGHT)
        scale = np.maximum(np.maximum(np.abs(unit.x), np.abs(unit.y)), max(WIDTH, HEIGHT))
        error = (said - slack).astype(np.float64)
        self.tally.error("edge", self.family).add(error, scale, EDGE)
        # over the edge: further out than the tolerance
        miss = (slack + np.longdouble(limits.tolerance)).astype(np.float64)
        test = Test(miss, EDGE * UNIT_ROUNDOFF * scale, strict=True)
        over = said < -limits.tolerance
        differing = over != test.passed()
        need = np.abs(miss[differing]) / test.hair[differing]
        self.tally.verdict(self.family, "edge").add(
            np.abs(miss).min(axis=1, initial=math.inf),
            (test.passed(inches=-HAIR) != test.passed(inches=HAIR)).any(axis=1),
            differing.any(axis=1),
            int((need > 1.0).sum()),
            float(need.max(initial=0.0)),
        )


def _shaped(test: Test, shape: tuple[int, int, int]) -> Test:
    return Test(test.miss.reshape(shape), test.hair.reshape(shape), test.strict)


def _square(test: Test, b: int, n: int) -> Test:
    """Spread tests of `mates` to a matrix, infinitely far from it elsewhere."""
    i, j = mates(n)
    miss = np.full((b, n, n), math.inf)
    hair = np.zeros((b, n, n))
    miss[:, i, j] = test.miss
    hair[:, i, j] = test.hair
    return Test(miss, hair, test.strict)
