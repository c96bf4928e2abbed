"""Where a model can get to at all: bases and walls shut ways off, or make them too long.

Only the disc that the model's base holds is moved, and it may climb wherever it likes for what a
climb costs: there are fewer ways than this allows, never more.  At a rise above its level only
what bars it there and on its level bars it.  In a plane with polygons cut out a shortest way
turns at their corners; outlines with arcs are replaced by polygons inside them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import shapely
from shapely.affinity import rotate, translate
from shapely.geometry.base import BaseGeometry

from movesolver.referee.position import Position
from movesolver.verifying.boxes import Boxes
from movesolver.verifying.outlines import Body, Bools, Floats

PRESSED = 1e-6
"""Bases are taken to be so much smaller, inches: more than a path may press into them."""
STARTS_PRESSED = 0.011
"""A path may press into a base as deep as it starts, if that is less than this, inches."""
CLIMB = 1.0
"""Terrain farther than this beyond a model's reach cannot be climbed by it, inches."""
SEGMENTS = 16
"""Sides of a quarter of the polygons that stand for circles, which lie inside them."""
HAIR = 1e-7
"""What a line of sight may cut off corners, inches: rounding must not hide what is in sight."""
FINEST = 2e-3
"""Boxes with half a diagonal below this are not asked how long ways to them are, inches ..."""
AT_ONCE = 3000
"""... and no more boxes than so many at once."""
MOST_CORNERS = 500
"""With more corners than so many no way is called too long, only shut off."""


class Layer(NamedTuple):
    """Ways that rise so far."""

    reach: float
    """What is left to go across the table, inches."""
    barring: list[tuple[Body, float]]
    """What bars them however they go, and how near to it no part of a way may come, inches."""


class Ways:
    """What bars the ways of one model.

    Parameters
    ----------
    position, model
        The question, and whose ways.
    start
        Where the model stands.
    others, walls
        What stands on the table, as `Position` lists it.
    reach
        How far the model may go, tolerance included, inches.
    """

    def __init__(
        self,
        position: Position,
        model: int,
        start: Body,
        others: list[Body],
        walls: list[Body],
        reach: float,
    ) -> None:
        self.position, self.model, self.start = position, model, start
        clear = np.where(position.enemy, position.transit_clearance, 0.0).tolist()
        self.bodies = [*zip(others, clear, strict=True), *((wall, 0.0) for wall in walls)]
        self.reach, self.held = reach, start.outline.held
        self.at = shapely.Point(start.x, start.y)
        moves = self.held > 0.0 and math.isfinite(reach) and position.rules.terrain_categories
        self.known = bool(moves) and not position.movers[model].flying
        """Whether anything is known of its ways."""
        self.climbs = self.known and self._near_terrain()
        self._part = lru_cache(maxsize=None)(self._part_at)
        self._sight = lru_cache(maxsize=None)(self._sight_at)
        self._corners = lru_cache(maxsize=None)(self._corners_at)
        self.layers = list(self._layers()) if self.known else []

    def shut_off(self, boxes: Boxes) -> Bools:
        """Return which boxes no way leads to, however long, shape (p,)."""
        out = np.full(boxes.x.size, self.known)
        middles = shapely.points(boxes.x, boxes.y)
        for k in range(len(self.layers)):
            part = self._part(k, 0.0)
            if part is None:
                return np.zeros(boxes.x.size, dtype=np.bool_)
            out &= shapely.distance(part, middles) > boxes.half * math.sqrt(2.0) + PRESSED
        return out

    def out_of_reach(self, boxes: Boxes) -> Bools:
        """Return which boxes no way leads to that is short enough, shape (p,).

        A disc smaller by half a diagonal gets to the middle of a box whenever the model gets to
        any place of it, by a way that is longer by as much at most.
        """
        further = boxes.half * math.sqrt(2.0)
        small = 0.0 < further < FINEST or boxes.x.size > AT_ONCE
        if not self.known or small or self.held - further <= 2 * PRESSED:
            return np.zeros(boxes.x.size, dtype=np.bool_)
        out = np.ones(boxes.x.size, dtype=np.bool_)
        for k in range(len(self.layers)):
            out[out] = ~self._reached(k, further, boxes.only(out))
        return out

    def _reached(self, k: int, further: float, boxes: Boxes) -> Bools:
        """Return which middles of boxes the smaller disc may get to in a layer, shape (p,)."""
        part, most = self._part(k, further), self.layers[k].reach + further
        if part is None:
            return np.ones(boxes.x.size, dtype=np.bool_)
        found = np.asarray(shapely.intersects_xy(part, boxes.x, boxes.y))
        corners = self._corners(k, further)
        if corners is None:
            return found
        left = np.flatnonzero(found)
        found[:], sight = False, self._sight(k, further)
        for x, y, spent in corners:
            away = np.hypot(boxes.x[left] - x, boxes.y[left] - y)
            near = left[spent + away <= most]
            seen = near[_in_sight(sight, x, y, boxes.x[near], boxes.y[near])]
            found[seen] = True
            left = left[~found[left]]
        return found

    def _layers(self) -> Iterator[Layer]:
        """Yield what bars ways that rise, or sink, ever farther; the longest first."""
        position, z = self.position, self.start.z
        both = 2.0 if position.rules.descent_counts else 1.0
        highest = self.reach / both if self.climbs else 0.0
        tops = [*(position.others.z + position.headroom), *position.walls.top]
        rises = sorted({float(top) - z for top in tops if 0.0 < top - z < highest})
        for low, high in zip([0.0, *rises], [*rises, highest], strict=True):
            # Whatever rises to between these two is barred by what bars it just below the second.
            top = max(high - PRESSED, 0.0)
            yield Layer(self.reach - both * max(low - 2 * PRESSED, 0.0), self._barring(top, z))

    def _barring(self, rise: float, z: float) -> list[tuple[Body, float]]:
        """Return what bars the model at its level, at a rise above it and as far below."""
        bars = np.ones(len(self.bodies), dtype=np.bool_)
        for height in {max(z - rise, 0.0), z, z + rise}:
            models = self.position.models_in_way(self.model, height)
            walls = self.position.walls_in_way(self.model, height)
            bars &= np.concatenate([models, walls])
        return [one for one, bar in zip(self.bodies, bars.tolist(), strict=True) if bar]

    def _part_at(self, k: int, further: float) -> BaseGeometry | None:
        """Return where the centre of the disc, smaller by some inches, can be; None: anywhere."""
        radius, table = self.held - further - PRESSED, self.position.scenario.table
        far = self.reach + further + 1.0
        x, y = self.start.x, self.start.y
        window = shapely.box(x - far, y - far, x + far, y + far)
        edge = radius - self.position.rules.tolerance
        inside = shapely.box(edge, edge, table.width - edge, table.height - edge)
        grown = []
        for body, clear in self.layers[k].barring:
            away = float(body.distances(np.array([x]), np.array([y]))[0][0])
            if away <= far + self.held + clear:
                # A base that is not round may start pressed into it where the disc is not.
                touches = not self.start.outline.round and away < self.start.outline.outer
                grow = max(radius + clear - (STARTS_PRESSED if touches else 0.0), 0.0)
                grown.append(polygon_in(body).buffer(grow, SEGMENTS))
        free = window.intersection(inside).difference(shapely.union_all(grown))
        parts = [one for one in shapely.get_parts(free) if one.covers(self.at)]
        return parts[0].buffer(HAIR, join_style="mitre") if parts else None

    def _sight_at(self, k: int, further: float) -> BaseGeometry:
        """Return what lines of sight have to stay in."""
        part = self._part(k, further)
        assert part is not None
        wider = part.buffer(HAIR, join_style="mitre")
        shapely.prepare(wider)
        return wider

    def _corners_at(self, k: int, further: float) -> list[tuple[float, float, float]] | None:
        """Return the start and corners that ways turn at, and how far it is to each, in order.

        None if there are too many.
        """
        part = self._part(k, further)
        assert part is not None
        x, y = np.array([(self.start.x, self.start.y), *_turns(part)]).T
        if x.size > MOST_CORNERS:
            return None
        length = np.hypot(x[:, None] - x[None, :], y[:, None] - y[None, :])
        a, b = np.nonzero(np.triu(length <= self.layers[k].reach + further, 1))
        lines = np.stack([np.column_stack([x[a], y[a]]), np.column_stack([x[b], y[b]])], axis=1)
        seen = np.asarray(shapely.covers(self._sight(k, further), shapely.linestrings(lines)))
        step = np.full(length.shape, math.inf)
        step[a[seen], b[seen]] = step[b[seen], a[seen]] = length[a[seen], b[seen]]
        spent, found = np.full(x.size, math.inf), list[tuple[float, float, float]]()
        spent[0], left = 0.0, np.ones(x.size, dtype=np.bool_)
        # Dijkstra: the nearest of those that are left is settled.
        while np.isfinite(spent[left]).any():
            v = int(np.argmin(np.where(left, spent, math.inf)))
            left[v] = False
            found.append((float(x[v]), float(y[v]), float(spent[v])))
            spent = np.minimum(spent, spent[v] + step[v])
        return found

    def _near_terrain(self) -> bool:
        """Return whether terrain stands where the model could climb it (13.06)."""
        far = self.reach + self.start.outline.outer + CLIMB
        for feature in self.position.scenario.terrain:
            polygons = [feature.footprint, *(wall.polygon for wall in feature.walls)]
            polygons += [floor.polygon for floor in feature.floors]
            if any(shapely.Polygon(polygon).distance(self.at) <= far for polygon in polygons):
                return True
        return False


@lru_cache(maxsize=4096)
def polygon_in(body: Body) -> BaseGeometry:
    """Return a polygon that lies inside a body, as near to it as `SEGMENTS` lets it be."""
    outline, polygon = body.outline, body.outline.polygon
    if polygon is None:
        assert outline.axes is not None
        a, b = outline.axes
        angles = 2.0 * math.pi * np.arange(4 * SEGMENTS) / (4 * SEGMENTS)
        polygon = shapely.Polygon(np.column_stack([a * np.cos(angles), b * np.sin(angles)]))
    turned = rotate(polygon, body.facing, origin=(0.0, 0.0))
    return translate(turned, body.x, body.y)


def _turns(part: BaseGeometry) -> Iterator[tuple[float, float]]:
    """Yield the corners of a polygon that shortest ways inside it may turn at."""
    assert isinstance(part, shapely.Polygon)
    ring = shapely.geometry.polygon.orient(part)
    for border in (ring.exterior, *ring.interiors):
        corners = np.array(border.coords)[:-1]
        before, after = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
        (ax, ay), (bx, by) = (corners - before).T, (after - corners).T
        # The inside is on the left: a turn to the right leaves more than half of it there.
        yield from corners[ax * by - ay * bx < HAIR * HAIR].tolist()


def _in_sight(part: BaseGeometry, x: float, y: float, to_x: Floats, to_y: Floats) -> Bools:
    """Return which places are in sight of a point inside a part of the table, shape (p,)."""
    ends = np.column_stack([to_x, to_y])
    lines = np.stack([np.broadcast_to([x, y], ends.shape), ends], axis=1)
    return np.asarray(shapely.covers(part, shapely.linestrings(lines)), dtype=np.bool_)
