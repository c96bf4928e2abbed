"""Tight set-ups: formations that touch, found off the spots.

Starts are dense and may overlap: models dropped one after the other on places where each
could stand alone, crowded as little as it takes to hold all.  Small steps part them
(`movesolver.search.settling`); where they stay jammed a model that is in the way is lifted
and dropped where there is most room.  Bounded work, the same for the same seed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from movekernels.arrays import Floats, Ints
from movesolver.paths.climbs import Stop
from movesolver.referee.position import Position, heading
from movesolver.referee.zones import own_zones
from movesolver.search.budget import Budget
from movesolver.search.ends import Ends, ends_of, value_of
from movesolver.search.improve import UNHURRIED, Searcher
from movesolver.search.settling import Limits, Settler

WORK = 240
"""At most so many steps of settling, and no more starts after that."""
PLACES = 260
"""Places on which models of one kind are dropped: spots, and as many off them."""
STARTS = 60
"""At most so many starts."""
CROWDING = (1.0, 0.93, 0.86, 0.78, 0.7, 0.6, 0.45, 0.25)
"""Parts of the distance at which two bases touch that dropped models keep."""
LIFTS = 1.5
"""So many times as many models as there are may be lifted from one start."""
TURNS = 8
"""Headings in which bases that are not round are dropped, in half a turn."""
FOUND = 4
"""The search ends when so many formations are found."""
WORST = 3
"""One of so many models that are most in the way is lifted."""


class Packer:
    """Finds tight formations of a unit that is set up."""

    def __init__(self, searcher: Searcher, settler: Settler, seed: int, budget: Budget) -> None:
        self.searcher, self.settler = searcher, settler
        self.position: Position = searcher.position
        self.arena, self.goal = searcher.arena, searcher.goal
        self.random = np.random.default_rng((seed, 1))
        squad = self.arena.squad
        self.size: Floats = np.sqrt(
            squad.outer[squad.member] * np.maximum(squad.inner[squad.member], 0.05)
        )
        # They are drawn, and each brought to where it may stand: fewer where that takes too long.
        count = math.ceil(PLACES * min(budget.whole / UNHURRIED, 1.0))
        self.places = [self._places(k, count, budget.spent) for k in range(squad.shape.size)]
        self.budget = budget

    def run(self) -> Iterator[Ends]:
        """Yield formations that the search's own checks accept, from the best down."""
        found: list[tuple[float, Floats]] = []
        settler, budget = self.settler, self.budget
        if any(not len(places) for places in self.places):
            return
        for attempt in range(STARTS):
            if settler.steps >= WORK or len(found) >= 2 * FOUND or budget.time_used() >= 1.0:
                break
            start = self._dropped(attempt)
            if start is None:
                continue
            poses = self._untangled(start, budget)
            if poses is not None:
                found += [(self._worth(p), p) for p in (poses, self._polished(poses))]
        for _, poses in sorted(found, key=lambda one: -one[0]):
            yield self._ends(poses)

    def _ends(self, poses: Floats) -> Ends:
        ways = np.ones(len(poses), dtype=np.int64)
        return ends_of(self.position, self.arena, self.goal, poses, ways)

    def _worth(self, poses: Floats) -> float:
        return value_of(self.arena, self.goal, poses, np.ones(len(poses), dtype=np.int64))

    def _polished(self, poses: Floats) -> Floats:
        polished = poses.copy()
        self.searcher.polish(polished)
        return polished

    def _untangled(self, poses: Floats, budget: Budget) -> Floats | None:
        """Settle a start; while it is jammed lift a model and drop it where there is room."""
        settler, n = self.settler, self.settler.n
        poses, limits = settler.settled(poses)
        for _ in range(int(LIFTS * n)):
            if settler.is_settled(limits):
                return poses
            if settler.steps >= WORK or budget.time_used() >= 1.0:
                break
            lifted = self._lifted(poses, limits)
            if lifted is None:
                break
            tried, after = settler.settled(lifted)
            if after.broken < limits.broken or self.random.random() < 0.15:
                poses, limits = tried, after
        return poses if settler.is_settled(limits) else None

    def _lifted(self, poses: Floats, limits: Limits) -> Floats | None:
        """Return the formation with a model that breaks much where it has most room instead."""
        blame = np.maximum(-limits.spare, 0.0) @ limits.whose
        worst = np.argsort(-blame, kind="stable")[:WORST]
        i = int(worst[int(self.random.integers(len(worst)))])
        places = self.places[int(self.arena.squad.member[i])]
        others = np.delete(np.arange(len(poses)), i)
        if not others.size:
            return None
        away = np.hypot(
            places[:, :1] - poses[others, 0][None, :], places[:, 1:2] - poses[others, 1][None, :]
        )
        room = (away - self.size[others][None, :]).min(axis=1) - self.size[i]
        # Far from everyone is no use either: the unit has to hold together.
        room = np.minimum(room, 0.5) + 0.3 * self.random.random(len(room))
        moved = poses.copy()
        moved[i] = places[int(np.argmax(room))]
        return moved

    def _dropped(self, attempt: int) -> Floats | None:
        """Return a start: models on places as far apart as they can be and still all have one."""
        keys = [self._key(attempt, places) for places in self.places]
        orders = [np.argsort(key, kind="stable") for key in keys]
        for crowding in CROWDING:
            poses = self._drop(orders, crowding)
            if poses is not None:
                jitter = 1e-3 * (self.random.random((len(poses), 2)) - 0.5)
                poses[:, :2] += jitter
                return poses
        return None

    def _drop(self, orders: list[Ints], crowding: float) -> Floats | None:
        member = self.arena.squad.member
        poses = np.empty((member.size, 4))
        taken: list[int] = []
        for i in np.argsort(-self.size, kind="stable").tolist():
            k = int(member[i])
            places = self.places[k][orders[k]]
            free = np.ones(len(places), dtype=np.bool_)
            for j in taken:
                wide = crowding * (self.size[i] + self.size[j])
                dx, dy = places[:, 0] - poses[j, 0], places[:, 1] - poses[j, 1]
                free &= dx * dx + dy * dy >= wide * wide
            if not free.any():
                return None
            poses[i] = places[int(np.argmax(free))]
            taken.append(i)
        return poses

    def _key(self, attempt: int, places: Floats) -> Floats:
        """Return in what order places are filled: from the goal, a side, or any place."""
        way = attempt % 3
        noise = 0.3 * self.random.random(len(places))
        if way == 0:
            aims = self.goal.points or ((self._middle(places)),)
            x, y = aims[(attempt // 3) % len(aims)]
        elif way == 1:
            angle = 2 * math.pi * float(self.random.random())
            side: Floats = places[:, 0] * math.cos(angle) + places[:, 1] * math.sin(angle)
            return side + noise
        else:
            x, y = places[int(self.random.integers(len(places))), :2]
        near: Floats = np.hypot(places[:, 0] - x, places[:, 1] - y)
        return near + noise

    def _middle(self, places: Floats) -> tuple[float, float]:
        if self.position.transport is not None:
            return float(self.position.start.x[0]), float(self.position.start.y[0])
        return float(places[:, 0].mean()), float(places[:, 1].mean())

    def _places(self, k: int, count: int, stop: Stop) -> Floats:
        """Return poses (p, 4) at which a model of a class could stand alone."""
        spots, squad = self.searcher.spots, self.arena.squad
        low, high = int(spots.first[k]), int(spots.first[k + 1])
        known = np.column_stack([spots.x, spots.y, spots.turned])[low:high]
        known = known[spots.owner[low:high] < 0]
        if len(known) > PLACES:
            known = known[np.sort(self.random.choice(len(known), PLACES, replace=False))]
        i = int(np.flatnonzero(squad.member == k)[0])
        drawn = self._drawn(i, count, bool(squad.round[k]))
        drawn, fine = self.settler.alone(drawn, np.full(len(drawn), i), stop=stop)
        return np.concatenate([known, drawn[fine]])

    def _drawn(self, i: int, count: int, still: bool) -> Floats:
        """Return poses (p, 4) drawn where a model may come to, anywhere and anyhow."""
        table, start = self.position.scenario.table, self.position.start
        x, y, most = float(start.x[i]), float(start.y[i]), float(self.position.maximum[i])
        low = np.array([max(0.0, x - most), max(0.0, y - most)])
        high = np.array([min(table.width, x + most), min(table.height, y + most)])
        poses = np.empty((count, 4))
        poses[:, :2] = self.random.uniform(low, high, (count, 2))
        zones = own_zones(self.position)
        if zones and any(rule.near == "zone" for rule in self.position.set_ups()):
            boxes = [(np.min(zone, axis=0), np.max(zone, axis=0)) for zone in zones]
            of = self.random.integers(len(zones), size=count)
            part = self.random.random((count, 2))
            least = np.array([box[0] for box in boxes])[of]
            poses[:, :2] = least + part * (np.array([box[1] for box in boxes])[of] - least)
        poses[:, 2:] = heading(float(self.position.facing[i]))
        if not still:
            turns = self.random.integers(TURNS, size=count) * (180.0 / TURNS)
            poses[:, 2:] = [heading(float(turn)) for turn in turns]
        return poses
