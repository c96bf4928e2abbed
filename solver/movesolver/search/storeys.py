"""Ends that only a climb leads to: on floors, down from them, and beyond what can be climbed over.

The inner loops of the search move models on the level they stand on.  Models that gain by a climb
get spots of their own, each with a legal way, and are placed on these like all others; small
steps move the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import Bools, Floats
from movekernels.search.ground import MARGIN
from movekernels.search.spreading import lattice
from movekernels.search.travelling import travel_weight
from movekernels.search.values import worth_of_unit
from movesolver.paths.climbs import Stop, never
from movesolver.paths.ends import OPEN, Ends
from movesolver.paths.rising import Rising, other_heights
from movesolver.paths.zones import Zones
from movesolver.referee.position import Position, heading
from movesolver.referee.surfaces import GROUND
from movesolver.search.arena import Arena, Storey
from movesolver.search.goal_table import Goal
from movesolver.search.heights import holds_base

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

STEP = 0.4
"""Spacing of the lattice on another level, inches."""
MOST = 160
"""At most so many poses of a model are asked for on a level."""
GAIN = 1e-6
"""A model gains by a climb if its best end there is worth so many points more."""
CLOSER = (0.06, 0.13, 0.25)
"""How far around the poses found in a first search more are asked for, inches ..."""
AROUND = 12
"""... and how many at each distance."""
INSIDE = 1e-6
"""How far inside the borders of a floor poses are kept, inches."""


@dataclass(frozen=True, slots=True)
class _Offer:
    """What one model would find on another level."""

    model: int
    poses: Floats
    """x, y, heading in degrees, the best first; shape (s, 3)."""
    lengths: Floats
    """Of a legal way to each, inches, shape (s,); 0 for models that are set up."""
    points: Floats
    """What each is worth, the way there included; shape (s,)."""


class Climbers:
    """What the models of a unit may find on other levels, or beyond a climb on their own.

    Parameters
    ----------
    position, goal
        The question.
    arena
        The ground of the search without climbs.
    stop
        Whether there is no more time: no other ways are looked for then.
    """

    def __init__(self, position: Position, goal: Goal, arena: Arena, stop: Stop = never) -> None:
        self.position, self.goal, self.arena = position, goal, arena
        self.rising, self.stop = Rising(arena.ways, stop), stop
        self.ends = Ends(position)
        self.zones = Zones(position, self.ends)
        self._rooms: dict[tuple[object, ...], BaseGeometry] = {}
        self.offer = lru_cache(maxsize=None)(self._offer)

    def storeys(self, now: Floats) -> Iterator[Storey]:
        """Yield choices of models to send up, down or over, where they would gain.

        ``now`` is what each model's end is worth in the best answer without, points; minus
        infinity where there is none; shape (n,).
        """
        for z in self.heights():
            offers = [
                offer
                for i in range(len(self.position.ids))
                if not self.stop()
                if (offer := self.offer(i, z)) is not None and offer.points[0] > now[i] + GAIN
            ]
            offers.sort(key=lambda offer: now[offer.model] - offer.points[0])
            fitting = _fitting(self.position, offers)
            for count in dict.fromkeys((len(fitting), -(-len(fitting) // 2))):
                if count:
                    yield _storey(self.position, fitting[:count], z)

    def closer(self, storey: Storey, poses: Floats) -> Storey:
        """Return a choice with spots close around where its models ended, poses (n, 4)."""
        offers = []
        for i in np.flatnonzero(storey.rises).tolist():
            x, y = poses[i, :2].tolist()
            known = storey.poses[i]
            kept = known[np.argsort(np.hypot(known[:, 0] - x, known[:, 1] - y), kind="stable")[:1]]
            around = [kept]
            for far in CLOSER:
                angles = 2.0 * np.pi * np.arange(AROUND) / AROUND + far
                offsets = [far * np.cos(angles), far * np.sin(angles), np.zeros(AROUND)]
                around.append(kept + np.column_stack(offsets))
            offer = self._judged(i, float(storey.height[i]), np.concatenate(around))
            offers += [] if offer is None else [offer]
        z = float(storey.height[storey.rises][0])
        return _storey(self.position, offers, z)

    def heights(self) -> list[float]:
        """Return the heights that some model may end at by a climb, lowest first."""
        found: set[float] = set()
        for i in range(len(self.position.ids)):
            found.update(other_heights(self.position, i))
            if self._climbs_over(i):
                found.add(float(self.position.start.z[i]))
        shapes, start = self.position.shapes, self.position.start
        least = float(shapes.inner[start.shape].min())
        return sorted(z for z in found if z <= GROUND or holds_base(self.position, z, least))

    def _offer(self, i: int, z: float) -> _Offer | None:
        """Return the poses at a height that a model may end in and has a way to by a climb."""
        member = self.arena.squad.member
        first = int(np.argmax(member == member[i]))
        if self.position.placing and i != first:  # those alike may be set up at the same places
            same = self.offer(first, z)
            return same and _sorted(replace(same, model=i, points=self._points(i, z, same.poses)))
        away = abs(z - float(self.position.start.z[i])) > GROUND
        if z not in other_heights(self.position, i) if away else not self._climbs_over(i):
            return None
        poses = self._poses(i, z)
        best = np.argsort(-self._points(i, z, poses), kind="stable")
        # Half of them the best, the others spread: mates must keep in touch.
        half = MOST // 2
        rest = best[half:]
        return self._judged(i, z, poses[[*best[:half], *rest[:: -(-len(rest) // half) or 1]]])

    def _judged(self, i: int, z: float, poses: Floats) -> _Offer | None:
        """Return those of some poses, at most `MOST`, that a model may end in and has a way to."""
        position, start = self.position, self.position.start
        poses = poses[self.ends.judge(i, poses, z) == OPEN]
        if not position.placing and abs(z - start.z[i]) <= GROUND:
            # what is reached without a climb is searched already
            flat = self.arena.ways.lengths(i, np.ascontiguousarray(poses[:, :2]))
            poses = poses[~np.isfinite(flat)]
        lengths = np.zeros(len(poses))
        points = self._points(i, z, poses)
        if not position.placing and len(poses):
            lengths = self.rising.upper(i, poses, z)
            fine = lengths <= position.maximum[i] - MARGIN
            poses, points, lengths = poses[fine], points[fine], lengths[fine]
            straight = np.hypot(poses[:, 0] - start.x[i], poses[:, 1] - start.y[i])
            points = points - travel_weight(self.goal.search, i) * (lengths - straight)
        if not len(poses):
            return None
        return _sorted(_Offer(i, poses, lengths, points))

    def _climbs_over(self, i: int) -> bool:
        """Return whether a model may get past walls that bar it on its level by climbing them."""
        if self.position.placing:
            return False
        return bool(self._walled[i]) and self.rising.climbs(i)

    @cached_property
    def _walled(self) -> Bools:
        """Which models have a wall that bars them within reach, shape (n,)."""
        ways = self.arena.ways
        walls = slice(ways.obstacles.walls, ways.obstacles.mates)
        bars = np.isfinite(ways.clear[:, walls])
        bars &= ways.obstacles.gaps[:, walls] <= ways.most[:, None]
        return np.asarray(bars.any(axis=1))

    def _poses(self, i: int, z: float) -> Floats:
        """Return poses on a lattice over where a model may be at a height, shape (s, 3)."""
        import shapely

        position = self.position
        room = self._room(i, z)
        if room.is_empty:
            return np.empty((0, 3))
        x, y = float(position.start.x[i]), float(position.start.y[i])
        reach = np.array([position.maximum[i]])
        left, low, right, high = room.bounds
        grid = np.empty((8192, 2))
        centre, wide = np.array([(left + right) / 2]), np.hypot(right - left, high - low) / 2
        step = max(STEP, wide / 40)
        middle = np.array([(low + high) / 2])
        count = lattice(centre, middle, np.array([wide + step]), step, grid)
        aims = [*self.goal.points, *self.goal.wishes.get(i, ())]
        near = [shapely.shortest_line(room, shapely.Point(p)).coords[0] for p in (*aims, (x, y))]
        points = np.concatenate([grid[:count], near])
        keep = shapely.intersects_xy(room.buffer(INSIDE / 2), points[:, 0], points[:, 1])
        keep &= np.hypot(points[:, 0] - x, points[:, 1] - y) <= reach
        points = points[keep]
        still = self.arena.squad.round[self.arena.squad.member[i]]
        facing = np.full(len(points), 0.0 if still else position.facing[i])
        return np.column_stack([points, facing])

    def _room(self, i: int, z: float) -> BaseGeometry:
        """Return where the centre of a model may be at a height, as far as edges go."""
        position, shape = self.position, self.position.start.shape[i]
        radius, outer = (
            max(float(position.shapes.inner[shape]), 0.0),
            float(position.shapes.outer[shape]),
        )
        barred = not position.placing and self.zones.bars_climbers(i, z)
        key = (
            radius,
            outer,
            z,
            barred,
            bool(position.movers[i].keywords & position.rules.stands_high),
        )
        if key not in self._rooms:
            self._rooms[key] = self._new_room(i, z, radius, outer if barred else 0.0)
        return self._rooms[key]

    def _new_room(self, i: int, z: float, radius: float, barred: float) -> BaseGeometry:
        room = self.zones.ground(i, radius, z, ending=True)
        if z > GROUND and not self.position.rules.terrain_categories:  # else it is on floors
            room = room.intersection(self.zones.floor(z, radius))
        if barred > 0.0:
            room = room.difference(self.zones.dense_floor(z, barred))
        return room.buffer(-INSIDE)

    def _points(self, i: int, z: float, poses: Floats) -> Floats:
        """Return what a model's ends at a height are worth, ways reckoned straight."""
        arena, terms, count = self.arena, self.goal.search, len(poses)
        squad = arena.squad
        # As a unit of the one model at all its poses: one call in place of one for each.
        squad = squad._replace(
            start=np.tile(squad.start[i], (count, 1)),
            member=np.full(count, squad.member[i]),
            z=np.full(squad.z.size, z),
        )
        terms = terms._replace(share=np.repeat(terms.share[:, i : i + 1], count, axis=1))
        facings, which = np.unique(poses[:, 2], return_inverse=True)  # few: the same everywhere
        turned = np.array([heading(facing) for facing in facings.tolist()]).reshape(-1, 2)[which]
        points = np.empty(count)
        placed = np.column_stack([poses[:, :2], turned])
        worth_of_unit(arena.ground.shapes, squad, terms, placed, 0.0, points)
        if i in self.goal.raised:
            points -= [self.goal.off_level(i, x, y, z) for x, y in poses[:, :2].tolist()]
        return points


def _sorted(offer: _Offer) -> _Offer:
    best = np.argsort(-offer.points, kind="stable")
    return _Offer(offer.model, offer.poses[best], offer.lengths[best], offer.points[best])


def _fitting(position: Position, offers: list[_Offer]) -> list[_Offer]:
    """Return those of the models, in their order, that find room beside each other there."""
    outer = position.shapes.outer[position.start.shape]
    taken: list[tuple[float, float, float]] = []
    fitting: list[_Offer] = []
    for offer in offers:
        radius = float(outer[offer.model])
        free = np.ones(len(offer.poses), dtype=np.bool_)
        for x, y, r in taken:
            free &= np.hypot(offer.poses[:, 0] - x, offer.poses[:, 1] - y) >= r + radius
        if free.any():
            x, y = offer.poses[int(np.argmax(free)), :2]
            taken.append((float(x), float(y), radius))
            fitting.append(offer)
    return fitting


def _storey(position: Position, offers: list[_Offer], z: float) -> Storey:
    """Return the choice to send these models there."""
    height = position.start.z.copy()
    rises = np.zeros(height.size, dtype=np.bool_)
    for offer in offers:
        height[offer.model], rises[offer.model] = z, True
    return Storey(
        height,
        rises,
        {offer.model: offer.poses for offer in offers},
        {offer.model: offer.lengths for offer in offers},
    )
