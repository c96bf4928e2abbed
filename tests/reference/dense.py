"""Shortest paths by a dense visibility graph: a little too long, never too short.

Nodes are the corners of polygons around the grown obstacles, whose sides touch them.
Whether a straight line is clear follows from support functions in many directions, which
errs to the safe side by some 1e-5 inches.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from movekernels.arrays import Floats
from movekernels.paths.grown import Grown

CORNERS = 48
"""Of each polygon."""
DIRECTIONS = 720
AIR = 3e-5
"""How far the polygons keep from the obstacles, inches."""


def _support(grown: Grown, j: int, ux: Floats, uy: Floats) -> Floats:
    along = ux * grown.cos[j] + uy * grown.sin[j]
    across = uy * grown.cos[j] - ux * grown.sin[j]
    core = np.hypot(grown.long[j] * along, grown.short[j] * across)
    values: Floats = core + float(grown.radius[j])
    return values


def _corners(grown: Grown, j: int) -> Floats:
    angle = (np.arange(CORNERS) + 0.5) * math.tau / CORNERS
    ux, uy = np.cos(angle), np.sin(angle)
    h = _support(grown, j, ux, uy) + AIR
    g, wx, wy = (np.roll(v, -1) for v in (h, ux, uy))
    cross = ux * wy - uy * wx
    x = grown.x[j] + (h * wy - g * uy) / cross
    y = grown.y[j] + (g * ux - h * wx) / cross
    return np.column_stack([x, y])


def _clear(grown: Grown, one: Floats, two: Floats) -> NDArray[np.bool_]:
    """Whether segments between rows of points, shape (m, 2), are clear."""
    d = two - one
    clear = np.ones(len(one), bool)
    for j in range(grown.x.size):
        w = np.array([grown.x[j], grown.y[j]]) - one
        d2 = np.maximum((d * d).sum(axis=1), 1e-300)
        t = np.clip((w * d).sum(axis=1) / d2, 0.0, 1.0)
        away = np.hypot(*(w - t[:, None] * d).T)
        clear &= (away >= grown.span[j] - 1e-12) | (grown.long[j] > 0.0)
        close = np.flatnonzero(clear & (away < grown.span[j]))
        if grown.long[j] > 0.0 and close.size:
            angle = np.arange(DIRECTIONS) * math.tau / DIRECTIONS
            u = np.stack([np.cos(angle), np.sin(angle)])
            h = _support(grown, j, u[0], u[1])
            both = np.minimum(-w[close] @ u - h, (d[close] - w[close]) @ u - h)
            across = np.stack([-d[close, 1], d[close, 0]]) / np.sqrt(d2[close])
            beside = np.abs((w[close] * across.T).sum(axis=1)) - _support(grown, j, *across)
            clear[close] &= np.maximum(both.max(axis=1), beside) >= -1e-12
    for e in range(grown.berth.size):
        p0 = np.array([grown.x0[e], grown.y0[e]])
        p1 = np.array([grown.x1[e], grown.y1[e]])
        a, b = _cross(d, p0 - one), _cross(d, p1 - one)
        f, g = _cross(p1 - p0, one - p0), _cross(p1 - p0, two - p0)
        clear &= ~((a * b < 0.0) & (f * g < 0.0))
    kept: NDArray[np.bool_] = clear.copy()
    return kept


def _cross(a: Floats, b: Floats) -> Floats:
    values: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return values


def _free(grown: Grown, at: Floats) -> NDArray[np.bool_]:
    room = np.minimum(at, np.array([grown.width, grown.height]) - at).min(axis=1)
    free: NDArray[np.bool_] = (room >= grown.inset - 1e-12) & _clear(grown, at, at)
    for e in range(grown.berth.size):
        p0 = np.array([grown.x0[e], grown.y0[e]])
        side = np.array([grown.x1[e], grown.y1[e]]) - p0
        along = (at - p0) @ side
        length2 = side @ side
        far = np.abs(_cross(side, at - p0)) / math.sqrt(length2)
        free &= (along <= 0.0) | (along >= length2) | (far >= grown.berth[e] - 1e-12)
    return free


def lengths(grown: Grown, x: float, y: float, most: float, points: Floats) -> Floats:
    """Lengths of the shortest paths in the graph to points (s, 2), infinity beyond ``most``."""
    rings = [_corners(grown, j) for j in range(grown.x.size)]
    ring = np.concatenate([*rings, np.empty((0, 2))])
    ring = ring[_free(grown, ring)]
    at = np.concatenate([np.array([[x, y]]), points, ring])
    n = len(at)
    a, b = np.triu_indices(n, 1)
    far = np.hypot(*(at[a] - at[b]).T)
    kept = (far <= most) & (far > 0.0)
    a, b, far = a[kept], b[kept], far[kept]
    clear = _clear(grown, at[a], at[b])
    graph = np.zeros((n, n))
    graph[a[clear], b[clear]] = far[clear]
    every = dijkstra(csr_array(graph), directed=False, indices=np.array([0]), limit=most)
    found = np.array(every[0, 1 : len(points) + 1])
    found[~_free(grown, points)] = np.inf
    return found
