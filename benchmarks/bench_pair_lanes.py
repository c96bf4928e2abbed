"""The space for listed pairs, made once for a table's shapes."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least
from movekernels.geometry.pair_lanes import pair_lanes
from reference import pair_lanes as slow
from shapes_data import build_shapes, real_bases, sample_shapes

SHAPES = build_shapes([*sample_shapes(), *real_bases()])


def test_pair_lanes(benchmark: BenchmarkFixture) -> None:
    made = benchmark(pair_lanes, SHAPES)
    twin = slow.pair_lanes(SHAPES)
    assert made.kind.size == len(twin)
    assert [kind == "other" for kind, _, _ in twin] == (made.kind == 0).tolist()
    benchmark.extra_info["times_slow_twin"] = least(lambda: slow.pair_lanes(SHAPES)) / least(
        lambda: pair_lanes(SHAPES), 50
    )
