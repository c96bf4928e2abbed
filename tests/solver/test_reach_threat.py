"""What an army threatens: discs by hand, and every exact reach within."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np
import pytest
import shapely

from movesolver import InputError, Scenario, reach, threat
from movesolver.table.army import Model, Unit
from movesolver.table.bases import oval
from movesolver.table.scenario import Action, RulesChoice
from reach_data import WIDE, situation
from scenes import scene

FOE = (Model("e0", WIDE, (45.0, 22.0)),)


def test_one_model_threatens_a_disc() -> None:
    found = threat(situation(foes=FOE, foe_move=5.0), plus=4.0)
    # its centre within 5, its edge an inch farther, then 4
    assert found.side == "b"
    area = found.units["foe"]
    assert area.bounds == pytest.approx((35.0, 12.0, 55.0, 32.0), abs=1e-3)
    assert area.area == pytest.approx(100.0 * math.pi, rel=1e-3)
    assert found.polygons.equals(area)


def test_the_table_ends_it_and_units_join() -> None:
    scenario = situation(foes=FOE, friends=(Model("p0", WIDE, (10.0, 22.0)),))
    found = threat(scenario, "a", plus=6.0)
    assert list(found.units) == ["alpha", "pals"]
    assert found.polygons.bounds[0] == 0.0
    total = sum(area.area for area in found.units.values())
    assert found.polygons.area < total
    assert found.to_json()["area"] == found.polygons.area


def test_a_longer_move_threatens_more() -> None:
    scenario = situation(foes=FOE)
    walk, run = threat(scenario), threat(scenario, move="advance", roll=4)
    assert run.polygons.area > walk.polygons.area
    assert run.polygons.bounds[0] == pytest.approx(walk.polygons.bounds[0] - 4.0, abs=1e-3)


def test_who_may_not_move_threatens_from_where_it_stands() -> None:
    engaged = (Model("e0", WIDE, (33.0, 22.0)),)
    found = threat(situation(foes=engaged), plus=2.0)
    assert found.units["foe"].area == pytest.approx(9.0 * math.pi, rel=1e-3)
    assert "unengaged" in found.reasons["foe"][0]
    answer: Any = found.to_json()
    assert answer["units"]["foe"]["reasons"]


def test_ovals_count_as_the_disc_around_them() -> None:
    foe = (Model("e0", oval(100, 50), (45.0, 22.0)),)
    found = threat(situation(foes=foe, foe_move=5.0), plus=1.0)
    across = found.polygons.bounds[2] - found.polygons.bounds[0]
    assert across == pytest.approx(2.0 * (5.0 + 100 / 50.8 + 1.0), abs=1e-3)


def test_all_that_a_unit_can_reach_lies_within() -> None:
    scenario = scene(3, 4, enemies=8, friends=6, walls=3)
    found = threat(scenario, "a", plus=3.0)
    moved = reach(scenario)
    for model in moved.models:
        grown = moved.region(model).polygons.buffer(3.0 + 32 / 50.8 - 2e-3)
        on_table = grown.intersection(shapely.box(0, 0, 60, 44))
        assert found.units["alpha"].covers(on_table)


def test_voidsiege_moves() -> None:
    rules = RulesChoice("voidsiege")
    found = threat(situation(foes=FOE, rules=rules, action=Action("alpha", "move")))
    assert found.polygons.area == pytest.approx(49.0 * math.pi, rel=1e-3)


def three_sides() -> Scenario:
    scenario = situation(foes=FOE)
    third = Unit("gang", "c", (Model("c0", WIDE, (5.0, 5.0)),), (), 6.0)
    return msgspec.structs.replace(scenario, units=(*scenario.units, third))


def test_wrong_questions_are_named() -> None:
    with pytest.raises(InputError, match="side"):
        threat(situation(foes=FOE), "z")
    with pytest.raises(InputError, match="side"):
        threat(three_sides())
    with pytest.raises(InputError, match="plus"):
        threat(situation(foes=FOE), plus=-1.0)
    with pytest.raises(InputError, match=r"units\[1\]\.move"):
        threat(situation(foes=FOE, foe_move=None))
    assert np.isfinite(threat(three_sides(), "c").polygons.area)
