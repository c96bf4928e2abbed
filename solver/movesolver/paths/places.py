"""Places to climb at: around everything that bars a model or holds it above the ground."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from movekernels.arrays import POLYGON, Floats, Ints
from movekernels.geometry.shapes import part_support
from movekernels.paths.aloft import Beside
from movekernels.paths.grown import SLACK
from movesolver.paths.heights import Heights
from movesolver.referee.position import heading
from movesolver.table.fields import Point

APART = 1.0
"""Places along the sides of walls and floors are at most this far apart, inches."""
FAN = 12
"""Directions in which places around a base are looked for."""
INSIDE = 0.01
"""How far inside the half inch around terrain places are looked for, inches."""


def climbing_places(heights: Heights, most: float) -> Floats:
    """Return where a model might climb: at, and half an inch from, all that is in reach.

    Parameters
    ----------
    heights
        The model, at the heading it keeps.
    most
        How far it may go, inches.

    Returns
    -------
    numpy.ndarray
        Centres of its base, whether or not it may be there; shape (s, 2).
    """
    position, model = heights.position, heights.model
    start = position.start
    x, y = float(start.x[model]), float(start.y[model])
    offsets = (SLACK, position.rules.climb_reach - INSIDE)
    bars = heights.bars(0.0, math.inf)
    everything = np.ones(heights.supports.x.size, dtype=np.bool_)
    shape, terrain = int(start.shape[model]), position.scenario.terrain
    is_round = position.shapes.inner[shape] == position.shapes.outer[shape]
    key = ("places", id(terrain), position.models[model].base, not is_round and heights.facing)
    land: dict[int, list[Point]] = position.board.once((*key, *offsets), terrain, dict)
    fresh: dict[int, list[Point]] = {}
    things = (
        (*heights.obstacle_parts, bars, fresh),
        (*heights.terrain_parts, everything, land),
    )
    found = [(x, y)]
    for beside, owner, which, known in things:
        reach = most + max(offsets) + float(position.shapes.outer[shape])
        spans = beside.pieces.part_a[beside.bodies.shape]
        near = np.hypot(beside.bodies.x - x, beside.bodies.y - y) <= reach + spans
        near &= which[owner]
        for k in np.flatnonzero(near).tolist():
            if k not in known:
                known[k] = [p for d in offsets for p in _around(heights, beside, k, d)]
            found += known[k]
    points = np.array(found)
    points = points[np.hypot(points[:, 0] - x, points[:, 1] - y) <= most]
    return points[np.sort(np.unique(np.round(points, 9), axis=0, return_index=True)[1])]


def thinned(points: Floats, most: int) -> Ints:
    """Return at most so many of some places (s, 2), their indices in order.

    Of those in one square of a grid the first stays: the grid is the finest that does.
    Outlines that are drawn as curves have a place every few hundredths of an inch.
    """
    kept, step = np.arange(len(points)), APART / 8.0
    while kept.size > most:
        # from the lowest corner: about a place in the middle four squares would always be left
        squares = np.floor((points - points.min(axis=0)) / step)
        kept = np.sort(np.unique(squares, axis=0, return_index=True)[1])
        step *= 1.2
    return kept


def _around(heights: Heights, b: Beside, k: int, offset: float) -> Iterator[Point]:
    """Yield places around one convex part, a distance from it."""
    part, c, s = int(b.bodies.shape[k]), float(b.bodies.cos[k]), float(b.bodies.sin[k])
    for along, nx, ny in _edge(b, part, c, s):
        px, py = _touching(heights, nx, ny)
        x = float(b.bodies.x[k]) + along[0] + px + offset * nx
        y = float(b.bodies.y[k]) + along[1] + py + offset * ny
        yield x, y


def _edge(b: Beside, part: int, c: float, s: float) -> Iterator[tuple[Point, float, float]]:
    """Yield boundary points of a part, relative to its centre, with directions outward."""
    pieces = b.pieces
    if pieces.part_kind[part] != POLYGON:
        for angle in np.arange(FAN) * (2.0 * math.pi / FAN):
            nx, ny = math.cos(angle), math.sin(angle)
            _, x, y = part_support(pieces, part, c, s, nx, ny)
            yield (x, y), nx, ny
        return
    first, last = pieces.vertex_first[part : part + 2]
    own = np.column_stack([pieces.vertex_x[first:last], pieces.vertex_y[first:last]])
    ring = own @ np.array([[c, s], [-s, c]])
    sides = np.roll(ring, -1, axis=0) - ring
    lengths = np.hypot(*sides.T)
    normals = np.column_stack([sides[:, 1], -sides[:, 0]]) / lengths[:, None]
    for k, corner in enumerate(ring):
        count = max(1, math.ceil(lengths[k] / APART))
        for step in range(count + 1):
            x, y = corner + sides[k] * (step / count)
            yield (float(x), float(y)), float(normals[k, 0]), float(normals[k, 1])
        both = normals[k - 1] + normals[k]
        nx, ny = (both / np.hypot(*both)).tolist()
        yield (float(corner[0]), float(corner[1])), nx, ny


def _touching(heights: Heights, nx: float, ny: float) -> Point:
    """Return where the centre is when the base touches the origin and lies on side (nx, ny)."""
    shapes = heights.position.shapes
    shape = int(heights.position.start.shape[heights.model])
    c, s = heading(heights.facing)
    parts = range(int(shapes.part_first[shape]), int(shapes.part_first[shape + 1]))
    _, x, y = max(part_support(shapes, p, c, s, -nx, -ny) for p in parts)
    return -x, -y
