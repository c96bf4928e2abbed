"""What covers a curve, its free arcs, and how far one may go on; links; the heap."""

from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.paths import arcs as fast_arcs
from movekernels.paths import covers as fast
from movekernels.paths import heap
from movekernels.paths import web as fast_web
from movekernels.paths.arcs import UNKNOWN
from movekernels.paths.grown import SLACK, Grown
from movekernels.paths.web import BLANK, CLEAR, DRAWN, NONE
from paths_data import KINDS, RADIUS, arcs_on, explore, known, place, strewn
from reference import arcs as slow_arcs
from reference import covers as slow
from reference import heap as slow_heap
from reference import web as slow_web
from reference.curves import depth_of, touch

ANGLES = ((np.arange(120) + 0.5) * math.tau / 120).tolist()
NEAR = 1e-4


def flags(grown: Grown, j: int) -> tuple[list[bool], list[bool]]:
    """Whether each angle is covered, and whether an end of a cover is near."""
    covers = np.empty((200, 2))
    n = fast.cover_all(grown, j, covers)
    assert n <= 200
    ends = covers[:n].tolist()
    hidden = [any(low <= t <= high or t + math.tau <= high for low, high in ends) for t in ANGLES]
    near = [
        any(abs(math.remainder(t - end, math.tau)) < NEAR for pair in ends for end in pair)
        for t in ANGLES
    ]
    return hidden, near


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_covers_agree_with_sampling(kind: str, seed: int) -> None:
    grown = strewn(seed, kind, 9)
    compared = 0
    for j in range(min(grown.x.size, 9)):
        hidden, near = flags(grown, j)
        wanted = slow.cover_all(grown, j, ANGLES)
        sure = [k for k in range(len(ANGLES)) if not near[k]]
        assert [hidden[k] for k in sure] == wanted[sure].tolist()
        compared += 0 < wanted.sum() < len(ANGLES)
    assert compared


def test_covers_reach_to_where_a_curve_is_as_deep_as_is_forgiven() -> None:
    for kind in ("round", "oval"):
        grown = strewn(5, kind, 16)
        ends = 0
        for j in range(grown.x.size):
            arcs = arcs_on(known(grown), j)
            covers = np.empty((200, 2))
            n = fast.cover_all(grown, j, covers)
            if arcs is None or not arcs:
                continue
            for end in covers[:n].ravel().tolist():
                x, y = touch(grown, j, math.cos(end), math.sin(end))
                x, y = x + float(grown.x[j]), y + float(grown.y[j])
                others = [i for i in range(grown.x.size) if i != j]
                least = min((depth_of(grown, i, x, y)[0] for i in others), default=1.0)
                ends += abs(least + SLACK) < 1e-11
        assert ends >= 4


@pytest.mark.parametrize("kind", KINDS)
def test_free_arcs_agree_with_sampling(kind: str) -> None:
    grown = strewn(4, kind)
    web = known(grown)
    for j in range(min(grown.x.size, 8)):
        arcs = arcs_on(web, j)
        length = float(web.length[j])
        for samples in (slow_arcs.find_arcs(grown, j, 60), slow_web.know_arcs(grown, j, 7)):
            for _, where, free in samples:
                room = slow_arcs.room_at(arcs or [], length, where, 1.0) if arcs else -1.0
                assert (arcs is None or room >= 0.0) == free
                for sense in (1.0, -1.0):
                    found = fast_arcs.room_at(web.arcs, length, j, where, sense)
                    wanted = length
                    if arcs is not None:
                        wanted = slow_arcs.room_at(arcs, length, where, sense)
                    assert found == pytest.approx(wanted, abs=1e-12)


def test_arcs_are_found_once_and_want_room() -> None:
    grown = strewn(6, "mixed", 9)
    web = fast_web.new_web(grown, 1)
    oriented, links = slow_web.new_web(grown)
    assert (2 * web.length.size, web.state.size) == (oriented, links)
    assert (web.arcs.number == UNKNOWN).all()
    assert fast_arcs.find_arcs(grown, web.arcs, web.length[0], 0)
    used = int(web.arcs.used[0])
    assert fast_web.know_arcs(grown, web, 0)
    assert int(web.arcs.used[0]) == used
    small = web.arcs._replace(low=np.empty(0), high=np.empty(0))
    busy = next(j for j in range(grown.x.size) if fast.cover_all(grown, j, np.empty((0, 2))))
    assert not fast_arcs.find_arcs(grown, small, web.length[busy], busy)
    small = web.arcs._replace(covers=np.empty((0, 2)))
    assert not fast_arcs.find_arcs(grown, small, web.length[busy], busy)


def test_a_curve_alone_is_whole_and_one_inside_another_has_no_arc() -> None:
    big, small = ("disc", 2.0), ("disc", 0.5)
    for row in ((1, 10.0, 8.0, 0), (1, 10.7, 8.2, 0), (1, 11.5, 8.0, 0), (1, 10.0, 9.5, 0)):
        grown = place([(0, 10, 8, 0), row], [big, small])
        web = known(grown)
        arcs = arcs_on(web, 1)
        # one that touches from inside is free there, within what is forgiven
        assert arcs is not None
        assert sum(high - low for low, high in arcs) < 1e-3
        assert web.arcs.number[0] == -1


def test_the_length_of_next_to_nothing_and_of_nearly_all() -> None:
    grown = place([(0, 10, 8, 0)])
    whole, r = fast_web.new_web(grown, 1).length[0], float(grown.radius[0])
    for turn, wanted in ((0.0, 0.0), (math.tau, whole), (1.0, r), (6.0, 6.0 * r)):
        for off in (0.0, 1e-15, -1e-15):
            run = fast_arcs._run(grown, 0, whole, 2.0 * r + off, 2.0, 2.0 + turn)
            assert run == pytest.approx(wanted, abs=1e-13)


def test_arcs_run_over_angle_0() -> None:
    grown = place([(0, 10, 8, 0), (0, 9, 8, 0)])
    web = known(grown)
    (low, high), *more = arcs_on(web, 0) or []
    assert not more
    assert low < web.length[0] < high
    middle = 0.5 * float(web.length[0])
    assert fast_arcs.room_at(web.arcs, web.length[0], 0, middle, 1.0) == -1.0
    assert fast_arcs.room_at(web.arcs, web.length[0], 0, 0.0, 1.0) == high - web.length[0]
    assert fast_arcs.room_at(web.arcs, web.length[0], 0, 0.0, -1.0) == web.length[0] - low


@pytest.mark.parametrize(
    "outline", [("disc", 0.8), ("ellipse", 1.5, 0.6), ("ellipse", 1.5, 0.01), ("ellipse", 0.9, 0.8)]
)
def test_the_table_takes_what_lies_off_it(outline: tuple[str, float]) -> None:
    for x, y, pieces in ((1.0, 8.0, 1), (-1.5, 8.0, 1), (0.5, 0.5, 1), (10, 15.9, 1), (10, 8, 0)):
        grown = place([(0, x, y, 20)], [outline])
        hidden, near = flags(grown, 0)
        wanted = slow.cover_all(grown, 0, ANGLES).tolist()
        assert all(a == b or n for a, b, n in zip(hidden, wanted, near, strict=True))
        assert (sum(wanted) > 0) == bool(pieces)
    gone = place([(0, -3.0, 8.0, 0)], [outline])
    assert all(flags(gone, 0)[0])


@pytest.mark.parametrize("extreme", [("ellipse", 100 / 50.8, 1 / 50.8), ("ellipse", 2.0, 0.002)])
def test_thin_ovals_take_few_steps(extreme: tuple[str, float, float]) -> None:
    """Touching, crossing, coincident by a hair: all end, and agree with sampling."""
    outlines = [extreme, ("disc", 0.5)]
    for row in ((0, 11, 8, 90), (0, 10.5, 8, 30), (1, 10, 8 + extreme[2] + 0.5, 0), (1, 12, 8, 0)):
        grown = place([(0, 10, 8, 0), row], outlines)
        for j in range(2):
            hidden, near = flags(grown, j)
            wanted = slow.cover_all(grown, j, ANGLES).tolist()
            assert all(a == b or n for a, b, n in zip(hidden, wanted, near, strict=True))


def test_two_at_one_place_cover_nothing_of_each_other() -> None:
    grown = place([(2, 10, 8, 30), (2, 10, 8, 30 + 1e-13), (0, 15, 8, 0), (0, 15 + 1e-13, 8, 0)])
    assert grown.x.size == 4
    for j in (2, 3):
        assert fast.cover_all(grown, j, np.empty((9, 2))) == 0


@pytest.mark.compiled
def test_two_ovals_at_one_place_cover_nothing_of_each_other() -> None:
    grown = place([(2, 10, 8, 30), (2, 10, 8, 30 + 1e-10)])
    assert grown.x.size == 2
    assert fast.cover_all(grown, 0, np.empty((9, 2))) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_links_agree_with_the_reference(kind: str) -> None:
    grown = strewn(7, kind, 5)
    web = known(grown)
    k = grown.x.size
    states = set()
    rng = np.random.default_rng(10)
    for p in rng.integers(0, 2 * k, 12).tolist():
        for q in rng.integers(0, 2 * k, 8).tolist():
            if p // 2 == q // 2 or web.state[2 * k * p + q] != BLANK:
                continue
            state = fast_web.draw_link(grown, web, p, q, 0)
            wanted = slow_web.draw_link(grown, p, q)
            assert (state == DRAWN) == (wanted >= 0.0)
            link, back = 2 * k * p + q, 2 * k * (q ^ 1) + (p ^ 1)
            if state == DRAWN:
                assert web.line[link, 2] == pytest.approx(wanted, abs=1e-8)
                clear = fast_web.prove_link(grown, web, p, q, 0)
                assert clear == slow_web.prove_link(grown, p, q)
                assert web.state[link] == (CLEAR if clear else NONE)
                other = fast_web.draw_link(grown, web, q ^ 1, p ^ 1, 0)
                assert other == DRAWN
                assert web.line[back, 2] == pytest.approx(web.line[link, 2], abs=1e-12)
            assert web.state[link] == web.state[back] or state == DRAWN
            states.add(int(web.state[link]))
    assert len(states) >= 2


def test_the_heap_is_a_sorted_list() -> None:
    rng = np.random.default_rng(8)
    keys, values, pairs = np.empty(64), np.empty(64, np.int64), list[tuple[float, int]]()
    size = 0
    for step in range(400):
        if size < 64 and (size == 0 or rng.random() < 0.55):
            key = float(rng.integers(0, 1000)) + step * 1e-6  # no two alike
            size = heap.push(keys, values, size, key, step)
            assert size == slow_heap.push(pairs, key, step)
        else:
            key, value, size = heap.pop(keys, values, size)
            assert (key, value, size) == slow_heap.pop(pairs)
    while size:
        key, value, size = heap.pop(keys, values, size)
        assert (key, value, size) == slow_heap.pop(pairs)


def test_a_radius_of_the_width_leaves_the_corner_of_a_wall_its_outer_arc() -> None:
    grown = place([(4, 10.0, 8.0, 0.0)])
    web = known(grown)
    for j in range(4):
        arcs = arcs_on(web, j)
        assert arcs is not None
        free = sum(high - low for low, high in arcs)
        # a quarter turn, and what is forgiven on both ends
        assert RADIUS * math.pi / 2 <= free <= RADIUS * math.pi / 2 + 1e-4


def test_exploring_leaves_arcs_known() -> None:
    x, y = 1.5, 1.5
    seen = explore(strewn(4, "round"), x, y, 30.0)
    assert (seen.web.arcs.number > UNKNOWN).all()
