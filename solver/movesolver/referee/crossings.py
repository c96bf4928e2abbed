"""Where a path cuts into things: every crossing, with its place and the inches until there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from movekernels.arrays import CONTACT, Bodies, Bools, Floats, Shapes
from movekernels.geometry.gap import gap
from movekernels.geometry.sweep import first_contact, sweep_gap
from movekernels.geometry.turn import turn_gap
from movesolver.referee.position import heading
from movesolver.referee.steps import Step
from movesolver.referee.verdict import Place
from movesolver.table.scenario import Pose

PRESSED = 0.01
"""A base may start pressed this far into an obstacle by rounding, and leave (inches)."""
HAIR = 1e-9
"""Distances of round bases this near a limit are left to the kernels, inches."""
JOINED = 1e-6
"""Inches between two stretches of a slide that count as one."""
SCREENED = 200_000
"""Pairs of step and hazard whose distances are held at a time."""

Stretch = tuple[float, float]
"""Part of a slide, as fractions of it."""
Standing = tuple[float, float, float, float]
"""x, y, cosine and sine of what stands."""


@dataclass(frozen=True, slots=True)
class Hazards:
    """Things a mover may cut into.  Axis ``h``: the hazards."""

    bodies: Bodies
    floor: Floats
    """A base is low enough to pass under at this height, inches, shape (h,)."""
    ceiling: Floats
    """A base is high enough to pass over at this height, inches, shape (h,)."""
    clear: Floats
    """Distance to keep, inches, shape (h,); 0 for those that may be touched."""
    bars: Callable[[float, float], Bools]
    """Which of them are in the way somewhere between two heights, shape (h,)."""
    depth: Callable[[int], float]
    """How deep the mover may cut into one of them, inches; minus a distance to keep."""

    def standing(self, h: int) -> tuple[int, Standing]:
        """Return the shape of a hazard and where it stands."""
        b = self.bodies
        return int(b.shape[h]), (float(b.x[h]), float(b.y[h]), float(b.cos[h]), float(b.sin[h]))


class Crossing(NamedTuple):
    """One time a path enters a hazard."""

    hazard: int
    step: Step
    at: Place
    """Centre of the mover at first contact (of a turn: while it turns), x, y, z."""
    after: float
    """What was spent until then, inches."""
    lowest: float
    """Smallest gap of the step, inches."""


def crossings(
    shapes: Shapes, mine: int, steps: Sequence[Step], hazards: Hazards
) -> Iterator[Crossing]:
    """Yield every time a path enters a hazard.

    Steps that follow each other inside a hazard are one crossing; leaving it and
    entering it again are two.
    """
    inside: set[int] = set()
    for step, near in zip(steps, _near(shapes, mine, steps, hazards), strict=True):
        still: set[int] = set()
        for h in near:
            lowest = _lowest(shapes, mine, step, hazards, h)
            if lowest >= -hazards.depth(h):
                continue
            for at, after in _entries(shapes, mine, step, hazards, h, h in inside):
                yield Crossing(h, step, at, after, lowest)
            if _cuts_at(shapes, mine, step.b, hazards, h):
                still.add(h)
        inside = still


def cuts(shapes: Shapes, mine: int, steps: Sequence[Step], hazards: Hazards) -> Bools:
    """Return which steps cut which hazards, shape (steps, h): as `crossings` sees it."""
    bodies, clear = hazards.bodies, hazards.clear
    found = np.zeros((len(steps), bodies.x.size), dtype=np.bool_)
    # Of a round base that slides past another the gap is known; how deep it may cut in is not.
    discs = shapes.inner == shapes.outer
    discs = discs[bodies.shape] & discs[mine]
    radii = shapes.outer[mine] + shapes.outer[bodies.shape]
    deep = radii + np.where(clear > 0.0, clear, -PRESSED - CONTACT) - HAIR
    past = radii + clear + HAIR
    for first, part, here, apart in _screened(shapes, mine, steps, hazards):
        plain = np.array([step.kind == "slide" for step in part])[:, None] & discs
        found[first : first + len(part)] = here & plain & (apart < deep)
        unsure = here & ~(plain & ((apart < deep) | (apart > past)))
        for k, h in np.argwhere(unsure).tolist():
            lowest = _lowest(shapes, mine, part[k], hazards, h)
            found[first + k, h] = lowest < -hazards.depth(h)
    return found


def _near(shapes: Shapes, mine: int, steps: Sequence[Step], hazards: Hazards) -> list[list[int]]:
    """Return for each step the hazards it may cut."""
    near: list[list[int]] = [[] for _ in steps]
    for first, _, here, _ in _screened(shapes, mine, steps, hazards):
        for k, h in np.argwhere(here).tolist():
            near[first + k].append(h)
    return near


def _screened(
    shapes: Shapes, mine: int, steps: Sequence[Step], hazards: Hazards
) -> Iterator[tuple[int, Sequence[Step], Bools, Floats]]:
    """Yield steps, a part of them at a time, with the hazards that each may cut.

    Those at its level, and not too far away: the number of the first, the steps, which may be
    cut, and how far their centres stay from the mover's; both of shape (steps, h).
    """
    bodies = hazards.bodies
    if not steps or not bodies.x.size:
        return
    reach = shapes.outer[mine] + shapes.outer[bodies.shape] + hazards.clear + JOINED
    poses = np.array([(*step.a, *step.b) for step in steps])
    heights = np.sort(poses[:, 3::4], axis=1)
    levels = heights[:1] if (heights == heights[0]).all() else heights
    bars = {level: hazards.bars(*level) for level in set(map(tuple, levels.tolist()))}
    rows = max(1, SCREENED // bodies.x.size)
    for first in range(0, len(steps), rows):
        part = slice(first, first + rows)
        apart = _apart(poses[part], bodies)
        here = apart <= reach
        if len(levels) == 1:
            here &= bars[tuple(levels[0].tolist())]
        else:
            here &= np.array([bars[tuple(level)] for level in levels[part].tolist()])
        yield first, steps[part], here, apart


def _apart(poses: Floats, bodies: Bodies) -> Floats:
    """Return the distances of the centres of bodies from the mover's as it goes, (steps, h).

    ``poses`` are those before and after each step, shape (steps, 8).
    """
    x, y = poses[:, 0, None], poses[:, 1, None]
    dx, dy = poses[:, 4, None] - x, poses[:, 5, None] - y
    wx, wy = bodies.x - x, bodies.y - y
    square = dx * dx + dy * dy
    t = np.clip((wx * dx + wy * dy) / np.where(square > 0.0, square, 1.0), 0.0, 1.0)
    apart: Floats = np.hypot(wx - t * dx, wy - t * dy)
    return apart


def _lowest(shapes: Shapes, mine: int, step: Step, hazards: Hazards, h: int) -> float:
    """Return the smallest gap to a hazard during a step; of a turn, of what it shows."""
    (x, y, facing, _), (k, standing) = step.a, hazards.standing(h)
    c, s = heading(facing)
    if step.kind == "slide":
        dx, dy = step.b[0] - x, step.b[1] - y
        return sweep_gap(shapes, mine, x, y, c, s, dx, dy, k, *standing)
    turn = short_turn(facing, step.b[2])
    if step.kind == "climb" or turn == 0.0:
        return gap(shapes, mine, x, y, c, s, k, *standing)
    ends = (c, s, *heading(step.b[2]), turn > 0.0)
    return turn_gap(shapes, mine, x, y, *ends, k, *standing, hazards.depth(h))


def short_turn(start: float, end: float) -> float:
    """Return the turn from one heading to another the short way, degrees, + counter-clockwise.

    Exactly half a turn goes counter-clockwise.
    """
    turn = (end - start) % 360.0
    return turn if turn <= 180.0 else turn - 360.0


def _cuts_at(shapes: Shapes, mine: int, pose: Pose, hazards: Hazards, h: int) -> bool:
    """Return whether a base at a pose is inside a hazard."""
    if not hazards.bars(pose[3], pose[3])[h]:
        return False
    k, standing = hazards.standing(h)
    apart = gap(shapes, mine, pose[0], pose[1], *heading(pose[2]), k, *standing)
    return apart < -hazards.depth(h)


def _entries(
    shapes: Shapes, mine: int, step: Step, hazards: Hazards, h: int, inside: bool
) -> list[tuple[Place, float]]:
    """Return where a step that cuts a hazard enters it, and what is spent until there."""
    if step.kind == "slide":
        k, standing = hazards.standing(h)
        found = stretches(shapes, mine, step.a, step.b, k, standing, hazards.depth(h))
        joined = JOINED / step.length
        return [step.slid(t) for t, _ in found if not (inside and t <= joined)]
    if inside:
        return []
    if step.kind == "climb":
        # Where levels meet is an inch away less rounding (`LEVEL`), which nobody needs to be told.
        floor, ceiling = (float(side[h]) for side in (hazards.floor, hazards.ceiling))
        return [step.climbed(round(floor, 8), round(ceiling, 8))]
    return [step.started()]


def stretches(
    shapes: Shapes, mine: int, a: Pose, b: Pose, other: int, standing: Standing, depth: float
) -> list[Stretch]:
    """Return the parts of a straight slide during which the gap is below ``-depth``, in order.

    The gap of two convex parts is convex along a line, so each pair of parts has one
    such stretch, whose ends are the first contacts from both sides.
    """
    first = shapes.part_first
    pieces = shapes._replace(part_first=np.arange(shapes.part_kind.size + 1))
    c, s = heading(a[2])
    dx, dy = b[0] - a[0], b[1] - a[1]
    found = []
    for p, q in product(range(first[mine], first[mine + 1]), range(first[other], first[other + 1])):
        start = first_contact(pieces, p, a[0], a[1], c, s, dx, dy, q, *standing, depth)
        if start > 1.0:
            continue
        back = first_contact(pieces, p, b[0], b[1], c, s, -dx, -dy, q, *standing, depth)
        found.append((start, max(start, 1.0 - back)))
    return joined_up(found, JOINED / math.hypot(dx, dy))


def joined_up(found: list[Stretch], hair: float) -> list[Stretch]:
    """Return stretches in order, those less than ``hair`` apart as one."""
    merged: list[Stretch] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1] + hair:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
