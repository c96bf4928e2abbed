"""What can be reached or is threatened: translucent areas, with lines of equal length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from movesolver.draw import palette
from movesolver.draw.ground import side_hue
from movesolver.draw.markup import element, label, number, polyline, tooltip
from movesolver.draw.scene import Figure, Scene
from movesolver.draw.view import View

if TYPE_CHECKING:
    from shapely import LineString, MultiLineString
    from shapely.geometry.base import BaseGeometry

    from movesolver.paths.reach import Reach
    from movesolver.paths.threat import Threat

_LABEL = 9.5
"""Type of the inches on a line, picture units."""
_LABELLED = 1.5
"""A line carries its inches if it is at least this long, inches."""
_APART = 26.0
"""Labels keep this far from each other, picture units."""
_FINE = 0.004
"""Areas are drawn with corners left out that show by less than this, inches."""


def reach_area(reach: Reach, view: View) -> str:
    """Return where the unit can get, with a line for every inch of path."""
    hue = palette.SIDES[0]
    parts = []
    for model, region in reach.regions.items():
        if not region.exact and not region.outer.is_empty:
            parts.append(
                element(
                    "path", tooltip(f"{model} surely gets nowhere beyond this"),
                    d=area_path(region.outer), class_="reach-outer", fill="none",
                    stroke=hue.line, stroke_opacity=0.5, stroke_width=view.pen(0.9),
                    stroke_dasharray=f"{number(view.pen(2))} {number(view.pen(3))}",
                )
            )  # fmt: skip
    parts.append(
        element(
            "path", tooltip(_about(reach)), d=area_path(reach.polygons), class_="reach",
            fill=hue.strong, fill_opacity=0.17, fill_rule="evenodd", stroke=hue.line,
            stroke_width=view.pen(1.5), stroke_linejoin="round",
        )
    )  # fmt: skip
    for z, area in reach.levels.items():
        parts.append(
            element(
                "path", tooltip(f'{_about(reach)}, at a height of {z:g}"'), d=area_path(area),
                class_="reach-level", data_z=z, fill=hue.strong, fill_opacity=0.08,
                fill_rule="evenodd", stroke=hue.line, stroke_width=view.pen(1.2),
                stroke_dasharray=f"{number(view.pen(5))} {number(view.pen(2.5))}",
            )
        )  # fmt: skip
    contours = reach.lines()
    for k, (inches, lines) in enumerate(contours):
        parts.append(
            element(
                "path", tooltip(f'{inches:g}" of path'), d=_line_path(lines) or None,
                class_="reach-line", data_inches=inches, fill="none",
                stroke=palette.contour(k, len(contours)), stroke_opacity=0.8,
                stroke_width=view.pen(1.6 if inches % 3 == 0 else 1.0),
            )
        )  # fmt: skip
    return element("g", *parts, class_="reach-area")


def own_reaches(reach: Reach, movers: Sequence[Figure], view: View) -> str:
    """Return where each model of several can get by itself, for a page to show one by one."""
    if len(reach.models) < 2:
        return ""
    hue = palette.SIDES[0]
    parts = []
    for figure in movers:
        if figure.model.id in reach.models:
            region = reach.region(figure.model.id)
            areas = [region.polygons, *(level.polygons for level in region.levels)]
            parts.append(
                element(
                    "path", tooltip(f'where {region.model} can move within {region.maximum:g}"'),
                    d="".join(map(area_path, areas)) or None, class_="reach-of",
                    data_key=figure.key, fill=hue.strong, fill_opacity=0.22, fill_rule="evenodd",
                    stroke=hue.line, stroke_width=view.pen(2.2), stroke_linejoin="round",
                )
            )  # fmt: skip
    return element("g", *parts, class_="own-reaches")


def reach_labels(reach: Reach, scene: Scene, view: View) -> str:
    """Return the inches on the lines of equal length, few enough to be read."""
    labels = _line_labels(reach.lines(), scene, view, palette.SIDES[0].line)
    return element("g", *labels, class_="reach-labels")


def threat_labels(threat: Threat, scene: Scene, view: View) -> str:
    """Return the inches on the lines of equal distance after a move."""
    labels = _line_labels(threat.lines(), scene, view, side_hue(threat.side, scene).line)
    return element("g", *labels, class_="threat-labels")


def _line_labels(
    contours: Sequence[tuple[float, MultiLineString]], scene: Scene, view: View, colour: str
) -> list[str]:
    taken = [view.at(figure.pose[:2]) for figure in scene.figures]
    parts = []
    for inches, lines in reversed(contours):
        long = [line for line in lines.geoms if line.length >= _LABELLED]
        for line in sorted(long, key=lambda line: -line.length):
            spot = _free_spot(line, taken, view)
            if spot is None:
                continue
            taken.append(spot)
            parts.append(
                label(
                    f'{inches:g}"', spot[0], spot[1] + 0.36 * _LABEL, _LABEL,
                    text_anchor="middle", fill=colour, stroke=palette.TABLE,
                    stroke_width=2.2, paint_order="stroke", class_="reach-inches",
                )
            )  # fmt: skip
    return parts


def threat_area(threat: Threat, scene: Scene, view: View) -> str:
    """Return where an army can strike, all its units as one area."""
    hue = side_hue(threat.side, scene)
    lines = [
        element(
            "path", tooltip(f'within {inches:g}" of a base after its move'),
            d=_line_path(line) or None, class_="threat-line", data_inches=inches, fill="none",
            stroke=hue.line, stroke_opacity=0.7, stroke_width=view.pen(1.0),
        )
        for inches, line in threat.lines()
    ]  # fmt: skip
    return "".join(lines) + element(
        "path", tooltip(threat_words(threat)), d=area_path(threat.polygons), class_="threat",
        fill=hue.strong, fill_opacity=0.12, fill_rule="evenodd", stroke=hue.line,
        stroke_width=view.pen(1.5), stroke_dasharray=f"{number(view.pen(7))} {number(view.pen(3))}",
    )  # fmt: skip


def threat_words(threat: Threat) -> str:
    """Return what the area of a threat is."""
    return f'within {threat.plus:g}" of {threat.side} after its move'


def area_path(shape: BaseGeometry) -> str:
    """Return path data of an area, its holes included."""
    import shapely

    polygons = shapely.get_parts(shape.simplify(_FINE))
    rings = [ring for polygon in polygons for ring in (polygon.exterior, *polygon.interiors)]
    return "".join(polyline(ring.coords[:-1], close=True) for ring in rings)


def _line_path(lines: MultiLineString) -> str:
    import shapely

    parts = shapely.get_parts(lines.simplify(_FINE))
    return "".join(polyline(list(line.coords)) for line in parts)


def _about(reach: Reach) -> str:
    if len(reach.models) > 1:
        return f"where models of {reach.scenario.mover.id} can move"
    region = reach.region(reach.models[0])
    return f'where {region.model} can move within {region.maximum:g}"'


def _free_spot(
    line: LineString, taken: Sequence[tuple[float, float]], view: View
) -> tuple[float, float] | None:
    """Return a place on a line, in the picture, with no label near; the middle if it may be."""
    for share in (0.5, 0.3, 0.7, 0.15, 0.85):
        point = line.interpolate(share, normalized=True)
        x, y = view.at((point.x, point.y))
        if all(abs(x - a) + abs(y - b) >= _APART for a, b in taken):
            return x, y
    return None
