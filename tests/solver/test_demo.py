"""The demonstration starts from a legal and interesting position.

Everything is judged with shapely: each base as a polygon of 256 corners, off the
true outline by less than 0.001 in, so every test keeps a margin of that.
"""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from movesolver.demo import CREDIT, build_demo
from movesolver.table.army import Model, Unit
from movesolver.table.measures import inches
from movesolver.table.scenario import Scenario, Target
from shapely import Point, Polygon, affinity, box

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
    assert sorted({model.base.round for model in demo.mover.models}) == [28.5, 40.0]
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

    # A straight way to the marker crosses the scenery, and the enemy's engagement
    # range takes a part of the ground from which the marker is in range.
    dense = [Polygon(f.footprint) for f in demo.terrain if f.category == "dense"]
    assert any(f.intersects(centre.buffer(3)) and f.distance(starts[0]) > 1 for f in dense)
    in_range = centre.buffer(inches(20) + 3 + inches(28.5) / 2)
    enemies = outlines(demo.unit("squighog-boyz"))
    barred = [base.buffer(2 + inches(28.5) / 2) for base in enemies]
    share = sum(ring.intersection(in_range).area for ring in barred) / in_range.area
    assert share > 0.1


def test_names_only_things_that_are_there(demo: Scenario) -> None:
    ids = [unit.id for unit in demo.units] + [m.id for unit in demo.units for m in unit.models]
    assert len(set(ids)) == len(ids)
    assert demo.mover.side == demo.active_side
    assert {zone.side for zone in demo.zones} == {"a", "b"}


def test_the_credit_is_the_one_the_data_asks_for() -> None:
    assert "Powered by 40kdc-data" in CREDIT
    assert "https://40kdc.alpacasoft.dev" in CREDIT
