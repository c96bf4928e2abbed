"""Where one model could have ended while the rest of the board stays as it is (7.2)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from movekernels.arrays import LEVEL, Bodies, Bools, Floats
from movekernels.geometry.gap import gap_rows
from movesolver.duties.model import Witness
from movesolver.duties.places import MARGIN, Curve, meeting_places, near_wanted
from movesolver.paths.ends import OPEN, Ends, posed
from movesolver.paths.ways import Ways
from movesolver.referee.fighting import aims, locked
from movesolver.referee.nearness import engaged_table, in_range, unit_gaps
from movesolver.referee.position import Position, joined_bodies, replaced, select
from movesolver.referee.setting_up import outside_set_up


class Could:
    """One model's legal ends with everyone else fixed.

    Parameters
    ----------
    position
        The packed position; for models that are set up, those that are placed.
    ends
        Where the models of the unit stand at the moment asked about, shape (n,).
    ways
        Shortest ways of the models; None for models that are set up.
    together
        Whether the unit must be coherent, and engaged as a unit must, at that moment.
    exact
        Whether ends must be legal without the tolerance as well.

    Notes
    -----
    Poses are on the level the model starts on.
    """

    def __init__(
        self,
        position: Position,
        ends: Bodies,
        ways: Ways | None,
        *,
        together: bool = True,
        exact: bool = False,
    ) -> None:
        self.position, self.now, self.ways, self.together = position, ends, ways, together
        self.slop = position.rules.tolerance
        self.locked = locked(position)
        self.aims = aims(position)
        self.begun = unit_gaps(position, position.start, position.targets)
        self.began = engaged_table(position, position.start, self.slop)
        self.engaged = engaged_table(position, ends, self.slop)
        self._ends: dict[int, Ends] = {}
        self._exactly: Could | None = None
        self._exact, self._unengaged = exact, None if self._may_engage() else self
        if exact and self.slop > 0.0:
            strict = replace(position, rules=replace(position.rules, tolerance=0.0))
            self._exactly = Could(strict, ends, ways, together=together)

    def unengaged(self) -> Could:
        """Return the same question for models that keep unengaged.

        A set-up that may be engaged only if it must asks that first (18.05); of others it
        is the question itself.
        """
        if self._unengaged is None:
            move = replace(self.position.move, ends="unengaged")
            position = replace(self.position, move=move)
            together, exact = self.together, self._exact
            self._unengaged = Could(position, self.now, self.ways, together=together, exact=exact)
        return self._unengaged

    def _may_engage(self) -> bool:
        move = self.position.move
        only_if = move.set_up is not None and move.set_up.engaged == "if_it_must"
        return only_if and move.ends != "unengaged"

    def poses(
        self,
        i: int,
        wanted: list[Curve],
        absent: frozenset[int] = frozenset(),
        rings: Sequence[Curve] = (),
    ) -> Floats:
        """Return legal poses (x, y, facing) of a model that are worth asking about, (p, 3).

        Parameters
        ----------
        i
            Index of the model.
        wanted
            Gaps to others (m) that what is asked about turns on.
        absent
            Unit-mates to be treated as not there.
        rings
            Gaps (m) within which places are worth asking about, if that is farther out.
        """
        start, table = self.position.start, self.position.scenario.table
        most = float(self.position.maximum[i])
        if self.locked[i] or most <= 0.0:
            return np.empty((0, 3))
        if self.position.placing:
            most = math.hypot(table.width, table.height)
        bodies, curves = self._curves(i, most, absent)
        origin = (float(start.x[i]), float(start.y[i]))
        beside = self.position.transport if self.position.placing else None
        if beside is not None and beside.models and beside.models[0].at is not None:
            origin = beside.models[0].at  # what is set up comes from there
        near = near_wanted(self.position, i, bodies, [*wanted, *rings], curves)
        curves = [*wanted, *near]
        found = meeting_places(self.position, i, bodies, curves, origin, most)
        return found[self.allowed(i, found, absent)]

    def allowed(self, i: int, poses: Floats, absent: frozenset[int] = frozenset()) -> Bools:
        """Return which poses (p, 3) would be legal ends, as far as the way there goes aside."""
        keep = np.ones(len(poses), dtype=np.bool_)
        for judge in (self._apart, self._near_enough, self._beside, self._towards):
            rest = np.flatnonzero(keep)
            if rest.size:
                keep[rest] = judge(i, poses[rest], absent)
        if self._exactly is not None and keep.any():
            keep[keep] = self._exactly.allowed(i, poses[keep], absent)
        return keep

    def reached(self, i: int, poses: Floats) -> Floats:
        """Return how far it is to poses that the model can get to, else infinity, shape (p,)."""
        if self.ways is None or not len(poses):
            return np.zeros(len(poses))
        length = self.ways.lengths(i, np.ascontiguousarray(poses[:, :2]))
        return np.where(length <= self.position.maximum[i], length, math.inf)

    def witness(self, i: int, pose: Floats) -> Witness | None:
        """Return a pose (x, y, facing) with a legal path to it, None if none was found."""
        x, y, facing = (float(value) for value in pose)
        stand = (x, y, facing, float(self.position.start.z[i]))
        if self.ways is None:
            return Witness(i, stand, ())
        way = self.ways.way(i, (x, y, facing))
        return None if way is None else Witness(i, stand, way.path)

    def _curves(self, i: int, most: float, absent: frozenset[int]) -> tuple[Bodies, list[Curve]]:
        """Return the others, mates and walls, and the gaps to them that limit the model."""
        position, z = self.position, float(self.position.start.z[i])
        here, m = self._judge(i), position.others.x.size
        bodies = joined_bodies(position.others, self.now, position.walls.bodies)
        reach = most + position.shapes.outer[position.start.shape[i]] + 12.0
        dx, dy = bodies.x - position.start.x[i], bodies.y - position.start.y[i]
        near = np.hypot(dx, dy) - position.shapes.outer[bodies.shape] <= reach
        curves: list[Curve] = []
        level = position.others.z
        for j in np.flatnonzero(near[:m]).tolist():
            if abs(level[j] - z) < LEVEL:
                curves.append(Curve(j, MARGIN))
            for berth in position.berths():
                if berth.whom[j] and abs(level[j] - z) <= berth.vertical + self.slop:
                    curves.append(Curve(j, berth.horizontal + self.slop + MARGIN))
        for t, name in enumerate(position.targets):
            if position.move.closing is not None and self.aims[i, t]:
                gap = float(self.begun[i, t]) - self.slop - MARGIN
                curves += [Curve(int(j), gap) for j in np.flatnonzero(position.of_units(name))]
        rule = position.rules.coherency
        for k in range(self.now.x.size):
            if k == i or k in absent:
                continue
            curves.append(Curve(m + k, MARGIN))
            if self.together:
                limits = (rule.neighbour, rule.span)
                curves += [Curve(m + k, g - MARGIN) for g in limits if math.isfinite(g)]
        first = m + self.now.x.size
        for w in np.flatnonzero(here.walls(i, z) & near[first:]).tolist():
            curves.append(Curve(first + w, MARGIN))
        return bodies, curves

    def _judge(self, i: int, absent: frozenset[int] = frozenset()) -> Ends:
        """Return the end conditions of model ``i`` with its mates where they stand now."""
        if absent:
            return self._fresh_judge(i, absent)
        if i not in self._ends:
            self._ends[i] = self._fresh_judge(i, absent)
        return self._ends[i]

    def _fresh_judge(self, i: int, absent: frozenset[int]) -> Ends:
        stand = replaced(self.now, i, self.position.start, i)
        for k in absent:
            stand.z[k] = math.inf  # on no level at all
        return Ends(replace(self.position, start=stand), mates=True)

    def _near_enough(self, i: int, poses: Floats, absent: frozenset[int]) -> Bools:
        """Within the straight distance, or within where it may be set up."""
        position, start = self.position, self.position.start
        if position.placing:
            one = copies_of(position, i, len(poses))
            bodies = posed(position, i, poses)
            fine = np.ones(len(poses), dtype=np.bool_)
            for rule in position.set_ups():
                over, _ = outside_set_up(one, bodies, rule, beyond=self.slop)
                fine &= over <= self.slop
            return fine
        away = np.hypot(poses[:, 0] - start.x[i], poses[:, 1] - start.y[i])
        near: Bools = away <= position.maximum[i]
        return near

    def _apart(self, i: int, poses: Floats, absent: frozenset[int]) -> Bools:
        """On the table, apart from everything, clear of enemies, well on its floor."""
        open_ones: Bools = self._judge(i, absent).judge(i, poses) == OPEN
        return open_ones

    def _beside(self, i: int, poses: Floats, absent: frozenset[int]) -> Bools:
        """The unit is coherent with the model there (03.03)."""
        rule = self.position.rules.coherency
        others = [k for k in range(self.now.x.size) if k != i and k not in absent]
        if not others or not self.together:
            return np.ones(len(poses), dtype=np.bool_)
        chosen = np.zeros(self.now.x.size, dtype=np.bool_)
        chosen[others] = True
        mates, bodies = select(self.now, chosen), posed(self.position, i, poses)
        gaps = np.empty((len(poses), len(others)))
        gap_rows(self.position.shapes, bodies, mates, gaps)
        high = np.abs(bodies.z[:, None] - mates.z[None, :])
        beside = (gaps <= rule.neighbour + self.slop) & (
            high <= rule.neighbour_vertical + self.slop
        )
        together = (gaps <= rule.span + self.slop) & (high <= rule.span_vertical + self.slop)
        fine: Bools = np.asarray(together.all(axis=1), dtype=np.bool_)
        needed = min(rule.needed_of(self.now.x.size), len(others))
        fine &= beside.sum(axis=1) >= needed
        if rule.single_group and not absent:
            groups = self._groups(mates)
            for group in range(int(groups.max()) + 1):
                fine &= beside[:, groups == group].any(axis=1)
        return fine

    def _groups(self, mates: Bodies) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Return the group of each mate, when the model is not there."""
        rule, n = self.position.rules.coherency, mates.x.size
        gaps = np.empty((n, n))
        gap_rows(self.position.shapes, mates, mates, gaps)
        high = np.abs(mates.z[:, None] - mates.z[None, :])
        linked = (gaps <= rule.neighbour + self.slop) & (
            high <= rule.neighbour_vertical + self.slop
        )
        labels = np.arange(n)
        for _ in range(n):
            lowest = np.where(linked, labels[None, :], n).min(axis=1)
            labels = np.minimum(labels, lowest)
        return np.unique(labels, return_inverse=True)[1].astype(np.int64)

    def _towards(self, i: int, poses: Floats, absent: frozenset[int]) -> Bools:
        """Closer, still engaged, and the unit engaged or in range, as the move asks."""
        position, move = self.position, self.position.move
        bodies = posed(position, i, poses)
        fine = np.ones(len(poses), dtype=np.bool_)
        if move.closing is not None and move.closing.to != "objective":
            now = unit_gaps(position, bodies, position.targets)
            gained = now < self.begun[i][None, :] - self.slop
            fine &= (gained & self.aims[i][None, :]).any(axis=1)
        if not (move.keeps_engaged or move.engages_all or move.ends == "engaged" or move.in_range):
            return fine
        mine = engaged_table(position, bodies, self.slop)
        rest = np.delete(self.engaged, [i, *absent], axis=0)
        if move.keeps_engaged:
            fine &= (mine | ~self.began[i][None, :]).all(axis=1)
        if self.together and move.engages_all:
            for name in position.targets:
                u = position.foes.index(name)
                fine &= mine[:, u] | bool(rest[:, u].any())
        elif self.together and move.ends == "engaged":
            fine &= mine.any(axis=1) | bool(rest.any())
        if self.together and move.in_range and position.marker is not None:
            one = copies_of(position, i, len(poses))
            others = np.delete(in_range(position, self.now, position.marker, self.slop), i)
            fine &= in_range(one, bodies, position.marker, self.slop) | bool(others.any())
        return fine


def copies_of(position: Position, i: int, count: int) -> Position:
    """Return a position whose models are copies of one: its outline asked at many poses."""
    return replace(position, models=(position.models[i],) * count)
