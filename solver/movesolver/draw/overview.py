"""A little map of the table beside a picture of a part of it."""

from __future__ import annotations

from movesolver.draw import palette
from movesolver.draw.closeup import Part
from movesolver.draw.drawing import Drawing
from movesolver.draw.markup import element, label, number, polyline, tooltip
from movesolver.draw.view import View

_TALL = 150.0
_DOT = 2.2
_TYPE = 10.0


def overview(
    drawing: Drawing, part: Part, left: float, top: float, width: float
) -> tuple[str, float]:
    """Return the whole table, with the part that is seen marked, and the height it takes.

    It is at most ``width`` wide and ends there, picture units.
    """
    scenario = drawing.picture.scenario
    table = scenario.table
    scale = min(width / table.width, _TALL / table.height)
    view = View(left + width - scale * table.width, top, scale, table.width, table.height)
    ground = "".join(
        polyline([view.at(point) for point in feature.footprint], close=True)
        for feature in scenario.terrain
    )
    dots = []
    for figure in drawing.scene.figures:
        hue = palette.SIDES[figure.side % len(palette.SIDES)]
        x, y = view.at(figure.pose[:2])
        fill = hue.line if figure.role == "mover" else hue.strong
        dots.append(element("circle", cx=x, cy=y, r=_DOT, fill=fill))
    box = {"x": view.left, "y": view.top, "width": view.right - view.left}
    high = view.bottom - view.top
    crop = " ".join(map(number, (view.left, view.top, box["width"], high)))
    table_top = element("rect", **box, height=high, fill=palette.TABLE)
    inside = element(
        "svg",
        element("path", d=ground or None, fill=palette.GRID_STRONG),
        *dots,
        **box,
        height=high,
        viewBox=crop,
    )
    edge = element("rect", **box, height=high, fill="none", stroke=palette.FRAME, stroke_width=1.0)
    x, y = view.at((part.left, part.top))
    seen = element(
        "rect", x=x, y=y, width=scale * part.width, height=scale * part.height, fill="none",
        stroke=palette.INK, stroke_width=1.8, class_="seen",
    )  # fmt: skip
    words = label("the part shown", view.right, view.bottom + 13, _TYPE,
                  text_anchor="end", fill=palette.SOFT_INK)  # fmt: skip
    return element(
        "g",
        tooltip(f'{part.left:g}, {part.bottom:g} to {part.right:g}, {part.top:g}"'),
        table_top,
        inside,
        edge,
        seen,
        words,
        class_="overview",
    ), high + 16
