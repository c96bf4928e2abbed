"""Ways wherever they lead: on the level a model stands on, over what bars it, to other levels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

import numpy as np

from movekernels.arrays import Floats
from movesolver.paths.climber import SETTLED
from movesolver.paths.climbs import Stop, never
from movesolver.paths.levels import Levels
from movesolver.paths.ways import EXTRA, Way, Ways
from movesolver.referee.motion import judge_paths
from movesolver.referee.position import Position
from movesolver.referee.surfaces import GROUND, polygons_of
from movesolver.referee.verdict import Code
from movesolver.table.fields import box_of
from movesolver.table.prepared import Prepared
from movesolver.table.terrain import Feature


class Rising:
    """Ways of the models of a position to any height, climbing where that helps.

    Parameters
    ----------
    ways
        The ways on the level each model stands on.
    stop
        Whether to look for ways that climb no longer.

    Notes
    -----
    Where nothing that is climbed can make a way shorter, `Ways` answers by itself.
    """

    def __init__(self, ways: Ways, stop: Stop = never) -> None:
        self.ways, self._stop = ways, stop
        self.position = ways.position
        self.climbs = lru_cache(maxsize=None)(self._climbs)

    @cached_property
    def levels(self) -> Levels:
        """The ways between levels."""
        return Levels(self.ways, self._stop)

    def height(self, model: int, z: float | None) -> float:
        """Return a height, that of the model's own level where it is none or the same."""
        own = float(self.position.start.z[model])
        return own if z is None or abs(z - own) <= GROUND else float(z)

    def flat(self, model: int, z: float | None = None) -> bool:
        """Return whether ways to a height stay on the level the model stands on."""
        own = float(self.position.start.z[model])
        return self.height(model, z) == own and not self.climbs(model)

    def lower(self, model: int, points: Floats, z: float | None = None) -> Floats:
        """Return lengths that no way to points (s, 2) at a height is shorter than, inches.

        Infinity where none of at most the length looked at leads there.  Exact for a round
        base whose ways stay on its level.
        """
        if self.flat(model, z):
            return self.ways.lengths(model, points)
        return self.levels.lower(model, points, self.height(model, z))

    def upper(self, model: int, poses: Floats, z: float | None = None) -> Floats:
        """Return the length of a legal path to poses (s, 3) at a height, inches, shape (s,).

        Infinity where none was found.  A base that is not round keeps its heading where it
        climbs.
        """
        height, points = self.height(model, z), np.ascontiguousarray(poses[:, :2])
        found: Floats = np.full(len(poses), math.inf)
        is_round = self.ways.is_round(model)
        if height == self.position.start.z[model] and not self._held(model):
            found = (
                self.ways.lengths(model, points) if is_round else self.ways.bounds(model, poses)[1]
            )
            if not self.climbs(model):
                return found
        start = self.position.start
        straight = np.hypot(points[:, 0] - start.x[model], points[:, 1] - start.y[model])
        left = found > straight + SETTLED
        if not is_round:
            left &= poses[:, 2] == self.position.facing[model]
        if left.any():
            climbed = self.levels.lengths(model, points[left], height).upper
            found[left] = np.minimum(found[left], climbed)
        return found

    def way(self, model: int, pose: Sequence[float], *, climbing: bool = True) -> Way | None:
        """Return a legal path of a model to a pose, or None if none was found.

        Parameters
        ----------
        model
            Index into ``position.ids``.
        pose
            Where it should end: x, y, facing in degrees and height in inches.
        climbing
            Whether to look for ways that climb.
        """
        x, y, facing, z = (float(number) for number in pose)
        height = self.height(model, z)
        best = None
        if height == self.position.start.z[model]:
            best = self.ways.way(model, (x, y, facing))
            if not self.climbs(model):
                return best
            if best is not None and self._held(model) and not self._stays_up(model, best):
                best = None
        lower = float(self.lower(model, np.array([[x, y]]), z)[0])
        if climbing and (best is None or best.length > lower + EXTRA):
            climbed = self.levels.way(model, (x, y, facing, height))
            if climbed is not None and (best is None or climbed.length < best.length):
                best = climbed
        return None if best is None else replace(best, lower=lower)

    def _held(self, model: int) -> bool:
        """Return whether slides on the level of a model must keep beside terrain (13.06)."""
        position = self.position
        aloft = position.start.z[model] > GROUND and position.rules.terrain_categories
        free = position.rules.options.get("slides_aloft") == "free"
        return bool(aloft) and not free and not position.movers[model].flying

    def _stays_up(self, model: int, way: Way) -> bool:
        found = judge_paths(self.position, {self.position.ids[model]: way.path}, 0.0)[0]
        return all(one.code is Code.TOO_FAR for one in found)

    def _climbs(self, model: int) -> bool:
        """Return whether climbing may help on the level a model stands on."""
        if self._held(model):
            return True
        return self._may_climb(model) and self.levels.climbing_helps(model)

    def _may_climb(self, model: int) -> bool:
        """Return False where it is plain that nothing is gained by climbing."""
        position, most = self.position, float(self.ways.most[model])
        z, flying = float(position.start.z[model]), position.movers[model].flying
        needs_terrain = position.rules.terrain_categories and not flying
        if needs_terrain and not near_terrain(position, model, most):
            return False
        bars = np.isfinite(self.ways.clear[model]) & (self.ways.obstacles.gaps[model] <= most)
        raised = bool(np.any(position.walls.bodies.z > GROUND))
        if z > GROUND or flying or raised:
            return bool(bars.any())
        mates = position.start.z + np.array([mover.height for mover in position.movers])
        others = position.others.z + position.headroom
        over = np.concatenate((others, position.walls.top, mates))[bars] - z
        both = 2.0 if position.rules.descent_counts else 1.0
        return bool(np.any(both * over <= most))


def other_heights(position: Position, model: int, *, ending: bool = True) -> list[float]:
    """Return the heights other than its own that a model may get to, lowest first.

    Those it may end at, or with ``ending`` false any that a way might visit.
    """
    rules, mover = position.rules, position.movers[model]
    own = float(position.start.z[model])
    most = float(position.maximum[model]) + rules.tolerance
    if own <= GROUND and not near_terrain(position, model, most):
        return []
    floors = position.once("heights of floors", lambda: _floor_heights(position.scenario.terrain))
    high = not rules.terrain_categories or rules.stands_high & mover.keywords
    found: list[float] = []
    for z in sorted({0.0, *(floors if high or not ending else ())}):
        cost = z - own if z > own else (own - z) * rules.descent_counts
        apart = min(abs(z - known) for known in (own, *found[-1:]))
        if apart > GROUND and (mover.flying or cost <= most):
            found.append(z)
    return found


def near_terrain(position: Position, model: int, most: float) -> bool:
    """Return whether some terrain may be within a model's reach."""
    gap = float(position.once("gaps to terrain", lambda: _terrain_gaps(position))[model])
    outer = float(position.shapes.outer[position.start.shape[model]])
    return gap <= most + outer + position.rules.climb_reach


def _terrain_gaps(position: Position) -> Floats:
    """Return how far the starts of models are from the nearest box about terrain, shape (n,)."""
    terrain, start = position.scenario.terrain, position.start
    boxes = _BOXES.of((terrain,), lambda: _boxes(terrain))
    left, low, right, high = boxes[:, :, None]
    aside = np.maximum(np.maximum(left - start.x, start.x - right), 0.0)
    across = np.maximum(np.maximum(low - start.y, start.y - high), 0.0)
    gaps: Floats = np.hypot(aside, across).min(axis=0, initial=math.inf)
    return gaps


def _boxes(terrain: Sequence[Feature]) -> Floats:
    """Return left, low, right and high of the boxes around the polygons of terrain, (4, p)."""
    boxes = [box_of(polygon) for feature in terrain for polygon in polygons_of(feature)]
    return np.ascontiguousarray(np.array(boxes, dtype=np.float64).reshape(-1, 4).T)


def _floor_heights(terrain: Sequence[Feature]) -> set[float]:
    return {floor.z for feature in terrain for floor in feature.floors}


_BOXES: Prepared[Floats] = Prepared(64)
"""What `near_terrain` asks of terrain."""
