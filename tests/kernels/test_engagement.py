from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from board_data import space_for
from formation_data import SHAPES, bodies_of, formation
from movekernels.arrays import Bodies
from movekernels.checks import engagement as fast
from reference import engagement as slow
from shapes_data import build_bodies, build_shapes, oval_base, rectangle, round_base

DISCS = build_shapes([("disc", 0.5)])
LIMITS = (2.0, 5.0, 1e-6)


def sides(seed: int) -> tuple[Bodies, Bodies]:
    rng = np.random.default_rng([3, seed])
    rows = formation(rng, 3 + seed % 6, 3.0 + seed % 4)
    count = 1 + int(rng.integers(len(rows) - 1))
    return bodies_of(rows[:count]), bodies_of(rows[count:])


@pytest.mark.parametrize("seed", range(60))
def test_engagement_agrees_with_the_reference(seed: int) -> None:
    unit, enemies = sides(seed)
    n = unit.x.size
    nearest, wanted = np.zeros(n), np.zeros(n)
    index, others = np.zeros(n, np.int64), np.zeros(n, np.int64)
    found = fast.engagement(SHAPES, unit, enemies, *LIMITS, space_for(enemies), nearest, index)
    assert found == slow.engagement(
        SHAPES, unit, enemies, *LIMITS, space_for(enemies), wanted, others
    )
    apart = wanted > 0
    assert nearest[apart] == pytest.approx(wanted[apart], abs=1e-12)
    assert index[apart].tolist() == others[apart].tolist()
    assert np.all(nearest[~apart] <= 1e-12)
    assert np.all(index[~apart] >= 0)
    engaged = fast.engaged_any(SHAPES, unit, enemies, *LIMITS)
    assert engaged == slow.engaged_any(SHAPES, unit, enemies, *LIMITS)
    assert engaged == (found > 0)


@pytest.mark.parametrize(
    "limits", [(math.inf, math.inf, 0.0), (math.inf, 2.0, 1e-6), (0.0, math.inf, 1e-6)]
)
def test_infinite_and_zero_limits(limits: tuple[float, float, float]) -> None:
    for seed in range(20):
        unit, enemies = sides(seed)
        n = unit.x.size
        nearest, index = np.zeros(n), np.zeros(n, np.int64)
        found = fast.engagement(SHAPES, unit, enemies, *limits, space_for(enemies), nearest, index)
        wanted = slow.engagement(
            SHAPES, unit, enemies, *limits, space_for(enemies), np.zeros(n), np.zeros(n, np.int64)
        )
        assert found == wanted
        assert fast.engaged_any(SHAPES, unit, enemies, *limits) == (wanted > 0)


def test_no_enemies_and_no_models() -> None:
    unit, nobody = build_bodies([(0, 1.0, 1.0, 0.0, 0.0)] * 2), build_bodies([])
    nearest, index = np.zeros(2), np.zeros(2, np.int64)
    assert fast.engagement(DISCS, unit, nobody, *LIMITS, space_for(nobody), nearest, index) == 0
    assert nearest.tolist() == [math.inf, math.inf]
    assert index.tolist() == [-1, -1]
    assert not fast.engaged_any(DISCS, unit, nobody, *LIMITS)
    assert (
        fast.engagement(DISCS, nobody, unit, *LIMITS, space_for(unit), nearest[:0], index[:0]) == 0
    )


def test_an_enemy_beyond_the_vertical_part_is_no_enemy() -> None:
    unit = build_bodies([(0, 0.0, 0.0, 0.0, 0.0), (0, 0.0, 3.0, 0.0, 6.0)])
    enemies = build_bodies([(0, 2.0, 0.0, 0.0, 6.0), (0, 30.0, 0.0, 0.0, 0.0)])
    nearest, index = np.zeros(2), np.zeros(2, np.int64)
    assert fast.engagement(DISCS, unit, enemies, *LIMITS, space_for(enemies), nearest, index) == 0
    assert nearest.tolist() == [29.0, math.sqrt(13.0) - 1.0]
    assert index.tolist() == [1, 0]


def test_the_lowest_index_among_equals_is_named() -> None:
    unit = build_bodies([(0, 0.0, 0.0, 0.0, 0.0)] * 2)
    enemies = build_bodies([(0, x, y, 0.0, 0.0) for x, y in ((9, 0), (0, 4), (-4, 0), (4, 0))])
    nearest, index = np.zeros(2), np.zeros(2, np.int64)
    assert fast.engagement(DISCS, unit, enemies, *LIMITS, space_for(enemies), nearest, index) == 0
    assert nearest.tolist() == [3.0, 3.0]
    assert index.tolist() == [1, 1]


def around(value: float) -> list[float]:
    return [math.nextafter(value, 0.0), value, math.nextafter(value, math.inf)]


@pytest.mark.parametrize("distance", [*around(3.0), *around(1.0 + (2.0 + 1e-6)), *around(1.0)])
@pytest.mark.parametrize("rise", [0.0, *around(5.0), *around(5.0 + 1e-6)])
def test_at_the_engagement_distance(distance: float, rise: float) -> None:
    unit = build_bodies([(0, 0.0, 0.0, 0.0, 0.0)])
    enemies = build_bodies([(0, 0.0, distance, 0.0, rise)])
    near = Fraction(distance) - 1 <= Fraction(2.0 + 1e-6)
    level = Fraction(rise) <= Fraction(5.0 + 1e-6)
    assert fast.engaged_any(DISCS, unit, enemies, *LIMITS) == (near and level)
    nearest, index = np.zeros(1), np.zeros(1, np.int64)
    found = fast.engagement(DISCS, unit, enemies, *LIMITS, space_for(enemies), nearest, index)
    assert found == (near and level)
    assert nearest[0] == (distance - 1.0 if level else math.inf)


SPOT_CHECKS = [
    # enemy outline, enemy pose (x, y, heading, z), engaged with a 32 mm base at the origin
    (round_base(32), (2.0 + 32 / 25.4, 0.0, 0.0, 0.0), True),
    (round_base(32), (1.5 + 32 / 25.4, 0.0, 0.0, 5.0), True),
    (round_base(32), (1.5 + 32 / 25.4, 0.0, 0.0, 5.01), False),
    (oval_base(105, 70), (4.696850, 0.0, 0.0, 0.0), True),
    (oval_base(105, 70), (4.696850, 0.0, 90.0, 0.0), False),
    (rectangle(4.0, 0.5), (2.0 + 16 / 25.4 + 2.0, 0.0, 0.0, 0.0), True),
    (rectangle(4.0, 0.5), (2.0 + 16 / 25.4 + 2.0, 0.0, 10.0, 0.0), True),  # a corner comes nearer
    (rectangle(4.0, 0.5), (2.0 + 16 / 25.4 + 2.0, 0.0, 90.0, 0.0), False),
]


@pytest.mark.parametrize(("outline", "pose", "engaged"), SPOT_CHECKS)
def test_worked_pairs(outline: tuple[str, float], pose: tuple[float, ...], engaged: bool) -> None:
    shapes = build_shapes([round_base(32), outline])
    unit, enemies = build_bodies([(0, 0.0, 0.0, 0.0, 0.0)]), build_bodies([(1, *pose)])
    assert fast.engaged_any(shapes, unit, enemies, *LIMITS) == engaged


@pytest.mark.compiled
def test_crowds_of_discs_agree_with_all_pairs() -> None:
    rng = np.random.default_rng(4)
    shapes = build_shapes([("disc", 0.5), ("disc", 0.63), ("disc", 1.18)])
    for _ in range(300):
        n, m = int(rng.integers(1, 21)), int(rng.integers(1, 101))
        rows = np.column_stack(
            [
                rng.integers(0, 3, n + m),
                rng.uniform(0, 44, (n + m, 2)),
                np.zeros(n + m),
                rng.choice([0.0, 6.0], n + m),
            ]
        )
        unit, enemies = build_bodies(rows[:n]), build_bodies(rows[n:])
        across = np.hypot(
            unit.x[:, None] - enemies.x[None, :], unit.y[:, None] - enemies.y[None, :]
        )
        gaps = across - shapes.outer[unit.shape][:, None] - shapes.outer[enemies.shape][None, :]
        gaps[np.abs(unit.z[:, None] - enemies.z[None, :]) > 5.0] = math.inf
        nearest, index = np.zeros(n), np.zeros(n, np.int64)
        found = fast.engagement(shapes, unit, enemies, *LIMITS, space_for(enemies), nearest, index)
        assert nearest == pytest.approx(gaps.min(axis=1), abs=1e-12)
        known = np.isfinite(nearest)
        assert index[known].tolist() == gaps.argmin(axis=1)[known].tolist()
        assert found == np.sum(gaps.min(axis=1) <= 2.0 + 1e-6)
        assert fast.engaged_any(shapes, unit, enemies, *LIMITS) == (found > 0)
