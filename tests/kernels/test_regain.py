from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from formation_data import SHAPES, bodies_of, clear_of_thresholds, formation
from movekernels.arrays import Bodies, Ints, Shapes
from movekernels.checks import coherency
from movekernels.checks import regain as fast
from movekernels.checks.words import Rows
from reference import regain as slow
from reference.coherency import Graph
from shapes_data import build_bodies, build_shapes, oval_base, round_base

Needs = tuple[int, int, int, bool]
"""Neighbours needed, the crowd, neighbours needed in it, one group."""
Rule = tuple[float, float, float, float, int, int, int, bool]

RULES: dict[str, Rule] = {
    "11th": (2.0, 5.0, 9.0, 5.0, 1, 0, 1, True),
    "10th": (2.0, 5.0, math.inf, math.inf, 1, 7, 2, False),
    "voidsiege": (2.0, math.inf, math.inf, math.inf, 1, 0, 1, False),
    "voidsiege in one group": (2.0, math.inf, math.inf, math.inf, 1, 0, 1, True),
    "10th, crowd of 4": (2.0, 5.0, math.inf, math.inf, 1, 4, 2, False),
    "crowd of 3 in one group": (2.0, 5.0, 6.0, math.inf, 1, 3, 2, True),
    "fewer needed in a crowd": (2.0, 5.0, 9.0, 3.0, 2, 4, 1, False),
    "nothing needed": (2.0, 5.0, 4.0, 5.0, 0, 0, 1, False),
}
ROOM = fast.new_room()
C32 = build_shapes([round_base(32)])
CONTACT = 32 / 25.4


def rows_of(graph: Graph) -> Rows:
    return np.array([sum(1 << j for j in mates) for mates in graph], np.uint64)


def random_graph(rng: np.random.Generator, count: int, share: float) -> Graph:
    graph: Graph = [set() for _ in range(count)]
    for i, j in itertools.combinations(range(count), 2):
        if rng.random() < share:
            graph[i].add(j)
            graph[j].add(i)
    return graph


def sets(kept: Rows, count: int) -> list[list[int]]:
    return sorted([i for i in range(64) if int(word) >> i & 1] for word in kept[:count])


def kept_of_graphs(
    near: Graph, together: Graph, weights: Sequence[int], needs: Needs, most: int = 1000
) -> tuple[list[list[int]], int]:
    kept = np.zeros(most, np.uint64)
    count = fast.heaviest(
        rows_of(near), rows_of(together), np.array(weights, np.int64), *needs, ROOM, kept
    )
    return sets(kept, count), count


def kept_of(
    unit: Bodies, rule: Rule, weights: Ints | None = None, shapes: Shapes = SHAPES
) -> list[list[int]]:
    costs = np.ones(unit.x.size, np.int64) if weights is None else weights
    kept = np.zeros(1000, np.uint64)
    return sets(kept, fast.regain(shapes, unit, *rule, 1e-6, costs, ROOM, kept))


def code(unit: Bodies, members: Sequence[int], rule: Rule) -> int:
    """Coherency bits of a part of a unit."""
    k = list(members)
    part = Bodies(unit.shape[k], unit.x[k], unit.y[k], unit.cos[k], unit.sin[k], unit.z[k])
    *limits, needed, crowd, in_crowd, single_group = rule
    few = in_crowd if 0 < crowd <= len(members) else needed
    a, b, c, d = (float(limit) for limit in limits)
    rows = np.zeros(len(members), np.uint64)
    return coherency.coherent(SHAPES, part, a, b, c, d, few, single_group, 1e-6, rows)


@pytest.mark.parametrize("seed", range(120))
def test_any_graphs_any_rule(seed: int) -> None:
    rng = np.random.default_rng([1, seed])
    n = int(rng.integers(1, 9))
    near = random_graph(rng, n, float(rng.choice([0.15, 0.3, 0.6])))
    together = random_graph(rng, n, float(rng.choice([0.5, 0.8, 1.0])))
    weights = rng.integers(1, int(rng.choice([2, 4, 30])), n).tolist()
    needs = (
        int(rng.integers(0, 4)),
        int(rng.choice([0, 1, 2, 3, 4, 5, 7])),
        int(rng.integers(0, 4)),
        bool(rng.integers(2)),
    )
    found, count = kept_of_graphs(near, together, weights, needs)
    assert found == slow.heaviest(near, together, weights, *needs)
    assert count == len(found)


@pytest.mark.compiled
def test_many_graphs() -> None:
    for seed in range(600):
        rng = np.random.default_rng([2, seed])
        n = int(rng.integers(8, 12))
        near = random_graph(rng, n, float(rng.choice([0.15, 0.25, 0.4])))
        together = random_graph(rng, n, float(rng.choice([0.6, 0.9, 1.0])))
        weights = rng.integers(1, int(rng.choice([2, 5])), n).tolist()
        needs = (int(rng.integers(0, 3)), int(rng.choice([0, 4, 6, 7])), 2, bool(rng.integers(2)))
        found, _ = kept_of_graphs(near, together, weights, needs)
        assert found == slow.heaviest(near, together, weights, *needs), (seed, needs)


FORMATIONS = [
    formation(np.random.default_rng([3, seed]), 2 + seed % 5, 2.5 + seed % 4) for seed in range(30)
]


@pytest.mark.parametrize("name", RULES)
def test_formations_agree_with_the_reference(name: str) -> None:
    lost = set()
    for seed, rows in enumerate(FORMATIONS):
        unit = bodies_of(rows)
        n = unit.x.size
        weights = np.random.default_rng([4, seed]).integers(1, 4, n)
        for costs in (np.ones(n, np.int64), weights):
            found = kept_of(unit, RULES[name], costs)
            assert found == slow.regain(SHAPES, unit, *RULES[name], 1e-6, costs.tolist())
        lost.add(n - len(kept_of(unit, RULES[name])[0]))
    assert {0, 1, 2} <= lost or name == "nothing needed"


@pytest.mark.parametrize("name", RULES)
def test_what_stays_is_coherent_and_a_coherent_unit_stays(name: str) -> None:
    for rows in FORMATIONS:
        unit = bodies_of(rows)
        everybody = list(range(unit.x.size))
        found = kept_of(unit, RULES[name])
        assert (found == [everybody]) == (code(unit, everybody, RULES[name]) == 0)
        assert all(len(part) == 1 or code(unit, part, RULES[name]) == 0 for part in found)


def strewn(seed: int, count: int) -> tuple[Bodies, Graph, Graph]:
    """Discs on three floors, and both graphs of the 11th edition by their centres."""
    rng = np.random.default_rng([5, seed])
    x, y = rng.uniform(0, 8 + seed % 3 * 5, (2, count))
    z = rng.choice([0.0, 0.0, 3.0, 6.0], count)
    near: Graph = [set() for _ in range(count)]
    together: Graph = [set() for _ in range(count)]
    for i, j in itertools.permutations(range(count), 2):
        gap = math.dist((x[i], y[i]), (x[j], y[j])) - CONTACT
        if abs(z[i] - z[j]) <= 5.0:
            near[i] |= {j} if gap <= 2.0 else set()
            together[i] |= {j} if gap <= 9.0 else set()
    rows = [(0, x[i], y[i], 0.0, z[i]) for i in range(count)]
    return build_bodies(rows), near, together


@pytest.mark.compiled
@pytest.mark.parametrize("count", [16, 24, 33])
def test_large_units_agree_with_cliques(count: int) -> None:
    for seed in range(25):
        unit, near, together = strewn(seed, count)
        weights = np.random.default_rng([6, seed]).integers(1, 4, count)
        for costs in (np.ones(count, np.int64), weights):
            found = kept_of(unit, RULES["11th"], costs, C32)
            assert found == slow.by_cliques(near, together, costs.tolist())


def test_the_two_references_agree() -> None:
    for seed in range(20):
        _, near, together = strewn(seed, 8)
        weights = np.random.default_rng([7, seed]).integers(1, 3, 8).tolist()
        wanted = slow.heaviest(near, together, weights, 1, 0, 1, True)
        assert slow.by_cliques(near, together, weights) == wanted


def line(count: int, step: float) -> Bodies:
    return build_bodies([(0, step * i, 0.0, 0.0, 0.0) for i in range(count)])


def test_more_ties_than_there_is_room_for() -> None:
    pairs: Graph = [{i ^ 1} for i in range(12)]
    everybody: Graph = [set(range(12)) - {i} for i in range(12)]
    # at most six of six pairs: any three, which is 20 ways
    found, count = kept_of_graphs(pairs, everybody, [1] * 12, (1, 7, 2, False))
    assert count == len(found) == 20
    some, count = kept_of_graphs(pairs, everybody, [1] * 12, (1, 7, 2, False), 5)
    assert count == 6
    assert len(some) == 5
    assert all(part in found for part in some)
    # six pairs that may not both stay: one of each, in 64 ways
    facing: Graph = [set(range(12)) - {i, i ^ 1} for i in range(12)]
    found, count = kept_of_graphs(everybody, facing, [1] * 12, (1, 0, 1, True))
    assert count == len(found) == 64
    some, count = kept_of_graphs(everybody, facing, [1] * 12, (1, 0, 1, True), 5)
    assert count == 6
    assert all(part in found for part in some)
    # ties that have overflowed do not hide what is heavier
    weights = [1, 1] * 5 + [2, 2]
    found, count = kept_of_graphs(pairs, everybody, weights, (1, 7, 2, False), 2)
    assert count == 3
    assert all(sum(weights[i] for i in part) == 8 for part in found)


def test_who_holds_two_others_together_is_not_lost_for_someone_dearer() -> None:
    # 0 and 1 are dear and clash with two each; 2 links them and clashes with 3; 8 is beside 1
    near: Graph = [{2, 3}, {2, 8}, {0, 1, 4, 5, 6, 7}, {0}, {2}, {2}, {2}, {2}, {1}]
    apart: Graph = [{4, 5}, {6, 7}, {3}, {2}, {0}, {0}, {1}, {1}, set()]
    together = [set(range(9)) - {i} - others for i, others in enumerate(apart)]
    weights = [10, 10, 1, 5, 1, 1, 1, 1, 1]
    found, _ = kept_of_graphs(near, together, weights, (1, 0, 1, True))
    assert found == [[0, 1, 2, 8]] == slow.heaviest(near, together, weights, 1, 0, 1, True)


@pytest.mark.compiled
@pytest.mark.parametrize("across", [9.0 + CONTACT + 1e-3, 9.0 + CONTACT + 0.3, 12.0])
@pytest.mark.parametrize("alike", [True, False])
def test_a_full_circle_has_billions_of_cliques_but_few_are_looked_at(
    across: float, alike: bool
) -> None:
    angles = np.arange(64) * (2.0 * math.pi / 64)
    places = np.column_stack([np.cos(angles), np.sin(angles)]) * across / 2
    unit = build_bodies([(0, x, y, 0.0, 0.0) for x, y in places])
    weights = np.ones(64, np.int64) if alike else 1 + np.arange(64) * 6 % 11
    kept = np.zeros(50, np.uint64)
    count = fast.regain(C32, unit, *RULES["11th"], 1e-6, weights, ROOM, kept)
    assert count >= 1
    if across < 11.0 and alike:  # one of each two that face each other
        assert all(len(part) in (28, 32) for part in sets(kept, count))


@pytest.mark.parametrize("count", [63, 64])
def test_the_largest_units_use_every_bit(count: int) -> None:
    close = (2.0, 5.0, math.inf, 5.0, 1, 0, 1, True)
    whole = list(range(count))
    assert kept_of(line(count, 3.0), close, None, C32) == [whole]
    far = build_bodies([(0, 3.0 * i + 9.0 * (i == count - 1), 0, 0, 0) for i in range(count)])
    assert kept_of(far, close, None, C32) == [whole[:-1]]


@pytest.mark.parametrize("rule", RULES.values())
def test_units_of_none_one_and_two(rule: Rule) -> None:
    kept = np.zeros(3, np.uint64)
    nobody = build_bodies([])
    assert fast.regain(C32, nobody, *rule, 1e-6, np.zeros(0, np.int64), ROOM, kept) == 0
    assert kept_of(line(1, 1.0), rule, None, C32) == [[0]]
    assert kept_of(line(2, 50.0), rule, None, C32) == [[0], [1]]
    assert kept_of(line(2, 50.0), rule, np.array([2, 3]), C32) == [[1]]


OVALS = build_shapes([oval_base(105, 70)])
SPLIT: list[tuple[float, ...]] = [
    *((0, 1.5 * i, 20, 0, 0) for i in range(5)),
    (0, 2, 21.5, 0, 6),
    (0, 3.5, 21.5, 0, 6),
]
WORKED: list[tuple[Shapes, list[tuple[float, ...]], list[list[int]]]] = [
    # the lonely one goes; with a mate lost in the middle either may
    (C32, [(0, 0, 0, 0, 0), (0, 5.52, 0, 0, 0), (0, 8.28, 0, 0, 0)], [[1, 2]]),
    (C32, [(0, 0, 0, 0, 0), (0, 8.28, 0, 0, 0)], [[0], [1]]),
    # two models 6" above five
    (C32, SPLIT, [[0, 1, 2, 3, 4]]),
    # nose to tail beyond 9": either end may go
    (OVALS, [(0, 5.5 * i, 0, 0, 0) for i in range(4)], [[0, 1, 2], [1, 2, 3]]),
    # ten touching in a line are 10.08" long, nine 8.82"
    (C32, [(0, CONTACT * i, 0, 0, 0) for i in range(10)], [[*range(9)], [*range(1, 10)]]),
    # a stair: the first and the last are 6" apart in height
    (C32, [(0, 2.26 * i, 0, 0, 3.0 * i) for i in range(3)], [[0, 1], [1, 2]]),
    # the middle one holds three together, but is no loss to make
    (C32, [(0, 3.2 * i, 0, 0, 0) for i in range(3)], [[0, 1, 2]]),
]


@pytest.mark.parametrize(("shapes", "rows", "wanted"), WORKED)
def test_worked_formations(
    shapes: Shapes, rows: list[tuple[float, ...]], wanted: list[list[int]]
) -> None:
    assert kept_of(build_bodies(rows), RULES["11th"], None, shapes) == wanted


def test_a_unit_may_have_to_shrink_below_the_crowd() -> None:
    # seven in a line at 2": the ends have one mate, so six of them stay coherent, not seven
    six = [[*range(6)], [*range(1, 7)]]
    found = kept_of(line(7, 3.2), RULES["10th"], None, C32)
    assert found[0] == six[0]
    assert six[1] in found
    assert all(len(part) == 6 for part in found)
    # a ring of seven needs nobody to go; eight with a straggler lose him alone
    ring = [
        (0, 2.3 * math.cos(2 * math.pi * k / 7), 2.3 * math.sin(2 * math.pi * k / 7), 0, 0)
        for k in range(7)
    ]
    assert kept_of(build_bodies(ring), RULES["10th"], None, C32) == [[*range(7)]]
    more = build_bodies([*ring, (0, 2.3 + 3.2, 0, 0, 0)])
    assert kept_of(more, RULES["10th"], None, C32) == [[*range(7)]]
    # two dear models off the ring are worth more than all of it
    costs = np.array([1] * 7 + [9, 9])
    pair = build_bodies([*ring, (0, 20, 0, 0, 0), (0, 22, 0, 0, 0)])
    dear = kept_of(pair, RULES["10th"], costs, C32)
    assert all({7, 8} < set(part) and len(part) == 6 for part in dear)


seeds = st.integers(0, 2**32 - 1)
laws = settings(derandomize=True, max_examples=15, deadline=None)


@laws
@given(
    seeds,
    st.floats(-180, 180),
    st.floats(-30, 30),
    st.floats(-30, 30),
    st.permutations(range(5)),
    st.sampled_from(sorted(RULES)),
)
def test_place_turn_and_numbers_do_not_matter(
    seed: int, angle: float, dx: float, dy: float, order: list[int], name: str
) -> None:
    rows = formation(np.random.default_rng(seed), 5, 5.0)
    assume(clear_of_thresholds(bodies_of(rows), margin=1e-11))
    weights = np.random.default_rng([8, seed]).integers(1, 4, 5)
    wanted = kept_of(bodies_of(rows), RULES[name], weights)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    moved = [(k, x * c - y * s + dx, x * s + y * c + dy, h + angle, z) for k, x, y, h, z in rows]
    assert kept_of(bodies_of(moved), RULES[name], weights) == wanted
    again = kept_of(bodies_of([rows[i] for i in order]), RULES[name], weights[order])
    assert sorted(sorted(order[i] for i in part) for part in again) == wanted
    assert kept_of(bodies_of(rows), RULES[name], weights * 10**9) == wanted
