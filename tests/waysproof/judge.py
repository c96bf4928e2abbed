"""One table judged: which poses have a way, how short it is, whether it is legal."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from movekernels.arrays import Floats
from movekernels.paths.lattice import BUDGET, FOUND
from movesolver.paths.ways import Ways
from movesolver.referee.motion import judge_paths
from movesolver.referee.pack import pack
from waysproof.dense import Sampler, moments
from waysproof.finer import Finer
from waysproof.scenes import Scene, draw

EXACT = 1e-9
"""A way no longer than that of the disc inside the base by more is exact, inches."""
NEARLY = 1e-3
"""The same where arcs are chords ..."""
FINE = 1e-6
"""... and where they are asked to be so fine."""


@dataclass
class Tally:
    """What was counted; poses are free, and the disc inside the base gets there."""

    tables: int = 0
    poses: int = 0
    ways: int = 0
    """Of these with a way."""
    exact: int = 0
    """Ways that are as short as that of the disc, to `EXACT`, ..."""
    fine: int = 0
    """... to `FINE` where arcs may be longer by no more, ..."""
    nearly: int = 0
    """... and to `NEARLY` as they are handed out."""
    finer: int = 0
    """Poses without a way to which a much finer lattice finds one."""
    unsettled: int = 0
    """Poses without a way of which the finer lattice could not say, for want of budget."""
    sampled: int = 0
    """Ways looked at in many moments ..."""
    moments: int = 0
    """... and in how many, all together."""
    missed: list[str] = field(default_factory=list)
    """The poses that only the finer lattice reached, or may have."""
    wrong: list[str] = field(default_factory=list)
    """Ways that are not legal."""

    @property
    def reachable(self) -> int:
        """Poses that some way leads to, or may lead to."""
        return self.ways + self.finer + self.unsettled

    def merge(self, other: Tally) -> None:
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def poses_about(scene: Scene, seed: int, count: int) -> Floats:
    """Poses with random headings no farther than the mover may go: x, y, degrees; (s, 3)."""
    rng = np.random.default_rng([42, seed])
    turn, far = rng.uniform(0.0, 2.0 * np.pi, count), np.sqrt(rng.uniform(0.0, 1.0, count))
    x, y = scene.start
    away = scene.most * far
    headings = rng.uniform(0.0, 360.0, count)
    return np.column_stack([x + away * np.cos(turn), y + away * np.sin(turn), headings])


def judge(kind: str, seed: int, count: int, *, finer: bool = True) -> Tally:
    """Judge ``count`` poses on table ``seed``.

    Without ``finer`` poses without a way are left at that.
    """
    scene = draw(kind, seed)
    position = pack(scene.scenario)
    # the referee judges without tolerance, so none is used up
    ways = Ways(position, further=-position.rules.tolerance)
    sampler, lattice = Sampler(scene), None
    poses = poses_about(scene, seed, count)
    poses = poses[sampler.clear(poses)]
    lower, upper = ways.bounds(0, poses)
    asked = np.isfinite(lower)
    tally = Tally(tables=1, poses=int(asked.sum()))
    for pose, low, high in zip(poses[asked].tolist(), lower[asked], upper[asked], strict=True):
        name = f"{kind}, table {seed}, {pose!r}"
        if np.isfinite(high):
            tally.ways += 1
            tally.exact += bool(high - low <= EXACT)
            tally.nearly += bool(high - low <= NEARLY)
            tally.fine += bool(high - low <= EXACT) or _is_fine(ways, pose, float(low))
            _judge_way(ways, sampler, pose, name, tally)
        elif finer:
            lattice = lattice or Finer(ways)
            verdict = lattice.verdict(*pose)
            tally.finer += verdict == FOUND
            tally.unsettled += verdict == BUDGET
            if verdict in (FOUND, BUDGET):
                tally.missed.append(name)
    return tally


def _is_fine(ways: Ways, pose: list[float], low: float) -> bool:
    way = ways.way(0, pose, FINE)
    return way is not None and way.length - low <= FINE


def _judge_way(ways: Ways, sampler: Sampler, pose: list[float], name: str, tally: Tally) -> None:
    """Judge the way handed out for a pose: by the referee, and by samples."""
    way = ways.way(0, pose)
    if way is None:
        tally.wrong.append(f"{name}: a length without a way")
        return
    position = ways.position
    found, _ = judge_paths(position, {position.ids[0]: way.path}, 0.0)
    tally.wrong += [f"{name}: {one.text}" for one in found]
    start = position.start
    if (
        way.path[0][:3] != (start.x[0], start.y[0], position.facing[0])
        or list(way.path[-1][:3]) != pose
    ):
        tally.wrong.append(f"{name}: it leads elsewhere")
    at = moments(way.path)
    tally.sampled += 1
    tally.moments += len(at)
    if not sampler.clear(at).all():
        tally.wrong.append(f"{name}: it meets something")
