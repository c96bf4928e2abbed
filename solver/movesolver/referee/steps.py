"""A path as steps, each with its place on the way and what it costs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from movesolver.referee.position import Position
from movesolver.referee.verdict import Place
from movesolver.table.scenario import Pose

Kind = Literal["slide", "climb", "turn"]


class Step(NamedTuple):
    """One step of a path that changes something."""

    number: int
    """Counted from 1; step k leads from pose k - 1 to pose k of the path."""
    kind: Kind
    a: Pose
    b: Pose
    before: float
    """What was spent before it, inches."""
    cost: float
    """What it costs, inches."""

    @property
    def length(self) -> float:
        """How long the slide is, inches."""
        return math.hypot(self.b[0] - self.a[0], self.b[1] - self.a[1])

    @property
    def low(self) -> float:
        """Lower of the two heights."""
        return min(self.a[3], self.b[3])

    @property
    def high(self) -> float:
        """Higher of the two heights."""
        return max(self.a[3], self.b[3])

    def slid(self, t: float) -> tuple[Place, float]:
        """Return the place at fraction ``t`` of a slide, and what is spent until there."""
        (x0, y0, _, z), (x1, y1, _, _) = self.a, self.b
        return (x0 + t * (x1 - x0), y0 + t * (y1 - y0), z), self.before + t * self.length

    def climbed(self, floor: float, ceiling: float) -> tuple[Place, float]:
        """Return where a climb comes between two heights, and what is spent until there."""
        x, y, _, z = self.a
        up = self.b[3] > z
        met = min(max(z, floor), self.b[3]) if up else max(min(z, ceiling), self.b[3])
        share = abs(met - z) / (self.high - self.low)
        return (x, y, met), self.before + share * self.cost

    def started(self) -> tuple[Place, float]:
        """Return the place at the start of the step, and what is spent until there."""
        return (self.a[0], self.a[1], self.a[3]), self.before


def step_cost(position: Position, model: int, a: Pose, b: Pose) -> float:
    """Return what a step costs, inches: slides and climbs, turns are free (03.01, 13.06).

    Heights count for nothing in the skies (21.03); the way down is free where the
    game says so (VS3).
    """
    length, rise = math.hypot(b[0] - a[0], b[1] - a[1]), b[3] - a[3]
    if not position.movers[model].flying and (rise > 0 or position.rules.descent_counts):
        return length + abs(rise)
    return length


def steps_of(position: Position, model: int, path: Sequence[Pose]) -> list[Step]:
    """Return the steps of a path that change something."""
    steps = []
    spent = 0.0
    for number, (a, b) in enumerate(pairwise(path), 1):
        if a == b:
            continue
        kind: Kind = "slide" if a[:2] != b[:2] else "climb" if a[3] != b[3] else "turn"
        cost = step_cost(position, model, a, b)
        steps.append(Step(number, kind, a, b, spent, cost))
        spent += cost
    return steps
