"""Steps of an oval, a rectangle and a hull among twelve obstacles; polygons for comparison."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from movekernels._jit import kernel
from movekernels.arrays import Floats, Ints
from movekernels.paths import barriers as fast
from movekernels.paths.barriers import LEFT, PRESS, RIGHT, SHORT, STILL, Barriers
from reference import barriers as slow
from reference.ways_outlines import Outlines
from reference.ways_scenes import HEIGHT, WIDTH, crowd
from shapes_data import build_shapes, random_bodies, sample_shapes

COUNT = 2000
SAMPLE = 4


@kernel
def all_stand(b: Barriers, at: Floats, out: Ints) -> None:
    for k in range(out.size):
        out[k] = fast.stands(b, at[k, 0], at[k, 1], at[k, 2], at[k, 3])


@kernel
def all_slide(b: Barriers, at: Floats, out: Ints) -> None:
    for k in range(out.size):
        out[k] = fast.slides(b, at[k, 0], at[k, 1], at[k, 2], at[k, 3], at[k, 4], at[k, 5])


@kernel
def all_turn(b: Barriers, at: Floats, out: Ints) -> None:
    for k in range(out.size):
        out[k] = fast.turns(b, at[k, 0], at[k, 1], at[k, 2], at[k, 3], at[k, 6], at[k, 7])


@kernel
def all_turn_left(b: Barriers, at: Floats, out: Ints) -> None:
    for k in range(out.size):
        out[k] = fast.turns_so(b, at[k, 0], at[k, 1], at[k, 2], at[k, 3], at[k, 6], at[k, 7], True)


@kernel
def all_turn_either(b: Barriers, at: Floats, out: Ints) -> None:
    for k in range(out.size):
        out[k] = fast.turns_either(b, at[k, 0], at[k, 1], at[k, 2], at[k, 3], at[k, 6], at[k, 7])


@kernel
def written(at: Floats, ways: Ints, out: Floats) -> None:
    for k in range(ways.size):
        n = fast.write_pose(out, 0, at[k, 0], at[k, 1], at[k, 2], at[k, 3])
        fast.write_turn(out, n, at[k, 6], at[k, 7], ways[k])


def steps(rng: np.random.Generator, x: float, y: float) -> Floats:
    """Poses about a place, each with a slide and a heading to turn to; shape (k, 8)."""
    here, there = rng.uniform(0.0, math.tau, (2, COUNT))
    places = np.array([x, y]) + rng.uniform(-4.0, 4.0, (COUNT, 2))
    along = rng.normal(0.0, 1.5, (COUNT, 2))
    turned = [np.cos(here), np.sin(here), along, np.cos(there), np.sin(there)]
    return np.column_stack([places, *turned])


RUNS: dict[str, Callable[[Barriers, Floats, Ints], None]] = {
    "stands": all_stand,
    "slides": all_slide,
    "turns": all_turn,
    "turns_so": all_turn_left,
    "turns_either": all_turn_either,
}


def slowly(name: str, b: Barriers, row: list[float]) -> int:
    x, y, c, s, dx, dy, to_c, to_s = row
    if name == "stands":
        return slow.stands(b, x, y, c, s)
    if name == "slides":
        return slow.slides(b, x, y, c, s, dx, dy)
    if name == "turns":
        return slow.turns(b, x, y, c, s, to_c, to_s)
    if name == "turns_so":
        return slow.turns_so(b, x, y, c, s, to_c, to_s, True)
    return slow.turns_either(b, x, y, c, s, to_c, to_s)


@pytest.mark.parametrize("mover", ["oval", "rectangle", "hull"])
@pytest.mark.parametrize("name", RUNS)
def test_steps(rate: Callable[..., None], name: str, mover: str) -> None:
    b, start, rng = crowd(1, mover, count=12)
    at = steps(rng, *start[:2])
    run = RUNS[name]
    out = np.zeros(COUNT, np.int64)
    wanted: list[int] = []

    def twin() -> None:
        wanted.extend(slowly(name, b, row) for row in at[:SAMPLE].tolist())

    rate(lambda: run(b, at, out), COUNT, twin, SAMPLE)
    assert out[:SAMPLE].tolist() == wanted
    assert 0 < (out > 0).sum() < COUNT


def test_slides_of_polygons(rate: Callable[..., None]) -> None:
    """Against hulls of 256-gons in shapely, prepared once."""
    b, start, rng = crowd(1, "oval", count=12)
    at = steps(rng, *start[:2])
    table, out = Outlines(b), np.zeros(COUNT, np.int64)
    rows = at[:200].tolist()
    wanted: list[bool] = []

    def rival() -> None:
        wanted.extend(table.slides((r[0], r[1], r[2], r[3]), r[4], r[5]) for r in rows)

    rate(lambda: all_slide(b, at, out), COUNT, rival, len(rows))
    assert (out[: len(rows)] == np.array(wanted)).all()


def test_build_barriers(rate: Callable[..., None]) -> None:
    shapes = build_shapes(sample_shapes())
    bodies = random_bodies(np.random.default_rng(5), 60, len(sample_shapes()))
    asked = shapes, 3, bodies, np.full(60, -PRESS), 20.0, 25.0, 6.0, WIDTH, HEIGHT
    rate(lambda: fast.build_barriers(*asked), 1, lambda: slow.build_barriers(*asked), 1)
    kept = slow.build_barriers(*asked)
    assert fast.build_barriers(*asked).x.tolist() == bodies.x[kept].tolist()


def test_write_turn_and_write_pose(rate: Callable[..., None]) -> None:
    rng = np.random.default_rng(3)
    at = steps(rng, 20.0, 20.0)
    ways = rng.choice([STILL, SHORT, LEFT, RIGHT], COUNT)
    out = np.zeros((5, 4))
    wanted: list[list[tuple[float, ...]]] = []

    def twin() -> None:
        for r, way in zip(at.tolist(), ways.tolist(), strict=True):
            turned = slow.write_turn((r[0], r[1], r[2], r[3]), r[6], r[7], way)
            wanted.append([*slow.write_pose([], *r[:4]), *turned])

    rate(lambda: written(at, ways, out), COUNT, twin, COUNT)
    for pose, row in zip(wanted[-1], out.tolist(), strict=False):
        assert row == pytest.approx(pose, abs=1e-12)
