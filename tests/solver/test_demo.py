"""The demonstration starts from a legal and interesting position.

Everything is judged with shapely: each base as a polygon of 256 corners, off the
true outline by less than 0.001 in, so every test keeps a margin of that.
"""

from __future__ import annotations

import math
from itertools import combinations

import msgspec
import pytest
from shapely import LineString, Point, Polygon, affinity, box, unary_union

from movesolver.checking.check import check
from movesolver.demo import CREDIT, build_demo
from movesolver.formats.scenario import dumps, loads
from movesolver.table.army import Model, Unit
from movesolver.table.measures import inches
from movesolver.table.scenario import Scenario, Target

MARGIN = 1e-3


@pytest.fixture(scope="module")
def demo() -> Scenario:
    return build_demo()


def outline(model: Model) -> Polygon:
    assert model.at is not None
    length, width = model.base.oval or (model.base.round, model.base.round)
    assert length is not None
    assert width is not None
    a, b = inches(length) / 2, inches(width) / 2
    turns = [2 * math.pi * i / 256 for i in range(256)]
    ellipse = Polygon([(a * math.cos(t), b * math.sin(t)) for t in turns])
    turned = affinity.rotate(ellipse, model.facing, origin=(0, 0))
    return affinity.translate(turned, *model.at)


def outlines(unit: Unit) -> list[Polygon]:
    return [outline(model) for model in unit.models]


def test_all_stand_on_the_table(demo: Scenario) -> None:
    inside = box(0, 0, demo.table.width, demo.table.height).buffer(-MARGIN)
    assert all(inside.contains(base) for unit in demo.units for base in outlines(unit))


def test_no_two_bases_overlap(demo: Scenario) -> None:
    bases = [base for unit in demo.units for base in outlines(unit)]
    assert len(bases) == 27
    assert all(one.distance(other) > MARGIN for one, other in combinations(bases, 2))


def test_nobody_stands_in_a_wall(demo: Scenario) -> None:
    walls = [Polygon(wall.polygon) for feature in demo.terrain for wall in feature.walls]
    for unit in demo.units:
        for base in outlines(unit):
            assert all(base.distance(wall) > MARGIN for wall in walls), unit.id


def test_every_unit_is_coherent(demo: Scenario) -> None:
    for unit in demo.units:
        bases = outlines(unit)
        group, outside = [bases[0]], bases[1:]
        while near := [b for b in outside if any(b.distance(g) < 2 - MARGIN for g in group)]:
            group += near
            outside = [b for b in outside if b not in near]
        assert not outside, unit.id
        assert all(a.distance(b) < 9 - MARGIN for a, b in combinations(bases, 2)), unit.id


def test_nobody_is_engaged(demo: Scenario) -> None:
    ours = [base for unit in demo.units if unit.side == "a" for base in outlines(unit)]
    theirs = [base for unit in demo.units if unit.side == "b" for base in outlines(unit)]
    assert ours
    assert theirs
    assert all(one.distance(other) > 2 + MARGIN for one in ours for other in theirs)


def test_the_mover_mixes_bases_and_the_enemy_stands_on_ovals(demo: Scenario) -> None:
    assert {model.base.round for model in demo.mover.models} == {28.5, 40.0}
    assert len(demo.mover.models) == 10
    assert demo.mover.move == 7.0
    assert "INFANTRY" in demo.mover.keywords
    enemy = demo.unit("squighog-boyz")
    assert {model.base.oval for model in enemy.models} == {(90.0, 52.5), (75.0, 42.0)}


def test_the_goal_is_worth_searching_for(demo: Scenario) -> None:
    goal = demo.action.goal[0].near
    assert isinstance(goal, Target)
    marker = next(m for m in demo.markers if m.id == goal.marker)
    assert marker.at is not None
    centre = Point(marker.at)
    zone = Polygon(next(z for z in demo.zones if z.side == "a").polygon)
    starts = [Point(model.at) for model in demo.mover.models if model.at is not None]
    assert max(zone.distance(start) for start in starts) < 4
    assert all(6 < start.distance(centre) < 12 for start in starts)

    walls = [Polygon(w.polygon) for f in demo.terrain if f.category == "dense" for w in f.walls]
    for start in starts:
        way = LineString([start, centre])
        assert min(way.distance(wall) for wall in walls) < 2

    # Of the ground in range of the marker that a straight move reaches, the enemy
    # bars some 33 % and the walls, with the enemy, leave well over a quarter.
    radius = inches(28.5) / 2
    in_range = centre.buffer(inches(20) + 3 + radius)
    ground = in_range.intersection(unary_union([start.buffer(7) for start in starts]))
    enemies = outlines(demo.unit("squighog-boyz"))
    barred = unary_union([base.buffer(2 + radius) for base in enemies])
    free = ground - barred - unary_union([wall.buffer(radius) for wall in walls])
    assert 0.3 < barred.intersection(ground).area / ground.area < 0.4
    assert 0.25 < free.area / ground.area < 0.7


def test_a_file_of_it_reads_back_the_same(demo: Scenario) -> None:
    assert loads(dumps(demo)) == demo


def test_the_referee_finds_the_start_legal(demo: Scenario) -> None:
    """Nobody moves: whatever is wrong would be wrong with the start."""
    action = msgspec.structs.replace(demo.action, paths={})
    verdict = check(msgspec.structs.replace(demo, action=action))
    assert verdict.legal, verdict


def test_sides_and_zones(demo: Scenario) -> None:
    assert demo.mover.side == demo.active_side
    assert {zone.side for zone in demo.zones} == {"a", "b"}


def test_the_credit_is_the_one_the_data_asks_for() -> None:
    assert "Powered by 40kdc-data" in CREDIT
    assert "https://40kdc.alpacasoft.dev" in CREDIT
