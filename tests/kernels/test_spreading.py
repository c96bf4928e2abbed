from __future__ import annotations

import numpy as np
import pytest

from movekernels.search import spreading as fast
from movekernels.search import values
from reference import spreading as slow
from search_data import odd, random_poses, small


@pytest.mark.parametrize("seed", range(12))
def test_lattices_agree_with_the_reference(seed: int) -> None:
    rng = np.random.default_rng([15, seed])
    n = int(rng.integers(1, 5))
    x, y, reach = rng.uniform(5, 20, n), rng.uniform(5, 20, n), rng.uniform(0.5, 4, n)
    step = float(rng.uniform(0.3, 1.2))
    out = np.zeros((3000, 2))
    count = fast.lattice(x, y, reach, step, out)
    wanted = slow.lattice(x, y, reach, step)
    assert count == len(wanted)
    assert out[:count] == pytest.approx(np.array(wanted).reshape(-1, 2), abs=1e-9)
    assert fast.lattice(x, y, reach, step, np.zeros((2, 2))) == min(2, count)


@pytest.mark.parametrize("seed", range(10))
def test_the_best_shift_agrees_with_the_reference(seed: int) -> None:
    case = small(seed, 3) if seed % 2 else odd(seed)
    rng = np.random.default_rng([16, seed])
    shifts = np.vstack([rng.normal(0, 1.2, (10, 2)), [[50.0, 50.0]]])
    ways = np.zeros(case.squad.member.size, dtype=np.int64)
    found = fast.best_shift(case.ground, case.squad, case.terms, shifts, ways)
    assert found == slow.best_shift(case.ground, case.squad, case.terms, shifts, values.SLOPE)
    assert found < 0 or ways.min() > 0


@pytest.mark.parametrize("seed", range(8))
def test_open_poses_agree_with_the_reference(seed: int) -> None:
    case = small(seed, 3, bases=("round", "ovals")[seed % 2]) if seed < 4 else odd(seed)
    rng = np.random.default_rng([17, seed])
    poses = random_poses(rng, case, 40)
    points, headings = poses[:, :2].copy(), poses[:3, 2:].copy()
    out = np.empty((120, 4))
    for k in range(case.squad.shape.size):
        count = fast.open_poses(case.ground, case.squad, k, points, headings, out)
        wanted = slow.open_poses(case.ground, case.squad, k, points, headings)
        assert out[:count].tolist() == [list(pose) for pose in wanted]
