"""Where the centre of a disc may not go or may not end, as shapes for regions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import LEVEL, Bodies, Floats
from movesolver.paths.ends import Ends
from movesolver.paths.grown import grown_bodies, union
from movesolver.paths.obstacles import Obstacles, clear_row, obstacles_of
from movesolver.referee.outlines import outline_of_polygon, pack_outlines
from movesolver.referee.position import Position, joined_bodies, select
from movesolver.referee.surfaces import GROUND
from movesolver.table.fields import Polygon

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


class Zones:
    """Forbidden ground of the models of a position, for discs about their centres.

    For a round base the disc is the base, and the shapes are exact but for the corners of
    curves (see `movesolver.paths.grown`).  For another base the disc lies inside it: what
    is forbidden to the disc is forbidden to the base at every heading.
    """

    def __init__(self, position: Position, ends: Ends) -> None:
        self.position = position
        self.ends = ends
        self._seen: dict[tuple[object, ...], BaseGeometry] = {}

    @cached_property
    def _obstacles(self) -> Obstacles:
        return obstacles_of(self.position)

    def forbidden(self, model: int, radius: float, z: float, *, ending: bool) -> BaseGeometry:
        """Return where the centre of a disc may not be at a height: not pass, or not end either.

        Table edge and floors to stand on apart (see `ground`).
        """
        position, own = self.position, float(self.position.start.z[model])
        row = clear_row(position, self._obstacles, model, z)
        barring = np.isfinite(row)
        groups = [select(self._obstacles.bodies, barring)]
        margins = [row[barring]]
        sills: BaseGeometry | None = None
        if ending:
            for bodies, gap in self._kept_from(model, z):
                groups.append(bodies)
                margins.append(np.full(bodies.x.size, gap))
            sills = self._sills(z, radius)
        mates = model if self.ends.mates else -1
        key = (radius, own, z, ending, row.tobytes(), position.movers[model], mates)
        if key not in self._seen:
            grown = self._grown(model, joined_bodies(*groups), np.concatenate(margins) + radius)
            self._seen[key] = union([*grown, *([] if sills is None else [sills])])
        return self._seen[key]

    def _kept_from(self, model: int, z: float) -> Iterator[tuple[Bodies, float]]:
        """Yield bodies and the gap an end must keep from them."""
        position, ends = self.position, self.ends
        yield ends.level_mates(model, z), 0.0
        yield select(position.walls.bodies, ends.walls(model, z)), 0.0
        for berth in position.berths():
            there = position.start._replace(z=np.full(position.start.x.size, z))
            level = position.above(there)[model] <= berth.vertical + position.rules.tolerance
            yield select(position.others, berth.whom & level), berth.horizontal

    def ground(self, model: int, radius: float, z: float, *, ending: bool) -> BaseGeometry:
        """Return where the centre of a disc may be at all: on the table, on a floor if raised."""
        import shapely

        position = self.position
        table = position.scenario.table
        if 2.0 * radius >= min(table.width, table.height):
            return shapely.Polygon()
        ground: BaseGeometry = shapely.box(
            radius, radius, table.width - radius, table.height - radius
        )
        if not ending or z <= GROUND or not position.rules.terrain_categories:
            return ground
        high = position.rules.stands_high
        if high and not position.movers[model].keywords & high:
            return shapely.Polygon()
        return ground.intersection(self.floor(z, radius))

    def floor(self, z: float, radius: float) -> BaseGeometry:
        """Return where a disc is wholly on floors at a height."""
        import shapely

        floors = union(shapely.Polygon(p) for p in self._floors(z - GROUND, z + GROUND))
        return floors.buffer(-radius, quad_segs=64)

    def dense_floor(self, z: float, radius: float) -> BaseGeometry:
        """Return where a disc is partly on a floor of dense terrain at a height."""
        import shapely

        dense = [
            shapely.Polygon(floor.polygon)
            for feature in self.position.scenario.terrain
            for floor in feature.floors
            if feature.category == "dense" and abs(floor.z - z) <= GROUND
        ]
        return union(dense).buffer(radius, quad_segs=64)

    def bars_climbers(self, model: int, z: float) -> bool:
        """Return whether a model may not end on dense floors at a height after climbing (13.06)."""
        rules, mover = self.position.rules, self.position.movers[model]
        free = not rules.terrain_categories or mover.flying
        free |= bool(mover.keywords & rules.stands_climbed)
        free |= bool(rules.options.get("monster_on_dense_floors", False))
        return not free and z > GROUND and z > self.position.start.z[model]

    def _grown(self, model: int, bodies: Bodies, margins: Floats) -> list[BaseGeometry]:
        """Return bodies grown by margins, those that some model of its kind comes near."""
        position, start = self.position, self.position.start
        far = position.shapes.outer[bodies.shape] + margins
        alike = [model] if self.ends.mates else np.flatnonzero(start.z == start.z[model])
        dx = start.x[alike, None] - bodies.x
        dy = start.y[alike, None] - bodies.y
        reach = position.maximum[alike, None] + far + 1.0
        near = np.any(dx * dx + dy * dy < reach * reach, axis=0) & (margins > 0.0)
        return grown_bodies(position.shapes, select(bodies, near), margins[near])

    def _sills(self, z: float, radius: float) -> BaseGeometry | None:
        """Return where a disc would end part-way through a floor less than a level up."""
        low, high = z + GROUND, z + LEVEL
        polygons = self._floors(low, high) if self.position.rules.terrain_categories else []
        if not polygons or radius <= 0.0:
            return None
        shapes = pack_outlines([outline_of_polygon(polygon) for polygon in polygons])
        margins = np.full(len(polygons), radius)
        return union(grown_bodies(shapes, _where_drawn(len(polygons)), margins))

    def _floors(self, low: float, high: float) -> list[Polygon]:
        return [
            floor.polygon
            for feature in self.position.scenario.terrain
            for floor in feature.floors
            if low <= floor.z <= high
        ]


def _where_drawn(count: int) -> Bodies:
    """Return bodies whose outlines are given in table coordinates."""
    zero = np.zeros(count)
    return Bodies(np.arange(count), zero, zero, zero + 1.0, zero, zero)
