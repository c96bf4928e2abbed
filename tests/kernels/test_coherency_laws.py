"""Moving, turning, reflecting or renumbering a whole formation changes no verdict."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from board_data import overlaps, space_for
from formation_data import SHAPES, bodies_of, clear_of_thresholds, formation
from movekernels.arrays import Bodies
from movekernels.checks import coherency, engagement, overlap

Rows = list[tuple[int, float, float, float, float]]

seeds = st.integers(0, 2**32 - 1)
laws = settings(derandomize=True, max_examples=15, deadline=None)


def verdicts(unit: Bodies, enemies: Bodies) -> tuple[object, ...]:
    n = unit.x.size
    rows, labels = np.zeros(n, np.uint64), np.zeros(n, np.int64)
    bits = coherency.coherent(SHAPES, unit, 2.0, 5.0, 9.0, 5.0, 1, True, 1e-6, rows)
    first, nearest, index = np.zeros(n, np.int64), np.zeros(n), np.zeros(n, np.int64)
    return (
        bits,
        coherency.groups(rows, labels),
        engagement.engagement(
            SHAPES, unit, enemies, 2.0, 5.0, 1e-6, space_for(enemies), nearest, index
        ),
        engagement.engaged_any(SHAPES, unit, enemies, 2.0, 5.0, 1e-6),
        overlaps(SHAPES, unit, enemies, 1.0, 1e-6, first),
        overlap.self_overlaps(SHAPES, unit, 1.0, 1e-6, first) > 0,
        sorted(np.maximum(nearest, 0.0).tolist()),
    )


def same(found: tuple[object, ...], wanted: tuple[object, ...]) -> None:
    assert found[:-1] == wanted[:-1]
    assert found[-1] == pytest.approx(wanted[-1], abs=1e-9)


def sides(seed: int) -> tuple[Rows, Rows]:
    """A unit and its enemies, none of them within rounding of a threshold."""
    rows = formation(np.random.default_rng(seed), 6, 5.0)
    assume(clear_of_thresholds(bodies_of(rows), margin=1e-11))
    return rows[:3], rows[3:]


def moved(rows: Rows, angle: float, dx: float, dy: float, mirror: bool) -> Bodies:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    sign = -1.0 if mirror else 1.0
    return bodies_of(
        [
            (k, x * c - sign * y * s + dx, x * s + sign * y * c + dy, sign * h + angle, z)
            for k, x, y, h, z in rows
        ]
    )


@laws
@given(seeds, st.floats(-180, 180), st.floats(-30, 30), st.floats(-30, 30), st.booleans())
def test_rigid_motions_change_no_verdict(
    seed: int, angle: float, dx: float, dy: float, mirror: bool
) -> None:
    unit, enemies = sides(seed)
    wanted = verdicts(bodies_of(unit), bodies_of(enemies))
    same(
        verdicts(moved(unit, angle, dx, dy, mirror), moved(enemies, angle, dx, dy, mirror)), wanted
    )


@laws
@given(seeds, st.permutations(range(3)), st.permutations(range(3)))
def test_renumbering_changes_no_verdict(seed: int, first: list[int], second: list[int]) -> None:
    unit, enemies = sides(seed)
    wanted = verdicts(bodies_of(unit), bodies_of(enemies))
    found = verdicts(bodies_of([unit[i] for i in first]), bodies_of([enemies[i] for i in second]))
    same(found, wanted)


@laws
@given(seeds, st.floats(0, 3), st.floats(0, 3))
def test_larger_limits_never_add_a_fault(seed: int, more: float, taller: float) -> None:
    unit = bodies_of(formation(np.random.default_rng(seed), 5, 4.0))
    rows = np.zeros(5, np.uint64)
    tight = coherency.coherent(SHAPES, unit, 2.0, 5.0, 9.0, 5.0, 1, True, 1e-6, rows)
    loose = coherency.coherent(
        SHAPES, unit, 2.0 + more, 5.0 + taller, 9.0 + more, 5.0 + taller, 1, True, 1e-6, rows
    )
    assert loose & ~tight == 0
