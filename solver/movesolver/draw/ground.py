"""The table itself: grid, zones, terrain, markers."""

from __future__ import annotations

import math

from movesolver.draw import palette
from movesolver.draw.markup import element, label, number, polyline, tooltip
from movesolver.draw.scene import Scene
from movesolver.draw.view import View
from movesolver.table.measures import inches
from movesolver.table.scenario import Marker, Scenario
from movesolver.table.terrain import Feature, Floor, Wall

CONTROL = 3.0
"""How far from its edge a round marker is controlled, inches (14.02)."""


def table(view: View) -> str:
    """Return the table top with a line every inch and a stronger one every six."""
    thin, thick = "", ""
    for across, along, flat in ((view.width, view.height, False), (view.height, view.width, True)):
        for k in range(1, math.ceil(across)):
            ends = ((0.0, float(k)), (along, float(k))) if flat else ((k, 0.0), (k, along))
            if k % 6:
                thin += polyline(ends)
            else:
                thick += polyline(ends)
    return (
        element("rect", x=0, y=0, width=view.width, height=view.height, fill=palette.TABLE)
        + element("path", d=thin or None, stroke=palette.GRID, stroke_width=view.pen(0.8))
        + element("path", d=thick or None, stroke=palette.GRID_STRONG, stroke_width=view.pen(1.0))
    )


def frame(view: View) -> str:
    """Return the edge of the table and its inch numbers, in picture coordinates."""
    parts = [
        element(
            "rect", x=view.left, y=view.top, width=view.right - view.left,
            height=view.bottom - view.top, fill="none", stroke=palette.FRAME, stroke_width=1.6,
        )
    ]  # fmt: skip
    x0, y0, x1, y1 = view.seen
    size, look = view.closer, {"fill": palette.SOFT_INK, "class_": "edge"}
    for k in range(6 * math.ceil(x0 / 6), math.floor(x1) + 1, 6):
        x, _ = view.at((k, y0))
        y = view.bottom + 13 * size
        parts.append(label(k, x, y, 10 * size, text_anchor="middle", **look))
    for k in range(6 * math.ceil(y0 / 6), math.floor(y1) + 1, 6):
        _, y = view.at((x0, k))
        x, y = view.left - 5 * size, y + 3.5 * size
        parts.append(label(k, x, y, 10 * size, text_anchor="end", **look))
    return "".join(parts)


def zones(scenario: Scenario, scene: Scene, view: View) -> str:
    """Return the deployment zones, each in the colour of its side."""
    parts = []
    for zone in scenario.zones:
        hue = side_hue(zone.side, scene)
        shape = element(
            "path", tooltip(f"zone {zone.id} of {zone.side}"),
            d=polyline(zone.polygon, close=True), class_="zone", data_zone=zone.id,
            fill=hue.strong, fill_opacity=0.07, stroke=hue.line, stroke_opacity=0.55,
            stroke_width=view.pen(1.4), stroke_dasharray=_dashes(view, 8, 4),
        )  # fmt: skip
        parts.append(shape)
    return "".join(parts)


def terrain(scenario: Scenario, view: View) -> str:
    """Return every feature: footprint, floors, then walls to their real thickness."""
    return "".join(_feature(feature, view) for feature in scenario.terrain)


def _feature(feature: Feature, view: View) -> str:
    fill, line = palette.FOOTPRINT[feature.category]
    footprint = element(
        "path", d=polyline(feature.footprint, close=True), class_="footprint",
        fill=fill, fill_opacity=0.85, stroke=line, stroke_width=view.pen(1.2),
        stroke_dasharray=_dashes(view, 5, 3) if feature.category == "exposed" else None,
    )  # fmt: skip
    floors = "".join(_floor(floor, view) for floor in feature.floors)
    walls = "".join(_wall(wall, view) for wall in feature.walls)
    about = tooltip(f"{feature.id}, {feature.category}")
    return element("g", about, footprint, floors, walls, class_="terrain", data_terrain=feature.id)


def _floor(floor: Floor, view: View) -> str:
    return element(
        "path", tooltip(f'floor at {floor.z:g}"'), d=polyline(floor.polygon, close=True),
        class_="floor", fill="none", stroke=palette.FLOOR, stroke_width=view.pen(1.2),
        stroke_dasharray=_dashes(view, 2, 3),
    )  # fmt: skip


def _wall(wall: Wall, view: View) -> str:
    raised = wall.bottom > 0
    return element(
        "path", tooltip(f'wall from {wall.bottom:g}" to {wall.top:g}"'),
        d=polyline(wall.polygon, close=True), class_="wall",
        fill=palette.RAISED_WALL if raised else palette.WALL,
        stroke=palette.WALL, stroke_width=view.pen(0.8), stroke_linejoin="round",
    )  # fmt: skip


def markers(scenario: Scenario, view: View) -> str:
    """Return the objectives; round ones with the ring that controls them."""
    return "".join(_marker(marker, view) for marker in scenario.markers)


def _marker(marker: Marker, view: View) -> str:
    about = tooltip(f"objective {marker.id}")
    pen, dashes = view.pen(1.5), _dashes(view, 6, 3)
    if marker.at is None:
        shape = element(
            "path", d=polyline(marker.area or (), close=True), fill=palette.MARKER,
            fill_opacity=0.08, stroke=palette.MARKER, stroke_width=view.pen(2.2),
            stroke_dasharray=dashes,
        )  # fmt: skip
    else:
        x, y = marker.at
        radius = inches(marker.diameter_mm) / 2
        shape = element(
            "circle", cx=x, cy=y, r=radius + CONTROL, class_="control", fill=palette.MARKER,
            fill_opacity=0.05, stroke=palette.MARKER, stroke_width=pen, stroke_dasharray=dashes,
        ) + element(
            "circle", cx=x, cy=y, r=radius, fill=palette.MARKER, fill_opacity=0.35,
            stroke=palette.MARKER, stroke_width=pen,
        )  # fmt: skip
    return element("g", about, shape, class_="marker", data_marker=marker.id)


def side_hue(side: str, scene: Scene) -> palette.Hue:
    """Return the colours of a side, also of one that has no unit."""
    index = scene.sides.index(side) if side in scene.sides else len(scene.sides)
    return palette.SIDES[index % len(palette.SIDES)]


def _dashes(view: View, on: float, off: float) -> str:
    return f"{number(view.pen(on))} {number(view.pen(off))}"
