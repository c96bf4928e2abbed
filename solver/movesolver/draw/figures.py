"""Models on the table: bases, ghosts, paths, links, rings, and their labels."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from movesolver.draw import palette
from movesolver.draw.drawing import stood
from movesolver.draw.links import Link
from movesolver.draw.markup import element, label, number, polyline, text_width, tooltip
from movesolver.draw.outlines import area, drawn, half_axes, nose, room, size_words
from movesolver.draw.scene import Figure, Scene
from movesolver.draw.view import View
from movesolver.table.scenario import Pose

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_BIG, _SMALL = 13.0, 6.5
"""Largest and smallest type on a base, picture units."""
_BIGGER, _GROWING = 20.0, 0.42
"""It may be this large, and so many inches high, in a close-up."""
_STOP, _TURN = 0.3, 10.0
"""A stop is drawn if it is so many inches, or degrees, from the one drawn before it."""


def engagement_zone(scene: Scene, reach: float, view: View) -> str:
    """Return everything within ``reach`` inches of an enemy base as one area."""
    from shapely import union_all

    enemies = scene.of("enemy")
    if not enemies:
        return ""
    merged = union_all([area(f.model.base, f.pose, margin=reach) for f in enemies])
    hue = palette.SIDES[enemies[0].side % len(palette.SIDES)]
    return element(
        "path", tooltip(f'within {reach:g}" of an enemy'), d=_area_path(merged),
        class_="engagement", fill=hue.strong, fill_opacity=0.13, fill_rule="evenodd",
        stroke=hue.line, stroke_opacity=0.6, stroke_width=view.pen(1.0),
        stroke_dasharray=f"{number(view.pen(3))} {number(view.pen(2))}",
    )  # fmt: skip


def _area_path(shape: BaseGeometry) -> str:
    polygons = getattr(shape, "geoms", [shape])
    rings = [ring for polygon in polygons for ring in (polygon.exterior, *polygon.interiors)]
    return "".join(polyline(ring.coords[:-1], close=True) for ring in rings)


def rings(enemies: Sequence[Figure], reach: float, view: View) -> str:
    """Return the engagement range of each enemy by itself."""
    parts = []
    for figure in enemies:
        hue = palette.SIDES[figure.side % len(palette.SIDES)]
        parts.append(
            element(
                "path", tooltip(f'within {reach:g}" of {figure.model.id}'), class_="ring",
                d=_area_path(area(figure.model.base, figure.pose, margin=reach).simplify(0.01)),
                data_model=figure.model.id, data_key=figure.key, fill=hue.strong,
                fill_opacity=0.16,
                stroke=hue.line, stroke_width=view.pen(1.4),
            )
        )  # fmt: skip
    return element("g", *parts, class_="rings")


def link_lines(
    figures: Sequence[Figure], links: Sequence[Link], view: View, *, before: bool = False
) -> str:
    """Return a line across the gap of every two neighbours, between their nearest points.

    Where they end, or where they stood ``before``.
    """
    from shapely.ops import nearest_points

    poses = [(stood(f) if before else None) or f.pose for f in figures]
    areas = [area(f.model.base, pose) for f, pose in zip(figures, poses, strict=True)]
    lines = []
    for i, j in links:
        a, b = nearest_points(areas[i], areas[j])
        lines.append(
            element(
                "line", x1=a.x, y1=a.y, x2=b.x, y2=b.y,
                data_from=figures[i].model.id, data_to=figures[j].model.id,
            )
        )  # fmt: skip
    return element(
        "g", *lines, class_="links-before" if before else "links", stroke=palette.LINK,
        stroke_width=view.pen(2.2), stroke_linecap="round",
    )  # fmt: skip


def ghost(figure: Figure, view: View) -> str:
    """Return the dashed outline of where a model stood."""
    if figure.start is None:
        return ""
    hue = palette.SIDES[0]
    pen = view.pen(1.3)
    base = drawn(
        figure.model.base, figure.start, fill=hue.pale, fill_opacity=0.35, stroke=hue.line,
        stroke_width=pen, stroke_dasharray=f"{number(view.pen(4))} {number(view.pen(2.5))}",
    )  # fmt: skip
    about = tooltip(f"{figure.model.id} at the start")
    return element(
        "g", about, base, _tick(figure, figure.start, hue.line, view),
        class_="ghost", data_model=figure.model.id,
    )  # fmt: skip


def path(figure: Figure, view: View) -> str:
    """Return the way a model went: its legs, a dot at every stop, bases where it turned.

    Where only the end is known a dotted line joins it to the start.
    """
    if figure.start is None and not figure.travel:
        return ""
    if figure.start is not None and not figure.path:
        ends = (figure.start[:2], figure.pose[:2])
        return element(
            "path", d=polyline(ends), class_="joint", data_model=figure.model.id, fill="none",
            stroke=palette.PATH, stroke_opacity=0.6, stroke_width=view.pen(1.1),
            stroke_dasharray=f"{number(view.pen(1.5))} {number(view.pen(3))}",
        )  # fmt: skip
    stops = _shown(figure.path)
    turned = "" if figure.model.base.round is not None else "".join(
        drawn(figure.model.base, pose, class_="pass", fill="none", stroke=palette.PATH,
              stroke_opacity=0.35, stroke_width=view.pen(0.9))
        for pose in stops
    )  # fmt: skip
    way = polyline([pose[:2] for pose in figure.path])
    line = {"d": way, "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    dots = "".join(
        element("circle", cx=pose[0], cy=pose[1], r=view.pen(2.2), class_="stop", fill=palette.PATH)
        for pose in (figure.path[0], *stops)
    )
    return element(
        "g",
        tooltip(f'{figure.model.id}: {figure.travel:.2f}"'),
        turned,
        element("path", **line, stroke=palette.PAPER, stroke_opacity=0.8, stroke_width=view.pen(4)),
        element("path", **line, class_="legs", stroke=palette.PATH, stroke_width=view.pen(1.7)),
        dots,
        class_="path",
        data_model=figure.model.id,
    )


def _shown(path: Sequence[Pose]) -> list[Pose]:
    """Return the stops on a path that show apart: arcs come as many short legs."""
    shown: list[Pose] = []
    last = path[0]
    for pose in path[1:-1]:
        turned = abs((pose[2] - last[2] + 180.0) % 360.0 - 180.0)
        if math.dist(pose[:2], last[:2]) >= _STOP or turned >= _TURN or pose[3] != last[3]:
            shown.append(pose)
            last = pose
    return shown


def base(figure: Figure, view: View, wrong: Collection[str], apart: Collection[str]) -> str:
    """Return a model where it stands, ringed if it breaks a rule or stands apart."""
    hue = palette.SIDES[figure.side % len(palette.SIDES)]
    moving = figure.role == "mover"
    fill = hue.strong if moving else hue.pale
    outline = drawn(
        figure.model.base, figure.pose, class_="base", fill=fill, stroke=hue.line,
        stroke_width=view.pen(1.6 if moving else 1.1), stroke_linejoin="round",
    )  # fmt: skip
    broken = figure.model.id in wrong
    rings = ""
    if figure.model.id in apart:
        rings += _ring(figure, view, "apart", palette.OUTSIDE, 16.0 if broken else 7.5, dashed=True)
    if broken:
        rings += _ring(figure, view, "wrong", palette.WRONG, 8.5)
    tick = _tick(figure, figure.pose, hue.on_strong if moving else hue.line, view)
    return element(
        "g", tooltip(_about(figure)), rings, outline, tick, class_=f"model {figure.role}",
        data_model=figure.model.id, data_unit=figure.unit.id, data_key=figure.key,
        data_pose=_poses([figure.pose])[1:-1], data_path=_way(figure),
    )  # fmt: skip


def poses_of(figure: Figure) -> tuple[Pose, ...]:
    """Return the poses that a model passes through in a move; one if it does not move."""
    if len(figure.path) > 1:
        return figure.path
    return (figure.pose,) if figure.start is None else (figure.start, figure.pose)


def _way(figure: Figure) -> str | None:
    """Return the poses that a model passes through as JSON; None if it does not move."""
    poses = poses_of(figure)
    return _poses(poses) if len(poses) > 1 else None


def _poses(poses: Sequence[Pose]) -> str:
    """Return poses [x, y, facing, z] as JSON, inches and degrees."""
    return f"[{','.join('[' + ','.join(map(number, pose)) + ']' for pose in poses)}]"


def _ring(
    figure: Figure, view: View, name: str, colour: str, width: float, *, dashed: bool = False
) -> str:
    """Return a band around the base, half of it hidden below the base drawn next."""
    dashes = f"{number(view.pen(3.5))} {number(view.pen(2.5))}" if dashed else None
    shape = {"fill": "none", "stroke_linejoin": "round"}
    return drawn(
        figure.model.base, figure.pose, **shape, stroke=palette.PAPER,
        stroke_width=view.pen(width + 2.5),
    ) + drawn(
        figure.model.base, figure.pose, **shape, class_=name, stroke=colour,
        stroke_width=view.pen(width), stroke_dasharray=dashes,
    )  # fmt: skip


def _tick(figure: Figure, pose: Pose, colour: str, view: View) -> str:
    """Return a short line at the front of a base that is not round."""
    ends = nose(figure.model.base, pose)
    if ends is None:
        return ""
    return element(
        "path", d=polyline(ends), class_="heading", fill="none", stroke=colour,
        stroke_width=view.pen(2.2),
    )  # fmt: skip


def _about(figure: Figure) -> str:
    x, y, facing, z = figure.pose
    words = f"{figure.unit.id}: {figure.model.id}, {size_words(figure.model.base)}"
    words += f" at {x:.2f}, {y:.2f}"
    if figure.model.base.round is None:
        words += f", facing {facing:.4g}"
    return words + (f', {z:g}" up' if z else "")


def labels(
    figures: Sequence[Figure],
    scene: Scene,
    view: View,
    wrong: Collection[str],
    *,
    live: bool = False,
) -> str:
    """Return the names on the bases: numbers in the moving unit, unit letters elsewhere.

    A model of another unit that breaks a rule carries its number as well.  On a ``live`` picture
    each says how large its type may get.
    """
    parts = []
    for figure in figures:
        hue = palette.SIDES[figure.side % len(palette.SIDES)]
        moving = figure.role == "mover"
        letter = scene.letters[figure.unit.id]
        named = letter + (figure.label if figure.model.id in wrong else "")
        text = figure.label if moving else named
        spot, radius = room(figure.model.base, figure.pose)
        x, y = view.at(spot)
        most = _fitting(text, radius * view.scale)
        size = min(most, max(_BIG, min(_BIGGER, _GROWING * view.scale)))
        colour = hue.on_strong if moving else hue.on_pale
        parts.append(
            label(text, x, y + 0.36 * size, size, fill=colour, text_anchor="middle",
                  font_weight="bold", class_="name", data_key=figure.key,
                  data_most=most if live else None)
        )  # fmt: skip
        if figure.pose[3]:
            parts.append(_height(figure, view))
    return "".join(parts)


def _fitting(text: str, radius: float) -> float:
    """Return the largest type at which the text fits a disc of this radius."""
    return max(_SMALL, min(1.25 * radius, 1.8 * radius / text_width(text, 1.0)))


def _height(figure: Figure, view: View) -> str:
    x, y = view.at(figure.pose[:2])
    out = 0.72 * view.scale * min(half_axes(figure.model.base))
    return label(
        f"z{figure.pose[3]:.3g}", x + out, y + out + 5, 9, class_="height", fill=palette.INK,
        data_key=figure.key,
        font_weight="bold", stroke=palette.PAPER, stroke_width=2.4, paint_order="stroke",
    )  # fmt: skip
