"""The least loss of strewn units, against the slow twin, plain Python and networkx on cliques.

Discs of 32 mm stand anywhere on 14" x 10" and on three floors: hardly a unit is coherent.
"""

from __future__ import annotations

import importlib
import itertools
import math
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.checks import regain as fast
from movekernels.checks.coherency import links
from movekernels.checks.regain import Room
from movekernels.checks.words import Rows
from reference import regain as slow
from reference.coherency import Graph
from shapes_data import build_shapes, round_base

Scene = tuple[Ints, Floats, Floats, Floats]
"""Shapes (n,); x, y and height of each model of each unit (b, n)."""
Rule = tuple[float, float, float, float, int, int, int, bool, float]

networkx: Any = importlib.import_module("networkx")  # has no types of its own

SHAPES = build_shapes([round_base(32)])
ELEVENTH: Rule = (2.0, 5.0, 9.0, 5.0, 1, 0, 1, True, 1e-6)
TENTH: Rule = (2.0, 5.0, math.inf, math.inf, 1, 7, 2, False, 1e-6)
B, FEW, SMALL = 1000, 20, 5
"""Units; units that plain Python and networkx judge; units that the slow twin judges."""


def strewn(n: int) -> Scene:
    rng = np.random.default_rng(n)
    x, y = rng.uniform(0, 14, (B, n)), rng.uniform(0, 10, (B, n))
    return np.zeros(n, np.int64), x, y, rng.choice([0.0, 0.0, 3.0, 6.0], (B, n))


def unit_of(scene: Scene, g: int) -> Bodies:
    shape, x, y, z = scene
    return Bodies(shape, x[g], y[g], np.ones(shape.size), np.zeros(shape.size), z[g])


@kernel
def _each(
    shapes: Shapes,
    shape: Ints,
    x: Floats,
    y: Floats,
    z: Floats,
    ones: Floats,
    zeros: Floats,
    rule: Rule,
    weights: Ints,
    room: Room,
    kept: Rows,
    found: Rows,
) -> None:
    """First best part of each unit."""
    for g in range(x.shape[0]):
        unit = Bodies(shape, x[g], y[g], ones, zeros, z[g])
        fast.regain(
            shapes,
            unit,
            rule[0],
            rule[1],
            rule[2],
            rule[3],
            rule[4],
            rule[5],
            rule[6],
            rule[7],
            rule[8],
            weights,
            room,
            kept,
        )
        found[g] = kept[0]


@kernel
def _each_graph(
    near: Rows, together: Rows, weights: Ints, room: Room, kept: Rows, found: Ints
) -> None:
    """Number of best parts of each pair of graphs."""
    for g in range(found.size):
        found[g] = fast.heaviest(near[g], together[g], weights, 1, 0, 1, True, room, kept)


def graphs_of(scene: Scene, g: int) -> tuple[Graph, Graph]:
    """Both graphs of the 11th edition, of discs, by their centres."""
    _, x, y, z = (
        values.tolist() if k == 0 else values[g].tolist() for k, values in enumerate(scene)
    )
    near: Graph = [set() for _ in x]
    together: Graph = [set() for _ in x]
    for i, j in itertools.permutations(range(len(x)), 2):
        gap = math.dist((x[i], y[i]), (x[j], y[j])) - 32 / 25.4
        if abs(z[i] - z[j]) <= 5.0:
            near[i] |= {j} if gap <= 2.0 else set()
            together[i] |= {j} if gap <= 9.0 else set()
    return near, together


def by_networkx(near: Any, together: Any, weights: Ints) -> int:
    """Most weight of a group inside a largest clique."""
    return max(
        sum(int(weights[i]) for i in group)
        for clique in networkx.find_cliques(together)
        for group in networkx.connected_components(near.subgraph(clique))
    )


def networkx_graphs(scene: Scene, g: int) -> list[Any]:
    made = []
    for graph in graphs_of(scene, g):
        one = networkx.Graph()
        one.add_nodes_from(range(len(graph)))
        one.add_edges_from((i, j) for i, mates in enumerate(graph) for j in mates)
        made.append(one)
    return made


def weight_of(word: int, weights: Ints) -> int:
    return sum(int(w) for i, w in enumerate(weights) if word >> i & 1)


@pytest.mark.parametrize("alike", [True, False], ids=["models", "points"])
@pytest.mark.parametrize("n", [5, 10, 20, 30, 64])
def test_regain(benchmark: BenchmarkFixture, n: int, alike: bool) -> None:
    scene = strewn(n)
    weights = np.ones(n, np.int64) if alike else np.random.default_rng(0).integers(10, 30, n)
    room, kept, found = fast.new_room(), np.zeros(1000, np.uint64), np.zeros(B, np.uint64)

    def run(rule: Rule) -> None:
        _each(SHAPES, *scene, np.ones(n), np.zeros(n), rule, weights, room, kept, found)

    run(TENTH)
    benchmark.extra_info["nanoseconds_10th"] = least(lambda: run(TENTH)) / B * 1e9
    run(ELEVENTH)
    benchmark(run, ELEVENTH)
    each = least(lambda: run(ELEVENTH)) / B
    benchmark.extra_info["nanoseconds"] = each * 1e9
    graphs = [graphs_of(scene, g) for g in range(FEW)]
    drawn = [networkx_graphs(scene, g) for g in range(FEW)]
    best = [weight_of(int(found[g]), weights) for g in range(FEW)]
    assert best == [by_networkx(near, together, weights) for near, together in drawn]

    def python() -> list[slow.Kept]:
        return [slow.by_cliques(near, together, weights.tolist()) for near, together in graphs]

    assert best == [sum(int(weights[i]) for i in parts[0]) for parts in python()]
    benchmark.extra_info["times_cliques_in_python"] = least(python, 1) / FEW / each
    benchmark.extra_info["times_networkx"] = (
        least(lambda: [by_networkx(near, together, weights) for near, together in drawn], 1)
        / FEW
        / each
    )
    if n <= 10:
        units = [unit_of(scene, g) for g in range(SMALL)]

        def twin() -> list[slow.Kept]:
            return [slow.regain(SHAPES, unit, *ELEVENTH, weights.tolist()) for unit in units]

        assert best[:SMALL] == [sum(int(weights[i]) for i in parts[0]) for parts in twin()]
        benchmark.extra_info["times_slow_twin"] = least(twin, 1) / SMALL / each


@pytest.mark.parametrize("n", [10, 30])
def test_heaviest(benchmark: BenchmarkFixture, n: int) -> None:
    scene = strewn(n)
    near, together = np.zeros((2, B, n), np.uint64)
    for g in range(B):
        links(SHAPES, unit_of(scene, g), 2.0, 5.0, 1e-6, near[g])
        links(SHAPES, unit_of(scene, g), 9.0, 5.0, 1e-6, together[g])
    room, kept, found = fast.new_room(), np.zeros(1000, np.uint64), np.zeros(B, np.int64)
    weights = np.ones(n, np.int64)
    _each_graph(near, together, weights, room, kept, found)
    benchmark(_each_graph, near, together, weights, room, kept, found)
    each = least(lambda: _each_graph(near, together, weights, room, kept, found)) / B
    benchmark.extra_info["nanoseconds"] = each * 1e9
    wanted = [slow.by_cliques(*graphs_of(scene, g), weights.tolist()) for g in range(FEW)]
    assert found[:FEW].tolist() == [len(parts) for parts in wanted]
    if n <= 10:
        graphs = [graphs_of(scene, g) for g in range(SMALL)]

        def twin() -> list[slow.Kept]:
            return [slow.heaviest(*both, weights.tolist(), 1, 0, 1, True) for both in graphs]

        assert [len(parts) for parts in twin()] == found[:SMALL].tolist()
        benchmark.extra_info["times_slow_twin"] = least(twin, 1) / SMALL / each


def test_a_full_circle(benchmark: BenchmarkFixture) -> None:
    """Of 64 models each is too far from the one that faces it: 2**32 cliques, all as large."""
    angles = np.arange(64) * (2.0 * math.pi / 64)
    across = 9.0 + 32 / 25.4 + 1e-3
    unit = Bodies(
        np.zeros(64, np.int64),
        np.cos(angles) * across / 2,
        np.sin(angles) * across / 2,
        np.ones(64),
        np.zeros(64),
        np.zeros(64),
    )
    room, kept, weights = fast.new_room(), np.zeros(1000, np.uint64), np.ones(64, np.int64)
    fast.regain(SHAPES, unit, *ELEVENTH, weights, room, kept)
    count = benchmark(fast.regain, SHAPES, unit, *ELEVENTH, weights, room, kept)
    assert count == 1001
