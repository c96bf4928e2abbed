"""What can be reached at other heights, and by climbing: answers worked out by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import shapely

from levels_scenes import R32, ruin, scene, strewn
from movesolver import InputError, Scenario, check, check_reach, dumps
from movesolver.cli import main
from movesolver.draw.svg import draw_svg
from movesolver.paths.reach import Arrival, Reach, reach
from situations import box, model, situation, unit, wall

pytestmark = pytest.mark.compiled

LONG = wall("w", box(20, 2, 20.5, 42), top=3.0)
LOFT = ruin("r", 20, 10, 26, 16, 3.0)


def arrival(scenario: Scenario, *to: float, **more: Any) -> Arrival:
    return reach(scenario).to(*to, **more)["a1"]


def accepted(scenario: Scenario, one: Arrival) -> bool:
    assert one.way is not None
    return check(with_action(scenario, paths={"a1": one.way.path}), tolerance=0.0).legal


def with_action(scenario: Scenario, **changes: object) -> Scenario:
    action = msgspec.structs.replace(scenario.action, **changes)
    return msgspec.structs.replace(scenario, action=action)


def test_up_to_a_floor() -> None:
    scenario = scene((18, 13), [LOFT], move=6)
    up = arrival(scenario, 20.7, 13, z=3.0)
    assert up.way is not None
    assert up.reached
    assert up.z == 3.0
    assert up.lower == pytest.approx(2.7 + 3.0)
    assert up.way.length == pytest.approx(5.7)
    assert accepted(scenario, up)
    far = arrival(scenario, 21.1, 13, z=3.0)
    assert (far.reached, far.barred) == (False, None)
    assert far.way is not None
    assert far.way.length == pytest.approx(6.1)
    # nothing under half of the base; and on the ground a place as before
    assert arrival(scenario, 20.1, 13, z=3.0).barred == "OVERHANG"
    assert arrival(scenario, 19, 13, z=3.0).barred == "SURFACE"
    assert arrival(scenario, 20.1, 13).way == arrival(scenario, 20.1, 13, z=0.0).way


def test_over_a_wall_on_the_same_level() -> None:
    scenario = scene((18.5, 20), [LONG], "VEHICLE", move=10)
    over = arrival(scenario, 22, 20)
    assert over.way is not None
    assert over.reached
    assert over.lower == pytest.approx(9.5)
    assert over.way.length == pytest.approx(9.5)
    assert max(z for *_, z in over.way.path) == 3.0
    assert accepted(scenario, over)
    found = reach(scenario)
    spots = np.array([[22.0, 20.0], [22.6, 20.0]])
    assert found.lengths("a1", spots).tolist() == [pytest.approx(9.5), math.inf]
    # beyond the wall half an ellipse: four inches across are left, less the base
    region = found.region("a1")
    beyond = region.polygons.intersection(shapely.box(20.5, 0, 60, 44))
    reach_x, base = 18.5 + 4, R32
    assert beyond.bounds[2] == pytest.approx(reach_x, abs=1e-3)
    assert beyond.bounds[0] == pytest.approx(20.5 + base, abs=1e-6)
    assert region.levels == ()
    lone = reach(scene((18.5, 20), [LONG], "VEHICLE", move=5.9)).region("a1")
    assert lone.polygons.bounds[2] <= 20.0 - base + 1e-6
    assert lone.exact


def test_a_floor_has_a_region_of_its_own() -> None:
    """Six inches, three of them up: a disc of three inches, cut to the floor less the base."""
    scenario = scene((18, 13), [LOFT], move=6)
    region = reach(scenario).region("a1")
    (loft,) = region.levels
    inner = shapely.box(20 + R32, 10 + R32, 26 - R32, 16 - R32)
    disc = shapely.Point(18, 13).buffer(3.0, quad_segs=256)
    assert loft.z == 3.0
    assert loft.exact
    assert loft.polygons.symmetric_difference(disc.intersection(inner)).area < 2e-3
    assert region.z == 0.0
    assert region.area == pytest.approx(math.pi * 36, rel=1e-3)


def test_who_may_not_stand_there_has_none() -> None:
    for words in (("VEHICLE",), ("MOUNTED",)):
        assert reach(scene((18, 13), [LOFT], *words, move=9)).region("a1").levels == ()
    rides = arrival(scene((18, 13), [LOFT], "VEHICLE", move=9), 22, 13, z=3.0)
    assert rides.barred == "SURFACE"
    assert not rides.reached
    low = scene((18, 13), [LOFT], move=2.9)
    assert reach(low).region("a1").levels == ()


def test_a_monster_may_not_end_on_dense_floors_it_climbs() -> None:
    dense = scene((18, 13), [LOFT], "MONSTER", base=50, move=9)
    up = arrival(dense, 22, 13, z=3.0)
    assert (up.barred, up.reached) == ("SURFACE", False)
    (loft,) = reach(dense).region("a1").levels
    # that it might get there some other way is not ruled out
    assert loft.area == 0.0
    assert not loft.exact
    assert loft.outer.area > 3.0
    ends = check_reach(with_action(dense, ends={"a1": (22.5, 13.0, 0.0, 3.0)}))
    assert ends.verdict.codes == ("SURFACE",)
    light = scene((18, 13), [LOFT | {"category": "light"}], "MONSTER", base=50, move=9)
    assert arrival(light, 22, 13, z=3.0).reached
    (loft,) = reach(light).region("a1").levels
    assert loft.area > 3.0


def test_down_from_a_floor() -> None:
    scenario = scene((23, 13), [LOFT], z=3.0, move=6)
    down = arrival(scenario, 25, 13, z=0.0)
    assert down.way is not None
    assert down.lower == pytest.approx(5.0)
    assert down.way.length == pytest.approx(5.0)
    assert accepted(scenario, down)
    region = reach(scenario).region("a1")
    (ground,) = region.levels
    assert (region.z, ground.z) == (3.0, 0.0)
    assert ground.area == pytest.approx(math.pi * 9, rel=2e-3)
    assert region.area == pytest.approx((6 - 2 * R32) ** 2, rel=1e-6)


def test_nobody_slides_through_the_air_to_the_next_ruin() -> None:
    """The straight line between two floors of one height is no path; down and up again is."""
    two = [LOFT, ruin("q", 26 + 2 * R32 + 1.1, 10, 34, 16, 3.0)]
    scenario = scene((24, 13), two, z=3.0, move=12)
    over = arrival(scenario, 30, 13)
    assert over.way is not None
    assert over.way.length == pytest.approx(12.0)
    assert accepted(scenario, over)
    assert not arrival(scenario, 30.2, 13).reached
    short = reach(scene((24, 13), two, z=3.0, move=10)).region("a1")
    assert short.polygons.bounds[2] <= 26.0


def test_ends_at_other_heights_are_judged() -> None:
    scenario = scene((18, 13), [LOFT], move=6)
    good = check_reach(with_action(scenario, ends={"a1": (20.7, 13.0, 0.0, 3.0)}))
    assert good.legal
    assert good.ways["a1"].length == pytest.approx(5.7)
    far = check_reach(with_action(scenario, ends={"a1": (24.0, 13.0, 0.0, 3.0)}))
    (finding,) = far.verdict.violations
    assert finding.code == "TOO_FAR"
    assert finding.found == pytest.approx(9.0)
    up = check_reach(with_action(scenario, ends={"a1": (18.0, 13.0, 0.0, 3.0)}))
    assert up.verdict.codes == ("SURFACE", "NO_PATH")


def test_no_path_is_found_up_for_who_is_walled_in_by_enemies() -> None:
    """Over their heads he could go, were there anything to climb: nothing is proved."""
    ring = tuple((12 + 1.5 * math.cos(t), 13 + 1.5 * math.sin(t), 0.0) for t in range(6))
    closed = scene((12, 13), [LOFT], foes=ring, move=20)
    ends = check_reach(with_action(closed, ends={"a1": (23.0, 13.0, 0.0, 3.0)}))
    assert ends.verdict.codes == ("NOT_ELIGIBLE", "NO_PATH")
    assert "was found" in ends.verdict.explain()


def test_an_oval_on_a_floor_keeps_its_heading() -> None:
    scenario = scene((17.5, 13), [LOFT], base={"oval": [60, 35]}, move=12)
    (loft,) = reach(scenario, step=0.1).region("a1").levels
    assert not loft.exact
    long, short = 30 / 25.4, 17.5 / 25.4
    wholly = (6 - 2 * long) * (6 - 2 * short)
    assert loft.area == pytest.approx(wholly, rel=0.1)
    assert loft.outer.area == pytest.approx((6 - 2 * short) ** 2, rel=0.01)
    turned = arrival(scenario, 22, 13, 30.0, z=3.0)
    assert turned.reached
    assert turned.pose == (22.0, 13.0, 30.0)
    assert accepted(scenario, turned)


def test_a_round_base_turns_only_as_it_is_asked_to() -> None:
    scenario = scene((18, 13), [LOFT], move=6, facing=20.0)
    up = arrival(scenario, 20.7, 13, 50.0, z=3.0)
    assert up.way is not None
    assert up.way.path[-1] == (20.7, 13.0, 50.0, 3.0)
    assert accepted(scenario, up)


CASES = [("INFANTRY", 32, False), ("INFANTRY", 32, True), ("VEHICLE", 50, False)]


@pytest.mark.parametrize(("word", "base", "upstairs"), CASES)
def test_regions_hold_what_to_says(word: str, base: float, upstairs: bool) -> None:
    """Places drawn at every height: the region, single answers and the referee agree."""
    reached = 0
    for seed in range(2):
        scenario, draw = strewn(seed, word, base=base, upstairs=upstairs)
        found = reach(scenario, step=0.5)
        region = found.region("a1")
        for one in (region, *region.levels):
            x0, y0, x1, y1 = one.outer.bounds
            for x, y in draw.uniform([x0, y0], [x1, y1], (12, 2)).tolist():
                reached += agrees(found, one.polygons, one.outer, (x, y, one.z))
    assert reached > 15


def agrees(
    found: Reach, inside: shapely.MultiPolygon, outer: shapely.MultiPolygon, at: tuple[float, ...]
) -> bool:
    x, y, z = at
    one, spot = found.to(x, y, z=z)["a1"], shapely.Point(x, y)
    if one.reached:
        assert accepted(found.scenario, one)
        assert outer.distance(spot) < 2e-3
    if inside.boundary.distance(spot) > 0.05:
        assert one.reached == inside.contains(spot)
    return one.reached


def test_unit_mates_that_stay_hold_their_place_upstairs() -> None:
    mates = [model("a1", (18, 13)), model("a2", (22, 13), z=3.0)]
    scenario = situation([unit("alpha", "a", *mates, move=8)], terrain=[LOFT])
    spots = reach(scenario), reach(scenario, mates=True)
    found = [one.to(22, 13, z=3.0, model="a1")["a1"].barred for one in spots]
    assert found == [None, "OVERLAP"]
    areas = [one.region("a1").levels[0].area for one in spots]
    assert areas[1] < areas[0] - 2.0
    assert list(spots[0].levels) == [0.0, 3.0]


def test_passing_and_voidsiege() -> None:
    passes = reach(scene((18, 13), [LOFT], "VEHICLE", move=9), passing=True)
    assert passes.to(22, 13, z=3.0)["a1"].reached
    (loft,) = passes.region("a1").levels
    assert loft.area > 5.0
    void = scene((23, 13), [LOFT], z=3.0, action="move", rules={"game": "voidsiege"}, move=4)
    (ground,) = reach(void).region("a1").levels
    # the way down is free
    assert ground.area == pytest.approx(math.pi * 16, rel=2e-3)


def test_nothing_is_climbed_where_nothing_is_near() -> None:
    far = scene((40, 30), [LOFT], move=6)
    region = reach(far).region("a1")
    assert region.exact
    assert region.levels == ()
    assert region.outer is region.polygons
    answer = region.to_json()
    assert "levels" not in answer


def test_a_height_must_be_a_number() -> None:
    found = reach(scene((18, 13), [LOFT]))
    with pytest.raises(InputError, match="to"):
        found.to(20, 13, z=math.nan)
    with pytest.raises(InputError, match="z"):
        found.lengths("a1", np.zeros((1, 2)), z=math.inf)
    assert found.lengths("a1", np.array([[22.0, 13.0]]), z=3.0) == pytest.approx([7.0])


def test_json_and_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "loft.json"
    scenario = scene((18, 13), [LOFT], move=6)
    file.write_text(dumps(scenario))
    assert main(["reach", str(file), "--to", "20.7", "13", "0", "3", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    (level,) = answer["models"]["a1"]["levels"]
    assert set(level) == {"z", "exact", "area", "polygons"}
    assert level["z"] == 3.0
    assert level["area"] == pytest.approx(shapely.Polygon(level["polygons"][0][0]).area, abs=1e-3)
    assert answer["asked"]["a1"]["z"] == 3.0
    assert answer["path"][-1] == [20.7, 13.0, 0.0, 3.0]
    assert main(["reach", str(file), "--to", "22.7", "13", "0", "3"]) == 1
    assert "too far" in capsys.readouterr().out


def test_the_picture_has_an_area_for_every_height() -> None:
    both = reach(scene((18, 13), [LOFT], move=6))
    picture = draw_svg(both.scenario, reach=both)
    assert picture.count('class="reach-level"') == 1
    assert "at a height of 3" in picture
    flat = reach(scene((40, 30), [LOFT], move=6))
    assert "reach-level" not in draw_svg(flat.scenario, reach=flat)
