"""From poses that are nearly legal to legal ones: small steps that part, pull in and hold.

Every limit on where a unit ends says that some gap is at least, or at most, so much.
Where poses break some, the shortest step that keeps all of them, as far as their slopes tell,
is a quadratic programme; a few such steps after another lead to a legal formation or to one
where nothing helps (sequential quadratic programming; its dual is solved by the method of
Lawson and Hanson, 1974).  What is left over counts as broken: the referee has the last word.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy.optimize import nnls

from movekernels.arrays import DISC, ELLIPSE, Bodies, Bools, Floats, Ints, Shapes
from movekernels.geometry.gap import gap_rows
from movesolver.paths.climbs import Stop, never
from movesolver.referee.large import too_large
from movesolver.referee.outlines import outline_of_base, pack_outlines
from movesolver.referee.position import Position, select
from movesolver.referee.setting_up import outside_set_up
from movesolver.referee.wholly import POINT
from movesolver.rules.moves import SetUp
from movesolver.search.arena import Arena

INSIDE = 2e-7
"""How far inside every limit poses are brought, inches ..."""
ENOUGH = 1.2e-7
"""... and how far is enough: more than the margin of the search on spots."""
SIGHT = 0.6
"""Limits with less than this to spare are looked at in a step, inches ..."""
STRIDE = 0.5
"""... and no model moves farther in it."""
LEAP = 2.0
"""A model that is brought to a legal place by itself may move farther, inches."""
STIFF = 1e4
"""How much dearer it is to leave a limit broken than to move, as a root."""
NUDGE = 1e-6
"""Step by which slopes are measured, inches (at the rim, for turns)."""
FAR = 1e3
"""Spared by limits that do not bind, inches."""
RIM = 48
"""Points that stand for the border of an oval where its farthest one matters."""
STEPS, ALONE = 30, 20
"""At most so many steps to settle a formation, or models each by itself ..."""
HOPE = 0.8
"""... each four of which must leave no more than this part of what is broken."""


class Limits(NamedTuple):
    """What a formation must keep to, and by how much it does."""

    spare: Floats
    """Inches to spare; negative where broken; shape (l,)."""
    slope: Floats
    """How it changes with x, y and the turn of each model, shape (l, 3n)."""
    whose: Bools
    """Which models each binds, shape (l, n)."""

    @property
    def broken(self) -> float:
        """By how much limits are broken in all, inches."""
        return float(np.maximum(-self.spare, 0.0).sum())


@dataclass(frozen=True, slots=True)
class _Border:
    """Corners of a base about its centre, shape (k,), and how much farther out it reaches."""

    u: Floats
    v: Floats
    more: float


class Settler:
    """Brings the models of one unit to legal poses; poses are (x, y, cos, sin), shape (n, 4)."""

    def __init__(self, position: Position, arena: Arena) -> None:
        self.position, self.arena = position, arena
        ground, squad = arena.ground, arena.squad
        member = squad.member
        self.n = member.size
        self.round: Bools = squad.round[member]
        self.outer: Floats = squad.outer[member]
        self.shape: Ints = squad.shape[member]
        self.z: Floats = squad.z[member]
        binding = np.isfinite(ground.apart).any(axis=0)
        o = int(binding.sum())
        self.apart: Floats = ground.apart[:, binding][member]
        self.things = Bodies(
            ground.outline[binding],
            ground.rings.x[binding],
            ground.rings.y[binding],
            np.ascontiguousarray(ground.turned[binding, 0]),
            np.ascontiguousarray(ground.turned[binding, 1]),
            np.zeros(o),
        )
        self.level = np.abs(self.z[:, None] - self.z[None, :]) < squad.level
        self.borders = [_border(ground.shapes, int(k)) for k in self.shape]
        # Where a base is as wide as the table only the middle is left, without any margin.
        room = np.array([[ground.width], [ground.height]]) - 2 * self.outer[None, :]
        self.pinned: Bools = (self.round & (room < 2 * INSIDE)).T
        self.rules = [rule for rule in position.set_ups() if self._asks(rule)]
        self.near = self._near_transport()
        self.steps = 0

    def settled(self, poses: Floats, most: int = STEPS) -> tuple[Floats, Limits]:
        """Return the poses that small steps lead to, and what is still broken there."""
        poses = self.snapped(poses)
        best, best_limits = poses, self.limits(poses)
        past = [best_limits.broken]
        limits = best_limits
        for _ in range(most):
            if limits.spare.min(initial=math.inf) >= ENOUGH - INSIDE:
                return poses, limits
            poses = self.snapped(self._moved(poses, self._step(limits)))
            limits = self.limits(poses)
            self.steps += 1
            past.append(limits.broken)
            if limits.broken < best_limits.broken:
                best, best_limits = poses, limits
            if len(past) > 4 and min(past[-4:]) > HOPE * min(past[:-4]):
                break
        return best, best_limits

    def is_settled(self, limits: Limits) -> bool:
        """Return whether no limit is broken."""
        return bool(limits.spare.min(initial=math.inf) >= ENOUGH - INSIDE)

    def snapped(self, poses: Floats) -> Floats:
        """Return the poses with models as wide as the table in its middle."""
        ground, poses = self.arena.ground, poses.copy()
        poses[self.pinned[:, 0], 0] = ground.width / 2
        poses[self.pinned[:, 1], 1] = ground.height / 2
        return poses

    def alone(self, poses: Floats, which: Ints, stop: Stop = never) -> tuple[Floats, Bools]:
        """Return poses (p, 4) of models ``which`` brought to where each may stand by itself.

        And which of them are legal but for mates, shape (p,): fewer where ``stop`` ends it early.
        """
        ground, every = self.arena.ground, np.arange(len(poses))
        pinned = self.pinned[which]
        for turn in range(ALONE + 1):
            poses = poses.copy()
            poses[pinned[:, 0], 0] = ground.width / 2
            poses[pinned[:, 1], 1] = ground.height / 2
            at = self._single(poses, which)
            worst = np.argmin(at, axis=1)
            short = at[every, worst]
            if turn == ALONE or bool((short >= 0.0).all()) or stop():
                break
            slope = np.zeros((len(poses), 2))
            for axis in range(2):
                beside = poses.copy()
                beside[:, axis] += NUDGE
                slope[:, axis] = (self._single(beside, which)[every, worst] - short) / NUDGE
            slope[pinned] = 0.0
            size = np.maximum((slope**2).sum(axis=1), 1e-3)
            push = np.where(short < 0.0, np.minimum((INSIDE - short) / size, LEAP), 0.0)
            poses[:, :2] += push[:, None] * slope
        return poses, short >= ENOUGH - INSIDE

    def limits(self, poses: Floats) -> Limits:
        """Return what a formation keeps to and how that changes with its poses."""
        n = self.n
        which = np.tile(np.arange(n), 4)
        rows = np.tile(poses, (4, 1))
        rows[n : 2 * n, 0] += NUDGE
        rows[2 * n : 3 * n, 1] += NUDGE
        turn = NUDGE / self.outer
        rows[3 * n :, 2] -= turn * poses[:, 3]
        rows[3 * n :, 3] += turn * poses[:, 2]
        mates = np.empty((4 * n, n))
        shapes = self.arena.ground.shapes
        gap_rows(shapes, self._bodies(rows, which), self._bodies(poses, np.arange(n)), mates)
        single = self._single(rows, which)
        held = np.concatenate([self.pinned.T, self.round[None, :]])
        pulls = (mates.reshape(4, n, n)[1:] - mates[:n]) / NUDGE
        pulls[held] = 0.0
        pushes = (single.reshape(4, n, -1)[1:] - single[:n]) / NUDGE
        pushes[held] = 0.0
        parts = [self._single_limits(single[:n], pushes)]
        parts += self._pair_limits(mates[:n], pulls)
        return Limits(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def _single_limits(self, spare: Floats, pushes: Floats) -> Limits:
        i, c = np.nonzero(spare < SIGHT)
        slope = np.zeros((i.size, 3, self.n))
        slope[np.arange(i.size), :, i] = pushes[:, i, c].T
        whose = np.zeros((i.size, self.n), dtype=np.bool_)
        whose[np.arange(i.size), i] = True
        return Limits(spare[i, c], slope.reshape(i.size, 3 * self.n), whose)

    def _pair_limits(self, gaps: Floats, pulls: Floats) -> list[Limits]:
        """Return what pairs of mates must keep to: apart, in one group, not too far spread."""
        squad, upper = self.arena.squad, np.triu(np.ones_like(gaps, dtype=np.bool_), 1)
        found = [self._pairs(gaps - INSIDE, pulls, upper & self.level & (gaps < SIGHT), 1.0)]
        if math.isfinite(squad.span):
            spare = squad.span - INSIDE - gaps
            found.append(self._pairs(spare, pulls, upper & (spare < SIGHT), -1.0))
        spare = squad.neighbour - INSIDE - gaps
        found.append(self._pairs(spare, pulls, self._links(gaps) & (spare < SIGHT), -1.0))
        return found

    def _links(self, gaps: Floats) -> Bools:
        """Return which pairs are to be neighbours: the shortest links that make one group."""
        squad, n = self.arena.squad, self.n
        links = np.zeros((n, n), dtype=np.bool_)
        if n < 2:
            return links
        apart = np.maximum(gaps, 0.0)
        np.fill_diagonal(apart, math.inf)
        needed = min(squad.needed, n - 1)
        nearest = np.argsort(apart, axis=1)[:, :needed]
        np.put_along_axis(links, nearest, True, axis=1)
        if squad.single_group:
            # The shortest tree, grown from the first model (Prim, 1957).
            nearest_in, least = np.zeros(n, dtype=np.int64), apart[0].copy()
            least[0] = math.inf
            outside = np.ones(n, dtype=np.bool_)
            outside[0] = False
            for _ in range(n - 1):
                j = int(np.argmin(np.where(outside, least, math.inf)))
                links[nearest_in[j], j] = True
                outside[j] = False
                closer = apart[j] < least
                nearest_in[closer], least[closer] = j, apart[j, closer]
        joined: Bools = np.triu(links | links.T, 1)
        return joined

    def _pairs(self, spare: Floats, pulls: Floats, chosen: Bools, sign: float) -> Limits:
        i, j = np.nonzero(chosen)
        every = np.arange(i.size)
        slope = np.zeros((i.size, 3, self.n))
        slope[every, :, i] = sign * pulls[:, i, j].T
        slope[every, :, j] = sign * pulls[:, j, i].T
        whose = np.zeros((i.size, self.n), dtype=np.bool_)
        whose[every, i] = whose[every, j] = True
        return Limits(spare[i, j], slope.reshape(i.size, 3 * self.n), whose)

    def _step(self, limits: Limits) -> Floats:
        """Return the shortest step that keeps the limits, turns in inches at the rim, (3, n)."""
        wanted = -limits.spare
        count = wanted.size
        system = np.concatenate([limits.slope.T, np.eye(count) / STIFF])
        aim = np.concatenate([np.zeros(limits.slope.shape[1]), STIFF * wanted])
        try:
            forces, _ = nnls(system, aim, maxiter=20 * count)
        except RuntimeError:
            # Too many exchanges: a step along what is broken will do.
            forces = np.maximum(wanted, 0.0)
        step = (limits.slope.T @ forces).reshape(3, self.n)
        longest = float(np.hypot(step[0], step[1]).max(initial=0.0))
        longest = max(longest, float(np.abs(step[2]).max(initial=0.0)))
        shorter: Floats = step * min(1.0, STRIDE / max(longest, 1e-12))
        return shorter

    def _moved(self, poses: Floats, step: Floats) -> Floats:
        moved = poses.copy()
        moved[:, 0] += step[0]
        moved[:, 1] += step[1]
        turn = np.where(self.round, 0.0, step[2] / self.outer)
        c, s = np.cos(turn), np.sin(turn)
        moved[:, 2] = poses[:, 2] * c - poses[:, 3] * s
        moved[:, 3] = poses[:, 3] * c + poses[:, 2] * s
        moved[:, 2:] /= np.hypot(moved[:, 2], moved[:, 3])[:, None]
        return moved

    def _single(self, poses: Floats, which: Ints) -> Floats:
        """Return what poses (p, 4) of models have to spare but for mates, shape (p, c)."""
        bodies, ground = self._bodies(poses, which), self.arena.ground
        gaps = np.empty((len(poses), self.things.x.size))
        gap_rows(ground.shapes, bodies, self.things, gaps)
        across, along = self._extents(poses, which)
        room = np.column_stack(
            [
                poses[:, 0] - across,
                ground.width - poses[:, 0] - across,
                poses[:, 1] - along,
                ground.height - poses[:, 1] - along,
            ]
        )
        room[np.repeat(self.pinned[which], 2, axis=1)] = FAR
        extra = INSIDE - 1e-7
        columns = [room - INSIDE, gaps - self.apart[which] - extra]
        if not self.position.placing:
            gone = np.hypot(*(poses[:, :2] - self.arena.squad.start[which, :2]).T)
            columns.append((self.position.maximum[which] - gone)[:, None] - INSIDE)
        if self.near is not None:
            columns.append(self.near.spare(poses, which)[:, None] - INSIDE)
        models = tuple(self.position.models[i] for i in which.tolist())
        for rule in self.rules:
            one = replace(self.position, models=models)
            columns.append(-outside_set_up(one, bodies, rule)[0][:, None] - INSIDE)
        # Some do not bind, some cannot be met (nobody to be near to): infinity has no slope.
        return np.clip(np.concatenate(columns, axis=1), -FAR, FAR)

    def _extents(self, poses: Floats, which: Ints) -> tuple[Floats, Floats]:
        """Return how far bases reach to either side, along x and along y, inches, (p,).

        Of a hull that is not the same on both sides the farther one.
        """
        across, along = self.outer[which].copy(), self.outer[which].copy()
        shapes = self.arena.ground.shapes
        for i in np.unique(which[~self.round[which]]).tolist():
            mine = np.flatnonzero(which == i)
            c, s = poses[mine, 2][:, None], poses[mine, 3][:, None]
            part = int(shapes.part_first[self.shape[i]])
            if int(shapes.part_kind[part]) == ELLIPSE:
                a, b = float(shapes.part_a[part]), float(shapes.part_b[part])
                across[mine] = np.hypot(a * c, b * s)[:, 0]
                along[mine] = np.hypot(a * s, b * c)[:, 0]
                continue
            u, v = self.borders[i].u[None, :], self.borders[i].v[None, :]
            across[mine] = np.abs(c * u - s * v).max(axis=1)
            along[mine] = np.abs(s * u + c * v).max(axis=1)
        return across, along

    def _bodies(self, poses: Floats, which: Ints) -> Bodies:
        return Bodies(
            self.shape[which],
            np.ascontiguousarray(poses[:, 0]),
            np.ascontiguousarray(poses[:, 1]),
            np.ascontiguousarray(poses[:, 2]),
            np.ascontiguousarray(poses[:, 3]),
            self.z[which],
        )

    def _asks(self, rule: SetUp) -> bool:
        """Return whether a rule on where to set up is neither an obstacle nor a near transport."""
        if rule.near in ("table", "zone"):
            return False
        large = any(too_large(model.base, rule.within) for model in self.position.models)
        return rule.near != "transport" or large

    def _near_transport(self) -> _Transport | None:
        reaches = [
            rule.within
            for rule in self.position.set_ups()
            if rule.near == "transport" and rule not in self.rules and math.isfinite(rule.within)
        ]
        unit = self.position.transport
        if not reaches or unit is None:
            return None
        own = select(self.position.others, self.position.of_units(unit.id))
        if own.x.size == 0:
            return None
        outlines = [outline_of_base(model.base) for model in unit.standing]
        shapes = pack_outlines([*outlines, POINT])
        own = own._replace(shape=np.arange(own.x.size))
        return _Transport(shapes, own, min(reaches), self.borders)


@dataclass(frozen=True, slots=True)
class _Transport:
    """The transport that every base must be wholly near to."""

    shapes: Shapes
    own: Bodies
    within: float
    borders: list[_Border]

    def spare(self, poses: Floats, which: Ints) -> Floats:
        """Return how much nearer than they must be the farthest points are, inches, (p,)."""
        counts = np.array([self.borders[i].u.size for i in which.tolist()])
        rows = np.repeat(np.arange(len(poses)), counts)
        u = np.concatenate([self.borders[i].u for i in which.tolist()])
        v = np.concatenate([self.borders[i].v for i in which.tolist()])
        more = np.array([self.borders[i].more for i in which.tolist()])
        x = poses[rows, 0] + poses[rows, 2] * u - poses[rows, 3] * v
        y = poses[rows, 1] + poses[rows, 3] * u + poses[rows, 2] * v
        point = np.full(rows.size, self.shapes.outer.size - 1)
        zero = np.zeros(rows.size)
        gaps = np.empty((rows.size, self.own.x.size))
        gap_rows(self.shapes, Bodies(point, x, y, zero + 1.0, zero, zero), self.own, gaps)
        first = np.concatenate([[0], np.cumsum(counts)[:-1]])
        far: Floats = np.maximum.reduceat(gaps.min(axis=1), first)
        spare: Floats = self.within - far - more
        return spare


def _border(shapes: Shapes, k: int) -> _Border:
    """Return the points of an outline that decide how far it reaches."""
    low, high = int(shapes.part_first[k]), int(shapes.part_first[k + 1])
    kind, a, b = int(shapes.part_kind[low]), float(shapes.part_a[low]), float(shapes.part_b[low])
    if kind == DISC:
        return _Border(np.zeros(1), np.zeros(1), a)
    if kind == ELLIPSE:
        angles = 2 * math.pi * np.arange(RIM) / RIM
        # Outside its chords the border reaches no farther than the sagitta of the widest.
        return _Border(a * np.cos(angles), b * np.sin(angles), a * (1 - math.cos(math.pi / RIM)))
    first, last = int(shapes.vertex_first[low]), int(shapes.vertex_first[high])
    return _Border(shapes.vertex_x[first:last].copy(), shapes.vertex_y[first:last].copy(), 0.0)
