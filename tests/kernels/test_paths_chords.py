"""Straight moves along shortest paths: touching, legal, hardly longer; through pinches."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from movekernels.arrays import CONTACT, Floats
from movekernels.paths import chords as fast
from movekernels.paths.chords import BLOCKED, NO_ROOM
from movekernels.paths.distance import distance
from movekernels.paths.grown import Grown
from paths_data import (
    KINDS,
    RADIUS,
    Explored,
    explore,
    free_points,
    length_to,
    measure,
    moves_to,
    place,
    strewn,
)
from reference import chords as slow
from reference.curves import depth_of
from shapes_data import Outline


def arcs(seen: Explored, px: float, py: float) -> tuple[list[int], Floats]:
    """Oriented curves of a path and its bends."""
    grown, web, tree, (x, y, most) = seen
    _, arrival = distance(grown, web, tree, x, y, most, px, py)
    chain, bends = np.empty(99, np.int64), np.empty((99, 4))
    count = fast.arcs_of(grown, tree, arrival, px, py, chain, bends)
    assert chain[:count].tolist() == slow.arcs_of(tree, arrival)
    return chain[:count].tolist(), bends[:count].copy()


def deepest(grown: Grown, points: Floats) -> float:
    """Least distance of a densely sampled polyline from curves and the edge of the table."""
    t = np.linspace(0.0, 1.0, 7)
    least = math.inf
    for one, two in itertools.pairwise(points):
        for x, y in (one + t[:, None] * (two - one)).tolist():
            room = min(x, y, grown.width - x, grown.height - y) - grown.inset
            depths = [depth_of(grown, j, x, y)[0] for j in range(grown.x.size)]
            least = min(least, room, *depths)
    return least


@pytest.mark.parametrize("kind", KINDS)
def test_moves_are_legal_and_hardly_longer(kind: str) -> None:
    grown = strewn(2, kind, 6)
    (x, y), *points = free_points(grown, 11, 30).tolist()
    seen = explore(grown, x, y, 9.0)
    bent = 0
    for px, py in points:
        length = length_to(seen, px, py)
        if length == math.inf or length < math.dist((x, y), (px, py)) + 1e-9:
            continue
        chain, bends = arcs(seen, px, py)
        exact = measure(slow.chords(grown, x, y, px, py, chain, bends))
        assert exact == pytest.approx(length, rel=1e-6)
        for extra in (1e-2, 1e-3, 1e-5):
            moves = moves_to(seen, px, py, extra)
            assert (moves[0].tolist(), moves[-1].tolist()) == ([x, y], [px, py])
            assert -1e-12 <= measure(moves) - length <= extra
        bent += 1
        if bent <= 3:
            assert deepest(grown, moves_to(seen, px, py)) >= -CONTACT
    assert bent >= 1


def test_an_array_too_short_says_so() -> None:
    grown = place([(1, 10, 8, 0)])
    seen = explore(grown, 6.0, 8.0)
    chain, bends = arcs(seen, 14.0, 8.1)
    assert len(chain) == 1
    out = np.empty((3, 2))
    asked = (grown, 6.0, 8.0, 14.0, 8.1, np.array(chain), bends, 1, 1e-3)
    assert fast.chords(*asked, out) == NO_ROOM
    _, arrival = distance(grown, seen.web, seen.tree, 6.0, 8.0, 12.0, 14.0, 8.1)
    none = np.empty(0, np.int64)
    assert fast.arcs_of(grown, seen.tree, arrival, 14.0, 8.1, none, bends) == NO_ROOM


def test_moves_through_an_obstacle_are_blocked() -> None:
    """Chords for another table, where something stands on the arc."""
    seen = explore(place([(1, 10, 8, 0)]), 6.0, 8.0)
    chain, bends = arcs(seen, 14.0, 8.1)
    full = place([(1, 10, 8, 0), (0, 10, 10.0, 0), (0, 10, 6.0, 0)])
    out = np.empty((9000, 2))
    asked = (full, 6.0, 8.0, 14.0, 8.1, np.array(chain), bends, 1, 1e-3)
    assert fast.chords(*asked, out) == BLOCKED


def test_a_path_that_starts_and_ends_on_a_curve() -> None:
    grown = place([(1, 10, 8, 0)])
    r = float(grown.radius[0])
    for turn in (1e-9, 0.3, 2.0):
        seen = explore(grown, 10.0 - r, 8.0)
        px, py = 10.0 - r * math.cos(turn), 8.0 + r * math.sin(turn)
        assert length_to(seen, px, py) == pytest.approx(r * turn, abs=1e-12)
        moves = moves_to(seen, px, py)
        assert -1e-12 <= measure(moves) - r * turn <= 1e-3
        assert deepest(grown, moves) >= -CONTACT
    with_none = np.empty((0, 4))
    out = np.empty((4, 2))
    none = np.empty(0, np.int64)
    assert fast.chords(grown, 1.0, 1.0, 2.0, 2.0, none, with_none, 0, 1e-3, out) == 2


DISC: Outline = ("disc", 1.0)
OVAL: Outline = ("ellipse", 1.5, 0.6)
THIN: Outline = ("ellipse", 100 / 50.8, 1 / 50.8)
WALL: Outline = ("polygon", [[-2, 0], [2, 0], [0, 1.5]])
OFF = (0.0, 1e-15, -1e-15, 1e-13, -1e-13, 1e-10, -1e-10, 4e-10, -4e-10)


@pytest.mark.parametrize("off", OFF)
@pytest.mark.parametrize("other", [DISC, OVAL, WALL, THIN])
def test_a_gap_of_the_bases_width_is_passable_however_one_bends(other: Outline, off: float) -> None:
    """Between a disc below and another base or a wall above; all else is closed by walls."""
    high = 0.0 if other[0] == "polygon" else float(other[-1])
    gap = 2 * RADIUS + off
    barrier = ("polygon", [[-0.1, 0], [0.1, 0], [0.1, 9.0], [-0.1, 9.0]])
    outlines = [DISC, other, barrier]
    middle = 8.0
    above = middle + gap / 2 + high
    grown = place(
        [(0, 10, middle - gap / 2 - 1.0, 0), (1, 10, above, 0), (2, 10, above + 0.05, 0),
         (2, 10, middle - gap / 2 - 10.0, 0)],
        outlines,
    )  # fmt: skip
    seen = explore(grown, 7.0, 6.0, 12.0)
    for px, py in ((13.0, 6.0), (13.0, 10.0), (13.0, 8.0), (10.0, 8.0), (12.0, 5.0)):
        length = length_to(seen, px, py)
        assert math.dist((7.0, 6.0), (px, py)) <= length < 9.0
        moves = moves_to(seen, px, py)
        assert -1e-12 <= measure(moves) - length <= 1e-3
        assert deepest(grown, moves) >= -CONTACT
    inside = explore(grown, 10.0, 8.0, 12.0)
    assert length_to(inside, 13.0, 8.0) == pytest.approx(3.0, abs=1e-9)
    assert length_to(inside, 7.0, 6.0) == pytest.approx(length_to(seen, 10.0, 8.0), abs=1e-8)


@pytest.mark.parametrize("tight", [2e-9, 1e-7, 1e-3])
def test_a_narrower_gap_is_not(tight: float) -> None:
    barrier = ("polygon", [[-0.1, 0], [0.1, 0], [0.1, 9.0], [-0.1, 9.0]])
    gap = 2 * RADIUS - tight
    grown = place(
        [(0, 10, 7.0 - gap / 2, 0), (0, 10, 9.0 + gap / 2, 0), (1, 10, 9.1 + gap / 2, 0),
         (1, 10, -2.0 - gap / 2, 0)],
        [DISC, barrier],
    )  # fmt: skip
    seen = explore(grown, 7.0, 8.0, 40.0)
    assert length_to(seen, 13.0, 8.0) == math.inf
    assert length_to(seen, 13.0, 6.0) == math.inf


@pytest.mark.parametrize("off", OFF)
@pytest.mark.parametrize("outline", [DISC, OVAL, WALL])
def test_a_gap_to_the_edge_of_the_table_is_one_like_others(outline: Outline, off: float) -> None:
    low = 0.0 if outline[0] == "polygon" else float(outline[-1])
    barrier = ("polygon", [[-0.1, 0], [0.1, 0], [0.1, 20.0], [-0.1, 20.0]])
    y = 2 * RADIUS + low + off
    grown = place([(0, 10, y, 0), (1, 10, y, 0)], [outline, barrier])
    seen = explore(grown, 7.0, 3.0, 12.0)
    for px, py in ((13.0, 3.0), (13.0, RADIUS), (10.0, RADIUS)):
        moves = moves_to(seen, px, py)
        assert -1e-12 <= measure(moves) - length_to(seen, px, py) <= 1e-3
        assert deepest(grown, moves) >= -CONTACT
    closed = place([(0, 10, y - off - 2e-9, 0), (1, 10, y, 0)], [outline, barrier])
    assert length_to(explore(closed, 7.0, 3.0, 40.0), 13.0, 3.0) == math.inf


def test_a_corridor_of_the_bases_width_with_a_bend() -> None:
    """Between two walls, round the corner of a third that all but closes it."""
    w = 2 * RADIUS
    block = ("polygon", [[0, 0], [7, 0], [7, 7], [0, 7]])
    rows = [(0, 0, 0, 0), (0, 0, 7 + w, 0), (0, 7 + w, 0, 0), (0, 7 + w, 7 + w, 0)]
    grown = place(rows, [block], size=(14 + w, 14 + w))
    centre = 7 + w / 2
    seen = explore(grown, 2.0, centre, 14.0)
    length = length_to(seen, centre, 2.0)
    # into the crossing, a quarter turn round the corner (7, 7), and out again
    assert length == pytest.approx(2 * 5.0 + RADIUS * math.pi / 2, abs=1e-9)
    moves = moves_to(seen, centre, 2.0)
    assert -1e-12 <= measure(moves) - length <= 1e-3
    assert deepest(grown, moves) >= -CONTACT
    assert length_to(seen, 14.5, centre) == pytest.approx(12.5, abs=1e-9)


def test_from_contact_nothing_lets_a_model_through() -> None:
    r = 1.0 + RADIUS
    grown = place([(0, 10, 8, 0)], [DISC])
    for pressed in (0.0, 1e-15, 1e-13, 4e-10):
        seen = explore(grown, 10.0 - r + pressed, 8.0)
        across = length_to(seen, 10.0 + r, 8.0)
        assert across == pytest.approx(math.pi * r, abs=1e-7)
        assert deepest(grown, moves_to(seen, 10.0 + r, 8.0)) >= -CONTACT
        assert length_to(seen, 5.0, 8.0) == pytest.approx(5.0 - r + pressed, abs=1e-12)
        assert length_to(seen, 10.0, 8.0) == math.inf


def test_walls_that_share_corners_are_gone_along() -> None:
    """Three walls end to end: the way along them is one straight line."""
    wall = ("polygon", [[0, 0], [2, 0], [2, 0.2], [0, 0.2]])
    grown = place([(0, 6 + 2 * k, 8, 0) for k in range(3)], [wall])
    y = 8.2 + RADIUS
    seen = explore(grown, 7.0, y, 14.0)
    assert length_to(seen, 13.0, y) == pytest.approx(6.0, abs=1e-12)
    around = length_to(seen, 9.0, 8.0 - RADIUS)
    arc = RADIUS * math.pi
    assert around == pytest.approx(1.0 + arc + 0.2 + 3.0, abs=1e-9)
    assert deepest(grown, moves_to(seen, 9.0, 8.0 - RADIUS)) >= -CONTACT
