"""Where a model could end at all: boxes of places that nothing surely rules out.

Everything here errs on the side of the model, so that what is ruled out is proved: only the disc
that its base holds is looked at, limits are loosened by the tolerance, and a box is ruled
out only if all of it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import DISC, Bodies, Bools, Floats, Ints, Shapes
from movekernels.geometry.gap import gap_rows
from movesolver.paths.climber import Climber
from movesolver.paths.ends import Ends
from movesolver.paths.heights import Heights
from movesolver.paths.rising import Rising, other_heights
from movesolver.paths.ways import Ways
from movesolver.paths.zones import Zones
from movesolver.referee.large import too_large
from movesolver.referee.outlines import Outline
from movesolver.referee.position import Position
from movesolver.referee.surfaces import GROUND
from movesolver.referee.verdict import Code
from movesolver.search.arena import Arena, Storey, build_arena
from movesolver.search.goal_table import joined_shapes

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

FIRST = 0.75
"""Side of the first boxes, inches; as much of it as keeps them below `MOST`."""
LAST = 0.04
"""Boxes that are open still are split down to this side."""
MOST = 4096
"""About so many boxes at first, and at most so many to be split at a time."""
LOOSE = 1e-5
"""By how much every limit is loosened, inches: more than tolerances and rounding."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Squares in which some end of a model is not ruled out, or all that were looked at."""

    x: Floats
    """Centres, shape (s,)."""
    y: Floats
    side: Floats
    """Inches, shape (s,)."""
    z: Floats
    """Height that the base would stand at, inches, shape (s,)."""
    mask: Ints
    """Bits of the codes (index into `Openings.codes`) each of which rules all of it out, (s,)."""

    @property
    def open(self) -> Bools:
        """Which boxes nothing rules out, shape (s,)."""
        return np.asarray(self.mask == 0)

    def some(self, which: Bools) -> Boxes:
        """Return some of the boxes."""
        return Boxes(
            self.x[which], self.y[which], self.side[which], self.z[which], self.mask[which]
        )


class Openings:
    """The boxes of the models of a position.

    Parameters
    ----------
    position, arena
        The question and the ground of its search.
    """

    codes = tuple(Code)
    """What may rule a box out."""

    def __init__(self, position: Position, arena: Arena) -> None:
        self.position, self.arena = position, arena
        self.ways = Ways(position.alone())
        self.rising = Rising(self.ways)
        self.zones = Zones(position, Ends(position))
        self.first = lru_cache(maxsize=None)(self._first)
        self._aloft = lru_cache(maxsize=None)(self._arena_at)

    def radius(self, i: int) -> float:
        """Return the radius of the disc about its centre that a model's base holds, inches."""
        return max(float(self.position.shapes.inner[self.position.start.shape[i]]), 0.0)

    def heights(self, i: int) -> list[float]:
        """Return the heights at which a model may end."""
        return [float(self.position.start.z[i]), *other_heights(self.position, i)]

    def _first(self, i: int) -> Boxes:
        """Return the first boxes of a model, ruled out or not."""
        position = self.position
        table, most = position.scenario.table, float(position.maximum[i]) + LOOSE
        x, y = float(position.start.x[i]), float(position.start.y[i])
        left, low = max(x - most, 0.0), max(y - most, 0.0)
        wide = max(min(x + most, table.width) - left, LOOSE)
        high = max(min(y + most, table.height) - low, LOOSE)
        side = max(min(FIRST, max(wide, high) / 8), math.sqrt(wide * high / MOST))
        columns, rows = math.ceil(wide / side), math.ceil(high / side)
        gx, gy = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
        found = [
            Boxes(
                left + side * gx.ravel(),
                low + side * gy.ravel(),
                np.full(gx.size, side),
                np.full(gx.size, z),
                np.zeros(gx.size, dtype=np.int64),
            )
            for z in self.heights(i)
        ]
        return self.judged(i, _joined(found))

    def split(self, i: int, boxes: Boxes) -> Boxes:
        """Return the open ones among some boxes of a model, each split into four."""
        rest = boxes.some(boxes.open)
        quarter = rest.side / 4
        parts = [
            Boxes(rest.x + a * quarter, rest.y + b * quarter, rest.side / 2, rest.z, rest.mask)
            for a in (-1, 1)
            for b in (-1, 1)
        ]
        return self.judged(i, _joined(parts))

    def may_be(self, i: int, near: Callable[[Boxes], Bools]) -> bool:
        """Return whether a place may be left to a model where something holds.

        Parameters
        ----------
        i
            Index of the model.
        near
            In which boxes it may hold somewhere, shape (s,).
        """
        boxes = self.first(i)
        while True:
            boxes = boxes.some(boxes.open)
            boxes = boxes.some(near(boxes)) if boxes.x.size else boxes
            if not boxes.x.size:
                return False
            if boxes.side.min() <= 2 * LAST or boxes.x.size > MOST // 4:
                return True
            boxes = self.split(i, boxes)

    def judged(self, i: int, boxes: Boxes) -> Boxes:
        """Return those of some boxes within a model's maximum, with what rules them out."""
        position, start = self.position, self.position.start
        away = np.hypot(
            np.maximum(np.abs(boxes.x - start.x[i]) - boxes.side / 2, 0.0),
            np.maximum(np.abs(boxes.y - start.y[i]) - boxes.side / 2, 0.0),
        )
        boxes = boxes.some(away <= position.maximum[i] + LOOSE)
        mask = np.zeros(boxes.x.size, dtype=np.int64)
        half = boxes.side / math.sqrt(2.0)
        mask |= self._bit(Code.OFF_TABLE, self._off_table(i, boxes))
        mask |= self._bit(Code.OUTSIDE_SETUP, self._outside(i, boxes, half))
        for z in np.unique(boxes.z).tolist():
            level = boxes.z == z
            mask[level] |= self._barred(i, z, boxes.some(level), half[level])
        own = boxes.z == start.z[i]
        if not position.placing and own.any():
            for side in np.unique(boxes.side[own]).tolist():
                these = own & (boxes.side == side)
                mask[these] |= self._bit(Code.NO_PATH, self._no_path(i, boxes.some(these)))
        if self.arena.home[i]:  # who stays where it stands may stand in terrain
            here = np.abs(boxes.x - start.x[i]) <= boxes.side / 2 + LOOSE
            here &= np.abs(boxes.y - start.y[i]) <= boxes.side / 2 + LOOSE
            mask[own & here] = 0
        return replace(boxes, mask=mask)

    def _bit(self, code: Code, out: Bools) -> Ints:
        return np.where(out, 1 << self.codes.index(code), 0)

    def _off_table(self, i: int, boxes: Boxes) -> Bools:
        """Return in which boxes the disc in the base is over the edge wherever it stands."""
        table, room = self.position.scenario.table, self.radius(i) - LOOSE
        out = np.zeros(boxes.x.size, dtype=np.bool_)
        for place, most in ((boxes.x, table.width), (boxes.y, table.height)):
            out |= (place + boxes.side / 2 < room) | (place - boxes.side / 2 > most - room)
        return out

    def _outside(self, i: int, boxes: Boxes, half: Floats) -> Bools:
        """Return in which boxes the disc is not wholly within the distance of the transport."""
        position = self.position
        out = np.zeros(boxes.x.size, dtype=np.bool_)
        for rule in position.set_ups() if position.placing else ():
            if rule.near != "transport" or position.transport is None:
                continue
            if math.isfinite(rule.within) and not too_large(position.models[i].base, rule.within):
                around = position.others_of(position.transport.id)
                if not around.x.size:
                    continue
                gaps = point_gaps(position.shapes, boxes, around)
                # Only from something convex is the farthest point of a disc straight away.
                parts = position.shapes.part_first
                convex = around.x.size == 1 and int(np.diff(parts)[around.shape[0]]) == 1
                room = self.radius(i) if convex else 0.0
                out |= gaps.min(axis=1) - half + room > rule.within + LOOSE
        return out

    def _barred(self, i: int, z: float, boxes: Boxes, half: Floats) -> Ints:
        """Return the bits of what bars ends at a height in whole boxes."""
        arena = self._aloft(z)
        ground, k = arena.ground, int(arena.squad.member[i])
        which = np.flatnonzero(np.isfinite(ground.apart[k]))
        turned = ground.turned[which]
        bodies = Bodies(
            ground.outline[which], ground.rings.x[which], ground.rings.y[which],
            turned[:, 0].copy(), turned[:, 1].copy(), np.zeros(which.size),
        )  # fmt: skip
        gaps = point_gaps(ground.shapes, boxes, bodies)
        need = ground.apart[k, which] + self.radius(i) - LOOSE
        out = gaps + half[:, None] < need
        mask = np.zeros(boxes.x.size, dtype=np.int64)
        names = [arena.codes[o] for o in which.tolist()]
        for code in dict.fromkeys(names):
            mine = np.array([name == code for name in names])
            mask |= self._bit(code, out[:, mine].any(axis=1))
        if z > GROUND and self.position.rules.terrain_categories:
            mask |= self._bit(Code.OVERHANG, self._off_floor(i, z, boxes, half))
        return mask

    def _off_floor(self, i: int, z: float, boxes: Boxes, half: Floats) -> Bools:
        """Return in which boxes the disc in the base is over the edge of a floor."""
        import shapely

        floor: BaseGeometry = self.zones.floor(z, 0.0)
        away = shapely.distance(floor, shapely.points(boxes.x, boxes.y))
        return np.asarray(~(away <= half + LOOSE))

    def _no_path(self, i: int, boxes: Boxes) -> Bools:
        """Return in which boxes, all of one size, no path of the model ends.

        A disc smaller by half a diagonal gets to the centre of a box whenever the model gets to any
        place of it, by a way longer by as much at most.
        """
        half = float(boxes.side[0]) / math.sqrt(2.0)
        radius = self.radius(i) - half - LOOSE
        if radius <= 0.0:
            return np.zeros(boxes.x.size, dtype=np.bool_)
        points = np.column_stack([boxes.x, boxes.y])
        if not self.ways.of_disc(i, radius, half).free(*self._start(i)):
            return np.zeros(boxes.x.size, dtype=np.bool_)  # who stands in something may get out
        if not self.rising.climbs(i):
            return ~np.isfinite(self.ways.of_disc(i, radius, half).lengths(points))
        if self.position.start.z[i] > GROUND:
            return np.zeros(boxes.x.size, dtype=np.bool_)
        return ~np.isfinite(self._climbing(i, radius, half, points))

    def _start(self, i: int) -> tuple[float, float]:
        return float(self.position.start.x[i]), float(self.position.start.y[i])

    def _climbing(self, i: int, radius: float, further: float, points: Floats) -> Floats:
        """Return what no way of a disc from the ground, climbs included, is shorter than."""
        heights = Heights(self.position, self.ways.obstacles, i, float(self.position.facing[i]))
        climber = Climber(heights, float(self.ways.most[i]) + further)
        straight = np.hypot(*(points - climber.at).T)
        best = np.full(len(points), math.inf)
        for freed in climber.freed(heights.start):
            lengths = straight
            if freed.bars.any():
                lengths = climber.paths(radius, freed.bars).lengths(points)
            best = np.minimum(best, lengths + freed.cost)
        best[best > climber.most] = math.inf
        return best

    def _arena_at(self, z: float) -> Arena:
        """Return the ground of ends at a height, every model taken to end there."""
        n = len(self.position.ids)
        if bool((self.position.start.z == z).all()):
            return self.arena
        everyone = np.ones(n, dtype=np.bool_)
        storey = Storey(np.full(n, z), everyone, {}, {})
        return build_arena(self.position, self.position.shapes, storey=storey)


def point_gaps(shapes: Shapes, boxes: Boxes, bodies: Bodies) -> Floats:
    """Return how far the centres of boxes are from bodies, 0 inside them, inches, (s, m)."""
    dotted = joined_shapes(shapes, [Outline(((DISC, 0.0, 0.0, ()),), 0.0, 0.0)])
    zero = np.zeros(boxes.x.size)
    kind = np.full(boxes.x.size, dotted.outer.size - 1)
    gaps = np.empty((boxes.x.size, bodies.x.size))
    gap_rows(dotted, Bodies(kind, boxes.x, boxes.y, zero + 1.0, zero, zero), bodies, gaps)
    return np.maximum(gaps, 0.0)


def _joined(parts: list[Boxes]) -> Boxes:
    return Boxes(
        np.concatenate([one.x for one in parts]),
        np.concatenate([one.y for one in parts]),
        np.concatenate([one.side for one in parts]),
        np.concatenate([one.z for one in parts]),
        np.concatenate([one.mask for one in parts]),
    )


def least_codes(masks: Ints, codes: tuple[Code, ...]) -> tuple[Code, ...]:
    """Return the fewest codes that rule out every box: in each some one of them is set."""
    known = np.unique(masks)
    used = [b for b in range(len(codes)) if (known >> b & 1).any()]
    for count in range(1, len(used) + 1):
        for chosen in combinations(used, count):
            if (known & sum(1 << b for b in chosen)).all():
                return tuple(codes[b] for b in chosen)
    return ()
