"""Where a model may end at all: every place that is not surely illegal, in boxes.

A place is left out only where no base of the model's, at any heading, can be legal there,
with the tolerance in favour of legality.  What is not understood is left in.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from shapely import Polygon as ShapelyPolygon
from shapely import unary_union
from shapely.geometry.base import BaseGeometry

from movesolver.referee.fighting import locked
from movesolver.referee.position import Position
from movesolver.table.army import Model
from movesolver.verifying.boxes import Boxes, covering
from movesolver.verifying.outlines import Body, Bools, Floats, area, of_base
from movesolver.verifying.placing import Placing, beyond, region
from movesolver.verifying.verified import NotCoveredError
from movesolver.verifying.ways import Ways

ROUNDING = 1e-6
"""Added to the tolerance of the rules wherever a place is called illegal, inches."""
HAIR = 1e-9
"""Heights this near to the end of what is priced count as beyond it, inches."""
LEVEL = 1.0 - HAIR
"""Heights closer than this are one level: bases may not overlap (docs/rules.md, Levels)."""


@dataclass(frozen=True, slots=True)
class Storey:
    """Heights at which a model may end, and how far from its start, measured flat."""

    low: float
    high: float
    reach: float
    """Inches; infinity for a model that is set up."""
    floor: BaseGeometry | None
    """What a model stands wholly on up there; None where it may be anywhere."""
    priced: bool
    """Whether bases that end here are on one level with all others that do."""
    start: bool
    """Whether the model starts at this height."""

    def apart(self, z: float) -> tuple[float, float]:
        """Return the least and the largest difference of its heights from a height."""
        return max(self.low - z, z - self.high, 0.0), max(abs(self.low - z), abs(self.high - z))


class Board:
    """A position, read for what it says of single models."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.scenario = position.scenario
        self.ids = position.ids
        self.slop = position.rules.tolerance + ROUNDING
        self.outlines = [of_base(model.base) for model in position.models]
        owners = {m.id: (unit, m) for unit in self.scenario.units for m in unit.models}
        self.others = [body_of(owners[name][1]) for name in position.other_ids]
        self.starts = [
            Body(
                outline,
                float(position.start.x[i]),
                float(position.start.y[i]),
                float(position.facing[i]),
                float(position.start.z[i]),
            )
            for i, outline in enumerate(self.outlines)
        ]
        walls = [
            polygon
            for feature in self.scenario.terrain
            for polygon in (
                *(wall.polygon for wall in feature.walls),
                *([feature.footprint] if position.move.bars_cover else []),
            )
        ]
        if len(walls) != len(position.walls.category):
            raise NotCoveredError("walls that verify does not know")
        self.walls = [Body(area(polygon), 0.0, 0.0) for polygon in walls]
        floors = [floor for feature in self.scenario.terrain for floor in feature.floors]
        self.sills = [(Body(area(floor.polygon), 0.0, 0.0), floor.z) for floor in floors]
        """Floors, which a base may not end part-way through, and their heights."""
        self.berths = position.berths()
        self.placing = (
            Placing(position, self.outlines, self.others, self.slop) if position.placing else None
        )
        self._far = [self.from_starts(body) for body in self.others]
        self._far_walls = [self.from_starts(body) for body in self.walls]
        set_up = position.move.set_up
        self.in_part = set_up is not None and (set_up.partial or set_up.close)
        """Whether models may be left out, which are then worth nothing."""
        if self.in_part and self.scenario.action.goal:
            raise NotCoveredError(f"a goal of a {position.move.name}, which may leave models out")
        stuck = locked(position)
        unit = self.scenario.mover
        for i, model in enumerate(position.models if not position.placing else ()):
            stuck[i] |= (unit.move if model.move is None else model.move) == 0
        reach = np.where(stuck, 0.0, position.maximum)
        self.reach = [math.inf if position.placing else float(r) for r in reach]
        self._ways = lru_cache(maxsize=None)(self._ways_of)
        self.thorough = False
        """Whether to look at how long ways round what bars them are, which takes time."""

    def storeys(self, i: int, level: float = 0.0) -> Iterator[Storey]:
        """Yield all heights at which a model may end.

        Those less than half a level from ``level`` are priced: no two of them are a level apart.
        """
        bottom, above = max(level - LEVEL / 2 + HAIR, 0.0), level + LEVEL / 2 - HAIR
        rules, mover, reach = self.position.rules, self.position.movers[i], self.reach[i]
        z = self.starts[i].z
        if not rules.terrain_categories and reach > 0.0:
            # Nothing is asked of what a model stands on: it may end at any height it can climb to.
            top = math.inf if mover.flying else z + reach
            if top >= bottom:
                yield Storey(bottom, min(top, above), reach, None, True, bottom <= z <= above)
            if bottom > 0.0:
                yield Storey(0.0, bottom, reach, None, False, z < bottom)
            if top > above:
                left = reach if mover.flying else reach - max(above - z, 0.0)
                yield Storey(above, top, left, None, False, z > above)
            return
        yield Storey(z, z, reach, None, bottom <= z <= above, True)
        floors: dict[float, list[ShapelyPolygon]] = {}
        for feature in self.scenario.terrain:
            for floor in feature.floors:
                floors.setdefault(floor.z, []).append(ShapelyPolygon(floor.polygon))
        stands = not rules.stands_high or bool(mover.keywords & rules.stands_high)
        heights = [0.0, *(height for height in floors if height > ROUNDING and stands)]
        for height in heights:
            free = mover.flying or (height < z and not rules.descent_counts)
            left = reach if free else reach - abs(height - z)
            if height != z and left >= -self.slop and reach > 0.0:
                under = unary_union(floors[height]) if height > ROUNDING else None
                priced = bottom <= height <= above
                yield Storey(height, height, left, under, priced, False)

    def region(self, i: int, storey: Storey) -> list[Boxes]:
        """Return boxes that cover where a model may end at these heights."""
        start, table = self.starts[i], self.scenario.table
        reach = max(storey.reach, 0.0)
        if math.isinf(reach):
            return [covering(0.0, 0.0, table.width, table.height)]
        reach += self.slop if reach > 0.0 else 0.0
        return [covering(start.x - reach, start.y - reach, start.x + reach, start.y + reach)]

    def possible(self, i: int, boxes: Boxes, storey: Storey) -> Bools:
        """Return which boxes may hold a legal end of a model, shape (p,)."""
        outline, start, table = self.outlines[i], self.starts[i], self.scenario.table
        grip, slop, h = outline.grip, self.slop, boxes.half
        keep = boxes.x + h >= grip - slop
        keep &= boxes.x - h <= table.width - grip + slop
        keep &= boxes.y + h >= grip - slop
        keep &= boxes.y - h <= table.height - grip + slop
        keep &= boxes.nearest(start.x, start.y) <= max(storey.reach, 0.0) + slop
        if storey.floor is not None:
            keep &= boxes.spread(region(storey.floor))[0] <= outline.beside + slop
            keep &= boxes.spread(beyond(storey.floor))[1] >= outline.held - slop
        if outline.held > 0.0:
            keep[keep] &= ~self._overlapped(i, boxes.only(keep), storey)
        keep[keep] &= ~self._too_near(i, boxes.only(keep), storey)
        if self.placing is not None:
            keep[keep] &= self.placing.possible(i, boxes.only(keep))
        if storey.start:
            if self.thorough or not self._ways(i).climbs:
                keep[keep] &= ~self._ways(i).shut_off(boxes.only(keep))
            if self.thorough and keep.any():
                keep[keep] &= ~self._ways(i).out_of_reach(boxes.only(keep))
        return keep

    def _ways_of(self, i: int) -> Ways:
        reach = self.reach[i] + self.slop
        return Ways(self.position, i, self.starts[i], self.others, self.walls, reach)

    def _overlapped(self, i: int, boxes: Boxes, storey: Storey) -> Bools:
        """Return where a model surely overlaps another's base, or a wall it may not end in."""
        held, start = self.outlines[i].held, self.starts[i]
        bad = np.zeros(boxes.x.size, dtype=np.bool_)
        stays = boxes.nearest(start.x, start.y) == 0.0
        bars = self.position.walls_barring_end(i, storey.low)
        bars &= self.position.walls_barring_end(i, storey.high)
        for body, far in zip(self.others, self._far, strict=True):
            # Farther away than this nothing can be met: that only saves time.
            if storey.apart(body.z)[1] < LEVEL and far[i] <= storey.reach + held + 1.0:
                bad |= boxes.spread(body)[1] - held < -self.slop
        terrain = [
            body
            for body, far, bar in zip(self.walls, self._far_walls, bars.tolist(), strict=True)
            if bar and far[i] <= storey.reach + held + 1.0
        ]
        if self.position.rules.terrain_categories:
            low, high = storey.high + ROUNDING + HAIR, storey.low + LEVEL - HAIR
            terrain += [body for body, z in self.sills if low < z < high]
        for body in terrain:
            # A model that does not move may stay in a wall.
            bad |= (boxes.spread(body)[1] - held < -self.slop) & ~(stays & storey.start)
        return bad

    def _too_near(self, i: int, boxes: Boxes, storey: Storey) -> Bools:
        """Return where a model is surely within a distance that is to be kept from enemies."""
        grip = self.outlines[i].grip
        bad = np.zeros(boxes.x.size, dtype=np.bool_)
        for berth in self.berths:
            limit = berth.horizontal - self.slop
            for j in np.flatnonzero(berth.whom):
                body = self.others[j]
                _, above = storey.apart(body.z)
                if above > berth.vertical - self.slop and above > 0.0:
                    continue
                if self._far[j][i] > storey.reach + berth.horizontal + abs(grip) + 1.0:
                    continue
                gap = boxes.spread(body)[1] - grip
                if self.solid(i, int(j)):
                    gap = np.hypot(np.maximum(gap, 0.0), above)
                bad |= gap <= limit
        return bad

    def solid(self, i: int, j: int) -> bool:
        """Return whether a model's distance from one of the others is in space (VS10).

        Only where a game has it so, and the heights of both bodies are given.
        """
        position = self.position
        given = position.models[i].height is not None and not math.isnan(position.other_heights[j])
        return position.rules.solid and given

    def from_starts(self, body: Body) -> Floats:
        """Return the distance of a body from where each model starts, shape (n,)."""
        start = self.position.start
        return body.distances(start.x, start.y)[0]


def body_of(model: Model) -> Body:
    """Return a model where it stands."""
    assert model.at is not None
    return Body(of_base(model.base), *model.at, model.facing, model.z)
