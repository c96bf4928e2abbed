"""Whether a unit holds together while it moves (VS6), all models moving at once.

The models advance along their paths in proportion: at moment s of 0 to 1 each has spent
the part s of what its path costs.  Steps that cost nothing (turns, the way down) take no
time.  Nothing is sampled: between two bends anywhere in the unit every model goes straight
on, so seen from one model another moves on a line, along which the gap of two convex bases
is convex.  Who is near whom is therefore constant between finitely many moments.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, pairwise

import numpy as np

from movekernels.arrays import CONTACT, Floats
from movekernels.geometry.gap import gap_rows
from movesolver.referee.crossings import Stretch, stretches
from movesolver.referee.position import Position, heading
from movesolver.referee.steps import steps_of
from movesolver.referee.verdict import Code, Finding, Place, listed
from movesolver.table.scenario import Pose

Paths = Mapping[str, Sequence[Pose]]
Piece = tuple[float, float, Pose, Pose]
"""From when to when, as parts of the move, a model goes from which pose to which."""


FINE = 1e-4
"""How exactly the widest gap of a time apart is found, inches ..."""
LOOKS = 2000
"""... and at how many moments at most."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """A part of the move during which nobody comes near to or away from anybody."""

    begin: float
    end: float
    lonely: frozenset[int]
    apart: frozenset[int]
    """Models outside the largest group, where one group is asked for."""


def judge_during(position: Position, paths: Paths, tolerance: float) -> list[Finding]:
    """Return where the unit does not hold together while its models move in proportion.

    One finding for each time a model is left alone, or part of the unit cut off: with the
    moment it begins, where that model is by then, and the widest gap of the whole time (to
    1e-4 inches).
    The start is no part of the move: a unit that starts torn apart may not stay so.
    """
    n = len(position.ids)
    if n < 2:
        return []
    during = _During(position, paths, tolerance)
    found = []
    for i in range(n):
        for run in _runs([i in cell.lonely for cell in during.cells]):
            found.append(during.lonely(i, run))
    if position.rules.coherency.single_group:
        for run in _runs([bool(cell.apart) and not cell.lonely for cell in during.cells]):
            found.append(during.split(run))
    return found


class _During:
    def __init__(self, position: Position, paths: Paths, tolerance: float) -> None:
        self.position = position
        rule = position.rules.coherency
        self.limit = rule.neighbour + tolerance + CONTACT
        self.needed = min(rule.needed_of(len(position.ids)), len(position.ids) - 1)
        self.tracks = [_track(position, i, paths) for i in range(len(position.ids))]
        self.costs = [
            math.fsum(s.cost for s in steps_of(position, i, paths.get(name, ())))
            for i, name in enumerate(position.ids)
        ]
        bends = {0.0, 1.0, *(piece[0] for track in self.tracks for piece in track)}
        self.cells = [cell for span in pairwise(sorted(bends)) for cell in self._between(*span)]

    def lonely(self, i: int, run: tuple[int, int]) -> Finding:
        rule, name = self.position.rules.coherency, self.position.ids[i]
        widest = self._widest(run, lambda gaps: float(np.sort(gaps[i])[self.needed - 1]))
        at, after, when = self._moment(i, run)
        few = "no mate" if self.needed == 1 else f"fewer than {self.needed} mates"
        text = f"On its way {name} has {few} within {rule.neighbour:g} inches ({widest:.4g}), "
        text += when
        limit = rule.neighbour
        return Finding(Code.NO_NEIGHBOUR, rule.section, (name,), text, widest, limit, at, after)

    def split(self, run: tuple[int, int]) -> Finding:
        rule, ids = self.position.rules.coherency, self.position.ids
        away = sorted(self.cells[run[0]].apart)
        rest = [i for i in range(len(ids)) if i not in away]
        bridge = self._widest(run, lambda gaps: float(gaps[np.ix_(away, rest)].min()))
        names = tuple(ids[i] for i in away)
        at, after, when = self._moment(away[0], run)
        text = f"On their way {listed(names)} and the rest of the unit are not one group "
        text += f"(gap {bridge:.4g}), {when}"
        return Finding(Code.SPLIT, rule.section, names, text, bridge, rule.neighbour, at, after)

    def _moment(self, i: int, run: tuple[int, int]) -> tuple[Place, float, str]:
        begin, end = self.cells[run[0]].begin, self.cells[run[1]].end
        x, y, _, z = _at(self.tracks[i], (begin + self.cells[run[0]].end) / 2, begin)
        after = begin * self.costs[i]
        when = f"from {100 * begin:.3g} to {100 * end:.3g} % of the move, "
        return (x, y, z), after, when + f"beginning at ({x:.4g}, {y:.4g})."

    def _widest(self, run: tuple[int, int], measure: Callable[[Floats], float]) -> float:
        """Return the most that is measured during a run of cells, to `FINE`.

        A gap changes no faster than two models go, so between two moments it is at most half
        their sum and half of what both might go: the stretch that might hold most is halved.
        """
        widest, ahead = -math.inf, list[tuple[float, float, float, float, float, float, float]]()

        def look(within: float, pace: float, low: float, high: float, a: float, b: float) -> None:
            most = (a + b + pace * (high - low)) / 2
            heappush(ahead, (-most, within, pace, low, high, a, b))

        for cell in self.cells[run[0] : run[1] + 1]:
            low, high, within = cell.begin, cell.end, (cell.begin + cell.end) / 2
            gone = max(math.dist(_at(t, within, low), _at(t, within, high)) for t in self.tracks)
            a, b = (measure(self._gaps(within, s)) for s in (low, high))
            widest = max(widest, a, b)
            look(within, 2 * gone / (high - low), low, high, a, b)
        for _ in range(LOOKS):
            most, within, pace, low, high, a, b = heappop(ahead)
            if -most <= widest + FINE:
                break
            middle = (low + high) / 2
            m = measure(self._gaps(within, middle))
            widest = max(widest, m)
            look(within, pace, low, middle, a, m)
            look(within, pace, middle, high, m, b)
        return widest

    def _gaps(self, within: float, s: float) -> Floats:
        """Return the gaps of all models at a moment, inf for each with itself; shape (n, n)."""
        poses = [_at(track, within, s) for track in self.tracks]
        bodies = self.position.bodies_at(poses)
        gaps = np.empty((len(poses), len(poses)))
        gap_rows(self.position.shapes, bodies, bodies, gaps)
        np.fill_diagonal(gaps, math.inf)
        return gaps

    def _between(self, begin: float, end: float) -> list[_Cell]:
        """Return the cells between two moments with no bend between them."""
        middle, n = (begin + end) / 2, len(self.tracks)
        ends = [tuple(_at(track, middle, s) for s in (begin, end)) for track in self.tracks]
        near = {(i, j): self._near(i, j, *ends[i], *ends[j]) for i, j in combinations(range(n), 2)}
        events = sorted({0.0, 1.0, *(t for spans in near.values() for s in spans for t in s)})
        cells = []
        farthest = max(math.dist(a, b) for a, b in ends)
        for low, high in pairwise(events):
            if (high - low) * farthest <= CONTACT:
                continue  # one mate leaves and another comes at the same moment, but for rounding
            t = (low + high) / 2
            mates: list[set[int]] = [set() for _ in range(n)]
            for (i, j), spans in near.items():
                if any(first <= t <= last for first, last in spans):
                    mates[i].add(j)
                    mates[j].add(i)
            lonely = frozenset(i for i in range(n) if len(mates[i]) < self.needed)
            span = end - begin
            cells.append(_Cell(begin + low * span, begin + high * span, lonely, _outside(mates)))
        return cells

    def _near(self, i: int, j: int, a: Pose, b: Pose, c: Pose, d: Pose) -> list[Stretch]:
        """Return when two models are near each other, going from ``a`` to ``b``, ``c`` to ``d``.

        As parts of that time.
        """
        shapes, start = self.position.shapes, self.position.start.shape
        mine, its = int(start[i]), int(start[j])
        # seen from the mate: it stands at c, the model goes from a to b less what the mate goes
        goal: Pose = (b[0] - (d[0] - c[0]), b[1] - (d[1] - c[1]), a[2], a[3])
        gone = math.dist(a[:2], goal[:2])
        reach = float(shapes.outer[mine] + shapes.outer[its]) + self.limit
        if math.dist(a[:2], c[:2]) - gone > reach:
            return []
        if math.dist(a[:2], c[:2]) + gone <= float(shapes.inner[mine] + shapes.inner[its]):
            return [(0.0, 1.0)]
        standing = (c[0], c[1], *heading(c[2]))
        if gone <= CONTACT:
            bodies = self.position.bodies_at([a if k == i else c for k in range(len(self.tracks))])
            gaps = np.empty((bodies.x.size, bodies.x.size))
            gap_rows(shapes, bodies, bodies, gaps)
            return [(0.0, 1.0)] if gaps[i, j] <= self.limit else []
        spans = stretches(shapes, mine, a, goal, its, standing, -self.limit)
        return [(float(first), float(last)) for first, last in spans]


def _track(position: Position, i: int, paths: Paths) -> list[Piece]:
    """Return what a model does when: pieces that follow each other from 0 to 1."""
    start = position.start
    stand: Pose = (
        float(start.x[i]), float(start.y[i]), float(position.facing[i]), float(start.z[i])
    )  # fmt: skip
    steps = steps_of(position, i, paths.get(position.ids[i], ()))
    total = math.fsum(step.cost for step in steps)
    pieces: list[Piece] = []
    last = stand
    for step in steps:
        if step.cost > 0.0:
            begin = step.before / total
            pieces.append((begin, min((step.before + step.cost) / total, 1.0), step.a, step.b))
        last = step.b
    return pieces or [(0.0, 1.0, last, last)]


def _at(track: list[Piece], within: float, s: float) -> Pose:
    """Return where a model is at moment ``s``, by the piece that moment ``within`` is in."""
    k = bisect_right([piece[0] for piece in track], within) - 1
    begin, end, a, b = track[max(k, 0)]
    t = min(max((s - begin) / (end - begin), 0.0), 1.0)
    return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2], a[3] + t * (b[3] - a[3]))


def _outside(mates: list[set[int]]) -> frozenset[int]:
    """Return the models that are not in the largest group."""
    left, largest = set(range(len(mates))), set[int]()
    while left:
        group, ahead = set[int](), [min(left)]
        while ahead:
            i = ahead.pop()
            if i not in group:
                group.add(i)
                ahead += mates[i]
        left -= group
        largest = max(largest, group, key=len)
    return frozenset(range(len(mates))) - largest


def _runs(flags: list[bool]) -> list[tuple[int, int]]:
    """Return the first and last index of every run of true ones."""
    edges = [False, *flags, False]
    begins = [k for k in range(len(flags)) if edges[k + 1] and not edges[k]]
    ends = [k for k in range(len(flags)) if edges[k + 1] and not edges[k + 2]]
    return list(zip(begins, ends, strict=True))
