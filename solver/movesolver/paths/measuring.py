"""Regions of one model: on the level it stands on, and on every floor it may get to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import Floats
from movesolver.errors import InputError
from movesolver.paths.asking import Asker
from movesolver.paths.pausing import by_chunks
from movesolver.paths.region import (
    Grid,
    Lengths,
    Region,
    as_polygons,
    carried_on,
    field,
    reached_parts,
    refined,
    within,
)
from movesolver.paths.rising import Rising, other_heights
from movesolver.paths.zones import Zones
from movesolver.referee.surfaces import GROUND
from movesolver.table.fields import shown

if TYPE_CHECKING:
    from shapely import MultiPolygon
    from shapely.geometry.base import BaseGeometry

FAR = 1e4
"""Stands for "no way was found" in a field that must not be carried on there, inches."""
ALIKE = 1e-3
"""A region found and its bound that differ by no more are the same, square inches."""
FINEST, COARSEST = 0.01, 2.0
"""Spacings of the grid that may be asked for, inches."""


def check_step(step: float) -> None:
    """Raise unless the spacing of a grid is one."""
    number = isinstance(step, int | float | np.integer | np.floating)
    if not number or isinstance(step, bool) or not FINEST <= step <= COARSEST:
        wish = f"a number of inches from {FINEST:g} to {COARSEST:g}"
        raise InputError("step", wish, shown(step))


@dataclass(frozen=True, slots=True)
class Measure:
    """What regions are measured with."""

    asker: Asker
    further: Rising
    """Ways that reach two steps beyond the models' maxima."""
    zones: Zones
    """The ground forbidden to the models."""
    step: float
    """Spacing of the grid, inches."""

    def region(self, i: int) -> Region:
        """Return the region of model ``i`` on the level it stands on, and those of the others."""
        own = self._at(i, float(self.asker.position.start.z[i]))
        levels = (self._at(i, z) for z in self._heights(i))
        return replace(own, levels=tuple(one for one in levels if not one.outer.is_empty))

    def outer(self, i: int) -> MultiPolygon:
        """Return where the model surely gets nowhere beyond, whatever the height."""
        import shapely

        heights = (float(self.asker.position.start.z[i]), *self._heights(i))
        return as_polygons(shapely.union_all([self._bounded(i, z)[1] for z in heights]))

    def _at(self, i: int, z: float) -> Region:
        asker = self.asker
        grid, outer = self._bounded(i, z)
        exact = asker.ways.is_round(i)
        found = outer
        if not exact:
            found = self._headings(i, z, grid, outer)
        elif not self.further.flat(i, z):
            found = self._climbed(i, z, grid)
        found = self._allowed(i, z, found)
        return Region(
            model=asker.position.ids[i],
            start=asker.start(i)[:2],
            maximum=asker.maximum(i),
            exact=exact and outer.symmetric_difference(found).area <= ALIKE,
            polygons=found,
            outer=outer,
            grid=Grid(grid.x, grid.y, carried_on(grid.values)),
            z=z,
        )

    def _heights(self, i: int) -> list[float]:
        """Return the heights other than its own at which the model may end, lowest first."""
        return other_heights(self.asker.position, i, ending=not self.asker.passing)

    def _bounded(self, i: int, z: float) -> tuple[Grid, MultiPolygon]:
        """Return the field of the disc inside a base, and its region.

        The base itself gets nowhere beyond that region.
        """

        def lengths(points: Floats) -> Floats:
            return by_chunks(lambda some: self.further.lower(i, some, z), points)

        room = self._room(i, z)
        grid = self._field(i, lengths, room)
        return grid, self._traced(i, z, lengths, grid, room)

    def _climbed(self, i: int, z: float, bound: Grid) -> MultiPolygon:
        """Return where a round base gets by the ways found."""
        facing = self.asker.start(i)[2]

        def lengths(points: Floats) -> Floats:
            posed = np.column_stack([points, np.full(len(points), facing)])
            return by_chunks(lambda some: self.further.upper(i, some, z), posed)

        room = self._room(i, z)
        grid = self._field(i, lengths, room)
        grid.values[np.isfinite(bound.values) & ~np.isfinite(grid.values)] = FAR
        return self._traced(i, z, lengths, grid, room)

    def _field(self, i: int, lengths: Lengths, room: BaseGeometry) -> Grid:
        most, step = self.asker.maximum(i) + 2.0 * self.step, self.step
        return field(lengths, self.asker.start(i)[:2], most, step, room)

    def _traced(
        self, i: int, z: float, lengths: Lengths, grid: Grid, room: BaseGeometry
    ) -> MultiPolygon:
        """Return where a field is at most the maximum, less what is forbidden at a height."""
        asker = self.asker
        most, radius = asker.maximum(i), float(asker.inner[i])
        whole = Grid(grid.x, grid.y, carried_on(grid.values))
        shape: BaseGeometry = refined(within(whole, most), lengths, most, self.step)
        shape = shape.intersection(room)
        shape = shape.difference(self.zones.forbidden(i, radius, z, ending=not asker.passing))
        return reached_parts(shape, lengths, most)

    def _room(self, i: int, z: float) -> BaseGeometry:
        """Return where the centre may be: off its own level and the ground, wholly on floors."""
        asker, radius = self.asker, float(self.asker.inner[i])
        room = self.zones.ground(i, radius, z, ending=not asker.passing)
        if z > GROUND and z != asker.position.start.z[i]:
            room = room.intersection(self.zones.floor(z, radius))
        return room

    def _allowed(self, i: int, z: float, found: MultiPolygon) -> MultiPolygon:
        """Leave out floors of dense terrain that the model would have to climb (13.06)."""
        if self.asker.passing or not self.zones.bars_climbers(i, z):
            return found
        dense = self.zones.dense_floor(z, float(self.asker.outer[i]))
        return as_polygons(found.difference(dense))

    def _headings(self, i: int, z: float, grid: Grid, outer: MultiPolygon) -> MultiPolygon:
        """Return the part of ``outer`` around the nodes where a path was found.

        The border runs half-way between a node where one was found and one where none was.
        """
        import shapely

        x, y = np.meshgrid(grid.x, grid.y)
        near = shapely.contains_xy(outer.buffer(grid.x[1] - grid.x[0]), x, y)
        points = np.column_stack([x[near], y[near]])
        missing = np.ones(x.shape)
        missing[near] = np.isnan(
            by_chunks(lambda some: self.asker.some_heading(i, some, z), points)
        )
        return as_polygons(within(Grid(grid.x, grid.y, missing), 0.5).intersection(outer))
