"""The picture shows things where they are: checked on the parsed SVG, in table inches."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from movesolver.draw.svg import draw_svg, save_svg
from movesolver.errors import InputError
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import Base, hull, oval, rectangle
from movesolver.table.bases import round as round_base
from movesolver.table.fields import Point, Polygon
from movesolver.table.scenario import Action, Game, Marker, Pose, RulesChoice, Scenario, Table, Zone
from movesolver.table.terrain import Feature, Floor, Wall

NS = "{http://www.w3.org/2000/svg}"
TRIANGLE: Polygon = ((1.0, 0.5), (-1.0, 1.0), (-1.0, -1.0))


def box(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


@dataclass(frozen=True)
class Broken:
    code: str
    models: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Judged:
    legal: bool
    violations: tuple[Broken, ...]


def scene(
    *,
    paths: dict[str, tuple[Pose, ...]] | None = None,
    ends: dict[str, Pose] | None = None,
    rules: RulesChoice | None = None,
) -> Scenario:
    """Two sides, every kind of base, every kind of ground."""
    movers = (
        Model("m1", round_base(32), at=(10, 8)),
        Model("m2", oval(75, 42), at=(13, 8), facing=30),
        Model("m3", rectangle(50, 25), at=(10, 11), facing=90),
        Model("m4", hull(TRIANGLE), at=(13, 11), facing=180, z=3),
        Model("m5", round_base(32), at=(50, 5)),
        Model("dead", round_base(32), at=(20, 20), slain=True),
    )
    enemies = (
        Model("e1", round_base(40), at=(30, 20)),
        Model("e2", oval(120, 92), at=(33, 20), facing=45),
    )
    wall = Wall(box(40, 30, 46, 30.5), top=5)
    ruin = Feature("ruin", "dense", box(40, 30, 46, 36), (wall,), (Floor(box(40, 31, 43, 36), 3),))
    return Scenario(
        movesolver=1,
        table=Table(60, 44),
        units=(
            Unit("enemies", "red", enemies),
            Unit("movers", "blue", movers, move=6),
            Unit("friends", "blue", (Model("f1", round_base(25), at=(5, 40)),)),
            Unit("away", "red", (Model("r1", round_base(25)),), status=UnitStatus(in_reserve=True)),
        ),
        action=Action("movers", "normal", paths=paths, ends=ends),
        rules=rules or RulesChoice(),
        terrain=(ruin,),
        markers=(Marker("centre", at=(30, 22)), Marker("area", area=box(2, 30, 8, 36))),
        zones=(Zone("south", "blue", box(0, 0, 60, 9)),),
    )


def parsed(scenario: Scenario, verdict: Judged | None = None) -> ET.Element:
    return ET.fromstring(draw_svg(scenario, verdict=verdict))


def classed(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if name in node.get("class", "").split()]


def of_model(root: ET.Element, kind: str, model: str) -> ET.Element:
    (found,) = (node for node in classed(root, kind) if node.get("data-model") == model)
    return found


def base_of(root: ET.Element, model: str) -> ET.Element:
    (found,) = classed(of_model(root, "model", model), "base")
    return found


def number(node: ET.Element, name: str) -> float:
    return float(node.get(name, "missing"))


def points(node: ET.Element) -> list[Point]:
    pairs = re.findall(r"(-?[\d.]+),(-?[\d.]+)", node.get("d", ""))
    return [(float(x), float(y)) for x, y in pairs]


def words(root: ET.Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{NS}text")]


def test_a_round_base_is_to_scale() -> None:
    circle = base_of(parsed(scene()), "m1")
    assert circle.tag == f"{NS}circle"
    assert [number(circle, key) for key in ("cx", "cy")] == [10, 8]
    assert number(circle, "r") == pytest.approx(16 / 25.4, abs=1e-4)


def test_an_oval_is_an_ellipse_turned_to_its_facing() -> None:
    ellipse = base_of(parsed(scene()), "m2")
    assert ellipse.tag == f"{NS}ellipse"
    assert number(ellipse, "rx") == pytest.approx(37.5 / 25.4, abs=1e-4)
    assert number(ellipse, "ry") == pytest.approx(21 / 25.4, abs=1e-4)
    assert ellipse.get("transform") == "rotate(30 13 8)"


def test_a_rectangle_points_along_its_facing() -> None:
    corners = points(base_of(parsed(scene()), "m3"))
    wide, high = 12.5 / 25.4, 25 / 25.4
    wanted = {(x, y) for x in (10 - wide, 10 + wide) for y in (11 - high, 11 + high)}
    assert {(round(x, 3), round(y, 3)) for x, y in corners} == {
        (round(x, 3), round(y, 3)) for x, y in wanted
    }


def test_a_hull_is_turned_about_its_centre() -> None:
    corners = points(base_of(parsed(scene()), "m4"))
    assert corners == [(12, 10.5), (14, 10), (14, 12)]


def test_the_tick_ends_at_the_front_of_the_base() -> None:
    root = parsed(scene())
    fronts = {
        model: points(classed(of_model(root, "model", model), "heading")[0])[-1]
        for model in ("m2", "m3", "m4")
    }
    a, c, s = 37.5 / 25.4, math.cos(math.radians(30)), 0.5
    assert fronts["m2"] == pytest.approx((13 + a * c, 8 + a * s), abs=1e-3)
    assert fronts["m3"] == pytest.approx((10, 11 + 25 / 25.4), abs=1e-3)
    # The triangle's slanted sides meet its +x axis at 1/3 and -1.
    assert fronts["m4"][1] == pytest.approx(11, abs=1e-3)
    assert fronts["m4"][0] < 13
    assert not classed(of_model(root, "model", "m1"), "heading")


def test_one_flip_puts_the_origin_at_the_lower_left() -> None:
    root = parsed(scene())
    groups = [node for node in root.iter(f"{NS}g") if "scale" in node.get("transform", "")]
    assert [node.get("class") for node in groups] == ["ground", "figures"]
    (board,) = classed(root, "board")
    left, top, wide, high = (float(word) for word in board.get("viewBox", "").split())
    for group in groups:
        read = re.fullmatch(
            r"translate\((\S+) (\S+)\) scale\((\S+) (\S+)\)", group.get("transform", "")
        )
        assert read is not None
        x, y, sx, sy = (float(word) for word in read.groups())
        assert (x, y) == pytest.approx((left, top + high), abs=1e-3)
        assert (sx * 60, sy * 44) == pytest.approx((wide, -high), abs=1e-3)
        assert not list(group.iter(f"{NS}text"))


def test_text_stands_on_its_base() -> None:
    root = parsed(scene())
    (board,) = classed(root, "board")
    left, top, wide, high = (float(word) for word in board.get("viewBox", "").split())
    (one,) = (node for node in classed(root, "name") if node.text == "1")
    assert number(one, "x") == pytest.approx(left + wide * 10 / 60, abs=0.01)
    middle = number(one, "y") - 0.36 * number(one, "font-size")
    assert middle == pytest.approx(top + high * (1 - 8 / 44), abs=0.01)


def test_the_slain_and_the_absent_are_not_drawn() -> None:
    root = parsed(scene())
    drawn = [node.get("data-model") for node in classed(root, "model")]
    assert sorted(map(str, drawn)) == ["e1", "e2", "f1", "m1", "m2", "m3", "m4", "m5"]
    assert "not on the table: away" in words(root)


def test_paths_leave_ghosts_and_end_in_solid_bases() -> None:
    way = ((10.0, 8.0, 0.0, 0.0), (12.0, 14.0, 0.0, 0.0), (15.0, 14.0, 0.0, 0.0))
    turn = ((13.0, 8.0, 30.0, 0.0), (13.0, 8.0, 75.0, 0.0))
    stay = ((50.0, 5.0, 0.0, 0.0), (50.0, 5.0, 90.0, 0.0))
    root = parsed(scene(paths={"m1": way, "m2": turn, "m5": stay}))
    ghosts = {node.get("data-model"): node for node in classed(root, "ghost")}
    assert sorted(map(str, ghosts)) == ["m1", "m2"]
    (old,) = ghosts["m1"].iter(f"{NS}circle")
    assert (number(old, "cx"), number(old, "cy")) == (10, 8)
    assert old.get("stroke-dasharray")
    legs = classed(of_model(root, "path", "m1"), "legs")
    assert points(legs[0]) == [(10, 8), (12, 14), (15, 14)]
    stops = classed(of_model(root, "path", "m1"), "stop")
    assert [(number(s, "cx"), number(s, "cy")) for s in stops] == [(10, 8), (12, 14)]
    end = base_of(root, "m1")
    assert (number(end, "cx"), number(end, "cy")) == (15, 14)
    assert base_of(root, "m2").get("transform") == "rotate(75 13 8)"
    longest = math.hypot(2, 6) + 3
    assert f'longest path: {longest:.2f}" (model 1)' in words(root)


def test_a_base_is_outlined_where_it_turns() -> None:
    way = ((13.0, 8.0, 30.0, 0.0), (18.0, 8.0, 30.0, 0.0), (18.0, 8.0, 80.0, 0.0),
           (18.0, 12.0, 80.0, 0.0))  # fmt: skip
    passed = classed(of_model(parsed(scene(paths={"m2": way})), "path", "m2"), "pass")
    assert [node.get("transform") for node in passed] == ["rotate(30 18 8)", "rotate(80 18 8)"]


def test_ends_without_paths_are_joined_to_their_starts() -> None:
    root = parsed(scene(ends={"m1": (16.0, 9.0, 0.0, 0.0), "m5": (50.0, 5.0, 45.0, 0.0)}))
    assert points(of_model(root, "joint", "m1")) == [(10, 8), (16, 9)]
    assert [node.get("data-model") for node in classed(root, "ghost")] == ["m1"]
    assert not classed(root, "path")


def test_a_unit_from_reserve_is_drawn_where_it_arrives() -> None:
    unit = Unit("late", "blue", (Model("l1", round_base(32)), Model("l2", round_base(32))),
                status=UnitStatus(in_reserve=True))  # fmt: skip
    arrive = Action("late", "ingress", ends={"l1": (4.0, 6.0, 0.0, 0.0)})
    root = parsed(Scenario(1, Table(44, 60), (unit,), arrive))
    assert [node.get("data-model") for node in classed(root, "model")] == ["l1"]
    assert not classed(root, "ghost")


@pytest.mark.parametrize(("game", "reach"), [("wh40k11", 2.0), ("voidsiege", 1.0)])
def test_the_enemies_ring_is_one_area_as_wide_as_the_rules_say(game: Game, reach: float) -> None:
    root = parsed(scene(rules=RulesChoice(game=game)))
    (zone,) = classed(root, "engagement")
    assert zone.get("d", "").count("M") == 1
    ring = points(zone)
    radius = 20 / 25.4 + reach
    assert min(x for x, _ in ring) == pytest.approx(30 - radius, abs=1e-3)
    own = [p for p in ring if p[0] < 29]
    for p in own:
        assert math.dist(p, (30, 20)) == pytest.approx(radius, abs=5e-3)


def test_markers_have_their_ring_of_control() -> None:
    (control,) = classed(parsed(scene()), "control")
    assert (number(control, "cx"), number(control, "cy")) == (30, 22)
    assert number(control, "r") == pytest.approx(3 + 20 / 25.4, abs=1e-4)


def test_terrain_and_zones_keep_their_outlines() -> None:
    root = parsed(scene())
    for kind, wanted in (
        ("footprint", box(40, 30, 46, 36)),
        ("wall", box(40, 30, 46, 30.5)),
        ("floor", box(40, 31, 43, 36)),
        ("zone", box(0, 0, 60, 9)),
    ):
        (found,) = classed(root, kind)
        assert points(found) == list(wanted), kind
    assert {'3" up', "ruin · dense", "south · blue", "centre", "area"} <= set(words(root))


def test_heights_are_written_beside_the_base() -> None:
    assert [node.text for node in classed(parsed(scene()), "height")] == ["z3"]


def test_a_verdict_heads_the_picture_and_rings_the_guilty() -> None:
    verdict = Judged(False, (Broken("SPLIT", ("m5",), "m5 stands alone"),
                             Broken("ENGAGED", ("m1", "e2"), "m1 is near e2")))  # fmt: skip
    root = parsed(scene(), verdict)
    assert [node.text for node in classed(root, "verdict")] == ["NOT LEGAL"]
    assert [node.text for node in classed(root, "codes")] == ["SPLIT, ENGAGED"]
    assert "SPLIT: m5 stands alone" in words(root)
    ringed = {node.get("data-model") for node in classed(root, "model") if classed(node, "wrong")}
    assert ringed == {"m1", "m5", "e2"}
    # An enemy the sentences speak of shows its number; the others only their unit.
    assert {node.text for node in classed(root, "name")} >= {"C", "C2"}


def test_a_long_verdict_is_cut_and_counted() -> None:
    many = tuple(Broken("TOO_FAR", ("m1",), f"leg {k}") for k in range(8))
    root = parsed(scene(), Judged(False, many))
    assert len(classed(root, "violation")) == 5
    assert "and 3 more" in words(root)


def test_a_legal_move_is_called_legal() -> None:
    root = parsed(scene(), Judged(True, ()))
    assert [node.text for node in classed(root, "verdict")] == ["LEGAL"]
    assert not classed(root, "wrong")
    assert not classed(parsed(scene()), "verdict")


@pytest.mark.parametrize("size", [(24, 22), (60, 44), (44, 60), (72, 8), (6, 90)])
def test_the_whole_table_is_in_the_picture(size: Point) -> None:
    unit = Unit("u", "a", (Model("m", round_base(32), at=(2, 2)),))
    root = parsed(Scenario(1, Table(*size), (unit,), Action("u", "normal")))
    (board,) = classed(root, "board")
    wide, high = number(board, "width"), number(board, "height")
    assert wide / high == pytest.approx(size[0] / size[1], abs=1e-3)
    _, _, all_wide, all_high = (float(word) for word in root.get("viewBox", "").split())
    assert number(board, "x") >= 0
    assert number(board, "x") + wide <= all_wide
    assert number(board, "y") + high <= all_high


def test_the_width_is_the_shown_width() -> None:
    root = ET.fromstring(draw_svg(scene(), width=2400))
    _, _, wide, high = (float(word) for word in root.get("viewBox", "").split())
    assert root.get("width") == "2400"
    assert number(root, "height") == pytest.approx(2400 * high / wide, abs=1)
    with pytest.raises(InputError, match="width: wanted a positive number of pixels, got 0"):
        draw_svg(scene(), width=0)


def test_saving_writes_the_picture(tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    save_svg(target, scene(), title="Turn 2 — “left”")
    assert target.read_bytes().decode("utf-8") == draw_svg(scene(), title="Turn 2 — “left”") + "\n"


def test_a_notebook_shows_the_scenario() -> None:
    assert scene()._repr_svg_() == draw_svg(scene())


@pytest.mark.parametrize("base", [round_base(25), oval(60, 35), rectangle(60, 35), hull(TRIANGLE)])
def test_a_lone_model_is_drawn_whatever_its_base(base: Base) -> None:
    unit = Unit("u", "a", (Model("m", base, at=(5, 5), facing=77),))
    root = parsed(Scenario(1, Table(10, 10), (unit,), Action("u", "normal")))
    assert base_of(root, "m") is not None
    assert not classed(root, "apart")
