"""A slide past a row of obstacles, against one exact sweep after the other."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import COUNT, SHAPES, least, pose, slides, strewn
from movekernels._jit import kernel
from movekernels.arrays import CONTACT, Bodies, Floats, Shapes
from movekernels.geometry.sweep import first_contact, sweep_gap
from movekernels.geometry.sweep_past import sweep_past
from reference import sweep_past as slow
from shapes_data import random_bodies

M = 100
"""Obstacles on a table of 60 by 44 inches."""
MOVERS = {"round": "disc", "mixed": "oval"}


@kernel
def rows(
    shapes: Shapes, unit: Bodies, moves: Floats, others: Bodies, space: Floats, out: Floats
) -> None:
    for k in range(unit.x.size):
        out[0, k], out[1, k], out[2, k], out[3, k] = sweep_past(
            shapes, unit.shape[k], unit.x[k], unit.y[k], unit.cos[k], unit.sin[k],
            moves[k, 0], moves[k, 1], others, CONTACT, space,
        )  # fmt: skip


@kernel
def pairs(shapes: Shapes, unit: Bodies, moves: Floats, others: Bodies, out: Floats) -> None:
    """Every obstacle asked for its clearance, and for its contact where it is cut."""
    for k in range(unit.x.size):
        clearance, nearest, contact, struck = math.inf, -1, 2.0, -1
        for j in range(others.x.size):
            value = sweep_gap(
                shapes, unit.shape[k], unit.x[k], unit.y[k], unit.cos[k], unit.sin[k],
                moves[k, 0], moves[k, 1],
                others.shape[j], others.x[j], others.y[j], others.cos[j], others.sin[j],
            )  # fmt: skip
            if value < clearance:
                clearance, nearest = value, j
            if value < -CONTACT:
                t = first_contact(
                    shapes, unit.shape[k], unit.x[k], unit.y[k], unit.cos[k], unit.sin[k],
                    moves[k, 0], moves[k, 1],
                    others.shape[j], others.x[j], others.y[j], others.cos[j], others.sin[j],
                    CONTACT,
                )  # fmt: skip
                if t < contact:
                    contact, struck = t, j
        out[0, k], out[1, k], out[2, k], out[3, k] = clearance, nearest, contact, struck


@pytest.mark.parametrize("kind", MOVERS)
def test_sweep_past(benchmark: BenchmarkFixture, kind: str) -> None:
    unit, moves = strewn(MOVERS[kind], 2), slides(4)
    rng = np.random.default_rng(5)
    others = random_bodies(rng, M, 1 if kind == "round" else 4, (60.0, 44.0))
    space, found, wanted = np.empty((2, M)), np.empty((4, COUNT)), np.empty((4, COUNT))

    def run() -> None:
        rows(SHAPES, unit, moves, others, space, found)

    def singly() -> None:
        pairs(SHAPES, unit, moves, others, wanted)

    run()
    singly()
    benchmark(run)
    assert found[::2] == pytest.approx(wanted[::2], abs=1e-12)
    assert found[1::2].tolist() == wanted[1::2].tolist()
    each = least(run, 20) / COUNT
    # the twin judges a few obstacles and is counted for all
    few: Bodies = Bodies(
        others.shape[:3], others.x[:3], others.y[:3],
        others.cos[:3], others.sin[:3], others.z[:3],
    )  # fmt: skip
    one = (SHAPES, *pose(unit, 0), moves[0, 0], moves[0, 1], few, CONTACT, space)
    benchmark.extra_info["nanoseconds"] = each * 1e9
    benchmark.extra_info["times_one_by_one"] = least(singly, 3) / COUNT / each
    benchmark.extra_info["times_slow_twin"] = least(lambda: slow.sweep_past(*one), 1) / 3 * M / each
