"""Coherency on the way, compared with many sampled moments (VS6)."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from movekernels.arrays import Floats
from movekernels.geometry.gap import gap_rows
from movesolver import Code
from movesolver.referee.during import judge_during
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.table.scenario import Pose
from situations import Json, model, situation, unit

SAMPLES = 300
BASES: list[Json] = [{"round": 32}, {"oval": [60, 35]}, {"rectangle": [50, 25]}]


def drawn(seed: int) -> tuple[Position, dict[str, list[Pose]]]:
    """A few models near each other, each on a bent way of its own, some with turns."""
    rng = np.random.default_rng([41, seed])
    models, paths = [], dict[str, list[Pose]]()
    for k in range(int(rng.integers(2, 6))):
        at = (20 + 2.5 * k + rng.uniform(-0.5, 0.5), 20 + rng.uniform(-1, 1))
        models.append(model(f"a{k}", at, BASES[int(rng.integers(3))]))
        poses: list[Pose] = [(*at, 0.0, 0.0)]
        for _ in range(int(rng.integers(0, 4))):
            x, y, facing, _ = poses[-1]
            if rng.random() < 0.3:
                facing += float(rng.uniform(-90, 90))
                poses.append((x, y, facing, 0.0))
            dx, dy = rng.normal((2.0, 0.0), 1.0)
            poses.append((x + float(dx), y + float(dy), facing, 0.0))
        paths[f"a{k}"] = poses
    options = {"coherency_during": "interpolated", "single_group": bool(seed % 2)}
    me = unit("alpha", "a", *models, move=30)
    rules = {"game": "voidsiege", "options": options}
    return pack(situation([me], move="move", rules=rules, paths=paths)), paths


def at_part(path: list[Pose], s: float) -> Pose:
    left = s * math.fsum(math.dist(a[:2], b[:2]) for a, b in pairwise(path))
    for a, b in pairwise(path):
        length = math.dist(a[:2], b[:2])
        if length > 0.0 and left <= length:
            t = left / length
            return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2], a[3])
        left -= length
    return path[-1]


def gaps_at(position: Position, paths: dict[str, list[Pose]], s: float) -> Floats:
    bodies = position.bodies_at([at_part(paths[name], s) for name in position.ids])
    gaps = np.empty((bodies.x.size, bodies.x.size))
    gap_rows(position.shapes, bodies, bodies, gaps)
    np.fill_diagonal(gaps, math.inf)
    return gaps


@pytest.mark.compiled
@pytest.mark.parametrize("part", range(4))
def test_what_samples_see_is_reported_and_no_more(part: int) -> None:
    seen = set()
    for seed in range(25 * part, 25 * part + 25):
        position, paths = drawn(seed)
        found = judge_during(position, paths, 0.0)
        widest = dict.fromkeys(position.ids, 0.0)
        split = False
        for s in (np.arange(SAMPLES) + 0.5) / SAMPLES:
            gaps = gaps_at(position, paths, float(s))
            for name, nearest in zip(position.ids, gaps.min(axis=1).tolist(), strict=True):
                widest[name] = max(widest[name], nearest)
            near = gaps <= 2.0
            joined = np.linalg.matrix_power(near + np.eye(len(near)), len(near)) > 0
            split |= not joined.all()
        for name, gap in widest.items():
            told = [
                one.found
                for one in found
                if one.code == Code.NO_NEIGHBOUR and one.models == (name,)
            ]
            assert told or gap <= 2.0 + 1e-9, (seed, name)
            assert all(one is not None and one > 2.0 for one in told)
            assert not told or max(one or 0.0 for one in told) >= gap - 1e-3, (seed, name)
        if any(one.code == Code.SPLIT for one in found):
            assert position.rules.coherency.single_group
        if split and position.rules.coherency.single_group:
            assert found
        seen.add((bool(found), split))
    assert {(True, True), (False, False)} <= seen
