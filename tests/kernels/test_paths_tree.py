"""Shortest ways: against a dense visibility graph, under motion, one by one and in rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from movekernels.arrays import Floats
from movekernels.paths import distance as fast
from movekernels.paths import spread as fast_spread
from movekernels.paths import unit as fast_unit
from movekernels.paths.curves import touch
from movekernels.paths.grown import Grown
from movekernels.paths.sight import free_rows, sight_rows
from movekernels.paths.spread import DONE, FULL
from movekernels.paths.web import new_web
from paths_data import KINDS, OUTLINES, explore, free_points, length_to, place, strewn
from reference import distance as slow
from reference import spread as slow_spread
from reference import unit as slow_unit

MOST = 9.0
LONGER = 0.004
"""A path of the dense graph is longer by no more than so much of itself, save in narrow places."""


def lengths_to(
    grown: Grown, start: Sequence[float], points: Floats, most: float = MOST
) -> list[float]:
    x, y = start
    seen = explore(grown, x, y, most)
    out, space = np.empty(len(points)), np.empty(len(points), np.int64)
    px, py = points[:, 0].copy(), points[:, 1].copy()
    fast.distances(grown, seen.web, seen.tree, x, y, most, px, py, out, space)
    return [float(v) for v in out]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [2, 4])
def test_lengths_agree_with_a_dense_graph(kind: str, seed: int) -> None:
    grown = strewn(seed, kind, 6)
    (x, y), *others = free_points(grown, seed, 25).tolist()
    points = np.array([*others, (grown.x[0], grown.y[0])])
    wanted = slow.distances(grown, x, y, MOST, points[:, 0], points[:, 1])
    found = np.array(lengths_to(grown, (x, y), points))
    assert (found <= wanted + 1e-9).all()
    reached = np.isfinite(found)
    near = found < MOST / (1.0 + LONGER)
    assert np.isfinite(wanted[reached & near]).mean() > 0.9
    both = np.isfinite(wanted)
    assert np.mean(wanted[both] <= found[both] * (1.0 + LONGER)) > 0.9
    straight = np.hypot(*(points - (x, y)).T)
    assert (found[reached] >= straight[reached] - 1e-12).all()
    assert (found[both] > straight[both] + 1e-9).sum() >= 2


@pytest.mark.parametrize("kind", ["mixed"])
def test_arrivals_are_as_far_as_the_dense_graph_says(kind: str) -> None:
    grown = strewn(3, kind, 5)
    x, y = free_points(grown, 6, 1)[0].tolist()
    _, web, tree, _ = explore(grown, x, y, MOST)
    at = []
    for a in range(tree.reached.size[0]):
        j, sense = int(tree.curve[a]) // 2, 1.0 - 2.0 * (int(tree.curve[a]) % 2)
        u, v = touch(grown, j, sense * tree.right[a, 0], sense * tree.right[a, 1])
        at.append((grown.x[j] + u, grown.y[j] + v))
        assert (
            fast_spread.along(tree.reached.place[a], tree.reached.place[a], sense, web.length[j])
            == 0.0
        )
    # a hair outward, as the graph keeps its distance
    pushed = []
    for a, point in enumerate(at):
        sense = 1.0 - 2.0 * (int(tree.curve[a]) % 2)
        pushed.append(np.array(point) + 1e-4 * sense * tree.right[a])
    wanted = slow_spread.spread(grown, x, y, MOST + 1.0, np.array(pushed))
    length = tree.reached.length[: tree.reached.size[0]]
    assert len(at) > 4
    assert (np.diff(length) >= 0.0).all()
    free = np.isfinite(wanted)
    assert free.mean() > 0.8
    # the shortest way to the point need not meet the curve in the sense of the arrival
    assert (wanted[free] <= length[free] * (1.0 + LONGER) + 2e-4).mean() > 0.9


def test_the_way_round_a_curve() -> None:
    for start, end, sense in ((1, 2, 1), (1, 2, -1), (2, 1, 1), (9.5, 0.5, 1), (0.5, 9.5, -1)):
        found = fast_spread.along(start, end, sense, 10.0)
        assert found == pytest.approx(slow_spread.along(start, end, sense, 10.0), abs=1e-12)
    assert fast_spread.along(5.0, 5.0 - 1e-8, 1.0, 10.0) == 0.0
    tree = fast_spread.new_tree(7, 1)
    assert (tree.reached.near.size, tree.reached.head.size) == slow_spread.new_tree(7)


def test_rows_are_single_answers() -> None:
    grown = strewn(4, "mixed", 7)
    points = free_points(grown, 6, 40)
    x, y = points[0].tolist()
    seen = explore(grown, x, y, MOST)
    around = 0
    for (px, py), row in zip(points.tolist(), lengths_to(grown, (x, y), points), strict=True):
        length, arrival = fast.distance(grown, seen.web, seen.tree, x, y, MOST, px, py)
        assert length == row
        straight = math.dist((x, y), (px, py))
        if arrival < 0:
            assert length == math.inf or length == pytest.approx(straight, abs=1e-14)
            continue
        around += 1
        found = fast.way_around(grown, seen.web.length, seen.tree.reached, px, py, MOST)
        assert found == (length, arrival)
        if around <= 2:
            assert length <= slow.way_around(grown, x, y, MOST + 1.0, px, py) + 1e-9
    assert around > 3
    px, py = points[1].tolist()
    one = slow.distance(grown, x, y, MOST, px, py)
    assert fast.distance(grown, seen.web, seen.tree, x, y, MOST, px, py)[0] <= one + 1e-9


def test_a_point_that_is_not_free_or_too_far_has_no_length() -> None:
    grown = place([(0, 10, 8, 0), (2, 14, 8, 0)])
    points = np.array([[10.0, 8.0], [13.9, 8.0], [0.1, 8.0], [19.0, 15.0], [4.0, 8.5]])
    assert lengths_to(grown, (4.0, 8.0), points, 8.0) == [math.inf] * 4 + [0.5]


@pytest.mark.parametrize("kind", KINDS)
def test_lengths_are_the_same_wherever_a_scene_lies_and_either_way(kind: str) -> None:
    rng = np.random.default_rng(9)
    rows = [
        (int(rng.choice(KINDS[kind])), *rng.uniform((7, 7), (17, 17)), rng.uniform(0, 360))
        for _ in range(6)
    ]
    size = (24.0, 24.0)
    free = free_points(place(rows, size=size), 7, 26)
    points = free[(np.abs(free - 12.0) < 8.0).all(axis=1)]
    wanted = np.array(lengths_to(place(rows, size=size), points[0].tolist(), points, 12.0))

    turn, shift = math.radians(37.0), np.array([13.0, 9.0])
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    there = (points - 12.0) @ spin.T + 12.0 + shift
    moved = []
    for k, x, y, degrees in rows[::-1]:
        at = (np.array([x, y]) - 12.0) @ spin.T + 12.0 + shift
        moved.append((k, *at, degrees + 37.0))
    # the edges must not matter: all ways but those off a table four inches away are inside
    wide = place(moved, size=(60.0, 60.0))
    here = place([(k, x + 13.0, y + 9.0, d) for k, x, y, d in rows], size=(60.0, 60.0))
    one = np.array(lengths_to(here, (points[0] + shift).tolist(), points + shift, 12.0))
    two = np.array(lengths_to(wide, there[0].tolist(), there, 12.0))
    assert np.isfinite(one).sum() > 4
    assert np.allclose(one, two, rtol=0.0, atol=1e-10)
    assert (one <= wanted + 1e-10).all()
    back = [
        lengths_to(here, p.tolist(), (points + shift)[:1], 12.0)[0] for p in (points + shift)[1:6]
    ]
    assert np.allclose(back, one[1:6], rtol=0.0, atol=1e-10)


def test_what_is_full_says_so_and_a_larger_one_is_not() -> None:
    grown = strewn(8, "mixed", 12)
    x, y = free_points(grown, 8, 1)[0].tolist()
    seen = explore(grown, x, y, 14.0)
    few = fast_spread.new_tree(grown.x.size, 1)
    small = few._replace(reached=few.reached._replace(place=np.empty(2)))
    assert fast_spread.spread(grown, seen.web, small, x, y, 14.0) == FULL
    for heap in (0, 5, 9):
        small = seen.tree._replace(keys=np.empty(heap))
        assert fast_spread.spread(grown, seen.web, small, x, y, 14.0) == FULL
    web = new_web(grown, 1)
    tight = web._replace(arcs=web.arcs._replace(low=np.empty(0), high=np.empty(0)))
    assert fast_spread.spread(grown, tight, seen.tree, x, y, 14.0) == FULL
    assert fast_spread.spread(grown, seen.web, seen.tree, x, y, 14.0) == DONE


def test_a_unit_is_its_models_one_after_the_other() -> None:
    grown = strewn(9, "round", 5)
    sources = np.column_stack([free_points(grown, 9, 3), [5.0, 7.0, 9.0]])
    points = free_points(grown, 10, 20)
    px, py = points[:, 0].copy(), points[:, 1].copy()
    out, near, space = np.empty((3, 20)), np.empty((2, 20)), np.empty((3, 20), np.int64)
    web, tree = new_web(grown, 4), fast_spread.new_tree(grown.x.size, 4)
    assert fast_unit.unit_distances(grown, web, tree, sources, px, py, out, near, space) == DONE
    for row, (x, y, most) in zip(out.tolist(), sources.tolist(), strict=True):
        assert row == lengths_to(grown, (x, y), points, most)
    assert (out <= slow_unit.unit_distances(grown, sources, px, py) + 1e-9).all()
    small = tree._replace(reached=tree.reached._replace(place=np.empty(0)))
    assert fast_unit.unit_distances(grown, web, small, sources, px, py, out, near, space) == FULL


def test_nothing_in_the_way_is_straight() -> None:
    grown = place([], OUTLINES)
    points = np.array([[3.0, 4.0], [10.0, 8.0], [6.0, 8.0]])
    assert lengths_to(grown, (3.0, 4.0), points, 10.0) == [0.0, math.hypot(7, 4), 5.0]


def test_what_rows_said_is_taken_up() -> None:
    grown = strewn(4, "mixed", 7)
    rng = np.random.default_rng(12)
    px, py = rng.uniform(0, 20, 40), rng.uniform(0, 16, 40)
    x, y = free_points(grown, 6, 1)[0].tolist()
    seen = explore(grown, x, y, MOST)
    barred, blocked = np.empty(40, np.int64), np.empty(40, np.int64)
    free_rows(grown, px, py, barred)
    sight_rows(grown, x, y, px, py, blocked)
    for k in range(40):
        at = float(px[k]), float(py[k])
        free = fast.is_free(grown, *at, int(barred[k]))
        assert free == slow.is_free(grown, *at)
        if not free:
            continue
        asked = (grown, seen.web, seen.tree, x, y, MOST, *at)
        found = fast.length_seen(*asked, int(blocked[k]), -1)
        assert found == fast.distance(*asked)
        if k < 6:
            assert found[0] <= slow.length_seen(grown, x, y, MOST, *at) + 1e-9


def test_from_a_place_that_is_not_free_nothing_is_reached() -> None:
    grown = place([(1, 10, 8, 0)])
    points = np.array([[4.0, 8.0], [10.0, 8.0]])
    assert lengths_to(grown, (10.0, 8.5), points) == [math.inf, math.inf]
    seen = explore(grown, 10.0, 8.5)
    assert length_to(seen, 4.0, 8.0) == math.inf
    web, tree = new_web(grown, 1), fast_spread.new_tree(1, 1)
    out, near, space = np.empty((1, 2)), np.empty((2, 2)), np.empty((3, 2), np.int64)
    sources = np.array([[10.0, 8.5, 9.0]])
    px, py = points[:, 0].copy(), points[:, 1].copy()
    assert fast_unit.unit_distances(grown, web, tree, sources, px, py, out, near, space) == DONE
    assert np.isinf(out).all()
