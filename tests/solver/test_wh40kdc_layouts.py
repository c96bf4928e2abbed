"""Every layout and deployment map of the data package, read and compared with it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from shapely import LineString, Point, Polygon, unary_union

from movesolver.errors import InputError, MoveSolverError
from movesolver.formats import wh40kdc
from movesolver.formats.wh40kdc import bundle as source
from movesolver.formats.wh40kdc.walls import THIN, block, strips
from movesolver.table.fields import Polygon as Outline

IDS = tuple(wh40kdc.layouts())
MAPS = tuple(wh40kdc.deployments())
read = cache(wh40kdc.read_layout)


def polygons(layout: wh40kdc.Layout) -> Iterator[Outline]:
    for feature in layout.terrain:
        yield feature.footprint
        yield from (wall.polygon for wall in feature.walls)
        yield from (floor.polygon for floor in feature.floors)
    yield from (marker.area for marker in layout.objectives if marker.area is not None)


def test_the_data_holds_what_it_is_said_to_hold() -> None:
    assert len(IDS) == 46
    assert len(MAPS) == 7
    assert wh40kdc.layouts()["bm-disrupt-vs-recon-01"] == "Disrupt vs Recon 01"
    assert wh40kdc.deployments()["tipping-point"] == "Tipping Point"


@pytest.mark.parametrize("name", IDS)
def test_every_layout_lies_on_its_table(name: str) -> None:
    layout = read(name)
    size = (36.0, 36.0) if name == "kotc-colosseum" else (60.0, 44.0)
    assert (layout.table.width, layout.table.height) == size
    for x, y in chain.from_iterable(polygons(layout)):
        assert -1e-9 <= x <= size[0] + 1e-9
        assert -1e-9 <= y <= size[1] + 1e-9
    for outline in polygons(layout):
        shape = Polygon(outline)
        assert shape.is_valid
        assert shape.area > 0.1
    assert len({feature.id for feature in layout.terrain}) == len(layout.terrain)
    assert layout.deployment in MAPS


@pytest.mark.parametrize("name", IDS)
def test_the_tape_measure_agrees(name: str) -> None:
    """The printed distances, from the package's own resolver, hold with y up."""
    from wh40kdc import keystone_measurements

    layout = read(name)
    data = source.bundle()
    row = next(each for each in data.terrain_layouts if each["id"] == name)
    places = {feature.id: feature.footprint for feature in layout.terrain}
    measured = keystone_measurements(dict(row), list(data.terrain_templates), row.get("board"))
    assert measured
    width, height = layout.table.width, layout.table.height
    for stone in measured:
        x, y = places[stone["piece_id"]][stone["ref"]["index"]]
        from_edge = {"left": x, "right": width - x, "bottom": y, "top": height - y}
        assert from_edge[stone["edge"]] == pytest.approx(stone["distance"], abs=2e-4)


@pytest.mark.parametrize("name", IDS)
def test_layouts_are_fair(name: str) -> None:
    """Half a turn about the middle of the table maps the terrain onto itself."""
    layout = read(name)
    walls = unary_union([Polygon(w.polygon) for f in layout.terrain for w in f.walls])
    w, h = layout.table.width, layout.table.height
    turned = unary_union(
        [Polygon([(w - x, h - y) for x, y in a.polygon]) for f in layout.terrain for a in f.walls]
    )
    assert walls.symmetric_difference(turned).area < 0.15 * walls.area


@pytest.mark.parametrize("name", IDS)
def test_scenery_stands_where_its_walls_and_floors_are(name: str) -> None:
    for feature in read(name).terrain:
        ground = Polygon(feature.footprint)
        if "--" not in feature.id:
            continue
        assert feature.walls
        for wall in feature.walls:
            assert wall.bottom == 0
            assert 2 <= wall.top <= 6
            assert ground.buffer(0.36).contains(Polygon(wall.polygon))
        for floor in feature.floors:
            assert floor.z == 3
            assert ground.buffer(0.26).contains(Polygon(floor.polygon))
            # Whoever stands on a floor must not stand inside a solid block.
            over = [w for w in feature.walls if w.top > floor.z]
            inside = unary_union([Polygon(w.polygon) for w in over])
            assert inside.intersection(Polygon(floor.polygon)).area < 3


def test_a_known_ruin() -> None:
    """Area 6" x 11.5" class with a 6" x 2.5" corner ruin: two 1/2" walls, 5" high, one floor."""
    layout = read("bm-disrupt-vs-recon-01")
    ruins = [f for f in layout.terrain if f.category == "dense" and len(f.floors) == 1]
    corner = next(f for f in ruins if Polygon(f.footprint).area == pytest.approx(15, abs=1e-3))
    assert len(corner.walls) == 2
    assert {wall.top for wall in corner.walls} == {5.0}
    assert sum(Polygon(w.polygon).area for w in corner.walls) == pytest.approx(4.25, abs=1e-3)
    assert Polygon(corner.floors[0].polygon).area == pytest.approx(10.0, abs=1e-3)
    categories = [f.category for f in layout.terrain]
    assert [categories.count(c) for c in ("exposed", "light", "dense")] == [16, 14, 14]


def test_linked_areas_are_one_objective() -> None:
    """Two areas of 6" x 4" about the centre, linked; elsewhere the data links none."""
    linked = read("bm-assets-vs-assets-01").objectives
    assert len(linked) == 5
    centre = next(marker for marker in linked if marker.id == "objective-center")
    assert centre.area is not None
    assert Polygon(centre.area).centroid.distance(Point(30, 22)) < 0.1
    assert len(read("bm-disrupt-vs-recon-01").objectives) == 6


def test_heights_can_be_given() -> None:
    plain = read("bm-disrupt-vs-recon-01")
    raised = wh40kdc.read_layout("Disrupt vs Recon 01", heights={"Battlemaster Pipes": 2.5})
    changed = [
        (old.walls[0].top, new.walls[0].top)
        for old, new in zip(plain.terrain, raised.terrain, strict=True)
        if old != new
    ]
    assert changed == [(2.0, 2.5), (2.0, 2.5)]


@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_fair_and_on_its_table(name: str) -> None:
    deployment = wh40kdc.read_deployment(name, attacker="red", defender="blue")
    w, h = (36, 36) if name == "kotc-colosseum" else (60, 44)
    red, blue = (
        Polygon(next(z.polygon for z in deployment.zones if z.side == side))
        for side in ("red", "blue")
    )
    for zone in (red, blue):
        assert zone.is_valid
        assert zone.bounds[:2] >= (0.0, 0.0)
        assert zone.bounds[2] <= w
        assert zone.bounds[3] <= h
    turned = Polygon([(w - x, h - y) for x, y in red.exterior.coords])
    assert turned.symmetric_difference(blue).area == pytest.approx(0, abs=1e-6)
    spots = {marker.at for marker in deployment.markers if marker.at is not None}
    assert {(w - x, h - y) for x, y in spots} == spots
    assert len(spots) == (0 if name == "kotc-colosseum" else 5)


def test_y_points_up() -> None:
    """Tipping Point: the defender's step is wide at the bottom (y down: 22 to 44)."""
    deployment = wh40kdc.read_deployment("Tipping Point")
    defender = next(z for z in deployment.zones if z.side == "b")
    assert set(defender.polygon) == {(0, 44), (12, 44), (12, 22), (20, 22), (20, 0), (0, 0)}
    assert [m.at for m in deployment.markers][:2] == [(30, 22), (22, 36)]


@pytest.mark.parametrize(
    "line",
    [
        [(0.0, 0.0), (4.0, 0.0)],
        [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)],
        [(4.0, 3.0), (4.0, 0.0), (0.0, 0.0), (0.0, -2.0)],
        [(0.0, 0.0), (3.0, 1.0), (5.0, 4.0), (5.0, 4.0), (8.0, 4.0)],
    ],
)
@pytest.mark.parametrize("thickness", [0.5, None])
def test_strips_cover_the_offset_of_the_line(
    line: list[tuple[float, float]], thickness: float | None
) -> None:
    half = (thickness or THIN) / 2
    expected = LineString(line).buffer(half, cap_style="flat", join_style="mitre")
    got = unary_union([Polygon(quad) for quad in strips(line, thickness)])
    assert got.symmetric_difference(expected).area < 1e-4


def test_a_sharp_corner_makes_no_spike() -> None:
    quads = strips([(0.0, 0.0), (4.0, 0.0), (0.0, 0.5)], 0.5)
    assert max(x for quad in quads for x, _ in quad) < 4.3


def test_a_closed_line_is_a_block() -> None:
    ring = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.5), (0.0, 2.5), (0.0, 0.0)]
    assert [Polygon(p).area for p in strips(ring, 0.5)] == [pytest.approx(2.5 * 3.0)]
    assert block(ring[:-1], 0.0) == tuple(ring[:-1])


def test_unknown_names_are_errors_with_close_ones() -> None:
    with pytest.raises(InputError, match="did you mean Tipping Point"):
        wh40kdc.read_deployment("tiping point")
    with pytest.raises(InputError, match=re.escape("Recon vs Recon 01")):
        wh40kdc.read_layout("recon vs recon")


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    source.bundle.cache_clear()
    monkeypatch.setitem(sys.modules, "wh40kdc", None)
    with pytest.raises(MoveSolverError, match=re.escape("pip install 'movesolver[data]'")):
        wh40kdc.layouts()


def test_the_package_s_own_loader_gives_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from wh40kdc.data import raw_data

    # It finds its file in the same way and keeps what it has read, so it goes first.
    assert len(raw_data()) == 27
    direct = source.bundle()
    source.bundle.cache_clear()
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    assert source.bundle() == direct
