"""What is drawn over a move to explain it: who faces whom, what breaks, what was owed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from movesolver.draw import palette
from movesolver.draw.certificate import Box, Source
from movesolver.draw.duty import Owing, State, states_of
from movesolver.draw.links import Break, Link, gap_between
from movesolver.draw.markup import element, label, number, polyline, tooltip
from movesolver.draw.outlines import area, drawn, half_axes
from movesolver.draw.scene import Figure, VerdictLike
from movesolver.draw.view import View
from movesolver.table.fields import Point
from movesolver.table.scenario import Pose, Scenario

if TYPE_CHECKING:
    from shapely import Polygon as ShapelyPolygon

_TYPE = 10.0
_ROOM = 40.0
"""Labels so far from each other, picture units, do not hide each other."""
_DUTY: dict[State, tuple[str, str]] = {
    "did": (palette.DONE, "✓"),
    "could": (palette.COULD, "!"),
    "could not": (palette.EXCUSED, "-"),
}
"""Colour and sign of what became of a duty."""


def engaged_lines(
    movers: Sequence[Figure], enemies: Sequence[Figure], pairs: Sequence[Link], view: View
) -> str:
    """Return a line with round ends between every two bases that are engaged."""
    if not pairs:
        return ""
    areas = _Areas()
    lines = []
    for i, j in pairs:
        a, b = areas.nearest(movers[i], enemies[j])
        names = movers[i].model.id, enemies[j].model.id
        about = tooltip(f"{names[0]} and {names[1]} are engaged")
        ends = {"x1": a[0], "y1": a[1], "x2": b[0], "y2": b[1]}
        lines.append(
            element("line", about, **ends, data_own=names[0], data_enemy=names[1])
            + "".join(element("circle", cx=x, cy=y, r=view.pen(3.2)) for x, y in (a, b))
        )
    return element(
        "g", *lines, class_="engaged", stroke=palette.ENGAGED, fill=palette.ENGAGED,
        stroke_width=view.pen(2.6), stroke_linecap="round",
    )  # fmt: skip


def break_lines(figures: Sequence[Figure], broken: Sequence[Break], view: View) -> str:
    """Return a dashed line across each gap that breaks the unit."""
    if not broken:
        return ""
    areas = _Areas()
    lines = []
    for one in broken:
        a, b = areas.nearest(figures[one.first], figures[one.second])
        names = figures[one.first].model.id, figures[one.second].model.id
        what = "the whole unit" if one.kind == "span" else "neighbours"
        about = f"{names[0]} and {names[1]}, {what}: {one.words}"
        lines.append(
            element(
                "line", tooltip(about), x1=a[0], y1=a[1], x2=b[0], y2=b[1],
                data_one=names[0], data_other=names[1],
            )
        )  # fmt: skip
    return element(
        "g", *lines, class_="breaks", stroke=palette.OUTSIDE, stroke_width=view.pen(2.0),
        stroke_dasharray=f"{number(view.pen(6))} {number(view.pen(4))}",
    )  # fmt: skip


def break_labels(figures: Sequence[Figure], broken: Sequence[Break], view: View) -> str:
    """Return the inches of each gap that breaks the unit, in picture coordinates."""
    areas = _Areas()
    parts: list[str] = []
    taken: list[Point] = []
    for one in broken:
        a, b = areas.nearest(figures[one.first], figures[one.second])
        spots = [
            view.at((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
            for share in (0.5, 0.35, 0.65, 0.22, 0.78)
        ]
        x, y = max(spots, key=lambda spot: min([_ROOM, *(math.dist(spot, t) for t in taken)]))
        taken.append((x, y))
        parts.append(_inches(one.words, x, y, palette.OUTSIDE))
    return element("g", *parts, class_="breaks") if parts else ""


def wrong_places(verdict: VerdictLike | None, view: View) -> str:
    """Return a cross where, on its way, a model breaks a rule."""
    parts = []
    for broken in verdict.violations if verdict else ():
        at = getattr(broken, "at", None)
        if at is not None:
            about = f"{broken.code}: {broken.text}"
            parts.append(_cross(at[:2], view.pen(6), about, "place", view))
    return "".join(parts)


def places_of(verdict: VerdictLike | None) -> list[Point]:
    """Return where on their ways models break rules, inches."""
    spots = (getattr(one, "at", None) for one in (verdict.violations if verdict else ()))
    return [(at[0], at[1]) for at in spots if at is not None]


def lost_crosses(figures: Sequence[Figure], lost: Sequence[str], view: View) -> str:
    """Return a cross over every model that is lost."""
    parts = []
    for figure in figures:
        if figure.model.id in lost:
            about = f"{figure.model.id} is lost"
            size = 0.75 * min(half_axes(figure.model.base))
            parts.append(_cross(figure.pose[:2], size, about, "lost", view))
    return "".join(parts)


def _cross(at: Point, size: float, about: str, name: str, view: View) -> str:
    x, y = at
    cross = polyline(((x - size, y - size), (x + size, y + size))) + polyline(
        ((x - size, y + size), (x + size, y - size))
    )
    shape = {"d": cross, "fill": "none", "stroke_linecap": "round"}
    return element(
        "g",
        tooltip(about),
        element("path", **shape, stroke=palette.PAPER, stroke_width=view.pen(6)),
        element("path", **shape, stroke=palette.WRONG, stroke_width=view.pen(3)),
        class_=name,
    )


def wish_marks(scenario: Scenario, movers: Sequence[Figure], view: View) -> str:
    """Return where the goal wishes models to be: their bases there, and what they lack to it."""
    wishes = {
        name: pose for term in scenario.action.goal for name, pose in (term.wish or {}).items()
    }
    parts = []
    for figure in movers:
        wish = wishes.get(figure.model.id)
        if wish is None:
            continue
        pose: Pose = (wish[0], wish[1], wish[2] if len(wish) > 2 else figure.pose[2], 0.0)
        dashes = f"{number(view.pen(1.5))} {number(view.pen(2.5))}"
        line = {"fill": "none", "stroke": palette.WISH, "stroke_dasharray": dashes}
        parts.append(
            element(
                "g",
                tooltip(f"{figure.model.id} is wished here"),
                drawn(figure.model.base, pose, **line, stroke_width=view.pen(1.6)),
                element(
                    "path",
                    d=polyline((pose[:2], figure.pose[:2])),
                    **line,
                    stroke_width=view.pen(1.1),
                ),
                class_="wish",
                data_model=figure.model.id,
            )
        )
    return "".join(parts)


def duty_marks(
    movers: Sequence[Figure], others: Sequence[Figure], owed: Sequence[Owing], view: View
) -> str:
    """Return where a model could have done its duty, and how far off it is where it could not."""
    areas, parts, states = _Areas(), [], states_of(owed)
    for figure in movers:
        mine = [one for one in owed if one.model == figure.model.id]
        if not mine:
            continue
        state = states[figure.model.id]
        colour, dashes = _DUTY[state][0], f"{number(view.pen(4))} {number(view.pen(3))}"
        line = {"fill": "none", "stroke": colour, "stroke_dasharray": dashes}
        place = next((one.pose for one in mine if one.pose is not None), None)
        targets = [f for f in others if f.unit.id in mine[0].targets]
        if place is not None:
            said = tooltip(f"{figure.model.id} could have ended here")
            base = drawn(figure.model.base, place, **line, stroke_width=view.pen(2.0))
            way = polyline((figure.pose[:2], place[:2]))
            join = element("path", d=way, **line, stroke_width=view.pen(1.4))
            parts.append(element("g", said, base, join, data_model=figure.model.id))
        elif state == "could not" and targets:
            target = min(targets, key=lambda f: gap_between(figure, f))
            ends = areas.nearest(figure, target)
            said = f'{figure.model.id} is {gap_between(figure, target):.2f}" from {target.model.id}'
            way = element(
                "path", tooltip(said), d=polyline(ends), **line, stroke_width=view.pen(1.2)
            )
            parts.append(element("g", way, data_model=figure.model.id))
    return element("g", *parts, class_="duty") if parts else ""


def duty_badges(movers: Sequence[Figure], owed: Sequence[Owing], view: View) -> str:
    """Return a sign beside every model that had a duty, in picture coordinates."""
    parts, states = [], states_of(owed)
    for figure in movers:
        mine = [one for one in owed if one.model == figure.model.id]
        if not mine:
            continue
        colour, sign = _DUTY[states[figure.model.id]]
        x, y = view.at(figure.pose[:2])
        out = 0.74 * view.scale * min(half_axes(figure.model.base))
        x, y = x + out, y - out
        said = "; ".join(f"{one.words} ({one.section})" for one in mine)
        parts.append(
            element(
                "g",
                tooltip(f"{figure.model.id}: {said}"),
                element("circle", cx=x, cy=y, r=6, fill=colour, stroke=palette.PAPER),
                label(sign, x, y + 3.4, 9.5, fill=palette.PAPER, font_weight="bold",
                      text_anchor="middle"),
                class_="duty-badge",
                data_model=figure.model.id,
            )
        )  # fmt: skip
    return element("g", *parts, class_="duty") if parts else ""


def duty_swatch(state: State) -> tuple[str, str]:
    """Return the sign of a state about height 0, and its words."""
    colour, sign = _DUTY[state]
    dot = element("circle", cx=11, cy=0, r=6.5, fill=colour)
    text = label(sign, 11, 3.5, 10, fill=palette.PAPER, font_weight="bold", text_anchor="middle")
    words = {
        "did": "did its duty",
        "could": "could have done its duty",
        "could not": "found no way to its duty",
    }
    return dot + text, words[state]


def bound_marks(source: Source, view: View) -> str:
    """Return what a bound is made of: priced places, boxes of its case, spots of its grid."""
    if not source.drawn:
        return ""
    parts = []
    if source.spots:
        dots = "".join(f"M{number(x)},{number(y)}h0" for x, y in source.spots)
        spots = element(
            "path", d=dots, stroke=palette.SPOT, stroke_width=view.pen(2.6), stroke_linecap="round"
        )
        parts.append(spots)
    dearest = max((disc[3] for disc in source.discs), default=0.0)
    for x, y, radius, price in source.discs:
        share = price / dearest if dearest > 0.0 else 0.0
        about = tooltip(f"at most one model's centre is in here, at a price of {price:.4g}")
        parts.append(
            element("circle", about, cx=x, cy=y, r=radius, fill=palette.PRICE,
                    fill_opacity=0.05 + 0.25 * share, stroke=palette.PRICE,
                    stroke_opacity=0.7, stroke_width=view.pen(0.8))
        )  # fmt: skip
    parts += [_case_box(box, view, "somebody's centre is in here") for box in source.inside]
    parts += [_case_box(box, view, "nobody's centre is in here", 3.0) for box in source.outside]
    return element("g", *parts, class_="bound")


def _case_box(box: Box, view: View, about: str, dash: float | None = None) -> str:
    x0, y0, x1, y1 = box
    dashes = None if dash is None else f"{number(view.pen(dash))} {number(view.pen(dash))}"
    return element(
        "path", tooltip(f"the case that decides the bound: {about}"),
        d=polyline(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), close=True), fill="none",
        stroke=palette.PRICE, stroke_width=view.pen(1.3), stroke_dasharray=dashes,
    )  # fmt: skip


class _Areas:
    """Bases as polygons, each made once, and the nearest points of two."""

    def __init__(self) -> None:
        self._made: dict[int, ShapelyPolygon] = {}

    def nearest(self, a: Figure, b: Figure) -> tuple[Point, Point]:
        from shapely.ops import nearest_points

        p, q = nearest_points(self._of(a), self._of(b))
        return (p.x, p.y), (q.x, q.y)

    def _of(self, figure: Figure) -> ShapelyPolygon:
        if id(figure) not in self._made:
            self._made[id(figure)] = area(figure.model.base, figure.pose)
        return self._made[id(figure)]


def _inches(text: str, x: float, y: float, colour: str) -> str:
    return label(
        text, x, y - 4, _TYPE, fill=colour, font_weight="bold", text_anchor="middle",
        stroke=palette.PAPER, stroke_width=2.6, paint_order="stroke",
    )  # fmt: skip
