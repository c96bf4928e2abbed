"""What explains a move: breaks, engagements, wishes, duties, where a bound is from."""

from __future__ import annotations

import json
import math
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

import movesolver
from movesolver import Scenario
from movesolver.draw.certificate import source_of
from movesolver.draw.duty import owings, states_of
from movesolver.draw.svg import draw_svg
from movesolver.table.army import Model
from movesolver.table.bases import Base, oval
from movesolver.table.bases import round as round_base
from movesolver.table.scenario import Action, GoalTerm
from reach_data import WIDE, situation

ROOT = Path(__file__).parents[2]


def classed(picture: str, name: str) -> list[ET.Element]:
    root = ET.fromstring(picture)
    return [node for node in root.iter() if name in node.get("class", "").split()]


def titles(node: ET.Element) -> list[str]:
    return [found.text or "" for found in node.iter() if found.tag.endswith("title")]


def charging(ends: dict[str, tuple[float, float, float, float]]) -> Scenario:
    """Discs of radius 1 at (10, 10) and (10, 13) that charge one at (20, 10) with a 9."""
    scenario = situation(
        at=((10.0, 10.0), (10.0, 13.0)),
        foes=(Model("e0", WIDE, (20.0, 10.0)),),
        action=Action("alpha", "charge", roll=9, targets=("foe",), ends=ends),
    )
    return msgspec.structs.replace(scenario, phase="charge", active_side="a")


def test_a_gap_that_splits_the_unit_is_drawn_with_its_inches() -> None:
    picture = draw_svg(situation(at=((10.0, 10.0), (13.0, 10.0), (19.0, 10.0))))
    lines, words = classed(picture, "breaks")
    (line,) = list(lines)
    assert [line.get(key) for key in ("x1", "y1", "x2", "y2")] == ["14", "10", "18", "10"]
    assert [node.text for node in words] == ['4.00" > 2"']
    assert not classed(draw_svg(situation(at=((10.0, 10.0), (13.0, 10.0)))), "breaks")


def test_a_gap_in_height_is_not_given_as_one_on_the_flat() -> None:
    scenario = situation(at=((10.0, 10.0), (13.0, 10.0)))
    high = msgspec.structs.replace(scenario.units[0].models[1], z=6.0)
    unit = msgspec.structs.replace(scenario.units[0], models=(scenario.units[0].models[0], high))
    picture = draw_svg(msgspec.structs.replace(scenario, units=(unit,)))
    assert [node.text for node in classed(picture, "breaks")[1]] == ['6.00" up > 5"']


def test_the_widest_pairs_show_a_unit_that_is_too_long() -> None:
    row = tuple((5.0 + 3.0 * k, 10.0) for k in range(6))  # 15 from centre to centre, 13 between
    lines = classed(draw_svg(situation(at=row)), "breaks")[0]
    assert titles(lines) == [
        'a0 and a5, the whole unit: 13.00" > 9"',
        'a0 and a4, the whole unit: 10.00" > 9"',
        'a1 and a5, the whole unit: 10.00" > 9"',
    ]


@pytest.mark.parametrize(
    ("base", "gap", "engaged"),
    [
        (WIDE, 2.0, True),
        (WIDE, 2.01, False),
        (oval(101.6, 50.8), 2.0, True),
        (oval(101.6, 50.8), 2.01, False),
    ],
)
def test_who_is_within_engagement_range_is_joined(base: Base, gap: float, engaged: bool) -> None:
    front = 2.0 if base.oval else 1.0
    foe = Model("e0", base, (11.0 + gap + front, 10.0))
    found = classed(draw_svg(situation(at=((10.0, 10.0),), foes=(foe,))), "engaged")
    assert bool(found) is engaged
    if engaged:
        (line,) = (node for node in found[0] if node.tag.endswith("line"))
        assert (line.get("data-own"), line.get("data-enemy")) == ("a0", "e0")
        assert float(line.get("x2", "")) - float(line.get("x1", "")) == pytest.approx(gap, abs=1e-3)


def test_an_enemy_on_another_floor_is_not_joined() -> None:
    foe = Model("e0", WIDE, (13.0, 10.0), z=6.0)
    assert not classed(draw_svg(situation(at=((10.0, 10.0),), foes=(foe,))), "engaged")


def test_wishes_stand_where_they_are_wished() -> None:
    goal = (GoalTerm(wish={"a0": (20.0, 21.0)}),)
    action = Action("alpha", "normal", goal=goal)
    (wish,) = classed(draw_svg(situation(at=((15.0, 21.0),), action=action)), "wish")
    circle, line = (node for node in wish if not node.tag.endswith("title"))
    assert (circle.get("cx"), circle.get("cy")) == ("20", "21")
    assert line.get("d") == "M20,21 15,21"


def test_a_cross_marks_where_a_path_breaks_a_rule() -> None:
    path = ((10.0, 10.0, 0.0, 0.0), (16.0, 10.0, 0.0, 0.0))
    action = Action("alpha", "normal", paths={"a0": path})
    foe = Model("e0", round_base(25.4), (13.0, 10.0))
    scenario = situation(at=((10.0, 10.0),), foes=(foe,), action=action)
    verdict = movesolver.check(scenario)
    (at,) = {f.at for f in verdict.violations if f.code == "THROUGH_ENEMY"}
    assert at is not None
    crosses = classed(draw_svg(scenario, verdict=verdict), "place")
    crossed = [node for node in crosses if titles(node)[0].startswith("THROUGH_ENEMY")]
    (first, *_) = crossed
    drawn = first[1].get("d", "").removeprefix("M").replace("M", " ").split(" ")
    xs = [float(pair.split(",")[0]) for pair in drawn]
    assert sum(xs) / len(xs) == pytest.approx(at[0], abs=1e-3)


def test_duties_say_who_did_who_could_have_and_who_could_not() -> None:
    done = charging({"a0": (17.5, 10.0, 0.0, 0.0), "a1": (18.4, 12.2, 0.0, 0.0)})
    assert set(states_of(owings(done)).values()) == {"did"}
    # The second model stays back where the unit is coherent, though it had inches left.
    shy = charging({"a0": (17.5, 10.0, 0.0, 0.0), "a1": (14.2, 12.0, 0.0, 0.0)})
    owed = owings(shy)
    assert states_of(owed) == {"a0": "did", "a1": "could"}
    assert {one.what for one in owed} == {'within 1" of foe', "engaged with foe"}
    place = next(one.pose for one in owed if one.pose is not None)
    assert place is not None
    assert math.dist(place[:2], (20.0, 10.0)) <= 2.0 + 2.0 + 1e-6
    picture = draw_svg(shy, verdict=movesolver.check(shy), duties=owed)
    (marks, badges) = classed(picture, "duty")
    assert titles(marks) == ["a1 could have ended here"]
    assert [node.get("data-model") for node in badges] == ["a0", "a1"]
    assert not owings(situation())


def test_a_model_out_of_reach_is_excused_with_its_distance() -> None:
    scenario = charging({"a0": (17.5, 10.0, 0.0, 0.0), "a1": (14.5, 10.5, 0.0, 0.0)})
    back = msgspec.structs.replace(scenario.units[0].models[1], at=(5.6, 10.5))
    unit = msgspec.structs.replace(scenario.units[0], models=(scenario.units[0].models[0], back))
    scenario = msgspec.structs.replace(scenario, units=(unit, *scenario.units[1:]))
    owed = owings(scenario)
    assert states_of(owed) == {"a0": "did", "a1": "could not"}
    marks = classed(draw_svg(scenario, duties=owed), "duty")[0]
    gap = math.dist((14.5, 10.5), (20.0, 10.0)) - 2.0
    assert titles(marks) == [f'a1 is {gap:.2f}" from e0']


def test_a_bound_is_drawn_from_its_own_certificate() -> None:
    scenario = movesolver.load(ROOT / "examples" / "squad.json")
    result = movesolver.solve(scenario, certify="all", seed=0)
    source = source_of(result.certificate)
    assert result.bound is not None
    assert source.ceilings is not None
    assert set(source.ceilings) == {"a1", "a2", "a3", "captain"}
    whole = source.prices + math.fsum(b for b in source.ceilings.values() if b is not None)
    assert whole >= result.bound - 1e-6
    (marks,) = classed(draw_svg(scenario, certificate=result.certificate), "bound")
    assert len([node for node in marks if node.tag.endswith("circle")]) == len(source.discs)
    assert not classed(draw_svg(scenario), "bound")


def test_the_case_that_decides_is_the_one_that_is_drawn() -> None:
    def case(ceiling: float | None, x: float) -> dict[str, object]:
        return {"kind": "prices", "discs": [[x, 1, 1, 0.5]], "models": {"a": ceiling}, "inside": []}

    split = {"kind": "split", "box": [0, 0, 1, 1], "rho": 1, "one": case(3, 5), "none": case(4, 9)}
    found = source_of({"proof": {"kind": "whole", "unit": 1, "proof": split}})
    assert found.discs == ((9.0, 1.0, 1.0, 0.5),)
    assert (found.inside, found.outside, found.cases) == ((), ((0.0, 0.0, 1.0, 1.0),), 2)
    shut = {**split, "none": case(None, 9)}
    assert source_of({"proof": shut}).inside == ((0.0, 0.0, 1.0, 1.0),)


@pytest.mark.parametrize(
    "proof",
    [
        None, 7, [], "x", {}, {"kind": "prices"}, {"kind": "split"}, {"kind": "nowhere"},
        {"kind": "grid", "spots": [[1]]}, {"kind": "alone", "models": {"a": "much"}},
        {"kind": "prices", "discs": [["a", 1, 1, 1]]},
        {"kind": "prices", "discs": [[1, 1, float("nan"), 1], [10**400, 1, 1, 1]], "inside": {}},
        {"kind": "whole", "proof": {"kind": "parts", "proof": None}},
    ],
)  # fmt: skip)  # fmt: skip
def test_what_is_no_certificate_draws_nothing(proof: object) -> None:
    assert not source_of({"proof": proof}).drawn
    draw_svg(situation(), certificate={"proof": proof})


def test_spots_of_a_grid_are_drawn() -> None:
    proof = {"kind": "grid", "spots": [[1, 2, 0, 0], [3.5, 2, 0, 0]], "usable": {}, "values": {}}
    (marks,) = classed(draw_svg(situation(), certificate={"proof": proof}), "bound")
    assert marks[0].get("d", "").count("M") == 2


def test_models_carry_their_poses_for_programs() -> None:
    path = ((30.0, 22.0, 0.0, 0.0), (32.5, 22.0, 0.0, 0.0), (32.5, 24.25, 0.0, 0.0))
    action = Action("alpha", "normal", paths={"a0": path})
    (model,) = classed(draw_svg(situation(action=action)), "model")
    assert json.loads(model.get("data-pose", "")) == [32.5, 24.25, 0, 0]
    assert json.loads(model.get("data-path", "")) == [list(pose) for pose in path]
    (still,) = classed(draw_svg(situation()), "model")
    assert still.get("data-path") is None
