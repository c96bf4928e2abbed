"""Regions in the picture: where they are, what they hold, and what explains them."""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from movesolver import Scenario, check, reach, threat
from movesolver.draw.svg import draw_svg, save_svg
from movesolver.table.army import Model
from movesolver.table.bases import oval
from reach_data import CENTRE, WIDE, ring, situation, with_paths

NS = "{http://www.w3.org/2000/svg}"
FOE = (Model("e0", WIDE, (45.0, 22.0)),)


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if node.get("class") == name]


def shape_of(node: ET.Element) -> BaseGeometry:
    """Return the area of a path of closed rings, holes by the even-odd rule."""
    rings = []
    for ring_text in re.findall(r"M([^MZ]*)Z", node.get("d") or ""):
        points = [tuple(float(v) for v in pair.split(",")) for pair in ring_text.split()]
        rings.append(shapely.Polygon(points))
    area: BaseGeometry = shapely.Polygon()
    for part in rings:
        area = area.symmetric_difference(part)
    return area


def words(root: ET.Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{NS}text")]


def test_the_area_is_the_region() -> None:
    scenario = situation(friends=ring(4, 4.0, name="p"))
    found = reach(scenario)
    (area,) = of_class(parsed(draw_svg(scenario, reach=found)), "reach")
    drawn = shape_of(area)
    assert drawn.symmetric_difference(found.polygons).area < 0.1
    assert area.get("fill-rule") == "evenodd"
    assert 0.0 < float(area.get("fill-opacity") or 0.0) < 0.5


def test_a_line_for_every_inch_and_few_labels() -> None:
    scenario = situation()
    root = parsed(draw_svg(scenario, reach=reach(scenario)))
    lines = of_class(root, "reach-line")
    assert [line.get("data-inches") for line in lines] == ["1", "2", "3", "4", "5"]
    for line in lines:
        points = re.findall(r"(-?[\d.]+),(-?[\d.]+)", line.get("d") or "")
        away = [math.dist((float(x), float(y)), CENTRE) for x, y in points]
        assert max(away) == pytest.approx(float(line.get("data-inches") or 0), abs=0.02)
    inches = of_class(root, "reach-inches")
    assert 3 <= len(inches) <= 5
    assert {node.text for node in inches} <= {f'{k}"' for k in range(1, 6)}
    places = [(float(n.get("x") or 0), float(n.get("y") or 0)) for n in inches]
    apart = [math.dist(a, b) for k, a in enumerate(places) for b in places[:k]]
    assert min(apart) > 12.0


def test_lines_of_a_unit_are_those_of_its_nearest_model() -> None:
    scenario = situation(at=(CENTRE, (33.0, 22.0)))
    found = reach(scenario)
    for level, lines in found.lines(2.0):
        points = shapely.get_coordinates(lines)
        nearest = [min(math.dist(p, CENTRE), math.dist(p, (33.0, 22.0))) for p in points]
        assert nearest
        assert max(abs(away - level) for away in nearest) < 0.02


def test_the_base_that_is_not_round_has_an_outer_line() -> None:
    scenario = situation(base=oval(75, 42), move=3.0)
    text = draw_svg(scenario, reach=reach(scenario, step=0.5))
    root = parsed(text)
    assert len(of_class(root, "reach-outer")) == 1
    assert "surely nowhere beyond" in words(root)
    plain = parsed(draw_svg(situation(), reach=reach(situation())))
    assert not of_class(plain, "reach-outer")
    assert "surely nowhere beyond" not in words(plain)


def test_the_threat_is_its_own_area() -> None:
    scenario = situation(foes=FOE)
    found = threat(scenario, plus=3.0)
    root = parsed(draw_svg(scenario, threat=found))
    (area,) = of_class(root, "threat")
    assert shape_of(area).symmetric_difference(found.polygons).area < 0.2
    assert 'within 3" of b after its move' in words(root)
    assert not of_class(root, "reach")


def test_a_path_lies_over_the_area() -> None:
    scenario = situation(foes=FOE)
    found = reach(scenario)
    way = found.to(34.0, 24.0)["a0"].way
    assert way is not None
    moved = with_paths(scenario, a0=way.path)
    text = draw_svg(moved, reach=found)
    assert text.index('class="reach"') < text.index('class="path"')


def test_a_model_that_goes_by_itself_breaks_no_unit() -> None:
    scenario = situation(at=(CENTRE, (28.0, 22.0)))
    found = reach(scenario)
    way = found.to(34.0, 24.0)["a1"].way
    assert way is not None
    moved = with_paths(scenario, a1=way.path)
    signs = ("links", "apart", "breaks")
    alone = parsed(draw_svg(moved, reach=found))
    assert not [node for name in signs for node in of_class(alone, name)]
    assert "stands apart from its unit" not in words(alone)
    judged = parsed(draw_svg(moved, reach=found, verdict=check(moved)))
    assert of_class(judged, "apart")
    assert of_class(judged, "breaks")


def test_what_cannot_move_has_no_area() -> None:
    scenario: Scenario = situation(move=0.0)
    root = parsed(draw_svg(scenario, reach=reach(scenario)))
    assert of_class(root, "reach")[0].get("d") == ""
    assert not of_class(root, "reach-line")
    assert "a line for every inch of path" not in words(root)


def test_nothing_changes_without_a_region(tmp_path: Path) -> None:
    scenario = situation()
    assert "reach" not in draw_svg(scenario)
    save_svg(tmp_path / "a.svg", scenario, reach=reach(scenario))
    assert 'class="reach"' in (tmp_path / "a.svg").read_text()
