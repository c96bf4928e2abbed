"""Batches of boards of one size, and the exact quantities their verdicts depend on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from accuracy.catalogue import KINDS, OVAL, ROUND, Catalogue, Shape
from accuracy.extended import Part, Poses, Wide, poses, separation

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

UNIT_ROUNDOFF = 2.0**-53


Index = int | slice | Ints | tuple[slice | Ints | int | None, ...]


class Bodies(NamedTuple):
    """Bodies, mostly n on each of b boards; shape (b, n) each."""

    base: Ints
    x: Floats
    y: Floats
    cos: Floats
    sin: Floats
    z: Floats

    def at(self, index: Index) -> Bodies:
        """Return some of them: all fields with the same index."""
        return Bodies(
            self.base[index],
            self.x[index],
            self.y[index],
            self.cos[index],
            self.sin[index],
            self.z[index],
        )

    def flat(self) -> Bodies:
        """Return them in one row."""
        return Bodies(
            self.base.reshape(-1),
            self.x.reshape(-1),
            self.y.reshape(-1),
            self.cos.reshape(-1),
            self.sin.reshape(-1),
            self.z.reshape(-1),
        )

    def poses(self) -> Poses:
        """Return centres and headings of bodies in one row."""
        return poses(self.x, self.y, self.cos, self.sin)


class Boards(NamedTuple):
    """A batch: a unit and its enemies on each board."""

    unit: Bodies
    enemies: Bodies


class Pairs(NamedTuple):
    """Pairs of bodies, the same places on every board; shape (b, p) each."""

    gap: Wide
    """Signed separation, inches."""
    rise: Wide
    """Difference of heights, inches."""
    scale: Floats
    """Distance of centres plus both radii, inches: what rounding errors are in proportion to."""
    kind: Ints
    """Kinds of both bases as one number."""
    shallow: Floats
    """Up to this depth the gap is that of the definition, inches."""


def kind_name(kind: int) -> str:
    """Return the name of a kind of pair."""
    return "-".join(sorted(KINDS[k] for k in divmod(kind, len(KINDS))))


def pairs_of(shapes: Catalogue, a: Bodies, i: Ints, b: Bodies, j: Ints) -> Pairs:
    """Measure bodies ``i`` of ``a`` against bodies ``j`` of ``b``; shapes (p,)."""
    one, two = a.base[:, i].reshape(-1), b.base[:, j].reshape(-1)
    everyone = slice(None)
    p = a.at((everyone, i)).flat().poses()
    q = b.at((everyone, j)).flat().poses()
    radius = np.array([shape.radius for shape in shapes.shapes])
    kinds = np.array([shape.kind for shape in shapes.shapes])
    dx, dy = q.x - p.x, q.y - p.y
    centres = np.sqrt(dx * dx + dy * dy)
    gap = centres - radius[one] - radius[two]  # of discs, the others follow
    many = len(shapes.shapes)
    combined = np.where((kinds[one] == ROUND) & (kinds[two] == ROUND), -1, one * many + two)
    for key in np.unique(combined[combined >= 0]):
        which = np.flatnonzero(combined == key)
        first, second = shapes.shapes[key // many], shapes.shapes[key % many]
        gap[which] = _gap(first, p.part(which), second, q.part(which))
    rise = np.abs(a.z[:, i].astype(np.longdouble) - b.z[:, j])
    low, high = np.minimum(kinds[one], kinds[two]), np.maximum(kinds[one], kinds[two])
    shape = rise.shape
    return Pairs(
        gap.reshape(shape),
        rise,
        (centres.astype(np.float64) + radius[one] + radius[two]).reshape(shape),
        (low * len(KINDS) + high).reshape(shape),
        _shallow(shapes)[one, two].reshape(shape),
    )


def _gap(one: Shape, p: Poses, two: Shape, q: Poses) -> Wide:
    least: Wide = np.minimum.reduce([separation(m, p, n, q) for m in one.parts for n in two.parts])
    return least


def _shallow(shapes: Catalogue) -> Floats:
    """Depths up to which gaps are compared, for every two shapes."""
    return np.array([[_depth(one, two) for two in shapes.shapes] for one in shapes.shapes])


def _depth(one: Shape, two: Shape) -> float:
    if one.kind == two.kind == OVAL:
        # where the inscribed discs reach 1 % into each other the depth is only a bound
        return 0.01 * (one.parts[0].b + two.parts[0].b)
    if (one.kind, two.kind) == (ROUND, OVAL):
        return one.radius + two.shallow
    if (one.kind, two.kind) == (OVAL, ROUND):
        return two.radius + one.shallow
    return min(one.shallow, two.shallow)


def mates(n: int) -> tuple[Ints, Ints]:
    """Every two of n models, the later one first."""
    i, j = np.tril_indices(n, -1)
    return i.astype(np.int64), j.astype(np.int64)


def across(n: int, m: int) -> tuple[Ints, Ints]:
    """Every model with every enemy."""
    return np.repeat(np.arange(n), m), np.tile(np.arange(m), n)


def edge_slacks(shapes: Catalogue, unit: Bodies, width: float, height: float) -> Wide:
    """Distance of every model to the nearest edge, from its extremes; shape (b, n)."""
    flat = unit.flat().poses()
    base = unit.base.reshape(-1)
    out = np.empty(base.size, np.longdouble)
    for k in np.unique(base):
        which = np.flatnonzero(base == k)
        p = flat.part(which)
        east, north = np.full((2, which.size), -np.inf, np.longdouble)
        west, south = east.copy(), north.copy()
        for part in shapes.shapes[k].parts:
            right, left, up, down = _extremes(part, p)
            east, west = np.maximum(east, right), np.maximum(west, left)
            north, south = np.maximum(north, up), np.maximum(south, down)
        out[which] = np.minimum.reduce(
            [p.x - west, width - (p.x + east), p.y - south, height - (p.y + north)]
        )
    return out.reshape(unit.base.shape)


def _extremes(part: Part, p: Poses) -> tuple[Wide, Wide, Wide, Wide]:
    """How far a part reaches to the east, west, north and south of its centre."""
    if part.corners:
        xs = [np.longdouble(vx) * p.c - np.longdouble(vy) * p.s for vx, vy in part.corners]
        ys = [np.longdouble(vx) * p.s + np.longdouble(vy) * p.c for vx, vy in part.corners]
        low_x, low_y = np.minimum.reduce(xs), np.minimum.reduce(ys)
        return np.maximum.reduce(xs), -low_x, np.maximum.reduce(ys), -low_y
    a, b = np.longdouble(part.a), np.longdouble(part.b)
    across_x = np.sqrt((a * p.c) ** 2 + (b * p.s) ** 2)
    across_y = np.sqrt((a * p.s) ** 2 + (b * p.c) ** 2)
    return across_x, across_x, across_y, across_y
