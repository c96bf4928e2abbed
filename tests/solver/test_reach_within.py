"""How near a model can get to points, markers, units, models and zones."""

from __future__ import annotations

import math

import pytest

from movesolver import InputError, check, reach
from movesolver.table.army import Model
from movesolver.table.bases import oval
from movesolver.table.scenario import Marker, Zone
from reach_data import CENTRE, WIDE, box, ring, situation, wall, with_ends, with_paths

FOE = (Model("e0", WIDE, (42.0, 22.0)),)


def test_a_point_on_an_open_table() -> None:
    found = reach(situation()).within(3.0, (40.0, 22.0))["a0"]
    assert found.gap == pytest.approx(3.0, abs=1e-4)
    assert found.least == pytest.approx(3.0)
    assert found.way is not None
    assert found.way.length == pytest.approx(6.0, abs=1e-4)
    assert found.pose is not None
    assert found.pose[:2] == pytest.approx((36.0, 22.0), abs=2e-3)


def test_yes_no_and_unknown() -> None:
    open_table = reach(situation())
    assert open_table.within(3.001, (40.0, 22.0))["a0"].reached is True
    assert open_table.within(2.99, (40.0, 22.0))["a0"].reached is False
    # straight distance does not rule it out, the wall does: no path, and no proof
    walled = reach(situation(terrain=(wall("w", 34.0, 14.0, 34.5, 30.0),)))
    found = walled.within(3.001, (40.0, 22.0))["a0"]
    assert found.reached is None
    assert found.gap == pytest.approx(math.hypot(40.0 - 33.0, 0.0) - 1.0, abs=1e-4)
    assert found.least == pytest.approx(3.0)


def test_the_path_is_legal_and_ends_so_near() -> None:
    scenario = situation(foes=FOE, terrain=(wall("w", 33.0, 21.0, 33.5, 30.0),))
    found = reach(scenario).within(5.0, "foe")["a0"]
    assert found.reached
    assert found.way is not None
    moved = with_paths(scenario, a0=found.way.path)
    assert check(moved, tolerance=0.0).legal
    x, y = found.way.path[-1][:2]
    assert math.dist((x, y), (42.0, 22.0)) - 2.0 == pytest.approx(found.gap, abs=1e-9)


def test_enemies_are_kept_at_a_distance() -> None:
    scenario = situation(foes=(Model("e0", WIDE, (36.0, 22.0)),))
    found = reach(scenario).within(1.0, "e0")["a0"]
    assert found.reached is None
    assert found.gap == pytest.approx(2.0, abs=1e-4)
    assert found.gap > 2.0
    assert found.pose is not None
    assert check(with_ends(scenario, a0=(*found.pose, 0.0))).legal
    free = reach(scenario, passing=True).within(1.0, "e0")["a0"]
    assert free.reached is True
    assert free.gap == pytest.approx(0.0, abs=1e-4)


def test_markers_zones_and_mates() -> None:
    scenario = situation(
        at=(CENTRE, (20.0, 22.0)),
        markers=(Marker("m", (40.0, 22.0), 50.8), Marker("field", area=box(30, 38, 34, 40))),
        zones=(Zone("north", "b", box(0, 32, 60, 44)),),
    )
    found = reach(scenario)
    gaps = {of: found.within(1.0, of)["a0"].gap for of in ("m", "field", "north", "a1")}
    assert gaps["m"] == pytest.approx(2.0, abs=1e-4)
    assert gaps["field"] == pytest.approx(9.0, abs=1e-4)
    assert gaps["north"] == pytest.approx(3.0, abs=1e-4)
    assert gaps["a1"] == pytest.approx(2.0, abs=1e-4)


def test_heights_count_to_units_and_not_to_points() -> None:
    scenario = situation(foes=(Model("e0", WIDE, (38.0, 22.0), z=6.0),))
    found = reach(scenario)
    assert found.within(1.0, "foe")["a0"].gap == pytest.approx(6.0, abs=1e-4)
    assert found.within(1.0, (38.0, 22.0))["a0"].gap == pytest.approx(1.0, abs=1e-4)


def test_an_oval_turns_its_point_to_the_thing() -> None:
    base = oval(100, 50)
    scenario = situation(base=base, facing=90.0)
    found = reach(scenario, step=0.5).within(3.0, (40.0, 22.0))["a0"]
    assert found.gap == pytest.approx(10.0 - 6.0 - 100 / 50.8, abs=5e-3)
    assert found.way is not None
    assert check(with_paths(scenario, a0=found.way.path), tolerance=0.0).legal


def test_who_cannot_move_is_as_near_as_it_is() -> None:
    found = reach(situation(move=0.0)).within(3.0, (33.0, 22.0))["a0"]
    assert (found.gap, found.reached, found.pose) == (2.0, True, (30.0, 22.0, 0.0))
    stuck = situation(move=0.0, friends=ring(1, 0.5, name="p"))
    nowhere = reach(stuck).within(3.0, (33.0, 22.0))["a0"]
    assert (nowhere.gap, nowhere.way, nowhere.reached) == (math.inf, None, None)
    assert nowhere.to_json()["gap"] is None


@pytest.mark.parametrize("of", ["nobody", "twin", "unit:a0", "a0"])
def test_names_that_mean_nothing_or_too_much(of: str) -> None:
    scenario = situation(
        markers=(Marker("twin", (3.0, 3.0)),), zones=(Zone("twin", "b", box(0, 0, 5, 5)),)
    )
    with pytest.raises(InputError, match=r"within\.of"):
        reach(scenario).within(1.0, of)


def test_a_prefix_says_which() -> None:
    scenario = situation(
        markers=(Marker("twin", (40.0, 22.0), 50.8),), zones=(Zone("twin", "b", box(0, 0, 5, 5)),)
    )
    found = reach(scenario).within(1.0, "marker:twin")["a0"]
    assert found.gap == pytest.approx(2.0, abs=1e-4)


def test_a_negative_distance_is_named() -> None:
    with pytest.raises(InputError, match="within"):
        reach(situation()).within(-1.0, (3.0, 3.0))
