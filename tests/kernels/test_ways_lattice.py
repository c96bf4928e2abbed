from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.arrays import Floats
from movekernels.paths.barriers import Barriers
from movekernels.paths.lattice import (
    BUDGET,
    EXHAUSTED,
    FOUND,
    NOWHERE,
    build_lattice,
    place,
    search_lattice,
)
from movekernels.paths.lattice_ways import lattice_way
from movekernels.paths.shortening import shorten, tighten, way_length
from movekernels.paths.straight import STRAIGHT_POSES, straight_way
from reference import lattice as slow
from reference import lattice_ways, shortening
from reference.ways_outlines import Outlines, Pose, steps_are_clear
from reference.ways_scenes import MOVERS, crowd, is_legal, random_end, walled

UP, FORWARD = (0.0, 1.0), (1.0, 0.0)
PART = np.empty((STRAIGHT_POSES, 4))


def found_way(
    b: Barriers,
    start: Pose,
    end: Pose,
    maximum: float,
    *,
    step: float = 1.0,
    headings: int = 4,
    budget: int = 20_000,
    room: int = 400_000,
    rows: int = 200,
) -> tuple[int, Floats]:
    out = np.empty((rows, 4))
    space = build_lattice(maximum + step, step, headings, room)
    verdict, n, _ = lattice_way(b, space, *start, *end, maximum, budget, out, PART)
    assert (verdict == FOUND) == (n > 0)
    return verdict, out[:n]


@pytest.mark.parametrize("mover", MOVERS)
def test_what_the_reference_finds_is_found(mover: str) -> None:
    b, start, rng = crowd(6, mover, reach=3.5, count=5)
    table = Outlines(b)
    for _ in range(2):
        end = random_end(b, start, 2.5, rng)
        wanted = lattice_ways.lattice_way(table, start, end, 3.0, 1.0, 2)
        verdict, way = found_way(b, start, end, 3.0, step=1.0, headings=2)
        if math.isfinite(wanted):
            assert verdict == FOUND
        if verdict == FOUND:
            assert way_length(way, len(way)) <= 3.0
            assert is_legal(b, way, start, end)
        space = build_lattice(3.0, 1.0, 2, 100_000)
        verdict, node, _ = search_lattice(b, space, *start, *end, False, 3.0, 1.0, 99_999)
        shortest = slow.search_lattice(slow.Search(table, start, end, 3.0, 1.0, 2), 3.0)
        assert shortest == wanted
        if math.isfinite(wanted):
            assert space.cost[node] <= wanted + 1e-9
        assert (verdict == FOUND) == (node != NOWHERE)


@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.compiled
def test_every_way_is_legal(mover: str) -> None:
    bent = 0
    for seed in range(5):
        b, start, rng = crowd(seed, mover, count=18)
        for _ in range(10):
            end = random_end(b, start, 6.0, rng)
            straight = straight_way(b, *start, *end, 6, PART)
            verdict, way = found_way(b, start, end, 8.0, step=0.35, headings=12)
            assert verdict != BUDGET
            if verdict == FOUND:
                assert is_legal(b, way, start, end)
                assert way_length(way, len(way)) <= 8.0
                bent += straight == 0
            else:
                assert straight == 0
    assert bent


def maze(mover: str, gap: float) -> Barriers:
    """A wall with a door far to the side, and a passage behind it that has to be turned into."""
    return walled(mover, [(22, 23, 10, 20), (22, 23, 20 + gap, 34), (23, 30, 17, 18)])


@pytest.mark.parametrize("mover", ["oval", "hull", "rectangle"])
def test_a_way_through_a_door(mover: str) -> None:
    b = maze(mover, 3.2)
    start, end = (20.03, 15.63, *UP), (26.0, 20.5, *UP)
    verdict, way = found_way(b, start, end, 12.0)
    assert verdict == FOUND
    assert is_legal(b, way, start, end)
    shortest = math.dist(start[:2], end[:2])
    assert shortest < way_length(way, len(way)) <= 12.0
    assert found_way(b, start, end, shortest + 0.01)[0] == EXHAUSTED
    assert found_way(maze(mover, 0.9), start, end, 12.0)[0] == EXHAUSTED


@pytest.mark.compiled
def test_a_way_just_within_the_maximum_is_pulled_tight() -> None:
    b = maze("oval", 3.2)
    start, end = (20.03, 15.63, *UP), (26.0, 20.5, *UP)
    longest = 12.0
    lengths = []
    while True:
        verdict, way = found_way(b, start, end, longest, step=0.5, headings=12)
        if verdict != FOUND:
            break
        assert is_legal(b, way, start, end)
        lengths.append(way_length(way, len(way)))
        assert lengths[-1] <= longest
        longest = min(longest, lengths[-1]) - 0.02
    assert len(lengths) > 1
    assert verdict == EXHAUSTED


@pytest.mark.compiled
def test_an_end_in_a_slot_is_entered_at_its_own_heading() -> None:
    # a slot askew to all headings of the lattice, and too narrow for any of them
    angle = math.radians(7.5)
    c, s = math.cos(angle), math.sin(angle)
    side = 0.5 + 0.6 + 0.1
    b = walled("rectangle", [(-10, 0, -0.5, 0.5)])
    x, y = np.array([-side * s, side * s]) + 25.0, np.array([side * c, -side * c]) + 20.0
    slot = Barriers(
        b.shapes, 0, np.array([1, 1]), x, y, np.array([c, c]), np.array([s, s]),
        np.repeat(b.clear, 2), np.full(2, np.inf), np.zeros(2), *b[10:],
    )  # fmt: skip
    start, end = (32.0, 20.0, *UP), (25.0 - 4.0 * c, 20.0 - 4.0 * s, c, s)
    verdict, way = found_way(slot, start, end, 14.0, step=0.25, headings=12)
    assert verdict == FOUND
    assert is_legal(slot, way, start, end)


def half_turn_case(mover: str) -> tuple[Barriers, Pose, Pose]:
    """Two slots too narrow to turn in, a room between them, and the end the other way round."""
    walls = [(10, 16, 20.62, 24), (10, 16, 16, 19.38), (24, 30, 20.62, 24), (24, 30, 16, 19.38)]
    return walled(mover, walls), (12.0, 20.0, *FORWARD), (28.0, 20.0, -1.0, 0.0)


@pytest.mark.parametrize("mover", ["rectangle", "hull"])
def test_half_a_turn_is_made_where_there_is_room(mover: str) -> None:
    b, start, end = half_turn_case(mover)
    verdict, way = found_way(b, start, end, 17.0)
    assert verdict == FOUND
    assert is_legal(b, way, start, end)


def test_half_a_turn_off_the_way_is_found_too() -> None:
    walls = [(10, 30, 16, 19.38), (10, 18.5, 20.62, 24), (21.5, 30, 20.62, 24)]
    b = walled("rectangle", walls)
    start, end = (12.0, 20.0, *FORWARD), (28.0, 20.0, -1.0, 0.0)
    verdict, way = found_way(b, start, end, 19.0)
    assert verdict == FOUND
    assert is_legal(b, way, start, end)
    closed = walled("rectangle", [(10, 30, 16, 19.38), (10, 30, 20.62, 24)])
    assert found_way(closed, start, end, 19.0)[0] == EXHAUSTED


def test_budgets_stop_the_search() -> None:
    b = maze("oval", 3.2)
    start, end = (20.03, 15.63, *UP), (26.0, 20.5, *UP)
    assert found_way(b, start, end, 12.0, budget=3)[0] == BUDGET
    assert found_way(b, start, end, 12.0, room=10)[0] == BUDGET
    assert found_way(b, start, end, 12.0, rows=7)[0] == BUDGET


def test_a_start_that_is_the_end_is_a_way() -> None:
    b = walled("oval", [])
    start = (20.0, 15.0, *UP)
    verdict, way = found_way(b, start, start, 2.0)
    assert verdict == FOUND
    assert len(way) == 1


@pytest.mark.compiled
def test_what_is_left_may_be_told() -> None:
    b = maze("oval", 3.2)
    start, end = (20.03, 15.63, *UP), (26.0, 20.5, *UP)
    space = build_lattice(12.5, 0.5, 12, 400_000)
    verdict, _, wide = search_lattice(b, space, *start, *end, True, 12.0, 1.0, 20_000)
    assert verdict == FOUND
    # behind the wall no way is shorter than that round the edge of the door
    rows, columns = np.divmod(np.arange(space.rest.size), space.side)
    at_x, at_y = start[0] + (columns - 25) * 0.5, start[1] + (rows - 25) * 0.5
    around = np.hypot(at_x - 23.0, at_y - 20.0) + 1.0 + math.hypot(1.97, 4.37)
    longer = np.where((at_x >= 23.0) & (at_y <= 20.0), around, space.rest)
    x, y = place(space, 0, *start[:2], *end[:2])
    assert (x, y) == slow.place(start, 0.5, -25, -25)
    assert place(space, space.cost.size - 1, *start[:2], *end[:2]) == end[:2]
    space.rest[:] = longer
    verdict, _, narrow = search_lattice(b, space, *start, *end, True, 12.0, 1.0, 20_000)
    assert verdict == FOUND
    assert narrow < wide
    space.rest[:] = np.inf
    assert search_lattice(b, space, *start, *end, True, 12.0, 1.0, 20_000)[0] == EXHAUSTED


@pytest.mark.parametrize(
    ("reach", "step", "headings"), [(3.0, 0.5, 12), (2.2, 0.7, 3), (0.1, 1, 2)]
)
def test_a_lattice_reaches_as_far_as_asked(reach: float, step: float, headings: int) -> None:
    space = build_lattice(reach, step, headings, 1000)
    assert (space.side, space.cost.size) == slow.build_lattice(reach, step, headings)
    assert space.rest.size == space.side**2
    assert space.rest[space.rest.size // 2] == 0.0
    assert space.rest.max() == pytest.approx(math.sqrt(2) * (space.side // 2) * step)


def zigzag(rng: np.random.Generator, b: Barriers, start: Pose, bends: int) -> Floats:
    """A clear way with more corners than it needs."""
    way = [start]
    while len(way) < 1 + 3 * bends:
        end = random_end(b, way[-1], 2.0, rng)
        n = straight_way(b, *way[-1], *end, 4, PART)
        way += [(x, y, c, s) for x, y, c, s in PART[1:n].tolist()]
    return np.array(way)


@pytest.mark.parametrize("mover", ["oval", "hull"])
def test_ways_are_made_shorter(mover: str) -> None:
    fewer = 0
    for seed in range(1, 4):
        b, start, rng = crowd(seed, mover, count=8)
        way, table = zigzag(rng, b, start, 2), Outlines(b)
        before = way_length(way, len(way))
        assert before == pytest.approx(shortening.way_length(way))
        pulled = way.copy()
        tighten(b, pulled, len(pulled), 4)
        between = way_length(pulled, len(pulled))
        assert between < before
        assert pulled == pytest.approx(np.array(shortening.tighten(table, way, 4)), abs=1e-9)
        assert steps_are_clear(b, pulled)
        short = way.copy()
        n = shorten(b, short, len(short), 3, PART)
        assert way_length(short, n) < before
        assert short[:n] == pytest.approx(np.array(shortening.shorten(table, way, 3)), abs=1e-9)
        fewer += n < len(way)
        ends = [(x, y, c, s) for x, y, c, s in way[[0, -1]].tolist()]
        assert is_legal(b, short[:n], ends[0], ends[1])
    assert fewer


def test_on_a_bare_table_a_zigzag_becomes_a_slide() -> None:
    b = walled("oval", [])
    way = np.array([[20 + k, 20 + k % 2, *UP] for k in range(8)], dtype=float)
    n = shorten(b, way, 8, 3, PART)
    assert way[:n].tolist() == [[20, 20, *UP], [27, 21, *UP]]


def test_no_pose_is_added_for_a_shorter_way() -> None:
    # straight over it would have to turn twice, below a bar
    b = walled("rectangle", [(14.9, 15.1, 21.05, 21.2)])
    way = np.array([[10, 20, *UP], [15, 24, *UP], [20, 20, *UP]], dtype=float)
    assert steps_are_clear(b, way)
    assert straight_way(b, 10.0, 20.0, *UP, 20.0, 20.0, *UP, 3, PART) == 4
    assert shorten(b, way, 3, 3, PART) == 3
    assert way[1].tolist() == [15, 24, *UP]
    # pulled in all the way it would meet the bar
    tighten(b, way, 3, 1)
    assert steps_are_clear(b, way)
    assert 22.0 < way[1, 1] < 24.0


def test_a_corner_is_pulled_in_only_where_the_turn_is_clear() -> None:
    # a peg that no slide meets, but the turn at the corner pulled all the way in
    b = walled("rectangle", [(15.91, 15.93, 20.91, 20.93)])
    way = np.array([[10, 20, *UP], [15, 23, *UP], [15, 23, *FORWARD], [20, 20, *FORWARD]])
    straight = way.copy()
    straight[1:3, 1] = 20.0
    assert steps_are_clear(b, straight[:2])
    assert steps_are_clear(b, straight[2:])
    assert not steps_are_clear(b, straight)
    tighten(b, way, 4, 5)
    assert steps_are_clear(b, way)
    assert 10.0 < way_length(way, 4) < 2 * math.hypot(5, 3)
