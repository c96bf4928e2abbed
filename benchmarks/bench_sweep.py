"""Straight slides: the exact clearance against conservative advancement with the same gap."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import COUNT, KINDS, SHAPES, least, pose, record, strewn
from movekernels._jit import kernel
from movekernels.arrays import CONTACT, Bodies, Floats, Shapes
from movekernels.geometry.gap import gap
from movekernels.geometry.sweep import first_contact, sweep_gap, sweep_rows
from reference import sweep as slow
from shapes_data import build_bodies


@kernel
def gaps(shapes: Shapes, one: Bodies, moves: Floats, two: Bodies, out: Floats) -> None:
    for k in range(out.size):
        out[k] = sweep_gap(
            shapes, one.shape[k], one.x[k], one.y[k], one.cos[k], one.sin[k],
            moves[k, 0], moves[k, 1],
            two.shape[k], two.x[k], two.y[k], two.cos[k], two.sin[k],
        )  # fmt: skip


@kernel
def contacts(shapes: Shapes, one: Bodies, moves: Floats, two: Bodies, out: Floats) -> None:
    for k in range(out.size):
        out[k] = first_contact(
            shapes, one.shape[k], one.x[k], one.y[k], one.cos[k], one.sin[k],
            moves[k, 0], moves[k, 1],
            two.shape[k], two.x[k], two.y[k], two.cos[k], two.sin[k], 1e-9,
        )  # fmt: skip


@kernel
def ends(shapes: Shapes, one: Bodies, moves: Floats, two: Bodies, out: Floats) -> None:
    """One gap, at the end of each slide."""
    for k in range(out.size):
        out[k] = gap(
            shapes, one.shape[k], one.x[k] + moves[k, 0], one.y[k] + moves[k, 1],
            one.cos[k], one.sin[k],
            two.shape[k], two.x[k], two.y[k], two.cos[k], two.sin[k],
        )  # fmt: skip


@kernel
def advancement(shapes: Shapes, one: Bodies, moves: Floats, two: Bodies, out: Floats) -> None:
    """Step by the gap found until it is gone (1e-9 inches) or the slide is over."""
    for k in range(out.size):
        length = math.sqrt(moves[k, 0] * moves[k, 0] + moves[k, 1] * moves[k, 1])
        t = 0.0
        best = math.inf
        while t <= 1.0:
            found = gap(
                shapes, one.shape[k], one.x[k] + t * moves[k, 0], one.y[k] + t * moves[k, 1],
                one.cos[k], one.sin[k],
                two.shape[k], two.x[k], two.y[k], two.cos[k], two.sin[k],
            )  # fmt: skip
            best = min(best, found)
            if found <= CONTACT:
                break
            t += found / length
        out[k] = best


PAIRS = [("disc", "disc"), ("disc", "oval"), ("oval", "oval"), ("oval", "wall"), ("hull", "hull")]


def beside(kind: str, other: str) -> tuple[Bodies, Floats, Bodies]:
    """Slides of up to 6 inches, and to each an obstacle within 5 inches of the way."""
    rng = np.random.default_rng(2)
    one, two = strewn(kind, 2), strewn(other, 3)
    length, bearing = rng.uniform(0.0, 6.0, COUNT), rng.uniform(0.0, math.tau, COUNT)
    moves = (length * np.array([np.cos(bearing), np.sin(bearing)])).T.copy()
    along, off = rng.uniform(-0.2, 1.2, COUNT), rng.uniform(-5.0, 5.0, COUNT)
    x = one.x + along * moves[:, 0] - off * np.sin(bearing)
    y = one.y + along * moves[:, 1] + off * np.cos(bearing)
    return one, moves, two._replace(x=x, y=y)


@pytest.mark.parametrize(("kind", "other"), PAIRS)
def test_sweep_gap(benchmark: BenchmarkFixture, kind: str, other: str) -> None:
    one, moves, two = beside(kind, other)
    out, rival, end = np.empty(COUNT), np.empty(COUNT), np.empty(COUNT)
    advancement(SHAPES, one, moves, two, rival)
    ends(SHAPES, one, moves, two, end)
    record(
        benchmark,
        lambda: gaps(SHAPES, one, moves, two, out),
        lambda k: slow.sweep_gap(SHAPES, *pose(one, k), moves[k, 0], moves[k, 1], *pose(two, k)),
        2,
        conservative_advancement=lambda: advancement(SHAPES, one, moves, two, rival),
        one_gap=lambda: ends(SHAPES, one, moves, two, end),
    )
    assert np.all((out > 1e-6) == (rival > 1e-6))
    assert np.all(out <= np.maximum(end, 0.0) + 1e-12)


@pytest.mark.parametrize(("kind", "other"), PAIRS)
def test_first_contact(benchmark: BenchmarkFixture, kind: str, other: str) -> None:
    one, moves, two = beside(kind, other)
    out, clear = np.empty(COUNT), np.empty(COUNT)
    gaps(SHAPES, one, moves, two, clear)
    record(
        benchmark,
        lambda: contacts(SHAPES, one, moves, two, out),
        lambda k: slow.first_contact(
            SHAPES, *pose(one, k), moves[k, 0], moves[k, 1], *pose(two, k), CONTACT
        ),
        2,
    )
    assert np.all((out == 2.0) == (clear >= -CONTACT))


@pytest.mark.parametrize("kind", ["disc", "oval"])
def test_sweep_rows(benchmark: BenchmarkFixture, kind: str) -> None:
    # a clear lane between two hundred bases: every one must be looked at
    rng = np.random.default_rng(5)
    side = rng.choice([-1.0, 1.0], COUNT) * rng.uniform(4.0, 12.0, COUNT)
    bodies = build_bodies(
        np.column_stack(
            [
                np.full(COUNT, KINDS[kind]),
                rng.uniform(0.0, 20.0, COUNT),
                side,
                rng.uniform(0.0, 360.0, COUNT),
                np.zeros(COUNT),
            ]
        )
    )
    mask = np.ones(COUNT, dtype=np.bool_)
    move = (KINDS[kind], 7.0, 0.0, 1.0, 0.0, 6.0, 0.0)
    assert sweep_rows(SHAPES, *move, bodies, mask, CONTACT) == -1
    assert benchmark(sweep_rows, SHAPES, *move, bodies, mask, CONTACT) == -1
    few, none = mask.copy(), mask & False
    few[3:] = False
    fast = least(lambda: sweep_rows(SHAPES, *move, bodies, mask, CONTACT), 50)
    idle = least(lambda: sweep_rows(SHAPES, *move, bodies, none, CONTACT), 50)
    twin = least(lambda: slow.sweep_rows(SHAPES, *move, bodies, few, CONTACT), 1)
    benchmark.extra_info["nanoseconds_each"] = (fast - idle) / COUNT * 1e9
    benchmark.extra_info["times_slow_twin"] = twin / 3 / (fast / COUNT)
