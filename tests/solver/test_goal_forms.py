"""Worst models, hard wishes and priorities, on ends that can be worked out by hand."""

from __future__ import annotations

import json
import math
import re
from itertools import pairwise

import numpy as np
import pytest

import movesolver
from fight_scenes import arrival, fight
from goal_data import R32, Spot, legal, row, scenario
from movekernels.search.ground import WEIGHT
from movesolver.formats.scenario import dumps, loads, validate
from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena, start_poses
from movesolver.search.bounds import upper_bound
from movesolver.search.ends import Ends, ends_of, value_of
from movesolver.search.forms import relaxed
from movesolver.search.goals import pack_goal
from movesolver.search.result import Status
from movesolver.search.solve import solve
from movesolver.table.army import Model, Unit
from movesolver.table.bases import oval, round
from movesolver.table.scenario import (
    Action,
    AtLeast,
    Field,
    GoalTerm,
    Nearness,
    Scenario,
    Target,
)

HILL = Field((4.0, 12.0), 4.0, ((0.0, 1.0, 4.0, 0.0), (1.0, 2.0, 6.0, 1.0), (0.0, 1.0, 4.0, 0.0)))


def ends_at(question: Scenario, *spots: Spot) -> Ends:
    """What given end places, legal or not, come to."""
    position = pack(question)
    goal = pack_goal(position)
    poses = start_poses(position)
    poses[:, :2] = spots
    ways = np.ones(len(poses), dtype=np.int64)
    return ends_of(position, build_arena(position, goal.shapes), goal, poses, ways)


def test_priorities_multiply_what_a_point_counts() -> None:
    term = GoalTerm(near=(20.0, 20.0), weight=2.0, priorities={"a0": -0.5})
    # a0 comes 1 inch closer and a1 comes 3 closer.
    assert ends_at(scenario(term), (11, 20), (14.4, 20)).points == pytest.approx(-1 + 6)
    result = solve(scenario(term, at=((10, 20), (11.4, 20))))
    legal(result)
    # The leader stays back as far as coherency lets it: 2 inches from its mate.
    apart = math.dist(result.ends["a0"][:2], result.ends["a1"][:2]) - 2 * R32
    assert apart == pytest.approx(2.0, abs=1e-3)
    assert result.ends["a1"][0] > result.ends["a0"][0]


@pytest.mark.parametrize(
    ("term", "points"),
    [
        (GoalTerm(near=(20.0, 20.0), worst=True), 1.0),
        (GoalTerm(near=(20.0, 20.0), worst=True, weight=-1.0), -3.0),
        (GoalTerm(near=(20.0, 20.0), worst=True, priorities={"a1": 0.25}), 0.75),
        (GoalTerm(near=(20.0, 20.0), worst=True, priorities={"a0": 0.0}), 3.0),
        (GoalTerm(near=(20.0, 20.0), worst=True, models=("a1",)), 3.0),
        (GoalTerm(near=(20.0, 20.0), worst=True, models=()), 0.0),
        (GoalTerm(near=Target(unit="foe"), worst=True, weight=2.0), 2.0),
        (GoalTerm(within=Nearness((14.4, 20.0), 2.0), worst=True), 0.0),
        (GoalTerm(within=Nearness((14.4, 20.0), 3.0), worst=True, weight=5.0), 5.0),
        (GoalTerm(avoid=Nearness((14.4, 20.0), 2.0), worst=True, weight=5.0), -5.0),
        (GoalTerm(avoid=Nearness((30.0, 20.0), 2.0), worst=True, weight=5.0), 0.0),
        (GoalTerm(wish={"a0": (11.0, 22.0), "a1": (14.4, 21.0)}, worst=True), -2.0),
        (GoalTerm(wish={"a1": (14.4, 21.0)}, worst=True), -1.0),
        (GoalTerm(travel=True, worst=True), -3.0),
        (GoalTerm(travel=True, worst=True, weight=-1.0), 1.0),
        (GoalTerm(field=Field((9.0, 19.0), 2.0, ((2.0, 4.0), (2.0, 4.0))), worst=True), 0.0),
        (GoalTerm(field=Field((9.0, 19.0), 6.0, ((0.0, 6.0), (0.0, 6.0))), worst=True), 2.0),
    ],
)
def test_the_worst_model_counts_once(term: GoalTerm, points: float) -> None:
    # a0 moves an inch ahead, a1 three.
    ends = ends_at(scenario(term), (11.0, 20.0), (14.4, 20.0))
    assert ends.points == pytest.approx(points, abs=1e-12)
    both = ends_at(scenario(term, GoalTerm(travel=True)), (11.0, 20.0), (14.4, 20.0))
    assert both.points == pytest.approx(points - 4.0, abs=1e-12)


def test_the_last_one_comes_as_near_as_it_can() -> None:
    # a1 can take the point itself, 4.6 closer; a0 touching it has come 6 - 2 r > 4.6 closer.
    result = solve(scenario(GoalTerm(near=(16.0, 20.0), worst=True)))
    legal(result)
    assert result.objective == pytest.approx(4.6, abs=1e-6)
    assert result.status is Status.OPTIMAL
    # Two that start equally far share the point: it lies between them.
    result = solve(scenario(GoalTerm(near=(14.0, 20.0), worst=True), at=((10, 19.3), (10, 20.7))))
    legal(result)
    assert result.objective == pytest.approx(math.hypot(4, 0.7) - R32, abs=0.01)


def test_all_or_nothing() -> None:
    # Within 3 inches of (16, 20) is a disc of 3 + r: all four come there.
    term = GoalTerm(within=Nearness((16.0, 20.0), 3.0), worst=True, weight=9.0)
    result = solve(scenario(term, GoalTerm(travel=True, weight=0.1), at=row(4)))
    legal(result)
    assert result.objective is not None
    # Two stand outside: they come at least to 16 - 3 - r.
    least = sum(16 - 3 - R32 - x for x, _ in row(2))
    assert 9.0 - 0.1 * (least + 2.0) < result.objective < 9.0 - 0.1 * least
    # One cannot, 6.37 inches away: nothing is gained by the others, who stay where they are.
    term = GoalTerm(within=Nearness((20.0, 20.0), 3.0), worst=True, weight=9.0)
    result = solve(scenario(term, GoalTerm(travel=True, weight=0.1), at=row(4)))
    assert result.objective == 0.0
    assert result.status is Status.OPTIMAL
    avoid = GoalTerm(avoid=Nearness((10.0, 20.0), 3.0), worst=True, weight=9.0)
    result = solve(scenario(avoid, GoalTerm(travel=True, weight=0.1), at=row(3)))
    legal(result)
    assert result.objective is not None
    assert result.objective > -0.1 * 3 * 6


@pytest.mark.parametrize(
    ("terms", "points"),
    [
        # Three are to come 4 closer at least, which they trade for nothing else.
        ([GoalTerm(near=(30.0, 20.0), worst=True)], 6.0),
        ([GoalTerm(near=(30.0, 20.0), worst=True, weight=-1.0)], 6.0),
        ([GoalTerm(travel=True, worst=True), GoalTerm(near=(30.0, 20.0), weight=0.25)], 0.0),
        ([GoalTerm(travel=True, worst=True), GoalTerm(near=(30.0, 20.0))], 12.0),
        ([GoalTerm(travel=True, worst=True, weight=-1.0)], 6.0),
        ([GoalTerm(near=Target(unit="foe"), worst=True, weight=0.5)], 3.0),
    ],
)
def test_what_the_unit_makes_of_its_worst(terms: list[GoalTerm], points: float) -> None:
    result = solve(scenario(*terms, at=row(3)))
    legal(result)
    assert result.objective == pytest.approx(points, abs=0.02)


def test_at_least_so_many_are_within() -> None:
    far = GoalTerm(near=(18.0, 20.0))
    position = scenario(far, at=row(5))
    values = []
    for count in range(1, 5):
        need = GoalTerm(need=AtLeast((9.0, 20.0), count, 1.0))
        result = solve(scenario(far, need, at=row(5)))
        legal(result)
        ends = ends_at(position, *[pose[:2] for pose in result.ends.values()])
        assert result.objective == pytest.approx(ends.points, abs=1e-6)
        near = [
            math.dist(pose[:2], (9.0, 20.0)) - R32 <= 1.0 + 1e-6 for pose in result.ends.values()
        ]
        assert sum(near) >= count
        values.append(result.objective or 0.0)
    assert values == sorted(values, reverse=True)


def test_a_narrower_need_never_pays() -> None:
    far = GoalTerm(near=(18.0, 20.0))
    found = [
        solve(scenario(far, GoalTerm(need=AtLeast((9.0, 20.0), 2, inches)), at=row(5))).objective
        for inches in (3.0, 2.0, 1.0, 0.5)
    ]
    values = [value for value in found if value is not None]
    assert len(values) == 4
    assert all(wide >= narrow - 1e-3 for wide, narrow in pairwise(values))


def test_who_is_needed_may_be_named() -> None:
    need = GoalTerm(need=AtLeast((8.0, 20.0), 1, 0.5), models=("a3",))
    result = solve(scenario(GoalTerm(near=(18.0, 20.0)), need, at=row(4)))
    legal(result)
    assert math.dist(result.ends["a3"][:2], (8.0, 20.0)) <= 0.5 + R32 + 1e-6


def test_two_needs_and_a_worst_model() -> None:
    terms = (
        GoalTerm(need=AtLeast((9.0, 20.0), 2, 0.5)),
        GoalTerm(need=AtLeast(Target(marker="m"), 2, 3.0)),
        GoalTerm(near=(14.0, 24.0), worst=True),
    )
    result = solve(scenario(*terms, at=row(6)))
    legal(result)
    counts = [
        sum(math.dist(pose[:2], at) - R32 <= far + 1e-6 for pose in result.ends.values())
        for at, far in (((9.0, 20.0), 0.5), ((20.0, 20.0), 3.0 + 20 / 25.4))
    ]
    assert min(counts) >= 2


def test_tight_rings_are_found() -> None:
    # Five bases about a point need a ring of r / sin 36 degrees: within 0.44 of it, not 0.43.
    ring = R32 / math.sin(math.pi / 5) - R32
    need = GoalTerm(need=AtLeast((15.0, 20.0), 5, ring + 0.01))
    result = solve(scenario(need, GoalTerm(near=(18.0, 20.0)), at=row(6)))
    legal(result)


def test_needs_that_cannot_be_met() -> None:
    far = GoalTerm(need=AtLeast((30.0, 20.0), 1, 1.0))
    result = solve(scenario(far, at=row(3)))
    assert result.status is Status.INFEASIBLE
    assert result.reasons == {
        "action.goal[0].need": "0 models could end within the distance, 1 needed"
    }
    many = GoalTerm(need=AtLeast((11.0, 20.0), 4, 9.0))
    assert solve(scenario(many, at=row(3))).status is Status.INFEASIBLE
    # Each of four bases could be at a point, but not all of them.
    crowd = GoalTerm(need=AtLeast((14.0, 20.0), 4, 0.1))
    result = solve(scenario(GoalTerm(travel=True), crowd, at=row(4)))
    assert result.status is Status.INFEASIBLE
    assert result.reasons == {
        "action.goal[1].need": "at most 3 models can end within the distance at once, 4 needed"
    }
    assert result.objective is None
    assert not result.ends
    # What is needed of the same models in two places: each could be met, not both.
    apart = [GoalTerm(need=AtLeast((x, 20.0), 2, 1.0)) for x in (7.0, 15.0)]
    result = solve(scenario(*apart))
    assert result.status is Status.INFEASIBLE
    text = "at most 2 models can end within the distances of these needs in all, 4 needed"
    assert result.reasons == {f"action.goal[{k}].need": text for k in (0, 1)}
    # Where none may end: an enemy stands there, and a normal move ends unengaged.
    engaged = GoalTerm(need=AtLeast(Target(unit="foe"), 1, 1.0))
    result = solve(scenario(engaged, at=row(3), foe=(20, 20)))
    assert result.status is Status.INFEASIBLE
    assert "at most 0 models" in result.reasons["action.goal[0].need"]


def test_needs_that_nothing_proves_impossible() -> None:
    """Five bases stand in a ring no narrower than r / sin 36 degrees, which discs do not show."""
    ring = R32 / math.sin(math.pi / 5) - R32
    tight = GoalTerm(need=AtLeast((14.0, 20.0), 5, ring - 0.01))
    result = solve(scenario(GoalTerm(travel=True), tight, at=row(5)))
    assert result.status is Status.NOT_FOUND
    (reason,) = result.reasons.values()
    assert re.fullmatch(r"[34] of 5 models were brought within", reason)
    assert result.objective is None
    assert not result.ends


def test_a_need_of_a_unit_that_is_gone() -> None:
    question = scenario(GoalTerm(need=AtLeast(Target(unit="foe"), 1, 1.0)))
    gone = Unit("foe", "b", (Model("e", round(32), slain=True),))
    question = movesolver.Scenario(
        movesolver=1,
        table=question.table,
        units=(question.units[0], gone),
        markers=question.markers,
        action=question.action,
    )
    assert solve(question).status is Status.INFEASIBLE
    action = Action("alpha", "normal", goal=(GoalTerm(near=Target(unit="foe"), worst=True),))
    worst = movesolver.Scenario(1, question.table, question.units, action)
    assert solve(worst).objective == 0.0


TERMS = [
    GoalTerm(near=(13.0, 21.0), worst=True, priorities={"a1": 0.5}),
    GoalTerm(near=Target(unit="foe"), worst=True, weight=-0.7),
    GoalTerm(within=Nearness((12.0, 20.0), 1.0), worst=True, weight=4.0),
    GoalTerm(avoid=Nearness(Target(marker="m"), 3.0), worst=True, weight=3.0),
    GoalTerm(wish={"a0": (12.0, 20.0), "a2": (9.0, 22.0)}, worst=True),
    GoalTerm(travel=True, worst=True, priorities={"a0": -1.0}),
    GoalTerm(field=HILL, worst=True, weight=-1.0),
    GoalTerm(field=HILL, worst=True),
]


@pytest.mark.parametrize("seed", range(6))
def test_no_end_is_beyond_the_bounds(seed: int) -> None:
    random = np.random.default_rng(seed)
    terms = [TERMS[int(k)] for k in random.choice(len(TERMS), 3, replace=False)]
    question = scenario(*terms, GoalTerm(near=(16.0, 22.0), weight=0.4), at=row(3), foe=(20, 20))
    position = pack(question)
    goal = pack_goal(position)
    assert goal.forms is not None
    bound, arena = upper_bound(position, goal), build_arena(position, goal.shapes)
    shares = {}
    for worst in goal.forms.worst:
        part = random.random(3) * (worst.weight != 0.0)
        shares[worst.row] = part / part.sum()
    sums = [relaxed(goal.forms, goal.report), relaxed(goal.forms, goal.report, shares)]
    ways = np.ones(3, dtype=np.int64)
    for _ in range(300):
        angle, far = random.uniform(0, 2 * math.pi, 3), 6.0 * np.sqrt(random.random(3))
        poses = start_poses(position)
        poses[:, 0] += far * np.cos(angle)
        poses[:, 1] += far * np.sin(angle)
        points = ends_of(position, arena, goal, poses, ways).points
        assert points <= bound + 1e-9
        for terms_that_add in sums:
            guide = goal.__class__(
                goal.shapes, goal.search, goal.report, terms_that_add, None, (), {}, {}, {}
            )
            assert points <= value_of(arena, guide, poses, ways) + 1e-9
    assert (goal.report.share[goal.forms.worst[0].row, :, WEIGHT] == 0.0).all()


@pytest.mark.parametrize("term", TERMS)
def test_more_time_and_seeds_find_legal_ends_below_the_bound(term: GoalTerm) -> None:
    question = scenario(term, at=row(4), foe=(20, 24))
    first = solve(question, seed=3)
    legal(first)
    again = solve(question, seed=3)
    assert first.ends == again.ends
    assert first.iterations == again.iterations
    limited = solve(question, iterations=40)
    assert limited.iterations <= 40
    legal(limited)
    legal(solve(question, time_ms=20))


@pytest.mark.parametrize("move", ["charge", "consolidate", "surge"])
def test_forms_in_fights(move: str) -> None:
    solved = 0
    for seed in range(8):
        scene = fight(seed, move)
        plain = solve(loads(json.dumps(scene)), seed=seed)
        if not plain.solved:
            continue
        first, (x, y, *_) = next(iter(plain.ends.items()))
        scene["action"]["goal"] = [
            {"near": [22, 22], "worst": True, "priorities": {first: 0.5}},
            {"need": {"of": [x, y], "models": 1, "inches": 2}},
        ]
        result = solve(loads(json.dumps(scene)), seed=seed)
        assert result.solved or "of 1 models" in str(result.reasons), (move, seed)
        if result.solved:
            solved += 1
            legal(result)
            assert any(math.dist(pose[:2], (x, y)) <= 4.0 for pose in result.ends.values())
        if solved == 2:
            break
    assert solved >= 2, move


@pytest.mark.parametrize("move", ["ingress", "deep_strike"])
def test_forms_in_set_ups(move: str) -> None:
    scene = arrival(0, move)
    unit = next(unit for unit in scene["units"] if unit["id"] == scene["action"]["unit"])
    unit["models"] = unit["models"][:3]
    scene["action"]["goal"] = [{"near": [22, 22], "worst": True}]
    plain = solve(loads(json.dumps(scene)))
    legal(plain)
    x, y = max(plain.ends.values())[:2]
    scene["action"]["goal"].append({"need": {"of": [x + 2, y], "models": 2, "inches": 2}})
    question = loads(json.dumps(scene))
    result = solve(question)
    legal(result)
    assert sum(math.dist(pose[:2], (x + 2, y)) <= 4.0 for pose in result.ends.values()) >= 2
    # What is asked of more of them is worth no more.
    assert plain.objective is not None
    assert result.objective is not None
    assert result.objective <= plain.objective + 0.05


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_the_size_of_weights_does_not_matter(scale: float) -> None:
    terms = (
        GoalTerm(near=(15.0, 20.0), worst=True, weight=scale),
        GoalTerm(travel=True, weight=0.05 * scale),
    )
    result = solve(scenario(*terms, at=row(4)))
    legal(result)
    assert result.objective is not None
    # a3, 0.8 inches from the point, can come no closer than to it.
    assert 0.0 < result.objective / scale < 0.8
    assert result.bound == pytest.approx(0.8 * scale, abs=1e-8)


def test_ovals_turn_to_what_their_worst_needs() -> None:
    models = tuple(Model(f"a{k}", oval(90, 52), (10.0, 18.0 + 2.4 * k), 0.0) for k in range(3))
    question = scenario(GoalTerm(near=Target(unit="foe"), worst=True), foe=(20, 20))
    question = validate(
        Scenario(
            1,
            question.table,
            (Unit("alpha", "a", models, (), 6), question.units[1]),
            question.action,
        )
    )
    result = solve(question)
    legal(result)
    assert result.objective is not None
    assert result.objective > 3.0


def test_forms_are_written_and_read() -> None:
    need = GoalTerm(need=AtLeast(Target(marker="m"), 2, 3.0), models=("a0", "a1"))
    question = scenario(*TERMS, need, at=row(3))
    assert loads(dumps(question)) == question
