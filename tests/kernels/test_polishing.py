from __future__ import annotations

import msgspec
import numpy as np
import pytest

from movekernels.arrays import Floats
from movekernels.search import polishing as fast
from movekernels.search import refining, values
from movekernels.search.ground import Squad
from movekernels.search.placing import NOWHERE
from movekernels.search.routing import SLIDE
from movesolver.formats.scenario import validate
from movesolver.search.layout import lay_out
from movesolver.table.scenario import GoalTerm, Marker, Nearness, Target
from reference import polishing as slow
from reference import refining as slow_refining
from scenes import scene
from search_data import Tried, odd, small, tried


def polished(case: Tried, poses: Floats, sweeps: int, step: float) -> tuple[Floats, float]:
    n = len(poses)
    out, points = poses.copy(), np.zeros(n)
    ways = np.full(n, SLIDE)
    fast.polish(
        case.ground, case.squad, case.terms, out, ways, sweeps, np.full(n + 1, step),
        np.zeros((2, n), dtype=np.int64), np.zeros((n, 4)), points,
    )  # fmt: skip
    return out, float(points.sum())


@pytest.mark.parametrize("seed", range(9))
def test_a_polished_unit_is_legal_and_no_worse_and_at_its_best(seed: int) -> None:
    case = small(seed, 3, bases=("round", "mixed", "ovals")[seed % 3]) if seed % 2 else odd(seed)
    start = case.squad.start.copy()
    if not slow.legal(case.ground, case.squad, start):
        return
    shapes, slope, n = case.ground.shapes, values.SLOPE, len(start)
    before = values.worth_of_unit(shapes, case.squad, case.terms, start, slope, np.zeros(n))
    end, points = polished(case, start, 40, 0.5)
    after = values.worth_of_unit(shapes, case.squad, case.terms, end, slope, np.zeros(n))
    assert points == pytest.approx(after, abs=1e-9)
    assert after >= before
    assert slow.legal(case.ground, case.squad, end)
    if case.squad.round.all():
        assert slow.polish(case.ground, case.squad, case.terms, end, slope) < 0.02


def test_a_single_model_walks_straight_to_the_end_of_its_move() -> None:
    case = small(2, 1, enemies=0)
    end, _ = polished(case, case.squad.start.copy(), 60, 0.5)
    travelled = np.hypot(*(end[0, :2] - case.squad.start[0, :2]))
    assert travelled == pytest.approx(case.squad.maximum[0], abs=1e-3)
    assert travelled <= case.squad.maximum[0]


def test_models_with_a_step_of_zero_stay() -> None:
    case = small(1, 3)
    start = case.squad.start.copy()
    end, _ = polished(case, start, 10, 0.0)
    assert (end == start).all()


@pytest.mark.parametrize("seed", range(5))
def test_refining_is_legal_and_beats_moving_one_model(seed: int) -> None:
    case = small(seed, 3, bases="ovals" if seed == 4 else "round")
    layout = lay_out(case.position, case.arena, case.goal)
    keep = np.zeros(layout.spots.x.size, np.bool_)
    n, size = layout.ways.shape
    value = np.full((n, size), -np.inf)
    keep[:: max(1, size // 25)] = True
    values.worth_rows(
        case.ground.shapes, case.squad, case.terms, layout.spots,
        layout.ways * keep[None, :], values.SLOPE, value,
    )  # fmt: skip
    poses, ways = case.squad.start.copy(), np.full(n, SLIDE)
    assert slow.legal(case.ground, case.squad, poses)
    points = np.zeros(n)
    values.worth_of_unit(case.ground.shapes, case.squad, case.terms, poses, values.SLOPE, points)
    wanted = slow_refining.refine(case.ground, case.squad, layout.spots, value, poses, points)
    found = refining.refine(
        case.ground, case.squad, case.terms, layout.spots, value, layout.ways,
        np.zeros((size, size), np.int16), np.zeros(size, np.bool_), np.zeros(size, np.int16),
        poses, ways, np.random.default_rng(seed).random(2048), 60, 0.2, 6,
    )  # fmt: skip
    assert found >= wanted - 1e-9
    assert found >= points.sum()
    assert slow.legal(case.ground, case.squad, poses)
    assert NOWHERE < 0


def refined(case: Tried, value: Floats, squad: Squad, iterations: int) -> tuple[Floats, float]:
    layout = lay_out(case.position, case.arena, case.goal)
    n, size = layout.ways.shape
    poses = squad.start.copy()
    points = refining.refine(
        case.ground, squad, case.terms, layout.spots, value, layout.ways,
        np.zeros((size, size), np.int16), np.zeros(size, np.bool_), np.zeros(size, np.int16),
        poses, np.full(n, SLIDE), np.random.default_rng(0).random(512), iterations, 0.2, 6,
    )  # fmt: skip
    return poses, points


def test_refining_without_spots_or_with_lonely_ones_changes_nothing() -> None:
    case = small(0, 3)
    layout = lay_out(case.position, case.arena, case.goal)
    barred = np.full(layout.ways.shape, -np.inf)
    poses, _ = refined(case, barred, case.squad, 5)
    assert (poses == case.squad.start).all()
    # Growth gives each model one neighbour: where two are asked for, most answers are refused.
    value = np.where(layout.ways > 0, 0.0, -np.inf)
    value += np.hypot(layout.spots.x - 60, layout.spots.y)[None, :]
    strict = case.squad._replace(needed=2)
    poses, _ = refined(case, value, strict, 30)
    moved = (poses[:, :2] != case.squad.start[:, :2]).any()
    assert not moved or slow.legal(case.ground, strict, poses)


def test_a_unit_exactly_on_a_limit_does_not_shift_as_one() -> None:
    scenario = scene(0, 2, enemies=0, friends=0, walls=0)
    unit = scenario.units[0]
    models = tuple(
        msgspec.structs.replace(m, at=(20 + k * (2 + 32 / 25.4), 20.0))
        for k, m in enumerate(unit.models)
    )
    units = (msgspec.structs.replace(unit, models=models),)
    case = tried(validate(msgspec.structs.replace(scenario, units=units)))
    start = case.squad.start.copy()
    poses, ways = start.copy(), np.full(2, SLIDE)
    fast.polish(
        case.ground, case.squad, case.terms, poses, ways, 4, np.array([0.0, 0.0, 0.3]),
        np.zeros((2, 2), dtype=np.int64), np.zeros((2, 4)), np.zeros(2),
    )  # fmt: skip
    assert (poses == start).all()


def test_an_area_is_entered_by_its_exact_outline() -> None:
    scenario = scene(0, 1, enemies=0, friends=0, walls=0)
    x, y = scenario.units[0].models[0].at or (0.0, 0.0)
    area = ((x + 3, y - 1), (x + 7, y), (x + 3, y + 1))
    goal = (
        GoalTerm(near=(x + 30, y)),
        GoalTerm(within=Nearness(Target(marker="area"), 0.0)),
        GoalTerm(travel=True, weight=0.0),
    )
    action = msgspec.structs.replace(scenario.action, goal=goal)
    markers = (Marker("area", area=area),)
    scenario = msgspec.structs.replace(scenario, markers=markers, action=action)
    case = tried(validate(scenario))
    end, points = polished(case, case.squad.start.copy(), 40, 0.5)
    assert points == pytest.approx(6 + 1, abs=0.01)
    assert slow.legal(case.ground, case.squad, end)
