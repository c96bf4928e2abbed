"""The way there: lengths, and everything a path may not cut through."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from movekernels.arrays import CONTACT, Bodies
from movekernels.geometry.gap import gap
from movekernels.geometry.shapes import edge_slack, turn_edge_slack
from movekernels.geometry.sweep import first_contact, sweep_gap
from movekernels.geometry.turn import turn_gap
from movesolver.referee.pack import Position, heading
from movesolver.referee.surfaces import CLIMB_REACH, climbing_distance, dense_floors_between
from movesolver.referee.verdict import Code, Finding
from movesolver.rules.transit import FLOOR_WALKERS, wall_blocks
from movesolver.table.scenario import Pose

Paths = Mapping[str, Sequence[Pose]]

Obstacle = tuple[Code, str, str, Bodies, int, float]
"""What bars a way: code, rule, name, bodies and which of them, clearance to keep (inches)."""

PRESSED = 0.01
"""A base may start pressed this far into an obstacle by rounding, and leave (inches)."""


def short_turn(start: float, end: float) -> float:
    """Return the turn from one heading to another the short way, degrees, + counter-clockwise.

    Exactly half a turn goes counter-clockwise.
    """
    turn = (end - start) % 360.0
    return turn if turn <= 180.0 else turn - 360.0


def path_length(position: Position, model: int, path: Sequence[Pose]) -> float:
    """Return what a path costs, inches: slides plus climbs, turns are free (03.01, 13.06).

    Heights count for nothing in the skies (21.03); the way down is free where the
    game says so (VS3).
    """
    pieces = []
    for a, b in pairwise(path):
        pieces.append(math.hypot(b[0] - a[0], b[1] - a[1]))
        rise = b[3] - a[3]
        if not position.movers[model].flying and (rise > 0 or position.rules.descent_counts):
            pieces.append(abs(rise))
    return math.fsum(pieces)


def judge_paths(
    position: Position, paths: Paths, tolerance: float
) -> tuple[list[Finding], dict[str, float]]:
    """Judge the path of each model that has one.

    Every obstacle that a path cuts is reported once, where the path first cuts it.
    """
    found: list[Finding] = []
    left = math.inf
    for name, path in paths.items():
        model = position.ids.index(name)
        length, most = path_length(position, model, path), float(position.maximum[model])
        left = min(left, most - length)
        if length > most + tolerance:
            text = f"{name} moves {length:.4g} inches, {most:g} at most."
            found.append(Finding(Code.TOO_FAR, position.move.section, (name,), text, length, most))
        found.extend(_Walk(position, model, path, tolerance).judge())
    found.extend(_judge_order(position, paths))
    return found, ({"distance": left} if math.isfinite(left) else {})


class _Walk:
    """One model's path, step by step."""

    def __init__(
        self,
        position: Position,
        model: int,
        path: Sequence[Pose],
        tolerance: float,
    ) -> None:
        self.position = position
        self.model = model
        self.name = position.ids[model]
        self.shape = int(position.start.shape[model])
        self.path = path
        self.tolerance = tolerance
        self.found: dict[tuple[Code, str], Finding] = {}
        self.met: dict[tuple[float, float], list[Obstacle]] = {}

    def judge(self) -> list[Finding]:
        travelled = 0.0
        for a, b in pairwise(self.path):
            if a[:2] != b[:2]:
                self._slide(a, b, travelled)
                travelled += math.hypot(b[0] - a[0], b[1] - a[1])
            elif a[3] != b[3]:
                self._climb(a, b)
                travelled += abs(b[3] - a[3])
            elif a[2] != b[2]:
                self._turn(a, b)
        return list(self.found.values())

    def _slide(self, a: Pose, b: Pose, travelled: float) -> None:
        shapes = self.position.shapes
        c, s = heading(a[2])
        dx, dy = b[0] - a[0], b[1] - a[1]
        for code, rule, name, bodies, j, clear in self._obstacles(a[3], a[3]):
            k, pose = int(bodies.shape[j]), _pose_of(bodies, j)
            if math.hypot(pose[0] - a[0], pose[1] - a[1]) > (
                shapes.outer[self.shape] + shapes.outer[k] + math.hypot(dx, dy) + clear
            ):
                continue
            depth = self._depth(k, pose, clear)
            lowest = sweep_gap(shapes, self.shape, a[0], a[1], c, s, dx, dy, k, *pose)
            if lowest >= -depth:
                continue
            t = first_contact(shapes, self.shape, a[0], a[1], c, s, dx, dy, k, *pose, depth)
            at = travelled + min(max(t, 0.0), 1.0) * math.hypot(dx, dy)
            self._report(code, rule, name, lowest, clear, f"after {at:.4g} inches")
        table = self.position.scenario.table
        over = edge_slack(shapes, self.shape, b[0], b[1], c, s, table.width, table.height)
        self._edge(over)

    def _turn(self, a: Pose, b: Pose) -> None:
        shapes, turn = self.position.shapes, short_turn(a[2], b[2])
        if turn == 0.0:
            return
        (c0, s0), (c1, s1) = heading(a[2]), heading(b[2])
        ccw = turn > 0
        for code, rule, name, bodies, j, clear in self._obstacles(a[3], a[3]):
            k, pose = int(bodies.shape[j]), _pose_of(bodies, j)
            if math.hypot(pose[0] - a[0], pose[1] - a[1]) > (
                shapes.outer[self.shape] + shapes.outer[k] + clear
            ):
                continue
            depth = self._depth(k, pose, clear)
            lowest = turn_gap(shapes, self.shape, a[0], a[1], c0, s0, c1, s1, ccw, k, *pose, depth)
            if lowest < -depth:
                self._report(code, rule, name, lowest, clear, f"turning at ({a[0]:g}, {a[1]:g})")
        table = self.position.scenario.table
        over = turn_edge_slack(
            shapes, self.shape, a[0], a[1], c0, s0, c1, s1, ccw, table.width, table.height
        )
        self._edge(over)

    def _climb(self, a: Pose, b: Pose) -> None:
        """Judge a vertical step: near enough to something to climb, through nothing (13.06)."""
        position, mover = self.position, self.position.movers[self.model]
        if mover.flying:
            return
        c, s = heading(a[2])
        low, high = min(a[3], b[3]), max(a[3], b[3])
        shapes = position.shapes
        for code, rule, name, bodies, j, clear in self._obstacles(low, high):
            pose = _pose_of(bodies, j)
            apart = gap(shapes, self.shape, a[0], a[1], c, s, int(bodies.shape[j]), *pose)
            if apart < clear - CONTACT:
                self._report(code, rule, name, apart, clear, f"climbing at ({a[0]:g}, {a[1]:g})")
        if not position.rules.terrain_categories:
            return
        where = f"({a[0]:g}, {a[1]:g})"
        reach = climbing_distance(position, self.model, a, low, high)
        if reach > CLIMB_REACH + self.tolerance:
            text = f"{self.name} climbs at {where} with nothing to climb within half an inch."
            self._add(
                Finding(
                    Code.CLIMB,
                    "13.06",
                    (self.name,),
                    text,
                    reach if math.isfinite(reach) else None,
                    CLIMB_REACH,
                )
            )
        if not mover.keywords & FLOOR_WALKERS:
            for name in dense_floors_between(position, self.model, a, low, high, self.tolerance):
                self._report(
                    Code.THROUGH_TERRAIN, "13.06", f"a floor of {name}", 0.0, 0.0, f"at {where}"
                )

    def _obstacles(self, low: float, high: float) -> list[Obstacle]:
        """Return what bars the way between two heights."""
        if (low, high) not in self.met:
            self.met[low, high] = self._bars(low, high)
        return self.met[low, high]

    def _bars(self, low: float, high: float) -> list[Obstacle]:
        position, model = self.position, self.model
        rules, others, walls = position.rules, position.others, position.walls
        near = position.others_at_level(model, low, high)
        obstacles: list[Obstacle] = []
        for j in np.flatnonzero(position.blocks[model] & near):
            hostile = bool(position.enemy[j])
            code = Code.THROUGH_ENEMY if hostile else Code.THROUGH_FRIEND
            clear = rules.transit_clearance if hostile else 0.0
            obstacles.append((code, "03.01", position.other_ids[j], others, int(j), clear))
        for w, category in enumerate(walls.category):
            bottom, top = float(walls.bodies.z[w]), float(walls.top[w])
            # The level at which the wall is most in the way of a rise from low to high.
            level = min(max(low, bottom), high)
            if wall_blocks(rules, position.movers[model], category, bottom, top, level):
                feature = position.scenario.terrain[int(walls.feature[w])]
                name = f"a wall of {feature.id}"
                obstacles.append((Code.THROUGH_TERRAIN, "13.06", name, walls.bodies, w, 0.0))
        return obstacles

    def _depth(self, shape: int, pose: tuple[float, float, float, float], clear: float) -> float:
        """Return how deep the path may cut in: not at all, or as deep as it starts by rounding.

        With a clearance to keep, "deep" counts from that far outside the base.
        """
        if clear > 0.0:
            return -(clear + self.tolerance)
        x, y, facing, _ = self.path[0]
        c, s = heading(facing)
        pressed = -gap(self.position.shapes, self.shape, x, y, c, s, shape, *pose)
        return pressed + CONTACT if 0.0 < pressed <= PRESSED else CONTACT

    def _edge(self, over: float) -> None:
        if over < -self.tolerance:
            text = f"{self.name} crosses the edge of the battlefield by {-over:.4g} inches."
            self._add(Finding(Code.OFF_TABLE, "03.01", (self.name,), text, -over, 0.0))

    def _report(
        self, code: Code, rule: str, name: str, lowest: float, clear: float, where: str
    ) -> None:
        cuts = f"comes within {clear:g} inches of" if clear > 0 else "cuts through"
        text = f"The path of {self.name} {cuts} {name} {where}."
        self._add(Finding(code, rule, (self.name,), text, lowest, clear), name)

    def _add(self, finding: Finding, name: str = "") -> None:
        self.found.setdefault((finding.code, name), finding)


def _pose_of(bodies: Bodies, j: int) -> tuple[float, float, float, float]:
    return float(bodies.x[j]), float(bodies.y[j]), float(bodies.cos[j]), float(bodies.sin[j])


def _judge_order(position: Position, paths: Paths) -> list[Finding]:
    """Ask for an order of moving in which no model cuts through a mate that bars it.

    A path that cuts a mate's start pose must come after the mate has moved, one
    that cuts its end pose before; an order exists if and only if these demands
    have no cycle (17.01 and VS4 make unit-mates obstacles).
    """
    n = len(position.ids)
    if not position.mates_block.any():
        return []
    before = np.zeros((n, n), dtype=np.bool_)  # before[i, j]: i must move before j
    found = []
    for name, path in paths.items():
        i = position.ids.index(name)
        for j in np.flatnonzero(position.mates_block[i]):
            mate = position.ids[int(j)]
            start = (
                float(position.start.x[j]),
                float(position.start.y[j]),
                float(position.facing[j]),
                float(position.start.z[j]),
            )
            moves = mate in paths and len(paths[mate]) > 1
            cuts_start = _cuts(position, i, path, int(j), start)
            cuts_end = _cuts(position, i, path, int(j), paths[mate][-1]) if moves else cuts_start
            if cuts_start and cuts_end:
                text = f"The path of {name} cuts through {mate}, which bars it."
                found.append(Finding(Code.THROUGH_FRIEND, "17.01", (name, mate), text))
            elif cuts_start:
                before[j, i] = True
            elif cuts_end:
                before[i, j] = True
    waiting = set(range(n))
    while free := [j for j in waiting if not any(before[i, j] for i in waiting)]:
        waiting -= set(free)
    if waiting and not found:
        names = tuple(position.ids[i] for i in sorted(waiting))
        text = "No order of moving lets these models pass each other."
        found.append(Finding(Code.THROUGH_FRIEND, "17.01", names, text))
    return found


def _cuts(position: Position, model: int, path: Sequence[Pose], mate: int, at: Pose) -> bool:
    """Return whether a path cuts through a mate standing at a pose."""
    shapes, mine = position.shapes, int(position.start.shape[model])
    k, pose = int(position.start.shape[mate]), (at[0], at[1], *heading(at[2]))
    for a, b in pairwise(path):
        under = at[3] >= max(a[3], b[3]) + position.movers[model].height
        if under or min(a[3], b[3]) >= at[3] + position.movers[mate].height:
            continue
        c, s = heading(a[2])
        if a[:2] != b[:2]:
            lowest = sweep_gap(shapes, mine, a[0], a[1], c, s, b[0] - a[0], b[1] - a[1], k, *pose)
        elif a[2] != b[2]:
            ccw = short_turn(a[2], b[2]) > 0
            lowest = turn_gap(
                shapes, mine, a[0], a[1], c, s, *heading(b[2]), ccw, k, *pose, CONTACT
            )
        else:
            lowest = gap(shapes, mine, a[0], a[1], c, s, k, *pose)
        if lowest < -CONTACT:
            return True
    return False
