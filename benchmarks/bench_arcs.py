"""Free arcs of curves, and the room on them."""

from __future__ import annotations

from collections.abc import Callable

from movekernels._jit import kernel
from movekernels.arrays import Floats
from movekernels.paths import arcs as fast
from movekernels.paths.arcs import Arcs
from movekernels.paths.grown import Grown
from movekernels.paths.web import Web, new_web
from paths_data import arcs_on, known
from paths_scenes import crowd
from reference import arcs as slow

SAMPLES = 20


@kernel
def every(grown: Grown, web: Web) -> bool:
    web.arcs.used[0] = 0
    done = True
    for j in range(grown.x.size):
        done = done and fast.find_arcs(grown, web.arcs, web.length[j], j)
    return done


def test_find_arcs(rate: Callable[..., None]) -> None:
    grown = crowd(3).grown
    web = new_web(grown, 1)
    rate(
        lambda: every(grown, web),
        grown.x.size,
        lambda: slow.find_arcs(grown, 0, SAMPLES),
        1,
    )
    assert every(grown, web)
    for _, where, free in slow.find_arcs(grown, 0, SAMPLES):
        assert (fast.room_at(web.arcs, web.length[0], 0, where, 1.0) >= 0.0) == free


@kernel
def rooms(arcs: Arcs, length: Floats, j: int) -> float:
    total = 0.0
    for step in range(1000):
        total += fast.room_at(arcs, length[j], j, 0.001 * step * length[j], 1.0)
    return total


def test_room_at(rate: Callable[..., None]) -> None:
    grown = crowd(3).grown
    web = known(grown)
    j = next(j for j in range(grown.x.size) if web.arcs.number[j] > 0)
    length, arcs = float(web.length[j]), arcs_on(web, j) or []

    def twin() -> float:
        return sum(slow.room_at(arcs, length, 0.001 * k * length, 1.0) for k in range(1000))

    rate(lambda: rooms(web.arcs, web.length, j), 1000, twin, 1000)
    assert abs(rooms(web.arcs, web.length, j) - twin()) < 1e-6
