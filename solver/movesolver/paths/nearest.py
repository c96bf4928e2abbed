"""How near a model can get to something: the best end found, and what none can beat."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from movekernels.arrays import Floats
from movesolver.paths.asking import Asker
from movesolver.paths.region import Region
from movesolver.paths.targets import Thing
from movesolver.paths.ways import Way
from movesolver.referee.verdict import Json

if TYPE_CHECKING:
    from shapely import MultiPolygon

SEEDS = 2
"""Ends from which the search goes on locally."""
SPREAD = 1.0
"""They are at least this far apart, inches."""
ROUND = 32
"""Directions in which an end is moved to find a nearer one."""
FIRST, LAST = 0.25, 1e-6
"""Inches by which it is moved at first and at last."""
TURN = 40.0
"""Degrees by which it is turned, for each inch it is moved."""


@dataclass(frozen=True, slots=True)
class Approach:
    """How near a model can get to something."""

    model: str
    inches: float
    """The distance asked for."""
    gap: float
    """Smallest distance found, inches; infinity if the model can end nowhere."""
    least: float
    """No end is nearer than this, by straight distance, inches."""
    pose: tuple[float, float, float] | None
    """Where it would be: x, y, facing in degrees."""
    way: Way | None
    """A path there."""
    tolerance: float

    @property
    def reached(self) -> bool | None:
        """Whether it can get within the distance: None if no way was found and none ruled out."""
        if self.way is not None and self.gap <= self.inches + self.tolerance:
            return True
        return False if self.least > self.inches + self.tolerance else None

    def to_json(self) -> Json:
        """Return the fields that ``reach --within`` adds to a model."""
        way = self.way
        return {
            "reached": self.reached,
            "gap": self.gap if math.isfinite(self.gap) else None,
            "least": self.least if math.isfinite(self.least) else None,
            "pose": None if self.pose is None else list(self.pose),
            "length": None if way is None else way.length,
            "path": None if way is None else [list(pose) for pose in way.path],
        }


def approach(asker: Asker, region: Region, thing: Thing, i: int, inches: float) -> Approach:
    """Find the end of model ``i`` nearest to a thing.

    Ends on the border of the region nearest to the thing, and where the model stands, are
    improved by small moves and turns, every one of them asked exactly.
    """
    position = asker.position
    poses = _seeds(asker, region, thing, i)
    gaps = thing.gaps(position, i, poses)
    best, least_gap = None, math.inf
    for k in _apart(poses, gaps):
        pose, gap = _improved(asker, thing, i, poses[k], float(gaps[k]))
        if gap < least_gap:
            best, least_gap = pose, gap
    way = None if best is None else asker.rising.way(i, (*best, float(position.start.z[i])))
    return Approach(
        model=position.ids[i],
        inches=inches,
        gap=least_gap if way is not None else math.inf,
        least=thing.least(position, i, float(asker.outer[i]), asker.maximum(i)),
        pose=best if way is not None else None,
        way=way,
        tolerance=position.rules.tolerance,
    )


def _seeds(asker: Asker, region: Region, thing: Thing, i: int) -> Floats:
    """Return poses that the model can end in, shape (s, 3)."""
    points = _border(region.polygons, thing, region.start)
    turned = asker.facings(i, points)
    poses = np.column_stack([np.repeat(points, turned.shape[1], axis=0), turned.reshape(-1)])
    poses = np.vstack([asker.start(i), poses])
    return poses[asker.reached(i, poses)]


def _border(shape: MultiPolygon, thing: Thing, start: tuple[float, float]) -> Floats:
    """Return points of a region near a thing, drawn in a little from its border."""
    import shapely

    drawn = thing.drawn()
    points: list[Floats] = []
    for part in shape.geoms:
        near = shapely.get_coordinates(shapely.shortest_line(part, drawn))[:1]
        corners = np.vstack([near, shapely.get_coordinates(part)])
        away = shapely.distance(shapely.points(corners), drawn)
        chosen = corners[np.argsort(away, kind="stable")[:ROUND]]
        inner = shapely.get_coordinates(part.representative_point())
        inward = start - chosen
        points += [chosen, chosen + 1e-6 * inward, chosen + 1e-3 * inward]
        points.append(chosen + 1e-2 * (inner - chosen))
    return np.vstack(points) if points else np.empty((0, 2))


def _apart(poses: Floats, gaps: Floats) -> list[int]:
    """Return the nearest poses, some way from each other."""
    chosen: list[int] = []
    for k in np.argsort(gaps, kind="stable").tolist():
        away = [math.dist(poses[k, :2], poses[other, :2]) for other in chosen]
        if min(away, default=math.inf) >= SPREAD:
            chosen.append(k)
        if len(chosen) == SEEDS:
            break
    return chosen


def _improved(
    asker: Asker, thing: Thing, i: int, pose: Floats, gap: float
) -> tuple[tuple[float, float, float], float]:
    """Move and turn an end as long as that brings it nearer, by ever smaller steps."""
    angles = np.arange(ROUND) * (2.0 * math.pi / ROUND)
    moves = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(ROUND)])
    if not asker.ways.is_round(i):
        turns = np.array([(0.0, 0.0, TURN), (0.0, 0.0, -TURN)])
        moves = np.vstack([moves, turns, moves + turns[0], moves + turns[1]])
    step = FIRST
    while step >= LAST and gap > 0.0:
        trials = pose + step * moves
        gaps = thing.gaps(asker.position, i, trials)
        order = np.argsort(gaps, kind="stable")
        order = order[gaps[order] < gap - 1e-3 * LAST]
        fine = order[asker.reached(i, trials[order])]
        if fine.size:
            pose, gap = trials[fine[0]], float(gaps[fine[0]])
        else:
            step /= 2.0
    return (float(pose[0]), float(pose[1]), float(pose[2])), gap
