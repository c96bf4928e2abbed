"""Pictures show the part of the table that the action takes, and say which that is."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

import movesolver
from movesolver import Scenario
from movesolver.draw.closeup import LEAST, MARGIN, Part, part_of
from movesolver.draw.drawing import ready
from movesolver.draw.picture import Picture
from movesolver.draw.svg import draw_svg
from movesolver.table.army import Model, Unit
from movesolver.table.bases import round as round_base
from movesolver.table.scenario import Action, GoalTerm, Marker, Pose, Table, Target

START: Pose = (30.0, 22.0, 0.0, 0.0)


def moved(
    *,
    size: tuple[float, float] = (60.0, 44.0),
    to: tuple[float, float] = (36.0, 22.0),
    start: tuple[float, float] = (30.0, 22.0),
    marker: tuple[float, float] | None = None,
) -> Scenario:
    """Return a table on which one model goes straight on, perhaps toward a marker."""
    goal = () if marker is None else (GoalTerm(near=Target(marker="flag")),)
    path = ((*start, 0.0, 0.0), (*to, 0.0, 0.0))
    return Scenario(
        1,
        Table(*size),
        (
            Unit("u", "a", (Model("m", round_base(32), at=start),)),
            Unit("v", "b", (Model("e", round_base(32), at=(5, 40)),)),
        ),
        Action("u", "normal", paths={"m": path}, goal=goal),
        markers=() if marker is None else (Marker("flag", at=marker),),
    )


def part(scenario: Scenario, least: float = 1.25, most: float = 1.9) -> Part | None:
    return part_of(ready(Picture(scenario)), least, most)


def drawn(scenario: Scenario, *, whole: bool = False) -> ET.Element:
    return ET.fromstring(draw_svg(scenario, whole=whole))


def classed(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def test_the_part_holds_the_way_and_what_is_about() -> None:
    found = part(moved())
    assert found is not None
    radius = 32 / 25.4 / 2
    assert found.left <= 30 - radius - MARGIN
    assert found.right >= 36 + radius + MARGIN
    assert found.width == pytest.approx(LEAST)
    assert 1.25 <= found.width / found.height <= 1.9


@pytest.mark.parametrize(("start", "to"), [((1.0, 1.0), (6.0, 1.0)), ((59.0, 43.0), (53.0, 43.0))])
def test_at_the_edge_it_stays_on_the_table(
    start: tuple[float, float], to: tuple[float, float]
) -> None:
    found = part(moved(start=start, to=to))
    assert found is not None
    assert found.left >= 0
    assert found.bottom >= 0
    assert found.right <= 60
    assert found.top <= 44
    assert found.width == pytest.approx(LEAST)


def test_all_is_shown_where_the_move_is_long_or_the_table_small() -> None:
    assert part(moved(to=(58.0, 22.0), start=(4.0, 22.0))) is None
    assert part(moved(size=(30.0, 22.0), start=(10.0, 10.0), to=(12.0, 10.0))) is None
    assert part(moved(to=(30.0, 42.0), start=(30.0, 4.0))) is None


def test_a_near_goal_is_in_the_picture_and_a_far_one_is_not() -> None:
    near, far = part(moved(marker=(44.0, 22.0))), part(moved(marker=(2.0, 42.0)))
    assert near is not None
    assert near.right >= 44 + 3
    assert far is not None
    assert far.left > 10


def test_a_scenario_that_asks_nothing_yet_is_shown_whole() -> None:
    scenario = moved()
    action = msgspec.structs.replace(scenario.action, paths=None)
    asked = msgspec.structs.replace(scenario, action=action)
    assert part(asked) is None
    assert part_of(ready(Picture(asked, facts=(("Status", "no legal end"),))), 1, 1) is not None


def test_who_has_left_the_table_does_not_widen_it() -> None:
    scenario = moved()
    ends = {"m": (500.0, 900.0, 0.0, 0.0)}
    action = msgspec.structs.replace(scenario.action, paths=None, ends=ends)
    found = part(msgspec.structs.replace(scenario, action=action))
    assert found is not None
    assert found.right <= 60


def test_the_picture_is_cut_to_it_and_a_map_says_where_it_is() -> None:
    found = part(moved())
    assert found is not None
    root = drawn(moved())
    (board,) = classed(root, "board")
    _, _, wide, high = (float(word) for word in board.get("viewBox", "").split())
    assert wide / high == pytest.approx(found.width / found.height, abs=1e-3)
    (overview,) = classed(root, "overview")
    (seen,) = classed(overview, "seen")
    (table,) = [node for node in overview if node.tag.endswith("svg")]
    share = float(seen.get("width", "")) / float(table.get("width", ""))
    assert share == pytest.approx(found.width / 60, abs=1e-4)
    # Whoever reads the file by program finds every model in it.
    assert {node.get("data-model") for node in classed(root, "model")} == {"m", "e"}
    edges = [node.text for node in classed(root, "edge")]
    assert "30" in edges
    assert "0" not in edges


def test_the_whole_table_is_drawn_if_that_is_wanted(tmp_path: Path) -> None:
    root = drawn(moved(), whole=True)
    assert not classed(root, "overview")
    (board,) = classed(root, "board")
    wide, high = (float(board.get(key, "")) for key in ("width", "height"))
    assert wide / high == pytest.approx(60 / 44, abs=1e-3)
    movesolver.save_picture(tmp_path / "a.svg", moved(), whole=True)
    saved = ET.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert not classed(saved, "overview")
