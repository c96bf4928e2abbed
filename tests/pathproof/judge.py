"""One scene judged: lengths against labels that can be exhibited, paths against the sweep."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from movekernels.arrays import CONTACT, Bodies, Floats
from movekernels.paths.chords import arcs_of, chords
from movekernels.paths.distance import distance, distances
from movekernels.paths.grown import Grown, grow
from movekernels.paths.spread import FULL, Tree, new_tree, spread
from movekernels.paths.web import Web, new_web
from pathproof.anyangle import clear, label, nodes
from pathproof.scenes import Scene, draw

LONGER = 1e-9
"""A length above one that can be exhibited by more is a violation, inches."""
EXTRA = 1e-3
"""How much longer than its length a path that is handed out may be, inches."""
STEPS = (0.2, 0.25, 0.35)
"""Spacing of the grid; one for each scene."""


@dataclass
class Tally:
    """What was counted, and the worst of it."""

    scenes: int = 0
    sources: int = 0
    obstacles: int = 0
    targets: int = 0
    """Nodes with a label within the maximum."""
    straight: int = 0
    """Of these with a label that is the straight distance."""
    only_ours: int = 0
    """Free nodes with a length of ours but no label within the maximum."""
    longest: float = -math.inf
    """Most that a length of ours lies above a label."""
    label_above: float = 0.0
    """Most that a label lies above our length."""
    label_part: float = 0.0
    """Sum of these over the targets, as parts of our length."""
    paths: int = 0
    moves: int = 0
    """Straight moves of the paths."""
    deepest: float = math.inf
    """Smallest gap on a path."""
    path_above: float = 0.0
    """Most that a path is longer than its length."""
    wrong: list[str] = field(default_factory=list)

    def merge(self, other: Tally) -> None:
        for name in ("scenes", "sources", "obstacles", "targets", "straight", "only_ours",
                     "label_part", "paths", "moves"):  # fmt: skip
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("longest", "label_above", "path_above"):
            setattr(self, name, max(getattr(self, name), getattr(other, name)))
        self.deepest = min(self.deepest, other.deepest)
        self.wrong += other.wrong


def spread_out(
    grown: Grown, x: float, y: float, most: float, web: Web | None = None
) -> tuple[Web, Tree]:
    """Web and tree of a source, with as much scratch as it takes."""
    room = 1
    web = web or new_web(grown, room)
    tree = new_tree(grown.x.size, room)
    while spread(grown, web, tree, x, y, most) == FULL:
        room *= 2
        web, tree = new_web(grown, room), new_tree(grown.x.size, room)
    return web, tree


def path_of(
    grown: Grown, web: Web, tree: Tree, source: Floats, px: float, py: float
) -> tuple[float, Floats] | None:
    """Length and points of the path to a point; none if there is none."""
    x, y, most = source.tolist()
    length, arrival = distance(grown, web, tree, x, y, most, px, py)
    if length == math.inf:
        return None
    if arrival < 0:
        return length, np.array([[x, y], [px, py]])
    chain, bends = np.empty(4096, np.int64), np.empty((4096, 4))
    out = np.empty((1 << 16, 2))
    count = arcs_of(grown, tree, arrival, px, py, chain, bends)
    points = chords(grown, x, y, px, py, chain, bends, count, EXTRA, out)
    return length, out[: max(points, 0)].copy()


def near(scene: Scene, source: Floats) -> Bodies:
    """The obstacles that a path of the source can meet."""
    x, y, most = source.tolist()
    far = most + scene.radius + scene.shapes.outer[scene.bodies.shape] + 0.1
    kept = np.hypot(scene.bodies.x - x, scene.bodies.y - y) <= far
    return Bodies(*(values[kept] for values in scene.bodies))


def judge_path(
    scene: Scene, bodies: Bodies, name: str, found: tuple[float, Floats], tally: Tally
) -> None:
    """Sweep a path and measure it."""
    length, points = found
    if len(points) < 2:
        tally.wrong.append(f"{name}: no straight moves")
        return
    mover = scene.shapes.outer.size - 1
    total = 0.0
    for (x0, y0), (x1, y1) in zip(points[:-1].tolist(), points[1:].tolist(), strict=True):
        gap = clear(scene.shapes, bodies, mover, x0, y0, x1 - x0, y1 - y0)
        gap = min(gap, x1 - scene.radius, scene.width - scene.radius - x1)
        gap = min(gap, y1 - scene.radius, scene.height - scene.radius - y1)
        tally.deepest = min(tally.deepest, gap)
        total += math.hypot(x1 - x0, y1 - y0)
        if gap < -CONTACT:
            tally.wrong.append(f"{name}: a move enters by {-gap:g}")
            return
    tally.paths += 1
    tally.moves += len(points) - 1
    tally.path_above = max(tally.path_above, total - length)
    if not -1e-12 <= total - length <= EXTRA:
        tally.wrong.append(f"{name}: moves are longer by {total - length:g}")


def judge(seed: int, paths: int) -> Tally:
    """Judge scene ``seed`` and, of each source, so many paths (all of them if negative)."""
    scene = draw(seed)
    rng = np.random.default_rng([12, seed])
    tally = Tally(scenes=1, sources=len(scene.sources), obstacles=scene.bodies.x.size)
    if len(scene.sources) == 0:
        return tally
    none = np.zeros(scene.bodies.x.size)
    grown = grow(scene.shapes, scene.bodies, none, scene.radius, scene.sources, scene.width,
                 scene.height)  # fmt: skip
    web: Web | None = None
    for number, source in enumerate(scene.sources):
        bodies = near(scene, source)
        step = STEPS[seed % len(STEPS)] * max(1.0, float(source[2]) / 6.0)
        at = nodes(scene, source, step, bodies)
        px, py = at[:, 0].copy(), at[:, 1].copy()
        mover = scene.shapes.outer.size - 1
        x, y, most = source.tolist()
        labels, _ = label(scene.shapes, bodies, mover, px, py, most, step)
        web, tree = spread_out(grown, x, y, most, web)
        ours = np.empty(len(at))
        distances(grown, web, tree, x, y, most, px, py, ours, np.empty(len(at), np.int64))
        tried = labels <= most - 1e-9
        tally.targets += int(tried.sum())
        tally.straight += int((labels[tried] - np.hypot(px - x, py - y)[tried] <= 1e-12).sum())
        tally.only_ours += int((np.isfinite(ours) & np.isinf(labels)).sum())
        above = ours[tried] - labels[tried]
        for i in np.flatnonzero(above > LONGER)[:3]:
            k = np.flatnonzero(tried)[i]
            tally.wrong.append(
                f"scene {seed} source {number} target {px[k]!r} {py[k]!r}: "
                f"{ours[k]!r}, but {labels[k]!r} is legal"
            )
        if tried.any():
            tally.longest = max(tally.longest, float(above.max()))
            tally.label_above = max(tally.label_above, float(-above.min()))
            tally.label_part += float((-above / np.maximum(labels[tried], 1e-9)).sum())
        reached = np.flatnonzero(np.isfinite(ours))
        some = reached
        if paths >= 0:
            some = rng.choice(reached, min(paths, reached.size), replace=False)
        for k in some.tolist():
            found = path_of(grown, web, tree, source, float(px[k]), float(py[k]))
            name = f"scene {seed} source {number} target {px[k]!r} {py[k]!r}"
            if found is None or abs(found[0] - ours[k]) > 1e-12:
                tally.wrong.append(f"{name}: one answer is not that of the row")
            else:
                judge_path(scene, bodies, name, found, tally)
    return tally
