"""Regions and end conditions against exact questions, in crowded scenes."""

from __future__ import annotations

from functools import partial

import msgspec
import numpy as np
import pytest
import shapely

from movesolver import Scenario, reach
from movesolver.paths.asking import Asker
from movesolver.paths.ends import CODES, OPEN
from movesolver.paths.ways import Ways
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.standing import judge_standing
from movesolver.referee.surfaces import judge_surfaces
from movesolver.table.scenario import Action, RulesChoice, Table
from scenes import crowded, scene

BORDER = 2e-3
"""Inches from the true border within which a region may be wrong (docs/reach.md)."""


def alone(scenario: Scenario, model: str) -> Scenario:
    """Return the scenario with only one model of its unit."""
    mover = scenario.mover
    models = tuple(
        msgspec.structs.replace(one, slain=one.id != model, at=one.at if one.id == model else None)
        for one in mover.models
    )
    units = tuple(
        msgspec.structs.replace(unit, models=models) if unit.id == mover.id else unit
        for unit in scenario.units
    )
    return msgspec.structs.replace(scenario, units=units)


def asker(scenario: Scenario) -> Asker:
    return Asker(pack(scenario), passing=False, mates=False)


def sampled(rng: np.random.Generator, position: Position, i: int, count: int) -> np.ndarray:
    reach_out = float(position.maximum[i]) + 1.0
    start = np.array([position.start.x[i], position.start.y[i]])
    points = start + rng.uniform(-reach_out, reach_out, (count, 2))
    return np.column_stack([points, rng.uniform(0.0, 360.0, count)])


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(6))
def test_regions_hold_what_can_be_reached(seed: int) -> None:
    scenario = crowded(seed)
    found, ask = reach(scenario), asker(scenario)
    rng = np.random.default_rng(seed)
    for i in (0, 4, 9):
        poses = sampled(rng, ask.position, i, 20_000)
        true = ask.reached(i, poses)
        region = found.region(ask.position.ids[i]).polygons
        drawn = shapely.contains_xy(region, poses[:, 0], poses[:, 1])
        wrong = shapely.points(poses[true != drawn, :2])
        assert shapely.distance(region.boundary, wrong).max(initial=0.0) < BORDER
        assert abs(int(true.sum()) - int(drawn.sum())) <= 0.001 * len(poses)


@pytest.mark.compiled
def test_a_coarse_grid_finds_the_same_region() -> None:
    """Its border is found exactly, except in corners that a whole square of the grid cuts off."""
    scenario = crowded(3)
    fine, coarse = reach(scenario, step=0.05), reach(scenario, step=0.5)
    for model in ("a0", "a5"):
        a, b = fine.region(model).polygons, coarse.region(model).polygons
        assert a.symmetric_difference(b).area < 0.01 * a.area


@pytest.mark.compiled
def test_border_corners_are_as_far_as_the_maximum_or_on_an_obstacle() -> None:
    scenario = crowded(2)
    found, position = reach(scenario), pack(scenario)
    further = Ways(position, further=1.0)
    free = reach(scenario, passing=True)
    for i, model in enumerate(position.ids[:4]):
        corners = shapely.get_coordinates(free.region(model).polygons)
        lengths = further.lengths(i, corners)
        front = np.abs(lengths - position.maximum[i]) < 1e-4
        cut = shapely.distance(shapely.points(corners[~front]), _edges(found, model, position, i))
        assert front.mean() > 0.3
        assert (cut < BORDER).all()


def _edges(found: object, model: str, position: Position, i: int) -> shapely.Geometry:
    """Return the outlines of what bars the way, for a disc's centre."""
    radius = float(position.shapes.outer[position.start.shape[i]])
    rings = []
    for o in np.flatnonzero(position.blocks[i]):
        away = radius + float(position.shapes.outer[position.others.shape[o]])
        centre = shapely.Point(position.others.x[o], position.others.y[o])
        rings.append(centre.buffer(away, quad_segs=256).boundary)
    for feature in position.scenario.terrain:
        for wall in feature.walls:
            rings.append(shapely.Polygon(wall.polygon).buffer(radius, quad_segs=256).boundary)
    table = position.scenario.table
    box = shapely.box(radius, radius, table.width - radius, table.height - radius)
    return shapely.union_all([*rings, box.boundary])


def _scenes() -> list[Scenario]:
    plain = crowded(1, 3)
    near_edge = msgspec.structs.replace(crowded(4, 3), table=Table(40.0, 36.0))
    small = partial(scene, models=3, enemies=10, friends=10, walls=4)
    void = msgspec.structs.replace(
        small(5), rules=RulesChoice("voidsiege"), action=Action("alpha", "move")
    )
    old = msgspec.structs.replace(small(6), rules=RulesChoice("wh40k10"))
    ovals = [small(k, bases="ovals") for k in (7, 8)]
    boxes = small(9, bases="rectangles")
    return [plain, near_edge, void, old, *ovals, boxes]


@pytest.mark.parametrize("k", range(7))
def test_end_conditions_are_the_referees(k: int) -> None:
    """The codes of single ends are those a referee finds who judges the model alone."""
    scenario = _scenes()[k]
    ask = asker(scenario)
    rng = np.random.default_rng(k)
    seen = set()
    for i, model in enumerate(ask.position.ids):
        lone = pack(alone(scenario, model))
        poses = sampled(rng, ask.position, i, 60)
        said = ask.ends.judge(i, poses)
        for pose, code in zip(poses.tolist(), said.tolist(), strict=True):
            end = (pose[0], pose[1], pose[2], 0.0)
            tolerance = lone.rules.tolerance
            moved = np.array([True])
            found, _ = judge_standing(lone, lone.bodies_at([end]), moved, tolerance)
            found += judge_surfaces(lone, {model: end}, None, tolerance)
            if code == OPEN:
                assert not found, (model, pose)
            else:
                assert CODES[code] in {finding.code for finding in found}, (model, pose)
            seen.add(code)
    assert len(seen) >= 3
