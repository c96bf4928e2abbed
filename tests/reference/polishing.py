"""Is a unit legal where it stands, and does any small step of a model make it better?"""

from __future__ import annotations

import math

from movekernels.arrays import Floats
from movekernels.search.ground import Ground, Squad, Terms
from movekernels.search.routing import NO_ROUTE
from reference.ending import all_conflicts
from reference.holding import relations
from reference.routing import route
from reference.values import worth


def legal(ground: Ground, squad: Squad, poses: Floats) -> bool:
    """Ends, ways and the unit as a whole; who rests is judged with the unit only."""
    for i, pose in enumerate(poses):
        x, y, c, s = (float(v) for v in pose)
        if (pose == squad.start[i]).all():
            continue
        if all_conflicts(ground, squad, int(squad.member[i]), (x, y, c, s)):
            return False
        if route(ground, squad, i, x, y, c, s) == NO_ROUTE:
            return False
    return relations(ground, squad, poses)


def polish(ground: Ground, squad: Squad, terms: Terms, poses: Floats, slope: float) -> float:
    """The most that one compass step of 0.02 inches by one model would gain: 0 at a local best."""
    gain = 0.0
    for i, (x, y, c, s) in enumerate(poses.tolist()):
        before = worth(ground.shapes, squad, terms, i, x, y, c, s, slope)
        for k in range(8):
            px, py = x + 0.02 * math.cos(k * math.pi / 4), y + 0.02 * math.sin(k * math.pi / 4)
            trial = poses.copy()
            trial[i, :2] = px, py
            after = worth(ground.shapes, squad, terms, i, px, py, c, s, slope)
            if after > before + gain and legal(ground, squad, trial):
                gain = after - before
    return gain
