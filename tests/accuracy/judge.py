"""The array checks against exact verdicts, batch by batch."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from accuracy.boards import (
    UNIT_ROUNDOFF,
    Boards,
    Bools,
    Floats,
    Ints,
    Pairs,
    across,
    edge_slacks,
    kind_name,
    mates,
    pairs_of,
)
from accuracy.bounds import EDGE, LANES, gap_bounds
from accuracy.catalogue import Catalogue
from accuracy.definition import Defined, all_round, defined
from accuracy.formations import HEIGHT, LEVEL, WIDTH, Limits
from accuracy.slacks import coherency_slacks
from accuracy.tally import HAIR, Tally
from accuracy.verdicts import (
    Codes,
    Margins,
    NearTests,
    UnitTests,
    coherency,
    firsts,
    gap_test,
    rise_test,
    unit_tests,
)
from movekernels.arrays import Bodies
from rows_data import listed_gaps

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
    """To the edge of the table; shape (b, n)."""
    counted: Ints
    """Enemies in reach of each model; shape (b, n)."""
    slacks: Floats
    """To the limits of coherency; shape (b, 4)."""


class Judge:
    """Counts what the kernels get right on batches of one family."""

    def __init__(self, family: str, shapes: Catalogue, tally: Tally) -> None:
        self.family = family
        self.shapes = shapes
        self.tally = tally
        self.bound = gap_bounds()
        self.closest = np.zeros(0)

    def batch(self, boards: Boards, limits: Limits, said: Answers) -> None:
        """Judge one batch."""
        self.closest = np.full(len(said.codes), math.inf)
        b, n = boards.unit.x.shape
        m = boards.enemies.x.shape[1]
        i, j = mates(n)
        own = pairs_of(self.shapes, boards.unit, i, boards.unit, j)
        tests = unit_tests(own, limits.coherency, self.bound)
        self._coherency(n, tests, limits, said.codes)
        if n > 1:
            self._slacks(n, own, tests, limits, said.slacks)
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
        self._counts(reach, said.counted)
        self._gaps("arrays.gaps", rivals, said.gaps.reshape(b, -1), LANES)
        self._gaps("gap", rivals, scalar_gaps(self.shapes, boards), 0.0)
        self._nearest(rivals, reach, said)
        self._edge(boards, limits, said.slack)
        self._together(said)
        if all_round(self.shapes):
            self._defined(defined(self.shapes, boards, limits), said)
        no = np.zeros(b, np.bool_)
        self.tally.verdict(self.family, "any").add(self.closest, no, no, 0, 0.0)

    def _count(
        self,
        check: str,
        closest: Floats,
        decided: Bools,
        differing: Bools,
        wrong: int,
        farthest: float,
    ) -> None:
        self.closest = np.minimum(self.closest, closest)
        found = self.tally.verdict(self.family, check)
        found.add(closest, decided, differing, wrong, farthest)

    def _together(self, said: Answers) -> None:
        """Three checks tell who is engaged; they must not contradict each other."""
        differing = said.counts[0] != said.counts[3]
        differing |= ((said.counted > 0) != (said.engaged >= 0)).any(axis=1)
        self._same("together", differing)

    def _defined(self, right: Defined, said: Answers) -> None:
        """Compare verdicts on round bases with their definition in float64."""
        self._same("coherency in float64", right.codes != said.codes)
        for check, one, two in (
            ("engaged", right.engaged, said.engaged),
            ("overlap", right.overlapped, said.overlapped),
            ("self_overlap", right.self_overlapped, said.self_overlapped),
            ("counts", right.counted, said.counted),
        ):
            self._same(f"{check} in float64", (one != two).any(axis=1))

    def alone(self, boards: int, differing: int) -> None:
        """Count boards judged by themselves, some otherwise than in their batch."""
        found = self.tally.verdict(self.family, "alone")
        found.boards += boards
        found.wrong += differing

    def _same(self, check: str, differing: Bools) -> None:
        found = self.tally.verdict(self.family, check)
        found.boards += differing.size
        found.wrong += int(differing.sum())

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
        self._count("coherency", closest, low != high, differing, wrong, farthest)

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
        decided = (low != high).any(axis=1)
        self._count(check, closest, decided, differing.any(axis=1), wrong, farthest)

    def _counts(self, reach: NearTests, said: Ints) -> None:
        exact = reach.hits().sum(axis=2)
        low, high = reach.hits(hairs=-1.0).sum(axis=2), reach.hits(hairs=1.0).sum(axis=2)
        wrong = int(((said < low) | (said > high)).sum())
        lower, higher = (reach.hits(inches=side * HAIR).sum(axis=2) for side in (-1.0, 1.0))
        differing = (said != exact).any(axis=1)
        decided = (lower != higher).any(axis=1)
        self._count("counts", reach.closest(), decided, differing, wrong, 0.0)

    def _slacks(self, n: int, pairs: Pairs, tests: UnitTests, limits: Limits, said: Floats) -> None:
        """Compare slacks, but where a height is in doubt or an overlap has only a bound."""
        level = tests.level.passed()
        clear = (tests.level.passed(-1.0) == tests.level.passed(1.0)).all(axis=1)
        exact = coherency_slacks(n, pairs, level, limits.coherency)
        scale = pairs.scale.max(axis=1)
        bound = self.bound[pairs.kind].max(axis=1) + LANES / (UNIT_ROUNDOFF * scale)
        shallow = pairs.shallow.min(axis=1)
        rule = limits.coherency
        tops = rule.neighbour, rule.span, rule.span_vertical, rule.neighbour
        for column, name in enumerate(("neighbour", "span", "height", "group")):
            value = exact[:, column]
            infinite = np.isinf(value.astype(np.float64))
            plain = ~infinite
            known = clear.copy()
            if column != 2:
                known[plain] &= tops[column] - value[plain] >= -shallow[plain]
            error = np.zeros(value.size)
            error[plain] = (said[plain, column] - value[plain]).astype(np.float64)
            error[infinite] = np.where(said[infinite, column] == value[infinite], 0.0, math.inf)
            found = self.tally.error("coherency_slack", name)
            found.add(error[known], scale[known], bound[known])

    def _gaps(self, quantity: str, pairs: Pairs, said: Floats, lanes: float) -> None:
        error = (said - pairs.gap).astype(np.float64)
        plain = pairs.gap >= -pairs.shallow
        for kind in np.unique(pairs.kind):
            which = plain & (pairs.kind == kind)
            name = kind_name(int(kind))
            found = self.tally.error(quantity, name)
            allowed = self.bound[kind] + lanes / (UNIT_ROUNDOFF * pairs.scale[which])
            found.add(error[which], pairs.scale[which], allowed)
            deep = ~plain & (pairs.kind == kind)
            if deep.any():
                self.tally.error(f"{quantity}, sign", name).add(
                    (said[deep] >= 0.0).astype(np.float64), pairs.scale[deep], 0.0
                )

    def _nearest(self, pairs: Pairs, reach: NearTests, said: Answers) -> None:
        """Gap, place and count of nearest enemies, where no height is in doubt."""
        m = reach.near.miss.shape[2]
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
        self._count("nearest", closest, low != high, differing, wrong, 0.0)

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
        test = Margins(miss, EDGE * UNIT_ROUNDOFF * scale, strict=True)
        over = said < -limits.tolerance
        differing = over != test.passed()
        need = np.abs(miss[differing]) / test.hair[differing]
        self._count(
            "edge",
            np.abs(miss).min(axis=1, initial=math.inf),
            (test.passed(inches=-HAIR) != test.passed(inches=HAIR)).any(axis=1),
            differing.any(axis=1),
            int((need > 1.0).sum()),
            float(need.max(initial=0.0)),
        )


def scalar_gaps(shapes: Catalogue, boards: Boards) -> Floats:
    """Gaps of all models and enemies by the scalar kernel; shape (b, n m)."""
    b, n = boards.unit.x.shape
    m = boards.enemies.x.shape[1]
    i, j = across(n, m)
    rows = np.arange(b)[:, None]
    first, second = (rows * n + i).reshape(-1), (rows * m + j).reshape(-1)
    out = np.empty(first.size)
    unit, enemies = Bodies(*boards.unit.flat()), Bodies(*boards.enemies.flat())
    listed_gaps(shapes.packed.shapes, unit, enemies, first, second, out.size, out)
    return out.reshape(b, -1)


def _shaped(test: Margins, shape: tuple[int, int, int]) -> Margins:
    return Margins(test.miss.reshape(shape), test.hair.reshape(shape), test.strict)


def _square(test: Margins, b: int, n: int) -> Margins:
    """Spread tests of `mates` to a matrix, infinitely far from it elsewhere."""
    i, j = mates(n)
    miss = np.full((b, n, n), math.inf)
    hair = np.zeros((b, n, n))
    miss[:, i, j] = test.miss
    hair[:, i, j] = test.hair
    return Margins(miss, hair, test.strict)
