"""The checks of round bases by NumPy broadcasting, SciPy and networkx.

Each is written as one who knows the library would: whole arrays where it takes them.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, csr_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist

from movekernels.arrays import Bools, Floats, Ints
from movesolver.arrays.limits import COHERENCY
from movesolver.bench.scenes import HEIGHT, WIDTH, Scene

NEIGHBOUR = COHERENCY.neighbour + COHERENCY.tolerance
SPAN = COHERENCY.span + COHERENCY.tolerance

BLOCK = 128
"""Boards whose pairs fit the cache: three times as fast as all of many boards at once."""


def in_blocks(answer: Callable[[Scene], NDArray[Any]]) -> Callable[[Scene], NDArray[Any]]:
    """Return a way to answer that takes `BLOCK` boards at a time."""

    def run(scene: Scene) -> NDArray[Any]:
        starts = range(0, len(scene), BLOCK)
        return np.concatenate([answer(scene.block(low, low + BLOCK)) for low in starts])

    return run


def optional(name: str) -> ModuleType | None:
    """Return a module, None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _first(hits: Bools) -> Ints:
    """Index of the first true value along the last axis, -1 for none."""
    if hits.shape[-1] == 0:
        return np.full(hits.shape[:-1], -1)
    found: Ints = np.where(hits.any(-1), hits.argmax(-1), -1)
    return found


def _radii(scene: Scene) -> tuple[Floats, Floats]:
    radius = np.ascontiguousarray(scene.half[:, 0])
    return radius[scene.own.base], radius[scene.others.base]


def _hits(scene: Scene, limit: float) -> Bools:
    """Whether each model is within a distance of each enemy, by squares; (b, n, m)."""
    own, others = scene.own, scene.others
    r, others_r = _radii(scene)
    dx = own.x[:, :, None] - others.x[:, None, :]
    dy = own.y[:, :, None] - others.y[:, None, :]
    reach = (r + limit)[:, :, None] + others_r[:, None, :]
    hits: Bools = dx * dx + dy * dy <= reach * reach
    return hits


def numpy_first(scene: Scene, limit: float) -> Ints:
    """As `movesolver.bench.plain.first_within`."""
    return _first(_hits(scene, limit))


def numpy_gaps(scene: Scene) -> Floats:
    """As `movesolver.bench.plain.gaps`."""
    own, others = scene.own, scene.others
    r, others_r = _radii(scene)
    dx = own.x[:, :, None] - others.x[:, None, :]
    dy = own.y[:, :, None] - others.y[:, None, :]
    gaps: Floats = np.sqrt(dx * dx + dy * dy) - r[:, :, None] - others_r[:, None, :]
    return gaps


def numpy_nearest(scene: Scene) -> Floats:
    """As `movesolver.bench.plain.nearest`."""
    found: Floats = numpy_gaps(scene).min(-1)
    return found


def numpy_sweep(scene: Scene) -> Floats:
    """As `movesolver.bench.plain.sweep`."""
    own, others = scene.own, scene.others
    r, others_r = _radii(scene)
    dx, dy = (slide[:, :, None] for slide in scene.slides)
    px = others.x[:, None, :] - own.x[:, :, None]
    py = others.y[:, None, :] - own.y[:, :, None]
    done = np.clip((px * dx + py * dy) / (dx * dx + dy * dy), 0.0, 1.0)
    px -= done * dx
    py -= done * dy
    gaps = np.sqrt(px * px + py * py) - others_r[:, None, :]
    found: Floats = gaps.min(-1) - r
    return found


def _mates(scene: Scene) -> Floats:
    """Gaps of each unit's models to one another; (b, n, n)."""
    x, y, r = scene.own.x, scene.own.y, _radii(scene)[0]
    dx, dy = x[:, :, None] - x[:, None, :], y[:, :, None] - y[:, None, :]
    gaps: Floats = np.sqrt(dx * dx + dy * dy) - r[:, :, None] - r[:, None, :]
    return gaps


def numpy_coherency(scene: Scene) -> Bools:
    """Whether each unit is coherent: by squares of the matrix of neighbours; (b,)."""
    gaps = _mates(scene)
    linked = (gaps <= NEIGHBOUR).astype(np.float32)
    for _ in range(math.ceil(math.log2(max(2, scene.own.x.shape[1])))):
        linked = np.minimum(linked @ linked, 1.0)
    coherent: Bools = (linked[:, 0] > 0.0).all(-1) & (gaps.max((1, 2)) <= SPAN)
    return coherent


def numpy_self_overlap(scene: Scene, limit: float) -> Ints:
    """As `movesolver.bench.plain.self_overlap`."""
    earlier = np.tri(scene.own.x.shape[1], k=-1, dtype=np.bool_)
    return _first((_mates(scene) <= limit) & earlier)


def numpy_edge(scene: Scene) -> Floats:
    """As `movesolver.bench.plain.edge`, for every base."""
    own = scene.own
    length, width = scene.half[own.base, 0], scene.half[own.base, 1]
    boxed = scene.boxed[own.base]
    along_x, across_x = np.abs(length * own.cos), np.abs(width * own.sin)
    along_y, across_y = np.abs(length * own.sin), np.abs(width * own.cos)
    wide = np.where(boxed, along_x + across_x, np.hypot(along_x, across_x))
    high = np.where(boxed, along_y + across_y, np.hypot(along_y, across_y))
    slack: Floats = np.minimum(
        np.minimum(own.x, WIDTH - own.x) - wide, np.minimum(own.y, HEIGHT - own.y) - high
    )
    return slack


def cdist_gaps(scene: Scene) -> Floats:
    """As `movesolver.bench.plain.gaps`."""
    own, others = scene.own, scene.others
    r, others_r = _radii(scene)
    places = np.stack([own.x, own.y], -1)
    enemies = np.stack([others.x, others.y], -1)
    out = np.empty((len(scene), own.x.shape[1], others.x.shape[1]))
    for board in range(len(scene)):
        np.subtract(
            cdist(places[board], enemies[board]),
            r[board][:, None] + others_r[board],
            out=out[board],
        )
    return out


def cdist_first(scene: Scene, limit: float) -> Ints:
    """As `movesolver.bench.plain.first_within`."""
    return _first(cdist_gaps(scene) <= limit)


def cdist_nearest(scene: Scene) -> Floats:
    """As `movesolver.bench.plain.nearest`."""
    found: Floats = cdist_gaps(scene).min(-1)
    return found


def csgraph_coherency(scene: Scene) -> Bools:
    """Whether each unit is coherent, unit by unit; (b,)."""
    own, r = scene.own, _radii(scene)[0]
    coherent = np.zeros(len(scene), np.bool_)
    for board in range(len(scene)):
        x, y, radius = own.x[board], own.y[board], r[board]
        gaps = np.hypot(x[:, None] - x, y[:, None] - y) - radius[:, None] - radius
        if gaps.max() <= SPAN:
            parts, _ = connected_components(csr_matrix(gaps <= NEIGHBOUR), directed=False)
            coherent[board] = parts == 1
    return coherent


def csgraph_batch_coherency(scene: Scene) -> Bools:
    """Whether each unit is coherent, all units as one graph; (b,)."""
    gaps = _mates(scene)
    b, n = scene.own.x.shape
    board, i, j = np.nonzero(gaps <= NEIGHBOUR)
    links = coo_matrix((np.ones(i.size, np.int8), (board * n + i, board * n + j)), (b * n, b * n))
    labels = connected_components(links, directed=False)[1].reshape(b, n)
    coherent: Bools = (labels == labels[:, :1]).all(-1) & (gaps.max((1, 2)) <= SPAN)
    return coherent


def networkx_coherency(scene: Scene) -> Bools:
    """Whether each unit is coherent, unit by unit; (b,)."""
    graphs = importlib.import_module("networkx")
    own, r = scene.own, _radii(scene)[0]
    coherent = np.zeros(len(scene), np.bool_)
    for board in range(len(scene)):
        x, y, radius = own.x[board], own.y[board], r[board]
        gaps = np.hypot(x[:, None] - x, y[:, None] - y) - radius[:, None] - radius
        if gaps.max() <= SPAN:
            coherent[board] = bool(graphs.is_connected(graphs.from_numpy_array(gaps <= NEIGHBOUR)))
    return coherent
