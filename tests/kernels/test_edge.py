from __future__ import annotations

import math

import numpy as np
import pytest

from formation_data import SHAPES, bodies_of, formation
from movekernels.checks import edge as fast
from reference import edge as slow
from shapes_data import build_bodies, build_shapes, oval_base, round_base

WIDTH, HEIGHT = 44.0, 60.0


@pytest.mark.parametrize("seed", range(40))
def test_slacks_agree_with_the_reference(seed: int) -> None:
    rng = np.random.default_rng([7, seed])
    rows = formation(rng, 6, 4.0)
    cx, cy = rng.choice([0.0, 22.0, WIDTH]), rng.choice([0.0, 30.0, HEIGHT])
    unit = bodies_of([(k, x + cx, y + cy, h, z) for k, x, y, h, z in rows])
    out, wanted = np.zeros(6), np.zeros(6)
    smallest = fast.edge_slacks(SHAPES, unit, WIDTH, HEIGHT, out)
    expected = slow.edge_slacks(SHAPES, unit, WIDTH, HEIGHT, wanted)
    assert out == pytest.approx(wanted, abs=1e-12)
    assert smallest == out.min()
    assert smallest == pytest.approx(expected, abs=1e-12)


def test_no_models() -> None:
    assert fast.edge_slacks(SHAPES, build_bodies([]), WIDTH, HEIGHT, np.zeros(0)) == math.inf


SPOT_CHECKS = [
    # outline, x, y, heading, slack
    (round_base(32), 16 / 25.4, 10.0, 0.0, 0.0),
    (("disc", 0.5), 0.5, 10.0, 0.0, 0.0),
    (("disc", 0.5), math.nextafter(0.5, 0.0), 10.0, 0.0, -(2.0**-54)),
    (("disc", 0.5), 43.5, 59.5, 0.0, 0.0),
    (("disc", 0.5), -1.0, 61.0, 0.0, -1.5),
    (oval_base(105, 70), 1.4, 30.0, 90.0, 1.4 - 35 / 25.4),
    (oval_base(105, 70), 1.4, 30.0, 0.0, 1.4 - 52.5 / 25.4),
]


@pytest.mark.parametrize(("outline", "x", "y", "heading", "slack"), SPOT_CHECKS)
def test_worked_poses(
    outline: tuple[str, float], x: float, y: float, heading: float, slack: float
) -> None:
    out = np.zeros(1)
    unit = build_bodies([(0, x, y, heading, 0.0)])
    found = fast.edge_slacks(build_shapes([outline]), unit, WIDTH, HEIGHT, out)
    assert found == out[0]
    assert found == pytest.approx(slack, abs=1e-14 if slack > -1e-9 and slack != 0.0 else 1e-12)
    assert (found < 0) == (slack < 0)
