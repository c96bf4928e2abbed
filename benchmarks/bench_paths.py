"""Shortest paths of a whole unit: against fields on a grid, and how the work grows."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from fast_marching import unit_fields
from geometry_scenes import least
from movekernels.arrays import Floats
from movekernels.paths.grown import grow
from movekernels.paths.spread import FULL, new_tree
from movekernels.paths.unit import unit_distances
from movekernels.paths.web import DRAWN, new_web
from paths_data import explore
from paths_scenes import TARGETS, Crowd, crowd


def answered(scene: Crowd) -> Floats:
    """All that is done for a unit, from packed obstacles to lengths (n, s)."""
    grown = grow(*scene.asked)
    out = np.empty((len(scene.sources), TARGETS))
    near, space = np.empty((2, TARGETS)), np.empty((3, TARGETS), np.int64)
    room = 1
    while True:
        web, tree = new_web(grown, room), new_tree(grown.x.size, room)
        if (
            unit_distances(grown, web, tree, scene.sources, scene.px, scene.py, out, near, space)
            != FULL
        ):
            return out
        room *= 2


def fields(scene: Crowd, step: float) -> Floats:
    """The same by fast marching."""
    out = np.empty((len(scene.sources), TARGETS))
    unit_fields(scene.grown, step, scene.sources, scene.px, scene.py, out)
    return out


@pytest.mark.parametrize("most", [6.0, 10.0])
@pytest.mark.parametrize("ovals", [False, True])
def test_a_unit_of_ten(benchmark: BenchmarkFixture, ovals: bool, most: float) -> None:
    """Ten models, 450 targets, 30 bases and 8 walls on 60 by 44 inches: median of 9 scenes."""
    scenes = [crowd(seed, ovals=ovals, most=most) for seed in range(9)]
    ours, eighth, quarter, off = [], [], [], []
    for scene in scenes:

        def ours_once(scene: Crowd = scene) -> Floats:
            return answered(scene)

        def eighth_once(scene: Crowd = scene) -> Floats:
            return fields(scene, 0.125)

        def quarter_once(scene: Crowd = scene) -> Floats:
            return fields(scene, 0.25)

        exact = answered(scene)
        ours.append(least(ours_once, 60))
        coarse = fields(scene, 0.25)
        quarter.append(least(quarter_once, 12))
        fine = fields(scene, 0.125)
        eighth.append(least(eighth_once, 12))
        both = np.isfinite(exact) & np.isfinite(fine)
        off.append(np.abs(fine[both] - exact[both]).max())
        # cells are an eighth of an inch wide: what the field reaches by far, a path does
        assert (exact[fine < most - 0.3] < np.inf).mean() > 0.97
        assert both.sum() > 0.3 * np.isfinite(exact).sum()
        assert np.isfinite(coarse).any()
    benchmark(lambda: answered(scenes[0]))
    mid = float(np.median(ours))
    benchmark.extra_info["median_ms"] = mid * 1e3
    benchmark.extra_info["worst_ms"] = max(ours) * 1e3
    ratios = np.array(eighth) / np.array(ours)
    benchmark.extra_info["times_field_of_eighth"] = float(np.median(ratios))
    benchmark.extra_info["least_times_field_of_eighth"] = float(ratios.min())
    ratios = np.array(quarter) / np.array(ours)
    benchmark.extra_info["times_field_of_quarter"] = float(np.median(ratios))
    benchmark.extra_info["field_off_by_inches"] = float(np.median(off))


@pytest.mark.parametrize("grows", ["table", "density"])
@pytest.mark.parametrize("count", [10, 30, 100, 200, 500])
def test_work_grows_with_what_is_in_reach(
    benchmark: BenchmarkFixture, count: int, grows: str
) -> None:
    """Obstacles of one density on tables that grow, or ever more on one table."""
    side = (60.0 * 44.0 * count / 38) ** 0.5
    size = (side, side) if grows == "table" else (60.0, 44.0)
    scenes = [
        crowd(seed, bases=count - count // 5, walls=count // 5, models=1, most=8.0, size=size)
        for seed in range(9)
    ]
    known = [explore(scene.grown, *scene.sources[0].tolist()) for scene in scenes]
    benchmark(lambda: [answered(scene) for scene in scenes])
    info = benchmark.extra_info
    info["curves"] = np.mean([seen.grown.x.size for seen in known])
    info["sides"] = np.mean([seen.grown.berth.size for seen in known])
    info["links_found"] = np.mean([(seen.web.state >= DRAWN).sum() for seen in known])
    info["arrivals"] = np.mean([seen.tree.reached.size[0] for seen in known])
    info["microseconds"] = least(lambda: [answered(scene) for scene in scenes], 20) / 9 * 1e6
    assert info["curves"] < 8 * count
