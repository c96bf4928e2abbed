"""Names of zones, terrain, floors and objectives, set where they hide the least."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from movesolver.draw import palette
from movesolver.draw.ground import CONTROL, side_hue
from movesolver.draw.markup import Attribute, clean, element, fitted, label, text_width
from movesolver.draw.outlines import extent
from movesolver.draw.scene import Scene
from movesolver.draw.view import View
from movesolver.table.fields import Point, Polygon
from movesolver.table.measures import inches
from movesolver.table.scenario import Scenario

_TYPE = 10.0


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        """Return whether two boxes touch, also such without an area."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    def shared(self, other: _Box) -> float:
        """Return the area that two boxes have in common."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


_Places = Callable[[_Box, float, float], Iterable[Point]]


def ground_names(scenario: Scenario, scene: Scene, view: View) -> str:
    """Return the names of everything on the ground, in picture coordinates.

    Each takes, of a few places in and around its area, the one that covers the
    least of walls, bases and names set before it.
    """
    taken = [_box(view, wall.polygon) for feature in scenario.terrain for wall in feature.walls] + [
        _bounds(view, *extent(f.model.base, f.pose)) for f in scene.figures
    ]
    setter = _Setter(view, taken)
    for zone in scenario.zones:
        colour = side_hue(zone.side, scene).line
        setter.put(clean(zone.id), zone.polygon, colour, more=f" · {clean(zone.side)}")
    for marker in scenario.markers:
        if marker.at is None:
            setter.put(clean(marker.id), marker.area or (), palette.MARKER)
        else:
            ring = inches(marker.diameter_mm) / 2 + CONTROL
            setter.put_in_ring(clean(marker.id), marker.at, ring, palette.MARKER)
    for feature in scenario.terrain:
        name = clean(feature.id)
        setter.put(name, feature.footprint, palette.INK, more=f" · {feature.category}", spare=True)
        for floor in feature.floors:
            setter.put(f'{floor.z:g}" up', floor.polygon, palette.INK)
    return element("g", *setter.done, class_="names")


class _Setter:
    """Sets one name after the other."""

    def __init__(self, view: View, taken: list[_Box]) -> None:
        self._view = view
        self._table = _Box(view.left, view.top, view.right, view.bottom)
        self._taken = taken
        self.done: list[str] = []

    def put(
        self, text: str, polygon: Polygon, colour: str, more: str = "", *, spare: bool = False
    ) -> None:
        """Set the name of an area, given in inches, and ``more`` if there is room for it.

        A ``spare`` name is left to the tooltip where it would not fit into its area or
        would hide something: a table full of ruins is read by its shapes.
        """
        outline = [self._view.at(point) for point in polygon]
        box = _box(self._view, polygon)
        whole = text + more
        if text_width(whole, _TYPE) > _room(box):
            whole = text
        if spare and text_width(whole, _TYPE) > box.right - box.left - 8:
            return
        self._set(whole, box, outline, _in_box, colour, spare=spare)

    def put_in_ring(self, text: str, middle: Point, radius: float, colour: str) -> None:
        """Set the name of what a ring stands around, given in inches."""
        (x, y), r = middle, radius
        self._set(text, _bounds(self._view, x - r, y - r, x + r, y + r), [], _in_ring, colour)

    def _set(
        self,
        text: str,
        box: _Box,
        outline: list[Point],
        places: _Places,
        colour: str,
        *,
        spare: bool = False,
    ) -> None:
        if not box.meets(self._table):
            return
        name = fitted(text, _TYPE, _room(box))
        wide, high = text_width(name, _TYPE), _TYPE + 3
        spots = [_Box(x, y, x + wide, y + high) for x, y in places(box, wide, high)]
        # The first of equals wins, so that names stay put when nothing is in their way.
        costs = [self._cost(spot, outline) for spot in spots]
        chosen = spots[costs.index(min(costs))]
        if spare and min(costs) > 0:
            return
        self._taken.append(chosen)
        # A page that shows more of the table leaves out what then has no room in its area.
        room = box.right - box.left if spare else None
        at = (chosen.left + 1, chosen.top + _TYPE)
        self.done.append(haloed(name, *at, _TYPE, fill=colour, data_room=room))

    def _cost(self, spot: _Box, outline: list[Point]) -> float:
        size = (spot.right - spot.left) * (spot.bottom - spot.top)
        off_table = size - spot.shared(self._table)
        corners = [(x, y) for x in (spot.left, spot.right) for y in (spot.top, spot.bottom)]
        astray = sum(not _inside(corner, outline) for corner in corners) / 4 if outline else 0.0
        hidden = sum(spot.shared(box) for box in self._taken)
        return 5 * off_table + hidden + 0.4 * astray * size


def _room(box: _Box) -> float:
    """Return how wide a name may be; one beside a small area may be wider than it."""
    return max(box.right - box.left - 8, 60.0)


def _inside(point: Point, outline: list[Point]) -> bool:
    """Return whether a polygon holds the point, by counting crossings to the right of it."""
    x, y = point
    return (
        sum(
            (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0)
            for (x0, y0), (x1, y1) in zip(outline, outline[1:] + outline[:1], strict=True)
        )
        % 2
        == 1
    )


def _in_box(box: _Box, wide: float, high: float) -> Iterable[Point]:
    """Return the upper left corners a name may have: in the corners, along the edges, outside."""
    left, right = box.left + 4, box.right - 4 - wide
    middle = (box.left + box.right - wide) / 2
    top, bottom = box.top + 3, box.bottom - 3 - high
    for y in (top, bottom):
        yield from ((left, y), (right, y), (middle, y))
    yield middle, (box.top + box.bottom - high) / 2
    yield from ((middle, box.bottom + 3), (middle, box.top - 3 - high))


def _in_ring(box: _Box, wide: float, high: float) -> Iterable[Point]:
    middle = (box.left + box.right - wide) / 2
    for y in (box.bottom - 5 - high, box.top + 5, box.bottom + 3, box.top - 3 - high):
        yield middle, y


def haloed(text: str, x: float, y: float, size: float, **attributes: Attribute) -> str:
    """Return a label with a pale edge, so that it reads across lines."""
    return label(
        text, x, y, size, stroke=palette.PAPER, stroke_width=2.6, stroke_opacity=0.85,
        stroke_linejoin="round", paint_order="stroke", **attributes,
    )  # fmt: skip


def _box(view: View, polygon: Iterable[Point]) -> _Box:
    xs, ys = zip(*polygon, strict=True)
    return _bounds(view, min(xs), min(ys), max(xs), max(ys))


def _bounds(view: View, x0: float, y0: float, x1: float, y1: float) -> _Box:
    left, bottom = view.at((x0, y0))
    right, top = view.at((x1, y1))
    return _Box(left, top, right, bottom)
