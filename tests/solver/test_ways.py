"""Shortest ways of models on their level: exact for round bases, with a legal way for all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from movesolver import Scenario
from movesolver.paths.ways import EXTRA, Way, Ways
from movesolver.referee.motion import judge_paths
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from situations import Json, model, situation, unit, wall

R32 = 16 / 25.4
R40 = 20 / 25.4


def packed(
    base: Json | float,
    foes: Sequence[tuple[float, float, float]],
    *,
    at: tuple[float, float] = (10.0, 10.0),
    move: float = 12,
    facing: float = 0.0,
    terrain: list[Json] | None = None,
    keywords: tuple[str, ...] = ("MOUNTED",),
    **more: Any,
) -> Position:
    """One model, round enemies (x, y, diameter in mm) in its way."""
    mover = unit(
        "alpha", "a", model("a1", at, base, facing=facing), keywords=list(keywords), move=move
    )
    enemies = [model(f"e{k}", (x, y), d) for k, (x, y, d) in enumerate(foes)]
    units = [mover, unit("foe", "b", *enemies)] if enemies else [mover]
    return pack(situation(units, terrain=terrain, **more))


def judged(position: Position, way: Way | None) -> Way:
    """The way, after the referee has judged its path without any tolerance."""
    assert way is not None
    found, _ = judge_paths(position, {position.ids[0]: way.path}, 0.0)
    assert found == []
    assert way.length >= way.lower - 1e-12
    return way


def test_round_an_enemy_base() -> None:
    radius = R32 + R40
    tangent = math.sqrt(25 - radius**2)
    wanted = 2 * tangent + 2 * radius * math.asin(radius / 5)
    position = packed(32, [(13, 10, 40)], at=(8, 10))
    way = judged(position, Ways(position).way(0, (18, 10)))
    assert way.lower == pytest.approx(wanted, abs=1e-12)
    assert wanted < way.length <= wanted + EXTRA
    exact = judged(position, Ways(position).way(0, (18, 10), 1e-6))
    assert wanted < exact.length <= wanted + 1e-6


def test_a_friend_is_no_obstacle_and_a_flyer_meets_none() -> None:
    for side, keywords, status in (("a", [], {}), ("b", ["FLY", "HOVER"], {"fly_declared": True})):
        mover = unit("alpha", "a", model("a1", (8, 10)), keywords=keywords, move=10, status=status)
        position = pack(situation([mover, unit("other", side, model("o1", (13, 10), 40))]))
        assert Ways(position).lengths(0, np.array([[18.0, 10.0]])) == 10.0


@pytest.mark.parametrize(
    ("gap", "passes"), [(0.0, True), (1e-12, True), (-1e-12, True), (-1e-6, False)]
)
def test_a_gap_of_exactly_the_bases_width(gap: float, passes: bool) -> None:
    """Two walls leave a slit; everything else is closed."""
    half = R32 + gap / 2
    walls = [
        wall("low", [[14, 0], [15, 0], [15, 10 - half], [14, 10 - half]]),
        wall("high", [[14, 10 + half], [15, 10 + half], [15, 44], [14, 44]]),
    ]
    position = packed(32, [], terrain=walls)
    for point in ((20.0, 10.0), (18.0, 13.0)):
        length = float(Ways(position).lengths(0, np.array([point]))[0])
        assert math.isfinite(length) is passes
        if passes:
            judged(position, Ways(position).way(0, point))


def test_from_contact_it_goes_round_and_not_through() -> None:
    for pressed in (0.0, 1e-9, 1e-4):
        position = packed(32, [(10 + 2 * R32 - pressed, 10, 32)])
        way = judged(position, Ways(position).way(0, (16, 10)))
        touching = 2 * R32
        half = math.asin(touching / (6 - touching))  # at the tangent on the far side
        wanted = touching * (math.pi - (math.pi / 2 - half)) + math.sqrt(
            (6 - touching) ** 2 - touching**2
        )
        assert way.lower == pytest.approx(wanted, abs=3 * pressed + 1e-9)


def test_too_far_and_closed_in() -> None:
    position = packed(32, [(13, 10, 40)], at=(8, 10), move=10.4)
    assert np.isinf(Ways(position).lengths(0, np.array([[18.0, 10.0], [13.0, 10.0]]))).all()
    assert Ways(position).way(0, (18, 10)) is None
    assert np.isfinite(Ways(position, further=0.1).lengths(0, np.array([[18.0, 10.0]])))
    ring = [
        (10 + 3.5 * math.cos(a), 10 + 3.5 * math.sin(a), 32) for a in np.arange(9) * math.tau / 9
    ]
    position = packed(32, ring)
    assert np.isinf(Ways(position, further=100).lengths(0, np.array([[20.0, 20.0]])))
    assert np.isfinite(Ways(position).lengths(0, np.array([[11.0, 11.0]])))


def test_unit_mates_that_bar_do_so_where_they_start() -> None:
    models = (model("a1", (8, 10), 60), model("a2", (13, 10), 60))
    vehicles = unit("alpha", "a", *models, keywords=["VEHICLE"], move=12)
    position = pack(situation([vehicles]))
    point = np.array([[18.0, 10.0]])
    assert Ways(position).lengths(0, point) > 10.5
    assert Ways(position.alone()).lengths(0, point) == 10.0


def test_an_oval_turns_into_a_corridor_of_its_width() -> None:
    """35 mm between two walls: a 60 x 35 mm base goes through lengthwise only."""
    half = 35 / 2 / 25.4
    walls = [
        wall("low", [[14, 4], [17, 4], [17, 10 - half], [14, 10 - half]]),
        wall("high", [[14, 10 + half], [17, 10 + half], [17, 16], [14, 16]]),
    ]
    position = packed({"oval": [60, 35]}, [], facing=90.0, terrain=walls)
    way = judged(position, Ways(position).way(0, (20, 10, 90.0)))
    assert way.length == way.lower == 10.0
    assert {pose[2] for pose in way.path} > {90.0}
    narrow = packed({"oval": [65, 37]}, [], facing=90.0, terrain=walls, move=10)
    lower, upper = Ways(narrow).bounds(0, np.array([[20.0, 10.0, 90.0]]))
    assert lower == math.inf
    assert upper == math.inf


def test_an_oval_follows_a_bend_between_bases() -> None:
    """Too narrow for the disc around it: the heading follows the path."""
    foes = [(14.0, 10 + 3.7 * k, 50.0) for k in (-2, -1, 0, 1, 2)]
    position = packed({"oval": [75, 42]}, foes, facing=90.0, move=14, terrain=None)
    lower, upper = Ways(position).bounds(0, np.array([[18.0, 9.0, 45.0]]))
    assert lower <= upper < lower + 0.02
    way = judged(position, Ways(position).way(0, (18.0, 9.0, 45.0)))
    assert way.path[-1] == (18.0, 9.0, 45.0, 0.0)
    assert way.path[0] == (10.0, 10.0, 90.0, 0.0)


def scattered(seed: int, base: Json, outer: float, move: float) -> Scenario:
    """30 enemies and 8 walls on a whole table, one model in its middle."""
    rng = np.random.default_rng([11, seed])
    foes: list[Json] = []
    walls: list[Json] = []
    while len(foes) < 30:
        x, y = rng.uniform([0, 0], [60, 44]).tolist()
        d = float(rng.choice([25, 32, 40, 50, 100]))
        r = d / 50.8
        if math.dist((x, y), (30, 22)) > r + outer + 0.1 and r < min(x, y, 60 - x, 44 - y):
            foes.append(model(f"e{len(foes)}", (x, y), d))
    while len(walls) < 8:
        x, y = rng.uniform([4, 4], [56, 40]).tolist()
        length, width, angle = rng.uniform(1, 3), rng.uniform(0.1, 0.3), rng.uniform(0, math.pi)
        c, s = math.cos(angle), math.sin(angle)
        corners = ((-width, -length), (width, -length), (width, length), (-width, length))
        if math.dist((x, y), (30, 22)) > 3.2 + outer:
            polygon = [[x + u * c - v * s, y + u * s + v * c] for u, v in corners]
            walls.append(wall(f"w{len(walls)}", polygon))
    start = model("a1", (30, 22), base, facing=float(rng.uniform(0, 360)))
    mover = unit("alpha", "a", start, keywords=["MOUNTED"], move=move)
    return situation([mover, unit("foe", "b", *foes)], terrain=walls)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("base", "outer", "move"),
    [
        ({"round": 32}, R32, 8.0),
        ({"oval": [60, 35]}, 60 / 50.8, 8.0),
        ({"oval": [105, 70]}, 105 / 50.8, 8.0),
        ({"oval": [170, 105]}, 170 / 50.8, 10.0),
        ({"rectangle": [100, 60]}, math.hypot(100, 60) / 50.8, 8.0),
        ({"hull": [[-1.5, -1], [1.5, -1], [1, 1], [0, 0.4], [-1, 1]]}, 1.9, 8.0),
    ],
)
def test_every_way_handed_out_is_legal(base: Json, outer: float, move: float) -> None:
    for seed in range(3):
        position = pack(scattered(seed, base, outer, move))
        ways = Ways(position)
        rng = np.random.default_rng([12, seed])
        poses = np.column_stack(
            [rng.uniform(-move, move, (40, 2)) + np.array([30, 22]), rng.uniform(0, 360, 40)]
        )
        lower, upper = ways.bounds(0, poses)
        assert (lower <= upper).all()
        assert np.isfinite(upper).sum() > 5
        for k in np.flatnonzero(np.isfinite(upper)):
            way = judged(position, ways.way(0, poses[k].tolist()))
            assert way.lower == lower[k]
            assert math.dist(way.path[-1][:2], poses[k, :2]) == 0.0
            if position.shapes.inner[position.start.shape[0]] == outer:
                assert way.length <= way.lower + EXTRA


def test_the_tenth_edition_keeps_an_inch_from_enemies() -> None:
    foes = [(14.0, 10 + 2 * R32 + 1.001, 32.0), (14.0, 10 - 2 * R32 - 0.5, 32.0)]
    position = packed(32, foes, rules={"game": "wh40k10"}, move=20)
    far = packed(32, foes)
    point = np.array([[19.0, 10.0]])
    assert Ways(far).lengths(0, point) == 9.0
    way = judged(position, Ways(position).way(0, (19.0, 10.0)))
    assert way.lower > 9.0


def test_a_base_flush_with_the_edge_but_for_rounding_may_leave() -> None:
    position = packed(32, [], at=(0.629921, 10), move=6)  # 2.6e-7 over the edge
    for point in ((3.0, 10.0), (0.629921, 14.0)):
        way = Ways(position).way(0, point)
        assert way is not None
        assert way.length == math.dist(point, (0.629921, 10))
        assert judge_paths(position, {"a1": way.path}, position.rules.tolerance)[0] == []
    assert Ways(position).lengths(0, np.array([[0.6298, 12.0]])) == math.inf


@pytest.mark.parametrize("base", [32, {"oval": [60, 35]}])
def test_who_starts_inside_something_may_stay_there(base: Json | float) -> None:
    inside = [wall("w", [[9, 9], [11, 9], [11, 11], [9, 11]])]
    position = packed(base, [], terrain=inside)
    lower, upper = Ways(position).bounds(0, np.array([[10.0, 10.0, 0.0], [14.0, 10.0, 0.0]]))
    assert lower.tolist() == upper.tolist() == [0.0, math.inf]
    way = Ways(position).way(0, (10.0, 10.0, 0.0))
    assert way is not None
    assert way.path == ((10.0, 10.0, 0.0, 0.0),)
