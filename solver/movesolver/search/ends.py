"""Whole answers: end poses with the paths that lead there, their value, the referee's word."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.search import values as fast
from movekernels.search.routing import ALONG, AROUND, CLIMB, TURN_LAST
from movekernels.search.travelling import bend_costs, travel_weight
from movesolver.duties.judge import judge_duties
from movesolver.duties.model import Witness, made
from movesolver.duties.owed import duties_of
from movesolver.paths.climbs import Stop, never
from movesolver.paths.rising import Rising
from movesolver.referee.check import judge
from movesolver.referee.motion import path_length
from movesolver.referee.position import Position, heading
from movesolver.referee.verdict import Verdict
from movesolver.search.arena import Arena, start_poses
from movesolver.search.detours import CHORDS
from movesolver.search.forms import Parts
from movesolver.search.goal_table import Goal
from movesolver.table.scenario import Pose

Path = tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class Ends:
    """One answer of the search."""

    paths: dict[str, Path]
    """Poses each model passes through; of models that are set up, the one they are set up in."""
    lengths: dict[str, float]
    points: float
    """What it is worth, by the goal as the rules count it."""
    parts: Parts | None = None
    """What it comes to in what does not add up over the models, if the goal has such."""
    order: tuple[tuple[str, int], ...] | None = None
    """An order of moving, as in `Action`, where unit-mates bar each other."""

    @property
    def short(self) -> int:
        """How many models the goal's needs want beyond those that meet them."""
        return 0 if self.parts is None else self.parts.short

    @property
    def rank(self) -> tuple[int, float]:
        """What answers are compared by: what is needed comes before any points."""
        return -self.short, self.points


def ends_of(position: Position, arena: Arena, goal: Goal, poses: Floats, ways: Ints) -> Ends:
    """Return the answer with poses (x, y, cos, sin), shape (n, 4), and routes (n,)."""
    paths = {
        name: _path(position, arena, i, poses[i], int(ways[i]))
        for i, name in enumerate(position.ids)
    }
    return valued(position, arena, goal, paths, poses)


def valued(
    position: Position, arena: Arena, goal: Goal, paths: dict[str, Path], poses: Floats
) -> Ends:
    """Return the answer with paths that end in poses (x, y, cos, sin), shape (n, 4)."""
    lengths = {name: path_length(position, i, paths[name]) for i, name in enumerate(position.ids)}
    bare = Ends(paths, lengths, 0.0)
    points = _each_worth(position, arena, goal, bare, poses)
    if goal.forms is None:
        return replace(bare, points=math.fsum(points))
    last = np.array([paths[name][-1] for name in position.ids])
    detour = _detours(position, bare)
    parts = goal.forms.parts(goal.shapes, arena.squad, poses, detour, last)
    return replace(bare, points=math.fsum([*points, parts.points]), parts=parts)


def each_worth(position: Position, arena: Arena, goal: Goal, ends: Ends) -> Floats:
    """Return what the end of each model adds to what an answer is worth, points, shape (n,)."""
    return _each_worth(position, arena, goal, ends, poses_of(position, ends))


def poses_of(position: Position, ends: Ends) -> Floats:
    """Return the end poses (x, y, cos, sin) of an answer, shape (n, 4)."""
    last = [ends.paths[name][-1] for name in position.ids]
    return np.array([(*pose[:2], *heading(pose[2])) for pose in last])


def _each_worth(position: Position, arena: Arena, goal: Goal, ends: Ends, poses: Floats) -> Floats:
    points = np.empty(len(poses))
    fast.worth_of_unit(arena.ground.shapes, arena.squad, goal.report, poses, 0.0, points)
    detours = _detours(position, ends)
    for i, name in enumerate(position.ids):
        x, y, _, z = ends.paths[name][-1]
        points[i] -= travel_weight(goal.report, i) * detours[i] + goal.off_level(i, x, y, z)
    return points


def _detours(position: Position, ends: Ends) -> Floats:
    """Return by how much the path of each model is longer than a straight one, inches, (n,)."""
    both = [(ends.paths[name], ends.lengths[name]) for name in position.ids]
    return np.array([length - math.dist(path[0][:2], path[-1][:2]) for path, length in both])


def value_of(arena: Arena, goal: Goal, poses: Floats, ways: Ints) -> float:
    """Return what end poses (x, y, cos, sin), shape (n, 4), by routes (n,), are worth.

    Paths count as the shortest ones; `Ends.points` counts those handed out, and what a
    goal has beside terms that add up.
    """
    points = np.empty(len(poses))
    fast.worth_of_unit(arena.ground.shapes, arena.squad, goal.guide, poses, 0.0, points)
    bend_costs(arena.ground, arena.squad, goal.guide, poses, ways, points)
    return math.fsum(points)


def stay(position: Position, arena: Arena, goal: Goal) -> Ends:
    """Return the answer in which nobody moves."""
    return ends_of(
        position, arena, goal, start_poses(position), np.ones(len(position.ids), dtype=np.int64)
    )


def accepted(
    position: Position, arena: Arena, goal: Goal, ends: Ends, stop: Stop = never
) -> tuple[Ends, Verdict] | None:
    """Return an answer with the referee's verdict if it is legal, else None.

    Legal without a tolerance and with the one in force.  Models that did not do what they
    could are sent where they could have gone, one after the other; the rest of the unit stays.
    Where ``stop`` says so before all of them have, the answer is given up.
    """
    for k in range(1 + 2 * len(position.ids)):
        if k and stop():
            return None
        verdict = legal(position, ends)
        if verdict is None:
            return None
        witnesses = wanting(position, ends)
        if not witnesses:
            return ends, verdict
        paths = dict(ends.paths)
        first = witnesses[0]
        paths[position.ids[first.model]] = first.path or (first.pose,)
        poses = np.array([[*path[-1][:2], *heading(path[-1][2])] for path in paths.values()])
        ends = valued(position, arena, goal, paths, poses)
    return None


def wanting(position: Position, ends: Ends) -> list[Witness]:
    """Return how a model could have done a duty that it did not do; empty if all did theirs.

    By a place that is legal without the tolerance too, if there is one.
    """
    if not duties_of(position):
        return []
    paths, poses = _asked(position, ends)
    return judge_duties(made(position, paths, poses), brief=True, exact=True)[1]


def _asked(position: Position, ends: Ends) -> tuple[dict[str, Path] | None, dict[str, Pose] | None]:
    """Return an answer as the referee takes it: paths, or ends of models that are set up."""
    if position.placing:
        return None, {name: path[-1] for name, path in ends.paths.items()}
    return ends.paths, None


def legal(position: Position, ends: Ends) -> Verdict | None:
    """Return the verdict but for duties if it is legal without a tolerance and with one."""
    paths, poses = _asked(position, ends)
    verdict = judge(position, paths, poses, order=ends.order, tolerance=0.0)
    if not verdict.legal:
        return None
    # What is legal without a tolerance is legal with one, but for "more than" limits:
    # these it makes stricter.  They are read off the slack, where the referee states it.
    beyond = [verdict.slack.get(key, math.inf) for key in ("engagement", "clearance")]
    strict = position.placing or position.move.closing is not None
    if not strict and position.transit_clearance == 0 and min(beyond) > position.rules.tolerance:
        return verdict
    verdict = judge(position, paths, poses, order=ends.order)
    return verdict if verdict.legal else None


def _path(position: Position, arena: Arena, i: int, pose: Floats, way: int) -> Path:
    start, squad = position.start, arena.squad
    z, facing = float(start.z[i]), float(position.facing[i])
    begin: Pose = (float(start.x[i]), float(start.y[i]), facing, z)
    x, y, c, s = (float(v) for v in pose)
    turned = not squad.round[squad.member[i]] and (c, s) != (start.cos[i], start.sin[i])
    last = math.degrees(math.atan2(s, c)) if turned else facing
    high = z if arena.storey is None else float(arena.storey.height[i])
    if position.placing:
        return ((x, y, last, high),)
    if way == CLIMB:
        climbed = Rising(arena.ways).way(i, (x, y, last, high))
        # None: its arcs could not be made of chords; the referee refuses the straight line
        return climbed.path if climbed is not None else (begin, (x, y, facing, z))
    if way == AROUND:
        found = arena.ways.way(i, (x, y, last), CHORDS)
        # None: its arcs could not be made of chords; the referee refuses the straight line
        return found.path if found is not None else (begin, (x, y, facing, z))
    steps = [begin]
    if way == ALONG:
        dx, dy = x - begin[0], y - begin[1]
        if dx * start.cos[i] + dy * start.sin[i] < 0:
            dx, dy = -dx, -dy
        along = math.degrees(math.atan2(dy, dx))
        steps += [(begin[0], begin[1], along, z), (x, y, along, z), (x, y, last, z)]
    elif way == TURN_LAST:
        steps += [(x, y, facing, z), (x, y, last, z)]
    else:
        steps += [(begin[0], begin[1], last, z), (x, y, last, z)]
    return tuple(step for k, step in enumerate(steps) if k == 0 or step != steps[k - 1])
