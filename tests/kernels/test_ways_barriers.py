from __future__ import annotations

import math

import numpy as np
import pytest

from movekernels.paths import barriers as fast
from movekernels.paths.barriers import BLOCKED, LEFT, PRESS, RIGHT, SHORT, STILL, Barriers
from reference import barriers as slow
from reference.shapes import support
from reference.ways_outlines import Outlines, Pose, steps_are_clear
from reference.ways_scenes import HEIGHT, MOVERS, WIDTH, crowd, turn_pose, turned_by, walled
from shapes_data import build_shapes, random_bodies, sample_shapes

SURE = 1e-6
"""Room, inches, below which answers found by halving and exact ones may differ."""


def random_pose(rng: np.random.Generator, start: Pose, spread: float = 5.0) -> Pose:
    x, y = (float(v) for v in start[:2] + rng.uniform(-spread, spread, 2))
    angle = rng.uniform(0, math.tau)
    return x, y, math.cos(angle), math.sin(angle)


@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.parametrize("clear", [-PRESS, 0.3])
def test_steps_agree_with_the_reference(mover: str, clear: float) -> None:
    b, start, rng = crowd(1, mover, clear=clear, count=6)
    # headings are sampled so far apart that no point moves on by more in half of it
    missed = b.outer * math.pi / slow.SAMPLES
    answers = set()
    for turning in (True, False):
        x, y, c, s = random_pose(rng, start)
        _, _, c1, s1 = random_pose(rng, start)
        dx, dy = (float(v) for v in rng.normal(0, 1.5, 2))
        room = slow.room_at(b, x, y, c, s)
        assert abs(room) > SURE
        assert fast.stands(b, x, y, c, s) == (room >= 0.0)
        room = slow.room_of_slide(b, x, y, c, s, dx, dy)
        assert abs(room) > SURE
        assert fast.slides(b, x, y, c, s, dx, dy) == (room >= 0.0)
        answers.add(room >= 0.0)
        if turning:
            ccw = clear > 0.0
            room = slow.room_of_turn(b, x, y, c, s, c1, s1, ccw)
            found = fast.turns_so(b, x, y, c, s, c1, s1, ccw)
            assert room >= -SURE if found else room <= missed
    assert answers


@pytest.mark.parametrize(("seed", "way"), [(0, BLOCKED), (6, SHORT), (13, RIGHT), (14, LEFT)])
def test_turns_agree_with_the_reference(seed: int, way: int) -> None:
    b, start, rng = crowd(seed, "hull", count=2, reach=3.0)
    x, y, c, s = random_pose(rng, start, 0.3)
    _, _, c1, s1 = random_pose(rng, start)
    assert fast.turns_either(b, x, y, c, s, c1, s1) == way
    assert slow.turns_either(b, x, y, c, s, c1, s1) == way
    assert fast.turns(b, x, y, c, s, c1, s1) == (way == SHORT)


@pytest.mark.parametrize("mover", MOVERS)
def test_screens_change_no_answer(mover: str) -> None:
    b, start, rng = crowd(2, mover, count=12)
    bare = b._replace(far=np.full_like(b.far, np.inf), near=np.zeros_like(b.near))
    for _ in range(40):
        pose, (c1, s1) = random_pose(rng, start, 7.0), random_pose(rng, start)[2:]
        dx, dy = (float(v) for v in rng.normal(0, 2.0, 2))
        assert fast.stands(b, *pose) == fast.stands(bare, *pose)
        assert fast.slides(b, *pose, dx, dy) == fast.slides(bare, *pose, dx, dy)
        assert fast.turns_either(b, *pose, c1, s1) == fast.turns_either(bare, *pose, c1, s1)


@pytest.mark.parametrize("mover", MOVERS)
def test_turned_and_renumbered_tables_give_the_same_answers(mover: str) -> None:
    b, start, rng = crowd(3, mover, count=8)
    angle = 0.7
    other = turned_by(b, angle, rng.random(b.x.size))
    kinds = set()
    for _ in range(40):
        pose, (c1, s1) = random_pose(rng, start, 2.5), random_pose(rng, start)[2:]
        away = random_pose(rng, start, 2.0)
        moved, there, ends = (turn_pose(p, angle) for p in (pose, away, (0, 0, c1, s1)))
        found = fast.slides(b, *pose, away[0] - pose[0], away[1] - pose[1])
        assert found == fast.slides(other, *moved, there[0] - moved[0], there[1] - moved[1])
        turn = fast.turns_either(b, *pose, c1, s1)
        assert turn == fast.turns_either(other, *moved, *ends[2:])
        assert fast.stands(b, *pose) == fast.stands(other, *moved)
        kinds |= {turn, found + 10}
    assert {SHORT, BLOCKED, 10, 11} <= kinds


def test_only_what_can_matter_is_kept() -> None:
    rng = np.random.default_rng(5)
    shapes = build_shapes(sample_shapes())
    bodies = random_bodies(rng, 60, len(sample_shapes()))
    clear = rng.choice([-np.inf, -PRESS, 1.0, -9.0], 60)
    args = shapes, 3, bodies, clear, 20.0, 25.0, 6.0, WIDTH, HEIGHT
    b, kept = fast.build_barriers(*args), slow.build_barriers(*args)
    assert 5 < len(kept) < 40
    assert b.outline.tolist() == bodies.shape[kept].tolist()
    for name in ("x", "y", "cos", "sin"):
        assert getattr(b, name).tolist() == getattr(bodies, name)[kept].tolist()
    assert b.clear.tolist() == clear[kept].tolist()
    assert (b.near <= b.far).all()
    assert (b.near >= 0.0).all()
    assert (b.width, b.height, b.outer, b.shape) == (WIDTH, HEIGHT, shapes.outer[3], 3)


@pytest.mark.parametrize("k", range(len(sample_shapes())))
def test_the_narrowest_direction_of_an_outline(k: int) -> None:
    shapes = build_shapes(sample_shapes())
    none = random_bodies(np.random.default_rng(0), 0, 1)
    b = fast.build_barriers(shapes, k, none, np.zeros(0), 0.0, 0.0, 1.0, WIDTH, HEIGHT)
    sides = ((-b.axis_s, b.axis_c), (b.axis_s, -b.axis_c))
    width = sum(support(shapes, k, 1.0, 0.0, *side) for side in sides)
    assert slow.narrowest(shapes, k) - 1e-2 < width < slow.narrowest(shapes, k) + 1e-4
    assert math.hypot(b.axis_c, b.axis_s) == pytest.approx(1.0)
    alike = [0, 1, 2, 3, 4, 5, 6, 8, 10]
    assert b.folded == (k in alike)


def passage(width: float, clear: float = -PRESS, mover: str = "oval") -> Barriers:
    """A passage along x between two walls, its middle at y = 20."""
    half = width / 2
    return walled(mover, [(14, 26, 20 + half, 24), (14, 26, 16, 20 - half)], clear)


@pytest.mark.parametrize(("mover", "across"), [("oval", 70 / 25.4), ("rectangle", 1.2)])
def test_a_passage_as_wide_as_the_base_is_passable(mover: str, across: float) -> None:
    for width, wanted in ((across, True), (across + 1e-6, True), (across - 2e-8, False)):
        assert fast.slides(passage(width, mover=mover), 10.0, 20.0, 1.0, 0.0, 20.0, 0.0) == wanted
    assert not fast.slides(passage(across + 1.9, 1.0, mover), 10.0, 20.0, 1.0, 0.0, 20.0, 0.0)
    assert fast.slides(passage(across + 2.0, 1.0 - PRESS, mover), 10.0, 20.0, 1.0, 0.0, 20.0, 0.0)


def test_no_way_over_the_edge() -> None:
    b = walled("oval", [])
    a, c = 105 / 50.8, 70 / 50.8
    assert fast.stands(b, a, 20.0, 1.0, 0.0)
    assert not fast.stands(b, a - 1e-6, 20.0, 1.0, 0.0)
    assert fast.slides(b, c, 20.0, 0.0, 1.0, 0.0, 5.0)
    assert not fast.slides(b, c + 0.1, 20.0, 0.0, 1.0, -0.2, 0.0)
    assert not fast.slides(b, c - 0.1, 20.0, 0.0, 1.0, 0.2, 0.0)
    assert fast.turns_either(b, c, 20.0, 0.0, 1.0, 0.0, -1.0) == BLOCKED
    assert fast.turns_either(b, a, 20.0, 0.0, 1.0, 0.0, -1.0) == SHORT


def test_half_a_turn_goes_the_way_that_is_clear() -> None:
    seen = []
    for side in (1.0, -1.0):
        # the point of the hull reaches 2 inches, its back 1.62: a peg in front of that
        y = 20.0 + 1.75 * side
        b = walled("hull", [(19.9, 20.1, min(y, y + 0.1), max(y, y + 0.1))])
        found = fast.turns_either(b, 20.0, 20.0, 1.0, 0.0, -1.0, 0.0)
        assert found == slow.turns_either(b, 20.0, 20.0, 1.0, 0.0, -1.0, 0.0)
        assert not fast.turns(b, 20.0, 20.0, 1.0, 0.0, -1.0, 0.0)
        seen.append(found)
        less = fast.turns_either(b, 20.0, 20.0, 1.0, 0.0, -1.0, 1e-3 * side)
        assert less == seen[-1]
        more = fast.turns_either(b, 20.0, 20.0, 1.0, 0.0, -1.0, -1e-3 * side)
        assert more == SHORT
    assert seen == [RIGHT, LEFT]
    free = walled("hull", [])
    assert fast.turns(free, 20.0, 20.0, 1.0, 0.0, -1.0, 0.0)
    assert fast.turns_either(free, 20.0, 20.0, 1.0, 0.0, -1.0, 0.0) == SHORT
    assert fast.turns_either(free, 20.0, 20.0, 1.0, 0.0, 1.0, 0.0) == STILL
    assert fast.turns(free, 20.0, 20.0, 1.0, 0.0, 1.0, 0.0)


@pytest.mark.parametrize("angle", [1e-13, 0.3, 1.5, 3.0, math.pi, 4.0, 6.0])
@pytest.mark.parametrize("way", [STILL, SHORT, LEFT, RIGHT])
def test_turns_are_written_in_short_ones(angle: float, way: int) -> None:
    out = np.zeros((5, 4))
    c, s = math.cos(0.4 + angle), math.sin(0.4 + angle)
    n = fast.write_pose(out, 0, 3.0, 4.0, math.cos(0.4), math.sin(0.4))
    assert n == 1
    first = tuple(out[0].tolist())
    assert slow.write_pose([], *first) == [first]
    n = fast.write_turn(out, n, c, s, way)
    wanted = slow.write_turn((first[0], first[1], first[2], first[3]), c, s, way)
    assert out[1:n].tolist() == [pytest.approx(pose, abs=1e-12) for pose in wanted]
    turns = [
        math.atan2(p[2] * q[3] - p[3] * q[2], p[2] * q[2] + p[3] * q[3])
        for p, q in zip(out[: n - 1].tolist(), out[1:n].tolist(), strict=True)
    ]
    if way in (LEFT, RIGHT):
        whole = angle if way == LEFT else angle - math.tau
        assert sum(turns) == pytest.approx(whole)
        assert max(abs(t) for t in turns) < math.pi - 0.5


def test_a_start_pressed_in_may_leave_but_not_push_on() -> None:
    deep = 1e-7
    b = walled("rectangle", [(11.2 - deep, 12, 19, 21)], -deep - PRESS)
    assert fast.slides(b, 10.0, 20.0, 1.0, 0.0, -1.0, 0.0)
    assert not fast.slides(b, 10.0, 20.0, 1.0, 0.0, 1e-6, 0.0)
    assert not fast.slides(b, 10.0, 20.0, 1.0, 0.0, 5.0, 0.0)


def test_polygons_agree_with_exact_steps() -> None:
    b, start, rng = crowd(4, "hull", count=10)
    table = Outlines(b)
    for _ in range(20):
        pose = random_pose(rng, start)
        dx, dy = (float(v) for v in rng.normal(0, 1.5, 2))
        assert table.slides(pose, dx, dy) == fast.slides(b, *pose, dx, dy)
        moved = (pose[0] + dx, pose[1] + dy, *pose[2:])
        assert steps_are_clear(b, np.array([pose, moved])) == fast.slides(b, *pose, dx, dy)
