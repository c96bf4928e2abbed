"""Lattices and shifts, point by point."""

from __future__ import annotations

import math

import numpy as np

from movekernels.arrays import Floats
from movekernels.paths.detours import detour
from movekernels.search.ground import Ground, Squad, Terms
from movekernels.search.routing import AROUND, NO_ROUTE
from reference.ending import all_conflicts
from reference.routing import route
from reference.travelling import travel_weight
from reference.values import worth


def lattice(x: Floats, y: Floats, reach: Floats, step: float) -> list[tuple[float, float]]:
    """Rows sqrt(3)/2 steps apart, every other one moved by half a step; those within reach."""
    left, right = min(x - reach), max(x + reach)
    low, high = min(y - reach), max(y + reach)
    points = []
    for b in range(int((high - low) / (step * math.sqrt(3) / 2)) + 1):
        for a in range(int((right - left) / step) + 1):
            px = left + (step / 2 if b % 2 else 0.0) + a * step
            py = low + b * (step * (math.sqrt(3) / 2))
            discs = zip(x, y, reach, strict=True)
            if any(math.dist((px, py), (cx, cy)) <= r for cx, cy, r in discs):
                points.append((px, py))
    return points


def open_poses(
    ground: Ground, squad: Squad, k: int, points: Floats, headings: Floats
) -> list[tuple[float, ...]]:
    """Every heading at every point, if nothing bars it."""
    poses = [(*point, *turned) for turned in headings.tolist() for point in points.tolist()]
    return [pose for pose in poses if not all_conflicts(ground, squad, k, pose)]


def best_shift(ground: Ground, squad: Squad, terms: Terms, shifts: Floats, slope: float) -> int:
    totals = []
    for dx, dy in shifts.tolist():
        poses = squad.start + np.array([dx, dy, 0.0, 0.0])
        fine = all(
            not all_conflicts(ground, squad, int(squad.member[i]), tuple(pose))
            and route(ground, squad, i, *pose) != NO_ROUTE
            for i, pose in enumerate(poses.tolist())
        )
        worths = [
            worth(ground.shapes, squad, terms, i, x, y, c, s, slope)
            for i, (x, y, c, s) in enumerate(poses.tolist())
        ]
        ways = [route(ground, squad, i, *pose) for i, pose in enumerate(poses.tolist())]
        for i, (x, y, _, _) in enumerate(poses.tolist()):
            if fine and ways[i] == AROUND:
                straight = math.dist(squad.start[i, :2], (x, y))
                more = detour(ground.detours, i, x, y) - straight
                worths[i] -= travel_weight(terms, i) * more
        totals.append(sum(worths) if fine else -math.inf)
    best = max(totals)
    return totals.index(best) if best > -math.inf else -1
