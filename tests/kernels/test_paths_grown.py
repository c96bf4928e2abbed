"""Obstacles grown by a disc: what is in reach, corners once, bodies that do not bar."""

from __future__ import annotations

import numpy as np
import pytest

from movekernels.paths import grown as fast
from movekernels.paths.grown import Grown
from paths_data import OUTLINES, place
from reference import grown as slow
from shapes_data import build_bodies, build_shapes, random_bodies, rectangle, sample_shapes


def same(one: Grown, two: Grown) -> None:
    for name in Grown._fields:
        values, wanted = np.asarray(getattr(one, name)), np.asarray(getattr(two, name))
        assert values.shape == wanted.shape
        assert np.allclose(values, wanted, rtol=0.0, atol=1e-14)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_in_reach_agrees_with_the_reference(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shapes = build_shapes(sample_shapes())
    bodies = random_bodies(rng, 30, shapes.inner.size, (30.0, 30.0))
    clear = rng.choice([0.0, -1e-9, 1.0, -0.8, -np.inf], bodies.x.size)
    sources = np.column_stack([rng.uniform(5, 25, (2, 2)), rng.uniform(0, 9, 2)])
    for radius in (0.63, 2.0, 0.0, -0.3):
        asked = (shapes, bodies, clear, radius, sources, 30.0, 30.0)
        same(fast.grow(*asked), slow.grow(*asked))


def test_corners_in_common_are_one_curve() -> None:
    walls = [("polygon", [[0, 0], [2, 0], [2, 0.5], [0, 0.5]]), rectangle(2.0, 0.5, 3.0, 0.25)]
    grown = place([(0, 10, 8, 0), (1, 10, 8, 0), (0, 10, 8, 0)], walls)
    assert grown.x.size == 6
    assert grown.berth.size == 12


def test_all_sides_of_a_polygon_in_reach_and_its_corners_in_reach() -> None:
    grown = place([(4, 10, 8, 0)], sources=[(10.0, 9.0, 0.5)])
    assert (grown.x.size, grown.berth.size) == (0, 4)
    grown = place([(4, 10, 8, 0)], sources=[(10.0, 9.0, 0.2)])
    assert (grown.x.size, grown.berth.size) == (0, 0)


def test_a_corner_given_twice_is_one_corner_and_no_side() -> None:
    bodies = build_bodies([(0, 10, 8, 30, 0)])
    shapes = build_shapes([("polygon", [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.5, 1.0]])])
    shapes.vertex_x[3] = 1.0
    asked = (shapes, bodies, np.zeros(1), 0.5, np.array([[9.0, 8.0, 9.0]]), 20.0, 16.0)
    grown = fast.grow(*asked)
    assert (grown.x.size, grown.berth.size) == (3, 3)
    same(grown, slow.grow(*asked))


def test_nothing_in_reach_is_nothing() -> None:
    grown = fast.grow(
        build_shapes(OUTLINES), build_bodies([]), np.zeros(0), 0.5, np.zeros((0, 3)), 20.0, 16.0
    )
    assert (grown.x.size, grown.berth.size) == (0, 0)


def test_the_edge_of_the_table_may_be_touched() -> None:
    grown = place([])
    for x, y in [(0.63, 0.63), (19.37, 15.37), (0.63 - 1e-10, 8), (0.63 - 1e-9, 8), (9, 15.4)]:
        assert fast.on_table(grown, x, y) == slow.on_table(grown, x, y)
    assert fast.on_table(grown, 0.63, 15.37)
    assert not fast.on_table(grown, 0.62, 8.0)
