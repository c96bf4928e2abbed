"""The bases that formations are made of, as the solver packs them and as the twin sees them."""

from __future__ import annotations

import math
from typing import NamedTuple

from accuracy.extended import Corners, Part
from movesolver import arrays
from movesolver.table import bases
from movesolver.table.bases import Base
from shapes_data import OVAL_MM, ROUND_MM

ROUND, OVAL, POLYGON, UNION = range(4)
KINDS = ("disc", "oval", "polygon", "union")

MM = 25.4

WEDGE: Corners = ((-1.0, -0.5), (1.5, -0.25), (-0.25, 1.125))
SHIELD: Corners = ((-1.2, -0.5), (1.0, -0.8), (1.6, 0.0), (1.0, 0.8), (-1.2, 0.5))
ANGLE: Corners = ((-1.0, -1.0), (2.0, -1.0), (2.0, 0.0), (0.0, 0.0), (0.0, 1.5), (-1.0, 1.5))
"""An L, a union of convex parts."""
ASIDE: Corners = ((1.5, -0.5), (3.0, -0.5), (3.0, 0.5), (1.5, 0.5))
"""Its centre is outside it ..."""
NOTCH: Corners = (
    (-1.5, -1.5),
    (1.5, -1.5),
    (1.5, 1.5),
    (1.0, 1.5),
    (1.0, -1.0),
    (-1.0, -1.0),
    (-1.0, 1.5),
    (-1.5, 1.5),
)
"""... or in its notch."""


class Shape(NamedTuple):
    """One base."""

    base: Base
    parts: tuple[Part, ...]
    kind: int
    radius: float
    """Of a disc about the centre that holds it, inches."""
    shallow: float
    """Depths below this are those of the definition, inches; deeper ones are only overlaps."""


class Catalogue(NamedTuple):
    """Bases of one family."""

    shapes: tuple[Shape, ...]
    packed: arrays.Bases


def round_shape(diameter: float) -> Shape:
    """Return a round base, mm."""
    r = diameter / MM / 2
    return Shape(bases.round(diameter), (Part(r, r),), ROUND, r, math.inf)


def oval_shape(length: float, width: float) -> Shape:
    """Return an oval base, mm."""
    a, b = length / MM / 2, width / MM / 2
    return Shape(bases.oval(length, width), (Part(a, b),), OVAL, a, 0.9 * b * b / a)


def rectangle_shape(length: float, width: float) -> Shape:
    """Return a rectangular base, mm."""
    a, b = length / MM / 2, width / MM / 2
    corners = ((-a, -b), (a, -b), (a, b), (-a, b))
    base = bases.rectangle(length, width)
    return Shape(base, (Part(0.0, 0.0, corners),), POLYGON, math.hypot(a, b), math.inf)


def hull_shape(corners: Corners) -> Shape:
    """Return a base of any outline, inches, its parts being those the solver cuts it into.

    The gap of unions is defined by their parts: negative, it is that of the deepest pair.
    """
    base = bases.hull(corners)
    packed = arrays.Bases(base).shapes
    points = list(zip(packed.vertex_x.tolist(), packed.vertex_y.tolist(), strict=True))
    ends = zip(packed.vertex_first[:-1], packed.vertex_first[1:], strict=True)
    parts = tuple(Part(0.0, 0.0, tuple(points[low:high])) for low, high in ends)
    radius = max(math.hypot(x, y) for x, y in corners)
    return Shape(base, parts, POLYGON if len(parts) == 1 else UNION, radius, math.inf)


def catalogue(*shapes: Shape) -> Catalogue:
    """Return a catalogue of some shapes."""
    return Catalogue(shapes, arrays.Bases([shape.base for shape in shapes]))


FAMILIES = {
    "round": catalogue(*(round_shape(d) for d in ROUND_MM)),
    "oval": catalogue(*(oval_shape(*size) for size in OVAL_MM)),
    "mixed": catalogue(
        round_shape(32.0),
        round_shape(60.0),
        oval_shape(75.0, 42.0),
        oval_shape(170.0, 105.0),
        rectangle_shape(50.0, 25.0),
        rectangle_shape(120.0, 65.0),
        hull_shape(WEDGE),
        hull_shape(SHIELD),
        hull_shape(ANGLE),
        hull_shape(ASIDE),
        hull_shape(NOTCH),
    ),
}
"""By name."""
