"""Ways of bases that are not round: what moves with the table, and what touches."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from movekernels.arrays import Floats
from movekernels.paths.barriers import BLOCKED, SHORT, Barriers, turns_either
from movekernels.paths.following import ALL_ALONG, build_following, follow
from movekernels.paths.lattice import EXHAUSTED, FOUND, build_lattice, search_lattice
from movekernels.paths.lattice_ways import lattice_way
from movekernels.paths.straight import STRAIGHT_POSES, straight_way
from reference.ways_outlines import Pose
from reference.ways_scenes import HEIGHT, MOVERS, crowd, is_legal, random_end, walled

UP, FORWARD = (0.0, 1.0), (1.0, 0.0)
ACROSS = {"oval": 70 / 25.4, "rectangle": 1.2, "hull": 1.2}
"""Width of movers across their heading, inches."""
SHORT_OF = 2e-8
"""A passage narrower than its mover by so much lets nothing through, inches."""
NEAR_EDGE = 33.0
"""Tables are cut off here, so that the edge bars some ways too, inches."""

Change = tuple[Callable[[Barriers], Barriers], Callable[[Pose], Pose]]


def _moved(b: Barriers) -> Barriers:
    """A table longer and higher at its near edges, which nobody reaches."""
    return b._replace(x=b.x + 3.25, y=b.y + 5.5, width=b.width + 3.25, height=b.height + 5.5)


def _turned(b: Barriers) -> Barriers:
    return b._replace(
        x=b.height - b.y, y=b.x, cos=-b.sin, sin=b.cos, width=b.height, height=b.width
    )


def _renumbered(b: Barriers) -> Barriers:
    order = np.random.default_rng(8).permutation(b.x.size)
    names = ("outline", "x", "y", "cos", "sin", "clear", "far", "near")
    return b._replace(**{name: getattr(b, name)[order] for name in names})


CHANGES: dict[str, Change] = {
    "moved": (_moved, lambda p: (p[0] + 3.25, p[1] + 5.5, p[2], p[3])),
    "turned": (_turned, lambda p: (HEIGHT - p[1], p[0], -p[3], p[2])),
    "renumbered": (_renumbered, lambda p: p),
}


def edged(seed: int, mover: str, count: int) -> tuple[Barriers, Pose, np.random.Generator]:
    """A crowd with the edge of the table beside it."""
    b, start, rng = crowd(seed, mover, reach=5.0, count=count)
    return b._replace(width=NEAR_EDGE), start, rng


@pytest.mark.parametrize("change", CHANGES)
def test_straight_ways_move_with_the_table(change: str) -> None:
    of_table, of_pose = CHANGES[change]
    seen = set()
    for mover in MOVERS:
        b, start, rng = edged(1, mover, 6)
        other, out, again = of_table(b), np.empty((STRAIGHT_POSES, 4)), np.empty((9, 4))
        for _ in range(8):
            end = random_end(b, start, 4.0, rng)
            n = straight_way(b, *start, *end, 4, out)
            assert n == straight_way(other, *of_pose(start), *of_pose(end), 4, again)
            moved = [of_pose((x, y, c, s)) for x, y, c, s in out[:n].tolist()]
            assert again[:n] == pytest.approx(np.array(moved).reshape(-1, 4), abs=1e-9)
            seen.add(n)
    assert {0, 3, 4} <= seen


@pytest.mark.parametrize("change", CHANGES)
def test_followed_ways_move_with_the_table(change: str) -> None:
    of_table, of_pose = CHANGES[change]
    seen = set()
    for mover in MOVERS:
        b, start, rng = edged(2, mover, 5)
        other, space, out = of_table(b), build_following(4), np.empty((16, 4))
        for _ in range(6):
            ends = [random_end(b, start, 2.5, rng) for _ in range(3)]
            line = [start, *ends]
            lines = [np.array(points)[:, :2] for points in (line, [of_pose(p) for p in line])]
            found = follow(b, space, lines[0], 4, *start[2:], *ends[-1][2:], out)
            first, last = of_pose(start), of_pose(ends[-1])
            assert found == follow(other, space, lines[1], 4, *first[2:], *last[2:], out)
            seen.add(found[1])
    assert len(seen - {ALL_ALONG}) > 1
    assert ALL_ALONG in seen


@pytest.mark.compiled
@pytest.mark.parametrize("change", CHANGES)
def test_searched_ways_move_with_the_table(change: str) -> None:
    of_table, of_pose = CHANGES[change]
    seen = set()
    for mover in MOVERS:
        b, start, rng = edged(1, mover, 14)
        other, space = of_table(b), build_lattice(6.5, 0.5, 6, 200_000)
        out, part = np.empty((200, 4)), np.empty((STRAIGHT_POSES, 4))
        for _ in range(8):
            end = random_end(b, start, 5.0, rng)
            both = ((b, start, end), (other, of_pose(start), of_pose(end)))
            lengths, verdicts = [], []
            for table, *poses in both:
                asked = (*poses[0], *poses[1])
                verdict, node, _ = search_lattice(table, space, *asked, False, 6.0, 1.0, 99_999)
                lengths.append(space.cost[node] if verdict == FOUND else math.inf)
                verdicts.append(lattice_way(table, space, *asked, 6.0, 99_999, out, part)[0])
            assert lengths[0] == pytest.approx(lengths[1], abs=1e-9)
            assert verdicts[0] == verdicts[1]
            seen.add(verdicts[0])
    assert seen == {FOUND, EXHAUSTED}


def slit(mover: str, less: float) -> Barriers:
    """A wall across the table at x = 20 to 24 with a gap as wide as the mover, at y = 20."""
    half = (ACROSS[mover] - less) / 2
    return walled(mover, [(20, 24, 20 + half, HEIGHT), (20, 24, 0, 20 - half)])


@pytest.mark.parametrize("mover", ACROSS)
def test_a_gap_of_the_bases_width_is_passable_to_all_three(mover: str) -> None:
    start, end = (16.0, 18.0, *FORWARD), (28.0, 18.0, *UP)
    line = np.array([start[:2], (17.0, 20.0), (27.0, 20.0), end[:2]])
    for less, passes in ((0.0, True), (SHORT_OF, False)):
        b, out = slit(mover, less), np.empty((60, 4))
        n = straight_way(b, 16.0, 20.0, *UP, 28.0, 20.0, *UP, 3, out)
        assert n == (4 if passes else 0)
        n, _ = follow(b, build_following(4), line, 4, *FORWARD, *UP, out)
        assert (n > 0) == passes
        assert n == 0 or is_legal(b, out[:n], start, end)
        space = build_lattice(15.0, 1.0, 2, 99_999)
        part = np.empty((STRAIGHT_POSES, 4))
        verdict, n, _ = lattice_way(b, space, *start, *end, 14.0, 9999, out, part)
        assert verdict == (FOUND if passes else EXHAUSTED)
        assert n == 0 or is_legal(b, out[:n], start, end)


def test_a_turn_that_touches_all_round_is_clear() -> None:
    reach = math.hypot(2.4, 1.2) / 2
    for room, way in ((0.0, SHORT), (-SHORT_OF, BLOCKED)):
        # the corners of the rectangle pass four walls as they come square to them
        low, high = 20.0 - reach - room, 20.0 + reach + room
        box = [(10, low, 10, 30), (high, 30, 10, 30), (low, high, 10, low), (low, high, high, 30)]
        b = walled("rectangle", box)
        assert turns_either(b, 20.0, 20.0, *FORWARD, *UP) == way
        assert turns_either(b, 20.0, 20.0, *UP, *FORWARD) == way


@pytest.mark.parametrize("mover", ["rectangle", "hull"])
def test_from_contact_to_contact(mover: str) -> None:
    """A side against a wall at the start, and against another at the end."""
    b = walled(mover, [(10, 20, 20.6, 21), (20, 30, 17, 17.4)])
    start, end = (15.0, 20.0, *FORWARD), (25.0, 18.0, *FORWARD)
    out, part = np.empty((60, 4)), np.empty((STRAIGHT_POSES, 4))
    assert straight_way(b, *start, *end, 0, out) == 2
    assert is_legal(b, out[:2], start, end)
    line: Floats = np.array([start[:2], (20.5, 20.0), (20.5, 18.0), end[:2]])
    n, leg = follow(b, build_following(4), line, 4, *FORWARD, *FORWARD, out)
    assert (n, leg) == (4, ALL_ALONG)
    assert is_legal(b, out[:n], start, end)
    space = build_lattice(13.0, 1.0, 2, 99_999)
    verdict, n, _ = lattice_way(b, space, *start, *end, 12.0, 9999, out, part)
    assert verdict == FOUND
    assert is_legal(b, out[:n], start, end)
    pushed = (15.0, 20.0 + SHORT_OF, *FORWARD)
    assert straight_way(b, *pushed, *end, 0, out) == 0
