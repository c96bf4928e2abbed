"""Lattices over the reach of a unit, and the best of some rigid shifts of it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from movekernels.search import spreading as fast
from movekernels.search import values
from reference import spreading as slow
from scenes import crowded
from search_data import random_poses, tried


@pytest.mark.parametrize("step", [0.5, 0.1])
def test_lattice(rate: Callable[..., None], step: float) -> None:
    squad = tried(crowded(1, 10)).squad
    x, y = squad.start[:, 0].copy(), squad.start[:, 1].copy()
    out, wanted = np.zeros((40_000, 2)), list[tuple[float, float]]()
    count = fast.lattice(x, y, squad.maximum, step, out)

    def twin() -> None:
        wanted.extend(slow.lattice(x, y, squad.maximum, step))

    rate(lambda: fast.lattice(x, y, squad.maximum, step, out), count, twin, count)
    assert out[:count] == pytest.approx(np.array(wanted), abs=1e-9)


@pytest.mark.parametrize("bases", ["round", "ovals"])
def test_best_shift(rate: Callable[..., None], bases: str) -> None:
    case = tried(crowded(1, 10, bases=bases))
    ground, squad, terms = case.ground, case.squad, case.terms
    shifts = np.random.default_rng(5).normal(0, 2, (1000, 2))
    few = np.vstack([np.zeros((1, 2)), shifts[:3]])
    ways, found = np.zeros(10, dtype=np.int64), list[int]()

    def twin() -> None:
        found.append(slow.best_shift(ground, squad, terms, few, values.SLOPE))

    rate(lambda: fast.best_shift(ground, squad, terms, shifts, ways), len(shifts), twin, len(few))
    assert fast.best_shift(ground, squad, terms, few, ways) == found[0]


@pytest.mark.parametrize("bases", ["round", "ovals"])
def test_open_poses(rate: Callable[..., None], bases: str) -> None:
    case = tried(crowded(1, 10, bases=bases))
    points = random_poses(np.random.default_rng(7), case, 2000)[:, :2].copy()
    headings, found = np.array([[1.0, 0.0], [0.6, 0.8]]), list[list[tuple[float, ...]]]()
    out, few = np.empty((4000, 4)), points[:40]

    def twin() -> None:
        found.append(slow.open_poses(case.ground, case.squad, 0, few, headings))

    rate(
        lambda: fast.open_poses(case.ground, case.squad, 0, points, headings, out),
        len(out),
        twin,
        2 * len(few),
    )
    count = fast.open_poses(case.ground, case.squad, 0, few, headings, out)
    assert out[:count].tolist() == [list(pose) for pose in found[0]]
