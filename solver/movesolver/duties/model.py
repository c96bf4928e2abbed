"""A move as made, and how a model could have done better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from movekernels.arrays import Bodies, Bools
from movesolver.paths.ways import Ways
from movesolver.referee.check import judge, moved_models, start_pose
from movesolver.referee.position import Position
from movesolver.table.scenario import Pose

Paths = Mapping[str, Sequence[Pose]]


@dataclass(frozen=True, slots=True)
class Witness:
    """Where a model could have ended and done its duty."""

    model: int
    pose: Pose
    path: tuple[Pose, ...]
    """A legal way there; empty where models are set up or only ends are judged."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move as made: paths, or ends alone."""

    position: Position
    """Of models that are set up: those that are placed."""
    paths: Paths | None
    ends: Mapping[str, Pose]
    bodies: Bodies
    moved: Bools
    ways: Ways | None

    def legal_with(self, *witnesses: Witness) -> bool:
        """Return whether the move is legal, but for duties, if some models end elsewhere."""
        names = [self.position.ids[one.model] for one in witnesses]
        if self.paths is not None:
            ways = {name: one.path for name, one in zip(names, witnesses, strict=True)}
            return judge(self.position, {**self.paths, **ways}).legal
        poses = {name: one.pose for name, one in zip(names, witnesses, strict=True)}
        return judge(self.position, None, {**self.ends, **poses}).legal


def made(position: Position, paths: Paths | None, ends: Mapping[str, Pose] | None) -> Move:
    """Return a move that is legal but for duties, ready to be asked about."""
    if paths is not None:
        ends = {name: path[-1] for name, path in paths.items()}
    ends = dict(ends or {})
    if position.placing:
        placed = [i for i, name in enumerate(position.ids) if name in ends]
        position = position.only(placed)
    poses = [ends.get(name, start_pose(position, i)) for i, name in enumerate(position.ids)]
    moved = moved_models(position, paths, poses)
    ways = None if position.placing else Ways(position.alone())
    return Move(position, paths, ends, position.bodies_at(poses), moved, ways)
