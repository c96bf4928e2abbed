"""Boards drawn from a seed, more than half of them with pairs within 1e-9 inches of a threshold.

A body is put down beside another, a gap away along a direction u: its centre is then
``mate + s_mate(u) + gap u - s_own(-u)``, s the boundary point whose normal is u, all in
extended precision and rounded once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accuracy.boards import Boards, Bodies, Bools, Floats
from accuracy.catalogue import Catalogue
from accuracy.extended import Part, Wide
from movesolver.arrays import CoherencyLimits, EngagementLimits

WIDTH, HEIGHT = 60.0, 44.0
LEVEL = 1.0
FLOORS = (0.0, 3.0, 6.0)
OFFSETS = (-15.0, -9.0)
"""Powers of ten that offsets from thresholds are drawn between, alike for all."""


class Limits(NamedTuple):
    """The thresholds a batch is built for."""

    coherency: CoherencyLimits
    engagement: EngagementLimits
    tolerance: float


def offsets(rng: np.random.Generator, boards: int) -> Floats:
    """Distances from a threshold, either side, some of them none."""
    size = 10.0 ** rng.uniform(*OFFSETS, boards)
    sign: Floats = rng.choice([-1.0, 1.0, 0.0], boards, p=[0.475, 0.475, 0.05])
    return sign * size


def boundary(
    rng: np.random.Generator, shapes: Catalogue, at: Bodies, ux: Floats, uy: Floats
) -> tuple[Wide, Wide]:
    """Boundary points with outward normal u, about the centres; of a side any point."""
    x, y = np.zeros(ux.size, np.longdouble), np.zeros(ux.size, np.longdouble)
    for k in np.unique(at.base):
        which = np.flatnonzero(at.base == k)
        c, s = at.cos[which].astype(np.longdouble), at.sin[which].astype(np.longdouble)
        px, py = ux[which] * c + uy[which] * s, uy[which] * c - ux[which] * s
        parts = shapes.shapes[k].parts
        chosen = rng.integers(0, len(parts), which.size)
        for p, part in enumerate(parts):
            some = chosen == p
            lx, ly = _support(rng, part, px[some], py[some])
            x[which[some]] = lx * c[some] - ly * s[some]
            y[which[some]] = lx * s[some] + ly * c[some]
    return x, y


def _support(rng: np.random.Generator, part: Part, px: Wide, py: Wide) -> tuple[Wide, Wide]:
    if not part.corners:
        a, b = np.longdouble(part.a), np.longdouble(part.b)
        h = np.sqrt((a * px) ** 2 + (b * py) ** 2)
        return a * a * px / h, b * b * py / h
    corners = np.array(part.corners, np.longdouble)
    reach = px[:, None] * corners[:, 0] + py[:, None] * corners[:, 1]
    top = reach.max(axis=1, keepdims=True)
    weight = (reach >= top - 1e-12) * rng.uniform(0.0, 1.0, reach.shape)
    weight /= weight.sum(axis=1, keepdims=True)
    return weight @ corners[:, 0], weight @ corners[:, 1]


def facing_sides(
    rng: np.random.Generator, shapes: Catalogue, at: Bodies, ux: Floats, uy: Floats
) -> tuple[Floats, Floats]:
    """For half of the polygons the outward normal of some side instead of u."""
    ux, uy = ux.copy(), uy.copy()
    for k in np.unique(at.base):
        corners = np.array(shapes.shapes[k].parts[0].corners)
        if corners.size == 0:
            continue
        which = np.flatnonzero((at.base == k) & (rng.random(ux.size) < 0.5))
        start = rng.integers(0, len(corners), which.size)
        side = corners[(start + 1) % len(corners)] - corners[start]
        side /= np.hypot(side[:, 0], side[:, 1])[:, None]
        c, s = at.cos[which], at.sin[which]
        ux[which], uy[which] = side[:, 1] * c + side[:, 0] * s, side[:, 1] * s - side[:, 0] * c
    return ux, uy


def beside(
    rng: np.random.Generator,
    shapes: Catalogue,
    mate: Bodies,
    own: Bodies,
    angle: Floats,
    gap: Floats,
) -> tuple[Floats, Floats]:
    """Centres at which bodies stand a gap away from others, along a direction or nearly so."""
    ux, uy = np.cos(angle), np.sin(angle)
    ux, uy = facing_sides(rng, shapes, mate, ux, uy)
    bx, by = facing_sides(rng, shapes, own, -ux, -uy)
    ux, uy = -bx, -by
    norm = np.hypot(ux, uy)
    ux, uy = ux / norm, uy / norm
    from_x, from_y = boundary(rng, shapes, mate, ux, uy)
    to_x, to_y = boundary(rng, shapes, own, -ux, -uy)
    wide = gap.astype(np.longdouble)
    x = mate.x + from_x + wide * ux - to_x
    y = mate.y + from_y + wide * uy - to_y
    return x.astype(np.float64), y.astype(np.float64)


def draw(
    rng: np.random.Generator, shapes: Catalogue, limits: Limits, boards: int, n: int, m: int
) -> Boards:
    """Draw a batch of boards with n models and m enemies each, five in eight at thresholds."""
    near = np.arange(boards) % 8 < 5
    unit = _empty(rng, shapes, boards, n)
    enemies = _empty(rng, shapes, boards, m)
    _first_model(rng, shapes, limits, unit, near)
    _other_models(rng, shapes, limits, unit, near)
    _heights(rng, limits, unit, enemies, near)
    _enemies(rng, shapes, limits, unit, enemies, near)
    return Boards(_renumbered(rng, unit), _renumbered(rng, enemies))


def _empty(rng: np.random.Generator, shapes: Catalogue, boards: int, n: int) -> Bodies:
    """Bodies with bases and headings, none of them placed yet."""
    many = len(shapes.shapes)
    style = rng.integers(0, 3)
    if style == 0:  # all of one base
        base = np.full((boards, n), rng.integers(0, many))
    elif style == 1:  # the same bases on every board, a leader among them
        base = np.tile(rng.choice(rng.integers(0, many, 2), n), (boards, 1))
    else:
        base = rng.integers(0, many, (boards, n))
    turn = rng.uniform(0.0, 2.0 * np.pi, (boards, n))
    quarter = rng.random(boards) < 0.1
    turn[quarter] = np.pi / 2 * rng.integers(0, 4, (int(quarter.sum()), n))
    x, y, z = np.zeros((3, boards, n))
    return Bodies(base.astype(np.int64), x, y, np.cos(turn), np.sin(turn), z)


def _first_model(
    rng: np.random.Generator, shapes: Catalogue, limits: Limits, unit: Bodies, near: Bools
) -> None:
    """Put the first model about the origin, on the table, far away, or at an edge."""
    boards = near.size
    if unit.x.shape[1] == 0:
        return
    where = rng.integers(0, 4, boards)
    spread = np.where(where == 0, 1.0, 60.0)
    x, y = rng.uniform(-1.0, 1.0, (2, boards)) * spread
    edge = near & (rng.random(boards) < 0.5)
    on = edge | (where >= 2)
    x, y = np.where(on, WIDTH * rng.random(boards), x), np.where(on, HEIGHT * rng.random(boards), y)
    at = unit.at((slice(None), 0))
    side = rng.integers(0, 4, boards)
    ux, uy = np.array([1.0, 0.0, -1.0, 0.0])[side], np.array([0.0, 1.0, 0.0, -1.0])[side]
    px, py = boundary(rng, shapes, at, ux, uy)
    over = limits.tolerance + offsets(rng, boards)
    x = np.where(edge & (side == 0), (WIDTH - px + over).astype(np.float64), x)
    x = np.where(edge & (side == 2), (-px - over).astype(np.float64), x)
    y = np.where(edge & (side == 1), (HEIGHT - py + over).astype(np.float64), y)
    y = np.where(edge & (side == 3), (-py - over).astype(np.float64), y)
    unit.x[:, 0], unit.y[:, 0] = x, y


def _other_models(
    rng: np.random.Generator, shapes: Catalogue, limits: Limits, unit: Bodies, near: Bools
) -> None:
    """Chain the others to earlier ones; one of a near board stands at a threshold.

    On some near boards the second model is a span away from the first and the others
    stand between, so that the span alone decides.
    """
    boards, n = unit.x.shape
    rows = np.arange(boards)
    rule = limits.coherency
    course = rng.uniform(0.0, 2.0 * np.pi, boards)
    choice = rng.integers(0, 4, boards)
    line = near & (choice == 0) & np.isfinite(rule.span) & (n >= 3)
    target = np.where(line, 1, rng.integers(1, max(n, 2), boards))
    threshold = np.select(
        [line, choice <= 2],
        [rule.span + rule.tolerance, rule.neighbour + rule.tolerance],
        -limits.tolerance,
    )
    for i in range(1, n):
        this = near & (target == i)
        mate = np.where(rng.random(boards) < 0.6, i - 1, rng.integers(0, i, boards))
        mate = np.where(this, np.where(line, 0, i - 1), mate)
        angle = np.where(near, course + rng.normal(0.0, 0.5, boards), _anyhow(rng, boards))
        gap = np.where(this, threshold + offsets(rng, boards), _usual_gaps(rng, boards))
        own = unit.at((slice(None), i))
        x, y = beside(rng, shapes, unit.at((rows, mate)), own, angle, gap)
        between = line & ~this
        part = (i - 1) / max(n - 1, 1)
        jitter = rng.normal(0.0, 0.1, (2, boards))
        along_x = unit.x[:, 0] + part * (unit.x[:, 1] - unit.x[:, 0]) + jitter[0]
        along_y = unit.y[:, 0] + part * (unit.y[:, 1] - unit.y[:, 0]) + jitter[1]
        unit.x[:, i] = np.where(between, along_x, x)
        unit.y[:, i] = np.where(between, along_y, y)


def _anyhow(rng: np.random.Generator, boards: int) -> Floats:
    """Directions, some along an axis, where coordinates are exact."""
    angle = rng.uniform(0.0, 2.0 * np.pi, boards)
    axis = rng.random(boards) < 0.1
    return np.where(axis, np.pi / 2 * rng.integers(0, 4, boards), angle)


def _usual_gaps(rng: np.random.Generator, boards: int) -> Floats:
    return np.where(
        rng.random(boards) < 0.8,
        rng.uniform(0.0, 1.9, boards),
        rng.uniform(-0.3, 4.0, boards),
    )


def _heights(
    rng: np.random.Generator, limits: Limits, unit: Bodies, enemies: Bodies, near: Bools
) -> None:
    """All on the ground, on one floor, on floors, or, if near, at the vertical limits."""
    boards = near.size
    style = rng.integers(0, 8, boards)
    ground = np.where(style == 5, 3.0, 0.0)
    rule = limits.coherency
    tall = np.where(rng.random(boards) < 0.5, rule.vertical + rule.tolerance, LEVEL)
    tall += offsets(rng, boards)
    for bodies in (unit, enemies):
        shape = bodies.z.shape
        bodies.z[:] = ground[:, None]
        floors = rng.choice(FLOORS, shape)
        bodies.z[style == 6] = floors[style == 6]
        raised = np.where(rng.random(shape) < 0.4, tall[:, None], 0.0)
        bodies.z[near & (style == 7)] = raised[near & (style == 7)]


def _enemies(
    rng: np.random.Generator,
    shapes: Catalogue,
    limits: Limits,
    unit: Bodies,
    enemies: Bodies,
    near: Bools,
) -> None:
    """Put enemies beside models, on near boards one at a threshold."""
    boards, m = enemies.x.shape
    n = unit.x.shape[1]
    rows = np.arange(boards)
    rule = limits.engagement
    target = rng.integers(0, max(m, 1), boards)
    threshold = np.where(
        rng.random(boards) < 0.6, rule.horizontal + rule.tolerance, -limits.tolerance
    )
    farthest = rng.choice([3.0, 12.0], boards)
    for j in range(m if n else 0):
        this = near & (target == j)
        mate = rng.integers(0, np.full(boards, n))
        gap = np.where(this, threshold + offsets(rng, boards), rng.uniform(-0.5, farthest))
        own = enemies.at((slice(None), j))
        x, y = beside(rng, shapes, unit.at((rows, mate)), own, _anyhow(rng, boards), gap)
        enemies.x[:, j], enemies.y[:, j] = x, y


def _renumbered(rng: np.random.Generator, bodies: Bodies) -> Bodies:
    """The same bodies in another order: each board its own, all boards one, or left alone."""
    boards, n = bodies.x.shape
    style = rng.integers(0, 3)
    if style == 0:
        return bodies
    if style == 1:
        order = np.tile(rng.permutation(n), (boards, 1))
    else:
        order = rng.random((boards, n)).argsort(axis=1)
    return bodies.at((np.arange(boards)[:, None], order))
