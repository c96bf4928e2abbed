from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from formation_data import SHAPES, bodies_of, formation
from movekernels.arrays import Bodies
from movekernels.checks import coherency as fast
from reference import coherency as slow
from shapes_data import build_bodies, build_shapes, oval_base, round_base

UNITS = [
    bodies_of(formation(np.random.default_rng([2, seed]), 2 + seed % 5, 2.0 + seed % 3))
    for seed in range(60)
]

RULES = {
    "11th": (2.0, 5.0, 9.0, 5.0, 1, True),
    "10th": (2.0, 5.0, math.inf, math.inf, 1, False),
    "10th-seven": (2.0, 5.0, math.inf, math.inf, 2, False),
    "voidsiege": (2.0, math.inf, math.inf, math.inf, 1, False),
}

C32 = round_base(32)


def judge(unit: Bodies, rules: tuple[float, float, float, float, int, bool]) -> int:
    return fast.coherent(SHAPES, unit, *rules, 1e-6, np.zeros(unit.x.size, np.uint64))


@pytest.mark.parametrize("unit", UNITS)
def test_links_and_groups_agree_with_the_reference(unit: Bodies) -> None:
    n = unit.x.size
    rows, wanted = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
    fast.links(SHAPES, unit, 2.0, 5.0, 1e-6, rows)
    slow.links(SHAPES, unit, 2.0, 5.0, 1e-6, wanted)
    assert rows.tolist() == wanted.tolist()
    labels, others = np.zeros(n, np.int64), np.zeros(n, np.int64)
    assert fast.groups(rows, labels) == slow.groups(rows, others)
    assert labels.tolist() == others.tolist()


@pytest.mark.parametrize("name", RULES)
def test_verdicts_agree_with_the_reference(name: str) -> None:
    seen = set()
    for unit in UNITS:
        rows, wanted = np.zeros(unit.x.size, np.uint64), np.zeros(unit.x.size, np.uint64)
        found = fast.coherent(SHAPES, unit, *RULES[name], 1e-6, rows)
        assert found == slow.coherent(SHAPES, unit, *RULES[name], 1e-6, wanted)
        assert rows.tolist() == wanted.tolist()
        seen.add(found)
    assert 0 in seen
    assert fast.NO_NEIGHBOUR in seen or name == "11th"


@pytest.mark.parametrize("unit", UNITS)
def test_widest_agrees_with_the_reference(unit: Bodies) -> None:
    worst, wanted = np.zeros(4), np.zeros(4)
    highest, others = np.zeros(2, np.int64), np.zeros(2, np.int64)
    widest = fast.widest(SHAPES, unit, worst, highest)
    assert widest == worst[0]
    expected = slow.widest(SHAPES, unit, wanted, others)
    if expected > 0:
        assert worst == pytest.approx(wanted, abs=1e-12)
    else:
        assert widest <= 1e-12
    assert worst[3] == wanted[3]
    assert highest.tolist() == others.tolist()


@pytest.mark.parametrize("count", [0, 1])
def test_widest_of_fewer_than_two_models(count: int) -> None:
    unit = build_bodies([(0, 5.0, 5.0, 0.0, 2.0)] * count)
    worst, highest = np.ones(4), np.ones(2, np.int64)
    assert fast.widest(SHAPES, unit, worst, highest) == -math.inf
    assert worst.tolist() == [-math.inf, -1, -1, 0]
    assert highest.tolist() == [-1, -1]


@pytest.mark.parametrize("rules", RULES.values())
def test_one_model_is_coherent(rules: tuple[float, float, float, float, int, bool]) -> None:
    assert judge(build_bodies([(0, 5.0, 5.0, 0.0, 2.0)]), rules) == 0


@pytest.mark.parametrize("count", [0, 1, 2, 7, 63, 64])
def test_groups_of_random_graphs(count: int) -> None:
    rng = np.random.default_rng(count)
    for share in (0.0, 1.0 / max(count, 1), 1.0):
        rows = np.zeros(count, np.uint64)
        for i, j in itertools.combinations(range(count), 2):
            if rng.random() < share:
                rows[i] |= np.uint64(1) << np.uint64(j)
                rows[j] |= np.uint64(1) << np.uint64(i)
        labels, wanted = np.zeros(count, np.int64), np.zeros(count, np.int64)
        assert fast.groups(rows, labels) == slow.groups(rows, wanted)
        assert labels.tolist() == wanted.tolist()


@pytest.mark.parametrize("count", [63, 64])
def test_the_largest_units_use_every_bit(count: int) -> None:
    line = build_bodies([(0, 3.0 * i, 0.0, 0.0, 0.0) for i in range(count)])
    broken = build_bodies(
        [(0, 3.0 * i + 9.0 * (i == count - 1), 0.0, 0.0, 0.0) for i in range(count)]
    )
    single = (2.0, 5.0, math.inf, 5.0, 1, True)
    assert judge(line, single) == 0
    assert judge(broken, single) == fast.NO_NEIGHBOUR | fast.SPLIT


LINE = [10.0, 13.259843, 16.519685, 19.779528]

SPOT_CHECKS = [
    # outlines, rows (shape, x, y, heading, z), bits of the 11th edition
    ([C32], [(0, 10, 10, 0, 0), (0, 13.259843, 10, 0, 0)], 0),
    ([C32], [(0, 10, 10, 0, 0), (0, 13.260843, 10, 0, 0)], 9),
    ([C32, round_base(60)], [(0, 10, 10, 0, 0), (1, 13.811024, 10, 0, 0)], 0),
    ([C32], [(0, x, 10, 0, 0) for x in LINE], 0),
    ([C32], [(0, 10 + i * (1.305118 + 32 / 25.4), 10, 0, 0) for i in range(5)], 0),
    ([C32], [(0, 10 + i * 32 / 25.4, 10, 0, 0) for i in range(9)], 0),
    ([C32], [(0, 10 + i * 32 / 25.4, 10, 0, 0) for i in range(10)], 2),
    ([C32], [(0, 10, 10, 0, 0), (0, 12.259843, 10, 0, 5.0)], 0),
    ([C32], [(0, 10, 10, 0, 0), (0, 12.259843, 10, 0, 5.001)], 13),
    ([C32], [(0, 10, 10, 0, 0), (0, 10, 10, 0, 3.0)], 0),
    ([C32], [(0, 10 + 2.259843 * i, 10, 0, 3.0 * i) for i in range(3)], 4),
    ([C32], [(0, 0, 0, 0, 0), (0, 10.259843, 0, 0, 0), (0, 5.129921, 0, 0, 0)], 9),
    ([oval_base(105, 70), C32], [(0, 0, 0, 0, 0), (1, 4.696850, 0, 0, 0)], 0),
    ([oval_base(105, 70), C32], [(0, 0, 0, 90, 0), (1, 4.696850, 0, 0, 0)], 9),
    ([oval_base(105, 70), C32], [(0, 0, 0, 45, 0), (1, 4.696850, 0, 0, 0)], 9),
    ([oval_base(105, 70), C32], [(0, 0, 0, 0, 0), (1, 3, 3, 0, 0)], 0),
]


@pytest.mark.parametrize(("outlines", "rows", "bits"), SPOT_CHECKS)
def test_worked_formations(
    outlines: list[tuple[str, float]], rows: list[tuple[float, ...]], bits: int
) -> None:
    unit = build_bodies(rows)
    words = np.zeros(len(rows), np.uint64)
    assert fast.coherent(build_shapes(outlines), unit, *RULES["11th"], 1e-6, words) == bits
