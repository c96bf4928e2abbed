"""Which part of the table a picture is about: a small squad on a large table is a thumbnail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from movesolver.draw.drawing import Drawing
from movesolver.draw.ground import CONTROL
from movesolver.draw.marks import places_of
from movesolver.draw.outlines import extent
from movesolver.table.measures import inches
from movesolver.table.scenario import Scenario, Target

MARGIN = 3.0
"""What is seen around the action, inches."""
LEAST = 24.0
"""At least so wide a part of the table is seen, inches: what stands about counts too."""
SMALL = 0.7
"""The action is small if it takes less than this share of the table's width and height."""

Span = tuple[float, float, float, float]
"""Least x and y, greatest x and y, inches."""


class Part(NamedTuple):
    """A part of the table, inches."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From left to right, inches."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top, inches."""
        return self.top - self.bottom

    def shaped(self, least: float, most: float, within: Part) -> Part:
        """Return the least part around this one of a shape between two, moved into another.

        Shapes are width over height; where ``within`` is too narrow it ends at its edge.
        """
        width = max(self.width, LEAST, least * self.height)
        height = max(self.height, width / most)
        left, right = _placed(self.left, self.right, width, within.left, within.right)
        bottom, top = _placed(self.bottom, self.top, height, within.bottom, within.top)
        return Part(left, bottom, right, top)


def whole_of(scenario: Scenario) -> Part:
    """Return the whole table."""
    return Part(0.0, 0.0, scenario.table.width, scenario.table.height)


def part_of(drawing: Drawing, least: float, most: float) -> Part | None:
    """Return the part of the table that the action takes, or None if all is to be seen.

    Parameters
    ----------
    drawing
        What is drawn.  A scenario that nothing was asked of yet shows its whole table.
    least, most
        The shapes that a part may have, width over height.
    """
    picture, table = drawing.picture, whole_of(drawing.picture.scenario)
    if picture.whole or picture.untouched:
        return None
    spans = [span for span in _action(drawing) if _meets(span, table)]
    if not spans:
        return None
    goals = [span for span in _goals(drawing) if _meets(span, table)]
    # A goal that is far off is not worth the smaller bases.
    for shown in ([*spans, *goals], spans):
        part = _around(shown).shaped(least, most, table)
        if part.width < SMALL * table.width and part.height < SMALL * table.height:
            return part
    return None


def _around(spans: list[Span]) -> Part:
    lefts, bottoms, rights, tops = zip(*spans, strict=True)
    return Part(
        min(lefts) - MARGIN, min(bottoms) - MARGIN, max(rights) + MARGIN, max(tops) + MARGIN
    )


def _placed(low: float, high: float, size: float, least: float, most: float) -> tuple[float, float]:
    """Return ends ``size`` apart about the middle of two, between the least and the most."""
    if size >= most - least:
        return least, most
    start = min(max((low + high - size) / 2, least), most - size)
    return start, start + size


def _meets(span: Span, table: Part) -> bool:
    left, bottom, right, top = span
    return right >= 0 and top >= 0 and left <= table.right and bottom <= table.top


def _action(drawing: Drawing) -> Iterator[Span]:
    """Yield what the move takes: its models, whom they had to reach, what they could reach."""
    picture = drawing.picture
    for figure in drawing.movers:
        poses = (figure.pose, *figure.path, *(() if figure.start is None else (figure.start,)))
        yield from (extent(figure.model.base, pose) for pose in poses)
    sought = {*picture.scenario.action.targets, *(t for one in picture.duties for t in one.targets)}
    for figure in drawing.scene.figures:
        if figure.unit.id in sought or figure.model.id in drawing.wrong:
            yield extent(figure.model.base, figure.pose)
    for x, y in places_of(picture.verdict):
        yield x, y, x, y
    yield from drawing.refuted.spans()
    yield from ((x, y, x, y) for x, y in (place.pose[:2] for place in picture.places))
    areas = []
    if picture.reach is not None:
        areas = [picture.reach.polygons, *picture.reach.levels.values()]
    if picture.threat is not None:
        areas.append(picture.threat.polygons)
    yield from (area.bounds for area in areas if not area.is_empty)


def _goals(drawing: Drawing) -> Iterator[Span]:
    """Yield the points, markers and units of the goal."""
    scenario = drawing.picture.scenario
    markers = {marker.id: marker for marker in scenario.markers}
    for term in scenario.action.goal:
        near = term.within or term.need
        sought = term.near if near is None else near.of
        if isinstance(sought, Target):
            marker = markers.get(sought.marker or "")
            if marker is not None:
                ring = 0.0 if marker.at is None else inches(marker.diameter_mm) / 2 + CONTROL
                for x, y in marker.area or () if marker.at is None else (marker.at,):
                    yield x - ring, y - ring, x + ring, y + ring
            for figure in drawing.scene.figures:
                if figure.unit.id == sought.unit:
                    yield extent(figure.model.base, figure.pose)
        elif sought is not None:
            x, y = sought
            yield x, y, x, y
