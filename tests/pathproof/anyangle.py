"""Any-angle labels over a fine set of nodes: each is the length of a real path, swept exactly.

Theta* without a goal (Daniel, Nash, Koenig and Felner, *Theta*: Any-Angle Path Planning on
Grids*, JAIR 2010).  It shares nothing with the paths it judges but the sweep predicate.
"""

from __future__ import annotations

import heapq
import math

import numpy as np

from movekernels._jit import allocating, kernel
from movekernels.arrays import POLYGON, Bodies, Floats, Ints, Shapes
from movekernels.geometry.parts import part_gap
from movekernels.geometry.shapes import part_support, support
from movekernels.geometry.sweep import sweep_gap
from pathproof.scenes import Scene

LEGAL = -1e-12
"""Gap along a path of the reference: rounding only."""
RING = 32
"""Nodes around a grown obstacle: the corners of a polygon whose sides touch it."""
NARROW = 0.5
"""Ways wider than the base by no more get nodes of their own, inches."""
STAR = 36
"""Directions of nodes about the source."""
NEAR = (0.03, 0.1, 0.3)
"""Their distances, inches."""
ACROSS = (-0.6, -0.15, 0.0, 0.15, 0.6)
"""Nodes in a pinch, inches along it."""


@kernel
def clear(
    shapes: Shapes, bodies: Bodies, mover: int, x: float, y: float, dx: float, dy: float
) -> float:
    """Smallest gap on a straight slide of a disc; gaps beyond a hundredth of an inch are alike."""
    least = 0.01
    d2 = dx * dx + dy * dy
    for j in range(bodies.x.size):
        wx = bodies.x[j] - x
        wy = bodies.y[j] - y
        t = min(max((wx * dx + wy * dy) / d2, 0.0), 1.0) if d2 > 0.0 else 0.0
        wx -= t * dx
        wy -= t * dy
        far = shapes.outer[bodies.shape[j]] + shapes.outer[mover] + 0.01
        if wx * wx + wy * wy < far * far:
            found = sweep_gap(
                shapes, mover, x, y, 1.0, 0.0, dx, dy,
                bodies.shape[j], bodies.x[j], bodies.y[j], bodies.cos[j], bodies.sin[j],
            )  # fmt: skip
            least = min(least, found)
            if least < -1e-6:
                return least
    return least


@allocating
def free_nodes(shapes: Shapes, bodies: Bodies, mover: int, x: Floats, y: Floats) -> Ints:
    """Indices of the nodes where the disc may stand."""
    kept = np.empty(x.size, np.int64)
    n = 0
    for i in range(x.size):
        if clear(shapes, bodies, mover, x[i], y[i], 0.0, 0.0) >= LEGAL:
            kept[n] = i
            n += 1
    return kept[:n]


@allocating
def corners(shapes: Shapes, bodies: Bodies, radius: float, count: int) -> Floats:
    """Corners of polygons around all grown obstacles, each side touching; shape (m * count, 2)."""
    out = np.empty((bodies.x.size * count, 2))
    step = 2.0 * math.pi / count
    for j in range(bodies.x.size):
        c, s = bodies.cos[j], bodies.sin[j]
        for v in range(count):
            ux, uy = math.cos(v * step), math.sin(v * step)
            wx, wy = math.cos((v + 1) * step), math.sin((v + 1) * step)
            h = support(shapes, bodies.shape[j], c, s, ux, uy) + radius
            g = support(shapes, bodies.shape[j], c, s, wx, wy) + radius
            cross = ux * wy - uy * wx
            out[j * count + v, 0] = bodies.x[j] + (h * wy - g * uy) / cross
            out[j * count + v, 1] = bodies.y[j] + (g * ux - h * wx) / cross
    return out


@allocating
def squeezes(shapes: Shapes, bodies: Bodies, radius: float) -> Floats:
    """Middles of narrow ways between parts, one of each two round, and along them: (g, 4)."""
    out = np.empty((64 * bodies.x.size + 64, 4))
    n = 0
    for i in range(bodies.x.size):
        for p in range(shapes.part_first[bodies.shape[i]], shapes.part_first[bodies.shape[i] + 1]):
            if shapes.part_kind[p] == POLYGON:
                continue
            for j in range(bodies.x.size):
                k = bodies.shape[j]
                dx = bodies.x[j] - bodies.x[i]
                dy = bodies.y[j] - bodies.y[i]
                far = shapes.outer[bodies.shape[i]] + shapes.outer[k] + 2.0 * radius + NARROW
                if i == j or dx * dx + dy * dy > far * far:
                    continue
                for q in range(shapes.part_first[k], shapes.part_first[k + 1]):
                    c, s = bodies.cos[i], bodies.sin[i]
                    f, ux, uy = part_gap(shapes, p, c, s, q, bodies.cos[j], bodies.sin[j], dx, dy)
                    if 2.0 * radius - 1e-9 <= f <= 2.0 * radius + NARROW and n < len(out):
                        _, x, y = part_support(shapes, p, c, s, ux, uy)
                        out[n, 0] = bodies.x[i] + x + 0.5 * f * ux
                        out[n, 1] = bodies.y[i] + y + 0.5 * f * uy
                        out[n, 2] = -uy
                        out[n, 3] = ux
                        n += 1
    return out[:n]


@allocating
def label(
    shapes: Shapes,
    bodies: Bodies,
    mover: int,
    x: Floats,
    y: Floats,
    most: float,
    cell: float,
) -> tuple[Floats, Ints]:
    """Labels of all nodes from node 0, and the node each path comes from.

    Infinity where no path of at most ``most`` was found.
    """
    n = x.size
    left, low = x.min(), y.min()
    wide = int((x.max() - left) / cell) + 1
    high = int((y.max() - low) / cell) + 1
    head = np.full(wide * high, -1)
    after = np.empty(n, np.int64)
    where = np.empty(n, np.int64)
    for i in range(n):
        where[i] = int((x[i] - left) / cell) + wide * int((y[i] - low) / cell)
        after[i] = head[where[i]]
        head[where[i]] = i
    best = np.full(n, np.inf)
    parent = np.full(n, -1)
    done = np.zeros(n, np.bool_)
    best[0] = 0.0
    parent[0] = 0
    heap = [(0.0, 0)]
    for m in range(1, n):
        length = math.hypot(x[m] - x[0], y[m] - y[0])
        if length <= most and _seen(shapes, bodies, mover, x, y, 0, m):
            best[m] = length
            parent[m] = 0
            heapq.heappush(heap, (length, m))
    while len(heap) > 0:
        value, i = heapq.heappop(heap)
        if done[i] or value > best[i]:
            continue
        # a shortcut past nodes on the way to here
        p = parent[i]
        while p != 0:
            p = parent[p]
            length = best[p] + math.hypot(x[i] - x[p], y[i] - y[p])
            if length < best[i] - 1e-13 and _seen(shapes, bodies, mover, x, y, p, i):
                best[i] = length
                parent[i] = p
        done[i] = True
        column = where[i] % wide
        row = where[i] // wide
        for r in range(max(row - 1, 0), min(row + 2, high)):
            for q in range(max(column - 1, 0), min(column + 2, wide)):
                m = head[r * wide + q]
                while m >= 0:
                    if not done[m]:
                        p = parent[i]
                        length = best[p] + math.hypot(x[m] - x[p], y[m] - y[p])
                        if length < best[m]:
                            if not _seen(shapes, bodies, mover, x, y, p, m):
                                p = i
                                length = best[i] + math.hypot(x[m] - x[i], y[m] - y[i])
                            if (
                                length < best[m]
                                and length <= most
                                and (p != i or _seen(shapes, bodies, mover, x, y, i, m))
                            ):
                                best[m] = length
                                parent[m] = p
                                heapq.heappush(heap, (length, m))
                    m = after[m]
    return best, parent


@kernel
def _seen(shapes: Shapes, bodies: Bodies, mover: int, x: Floats, y: Floats, a: int, b: int) -> bool:
    """Whether the straight slide between two nodes is legal."""
    return clear(shapes, bodies, mover, x[a], y[a], x[b] - x[a], y[b] - y[a]) >= LEGAL


def nodes(scene: Scene, source: Floats, step: float, bodies: Bodies) -> Floats:
    """Nodes within reach of a source, which is the first: a grid, rings, pinches; shape (n, 2)."""
    x, y, most = source.tolist()
    # about a fixed corner, so that nothing of a scene lies on it but by chance
    across = np.arange(0.37 * step, scene.width, step)
    up = np.arange(0.41 * step, scene.height, step)
    grid = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
    ring = corners(scene.shapes, bodies, scene.radius, RING)
    narrow = np.concatenate([scene.pinches, squeezes(scene.shapes, bodies, scene.radius)])
    centre, along = narrow[:, :2], narrow[:, 2:]
    squeezed = [centre + t * along for t in ACROSS]
    angle = np.arange(STAR) * math.tau / STAR
    rays = np.column_stack([np.cos(angle), np.sin(angle)])
    star = [np.array([x, y]) + r * rays for r in NEAR]
    every = np.concatenate([np.array([[x, y]]), *star, ring, *squeezed, grid])
    reach = np.hypot(every[:, 0] - x, every[:, 1] - y) <= most
    r = scene.radius
    on = (every >= r).all(axis=1) & (every[:, 0] <= scene.width - r)
    every = every[reach & on & (every[:, 1] <= scene.height - r)]
    mover = scene.shapes.outer.size - 1
    kept = free_nodes(scene.shapes, bodies, mover, every[:, 0].copy(), every[:, 1].copy())
    values: Floats = every[kept]
    return values
