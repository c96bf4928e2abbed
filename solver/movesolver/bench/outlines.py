"""The checks by shapely, with round and oval bases as polygons of 128 corners.

Such a polygon lies up to 7e-4" inside the largest base here.  Building the polygons
is part of every call: models have new poses each time.
"""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from movekernels.arrays import Bools, Floats, Ints
from movesolver.bench.others import NEIGHBOUR, SPAN
from movesolver.bench.scenes import HEIGHT, WIDTH, Scene, Side

CORNERS = 128
Outlines = NDArray[np.object_]


def build(scene: Scene, side: Side) -> Outlines:
    """Return the outlines of one side; shape (b, n)."""
    angle = np.linspace(0.0, 2.0 * np.pi, CORNERS, endpoint=False)
    size = scene.half[side.base]
    ring = np.stack([np.cos(angle), np.sin(angle)], -1)
    square = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
    boxed = scene.boxed[side.base]
    out = np.empty(side.x.shape, np.object_)
    for corners, which in ((ring, ~boxed), (square, boxed)):
        if not which.any():
            continue
        own = corners * size[which][:, None, :]
        cos, sin = side.cos[which][:, None], side.sin[which][:, None]
        x = side.x[which][:, None] + own[..., 0] * cos - own[..., 1] * sin
        y = side.y[which][:, None] + own[..., 0] * sin + own[..., 1] * cos
        out[which] = shapely.polygons(np.stack([x, y], -1))
    return out


def first_within(scene: Scene, limit: float) -> Ints:
    """As `movesolver.bench.plain.first_within`."""
    own, others = build(scene, scene.own), build(scene, scene.others)
    if limit <= 0.0:
        hits = shapely.intersects(own[:, :, None], others[:, None, :])
    else:
        hits = shapely.dwithin(own[:, :, None], others[:, None, :], limit)
    found: Ints = np.where(hits.any(-1), hits.argmax(-1), -1)
    return found


def self_overlap(scene: Scene) -> Ints:
    """As `movesolver.bench.plain.self_overlap`."""
    own = build(scene, scene.own)
    b, n = own.shape
    i, j = np.tril_indices(n, -1)
    hits = np.zeros((b, n, n), np.bool_)
    hits[:, i, j] = shapely.intersects(own[:, i], own[:, j])
    found: Ints = np.where(hits.any(-1), hits.argmax(-1), -1)
    return found


def gaps(scene: Scene) -> Floats:
    """Return gaps, 0 where outlines overlap; shape (b, n, m)."""
    own, others = build(scene, scene.own), build(scene, scene.others)
    return shapely.distance(own[:, :, None], others[:, None, :])


def nearest(scene: Scene) -> Floats:
    """As `movesolver.bench.plain.nearest`, 0 where outlines overlap."""
    own, others = build(scene, scene.own), build(scene, scene.others)
    out = np.empty(own.shape)
    for board in range(len(scene)):
        tree = shapely.STRtree(others[board])
        (models, _), far = tree.query_nearest(own[board], return_distance=True, all_matches=False)
        out[board, models] = far
    return out


def sweep(scene: Scene) -> Floats:
    """As `movesolver.bench.plain.sweep`, 0 where outlines overlap.

    What a convex base covers on its slide is the hull of where it starts and ends.
    """
    own, others = build(scene, scene.own), build(scene, scene.others)
    side = scene.own
    x, y = side.x + scene.slides[0], side.y + scene.slides[1]
    ends = build(scene, Side(side.base, x, y, side.cos, side.sin))
    covered = np.asarray(shapely.convex_hull(shapely.multipolygons(np.stack([own, ends], -1))))
    out = np.empty(own.shape)
    for board in range(len(scene)):
        tree = shapely.STRtree(others[board])
        (models, _), far = tree.query_nearest(
            covered[board], return_distance=True, all_matches=False
        )
        out[board, models] = far
    return out


def coherency(scene: Scene) -> Bools:
    """Whether each unit is coherent; (b,).

    First the pairs too far apart, which settle most units; then who is whose mate.
    """
    own = build(scene, scene.own)
    n = own.shape[1]
    i, j = np.tril_indices(n, -1)
    coherent: Bools = np.all(shapely.dwithin(own[:, i], own[:, j], SPAN), axis=-1)
    own = own[coherent]
    coherent[coherent] = _connected(np.asarray(shapely.dwithin(own[:, i], own[:, j], NEIGHBOUR)), n)
    return coherent


def coherency_by_distance(scene: Scene) -> Bools:
    """Whether each unit is coherent, from the distances of all pairs; (b,)."""
    own = build(scene, scene.own)
    n = own.shape[1]
    i, j = np.tril_indices(n, -1)
    distances = shapely.distance(own[:, i], own[:, j])
    near: Bools = np.all(distances <= SPAN, axis=-1)
    return near & _connected(np.asarray(distances <= NEIGHBOUR), n)


def _connected(links: Bools, n: int) -> Bools:
    """Whether units are one group, given the pairs of mates below the diagonal; (b,)."""
    i, j = np.tril_indices(n, -1)
    linked = np.zeros((len(links), n, n), np.float32)
    linked[:, i, j] = links
    linked = linked + linked.transpose(0, 2, 1) + np.eye(n, dtype=np.float32)
    for _ in range(n.bit_length()):
        linked = np.minimum(linked @ linked, 1.0)
    return np.asarray((linked[:, 0] > 0.0).all(-1))


def edge(scene: Scene) -> Floats:
    """As `movesolver.bench.plain.edge`."""
    west, south, east, north = np.moveaxis(shapely.bounds(build(scene, scene.own)), -1, 0)
    slack: Floats = np.minimum(np.minimum(west, WIDTH - east), np.minimum(south, HEIGHT - north))
    return slack
