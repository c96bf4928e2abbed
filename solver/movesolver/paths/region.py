"""The region a model can reach: a distance field on a grid, its border found exactly."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from movekernels.arrays import Floats
from movesolver.errors import InputError
from movesolver.referee.verdict import Json

if TYPE_CHECKING:
    from shapely import MultiLineString, MultiPolygon
    from shapely.geometry.base import BaseGeometry

Lengths = Callable[[Floats], Floats]
"""Inches to points (s, 2), infinity where there is no path; shape (s,)."""

LAYERS = 2
"""How many nodes deep a field is carried on into what cannot be reached."""
BESIDE = LAYERS + 1
"""How many nodes a grid has beyond those that are measured."""
MOST_NODES = 2_000_000
"""Nodes of a grid at most: they take 0.7 GB and most of a minute."""
PROBE = 1e-4
"""Distance over which a length's slope is measured, inches."""
STEEP = 0.2
"""The square of a slope is believed if it differs from 1, as it must be, by no more than this."""
ON_BORDER = 1e-5
"""How near the length at a corner of the border is to the maximum, inches."""


LINE_ROOM = 0.03
"""Lines of a whole unit keep this far from the border of its region, inches."""
PLACES = 6
"""Decimals of the corners of regions in JSON."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Lengths of the shortest paths at the nodes of a grid around a start.

    ``values[r, c]`` belongs to ``(x[c], y[r])``: inches, infinity where no path of the
    longest length asked for leads.  The nodes are whole steps away from the start.
    """

    x: Floats
    y: Floats
    values: Floats


def field(
    lengths: Lengths, start: tuple[float, float], most: float, step: float, room: BaseGeometry
) -> Grid:
    """Measure the lengths to nodes within ``most`` inches of a start, a little beyond ``room``."""
    import shapely

    x0, y0, x1, y1 = shapely.bounds(room) + np.array([-2.0, -2.0, 2.0, 2.0]) * step
    across = _ticks(start[0], x0, x1, most, step)
    along = _ticks(start[1], y0, y1, most, step)
    if across.size * along.size > MOST_NODES:
        wanted = f"a step, or a move on a table, that takes at most {MOST_NODES:,} nodes"
        raise InputError("step", wanted, f"{across.size * along.size:,} with {step:g} inches")
    x, y = np.meshgrid(start[0] + across, start[1] + along)
    near = np.hypot(*np.meshgrid(across, along)) <= most
    near &= (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
    values = np.full(x.shape, math.inf)
    values[near] = lengths(np.column_stack([x[near], y[near]]))
    return Grid(start[0] + across, start[1] + along, values)


def _ticks(start: float, low: float, high: float, most: float, step: float) -> Floats:
    """Return multiples of the step out to ``most``, or from just below ``low`` to above ``high``.

    However far a model may move: no node is needed where there is no room.
    """
    count = math.ceil(most / step)
    first, last = -count, count
    if low <= high:
        first = max(first, math.floor((low - start) / step) - BESIDE)
        last = min(last, math.ceil((high - start) / step) + BESIDE)
    if not (low <= high and first < last):  # there is no room at all, or none that is near
        first, last = -1, 1
    return np.arange(first, last + 1, dtype=np.float64) * step


def carried_on(values: Floats) -> Floats:
    """Carry a field on, a few nodes deep, into where it is infinite; NaN beyond.

    Each node takes the straight continuation of its neighbours' values, so that lines of
    equal length run on to obstacles, which are cut out exactly afterwards.
    """
    known = np.where(np.isfinite(values), values, math.nan)
    for _ in range(LAYERS):
        known = _one_layer(known)
    return known


def _one_layer(known: Floats) -> Floats:
    rows, columns = known.shape
    wide = np.full((rows + 4, columns + 4), math.nan)
    wide[2:-2, 2:-2] = known
    total, count = np.zeros_like(known), np.zeros_like(known)
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        near = wide[2 + down : 2 + down + rows, 2 + right : 2 + right + columns]
        far = wide[2 + 2 * down : 2 + 2 * down + rows, 2 + 2 * right : 2 + 2 * right + columns]
        straight = 2.0 * near - far
        next_to = np.where(np.isnan(straight), near, straight)
        there = ~np.isnan(next_to)
        total += np.where(there, next_to, 0.0)
        count += there
    new = np.isnan(known) & (count > 0)
    result = known.copy()
    result[new] = total[new] / count[new]
    return result


def within(grid: Grid, level: float) -> MultiPolygon:
    """Return where a field is at most ``level``, linear between its nodes.

    The field is one that has been `carried_on`.
    """
    import shapely
    from contourpy import FillType, contour_generator

    lines = contour_generator(grid.x, grid.y, grid.values, fill_type=FillType.OuterOffset)
    below: Any = lines.filled(-1.0, level)
    polygons = []
    for points, offsets in zip(*below, strict=True):
        rings = [points[a:b] for a, b in pairwise(offsets)]
        polygons.append(shapely.Polygon(rings[0], rings[1:]))
    # where borders touch in a point the pieces are mended one by one: together they may
    # leave a mixture that shapely refuses
    return as_polygons(shapely.union_all([as_polygons(shapely.make_valid(p)) for p in polygons]))


def as_polygons(shape: BaseGeometry) -> MultiPolygon:
    """Return the areas of a shape: lines and points are dropped."""
    import shapely

    parts = shapely.get_parts(shapely.get_parts(shape))
    areas = [part for part in parts if part.geom_type == "Polygon" and part.area > 0.0]
    return shapely.MultiPolygon(areas)


def onto_border(lengths: Lengths, points: Floats, level: float, step: float) -> Floats:
    """Move points to where the length is exactly ``level``: one step of Newton's method.

    The slope is measured at each point.  A point stays where it would move more than
    ``step`` or would not come to within `ON_BORDER` of the border.
    """
    here = lengths(points)
    away = np.where(np.isfinite(here), level - here, math.inf)
    slopes = [lengths(points + shift) - (level - away) for shift in ((PROBE, 0.0), (0.0, PROBE))]
    slope = np.column_stack(slopes) / PROBE
    square = np.sum(slope * slope, axis=1)
    sound = np.isfinite(away) & np.isfinite(square) & (np.abs(square - 1.0) <= STEEP)
    sound[sound] &= np.abs(away[sound]) <= step
    moved = points.copy()
    moved[sound] += slope[sound] * (away[sound] / square[sound])[:, None]
    missed = ~(np.abs(lengths(moved) - level) <= ON_BORDER)
    moved[missed] = points[missed]
    return moved


def refined(shape: MultiPolygon, lengths: Lengths, level: float, step: float) -> MultiPolygon:
    """Put the corners of a border that are not on obstacles exactly where the length is ``level``.

    A corner is added in the middle of every side, so that between corners a border of
    radius R is off by some ``step ** 2 / (32 R)`` only.
    """
    import shapely

    rings = [np.asarray(ring.coords)[:-1] for ring in shapely.get_rings(shapely.get_parts(shape))]
    if not rings:
        return shape
    ends = np.cumsum([len(ring) for ring in rings])[:-1]
    corners = onto_border(lengths, np.concatenate(rings), level, step)
    after = np.concatenate([np.roll(ring, -1, axis=0) for ring in np.split(corners, ends)])
    middles = onto_border(lengths, (corners + after) / 2.0, level, step)
    doubled = np.stack([corners, middles], axis=1).reshape(-1, 2)
    return _reassembled(shape, np.split(doubled, 2 * ends))


def _reassembled(shape: MultiPolygon, rings: list[Floats]) -> MultiPolygon:
    """Return polygons with other corners, ring by ring."""
    import shapely

    left = iter(rings)
    polygons = []
    for polygon in shape.geoms:
        outer = next(left)
        polygons.append(shapely.Polygon(outer, [next(left) for _ in polygon.interiors]))
    # where borders touch in a point the pieces are mended one by one: together they may
    # leave a mixture that shapely refuses
    return as_polygons(shapely.union_all([as_polygons(shapely.make_valid(p)) for p in polygons]))


def reached_parts(shape: BaseGeometry, lengths: Lengths, most: float) -> MultiPolygon:
    """Leave out the parts of a shape to which no path leads, each asked at one inner point."""
    import shapely

    parts = as_polygons(shape)
    if not parts.geoms:
        return parts
    inner = [part.representative_point() for part in parts.geoms]
    reached = lengths(np.array([[point.x, point.y] for point in inner])) <= most
    return shapely.MultiPolygon([p for p, r in zip(parts.geoms, reached, strict=True) if r])


def level_lines(grid: Grid, level: float, inside: BaseGeometry) -> MultiLineString:
    """Return the lines of equal length of a field, cut to a shape."""
    import shapely
    from contourpy import LineType, contour_generator

    generator = contour_generator(grid.x, grid.y, grid.values, line_type=LineType.Separate)
    lines: Any = generator.lines(level)
    drawn = shapely.MultiLineString([line for line in lines if len(line) > 1])
    return as_lines(drawn.intersection(inside))


def as_lines(shape: BaseGeometry) -> MultiLineString:
    """Return the lines of a shape, joined where they meet."""
    import shapely

    parts = shapely.get_parts(shapely.get_parts(shape))
    lines = [part for part in parts if part.geom_type == "LineString" and not part.is_empty]
    if not lines:  # those of an empty one would be one that is empty
        return shapely.MultiLineString()
    joined = shapely.line_merge(shapely.MultiLineString(lines))
    return shapely.MultiLineString(shapely.get_parts(joined).tolist())


@dataclass(frozen=True, slots=True)
class Region:
    """Where the centre of one model's base can be at the end of its move.

    Attributes
    ----------
    model
        Its id.
    start
        Where it stands, inches.
    maximum
        How far it may move, inches.
    exact
        Whether the base is round and nothing is open: then ``polygons`` and ``outer`` are
        the same, to a thousandth of a square inch.
    polygons
        Where the model can get, a `shapely.MultiPolygon`.  Of a base that is not round, or
        that climbs, the places where a path was found, in one of the headings tried.
    outer
        Outside of this it surely cannot get.
    grid
        Lower bounds of the lengths at the nodes the region was drawn from, inches; exact
        for a round base that does not climb.
    z
        Height of the base there, inches.
    levels
        Regions at other heights: the ground and floors, lowest first.
    """

    model: str
    start: tuple[float, float]
    maximum: float
    exact: bool
    polygons: MultiPolygon
    outer: MultiPolygon
    grid: Grid
    z: float = 0.0
    levels: tuple[Region, ...] = ()

    @property
    def area(self) -> float:
        """Area of ``polygons``, square inches."""
        return float(self.polygons.area)

    def lines(self, every: float = 1.0) -> list[tuple[float, MultiLineString]]:
        """Return lines of equal length every so many inches, cut to the region.

        Returns
        -------
        list
            Inches and the lines (`shapely.MultiLineString`), shortest first.
        """
        levels = _levels(every, self.maximum, [self.grid])
        return [(level, level_lines(self.grid, level, self.polygons)) for level in levels]

    def to_json(self) -> Json:
        """Return the region as ``reach --json`` prints it."""
        answer: Json = {"maximum": self.maximum, **self._areas()}
        if self.levels:
            answer["levels"] = [{"z": level.z, **level._areas()} for level in self.levels]
        return answer

    def _areas(self) -> Json:
        answer: Json = {
            "exact": self.exact,
            "area": self.area,
            "polygons": polygons_json(self.polygons),
        }
        if not self.exact:
            answer["outer_area"] = float(self.outer.area)
            answer["outer"] = polygons_json(self.outer)
        return answer


def _levels(every: float, most: float, grids: Sequence[Grid]) -> list[float]:
    """Return the lengths below ``most`` that lines are drawn at, as far as some grid goes."""
    farthest = max(np.max(g.values, initial=0.0, where=np.isfinite(g.values)) for g in grids)
    levels: list[float] = np.arange(every, min(most - 1e-9, farthest + every), every).tolist()
    return levels


def unit_lines(regions: list[Region], every: float) -> list[tuple[float, MultiLineString]]:
    """Return lines of equal length of whichever model is nearest, cut to all regions."""
    import shapely

    whole = shapely.union_all([region.polygons for region in regions])
    # the border of a level is a line only where the region goes on beyond it
    inside = whole.buffer(-LINE_ROOM)
    found = []
    most = max(region.maximum for region in regions)
    for level in _levels(every, most, [region.grid for region in regions]):
        areas = [within(r.grid, min(level, r.maximum)) for r in regions]
        border = as_polygons(shapely.union_all(areas)).boundary
        found.append((level, as_lines(border.intersection(inside))))
    return found


def polygons_json(shape: MultiPolygon) -> list[list[list[list[float]]]]:
    """Return polygons as lists of rings, the outer one first; corners as [x, y]."""
    return [
        [
            [[round(x, PLACES), round(y, PLACES)] for x, y in ring.coords]
            for ring in (polygon.exterior, *polygon.interiors)
        ]
        for polygon in shape.geoms
    ]
