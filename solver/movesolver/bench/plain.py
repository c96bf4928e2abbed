"""The slow twin: every check in plain Python, straight from the rule.

The gap of two outlines is their largest separation along any direction, found by
trying directions and a golden section about the best.  No code of the kernels is used.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Floats, Ints
from movesolver.arrays import NO_NEIGHBOUR, SPLIT, SPREAD
from movesolver.arrays.limits import COHERENCY
from movesolver.bench.scenes import HEIGHT, WIDTH, Scene, Side

GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
DIRECTIONS = 48
STEP = math.tau / DIRECTIONS
SECTIONS = 52
"""They narrow two steps to 4e-12, so that values are good to 1e-10 at a kink, too."""


class Body(NamedTuple):
    """A base on the table, inches."""

    x: float
    y: float
    cos: float
    sin: float
    length: float
    """Half of it."""
    width: float
    boxed: bool

    @property
    def outer(self) -> float:
        """Radius of a disc around the base."""
        return math.hypot(self.length, self.width) if self.boxed else self.length

    @property
    def inner(self) -> float:
        """Radius of a disc inside the base."""
        return self.width


def bodies(scene: Scene, side: Side) -> list[list[Body]]:
    """Return the bodies of one side, board by board."""
    found = []
    for board in range(len(scene)):
        rows = zip(
            side.x[board].tolist(),
            side.y[board].tolist(),
            side.cos[board].tolist(),
            side.sin[board].tolist(),
            scene.half[side.base[board]].tolist(),
            scene.boxed[side.base[board]].tolist(),
            strict=True,
        )
        found.append(
            [Body(x, y, c, s, half[0], half[1], boxed) for x, y, c, s, half, boxed in rows]
        )
    return found


def _reach(body: Body, ux: float, uy: float) -> float:
    """How far a base reaches from its centre along a direction."""
    along = body.length * (ux * body.cos + uy * body.sin)
    across = body.width * (uy * body.cos - ux * body.sin)
    return abs(along) + abs(across) if body.boxed else math.sqrt(along**2 + across**2)


def _peak(apart: Callable[[float], float], low: float, high: float) -> float:
    """Largest value of a function with one peak, by golden section."""
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = apart(left), apart(right)
    for _ in range(SECTIONS):
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = apart(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = apart(right)
    return max(at_left, at_right)


def _furthest(apart: Callable[[float], float]) -> float:
    """Largest value of a function of an angle: a scan, then a search about its two best peaks."""
    values = [apart(k * STEP) for k in range(DIRECTIONS)]
    peaks = [
        k for k in range(DIRECTIONS) if values[k] >= max(values[k - 1], values[k + 1 - DIRECTIONS])
    ]
    best = sorted(peaks, key=lambda k: -values[k])[:2]
    return max(_peak(apart, (k - 1) * STEP, (k + 1) * STEP) for k in best)


def gap(one: Body, other: Body) -> float:
    """Signed gap of two bases, inches (01.04)."""
    dx, dy = other.x - one.x, other.y - one.y
    if one.length == one.width == one.outer and other.length == other.width == other.outer:
        return math.hypot(dx, dy) - one.length - other.length

    def apart(angle: float) -> float:
        ux, uy = math.cos(angle), math.sin(angle)
        return ux * dx + uy * dy - _reach(one, ux, uy) - _reach(other, ux, uy)

    return _furthest(apart)


def near(one: Body, other: Body, limit: float) -> bool:
    """Whether two bases are within a distance; discs answer first where they can."""
    centres = math.hypot(other.x - one.x, other.y - one.y)
    if centres > one.outer + other.outer + limit:
        return False
    if centres <= one.inner + other.inner + limit:
        return True
    return gap(one, other) <= limit


def coherency(scene: Scene) -> NDArray[np.uint8]:
    """What is wrong with the coherency of each unit (03.03); shape (b,)."""
    rule = COHERENCY
    codes = np.zeros(len(scene), np.uint8)
    for board, unit in enumerate(bodies(scene, scene.own)):
        count = len(unit)
        mates: list[set[int]] = [set() for _ in unit]
        spread = False
        for i in range(count):
            for j in range(i):
                if near(unit[i], unit[j], rule.neighbour + rule.tolerance):
                    mates[i].add(j)
                    mates[j].add(i)
                elif not near(unit[i], unit[j], rule.span + rule.tolerance):
                    spread = True
        group, waiting = {0}, [0]
        while waiting:
            new = mates[waiting.pop()] - group
            group |= new
            waiting.extend(new)
        codes[board] = (
            (SPREAD if spread else 0)
            | (SPLIT if len(group) < count else 0)
            | (NO_NEIGHBOUR if count > 1 and not all(mates) else 0)
        )
    return codes


def first_within(scene: Scene, limit: float) -> Ints:
    """Return the first enemy within a distance of each model, -1 for none; shape (b, n)."""
    return np.array(
        [
            [next((j for j, foe in enumerate(foes) if near(body, foe, limit)), -1) for body in unit]
            for unit, foes in zip(
                bodies(scene, scene.own), bodies(scene, scene.others), strict=True
            )
        ]
    )


def self_overlap(scene: Scene, limit: float) -> Ints:
    """Return the first earlier mate that each model overlaps, -1 for none; shape (b, n)."""
    return np.array(
        [
            [
                next((j for j in range(i) if near(unit[i], unit[j], limit)), -1)
                for i in range(len(unit))
            ]
            for unit in bodies(scene, scene.own)
        ]
    )


def gaps(scene: Scene) -> Floats:
    """Return the gap of each model to each enemy, inches; shape (b, n, m)."""
    return np.array(
        [
            [[gap(body, foe) for foe in foes] for body in unit]
            for unit, foes in zip(
                bodies(scene, scene.own), bodies(scene, scene.others), strict=True
            )
        ]
    )


def nearest(scene: Scene) -> Floats:
    """Return the gap of each model to its nearest enemy, inches; shape (b, n)."""
    found = []
    for unit, foes in zip(bodies(scene, scene.own), bodies(scene, scene.others), strict=True):
        for body in unit:
            best = math.inf
            for foe in foes:
                centres = math.hypot(foe.x - body.x, foe.y - body.y)
                if centres - body.outer - foe.outer < best:
                    best = min(best, gap(body, foe))
            found.append(best)
    return np.array(found).reshape(scene.own.x.shape)


def edge(scene: Scene) -> Floats:
    """Return the distance of each model to the table edge, inches; shape (b, n)."""
    found = []
    for unit in bodies(scene, scene.own):
        for body in unit:
            across, up = _reach(body, 1.0, 0.0), _reach(body, 0.0, 1.0)
            found.append(
                min(body.x - across, WIDTH - body.x - across, body.y - up, HEIGHT - body.y - up)
            )
    return np.array(found).reshape(scene.own.x.shape)


def sweep(scene: Scene) -> Floats:
    """Return the smallest gap of each model to an enemy on its slide, inches; shape (b, n)."""
    sides = zip(bodies(scene, scene.own), bodies(scene, scene.others), strict=True)
    found = []
    for (unit, foes), dx, dy in zip(sides, *scene.slides, strict=True):
        for body, x, y in zip(unit, dx.tolist(), dy.tolist(), strict=True):
            best = math.inf
            for foe in foes:
                if _passing(body, foe, x, y) - body.outer - foe.outer < best:
                    best = min(best, slide_gap(body, foe, x, y))
            found.append(best)
    return np.array(found).reshape(scene.own.x.shape)


def _passing(body: Body, foe: Body, dx: float, dy: float) -> float:
    """Smallest distance of two centres as one slides."""
    px, py = foe.x - body.x, foe.y - body.y
    done = min(max((px * dx + py * dy) / (dx * dx + dy * dy), 0.0), 1.0)
    return math.hypot(px - done * dx, py - done * dy)


def slide_gap(body: Body, foe: Body, dx: float, dy: float) -> float:
    """Signed gap of a base to all that another covers as it slides, inches (03.01)."""
    if body.length == body.width == body.outer and foe.length == foe.width == foe.outer:
        return _passing(body, foe, dx, dy) - body.length - foe.length
    px, py = foe.x - body.x, foe.y - body.y

    def apart(angle: float) -> float:
        ux, uy = math.cos(angle), math.sin(angle)
        ahead = max(0.0, ux * dx + uy * dy) + _reach(body, ux, uy)
        return ux * px + uy * py - ahead - _reach(foe, ux, uy)

    return _furthest(apart)
