"""Row kernels against the scalar gap and the twin, on separated pairs of real bases."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from accuracy.boards import Bodies, Floats, pairs_of
from accuracy.catalogue import (
    OVAL,
    POLYGON,
    ROUND,
    Catalogue,
    catalogue,
    oval_shape,
    rectangle_shape,
    round_shape,
)
from accuracy.digits import pairs
from accuracy.tally import Tally
from movekernels import arrays as kernels
from movekernels.arrays import Shapes
from movekernels.geometry.box_rows import box_disc_gaps, box_gaps, box_lanes, polygon_disc_gaps
from movekernels.geometry.disc_rows import disc_gaps
from movekernels.geometry.ellipse_rows import (
    Oblongs,
    ellipse_disc_gaps,
    ellipse_gaps,
    ellipse_lanes,
)
from movekernels.geometry.pair_lanes import pair_lanes
from movekernels.geometry.pair_rows import pair_gaps
from rows_data import listed_gaps
from shapes_data import OVAL_MM, ROUND_MM

REAL = catalogue(
    *(round_shape(d) for d in ROUND_MM),
    *(oval_shape(*size) for size in OVAL_MM),
    rectangle_shape(50.0, 25.0),
    rectangle_shape(100.0, 50.0),
    rectangle_shape(120.0, 65.0),
)
SAME = 1e-12
"""How far rows may be from the scalar kernels, inches."""
ROW = 1000


class Row(NamedTuple):
    """One body, and a row of bodies of one shape."""

    shapes: Shapes
    one: Bodies
    others: Bodies
    half: tuple[float, float]
    other_half: tuple[float, float]

    @property
    def pose(self) -> tuple[float, float, float, float]:
        """Of the one body."""
        x, y, c, s = (float(field[0]) for field in self.one[1:5])
        return x, y, c, s

    @property
    def oblongs(self) -> Oblongs:
        """The row with its half-axes."""
        m = self.others.x.size
        a, b = (np.full(m, value) for value in self.other_half)
        return Oblongs(self.others.x, self.others.y, a, b, self.others.cos, self.others.sin)


def _discs(row: Row, out: Floats) -> None:
    x, y, r = row.one.x, row.one.y, np.full(1, row.half[0])
    disc_gaps(x, y, r, row.others.x, row.others.y, row.oblongs.a, out.reshape(1, -1))


def _ellipse_discs(row: Row, out: Floats) -> None:
    discs = row.others.x, row.others.y, row.oblongs.a
    ellipse_disc_gaps(*row.half, *row.pose, *discs, ellipse_lanes(), out)


def _ellipses(row: Row, out: Floats) -> None:
    ellipse_gaps(*row.half, *row.pose, row.oblongs, ellipse_lanes(), out)


def _box_discs(row: Row, out: Floats) -> None:
    box_disc_gaps(*row.half, *row.pose, row.others.x, row.others.y, row.oblongs.a, out)


def _polygon_discs(row: Row, out: Floats) -> None:
    shapes, p = row.shapes, row.shapes.part_first[row.one.base[0]]
    which = int(shapes.vertex_first[p]), int(shapes.vertex_first[p + 1])
    discs = row.others.x, row.others.y, row.oblongs.a
    corners = shapes.vertex_x, shapes.vertex_y
    polygon_disc_gaps(*corners, *which, *row.pose, *discs, np.empty(out.size), out)


def _boxes(row: Row, out: Floats) -> None:
    box_gaps(*row.half, *row.pose, row.oblongs, box_lanes(), out)


def _listed(row: Row, out: Floats) -> None:
    m = out.size
    first, second = np.zeros(m, np.int64), np.arange(m)
    one, others = kernels.Bodies(*row.one), kernels.Bodies(*row.others)
    pair_gaps(row.shapes, one, others, first, second, m, pair_lanes(row.shapes), out)


Kernel = Callable[[Row, Floats], None]
KERNELS: dict[tuple[int, int], dict[str, Kernel]] = {
    (ROUND, ROUND): {"disc_gaps": _discs, "pair_gaps disc-disc": _listed},
    (OVAL, ROUND): {"ellipse_disc_gaps": _ellipse_discs, "pair_gaps oval-disc": _listed},
    (OVAL, OVAL): {"ellipse_gaps": _ellipses, "pair_gaps oval-oval": _listed},
    (OVAL, POLYGON): {"pair_gaps oval-box": _listed},
    (POLYGON, ROUND): {
        "box_disc_gaps": _box_discs,
        "polygon_disc_gaps": _polygon_discs,
        "pair_gaps box-disc": _listed,
    },
    (POLYGON, POLYGON): {"box_gaps": _boxes, "pair_gaps box-box": _listed},
}
"""Row kernels by the kinds of the one body and of those in the row."""


def _half(shapes: Catalogue, k: int) -> tuple[float, float]:
    part = shapes.shapes[k].parts[0]
    return part.corners[2] if part.corners else (part.a, part.b)


def draw(rng: np.random.Generator, kinds: tuple[int, int], count: int) -> Row:
    """Draw one body of a kind and a row of others about it, at gaps of all sizes."""
    one, two = (
        int(rng.choice([k for k, shape in enumerate(REAL.shapes) if shape.kind == kind]))
        for kind in kinds
    )
    found, others = (bodies.flat() for bodies in pairs(rng, REAL, one, two, count))
    # pairs have a first body each: bring the others to that of the first pair
    c0, s0 = found.cos[0], found.sin[0]
    c, s = c0 * found.cos + s0 * found.sin, s0 * found.cos - c0 * found.sin
    dx, dy = others.x - found.x, others.y - found.y
    moved = Bodies(
        others.base,
        found.x[0] + dx * c - dy * s,
        found.y[0] + dx * s + dy * c,
        others.cos * c - others.sin * s,
        others.cos * s + others.sin * c,
        others.z,
    )
    return Row(REAL.packed.shapes, found.at(slice(0, 1)), moved, _half(REAL, one), _half(REAL, two))


def measure(rng: np.random.Generator, kinds: tuple[int, int], count: int, tally: Tally) -> None:
    """Compare the row kernels of two kinds on one row."""
    row = draw(rng, kinds, count)
    scalar = np.empty(count)
    first, second = np.zeros(count, np.int64), np.arange(count)
    one, others = kernels.Bodies(*row.one), kernels.Bodies(*row.others)
    listed_gaps(row.shapes, one, others, first, second, count, scalar)
    twin = pairs_of(REAL, row.one.at((None,)), first, row.others.at((None,)), second)
    exact, scale = twin.gap[0], twin.scale[0]
    apart = exact > 0.0
    allowed = SAME / (2.0**-53 * scale)
    for name, kernel in KERNELS[kinds].items():
        out = np.full(count, np.nan)
        kernel(row, out)
        to_scalar = (out - scalar)[apart]
        to_exact = (out - exact).astype(np.float64)[apart]
        tally.error("row to scalar", name).add(to_scalar, scale[apart], allowed[apart])
        tally.error("row to exact", name).add(to_exact, scale[apart], allowed[apart])
        lost = (out > 0.0) != (scalar > 0.0)
        tally.error("row sign", name).add(lost.astype(np.float64), scale, 0.0)
