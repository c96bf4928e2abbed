"""Paths of a whole unit asked for at once, against step by step and body by body."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels.checks.walks import Walks, walks_clear
from reference import walks as slow
from shapes_data import build_bodies, build_shapes, oval_base, rectangle, round_base

MODELS, BODIES = 10, 60


def test_walks_clear(rate: Callable[..., None]) -> None:
    rng = np.random.default_rng(5)
    shapes = build_shapes([round_base(32), oval_base(60, 35), rectangle(6.0, 0.5)])
    kinds = rng.choice([0, 0, 0, 1, 2], BODIES)
    places = rng.uniform((0, 0, 0), (60, 44, 360), (BODIES, 3))
    bodies = build_bodies(np.column_stack([kinds, places, np.zeros(BODIES)]))
    a = rng.uniform((10, 10), (50, 34), (MODELS, 2))
    b = a + rng.uniform(-4, 4, (MODELS, 2))
    ahead = np.tile([1.0, 0.0], (MODELS, 1))
    steps = np.column_stack([a, ahead, b, ahead, np.zeros(MODELS)])
    walks = Walks(
        shape=np.zeros(MODELS, dtype=np.int64),
        begin=np.column_stack([a, ahead]),
        kind=np.zeros(MODELS, dtype=np.int64),
        owner=np.arange(MODELS),
        steps=steps,
    )
    bars, clear = np.ones((1, BODIES), dtype=np.bool_), np.zeros(BODIES)
    out = np.empty(MODELS, dtype=np.bool_)
    asked = shapes, walks, bodies, bars, clear, 0.01, 60.0, 44.0
    wanted: list[tuple[float, float]] = []

    def twin() -> None:
        wanted[:] = slow.walks_clear(*asked)

    rate(lambda: walks_clear(*asked, out), MODELS * BODIES, twin, MODELS * BODIES)
    assert out.tolist() == [room >= -1e-9 and edge >= 0.0 for room, edge in wanted]
